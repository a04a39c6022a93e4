#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# On a machine with a GPU: adds to its recording what it lacks of docs/courses.md. The stage with a window of L2 is verified,
# timed and counted; of the matrix products, sums and transposes the parts of the total times are recorded anew. Rows that are
# there keep their kernels' times. Builds nothing; run it from the repository's root after a build (needs python3, and ncu for
# the counts; a quarter of an hour at most):
#   tests/hardware/courses.sh OUT.json [RECORDING [SIZE]]
# RECORDING: of the same GPU and driver, resources/recordings/nvidia-h200.json where none is named; SIZE: instead of those that
# are recorded, to try it out.
set -eu
out=${1:?write a file for the recording}
base=${2:-resources/recordings/nvidia-h200.json}
cli=${WARPLENS_CLI:-build/bin/warplens-cli}
# The GPU's machine may lack the one library that the program does not carry inside; a copy in build/bin will do.
LD_LIBRARY_PATH="$PWD/build/bin${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export LD_LIBRARY_PATH
stages() { "$cli" stages --json - | sed -n 's/.*"id": "\('"$1"'\/[^"]*\)".*/\1/p'; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

status=0
"$cli" measure patterns/10-l2-window --size "${3:-16777216}" --cold --resume "$base" --json "$work/new.json" || status=1
[ -s "$work/new.json" ] || exit 1 # the worker has said why
if command -v ncu > /dev/null || [ -x /usr/local/cuda/bin/ncu ]; then
    "$cli" check patterns/10-l2-window --size 1024 --into "$work/new.json" || status=1
fi
# shellcheck disable=SC2046
"$cli" measure $(stages matmul | grep -v /00-) --size "${3:-1024}" --size "${3:-4096}" \
    --json "$work/matmul.json" || status=1
# shellcheck disable=SC2046
"$cli" measure $(stages reduction | grep -v '/0[12]-') --size "${3:-16777216}" \
    --json "$work/reduction.json" || status=1
# shellcheck disable=SC2046
"$cli" measure $(stages transpose) --size "${3:-4096}" --json "$work/transpose.json" || status=1

python3 - "$out" "$work"/new.json "$work"/matmul.json "$work"/reduction.json "$work"/transpose.json << 'EOF'
import json, sys
out, base, *others = sys.argv[1:]
recording = json.load(open(base))
row_of = lambda row: (row["stage"], json.dumps(row["parameters"], sort_keys=True), json.dumps(row["size"]))
totals = {}
for file in others:
    new = json.load(open(file))
    assert new["provenance"]["gpu"] == recording["provenance"]["gpu"], file + " is of another GPU"
    totals |= {row_of(row): row["total"] for row in new["results"] if row.get("total", {}).get("parts")}
told = 0
for row in recording["results"]:
    if "total" in row and row_of(row) in totals:
        row["total"] = totals[row_of(row)]
        told += 1
text = lambda value: json.dumps(value, ensure_ascii=False)
lines = lambda rows: "[\n  " + ",\n  ".join(map(text, rows)) + "\n ]"
members = [f' "{key}": {lines(value) if isinstance(value, list) and value else text(value)}' for key, value in recording.items()]
open(out, "w").write("{\n" + ",\n".join(members) + "\n}\n")
print(f"{out}: {told} of {sum('total' in row for row in recording['results'])} total times have their parts")
EOF
exit $status
