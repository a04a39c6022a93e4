// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/blocks_picture.h"

#include "app/tongue/numbers.h"
#include "app/tongue/say.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace warplens::app {
namespace {

using Block = kernels::RecordedBlocks::Block;
using tongue::counted;
using tongue::localised;
using tongue::said;

constexpr double nanosecondsPerMicrosecond = 1000;
constexpr double muchIdle = 0.2; ///< of the multiprocessors' time

std::string fourDigits(double value) {
    return tongue::grouped(tongue::plain(value, 4));
}

struct Place {
    int64_t free = 0; ///< ns, when its last block ends
    unsigned turns = 0;
};

/// Blocks of one multiprocessor in the order of their begins: each takes the place that has been free for longest, or a new
/// one. Returns how many places there are.
size_t placeBlocks(std::vector<std::pair<uint64_t, Block>>& blocks, std::vector<BlocksPicture::Bar>& bars) {
    std::sort(blocks.begin(), blocks.end(), [](const auto& a, const auto& b) {
        return std::tie(a.second.begin, a.first) < std::tie(b.second.begin, b.first);
    });
    std::vector<Place> places;
    for (const auto& [number, block] : blocks) {
        auto place = std::min_element(places.begin(), places.end(),
                                      [](const Place& a, const Place& b) { return a.free < b.free; });
        if (place == places.end() || place->free > block.begin)
            place = places.insert(places.end(), Place());
        bars.push_back({number, static_cast<double>(block.begin) / nanosecondsPerMicrosecond,
                        static_cast<double>(block.end) / nanosecondsPerMicrosecond,
                        static_cast<unsigned>(place - places.begin()), place->turns});
        place->free = block.end;
        ++place->turns;
    }
    return places.size();
}

/// ns in which at least one of the blocks runs; they are in the order of their begins.
int64_t timeWithWork(const std::vector<std::pair<uint64_t, Block>>& blocks) {
    int64_t covered = 0, until = 0;
    for (const auto& [number, block] : blocks) {
        covered += std::max<int64_t>(0, block.end - std::max(until, block.begin));
        until = std::max(until, block.end);
    }
    return covered;
}

Sentence sentenceOf(const BlocksPicture& picture, unsigned multiprocessors) {
    const double share = 100 * picture.busy;
    const Phrase busy{
        said("busy {0} %", localised(share < 10 ? fmt::format("{:.2g}", share) : fmt::format("{:.0f}", share))),
        1 - picture.busy > muchIdle ? Tone::Bad : Tone::Good};
    const Phrase blocks{counted("{0} block(s)", picture.bars.size()), Tone::ArrayA};
    const Phrase on{multiprocessors > 0
                        ? said("{0} of {1} multiprocessors", picture.multiprocessors.size(), multiprocessors)
                        : counted("{0} multiprocessor(s)", picture.multiprocessors.size()),
                    Tone::ArrayA};
    const Phrase end{fourDigits(picture.end)}, places{std::to_string(picture.places)};
    Sentence told = picture.places > 1 ? sentence("{0} on {1}, up to {2} at a time on each: {3} of {4} µs.",
                                                  {blocks, on, places, busy, end})
                                       : sentence("{0} on {1}: {2} of {3} µs.", {blocks, on, busy, end});
    if (picture.spent)
        told = joined(std::move(told), sentence(" The last one begins at {0} µs: from then on no block waits, and "
                                                "multiprocessors run out of work.",
                                                {{fourDigits(*picture.spent)}}));
    return told;
}

} // namespace

BlocksPicture blocksPicture(const KnownBlocks& blocks) {
    std::map<int64_t, std::vector<std::pair<uint64_t, Block>>> byPlace;
    int64_t end = 0, last = 0;
    for (size_t n = 0; n < blocks.row.blocks.size(); ++n) {
        const Block& block = blocks.row.blocks[n];
        byPlace[block.multiprocessor].emplace_back(n, block);
        end = std::max(end, block.end);
        last = std::max(last, block.begin);
    }
    BlocksPicture picture;
    std::vector<std::vector<BlocksPicture::Bar>> bars;
    int64_t busy = 0;
    for (auto& [multiprocessor, its] : byPlace) {
        picture.multiprocessors.push_back(multiprocessor);
        const size_t places = placeBlocks(its, bars.emplace_back());
        picture.places = std::max(picture.places, static_cast<unsigned>(places));
        busy += timeWithWork(its);
    }
    for (size_t n = 0; n < bars.size(); ++n) {
        std::stable_sort(bars[n].begin(), bars[n].end(), [](const auto& a, const auto& b) { return a.row < b.row; });
        for (BlocksPicture::Bar& bar : bars[n]) {
            picture.turns = std::max(picture.turns, bar.turn + 1);
            bar.row += static_cast<unsigned>(n) * picture.places;
            picture.bars.push_back(bar);
        }
    }
    if (picture.empty())
        return picture;
    picture.end = static_cast<double>(end) / nanosecondsPerMicrosecond;
    if (picture.turns > 1)
        picture.spent = static_cast<double>(last) / nanosecondsPerMicrosecond;
    const double all = std::max<double>(blocks.multiprocessors, static_cast<double>(picture.multiprocessors.size()));
    picture.busy = end > 0 ? static_cast<double>(busy) / (static_cast<double>(end) * all) : 0;
    picture.sentence = sentenceOf(picture, blocks.multiprocessors);
    if (!blocks.wanted.empty())
        picture.sentence = joined(sentence("Blocks of {0} were not recorded; these are those of {1}. ",
                                           {{blocks.wanted, Tone::Bad}, {blocks.launch}}),
                                  picture.sentence);
    picture.origin = said("{0}, measured on {1}, {2}, with the clock's own instructions in the kernel", blocks.launch,
                          blocks.gpu, blocks.days);
    return picture;
}

BlocksPicture blocksPicture(const Reasons* reasons) {
    BlocksPicture picture;
    if (reasons == nullptr || !reasons->own) {
        picture.sentence = sentence("The blocks are shown when what binds the launch is computed …");
        return picture;
    }
    if (reasons->own->blocks)
        return blocksPicture(*reasons->own->blocks);
    picture.sentence =
        sentence("Where and when the blocks of this kernel run was not recorded. On a machine with a GPU, "
                 "warplens-cli blocks measures it.");
    return picture;
}

std::string barText(const BlocksPicture& picture, const BlocksPicture::Bar& bar) {
    const std::string where =
        said("block {0} on multiprocessor {1}: {2} to {3} µs", bar.block,
             picture.multiprocessors[bar.row / picture.places], fourDigits(bar.begin), fourDigits(bar.end));
    return bar.turn == 0 ? where : where + counted(", after {0} other(s) in its place", bar.turn);
}

} // namespace warplens::app
