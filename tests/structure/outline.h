// SPDX-License-Identifier: GPL-3.0-or-later
// Where the functions and classes of a text of C++ begin and end. No parser: comments, texts and the preprocessor's lines
// are blanked, and what stands before a brace says what the brace opens. Of #if and #else the first branch is read.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::structure {

struct Piece {
    enum class Kind { Function, Class };
    Kind kind = Kind::Function;
    std::string space; ///< the namespaces around it; of one without a name that of its file
    std::string name;  ///< with the classes around it, without what templates are given
    std::string file;
    size_t first = 0, last = 0; ///< lines, from 1
    bool inClass = false;       ///< stands between the braces of another class

    size_t lines() const { return last - first + 1; }
};

/// In the order in which they end.
std::vector<Piece> outline(std::string_view text, const std::string& file);

/// Of each class the lines of its declaration and of its members' definitions, wherever these stand.
std::map<std::string, size_t> classSizes(const std::vector<Piece>& pieces);

} // namespace warplens::structure
