"""One peer of the Python world as a long-lived process: `python3 child.py NAME`.

It says who it is in its first line, then answers every request line on standard input with one line on standard
output: see protocol.go for the fields. Whatever a library prints goes to standard error.
"""

import importlib.metadata
import json
import os
import platform
import re
import resource
import sys

# lxml refuses text whose XML declaration names an encoding.
XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")


def readability():
    """readability-lxml; its HTML is cut into lines by the bench."""
    from readability import Document

    def extract(request):
        html = XML_DECLARATION.sub("", request["html"], count=1)
        return {"html": Document(html, url=request.get("url") or None).summary(html_partial=True)}

    return "readability-lxml", extract


def trafilatura():
    """trafilatura with its defaults, without comments; its own text."""
    import trafilatura as library

    def extract(request):
        text = library.extract(request["html"], url=request.get("url") or None, include_comments=False)
        return {"text": text or ""}

    return "trafilatura", extract


def justext():
    """jusText with the stop words of the page's language, and with no stop words where it knows none."""
    import justext as library

    known = {name.lower(): name for name in library.get_stoplists()}
    languages = {"en": "english", "de": "german", "fr": "french", "es": "spanish", "pt": "portuguese",
                 "it": "italian", "nl": "dutch", "ru": "russian", "tr": "turkish", "ar": "arabic",
                 "ko": "korean", "pl": "polish", "sv": "swedish"}

    def extract(request):
        name = known.get(languages.get((request.get("lang") or "en")[:2], ""))
        if name:
            paragraphs = library.justext(request["html"], library.get_stoplist(name))
        else:
            paragraphs = library.justext(request["html"], frozenset(), stopwords_low=0, stopwords_high=0)
        return {"text": "\n".join(p.text for p in paragraphs if not p.is_boilerplate)}

    return "jusText", extract


PEERS = {"python-readability": readability, "trafilatura": trafilatura, "justext": justext}


def cpu_microseconds():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return int((used.ru_utime + used.ru_stime) * 1e6)


def main():
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what libraries print is no answer

    def send(message):
        out.write(json.dumps(message, ensure_ascii=True) + "\n")
        out.flush()

    make = PEERS.get(sys.argv[1] if len(sys.argv) > 1 else "")
    if make is None:
        sys.exit("python child: unknown peer %s; known: %s" % (sys.argv[1:], ", ".join(PEERS)))
    try:
        distribution, extract = make()
    except ImportError as error:
        send({"missing": str(error)})
        return
    try:
        version = importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        version = "unknown"
    send({"version": version, "runtime": "python " + platform.python_version()})
    for line in sys.stdin:
        request = json.loads(line)
        answer = {"id": request["id"]}
        begin = cpu_microseconds()
        try:
            answer.update(extract(request))
        except Exception as error:  # a library's failure is its answer
            answer["error"] = "%s: %s" % (type(error).__name__, error)
        answer["cpu_us"] = cpu_microseconds() - begin
        send(answer)


if __name__ == "__main__":
    main()
