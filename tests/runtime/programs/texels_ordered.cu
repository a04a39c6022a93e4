// SPDX-License-Identifier: GPL-3.0-or-later
// launches: 4
//
// What looks like texels_race.cu, and is right: what is written is not looked up, though it lies beside that.
#include "check.h"

constexpr int width = 32;

// Rows 0 and 1 are looked up, and row 2 is written.
__global__ void smooth(cudaSurfaceObject_t image, cudaTextureObject_t same) {
    const float x = static_cast<float>(threadIdx.x);
    const float value = tex2D<float>(same, x + 1, 1.0f);
    surf2Dwrite(value, image, threadIdx.x * 4, 2);
}

__global__ void corners(cudaSurfaceObject_t image, cudaTextureObject_t same) {
    const float4 four = tex2Dgather<float4>(same, static_cast<float>(threadIdx.x) + 1, 1, 0);
    surf2Dwrite(four.x + four.y + four.z + four.w, image, threadIdx.x * 4, 3);
}

// Another face is written, and another cube.
__global__ void look(cudaSurfaceObject_t faces, cudaTextureObject_t cube) {
    const float s = (static_cast<float>(threadIdx.x) + 0.5f) / width * 2 - 1;
    const float value = texCubemap<float>(cube, 1.0f, s, 0.0f);
    surf2DLayeredwrite(value, faces, static_cast<int>(threadIdx.x) * 4, width / 2, 1);
}

__global__ void lookIn(cudaSurfaceObject_t faces, cudaTextureObject_t cubes) {
    const float s = (static_cast<float>(threadIdx.x) + 0.5f) / width * 2 - 1;
    const float value = texCubemapLayered<float>(cubes, 1.0f, s, 0.0f, 1);
    surf2DLayeredwrite(value, faces, static_cast<int>(threadIdx.x) * 4, width / 2, 0);
}

struct Both {
    cudaSurfaceObject_t surface;
    cudaTextureObject_t texture;
};
Both shown(cudaArray_t array, cudaTextureFilterMode filter) {
    Both both;
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description{};
    description.filterMode = filter;
    OK(cudaCreateSurfaceObject(&both.surface, &resource));
    OK(cudaCreateTextureObject(&both.texture, &resource, &description, nullptr));
    return both;
}

cudaArray_t arrayOf(cudaExtent extent, unsigned flags) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    OK(cudaMalloc3DArray(&array, &format, extent, flags | cudaArraySurfaceLoadStore));
    static float zeros[width * width * 12];
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(zeros, width * 4, width, extent.height);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(extent.width, extent.height, extent.depth == 0 ? 1 : extent.depth);
    copy.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&copy));
    return array;
}

int main() {
    const Both image = shown(arrayOf(make_cudaExtent(width, 4, 0), cudaArrayTextureGather), cudaFilterModeLinear);
    const Both cube = shown(arrayOf(make_cudaExtent(width, width, 6), cudaArrayCubemap), cudaFilterModePoint);
    const Both cubes =
        shown(arrayOf(make_cudaExtent(width, width, 12), cudaArrayCubemap | cudaArrayLayered), cudaFilterModePoint);
    smooth<<<1, width>>>(image.surface, image.texture);
    corners<<<1, width>>>(image.surface, image.texture);
    look<<<1, width>>>(cube.surface, cube.texture);
    lookIn<<<1, width>>>(cubes.surface, cubes.texture);
    OK(cudaDeviceSynchronize());
}
