// SPDX-License-Identifier: GPL-3.0-or-later
// What the stages of the program say, in another language: resources/stages/pl.md, written as docs/languages.md says. No Qt.
#pragma once

#include "kernels/catalogue/catalogue.h"

#include <filesystem>

namespace warplens::packs {

/// Takes titles, texts and labels from the file; what it does not have stays English. A mistake in it is a problem of the
/// catalogue.
void tellStages(kernels::Catalogue& catalogue, const std::filesystem::path& file);

} // namespace warplens::packs
