#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What sim/time is made from and compared with, on this GPU (what belongs to the GPU alone: calibrate.sh): queues.csv, dispatch.csv, drift.csv, loaded.csv, depth.csv, pieces.csv,
# rows.csv, fills.csv, code.csv, sharing.csv, the times of stages.txt, or of $LIST (stages.csv), and where ncu is installed what warps of these wait for (stalls.csv)
# and what sharing.cu makes L2 read (sharing-ncu.csv), all in $OUT (default: here).
# Takes a minute; needs nvcc.
set -u
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../../.." || exit 1
out=${OUT:-.}
list=${LIST:-$here/stages.txt}
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
status=0
for name in queues dispatch drift stages loaded depth pieces rows fills code sharing; do
    "$nvcc" -O2 -std=c++17 -arch=native -o "$build/$name" "$here/$name.cu" -lcuda || status=1 &
done
wait
nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.mem,clocks.max.sm --format=csv | tee "$out/gpu.csv"
timeout 100 "$build/queues" > "$out/queues.csv" || status=1
timeout 60 "$build/dispatch" > "$out/dispatch.csv" || status=1
timeout 60 "$build/drift" > "$out/drift.csv" || status=1
timeout 60 "$build/stages" "$list" > "$out/stages.csv" || status=1
timeout 60 "$build/loaded" > "$out/loaded.csv" || status=1
timeout 30 "$build/depth" > "$out/depth.csv" || status=1
timeout 60 "$build/pieces" > "$out/pieces.csv" || status=1
timeout 60 "$build/rows" > "$out/rows.csv" || status=1
timeout 60 "$build/fills" > "$out/fills.csv" || status=1
timeout 60 "$build/code" > "$out/code.csv" || status=1
timeout 60 "$build/sharing" > "$out/sharing.csv" || status=1
ncu=$(command -v ncu || ls -d /usr/local/cuda/bin/ncu /opt/nvidia/nsight-compute/*/ncu 2>/dev/null | tail -1 || true)
if [ -n "$ncu" ]; then
    metrics='smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio,smsp__average_warps_issue_stalled_branch_resolving_per_issue_active.ratio,smsp__average_warps_issue_stalled_dispatch_stall_per_issue_active.ratio,smsp__average_warps_issue_stalled_drain_per_issue_active.ratio,smsp__average_warps_issue_stalled_gmma_per_issue_active.ratio,smsp__average_warps_issue_stalled_imc_miss_per_issue_active.ratio,smsp__average_warps_issue_stalled_lg_throttle_per_issue_active.ratio,smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio,smsp__average_warps_issue_stalled_math_pipe_throttle_per_issue_active.ratio,smsp__average_warps_issue_stalled_membar_per_issue_active.ratio,smsp__average_warps_issue_stalled_mio_throttle_per_issue_active.ratio,smsp__average_warps_issue_stalled_misc_per_issue_active.ratio,smsp__average_warps_issue_stalled_no_instruction_per_issue_active.ratio,smsp__average_warps_issue_stalled_not_selected_per_issue_active.ratio,smsp__average_warps_issue_stalled_selected_per_issue_active.ratio,smsp__average_warps_issue_stalled_short_scoreboard_per_issue_active.ratio,smsp__average_warps_issue_stalled_sleeping_per_issue_active.ratio,smsp__average_warps_issue_stalled_tex_throttle_per_issue_active.ratio,smsp__average_warps_issue_stalled_wait_per_issue_active.ratio,smsp__issue_active.avg,smsp__cycles_active.avg,sm__cycles_elapsed.max'
    metrics+=',gpu__time_duration.sum,smsp__inst_executed.sum,sm__warps_active.avg.per_cycle_active'
    for counter in l1tex__t_requests_pipe_lsu_mem_global_op_ld l1tex__t_sectors_pipe_lsu_mem_global_op_ld \
        l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_miss \
        l1tex__m_xbar2l1tex_read_sectors l1tex__m_l1tex2xbar_req_cycles_active l1tex__data_pipe_lsu_wavefronts \
        l1tex__data_pipe_lsu_wavefronts_mem_shared l1tex__lsuin_requests l1tex__lsu_writeback_active \
        l1tex__data_bank_reads l1tex__data_bank_writes l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_ld \
        lts__t_sectors_srcunit_tex lts__t_sectors_srcunit_tex_op_read lts__t_sectors_srcunit_tex_lookup_hit \
        lts__t_requests_srcunit_tex_op_read lts__t_sectors dram__bytes_read dram__bytes_write; do
        metrics+=",$counter.sum"
    done
    timeout 240 "$ncu" --csv --page raw --cache-control none --clock-control none --profile-from-start off \
        --metrics "$metrics" "$build/stages" "$list" > "$out/stalls.csv" 2> "$out/stalls.log" || status=1
    timeout 240 "$ncu" --csv --page raw --cache-control none --clock-control none -k walk \
        --metrics lts__t_sectors_srcunit_tex_op_read.sum,sm__cycles_elapsed.max "$build/sharing" > "$out/sharing-ncu.csv" || status=1
    tail -c 2000 "$out/stalls.csv" | cut -c 1-400
fi
exit $status
