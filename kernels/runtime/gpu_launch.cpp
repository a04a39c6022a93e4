// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/gpu_launch.h"

#include "kernels/runtime/platform.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace warplens::runtime {

GpuLaunch::GpuLaunch(Gpu& gpu, Device& device, const LoadedModule& module, const LoadedKernel& kernel,
                     const LaunchRequest& request)
    : m_gpu(gpu)
    , m_device(device)
    , m_module(module)
    , m_kernel(kernel)
    , m_request(request) {
    if (!module.onGpu)
        m_refusal = module.notOnGpu;
    else if (!kernel.program.textureOps.empty())
        m_refusal = "its kernel uses textures or surfaces, which lie in the emulator alone";
    else if (module.placement.heap != 0)
        m_refusal = "its module allocates memory in kernels, and the GPU has a heap of its own";
    else if (request.cluster.count() > 1)
        m_refusal = "its blocks run in clusters as the launch says, and those are emulated alone";
}

void GpuLaunch::gather() {
    m_device.platform().memory().forEach([&](const MemoryPtr& memory) {
        if (memory->onGpu || memory->kind == MemoryKind::Managed || memory->belongsToHost())
            m_pieces.push_back({memory, {}, {}});
    });
}

double GpuLaunch::run() {
    gather();
    for (Piece& piece : m_pieces) {
        Memory& memory = *piece.memory;
        if (memory.onGpu) {
            m_gpu.write(memory.base, memory.host, memory.bytes);
            continue;
        }
        if (!memory.gpuShares)
            memory.gpuShares = m_gpu.share(memory.base, memory.bytes);
        piece.before.assign(memory.host, memory.host + memory.bytes);
    }
    std::vector<std::byte> parameters = m_request.parameters;
    std::vector<void*> pointers;
    for (const LoadedKernel::Parameter& parameter : m_kernel.parameters)
        pointers.push_back(parameters.data() + parameter.offset);
    double seconds = 0;
    try {
        seconds = m_gpu.launch(m_module.onGpu->function(m_request.kernel->name), m_request, pointers);
    } catch (const Failure&) {
        restore();
        throw;
    }
    for (Piece& piece : m_pieces) {
        const Memory& memory = *piece.memory;
        if (memory.readOnly)
            continue;
        piece.after.resize(memory.bytes);
        if (memory.onGpu)
            m_gpu.read(piece.after.data(), memory.base, memory.bytes);
        else
            std::memcpy(piece.after.data(), memory.host, memory.bytes);
    }
    restore();
    return seconds;
}

// The emulator begins with the same as the GPU.
void GpuLaunch::restore() const {
    for (const Piece& piece : m_pieces)
        if (!piece.before.empty())
            std::memcpy(piece.memory->host, piece.before.data(), piece.before.size());
}

int GpuLaunch::argumentOf(const Memory& memory) const {
    for (size_t i = 0; i < m_kernel.parameters.size(); ++i) {
        uint64_t address = 0;
        if (m_kernel.parameters[i].bytes != sizeof address)
            continue;
        std::memcpy(&address, m_request.parameters.data() + m_kernel.parameters[i].offset, sizeof address);
        if (address == memory.base)
            return static_cast<int>(i);
    }
    return -1;
}

void GpuLaunch::compare(launches::GpuComparison& comparison) const {
    using Difference = launches::GpuComparison::Array;
    for (const Piece& piece : m_pieces) {
        const Memory& memory = *piece.memory;
        if (memory.readOnly)
            continue;
        comparison.bytes += memory.bytes;
        const std::byte *const ours = memory.host, *const theirs = piece.after.data();
        if (std::memcmp(ours, theirs, memory.bytes) == 0)
            continue;
        Difference array;
        array.argument = argumentOf(memory);
        array.name = !memory.name.empty()  ? memory.name
                     : array.argument >= 0 ? fmt::format("argument {}", array.argument)
                                           : memoryLabel(memory);
        array.bytes = memory.bytes;
        array.first = static_cast<uint64_t>(std::mismatch(ours, ours + memory.bytes, theirs).first - ours);
        for (uint64_t at = array.first; at < memory.bytes; ++at)
            array.different += ours[at] != theirs[at];
        const uint64_t begin =
            array.first / launches::GpuComparison::windowBytes * launches::GpuComparison::windowBytes;
        const uint64_t count = std::min(launches::GpuComparison::windowBytes, memory.bytes - begin);
        std::copy_n(ours + begin, count, array.emulated.begin());
        std::copy_n(theirs + begin, count, array.measured.begin());
        comparison.arrays.push_back(std::move(array));
    }
}

void GpuLaunch::accept() const {
    for (const Piece& piece : m_pieces)
        if (!piece.after.empty())
            std::memcpy(piece.memory->host, piece.after.data(), piece.after.size());
}

} // namespace warplens::runtime
