// SPDX-License-Identifier: GPL-3.0-or-later
// Which kernel or variable of the device stands behind an address of the host.
#pragma once

#include "kernels/runtime/device.h"
#include "kernels/runtime/module.h"

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace warplens::cudart {

class Registry {
public:
    struct Variable {
        runtime::Module* module = nullptr;
        std::string name;
        size_t bytes = 0;
    };

    void addKernel(const void* host, runtime::Module& module, const char* name);
    void addKernel(runtime::Kernel& kernel); ///< that programs hold a cudaKernel_t of
    /// By the address of the __global__ function, or by the kernel's own; nullptr: none.
    runtime::Kernel* kernel(const void* function) const;
    /// The address of its __global__ function, or its own where there is none.
    const void* functionOf(const runtime::Kernel& kernel) const;

    void addVariable(const void* host, Variable variable);
    const Variable* variable(const void* host) const;

    /// Variables that the host reaches through a pointer of its own.
    void addManaged(runtime::Module& module, void** host, const char* name);
    void placeManaged(runtime::Device& device);

    void forget(runtime::Module& module);

private:
    struct Managed {
        runtime::Module* module;
        void** host;
        std::string name;
    };
    mutable std::mutex m_mutex;
    std::map<const void*, runtime::Kernel*> m_kernels;
    std::set<runtime::Kernel*> m_known;
    std::map<const void*, Variable> m_variables;
    std::vector<Managed> m_managed;
};

Registry& registry();

/// Whether the launch that follows in this thread is one with <<< >>>, whose answer nobody sees.
bool& calledByStub();

} // namespace warplens::cudart
