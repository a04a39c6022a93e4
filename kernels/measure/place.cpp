// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/measure/place.h"

#include "kernels/catalogue/paths.h"
#include "kernels/compiler/hash.h"
#include "kernels/measure/worker_failure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

namespace warplens::kernels {
namespace {

constexpr int sshFailed = 255;
constexpr int notCopied = 125; ///< of the script below; what a shell cannot start ends with 126 or 127

std::vector<std::string> wordsOf(const std::string& text) {
    std::vector<std::string> words;
    std::istringstream in(text);
    for (std::string word; in >> word;)
        words.push_back(std::move(word));
    return words;
}

/// One word for any shell.
std::string quoted(const std::string& text) {
    std::string result = "'";
    for (const char c : text)
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

std::string fileContent(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream content;
    content << in.rdbuf();
    if (!in || content.view().empty())
        throw WorkerFailure("no-worker", fmt::format("cannot read the worker {}", file));
    return content.str();
}

/// What runs on the other machine. The worker is complete or not there: it is renamed into its place when all of it has
/// arrived. The shell stays its parent, because ssh tells only a shell's exit code apart from its own troubles.
std::string remoteScript(const std::string& launcher, const std::string& worker) {
    if (worker.empty())
        return fmt::format("echo {}; {} warplens-gpu; exit $?", startsWorker, launcher);
    return fmt::format("d=\"$HOME/.cache/warplens\"; w=\"$d/warplens-gpu-{hash}\"; "
                       "if ! test -x \"$w\"; then "
                       "mkdir -p \"$d\" || exit {failed}; echo {wants}; "
                       "head -c {size} > \"$w.$$\" && test \"$(wc -c < \"$w.$$\")\" -eq {size} && chmod +x \"$w.$$\" "
                       "&& mv \"$w.$$\" \"$w\" || {{ rm -f \"$w.$$\"; exit {failed}; }}; fi; "
                       "echo {starts}; {launcher} \"$w\"; exit $?",
                       fmt::arg("hash", hashOf(worker)), fmt::arg("failed", notCopied), fmt::arg("wants", wantsWorker),
                       fmt::arg("size", worker.size()), fmt::arg("starts", startsWorker),
                       fmt::arg("launcher", launcher));
}

WorkerStart startThroughSsh(const Place& place, const std::string& worker, bool mayAsk) {
    const std::vector<std::string> words = wordsOf(place.words);
    // ssh would take it for an option.
    if (words.empty() || words.front().front() == '-')
        throw WorkerFailure("no-worker", fmt::format("'{}' is no name of a machine", place.words));
    WorkerStart start;
    start.way = Way::Ssh;
    start.machine = words.front();
    start.queues = words.size() > 1;
    start.asks = mayAsk;
    if (!worker.empty())
        start.upload = fileContent(worker);
    std::string launcher;
    for (std::size_t i = 1; i < words.size(); ++i)
        launcher += quoted(words[i]) + " ";
    // A machine that is silent is noticed within a minute.
    start.command = {
        "ssh", "-T", "-o", "ConnectTimeout=20", "-o", "ServerAliveInterval=15", "-o", "ServerAliveCountMax=3"};
    if (!mayAsk)
        start.command.insert(start.command.end(), {"-o", "BatchMode=yes"});
    start.command.push_back(words.front());
    start.command.push_back("exec sh -c " + quoted(remoteScript(launcher, start.upload)));
    return start;
}

WorkerStart startThroughLauncher(const Place& place, const std::string& worker) {
    WorkerStart start;
    start.way = Way::Launcher;
    start.command = wordsOf(place.words);
    if (start.command.empty())
        throw WorkerFailure("no-worker", "the launcher is empty: write its words, as in \"srun --gres=gpu:1\"");
    start.machine = fmt::format("`{}`", place.words);
    start.queues = true;
    start.command.push_back(worker.empty() ? "warplens-gpu" : worker);
    return start;
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) {
        const std::size_t first = line.find_first_not_of(" \t\r");
        if (first == std::string::npos)
            continue;
        text += (text.empty() ? "" : "; ") + line.substr(first, line.find_last_not_of(" \t\r") + 1 - first);
    }
    return text;
}

struct SshTrouble {
    const char* said;    ///< a part of what ssh says
    const char* meaning; ///< with {0}: the machine
};

/// What ssh's words mean, and what helps. The first that is said counts.
constexpr std::array sshTroubles{
    SshTrouble{"Could not resolve hostname", "there is no machine {0} that ssh knows: check its name"},
    SshTrouble{"Connection refused", "{0} is there, but no ssh server answers on it"},
    SshTrouble{"REMOTE HOST IDENTIFICATION HAS CHANGED",
               "{0} is not the machine it was: see what `ssh {0}` says before you trust it"},
    SshTrouble{"Host key verification failed", "ssh does not know {0} yet: connect once with `ssh {0}` in a terminal"},
    SshTrouble{"Permission denied (",
               "{0} does not let you in: `ssh {0}` in a terminal must work first (ssh-copy-id {0} installs your key)"},
    SshTrouble{"Too many authentication failures",
               "{0} does not let you in: `ssh {0}` in a terminal must work first (ssh-copy-id {0} installs your key)"},
    SshTrouble{"timed out", "{0} does not answer"},
    SshTrouble{"No route to host", "{0} cannot be reached"},
    SshTrouble{"Network is unreachable", "{0} cannot be reached"},
};

} // namespace

std::string Place::name() const {
    return way == Way::Here ? "this machine" : words;
}

WorkerStart workerStart(const Place& place, const std::string& worker, bool mayAsk) {
    switch (place.way) {
    case Way::Ssh:
        return startThroughSsh(place, worker, mayAsk);
    case Way::Launcher:
        return startThroughLauncher(place, worker);
    case Way::Here:
        break;
    }
    WorkerStart start;
    start.command = {worker};
    return start;
}

std::string startProblem(const WorkerStart& start, int exitCode, const std::vector<std::string>& lines) {
    const std::string said = joined(lines);
    const std::string words = said.empty() ? "" : fmt::format(" ({})", said);
    const std::string where = start.machine.empty() ? "this machine" : start.machine;
    if (start.way == Way::Ssh && exitCode == sshFailed) {
        for (const SshTrouble& trouble : sshTroubles)
            if (said.find(trouble.said) != std::string::npos)
                return fmt::format(fmt::runtime(trouble.meaning), where) + words;
        return fmt::format("the connection to {} ended before the worker started{}", where, words);
    }
    if (start.way == Way::Ssh && exitCode == notCopied)
        return fmt::format("the worker could not be copied to ~/.cache/warplens of {}{}", where, words);
    if (start.upload.empty() && start.way == Way::Ssh && (exitCode == 126 || exitCode == 127))
        return fmt::format("there is no worker that could be copied to {}, since this program was built without the "
                           "CUDA Toolkit, and no warplens-gpu on its $PATH either{}",
                           where, words);
    if (start.way == Way::Launcher && said.find("No such file or directory") != std::string::npos)
        return fmt::format("{} does not find {} on the machine it leads to: put Warplens into a folder that both "
                           "machines see{}",
                           where, start.command.back(), words);
    for (const char* sign : {"GLIBC_", "Exec format error", "cannot execute"})
        if (said.find(sign) != std::string::npos)
            return fmt::format("the worker does not run on {}: that system is older than this one, or another kind of "
                               "machine; set WARPLENS_WORKER to a worker that was built for it{}",
                               where, words);
    return fmt::format("the worker did not start on {}: code {}{}", where, exitCode, words);
}

bool lostTheWay(const WorkerStart& start, int exitCode, const std::vector<std::string>& lines) {
    if (start.way == Way::Ssh && exitCode == sshFailed)
        return true;
    // Slurm's words for a job that it ends itself: time limits, preemption, scancel, a node that fails.
    const auto says = [&](std::string_view words) {
        return std::any_of(lines.begin(), lines.end(),
                           [&](const std::string& line) { return line.find(words) != std::string::npos; });
    };
    // A kernel cannot end its process with SIGTERM, and we end only what we no longer wait for. It counts by itself,
    // since the words of slurmstepd arrive too late where srun has already seen its task end (3 of 25 jobs on a busy
    // machine).
    constexpr int toldToEnd = 128 + SIGTERM;
    return start.queues &&
           (exitCode == toldToEnd || says("CANCELLED AT") || says("has been revoked") || says("NODE FAILURE"));
}

std::string findLocalWorker() {
    if (const char* chosen = std::getenv("WARPLENS_WORKER"); chosen != nullptr && *chosen != '\0')
        return chosen;
    const std::filesystem::path beside = executableDir() / "warplens-gpu";
    std::error_code error;
    return std::filesystem::exists(beside, error) ? beside.string() : std::string();
}

std::string localWorker() {
    std::string worker = findLocalWorker();
    if (worker.empty())
        throw WorkerFailure("no-worker", fmt::format("there is no GPU worker ({}): it is built where the CUDA Toolkit "
                                                     "is installed",
                                                     (executableDir() / "warplens-gpu").string()));
    return worker;
}

} // namespace warplens::kernels
