// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/gpu.h"

#include "kernels/runtime/launch.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace warplens::runtime {
namespace {

// Of cuda.h.
constexpr int capabilityMajor = 75, capabilityMinor = 76, usesHostPointers = 91; // CUdevice_attribute
constexpr int maximumDynamicShared = 8;                                          // CUfunction_attribute
constexpr int stackLimit = 0;                                                    // CUlimit
constexpr unsigned portable = 1, mapped = 2;                                     // CU_MEMHOSTREGISTER_
constexpr int notFound = 500;                                                    // CUDA_ERROR_NOT_FOUND

/// What a driver's function is called where several versions of it may be there, the wanted one first.
template<class Function>
void find(void* library, Function*& function, std::initializer_list<const char*> names) {
    for (const char* const name : names)
        if (void* const found = dlsym(library, name)) {
            function = reinterpret_cast<Function*>(found);
            return;
        }
    throw Failure(Error::NoDevice, fmt::format("the GPU's driver is too old: it has no function {}", *names.begin()));
}

} // namespace

struct Gpu::Driver {
    explicit Driver(const std::string& path)
        : library(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND)) {
        if (library == nullptr)
            throw Failure(Error::NoDevice, fmt::format("the GPU's driver cannot be opened: {}", dlerror()));
        find(library, init, {"cuInit"});
        find(library, errorString, {"cuGetErrorString"});
        find(library, deviceCount, {"cuDeviceGetCount"});
        find(library, deviceGet, {"cuDeviceGet"});
        find(library, deviceName, {"cuDeviceGetName"});
        find(library, deviceAttribute, {"cuDeviceGetAttribute"});
        find(library, retain, {"cuDevicePrimaryCtxRetain"});
        find(library, setCurrent, {"cuCtxSetCurrent"});
        find(library, synchronize, {"cuCtxSynchronize"});
        find(library, setLimit, {"cuCtxSetLimit"});
        find(library, allocate, {"cuMemAlloc_v2"});
        find(library, release, {"cuMemFree_v2"});
        find(library, toDevice, {"cuMemcpyHtoD_v2"});
        find(library, toHost, {"cuMemcpyDtoH_v2"});
        find(library, hostRegister, {"cuMemHostRegister_v2"});
        find(library, hostUnregister, {"cuMemHostUnregister"});
        find(library, loadModule, {"cuModuleLoadData"});
        find(library, unloadModule, {"cuModuleUnload"});
        find(library, getGlobal, {"cuModuleGetGlobal_v2"});
        find(library, getFunction, {"cuModuleGetFunction"});
        find(library, setAttribute, {"cuFuncSetAttribute"});
        find(library, launch, {"cuLaunchKernel"});
        find(library, launchCooperative, {"cuLaunchCooperativeKernel"});
        find(library, eventCreate, {"cuEventCreate"});
        find(library, eventRecord, {"cuEventRecord"});
        find(library, eventElapsed, {"cuEventElapsedTime_v2", "cuEventElapsedTime"});
    }

    void* library;
    int (*init)(unsigned);
    int (*errorString)(int, const char**);
    int (*deviceCount)(int*);
    int (*deviceGet)(int*, int);
    int (*deviceName)(char*, int, int);
    int (*deviceAttribute)(int*, int, int);
    int (*retain)(void**, int);
    int (*setCurrent)(void*);
    int (*synchronize)();
    int (*setLimit)(int, size_t);
    int (*allocate)(uint64_t*, size_t);
    int (*release)(uint64_t);
    int (*toDevice)(uint64_t, const void*, size_t);
    int (*toHost)(void*, uint64_t, size_t);
    int (*hostRegister)(void*, size_t, unsigned);
    int (*hostUnregister)(void*);
    int (*loadModule)(void**, const void*);
    int (*unloadModule)(void*);
    int (*getGlobal)(uint64_t*, size_t*, void*, const char*);
    int (*getFunction)(void**, void*, const char*);
    int (*setAttribute)(void*, int, int);
    int (*launch)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**, void**);
    int (*launchCooperative)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*,
                             void**);
    int (*eventCreate)(void**, unsigned);
    int (*eventRecord)(void*, void*);
    int (*eventElapsed)(float*, void*, void*);
};

Gpu::Gpu(const std::string& driver)
    : m_driver(std::make_unique<Driver>(driver)) {
    check(m_driver->init(0), "cuInit");
    int count = 0, device = 0;
    check(m_driver->deviceCount(&count), "cuDeviceGetCount");
    if (count == 0)
        throw Failure(Error::NoDevice, "the driver shows no GPU: is $CUDA_VISIBLE_DEVICES empty?");
    check(m_driver->deviceGet(&device, 0), "cuDeviceGet");
    char name[256] = {};
    check(m_driver->deviceName(name, sizeof name, device), "cuDeviceGetName");
    m_name = name;
    const auto attribute = [&](int which) {
        int value = 0;
        check(m_driver->deviceAttribute(&value, which, device), "cuDeviceGetAttribute");
        return value;
    };
    m_capability = fmt::format("{}.{}", attribute(capabilityMajor), attribute(capabilityMinor));
    if (attribute(usesHostPointers) == 0)
        throw Failure(Error::NotSupported, fmt::format("the {} does not reach the program's memory at its own "
                                                       "addresses, which running a program on both needs",
                                                       m_name));
    check(m_driver->retain(&m_context, device), "cuDevicePrimaryCtxRetain");
    use();
    check(m_driver->eventCreate(&m_begin, 0), "cuEventCreate");
    check(m_driver->eventCreate(&m_end, 0), "cuEventCreate");
}

Gpu::~Gpu() = default; // the driver is never closed: the program's own ends may still call

void Gpu::check(int result, const std::string& what) const {
    if (result == 0)
        return;
    const char* text = nullptr;
    m_driver->errorString(result, &text);
    throw Failure(static_cast<Error>(result), fmt::format("{} on the GPU: {}", what, text ? text : "an unknown error"));
}

void Gpu::use() const {
    check(m_driver->setCurrent(m_context), "cuCtxSetCurrent");
}

uint64_t Gpu::allocate(uint64_t bytes) {
    use();
    uint64_t address = 0;
    check(m_driver->allocate(&address, bytes), fmt::format("cuMemAlloc of {} bytes", bytes));
    return address;
}

// Whoever frees has nobody to tell of an error that an earlier launch has left behind.
void Gpu::free(uint64_t address) {
    m_driver->setCurrent(m_context);
    m_driver->release(address);
}

void Gpu::write(uint64_t to, const std::byte* from, uint64_t bytes) {
    use();
    check(m_driver->toDevice(to, from, bytes), "cuMemcpyHtoD");
}

void Gpu::read(std::byte* to, uint64_t from, uint64_t bytes) {
    use();
    check(m_driver->toHost(to, from, bytes), "cuMemcpyDtoH");
}

std::shared_ptr<void> Gpu::share(uint64_t base, uint64_t bytes) {
    use();
    void* const pointer = reinterpret_cast<void*>(base);
    check(m_driver->hostRegister(pointer, bytes, portable | mapped), "cuMemHostRegister");
    return {pointer, [this](void* shared) {
                m_driver->setCurrent(m_context);
                m_driver->hostUnregister(shared);
            }};
}

void Gpu::setStackBytes(uint64_t bytes) {
    use();
    check(m_driver->setLimit(stackLimit, bytes), "cuCtxSetLimit");
}

Gpu::Code::Code(Gpu& gpu, const void* image)
    : m_gpu(gpu) {
    gpu.use();
    gpu.check(gpu.m_driver->loadModule(&m_handle, image), "cuModuleLoadData");
}

Gpu::Code::~Code() {
    m_gpu.m_driver->setCurrent(m_gpu.m_context);
    m_gpu.m_driver->unloadModule(m_handle);
}

std::optional<std::pair<uint64_t, uint64_t>> Gpu::Code::variable(const std::string& name) const {
    m_gpu.use();
    uint64_t address = 0;
    size_t bytes = 0;
    const int result = m_gpu.m_driver->getGlobal(&address, &bytes, m_handle, name.c_str());
    if (result == notFound)
        return {};
    m_gpu.check(result, "cuModuleGetGlobal");
    return std::pair<uint64_t, uint64_t>(address, bytes);
}

void* Gpu::Code::function(const std::string& kernel) const {
    m_gpu.use();
    void* function = nullptr;
    m_gpu.check(m_gpu.m_driver->getFunction(&function, m_handle, kernel.c_str()), "cuModuleGetFunction");
    return function;
}

double Gpu::launch(void* function, const LaunchRequest& request, std::vector<void*> parameters) {
    use();
    const auto shared = static_cast<unsigned>(request.dynamicShared);
    const sim::simt::Dim3 &g = request.grid, &b = request.block;
    if (shared > 0)
        check(m_driver->setAttribute(function, maximumDynamicShared, static_cast<int>(shared)), "cuFuncSetAttribute");
    check(m_driver->eventRecord(m_begin, nullptr), "cuEventRecord");
    check(request.cooperative
              ? m_driver->launchCooperative(function, g.x, g.y, g.z, b.x, b.y, b.z, shared, nullptr, parameters.data())
              : m_driver->launch(function, g.x, g.y, g.z, b.x, b.y, b.z, shared, nullptr, parameters.data(), nullptr),
          "the launch");
    check(m_driver->eventRecord(m_end, nullptr), "cuEventRecord");
    check(m_driver->synchronize(), "the kernel");
    float milliseconds = 0;
    check(m_driver->eventElapsed(&milliseconds, m_begin, m_end), "cuEventElapsedTime");
    return milliseconds / 1000;
}

} // namespace warplens::runtime
