// SPDX-License-Identifier: GPL-3.0-or-later
// The options that say on which machines and GPUs something is done: --here, --host, --via and --device, the same for
// every verb that has them.
#pragma once

#include "app/cli/verb.h"
#include "kernels/measure/place.h"
#include "kernels/measure/worker_failure.h"

#include <string>
#include <vector>

namespace warplens::cli {

struct PlaceOptions {
    bool here = false;
    std::vector<std::string> hosts;
    std::vector<std::string> launchers;
    std::vector<std::string> devices;
};

void addPlaceOptions(Verb& verb, PlaceOptions& options);

/// Each of the devices on each of the machines; without any option the first GPU of this machine. Throws UsageError
/// where one is named twice.
std::vector<kernels::Place> places(const PlaceOptions& options);

/// Why there is nothing to `what` there ("measure"), as the line that the user needs.
std::string whyNothing(const kernels::WorkerFailure& failure, const kernels::Place& place, const std::string& what);

} // namespace warplens::cli
