#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What this GPU does at most, and its latencies: ceilings.json in $OUT (default: here). Where ncu is installed, also what it
# takes for the peak of each unit: peaks.csv. Takes a minute; needs nvcc.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${OUT:-.}
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
"$nvcc" -O2 -std=c++17 -arch=native -o "$build/ceilings" "$here/ceilings.cu"
"$build/ceilings" | tee "$out/ceilings.json"
ncu=$(command -v ncu || ls -d /usr/local/cuda/bin/ncu /opt/nvidia/nsight-compute/*/ncu 2>/dev/null | tail -1 || true)
if [ -n "$ncu" ]; then
    metrics=
    for unit in lts__t_sectors lts__t_sectors_srcunit_tex lts__t_bytes l1tex__t_sectors l1tex__data_pipe_lsu_wavefronts \
        l1tex__t_output_wavefronts_pipe_lsu l1tex__lsuin_requests l1tex__m_xbar2l1tex_read_sectors l1tex__m_l1tex2xbar_req_cycles_active \
        sm__inst_executed smsp__inst_executed smsp__inst_executed_pipe_fma smsp__inst_executed_pipe_fmaheavy \
        smsp__inst_executed_pipe_alu smsp__inst_executed_pipe_xu smsp__inst_executed_pipe_lsu sm__inst_executed_pipe_lsu \
        smsp__inst_executed_pipe_fp64 dram__bytes; do
        metrics+=,$unit.sum.peak_sustained
    done
    "$ncu" --csv --kernel-name stream --launch-count 1 --metrics "${metrics#,},dram__cycles_elapsed.avg.per_second,sm__cycles_elapsed.avg.per_second" \
        "$build/ceilings" > "$out/peaks.csv" 2>&1 || echo "ncu did not work: see $out/peaks.csv" >&2
fi
