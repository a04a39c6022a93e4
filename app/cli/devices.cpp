// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli devices`: the GPUs of this machine and of others, as --device names them.
#include "app/cli/interruption.h"
#include "app/cli/places.h"
#include "app/cli/verbs.h"
#include "kernels/measure/side_by_side.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>

namespace warplens::cli {
namespace {

using namespace warplens::kernels;

struct DevicesOptions {
    PlaceOptions places;
    std::string json;
};

std::string textOf(const nlohmann::json& object, const char* key) {
    return object.contains(key) && object.at(key).is_string() ? object.at(key).get<std::string>() : "";
}

void printDevices(std::FILE* file, const std::string& machine, const nlohmann::json& answer) {
    const nlohmann::json& devices = answer.at("devices");
    if (devices.empty()) {
        fmt::print(file, "{}: {}\n", machine, textOf(answer, "reason"));
        return;
    }
    const nlohmann::json& hello = answer.at("hello");
    const std::string driver =
        hello.contains("driver") && hello.at("driver").is_object() ? textOf(hello.at("driver"), "version") : "";
    const std::string host = textOf(hello, "host_name");
    fmt::print(file, "{}{}{}\n", machine, host.empty() || host == machine ? "" : fmt::format(" ({})", host),
               driver.empty() ? "" : ", driver " + driver);
    for (const nlohmann::json& device : devices)
        fmt::print(file, "  {}  {}  compute capability {}  {:.0f} GiB  {}  {}\n", device.value("index", 0),
                   textOf(device, "name"), textOf(device, "compute_capability"),
                   device.value("memory_bytes", 0.0) / (1 << 30), textOf(device, "uuid"), textOf(device, "pci_bus_id"));
}

int listDevices(const DevicesOptions& options) {
    if (!options.places.devices.empty())
        throw UsageError("--device chooses one, and this verb lists them all: leave it out");
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    int exitCode = 0;
    const Interruption interruption;
    for (const Place& place : places(options.places)) {
        RequestOptions request;
        request.stop = interruption.token();
        request.onNote = [](const std::string& note) { fmt::print(stderr, "{}\n", note); };
        nlohmann::ordered_json row{{"machine", place.name()}};
        try {
            const nlohmann::json answer = devicesOf(place, findLocalWorker(), true, request);
            row["devices"] = answer.at("devices");
            row["hello"] = answer.at("hello");
            if (answer.at("devices").empty()) {
                row["problem"] = textOf(answer, "reason");
                exitCode = 1;
            }
            if (options.json != "-")
                printDevices(stdout, place.name(), answer);
        } catch (const WorkerFailure& failure) {
            row["devices"] = nlohmann::json::array();
            row["problem"] = failure.what();
            fmt::print(stderr, "{}: {}\n", place.name(), failure.what());
            exitCode = 1;
        }
        list.push_back(std::move(row));
    }
    if (!options.json.empty())
        writeJson(nlohmann::ordered_json{{"machines", std::move(list)}}, options.json);
    return exitCode;
}

} // namespace

void addDevicesVerb(CommandLine& commands) {
    const auto options = std::make_shared<DevicesOptions>();
    Verb verb = commands.verb("devices", "List the GPUs of this machine, or of others");
    addPlaceOptions(verb, options->places);
    verb.option("--json", options->json, "Write them to this file (- for the terminal)");
    verb.does([options] { return listDevices(*options); });
}

} // namespace warplens::cli
