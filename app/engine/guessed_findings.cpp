// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/guessed_findings.h"

#include "app/engine/fitted_guess.h"
#include "app/engine/included_text.h"
#include "app/engine/source_numbers.h"
#include "sim/check/hangs_on.h"
#include "sim/check/leads_before.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace warplens::engine {
namespace {

using sim::check::HangsOn;
using sim::simt::Finding;
using sim::simt::FindingKind;

bool sameBlock(const Finding& finding) {
    const auto &a = finding.accesses[0].block, &b = finding.accesses[1].block;
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/// A kernel that does not tell its threads apart there, or its blocks, may be meant for one: that there are several is a guess.
HangsOn::Bits ofSeveral(const Finding& finding, const GuessedLaunch& guessed, HangsOn::Bits bits) {
    if (finding.kind != FindingKind::Race || finding.accesses.size() < 2)
        return 0;
    if (sameBlock(finding))
        return guessed.block && (bits & HangsOn::thread) == 0 ? HangsOn::blockSize : 0;
    return guessed.grid && (bits & HangsOn::block) == 0 ? HangsOn::gridSize : 0;
}

/// Whether the text lets the pointer lead elsewhere than to where it was given memory.
bool isMoved(const kernels::Tokens& tokens, const std::string& name) {
    for (size_t i = 0; i < tokens.size(); ++i) {
        if (!tokens.is(i, name))
            continue;
        const bool nothing = tokens.is(i + 2, "NULL") || tokens.is(i + 2, "nullptr") || tokens.is(i + 2, "0");
        if (tokens.areMarks(i + 1, "+=") || tokens.areMarks(i + 1, "-=") || tokens.areMarks(i + 1, "++") ||
            tokens.areMarks(i + 1, "--") || (i > 1 && (tokens.areMarks(i - 2, "++") || tokens.areMarks(i - 2, "--"))) ||
            (tokens.is(i + 1, "=") && !tokens.areMarks(i + 1, "==") && !nothing))
            return true;
    }
    return false;
}

/// Whether each launch of the text hands over there what the text allocates, and nothing in its middle.
bool beginsThere(const KernelSignature& kernel, size_t parameter, const kernels::SourceText& text) {
    const SourceNumbers numbers(text);
    bool any = false;
    for (const LaunchInText& launch : launchesIn(text)) {
        if (launch.kernel != kernel.name)
            continue;
        any = true;
        if (parameter >= launch.arguments.size() || !numbers.allocates(launch.arguments[parameter]) ||
            isMoved(text.tokens(), launch.arguments[parameter]))
            return false;
    }
    return any;
}

/// Whether the text's expression in [first, last) is a product of which the variable is a factor, written there or behind
/// variables that are such products.
bool isProductOf(const kernels::Tokens& tokens, size_t first, size_t last, std::string_view name, int depth = 0) {
    constexpr int deepest = 8;
    bool found = false;
    for (size_t i = first; i < last; ++i) {
        if (tokens.is(i, "sizeof") && tokens.is(i + 1, "(")) {
            i = tokens.closing(i + 1, last);
        } else if (tokens.is(i, "(")) {
            const size_t close = tokens.closing(i, last);
            found |= isProductOf(tokens, i + 1, close, name, depth);
            i = close;
        } else if (!tokens.isWord(i) && !tokens.is(i, "*") && tokens[i].kind != kernels::TokenKind::Number) {
            return false;
        } else if (tokens.is(i, name)) {
            found = true;
        } else if (tokens.isWord(i) && depth < deepest) {
            bool all = true, any = false;
            for (size_t at = 1; at + 1 < tokens.size(); ++at) {
                if (tokens.text(at) != tokens.text(i) || !tokens.is(at + 1, "=") || tokens.areMarks(at + 1, "=="))
                    continue;
                size_t end = at + 2;
                while (end < tokens.size() && !tokens.is(end, ";") && !tokens.is(end, ","))
                    end = (tokens.is(end, "(") ? tokens.closing(end, tokens.size() - 1) : end) + 1;
                any = true;
                all &= isProductOf(tokens, at + 2, end, name, depth + 1);
            }
            found |= any && all;
        }
    }
    return found;
}

/// Whether each launch of the text hands over there a variable that is a factor of what the text allocates.
bool countsElements(const KernelSignature& kernel, size_t parameter, const kernels::SourceText& text) {
    const kernels::Tokens& tokens = text.tokens();
    const auto isFactor = [&](const std::string& name) {
        for (size_t i = 0; i + 2 < tokens.size(); ++i) {
            if (!tokens.text(i).starts_with("cudaMalloc") || !tokens.is(i + 1, "("))
                continue;
            const auto parts = tokens.parts(i + 2, tokens.closing(i + 1, tokens.size()), false);
            if (parts.size() >= 2 && isProductOf(tokens, parts[1].first, parts[1].second, name))
                return true;
        }
        return false;
    };
    bool any = false;
    for (const LaunchInText& launch : launchesIn(text)) {
        if (launch.kernel != kernel.name)
            continue;
        any = true;
        if (parameter >= launch.arguments.size() || !isFactor(launch.arguments[parameter]))
            return false;
    }
    return any;
}

/// An array whose size the file does not say is no limit, and what lies before it may be its own, where the program passes a
/// pointer into the middle of one. nullptr: it is no such array.
const GuessedLaunch::Part* guessedArray(const Finding& finding, const GuessedLaunch& guessed,
                                        const sim::memory::DeviceMemory& memory) {
    if (finding.kind != FindingKind::OutOfBounds || finding.address <= UINT32_MAX) // shared memory, or a null pointer
        return nullptr;
    const sim::memory::Allocation* array = memory.beside(finding.address);
    for (const GuessedLaunch::Part& part : guessed.parameters)
        if (part.guessed && (array == nullptr || array->name == part.name || array->name.starts_with(part.name + ".")))
            return array != nullptr && part.begins && finding.address < array->base ? nullptr : &part;
    return nullptr;
}

} // namespace

GuessedLaunch guessedParts(const KernelSignature& kernel, const FoundInText& found, const kernels::SourceText& text) {
    GuessedLaunch guessed{!found.grid, !found.block, {}};
    for (size_t i = 0; i < kernel.parameters.size(); ++i)
        guessed.parameters.push_back({kernel.parameters[i].name, i >= found.arguments.size() || !found.arguments[i],
                                      kernel.parameters[i].pointer,
                                      kernel.parameters[i].pointer && beginsThere(kernel, i, text),
                                      !kernel.parameters[i].pointer && countsElements(kernel, i, text)});
    return guessed;
}

std::optional<GuessedLaunch> guessOf(const KernelFile& file) {
    const std::vector<KernelSignature> kernels = kernelsOf(file.path, file.text);
    const KernelSignature* kernel = findKernel(kernels, file.launch.kernel);
    if (kernel == nullptr)
        return std::nullopt;
    const kernels::SourceText text = withIncluded(file.path, file.text);
    if (!hasGuessedSize(file.launch) && file.launch.arguments != suggestLaunch(*kernel, text).arguments)
        return std::nullopt;
    return guessedParts(*kernel, knownParts(*kernel, text, file.launch), text);
}

void softenGuessed(std::vector<Finding>& findings, const GuessedLaunch& guessed, Simulation& simulation) {
    if (findings.empty())
        return;
    const sim::memory::DeviceMemory& memory = simulation.memory();
    const HangsOn hangs(simulation.program());
    HangsOn::Bits mask =
        HangsOn::contents | (guessed.grid ? HangsOn::gridSize : 0) | (guessed.block ? HangsOn::blockSize : 0);
    for (size_t i = 0; i < guessed.parameters.size(); ++i)
        if (guessed.parameters[i].guessed && !guessed.parameters[i].pointer)
            mask |= HangsOn::parameter(i);
    // What is 1 or more, whatever it is.
    HangsOn::Bits counts = mask & (HangsOn::gridSize | HangsOn::blockSize);
    for (size_t i = 0; i < guessed.parameters.size(); ++i)
        if (guessed.parameters[i].guessed && guessed.parameters[i].counts)
            counts |= HangsOn::parameter(i);
    for (Finding& finding : findings) {
        // In front of its array with any of these.
        if (finding.kind == FindingKind::OutOfBounds && (hangs.reaching(finding.ptxLine) & mask) == 0 &&
            (hangs.of(finding.ptxLine) & mask & ~counts) == 0 && guessedArray(finding, guessed, memory) == nullptr &&
            sim::check::leadsBefore(simulation.program(), simulation.launch(), finding.ptxLine, finding.block,
                                    finding.thread, counts))
            continue;
        HangsOn::Bits bits = hangs.of(finding.ptxLine);
        for (const sim::simt::FindingAccess& access : finding.accesses)
            bits |= hangs.of(access.ptxLine);
        const HangsOn::Bits on = (bits & mask) | ofSeveral(finding, guessed, bits);
        std::vector<std::string> what;
        if ((on & HangsOn::gridSize) != 0)
            what.emplace_back("grid");
        if ((on & HangsOn::blockSize) != 0)
            what.emplace_back("block");
        for (size_t i = 0; i < guessed.parameters.size(); ++i)
            if ((on & HangsOn::parameter(i)) != 0 && guessed.parameters[i].guessed && !guessed.parameters[i].pointer)
                what.push_back(guessed.parameters[i].name);
        if (const GuessedLaunch::Part* array = guessedArray(finding, guessed, memory))
            what.push_back(fmt::format("size of {}", array->name));
        if ((on & HangsOn::contents) != 0)
            what.emplace_back("what arrays hold");
        if (what.empty())
            continue;
        finding.severity = Finding::Severity::Note;
        finding.guess = fmt::format("{}", fmt::join(what, ", "));
    }
}

} // namespace warplens::engine
