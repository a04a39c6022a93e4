// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/curand/interleaved.h"
#include "kernels/curand/uniform.h"

#include <array>
#include <tuple>

namespace warplens::curand {
namespace {

constexpr int64_t m1 = 4294967087, m2 = 4294944443;
constexpr double toUnit = 1.0 / m1;
constexpr double toWord = 1.000000048662; ///< from 1 … m1 to 32 bits
constexpr unsigned apart = 76;            ///< subsequences begin 2^apart steps from one another

using Three = std::array<int64_t, 3>;
using Matrix = std::array<Three, 3>;

/// All of them are below 2^32.
int64_t product(int64_t a, int64_t b, int64_t m) {
    return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b) % static_cast<uint64_t>(m));
}
Three apply(const Matrix& a, const Three& x, int64_t m) {
    Three made{};
    for (size_t i = 0; i < 3; ++i)
        for (size_t j = 0; j < 3; ++j)
            made[i] = (made[i] + product(a[i][j], x[j], m)) % m;
    return made;
}
Matrix squared(const Matrix& a, int64_t m) {
    Matrix made{};
    for (size_t i = 0; i < 3; ++i)
        for (size_t j = 0; j < 3; ++j)
            for (size_t k = 0; k < 3; ++k)
                made[i][j] = (made[i][j] + product(a[i][k], a[k][j], m)) % m;
    return made;
}

/// Of 2^i steps, for both of its recurrences.
struct Powers {
    std::array<Matrix, apart + 1> first, second;
};
const Powers& powers() {
    static const Powers all = [] {
        Powers made;
        made.first[0] = {Three{0, 1, 0}, Three{0, 0, 1}, Three{m1 - 810728, 1403580, 0}};
        made.second[0] = {Three{0, 1, 0}, Three{0, 0, 1}, Three{m2 - 1370589, 0, 527612}};
        for (size_t i = 1; i <= apart; ++i) {
            made.first[i] = squared(made.first[i - 1], m1);
            made.second[i] = squared(made.second[i - 1], m2);
        }
        return made;
    }();
    return all;
}

struct Mrg {
    Three x{}, y{};

    static std::vector<Mrg> begin(uint64_t seed, size_t count) {
        constexpr int64_t usual = 12345;
        Mrg state{{usual, usual, usual}, {usual, usual, usual}};
        if (seed != 0) {
            const auto low = static_cast<int64_t>(static_cast<uint32_t>(seed) ^ 0x55555555u);
            const auto high = static_cast<int64_t>(static_cast<uint32_t>(seed >> 32) ^ 0xaaaaaaaau);
            state.x = {product(low, usual, m1), product(high, usual, m1), product(low, usual, m1)};
            state.y = {product(high, usual, m2), product(low, usual, m2), product(high, usual, m2)};
        }
        std::vector<Mrg> all;
        for (size_t i = 0; i < count; ++i) {
            all.push_back(state);
            state.advance(apart);
        }
        return all;
    }
    void advance(size_t power) {
        x = apply(powers().first[power], x, m1);
        y = apply(powers().second[power], y, m2);
    }
    void skip(uint64_t steps) {
        for (size_t i = 0; steps != 0; ++i, steps >>= 1)
            if (steps & 1)
                advance(i);
    }
    double value() { ///< 1 … m1
        const int64_t next = (product(1403580, x[1], m1) + product(m1 - 810728, x[0], m1)) % m1;
        x = {x[1], x[2], next};
        const int64_t other = (product(527612, y[2], m2) + product(m2 - 1370589, y[0], m2)) % m2;
        y = {y[1], y[2], other};
        return static_cast<double>(next > other ? next - other : next - other + m1);
    }
    uint32_t integer() { return static_cast<uint32_t>(value() * toWord); }
    float uniform() { return static_cast<float>(value() * toUnit); }
    double uniformDouble() { return value() * toUnit; }
    std::pair<float, float> normals() {
        const float u = uniform();
        return boxMuller(u, uniform() * static_cast<float>(2 * pi));
    }
    std::pair<double, double> doubleNormals() {
        const double u = uniformDouble();
        return boxMuller(u, uniformDouble() * 2 * pi);
    }
};

} // namespace

std::unique_ptr<Engine> makeMrg32k3a() {
    return std::make_unique<Interleaved<Mrg, 81920>>();
}

} // namespace warplens::curand
