// SPDX-License-Identifier: GPL-3.0-or-later
// What the emulator found, in the language that is spoken. The emulator, files and other programs say it in English; here a
// sentence is taken apart by the form that it has, and each part is said again. No Qt.
#pragma once

#include "kernels/launches/mistake.h"
#include "sim/simt/findings.h"

#include <optional>
#include <string>
#include <string_view>

namespace warplens::engine {

/// "race", in English "race".
std::string findingNameText(sim::simt::FindingKind kind);
/// Of a message, a hint, a verb or a place. What has no such form is said as it stands.
std::string findingText(std::string_view english);
/// "race: thread (0,0,0) writes tile[3] here, …"
std::string findingLine(const sim::simt::Finding& finding);
/// Of a mistake of the host's code: "double-free: cudaFree of 0x…: it was part of …".
std::string mistakeLine(const launches::HostMistake& mistake);
/// Nothing: it has none of the forms, so that it is English in every language.
std::optional<std::string> knownFindingText(std::string_view english);

} // namespace warplens::engine
