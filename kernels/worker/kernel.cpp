// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/worker/kernel.h"

#include "kernels/protocol/protocol.h"
#include "kernels/worker/cuda_check.h"
#include "kernels/worker/worker_error.h"

#include <fmt/format.h>

#include <climits>

namespace warplens::kernels {
namespace {

int attributeOf(cudaDeviceAttr attribute, int device) {
    int value = 0;
    check(cudaDeviceGetAttribute(&value, attribute, device), "asking for the device's properties");
    return value;
}

dim3 dimensions(const std::array<std::int64_t, 3>& extents) {
    dim3 result;
    result.x = static_cast<unsigned>(extents[0]);
    result.y = static_cast<unsigned>(extents[1]);
    result.z = static_cast<unsigned>(extents[2]);
    return result;
}

int threadsOf(const LaunchShape& shape) {
    return static_cast<int>(shape.block[0] * shape.block[1] * shape.block[2]);
}

} // namespace

LoadedKernel::LoadedKernel(std::string image, const std::string& name)
    : m_image(std::move(image)) {
    check(cudaLibraryLoadData(&m_library, m_image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0),
          "loading the kernel");
    try {
        if (!name.empty()) {
            const cudaError_t found = cudaLibraryGetKernel(&m_kernel, m_library, name.c_str());
            if (found == cudaErrorSymbolNotFound)
                throw WorkerError(protocol::kind::badRequest, fmt::format("there is no kernel '{}' in the code", name));
            check(found, "looking for the kernel");
            return;
        }
        unsigned count = 0;
        check(cudaLibraryGetKernelCount(&count, m_library), "counting the kernels");
        if (count != 1)
            throw WorkerError(protocol::kind::badRequest,
                              fmt::format("there are {} kernels in the code: say which one to launch", count));
        check(cudaLibraryEnumerateKernels(&m_kernel, 1, m_library), "looking for the kernel");
    } catch (...) {
        cudaLibraryUnload(m_library);
        throw;
    }
}

LoadedKernel::~LoadedKernel() {
    if (!deviceIsLost())
        cudaLibraryUnload(m_library);
}

void LoadedKernel::prepare(const LaunchShape& shape, int device) {
    const auto refuse = [](const std::string& message) { throw WorkerError(protocol::kind::launch, message); };
    cudaFuncAttributes attributes{};
    check(cudaFuncGetAttributes(&attributes, function()), "asking for the kernel's properties");
    if (threadsOf(shape) > attributes.maxThreadsPerBlock)
        refuse(fmt::format("a block has {} threads, and this kernel can have {} ({} registers for each)",
                           threadsOf(shape), attributes.maxThreadsPerBlock, attributes.numRegs));
    const int most = attributeOf(cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    const auto needed = static_cast<std::int64_t>(attributes.sharedSizeBytes) + shape.sharedBytes;
    if (needed > most)
        refuse(fmt::format("a block needs {} bytes of shared memory, and this device has {}", needed, most));
    if (shape.sharedBytes > 0 && needed > attributeOf(cudaDevAttrMaxSharedMemoryPerBlock, device))
        check(cudaFuncSetAttribute(function(), cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   static_cast<int>(shape.sharedBytes)),
              "asking for more shared memory");
}

void LoadedKernel::launch(const LaunchShape& shape, const std::vector<void*>& arguments, cudaStream_t stream) const {
    check(cudaLaunchKernel(function(), dimensions(shape.grid), dimensions(shape.block),
                           const_cast<void**>(arguments.data()), static_cast<std::size_t>(shape.sharedBytes), stream),
          "launching the kernel");
}

nlohmann::json LoadedKernel::attributes(const LaunchShape& shape, int device) const {
    cudaFuncAttributes attributes{};
    check(cudaFuncGetAttributes(&attributes, function()), "asking for the kernel's properties");
    int blocks = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function(), threadsOf(shape),
                                                        static_cast<std::size_t>(shape.sharedBytes)),
          "computing the occupancy");
    const int threadsPerSm = attributeOf(cudaDevAttrMaxThreadsPerMultiProcessor, device);
    return {{"registers", attributes.numRegs},
            {"static_shared_bytes", attributes.sharedSizeBytes},
            {"dynamic_shared_bytes", shape.sharedBytes},
            {"local_bytes", attributes.localSizeBytes},
            {"max_threads_per_block", attributes.maxThreadsPerBlock},
            {"blocks_per_sm", blocks},
            {"occupancy", static_cast<double>(blocks) * threadsOf(shape) / threadsPerSm}};
}

} // namespace warplens::kernels
