#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every opcode of every kernel of all cubins of the repository, as our decoder reads it and as NVIDIA's disassembler does; prints how many. Needs no
# GPU: nvdisasm of a CUDA Toolkit from 11.8 on (Debian: nvidia-cuda-toolkit, non-free), in $WARPLENS_NVDISASM, beside nvcc or on $PATH.
set -eu
cd "$(dirname "$0")/../.."
build/bin/why_test --gtest_filter='Nvdisasm.*'
