// SPDX-License-Identifier: GPL-3.0-or-later
// Accelerations of bodies that attract one another, a tile of them at a time in shared memory.
extern "C" __global__ void nbody(const float4* bodies, float4* accelerations, int n)
{
    __shared__ float4 tile[128];
    const int i = blockIdx.x * 128 + threadIdx.x;
    const float4 me = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
    float ax = 0, ay = 0, az = 0;
    for (int first = 0; first < n; first += 128) {
        tile[threadIdx.x] = first + threadIdx.x < n ? bodies[first + threadIdx.x] : make_float4(0, 0, 0, 0);
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
            const float4 other = tile[j];
            const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
            const float square = dx * dx + dy * dy + dz * dz + 0.01f;
            const float inverse = 1.0f / sqrtf(square);
            const float factor = other.w * inverse * inverse * inverse;
            ax += dx * factor;
            ay += dy * factor;
            az += dz * factor;
        }
        __syncthreads();
    }
    if (i < n)
        accelerations[i] = make_float4(ax, ay, az, 0);
}
