#!/usr/bin/env python3
"""Make simple predictions for text corpora and score them with the reference scorer, at full precision.

    reference.py SCORE.PY OUT.json PREDICTIONS.jsonl [--given] CORPUS...

The predictions are made from the pages: in turn the gold with words dropped, doubled and added, the page with its
tags stripped by a regular expression, and nothing. With --given PREDICTIONS.jsonl is read instead of written.
"""
import importlib.util
import json
import os
import random
import re
import statistics
import sys
import types


def simple(r, raw, rng, n):
    page = re.sub(rb"(?s)<(script|style)\b.*?</\1>|<[^>]*>", b" ", raw).decode("utf-8", "replace")
    gold = r["gold"].get("text") or "\n".join(r["gold"].get("with") or [])
    if n % 11 == 10:
        return ""
    if n % 11 == 9:
        return gold
    if n % 3 == 0:
        return page
    pieces = re.split(r"(\s+|(?<=[\u3002\uff0c]))", gold)
    pieces = [x for x in pieces if rng.random() > 0.1]
    return "".join(pieces) + ("\n" + page[: rng.randrange(2000)] if n % 3 == 1 else "")


def main():
    score_py, out, preds, *corpora = sys.argv[1:]
    spec = importlib.util.spec_from_file_location("score", score_py)
    score = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(score)
    given = corpora[0] == "--given"
    corpora = corpora[given:]
    rng, pred = random.Random(7), {}
    pages = score.load_pages(corpora, "all", set(), False)
    where = {}
    for c in corpora:
        with open(os.path.join(c, "pages.jsonl"), encoding="utf-8") as f:
            for line in f:
                r = json.loads(line)
                where[r["corpus"], r["id"]] = os.path.join(c, r["html_path"])
    if given:
        with open(preds, encoding="utf-8") as f:
            for line in f:
                j = json.loads(line)
                pred[j["corpus"], j["id"]] = j["text"]
    else:
        with open(preds, "w", encoding="utf-8") as f:
            for n, r in enumerate(pages):
                k = r["corpus"], r["id"]
                with open(where[k], "rb") as h:
                    pred[k] = simple(r, h.read(), rng, n)
                f.write(json.dumps({"corpus": k[0], "id": k[1], "text": pred[k]}) + "\n")
    rows = {}
    for by in ("corpus", "page_type", "lang"):
        for tok in ("word", "cjk"):
            a = types.SimpleNamespace(by=by, tok=tok, missing="empty", rouge=False, max_cells=2e9, pages=corpora)
            groups, _ = score.evaluate(pages, pred, a)
            for key, list_ in groups.items():
                row = rows.setdefault(f"{by} {key}", {"n": len(list_)})
                aeb = [x["aeb"] for x in list_ if "aeb" in x]
                if aeb:
                    row["aeb"] = score.aeb_total(aeb)  # F1, P, R, accuracy
                    row["bag " + tok] = [statistics.mean(x["bag"][i] for x in list_ if "bag" in x) for i in range(3)]
                seg = [x["seg"] for x in list_ if "seg" in x]
                if seg:
                    row["seg"] = score.seg_total(seg)  # P, R, accuracy, F
    with open(out, "w", encoding="utf-8") as f:
        json.dump(rows, f, indent=1)
        f.write("\n")


main()
