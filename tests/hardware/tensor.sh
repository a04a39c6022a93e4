#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Holds the model against the GPU's counters for matrices, generic addresses, barriers in memory and copies past L1.
#   tensor.sh [PROGRAM VERB [OPTION...]]     by default: warplens-cli check
here=$(dirname "$0")
[ $# -gt 0 ] || set -- warplens-cli check
file=$here/kernels/tensor.cu
for pitch in 16 32 80 128 144; do
    for kernel in matricesNone matrices1 matrices2 matrices4 matrices4Turned storeMatrices4; do
        "$@" "$file" --kernel $kernel --grid 1 --block 32 --smem 8192 --arg 'u32[128]' --arg i32=$pitch
    done
done
for pitch in 16 24 64 72; do
    for kernel in fragmentARows fragmentAColumns fragmentBRows fragmentBColumns fragmentAccumulator; do
        "$@" "$file" --kernel $kernel --grid 1 --block 32 --smem 8192 --arg 'f32[256]' --arg i32=$pitch
    done
done
for which in 0 1; do
    "$@" "$file" --kernel generic --grid 1 --block 32 --smem 8192 --arg 'u32[128]' --arg i32=$which
done
"$@" "$file" --kernel barrierInMemory --grid 1 --block 32 --smem 64 --arg 'u32[128]'
"$@" "$file" --kernel barrierInMemory --grid 1 --block 128 --smem 64 --arg 'u32[128]'
for pitch in 128 144 160 192 272; do
    "$@" "$file" --kernel copyPast --grid 1 --block 32 --smem 8192 --arg 'u32[32]' --arg 'u32[4096]=random:1' --arg i32=$pitch
    for from in 32 64 512; do
        "$@" "$file" --kernel copyPastRows --grid 1 --block 32 --smem 8192 --arg 'u32[32]' --arg 'u32[16384]=random:1' \
            --arg i32=$pitch --arg i32=$from
    done
done
