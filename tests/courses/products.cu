// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products after the courses' descriptions, written by who knows our stages: one thread for each element; tiles
// whose edge is the block's, with checks on load; tiles as a template, unrolled, on matrices padded to whole tiles; a
// column of C in registers (after Volkov), and the same with the tile of A transposed and a row longer by one. Opened as a
// file, each makes the accesses of our stage: courses_test.

extern "C" __global__ void productNaive(const float* a, const float* b, float* c, int n)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n)
        return;
    float s = 0;
    for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
    c[i * n + j] = s;
}

extern "C" __global__ void productDynamic(const float* a, const float* b, float* c, int n)
{
    extern __shared__ float memory[];
    int T = blockDim.x, x = threadIdx.x, y = threadIdx.y;
    float *ta = memory, *tb = memory + T * T;
    int padded = (n + T - 1) / T * T;
    for (int i = blockIdx.y * T + y; i < padded; i += T * gridDim.y)
        for (int j = blockIdx.x * T + x; j < padded; j += T * gridDim.x) {
            float s = 0;
            for (int k0 = 0; k0 < n; k0 += T) {
                ta[y * T + x] = i < n && k0 + x < n ? a[i * n + k0 + x] : 0;
                tb[y * T + x] = k0 + y < n && j < n ? b[(k0 + y) * n + j] : 0;
                __syncthreads();
                for (int k = 0; k < T; k++)
                    s += ta[y * T + k] * tb[k * T + x];
                __syncthreads();
            }
            if (i < n && j < n)
                c[i * n + j] = s;
        }
}

template<int T>
__global__ void productTemplate(const float* a, const float* b, float* c, int padded)
{
    __shared__ float ta[T][T], tb[T][T];
    int x = threadIdx.x, y = threadIdx.y;
    int i = blockIdx.y * T + y, j = blockIdx.x * T + x;
    float s = 0;
    for (int k0 = 0; k0 < padded; k0 += T) {
        ta[y][x] = a[i * padded + k0 + x];
        tb[y][x] = b[(k0 + y) * padded + j];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < T; k++)
            s += ta[y][k] * tb[k][x];
        __syncthreads();
    }
    c[i * padded + j] = s;
}
template __global__ void productTemplate<16>(const float*, const float*, float*, int);
template __global__ void productTemplate<32>(const float*, const float*, float*, int);

// 16 rows of C, 64 columns: each of 64 threads has a column of 16.
extern "C" __global__ void productColumn(const float* a, const float* b, float* c, int padded)
{
    __shared__ float ta[16][32];
    int x = threadIdx.x % 32, y = threadIdx.x / 32;
    int i0 = blockIdx.y * 16, j = blockIdx.x * 64 + threadIdx.x;
    float s[16] = {};
    for (int k0 = 0; k0 < padded; k0 += 32) {
        for (int i = y; i < 16; i += 2)
            ta[i][x] = a[(i0 + i) * padded + k0 + x];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k++) {
            float word = b[(k0 + k) * padded + j];
#pragma unroll
            for (int i = 0; i < 16; i++)
                s[i] += ta[i][k] * word;
        }
        __syncthreads();
    }
    for (int i = 0; i < 16; i++)
        c[(i0 + i) * padded + j] = s[i];
}

extern "C" __global__ void productTransposed(const float* a, const float* b, float* c, int padded)
{
    __shared__ float ta[32][16 + 1];
    int x = threadIdx.x % 32, y = threadIdx.x / 32;
    int i0 = blockIdx.y * 16, j = blockIdx.x * 64 + threadIdx.x;
    float s[16] = {};
    for (int k0 = 0; k0 < padded; k0 += 32) {
        for (int i = y; i < 16; i += 2)
            ta[x][i] = a[(i0 + i) * padded + k0 + x];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k++) {
            float word = b[(k0 + k) * padded + j];
#pragma unroll
            for (int i = 0; i < 16; i++)
                s[i] += ta[k][i] * word;
        }
        __syncthreads();
    }
    for (int i = 0; i < 16; i++)
        c[(i0 + i) * padded + j] = s[i];
}
