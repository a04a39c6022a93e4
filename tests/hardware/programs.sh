#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Holds the programs of tests/programs against a GPU: their results bit by bit, and the model's counts against the
# hardware's counters where ncu is installed.
#   tests/hardware/programs.sh [--results-only]      in the repository's root, after the build
# Says at the end how many give the same bits, how many are within the bounds that programs.txt states for approximate
# functions, and how many have the same counts.
set -uo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
cli=${WARPLENS_CLI:-build/bin/warplens-cli}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
same=0 within=0 counted=0 all=0
while read -r file words; do
    case $file in '#'* | '') continue ;; esac
    all=$((all + 1))
    # shellcheck disable=SC2086  # the words of a line are arguments
    "$cli" check "tests/programs/$file" $words "$@" >"$log" 2>&1
    cat "$log"
    grep -q '^1 of 1 give the same bits' "$log" && same=$((same + 1))
    grep -q ', 1 more are within their bounds' "$log" && within=$((within + 1))
    grep -q ', 1 of 1 the same counts' "$log" && counted=$((counted + 1))
done <tests/programs/programs.txt
printf '\n%s of %s programs give the same bits, %s more are within the bounds of approximate functions' \
    "$same" "$all" "$within"
case " $* " in *" --results-only "*) printf '\n' ;; *) printf ', %s the same counts\n' "$counted" ;; esac
[ $((same + within)) = "$all" ]
