#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# On a machine with a GPU: verifies and times the tracks that are bound by memory, at sizes where the memory and not
# L2 is measured, and at awkward ones. Usage: tests/hardware/tracks.sh FOLDER (recordings are written there).
set -eu
out=${1:?write a folder for the recordings}
cli=${WARPLENS_CLI:-build/bin/warplens-cli}
# The GPU's machine may lack the one library that the program does not carry inside; a copy in build/bin will do.
LD_LIBRARY_PATH="$PWD/build/bin${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export LD_LIBRARY_PATH
mkdir -p "$out"
stages() { "$cli" stages --json - | sed -n 's/.*"id": "\('"$1"'\/[^"]*\)".*/\1/p'; }

status=0
# shellcheck disable=SC2046
"$cli" measure $(stages reduction) --size 1048576 --size 1000003 --cold --json "$out/reduction.json" || status=1
# One thread or one block would take minutes here.
# shellcheck disable=SC2046
"$cli" measure $(stages reduction | grep -v '/0[123]-') --size 268435456 --cold \
    --resume "$out/reduction.json" --json "$out/reduction.json" || status=1
# shellcheck disable=SC2046
"$cli" measure $(stages transpose) --size 4096 --size 16384 --size 4099,1021,1 --cold \
    --json "$out/transpose.json" || status=1
# shellcheck disable=SC2046
"$cli" measure $(stages patterns) --size 16777216 --size 1000003 --cold --json "$out/patterns.json" || status=1
exit $status
