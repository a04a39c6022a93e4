// SPDX-License-Identifier: GPL-3.0-or-later
// Products of matrices many numbers at a time are bit for bit those of one number at a time, in each set of handlers.
#include "sim/simt/half.h"
#include "sim/simt/lanes/lane_key.h"
#include "sim/simt/tensor_sum.h"

#include <gtest/gtest.h>

#include <bit>
#include <memory>
#include <numeric>
#include <random>

namespace warplens::sim::simt {
namespace {

using ptx::Type;

std::vector<const Lanes*> sets() {
    std::vector<const Lanes*> list{&lanesBaseline};
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        list.push_back(&lanesAvx2);
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        list.push_back(&lanesAvx512);
    return list;
}

struct Registers {
    std::vector<uint32_t> words;
    std::vector<uint32_t> places;
    std::vector<uint16_t> order;
    TensorRegisters view;

    explicit Registers(unsigned registers, unsigned perRegister)
        : words(32 * registers)
        , places(registers)
        , order(size_t(32) * registers * perRegister) {
        for (unsigned i = 0; i < registers; ++i)
            places[i] = i * 128;
        std::iota(order.begin(), order.end(), uint16_t(0));
        view = {reinterpret_cast<std::byte*>(words.data()), places.data(), order.data(), registers * perRegister};
    }
};

struct Format {
    Type type;
    unsigned exponentBits, fractionBits, shift;
};

enum class Kind { Any, Near, Small };

uint32_t randomBits(std::mt19937& random, const Format& f, Kind kind) {
    const uint32_t sign = random() & 1, bias = (1u << (f.exponentBits - 1)) - 1;
    uint32_t fraction = random() & ((1u << f.fractionBits) - 1), exponent = random() % ((2 * bias) + 1);
    if (kind == Kind::Near)
        exponent = bias - 3 + random() % 7;
    if (kind == Kind::Small) { // zeros, and numbers below the normal ones
        exponent = 0;
        fraction = random() % 2 == 0 ? 0 : fraction;
    }
    return (sign << (f.exponentBits + f.fractionBits) | exponent << f.fractionBits | fraction) << f.shift;
}

void randomNumbers(const Lanes& lanes, std::mt19937& random, const Format& f, Kind kind, unsigned count,
                   double* numbers) {
    Registers one(1, 1);
    const unsigned bits = ptx::typeBits(f.type);
    for (unsigned i = 0; i < count; i += 32) {
        double some[1024];
        for (uint32_t& word : one.words)
            word = randomBits(random, f, kind) & (bits == 32 ? ~0u : (1u << bits) - 1);
        lanes.tensor.decode(f.type, one.view, some); // the lowest part of each word
        std::copy(some, some + 32, numbers + i);
    }
}

uint64_t bitsOf(double x) {
    return x != x ? ~0ull : std::bit_cast<uint64_t>(x);
}

const Format single{Type::f32, 8, 23, 0};
const Format formats[] = {{Type::f16, 5, 10, 0},
                          {Type::bf16, 8, 7, 0},
                          {Type::tf32, 8, 10, 13},
                          {Type::e4m3, 4, 3, 0},
                          {Type::e5m2, 5, 2, 0}};

TEST(TensorLanes, AddInStepsAsOneNumberAtATimeDoes) {
    const auto t = std::make_unique<TensorNumbers>();
    std::mt19937 random(1);
    for (const Lanes* lanes : sets())
        for (const Format& f : formats)
            for (const Kind kind : {Kind::Any, Kind::Near, Kind::Small})
                for (const unsigned k : {4u, 8u, 16u, 32u}) {
                    t->m = 16, t->n = 8, t->k = k;
                    randomNumbers(*lanes, random, f, kind, t->m * k, t->a);
                    randomNumbers(*lanes, random, f, kind, k * t->n, t->b);
                    randomNumbers(*lanes, random, single, kind, t->m * t->n, t->c);
                    const int smallest = smallestExponent(f.type);
                    ASSERT_TRUE(lanes->tensor.exponents(t->a, t->m * k, smallest, t->aExponents));
                    ASSERT_TRUE(lanes->tensor.exponents(t->b, k * t->n, smallest, t->bExponents));
                    lanes->tensor.multiply(TensorSum::Steps, productsInStep(f.type), *t);
                    for (unsigned at = 0; at < t->m * t->n; ++at) {
                        double y[32];
                        for (unsigned i = 0; i < k; ++i)
                            y[i] = t->b[i * t->n + at % t->n];
                        const double expected = tensorSum(f.type, t->a + size_t(at / t->n) * k, y, k, t->c[at], false);
                        ASSERT_EQ(bitsOf(t->d[at]), bitsOf(expected))
                            << lanes->name << " " << ptx::typeName(f.type) << " " << int(kind) << " " << k << " " << at;
                    }
                }
}

TEST(TensorLanes, AddWholeNumbersAsOneNumberAtATimeDoes) {
    const auto t = std::make_unique<TensorNumbers>();
    std::mt19937 random(2);
    t->m = 16, t->n = 8, t->k = 32;
    for (const Lanes* lanes : sets())
        for (const TensorSum kind : {TensorSum::Whole, TensorSum::Saturated, TensorSum::Exclusive, TensorSum::Double}) {
            const bool exclusive = kind == TensorSum::Exclusive;
            const Type type = kind == TensorSum::Double ? Type::f64 : exclusive ? Type::b1 : Type::s8;
            for (unsigned i = 0; i < t->m * t->k; ++i)
                t->a[i] = type == Type::f64 ? double(random()) / 7
                          : exclusive       ? int(random() % 2)
                                            : int(random() % 256) - 128;
            for (unsigned i = 0; i < t->k * t->n; ++i)
                t->b[i] = type == Type::f64 ? double(random()) / 7
                          : exclusive       ? int(random() % 2)
                                            : int(random() % 256) - 128;
            for (unsigned i = 0; i < t->m * t->n; ++i) // near both ends, so that sums go past them
                t->c[i] = i % 2 == 0 ? INT32_MAX - int(random() % 9) : INT32_MIN + int(random() % 9);
            lanes->tensor.multiply(kind, 1, *t);
            for (unsigned at = 0; at < t->m * t->n; ++at) {
                double x[32], y[32];
                for (unsigned i = 0; i < t->k; ++i) {
                    x[i] = t->a[at / t->n * t->k + i];
                    y[i] = t->b[i * t->n + at % t->n];
                    if (exclusive)
                        x[i] = x[i] != y[i], y[i] = 1;
                }
                ASSERT_EQ(bitsOf(t->d[at]), bitsOf(tensorSum(type, x, y, t->k, t->c[at], kind == TensorSum::Saturated)))
                    << lanes->name << " " << int(kind) << " " << at;
            }
        }
}

TEST(TensorLanes, ReadAndRoundEachHalf) {
    Registers halves(1, 2), singles(1, 1);
    double numbers[64];
    for (const Lanes* lanes : sets())
        for (uint32_t bits = 0; bits < 0x10000; bits += 32) {
            for (uint32_t l = 0; l < 32; ++l)
                halves.words[l] = (bits + l) << 16;
            for (const Type type : {Type::f16, Type::bf16}) {
                lanes->tensor.decode(type, halves.view, numbers);
                for (uint32_t l = 0; l < 32; ++l)
                    ASSERT_EQ(bitsOf(numbers[32 + l]),
                              bitsOf(double(widenHalf(static_cast<uint16_t>(bits + l), type == Type::bf16))))
                        << lanes->name << " " << bits + l;
            }
            // Singles all over, and those just beside the middle between two halves.
            for (uint32_t l = 0; l < 32; ++l) {
                const auto half = static_cast<uint16_t>(bits + l);
                const auto at = std::bit_cast<uint32_t>(widenHalf(half, false));
                numbers[l] = double(std::bit_cast<float>(at + 0xfff + l % 3));
                numbers[32 + l] = double(std::bit_cast<float>((bits + l) << 16 | 0x8000));
            }
            lanes->tensor.encode(Type::f16, halves.view, numbers);
            for (uint32_t l = 0; l < 32; ++l)
                ASSERT_EQ(halves.words[l], narrowHalf(float(numbers[l]), false) |
                                               uint32_t(narrowHalf(float(numbers[32 + l]), false)) << 16)
                    << lanes->name << " " << bits + l;
        }
}

} // namespace
} // namespace warplens::sim::simt
