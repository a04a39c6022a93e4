// SPDX-License-Identifier: GPL-3.0-or-later
// What a kernel sees through a surface, or a texture, of what it has written itself: nvcc -arch=native -rdc=true surface_order.cu && ./a.out
// The programming guide calls all of it undefined. Each place is read first, so that a cache may keep what was there; then it is
// written, an order follows, and it is read again: how many of the second reads saw what was there before.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;
constexpr int width = 256, height = 256, rounds = 64;

enum class Reader { Surface, Texture };

/// The writer is the reader's own block (a neighbour in it), or another one.
template<Reader reader, bool otherBlock>
__global__ void order(cudaSurfaceObject_t surface, cudaTextureObject_t texture, unsigned* stale) {
    const int x = threadIdx.x, y = blockIdx.x;
    const int readX = otherBlock ? x : (x + 77) % width, readY = otherBlock ? (y + 131) % height : y;
    unsigned old = 0;
    for (unsigned round = 1; round <= rounds; ++round) {
        unsigned before = 0, after = 0;
        if (reader == Reader::Surface)
            surf2Dread(&before, surface, readX * 4, readY);
        else
            before = tex2D<unsigned>(texture, readX + 0.5f, readY + 0.5f);
        if (otherBlock)
            cg::this_grid().sync();
        else
            __syncthreads();
        surf2Dwrite(round + (before & 0), surface, x * 4, y);
        __threadfence();
        if (otherBlock)
            cg::this_grid().sync();
        else
            __syncthreads();
        if (reader == Reader::Surface)
            surf2Dread(&after, surface, readX * 4, readY);
        else
            after = tex2D<unsigned>(texture, readX + 0.5f, readY + 0.5f);
        old += after != round;
        if (otherBlock)
            cg::this_grid().sync();
        else
            __syncthreads();
    }
    atomicAdd(stale, old);
}

template<Reader reader, bool otherBlock>
void ask(const char* what, cudaSurfaceObject_t surface, cudaTextureObject_t texture) {
    unsigned* stale;
    cudaMallocManaged(&stale, sizeof *stale);
    *stale = 0;
    void* arguments[] = {&surface, &texture, &stale};
    cudaLaunchCooperativeKernel(order<reader, otherBlock>, height, width, arguments);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s: %u of %u reads saw what was there before (%s)\n", what, *stale, width * height * rounds,
                cudaGetErrorName(error));
    cudaFree(stale);
}

int main() {
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, 0);
    std::printf("%s\n", properties.name);
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned>();
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    cudaMallocArray(&resource.res.array.array, &format, width, height, cudaArraySurfaceLoadStore);
    cudaSurfaceObject_t surface;
    cudaCreateSurfaceObject(&surface, &resource);
    cudaTextureDesc description{};
    cudaTextureObject_t texture;
    cudaCreateTextureObject(&texture, &resource, &description, nullptr);
    ask<Reader::Surface, false>("surface, own block", surface, texture);
    ask<Reader::Surface, true>("surface, another block", surface, texture);
    ask<Reader::Texture, false>("texture, own block", surface, texture);
    ask<Reader::Texture, true>("texture, another block", surface, texture);
}
