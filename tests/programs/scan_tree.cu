// SPDX-License-Identifier: GPL-3.0-or-later
// Exclusive prefix sum in place: Blelloch's up-sweep and down-sweep.
extern "C" __global__ void scanTree(int* data)
{
    extern __shared__ int tree[];
    const int n = 2 * blockDim.x, t = threadIdx.x;
    int* piece = data + blockIdx.x * n;
    tree[2 * t] = piece[2 * t];
    tree[2 * t + 1] = piece[2 * t + 1];
    int offset = 1;
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d)
            tree[offset * (2 * t + 2) - 1] += tree[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    __syncthreads();
    if (t == 0)
        tree[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            const int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
            const int value = tree[left];
            tree[left] = tree[right];
            tree[right] += value;
        }
    }
    __syncthreads();
    piece[2 * t] = tree[2 * t];
    piece[2 * t + 1] = tree[2 * t + 1];
}
