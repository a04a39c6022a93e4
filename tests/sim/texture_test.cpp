// SPDX-License-Identifier: GPL-3.0-or-later
// What a linear filter sees, against what an H100 told of each texel's share (tests/hardware/texture_weights.cu).
#include "sim/memory/texture.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdio>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace warplens::sim::memory {
namespace {

constexpr unsigned extent = 4;

/// All is 0 but for one texel, of which the share is read.
float shareOf(unsigned dimensions, AddressMode mode, unsigned corner, const std::array<float, 3>& place) {
    std::array<float, extent * extent * extent> values{};
    const unsigned x = 1 + (corner & 1), y = dimensions > 1 ? 1 + (corner >> 1 & 1) : 0,
                   z = dimensions > 2 ? 1 + (corner >> 2) : 0;
    values[(z * extent + y) * extent + x] = 1;
    Texture texture;
    texture.grid.data = reinterpret_cast<std::byte*>(values.data());
    texture.grid.dimensions = dimensions;
    texture.grid.width = extent;
    texture.grid.height = dimensions > 1 ? extent : 1;
    texture.grid.depth = dimensions > 2 ? extent : 1;
    texture.grid.rowPitch = extent * sizeof(float);
    texture.grid.slicePitch = extent * extent * sizeof(float);
    texture.address = {mode, mode, mode};
    texture.filtered = true;
    return std::bit_cast<float>(fetch(texture, place, 0, nullptr)[0]);
}

TEST(Textures, ShareOutAsAGpuDoes) {
    std::ifstream file(WARPLENS_SOURCE_DIR "/tests/data/texture-weights-h100.csv");
    size_t rows = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("#") || line.starts_with("x,"))
            continue;
        std::istringstream in(line);
        std::vector<float> numbers;
        for (std::string word; std::getline(in, word, ',');)
            numbers.push_back(std::stof(word));
        ASSERT_EQ(numbers.size(), 17U) << line;
        const std::array<float, 3> place{numbers[0], numbers[1], numbers[2]};
        const auto expect = [&](size_t column, unsigned dimensions, AddressMode mode) {
            for (unsigned corner = 0; corner < 1u << dimensions; ++corner)
                EXPECT_EQ(256 * shareOf(dimensions, mode, corner, place), numbers[column + corner])
                    << dimensions << " dimensions, corner " << corner << ": " << line;
        };
        expect(3, 1, AddressMode::Border);
        expect(5, 2, AddressMode::Clamp);
        expect(9, 3, AddressMode::Clamp);
        ++rows;
    }
    EXPECT_EQ(rows, 256U);
}

// Which face and which texel, of directions with ties and at edges too.
TEST(Textures, OfCubesAreThoseOfAGpu) {
    constexpr unsigned width = 4;
    std::array<float, 6 * width * width> values{};
    for (size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(i);
    Texture texture;
    texture.grid.data = reinterpret_cast<std::byte*>(values.data());
    texture.grid.dimensions = 3;
    texture.grid.width = texture.grid.height = width;
    texture.grid.depth = 6;
    texture.grid.rowPitch = width * sizeof(float);
    texture.grid.slicePitch = width * width * sizeof(float);
    texture.address = {AddressMode::Wrap, AddressMode::Wrap, AddressMode::Wrap};
    texture.normalizedPlaces = true;
    std::ifstream file(WARPLENS_SOURCE_DIR "/tests/data/cube-texels-h100.csv");
    size_t rows = 0;
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("point,"))
            continue;
        std::array<float, 3> direction{};
        unsigned face = 9, row = 9, column = 9;
        ASSERT_EQ(std::sscanf(line.c_str(), "point,%f,%f,%f, %u:%u:%u=256", &direction[0], &direction[1], &direction[2],
                              &face, &row, &column),
                  6)
            << line;
        const std::optional<Texel> texel = fetchCube(texture, direction, 0, nullptr);
        ASSERT_TRUE(texel) << line;
        EXPECT_EQ(std::bit_cast<float>((*texel)[0]), static_cast<float>((face * width + row) * width + column)) << line;
        ++rows;
    }
    EXPECT_EQ(rows, 1603U);
}

/// Beyond the first and last middle all is that one texel's, so that nothing is rounded between slices that are the same.
TEST(Textures, WhatIsClampedIsNotSharedOut) {
    std::array<float, 8> values{1, 2, 4, 8, 16, 32, 64, 128};
    Texture texture;
    texture.grid.data = reinterpret_cast<std::byte*>(values.data());
    texture.grid.dimensions = 3;
    texture.grid.width = texture.grid.height = texture.grid.depth = 2;
    texture.grid.rowPitch = 2 * sizeof(float);
    texture.grid.slicePitch = 4 * sizeof(float);
    texture.filtered = true;
    const auto at = [&](float x, float y, float z) {
        return std::bit_cast<float>(fetch(texture, {x, y, z}, 0, nullptr)[0]);
    };
    for (int x = 0; x <= 256; x += 7)
        for (int y = 0; y <= 256; y += 11) {
            const float right = 0.5f + float(x) / 256, low = 0.5f + float(y) / 256;
            EXPECT_EQ(at(right, low, 0.1f), at(right, low, 0.5f));
            EXPECT_EQ(at(right, low, 7.3f), at(right, low, 1.5f));
        }
}

TEST(Textures, ALineIsHalfBorderOnlyWhereItsSecondModeSaysSo) {
    EXPECT_EQ(shareOf(1, AddressMode::Border, 0, {1.5f, 0, 0}), 0.5f);
    EXPECT_EQ(shareOf(1, AddressMode::Clamp, 0, {1.5f, 0, 0}), 1.0f);
    EXPECT_EQ(shareOf(1, AddressMode::Wrap, 0, {1.5f, 0, 0}), 1.0f);
}

} // namespace
} // namespace warplens::sim::memory
