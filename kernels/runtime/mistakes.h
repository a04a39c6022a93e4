// SPDX-License-Identifier: GPL-3.0-or-later
// Mistakes of the host's code: where they were made, and what is only known in the end.
#pragma once

#include "kernels/launches/mistake.h"
#include "kernels/runtime/memory.h"

#include <string>
#include <vector>

namespace warplens::runtime {

class Platform;

using Frames = std::vector<launches::HostMistake::Frame>;
/// The calls of the program's own code that led here, the innermost first.
Frames framesHere();
/// The same in a signal handler: of the instruction that was interrupted.
Frames framesAt(uint64_t instruction);
/// Whether it is code of ours.
bool isOwnCode(uint64_t instruction);

/// Tells of a mistake that the program is making just now, with the way to it; each at its place once.
void tellMistake(Platform& platform, const std::string& kind, const std::string& text);

/// The same of one that was made elsewhere; once for each way that leads there.
void tellMistakeAt(Platform& platform, const std::string& kind, const std::string& text, Frames frames);
/// What may be meant so.
void tellNoteAt(Platform& platform, const std::string& kind, const std::string& text, Frames frames);

/// Somebody asks for memory here: kept for the case that it is never given back.
void rememberOrigin(const Memory& memory);

/// A launch with <<< >>> was refused: the program knows only if it asks.
void noteRefusedLaunch(const std::string& text);
/// It asks.
void errorsAreChecked();

/// The program is over: what it has never asked for or given back. Called by itself, at the very end.
void tellLeftovers(Platform& platform);

} // namespace warplens::runtime
