// SPDX-License-Identifier: GPL-3.0-or-later
// A launch that was kept: all that it takes to run it again by itself, later and elsewhere. It is a folder:
//
//   launch.json    what stands in KeptLaunch, but for the bytes
//   module.ptx     the PTX of the kernel's module
//   machine-N.cubin    its machine code, of each of the files that were linked; none where there was none
//   memory.bin     what the device's memory held just before the launch, array after array; zeros are holes
#pragma once

#include "sim/memory/device_memory.h"
#include "sim/simt/dim3.h"
#include "sim/simt/system_call.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace warplens::launches {

constexpr int keptVersion = 1;

/// A launch cannot be kept, or what lies in a folder is none. One sentence with the file's name.
struct KeptError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct KeptLaunch {
    uint64_t number = 0; ///< in its program, from 1
    int pid = 0;
    std::string program;
    std::string kernel;       ///< as the machine code names it
    std::string name;         ///< as the source does
    std::string architecture; ///< that was emulated: "9.0"
    std::string code;         ///< where PTX and machine code came from
    std::string source;       ///< path of the file that most of the kernel's instructions are from; empty: not known
    sim::simt::Dim3 grid, block;
    uint32_t dynamicShared = 0; ///< bytes
    bool cooperative = false;
    std::vector<std::byte> parameters; ///< as the kernel's parameter space lays them out

    std::string ptx;
    struct Machine {
        std::string cubin;
        uint32_t firstLine = 0; ///< lines of the PTX before those that it names
    };
    std::vector<Machine> machine;

    struct Memory {
        uint64_t base = 0, bytes = 0;
        std::string name; ///< "memory 3", or a variable's
        bool readOnly = false, initialized = true;
        uint64_t at = 0; ///< where in memory.bin it begins
    };
    std::vector<Memory> memory;                ///< ascending
    std::map<std::string, uint64_t> variables; ///< addresses of the module's variables
    uint64_t heap = 0, heapBytes = 0;          ///< from which kernels allocate; heap 0: the module does not
    sim::simt::Heap::Pieces heapPieces;        ///< that were taken
    uint64_t gridBarrier = 0;                  ///< address; 0: the launch is not cooperative
};

/// Writes it, with what `memory` holds, into a folder that is not there yet. Returns the bytes that it takes on the
/// disk, about. Throws KeptError, also where it would take more than `budget` bytes; then nothing stays behind.
uint64_t keepLaunch(const std::filesystem::path& folder, KeptLaunch launch, const sim::memory::DeviceMemory& memory,
                    uint64_t budget);

bool isKeptLaunch(const std::filesystem::path& folder);

/// Without PTX, machine code and memory. Throws KeptError.
KeptLaunch readKeptHead(const std::filesystem::path& folder);
/// With PTX and machine code. Throws KeptError.
KeptLaunch readKeptLaunch(const std::filesystem::path& folder);

/// The memory of a kept launch: read where somebody comes, and written to nowhere but here.
class KeptMemory {
public:
    /// Throws KeptError.
    KeptMemory(const std::filesystem::path& folder, const KeptLaunch& launch);
    ~KeptMemory();
    KeptMemory(const KeptMemory&) = delete;
    KeptMemory& operator=(const KeptMemory&) = delete;
    /// Puts the arrays where they lay. This has to stay for as long as `memory` does.
    void place(sim::memory::DeviceMemory& memory) const;

private:
    std::vector<sim::memory::Allocation> m_arrays;
    void* m_bytes = nullptr;
    uint64_t m_size = 0;
};

} // namespace warplens::launches
