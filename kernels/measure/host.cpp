// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/measure/host.h"

#include "kernels/compiler/hash.h"
#include "kernels/measure/child_process.h"
#include "kernels/measure/worker_client.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <system_error>

namespace warplens::kernels {
namespace {

constexpr const char* thereMark = "warplens-worker-is-there";

ProcessResult ssh(const std::string& host, const std::string& script, const std::string& input) {
    try {
        return runProcess({"ssh", host, script}, input);
    } catch (const std::system_error& error) {
        throw WorkerFailure("no-worker", fmt::format("ssh cannot be started: {}", error.code().message()));
    }
}

} // namespace

std::vector<std::string> remoteWorkerCommand(const std::string& host, const std::string& worker) {
    // ssh would take it for an option.
    if (host.empty() || host.front() == '-')
        throw WorkerFailure("no-worker", fmt::format("'{}' is no name of a machine", host));
    std::ifstream in(worker, std::ios::binary);
    std::ostringstream content;
    content << in.rdbuf();
    if (!in || content.view().empty())
        throw WorkerFailure("no-worker", fmt::format("cannot read the worker {}", worker));

    const std::string name = "warplens-gpu-" + hashOf(content.view());
    const std::string path = "\"$HOME\"/.cache/warplens/" + name;
    // Complete or not there: it is renamed into its place when all of it has arrived.
    const std::string look = fmt::format("test -x {} && echo {} || true", path, thereMark);
    const ProcessResult looked = ssh(host, look, {});
    if (looked.ending.code != 0 || looked.ending.signal != 0)
        throw WorkerFailure("no-worker",
                            fmt::format("{} cannot be reached: ssh {}\n{}", host, looked.ending.text(), looked.errors));
    if (looked.output.find(thereMark) == std::string::npos) {
        const std::string copy =
            fmt::format("mkdir -p \"$HOME\"/.cache/warplens && cat > {0}.$$ && chmod +x {0}.$$ && mv {0}.$$ {0}", path);
        const ProcessResult copied = ssh(host, copy, content.str());
        if (copied.ending.code != 0 || copied.ending.signal != 0)
            throw WorkerFailure("no-worker", fmt::format("the worker could not be copied to {}: ssh {}\n{}", host,
                                                         copied.ending.text(), copied.errors));
    }
    return {"ssh", host, "exec " + path};
}

std::vector<std::string> launchedWorkerCommand(const std::string& launcher, const std::string& worker) {
    std::vector<std::string> command;
    std::istringstream words(launcher);
    for (std::string word; words >> word;)
        command.push_back(std::move(word));
    if (command.empty())
        throw WorkerFailure("no-worker", "the launcher is empty: write its words, as in \"srun --gres=gpu:1\"");
    command.push_back(worker);
    return command;
}

} // namespace warplens::kernels
