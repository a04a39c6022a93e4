// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/steps/palette.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace warplens::app {
namespace {

constexpr size_t mostColours = 256;
constexpr size_t exactColours = 128; ///< where there are more than fit

struct Counted {
    QRgb colour = 0;
    std::uint64_t pixels = 0;
};

/// Colours [begin, end) of a list.
struct Box {
    size_t begin = 0, end = 0;
    std::uint64_t pixels = 0;
    int channel = 0; ///< the one in which it is widest
    int width = 0;
};

int channelOf(QRgb colour, int channel) {
    return channel == 0 ? qRed(colour) : channel == 1 ? qGreen(colour) : qBlue(colour);
}

Box boxOf(const std::vector<Counted>& colours, size_t begin, size_t end) {
    Box box{begin, end, 0, 0, 0};
    for (size_t i = begin; i < end; ++i)
        box.pixels += colours[i].pixels;
    for (int channel = 0; channel < 3; ++channel) {
        int least = 255, most = 0;
        for (size_t i = begin; i < end; ++i) {
            least = std::min(least, channelOf(colours[i].colour, channel));
            most = std::max(most, channelOf(colours[i].colour, channel));
        }
        if (most - least > box.width) {
            box.width = most - least;
            box.channel = channel;
        }
    }
    return box;
}

/// Where the box's pixels are halved; both parts have a colour.
size_t middleOf(const std::vector<Counted>& colours, const Box& box) {
    std::uint64_t seen = 0;
    for (size_t i = box.begin; i + 1 < box.end; ++i) {
        seen += colours[i].pixels;
        if (2 * seen >= box.pixels)
            return i + 1;
    }
    return box.end - 1;
}

QRgb meanOf(const std::vector<Counted>& colours, const Box& box) {
    std::array<std::uint64_t, 3> sums{};
    for (size_t i = box.begin; i < box.end; ++i)
        for (int channel = 0; channel < 3; ++channel)
            sums[static_cast<size_t>(channel)] +=
                colours[i].pixels * static_cast<std::uint64_t>(channelOf(colours[i].colour, channel));
    const auto mean = [&](size_t channel) { return static_cast<int>((sums[channel] + box.pixels / 2) / box.pixels); };
    return qRgb(mean(0), mean(1), mean(2));
}

std::vector<Box> cut(std::vector<Counted>& colours, size_t most) {
    std::vector<Box> boxes{boxOf(colours, 0, colours.size())};
    while (boxes.size() < most) {
        const auto widest = std::max_element(boxes.begin(), boxes.end(), [](const Box& a, const Box& b) {
            return a.pixels * static_cast<std::uint64_t>(a.width) < b.pixels * static_cast<std::uint64_t>(b.width);
        });
        if (widest->width == 0)
            break;
        const Box box = *widest;
        std::sort(colours.begin() + static_cast<std::ptrdiff_t>(box.begin),
                  colours.begin() + static_cast<std::ptrdiff_t>(box.end), [&](const Counted& a, const Counted& b) {
                      const int left = channelOf(a.colour, box.channel), right = channelOf(b.colour, box.channel);
                      return left != right ? left < right : a.colour < b.colour;
                  });
        const size_t middle = middleOf(colours, box);
        *widest = boxOf(colours, box.begin, middle);
        boxes.push_back(boxOf(colours, middle, box.end));
    }
    return boxes;
}

} // namespace

IndexedPicture inFewColours(const QImage& picture) {
    const QImage image = picture.convertToFormat(QImage::Format_RGB32);
    std::unordered_map<QRgb, std::uint64_t> seen;
    for (int y = 0; y < image.height(); ++y) {
        const QRgb* row = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        for (int x = 0; x < image.width(); ++x)
            ++seen[row[x]];
    }
    std::vector<Counted> colours;
    for (const auto& [colour, pixels] : seen)
        colours.push_back({colour, pixels});
    std::sort(colours.begin(), colours.end(), [](const Counted& a, const Counted& b) {
        return a.pixels != b.pixels ? a.pixels > b.pixels : a.colour < b.colour;
    });
    IndexedPicture made;
    std::unordered_map<QRgb, std::uint8_t> indexOf;
    const size_t exact = colours.size() <= mostColours ? colours.size() : exactColours;
    for (size_t i = 0; i < exact; ++i) {
        indexOf[colours[i].colour] = static_cast<std::uint8_t>(i);
        made.colours.push_back(colours[i].colour);
    }
    if (exact < colours.size()) {
        std::vector<Counted> others(colours.begin() + static_cast<std::ptrdiff_t>(exact), colours.end());
        for (const Box& box : cut(others, mostColours - exact)) {
            for (size_t i = box.begin; i < box.end; ++i)
                indexOf[others[i].colour] = static_cast<std::uint8_t>(made.colours.size());
            made.colours.push_back(meanOf(others, box));
        }
    }
    made.indices.reserve(static_cast<size_t>(image.width()) * static_cast<size_t>(image.height()));
    for (int y = 0; y < image.height(); ++y) {
        const QRgb* row = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        for (int x = 0; x < image.width(); ++x)
            made.indices.push_back(indexOf[row[x]]);
    }
    return made;
}

} // namespace warplens::app
