#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What this GPU does at most, and its latencies, by `warplens-cli calibrate`: calibration.json, for resources/calibrations, and compared.json,
# how far each figure is from the one that is kept, in $OUT (default: here). Builds nothing: $CLI is the program (default:
# build/bin/warplens-cli), with warplens-gpu beside it. Needs NVRTC on this machine; takes less than a minute. It is done twice, so that the second
# run, compared with the first, tells what is chance. Where ncu is installed and PEAKS=1, also what it takes for the peak of each unit: peaks.csv.
set -u
cd "$(dirname "$0")/../../.." || exit 1
out=${OUT:-.}
cli=${CLI:-build/bin/warplens-cli}
status=0
timeout 80 "$cli" calibrate --to "$out/calibration.json" --json "$out/compared.json" 2> "$out/calibrate.log" || { status=1; tail -3 "$out/calibrate.log" >&2; }
[ $status = 0 ] || exit 1
echo "once more, compared with the first time:"
timeout 80 "$cli" calibrate --against "$out/calibration.json" --json "$out/again.json" 2>> "$out/calibrate.log" | tail -1 || status=1
ncu=$(command -v ncu || ls -d /usr/local/cuda/bin/ncu /opt/nvidia/nsight-compute/*/ncu 2>/dev/null | tail -1 || true)
if [ -n "$ncu" ] && [ "${PEAKS:-0}" = 1 ]; then
    metrics=
    for unit in lts__t_sectors lts__t_sectors_srcunit_tex lts__t_bytes l1tex__t_sectors l1tex__data_pipe_lsu_wavefronts \
        l1tex__t_output_wavefronts_pipe_lsu l1tex__lsuin_requests l1tex__m_xbar2l1tex_read_sectors l1tex__m_l1tex2xbar_req_cycles_active \
        sm__inst_executed smsp__inst_executed smsp__inst_executed_pipe_fma smsp__inst_executed_pipe_fmaheavy \
        smsp__inst_executed_pipe_alu smsp__inst_executed_pipe_xu smsp__inst_executed_pipe_lsu sm__inst_executed_pipe_lsu \
        smsp__inst_executed_pipe_fp64 dram__bytes; do
        metrics+=,$unit.sum.peak_sustained
    done
    timeout 120 "$ncu" --csv --target-processes all --kernel-name bench_stream --launch-count 1 \
        --metrics "${metrics#,},dram__cycles_elapsed.avg.per_second,sm__cycles_elapsed.avg.per_second" \
        "$cli" calibrate > "$out/peaks.csv" 2>&1 || echo "ncu did not work: see $out/peaks.csv" >&2
fi
exit $status
