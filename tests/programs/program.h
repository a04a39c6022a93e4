// SPDX-License-Identifier: GPL-3.0-or-later
// The programs of this folder as tests see them: a line of programs.txt, what it compiles to, its data before and
// after.
#pragma once

#include "app/engine/simulation.h"

#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace warplens::tests {

/// The words of one line: `scan.cu --kernel scan --grid 9 ...`.
struct Program {
    std::string file, kernel, architecture = "9.0";
    engine::LaunchSpec launch;
    std::vector<std::string> bounds; ///< K=X, of the comparison with a GPU
    std::string name() const { return file.substr(0, file.find('.')); }
};
/// Throws std::runtime_error for a line that cannot be read.
std::vector<Program> readPrograms(const std::string& listFile);
std::vector<Program> readProgramLines(const std::string& lines);

/// All arguments: arrays as bytes, scalars as their value.
struct Data {
    std::vector<std::vector<std::byte>> arguments;
    template<class T>
    std::span<T> array(size_t i) {
        return {reinterpret_cast<T*>(arguments[i].data()), arguments[i].size() / sizeof(T)};
    }
    template<class T>
    T scalar(size_t i) const {
        T value;
        std::memcpy(&value, arguments[i].data(), sizeof value);
        return value;
    }
};
Data initialData(const Program& program);

/// What a program has to give, by a plain loop on the host.
struct Reference {
    struct Output {
        size_t argument;
        double tolerance; ///< relative to the larger of 1 and the value; 0: the same bits
    };
    const char* program;
    std::vector<Output> outputs;
    void (*compute)(Data&); ///< turns what arguments hold before the kernel into what they hold after it
};
const std::vector<Reference>& references();

} // namespace warplens::tests
