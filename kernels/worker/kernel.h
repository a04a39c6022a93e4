// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel in machine code (or PTX), loaded into the current device's context.
#pragma once

#include <cuda_runtime_api.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace warplens::kernels {

struct LaunchShape {
    std::array<std::int64_t, 3> grid{1, 1, 1};
    std::array<std::int64_t, 3> block{1, 1, 1};
    std::int64_t sharedBytes = 0; ///< dynamic
};

class LoadedKernel {
public:
    /// Throws WorkerError where the image does not load or has no such kernel. An empty name means the only one.
    LoadedKernel(std::string image, const std::string& name);
    LoadedKernel(const LoadedKernel&) = delete;
    LoadedKernel& operator=(const LoadedKernel&) = delete;
    ~LoadedKernel();

    /// Checks the shape against what the kernel and the device can do, and asks for the shared memory it needs.
    void prepare(const LaunchShape& shape, int device);

    void launch(const LaunchShape& shape, const std::vector<void*>& arguments, cudaStream_t stream) const;

    /// The protocol's "attributes".
    nlohmann::json attributes(const LaunchShape& shape, int device) const;

private:
    const void* function() const { return reinterpret_cast<const void*>(m_kernel); }

    std::string m_image; ///< the library may be loaded from it later, when the kernel is first used
    cudaLibrary_t m_library = nullptr;
    cudaKernel_t m_kernel = nullptr;
};

} // namespace warplens::kernels
