// SPDX-License-Identifier: GPL-3.0-or-later
// A CUDA text as the declarations that it is made of, told by brackets and marks alone: enough to say which of them the
// compiler stumbled over, and to take them out without moving a line. It knows neither types nor macros.
//
// Terms
//   host      for the CPU only: neither __global__ nor __device__ nor __constant__ and the like
//   container a namespace, an extern "C" { }, a class: its declarations are told apart
//   taken out overwritten with blanks; preprocessor lines stay, so that #if and #endif still match
#pragma once

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
std::vector<Inclusion> inclusionsIn(std::string_view text);

/// Words that mark code for the GPU: CUDA's own, and the text's macros that stand for them.
std::set<std::string, std::less<>> deviceMarks(std::string_view text);

class Declarations {
public:
    Declarations(std::string text, const std::set<std::string, std::less<>>& marks);

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
    struct Declaration {
        size_t begin = 0, end = 0;         ///< [begin, end) of the text
        size_t bodyBegin = 0, bodyEnd = 0; ///< between the braces; both 0: it has none
        bool container = false;
        bool device = false; ///< or has something of the GPU in it
        bool bodyGone = false, gone = false;
        std::vector<Declaration> inner;
    };

    std::vector<Declaration> parse(size_t begin, size_t end, const std::set<std::string, std::less<>>& marks) const;
    void takeOutLambdaMarks();
    void takeOutHost(std::vector<Declaration>& declarations, bool ofClass);
    bool findKernel(const std::vector<Declaration>& declarations, std::string_view kernel, std::string& path) const;
    bool takeOutAt(std::vector<Declaration>& declarations, int line, bool device, std::string_view except);
    void blank(size_t begin, size_t end);
    int lineOf(size_t place) const;
    std::string_view head(const Declaration& declaration) const;

    std::string m_text;
    std::string m_plain; ///< without comments, literals and preprocessor lines; never changed
    std::vector<bool> m_directive;
    std::vector<size_t> m_lineBegins;
    std::set<int> m_hostLines;
    std::vector<Declaration> m_declarations;
};

} // namespace warplens::kernels
