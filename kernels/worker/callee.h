// SPDX-License-Identifier: GPL-3.0-or-later
// What a request wants to be run: a kernel or a function of a library, behind one interface.
#pragma once

#include "kernels/worker/kernel.h"
#include "kernels/worker/toolbox.h"

#include <cuda_runtime_api.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <vector>

namespace warplens::kernels {

class Callee {
public:
    virtual ~Callee() = default;

    /// What has to be done once before the first call, and belongs to the total time: a library's handle.
    virtual void startUp(cudaStream_t stream) = 0;
    /// Undoes it. Calls are possible again after another startUp.
    virtual void shutDown() = 0;
    virtual void call(const std::vector<void*>& arguments, cudaStream_t stream) = 0;
    /// The protocol's "attributes".
    virtual nlohmann::json attributes() const = 0;
    /// Whether it is a library whose kernels have names worth knowing.
    virtual bool isLibrary() const = 0;
    /// The arithmetic that a library was allowed in the last call: "CUBLAS_PEDANTIC_MATH". Empty where it has no choice.
    virtual std::string mathMode() const { return {}; }
};

struct MadeCallee {
    std::unique_ptr<Callee> callee;
    double compileMilliseconds = 0.0;
};

/// Compiles or loads the protocol's "code" for the current device and checks the shape. Throws WorkerError.
MadeCallee makeCallee(const nlohmann::json& code, const LaunchShape& shape, int device, std::size_t argumentCount,
                      const Toolbox& toolbox);

/// What the protocol's "code" is for the current device: machine code, or PTX that was given. Throws WorkerError.
std::string imageBytes(const nlohmann::json& code, int device, const Toolbox& toolbox);

} // namespace warplens::kernels
