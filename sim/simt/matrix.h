// SPDX-License-Identifier: GPL-3.0-or-later
// Instructions in which a whole warp holds small matrices: ldmatrix, stmatrix, movmatrix, mma and wmma (PTX ISA 9.0,
// section 9.7.15).
//
// Terms
//   fragment  the part of a matrix that one lane holds, as registers
//   element   a number of a matrix; registers of 32 bits hold several small ones, the first in the lowest bits
#pragma once

#include "sim/ptx/type.h"
#include "sim/simt/machine.h"

#include <vector>

namespace warplens::sim::simt {

/// D (M x N) = A (M x K) * B (K x N) + C (M x N).
struct MatrixShape {
    uint8_t m = 0, n = 0;
    uint16_t k = 0;
};

/// One operand of a product, or what a load or store moves.
struct Fragment {
    enum Role : uint8_t { A, B, C };
    Role role = A;
    ptx::Type type = ptx::Type::None;
    uint8_t registers = 0;
    uint32_t places[16]{};
    const uint16_t* order = nullptr; ///< of a product: which element of the matrix, row after row (orderOf)

    unsigned elementBits() const { return ptx::typeBits(type); }
    unsigned perRegister() const { return elementBits() >= 32 ? 1 : 32 / elementBits(); }
    unsigned elements() const { return registers * perRegister(); } ///< of a lane
};

/// One request of the warp for a part of a fragment: each lane asks for so many bytes of a line of the matrix, which is a
/// row or a column, as the matrix lies in memory.
struct FragmentRequest {
    uint32_t lanes = ~uint32_t(0);
    uint8_t bytes = 0;
    uint8_t line[32]{};
    uint8_t byte[32]{}; ///< of the line, where a lane's part begins
};

/// Where the parts of a fragment lie in the bytes of its matrix, line behind line without gaps.
struct FragmentBytes {
    std::vector<uint16_t> at; ///< of lane l the element i at l + 32 * i
    uint16_t lineBytes = 0;
    uint16_t bytes = 0;    ///< of the whole matrix, 1024 at most
    bool together = false; ///< all elements of a register lie side by side
};

struct MatrixOp {
    MatrixShape shape;
    Fragment a, b, c, d;
    bool saturate = false;   ///< .satfinite of integers
    bool exclusive = false;  ///< .xor.popc of bits, not .and.popc
    bool rowMajor = true;    ///< of a load or store
    bool transposed = false; ///< ldmatrix, stmatrix .trans
    uint8_t matrices = 1;    ///< of ldmatrix and stmatrix
    bool hasStride = false;  ///< wmma.load, wmma.store: slot of the stride, in elements
    bool strideIsConstant = false;
    uint32_t stride = 0;
    std::vector<FragmentRequest> requests; ///< of wmma.load and wmma.store (fragment_requests.h)
    FragmentBytes bytes;                   ///< of the fragment that they move
    uint32_t morePatterns = 0;             ///< of all but the first of them: index behind those of memory operations
};

struct Place {
    uint8_t row, column;
};
/// Which element a lane holds at position `i` of its fragment. mma: the figures of 9.7.15.5; wmma, whose fragments the
/// ISA leaves open, in the same manner: larger matrices are rows of those of mma.
Place placeOf(const MatrixShape& shape, const Fragment& fragment, unsigned lane, unsigned i);

/// The places of all elements, of lane l the element i at l + 32 * i; they stay for good. An element's place is
/// row * columns + column.
const uint16_t* orderOf(const MatrixShape& shape, const Fragment& fragment);

const Op* runLoadMatrix(Machine& m, const Op* op);      ///< ldmatrix
const Op* runStoreMatrix(Machine& m, const Op* op);     ///< stmatrix
const Op* runTransposeMatrix(Machine& m, const Op* op); ///< movmatrix
const Op* runMultiply(Machine& m, const Op* op);        ///< mma, wmma.mma
const Op* runLoadFragment(Machine& m, const Op* op);    ///< wmma.load
const Op* runStoreFragment(Machine& m, const Op* op);   ///< wmma.store

} // namespace warplens::sim::simt
