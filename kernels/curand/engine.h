// SPDX-License-Identifier: GPL-3.0-or-later
// The generators of cuRAND: where their numbers come from, and in which order they are handed out.
//
// Sources: G. Marsaglia, Xorshift RNGs (2003), for XORWOW; P. L'Ecuyer, Operations Research 47 (1999), for MRG32k3a;
// Salmon et al., SC'11, for Philox; S. Joe and F. Kuo, SIAM J. Sci. Comput. 30 (2008), for Sobol's directions; the cuRAND
// guide, "Generator Options", for how many subsequences take turns and how far apart they are. Seeds, and what comes of
// them, were compared with cuRAND's own generators for the host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace warplens::curand {

class Engine {
public:
    virtual ~Engine() = default;
    virtual void seed(uint64_t seed, uint64_t offset) = 0; ///< and begins there
    virtual void setDimensions(unsigned) {}
    virtual bool isQuasi() const { return false; }
    /// Normal numbers come in pairs.
    virtual bool isPaired() const { return false; }

    virtual void integers(uint32_t* to, size_t count) = 0;
    virtual void uniforms(float* to, size_t count) = 0; ///< in (0, 1]
    virtual void uniforms(double* to, size_t count) = 0;
    virtual void normals(float* to, size_t count) = 0; ///< of mean 0 and deviation 1
    virtual void normals(double* to, size_t count) = 0;
};

std::unique_ptr<Engine> makeXorwow();
std::unique_ptr<Engine> makeMrg32k3a();
std::unique_ptr<Engine> makePhilox();
std::unique_ptr<Engine> makeSobol32();
constexpr unsigned sobolDimensions = 21;

} // namespace warplens::curand
