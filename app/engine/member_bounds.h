// SPDX-License-Identifier: GPL-3.0-or-later
// An index past the end of an array that is a member of a structure, past a row of a matrix, or past a variable of a
// thread: the access stays inside the allocation, so that it cannot be told from its address. The source says what was
// meant: a second form of the kernel looks at each such index.
//
// What is looked at where the compiler knows how long the array is: the indices behind a member's name (`p->data[i][k]`,
// `data[i]` in a method), those behind the name of an array that is no __shared__ one, and of the latter all but the
// first: its end is seen anyway. A cuda::std::array is such an array, too. Not where only an address is taken, in
// operands of sizeof and the like, of arrays with one element, which stand for as many as there is room for, and behind
// a first index that is 0 as it is written, which is how a matrix is gone through as one line. A pointer into the array
// has forgotten its end.
#pragma once

#include "kernels/source/source_text.h"
#include "sim/simt/findings.h"

#include <optional>
#include <string>
#include <vector>

namespace warplens::engine {

struct LookingText {
    std::string text;     ///< its lines are where they were
    bool members = false; ///< it looks at members of structures
};
/// The text with looks at such indices; nothing where it has none.
std::optional<LookingText> withLooksAtIndices(const kernels::SourceText& text, const std::string& fileName);

/// What the looks have found, among all that was found in a kernel of such a text.
std::vector<sim::simt::Finding> indexFindings(const std::vector<sim::simt::Finding>& all);

} // namespace warplens::engine
