// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/what_if.h"

#include "app/engine/kernel_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace warplens::engine {
namespace {

using kernels::Token;
using kernels::Tokens;

/// The first token of a line; tokens.size() where it has none.
size_t firstOfLine(const Tokens& tokens, uint32_t line) {
    size_t i = 0;
    while (i < tokens.size() && tokens.lineOf(tokens[i].begin) < static_cast<int>(line))
        ++i;
    return i < tokens.size() && tokens.lineOf(tokens[i].begin) == static_cast<int>(line) ? i : tokens.size();
}

bool opensAround(const Tokens& tokens, size_t open, size_t inside) {
    return (tokens.is(open, "(") || tokens.is(open, "[") || tokens.is(open, "{")) &&
           tokens[open].partner != Token::none && tokens[open].partner > inside;
}

/// What stands around a token, from the outermost: numbers of opening brackets.
std::vector<size_t> bracketsAround(const Tokens& tokens, size_t token) {
    std::vector<size_t> around;
    for (size_t i = 0; i < token; ++i)
        if (opensAround(tokens, i, token))
            around.push_back(i);
    return around;
}

/// Braces of statements, and not of values: "int a[] = {1, 2}", "f({1, 2})".
bool isBlock(const Tokens& tokens, size_t open) {
    return tokens.is(open, "{") && open > 0 &&
           (tokens.is(open - 1, ")") || tokens.is(open - 1, ";") || tokens.is(open - 1, "{") ||
            tokens.is(open - 1, "}") || tokens.is(open - 1, "else") || tokens.is(open - 1, "do") ||
            tokens.is(open - 1, ":") || tokens.is(open - 1, "const") || tokens.is(open - 1, "noexcept"));
}

/// Where the statement begins that a token belongs to. It is that of the loop or branch around it, where that has no
/// braces.
size_t beginOfStatement(const Tokens& tokens, size_t token) {
    const std::vector<size_t> around = bracketsAround(tokens, token);
    size_t inside = around.size();
    while (inside > 0 && !isBlock(tokens, around[inside - 1]))
        --inside;
    if (inside == 0)
        return tokens.size();
    // A bracket of a value, or of a loop's head: what it belongs to is the statement.
    size_t begin = inside < around.size() ? around[inside] : token;
    while (true) {
        const size_t before = begin - 1;
        if (tokens.is(before, "}") && tokens.is(begin, "else"))
            begin = tokens[before].partner;
        else if (tokens.is(before, ";") && tokens.is(begin, "else"))
            begin = before;
        else if (tokens.is(before, ";") || tokens.is(before, "{") || tokens.is(before, "}"))
            return begin;
        else if ((tokens.is(before, ")") || tokens.is(before, "]")) && tokens[before].partner != Token::none)
            begin = tokens[before].partner;
        else
            begin = before;
    }
}

} // namespace

std::string orderingStatement(sim::simt::MissingOrder::Kind kind) {
    using Kind = sim::simt::MissingOrder::Kind;
    switch (kind) {
    case Kind::BlockBarrier:
        return "__syncthreads();";
    case Kind::WarpBarrier:
        return "__syncwarp();";
    case Kind::CopyWait:
        return R"(asm volatile("cp.async.wait_all;" ::: "memory"); __syncthreads();)";
    case Kind::Fence:
        return "__threadfence();";
    case Kind::Atomic:
        break;
    }
    return {};
}

std::optional<Insertion> missingInsertion(const std::vector<sim::simt::Finding>& findings, const std::string& file) {
    std::optional<Insertion> found;
    for (const sim::simt::Finding& finding : findings) {
        if (!finding.missing || finding.missing->beforeLine.line == 0 ||
            std::filesystem::path(finding.missing->beforeLine.file).filename() != file)
            continue;
        const std::string statement = orderingStatement(finding.missing->kind);
        const bool ofBlock = finding.missing->kind == sim::simt::MissingOrder::Kind::BlockBarrier;
        if (!statement.empty() && (!found || ofBlock))
            found = Insertion{finding.missing->beforeLine.line, statement};
        if (ofBlock) // which orders the lanes of its warps, too
            break;
    }
    return found;
}

kernels::SourceText withInsertion(const kernels::SourceText& text, const Insertion& insertion) {
    const Tokens& tokens = text.tokens();
    const size_t token = firstOfLine(tokens, insertion.line);
    const size_t begin = token < tokens.size() ? beginOfStatement(tokens, token) : tokens.size();
    if (begin == tokens.size())
        throw EngineError(fmt::format("line {} has no statement of a function that something could stand in front of",
                                      insertion.line));
    size_t place = tokens[begin].begin;
    std::string written = insertion.statement + " ";
    for (const kernels::Directive& directive : tokens.directives())
        if (directive.name == "pragma" && directive.begin > tokens[begin - 1].end && directive.begin < place) {
            place = tokens[begin - 1].end;
            written = " " + insertion.statement;
        }
    std::string changed = text.text();
    changed.insert(place, written);
    return changed;
}

Insertion parseInsertion(const std::string& text) {
    Insertion insertion{0, orderingStatement(sim::simt::MissingOrder::Kind::BlockBarrier)};
    const size_t colon = std::min(text.find(':'), text.size());
    const auto [end, error] = std::from_chars(text.data(), text.data() + colon, insertion.line);
    if (error != std::errc() || end != text.data() + colon || insertion.line == 0)
        throw EngineError(
            fmt::format("'{}': write missing, a line's number for a barrier in front of it, or the line and a "
                        "statement as in 14:__syncwarp();",
                        text));
    if (colon < text.size())
        insertion.statement = text.substr(colon + 1);
    if (insertion.statement.find_first_not_of(" \t") == std::string::npos)
        throw EngineError(fmt::format("'{}': behind the colon belongs a statement, as in 14:__syncwarp();", text));
    return insertion;
}

} // namespace warplens::engine
