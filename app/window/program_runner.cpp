// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/program_runner.h"

#include "app/engine/finding_text.h"
#include "app/engine/program_build.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cstring>

namespace warplens::app {
namespace {

constexpr int lookAgain = 40;            ///< ms between two looks at what has happened
constexpr size_t mostOutput = 16u << 10; ///< bytes of output that are handed over at once: what comes faster is skipped
constexpr size_t mostNotes = 200;        ///< likewise of sentences

QString endText(const kernels::Ending& ending, bool stopped) {
    if (stopped)
        return ProgramRunner::tr("It was stopped.");
    if (ending.signal != 0)
        return ProgramRunner::tr("The program was ended by signal %1 (%2).")
            .arg(ending.signal)
            .arg(QString::fromUtf8(strsignal(ending.signal)));
    return ProgramRunner::tr("The program has ended with code %1.").arg(ending.code);
}

} // namespace

ProgramRunner::ProgramRunner(QObject* parent)
    : QObject(parent) {
    m_timer.setInterval(lookAgain);
    connect(&m_timer, &QTimer::timeout, this, &ProgramRunner::handOver);
}

ProgramRunner::~ProgramRunner() {
    m_thread.request_stop();
}

void ProgramRunner::start(const ProgramWish& wish) {
    if (m_running)
        return;
    m_running = true;
    m_happened = {};
    m_thread = std::jthread([this, wish](const std::stop_token& stop) { work(wish, stop); });
    m_timer.start();
}

void ProgramRunner::stop() {
    m_thread.request_stop();
}

void ProgramRunner::work(const ProgramWish& wish, const std::stop_token& stop) {
    QString problem;
    try {
        return runIt(wish, stop);
    } catch (const std::exception& error) {
        problem = stop.stop_requested() ? tr("It was stopped.") : QString::fromUtf8(error.what());
    }
    const std::lock_guard lock(m_mutex);
    m_happened.end = problem;
    m_happened.problem = !stop.stop_requested();
    m_happened.over = true;
}

void ProgramRunner::runIt(const ProgramWish& wish, const std::stop_token& stop) {
    const auto tell = [this](const QString& text) {
        const std::lock_guard lock(m_mutex);
        m_happened.progress = text;
    };
    if (!wish.again || m_program.empty()) {
        m_program.clear();
        m_folder = std::make_unique<engine::TemporaryFolder>("warplens-program");
        if (engine::isProgramSource(wish.program.toStdString()))
            tell(tr("nvcc compiles %1 …").arg(wish.program));
        m_program = engine::programOf(wish.program.toStdString(), engine::wordsOf(wish.flags.toStdString()), {},
                                      m_folder->path(), stop);
    }
    engine::ProgramRequest request;
    request.program = m_program;
    request.arguments = engine::wordsOf(wish.arguments.toStdString());
    request.lines = false;
    request.keep = wish.keep.toStdString();
    request.keptLaunch = wish.keptLaunch;
    request.keptBytes = wish.keptBytes;
    request.isGroup = true;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        throw engine::EngineError("no pipe can be had for what the program writes");
    kernels::Descriptor reading(ends[0]), writing(ends[1]);
    request.output = writing.get();

    engine::ProgramListener listener;
    listener.launched = [this](const launches::LaunchReport& report) {
        const std::lock_guard lock(m_mutex);
        m_happened.launches.push_back(report);
        m_happened.progress.clear();
    };
    listener.kept = [this](uint64_t launch, const std::string& where) {
        const std::lock_guard lock(m_mutex);
        m_happened.kept.emplace_back(launch, where);
    };
    listener.progressed = [&](uint64_t launch, const std::string& name, uint64_t done, uint64_t total) {
        tell(tr("Launch %1, %2: %3 of %4 blocks")
                 .arg(launch)
                 .arg(QString::fromStdString(name.substr(0, name.find('('))))
                 .arg(done)
                 .arg(total));
    };
    listener.mistaken = [this](const launches::HostMistake& mistake) {
        const std::lock_guard lock(m_mutex);
        m_happened.mistakes += !mistake.note;
        if (m_happened.notes.size() < mostNotes)
            m_happened.notes.push_back(
                (mistake.line ? fmt::format("{}:{}: ", mistake.file, mistake.line) : std::string()) +
                engine::mistakeLine(mistake));
    };
    listener.noted = [this](const std::string& sentence) {
        const std::lock_guard lock(m_mutex);
        if (m_happened.notes.size() < mostNotes)
            m_happened.notes.push_back(sentence);
    };
    tell(tr("The program runs …"));
    std::jthread reader([this, pipe = reading.get()](const std::stop_token& over) { read(pipe, over); });
    const kernels::Ending ending = engine::runProgram(request, listener, stop);
    writing.close();
    reader.request_stop(); // who was left behind may hold the pipe open
    reader.join();
    const std::lock_guard lock(m_mutex);
    m_happened.end = endText(ending, stop.stop_requested());
    m_happened.over = true;
}

void ProgramRunner::read(int pipe, const std::stop_token& stop) {
    char piece[65536];
    for (int late = 0; late < 64; late += stop.stop_requested()) { // who was left behind may write for ever
        pollfd one{pipe, POLLIN, 0};
        if (poll(&one, 1, stop.stop_requested() ? 0 : lookAgain) <= 0) {
            if (stop.stop_requested())
                return;
            continue;
        }
        const ssize_t count = ::read(pipe, piece, sizeof piece);
        if (count < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (count <= 0)
            return;
        const std::lock_guard lock(m_mutex);
        std::string& output = m_happened.output;
        output.append(piece, static_cast<size_t>(count));
        if (output.size() > mostOutput) {
            m_happened.skipped += output.size() - mostOutput;
            output.erase(0, output.size() - mostOutput);
        }
    }
}

// In the thread of the window.
void ProgramRunner::handOver() {
    Happened now;
    {
        const std::lock_guard lock(m_mutex);
        std::swap(now, m_happened);
        m_happened.progress = now.progress; // it goes on
    }
    if (!now.output.empty())
        emit written(QString::fromUtf8(now.output.data(), static_cast<qsizetype>(now.output.size())), now.skipped);
    if (!now.launches.empty())
        emit launched(now.launches);
    for (const auto& [launch, folder] : now.kept)
        emit kept(launch, QString::fromStdString(folder));
    if (now.mistakes != 0)
        emit mistaken(now.mistakes);
    for (const std::string& sentence : now.notes)
        emit noted(QString::fromStdString(sentence));
    if (!now.over)
        return emit progressed(now.progress);
    m_timer.stop();
    m_thread.join();
    m_running = false;
    emit finished(now.end, now.problem);
}

} // namespace warplens::app
