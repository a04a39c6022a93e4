#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Who finds what: the planted bugs of tests/programs/bugs shown to the emulator and to NVIDIA's compute-sanitizer.
#   tests/hardware/sanitizer.sh      in the repository's root, after the build, on a machine with a GPU
# Prints a table: the bug, what Warplens calls it, and which of the sanitizer's tools say anything.
set -uo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
cli=$(readlink -f "${WARPLENS_CLI:-build/bin/warplens-cli}")
sanitizer=${COMPUTE_SANITIZER:-$(command -v compute-sanitizer || echo /usr/local/cuda/bin/compute-sanitizer)}
seconds=${SECONDS_EACH:-40}
printf '%-24s %-20s %-10s %-10s %-10s %-10s\n' bug warplens memcheck racecheck initcheck synccheck
while read -r kind file words; do
    case $kind in '#'* | '') continue ;; esac
    # shellcheck disable=SC2086
    found=$("$cli" simulate "tests/programs/bugs/$file" $words --json - 2>/dev/null |
        sed -n 's/.*"kind": *"\([a-z-]*\)".*/\1/p' | sort -u | tr '\n' ' ')
    printf '%-24s %-20s' "${file%.cu}" "${found:-nothing}"
    for tool in memcheck racecheck initcheck synccheck; do
        # shellcheck disable=SC2086
        log=$(timeout "$seconds" "$sanitizer" --tool "$tool" --target-processes all \
            "$cli" check "tests/programs/bugs/$file" $words --results-only 2>&1)
        status=$?
        if [ $status -ge 124 ]; then
            answer=hangs
        elif grep -Eq 'ERROR SUMMARY: [1-9]|RACECHECK SUMMARY: [1-9]' <<<"$log"; then
            answer=found
        elif grep -Eq 'ERROR SUMMARY|RACECHECK SUMMARY' <<<"$log"; then
            answer=-
        else
            answer='?'
        fi
        printf ' %-10s' "$answer"
    done
    printf '\n'
done <tests/programs/bugs/bugs.txt
