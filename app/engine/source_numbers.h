// SPDX-License-Identifier: GPL-3.0-or-later
// Whole numbers that a CUDA source gives names, as far as its text alone tells: macros and constants, and, as a guess,
// the first value of a variable of the host. They are worked out when they are asked for.
#pragma once

#include "kernels/source/source_text.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::engine {

class SourceNumbers {
public:
    /// #define TILE 32, constexpr int TILE = 32, int n = 1 << 20, dim3 block(16, n / 64).
    explicit SourceNumbers(const kernels::SourceText& source);

    /// What the name stands for, whatever the text says.
    void set(const std::string& name, std::int64_t value) { m_known[name] = value; }

    std::optional<std::int64_t> valueOf(const std::string& name) const { return valueOf(name, 0); }
    /// Of an expression of such names; with sizeof a type, and the members of a dim3.
    std::optional<std::int64_t> evaluate(std::string_view expression) const { return evaluate(expression, 0); }

    /// How many bytes the text allocates on the GPU for a variable.
    std::optional<std::int64_t> bytesOf(const std::string& variable) const;
    bool allocates(const std::string& variable) const { return m_allocations.contains(variable); }

    using Extent = std::array<std::int64_t, 3>;
    /// Of a launch's grid or block: a number, a dim3 in place or one that the text declares.
    std::optional<Extent> extent(std::string_view expression) const { return extent(expression, 0); }

private:
    void readMacros(const kernels::SourceText& source);
    void readDeclarations(const kernels::Tokens& tokens);
    void readDeclarators(const kernels::Tokens& tokens, std::size_t first, bool constant, bool ofExtents);
    std::optional<std::int64_t> valueOf(const std::string& name, int depth) const;
    std::optional<std::int64_t> evaluate(std::string_view expression, int depth) const;
    std::optional<Extent> extent(std::string_view expression, int depth) const;
    void readFunctions(const kernels::Tokens& tokens);
    void readAllocations(const kernels::Tokens& tokens);
    std::optional<std::int64_t> called(const kernels::Tokens& tokens, std::size_t name, std::size_t close,
                                       int depth) const;

    /// A macro with arguments, or a function that only returns something: "(a + b - 1) / b" of a and b.
    struct Function {
        std::vector<std::string> parameters;
        std::string value;
    };
    std::map<std::string, Function> m_functions;
    std::map<std::string, std::string> m_allocations; ///< bytes of what cudaMalloc gives to a variable
    std::map<std::string, std::vector<std::string>> m_constants,
        m_variables;                              ///< expressions; the first that has a value counts
    std::map<std::string, std::string> m_extents; ///< of each dim3: "16, n / 64"
    mutable std::map<std::string, std::optional<std::int64_t>> m_known;
};

} // namespace warplens::engine
