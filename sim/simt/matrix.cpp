// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/matrix.h"

#include "sim/simt/block.h"
#include "sim/simt/lanes/lane_key.h"
#include "sim/simt/memory_access.h"
#include "sim/simt/tensor_sum.h"

#include <array>
#include <bit>
#include <cstring>
#include <map>
#include <mutex>

namespace warplens::sim::simt {
namespace {

using ptx::Type;

constexpr uint32_t wholeWarp = 0xffffffffu;

const MatrixOp& matrixOf(const Machine& m, const Op* op) {
    return m.block->state().program.matrixOps[static_cast<size_t>(op->table)];
}

/// All lanes have to come. 0: some are still missing, and `next` says how to go on.
uint32_t gather(Machine& m, const Op* op, const Op*& next) {
    const uint32_t lanes = meetWhole(m, op, next);
    if (lanes != 0 && lanes != wholeWarp)
        m.block->report(FindingKind::InactiveLane, op, static_cast<uint32_t>(std::countr_zero(lanes)), 0,
                        "the instruction needs all 32 lanes of the warp, and some do not take part: its result is "
                        "undefined");
    return lanes;
}

uint64_t elementBits(const Machine& m, const Fragment& f, unsigned lane, unsigned i) {
    const unsigned per = f.perRegister();
    const uint32_t slot = f.places[i / per];
    if (f.elementBits() == 64)
        return reinterpret_cast<const uint64_t*>(m.registers + slot)[lane];
    const uint32_t word = reinterpret_cast<const uint32_t*>(m.registers + slot)[lane];
    return per == 1 ? word : word >> (i % per * f.elementBits()) & ((1u << f.elementBits()) - 1);
}

void setElement(Machine& m, const Fragment& f, unsigned lane, unsigned i, uint64_t bits) {
    const unsigned per = f.perRegister();
    const uint32_t slot = f.places[i / per];
    if (f.elementBits() == 64) {
        reinterpret_cast<uint64_t*>(m.registers + slot)[lane] = bits;
        return;
    }
    uint32_t& word = reinterpret_cast<uint32_t*>(m.registers + slot)[lane];
    if (per == 1) {
        word = static_cast<uint32_t>(bits);
        return;
    }
    const unsigned shift = i % per * f.elementBits();
    const uint32_t mask = ((1u << f.elementBits()) - 1) << shift;
    word = (word & ~mask) | (static_cast<uint32_t>(bits) << shift & mask);
}

TensorSum sumOf(const MatrixOp& matrix) {
    if (matrix.a.type == Type::f64)
        return TensorSum::Double;
    if (ptx::isFloat(matrix.a.type))
        return TensorSum::Steps;
    return matrix.saturate ? TensorSum::Saturated : matrix.exclusive ? TensorSum::Exclusive : TensorSum::Whole;
}

/// Without the registers that others repeat.
TensorRegisters registersOf(const Machine& m, const MatrixShape& shape, const Fragment& f) {
    const unsigned rows = f.role == Fragment::B ? shape.k : shape.m,
                   columns = f.role == Fragment::A ? shape.k : shape.n;
    const unsigned parts = rows * columns / 32, repeated = f.elements() - parts;
    return {m.registers, f.places + repeated / f.perRegister(), f.order + size_t(32) * repeated, parts};
}

/// Where a number is infinite or none.
void multiplyOneByOne(const MatrixOp& matrix, TensorNumbers& t) {
    for (unsigned row = 0; row < t.m; ++row)
        for (unsigned column = 0; column < t.n; ++column) {
            double y[TensorNumbers::most / 8];
            for (unsigned k = 0; k < t.k; ++k)
                y[k] = t.b[k * t.n + column];
            t.d[row * t.n + column] =
                tensorSum(matrix.a.type, t.a + size_t(row) * t.k, y, t.k, t.c[row * t.n + column], matrix.saturate);
        }
}

Place ofA(unsigned rows, unsigned k, unsigned e, unsigned lane, unsigned i) {
    const unsigned g = lane / 4, t = lane % 4, reg = i / e, j = i % e, chunk = 4 * e;
    if (rows % 16 != 0)
        return {static_cast<uint8_t>(g), static_cast<uint8_t>(reg % (k / chunk) * chunk + t * e + j)};
    const unsigned each = 2 * (k / chunk), block = reg / each % (rows / 16), r = reg % each;
    return {static_cast<uint8_t>(block * 16 + g + 8 * (r % 2)), static_cast<uint8_t>(r / 2 * chunk + t * e + j)};
}

Place ofB(unsigned k, unsigned columns, unsigned e, unsigned lane, unsigned i) {
    const unsigned g = lane / 4, t = lane % 4, reg = i / e, j = i % e, chunk = 4 * e;
    const unsigned each = k / chunk, block = reg / each % (columns / 8), r = reg % each;
    return {static_cast<uint8_t>(r * chunk + t * e + j), static_cast<uint8_t>(block * 8 + g)};
}

Place ofC(unsigned rows, unsigned columns, unsigned lane, unsigned i) {
    const unsigned g = lane / 4, t = lane % 4;
    if (rows == 8)
        return {static_cast<uint8_t>(g), static_cast<uint8_t>(2 * t + i % 2)};
    const unsigned block = i / 4, q = i % 4, down = columns == 8 ? block : 0, right = columns == 8 ? 0 : block;
    return {static_cast<uint8_t>(16 * down + g + 8 * (q / 2)), static_cast<uint8_t>(8 * right + 2 * t + q % 2)};
}

Place turned(Place place) {
    return {place.column, place.row};
}

} // namespace

Place placeOf(const MatrixShape& s, const Fragment& f, unsigned lane, unsigned i) {
    const unsigned e = f.perRegister();
    if (s.n == 32) { // m8n32: as the transposed product, m32n8
        switch (f.role) {
        case Fragment::A:
            return turned(ofB(s.k, 8, e, lane, i));
        case Fragment::B:
            return turned(ofA(32, s.k, e, lane, i));
        default:
            return turned(ofC(32, 8, lane, i));
        }
    }
    switch (f.role) {
    case Fragment::A:
        return ofA(s.m, s.k, e, lane, i);
    case Fragment::B:
        return ofB(s.k, s.n, e, lane, i);
    default:
        return ofC(s.m, s.n, lane, i);
    }
}

const uint16_t* orderOf(const MatrixShape& shape, const Fragment& f) {
    static std::mutex mutex;
    static auto* const known = new std::map<std::array<unsigned, 6>, std::vector<uint16_t>>;
    const std::lock_guard lock(mutex);
    std::vector<uint16_t>& order = (*known)[{shape.m, shape.n, shape.k, f.role, f.perRegister(), f.registers}];
    if (order.empty())
        for (unsigned i = 0; i < f.elements(); ++i)
            for (unsigned lane = 0; lane < 32; ++lane) {
                const Place place = placeOf(shape, f, lane, i);
                order.push_back(
                    static_cast<uint16_t>(place.row * (f.role == Fragment::A ? shape.k : shape.n) + place.column));
            }
    return order.data();
}

const Op* runMultiply(Machine& m, const Op* op) {
    const Op* next = nullptr;
    const uint32_t lanes = gather(m, op, next);
    if (lanes == 0)
        return next;
    const MatrixOp& matrix = matrixOf(m, op);
    const MatrixShape& s = matrix.shape;
    static thread_local TensorNumbers t;
    const TensorLanes& tensor = simt::lanes().tensor;
    t.m = s.m, t.n = s.n, t.k = s.k;
    const Type type = matrix.a.type;
    tensor.decode(type, registersOf(m, s, matrix.a), t.a);
    tensor.decode(matrix.b.type, registersOf(m, s, matrix.b), t.b);
    tensor.decode(matrix.c.type, registersOf(m, s, matrix.c), t.c);
    const TensorSum sum = sumOf(matrix);
    bool finite = true;
    if (sum == TensorSum::Steps) { // c has no use for its exponents
        finite = tensor.exponents(t.c, t.m * t.n, 0, t.aExponents);
        finite &= tensor.exponents(t.a, t.m * t.k, smallestExponent(type), t.aExponents);
        finite &= tensor.exponents(t.b, t.k * t.n, smallestExponent(type), t.bExponents);
    }
    if (finite)
        tensor.multiply(sum, productsInStep(type), t);
    else
        multiplyOneByOne(matrix, t);
    TensorRegisters result = registersOf(m, s, matrix.d);
    result.lanes = lanes;
    tensor.encode(matrix.d.type, result, t.d);
    return op + 1;
}

// The lanes 8i .. 8i+7 give the addresses of the eight rows of matrix i, 16 bytes each.
const Op* runLoadMatrix(Machine& m, const Op* op) {
    const Op* next = nullptr;
    const uint32_t lanes = gather(m, op, next);
    if (lanes == 0)
        return next;
    const MatrixOp& matrix = matrixOf(m, op);
    const MemoryOp& memory = m.memoryOps[op->extra];
    const uint32_t asking = matrix.matrices == 4 ? wholeWarp : (1u << 8 * matrix.matrices) - 1;
    std::byte* host[32];
    request(m, op, memory, laneAddresses(m, op, memory), asking & lanes, host);
    for (unsigned i = 0; i < matrix.matrices; ++i) {
        auto* d = reinterpret_cast<uint32_t*>(m.registers + matrix.d.places[i]);
        for (unsigned lane = 0; lane < 32; ++lane) {
            if (!(lanes >> lane & 1))
                continue;
            uint32_t word = 0;
            for (unsigned j = 0; j < 2; ++j) {
                const unsigned row = matrix.transposed ? lane % 4 * 2 + j : lane / 4;
                const unsigned column = matrix.transposed ? lane / 4 : lane % 4 * 2 + j;
                uint16_t half = 0;
                if (host[8 * i + row] != nullptr)
                    std::memcpy(&half, host[8 * i + row] + 2 * column, 2);
                word |= static_cast<uint32_t>(half) << 16 * j;
            }
            d[lane] = word;
        }
    }
    return op + 1;
}

const Op* runStoreMatrix(Machine& m, const Op* op) {
    const Op* next = nullptr;
    const uint32_t lanes = gather(m, op, next);
    if (lanes == 0)
        return next;
    const MatrixOp& matrix = matrixOf(m, op);
    const MemoryOp& memory = m.memoryOps[op->extra];
    const uint32_t asking = matrix.matrices == 4 ? wholeWarp : (1u << 8 * matrix.matrices) - 1;
    std::byte* host[32];
    request(m, op, memory, laneAddresses(m, op, memory), asking & lanes, host);
    for (unsigned i = 0; i < matrix.matrices; ++i) {
        const auto* a = reinterpret_cast<const uint32_t*>(m.registers + matrix.a.places[i]);
        for (unsigned lane = 0; lane < 32; ++lane)
            for (unsigned j = 0; j < 2 && (lanes >> lane & 1); ++j) {
                const unsigned row = matrix.transposed ? lane % 4 * 2 + j : lane / 4;
                const unsigned column = matrix.transposed ? lane / 4 : lane % 4 * 2 + j;
                const auto half = static_cast<uint16_t>(a[lane] >> 16 * j);
                if (host[8 * i + row] != nullptr)
                    std::memcpy(host[8 * i + row] + 2 * column, &half, 2);
            }
    }
    return op + 1;
}

const Op* runTransposeMatrix(Machine& m, const Op* op) {
    const Op* next = nullptr;
    const uint32_t lanes = gather(m, op, next);
    if (lanes == 0)
        return next;
    const auto* a = reinterpret_cast<const uint32_t*>(m.registers + op->a);
    uint32_t result[32];
    for (unsigned lane = 0; lane < 32; ++lane) {
        result[lane] = 0;
        for (unsigned j = 0; j < 2; ++j) { // the element at (lane / 4, 2 * (lane % 4) + j) of the transposed matrix
            const unsigned row = lane % 4 * 2 + j, column = lane / 4;
            const uint32_t word = a[row * 4 + column / 2];
            result[lane] |= (word >> 16 * (column % 2) & 0xffff) << 16 * j;
        }
    }
    auto* d = reinterpret_cast<uint32_t*>(m.registers + op->d);
    for (unsigned lane = 0; lane < 32; ++lane)
        if (lanes >> lane & 1)
            d[lane] = result[lane];
    return op + 1;
}

namespace {

/// The bytes of a matrix, line behind line, on their way between memory and the lanes.
class MatrixBytes {
public:
    explicit MatrixBytes(const MatrixOp& matrix)
        : m_matrix(matrix) {
        std::memset(m_bytes, 0, matrix.bytes.bytes);
    }

    std::byte* at(unsigned lane, unsigned element) { return m_bytes + m_matrix.bytes.at[32 * element + lane]; }

    /// Only what these lanes hold is to be stored.
    void hold(const Fragment& f, uint32_t lanes) {
        m_held.assign(sizeof m_bytes, false);
        for (unsigned i = 0; i < f.elements(); ++i)
            for (unsigned lane = 0; lane < 32; ++lane)
                for (unsigned byte = 0; byte < f.elementBits() / 8 && (lanes >> lane & 1); ++byte)
                    m_held[m_matrix.bytes.at[32 * i + lane] + byte] = true;
    }

    /// Makes all requests of the instruction. What cannot be had stays as it is.
    template<bool Store>
    void move(Machine& m, const Op* op, uint32_t lanes) {
        const Fragment& f = Store ? m_matrix.a : m_matrix.d;
        const unsigned bits = f.elementBits();
        const unsigned length = m_matrix.bytes.lineBytes * 8u / bits;
        const LaneAddresses base = laneAddresses(m, op, m.memoryOps[op->extra]);
        const auto* strides = reinterpret_cast<const uint32_t*>(m.registers + m_matrix.stride);
        MemoryOp shape = m.memoryOps[op->extra];
        Pattern* pattern = m.patterns + op->extra;
        Pattern* further = m.patterns + m.block->state().program.memoryOps.size() + m_matrix.morePatterns;
        for (const FragmentRequest& asked : m_matrix.requests) {
            LaneAddresses addresses;
            for (unsigned lane = 0; lane < 32; ++lane) {
                const uint64_t stride = m_matrix.hasStride ? strides[lane] : length;
                addresses.at[lane] = base.at[lane] + asked.line[lane] * stride * bits / 8 + asked.byte[lane];
            }
            shape.elementBytes = shape.requestBytes = asked.bytes;
            const uint32_t asking = lanes & asked.lanes;
            if (std::byte* first = requestAgain(m, op, shape, *pattern, addresses, asking)) {
                const Pattern& known = *pattern;
                copy<Store>(asked, asking, [&](unsigned lane) { return first + known.delta[lane]; });
            } else {
                std::byte* host[32];
                const Served served = request(m, op, shape, addresses, asking, host);
                copy<Store>(asked, served.lanes, [&](unsigned lane) { return host[lane]; });
            }
            pattern = further++;
        }
    }

private:
    template<bool Store, class Host>
    void copy(const FragmentRequest& asked, uint32_t lanes, Host host) {
        switch (asked.bytes) {
        case 2:
            return copyEach<Store, 2>(asked, lanes, host);
        case 4:
            return copyEach<Store, 4>(asked, lanes, host);
        case 8:
            return copyEach<Store, 8>(asked, lanes, host);
        case 16:
            return copyEach<Store, 16>(asked, lanes, host);
        default:
            return copyEach<Store, 1>(asked, lanes, host);
        }
    }

    template<bool Store, unsigned Bytes, class Host>
    void copyEach(const FragmentRequest& asked, uint32_t lanes, Host host) {
        for (unsigned lane = 0; lane < 32; ++lane) {
            if (!(lanes >> lane & 1))
                continue;
            const unsigned at = asked.line[lane] * m_matrix.bytes.lineBytes + asked.byte[lane];
            if (m_held.empty())
                std::memcpy(Store ? host(lane) : m_bytes + at, Store ? m_bytes + at : host(lane), Bytes);
            else
                for (unsigned i = 0; i < Bytes; ++i)
                    if (m_held[at + i])
                        host(lane)[i] = m_bytes[at + i];
        }
    }

    const MatrixOp& m_matrix;
    std::vector<bool> m_held;                ///< empty: all of them
    alignas(64) std::byte m_bytes[1024 + 8]; ///< 16 x 16 or 32 x 8 elements of 32 bits at most
};

/// Visits the registers of the fragment, or its elements where those of a register are apart in memory.
template<class Register, class Element>
void forFragment(const MatrixOp& matrix, const Fragment& f, uint32_t lanes, Register visitRegister, Element visit) {
    const unsigned per = f.perRegister();
    for (unsigned i = 0; i < f.elements(); i += matrix.bytes.together ? per : 1)
        for (unsigned lane = 0; lane < 32; ++lane)
            if (lanes >> lane & 1)
                matrix.bytes.together ? visitRegister(lane, i) : visit(lane, i);
}

} // namespace

const Op* runLoadFragment(Machine& m, const Op* op) {
    const Op* next = nullptr;
    const uint32_t lanes = gather(m, op, next);
    if (lanes == 0)
        return next;
    const MatrixOp& matrix = matrixOf(m, op);
    const Fragment& f = matrix.d;
    MatrixBytes bytes(matrix);
    bytes.move<false>(m, op, lanes);
    const unsigned width = f.elementBits() == 64 ? 8 : 4;
    forFragment(
        matrix, f, lanes,
        [&](unsigned lane, unsigned i) {
            std::byte* slot = m.registers + f.places[i / f.perRegister()];
            width == 8 ? std::memcpy(slot + 8 * lane, bytes.at(lane, i), 8)
                       : std::memcpy(slot + 4 * lane, bytes.at(lane, i), 4);
        },
        [&](unsigned lane, unsigned i) {
            uint32_t bits = 0;
            std::memcpy(&bits, bytes.at(lane, i), 4);
            setElement(m, f, lane, i, bits);
        });
    return op + 1;
}

const Op* runStoreFragment(Machine& m, const Op* op) {
    const Op* next = nullptr;
    const uint32_t lanes = gather(m, op, next);
    if (lanes == 0)
        return next;
    const MatrixOp& matrix = matrixOf(m, op);
    const Fragment& f = matrix.a;
    MatrixBytes bytes(matrix);
    const unsigned width = f.elementBits() == 64 ? 8 : 4;
    forFragment(
        matrix, f, lanes,
        [&](unsigned lane, unsigned i) {
            const std::byte* slot = m.registers + f.places[i / f.perRegister()];
            width == 8 ? std::memcpy(bytes.at(lane, i), slot + 8 * lane, 8)
                       : std::memcpy(bytes.at(lane, i), slot + 4 * lane, 4);
        },
        [&](unsigned lane, unsigned i) {
            const uint64_t bits = elementBits(m, f, lane, i);
            std::memcpy(bytes.at(lane, i), &bits, f.elementBits() / 8);
        });
    if (lanes != wholeWarp)
        bytes.hold(f, lanes);
    bytes.move<true>(m, op, lanes);
    return op + 1;
}

} // namespace warplens::sim::simt
