// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/compiler/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

namespace warplens::kernels {
namespace {

std::vector<std::string_view> linesOf(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t stop = text.find('\n');
        std::string_view line = text.substr(0, stop);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        lines.push_back(line);
        text = stop == std::string_view::npos ? std::string_view() : text.substr(stop + 1);
    }
    return lines;
}

std::string_view trimmedRight(std::string_view text) {
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0)
        text.remove_suffix(1);
    return text;
}

bool consume(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix))
        return false;
    text.remove_prefix(prefix.size());
    return true;
}

/// "error: …", "warning #177-D: …", "catastrophic error: …": the severity; `text` becomes the message.
std::optional<Severity> consumeSeverity(std::string_view& text) {
    Severity severity = Severity::Error;
    if (consume(text, "catastrophic error") || consume(text, "internal error") || consume(text, "error") ||
        consume(text, "fatal"))
        severity = Severity::Error;
    else if (consume(text, "warning"))
        severity = Severity::Warning;
    else if (consume(text, "remark") || consume(text, "note") || consume(text, "info"))
        severity = Severity::Note;
    else
        return std::nullopt;
    const std::size_t colon = text.find(':');
    // Between the word and the colon stands nothing, a blank (ptxas) or a number such as #177-D.
    if (colon == std::string_view::npos || colon > 12 || (colon > 0 && text.front() != ' '))
        return std::nullopt;
    text.remove_prefix(colon + 1);
    while (text.starts_with(' '))
        text.remove_prefix(1);
    return severity;
}

std::optional<Diagnostic> parseHeadLine(std::string_view line) {
    Diagnostic diagnostic;
    std::string_view rest = line;
    if (consume(rest, "ptxas ") || consume(rest, "nvrtc: ") || consume(rest, "nvvm ") ||
        consume(rest, "At end of source: ")) {
        // "ptxas FILE, line 30; error   : …": a line of PTX, which nobody wrote. What it says is the reason of what follows.
        const std::size_t place = line.starts_with("ptxas ") ? rest.find(", line ") : std::string_view::npos;
        if (const std::size_t end = place == std::string_view::npos ? place : rest.find("; ", place);
            end != std::string_view::npos)
            rest.remove_prefix(end + 2);
        const auto severity = consumeSeverity(rest);
        if (!severity)
            return std::nullopt;
        diagnostic.severity = *severity;
        diagnostic.message = rest;
        return diagnostic;
    }

    const std::size_t mark = line.find("): ");
    const std::size_t open = mark == std::string_view::npos ? mark : line.rfind('(', mark);
    if (open == std::string_view::npos)
        return std::nullopt;
    const std::string_view digits = line.substr(open + 1, mark - open - 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), diagnostic.line);
    if (error != std::errc{} || end != digits.data() + digits.size())
        return std::nullopt;
    rest = line.substr(mark + 3);
    const auto severity = consumeSeverity(rest);
    if (!severity)
        return std::nullopt;
    diagnostic.file = line.substr(0, open);
    diagnostic.severity = *severity;
    diagnostic.message = rest;
    return diagnostic;
}

} // namespace

std::vector<std::string> entryNames(std::string_view ptx) {
    std::vector<std::string> names;
    for (std::string_view line : linesOf(ptx)) {
        if (!consume(line, ".visible ") && !consume(line, ".weak "))
            continue;
        if (!consume(line, ".entry "))
            continue;
        const std::size_t end = line.find_first_of("( \t");
        names.emplace_back(line.substr(0, end));
    }
    return names;
}

std::string compilerLine(std::string_view ptx) {
    const std::size_t at = ptx.find("Cuda compilation tools");
    return at == std::string_view::npos ? std::string() : std::string(ptx.substr(at, ptx.find('\n', at) - at));
}

std::vector<Diagnostic> parseDiagnostics(std::string_view log, std::string_view source) {
    const std::vector<std::string_view> sourceLines = linesOf(source);
    std::vector<Diagnostic> diagnostics;
    std::string_view previous;
    for (const std::string_view line : linesOf(log)) {
        if (auto head = parseHeadLine(line)) {
            const auto isSame = [&](const Diagnostic& each) {
                return each.severity == head->severity && each.message == head->message;
            };
            // Of PTX each line is told that uses what the GPU does not have.
            if (head->line != 0 || std::none_of(diagnostics.begin(), diagnostics.end(), isSame))
                diagnostics.push_back(std::move(*head));
        } else if (!diagnostics.empty() && trimmedRight(line).ends_with('^') &&
                   line.find_first_not_of(" \t^") == std::string_view::npos) {
            // The log shows the source line moved right by two blanks, and the ^ below the place. A line that it
            // shortened gives no column.
            Diagnostic& last = diagnostics.back();
            const auto index = static_cast<std::size_t>(last.line) - 1;
            if (last.column == 0 && index < sourceLines.size() && previous.starts_with("  ") &&
                trimmedRight(previous.substr(2)) == trimmedRight(sourceLines[index]))
                last.column = static_cast<int>(line.find('^')) - 1;
        }
        previous = line;
    }
    return diagnostics;
}

std::string firstError(const CompileResult& result) {
    const auto found = std::find_if(result.diagnostics.begin(), result.diagnostics.end(),
                                    [](const Diagnostic& d) { return d.severity == Severity::Error; });
    if (found == result.diagnostics.end())
        return std::string(trimmedRight(result.log));
    if (found->line == 0)
        return found->message;
    return fmt::format("{}:{}: {}", found->file, found->line, found->message);
}

} // namespace warplens::kernels
