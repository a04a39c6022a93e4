// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/cuda_text.h"

#include "app/engine/cuda_types.h"
#include "app/engine/parameter_names.h"
#include "sim/ptx/module.h"

#include <algorithm>
#include <charconv>

namespace warplens::engine {
namespace {

using kernels::ElementType;
using kernels::SourceText;
using kernels::Token;
using kernels::Tokens;

std::vector<std::string> spelledParts(const Tokens& tokens, size_t first, size_t last, bool angles) {
    std::vector<std::string> parts;
    for (const auto& [from, to] : tokens.parts(first, last, angles))
        parts.push_back(tokens.spelled(from, to));
    return parts;
}

/// The first of these in [first, last); `last` where there is none.
template<class... Words>
size_t firstOf(const Tokens& tokens, size_t first, size_t last, Words... words) {
    while (first < last && !(tokens.is(first, words) || ...))
        ++first;
    return first;
}

/// The last word in [first, last): the name in "const float* a". `last` where there is none.
size_t lastWord(const Tokens& tokens, size_t first, size_t last) {
    for (size_t i = last; i-- > first;)
        if (tokens.isWord(i))
            return i;
    return last;
}

KernelParameter readParameter(const Tokens& tokens, size_t first, size_t last) {
    KernelParameter parameter;
    const size_t end = firstOf(tokens, first, last, "=", "[");
    const size_t name = lastWord(tokens, first, end);
    parameter.name = tokens.text(name < end ? name : tokens.size());
    parameter.type = tokens.spelled(first, name);
    // "const float*", and "const float a[]"; not "float* const".
    size_t star = name;
    while (star > first && !tokens.is(star - 1, "*"))
        --star;
    parameter.pointer = star > first || tokens.is(end, "[");
    parameter.constant = tokens.hasWord(first, star > first ? star : name, "const");
    if (const auto known = elementsOf(tokens, first, name)) {
        parameter.element = known->element;
        parameter.perElement = known->count;
    }
    return parameter;
}

/// "float As[32][33]", and after a comma "Bs[32][33]" of the same type, of which [first, type) is known.
std::optional<SharedDeclaration> readShared(const Tokens& tokens, size_t first, size_t last,
                                            std::optional<ElementsOfType>& type) {
    const size_t head = firstOf(tokens, first, last, "[", "=", "{");
    const size_t name = lastWord(tokens, first, head);
    if (name > first)
        type = elementsOf(tokens, first, name);
    if (!type || name == head)
        return std::nullopt;
    SharedDeclaration shared;
    shared.name = tokens.text(name);
    shared.elementBytes = static_cast<unsigned>(type->bytes());
    for (size_t i = head; i < last && tokens.is(i, "["); ++i) {
        const size_t close = tokens.closing(i, last);
        if (close > i + 1)
            shared.extents.push_back(tokens.spelled(i + 1, close));
        i = close;
    }
    return shared;
}

/// Whether "extern" stands before the token in its statement.
bool isExtern(const Tokens& tokens, size_t at) {
    while (at > 0 && tokens.isWord(at - 1))
        if (tokens.is(--at, "extern"))
            return true;
    return false;
}

std::vector<SharedDeclaration> sharedIn(const Tokens& tokens, size_t first, size_t last) {
    std::vector<SharedDeclaration> found;
    for (size_t i = first; i < last; ++i) {
        if (!tokens.is(i, "__shared__"))
            continue;
        const bool dynamic = isExtern(tokens, i);
        const size_t end = firstOf(tokens, i, last, ";");
        while (++i < end && (tokens.is(i, "__align__") || tokens.is(i, "alignas")) && tokens.is(i + 1, "("))
            i = tokens.closing(i + 1, end);
        std::optional<ElementsOfType> type;
        for (const auto& [from, to] : tokens.parts(std::min(i, end), end, true))
            if (auto shared = readShared(tokens, from, to, type)) {
                shared->dynamic = dynamic;
                found.push_back(std::move(*shared));
            }
        i = end;
    }
    return found;
}

bool asksForSecondDimension(const Tokens& tokens, size_t first, size_t last) {
    for (size_t i = first; i + 2 < last; ++i)
        if (tokens.is(i + 1, ".") && tokens.is(i + 2, "y") &&
            (tokens.is(i, "threadIdx") || tokens.is(i, "blockIdx") || tokens.is(i, "blockDim") ||
             tokens.is(i, "gridDim")))
            return true;
    return false;
}

/// Reads a kernel from its __global__ on. What is no kernel has no name. `at` is set to the last token of its head.
KernelSignature readKernel(const Tokens& tokens, size_t& at) {
    KernelSignature kernel;
    // The name stands before the first bracket that is not of an attribute.
    for (size_t i = at + 1; i < tokens.size(); ++i) {
        if (tokens.is(i, ";") || tokens.is(i, "{") || tokens.is(i, "}") || tokens.is(i, "__global__"))
            return {};
        if (!tokens.is(i, "("))
            continue;
        const size_t close = tokens.closing(i, tokens.size());
        const std::string_view before = tokens.text(i - 1);
        if (before == "__launch_bounds__")
            std::from_chars(tokens.text(i + 1).data(), tokens.text(i + 1).data() + tokens.text(i + 1).size(),
                            kernel.threadsAtMost);
        if (before.starts_with("__") && before.ends_with("__")) { // __launch_bounds__, __attribute__, __maxnreg__
            i = close;
            continue;
        }
        if (close == tokens.size() || !tokens.isWord(i - 1))
            return {};
        kernel.name = before;
        for (const auto& [from, to] : tokens.parts(i + 1, close, true))
            if (to - from > 1 || !tokens.is(from, "void"))
                kernel.parameters.push_back(readParameter(tokens, from, to));
        kernel.defined = tokens.is(close + 1, "{");
        if (kernel.defined) {
            const size_t end = tokens.closing(close + 1, tokens.size());
            kernel.sharedArrays = sharedIn(tokens, close + 2, end);
            kernel.twoDimensional = asksForSecondDimension(tokens, close + 2, end);
        }
        at = close;
        return kernel;
    }
    return {};
}

/// Where the "<" is that closes at the ">", as far as the statement goes back; `close` where it is not found.
size_t openingAngle(const Tokens& tokens, size_t close) {
    int depth = 0;
    for (size_t i = close + 1; i-- > 0;) {
        if (tokens.is(i, ">"))
            ++depth;
        else if (tokens.is(i, "<") && --depth == 0)
            return i;
        else if (tokens.is(i, ";") || tokens.is(i, "{") || tokens.is(i, "}"))
            break;
        else if (tokens.is(i, ")") && tokens[i].partner != Token::none)
            i = tokens[i].partner;
    }
    return close;
}

} // namespace

std::vector<KernelSignature> kernelsInSource(const SourceText& source) {
    const Tokens& tokens = source.tokens();
    std::vector<KernelSignature> kernels;
    std::vector<std::string> templateParameters; // of the statement
    for (size_t i = 0; i < tokens.size(); ++i) {
        if (tokens.is(i, ";") || tokens.is(i, "{") || tokens.is(i, "}")) {
            templateParameters.clear();
        } else if (tokens.is(i, "template") && tokens.is(i + 1, "<")) {
            const size_t close = tokens.closingAngle(i + 1, tokens.size());
            if (close == tokens.size())
                continue;
            templateParameters = spelledParts(tokens, i + 2, close, true);
            i = close;
        } else if (tokens.is(i, "__global__")) {
            KernelSignature kernel = readKernel(tokens, i);
            if (kernel.name.empty())
                continue;
            kernel.templateParameters = std::move(templateParameters);
            templateParameters.clear();
            const auto same =
                std::find_if(kernels.begin(), kernels.end(), [&](const auto& k) { return k.name == kernel.name; });
            if (same == kernels.end())
                kernels.push_back(std::move(kernel));
            else if (kernel.defined)
                *same = std::move(kernel); // it was only declared before
        }
    }
    return kernels;
}

std::vector<KernelSignature> kernelsInPtx(std::string_view text) {
    const sim::ptx::Module module = sim::ptx::parse(std::string(text));
    std::vector<KernelSignature> kernels;
    for (const auto& function : module.functions) {
        if (!function->isEntry || !function->hasBody)
            continue;
        KernelSignature kernel;
        kernel.name = function->name;
        kernel.threads = function->requiredThreads;
        const auto& most = function->maximumThreads;
        kernel.threadsAtMost = most[0] * std::max(1u, most[1]) * std::max(1u, most[2]);
        for (const sim::ptx::Variable& variable : function->params) {
            KernelParameter parameter;
            parameter.name = shortParameterName(variable.name);
            parameter.pointer = variable.bytes == 8 && variable.type == sim::ptx::Type::u64; // as nvcc writes them
            parameter.type = "." + std::string(sim::ptx::typeName(variable.type));
            switch (variable.type) {
            case sim::ptx::Type::f32:
                parameter.element = ElementType::F32;
                break;
            case sim::ptx::Type::f64:
                parameter.element = ElementType::F64;
                break;
            default:
                parameter.element = parameter.pointer     ? ElementType::F32
                                    : variable.bytes == 1 ? ElementType::U8
                                    : variable.bytes == 2 ? ElementType::U16
                                    : variable.bytes == 4 ? ElementType::I32
                                    : variable.bytes == 8 ? ElementType::I64
                                                          : std::optional<ElementType>();
            }
            kernel.parameters.push_back(std::move(parameter));
        }
        kernel.twoDimensional = text.find("%tid.y") != std::string_view::npos;
        kernels.push_back(std::move(kernel));
    }
    return kernels;
}

bool hasDynamicShared(const SourceText& source) {
    const Tokens& tokens = source.tokens();
    for (size_t i = 0; i < tokens.size(); ++i)
        if (tokens.is(i, "__shared__") && isExtern(tokens, i))
            return true;
    return false;
}

std::vector<LaunchInText> launchesIn(const SourceText& source) {
    const Tokens& tokens = source.tokens();
    std::vector<LaunchInText> launches;
    for (size_t i = 1; i < tokens.size(); ++i) {
        if (!tokens.opensLaunch(i))
            continue;
        size_t close = i + 3;
        while (close < tokens.size() && !tokens.closesLaunch(close))
            close = tokens[close].partner != Token::none && tokens[close].partner > close ? tokens[close].partner
                                                                                          : close + 1;
        if (close >= tokens.size())
            break;
        LaunchInText launch;
        size_t name = i - 1;
        if (tokens.is(name, ">")) {
            const size_t open = openingAngle(tokens, name);
            launch.templateArguments = spelledParts(tokens, open + 1, name, true);
            name = open > 0 ? open - 1 : open;
        }
        const std::vector<std::string> parts = spelledParts(tokens, i + 3, close, false);
        if (!tokens.isWord(name) || parts.size() < 2)
            continue;
        launch.kernel = tokens.text(name);
        launch.grid = parts[0];
        launch.block = parts[1];
        launch.shared = parts.size() > 2 ? parts[2] : "";
        if (const size_t open = close + 3; tokens.is(open, "("))
            if (const size_t end = tokens.closing(open, tokens.size()); end < tokens.size())
                launch.arguments = spelledParts(tokens, open + 1, end, false);
        launches.push_back(std::move(launch));
    }
    return launches;
}

bool definesMain(const SourceText& source) {
    const Tokens& tokens = source.tokens();
    for (size_t i = 0; i < tokens.size(); ++i)
        if (tokens.is(i, "main") && tokens.is(i + 1, "("))
            if (const size_t close = tokens.closing(i + 1, tokens.size());
                tokens.is(close + 1, "{") || tokens.areMarks(close + 1, "->"))
                return true;
    return false;
}

} // namespace warplens::engine
