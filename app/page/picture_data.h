// SPDX-License-Identifier: GPL-3.0-or-later
// What each picture of a web page is drawn from, as JSON: counts, addresses, sentences and what belongs together, all of it
// the model's. docs/page.md lists the members. No Qt.
//
// A focus is what somebody points at: {"text": a sentence, "g": lanes of the request to global memory, "s": lanes of the
// request to shared memory (masks), "sector": its address, "bank": …, "line": …}; members are left out where they do not
// apply.
#pragma once

#include "app/model/moment.h"
#include "app/model/replay_state.h"
#include "app/model/scene.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace warplens::page {

/// A moment of a block, and the block's memory at it.
struct Seen {
    const app::Scene& scene;
    const app::Moment& moment;
    const app::ReplayState& state;
};

/// "bad": what decides a phrase's or an array's colour.
const char* toneName(app::Tone tone);
nlohmann::ordered_json sentenceData(const app::Sentence& sentence);

/// The last request to that memory; null: there was none yet.
nlohmann::ordered_json globalData(const Seen& seen);
nlohmann::ordered_json banksData(const Seen& seen);

nlohmann::ordered_json tilesData(const Seen& seen);
/// Null where the block touches no memory.
nlohmann::ordered_json warpData(const Seen& seen);
/// `heat`: its word in links; empty: the usual one.
nlohmann::ordered_json sourceData(const Seen& seen, const std::string& heat);
/// Without a block: the text alone.
nlohmann::ordered_json sourceData(const kernels::Stage& stage);
/// What the block has done up to here.
nlohmann::ordered_json countsData(const app::SoFar& soFar, app::MovedIn unit);

} // namespace warplens::page
