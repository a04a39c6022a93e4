// SPDX-License-Identifier: GPL-3.0-or-later
// The program's own stages, lessons and challenges, and those of a course pack that is open. No Qt.
#pragma once

#include "app/challenges/challenge.h"
#include "app/lessons/course.h"
#include "app/pack/pack.h"

namespace warplens::packs {

/// Of `stages`, a folder such as stagesDir(); the pack's come last. A track is of one of them. nullptr: no pack is open.
kernels::Catalogue catalogueWith(const std::filesystem::path& stages, const Pack* pack);
/// The pack's lessons and lectures come first, and may name lessons and terms of the program.
lessons::Course courseWith(const kernels::Catalogue& catalogue, const Pack* pack);
/// The pack's come first.
challenges::Challenges challengesWith(const Pack* pack);
/// Of the pack alone.
challenges::Challenges challengesOf(const Pack& pack);

} // namespace warplens::packs
