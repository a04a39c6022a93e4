// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/data/argument_spec.h"
#include "kernels/data/fill.h"
#include "kernels/data/parallel.h"
#include "tests/kernels/support.h"

#include <atomic>
#include <cmath>
#include <cstring>
#include <vector>

namespace warplens::kernels {
namespace {

using tests::messageOf;
using tests::TemporaryFolder;

constexpr std::array allTypes{ElementType::F16, ElementType::F32, ElementType::F64, ElementType::I8,
                              ElementType::I16, ElementType::I32, ElementType::I64, ElementType::U8,
                              ElementType::U16, ElementType::U32, ElementType::U64};

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
