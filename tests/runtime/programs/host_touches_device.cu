// SPDX-License-Identifier: GPL-3.0-or-later
// The host's code reads the device's memory: that crashes, as with a GPU, and one sentence says why.
// exit: 139
// tells: the program's own code (not a kernel) touches
// tells: which is the device's memory: the 4096 bytes from cudaMalloc (memory 1). Copy it with cudaMemcpy
#include "check.h"

int main() {
    int* p;
    OK(cudaMalloc(&p, 4096));
    std::printf("%d\n", p[5]);
}
