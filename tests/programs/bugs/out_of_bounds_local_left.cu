// SPDX-License-Identifier: GPL-3.0-or-later
// The stack is emptied once more than it was filled.
extern "C" __global__ void kernel(const int* in, int* out)
{
    int stack[8];
    int top = 0;
    for (int k = 0; k < in[threadIdx.x]; ++k)
        stack[top++] = k;
    int sum = 0;
    for (int k = 0; k <= in[threadIdx.x]; ++k)
        sum += stack[--top]; // BUG
    out[threadIdx.x] = sum;
}
