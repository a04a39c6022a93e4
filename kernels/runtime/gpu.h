// SPDX-License-Identifier: GPL-3.0-or-later
// A real GPU beside the emulated one, through NVIDIA's driver. Device memory is taken from it, so that pointers mean the
// same on both, wherever a program keeps them.
//
// The driver is opened by its path and by itself: a program may have our own libcuda in the same process. Its functions
// are declared here, since no header of CUDA's is needed for so few; their types are part of its binary interface.
#pragma once

#include "kernels/runtime/error.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warplens::runtime {

struct LaunchRequest;

/// All functions throw Failure with the driver's error. Any thread may call them.
class Gpu {
public:
    /// The first GPU that the driver of this path shows. Throws Failure.
    explicit Gpu(const std::string& driver);
    ~Gpu();
    Gpu(const Gpu&) = delete;
    Gpu& operator=(const Gpu&) = delete;

    const std::string& name() const { return m_name; }
    const std::string& capability() const { return m_capability; } ///< "9.0"

    uint64_t allocate(uint64_t bytes);
    void free(uint64_t address);
    void write(uint64_t to, const std::byte* from, uint64_t bytes);
    void read(std::byte* to, uint64_t from, uint64_t bytes);
    /// Memory of the program's that the GPU reaches at its own address, for as long as the result is kept.
    std::shared_ptr<void> share(uint64_t base, uint64_t bytes);
    void setStackBytes(uint64_t bytes);

    /// A program's code on the GPU.
    class Code {
    public:
        Code(Gpu& gpu, const void* image);
        ~Code();
        Code(const Code&) = delete;
        Code& operator=(const Code&) = delete;
        /// Where a variable lies, and its bytes; nothing: the machine code has none of that name.
        std::optional<std::pair<uint64_t, uint64_t>> variable(const std::string& name) const;
        void* function(const std::string& kernel) const;

    private:
        Gpu& m_gpu;
        void* m_handle = nullptr;
    };

    /// Runs a kernel to its end, and returns how many seconds the GPU has measured.
    double launch(void* function, const LaunchRequest& request, std::vector<void*> parameters);

    /// A launch and the copies around it belong together.
    std::mutex& order() { return m_order; }

private:
    struct Driver;
    void check(int result, const std::string& what) const;
    void use() const;

    std::unique_ptr<Driver> m_driver;
    void* m_context = nullptr;
    void *m_begin = nullptr, *m_end = nullptr; ///< events around a launch
    std::string m_name, m_capability;
    std::mutex m_order;
};

} // namespace warplens::runtime
