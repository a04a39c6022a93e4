#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What a persisting window of L2 brings on this GPU (compute capability 8.0 and later): l2_window.csv in $OUT (default:
# here), with the device, the driver and the day in its first lines. Takes half a minute; needs nvcc.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${OUT:-.}
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
"$nvcc" -O2 -std=c++17 -arch=native -o "$build/l2_window" "$here/l2_window.cu"
{
    driver=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -n 1)
    printf '# driver %s, %s\n' "$driver" "$(date -u +%F)"
    "$build/l2_window"
} | tee "$out/l2_window.csv"
