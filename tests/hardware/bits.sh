#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The emulator against this machine's GPU, bit by bit, in one go and without building anything: the fixtures of the
# instructions, the programs of tests/programs, and a stage whose sums the compiler joins with products.
#   tests/hardware/bits.sh [FOLDER]      in the repository's root; logs are written to FOLDER (build/hardware)
# Needs build/bin with warplens-cli, warplens-gpu, libmuparser.so.2 and libsimdjson.so.14 where the machine lacks it, and the program of the
# fixtures, which is made where the toolkit is:
#   nvcc -std=c++17 -O1 -cudart static -I . -o build/bin/warplens-instructions tests/hardware/instructions.cu -lcuda
set -uo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.." || exit
out=${1:-build/hardware}
mkdir -p "$out"
LD_LIBRARY_PATH="$PWD/build/bin${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export LD_LIBRARY_PATH
status=0
build/bin/warplens-instructions tests/sim/instructions/*.fixtures >"$out/instructions.txt" 2>&1 || status=1
tests/hardware/programs.sh --results-only >"$out/programs.txt" 2>&1 || status=1
build/bin/warplens-cli check matmul/03-naive-1d --size 512 --size 509,487,501 --results-only >"$out/joined.txt" 2>&1 || status=1
grep -A8 'different  *[0-9]* fail' "$out/instructions.txt" | head -150
grep -B3 'elements differ' "$out/programs.txt" "$out/joined.txt"
for log in instructions programs joined; do
    printf '%-14s' "$log"
    tail -n 1 "$out/$log.txt"
done
exit $status
