// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/places.h"

#include "app/cli/verbs.h"
#include "kernels/measure/advice.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::cli {

using kernels::Place;
using kernels::Way;

void addPlaceOptions(Verb& verb, PlaceOptions& options) {
    verb.option(
        "--host", options.hosts,
        "On the machine of that name, through ssh; nothing has to be installed there. "
        "\"NAME srun --gres=gpu:1\" starts a launcher on it. May be repeated: several machines work side by side");
    verb.option("--via", options.launchers,
                "Start the worker through a launcher: \"srun --gres=gpu:1\". May be repeated");
    verb.flag("--here", options.here, "On this machine too, besides those of --host and --via");
    verb.option("--device", options.devices,
                "Which GPU of each machine: its number, its name or a part of that (H200), its UUID or its PCI bus "
                "id, as `warplens-cli devices` lists them (default: the first). May be repeated");
}

std::vector<Place> places(const PlaceOptions& options) {
    std::vector<Place> machines;
    if (options.here || (options.hosts.empty() && options.launchers.empty()))
        machines.push_back({});
    for (const std::string& host : options.hosts)
        machines.push_back({Way::Ssh, host});
    for (const std::string& launcher : options.launchers)
        machines.push_back({Way::Launcher, launcher});

    std::vector<Place> all;
    for (const Place& machine : machines) {
        for (const std::string& device : options.devices.empty() ? std::vector<std::string>{""} : options.devices) {
            Place place = machine;
            place.device = device;
            // A launcher leads to another GPU each time; a machine's are always the same.
            if (place.way != Way::Launcher && std::find(all.begin(), all.end(), place) != all.end())
                throw UsageError(fmt::format("{}{} is named twice: one GPU is measured once", place.name(),
                                             device.empty() ? "" : ", GPU " + device));
            all.push_back(place);
        }
    }
    return all;
}

std::string whyNothing(const kernels::WorkerFailure& failure, const Place& place, const std::string& what) {
    const std::string advice = kernels::adviceOn(failure.kind());
    const std::string told = advice.empty() ? failure.what() : fmt::format("{}. {}", failure.what(), advice);
    const bool noGpu = failure.kind() == "no-worker" || failure.kind() == "no-driver" || failure.kind() == "no-device";
    if (place.way == Way::Ssh)
        return fmt::format("cannot {} on {}: {}", what, place.name(), told);
    if (place.way == Way::Launcher)
        return fmt::format("cannot {} through `{}`: {}", what, place.name(), told);
    if (noGpu && place.device.empty())
        return fmt::format("cannot {} here: {}; --host NAME does it on another machine through ssh. {}", what,
                           failure.what(), advice);
    return fmt::format("cannot {} here: {}", what, told);
}

} // namespace warplens::cli
