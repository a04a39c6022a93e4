// SPDX-License-Identifier: GPL-3.0-or-later
// A step of k-means: every point to its nearest centre, and the sums for the new centres in fixed point.
extern "C" __global__ void kmeans(const float2* points, const float2* centres, int* nearest, long long* sums, int* counts, int n, int k)
{
    extern __shared__ float2 near[];
    for (int c = threadIdx.x; c < k; c += blockDim.x)
        near[c] = centres[c];
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float2 p = points[i];
    float best = 1e30f;
    int which = 0;
    for (int c = 0; c < k; ++c) {
        const float dx = p.x - near[c].x, dy = p.y - near[c].y, d = dx * dx + dy * dy;
        if (d < best) {
            best = d;
            which = c;
        }
    }
    nearest[i] = which;
    atomicAdd((unsigned long long*)&sums[2 * which], (unsigned long long)(long long)(p.x * 65536.0f));
    atomicAdd((unsigned long long*)&sums[2 * which + 1], (unsigned long long)(long long)(p.y * 65536.0f));
    atomicAdd(&counts[which], 1);
}
