#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the fuzzing target with clang and feeds it for a while: whatever a text is, the PTX front end answers with a
# program or with a PtxError. A crash, a leak or a hang ends it with an error and leaves the text in build-fuzz/found.
#   tests/fuzz/run.sh [SECONDS]      60 where nothing is said
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
seconds=${1:-60}
. cmake/setup.sh
ensure_packages "${build_packages[@]}" "${test_packages[@]}"
configure fuzz build-fuzz
build build-fuzz fuzz_ptx
mkdir -p build-fuzz/corpus build-fuzz/found
build-fuzz/bin/fuzz_ptx -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 \
    -dict=tests/fuzz/ptx.dict -artifact_prefix=build-fuzz/found/ build-fuzz/corpus tests/fuzz/corpus
