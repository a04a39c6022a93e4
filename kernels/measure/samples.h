// SPDX-License-Identifier: GPL-3.0-or-later
// The times of each call that a median was taken of. They are two thirds of what a recording's file has, and hardly anybody
// asks for them: a file's stay there until then.
#pragma once

#include "kernels/files/bounded_file.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::kernels {

/// Some numbers of a file: the inside of a JSON list.
struct NumberList {
    std::uint64_t begin = 0; ///< byte behind its bracket
    std::uint64_t bytes = 0;
    std::size_t count = 0;
};

/// Milliseconds. Copies share them.
class Samples {
public:
    Samples() = default;
    Samples(std::vector<double> values); // NOLINT(google-explicit-constructor): it is one
    Samples(std::initializer_list<double> values)
        : Samples(std::vector<double>(values)) {}
    /// Of a list that CutText has found.
    Samples(std::shared_ptr<const OpenFile> file, const NumberList& list);

    bool empty() const { return m_list.count == 0; }
    std::size_t size() const { return m_list.count; }
    /// Throws RecordingError where they are a file's that somebody has written into since.
    std::vector<double> values() const;

    friend bool operator==(const Samples& a, const Samples& b) {
        return a.size() == b.size() && a.values() == b.values();
    }

private:
    std::shared_ptr<const std::vector<double>> m_values; ///< null: they are in the file
    std::shared_ptr<const OpenFile> m_file;
    NumberList m_list;
};

/// A recording's text without its samples: `"samples_ms": [3.5, 4]` becomes `"samples_ms":0`, the place of the list among
/// `lists`. Only what a JSON reader would take is cut out.
struct CutText {
    std::string text;
    std::vector<NumberList> lists;
};

/// Of a file, which is read in pieces: its samples are never all in memory. Nothing where there is something among them that a
/// JSON reader had better see. Throws FileError.
std::optional<CutText> cutSamples(const OpenFile& file);

} // namespace warplens::kernels
