// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/data/argument_spec.h"
#include "kernels/data/fill.h"
#include "kernels/data/parallel.h"
#include "tests/kernels/support.h"

#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <sstream>
#include <vector>

namespace warplens::kernels {
namespace {

using tests::messageOf;
using tests::TemporaryFolder;

constexpr std::array allTypes{ElementType::F16,  ElementType::F32, ElementType::F64, ElementType::I8,
                              ElementType::I16,  ElementType::I32, ElementType::I64, ElementType::U8,
                              ElementType::U16,  ElementType::U32, ElementType::U64, ElementType::BF16,
                              ElementType::E4M3, ElementType::E5M2};

template<typename T>
std::vector<T> filled(ElementType type, const std::string& fill, std::size_t count) {
    std::vector<T> values(count);
    fillArray(type, parseFill(fill), std::as_writable_bytes(std::span(values)));
    return values;
}

TEST(Fill, RandomBitsAreTheDocumentedFunction) {
    // The finaliser of splitmix64; its generator started at 0 gives this as its first number.
    EXPECT_EQ(randomBits(0, 0x9E3779B97F4A7C15u), 0xE220A8397B1DCDAFu);
    EXPECT_EQ(randomBits(1, 0), 0xE220A8397B1DCDAFu);
    EXPECT_EQ(randomBits(0, 0), 0u);
    EXPECT_EQ(randomBits(2, 0), 0x6E789E6AA1B965F4u); // ... and this as its second
}

TEST(Fill, FloatsAreTheTopBits) {
    const auto singles = filled<float>(ElementType::F32, "random:1", 1000);
    const auto doubles = filled<double>(ElementType::F64, "random:1", 1000);
    const auto halves = filled<std::uint16_t>(ElementType::F16, "random:1", 1000);
    double sum = 0.0;
    for (std::size_t i = 0; i < singles.size(); ++i) {
        const std::uint64_t z = randomBits(1, i);
        EXPECT_EQ(singles[i], std::ldexp(static_cast<float>(z >> 40), -24));
        EXPECT_EQ(doubles[i], std::ldexp(static_cast<double>(z >> 11), -53));
        EXPECT_EQ(halfValue(halves[i]), std::ldexp(static_cast<double>(z >> 53), -11));
        EXPECT_LT(singles[i], 1.0f);
        sum += singles[i];
    }
    EXPECT_EQ(singles[0], static_cast<float>(0xE220A8) * 0x1p-24f);
    EXPECT_NEAR(sum / 1000.0, 0.5, 0.03);
}

TEST(Fill, IntegersAreTheLowBits) {
    EXPECT_EQ(filled<std::uint8_t>(ElementType::I8, "random:1", 1)[0], 0xAF);
    EXPECT_EQ(filled<std::uint16_t>(ElementType::U16, "random:1", 1)[0], 0xCDAF);
    EXPECT_EQ(filled<std::uint32_t>(ElementType::I32, "random:1", 1)[0], 0x7B1DCDAFu);
    EXPECT_EQ(filled<std::uint64_t>(ElementType::U64, "random:1", 1)[0], 0xE220A8397B1DCDAFu);
}

TEST(Fill, WholeNumbersBelowALimit) {
    const auto ints = filled<std::int32_t>(ElementType::I32, "below:64:1", 1000);
    EXPECT_EQ(*std::min_element(ints.begin(), ints.end()), 0);
    EXPECT_EQ(*std::max_element(ints.begin(), ints.end()), 63);
    EXPECT_EQ(ints[0], static_cast<std::int32_t>((randomBits(1, 0) >> 11) % 64));
    const auto floats = filled<float>(ElementType::F32, "below:64:1", 1000);
    EXPECT_TRUE(std::equal(ints.begin(), ints.end(), floats.begin()));
    EXPECT_EQ(filled<std::int8_t>(ElementType::I8, "below:1:1", 3), (std::vector<std::int8_t>{0, 0, 0}));
    EXPECT_THROW(filled<std::int8_t>(ElementType::I8, "below:129:1", 3), SpecError);
    const FillSpec pitched = parseFill("below:64:7:3x5/8");
    EXPECT_EQ(pitched.limit, 64u);
    EXPECT_EQ(pitched.seed, 7u);
    EXPECT_EQ(pitched.layout->pitch, 8);
}

TEST(Fill, ListsBeginAgain) {
    EXPECT_EQ(filled<std::int32_t>(ElementType::I32, "list:0,33,-2", 7),
              (std::vector<std::int32_t>{0, 33, -2, 0, 33, -2, 0}));
    EXPECT_EQ(filled<float>(ElementType::F32, "list:5", 2), (std::vector<float>{5, 5}));
    EXPECT_EQ(filled<std::uint16_t>(ElementType::F16, "list:1,2", 2), (std::vector<std::uint16_t>{0x3c00, 0x4000}));
    EXPECT_EQ(filled<std::int64_t>(ElementType::I64, "list:-9007199254740993", 1).front(), -9007199254740993);
    EXPECT_THROW(filled<std::int8_t>(ElementType::I8, "list:128", 1), SpecError);
    EXPECT_THROW(filled<std::uint32_t>(ElementType::U32, "list:-1", 1), SpecError);
    std::vector<std::int32_t> part(2);
    fillRange(ElementType::I32, parseFill("list:1,2,3"), 5, std::as_writable_bytes(std::span(part)));
    EXPECT_EQ(part, (std::vector<std::int32_t>{3, 1}));
}

TEST(Fill, RangesAgreeWithTheWhole) {
    const TemporaryFolder folder;
    const std::string file = folder.path() / "data";
    tests::writeFile(file, std::string(8 * 1000, 'x'));
    for (const ElementType type : allTypes) {
        for (const std::string& fill :
             {std::string("random:42"), std::string("zeros"), std::string("poison"), "file:" + file}) {
            const std::size_t size = elementSize(type);
            std::vector<std::byte> whole(1000 * size), pieces(1000 * size);
            fillArray(type, parseFill(fill), whole);
            for (std::size_t first = 0; first < 1000; first += 37) {
                const std::size_t count = std::min<std::size_t>(37, 1000 - first);
                fillRange(type, parseFill(fill), first, std::span(pieces).subspan(first * size, count * size));
            }
            EXPECT_EQ(whole, pieces) << elementTypeName(type) << " " << fill;
        }
    }
}

TEST(Fill, LargeArraysAreTheSameOnAllCores) {
    constexpr std::size_t count = 1 << 20;
    const auto values = filled<float>(ElementType::F32, "random:3", count);
    for (std::size_t i = 0; i < count; i += 9973)
        EXPECT_EQ(values[i], std::ldexp(static_cast<float>(randomBits(3, i) >> 40), -24));
}

TEST(Fill, PoisonIsNotANumber) {
    EXPECT_TRUE(std::isnan(filled<float>(ElementType::F32, "poison", 1)[0]));
    EXPECT_TRUE(std::isnan(filled<double>(ElementType::F64, "poison", 1)[0]));
    EXPECT_TRUE(std::isnan(halfValue(filled<std::uint16_t>(ElementType::F16, "poison", 1)[0])));
    for (const ElementType type : {ElementType::BF16, ElementType::E4M3, ElementType::E5M2})
        EXPECT_TRUE(std::isnan(smallFloatValue(*smallFloat(type), 0xffff))) << elementTypeName(type);
}

TEST(Fill, FilesMustBeLongEnough) {
    const TemporaryFolder folder;
    const std::string file = folder.path() / "data";
    tests::writeFile(file, "1234567");
    EXPECT_NE(messageOf<SpecError>([&] { filled<float>(ElementType::F32, "file:" + file, 2); }).find("too short"),
              std::string::npos);
    EXPECT_NE(messageOf<SpecError>([&] { filled<float>(ElementType::F32, "file:/nowhere", 2); }).find("cannot read"),
              std::string::npos);
}

TEST(Fill, TextsAreReadAndWritten) {
    for (const char* text : {"random:0", "random:18446744073709551615", "zeros", "poison", "below:64:7",
                             "below:64:7:3x5/8", "list:0,33,-2", "list:7:3x5/8", "file:/a/b=c"})
        EXPECT_EQ(fillText(parseFill(text)), text);
    for (const char* text :
         {"", "random", "random:", "random:x", "random:1x", "random:-1", "file:", "ones", "Zeros", "below:", "below:5",
          "below:0:1", "below:x:1", "below:5:y", "list:", "list:1,", "list:1;2", "list:x"})
        EXPECT_THROW(parseFill(text), SpecError) << text;
}

TEST(Half, RoundsToNearestEven) {
    for (int bits = 0; bits < 0x7c00; ++bits) { // every finite half comes back
        EXPECT_EQ(halfBits(halfValue(static_cast<std::uint16_t>(bits))), bits);
        EXPECT_EQ(halfBits(-halfValue(static_cast<std::uint16_t>(bits))), bits | 0x8000);
    }
    EXPECT_EQ(halfBits(1.0), 0x3c00);
    EXPECT_EQ(halfBits(1.0 + 0x1p-11), 0x3c00);           // half-way: to even
    EXPECT_EQ(halfBits(1.0 + 3 * 0x1p-11), 0x3c02);       // half-way: to even, up
    EXPECT_EQ(halfBits(1.0 + 0x1p-11 + 0x1p-30), 0x3c01); // above half-way
    EXPECT_EQ(halfBits(65504.0), 0x7bff);
    EXPECT_EQ(halfBits(65519.0), 0x7bff);
    EXPECT_EQ(halfBits(65520.0), 0x7c00);
    EXPECT_EQ(halfBits(0x1p-25), 0x0000);
    EXPECT_EQ(halfBits(0x1.8p-25), 0x0001);
    EXPECT_EQ(halfBits(0x1p-14 - 0x1p-26), 0x0400); // rounds up into the normal numbers
    EXPECT_TRUE(std::isinf(halfValue(0xfc00)));
    EXPECT_TRUE(std::isnan(halfValue(halfBits(std::nan("")))));
}

/// The rows of a conversion among the fixtures of instructions, which an H200 has confirmed bit by bit: operands, result.
std::vector<std::vector<std::uint32_t>> rowsOfFixture(const std::string& name) {
    std::ifstream in(std::string(WARPLENS_TEST_DATA) + "/../sim/instructions/convert.fixtures");
    std::vector<std::vector<std::uint32_t>> rows;
    std::string line;
    while (std::getline(in, line) && line != "fixture " + name)
        ;
    while (std::getline(in, line) && line != "rows")
        ;
    while (std::getline(in, line) && !line.empty() && line != "end" && !line.starts_with("fixture")) {
        std::istringstream words(line);
        std::vector<std::uint32_t>& row = rows.emplace_back();
        for (std::string word; words >> word;)
            if (word != ":")
                row.push_back(static_cast<std::uint32_t>(std::stoul(word, nullptr, 16)));
    }
    return rows;
}

TEST(SmallFloats, AreRoundedAsTheInstructionsRound) {
    const auto single = [](std::uint32_t bits) { return static_cast<double>(std::bit_cast<float>(bits)); };
    std::size_t compared = 0;
    for (const auto& [fixture, type] :
         {std::pair{"cvt.rn.bf16.f32", ElementType::BF16}, {"cvt.rn.f16.f32", ElementType::F16}})
        for (const auto& row : rowsOfFixture(fixture)) {
            EXPECT_EQ(smallFloatBits(*smallFloat(type), single(row.at(0))), row.at(1)) << fixture << std::hex << row[0];
            ++compared;
        }
    // Two at a time: the first operand becomes the upper byte.
    for (const auto& [fixture, type] : {std::pair{"cvt.rn.satfinite.e4m3x2.f32", ElementType::E4M3},
                                        {"cvt.rn.satfinite.e5m2x2.f32", ElementType::E5M2}})
        for (const auto& row : rowsOfFixture(fixture))
            for (const int i : {0, 1}) {
                EXPECT_EQ(smallFloatBits(*smallFloat(type), single(row.at(static_cast<std::size_t>(i)))),
                          row.at(2) >> (i == 0 ? 8 : 0) & 0xff)
                    << fixture << std::hex << " " << row[static_cast<std::size_t>(i)];
                ++compared;
            }
    EXPECT_GT(compared, 300u);
}

TEST(SmallFloats, HaveTheValuesThatTheInstructionsRead) {
    std::size_t compared = 0;
    for (const auto& [fixture, type] :
         {std::pair{"cvt.rn.f16x2.e4m3x2", ElementType::E4M3}, {"cvt.rn.f16x2.e5m2x2", ElementType::E5M2}})
        for (const auto& row : rowsOfFixture(fixture))
            for (const int i : {0, 1}) {
                const double value =
                    smallFloatValue(*smallFloat(type), static_cast<std::uint16_t>(row.at(0) >> (8 * i) & 0xff));
                const double known = halfValue(static_cast<std::uint16_t>(row.at(1) >> (16 * i)));
                EXPECT_TRUE(std::isnan(value) ? std::isnan(known)
                                              : value == known && std::signbit(value) == std::signbit(known))
                    << fixture << std::hex << " " << row[0] << ": " << value << " " << known;
                ++compared;
            }
    EXPECT_GT(compared, 100u);
    for (const ElementType type : {ElementType::BF16, ElementType::E4M3, ElementType::E5M2}) {
        const SmallFloat format = *smallFloat(type);
        for (std::uint32_t bits = 0; bits < 1u << (8 * elementSize(type)); ++bits) { // each number comes back
            const double value = smallFloatValue(format, static_cast<std::uint16_t>(bits));
            if (std::isfinite(value)) {
                EXPECT_EQ(smallFloatBits(format, value), bits) << elementTypeName(type);
            }
        }
    }
}

TEST(SmallFloats, OverflowIsTheFormatsOwn) {
    const auto bits = [](ElementType type, double value) { return smallFloatBits(*smallFloat(type), value); };
    EXPECT_EQ(smallFloat(ElementType::E4M3)->largest(), 448.0);
    EXPECT_EQ(smallFloat(ElementType::E5M2)->largest(), 57344.0);
    EXPECT_EQ(smallFloat(ElementType::F16)->largest(), 65504.0);
    EXPECT_EQ(bits(ElementType::E4M3, 1e9), 0x7e); // CUDA's conversions to fp8 saturate ...
    EXPECT_EQ(bits(ElementType::E5M2, -HUGE_VAL), 0xfb);
    EXPECT_EQ(bits(ElementType::BF16, 1e39), 0x7f80); // ... those to 16 bits give infinity
    EXPECT_EQ(bits(ElementType::E4M3, std::nan("")), 0x7f);
    EXPECT_EQ(bits(ElementType::E5M2, -std::nan("")), 0x7f);
    EXPECT_EQ(bits(ElementType::BF16, 0.0), 0);
    EXPECT_EQ(bits(ElementType::E4M3, -0.0), 0x80);
    EXPECT_EQ(bits(ElementType::E4M3, 0x1p-10), 0); // half of the smallest: to even
    EXPECT_EQ(bits(ElementType::E4M3, 0x1.8p-10), 1);
}

TEST(SmallFloats, FillArrays) {
    for (const auto& [type, taken] : {std::pair{ElementType::BF16, 8}, {ElementType::E4M3, 4}, {ElementType::E5M2, 3}})
        for (std::size_t i = 0; i < 100; ++i) {
            std::array<std::byte, 2> one{};
            fillRange(type, parseFill("random:1"), i, std::span(one).first(elementSize(type)));
            std::uint16_t bits = 0;
            std::memcpy(&bits, one.data(), sizeof bits);
            EXPECT_EQ(smallFloatValue(*smallFloat(type), bits),
                      std::ldexp(static_cast<double>(randomBits(1, i) >> (64 - taken)), -taken));
        }
    EXPECT_EQ(filled<std::uint16_t>(ElementType::BF16, "list:1,-2", 2), (std::vector<std::uint16_t>{0x3f80, 0xc000}));
    EXPECT_EQ(filled<std::uint8_t>(ElementType::E4M3, "list:1,448", 2), (std::vector<std::uint8_t>{0x38, 0x7e}));
    EXPECT_THROW(filled<std::uint8_t>(ElementType::E4M3, "list:449", 1), SpecError);
    EXPECT_THROW(filled<std::uint8_t>(ElementType::E4M3, "below:17:1", 1), SpecError); // 17 is not among its numbers
}

TEST(Fill, PitchedMatrixHasTheElementsOfADenseOne) {
    const FillSpec dense = parseFill("random:3");
    std::vector<std::byte> matrix(5 * 7 * 4);
    fillArray(ElementType::F32, dense, matrix);
    for (const char* text : {"random:3:5x7/8", "random:3:5x7/11+poison", "random:3:5x7/7"}) {
        const FillSpec spec = parseFill(text);
        ASSERT_TRUE(spec.layout);
        EXPECT_EQ(fillText(spec), text);
        const auto pitch = static_cast<std::size_t>(spec.layout->pitch);
        std::vector<std::byte> array(6 * pitch * 4); // and a row more
        fillArray(ElementType::F32, spec, array);
        EXPECT_EQ(withoutPadding(ElementType::F32, spec, array), matrix) << text;
        const auto padding = spec.layout->poisoned ? std::byte{0xff} : std::byte{0};
        for (std::size_t i = 0; i < 6 * pitch; ++i)
            if (i / pitch >= 5 || i % pitch >= 7) {
                const std::vector<std::byte> element(array.begin() + static_cast<std::ptrdiff_t>(4 * i),
                                                     array.begin() + static_cast<std::ptrdiff_t>(4 * i + 4));
                EXPECT_EQ(element, std::vector<std::byte>(4, padding)) << text << ", element " << i;
            }

        // Any part of it can be made without the rest.
        for (std::size_t first = 0; first < 6 * pitch; first += 3) {
            std::vector<std::byte> part(std::min<std::size_t>(20, 6 * pitch - first) * 4);
            fillRange(ElementType::F32, spec, first, part);
            EXPECT_TRUE(std::equal(part.begin(), part.end(), array.begin() + static_cast<std::ptrdiff_t>(4 * first)))
                << text << " from " << first;
        }
    }
}

TEST(Fill, ATransposedMatrixHasTheSameElements) {
    std::vector<std::byte> matrix(5 * 7 * 4);
    fillArray(ElementType::F32, parseFill("random:3"), matrix);
    for (const char* text : {"random:3:5x7/5+transposed", "random:3:5x7/8+transposed+poison"}) {
        const FillSpec spec = parseFill(text);
        EXPECT_EQ(fillText(spec), text);
        const auto pitch = static_cast<std::size_t>(spec.layout->pitch);
        std::vector<std::byte> array(7 * pitch * 4);
        fillArray(ElementType::F32, spec, array);
        EXPECT_EQ(std::memcmp(array.data() + (6 * pitch + 2) * 4, matrix.data() + (2 * 7 + 6) * 4, 4), 0);
        EXPECT_EQ(withoutPadding(ElementType::F32, spec, array), matrix) << text;
        for (std::size_t first = 0; first < 7 * pitch; first += 3) {
            std::vector<std::byte> part(std::min<std::size_t>(11, 7 * pitch - first) * 4);
            fillRange(ElementType::F32, spec, first, part);
            EXPECT_TRUE(std::equal(part.begin(), part.end(), array.begin() + static_cast<std::ptrdiff_t>(4 * first)))
                << text << " from " << first;
        }
    }
    EXPECT_THROW(parseFill("random:3:5x7/4+transposed"), SpecError);
    EXPECT_THROW(parseFill("random:3:5x7/7+poison+transposed"), SpecError);
    EXPECT_EQ(parseArgumentSpec("f32[35]=random:3:5x7/5+transposed").elements, 35);
    EXPECT_THROW(parseArgumentSpec("f32[34]=random:3:5x7/5+transposed"), SpecError);
    EXPECT_THROW(withoutPadding(ElementType::F32, parseFill("zeros:5x7/5+transposed"), std::vector<std::byte>(34 * 4)),
                 SpecError);
}

TEST(Fill, MistakesInALayout) {
    for (const char* text : {"random:3:", "random:3:5", "random:3:5x7", "random:3:5x7/", "random:3:5x7/6",
                             "random:3:0x7/8", "random:3:5x7/8+zero", "zeros:x/", "poison:5x-7/8", "random:3:5x7/8/9"})
        EXPECT_THROW(parseFill(text), SpecError) << text;
    EXPECT_EQ(parseFill("file:a:5x7/8").path, "a:5x7/8");
    EXPECT_EQ(parseArgumentSpec("f32[39]=random:3:5x7/8").elements, 39); // the last row needs no padding
    EXPECT_THROW(parseArgumentSpec("f32[38]=random:3:5x7/8"), SpecError);
    EXPECT_THROW(withoutPadding(ElementType::F32, parseFill("zeros:5x7/8"), std::vector<std::byte>(38 * 4)), SpecError);
}

TEST(ArgumentSpec, Arrays) {
    const ArgumentSpec spec = parseArgumentSpec("f32[262144]=random:7");
    EXPECT_TRUE(spec.isArray);
    EXPECT_EQ(spec.type, ElementType::F32);
    EXPECT_EQ(spec.elements, 262144);
    EXPECT_EQ(spec.byteCount(), 1048576);
    EXPECT_EQ(spec.fill, (FillSpec{FillKind::Random, 7, {}}));
    EXPECT_EQ(parseArgumentSpec("u8[3]").fill.kind, FillKind::Poison);
    EXPECT_EQ(parseArgumentSpec("f64[2]=file:a=b").fill.path, "a=b");
}

TEST(ArgumentSpec, SizesThatAreGuesses) {
    EXPECT_FALSE(isElasticArray("f32[64]=zeros"));
    EXPECT_TRUE(isElasticArray("f32[64+]=zeros"));
    EXPECT_FALSE(isElasticArray("@A+4"));
    EXPECT_EQ(parseArgumentSpec("f32[64+]=zeros").elements, 64);
    EXPECT_EQ(parseArgumentSpec("f32x4[16+]").elements, 64);
    // What has a size of its own, or is no argument by itself, does not grow.
    for (const char* text : {"f32[64+]=file:a", "f32[40+]=random:3:5x7/8", "{f32[64+]=zeros}", "&x=f32[4+]", "f32[+]",
                             "f32[64++]", "f32[+64]"})
        EXPECT_THROW(parseArgumentSpec(text), SpecError) << text;
}

template<typename T>
T scalarOf(const std::string& text) {
    const ArgumentSpec spec = parseArgumentSpec(text);
    EXPECT_FALSE(spec.isArray);
    T value{};
    EXPECT_EQ(spec.scalar.size(), sizeof value) << text;
    if (spec.scalar.size() == sizeof value)
        std::memcpy(&value, spec.scalar.data(), sizeof value);
    return value;
}

TEST(ArgumentSpec, Scalars) {
    EXPECT_EQ(scalarOf<std::int32_t>("i32=512"), 512);
    EXPECT_EQ(scalarOf<std::int32_t>("i32=-2147483648"), -2147483647 - 1);
    EXPECT_EQ(scalarOf<std::int64_t>("i64=-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(scalarOf<std::uint64_t>("u64=18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(scalarOf<std::uint8_t>("u8=255"), 255);
    EXPECT_EQ(scalarOf<std::int8_t>("i8=-128"), -128);
    EXPECT_EQ(scalarOf<float>("f32=1.5"), 1.5f);
    EXPECT_EQ(scalarOf<float>("f32=0.1"), 0.1f);
    EXPECT_EQ(scalarOf<double>("f64=1e-300"), 1e-300);
    EXPECT_EQ(scalarOf<std::uint16_t>("f16=-2"), 0xc000);
    EXPECT_EQ(scalarSpecText(ElementType::I32, -5), "i32=-5");
    EXPECT_THROW(scalarSpecText(ElementType::U8, 256), SpecError);
}

template<typename T>
T at(const ArgumentSpec& spec, std::size_t offset) {
    T value{};
    EXPECT_LE(offset + sizeof value, spec.scalar.size());
    std::memcpy(&value, spec.scalar.data() + offset, sizeof value);
    return value;
}

TEST(ArgumentSpec, SmallFloats) {
    EXPECT_EQ(scalarOf<std::uint16_t>("bf16=-2"), 0xc000);
    EXPECT_EQ(scalarOf<std::uint8_t>("e4m3=1.5"), 0x3c);
    EXPECT_EQ(scalarOf<std::uint8_t>("e5m2=1.5"), 0x3e);
    EXPECT_EQ(scalarOf<std::uint8_t>("e5m2=nan"), 0x7f);
    EXPECT_EQ(parseArgumentSpec("e4m3[64]=random:1").byteCount(), 64);
    EXPECT_NE(messageOf<SpecError>([] { parseArgumentSpec("e4m3=500"); }).find("largest number is 448"),
              std::string::npos);
}

TEST(ArgumentSpec, Vectors) {
    const ArgumentSpec four = parseArgumentSpec("f32x4=1,2.5,-3,4");
    EXPECT_EQ(four.scalar.size(), 16u);
    EXPECT_EQ(four.alignment, 16u);
    EXPECT_FALSE(four.isNumber());
    EXPECT_EQ(at<float>(four, 4), 2.5f);
    EXPECT_EQ(at<float>(four, 8), -3.0f);
    EXPECT_EQ(parseArgumentSpec("f32x3=1,2,3").alignment, 4u); // as float3
    EXPECT_EQ(parseArgumentSpec("f64x4=1,2,3,4").alignment, 16u);
    EXPECT_EQ(parseArgumentSpec("i8x2=1,-1").scalar.size(), 2u);
    EXPECT_EQ(parseArgumentSpec("bf16x2=1,2").scalar.size(), 4u);
    EXPECT_EQ(parseArgumentSpec("f32x4[10]=zeros").elements, 40);
    EXPECT_NE(messageOf<SpecError>([] { parseArgumentSpec("f32x4=1,2,3"); }).find("3 values for 4 elements"),
              std::string::npos);
}

TEST(ArgumentSpec, StructuresLieAsCppLaysThemOut) {
    struct Inner {
        double d;
        char c;
    };
    struct Outer {
        char first;
        float x;
        std::int64_t* array;
        Inner inner;
        std::int16_t last;
    };
    const ArgumentSpec spec = parseArgumentSpec("{i8=1; f32=2.5; i64[7]=zeros; {f64=3; i8=4}; i16=5}");
    EXPECT_TRUE(spec.isStructure);
    ASSERT_EQ(spec.scalar.size(), sizeof(Outer));
    EXPECT_EQ(at<char>(spec, offsetof(Outer, first)), 1);
    EXPECT_EQ(at<float>(spec, offsetof(Outer, x)), 2.5f);
    EXPECT_EQ(at<double>(spec, offsetof(Outer, inner) + offsetof(Inner, d)), 3.0);
    EXPECT_EQ(at<char>(spec, offsetof(Outer, inner) + offsetof(Inner, c)), 4);
    EXPECT_EQ(at<std::int16_t>(spec, offsetof(Outer, last)), 5);
    ASSERT_EQ(spec.pointers.size(), 1u);
    EXPECT_EQ(spec.pointers[0].offset, offsetof(Outer, array));
    EXPECT_EQ(spec.pointers[0].member, 2u);
    EXPECT_EQ(spec.pointers[0].own.at(0).elements, 7);

    const ArgumentSpec nested = parseArgumentSpec("{i32=1;{i32=2;@A+3}}");
    ASSERT_EQ(nested.pointers.size(), 1u);
    EXPECT_EQ(nested.pointers[0].offset, 16u);
    EXPECT_EQ(nested.pointers[0].member, 1u);
    EXPECT_EQ(nested.pointers[0].others, (ArrayReference{"A", std::nullopt, 3}));
    EXPECT_EQ(parseArgumentSpec("{i32[4]=list:1,2,3,4; i32=4}").pointers[0].own.at(0).fill.values.size(), 4u);
}

TEST(ArgumentSpec, PointersAndVariables) {
    const auto reference = [](const std::string& text) { return *parseArgumentSpec(text).pointers.at(0).others; };
    EXPECT_EQ(reference("@A"), (ArrayReference{"A", std::nullopt, 0}));
    EXPECT_EQ(reference("@0+4"), (ArrayReference{"0", std::nullopt, 4}));
    EXPECT_EQ(reference("@grid.2 + 16"), (ArrayReference{"grid", 2, 16}));
    EXPECT_EQ(parseArgumentSpec("@A").scalar.size(), 8u);
    const ArgumentSpec scale = parseArgumentSpec("&mine::scale=f32=1.5");
    EXPECT_EQ(scale.variable, "mine::scale");
    EXPECT_EQ(at<float>(scale, 0), 1.5f);
    EXPECT_TRUE(parseArgumentSpec("&table=f32[16]=random:1").isArray);
    EXPECT_EQ(parseArgumentSpec("&where=@A+4").pointers.size(), 1u);
}

TEST(ArgumentSpec, MistakesInTheFormsOfStructures) {
    for (const auto& [text, part] : {std::pair{"f32x5=1,2,3,4,5", "2, 3 or 4 elements"},
                                     {"f32x=1", "2, 3 or 4 elements"},
                                     {"g32x2=1,2", "no element type"},
                                     {"{", "lacks the }"},
                                     {"{}", "member without a value"},
                                     {"{i32=1;}", "member without a value"},
                                     {"{i32=1, i32=2}", "write i32="},
                                     {"{i32=1} ", "lacks the }"},
                                     {"@", "names no argument"},
                                     {"@A+", "no number of an element"},
                                     {"@A+x", "no number of an element"},
                                     {"@A-1", "names no argument"},
                                     {"@A.x", "no number of a member"},
                                     {"&", "gives no variable a value"},
                                     {"&x", "gives no variable a value"},
                                     {"&=i32=1", "gives no variable a value"},
                                     {"{&x=i32=1}", "at the very"},
                                     {"&x=&y=i32=1", "at the very beginning"},
                                     {"&x=", "no element type"},
                                     {"bf16=1e39", "largest number"}})
        EXPECT_NE(messageOf<SpecError>([&] { parseArgumentSpec(text); }).find(part), std::string::npos)
            << text << ": " << messageOf<SpecError>([&] { parseArgumentSpec(text); });
    EXPECT_THROW(parseArgumentSpec(std::string(100, '{') + "i32=1" + std::string(100, '}')), SpecError);
}

TEST(ArgumentSpec, Mistakes) {
    for (const char* text :
         {"",       "f32",         "int=3",       "f32[",    "f32[]=zeros", "f32[0]=zeros", "f32[-1]=zeros",
          "f32[8",  "f32[8]zeros", "f32[8]=ones", "f32[x]",  "i32=",        "i32=1.5",      "i32=2147483648",
          "u32=-1", "u8=256",      "i8=-129",     "f32=abc", "f32=1.5x",    "i32=5 ",       "f32[9223372036854775807]",
          "u64=-1", "f32=1e60"})
        EXPECT_THROW(parseArgumentSpec(text), SpecError) << text;
    EXPECT_NE(messageOf<SpecError>([] { parseArgumentSpec("int=3"); }).find("i32=512"), std::string::npos);
}

TEST(Parallel, CoversEverythingOnce) {
    std::vector<std::atomic<int>> visits(10007);
    parallelFor(10007, 13, [&](std::int64_t begin, std::int64_t end) {
        EXPECT_LE(end - begin, 13);
        for (std::int64_t i = begin; i < end; ++i)
            ++visits[static_cast<std::size_t>(i)];
    });
    for (const auto& count : visits)
        EXPECT_EQ(count, 1);
    parallelFor(0, 1, [](std::int64_t, std::int64_t) { ADD_FAILURE(); });
}

TEST(Parallel, ThrowsOn) {
    EXPECT_THROW(parallelFor(1000, 1,
                             [](std::int64_t begin, std::int64_t) {
                                 if (begin == 500)
                                     throw std::runtime_error("500");
                             }),
                 std::runtime_error);
}

} // namespace
} // namespace warplens::kernels
