// SPDX-License-Identifier: GPL-3.0-or-later
// Nobody reads a lane that is not there.
extern "C" __global__ void kernel(const float* in, float* out)
{
    unsigned here = threadIdx.x < 32 ? 0xffffffffu : 0xffffu;
    int lane = threadIdx.x % 32, lanes = __popc(here);
    float v = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2) {
        float o = __shfl_down_sync(here, v, d);
        if (lane + d < lanes)
            v += o;
    }
    if (lane == 0)
        out[threadIdx.x / 32] = v;
}
