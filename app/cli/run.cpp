// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli run`: runs a CUDA program on emulated devices and lists its launches. The program's output is its own;
// what is told of launches goes to standard error.
#include "app/cli/launch_list.h"
#include "app/cli/verbs.h"
#include "app/engine/program_build.h"
#include "app/engine/program_run.h"
#include "app/engine/simulation.h"
#include "app/engine/temporary_folder.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <csignal>
#include <cstdio>
#include <memory>
#include <optional>

namespace warplens::cli {
namespace {

struct Options {
    std::string program;
    std::vector<std::string> arguments;
    std::vector<std::string> flags;
    std::string architecture;
    unsigned devices = 1;
    bool sample = false, strict = false, quiet = false, lines = false;
    std::optional<std::size_t> checkedBlocks;
    unsigned threads = 0;
    std::string json;
};

/// Words separated by blanks; quotes keep blanks together.
std::vector<std::string> wordsOf(const std::string& text) {
    std::vector<std::string> words;
    std::string word;
    char quote = 0;
    bool open = false;
    for (const char c : text) {
        if (quote != 0 ? c == quote : c == '\'' || c == '"') {
            quote = quote != 0 ? 0 : c;
            open = true;
        } else if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
            if (open)
                words.push_back(std::move(word));
            word.clear();
            open = false;
        } else {
            word += c;
            open = true;
        }
    }
    if (open)
        words.push_back(std::move(word));
    return words;
}

/// Ctrl+C is the program's: whoever waits for it goes on waiting, as a shell does.
class TerminalSignals {
public:
    TerminalSignals() {
        struct sigaction ignore {};
        ignore.sa_handler = SIG_IGN;
        sigaction(SIGINT, &ignore, &m_interrupt);
        sigaction(SIGQUIT, &ignore, &m_quit);
    }
    ~TerminalSignals() {
        sigaction(SIGINT, &m_interrupt, nullptr);
        sigaction(SIGQUIT, &m_quit, nullptr);
    }
    TerminalSignals(const TerminalSignals&) = delete;
    TerminalSignals& operator=(const TerminalSignals&) = delete;

private:
    struct sigaction m_interrupt {
    }, m_quit{};
};

/// Ends as the program did: a shell sees the same signal.
int endAs(const kernels::Ending& ending) {
    if (ending.signal == 0)
        return ending.code;
    std::signal(ending.signal, SIG_DFL);
    std::raise(ending.signal);
    return 128 + ending.signal;
}

int run(const Options& options) {
    if (!options.architecture.empty())
        engine::checkedArchitecture(options.architecture);
    engine::ProgramRequest request;
    request.program = options.program;
    request.arguments = options.arguments;
    request.architecture = options.architecture;
    request.devices = options.devices;
    request.sample = options.sample;
    if (options.checkedBlocks)
        request.checkedBlocks = *options.checkedBlocks;
    request.threads = options.threads;
    request.lines = options.lines;

    std::optional<engine::TemporaryFolder> folder;
    std::vector<std::string> flags;
    for (const std::string& text : options.flags)
        for (std::string& word : wordsOf(text))
            flags.push_back(std::move(word));
    if (engine::isProgramSource(options.program)) {
        folder.emplace("warplens-program");
        const std::filesystem::path source = options.program;
        request.program = folder->path() / source.stem();
        engine::buildProgram(source, flags, options.architecture.empty() ? "9.0" : options.architecture,
                             request.program);
    } else {
        if (!flags.empty())
            throw UsageError("--nvcc-flags is for sources: a program that is compiled already keeps its own");
        if (request.program.has_parent_path() || std::filesystem::exists(request.program))
            request.program = std::filesystem::absolute(request.program);
        if (!std::filesystem::exists(request.program) && request.program.has_parent_path())
            throw UsageError(fmt::format("there is no program {}", options.program));
        engine::checkLinkage(request.program);
    }

    LaunchList list(options.quiet);
    engine::ProgramListener listener;
    listener.began = [&](const auto& process) { list.begin(process); };
    listener.launched = [&](const auto& report) { list.add(report); };
    listener.progressed = [&](uint64_t launch, const std::string& name, uint64_t done, uint64_t total) {
        list.showProgress(launch, name, done, total);
    };
    listener.called = [&](const std::string& call, const std::string& what, double seconds) {
        list.addCall(call, what, seconds);
    };
    listener.noted = [&](const std::string& sentence) { list.note(sentence); };
    kernels::Ending ending;
    {
        const TerminalSignals signals;
        ending = engine::runProgram(request, listener, {});
    }
    list.end();
    if (!options.json.empty())
        writeJson(list.json(options.program, ending), options.json);
    if (ending.signal == 0 && ending.code == 0 && options.strict && list.findings() != 0)
        return 1;
    return endAs(ending);
}

} // namespace

void addRunVerb(CommandLine& commands) {
    auto options = std::make_shared<Options>();
    Verb verb = commands.verb(
        "run",
        "Run a CUDA program: its own host code launches its kernels, on an emulated GPU; its launches are listed");
    verb.option("program", options->program,
                "FILE.cu, which nvcc compiles first, or a program linked with -cudart shared", {.required = true});
    verb.option("arguments", options->arguments, "The program's own arguments, after --");
    verb.option("--nvcc-flags", options->flags, "Further flags for nvcc: '-O2 -Iinclude'; may be repeated");
    verb.option("--arch", options->architecture,
                "Compute capability of the device; without it the one that the program was compiled for");
    verb.option("--devices", options->devices, "How many devices there are", {.tellsDefault = true});
    verb.flag("--sample", options->sample, "Run only a few blocks of each launch: counts are right, results are not");
    verb.option("--check", options->checkedBlocks,
                "How many blocks of each launch are watched for races and reads of what nobody wrote (default 16)");
    verb.option("--threads", options->threads, "Threads that emulate a launch; 0: as many as there are cores");
    verb.flag("--strict", options->strict, "Exit with 1 where the program ended well and there are findings");
    verb.flag("--quiet", options->quiet, "List no launches, only findings");
    verb.flag("--lines", options->lines, "List in the end, for each kernel, what each of its source lines costs");
    verb.option("--json", options->json, "Write the list to a file; - for standard output");
    verb.does([options] { return run(*options); });
}

} // namespace warplens::cli
