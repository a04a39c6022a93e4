// SPDX-License-Identifier: GPL-3.0-or-later
// The arrays of a `measure` request: their elements on the host, and sets of them on the device.
#pragma once

#include "kernels/data/argument_spec.h"
#include "kernels/worker/cuda_objects.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace warplens::kernels {

struct ProblemArray {
    std::string name;
    bool isInput = false;  ///< copied to the device before a call
    bool isOutput = false; ///< copied back after it
    ArgumentSpec spec;
    std::string specText;
    std::vector<std::byte> bytes; ///< the elements that the fill gives
};

/// Reads "arrays" of a request, without filling them.
std::vector<ProblemArray> parseArrays(const nlohmann::json& arrays);

/// Fills them all, on all cores.
void fillArrays(std::vector<ProblemArray>& arrays);

/// One argument of a call: an array by its index, or a scalar.
struct ArgumentReference {
    bool isArray = false;
    std::size_t array = 0;
    std::vector<std::byte> scalar;
};

/// Reads "arguments" of a subject. Throws WorkerError for an index that is out of range.
std::vector<ArgumentReference> parseReferences(const nlohmann::json& arguments, std::size_t arrayCount);

/// Some of the arrays on the device.
class DeviceArrays {
public:
    /// Allocates the arrays whose indices are given; nothing is copied yet.
    DeviceArrays(const std::vector<ProblemArray>& arrays, const std::vector<std::size_t>& indices);

    /// Writes the fill of these arrays: inputs are copied, outputs poisoned.
    void reset(const std::vector<std::size_t>& indices, cudaStream_t stream);
    /// Copies inputs only, as a program that uses the kernel would.
    void copyInputs(cudaStream_t stream);
    void copyBack(std::size_t index, std::span<std::byte> destination, cudaStream_t stream) const;

    /// Pointers to the values, as cudaLaunchKernel wants them. They stay valid as long as this object and `references`.
    std::vector<void*> pointers(const std::vector<ArgumentReference>& references);

private:
    const std::vector<ProblemArray>& m_arrays;
    std::vector<std::size_t> m_indices;
    std::vector<DeviceBuffer> m_buffers; ///< for m_indices
    std::vector<void*> m_addresses;      ///< for all arrays; null where not allocated
};

/// The arrays that these arguments refer to, each once, in order.
std::vector<std::size_t> arraysOf(const std::vector<ArgumentReference>& references);

} // namespace warplens::kernels
