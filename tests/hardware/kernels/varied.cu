// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels that are no stages: each asks something of the model that the stages do not. Launched by tests/hardware/varied.sh.

// Rows of 32 threads copy a tile through shared memory and write it transposed.
template<int PAD>
__device__ void transposeTile(float* out, const float* in, int n) {
    __shared__ float tile[32][32 + PAD];
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int r = 0; r < 32; r += 8)
        tile[threadIdx.y + r][threadIdx.x] = in[(y + r) * n + x];
    __syncthreads();
    const int u = blockIdx.y * 32 + threadIdx.x, v = blockIdx.x * 32 + threadIdx.y;
    for (int r = 0; r < 32; r += 8)
        out[(v + r) * n + u] = tile[threadIdx.x][threadIdx.y + r];
}
extern "C" __global__ void transpose(float* out, const float* in, int n) { transposeTile<0>(out, in, n); }
extern "C" __global__ void transposePadded(float* out, const float* in, int n) { transposeTile<1>(out, in, n); }

// A tree whose active threads are scattered: strided shared accesses, masks that thin out.
extern "C" __global__ void treeDoubling(int* out, const int* in, int n) {
    __shared__ int part[256];
    const unsigned t = threadIdx.x, i = blockIdx.x * 256 + t;
    part[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned s = 1; s < 256; s *= 2) {
        const unsigned k = 2 * s * t;
        if (k < 256)
            part[k] += part[k + s];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = part[0];
}

// Counts values into bins: shared atomics with conflicts, then global ones.
extern "C" __global__ void histogram(unsigned* bins, const unsigned* values, int n) {
    __shared__ unsigned mine[64];
    if (threadIdx.x < 64)
        mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[values[i] >> 26], values[i] & 3);
    __syncthreads();
    if (threadIdx.x < 64)
        atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

// Streams with the widest accesses, the last ones under a mask.
extern "C" __global__ void streamWide(float4* out, const float4* a, const float4* b, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const float4 x = a[i], y = b[i];
        out[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
    }
}

// Shared vectors read in several orders: broadcast in pairs, strides, a partial last warp.
extern "C" __global__ void sharedVectors(float* out, const float* in, int stride) {
    __shared__ float4 quad[512];
    __shared__ float2 twin[512];
    const unsigned t = threadIdx.x;
    for (unsigned i = t; i < 512; i += blockDim.x) {
        quad[i] = make_float4(in[i], in[i + 512], in[i + 1024], in[i + 1536]);
        twin[i] = make_float2(in[i], in[i + 512]);
    }
    __syncthreads();
    float4 q = quad[t / 2];
    const float4 r = quad[t * stride % 512], s = quad[t / 8 * 3];
    float2 d = twin[t / 4], e = twin[t * stride % 512];
    if (t % 3 != 0) {
        const float4 m = quad[t / 4 * 2 + (t & 1)];
        q.x += m.x * m.y - m.z * m.w;
    }
    if (t % 5 < 2) {
        const float4 m = quad[t / 2];
        q.y += m.x * m.y - m.z * m.w;
    }
    out[t] = q.x + q.y + q.z + q.w + r.x * r.y + r.z * r.w + s.x * s.y + s.z * s.w + d.x * d.y + e.x * e.y;
}

// Bytes and halves, misaligned rows.
extern "C" __global__ void narrow(unsigned char* out, const unsigned char* in, const unsigned short* table, int pitch) {
    __shared__ unsigned short look[256];
    look[threadIdx.x] = table[threadIdx.x];
    __syncthreads();
    const unsigned i = blockIdx.x * pitch + threadIdx.x;
    out[i] = (unsigned char)(look[in[i]] >> 3);
}

// A structure of three floats, by lanes and by fields.
struct Point {
    float x, y, z;
};
extern "C" __global__ void structures(float* length, const Point* points, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const Point p = points[i];
        length[i] = sqrtf(p.x * p.x + p.y * p.y + p.z * p.z);
    }
}

// Doubles in shared memory, rows of 33.
extern "C" __global__ void doubles(double* out, const double* in) {
    __shared__ double tile[16][17];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * 16 + x];
    __syncthreads();
    double sum = 0;
    for (int k = 0; k < 16; ++k)
        sum += tile[k][y] * tile[x][k];
    out[y * 16 + x] = sum;
}
