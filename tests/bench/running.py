#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What `run` costs beside the emulation: how long our runtime needs to start, and the same launch in a program and by itself.

usage: running.py WARPLENS_CLI [--pairs 5]      (needs nvcc)

The first: processor time of a program that asks for a device's memory, with our libraries in place of NVIDIA's, less what it takes
without CUDA. The second: a matrix product is kept as it was in its program (`run --keep`); then `run` and `simulate` of what was
kept take turns, each less the same with a product too small to count; one thread, nothing watched. Exit code 1 where the first
is over 50 ms, or the ratio over 1.1.
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

PROGRAM = r"""
#include <cstdlib>
__global__ void product(const float* a, const float* b, float* c, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; ++k)
        sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
}
int main(int count, char** arguments) {
    const int n = count > 1 ? std::atoi(arguments[1]) : 0;
    float* a;
    if (n < 0)
        return 0; // without CUDA
    if (cudaMalloc(&a, (3 * size_t(n) * n + 1) * sizeof(float)) != cudaSuccess)
        return 1;
    cudaMemset(a, 0, 3 * size_t(n) * n * sizeof(float));
    if (n != 0)
        product<<<dim3(n / 32, n / 32), dim3(32, 32)>>>(a, a + size_t(n) * n, a + 2 * size_t(n) * n, n);
    return cudaDeviceSynchronize() != cudaSuccess;
}
"""
SMALL, LARGE = 32, 512
MOST_START, MOST_RATIO = 0.05, 1.1


def took(command, **more):
    """Seconds of the processor, with all that it has started and waited for."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **more)
    said = child.stderr.read().decode()
    _, status, used = os.wait4(child.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"{' '.join(command)}: {said}")
    return used.ru_utime + used.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli", type=pathlib.Path)
    parser.add_argument("--pairs", type=int, default=5)
    options = parser.parse_args()
    cli = os.fspath(options.cli.resolve())
    with tempfile.TemporaryDirectory() as folder:
        program = folder + "/product"
        pathlib.Path(program + ".cu").write_text(PROGRAM)
        subprocess.run(["nvcc", "-cudart", "shared", "-lineinfo", "-arch=sm_90", "-o", program, program + ".cu"], check=True)
        libraries = options.cli.resolve().parent.parent / "lib/cuda"
        ours = {**os.environ, "LD_LIBRARY_PATH": os.fspath(libraries)}
        took([program, "0"], env=ours)
        starts = [took([program, "0"], env=ours) - took([program, "-1"]) for _ in range(options.pairs)]
        start = statistics.median(starts)
        print(f"start of the runtime, until the first cudaMalloc has returned: {1000 * start:.0f} ms of the processor "
              f"({1000 * min(starts):.0f} to {1000 * max(starts):.0f})")
        kept = {}
        for n in (SMALL, LARGE):
            subprocess.run([cli, "run", "--quiet", "--check", "0", "--keep", f"{folder}/{n}", program, "--", str(n)],
                           check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            kept[n] = os.fspath(next(pathlib.Path(f"{folder}/{n}").iterdir()))
        run = [cli, "run", "--quiet", "--check", "0", "--threads", "1", program, "--"]
        alone = [cli, "simulate", "--check-blocks", "0", "--threads", "1"]
        few = [statistics.median(took(each) for _ in range(3)) for each in (run + [str(SMALL)], alone + [kept[SMALL]])]
        pairs = [(took(run + [str(LARGE)]) - few[0], took(alone + [kept[LARGE]]) - few[1]) for _ in range(options.pairs)]
        ratio = statistics.median(a / b for a, b in pairs)
        print(f"a product at {LARGE}: {statistics.median(a for a, _ in pairs):.2f} s in its program, "
              f"{statistics.median(b for _, b in pairs):.2f} s by itself, ratio {ratio:.2f} "
              f"({min(a / b for a, b in pairs):.2f} to {max(a / b for a, b in pairs):.2f})")
    return 1 if start > MOST_START or ratio > MOST_RATIO else 0


if __name__ == "__main__":
    sys.exit(main())
