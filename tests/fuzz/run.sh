#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the fuzzing targets with clang and feeds them for a while, two at a time: whatever a file, a table, a link or an
# answer is, its reader answers with what it says or with an error of its own kind. A crash, a leak or a hang ends it with
# an error and leaves the input in build-sanitize/found. readers.txt beside this has the readers.
#   tests/fuzz/run.sh [SECONDS [READER...]]      60 seconds each, and all, where nothing is said
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
seconds=${1:-60}
wanted=("${@:2}")
. cmake/setup.sh
ensure_packages "${build_packages[@]}" "${test_packages[@]}"
configure sanitize build-sanitize
if [ ${#wanted[@]} = 0 ]; then build build-sanitize fuzzers; else build build-sanitize "${wanted[@]/#/fuzz_}"; fi

# What stands in a table of its own: name, room, options, seeds.
rows=()
while IFS='|' read -r name _ options seeds; do
    name=${name// /}
    [[ $name == \#* || -z $name ]] && continue
    [ ${#wanted[@]} = 0 ] || [[ " ${wanted[*]} " == *" $name "* ]] || continue
    rows+=("$name|$options|$seeds")
done <tests/fuzz/readers.txt

fuzz() { # NAME|OPTIONS|SEEDS
    local reader options seeds
    IFS='|' read -r reader options seeds <<<"$1"
    mkdir -p "build-sanitize/corpus-$reader" build-sanitize/found
    # shellcheck disable=SC2086 # lists of words
    if build-sanitize/bin/fuzz_$reader -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 \
        -artifact_prefix="build-sanitize/found/$reader-" $options "build-sanitize/corpus-$reader" $seeds \
        >"build-sanitize/$reader.log" 2>&1; then
        echo "$reader: $(grep '^Done' "build-sanitize/$reader.log")"
    else
        tail -n 60 "build-sanitize/$reader.log"
        echo "$reader: found something, see build-sanitize/found"
        return 1
    fi
}

# What has no defined result ends it, too.
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
status=0
for row in "${rows[@]}"; do
    while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n || status=1; done
    fuzz "$row" &
done
while [ -n "$(jobs -p)" ]; do wait -n || { code=$?; [ $code = 127 ] && break; status=1; }; done
exit "$status"
