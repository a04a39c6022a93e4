// SPDX-License-Identifier: GPL-3.0-or-later
// An exhibit as text: a short link, and JSON for files. No Qt.
//
// A link is
//     warplens:matmul/06-tiled-conflicts?PAD=1&at=w7.r12.f3&show=banks
//     warplens:file:/home/ann/tile.cu?kernel=tile&grid=4,4&block=32,32&arg=f32[4096]=random:1&arg=i32=64
// After the question mark stand the stage's parameters by their names, in capitals, and of these words any:
//     at=b1,0.w7.r12.f3   block (1, 0), warp 7, its event 12, wavefront 3 of it, each counted from 0; parts may be missing
//     size=64             edge of the matrices in the picture
//     arch=1.0            compute capability whose rules apply
//     with=WHAT           beside it: a stage's id, NAME:VALUE of parameters, arch:CC; several separated by commas
//     page=charts         pictures, charts or difference
//     show=banks,source   pictures by their names
//     heat=excess         the number beside the lines of the source
//     chart=roofline      which chart
//     lanes=EXPRESSION    of a stage whose index is typed
//     recording=NAME, measured=M,N,K, cache=cold
//     kernel, grid, block, smem, define, arg   the launch of a file, as the command line has it
// Bytes that a URL cannot have stand as %XX. A link has no edited text: a file of JSON has.
//
// Nothing in a link can do more than show: unknown words are refused, with those that are known.
#pragma once

#include "app/model/exhibit.h"

#include <nlohmann/json_fwd.hpp>

#include <stdexcept>
#include <string>
#include <string_view>

namespace warplens::app {

/// What cannot be shown, and what to write instead.
struct ExhibitError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

bool isLink(std::string_view text);
/// Without what is as it is anyway.
std::string toLink(const Exhibit& exhibit);
/// Throws ExhibitError. Parameters that the link does not name are missing: see ExhibitSettler.
Exhibit fromLink(std::string_view link);

nlohmann::ordered_json toJson(const Exhibit& exhibit);
/// Throws ExhibitError that names the member.
Exhibit exhibitFromJson(const nlohmann::json& document);

const char* pageName(Page page);

} // namespace warplens::app
