// SPDX-License-Identifier: GPL-3.0-or-later
// A CUDA text as the declarations that it is made of, told by brackets and marks alone: enough to say which of them the
// compiler stumbled over, and to take them out without moving a line. It knows neither types nor macros.
//
// Terms
//   host      for the CPU only: neither __global__ nor __device__ nor __constant__ and the like
//   container a namespace, an extern "C" { }, a class: its declarations are told apart
//   taken out overwritten with blanks; preprocessor lines stay, so that #if and #endif still match
#pragma once

#include "kernels/source/source_text.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::kernels {

/// An #include line.
struct Inclusion {
    std::string name; ///< what stands between the quotes or angle brackets
    bool quoted = false;
};
std::vector<Inclusion> inclusionsIn(const SourceText& text);

using Words = std::set<std::string, std::less<>>;

/// Words that mark code for the GPU: CUDA's own, and the texts' macros that stand for them.
Words deviceMarks(const std::vector<SourceText>& texts);

class Declarations {
public:
    Declarations(SourceText source, const Words& marks);

    /// With all that was taken out blank.
    const std::string& text() const { return m_text; }

    /// What can be for the host only: main, functions that call CUDA's host functions or launch kernels, and
    /// variables that kernels cannot reach.
    void takeOutHost();
    /// Whether takeOutHost() took the line out.
    bool wasHost(int line) const;

    /// Takes out what is at the line (from 1) and for the host: of a function its body first, and the rest when asked
    /// again. False where there is nothing of that kind.
    bool takeOutHostAt(int line);
    /// The same for code of the GPU, but never for the kernel of that name.
    bool takeOutDeviceAt(int line, std::string_view except);

    bool hasKernel() const; ///< whether a __global__ is left
    /// The namespaces around a kernel, as in "a::b::"; empty for one that lies in none, or is not found.
    std::string namespacesOf(std::string_view kernel) const;

private:
    /// Ranges of tokens.
    struct Declaration {
        size_t begin = 0, end = 0;
        size_t bodyBegin = 0, bodyEnd = 0; ///< between the braces; both 0: it has none
        bool container = false;
        bool device = false; ///< or has something of the GPU in it
        bool bodyGone = false, gone = false;
        std::vector<Declaration> inner;

        size_t headEnd() const { return bodyEnd != 0 ? bodyBegin - 1 : end; }
    };

    const Tokens& tokens() const { return m_source.tokens(); }
    std::vector<Declaration> parse(size_t begin, size_t end, const Words& marks, int depth) const;
    Declaration parseOne(size_t& at, size_t end) const;
    bool findBody(Declaration& declaration, size_t brace, size_t close) const;
    bool isLabel(size_t colon, size_t begin) const;
    bool isHost(const Declaration& declaration, bool ofClass) const;
    void takeOutLambdaMarks();
    void takeOutHost(std::vector<Declaration>& declarations, bool ofClass);
    bool findKernel(const std::vector<Declaration>& declarations, std::string_view kernel, std::string& path) const;
    bool takeOutAt(std::vector<Declaration>& declarations, int line, bool device, std::string_view except);
    void takeOut(Declaration& declaration, bool bodyOnly);
    /// What lies from the first of these tokens to the last, comments too.
    void blank(size_t begin, size_t end);
    bool covers(const Declaration& declaration, int line) const;
    int lineOf(size_t token) const { return tokens().lineOf(tokens()[token].begin); }

    SourceText m_source;
    std::string m_text;
    std::set<int> m_hostLines;
    std::vector<Declaration> m_declarations;
};

} // namespace warplens::kernels
