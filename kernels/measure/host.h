// SPDX-License-Identifier: GPL-3.0-or-later
// A worker on another machine, through the user's own ssh. The worker is one self-contained file; it is copied to
// ~/.cache/warplens there, under a name that contains its hash, unless it is there already.
#pragma once

#include <string>
#include <vector>

namespace warplens::kernels {

/// Makes sure that the machine has this worker and returns the command that starts it there. `host` is whatever ssh
/// takes: a name from ~/.ssh/config, user@machine. Throws WorkerFailure "no-worker" with what ssh said.
std::vector<std::string> remoteWorkerCommand(const std::string& host, const std::string& worker);

/// The worker through a launcher, as in "srun --gres=gpu:1": its words, separated by spaces, before the worker's path.
/// The launcher's machine must see this machine's files. Throws WorkerFailure "no-worker" where there are no words.
std::vector<std::string> launchedWorkerCommand(const std::string& launcher, const std::string& worker);

} // namespace warplens::kernels
