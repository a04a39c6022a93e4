// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/program_run.h"

#include "app/engine/host_place.h"
#include "app/engine/parameter_names.h"
#include "app/engine/temporary_folder.h"
#include "kernels/catalogue/paths.h"
#include "kernels/files/json_problem.h"
#include "kernels/program/elf_file.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <link.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <system_error>
#include <tuple>

namespace warplens::engine {
namespace {

namespace fs = std::filesystem;
using kernels::Descriptor;
using kernels::Ending;
using nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr auto patience = std::chrono::seconds(2); ///< after asking the program to end
constexpr int pollMilliseconds = 20;

/// The other end of the program's connections: one for each of its processes.
class Listener {
public:
    Listener(const fs::path& path, const ProgramListener& listener)
        : m_listener(listener) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        if (path.string().size() >= sizeof address.sun_path)
            throw EngineError(
                fmt::format("the path {} is too long for a socket: set $TMPDIR to a shorter one", path.string()));
        std::strcpy(address.sun_path, path.c_str());
        m_socket = Descriptor(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
        if (bind(m_socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
            listen(m_socket.get(), 64) != 0)
            throw EngineError(fmt::format("cannot listen at {}: {}", path.string(), std::strerror(errno)));
    }

    /// Waits for what the program tells, at most so long. Returns whether something came.
    bool serve(int milliseconds) {
        std::vector<pollfd> list{{m_socket.get(), POLLIN, 0}};
        for (const Connection& each : m_connections)
            list.push_back({each.socket.get(), POLLIN, 0});
        if (poll(list.data(), list.size(), milliseconds) <= 0)
            return false;
        for (size_t i = list.size(); i-- > 1;)
            if (list[i].revents != 0 && !read(m_connections[i - 1]))
                m_connections.erase(m_connections.begin() + static_cast<std::ptrdiff_t>(i - 1));
        if (list[0].revents != 0) {
            const int accepted = accept4(m_socket.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
            if (accepted >= 0)
                m_connections.push_back({Descriptor(accepted), {}, {}});
        }
        return true;
    }

private:
    struct Connection {
        Descriptor socket;
        std::string text;
        std::map<uint64_t, std::string> running; ///< names of launches that have told that they take long
    };

    /// False: the process has ended.
    bool read(Connection& connection) {
        char piece[65536];
        while (true) {
            const ssize_t count = recv(connection.socket.get(), piece, sizeof piece, 0);
            if (count == 0)
                return false;
            if (count < 0)
                return errno == EAGAIN || errno == EINTR;
            connection.text.append(piece, static_cast<size_t>(count));
            size_t begin = 0;
            for (size_t end; (end = connection.text.find('\n', begin)) != std::string::npos; begin = end + 1)
                handle(connection, connection.text.substr(begin, end - begin));
            connection.text.erase(0, begin);
        }
    }

    void handle(Connection& connection, const std::string& line) {
        try {
            const ordered_json event = ordered_json::parse(line);
            const std::string kind = event.at("event");
            if (kind == "launch") {
                launches::LaunchReport report = launches::launchOf(event);
                nameArguments(report);
                connection.running.erase(report.number);
                m_listener.launched(report);
            } else if (kind == "started") {
                connection.running[event.at("launch")] = event.at("name");
            } else if (kind == "progress") {
                const uint64_t launch = event.at("launch");
                m_listener.progressed(launch, connection.running[launch], event.at("blocks"), event.at("blocks_total"));
            } else if (kind == "kept") {
                m_listener.kept(event.at("launch"), event.at("folder"));
            } else if (kind == "library") {
                m_listener.called(event.at("call"), event.at("what"), event.at("seconds"));
            } else if (kind == "mistake") {
                launches::HostMistake mistake = launches::mistakeOf(event);
                if (const auto place = hostPlace(mistake.frames))
                    std::tie(mistake.file, mistake.line) = std::pair(place->file, place->line);
                m_listener.mistaken(mistake);
            } else if (kind == "note") {
                m_listener.noted(event.at("text"));
            } else if (kind == "program") {
                m_listener.began({event.at("pid"), event.at("program"), event.at("device"), event.at("architecture"),
                                  event.at("devices"), event.value("gpu", "")});
            }
        } catch (const ordered_json::exception& error) {
            m_listener.noted(fmt::format("the runtime has told something that cannot be read ({}): are both of the "
                                         "same version?",
                                         kernels::jsonProblem(error.what())));
        }
    }

    const ProgramListener& m_listener;
    Descriptor m_socket;
    std::vector<Connection> m_connections;
};

/// Where the program is to look for libraries.
std::string libraryPath(const fs::path& folder) {
    const char* const before = std::getenv("LD_LIBRARY_PATH");
    return folder.string() + (before != nullptr && *before != '\0' ? std::string(":") + before : "");
}

/// A profiler finds the GPU's driver as any program does: our libcuda must not stand in its way where the program
/// itself does not ask for one.
fs::path runtimeWithoutDriver(const ProgramRequest& request, const TemporaryFolder& folder) {
    const kernels::ElfFile program(request.program);
    const std::vector<std::string>& wanted = program.libraries();
    if (std::find(wanted.begin(), wanted.end(), "libcuda.so.1") != wanted.end())
        throw EngineError("the program uses the driver's functions itself (libcuda), so that its launches cannot be "
                          "profiled: leave --counters out");
    const fs::path made = folder.path() / "libraries";
    fs::create_directory(made);
    for (const fs::directory_entry& each : fs::directory_iterator(runtimeFolder()))
        if (each.path().filename() != "libcuda.so.1")
            fs::create_symlink(each.path(), made / each.path().filename());
    return made;
}

/// What the program loads before everything else, so that its accesses to memory that it shares with devices can be
/// noticed; empty: nothing. Sanitizers have to come first themselves.
std::string preloaded(const ProgramRequest& request) {
    const fs::path calls = runtimeFolder() / "libwarplens-calls.so";
    if (!request.profiler.empty() || !request.driver.empty() || request.checkedBlocks == 0u || !fs::exists(calls))
        return {};
    const kernels::ElfFile program(request.program);
    for (const std::string& library : program.libraries())
        if (library.starts_with("libasan") || library.starts_with("libtsan"))
            return {};
    const char* const before = std::getenv("LD_PRELOAD");
    return calls.string() + (before != nullptr && *before != '\0' ? std::string(":") + before : "");
}

/// The environment with our variables in it.
std::vector<std::string> environmentFor(const ProgramRequest& request, const fs::path& socket) {
    std::map<std::string, std::string> ours;
    if (request.profiler.empty())
        ours["LD_LIBRARY_PATH"] = libraryPath(runtimeFolder());
    if (const std::string libraries = preloaded(request); !libraries.empty())
        ours["LD_PRELOAD"] = libraries;
    ours[launches::sessionVariable] = socket.string();
    ours["WARPLENS_ARCH"] = request.architecture;
    ours["WARPLENS_DEVICES"] = std::to_string(request.devices);
    ours["WARPLENS_SAMPLE"] = request.sample ? "1" : "0";
    ours["WARPLENS_LINES"] = request.lines ? "1" : "0";
    ours["WARPLENS_KEEP"] = request.keep.string();
    ours["WARPLENS_KEEP_LAUNCH"] = std::to_string(request.keptLaunch);
    ours["WARPLENS_KEEP_BYTES"] = std::to_string(request.keptBytes);
    ours["WARPLENS_ON_GPU"] = request.driver;
    if (request.checkedBlocks)
        ours["WARPLENS_CHECK"] = std::to_string(*request.checkedBlocks);
    if (request.threads != 0)
        ours["WARPLENS_THREADS"] = std::to_string(request.threads);
    std::vector<std::string> all;
    for (char** each = environ; *each != nullptr; ++each) {
        const std::string text = *each;
        if (!ours.contains(text.substr(0, text.find('='))))
            all.push_back(text);
    }
    for (const auto& [name, value] : ours)
        all.push_back(name + "=" + value);
    return all;
}

pid_t start(const ProgramRequest& request, const TemporaryFolder& folder) {
    const fs::path socket = folder.path() / "session";
    std::vector<std::string> words = request.profiler;
    if (!request.profiler.empty()) // the profiler itself is to find no library of ours
        words.insert(words.end(), {"env", "LD_LIBRARY_PATH=" + libraryPath(runtimeWithoutDriver(request, folder))});
    words.push_back(request.program.string());
    words.insert(words.end(), request.arguments.begin(), request.arguments.end());
    std::vector<std::string> environment = environmentFor(request, socket);
    std::vector<char*> argv, envp;
    for (std::string& word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);
    for (std::string& each : environment)
        envp.push_back(each.data());
    envp.push_back(nullptr);
    // The program's signals are as they would be without us.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    for (const int signal : {SIGINT, SIGQUIT, SIGTERM, SIGPIPE})
        sigaddset(&usual, signal);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (request.output >= 0)
        for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
            posix_spawn_file_actions_adddup2(&actions, request.output, stream);
    if (request.isGroup) {
        flags |= POSIX_SPAWN_SETPGROUP;
        posix_spawnattr_setpgroup(&attributes, 0);
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    }
    posix_spawnattr_setflags(&attributes, flags);
    pid_t pid = -1;
    const int error = posix_spawnp(&pid, argv[0], &actions, &attributes, argv.data(), envp.data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0)
        throw EngineError(fmt::format("{} cannot be started: {}", request.program.string(), std::strerror(error)));
    return pid;
}

} // namespace

fs::path runtimeFolder() {
    const fs::path beside = kernels::executableDir();
    for (const fs::path& folder : {beside / "../lib/cuda", beside / "../lib/warplens/cuda"}) {
        std::error_code error;
        if (fs::exists(folder / "libwarplens-cuda.so", error))
            return fs::canonical(folder);
    }
    throw EngineError("this Warplens was built without its CUDA runtime, since the CUDA Toolkit's headers were not "
                      "there: install the toolkit and build again");
}

std::string gpuDriver() {
    const char* const chosen = std::getenv("WARPLENS_LIBCUDA");
    const std::string name = chosen != nullptr && *chosen != '\0' ? chosen : "libcuda.so.1";
    const std::unique_ptr<void, int (*)(void*)> library(dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL), dlclose);
    link_map* map = nullptr;
    if (!library || dlinfo(library.get(), RTLD_DI_LINKMAP, &map) != 0)
        throw EngineError(fmt::format("there is no GPU to run on: its driver, {}, is not on this machine; without "
                                      "--on-gpu the program is emulated",
                                      name));
    return fs::absolute(map->l_name).string();
}

Ending runProgram(const ProgramRequest& request, const ProgramListener& listener, std::stop_token stop) {
    const TemporaryFolder folder("warplens-run");
    Listener connections(folder.path() / "session", listener);
    const pid_t pid = start(request, folder);
    std::optional<Clock::time_point> asked;
    int status = 0;
    while (waitpid(pid, &status, WNOHANG) == 0) {
        connections.serve(pollMilliseconds);
        const pid_t whom = request.isGroup ? -pid : pid;
        if (stop.stop_requested() && !asked) {
            kill(whom, SIGTERM);
            asked = Clock::now();
        } else if (asked && Clock::now() - *asked > patience) {
            kill(whom, SIGKILL);
        }
    }
    if (request.isGroup && kill(-pid, SIGKILL) == 0 && !asked)
        listener.noted("the program has left processes behind when it ended: they were ended, too");
    while (connections.serve(0)) // what it has told at the end
        ;
    Ending ending;
    if (WIFSIGNALED(status))
        ending.signal = WTERMSIG(status);
    else
        ending.code = WEXITSTATUS(status);
    return ending;
}

} // namespace warplens::engine
