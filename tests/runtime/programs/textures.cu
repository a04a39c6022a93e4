// SPDX-License-Identifier: GPL-3.0-or-later
// nvcc: -Wno-deprecated-declarations
// output: all as it should be
// tells: cudaCreateTextureObject: cudaFilterModeLinear needs floats
// tells: the array was made without cudaArraySurfaceLoadStore
// tells: cudaCreateTextureObject: Warplens does not emulate textures with mipmaps
// tells: cudaCreateSurfaceObject: the array was made without cudaArraySurfaceLoadStore
//
// Textures and surfaces against the formulas of the CUDA C++ Programming Guide, "Texture Fetching".
#include "check.h"

#include <cmath>
#include <vector>

static const int width = 16, height = 8, depth = 4;

struct Place {
    float x, y, z;
    int layer;
};

__global__ void read1D(cudaTextureObject_t t, const Place* at, float* to) {
    to[threadIdx.x] = tex1D<float>(t, at[threadIdx.x].x);
}
__global__ void read2D(cudaTextureObject_t t, const Place* at, float* to) {
    to[threadIdx.x] = tex2D<float>(t, at[threadIdx.x].x, at[threadIdx.x].y);
}
__global__ void read3D(cudaTextureObject_t t, const Place* at, float* to) {
    to[threadIdx.x] = tex3D<float>(t, at[threadIdx.x].x, at[threadIdx.x].y, at[threadIdx.x].z);
}
__global__ void readLayered(cudaTextureObject_t t, const Place* at, float* to) {
    to[threadIdx.x] = tex2DLayered<float>(t, at[threadIdx.x].x, at[threadIdx.x].y, at[threadIdx.x].layer);
}
__global__ void readLines(cudaTextureObject_t t, const Place* at, float* to) {
    to[threadIdx.x] = tex1DLayered<float>(t, at[threadIdx.x].x, at[threadIdx.x].layer);
}
template<class T>
__global__ void fetchAll(cudaTextureObject_t t, T* to, int first) {
    to[threadIdx.x] = tex1Dfetch<T>(t, int(threadIdx.x) + first);
}
template<class T>
__global__ void read2DAs(cudaTextureObject_t t, T* to) {
    to[threadIdx.y * blockDim.x + threadIdx.x] = tex2D<T>(t, threadIdx.x + 0.5f, threadIdx.y + 0.5f);
}
__global__ void gathered(cudaTextureObject_t t, float4* to, float x, float y) {
    to[0] = tex2Dgather<float4>(t, x, y, 0);
    to[1] = tex2Dgather<float4>(t, x, y, 1);
}

static cudaChannelFormatDesc formatOf(int x, int y, int z, int w, cudaChannelFormatKind kind) {
    return cudaCreateChannelDesc(x, y, z, w, kind);
}

struct Options {
    cudaTextureAddressMode mode = cudaAddressModeClamp;
    cudaTextureFilterMode filter = cudaFilterModePoint;
    cudaTextureReadMode read = cudaReadModeElementType;
    bool normalized = false;
};
static cudaTextureDesc described(const Options& o) {
    cudaTextureDesc t = {};
    for (int d = 0; d < 3; ++d)
        t.addressMode[d] = o.mode;
    t.filterMode = o.filter;
    t.readMode = o.read;
    t.normalizedCoords = o.normalized;
    for (float& each : t.borderColor)
        each = -7;
    return t;
}
static cudaResourceDesc resourceOf(cudaArray_t array) {
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = array;
    return r;
}
static cudaTextureObject_t textureOf(const cudaResourceDesc& resource, const Options& o) {
    const cudaTextureDesc t = described(o);
    cudaTextureObject_t object;
    OK(cudaCreateTextureObject(&object, &resource, &t, nullptr));
    return object;
}

// ---- what the guide says, for one dimension at a time

struct Taps {
    int at[2];     // -1: the border
    int weight[2]; // in parts of 256
};
static int inside(int i, int n, const Options& o) {
    if (o.mode == cudaAddressModeBorder)
        return i < 0 || i >= n ? -1 : i;
    if (o.mode == cudaAddressModeWrap && o.normalized)
        return ((i % n) + n) % n;
    if (o.mode == cudaAddressModeMirror && o.normalized) {
        const int folded = ((i % (2 * n)) + 2 * n) % (2 * n);
        return folded < n ? folded : 2 * n - 1 - folded;
    }
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}
static Taps tapsOf(float place, int n, const Options& o) {
    const double x = o.normalized ? double(place) * n : place;
    if (o.filter == cudaFilterModePoint)
        return {{inside(int(std::floor(x)), n, o), 0}, {256, 0}};
    const double corner = x - 0.5;
    const int i = int(std::floor(corner));
    const int weight = int(std::floor(float(corner - i) * 256 + 0.5f));
    const bool turns = o.mode == cudaAddressModeWrap || o.mode == cudaAddressModeMirror;
    if ((o.mode == cudaAddressModeClamp || (turns && !o.normalized)) && (i < 0 || i >= n - 1))
        return {{inside(i, n, o), 0}, {256, 0}}; // clamped before it is divided
    return {{inside(i, n, o), inside(i + 1, n, o)}, {256 - weight, weight}};
}
/// A part of `whole`, in whole steps of 1/256; `up`: where two are as near, the larger one.
static int partOf(int whole, int weight, bool up) {
    const int product = whole * weight, below = product / 256, rest = product % 256;
    return below + (rest > 128 || (rest == 128 && up));
}
/// As an H100 does it (tests/data/texture-weights-h100.csv): divided by z, then by x, then by y, each time in whole steps.
static float expected(const std::vector<float>& values, const Place& at, int dimensions, bool layered,
                      const Options& o) {
    const Taps x = tapsOf(at.x, width, o);
    Taps y = dimensions > 1 ? tapsOf(at.y, height, o) : Taps{{0, 0}, {256, 0}};
    if (dimensions == 1 && !layered && o.filter == cudaFilterModeLinear && o.mode == cudaAddressModeBorder)
        y = {{-1, 0}, {128, 128}}; // a line lies between the border above it and itself
    const unsigned layer = unsigned(at.layer) >= unsigned(depth) ? depth - 1 : at.layer; // PTX takes it without a sign
    const Taps z = dimensions > 2 ? tapsOf(at.z, depth, o) : Taps{{layered ? int(layer) : 0, 0}, {256, 0}};
    const int rows = layered && dimensions == 1 ? 1 : height;
    double sum = 0;
    for (int k = 0; k < 2; ++k) {
        const int right = partOf(z.weight[k], x.weight[1], true);
        for (int i = 0; i < 2; ++i) {
            const int column = i == 1 ? right : z.weight[k] - right, low = partOf(column, y.weight[1], i == 1);
            for (int j = 0; j < 2; ++j) {
                const int weight = j == 1 ? low : column - low;
                const bool border = x.at[i] < 0 || y.at[j] < 0 || z.at[k] < 0;
                if (weight != 0)
                    sum += weight / 256.0 * (border ? -7.0f : values[(z.at[k] * rows + y.at[j]) * width + x.at[i]]);
            }
        }
    }
    return float(sum);
}

static std::vector<Place> places() {
    std::vector<Place> all;
    unsigned state = 3;
    const auto next = [&](float most) {
        state = state * 1664525u + 1013904223u;
        return ((state >> 8) / float(1 << 24)) * 2 * most - most / 2; // outside as well
    };
    for (int i = 0; i < 256; ++i)
        all.push_back({next(width), next(height), next(depth), int(next(depth + 1))});
    all[0] = {3.5f, 2.5f, 1.5f, 1}; // the middle of an element: its value alone
    all[1] = {0.0f, 0.0f, 0.0f, -1};
    return all;
}

static void floats() {
    std::vector<float> values(width * height * depth);
    for (size_t i = 0; i < values.size(); ++i)
        values[i] = float(i * i % 97) + i / 64.0f;
    const std::vector<Place> raw = places();
    Place* at;
    float* to;
    OK(cudaMalloc(&at, raw.size() * sizeof(Place)));
    OK(cudaMalloc(&to, raw.size() * sizeof(float)));
    struct Form {
        int dimensions;
        bool layered;
        void (*kernel)(cudaTextureObject_t, const Place*, float*);
    };
    const Form forms[] = {
        {1, false, read1D}, {2, false, read2D}, {3, false, read3D}, {2, true, readLayered}, {1, true, readLines}};
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    int wrong = 0;
    for (const Form& form : forms) {
        cudaArray_t array;
        const int rows = form.dimensions == 1 ? 0 : height, slices = form.dimensions == 3 || form.layered ? depth : 0;
        if (slices == 0)
            OK(cudaMallocArray(&array, &format, width, rows));
        else
            OK(cudaMalloc3DArray(&array, &format, make_cudaExtent(width, rows, slices),
                                 form.layered ? cudaArrayLayered : 0));
        cudaMemcpy3DParms copy = {};
        copy.srcPtr = make_cudaPitchedPtr(values.data(), width * sizeof(float), width, rows ? rows : 1);
        copy.dstArray = array;
        copy.extent = make_cudaExtent(width, rows ? rows : 1, slices ? slices : 1);
        copy.kind = cudaMemcpyHostToDevice;
        OK(cudaMemcpy3D(&copy));
        for (const cudaTextureAddressMode mode :
             {cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder})
            for (const cudaTextureFilterMode filter : {cudaFilterModePoint, cudaFilterModeLinear})
                for (const bool normalized : {false, true}) {
                    const Options o{mode, filter, cudaReadModeElementType, normalized};
                    std::vector<Place> list = raw;
                    for (Place& each : list)
                        if (normalized)
                            each = {each.x / width, each.y / height, each.z / depth, each.layer};
                    OK(cudaMemcpy(at, list.data(), list.size() * sizeof(Place), cudaMemcpyHostToDevice));
                    const cudaTextureObject_t texture = textureOf(resourceOf(array), o);
                    form.kernel<<<1, 256>>>(texture, at, to);
                    std::vector<float> got(list.size());
                    OK(cudaMemcpy(got.data(), to, got.size() * sizeof(float), cudaMemcpyDeviceToHost));
                    for (size_t i = 0; i < list.size(); ++i) {
                        const float want = expected(values, list[i], form.dimensions, form.layered, o);
                        if (got[i] != want && wrong++ < 100)
                            std::printf(
                                "%d dimensions, layered %d, mode %d, filter %d, normalized %d, place %zu (%g, %g, "
                                "%g, %d): %g instead of %g\n",
                                form.dimensions, form.layered, mode, filter, normalized, i, list[i].x, list[i].y,
                                list[i].z, list[i].layer, got[i], want);
                    }
                    OK(cudaDestroyTextureObject(texture));
                }
        OK(cudaFreeArray(array));
    }
    CHECK(wrong == 0);
    OK(cudaFree(at));
    OK(cudaFree(to));
}

// Bytes as shares of one, and as integers; memory without an array, with and without a pitch.
static void otherTypes() {
    std::vector<uchar4> bytes(width * height);
    for (size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = make_uchar4(i, 255 - i, 7, 255);
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
    cudaArray_t array;
    OK(cudaMallocArray(&array, &format, width, height));
    OK(cudaMemcpyToArray(array, 0, 0, bytes.data(), 5, cudaMemcpyHostToDevice)); // in pieces
    OK(cudaMemcpyToArray(array, 5, 0, (char*)bytes.data() + 5, bytes.size() * 4 - 5, cudaMemcpyHostToDevice));
    std::vector<uchar4> back(bytes.size());
    OK(cudaMemcpyFromArray(back.data(), array, 0, 0, bytes.size() * 4, cudaMemcpyDeviceToHost));
    const dim3 all(width, height);
    {
        float4* to;
        OK(cudaMallocManaged(&to, bytes.size() * sizeof(float4)));
        const cudaTextureObject_t texture =
            textureOf(resourceOf(array), {cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeNormalizedFloat});
        read2DAs<float4><<<1, all>>>(texture, to);
        OK(cudaDeviceSynchronize());
        for (size_t i = 0; i < bytes.size(); ++i) {
            CHECK(back[i].y == bytes[i].y);
            CHECK(to[i].x == bytes[i].x / 255.0f && to[i].y == bytes[i].y / 255.0f && to[i].w == 1);
        }
        OK(cudaDestroyTextureObject(texture));
        uchar4* whole = (uchar4*)to;
        const cudaTextureObject_t plain = textureOf(resourceOf(array), {});
        read2DAs<uchar4><<<1, all>>>(plain, whole);
        OK(cudaDeviceSynchronize());
        for (size_t i = 0; i < bytes.size(); ++i)
            CHECK(whole[i].x == bytes[i].x && whole[i].y == bytes[i].y);
        cudaResourceDesc asked;
        OK(cudaGetTextureObjectResourceDesc(&asked, plain));
        CHECK(asked.res.array.array == array);
        OK(cudaDestroyTextureObject(plain));
        OK(cudaFree(to));
    }
    OK(cudaFreeArray(array));

    short* pitched;
    size_t pitch;
    OK(cudaMallocPitch(&pitched, &pitch, width * sizeof(short), height));
    std::vector<short> shorts(width * height);
    for (size_t i = 0; i < shorts.size(); ++i)
        shorts[i] = short(i * 500 - 30000);
    OK(cudaMemcpy2D(pitched, pitch, shorts.data(), width * sizeof(short), width * sizeof(short), height,
                    cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D = {pitched, cudaCreateChannelDesc<short>(), width, height, pitch};
    float* shares;
    OK(cudaMallocManaged(&shares, shorts.size() * sizeof(float)));
    cudaTextureObject_t texture =
        textureOf(resource, {cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeNormalizedFloat});
    read2DAs<float><<<1, all>>>(texture, shares);
    OK(cudaDeviceSynchronize());
    for (size_t i = 0; i < shorts.size(); ++i)
        CHECK(shares[i] == shorts[i] / 32767.0f);
    OK(cudaDestroyTextureObject(texture));

    resource.resType = cudaResourceTypeLinear;
    resource.res.linear = {pitched, cudaCreateChannelDesc<short>(), width * sizeof(short)};
    texture = textureOf(resource, {});
    short* fetched;
    OK(cudaMallocManaged(&fetched, 32 * sizeof(short)));
    fetchAll<short><<<1, 32>>>(texture, fetched, -4); // from outside to outside
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < 32; ++i)
        CHECK(fetched[i] == (i < 4 || i >= 4 + width ? 0 : shorts[i - 4]));
    OK(cudaDestroyTextureObject(texture));
    OK(cudaFree(fetched));
    OK(cudaFree(shares));
    OK(cudaFree(pitched));

    const float2 pairs[4] = {{1, 10}, {2, 20}, {3, 30}, {4, 40}}; // rows of two
    const cudaChannelFormatDesc two = cudaCreateChannelDesc<float2>();
    OK(cudaMallocArray(&array, &two, 2, 2, cudaArrayTextureGather));
    OK(cudaMemcpy2DToArray(array, 0, 0, pairs, 16, 16, 2, cudaMemcpyHostToDevice));
    texture = textureOf(resourceOf(array), {});
    float4* four;
    OK(cudaMallocManaged(&four, 2 * sizeof(float4)));
    gathered<<<1, 1>>>(texture, four, 1, 1);
    OK(cudaDeviceSynchronize());
    CHECK(four[0].x == 3 && four[0].y == 4 && four[0].z == 2 && four[0].w == 1);
    CHECK(four[1].x == 30 && four[1].y == 40 && four[1].z == 20 && four[1].w == 10);
    OK(cudaDestroyTextureObject(texture));
    OK(cudaFreeArray(array));
    OK(cudaFree(four));
}

__global__ void transposed(cudaSurfaceObject_t from, cudaSurfaceObject_t to) {
    const int x = threadIdx.x, y = threadIdx.y;
    surf2Dwrite(surf2Dread<float2>(from, x * 8, y), to, y * 8, x);
}
__global__ void edges(cudaSurfaceObject_t s, float* to) {
    to[0] = surf2Dread<float>(s, -4, 0, cudaBoundaryModeZero);
    to[1] = surf2Dread<float>(s, -4, 0, cudaBoundaryModeClamp);
    to[2] = surf2Dread<float>(s, 8 * 64, 100, cudaBoundaryModeClamp);
    surf2Dwrite(99.0f, s, 0, -1, cudaBoundaryModeZero);
}
__global__ void volume(cudaSurfaceObject_t s, cudaTextureObject_t t, unsigned char* to) {
    const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    surf3Dwrite((unsigned char)(x + 8 * y + 64 * z), s, x, y, z);
    __syncthreads();
    to[x + 8 * y + 64 * z] = surf3Dread<unsigned char>(s, x, y, z);
}

static void surfaces() {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float2>();
    cudaArray_t from, to;
    OK(cudaMallocArray(&from, &format, 8, 8, cudaArraySurfaceLoadStore));
    OK(cudaMallocArray(&to, &format, 8, 8, cudaArraySurfaceLoadStore));
    std::vector<float2> values(64), got(64);
    for (int i = 0; i < 64; ++i)
        values[i] = make_float2(i, -i);
    OK(cudaMemcpy2DToArray(from, 0, 0, values.data(), 64, 64, 8, cudaMemcpyHostToDevice));
    const cudaResourceDesc first = resourceOf(from), second = resourceOf(to);
    cudaSurfaceObject_t s, d;
    OK(cudaCreateSurfaceObject(&s, &first));
    OK(cudaCreateSurfaceObject(&d, &second));
    transposed<<<1, dim3(8, 8)>>>(s, d);
    OK(cudaMemcpy2DFromArray(got.data(), 64, to, 0, 0, 64, 8, cudaMemcpyDeviceToHost));
    for (int y = 0; y < 8; ++y)
        for (int x = 0; x < 8; ++x)
            CHECK(got[y * 8 + x].x == values[x * 8 + y].x && got[y * 8 + x].y == values[x * 8 + y].y);
    float* three;
    OK(cudaMallocManaged(&three, 3 * sizeof(float)));
    edges<<<1, 1>>>(s, three);
    OK(cudaDeviceSynchronize());
    CHECK(three[0] == 0 && three[1] == 0 && three[2] == -63);
    OK(cudaFree(three));
    OK(cudaDestroySurfaceObject(s));
    OK(cudaDestroySurfaceObject(d));
    OK(cudaFreeArray(from));
    OK(cudaFreeArray(to));

    const cudaChannelFormatDesc byte = cudaCreateChannelDesc<unsigned char>();
    OK(cudaMalloc3DArray(&from, &byte, make_cudaExtent(8, 8, 4), cudaArraySurfaceLoadStore));
    const cudaResourceDesc third = resourceOf(from);
    OK(cudaCreateSurfaceObject(&s, &third));
    unsigned char* bytes;
    OK(cudaMallocManaged(&bytes, 256));
    volume<<<1, dim3(8, 8, 4)>>>(s, 0, bytes);
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < 256; ++i)
        CHECK(bytes[i] == i);
    OK(cudaFree(bytes));
    OK(cudaDestroySurfaceObject(s));
    OK(cudaFreeArray(from));
}

static void mistakes() {
    const cudaChannelFormatDesc format = formatOf(32, 0, 0, 0, cudaChannelFormatKindSigned);
    cudaArray_t array;
    OK(cudaMallocArray(&array, &format, 4, 4));
    cudaResourceDesc resource = resourceOf(array);
    cudaTextureObject_t texture;
    cudaSurfaceObject_t surface;
    cudaTextureDesc description = described({cudaAddressModeClamp, cudaFilterModeLinear});
    FAILS(cudaErrorInvalidFilterSetting, cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    description = described({cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeNormalizedFloat});
    FAILS(cudaErrorInvalidNormSetting, cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    OK(cudaCreateSurfaceObject(&surface, &resource)); // without cudaArraySurfaceLoadStore: taken, and told
    OK(cudaDestroySurfaceObject(surface));
    FAILS(cudaErrorInvalidValue, cudaDestroyTextureObject(12345));
    resource.resType = cudaResourceTypeMipmappedArray;
    FAILS(cudaErrorNotSupported, cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    OK(cudaFreeArray(array));
}

int main() {
    floats();
    otherTypes();
    surfaces();
    mistakes();
    std::puts("all as it should be");
}
