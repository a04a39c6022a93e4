#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Whole programs on a machine with a GPU, each launch in the emulator too (`warplens-cli run --on-gpu`): the same bytes,
# and the same counters where ncu is there. It builds nothing.
#   tests/hardware/on_gpu.sh FOLDER [OUT]
# FOLDER has bin/warplens-cli, lib/cuda with our runtime, and programs/NAME, each linked with -cudart shared; a line
# "NAME WORDS" in FOLDER/programs/arguments.txt gives a program arguments, one "NAME -" leaves its counters out.
# Logs and lists go to OUT (build/on_gpu).
set -uo pipefail
folder=$(readlink -f "$1") out=${2:-build/on_gpu}
limit=${LIMIT:-60} # seconds for each program
mkdir -p "$out"
out=$(readlink -f "$out")
export LD_LIBRARY_PATH="$folder/bin${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
cli=$folder/bin/warplens-cli
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
well=0 all=0 counted=0 counters=0
for program in "$folder"/programs/*; do
    [ -x "$program" ] && [ -f "$program" ] || continue
    name=$(basename "$program")
    words=$(sed -n "s/^$name //p" "$folder/programs/arguments.txt" 2>/dev/null)
    profile=yes
    [ "$words" = - ] && profile=no words=
    all=$((all + 1))
    cd "$folder/programs" || exit 2
    # shellcheck disable=SC2086  # the words of a line are arguments
    timeout "$limit" "$cli" run "$program" --on-gpu --json "$out/$name.json" -- $words >"$out/$name.out" 2>"$out/$name.txt"
    code=$?
    [ $code = 0 ] && well=$((well + 1))
    printf '%-34s exit %-3s %s\n' "$name" $code "$(grep -E 'left the same bytes|no launch was compared' "$out/$name.txt" | tail -n 1)"
    grep -E 'differs:|not compared:|bytes differ|not compared|NotSupported' "$out/$name.txt" | cut -c1-200 | sort | uniq -c | head -n 6
    [ $profile = yes ] && [ $code = 0 ] && command -v ncu >/dev/null || continue
    counters=$((counters + 1))
    # shellcheck disable=SC2086
    timeout "$limit" "$cli" run "$program" --on-gpu --counters --json "$out/$name.counters.json" -- $words \
        >"$out/$name.counters.out" 2>"$out/$name.counters.txt"
    code=$?
    [ $code = 0 ] && counted=$((counted + 1))
    printf '%-34s exit %-3s %s\n' "  with counters" $code \
        "$(grep -E 'counts in every counter|counters were not compared' "$out/$name.counters.txt" | tail -n 1 | cut -c1-300)"
    grep -E 'counted by the GPU' "$out/$name.counters.txt" | cut -c1-160 | head -n 6
done
printf '\n%s of %s programs ended well with the same bytes in every launch, %s of %s that were profiled the same counts\n' \
    $well $all $counted $counters
[ $well = $all ]
