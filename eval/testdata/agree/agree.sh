#!/bin/sh
# Hold package eval against the reference scorer on whole corpora.
#
#   agree.sh SCORE.PY CORPUS...        each CORPUS a folder with pages.jsonl and html/
set -eu
if [ $# -lt 2 ]; then
	echo "usage: agree.sh SCORE.PY CORPUS..." >&2
	exit 2
fi
here=$(cd "$(dirname "$0")" && pwd)
score=$1
shift
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
python3 "$here/reference.py" "$score" "$tmp/reference.json" "$tmp/predictions.jsonl" "$@"
go run "$here" "$tmp/reference.json" "$tmp/predictions.jsonl" "$@"
