// SPDX-License-Identifier: GPL-3.0-or-later
// output: all as it should be
// tells: cudaMalloc3DArray: a cube of 4 x 8 x 6 elements
// tells: cudaMalloc3DArray: a cube of 4 x 4 x 5 elements
// tells: a cube of 4 x 4 x 8 elements: its faces are square, and there are six of each cube
//
// Textures of cubes against the table of the CUDA C++ Programming Guide, "Cubemap Textures": a direction's largest component says
// which face, the others where on it. Surfaces show the faces as layers.
#include "check.h"

#include <cmath>
#include <vector>

static const int width = 8, cubes = 3;

struct Direction {
    float x, y, z;
    int layer;
};

__global__ void readCube(cudaTextureObject_t t, const Direction* at, float* to, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = texCubemap<float>(t, at[i].x, at[i].y, at[i].z);
}
__global__ void readCubes(cudaTextureObject_t t, const Direction* at, float* to, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = texCubemapLayered<float>(t, at[i].x, at[i].y, at[i].z, at[i].layer);
}
__global__ void turned(cudaSurfaceObject_t s) {
    const int x = threadIdx.x, y = threadIdx.y, face = blockIdx.x;
    float value;
    surfCubemapread(&value, s, x * 4, y, face);
    surfCubemapwrite(-value, s, x * 4, y, face);
}
__global__ void turnedLayers(cudaSurfaceObject_t s) {
    const int x = threadIdx.x, y = threadIdx.y, layerFace = blockIdx.x;
    float value;
    surfCubemapLayeredread(&value, s, x * 4, y, layerFace);
    surfCubemapLayeredwrite(-value, s, x * 4, y, layerFace);
}

/// The direction of a place on a face, s and t from -1 to 1, by the table read backwards.
static Direction directionOf(int face, float s, float t, float length) {
    const float l = length;
    switch (face) {
    case 0:
        return {l, -t * l, -s * l, 0};
    case 1:
        return {-l, -t * l, s * l, 0};
    case 2:
        return {s * l, l, t * l, 0};
    case 3:
        return {s * l, -l, -t * l, 0};
    case 4:
        return {s * l, -t * l, l, 0};
    default:
        return {-s * l, -t * l, -l, 0};
    }
}

struct Seen {
    Direction at;
    float want;
};

/// Middles of texels, and with a linear filter places half way between two of a row, or of a column.
static std::vector<Seen> seenOf(const std::vector<float>& values, bool linear) {
    std::vector<Seen> all;
    for (int layer = 0; layer < cubes; ++layer)
        for (int face = 0; face < 6; ++face)
            for (int y = 0; y < width; ++y)
                for (int x = 0; x < width; ++x) {
                    const float* const faceValues = &values[(layer * 6 + face) * width * width];
                    const float s = (2 * x + 1) / float(width) - 1, t = (2 * y + 1) / float(width) - 1;
                    Direction at = directionOf(face, s, t, 1.0f + layer);
                    at.layer = layer;
                    all.push_back({at, faceValues[y * width + x]});
                    if (!linear || x + 1 == width)
                        continue;
                    at = directionOf(face, s + 1.0f / width, t, 4.0f);
                    at.layer = layer;
                    all.push_back({at, (faceValues[y * width + x] + faceValues[y * width + x + 1]) / 2});
                }
    return all;
}

static cudaTextureObject_t textureOf(cudaArray_t array, cudaTextureFilterMode filter) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description = {};
    description.filterMode = filter;
    description.normalizedCoords = 1;
    for (cudaTextureAddressMode& each : description.addressMode)
        each = cudaAddressModeWrap;
    cudaTextureObject_t texture;
    OK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    return texture;
}

static void fill(cudaArray_t array, const std::vector<float>& values, int slices, cudaMemcpyKind kind, void* host) {
    cudaMemcpy3DParms copy = {};
    const cudaPitchedPtr plain = make_cudaPitchedPtr(host ? host : (void*)values.data(), width * 4, width, width);
    if (kind == cudaMemcpyHostToDevice) {
        copy.srcPtr = plain;
        copy.dstArray = array;
    } else {
        copy.dstPtr = plain;
        copy.srcArray = array;
    }
    copy.extent = make_cudaExtent(width, width, slices);
    copy.kind = kind;
    OK(cudaMemcpy3D(&copy));
}

static void look(bool layered) {
    std::vector<float> values(cubes * 6 * width * width);
    for (size_t i = 0; i < values.size(); ++i)
        values[i] = float(i * 7 % 256); // halves of sums are exact
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    const int slices = layered ? 6 * cubes : 6;
    cudaArray_t array;
    OK(cudaMalloc3DArray(&array, &format, make_cudaExtent(width, width, slices),
                         cudaArrayCubemap | cudaArraySurfaceLoadStore | (layered ? cudaArrayLayered : 0)));
    fill(array, values, slices, cudaMemcpyHostToDevice, nullptr);
    int wrong = 0;
    for (const cudaTextureFilterMode filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
        std::vector<Seen> seen = seenOf(values, filter == cudaFilterModeLinear);
        if (!layered)
            seen.resize(seen.size() / cubes);
        std::vector<Direction> list;
        for (const Seen& each : seen)
            list.push_back(each.at);
        Direction* at;
        float* to;
        OK(cudaMalloc(&at, list.size() * sizeof(Direction)));
        OK(cudaMalloc(&to, list.size() * sizeof(float)));
        OK(cudaMemcpy(at, list.data(), list.size() * sizeof(Direction), cudaMemcpyHostToDevice));
        const cudaTextureObject_t texture = textureOf(array, filter);
        const int blocks = (int(list.size()) + 127) / 128;
        (layered ? readCubes : readCube)<<<blocks, 128>>>(texture, at, to, int(list.size()));
        std::vector<float> got(list.size());
        OK(cudaMemcpy(got.data(), to, got.size() * sizeof(float), cudaMemcpyDeviceToHost));
        for (size_t i = 0; i < got.size(); ++i)
            if (got[i] != seen[i].want && wrong++ < 20)
                std::printf("layered %d, filter %d, direction (%g, %g, %g), layer %d: %g instead of %g\n", layered,
                            filter, list[i].x, list[i].y, list[i].z, list[i].layer, got[i], seen[i].want);
        OK(cudaDestroyTextureObject(texture));
        OK(cudaFree(at));
        OK(cudaFree(to));
    }
    CHECK(wrong == 0);

    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaSurfaceObject_t surface;
    OK(cudaCreateSurfaceObject(&surface, &resource));
    (layered ? turnedLayers : turned)<<<slices, dim3(width, width)>>>(surface);
    OK(cudaDeviceSynchronize());
    std::vector<float> back(slices * width * width);
    fill(array, values, slices, cudaMemcpyDeviceToHost, back.data());
    for (size_t i = 0; i < back.size(); ++i)
        CHECK(back[i] == -values[i]);
    OK(cudaDestroySurfaceObject(surface));
    OK(cudaFreeArray(array));
}

int main() {
    look(false);
    look(true);
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    FAILS(cudaErrorInvalidValue, cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 8, 6), cudaArrayCubemap));
    FAILS(cudaErrorInvalidValue, cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 4, 5), cudaArrayCubemap));
    FAILS(cudaErrorInvalidValue,
          cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 4, 8), cudaArrayCubemap | cudaArrayLayered));
    std::puts("all as it should be");
}
