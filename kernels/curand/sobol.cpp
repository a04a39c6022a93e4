// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/curand/engine.h"
#include "kernels/curand/uniform.h"

#include <array>
#include <vector>

namespace warplens::curand {
namespace {

/// A dimension after the first: its primitive polynomial and the first of its directions.
struct Row {
    unsigned degree, polynomial;
    std::array<uint32_t, 7> first;
};
constexpr std::array<Row, sobolDimensions - 1> rows{{
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
}};

using Directions = std::array<uint32_t, 32>;

Directions directionsOf(unsigned dimension) {
    Directions v{};
    if (dimension == 0) {
        for (unsigned i = 0; i < 32; ++i)
            v[i] = 1u << (31 - i);
        return v;
    }
    const Row& row = rows[dimension - 1];
    for (unsigned i = 0; i < 32; ++i) {
        if (i < row.degree) {
            v[i] = row.first[i] << (31 - i);
            continue;
        }
        v[i] = v[i - row.degree] ^ (v[i - row.degree] >> row.degree);
        for (unsigned k = 1; k < row.degree; ++k)
            if (row.polynomial >> (row.degree - 1 - k) & 1)
                v[i] ^= v[i - k];
    }
    return v;
}

/// The normal number below which a share `u` of all lies: Newton's way, held between two bounds.
double normalBelow(double u) {
    double low = -9, high = 9, x = 0;
    for (int i = 0; i < 60; ++i) {
        const double share = std::erfc(-x / std::sqrt(2.0)) / 2 - u;
        (share > 0 ? high : low) = x;
        const double density = std::exp(-x * x / 2) / std::sqrt(2 * pi);
        double next = x - share / density;
        if (!(next > low && next < high))
            next = (low + high) / 2;
        if (std::abs(next - x) <= 1e-15 * std::abs(next))
            return next;
        x = next;
    }
    return x;
}

/// All points' first coordinates, then all second ones, and so on.
class Sobol : public Engine {
public:
    bool isQuasi() const override { return true; }
    void seed(uint64_t, uint64_t offset) override { m_place = offset; }
    void setDimensions(unsigned count) override {
        m_directions.clear();
        for (unsigned i = 0; i < count; ++i)
            m_directions.push_back(directionsOf(i));
    }
    void integers(uint32_t* to, size_t count) override {
        each(to, count, [](uint32_t x) { return x; });
    }
    void uniforms(float* to, size_t count) override {
        each(to, count, [](uint32_t x) { return uniformOf(x); });
    }
    void uniforms(double* to, size_t count) override {
        each(to, count, [](uint32_t x) { return static_cast<double>(x) * 0x1p-32 + 0x1p-32; });
    }
    void normals(float* to, size_t count) override {
        each(to, count,
             [](uint32_t x) { return static_cast<float>(normalBelow(static_cast<double>(x) * 0x1p-32 + 0x1p-33)); });
    }
    void normals(double* to, size_t count) override {
        each(to, count, [](uint32_t x) { return normalBelow(static_cast<double>(x) * 0x1p-32 + 0x1p-33); });
    }

private:
    template<class T, class Value>
    void each(T* to, size_t count, const Value& valueOf) {
        const size_t points = count / m_directions.size();
        for (const Directions& directions : m_directions)
            for (size_t i = 0; i < points; ++i) {
                const uint64_t place = m_place + i, gray = place ^ (place >> 1);
                uint32_t x = 0;
                for (unsigned bit = 0; bit < 32; ++bit)
                    if (gray >> bit & 1)
                        x ^= directions[bit];
                *to++ = valueOf(x);
            }
        m_place += points;
    }
    std::vector<Directions> m_directions{directionsOf(0)};
    uint64_t m_place = 0;
};

} // namespace

std::unique_ptr<Engine> makeSobol32() {
    return std::make_unique<Sobol>();
}

} // namespace warplens::curand
