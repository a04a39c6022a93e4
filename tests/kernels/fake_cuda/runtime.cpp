// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/kernels/fake_cuda/fake_cuda.h"

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>
#include <limits>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

std::atomic<bool> contextLost{false};
std::mutex memoryMutex;
std::map<void*, std::size_t> allocations;
std::size_t allocatedBytes = 0;

bool misbehaves(const std::string& fault, const std::string& kernel) {
    const char* text = std::getenv("FAKE_CUDA");
    std::istringstream words(text != nullptr ? text : "");
    for (std::string word; std::getline(words, word, ',');)
        if (word == fault + ":" + kernel)
            return true;
    return false;
}

/// Little, since what is measured at the beginning copies a quarter of it some twenty times.
std::size_t memoryBytes() {
    const char* mib = std::getenv("FAKE_CUDA_MIB");
    return (mib != nullptr ? std::stoul(mib) : 128) << 20;
}

std::vector<std::string> deviceNames() {
    const char* text = std::getenv("FAKE_CUDA_DEVICES");
    std::istringstream list(text != nullptr ? text : "Fake GPU");
    std::vector<std::string> names;
    for (std::string name; std::getline(list, name, ',');)
        names.push_back(name);
    return names;
}

/// What was asked for, a line each, where a test wants to read it.
void noted(const std::string& what) {
    if (const char* log = std::getenv("FAKE_CUDA_LOG"))
        std::ofstream(log, std::ios::app) << what << '\n';
}

/// A GPU that fell off the bus stays away from every process; a test says with a file where that is to be kept.
bool isGone() {
    const char* mark = std::getenv("FAKE_CUDA_GONE");
    return mark != nullptr && std::ifstream(mark).good();
}

cudaError_t status() {
    return !contextLost ? cudaSuccess : isGone() ? cudaErrorUnknown : cudaErrorIllegalAddress;
}

} // namespace

struct CUgraph_st {
    std::deque<std::string> kernels;
    std::vector<CUgraphNode_st*> nodes;
};
struct CUgraphNode_st {
    std::string kernel;
};

struct FakeStream {
    FakeStream()
        : thread([this](const std::stop_token& stop) { work(stop); }) {}
    ~FakeStream() {
        thread.request_stop();
        changed.notify_all();
    }

    void put(std::function<void()> task) {
        const std::lock_guard lock(mutex);
        tasks.push_back(std::move(task));
        changed.notify_all();
    }

    void drain() {
        std::unique_lock lock(mutex);
        changed.wait(lock, [this] { return (tasks.empty() && !busy) || contextLost; });
    }

    std::mutex mutex;
    std::condition_variable_any changed;
    std::deque<std::function<void()>> tasks;
    bool busy = false;
    cudaGraph_t captured = nullptr;
    std::jthread thread;

private:
    void work(const std::stop_token& stop) {
        std::unique_lock lock(mutex);
        while (changed.wait(lock, stop, [this] { return !tasks.empty(); })) {
            const std::function<void()> task = std::move(tasks.front());
            tasks.pop_front();
            busy = true;
            lock.unlock();
            if (!contextLost)
                task();
            lock.lock();
            busy = false;
            changed.notify_all();
        }
    }
};

struct CUevent_st {
    std::mutex mutex;
    bool happened = true;
    Clock::time_point moment;
};

namespace {

std::mutex streamsMutex;
std::vector<FakeStream*> streams;

FakeStream* fake(cudaStream_t stream) {
    return reinterpret_cast<FakeStream*>(stream);
}

struct FakeKernel {
    std::string name;
};

struct FakeLibrary {
    FakeKernel kernel;
};

} // namespace

extern "C" {

static void fakePitchedMatmul(const float* a, int pitchA, const float* b, float* c, int m, int n, int k) {
    for (int row = 0; row < m; ++row)
        for (int column = 0; column < n; ++column) {
            float sum = 0.0f;
            for (int i = 0; i < k; ++i)
                sum += a[row * pitchA + i] * b[i * n + column];
            c[row * n + column] = sum;
        }
}

void fakeMatmul(const float* a, const float* b, float* c, int m, int n, int k) {
    fakePitchedMatmul(a, k, b, c, m, n, k);
}

void fakeLaunch(FakeStream* stream, const char* name, const std::function<void()>& work) {
    if (misbehaves("crash", name)) {
        std::fputs("the fake driver was told to crash\n", stderr);
        std::abort();
    }
    if (stream->captured != nullptr) {
        stream->captured->nodes.push_back(new CUgraphNode_st{name});
        return;
    }
    noted(name);
    const bool hangs = misbehaves("hang", name), faults = misbehaves("fault", name);
    const bool slow = misbehaves("slow", name), vanishes = misbehaves("vanish", name);
    stream->put([=] {
        if (slow)
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        while (hangs && !contextLost)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        if (vanishes)
            std::ofstream(std::getenv("FAKE_CUDA_GONE")) << "gone";
        if (faults || vanishes)
            contextLost = true;
        else
            work();
    });
}

const char* cudaGetErrorString(cudaError_t error) {
    return error == cudaErrorIllegalAddress       ? "an illegal memory access was encountered"
           : error == cudaErrorDevicesUnavailable ? "CUDA-capable device(s) is/are busy or unavailable"
                                                  : "fake error";
}
const char* cudaGetErrorName(cudaError_t error) {
    return error == cudaErrorIllegalAddress       ? "cudaErrorIllegalAddress"
           : error == cudaErrorDevicesUnavailable ? "cudaErrorDevicesUnavailable"
                                                  : "cudaErrorOther";
}
cudaError_t cudaGetLastError() {
    return status();
}
cudaError_t cudaDriverGetVersion(int* version) {
    *version = misbehaves("driver", "missing") ? 0 : misbehaves("driver", "old") ? 11040 : 13000;
    return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) {
    *version = 13000;
    return cudaSuccess;
}
cudaError_t cudaGetDeviceCount(int* count) {
    if (misbehaves("driver", "missing") || misbehaves("driver", "old"))
        return cudaErrorInsufficientDriver;
    *count = isGone() ? 0 : static_cast<int>(deviceNames().size());
    return *count > 0 ? cudaSuccess : cudaErrorNoDevice;
}
cudaError_t cudaSetDevice(int) {
    return status();
}
cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device) {
    std::snprintf(text, static_cast<std::size_t>(length), "0000:%02X:00.0", 0x1a + device);
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
    *properties = {};
    std::strncpy(properties->name, deviceNames().at(static_cast<std::size_t>(device)).c_str(),
                 sizeof properties->name - 1);
    const char* machine = std::getenv("FAKE_CUDA_MACHINE");
    const std::size_t identity = std::hash<std::string>()(machine != nullptr ? machine : "here");
    std::memcpy(properties->uuid.bytes, &identity, sizeof identity);
    properties->uuid.bytes[15] = static_cast<char>(device);
    properties->major = 9;
    properties->multiProcessorCount = 2;
    properties->totalGlobalMem = memoryBytes();
    properties->maxThreadsPerBlock = 1024;
    properties->sharedMemPerBlock = 48 * 1024;
    properties->sharedMemPerBlockOptin = 227 * 1024;
    properties->warpSize = 32;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int) {
    switch (attribute) {
    case cudaDevAttrComputeCapabilityMajor:
        *value = 9;
        break;
    case cudaDevAttrComputeCapabilityMinor:
        *value = 0;
        break;
    case cudaDevAttrMultiProcessorCount:
        *value = 2;
        break;
    case cudaDevAttrClockRate:
        *value = 1'000'000;
        break;
    case cudaDevAttrL2CacheSize:
        *value = 1 << 20;
        break;
    case cudaDevAttrMaxPersistingL2CacheSize:
        *value = misbehaves("window", "missing") ? 0 : 1 << 10;
        break;
    case cudaDevAttrMaxAccessPolicyWindowSize:
        *value = misbehaves("window", "missing") ? 0 : 1 << 12;
        break;
    case cudaDevAttrMaxSharedMemoryPerBlock:
        *value = 48 * 1024;
        break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
        *value = 227 * 1024;
        break;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
        *value = 2048;
        break;
    default:
        *value = 0;
        break;
    }
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
    const std::lock_guard lock(memoryMutex);
    *free = memoryBytes() - allocatedBytes;
    *total = memoryBytes();
    return status();
}

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
    const std::lock_guard lock(memoryMutex);
    if (contextLost)
        return status();
    if (allocatedBytes + bytes > memoryBytes())
        return cudaErrorMemoryAllocation;
    *pointer = std::malloc(bytes);
    allocations[*pointer] = bytes;
    allocatedBytes += bytes;
    return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize() {
    const std::lock_guard lock(streamsMutex);
    for (FakeStream* stream : streams)
        stream->drain();
    return status();
}

cudaError_t cudaFree(void* pointer) {
    if (pointer == nullptr) // how a context is made: another process may have the GPU for itself
        return misbehaves("driver", "busy") ? cudaErrorDevicesUnavailable : status();
    cudaDeviceSynchronize(); // as the real one does
    const std::lock_guard lock(memoryMutex);
    const auto found = allocations.find(pointer);
    if (found == allocations.end())
        std::abort(); // freed twice, or never allocated
    allocatedBytes -= found->second;
    allocations.erase(found);
    std::free(pointer);
    return status();
}

cudaError_t cudaMemcpy(void* destination, const void* source, std::size_t bytes, cudaMemcpyKind) {
    cudaDeviceSynchronize();
    std::memcpy(destination, source, bytes);
    return status();
}
cudaError_t cudaMemcpyAsync(void* destination, const void* source, std::size_t bytes, cudaMemcpyKind,
                            cudaStream_t stream) {
    fake(stream)->put([=] { std::memcpy(destination, source, bytes); });
    return status();
}
cudaError_t cudaMemsetAsync(void* destination, int value, std::size_t bytes, cudaStream_t stream) {
    noted("memset " + std::to_string(bytes));
    fake(stream)->put([=] { std::memset(destination, value, bytes); });
    return status();
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
    auto* made = new FakeStream;
    const std::lock_guard lock(streamsMutex);
    streams.push_back(made);
    *stream = reinterpret_cast<cudaStream_t>(made);
    return status();
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    fake(stream)->drain();
    const std::lock_guard lock(streamsMutex);
    std::erase(streams, fake(stream));
    delete fake(stream);
    return status();
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    fake(stream)->drain();
    return status();
}
cudaError_t cudaGetDevice(int* device) {
    *device = 0;
    return status();
}
cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
    if (limit != cudaLimitPersistingL2CacheSize)
        return cudaErrorUnsupportedLimit;
    noted("aside " + std::to_string(value));
    return status();
}
cudaError_t cudaCtxResetPersistingL2Cache() {
    noted("reset");
    return status();
}
cudaError_t cudaStreamSetAttribute(cudaStream_t, cudaStreamAttrID attribute, const cudaStreamAttrValue* value) {
    if (attribute != cudaStreamAttributeAccessPolicyWindow)
        return cudaErrorInvalidValue;
    const cudaAccessPolicyWindow& window = value->accessPolicyWindow;
    noted("window " + std::to_string(window.num_bytes) + " " + std::to_string(window.hitRatio));
    if (window.num_bytes == 0)
        return status();
    const std::lock_guard lock(memoryMutex); // it lies in memory that is allocated
    const auto found = allocations.find(window.base_ptr);
    return found == allocations.end() || found->second < window.num_bytes ? cudaErrorInvalidValue : status();
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
    fake(stream)->put([=] { function(data); });
    return status();
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
    *event = new CUevent_st;
    return status();
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
    delete event;
    return status();
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    {
        const std::lock_guard lock(event->mutex);
        event->happened = false;
    }
    fake(stream)->put([=] {
        const std::lock_guard lock(event->mutex);
        event->happened = true;
        event->moment = Clock::now();
    });
    return status();
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
    if (contextLost)
        return status();
    const std::lock_guard lock(event->mutex);
    return event->happened ? cudaSuccess : cudaErrorNotReady;
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop) {
    *milliseconds = std::chrono::duration<float, std::milli>(stop->moment - start->moment).count();
    return status();
}

cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, const void* code, cudaJitOption*, void**, unsigned,
                                cudaLibraryOption*, void**, unsigned) {
    if (std::memcmp(code, "bad", 3) == 0)
        return cudaErrorInvalidKernelImage;
    *library = reinterpret_cast<cudaLibrary_t>(new FakeLibrary{{"only"}});
    return status();
}
cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
    delete reinterpret_cast<FakeLibrary*>(library);
    return status();
}
cudaError_t cudaLibraryGetKernel(cudaKernel_t* kernel, cudaLibrary_t library, const char* name) {
    auto& made = reinterpret_cast<FakeLibrary*>(library)->kernel;
    made.name = name;
    *kernel = reinterpret_cast<cudaKernel_t>(&made);
    return made.name == "absent" ? cudaErrorSymbolNotFound : status();
}
cudaError_t cudaLibraryGetKernelCount(unsigned* count, cudaLibrary_t) {
    *count = 1;
    return status();
}
cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t* kernels, unsigned, cudaLibrary_t library) {
    *kernels = reinterpret_cast<cudaKernel_t>(&reinterpret_cast<FakeLibrary*>(library)->kernel);
    return status();
}
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void*) {
    *attributes = {};
    attributes->numRegs = 32;
    attributes->maxThreadsPerBlock = 1024;
    attributes->sharedSizeBytes = 2048;
    return status();
}
cudaError_t cudaFuncSetAttribute(const void*, cudaFuncAttribute, int) {
    return status();
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void*, int threads, std::size_t) {
    *blocks = 2048 / threads;
    return status();
}

/// Every kernel but l2_window and the benchmarks multiplies matrices: (A, B, C, M, N, K), or padded_matrices (A, B, C, pitch of A, pitch of B and C, and
/// M, N and K in whole tiles).
cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3, void** arguments, std::size_t,
                             cudaStream_t stream) {
    const std::string name = static_cast<const FakeKernel*>(function)->name;
    if (name.starts_with("bench_")) { // of resources/calibrations: each tells two of whatever it is asked for
        const std::chrono::nanoseconds time(grid.x * (name == "bench_copy_word" ? 200 : 100));
        auto* told = *static_cast<double**>(arguments[0]);
        const bool silent = misbehaves("silent", name);
        fakeLaunch(fake(stream), name.c_str(), [=] {
            std::this_thread::sleep_for(time);
            *told = silent ? 0 : 2;
        });
        return status();
    }
    const auto* a = *static_cast<const float**>(arguments[0]);
    const auto* b = *static_cast<const float**>(arguments[1]);
    auto* c = *static_cast<float**>(arguments[2]);
    if (name == "l2_window") { // x, table, y, N, entries
        const int count = *static_cast<int*>(arguments[3]), entries = *static_cast<int*>(arguments[4]);
        fakeLaunch(fake(stream), name.c_str(), [=] {
            for (int i = 0; i < count; ++i)
                c[i] = a[i] + b[i % entries];
        });
        return status();
    }
    int m = *static_cast<int*>(arguments[3]), n = *static_cast<int*>(arguments[4]),
        k = *static_cast<int*>(arguments[5]), pitchA = k;
    if (name == "padded_matrices") { // n is the pitch already
        pitchA = m;
        m = *static_cast<int*>(arguments[5]);
        k = *static_cast<int*>(arguments[7]);
    }
    const bool wrong = misbehaves("wrong", name), nan = misbehaves("nan", name);
    fakeLaunch(fake(stream), name.c_str(), [=] {
        fakePitchedMatmul(a, pitchA, b, c, m, n, k);
        if (wrong)
            c[n + 1] += 1.0f;
        if (nan)
            c[n + 1] = std::numeric_limits<float>::quiet_NaN();
    });
    return status();
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
    fake(stream)->captured = new CUgraph_st;
    return status();
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
    *graph = fake(stream)->captured;
    fake(stream)->captured = nullptr;
    return status();
}
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
    if (nodes != nullptr)
        std::copy(graph->nodes.begin(), graph->nodes.end(), nodes);
    *count = graph->nodes.size();
    return status();
}
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t, cudaGraphNodeType* type) {
    *type = cudaGraphNodeTypeKernel;
    return status();
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    for (CUgraphNode_st* node : graph->nodes)
        delete node;
    delete graph;
    return status();
}

static CUresult fakeNodeParams(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS_v2* parameters) {
    *parameters = {};
    parameters->func = reinterpret_cast<CUfunction>(node);
    return CUDA_SUCCESS;
}
static CUresult fakeFunctionName(const char** name, CUfunction function) {
    *name = reinterpret_cast<CUgraphNode_st*>(function)->kernel.c_str();
    return CUDA_SUCCESS;
}

cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** function, unsigned, unsigned long long,
                                             cudaDriverEntryPointQueryResult* state) {
    const std::string name = symbol;
    *function = name == "cuGraphKernelNodeGetParams" ? reinterpret_cast<void*>(fakeNodeParams)
                : name == "cuFuncGetName"            ? reinterpret_cast<void*>(fakeFunctionName)
                                                     : nullptr;
    *state = *function != nullptr ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
    return cudaSuccess;
}

} // extern "C"
