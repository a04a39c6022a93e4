// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/data/fill.h"

#include "kernels/data/parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace warplens::kernels {
namespace {

constexpr std::string_view choices = "write random:SEED, below:LIMIT:SEED, zeros, poison, list:V,V or file:PATH";

template<typename T, typename Value>
void fillEach(std::span<std::byte> destination, std::uint64_t first, Value value) {
    const std::size_t count = destination.size() / sizeof(T);
    for (std::size_t i = 0; i < count; ++i) {
        const T element = static_cast<T>(value(first + i));
        std::memcpy(destination.data() + i * sizeof(T), &element, sizeof(T));
    }
}

/// Of a format of 8 or 16 bits.
template<typename Value>
void fillSmall(ElementType type, const SmallFloat& format, std::span<std::byte> destination, std::uint64_t first,
               Value value) {
    const auto bits = [&](std::uint64_t i) { return smallFloatBits(format, value(i)); };
    if (elementSize(type) == 1)
        return fillEach<std::uint8_t>(destination, first, bits);
    return fillEach<std::uint16_t>(destination, first, bits);
}

/// Whole numbers; of an integer its low bits.
template<typename Value>
void fillWhole(ElementType type, std::span<std::byte> destination, std::uint64_t first, Value value) {
    if (const auto format = smallFloat(type))
        return fillSmall(type, *format, destination, first,
                         [&](std::uint64_t i) { return static_cast<double>(value(i)); });
    if (type == ElementType::F32)
        return fillEach<float>(destination, first, value);
    if (type == ElementType::F64)
        return fillEach<double>(destination, first, value);
    switch (elementSize(type)) {
    case 1:
        return fillEach<std::uint8_t>(destination, first, value);
    case 2:
        return fillEach<std::uint16_t>(destination, first, value);
    case 4:
        return fillEach<std::uint32_t>(destination, first, value);
    default:
        return fillEach<std::uint64_t>(destination, first, value);
    }
}

/// So many bits has the largest whole number up to which the type has all of them.
unsigned wholeBits(ElementType type) {
    const auto bits = static_cast<unsigned>(8 * elementSize(type));
    if (const auto format = smallFloat(type))
        return static_cast<unsigned>(format->fractionBits + 1);
    if (isFloatingPoint(type))
        return bits == 32 ? 24 : 53;
    return elementTypeName(type).front() == 'i' ? bits - 1 : bits;
}

void fillRandom(ElementType type, const FillSpec& spec, std::uint64_t first, std::span<std::byte> destination) {
    const auto bits = [&](std::uint64_t i) { return randomBits(spec.seed, i); };
    if (const auto format = smallFloat(type))
        return fillSmall(type, *format, destination, first, [&](std::uint64_t i) {
            const int taken = format->fractionBits + 1;
            return std::ldexp(static_cast<double>(bits(i) >> (64 - taken)), -taken);
        });
    switch (type) {
    case ElementType::F32:
        return fillEach<float>(destination, first,
                               [&](std::uint64_t i) { return static_cast<float>(bits(i) >> 40) * 0x1p-24f; });
    case ElementType::F64:
        return fillEach<double>(destination, first,
                                [&](std::uint64_t i) { return static_cast<double>(bits(i) >> 11) * 0x1p-53; });
    default:
        return fillWhole(type, destination, first, bits);
    }
}

void fillBelow(ElementType type, const FillSpec& spec, std::uint64_t first, std::span<std::byte> destination) {
    if (const unsigned bits = wholeBits(type); bits < 64 && spec.limit > std::uint64_t{1} << bits)
        throw SpecError(
            fmt::format("'{}': numbers up to {} do not fit the elements of the array", fillText(spec), spec.limit - 1));
    fillWhole(type, destination, first, [&](std::uint64_t i) { return (randomBits(spec.seed, i) >> 11) % spec.limit; });
}

void fillList(ElementType type, const FillSpec& spec, std::uint64_t first, std::span<std::byte> destination) {
    const auto [least, greatest] = std::minmax_element(spec.values.begin(), spec.values.end());
    const auto format = smallFloat(type);
    const bool fits =
        format
            ? static_cast<double>(*greatest) <= format->largest() && static_cast<double>(*least) >= -format->largest()
            : isFloatingPoint(type) || (*least >= smallestInteger(type) && *greatest <= largestInteger(type));
    if (!fits)
        throw SpecError(
            fmt::format("'{}' does not fit the elements of the array, {}", fillText(spec), elementTypeName(type)));
    fillWhole(type, destination, first, [&](std::uint64_t i) { return spec.values[i % spec.values.size()]; });
}

void fillFromFile(ElementType type, const std::string& path, std::uint64_t first, std::span<std::byte> destination) {
    std::error_code error;
    if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error))
        throw SpecError(fmt::format("cannot read {}: it is no file, but a folder, a pipe or a device", path));
    std::ifstream in(path, std::ios::binary);
    if (!in)
        throw SpecError(fmt::format("cannot read {}: check the path after file:", path));
    const std::uint64_t offset = first * elementSize(type);
    in.seekg(static_cast<std::streamoff>(offset));
    in.read(reinterpret_cast<char*>(destination.data()), static_cast<std::streamsize>(destination.size()));
    if (static_cast<std::size_t>(in.gcount()) != destination.size())
        throw SpecError(
            fmt::format("{} is too short: the array needs at least {} bytes of it", path, offset + destination.size()));
}

/// Elements of a matrix that has no padding.
void fillDense(ElementType type, const FillSpec& spec, std::uint64_t first, std::span<std::byte> destination) {
    switch (spec.kind) {
    case FillKind::Random:
        return fillRandom(type, spec, first, destination);
    case FillKind::Below:
        return fillBelow(type, spec, first, destination);
    case FillKind::Zeros:
        std::memset(destination.data(), 0, destination.size());
        return;
    case FillKind::Poison:
        std::memset(destination.data(), 0xff, destination.size());
        return;
    case FillKind::File:
        return fillFromFile(type, spec.path, first, destination);
    case FillKind::List:
        return fillList(type, spec, first, destination);
    }
}

/// Row by row: the part that belongs to the matrix, then its padding.
void fillPitched(ElementType type, const FillSpec& spec, const PitchedLayout& layout, std::uint64_t first,
                 std::span<std::byte> destination) {
    const std::size_t element = elementSize(type);
    std::memset(destination.data(), layout.poisoned ? 0xff : 0, destination.size());
    const auto begin = static_cast<std::int64_t>(first);
    const std::int64_t end = begin + static_cast<std::int64_t>(destination.size() / element);
    const std::int64_t rows = layout.transposed ? layout.columns : layout.rows; // as they lie in memory
    const std::int64_t columns = layout.transposed ? layout.rows : layout.columns;
    const auto place = [&](std::int64_t at) {
        return destination.subspan(static_cast<std::size_t>(at - begin) * element);
    };
    for (std::int64_t row = begin / layout.pitch; row < rows && row * layout.pitch < end; ++row) {
        const std::int64_t rowBegin = row * layout.pitch;
        const std::int64_t from = std::max(begin, rowBegin), to = std::min(end, rowBegin + columns);
        if (layout.transposed)
            for (std::int64_t at = from; at < to; ++at)
                fillDense(type, spec, static_cast<std::uint64_t>((at - rowBegin) * layout.columns + row),
                          place(at).first(element));
        else if (from < to)
            fillDense(type, spec, static_cast<std::uint64_t>(row * columns + from - rowBegin),
                      place(from).first(static_cast<std::size_t>(to - from) * element));
    }
}

[[noreturn]] void tooSmall(const FillSpec& spec, std::size_t bytes) {
    throw SpecError(fmt::format("an array of {} bytes is too small for the matrix in it ({})", bytes, fillText(spec)));
}

/// The matrix row by row, of an array that has it column by column.
std::vector<std::byte> transposedBack(ElementType type, const FillSpec& spec, const PitchedLayout& layout,
                                      std::span<const std::byte> array) {
    const std::size_t element = elementSize(type);
    const auto rows = static_cast<std::size_t>(layout.rows), columns = static_cast<std::size_t>(layout.columns);
    const auto pitch = static_cast<std::size_t>(layout.pitch);
    if (array.size() < ((columns - 1) * pitch + rows) * element)
        tooSmall(spec, array.size());
    std::vector<std::byte> dense(rows * columns * element);
    parallelFor(layout.rows, 64, [&](std::int64_t begin, std::int64_t end) {
        for (auto row = static_cast<std::size_t>(begin); row < static_cast<std::size_t>(end); ++row)
            for (std::size_t column = 0; column < columns; ++column)
                std::memcpy(dense.data() + (row * columns + column) * element,
                            array.data() + (column * pitch + row) * element, element);
    });
    return dense;
}

std::int64_t layoutNumber(std::string_view text, std::string_view digits) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    constexpr std::int64_t most = std::int64_t{1} << 48;
    if (error != std::errc{} || end != digits.data() + digits.size() || number < 1 || number > most)
        throw SpecError(fmt::format("'{}' has no usable layout: write ROWSxCOLUMNS/PITCH, as in "
                                    "random:1:487x501/512, and behind it +transposed where columns lie together, "
                                    "+poison for padding that is not 0",
                                    text));
    return number;
}

/// Takes ":487x501/512+transposed+poison" off the end of the text, where it is there; `from` is where it may begin.
std::optional<PitchedLayout> takeLayout(std::string_view whole, std::string_view& text, std::size_t from) {
    const std::size_t colon = text.find(':', from);
    if (colon == std::string_view::npos)
        return std::nullopt;
    constexpr std::string_view poisoned = "+poison", transposed = "+transposed";
    std::string_view rest = text.substr(colon + 1);
    text = text.substr(0, colon);
    PitchedLayout layout;
    layout.poisoned = rest.ends_with(poisoned);
    if (layout.poisoned)
        rest.remove_suffix(poisoned.size());
    layout.transposed = rest.ends_with(transposed);
    if (layout.transposed)
        rest.remove_suffix(transposed.size());
    const std::size_t cross = std::min(rest.find('x'), rest.size());
    const std::size_t slash = std::min(rest.find('/', cross), rest.size());
    const auto part = [&](std::size_t begin, std::size_t end) {
        return layoutNumber(whole, begin < end ? rest.substr(begin, end - begin) : std::string_view());
    };
    layout.rows = part(0, cross);
    layout.columns = part(cross + 1, slash);
    layout.pitch = part(slash + 1, rest.size());
    if (const std::int64_t together = layout.transposed ? layout.rows : layout.columns; layout.pitch < together)
        throw SpecError(fmt::format("'{}': a {} of {} elements does not fit a pitch of {}", whole,
                                    layout.transposed ? "column" : "row", together, layout.pitch));
    return layout;
}

} // namespace

FillSpec parseFill(std::string_view whole) {
    constexpr std::string_view random = "random:", below = "below:", file = "file:", list = "list:";
    std::string_view text = whole;
    std::optional<PitchedLayout> layout;
    if (!text.starts_with(file)) {
        std::size_t own = text.starts_with(random) ? random.size() : 0; // as far as colons are the fill's
        if (text.starts_with(list))
            own = list.size();
        if (text.starts_with(below))
            own = std::min(text.find(':', below.size()), text.size() - 1) + 1;
        layout = takeLayout(whole, text, own);
    }
    if (text == "zeros")
        return {FillKind::Zeros, 0, {}, layout};
    if (text == "poison")
        return {FillKind::Poison, 0, {}, layout};
    if (text.starts_with(random)) {
        const std::string_view digits = text.substr(random.size());
        FillSpec spec{FillKind::Random, 0, {}, layout};
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), spec.seed);
        if (error != std::errc{} || end != digits.data() + digits.size())
            throw SpecError(
                fmt::format("'{}' has no usable seed: write random: and a whole number, as in random:1", text));
        return spec;
    }
    if (text.starts_with(below)) {
        const std::string_view numbers = text.substr(below.size());
        FillSpec spec{FillKind::Below, 0, {}, layout};
        const char* const last = numbers.data() + numbers.size();
        const auto limit = std::from_chars(numbers.data(), last, spec.limit);
        const bool parted = limit.ec == std::errc{} && limit.ptr != last && *limit.ptr == ':';
        const auto seed = std::from_chars(parted ? limit.ptr + 1 : last, last, spec.seed);
        if (seed.ec != std::errc{} || seed.ptr != last || spec.limit < 1)
            throw SpecError(fmt::format("'{}' has no usable limit and seed: write below:LIMIT:SEED, as in below:64:1 "
                                        "for whole numbers from 0 to 63",
                                        text));
        return spec;
    }
    if (text.starts_with(list)) {
        FillSpec spec{FillKind::List, 0, {}, layout};
        const char *at = text.data() + list.size(), *const last = text.data() + text.size();
        for (bool more = true; more;) {
            std::int64_t value = 0;
            const auto [end, error] = std::from_chars(at, last, value);
            more = error == std::errc{} && end != last && *end == ',';
            if (error != std::errc{} || (end != last && !more))
                throw SpecError(
                    fmt::format("'{}' lists no whole numbers: write them with commas, as in list:0,33,66", text));
            spec.values.push_back(value);
            at = end + 1;
        }
        return spec;
    }
    if (text.starts_with(file)) {
        if (text.size() == file.size())
            throw SpecError("file: names no file: write file:PATH");
        return {FillKind::File, 0, std::string(text.substr(file.size()))};
    }
    throw SpecError(fmt::format("'{}' is no way to fill an array: {}", text, choices));
}

std::string layoutText(const PitchedLayout& layout) {
    return fmt::format(":{}x{}/{}{}{}", layout.rows, layout.columns, layout.pitch,
                       layout.transposed ? "+transposed" : "", layout.poisoned ? "+poison" : "");
}

std::string fillText(const FillSpec& spec) {
    const std::string layout = spec.layout ? layoutText(*spec.layout) : std::string();
    switch (spec.kind) {
    case FillKind::Random:
        return fmt::format("random:{}{}", spec.seed, layout);
    case FillKind::Below:
        return fmt::format("below:{}:{}{}", spec.limit, spec.seed, layout);
    case FillKind::Zeros:
        return "zeros" + layout;
    case FillKind::Poison:
        return "poison" + layout;
    case FillKind::File:
        return "file:" + spec.path;
    case FillKind::List:
        return fmt::format("list:{}{}", fmt::join(spec.values, ","), layout);
    }
    return {};
}

std::uint64_t randomBits(std::uint64_t seed, std::uint64_t index) {
    std::uint64_t z = seed * 0x9E3779B97F4A7C15u + index;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

void fillRange(ElementType type, const FillSpec& spec, std::uint64_t first, std::span<std::byte> destination) {
    if (spec.layout)
        fillPitched(type, spec, *spec.layout, first, destination);
    else
        fillDense(type, spec, first, destination);
}

void fillArray(ElementType type, const FillSpec& spec, std::span<std::byte> destination) {
    constexpr std::int64_t grain = 1 << 18;
    const std::size_t size = elementSize(type);
    parallelFor(static_cast<std::int64_t>(destination.size() / size), grain, [&](std::int64_t begin, std::int64_t end) {
        const auto first = static_cast<std::size_t>(begin), count = static_cast<std::size_t>(end - begin);
        fillRange(type, spec, first, destination.subspan(first * size, count * size));
    });
}

std::vector<std::byte> withoutPadding(ElementType type, const FillSpec& spec, std::span<const std::byte> array) {
    if (!spec.layout)
        return {array.begin(), array.end()};
    const PitchedLayout& layout = *spec.layout;
    if (layout.transposed)
        return transposedBack(type, spec, layout, array);
    const std::size_t element = elementSize(type);
    const auto row = static_cast<std::size_t>(layout.columns) * element;
    const auto pitch = static_cast<std::size_t>(layout.pitch) * element;
    const auto rows = static_cast<std::size_t>(layout.rows);
    if (array.size() < (rows - 1) * pitch + row)
        tooSmall(spec, array.size());
    std::vector<std::byte> dense(rows * row);
    parallelFor(layout.rows, 256, [&](std::int64_t begin, std::int64_t end) {
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
            std::memcpy(dense.data() + i * row, array.data() + i * pitch, row);
    });
    return dense;
}

} // namespace warplens::kernels
