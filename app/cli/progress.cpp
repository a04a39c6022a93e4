// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

namespace warplens::cli {
namespace {

/// At most so many characters, since a line that wraps cannot be written over.
std::string shortened(const std::string& text, std::size_t most) {
    std::size_t characters = 0;
    for (std::size_t i = 0; i < text.size(); ++i)
        if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80 && ++characters > most)
            return text.substr(0, i);
    return text;
}

std::size_t terminalWidth() {
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string textOf(const kernels::MeasureProgress& progress) {
    if (progress.phase == "start")
        return progress.note;
    std::string text = fmt::format("[{}/{}] {}: {}", progress.sizeIndex + 1, progress.sizeCount,
                                   kernels::sizeText(progress.size), progress.phase);
    // Subjects are timed in turns, so only the share that is done says anything.
    if (progress.phase == "timing")
        text += fmt::format(", {:.0f} % of the variants done", 100.0 * progress.fraction);
    else if (!progress.stage.empty())
        text += fmt::format(" {} {}", progress.stage, progress.variant);
    return text;
}

} // namespace

ProgressPrinter::ProgressPrinter(std::vector<std::string> labels)
    : m_isTerminal(isatty(STDERR_FILENO) == 1)
    , m_labels(std::move(labels))
    , m_lines(m_labels.size()) {}

void ProgressPrinter::show(std::size_t target, const kernels::MeasureProgress& progress) {
    std::string text = textOf(progress);
    if (!m_labels[target].empty())
        text = m_labels[target] + ": " + text;
    if (text == m_lines[target])
        return;
    m_lines[target] = std::move(text);
    if (m_isTerminal)
        draw();
    else
        fmt::print(stderr, "{}\n", m_lines[target]);
    std::fflush(stderr);
}

void ProgressPrinter::draw() {
    const std::size_t width = terminalWidth();
    std::string screen = "\r";
    if (m_drawn && m_lines.size() > 1)
        screen += fmt::format("\x1b[{}A", m_lines.size() - 1);
    for (std::size_t i = 0; i < m_lines.size(); ++i)
        screen += (i > 0 ? "\n\x1b[K" : "\x1b[K") + shortened(m_lines[i], width - 1);
    fmt::print(stderr, "{}", screen);
    m_drawn = true;
}

void ProgressPrinter::end() {
    if (!m_isTerminal || !m_drawn)
        return;
    for (std::string& line : m_lines)
        line.clear();
    draw();
    if (m_lines.size() > 1)
        fmt::print(stderr, "\r\x1b[{}A", m_lines.size() - 1);
    std::fflush(stderr);
    m_drawn = false;
}

} // namespace warplens::cli
