// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/curand/engine.h"
#include "kernels/curand/uniform.h"

#include <array>

namespace warplens::curand {
namespace {

using Four = std::array<uint32_t, 4>;
constexpr uint64_t streams = 65536; ///< that take turns, four numbers each

Four permuted(Four c, uint64_t key) {
    auto k0 = static_cast<uint32_t>(key), k1 = static_cast<uint32_t>(key >> 32);
    for (int round = 0; round < 10; ++round) {
        const uint64_t first = uint64_t{0xD2511F53} * c[0], second = uint64_t{0xCD9E8D57} * c[2];
        c = {static_cast<uint32_t>(second >> 32) ^ c[1] ^ k0, static_cast<uint32_t>(second),
             static_cast<uint32_t>(first >> 32) ^ c[3] ^ k1, static_cast<uint32_t>(first)};
        k0 += 0x9E3779B9;
        k1 += 0xBB67AE85;
    }
    return c;
}

/// Numbers by their place; each stream's counter is a part of the whole counter. Four numbers of double precision take
/// two steps of their stream.
class Philox : public Engine {
public:
    void seed(uint64_t seed, uint64_t offset) override {
        m_key = seed;
        m_place = offset;
    }
    void integers(uint32_t* to, size_t count) override {
        each(to, count, [&](uint64_t group) { return step(group, group / streams); });
    }
    void uniforms(float* to, size_t count) override {
        each(to, count, [&](uint64_t group) {
            const Four w = step(group, group / streams);
            return std::array{uniformOf(w[0]), uniformOf(w[1]), uniformOf(w[2]), uniformOf(w[3])};
        });
    }
    void uniforms(double* to, size_t count) override {
        each(to, count, [&](uint64_t group) {
            const auto [a, b] = twoSteps(group);
            return std::array{uniformOf(a[0], a[1]), uniformOf(a[2], a[3]), uniformOf(b[0], b[1]),
                              uniformOf(b[2], b[3])};
        });
    }
    void normals(float* to, size_t count) override {
        each(to, count, [&](uint64_t group) {
            const Four w = step(group, group / streams);
            const auto first = boxMuller(uniformOf(w[0]), angleOf(w[1]));
            const auto second = boxMuller(uniformOf(w[2]), angleOf(w[3]));
            return std::array{first.first, first.second, second.first, second.second};
        });
    }
    void normals(double* to, size_t count) override {
        each(to, count, [&](uint64_t group) {
            const auto [a, b] = twoSteps(group);
            const auto first = boxMuller(uniformOf(a[0], a[1]), 2 * pi * uniformOf(a[2], a[3]));
            const auto second = boxMuller(uniformOf(b[0], b[1]), 2 * pi * uniformOf(b[2], b[3]));
            return std::array{first.first, first.second, second.first, second.second};
        });
    }

private:
    template<class T, class Group>
    void each(T* to, size_t count, const Group& groupOf) {
        for (size_t i = 0; i < count;) {
            const auto values = groupOf(m_place / 4);
            for (; i < count; ++i) {
                to[i] = values[m_place++ % 4];
                if (m_place % 4 == 0) {
                    ++i;
                    break;
                }
            }
        }
    }
    Four step(uint64_t group, uint64_t counter) const {
        return permuted({static_cast<uint32_t>(counter), static_cast<uint32_t>(counter >> 32),
                         static_cast<uint32_t>(group % streams), 0},
                        m_key);
    }
    std::pair<Four, Four> twoSteps(uint64_t group) const {
        const uint64_t counter = group / streams * 2;
        return {step(group, counter), step(group, counter + 1)};
    }
    uint64_t m_key = 0, m_place = 0;
};

} // namespace

std::unique_ptr<Engine> makePhilox() {
    return std::make_unique<Philox>();
}

} // namespace warplens::curand
