// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/worker/request.h"

#include "kernels/protocol/protocol.h"
#include "kernels/worker/worker_error.h"

#include <fmt/format.h>

#include <climits>

namespace warplens::kernels {
namespace {

std::array<std::int64_t, 3> parseExtents(const nlohmann::json& request, const char* key) {
    std::array<std::int64_t, 3> extents{1, 1, 1};
    if (!request.contains(key))
        return extents;
    const nlohmann::json& list = request.at(key);
    if (!list.is_array() || list.empty() || list.size() > 3)
        throw WorkerError(protocol::kind::badRequest, fmt::format("'{}' must be a list of one to three numbers", key));
    for (std::size_t i = 0; i < list.size(); ++i) {
        extents[i] = list[i].get<std::int64_t>();
        if (extents[i] < 1 || extents[i] > INT_MAX)
            throw WorkerError(protocol::kind::badRequest, fmt::format("'{}' has an extent of {}", key, extents[i]));
    }
    return extents;
}

} // namespace

LaunchShape parseShape(const nlohmann::json& request) {
    LaunchShape shape;
    shape.grid = parseExtents(request, "grid");
    shape.block = parseExtents(request, "block");
    shape.sharedBytes = request.value("shared_bytes", std::int64_t{0});
    constexpr std::int64_t mostThreads = 1024;
    for (const std::int64_t extent : shape.block)
        if (extent > mostThreads)
            throw WorkerError(protocol::kind::badRequest, fmt::format("'block' has an extent of {}", extent));
    if (shape.sharedBytes < 0 || shape.sharedBytes > INT_MAX)
        throw WorkerError(protocol::kind::badRequest, fmt::format("'shared_bytes' is {}", shape.sharedBytes));
    return shape;
}

double parseLaunchTimeout(const nlohmann::json& request) {
    const double seconds = request.value("launch_timeout_s", 60.0);
    if (!(seconds > 0.0))
        throw WorkerError(protocol::kind::badRequest, "'launch_timeout_s' must be positive");
    return seconds;
}

} // namespace warplens::kernels
