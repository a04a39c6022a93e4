// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/version.h"

#include "app/engine/program_run.h"
#include "kernels/build_info/build_info.h"
#include "kernels/catalogue/paths.h"
#include "kernels/measure/place.h"

#include <fmt/format.h>

namespace warplens::cli {
namespace {

/// Of a part that this build or this machine may lack: why.
template<class Find>
std::string pathOr(Find find) {
    try {
        return find();
    } catch (const std::exception& error) {
        return fmt::format("none ({})", error.what());
    }
}

} // namespace

std::string versionText() {
    return fmt::format("warplens-cli {}, commit {}\n"
                       "data: {}\n"
                       "worker for GPUs: {}\n"
                       "runtime for programs: {}",
                       kernels::buildVersion(), kernels::buildCommit(), kernels::dataDir().string(),
                       pathOr([] { return kernels::localWorker(); }),
                       pathOr([] { return engine::runtimeFolder().string(); }));
}

} // namespace warplens::cli
