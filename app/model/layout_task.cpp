// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/layout_task.h"

#include "app/model/words.h"
#include "app/tongue/say.h"
#include "kernels/catalogue/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <stdexcept>

namespace warplens::app {
namespace {

using namespace sim::memory;
using tongue::counted;
using tongue::said;

constexpr std::string_view scheme = "layout:";
constexpr size_t mostAccesses = 16, mostExpression = 1000;

[[noreturn]] void fail(const std::string& why) {
    throw std::invalid_argument(why);
}

unsigned numberOf(std::string_view text, std::string_view what) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size() || value > 1u << 20)
        fail(fmt::format("'{}' is no {}: write a whole number", text, what));
    return value;
}

std::string unescaped(std::string_view text) {
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
        unsigned byte = 0;
        if (text[i] == '%' && i + 2 < text.size() &&
            std::from_chars(text.data() + i + 1, text.data() + i + 3, byte, 16).ptr == text.data() + i + 3 &&
            byte != 0) {
            out += static_cast<char>(byte);
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text)
        out += std::string_view(" %&?#\"").find(c) == std::string_view::npos
                   ? std::string(1, c)
                   : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    return out;
}

void readXor(std::string_view text, Layout& layout) {
    const auto parts = split(text, ',');
    if (parts.size() != 3)
        fail(fmt::format("'{}' is no XOR: write its bits, the column's first bit and the row's first bit, as in 5,0,0",
                         text));
    layout.bits = numberOf(parts[0], "number of bits");
    layout.base = numberOf(parts[1], "bit of a column");
    layout.shift = numberOf(parts[2], "bit of a row");
}

/// "0,33,-,…": nothing where it is no such list.
std::optional<TileRequest> listed(const std::string& lanes) {
    if (lanes.empty() || lanes.find_first_not_of("0123456789,- ") != std::string::npos ||
        lanes.find(',') == std::string::npos)
        return std::nullopt;
    const auto parts = split(lanes, ',');
    if (parts.size() != lanesPerWarp)
        fail(fmt::format("{} lanes are listed: write all 32, and - for one that takes no part", parts.size()));
    TileRequest request;
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane)
        request.element[lane] = parts[lane] == "-" ? -1 : static_cast<int>(numberOf(parts[lane], "element"));
    return request;
}

const char* typeOf(unsigned bytes) {
    constexpr std::array names{"char", "half", "float", "double", "float4"};
    return names[static_cast<size_t>(std::countr_zero(bytes))];
}

} // namespace

bool isLayoutLink(std::string_view text) {
    return text.starts_with(scheme);
}

LayoutTask layoutTaskOf(std::string_view link) {
    if (!isLayoutLink(link))
        fail(fmt::format("'{}' is no link to a layout: it begins with {}", link, scheme));
    link.remove_prefix(scheme.size());
    const size_t question = std::min(link.find('?'), link.size());
    LayoutTask task;
    const auto extents = split(link.substr(0, question), 'x');
    if (extents.size() != 2)
        fail(fmt::format("'{}' is no tile: write rows and columns, as in 32x32", link.substr(0, question)));
    task.tile.rows = numberOf(extents[0], "number of rows");
    task.tile.columns = numberOf(extents[1], "number of columns");
    if (question < link.size())
        for (const std::string_view item : split(link.substr(question + 1), '&')) {
            const size_t equals = std::min(item.find('='), item.size());
            const std::string_view name = item.substr(0, equals);
            const std::string value = unescaped(item.substr(std::min(item.size(), equals + 1)));
            if (name == "element")
                task.tile.elementBytes = numberOf(value, "size of an element");
            else if (name == "access" && task.accesses.size() < mostAccesses)
                task.accesses.push_back(value);
            else if (name == "lanes" && value.size() <= mostExpression)
                task.lanes = value;
            else if (name == "pad")
                task.layout.padding = numberOf(value, "padding");
            else if (name == "xor")
                readXor(value, task.layout);
            else if (name == "wanted")
                task.wanted = numberOf(value, "number of wavefronts");
            else
                fail(fmt::format("a layout knows no '{}': write element, access, lanes, pad, xor or wanted", item));
        }
    accessesOf(task);
    return task;
}

std::string layoutLink(const LayoutTask& task) {
    std::string link =
        fmt::format("{}{}x{}?element={}", scheme, task.tile.rows, task.tile.columns, task.tile.elementBytes);
    for (const std::string& access : task.accesses)
        link += "&access=" + escaped(access);
    if (!task.lanes.empty())
        link += "&lanes=" + escaped(task.lanes);
    if (task.layout.padding)
        link += fmt::format("&pad={}", task.layout.padding);
    if (task.layout.bits)
        link += fmt::format("&xor={},{},{}", task.layout.bits, task.layout.base, task.layout.shift);
    if (task.wanted)
        link += fmt::format("&wanted={}", task.wanted);
    return link;
}

TileRequest typedRequest(const Tile& tile, const std::string& lanes) {
    TileRequest request;
    if (const auto list = listed(lanes))
        request = *list;
    else
        try {
            const kernels::Expression expression(lanes, {"lane"});
            for (unsigned lane = 0; lane < lanesPerWarp; ++lane) {
                const std::int64_t value = expression.evaluate(std::array<std::int64_t, 1>{lane});
                request.element[lane] =
                    static_cast<int>(std::clamp<std::int64_t>(value, -2, std::int64_t{mostTileElements} * 2));
            }
        } catch (const kernels::ExpressionError& error) {
            fail(said("'{0}' is no expression of lane: {1}", lanes, error.what()));
        }
    request.bytes = tile.elementBytes;
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane)
        if (request.element[lane] < -1 || request.element[lane] >= static_cast<int>(tile.elements()) ||
            (request.element[lane] == -1 && !listed(lanes)))
            fail(said("lane {0} is led out of the tile: its elements are 0 to {1}", lane, tile.elements() - 1));
    return request;
}

std::string lanesText(const TileRequest& request) {
    std::string text;
    for (const int element : request.element)
        text += (text.empty() ? "" : ",") + (element < 0 ? std::string("-") : std::to_string(element));
    return text;
}

std::vector<TileAccess> accessesOf(const LayoutTask& task) {
    for (const std::string& problem : {problemOf(task.tile), problemOf(task.tile, task.layout)})
        if (!problem.empty())
            fail(problem);
    std::vector<TileAccess> all;
    for (const std::string& name : task.accesses)
        all.push_back(tileAccess(task.tile, name));
    if (!task.lanes.empty())
        all.push_back({"lanes", {typedRequest(task.tile, task.lanes)}});
    return all;
}

std::string layoutCode(const Tile& tile, const Layout& layout) {
    const std::string row = layout.shift ? fmt::format("row >> {}", layout.shift) : std::string("row");
    std::string moved;
    if (layout.bits) {
        moved = fmt::format("({} & {})", row, (1u << layout.bits) - 1);
        moved = " ^ " + (layout.base ? fmt::format("({} << {})", moved, layout.base) : moved);
    }
    return fmt::format("{} tile[{}][{}{}];  tile[row][column{}]", typeOf(tile.elementBytes), tile.rows, tile.columns,
                       layout.padding ? fmt::format(" + {}", layout.padding) : std::string(), moved);
}

std::string layoutName(const Layout& layout) {
    if (layout.padding && layout.bits)
        return said("padding {0} and XOR of {1} bits", layout.padding, layout.bits);
    if (layout.padding)
        return said("padding {0}", layout.padding);
    return layout.bits ? counted("XOR of {0} bit(s)", layout.bits) : said("neither padding nor XOR");
}

namespace {

/// How many layouts of the family there are, and how it is known that there are no others.
std::string triedText(const LayoutSearch& search) {
    switch (search.family) {
    case Family::Padding:
        return counted("{0} padding(s) tried, all below 128 bytes: with 128 more the banks are the same again.",
                       search.tried);
    case Family::Xor:
        return counted("{0} XOR(s) tried: all bits of row and column that there are.", search.tried);
    case Family::Both:
        break;
    }
    return counted("{0} layout(s) tried: each padding below 128 bytes with each XOR of bits of row and column.",
                   search.tried);
}

/// What those take that have less.
std::string lessText(const LayoutSearch& search, uint64_t best) {
    switch (search.family) {
    case Family::Padding:
        return said("Every smaller padding takes at least {0} wavefronts instead of {1}.", *search.withLess, best);
    case Family::Xor:
        return said("Every XOR of fewer bits takes at least {0} wavefronts instead of {1}.", *search.withLess, best);
    case Family::Both:
        break;
    }
    return said("Every layout with less padding, or as much and an XOR of fewer bits, takes at least {0} wavefronts "
                "instead of {1}.",
                *search.withLess, best);
}

} // namespace

std::string searchText(const LayoutTask& task, const LayoutSearch& search) {
    if (search.tried == 0)
        return said("XOR needs rows whose length is a power of two: there was nothing to try.");
    std::string text = triedText(search);
    if (search.impossible)
        text += " " + counted("With {0} of them an access would be torn apart or not be aligned.", search.impossible);
    if (!search.best)
        return text + " " + said("None is possible.");
    const FoundLayout& best = *search.best;
    text += " " + (best.conflictFree()
                       ? counted("{0} of them (is|are) without conflicts.", search.conflictFree)
                       : said("None is without conflicts; the best takes {0} wavefronts, {1} would be ideal.",
                              best.wavefronts, best.ideal));
    if (search.withLess)
        text += " " + lessText(search, best.wavefronts);
    else if (!task.accesses.empty() || !task.lanes.empty())
        text += " " + said("It needs neither padding nor XOR: there is no less.");
    return text;
}

const std::vector<PublishedLayout>& publishedLayouts() {
    using tongue::marked;
    static const std::vector<PublishedLayout> all{
        {marked("The textbook XOR on a transpose of 16×32"), "https://www.zzzdavid.tech/one-bit-off.html",
         marked("XOR by the row's number leaves a conflict of two ways in every read of two columns."),
         "layout:16x32?element=4&access=row:4&access=column:4&xor=4,0,0", "column:4", 2},
        {marked("The same with the algorithm of Linear Layouts (arXiv 2505.23819)"),
         "https://www.zzzdavid.tech/one-bit-off.html",
         marked("XOR by twice the row's number has no conflict in either direction."),
         "layout:16x32?element=4&access=row:4&access=column:4&xor=4,1,0", "column:4", 1},
        {marked("CuTe's Swizzle<5, 0, 5> on a column"), "https://github.com/NVlabs/cuda-oxide/pull/544",
         marked("A column of rows of 32 words has no conflict with it."),
         "layout:32x32?element=4&access=column:4&xor=5,0,0", "column:4", 1},
        {marked("CuTe's Swizzle<3, 0, 5> on a column"), "https://github.com/NVlabs/cuda-oxide/pull/544",
         marked("Three bits are too few for a column: a conflict of four ways."),
         "layout:32x32?element=4&access=column:4&xor=3,0,0", "column:4", 4},
        {marked("CuTe's Swizzle<2, 0, 5> on a column"), "https://github.com/NVlabs/cuda-oxide/pull/544",
         marked("Two bits: a conflict of eight ways."), "layout:32x32?element=4&access=column:4&xor=2,0,0", "column:4",
         8},
        {marked("One word of padding"), "https://github.com/NVlabs/cuda-oxide/pull/544",
         marked("Rows of 33 words have no conflict in a column."), "layout:32x32?element=4&access=column:4&pad=1",
         "column:4", 1},
        {marked("ldmatrix, rows of 64 halves as they are"),
         "https://github.com/bitsandbytes-foundation/bitsandbytes/commit/b64bb913c382843830a4af91d6f2cac06fc42a93",
         marked("All eight rows of a matrix lie in the same banks: a conflict of eight ways."),
         "layout:64x64?element=2&access=ldmatrix&access=row:16", "ldmatrix", 8},
        {marked("ldmatrix, groups of eight halves XORed with the row"),
         "https://github.com/bitsandbytes-foundation/bitsandbytes/commit/b64bb913c382843830a4af91d6f2cac06fc42a93",
         marked("XOR of row mod 8 with the group's number has no conflict."),
         "layout:64x64?element=2&access=ldmatrix&access=row:16&xor=3,3,0", "ldmatrix", 1},
    };
    return all;
}

unsigned waysOf(const AccessCost& cost) {
    return cost.ideal == 0 ? 0 : static_cast<unsigned>(cost.worst * cost.requests / cost.ideal);
}

} // namespace warplens::app
