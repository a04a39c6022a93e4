// SPDX-License-Identifier: GPL-3.0-or-later
// A generator whose sequence is cut into many, far apart from one another, that take turns.
#pragma once

#include "kernels/curand/engine.h"

#include <vector>

namespace warplens::curand {

/// State: one place in the sequence, with integer(), uniform(), uniformDouble(), normals() and doubleNormals().
template<class State, size_t streams>
class Interleaved : public Engine {
public:
    bool isPaired() const override { return true; }
    void seed(uint64_t seed, uint64_t offset) override {
        m_states = State::begin(seed, streams);
        for (size_t i = 0; i < streams; ++i) {
            const uint64_t steps = offset / streams + (i < offset % streams ? 1 : 0);
            m_states[i].skip(steps);
        }
        m_next = static_cast<size_t>(offset % streams);
    }
    void integers(uint32_t* to, size_t count) override {
        for (size_t i = 0; i < count; ++i)
            to[i] = next().integer();
    }
    void uniforms(float* to, size_t count) override {
        for (size_t i = 0; i < count; ++i)
            to[i] = next().uniform();
    }
    void uniforms(double* to, size_t count) override {
        for (size_t i = 0; i < count; ++i)
            to[i] = next().uniformDouble();
    }
    void normals(float* to, size_t count) override {
        for (size_t i = 0; i + 1 < count; i += 2)
            std::tie(to[i], to[i + 1]) = next().normals();
    }
    void normals(double* to, size_t count) override {
        for (size_t i = 0; i + 1 < count; i += 2)
            std::tie(to[i], to[i + 1]) = next().doubleNormals();
    }

private:
    State& next() {
        State& state = m_states[m_next];
        m_next = m_next + 1 == streams ? 0 : m_next + 1;
        return state;
    }
    std::vector<State> m_states;
    size_t m_next = 0;
};

} // namespace warplens::curand
