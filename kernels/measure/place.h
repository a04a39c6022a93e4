// SPDX-License-Identifier: GPL-3.0-or-later
// Where a worker runs, and how it is started there: on this machine, on another one through the user's own ssh, or
// through a launcher such as a cluster's srun.
//
// Through ssh nothing has to be installed on the other machine: the worker is one self-contained file, which is copied
// to ~/.cache/warplens there, under a name that contains its hash, unless it is there already. All of that goes through
// one connection, so ssh asks for a password at most once.
#pragma once

#include <string>
#include <vector>

namespace warplens::kernels {

enum class Way { Here, Ssh, Launcher };

/// A machine, and one of its GPUs.
struct Place {
    Way way = Way::Here;
    /// Ssh: what ssh takes (a name from ~/.ssh/config, user@machine), and where further words follow, a launcher on
    /// that machine: "login srun --gres=gpu:1". Launcher: its words, "srun --gres=gpu:1". Words are separated by
    /// spaces.
    std::string words = {};
    std::string device = {}; ///< which of its GPUs, as in device_choice.h; empty: the first

    /// The machine as people call it: "this machine", "gpu-server", "srun --gres=gpu:1".
    std::string name() const;

    friend bool operator==(const Place&, const Place&) = default;
};

/// All that a WorkerClient needs to start its worker, as often as it takes.
struct WorkerStart {
    std::vector<std::string> command;
    Way way = Way::Here;
    bool queues = false;      ///< a launcher may keep us waiting for hours: no silence is too long
    bool asks = false;        ///< it may ask for a password on the terminal: one after the other
    std::string machine = {}; ///< for messages: "gpu-server", "`srun --gres=gpu:1`"; empty: this one
    /// The worker's file, for a command that says with the line `wantsWorker` that it is to be sent, and with
    /// `startsWorker` that the worker follows; empty: the command is the worker.
    std::string upload = {};
};

inline constexpr const char* wantsWorker = "warplens-wants-worker";
inline constexpr const char* startsWorker = "warplens-starts-worker";

/// How the worker is started there. `worker` is this machine's copy of it; empty: there is none, and the other machine
/// must have warplens-gpu on its $PATH. With `mayAsk` ssh may ask for passwords on the terminal; otherwise it fails
/// where it would. Throws WorkerFailure "no-worker" where the words make no sense or the worker cannot be read.
WorkerStart workerStart(const Place& place, const std::string& worker, bool mayAsk);

/// Why a worker did not start, in one line: from how the command ended and the last lines of its standard error.
std::string startProblem(const WorkerStart& start, int exitCode, const std::vector<std::string>& lines);

/// Whether a command that ended in the middle of a request lost its way to the worker, or was told to by a cluster,
/// so that what was just being measured is not to blame.
bool lostTheWay(const WorkerStart& start, int exitCode, const std::vector<std::string>& lines);

/// The worker of this machine: $WARPLENS_WORKER, or warplens-gpu beside the running program; empty where it is not
/// there, since it is built only where the CUDA Toolkit is installed.
std::string findLocalWorker();

/// Likewise. Throws WorkerFailure "no-worker" where it is not there.
std::string localWorker();

} // namespace warplens::kernels
