// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/worker/bench.h"

#include "kernels/data/argument_spec.h"
#include "kernels/protocol/protocol.h"
#include "kernels/worker/callee.h"
#include "kernels/worker/cuda_objects.h"
#include "kernels/worker/devices.h"
#include "kernels/worker/gate.h"
#include "kernels/worker/worker_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <string>
#include <vector>

namespace warplens::kernels {
namespace {

using nlohmann::json;

constexpr std::size_t toldValues = 64; ///< that a kernel can tell, in double precision
constexpr std::int64_t mostRuns = 1000;

/// The memory of all benchmarks, and where they tell what they have found out.
struct BenchMemory {
    explicit BenchMemory(std::size_t bytes)
        : data(bytes)
        , told(toldValues * sizeof(double)) {}

    DeviceBuffer data, told;
};

class Benchmark {
public:
    Benchmark(const json& row, const std::string& image, int device, const BenchMemory& memory)
        : m_shape(parseShape(row))
        , m_runs(row.value("runs", std::int64_t{0}))
        , m_told(row.value("told", std::size_t{0}))
        , m_memory(memory)
        , m_kernel(image, row.at("kernel").get<std::string>()) {
        if (m_runs < 0 || m_runs > mostRuns || m_told > toldValues)
            throw WorkerError(protocol::kind::badRequest,
                              fmt::format("'runs' is {} and 'told' {}: write no more than {} and {}", m_runs, m_told,
                                          mostRuns, toldValues));
        m_kernel.prepare(m_shape, device);
        for (const json& argument : row.at("arguments"))
            addArgument(argument);
        for (Value& value : m_values)
            m_pointers.push_back(value.bytes.data());
    }

    json run(const Stream& stream, double timeout) {
        check(cudaMemsetAsync(m_memory.told.data(), 0, m_memory.told.bytes(), stream.get()), "clearing memory");
        launch(stream);
        waitFor(stream, timeout);
        std::vector<double> milliseconds;
        const Event start, stop;
        for (std::int64_t i = 0; i < m_runs; ++i) {
            { // each behind one like it, which the GPU has begun before it waits for the host
                Gate gate(stream.get());
                launch(stream);
                check(cudaEventRecord(start.get(), stream.get()), "recording an event");
                launch(stream);
                check(cudaEventRecord(stop.get(), stream.get()), "recording an event");
                gate.open();
            }
            waitFor(stop, timeout);
            milliseconds.push_back(millisecondsBetween(start, stop));
        }
        std::sort(milliseconds.begin(), milliseconds.end());
        std::vector<double> told(m_told);
        if (m_told > 0)
            check(cudaMemcpy(told.data(), m_memory.told.data(), m_told * sizeof(double), cudaMemcpyDeviceToHost),
                  "copying from the device");
        return {{"milliseconds", std::move(milliseconds)}, {"told", std::move(told)}};
    }

private:
    struct Value {
        std::vector<std::byte> bytes;
    };

    void addArgument(const json& argument) {
        if (argument.contains("scalar")) {
            const ArgumentSpec spec = parseArgumentSpec(argument.at("scalar").get<std::string>());
            if (spec.isArray || !spec.pointers.empty() || !spec.variable.empty())
                throw WorkerError(protocol::kind::badRequest, fmt::format("'{}' is no scalar", argument.dump()));
            m_values.push_back({{spec.scalar.begin(), spec.scalar.end()}});
            return;
        }
        const bool tells = argument.contains("told");
        const DeviceBuffer& buffer = tells ? m_memory.told : m_memory.data;
        const auto offset = argument.at(tells ? "told" : "memory").get<std::size_t>();
        if (offset >= buffer.bytes())
            throw WorkerError(protocol::kind::badRequest,
                              fmt::format("{} lies behind the {} bytes that there are", offset, buffer.bytes()));
        void* const at = static_cast<std::byte*>(buffer.data()) + offset;
        const auto* first = reinterpret_cast<const std::byte*>(&at);
        m_values.push_back({{first, first + sizeof at}});
    }

    void launch(const Stream& stream) { m_kernel.launch(m_shape, m_pointers, stream.get()); }

    LaunchShape m_shape;
    std::int64_t m_runs;
    std::size_t m_told;
    const BenchMemory& m_memory;
    LoadedKernel m_kernel;
    std::deque<Value> m_values; ///< the pointers lead here
    std::vector<void*> m_pointers;
};

} // namespace

json bench(const json& request, const Toolbox& toolbox, const Progress& progress) {
    const int device = request.value("device", 0);
    const double timeout = parseLaunchTimeout(request);
    const auto bytes = request.at("memory_bytes").get<std::size_t>();
    selectDevice(device);
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "asking for the free memory");
    if (bytes == 0 || bytes > free)
        throw WorkerError(protocol::kind::outOfMemory,
                          fmt::format("the benchmarks take {:.1f} GiB, and {:.1f} of the GPU's {:.1f} GiB are free",
                                      static_cast<double>(bytes) / (1 << 30), static_cast<double>(free) / (1 << 30),
                                      static_cast<double>(total) / (1 << 30)));
    progress("compile", 0, 0.0, nullptr);
    const std::string image = imageBytes(request.at("code"), device, toolbox);
    const BenchMemory memory(bytes);
    const Stream stream;
    check(cudaMemsetAsync(memory.data.data(), 0, bytes, stream.get()), "clearing memory");
    const json& launches = request.at("launches");
    json rows = json::array();
    for (std::size_t i = 0; i < launches.size(); ++i) {
        progress("benchmark", i, static_cast<double>(i) / static_cast<double>(launches.size()), nullptr);
        rows.push_back(Benchmark(launches[i], image, device, memory).run(stream, timeout));
    }
    return {{"launches", std::move(rows)}};
}

} // namespace warplens::kernels
