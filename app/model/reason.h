// SPDX-License-Identifier: GPL-3.0-or-later
// Why a launch that is shown is as fast as it is: what is asked of app/engine/why.h, worked out in the background, and
// what a picture says of the answer. Where nothing can be told, a sentence says why. No Qt.
#pragma once

#include "app/engine/why.h"
#include "app/model/moment.h"
#include "app/model/scene.h"
#include "app/model/sources.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace warplens::app {

/// The blocks of a launch as a recording has them, or as they were measured.
struct KnownBlocks {
    kernels::RecordedBlocks row;
    std::string launch;           ///< "1024³"
    std::string gpu, days;        ///< that it was recorded on
    unsigned multiprocessors = 0; ///< that the GPU has; 0: unknown
    std::string wanted{};         ///< the launch that was asked for, where it was not recorded; else empty
};
KnownBlocks knownBlocks(kernels::RecordedBlocks row, std::string launch, std::string gpu, std::string days);

struct ReasonRequest {
    SceneRequest launch; ///< of the whole launch, at the size that was measured
    int dimensions = 3;  ///< of that size
    const sim::time::Device* device = nullptr;
    engine::WhyFacts facts; ///< without counters
    std::optional<kernels::RecordedCounters> counters;
    std::string untold;                        ///< why nothing can be said, where that is known without looking
    std::shared_ptr<const KnownBlocks> blocks; ///< nullptr: none were recorded
    bool estimates = true;                     ///< the time is estimated, too, and its beginning followed

    std::string key() const;
};

/// The answer. Without `why`, `untold` is a sentence.
struct Reason {
    std::optional<engine::Why> why;
    std::string untold;
    std::string launch;                        ///< "4096³"
    std::string fileName, source;              ///< of the kernel
    std::shared_ptr<const KnownBlocks> blocks; ///< nullptr: none were recorded
};

/// Of what is shown, and of its variant with the stage's switch thrown.
struct Reasons {
    std::shared_ptr<const Reason> own, thrown; ///< nullptr: not known yet; of `thrown` also: there is none
    std::string thrownLabel;                   ///< "PAD on"
};

/// Those that the program comes with; nullptr: they cannot be read, and nothing is estimated.
const engine::Calibrations* calibrations();
/// `recording`: what times are taken from, where it is of a GPU with published ceilings; nullptr: none.
ReasonRequest reasonRequest(const Sources& sources, const Exhibit& exhibit, const kernels::Recording* recording);
/// With that stage's switch thrown; nothing where it has none.
std::optional<Exhibit> thrownOf(const Sources& sources, const Exhibit& exhibit);
/// "PAD on", "TILE 16"
std::string labelOf(const kernels::Stage& stage, const kernels::ParameterValue& value);

/// Throws Abandoned. Whatever else goes wrong is said in the answer.
Reason reasonOf(const kernels::StageCompiler& compiler, const ReasonRequest& request, const std::stop_token& stop = {});

/// What a picture says of it.
struct ReasonPicture {
    struct Bar {
        std::string name, figure; ///< "shared memory wavefronts", "78.9 ms, 98 %"
        double milliseconds = 0;
        bool binds = false, estimate = false;
        std::string tip; ///< what was counted, over what the GPU does at most
    };
    struct Line {
        uint32_t line = 0;
        std::string code;
        double share = 0;
        std::string stalls; ///< a sentence: how long warps stand there, and why; empty: not known
    };
    struct Change {
        std::string head, figure; ///< "PAD on", "19.6 ms"
        std::string text;
        bool better = false;
    };
    Sentence sentence; ///< alone where nothing can be told
    std::string origin;
    std::vector<Bar> bars;
    std::optional<double> recorded; ///< ms
    std::string recordedText;       ///< "recorded 80.1 ms"
    double end = 0;                 ///< of the axis, ms
    std::string linesTitle;         ///< "shared memory wavefronts by line"
    std::vector<Line> lines;
    std::vector<Change> changes;
    std::vector<std::string> notes;
    bool wasteful = false; ///< the longest limit could be shorter for the same work
};
ReasonPicture reasonPicture(const Reasons* reasons);

/// The shares of the binding resource by line of that source.
std::vector<ReasonPicture::Line> linesOf(const Reason& reason);
/// As the charts have it: "4096³", "8192²", "2²⁸", "509×487×501".
std::string launchText(const kernels::Size& size, int dimensions);
/// What binds it, in a sentence.
Sentence bindingSentence(const engine::Why& why);
/// 1.23e9 as "1.23 G".
std::string scaledText(double value);
/// "4.85 G instructions of warps at 4096³ (modelled): FMA 46 %, LSU 28 %, …"; or why there are none to be told.
std::string machineSummary(const Reason& reason);
/// An instruction in one sentence. `origin`: of its executions.
std::string machineTip(const engine::MachineLine& line, sim::time::Origin origin);
/// "shared memory wavefronts", "instruction issue (estimated)": what binds it, and is told by line.
std::string boundName(const engine::Why& why);
/// A part of the longest limit need not be: conflicts, lines that are not used.
bool isWasteful(const engine::Why& why);

} // namespace warplens::app
