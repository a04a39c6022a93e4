// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/curand/interleaved.h"
#include "kernels/curand/uniform.h"

#include <array>
#include <tuple>

namespace warplens::curand {
namespace {

using Words = std::array<uint32_t, 5>;
constexpr uint32_t weyl = 362437;
constexpr unsigned apart = 67; ///< subsequences begin 2^apart steps from one another

Words stepped(const Words& v) {
    const uint32_t t = v[0] ^ (v[0] >> 2);
    return {v[1], v[2], v[3], v[4], (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1))};
}

/// The words after a number of steps are the same linear function of the bits before: the image of each bit.
class Linear {
public:
    static Linear ofOneStep() {
        Linear made;
        for (size_t bit = 0; bit < made.m_images.size(); ++bit) {
            Words one{};
            one[bit / 32] = 1u << (bit % 32);
            made.m_images[bit] = stepped(one);
        }
        return made;
    }
    Words operator()(const Words& v) const {
        Words sum{};
        for (size_t bit = 0; bit < m_images.size(); ++bit)
            if (v[bit / 32] >> (bit % 32) & 1)
                for (size_t i = 0; i < sum.size(); ++i)
                    sum[i] ^= m_images[bit][i];
        return sum;
    }
    Linear twice() const {
        Linear made;
        for (size_t bit = 0; bit < m_images.size(); ++bit)
            made.m_images[bit] = (*this)(m_images[bit]);
        return made;
    }

private:
    std::array<Words, 160> m_images{};
};

/// Of 2^i steps.
const std::array<Linear, 68>& powers() {
    static const auto all = [] {
        std::array<Linear, 68> made;
        made[0] = Linear::ofOneStep();
        for (size_t i = 1; i < made.size(); ++i)
            made[i] = made[i - 1].twice();
        return made;
    }();
    return all;
}

struct Xorwow {
    Words v{};
    uint32_t d = 0;

    static std::vector<Xorwow> begin(uint64_t seed, size_t count) {
        const uint32_t low = static_cast<uint32_t>(seed) ^ 0xaad26b49u;
        const uint32_t high = static_cast<uint32_t>(seed >> 32) ^ 0xf7dcefddu;
        const uint32_t t0 = 1099087573u * low, t1 = 2591861531u * high;
        Xorwow state;
        state.d = 6615241u + t1 + t0;
        state.v = {123456789u + t0, 362436069u ^ t0, 521288629u + t1, 88675123u ^ t1, 5783321u + t0};
        std::vector<Xorwow> all;
        for (size_t i = 0; i < count; ++i) {
            all.push_back(state);
            state.v = powers()[apart](state.v); // and d comes round to itself
        }
        return all;
    }
    void skip(uint64_t steps) {
        d += weyl * static_cast<uint32_t>(steps);
        for (size_t i = 0; steps != 0; ++i, steps >>= 1)
            if (steps & 1)
                v = powers()[i](v);
    }
    uint32_t integer() {
        v = stepped(v);
        d += weyl;
        return v[4] + d;
    }
    float uniform() { return uniformOf(integer()); }
    double uniformDouble() {
        const uint32_t low = integer();
        return uniformOf(low, integer());
    }
    std::pair<float, float> normals() {
        const float u = uniform();
        return boxMuller(u, angleOf(integer()));
    }
    std::pair<double, double> doubleNormals() {
        const double u = uniformDouble();
        return boxMuller(u, 2 * pi * uniformDouble());
    }
};

} // namespace

std::unique_ptr<Engine> makeXorwow() {
    return std::make_unique<Interleaved<Xorwow, 4096>>();
}

} // namespace warplens::curand
