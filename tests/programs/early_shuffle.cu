// SPDX-License-Identifier: GPL-3.0-or-later
// Threads past the end return early. Those that go on shuffle under the full mask, and use what they read from one
// another only: what comes from a lane that is gone is thrown away.
extern "C" __global__ void earlyShuffle(const int* in, int* out, int n)
{
    const int i = blockIdx.x * 64 + threadIdx.x;
    if (i >= n)
        return;
    const int below = __shfl_sync(0xffffffff, in[i], threadIdx.x % 32 / 2);
    const int next = __shfl_down_sync(0xffffffff, in[i], 1);
    out[i] = 3 * below + (i + 1 < n && threadIdx.x % 32 != 31 ? next : 0);
}
