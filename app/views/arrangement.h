// SPDX-License-Identifier: GPL-3.0-or-later
// Which pictures are shown together, and in which columns: pure arithmetic, tested without a window.
#pragma once

#include <string>
#include <vector>

namespace warplens::app {

using PictureNames = std::vector<std::string>;

/// What there is room for, and what there is to see.
struct PictureRoom {
    double width = 1000, height = 800; ///< in pixels at normal size of type
    bool presentation = false;         ///< to be read from the last row: two pictures
    bool half = false;                 ///< one of two panes beside each other
    bool hasShared = true;             ///< the kernel uses shared memory
    std::string opens;                 ///< the picture that the stage is about; empty: none is
    PictureNames alone{};              ///< of what runs in no kernel: those that have anything to show

    bool wide() const { return !presentation && !half && width > 1500; }
    /// Too little for four: large type, or a small window. One or two say more than parts of four.
    bool tight() const { return width < 600 || height < 330; }
    bool low() const { return height < 700; }
    bool narrow() const { return width < 400; } ///< a paper's column: one stands below the other
    size_t most() const;                        ///< pictures
};

/// Those that suit where nobody has chosen any.
PictureNames suitingPictures(const PictureRoom& room);
/// What was chosen: these; or "+warp", those that suit and one more; or what suits. Where there is no room for one
/// more, it takes another's place.
PictureNames shownPictures(const PictureNames& chosen, const PictureRoom& room);
/// The choice with one picture more or less. The pictures that suit anyway are no choice: empty.
PictureNames toggledPicture(const PictureNames& chosen, const std::string& name, const PictureRoom& room);
/// From left to right, each from top to bottom.
std::vector<PictureNames> pictureColumns(const PictureNames& shown, const PictureRoom& room);

} // namespace warplens::app
