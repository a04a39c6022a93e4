// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/member_bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>

namespace warplens::engine {
namespace {

using kernels::Token;
using kernels::Tokens;

/// Says so by an assertion, whose words carry what there is to tell: kind and name of the array, line and index.
constexpr std::string_view looks =
    "#line 1 \"warplens\"\n"
    "extern \"C\" __device__ void __assertfail(const char*, const char*, unsigned, const char*, decltype(sizeof 0));\n"
    "namespace warplens_indices {\n"
    "template<class T> struct Length { static constexpr long long value = -1; };\n"
    "template<class T, decltype(sizeof 0) n> struct Length<T (&)[n]> { static constexpr long long value = n; };\n"
    "template<class T> struct Void { using type = void; };\n"
    "template<class T, class = void> struct Library { static constexpr long long value = -1; };\n"
    "template<class T> struct Library<T, typename Void<decltype(T::__elems_)>::type> {\n"
    "    static constexpr long long value = Length<decltype((static_cast<T*>(nullptr)->__elems_))>::value;\n"
    "};\n"
    "template<class T> struct Length<T&> : Library<T> {};\n"
    "template<class Array, class Index>\n"
    "__host__ __device__ __forceinline__ constexpr Index look(Index index, const char* array, const char* line) {\n"
    "    constexpr long long n = Length<Array>::value;\n"
    "    if (n > 1 && (static_cast<long long>(index) < 0 || static_cast<long long>(index) >= n))\n"
    "        __assertfail(array, line, static_cast<unsigned>(index), \"\", n);\n"
    "    return index;\n"
    "}\n"
    "}\n";
constexpr std::string_view marker = "warplens!";

/// What is declared as a cuda::std::array (or a reference to one) where the word "array" stands; tokens.size(): nothing.
size_t libraryArray(const Tokens& tokens, size_t word) {
    if (!tokens.is(word, "array") || !tokens.is(word + 1, "<"))
        return tokens.size();
    size_t at = word + 1;
    for (int open = 0; at < tokens.size() && !tokens.is(at, ";"); ++at) {
        open += static_cast<int>(tokens.is(at, "<")) - static_cast<int>(tokens.is(at, ">"));
        if (open == 0)
            break;
        if (tokens.is(at, "(") && tokens[at].partner != Token::none)
            at = tokens[at].partner;
    }
    at += tokens.is(at + 1, "&") ? 2 : 1;
    return tokens.isWord(at) ? at : tokens.size();
}

/// Names of arrays that are declared in the bodies of structures.
std::set<std::string_view> memberArrays(const Tokens& tokens) {
    std::set<std::string_view> names;
    for (size_t i = 0; i < tokens.size(); ++i) {
        if (!tokens.is(i, "struct") && !tokens.is(i, "class") && !tokens.is(i, "union"))
            continue;
        size_t open = i + 1;
        while (open < tokens.size() && !tokens.is(open, "{") && !tokens.is(open, ";") && !tokens.is(open, "(") &&
               !tokens.is(open, ">") && !tokens.is(open, "="))
            ++open;
        if (!tokens.is(open, "{") || tokens[open].partner == Token::none)
            continue;
        for (size_t at = open + 1; at < tokens[open].partner; ++at) {
            if (tokens.is(at, "{") && tokens[at].partner != Token::none)
                at = tokens[at].partner;
            else if (tokens.is(at, "[") && tokens.isWord(at - 1))
                names.insert(tokens.text(at - 1));
            else if (const size_t name = libraryArray(tokens, at); name < tokens.size())
                names.insert(tokens.text(name));
        }
    }
    return names;
}

bool isAccess(const Tokens& tokens, size_t at) {
    return tokens.is(at, ".") || (tokens.is(at, ">") && tokens.areMarks(at - 1, "->"));
}

/// Where the expression begins of which the word is the last name: "a.b[2]->name".
size_t beginOfBase(const Tokens& tokens, size_t word) {
    size_t begin = word;
    while (begin > 0 && isAccess(tokens, begin - 1)) {
        size_t at = begin - (tokens.is(begin - 1, ".") ? 2 : 3);
        if (at >= tokens.size())
            return word;
        while ((tokens.is(at, ")") || tokens.is(at, "]")) && tokens[at].partner != Token::none &&
               tokens[at].partner > 0) {
            const bool called = tokens.is(at, "]") || tokens.isWord(tokens[at].partner - 1);
            at = tokens[at].partner - (called ? 1 : 0);
            if (!called)
                break;
        }
        begin = at;
    }
    return begin;
}

/// Only the address is taken, or nothing is evaluated at all.
bool isUnused(const Tokens& tokens, size_t begin) {
    if (begin == 0)
        return true;
    const size_t before = begin - 1;
    if (tokens.is(before, "&") && before > 0 && !tokens.areMarks(before - 1, "&&")) {
        const size_t left = before - 1;
        const bool isOperand = (tokens.isWord(left) && !tokens.is(left, "return")) || tokens.is(left, ")") ||
                               tokens.is(left, "]") || tokens[left].kind == kernels::TokenKind::Number;
        if (!isOperand)
            return true;
    }
    constexpr std::string_view words[] = {"sizeof", "decltype", "alignof",      "noexcept",
                                          "typeid", "offsetof", "static_assert"};
    for (size_t i = 0; i < begin; ++i) {
        const bool around = i + 1 == begin || (tokens.is(i + 1, "(") && tokens[i + 1].partner != Token::none &&
                                               tokens[i + 1].partner > begin);
        if (around && std::find(std::begin(words), std::end(words), tokens.text(i)) != std::end(words))
            return true;
    }
    return false;
}

/// A name of a type before the word: it is declared here.
bool isDeclared(const Tokens& tokens, size_t word) {
    if (word == 0)
        return true;
    const size_t before = word - 1;
    if (tokens.is(before, "*") || tokens.is(before, "&")) { // of a pointer, or a product
        constexpr std::string_view types[] = {"int",  "float",    "double", "char",  "short", "long",   "bool",
                                              "void", "unsigned", "signed", "const", "auto",  "float2", "float4"};
        const size_t left = before - 1;
        return before == 0 ||
               !(tokens.isWord(left) || tokens.is(left, ")") || tokens.is(left, "]") ||
                 tokens[left].kind == kernels::TokenKind::Number) ||
               std::find(std::begin(types), std::end(types), tokens.text(left)) != std::end(types);
    }
    return (tokens.isWord(before) && !tokens.is(before, "return") && !tokens.is(before, "else") &&
            !tokens.is(before, "do")) ||
           (tokens.is(before, ">") && !tokens.areMarks(before - 1, "->")) || tokens.is(before, ",");
}

/// Arrays that are declared outside of structures: whether some of that name is no __shared__ one.
std::map<std::string_view, bool> variableArrays(const Tokens& tokens, const std::set<std::string_view>& members) {
    std::map<std::string_view, bool> names;
    for (size_t open = 2; open < tokens.size(); ++open) {
        const size_t word = open - 1;
        if (!tokens.is(open, "[") || !tokens.isWord(word) || !(tokens.isWord(word - 1) || tokens.is(word - 1, ">")) ||
            !isDeclared(tokens, word) || members.contains(tokens.text(word)))
            continue;
        bool isShared = false;
        for (size_t at = word; at > 0 && !tokens.is(at, ";") && !tokens.is(at, "{") && !tokens.is(at, "}"); --at)
            isShared |= tokens.is(at, "__shared__");
        names[tokens.text(word)] |= !isShared;
    }
    for (size_t at = 0; at < tokens.size(); ++at)
        if (const size_t name = libraryArray(tokens, at); name < tokens.size() && !members.contains(tokens.text(name)))
            names[tokens.text(name)] = true; // whatever it lies in: where it ends only its type says
    // Behind "float (*rows)[16]" are rows, and "float (&tile)[16]" is an array by another name.
    for (size_t at = 0; at + 4 < tokens.size(); ++at) {
        const bool refers = tokens.is(at + 1, "&");
        if (tokens.is(at, "(") && (refers || tokens.is(at + 1, "*")) && tokens.isWord(at + 2) &&
            tokens.is(at + 3, ")") && tokens.is(at + 4, "[") && at > 0 &&
            (tokens.isWord(at - 1) || tokens.is(at - 1, ">")) && !members.contains(tokens.text(at + 2)))
            names[tokens.text(at + 2)] |= refers;
    }
    return names;
}

enum class LookKind : char { Member = 'm', Row = 'r', Variable = 'v' };

struct Look {
    size_t open, close; ///< places in the text: behind the "[", and the "]"
    std::string base;
    std::string_view name;
    int line;
    LookKind kind;
};

std::vector<Look> looksOf(const Tokens& tokens) {
    const std::set<std::string_view> members = memberArrays(tokens);
    const std::map<std::string_view, bool> variables = variableArrays(tokens, members);
    std::vector<Look> found;
    for (size_t open = 1; open < tokens.size(); ++open) {
        if (!tokens.is(open, "[") || tokens[open].partner == Token::none || tokens[open].partner == open + 1 ||
            !tokens.isWord(open - 1))
            continue;
        const size_t word = open - 1;
        const bool accessed = word > 1 && isAccess(tokens, word - 1);
        const auto variable = accessed ? variables.end() : variables.find(tokens.text(word));
        const bool isMember = accessed || members.contains(tokens.text(word));
        if ((!isMember && variable == variables.end()) || (!accessed && isDeclared(tokens, word)))
            continue;
        const size_t begin = accessed ? beginOfBase(tokens, word) : word;
        if ((accessed && begin == word) || isUnused(tokens, begin))
            continue;
        LookKind kind = isMember ? LookKind::Member : LookKind::Variable;
        bool isWanted = isMember || variable->second, isLine = false;
        for (size_t at = open; tokens.is(at, "[") && tokens[at].partner != Token::none; at = tokens[at].partner + 1) {
            const Token& close = tokens[tokens[at].partner];
            if (isWanted && !isLine)
                found.push_back({tokens[at].end, close.begin, tokens.spelled(begin, at), tokens.text(word),
                                 tokens.lineOf(tokens[at].begin), kind});
            isLine = tokens.is(at + 1, "0") && tokens[at].partner == at + 2;
            kind = LookKind::Row;
            isWanted = true;
        }
    }
    return found;
}

std::string messageOf(LookKind kind, int32_t index, std::string_view name) {
    switch (kind) {
    case LookKind::Member:
        return fmt::format("element {} of the member {} is accessed, which has fewer: what lies there belongs to "
                           "another member, or to the next structure",
                           index, name);
    case LookKind::Row:
        return fmt::format("element {} of a row of {} is accessed, which has fewer: what lies there belongs to another "
                           "row",
                           index, name);
    case LookKind::Variable:
        break;
    }
    return fmt::format("element {} of {} is accessed, which has fewer: what lies there belongs to another variable",
                       index, name);
}

} // namespace

std::optional<LookingText> withLooksAtIndices(const kernels::SourceText& text, const std::string& fileName) {
    std::vector<std::pair<size_t, std::string>> insertions;
    LookingText looking;
    for (const Look& look : looksOf(text.tokens())) {
        looking.members |= look.kind == LookKind::Member;
        insertions.emplace_back(look.open, fmt::format("::warplens_indices::look<decltype(({}))>(", look.base));
        insertions.emplace_back(look.close, fmt::format(", \"{}{}{}\", \"{}\")", marker, static_cast<char>(look.kind),
                                                        look.name, look.line));
    }
    if (insertions.empty())
        return std::nullopt;
    std::stable_sort(insertions.begin(), insertions.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::string made{looks};
    made += fmt::format("#line 1 \"{}\"\n", fileName);
    size_t at = 0;
    for (const auto& [place, what] : insertions) {
        made.append(text.text(), at, place - at);
        made += what;
        at = place;
    }
    looking.text = std::move(made.append(text.text(), at));
    return looking;
}

std::vector<sim::simt::Finding> indexFindings(const std::vector<sim::simt::Finding>& all) {
    std::vector<sim::simt::Finding> found;
    for (const sim::simt::Finding& each : all) {
        // "the assertion warplens!mdata fails in  (12:6)": system_call.cpp writes it
        const size_t name = each.message.find(marker), end = each.message.find(" fails in ", name);
        const size_t open = each.message.rfind('('), colon = each.message.rfind(':');
        if (name == std::string::npos || end == std::string::npos || open == std::string::npos || colon < open)
            continue;
        const auto kind = static_cast<LookKind>(each.message[name + marker.size()]);
        const std::string array = each.message.substr(name + marker.size() + 1, end - name - marker.size() - 1);
        const char* const text = each.message.data();
        uint32_t line = 0, index = 0;
        std::from_chars(text + open + 1, text + colon, line);
        std::from_chars(text + colon + 1, text + each.message.size(), index);
        sim::simt::Finding made = each;
        made.kind = sim::simt::FindingKind::OutOfBounds;
        made.file = std::filesystem::path(each.file).filename().string(); // as the form that is counted names it
        made.line = line;
        made.ptxLine = 0;
        made.message = messageOf(kind, static_cast<int32_t>(index), array);
        made.hint = fmt::format("keep the index below the number of elements of {}{}",
                                kind == LookKind::Row ? "a row of " : "", array);
        found.push_back(std::move(made));
    }
    return found;
}

} // namespace warplens::engine
