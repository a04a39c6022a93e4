// SPDX-License-Identifier: GPL-3.0-or-later
// An index past the end of an array that is a member of a structure: the access stays inside the allocation, so that it
// cannot be told from its address. The source says what was meant: a second form of the kernel looks at each index.
//
// What is looked at: the first index behind a member's name (`p->data[i]`, `data[i]` in a method) where the compiler
// knows how long the array is. Not where only an address is taken, in operands of sizeof and the like, and of arrays with
// one element, which stand for as many as there is room for. A pointer into the array has forgotten its end.
#pragma once

#include "kernels/source/source_text.h"
#include "sim/simt/findings.h"

#include <optional>
#include <string>
#include <vector>

namespace warplens::engine {

/// The text with looks at such indices, its lines where they were; nothing where it has none.
std::optional<std::string> withLooksAtMembers(const kernels::SourceText& text, const std::string& fileName);

/// What the looks have found, among all that was found in a kernel of such a text.
std::vector<sim::simt::Finding> memberFindings(const std::vector<sim::simt::Finding>& all);

} // namespace warplens::engine
