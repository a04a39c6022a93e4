#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Compiles the summit and other versions of it, says how many of the machine instructions in the loop are products, and,
# where there is a GPU, times them against cuBLAS. A version is a .cu like the stage's: same kernel, same launch.
#   tests/hardware/summit_tuning/run.sh FOLDER [VERSION.cu...]     in the repository's root; FOLDER is for what is built
set -eu
if [ $# -lt 1 ]; then
    echo "usage: tests/hardware/summit_tuning/run.sh FOLDER [VERSION.cu...]" >&2
    exit 2
fi
out=$1
shift
here=$(dirname "$0")
cuda=${CUDA_HOME:-/usr/local/cuda}
PATH="$cuda/bin:$PATH"
mkdir -p "$out"
[ $# -gt 0 ] || set -- kernels/stages/matmul/20-summit.cu
versions=
for file; do
    for slices in 1 2 4 8 16 32; do
        name=$(basename "$file" .cu)-$slices
        nvcc -cubin -arch=sm_90 -std=c++17 -lineinfo -DSLICES="$slices" -o "$out/$name.cubin" "$file"
        versions="$versions $name:$out/$name.cubin:$slices"
    done
done
python3 "$here/issue_share.py" "$out"/*.cubin
"${CXX:-g++}" -O2 -std=c++17 -I"$cuda/include" -o "$out/time_versions" "$here/time_versions.cpp" \
    -L"$cuda/lib64" -lcudart_static -ldl -lpthread -lrt
if [ -e /dev/nvidiactl ]; then
    # shellcheck disable=SC2086  # a word for each version
    LD_LIBRARY_PATH="$cuda/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" \
        "$out/time_versions" "${ROUNDS:-15}" "${SIZES:-1024,2048,4096,8192}" $versions
fi
