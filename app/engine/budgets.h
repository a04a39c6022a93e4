// SPDX-License-Identifier: GPL-3.0-or-later
// A file of budgets, in TOML: what kernels may cost that are under version control.
//
//   [[budget]]
//   stage = "matmul/07-tiled"      one of: a stage, file = "tile.cu" (seen from the budgets' folder), and
//                                  launch = "kept/4711-3", the folder of a launch that `run --keep` has kept
//   name                           optional: what it is called in reports
//   parameters = { TILE = 32 }     of a stage; macros of a file
//   size = 512, "512" or "M,N,K"   of a stage
//   kernel, grid, block, smem, args = [...]     of a file, as `simulate` has them
//   arch = "9.0"
//   wavefronts, sectors, registers, findings    at most so many (shared memory; global memory; of a thread; mistakes)
//   occupancy = 0.5                at least that share of a multiprocessor's warps
#pragma once

#include "app/engine/kernel_image.h"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warplens::engine {

enum class Limit : uint8_t { Wavefronts, Sectors, Registers, Occupancy, Findings };
constexpr std::size_t limits = 5;
/// As the file spells it: "wavefronts".
const char* limitName(Limit limit);
/// For people: "shared wavefronts".
const char* limitTitle(Limit limit);
/// A value of it: "1056", "50.0 %".
std::string limitText(Limit limit, double value);

struct Budget {
    int line = 0; ///< in the file, from 1
    std::string name, stage, file, launch;
    std::vector<std::string> parameters; ///< "TILE=32"
    std::string size, kernel, grid, block, architecture;
    std::optional<uint32_t> sharedBytes;
    std::vector<std::string> arguments;
    std::array<std::optional<double>, limits> most; ///< by Limit; of the occupancy the least
};

/// Throws EngineError: every mistake in the file on a line of its own, with the file's name and the line.
std::vector<Budget> readBudgets(const std::filesystem::path& file);

/// A line of the source, and how much of the cost is its own.
struct LineShare {
    std::string file;
    uint32_t line = 0;
    uint64_t cost = 0, ideal = 0;
};

/// A limit that was looked at.
struct Outcome {
    const Budget* budget = nullptr;
    std::string subject; ///< in words
    std::string file;    ///< of the source, for annotations
    Limit limit{};
    double value = 0, allowed = 0;
    std::vector<LineShare> lines; ///< most expensive first; of findings where they are
    bool holds() const { return limit == Limit::Occupancy ? value >= allowed : value <= allowed; }
};

/// "shared wavefronts: 2000, and 1000 are allowed: 1000 too many (+100.0 %)".
std::string outcomeText(const Outcome& outcome);
/// For servers that show a workflow's messages at the lines of a change: "::error file=…,line=…,title=…::…".
std::string annotationText(const Outcome& outcome);
/// A result for each limit that does not hold; a test for each limit.
nlohmann::ordered_json outcomesSarif(const std::vector<Outcome>& outcomes);
std::string outcomesJUnit(const std::vector<Outcome>& outcomes, const std::string& suite);

} // namespace warplens::engine
