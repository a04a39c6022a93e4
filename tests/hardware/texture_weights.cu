// SPDX-License-Identifier: GPL-3.0-or-later
// How a GPU divides what a linear filter sees among the texels around a place. One texel is 1 and the others are 0, so that what
// is read is its share, told in parts of 256: of a line whose border is 0, of a field and of a volume, at 256 places between the
// second and the third texel in each direction.
//   nvcc -arch=native -o texture_weights texture_weights.cu && ./texture_weights > texture-weights-h100.csv
#include "../runtime/programs/check.h"

#include <vector>

constexpr int places = 256, extent = 4;

struct Place {
    float x, y, z;
};

__global__ void line(cudaTextureObject_t texture, const Place* at, float* to) {
    to[threadIdx.x] = tex1D<float>(texture, at[threadIdx.x].x);
}
__global__ void field(cudaTextureObject_t texture, const Place* at, float* to) {
    to[threadIdx.x] = tex2D<float>(texture, at[threadIdx.x].x, at[threadIdx.x].y);
}
__global__ void volume(cudaTextureObject_t texture, const Place* at, float* to) {
    to[threadIdx.x] = tex3D<float>(texture, at[threadIdx.x].x, at[threadIdx.x].y, at[threadIdx.x].z);
}

/// The shares of one corner at all places.
static std::vector<float> sharesOf(int dimensions, cudaTextureAddressMode mode, int corner, const Place* at, float* to) {
    const int rows = dimensions > 1 ? extent : 1, slices = dimensions > 2 ? extent : 1;
    std::vector<float> values(extent * rows * slices);
    const int x = 1 + (corner & 1), y = dimensions > 1 ? 1 + (corner >> 1 & 1) : 0, z = dimensions > 2 ? 1 + (corner >> 2) : 0;
    values[(z * rows + y) * extent + x] = 1;
    cudaArray_t array;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    OK(cudaMalloc3DArray(&array, &format,
                         make_cudaExtent(extent, dimensions > 1 ? extent : 0, dimensions > 2 ? extent : 0)));
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(values.data(), extent * sizeof(float), extent, rows);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(extent, rows, slices);
    copy.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&copy));
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description{};
    for (cudaTextureAddressMode& each : description.addressMode)
        each = mode;
    description.filterMode = cudaFilterModeLinear;
    cudaTextureObject_t texture;
    OK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    (dimensions == 1 ? line : dimensions == 2 ? field : volume)<<<1, places>>>(texture, at, to);
    std::vector<float> shares(places);
    OK(cudaMemcpy(shares.data(), to, places * sizeof(float), cudaMemcpyDeviceToHost));
    OK(cudaDestroyTextureObject(texture));
    OK(cudaFreeArray(array));
    return shares;
}

int main() {
    unsigned state = 1;
    const auto next = [&] {
        state = state * 1664525u + 1013904223u;
        return (state >> 8) / float(1 << 24);
    };
    std::vector<Place> all(places);
    for (Place& each : all)
        each = {1.5f + next(), 1.5f + next(), 1.5f + next()};
    for (int i = 0; i < 64; ++i) // with halves among their products
        all[i] = {1.5f + (i % 8) * 33 / 256.0f, 1.5f + (i / 8) * 29 / 256.0f, 1.5f + (i * 7 % 64) * 4 / 256.0f};
    Place* at;
    float* to;
    OK(cudaMalloc(&at, places * sizeof(Place)));
    OK(cudaMalloc(&to, places * sizeof(float)));
    OK(cudaMemcpy(at, all.data(), places * sizeof(Place), cudaMemcpyHostToDevice));
    std::vector<std::vector<float>> columns;
    for (int corner = 0; corner < 2; ++corner)
        columns.push_back(sharesOf(1, cudaAddressModeBorder, corner, at, to));
    for (int dimensions = 2; dimensions <= 3; ++dimensions)
        for (int corner = 0; corner < 1 << dimensions; ++corner)
            columns.push_back(sharesOf(dimensions, cudaAddressModeClamp, corner, at, to));
    std::puts("x,y,z,line_border_0,line_border_1,field_0,field_1,field_2,field_3,volume_0,volume_1,volume_2,volume_3,"
              "volume_4,volume_5,volume_6,volume_7");
    for (int i = 0; i < places; ++i) {
        std::printf("%.9g,%.9g,%.9g", all[i].x, all[i].y, all[i].z);
        for (const std::vector<float>& column : columns)
            std::printf(",%g", column[i] * 256);
        std::puts("");
    }
}
