// SPDX-License-Identifier: GPL-3.0-or-later
// What goes into a compilation of CUDA C++ and what comes out of it, whoever does it: NVRTC (nvrtc.h), the cache
// (cache.h) or the shipped results (shipped.h).
#pragma once

#include "kernels/source/source_text.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::kernels {

struct Define {
    std::string name;
    std::string value;
};

struct CompileRequest {
    SourceText source;
    std::string fileName;             ///< as line tables and messages show it; folders are dropped
    std::string architecture = "9.0"; ///< compute capability
    std::vector<Define> defines;
    std::string kernelName; ///< a function or template instance ("tile<32,1>") to compile; empty: whatever there is
    std::vector<std::string> options;     ///< further options of NVRTC
    std::vector<std::string> includeDirs; ///< before the toolkit's own
};

enum class Severity { Note, Warning, Error };

struct Diagnostic {
    std::string file;
    int line = 0;   ///< from 1; 0: no place
    int column = 0; ///< from 1; 0: unknown
    Severity severity = Severity::Error;
    std::string message;
};

struct CompileResult {
    bool ok = false;
    std::string architecture;
    std::string ptx;        ///< text
    std::string cubin;      ///< bytes
    std::string kernelName; ///< of the wanted kernel, as PTX and cubin name it; empty where it is not known
    std::string log;        ///< everything the compiler said
    std::vector<Diagnostic> diagnostics;
    double milliseconds = 0.0; ///< spent on it this time
};

/// Names of the kernels (".entry") of a PTX text, in its order.
std::vector<std::string> entryNames(std::string_view ptx);

/// Which compiler wrote a PTX text, to the build: "Cuda compilation tools, release 13.0, V13.0.88". Empty where it does
/// not say so.
std::string compilerLine(std::string_view ptx);

/// Reads a log of NVRTC. The source is needed for columns: the log shows lines with a ^ below.
std::vector<Diagnostic> parseDiagnostics(std::string_view log, std::string_view source);

/// The first error in one line, "07-tiled.cu:6: identifier "TILE" is undefined", or the log where there is none.
std::string firstError(const CompileResult& result);

} // namespace warplens::kernels
