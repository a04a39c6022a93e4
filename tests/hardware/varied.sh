#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Holds the model against the GPU's counters for kernels that are no stages.
#   varied.sh [PROGRAM VERB [OPTION...]]     by default: warplens-cli check
here=$(dirname "$0")
[ $# -gt 0 ] || set -- warplens-cli check
file=$here/kernels/varied.cu
"$@" "$file" --kernel transpose --grid 8,8 --block 32,8 --arg 'f32[65536]=zeros' --arg 'f32[65536]=random:1' --arg i32=256
"$@" "$file" --kernel transposePadded --grid 8,8 --block 32,8 --arg 'f32[65536]=zeros' --arg 'f32[65536]=random:1' --arg i32=256
"$@" "$file" --kernel treeDoubling --grid 40 --block 256 --arg 'i32[40]=zeros' --arg 'i32[10000]=random:2' --arg i32=10000
"$@" "$file" --kernel histogram --grid 16 --block 128 --arg 'u32[64]=zeros' --arg 'u32[50000]=random:3' --arg i32=50000
"$@" "$file" --kernel streamWide --grid 20 --block 128 --arg 'f32[40020]=zeros' --arg 'f32[40020]=random:1' --arg 'f32[40020]=random:2' --arg i32=10005
"$@" "$file" --kernel sharedVectors --grid 1 --block 251 --arg 'f32[256]=zeros' --arg 'f32[2048]=random:1' --arg i32=3
"$@" "$file" --kernel narrow --grid 30 --block 256 --arg 'u8[9000]=zeros' --arg 'u8[9000]=random:1' --arg 'u16[256]=random:2' --arg i32=301
"$@" "$file" --kernel structures --grid 33 --block 96 --arg 'f32[3100]=zeros' --arg 'f32[9300]=random:1' --arg i32=3100
"$@" "$file" --kernel doubles --grid 1 --block 16,16 --arg 'f64[256]=zeros' --arg 'f64[256]=random:1'
