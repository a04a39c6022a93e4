#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Of what measure.sh measures, the three that are youngest: rows.csv, code.csv (instruction caches), and sharing.csv with what ncu
# counts of it (sharing-ncu.csv), all in $OUT (default: here). Takes a minute; needs nvcc, and ncu for the last.
set -u
here=$(cd "$(dirname "$0")" && pwd)
out=${OUT:-.}
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
status=0
for name in rows code sharing; do
    "$nvcc" -O2 -std=c++17 -arch=native -o "$build/$name" "$here/$name.cu" || status=1 &
done
wait
nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.mem,clocks.max.sm --format=csv | tee "$out/gpu.csv"
timeout 60 "$build/rows" > "$out/rows.csv" || status=1
timeout 60 "$build/code" > "$out/code.csv" || status=1
timeout 60 "$build/sharing" > "$out/sharing.csv" || status=1
ncu=$(command -v ncu || ls -d /usr/local/cuda/bin/ncu /opt/nvidia/nsight-compute/*/ncu 2>/dev/null | tail -1 || true)
if [ -n "$ncu" ]; then
    timeout 240 "$ncu" --csv --page raw --cache-control none --clock-control none -k walk \
        --metrics lts__t_sectors_srcunit_tex_op_read.sum,sm__cycles_elapsed.max "$build/sharing" > "$out/sharing-ncu.csv" || status=1
fi
exit $status
