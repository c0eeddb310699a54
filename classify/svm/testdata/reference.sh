#!/bin/sh
# Makes the reference outputs in this folder with LIBSVM's own tools (Debian: apt-get install libsvm-tools).
#
#   NAME.rows, NAME.unseen   rows to train on and rows to judge, made up by the little generator below
#   NAME.model, NAME.log     what svm-train makes of NAME.rows, and says meanwhile
#   NAME.predicted           labels that svm-predict gives NAME.unseen
#   NAME.sigmoid             label and 1/(1+exp(-f)) for the decision f: svm-predict shows decisions only
#                            as probabilities, so the model is given the sigmoid A = -1, B = 0
#   calibrated.*             a model with probabilities
#
# exact: multiples of 1/32. real: other numbers, label -1 first, weighted labels, some rows all zero.
set -eu
cd "$(dirname "$0")"

# rows SEED COUNT COLUMNS KIND FIRST
rows() {
	awk -v x="$1" -v n="$2" -v d="$3" -v kind="$4" -v y="$5" '
	function uniform() { x = (x * 16807) % 2147483647; return x / 2147483647 }
	BEGIN {
		for (i = 0; i < n; i++) {
			printf "%d", (uniform() < 0.1) ? -y : y
			empty = kind == "real" && i % 25 == 0
			for (j = 1; j <= d; j++) {
				v = 2 * (uniform() + uniform() + uniform()) - 3 + (j < 4 ? 0.7 * y : 0)
				if (uniform() < 0.4 || empty) continue
				if (kind == "exact") v = int(v * 32) / 32
				if (v != 0) printf " %d:%.7g", j, v
			}
			print ""
			y = -y
		}
	}'
}

sigmoid() { # NAME
	awk '{ print } /^label/ { print "probA -1"; print "probB 0" }' "$1.model" > "$1.tmp"
	svm-predict -b 1 "$1.unseen" "$1.tmp" "$1.sigmoid" > /dev/null
	rm "$1.tmp"
}

rows 11 240 20 exact 1 > exact.rows
rows 12 60 20 exact 1 > exact.unseen
svm-train -c 3 -g 0.0625 exact.rows exact.model > exact.log
svm-predict exact.unseen exact.model exact.predicted > /dev/null
sigmoid exact

cp exact.rows quadratic.rows
cp exact.unseen quadratic.unseen
svm-train -t 1 -d 2 -r 1 -c 0.5 -g 0.0625 quadratic.rows quadratic.model > quadratic.log
svm-predict quadratic.unseen quadratic.model quadratic.predicted > /dev/null
sigmoid quadratic

cp exact.rows linear.rows
cp exact.unseen linear.unseen
svm-train -t 0 -c 0.0625 linear.rows linear.model > linear.log
svm-predict linear.unseen linear.model linear.predicted > /dev/null
sigmoid linear

rows 21 200 12 real -1 > real.rows
rows 22 60 12 real -1 > real.unseen
svm-train -c 2 -g 0.03125 -w1 1.5 -w-1 0.5 real.rows real.model > real.log
svm-predict real.unseen real.model real.predicted > /dev/null
sigmoid real

cp exact.unseen calibrated.unseen
svm-train -b 1 -c 1 -g 0.0625 exact.rows calibrated.model > /dev/null
svm-predict -b 1 calibrated.unseen calibrated.model calibrated.predicted > /dev/null
