// SPDX-License-Identifier: GPL-3.0-or-later
// Judges a source that somebody has written for a challenge: goal by goal, what was wanted and what the emulator found.
#pragma once

#include "app/challenges/challenge.h"
#include "app/challenges/trial.h"
#include "kernels/images/compile_stage.h"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <chrono>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace warplens::challenges {

struct GoalVerdict {
    std::string wanted; ///< the goal as it is written
    bool met = false;
    std::string found; ///< a sentence without a full stop, in the language that was spoken: "16 requests"
    uint32_t line = 0; ///< of the source that was judged; 0: none in particular
};

struct Verdict {
    /// Why nothing could be judged: it does not compile, it does not fit the launch, it took too long. Empty: it was.
    std::string problem;
    std::vector<kernels::Diagnostic> diagnostics; ///< the compiler's
    std::vector<GoalVerdict> goals;               ///< as many as the challenge has, or none where there is a problem

    bool met() const;
    size_t goalsMet() const;
};

/// A sentence for a goal: "✓ loads of in: at most 4 sectors per request — 4 sectors per request", with its line.
std::string sentenceOf(const Goal& goal, const GoalVerdict& verdict, const std::string& file);
nlohmann::ordered_json verdictJson(const Challenge& challenge, const Verdict& verdict);

/// Keeps the reference's results. Safe for threads.
class Judge {
public:
    /// All but the time limit of a source that takes long. The compiler has to outlive the judge.
    Judge(const kernels::StageCompiler& compiler, Challenge challenge);

    const Challenge& challenge() const { return m_challenge; }

    static constexpr std::chrono::milliseconds usualLimit{60'000};
    /// Throws Stopped where `stop` asks for it, and engine::EngineError or kernels::CannotCompile where the challenge
    /// itself cannot be run. `limit`: what takes longer on the emulator is not judged.
    Verdict judge(const kernels::SourceText& source, std::stop_token stop = {},
                  std::chrono::milliseconds limit = usualLimit);

private:
    using Results = std::vector<Trial::Bytes>; ///< by goal; empty for goals that ask for none

    const Results& wanted(DataSet data, std::stop_token stop);
    engine::KernelImage compile(const kernels::SourceText& source, const std::string& kernel) const;
    GoalVerdict judgeResult(size_t goal, Trial& shown, Trial& others, std::stop_token stop);

    const kernels::StageCompiler& m_compiler;
    const Challenge m_challenge;
    std::mutex m_mutex;
    std::array<std::optional<Results>, 2> m_wanted; ///< by data set
};

} // namespace warplens::challenges
