// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/data/fill.h"

#include "kernels/data/parallel.h"

#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <fstream>

namespace warplens::kernels {
namespace {

constexpr std::string_view choices = "write random:SEED, zeros, poison or file:PATH";

template<typename T, typename Value>
void fillRandom(std::span<std::byte> destination, std::uint64_t seed, std::uint64_t first, Value value) {
    const std::size_t count = destination.size() / sizeof(T);
    for (std::size_t i = 0; i < count; ++i) {
        const T element = value(randomBits(seed, first + i));
        std::memcpy(destination.data() + i * sizeof(T), &element, sizeof(T));
    }
}

void fillRandom(ElementType type, std::uint64_t seed, std::uint64_t first, std::span<std::byte> destination) {
    switch (type) {
    case ElementType::F16:
        return fillRandom<std::uint16_t>(
            destination, seed, first, [](std::uint64_t z) { return halfBits(static_cast<double>(z >> 53) * 0x1p-11); });
    case ElementType::F32:
        return fillRandom<float>(destination, seed, first,
                                 [](std::uint64_t z) { return static_cast<float>(z >> 40) * 0x1p-24f; });
    case ElementType::F64:
        return fillRandom<double>(destination, seed, first,
                                  [](std::uint64_t z) { return static_cast<double>(z >> 11) * 0x1p-53; });
    case ElementType::I8:
    case ElementType::U8:
        return fillRandom<std::uint8_t>(destination, seed, first,
                                        [](std::uint64_t z) { return static_cast<std::uint8_t>(z); });
    case ElementType::I16:
    case ElementType::U16:
        return fillRandom<std::uint16_t>(destination, seed, first,
                                         [](std::uint64_t z) { return static_cast<std::uint16_t>(z); });
    case ElementType::I32:
    case ElementType::U32:
        return fillRandom<std::uint32_t>(destination, seed, first,
                                         [](std::uint64_t z) { return static_cast<std::uint32_t>(z); });
    case ElementType::I64:
    case ElementType::U64:
        return fillRandom<std::uint64_t>(destination, seed, first, [](std::uint64_t z) { return z; });
    }
}

void fillFromFile(ElementType type, const std::string& path, std::uint64_t first, std::span<std::byte> destination) {
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

} // namespace

FillSpec parseFill(std::string_view text) {
    constexpr std::string_view random = "random:", file = "file:";
    if (text == "zeros")
        return {FillKind::Zeros, 0, {}};
    if (text == "poison")
        return {FillKind::Poison, 0, {}};
    if (text.starts_with(random)) {
        const std::string_view digits = text.substr(random.size());
        FillSpec spec{FillKind::Random, 0, {}};
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), spec.seed);
        if (error != std::errc{} || end != digits.data() + digits.size())
            throw SpecError(
                fmt::format("'{}' has no usable seed: write random: and a whole number, as in random:1", text));
        return spec;
    }
    if (text.starts_with(file)) {
        if (text.size() == file.size())
            throw SpecError("file: names no file: write file:PATH");
        return {FillKind::File, 0, std::string(text.substr(file.size()))};
    }
    throw SpecError(fmt::format("'{}' is no way to fill an array: {}", text, choices));
}

std::string fillText(const FillSpec& spec) {
    switch (spec.kind) {
    case FillKind::Random:
        return fmt::format("random:{}", spec.seed);
    case FillKind::Zeros:
        return "zeros";
    case FillKind::Poison:
        return "poison";
    case FillKind::File:
        return "file:" + spec.path;
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
    switch (spec.kind) {
    case FillKind::Random:
        return fillRandom(type, spec.seed, first, destination);
    case FillKind::Zeros:
        std::memset(destination.data(), 0, destination.size());
        return;
    case FillKind::Poison:
        std::memset(destination.data(), 0xff, destination.size());
        return;
    case FillKind::File:
        return fillFromFile(type, spec.path, first, destination);
    }
}

void fillArray(ElementType type, const FillSpec& spec, std::span<std::byte> destination) {
    constexpr std::int64_t grain = 1 << 18;
    const std::size_t size = elementSize(type);
    parallelFor(static_cast<std::int64_t>(destination.size() / size), grain, [&](std::int64_t begin, std::int64_t end) {
        const auto first = static_cast<std::size_t>(begin), count = static_cast<std::size_t>(end - begin);
        fillRange(type, spec, first, destination.subspan(first * size, count * size));
    });
}

} // namespace warplens::kernels
