#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# How far apart multiprocessors get, and what L2 is asked for then: apart.csv and apart-raw.csv (apart.cu says what is in them), and where ncu is
# installed apart-ncu.csv, outer-ncu.csv and outer.csv (products of 12 to 14, outer.txt), merge-ncu.csv (merge.cu), and merge.csv, all in $OUT
# (default: here). Takes two minutes; needs nvcc.
set -u
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../../.." || exit 1
out=${OUT:-.}
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
status=0
for name in apart stages merge; do
    "$nvcc" -O2 -std=c++17 -arch=sm_90 -o "$build/$name" "$here/$name.cu" -lcuda || status=1 &
done
wait
nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.max.sm --format=csv | tee "$out/gpu.csv"
timeout 100 "$build/apart" "$out/apart-raw.csv" > "$out/apart.csv" || status=1
tail -3 "$out/apart.csv"
ncu=$(command -v ncu || ls -d /usr/local/cuda/bin/ncu /opt/nvidia/nsight-compute/*/ncu 2>/dev/null | tail -1 || true)
if [ -n "$ncu" ]; then
    l2=lts__t_sectors_srcunit_tex_op_read.sum,lts__t_requests_srcunit_tex_op_read.sum,l1tex__m_xbar2l1tex_read_sectors.sum,sm__cycles_elapsed.max
    l1=l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum,lts__t_sectors_srcunit_tex.sum
    counted=("$ncu" --csv --page raw --cache-control none --clock-control none)
    timeout 240 "${counted[@]}" -k regex:walk_ --metrics $l2 "$build/apart" > "$out/apart-ncu.csv" || status=1
    timeout 120 "${counted[@]}" --profile-from-start off --metrics "$l2,$l1" "$build/stages" "$here/outer.txt" 3 > "$out/outer-ncu.csv" || status=1
    timeout 120 "${counted[@]}" -k together --metrics "${l2%,sm__*}" "$build/merge" > "$out/merge-ncu.csv" || status=1
fi
timeout 60 "$build/stages" "$here/outer.txt" > "$out/outer.csv" || status=1
timeout 60 "$build/merge" > "$out/merge.csv" || status=1
exit $status
