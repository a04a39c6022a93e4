// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of Markdown beside its HTML: the words of a line without their marks, the anchor of a heading, and the
// pages that a line links to. No Qt.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warplens::handbook {

/// "the `--arg` of [run](run.md)" as "the --arg of run".
std::string plainText(std::string_view line);

/// Of a heading's words, as GitHub makes it: small letters, '-' for each space, and nothing but letters, digits, '-' and '_'.
std::string anchorOf(std::string_view heading);

/// The names of the pages beside this one that are linked to, without ".md" and anchors.
std::vector<std::string> pagesLinkedIn(std::string_view line);

} // namespace warplens::handbook
