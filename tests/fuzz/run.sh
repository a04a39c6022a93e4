#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the fuzzing targets with clang and feeds them for a while, side by side: whatever a text is, the PTX front end
# answers with a program or with a PtxError; whatever bytes are, the reader of machine code with functions or with a
# CubinError; and what reads CUDA C++ finds tokens in order, and for each kernel a launch. A crash, a leak or a hang ends
# it with an error and leaves the input in build-sanitize/found.
#   tests/fuzz/run.sh [SECONDS]      60 where nothing is said
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
seconds=${1:-60}
. cmake/setup.sh
ensure_packages "${build_packages[@]}" "${test_packages[@]}"
configure sanitize build-sanitize
build build-sanitize fuzz_ptx fuzz_cubin fuzz_source

fuzz() { # READER ARGUMENT...
    local reader=$1
    shift
    mkdir -p "build-sanitize/corpus-$reader" build-sanitize/found
    "build-sanitize/bin/fuzz_$reader" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 \
        -artifact_prefix="build-sanitize/found/$reader-" "build-sanitize/corpus-$reader" "$@" >"build-sanitize/$reader.log" 2>&1
}

fuzz ptx -dict=tests/fuzz/ptx.dict tests/fuzz/corpus &
ptx=$!
fuzz source -dict=tests/fuzz/source.dict -max_len=4096 tests/fuzz/source tests/programs kernels/stages/matmul &
source=$!
fuzz cubin -max_len=65536 resources/ptx/matmul/07-tiled resources/ptx/transpose/06-vectorised &
cubin=$!
status=0
for reader in ptx cubin source; do
    wait "${!reader}" || { status=1; tail -n 60 "build-sanitize/$reader.log"; }
    echo "$reader: $(grep '^Done' "build-sanitize/$reader.log" || echo 'found something, see build-sanitize/found')"
done
exit "$status"
