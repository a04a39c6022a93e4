// SPDX-License-Identifier: GPL-3.0-or-later
// The memory of a real GPU, at its own addresses, and beside each piece as many bytes of the program's own: those are
// what copies and the emulator see, and what the GPU's memory is filled with before a launch.
#pragma once

#include "kernels/runtime/address_range.h"
#include "kernels/runtime/gpu.h"

#include <map>
#include <mutex>

namespace warplens::runtime {

/// Any thread may use it.
class GpuRange final : public AddressSpace {
public:
    explicit GpuRange(Gpu& gpu)
        : m_gpu(gpu) {}
    ~GpuRange() override;

    uint64_t take(uint64_t bytes, uint64_t alignment) override;
    /// What lies there on the GPU already: a variable of a program's code.
    void adopt(uint64_t base, uint64_t bytes);
    void giveBack(uint64_t base) override;
    void clear(uint64_t) override {} ///< a GPU leaves what was there
    bool contains(uint64_t address) const override;
    std::byte* host(uint64_t base) const override;

private:
    struct Piece {
        std::byte* host = nullptr;
        uint64_t bytes = 0;
        bool isTaken = false;
    };
    void add(uint64_t base, uint64_t bytes, bool isTaken);

    Gpu& m_gpu;
    mutable std::mutex m_mutex;
    std::map<uint64_t, Piece> m_pieces;
    std::map<uint64_t, uint64_t> m_known; ///< begin to end of all that was ever there
};

} // namespace warplens::runtime
