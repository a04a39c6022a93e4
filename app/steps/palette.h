// SPDX-License-Identifier: GPL-3.0-or-later
// A picture in few colours, as GIF has it.
#pragma once

#include <QImage>

#include <cstdint>
#include <vector>

namespace warplens::app {

struct IndexedPicture {
    std::vector<QRgb> colours;         ///< at most 256
    std::vector<std::uint8_t> indices; ///< row by row
};

/// Where a picture has more than 256 colours, those that most pixels have stay exact, and the others are gathered into
/// boxes with as many pixels each as can be (median cut: Heckbert, "Color image quantization", 1982). No dithering:
/// surfaces of one colour stay so.
IndexedPicture inFewColours(const QImage& picture);

} // namespace warplens::app
