// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/worker/problem_data.h"

#include "kernels/protocol/protocol.h"
#include "kernels/worker/worker_error.h"

#include <fmt/format.h>

#include <set>

namespace warplens::kernels {
namespace {

using nlohmann::json;

[[noreturn]] void badRequest(const std::string& message) {
    throw WorkerError(protocol::kind::badRequest, message);
}

} // namespace

std::vector<ProblemArray> parseArrays(const json& arrays) {
    std::vector<ProblemArray> parsed;
    for (const json& row : arrays) {
        ProblemArray array;
        array.name = row.at("name").get<std::string>();
        const auto role = row.at("role").get<std::string>();
        if (role != "in" && role != "out" && role != "inout")
            badRequest(fmt::format("the array {} has the role '{}': write in, out or inout", array.name, role));
        array.isInput = role != "out";
        array.isOutput = role != "in";
        array.specText = row.at("spec").get<std::string>();
        array.spec = parseArgumentSpec(array.specText);
        if (!array.spec.isArray || !array.spec.variable.empty())
            badRequest(fmt::format("'{}' is no array", array.specText));
        parsed.push_back(std::move(array));
    }
    return parsed;
}

void fillArrays(std::vector<ProblemArray>& arrays) {
    for (ProblemArray& array : arrays) {
        array.bytes.resize(static_cast<std::size_t>(array.spec.byteCount()));
        fillArray(array.spec.type, array.spec.fill, array.bytes);
    }
}

std::vector<ArgumentReference> parseReferences(const json& arguments, std::size_t arrayCount) {
    std::vector<ArgumentReference> parsed;
    for (const json& row : arguments) {
        ArgumentReference reference;
        reference.isArray = row.contains("array");
        if (reference.isArray) {
            reference.array = row.at("array").get<std::size_t>();
            if (reference.array >= arrayCount)
                badRequest(fmt::format("there is no array {}", reference.array));
        } else {
            const auto text = row.at("scalar").get<std::string>();
            const ArgumentSpec spec = parseArgumentSpec(text);
            if (spec.isArray || !spec.pointers.empty() || !spec.variable.empty())
                badRequest(fmt::format("'{}' is no scalar", text));
            reference.scalar = spec.scalar;
        }
        parsed.push_back(std::move(reference));
    }
    return parsed;
}

DeviceArrays::DeviceArrays(const std::vector<ProblemArray>& arrays, const std::vector<std::size_t>& indices)
    : m_arrays(arrays)
    , m_indices(indices)
    , m_addresses(arrays.size(), nullptr) {
    m_buffers.reserve(indices.size());
    for (const std::size_t index : indices) {
        m_buffers.emplace_back(m_arrays[index].bytes.size());
        m_addresses[index] = m_buffers.back().data();
    }
}

void DeviceArrays::reset(const std::vector<std::size_t>& indices, cudaStream_t stream) {
    for (const std::size_t index : indices) {
        const ProblemArray& array = m_arrays[index];
        const FillSpec& fill = array.spec.fill;
        if (fill.kind == FillKind::Poison && (!fill.layout || fill.layout->poisoned))
            check(cudaMemsetAsync(m_addresses[index], 0xff, array.bytes.size(), stream), "poisoning the output");
        else
            check(cudaMemcpyAsync(m_addresses[index], array.bytes.data(), array.bytes.size(), cudaMemcpyHostToDevice,
                                  stream),
                  "copying to the device");
    }
}

void DeviceArrays::copyInputs(cudaStream_t stream) {
    for (const std::size_t index : m_indices)
        if (m_arrays[index].isInput)
            check(cudaMemcpyAsync(m_addresses[index], m_arrays[index].bytes.data(), m_arrays[index].bytes.size(),
                                  cudaMemcpyHostToDevice, stream),
                  "copying to the device");
}

void DeviceArrays::copyBack(std::size_t index, std::span<std::byte> destination, cudaStream_t stream) const {
    check(cudaMemcpyAsync(destination.data(), m_addresses[index], destination.size(), cudaMemcpyDeviceToHost, stream),
          "copying from the device");
}

std::vector<void*> DeviceArrays::pointers(const std::vector<ArgumentReference>& references) {
    std::vector<void*> result;
    for (const ArgumentReference& reference : references)
        result.push_back(reference.isArray ? static_cast<void*>(&m_addresses[reference.array])
                                           : const_cast<std::byte*>(reference.scalar.data()));
    return result;
}

std::vector<std::size_t> arraysOf(const std::vector<ArgumentReference>& references) {
    std::set<std::size_t> indices;
    for (const ArgumentReference& reference : references)
        if (reference.isArray)
            indices.insert(reference.array);
    return {indices.begin(), indices.end()};
}

} // namespace warplens::kernels
