// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/worker/run.h"

#include "kernels/data/argument_spec.h"
#include "kernels/protocol/protocol.h"
#include "kernels/worker/callee.h"
#include "kernels/worker/cuda_objects.h"
#include "kernels/worker/devices.h"
#include "kernels/worker/request.h"
#include "kernels/worker/worker_error.h"

#include <fmt/format.h>

#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace warplens::kernels {
namespace {

using nlohmann::json;

/// One argument with its value on the host and, for an array, its memory on the device.
struct RunArgument {
    ArgumentSpec spec;
    std::string name;
    std::string output; ///< file to write it to; empty: none
    std::vector<std::byte> bytes;
    std::optional<DeviceBuffer> buffer;
    void* devicePointer = nullptr;
};

std::vector<RunArgument> parseArguments(const json& request) {
    std::vector<RunArgument> arguments;
    for (const json& row : request.at("arguments")) {
        RunArgument argument;
        argument.spec = parseArgumentSpec(row.at("spec").get<std::string>());
        if (!argument.spec.pointers.empty() || !argument.spec.variable.empty())
            throw WorkerError(protocol::kind::badRequest,
                              fmt::format("'{}' has an address in it or is a variable: `run` takes arrays and values",
                                          row.at("spec").get<std::string>()));
        argument.name = row.value("name", fmt::format("{}", arguments.size()));
        argument.output = row.value("output", "");
        if (!argument.output.empty() && !argument.spec.isArray)
            throw WorkerError(protocol::kind::badRequest,
                              fmt::format("the argument {} is a scalar: it cannot be an output", argument.name));
        arguments.push_back(std::move(argument));
    }
    return arguments;
}

/// Only copies go to the device, no kernels: a profiler is to see one launch.
void place(std::vector<RunArgument>& arguments) {
    for (RunArgument& argument : arguments) {
        if (!argument.spec.isArray)
            continue;
        argument.bytes.resize(static_cast<std::size_t>(argument.spec.byteCount()));
        fillArray(argument.spec.type, argument.spec.fill, argument.bytes);
        argument.buffer.emplace(argument.bytes.size());
        argument.devicePointer = argument.buffer->data();
        check(cudaMemcpy(argument.devicePointer, argument.bytes.data(), argument.bytes.size(), cudaMemcpyHostToDevice),
              "copying to the device");
    }
    check(cudaDeviceSynchronize(), "copying to the device");
}

json writeOutputs(std::vector<RunArgument>& arguments) {
    json outputs = json::array();
    for (RunArgument& argument : arguments) {
        if (argument.output.empty())
            continue;
        check(cudaMemcpy(argument.bytes.data(), argument.devicePointer, argument.bytes.size(), cudaMemcpyDeviceToHost),
              "copying from the device");
        std::ofstream out(argument.output, std::ios::binary);
        out.write(reinterpret_cast<const char*>(argument.bytes.data()),
                  static_cast<std::streamsize>(argument.bytes.size()));
        out.close();
        if (!out)
            throw WorkerError(protocol::kind::badRequest, fmt::format("cannot write {}", argument.output));
        outputs.push_back({{"name", argument.name}, {"file", argument.output}, {"bytes", argument.bytes.size()}});
    }
    return outputs;
}

} // namespace

json run(const json& request, const Toolbox& toolbox) {
    const LaunchShape shape = parseShape(request);
    const double timeout = parseLaunchTimeout(request);
    const int device = request.value("device", 0);
    std::vector<RunArgument> arguments = parseArguments(request);
    if (request.at("code").contains("library_function"))
        throw WorkerError(protocol::kind::badRequest, "`run` launches kernels: a library function is for `measure`");
    selectDevice(device);
    const MadeCallee made = makeCallee(request.at("code"), shape, device, arguments.size(), toolbox);
    place(arguments);

    std::vector<void*> pointers;
    for (RunArgument& argument : arguments)
        pointers.push_back(argument.spec.isArray ? static_cast<void*>(&argument.devicePointer)
                                                 : static_cast<void*>(argument.spec.scalar.data()));
    const Stream stream;
    const Event start, stop;
    check(cudaEventRecord(start.get(), stream.get()), "recording an event");
    made.callee->call(pointers, stream.get());
    check(cudaEventRecord(stop.get(), stream.get()), "recording an event");
    waitFor(stop, timeout);
    return {{"milliseconds", millisecondsBetween(start, stop)},
            {"attributes", made.callee->attributes()},
            {"outputs", writeOutputs(arguments)}};
}

} // namespace warplens::kernels
