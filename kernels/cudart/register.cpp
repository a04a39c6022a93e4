// SPDX-License-Identifier: GPL-3.0-or-later
// What the code that nvcc puts into a program calls before main: which fat binaries there are, and which function or
// variable of the host stands for which one of the device. And the launch with <<< >>>.
#include "kernels/cudart/api.h"
#include "kernels/cudart/registry.h"
#include "kernels/program/fat_binary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace warplens::cudart {
namespace {

/// As the program lays it out (fatbinary_section.h).
struct Wrapper {
    int magic;
    int version;
    const void* data;
    const void* const* linked; ///< version 2: the fat binaries of the single files
};
constexpr int wrapperMagic = 0x466243b1;

std::span<const std::byte> spanAt(const void* fatBinary) {
    return {static_cast<const std::byte*>(fatBinary), kernels::fatBinaryBytes(fatBinary)};
}

struct Configuration {
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
};
thread_local std::vector<Configuration> configurations;

} // namespace

bool& calledByStub() {
    thread_local bool is = false;
    return is;
}

Registry& registry() {
    static Registry* const all = new Registry;
    return *all;
}

void Registry::addKernel(const void* host, runtime::Module& module, const char* name) {
    const std::lock_guard lock(m_mutex);
    runtime::Kernel& kernel = module.kernel(name);
    m_kernels[host] = &kernel;
    m_known.insert(&kernel);
}

void Registry::addKernel(runtime::Kernel& kernel) {
    const std::lock_guard lock(m_mutex);
    m_known.insert(&kernel);
}

runtime::Kernel* Registry::kernel(const void* function) const {
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_kernels.find(function); found != m_kernels.end())
        return found->second;
    const auto known = m_known.find(static_cast<runtime::Kernel*>(const_cast<void*>(function)));
    return known == m_known.end() ? nullptr : *known;
}

const void* Registry::functionOf(const runtime::Kernel& kernel) const {
    const std::lock_guard lock(m_mutex);
    const auto found =
        std::find_if(m_kernels.begin(), m_kernels.end(), [&](const auto& each) { return each.second == &kernel; });
    return found == m_kernels.end() ? &kernel : found->first;
}

void Registry::addVariable(const void* host, Variable variable) {
    const std::lock_guard lock(m_mutex);
    m_variables[host] = std::move(variable);
}

const Registry::Variable* Registry::variable(const void* host) const {
    const std::lock_guard lock(m_mutex);
    const auto found = m_variables.find(host);
    return found == m_variables.end() ? nullptr : &found->second;
}

void Registry::addManaged(runtime::Module& module, void** host, const char* name) {
    const std::lock_guard lock(m_mutex);
    module.managed.insert(name);
    m_managed.push_back({&module, host, name});
}

void Registry::placeManaged(Device& device) {
    std::vector<Managed> todo;
    {
        const std::lock_guard lock(m_mutex);
        todo.swap(m_managed);
    }
    for (const Managed& each : todo)
        if (const runtime::MemoryPtr memory = device.variable(*each.module, each.name)) {
            *each.host = pointerTo(memory->base);
            addVariable(*each.host,
                        {each.module, each.name, memory->bytes}); // so it is called where its address is taken
        }
}

void Registry::forget(runtime::Module& module) {
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_kernels, [&](const auto& each) { return each.second->module == &module; });
    std::erase_if(m_known, [&](const auto* each) { return each->module == &module; });
    std::erase_if(m_variables, [&](const auto& each) { return each.second.module == &module; });
    std::erase_if(m_managed, [&](const auto& each) { return each.module == &module; });
}

runtime::Kernel& kernelOf(const void* function) {
    if (runtime::Kernel* kernel = registry().kernel(function))
        return *kernel;
    throw Failure(Error::InvalidDeviceFunction,
                  fmt::format("{} is no __global__ function that the program has registered", fmt::ptr(function)));
}

} // namespace warplens::cudart

using namespace warplens;
using namespace warplens::cudart;

extern "C" {

void** warplens___cudaRegisterFatBinary(void* address) {
    const auto* wrapper = static_cast<const Wrapper*>(address);
    std::vector<std::span<const std::byte>> fatBinaries;
    const bool linked = wrapper->magic == wrapperMagic && wrapper->version == 2 && wrapper->linked != nullptr;
    if (linked)
        for (const void* const* each = wrapper->linked; *each != nullptr; ++each)
            fatBinaries.push_back(spanAt(*each));
    else if (wrapper->magic == wrapperMagic)
        fatBinaries.push_back(spanAt(wrapper->data));
    runtime::Module& module = Platform::get().addModule(
        std::make_unique<runtime::Module>(std::move(fatBinaries), linked ? wrapper->data : nullptr));
    return reinterpret_cast<void**>(&module);
}

void warplens___cudaRegisterFatBinaryEnd(void**) {}

void warplens___cudaUnregisterFatBinary(void** handle) {
    // Only where a library is closed while the program goes on does it matter; work of it may still be under way.
    auto& module = *reinterpret_cast<runtime::Module*>(handle);
    if (!Platform::get().isUsable())
        return;
    Platform::get().scheduler().waitForAll();
    registry().forget(module);
}

void warplens___cudaRegisterFunction(void** handle, const char* host, char*, const char* name, int, void*, void*, void*,
                                     void*, int*) {
    registry().addKernel(host, *reinterpret_cast<runtime::Module*>(handle), name);
}

void warplens___cudaRegisterVar(void** handle, char* host, char*, const char* name, int, size_t size, int, int) {
    registry().addVariable(host, {reinterpret_cast<runtime::Module*>(handle), name, size});
}

void warplens___cudaRegisterHostVar(void**, const char*, char*, size_t) {}

void warplens___cudaRegisterManagedVar(void** handle, void** host, char*, const char* name, int, size_t size, int,
                                       int) {
    auto& module = *reinterpret_cast<runtime::Module*>(handle);
    registry().addManaged(module, host, name);
    registry().addVariable(host, {&module, name, size});
}

void warplens___cudaRegisterUnifiedTable(void**, void*) {}

char warplens___cudaInitModule(void**) {
    (void)call("the program's __managed__ variables", [] { registry().placeManaged(Platform::get().current()); });
    return 1;
}

unsigned warplens___cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream) {
    configurations.push_back({grid, block, shared, stream});
    return 0;
}

cudaError_t warplens___cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared, void* stream) {
    if (configurations.empty())
        return remember(Error::MissingConfiguration);
    const Configuration& top = configurations.back();
    *grid = top.grid;
    *block = top.block;
    *shared = top.shared;
    *static_cast<cudaStream_t*>(stream) = top.stream;
    configurations.pop_back();
    calledByStub() = true;
    return cudaSuccess;
}

cudaError_t warplens___cudaGetKernel(cudaKernel_t* kernel, const void* function) {
    return call("__cudaGetKernel", [&] { *kernel = reinterpret_cast<cudaKernel_t>(&kernelOf(function)); });
}

cudaError_t warplens___cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, size_t shared,
                                        cudaStream_t stream) {
    return warplens_cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
}

} // extern "C"
