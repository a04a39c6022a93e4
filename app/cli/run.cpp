// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli run`: runs a CUDA program on emulated devices and lists its launches. The program's output is its own;
// what is told of launches goes to standard error.
#include "app/cli/interruption.h"
#include "app/cli/launch_list.h"
#include "app/cli/verbs.h"
#include "app/engine/findings_report.h"
#include "app/engine/markup.h"
#include "app/engine/program_build.h"
#include "app/engine/program_counters.h"
#include "app/engine/program_run.h"
#include "app/engine/simulation.h"
#include "app/engine/temporary_folder.h"
#include "kernels/files/bounded_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>

namespace warplens::cli {
namespace {

struct RunOptions {
    std::string program;
    std::vector<std::string> arguments;
    std::vector<std::string> flags;
    std::string architecture;
    unsigned devices = 1;
    bool sample = false, strict = false, quiet = false, lines = false, onGpu = false, counters = false,
         allowBenign = false;
    std::optional<std::size_t> checkedBlocks;
    unsigned threads = 0;
    std::optional<std::size_t> launch;
    std::string keep;
    std::size_t keepLimit = 1024;
    std::string json, sarif, junit;
};

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

/// Whether somebody has ended the program by a signal that is for that.
bool wasAskedToEnd(int signal) {
    return signal == SIGINT || signal == SIGQUIT || signal == SIGTERM || signal == SIGHUP || signal == SIGPIPE;
}

/// What a signal means of which the program itself has told nothing.
std::string meaningOf(int signal) {
    switch (signal) {
    case SIGSEGV:
    case SIGBUS:
        return "its host code used an address where nothing is: a pointer that was never set, an index past the end, "
               "or "
               "the device's memory";
    case SIGABRT:
        return "it has ended itself by abort(), as a failed assert, an exception that nobody catches, or the C library "
               "where the heap is damaged: its last lines say which";
    case SIGFPE:
        return "its host code divided a whole number by 0";
    case SIGILL:
        return "it has an instruction that this CPU lacks, or fell out of a function without a return";
    case SIGKILL:
        return "somebody else has killed it: a limit, or the system when memory was short (`dmesg` tells)";
    default:
        return "no kernel does this";
    }
}

/// Tells of a signal that the program did not want: what it is called and means, and how to find where it happened.
void tellSignal(const RunOptions& options, int signal) {
    std::string where = "run it in a debugger";
    try {
        const std::string library = "LD_LIBRARY_PATH=" + engine::runtimeFolder().string();
        where = engine::isProgramSource(options.program)
                    ? fmt::format("compile it with `nvcc -g -cudart shared -o app {}`, then `{} gdb --args ./app` and "
                                  "type run",
                                  options.program, library)
                    : fmt::format("`{} gdb --args {}` and type run (compiled with -g)", library, options.program);
    } catch (const engine::EngineError&) { // without a runtime of ours nothing has run
    }
    fmt::print(stderr, "warplens: the program was ended by SIG{} (signal {}, {}): {}. To see where: {}\n",
               sigabbrev_np(signal) != nullptr ? sigabbrev_np(signal) : "", signal, strsignal(signal),
               meaningOf(signal), where);
}

/// A launch that takes its time, and how far it is.
struct UnderWay {
    uint64_t launch = 0; ///< 0: none
    std::string name;
    uint64_t done = 0, total = 0;
};

/// Tells of a signal by which somebody has ended the program, and what that has cut off.
void tellAsked(int signal, const UnderWay& underWay) {
    if (signal == SIGPIPE) // whoever reads what it writes wants no more
        return;
    fmt::print(stderr, "warplens: the program was ended by SIG{} (signal {}, {}), which it was sent{}\n",
               sigabbrev_np(signal), signal, strsignal(signal),
               underWay.launch == 0 ? std::string()
                                    : fmt::format("; launch {} of {} had done {} of its {} blocks, and is not listed",
                                                  underWay.launch, underWay.name, underWay.done, underWay.total));
}

/// Ends as a shell would say that the program did; who was asked to end is seen to have done so.
int endAs(const kernels::Ending& ending) {
    if (ending.signal == 0)
        return ending.code;
    if (wasAskedToEnd(ending.signal)) {
        std::signal(ending.signal, SIG_DFL);
        std::raise(ending.signal);
    }
    return 128 + ending.signal;
}

/// Made where it is not there. Programs may change their folder, so it is named from the root.
std::filesystem::path keepFolder(const std::string& name) {
    std::error_code error;
    std::filesystem::create_directories(name, error);
    if (error || !std::filesystem::is_directory(name, error))
        throw UsageError(fmt::format("--keep {}: the folder cannot be made{}", name,
                                     error ? ": " + error.message() : ": something else has this name"));
    return std::filesystem::absolute(name);
}

/// The program runs under ncu, whose counters are held against the model's in the end.
class Profiling {
public:
    Profiling()
        : m_profiler(engine::findProfiler()) {
        if (m_profiler.empty())
            throw UsageError("ncu (Nsight Compute) was not found, so there are no counters to compare with: install "
                             "it, or leave --counters out");
    }
    std::vector<std::string> words() const { return engine::profilerWords(m_profiler, report()); }
    void add(const launches::LaunchReport& launch) {
        if (launch.gpu && launch.gpu->ran)
            m_launches.push_back(engine::countedLaunch(launch));
    }
    void compare(LaunchList& list) const {
        try {
            if (m_launches.empty())
                throw engine::EngineError("no kernel ran on the GPU");
            list.addCounters(engine::compareCounters(
                m_launches, engine::readProfile(engine::profilePage(m_profiler, report(), "raw"))));
        } catch (const engine::EngineError& error) {
            list.note(std::string("the counters were not compared: ") + error.what());
        }
    }

private:
    std::filesystem::path report() const { return m_folder.path() / "profile.ncu-rep"; }

    std::string m_profiler;
    engine::TemporaryFolder m_folder{"warplens-counters"};
    std::vector<engine::CountedLaunch> m_launches;
};

/// What a program that runs on a GPU, too, cannot be asked for.
std::string driverFor(const RunOptions& options) {
    if (options.sample)
        throw UsageError("--on-gpu compares results, and --sample computes none: leave one of them out");
    if (options.devices != 1)
        throw UsageError("--on-gpu runs on one GPU: leave --devices out; $CUDA_VISIBLE_DEVICES says which GPU is the "
                         "first");
    if (!options.architecture.empty())
        throw UsageError("--on-gpu emulates the GPU that is there: leave --arch out");
    return engine::gpuDriver();
}

int runRun(const RunOptions& options) {
    engine::ProgramRequest request;
    request.arguments = options.arguments;
    if (!options.architecture.empty()) // the device's; the program may be compiled with what it alone has ("sm_90a")
        request.architecture = engine::checkedArchitecture(options.architecture).capability;
    request.devices = options.devices;
    request.sample = options.sample;
    if (options.checkedBlocks)
        request.checkedBlocks = *options.checkedBlocks;
    request.threads = options.threads;
    request.lines = options.lines;
    if (options.launch && options.keep.empty() && !options.onGpu)
        throw UsageError(
            fmt::format("--launch {0} says which launch is kept: write --launch {0} --keep FOLDER", *options.launch));
    if (options.onGpu)
        request.driver = driverFor(options);
    else if (options.counters)
        throw UsageError("--counters compares with a GPU's: write --on-gpu --counters");
    std::optional<Profiling> profiling;
    if (options.counters) {
        profiling.emplace();
        request.profiler = profiling->words();
    }
    if (options.launch && *options.launch == 0)
        throw UsageError("--launch 0: launches are counted from 1");
    if (!options.keep.empty())
        request.keep = keepFolder(options.keep);
    request.keptLaunch = options.launch.value_or(0);
    request.keptBytes = std::min<uint64_t>(options.keepLimit, UINT64_MAX >> 20) << 20;

    std::optional<engine::TemporaryFolder> folder;
    std::vector<std::string> flags;
    for (const std::string& text : options.flags)
        for (std::string& word : engine::wordsOf(text))
            flags.push_back(std::move(word));
    if (engine::isProgramSource(options.program))
        folder.emplace("warplens-program");
    request.program = engine::programOf(options.program, flags, options.architecture,
                                        folder ? folder->path() : std::filesystem::path());

    LaunchList list(options.quiet);
    engine::ProgramListener listener;
    listener.began = [&](const auto& process) { list.begin(process); };
    UnderWay underWay;
    listener.launched = [&](const auto& report) {
        underWay = report.number == underWay.launch ? UnderWay{} : underWay;
        list.add(report);
        if (profiling)
            profiling->add(report);
    };
    listener.progressed = [&](uint64_t launch, const std::string& name, uint64_t done, uint64_t total) {
        underWay = {launch, name, done, total};
        list.showProgress(launch, name, done, total);
    };
    uint64_t kept = 0;
    listener.kept = [&](uint64_t launch, const std::string& where) {
        ++kept;
        if (options.launch || !options.quiet)
            list.addKept(launch, where);
    };
    listener.called = [&](const std::string& call, const std::string& what, double seconds) {
        list.addCall(call, what, seconds);
    };
    listener.mistaken = [&](const launches::HostMistake& mistake) { list.addMistake(mistake); };
    listener.noted = [&](const std::string& sentence) { list.note(sentence); };
    kernels::Ending ending;
    const auto start = std::chrono::steady_clock::now();
    {
        const TerminalSignals signals;
        const Interruption interruption({SIGTERM, SIGHUP}); // the program is not left behind
        ending = engine::runProgram(request, listener, interruption.token());
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    list.end();
    if (ending.signal != 0 && !wasAskedToEnd(ending.signal))
        tellSignal(options, ending.signal);
    else if (ending.signal != 0)
        tellAsked(ending.signal, underWay);
    if (profiling)
        profiling->compare(list);
    if (!options.sarif.empty())
        kernels::writeWhole(options.sarif,
                            engine::jsonText(engine::findingsSarif(list.found(), options.program, list.mistakes())));
    if (!options.junit.empty())
        kernels::writeWhole(options.junit, engine::findingsJUnit(list.found(), options.program, options.program,
                                                                 seconds, list.mistakes()));
    if (!options.json.empty())
        writeJson(list.json(options.program, ending), options.json);
    if (ending.signal == 0 && ending.code == 0 && !options.keep.empty() && options.launch && kept == 0) {
        fmt::print(stderr, "warplens-cli: launch {} was not kept: the program has made {}\n", *options.launch,
                   list.launches());
        return 2;
    }
    if (ending.signal == 0 && ending.code == 0 && options.strict &&
        list.findings() > (options.allowBenign ? list.benign() : 0))
        return 1;
    if (ending.signal == 0 && ending.code == 0 && list.differing() != 0)
        return 1; // of bytes or of counters
    return endAs(ending);
}

} // namespace

void addRunVerb(CommandLine& commands) {
    auto options = std::make_shared<RunOptions>();
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
                "How many blocks of each launch are watched for races and reads of what nobody wrote (default: all)");
    verb.option("--threads", options->threads, "Threads that emulate a launch; 0: as many as there are cores");
    verb.flag(
        "--on-gpu", options->onGpu,
        "Run every launch on this machine's GPU, too, from the same memory, and compare bit by bit what both leave "
        "there; exit with 1 where something differs");
    verb.flag("--counters", options->counters,
              "With --on-gpu: run the program under ncu, too, and compare its counters with the model's, launch by "
              "launch");
    verb.option(
        "--launch", options->launch,
        "Which launch --keep keeps, counted from 1 (default: all); with --on-gpu the only one that is emulated");
    verb.option("--keep", options->keep,
                "Folder for launches, with code and memory: `warplens-cli simulate FOLDER/PID-N` runs one again");
    verb.option("--keep-limit", options->keepLimit, "MiB that the launches of a process which are kept may take",
                {.tellsDefault = true});
    verb.flag("--strict", options->strict, "Exit with 1 where the program ended well and there are findings");
    verb.flag("--allow-benign", options->allowBenign,
              "With --strict: races that change nothing with this data do not count");
    verb.flag("--quiet", options->quiet, "List no launches, only findings");
    verb.flag("--lines", options->lines, "List in the end, for each kernel, what each of its source lines costs");
    verb.option("--json", options->json, "Write the list to a file; - for standard output");
    verb.option("--sarif", options->sarif, "Write what was found to a file as SARIF 2.1.0, for editors and code hosts");
    verb.option("--junit", options->junit, "Write what was found to a file as JUnit XML, for build servers");
    verb.does([options] { return runRun(*options); });
}

} // namespace warplens::cli
