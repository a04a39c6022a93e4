// SPDX-License-Identifier: GPL-3.0-or-later
// How a GPU looks a direction up in a cube: which face and texel with equally large components and beside edges, and how a linear
// filter divides what it sees among the texels of several faces. One texel is 1 and the others are 0, so that what is read is its
// share. A row for each direction and filter: the texels with a share, as face:row:column=share in parts of 256.
//   nvcc -arch=native -o cube_texels cube_texels.cu && ./cube_texels > cube-texels-h100.csv
#include "../runtime/programs/check.h"

#include <vector>

constexpr int width = 4, texels = 6 * width * width;

struct Direction {
    float x, y, z;
};

__global__ void look(cudaTextureObject_t texture, const Direction* at, float* to, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = texCubemap<float>(texture, at[i].x, at[i].y, at[i].z);
}

static std::vector<Direction> directions() {
    std::vector<Direction> all;
    for (int x = -1; x <= 1; ++x) // equally large components
        for (int y = -1; y <= 1; ++y)
            for (int z = -1; z <= 1; ++z)
                all.push_back({float(x), float(y), float(z)});
    const float steps[] = {-1, -0.9f, -0.75f, -0.5f, -0.3f, 0, 0.125f, 0.5f, 0.7f, 0.76f, 0.8f, 0.95f, 0.999f, 1};
    for (const float s : steps)
        for (const float t : steps)
            for (const float one : {-1.0f, 1.0f}) {
                all.push_back({one, s, t});
                all.push_back({s, one, t});
                all.push_back({s, t, one});
            }
    unsigned state = 7;
    const auto next = [&] {
        state = state * 1664525u + 1013904223u;
        return (state >> 8) / float(1 << 23) - 1;
    };
    for (int i = 0; i < 400; ++i)
        all.push_back({next(), next(), next()});
    return all;
}

int main() {
    const std::vector<Direction> list = directions();
    const int count = int(list.size());
    Direction* at;
    float* to;
    OK(cudaMalloc(&at, list.size() * sizeof(Direction)));
    OK(cudaMalloc(&to, list.size() * sizeof(float)));
    OK(cudaMemcpy(at, list.data(), list.size() * sizeof(Direction), cudaMemcpyHostToDevice));
    std::vector<float> shares[2];
    cudaArray_t array;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    OK(cudaMalloc3DArray(&array, &format, make_cudaExtent(width, width, 6), cudaArrayCubemap));
    for (int texel = 0; texel < texels; ++texel) {
        std::vector<float> values(texels);
        values[texel] = 1;
        cudaMemcpy3DParms copy{};
        copy.srcPtr = make_cudaPitchedPtr(values.data(), width * sizeof(float), width, width);
        copy.dstArray = array;
        copy.extent = make_cudaExtent(width, width, 6);
        copy.kind = cudaMemcpyHostToDevice;
        OK(cudaMemcpy3D(&copy));
        for (const bool linear : {false, true}) {
            cudaResourceDesc resource{};
            resource.resType = cudaResourceTypeArray;
            resource.res.array.array = array;
            cudaTextureDesc description{};
            description.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
            description.normalizedCoords = 1;
            cudaTextureObject_t texture;
            OK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
            look<<<(count + 127) / 128, 128>>>(texture, at, to, count);
            std::vector<float> got(list.size());
            OK(cudaMemcpy(got.data(), to, got.size() * sizeof(float), cudaMemcpyDeviceToHost));
            shares[linear].insert(shares[linear].end(), got.begin(), got.end());
            OK(cudaDestroyTextureObject(texture));
        }
    }
    cudaDeviceProp device;
    OK(cudaGetDeviceProperties(&device, 0));
    std::printf("# %s\nfilter,x,y,z,texels\n", device.name);
    for (const bool linear : {false, true})
        for (int i = 0; i < count; ++i) {
            std::printf("%s,%.9g,%.9g,%.9g,", linear ? "linear" : "point", list[i].x, list[i].y, list[i].z);
            for (int texel = 0; texel < texels; ++texel)
                if (const float share = shares[linear][size_t(texel) * count + i]; share != 0)
                    std::printf(" %d:%d:%d=%.7g", texel / (width * width), texel / width % width, texel % width,
                                share * 256);
            std::printf("\n");
        }
}
