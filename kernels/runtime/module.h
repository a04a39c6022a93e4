// SPDX-License-Identifier: GPL-3.0-or-later
// Code for the GPU as a program brings it along: its fat binaries, or what it hands over while it runs. Nothing is read
// before it is needed.
#pragma once

#include "kernels/launches/kept_launch.h"
#include "kernels/program/fat_binary.h"
#include "sim/ptx/module.h"
#include "sim/sass/cubin.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace warplens::runtime {

/// What of a module suits one architecture.
struct Code {
    std::shared_ptr<const sim::ptx::Module> ptx;
    sim::sass::Cubin machine; ///< its lines are those of `ptx`
    std::string ptxText;
    std::vector<launches::KeptLaunch::Machine> files; ///< what `machine` was read from
    bool hasMachine = false;
    unsigned ptxArchitecture = 0;
    std::string origin; ///< "PTX and machine code for 9.0, from the program"

    const sim::sass::Function* machineOf(std::string_view kernel) const;
};

class Module;

/// What a program has set for a kernel, on one device.
struct KernelSettings {
    uint64_t dynamicSharedBytes = 48 * 1024; ///< that a launch may ask for
    int carveOut = -1;
    int clusterMustBeSet = 0, clusterWidth = 0, clusterHeight = 0, clusterDepth = 0, clusterPolicy = 0,
        nonPortableCluster = 0;
};

/// A kernel of a module. It stays where it is: programs hold pointers to it.
struct Kernel {
    Module* module = nullptr;
    std::string name;
    std::map<int, KernelSettings> settings; ///< by device
};

/// The PTX that belongs to machine code which the program has compiled while it runs: kernels are emulated from it when
/// the code is loaded.
void rememberPtx(std::string cubin, std::string ptx);

class Module {
public:
    /// Fat binaries that belong together: one, or those of several files that were linked, and then what they were
    /// linked to. They are not copied.
    explicit Module(std::vector<std::span<const std::byte>> fatBinaries, const void* linked = nullptr);
    /// PTX text, a cubin or a fat binary that a program has loaded. Copied.
    explicit Module(std::string image);

    /// Throws Failure that says what is missing: there is nothing that such a device could run.
    const Code& code(unsigned architecture);
    /// The architectures for which there is PTX, and those for which there is machine code too.
    struct Architectures {
        std::set<unsigned> ptx, machine;
    };
    Architectures architectures() const;

    /// What a GPU's driver loads.
    const void* image() const;

    /// The kernel of that name; it may turn out not to be there.
    Kernel& kernel(const std::string& name);
    std::vector<std::string> kernelNames(unsigned architecture);

    /// Variables that the host shares, as the program has registered them.
    std::set<std::string> managed;

private:
    void readEntries() const;

    std::string m_image;
    std::vector<std::span<const std::byte>> m_fatBinaries;
    const void* m_linked = nullptr;
    mutable std::mutex m_mutex;
    mutable bool m_read = false;
    mutable std::vector<std::vector<kernels::FatEntry>> m_entries; ///< of each fat binary
    std::map<unsigned, std::unique_ptr<Code>> m_code;
    std::map<std::string, std::unique_ptr<Kernel>> m_kernels;
};

} // namespace warplens::runtime
