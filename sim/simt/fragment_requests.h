// SPDX-License-Identifier: GPL-3.0-or-later
// Which requests of the warp move a fragment of wmma.load and wmma.store. The ISA leaves it open; this is what ptxas 13.0
// makes of them for compute capability 9.0, read off the machine code (docs/wavefronts.md):
//
//   A and B of 16 bits, from shared memory    LDSM: rows of 16 bytes, eight for each matrix of 8 rows, transposed on the way
//   ... of 8 bits and less                    where the row lies along K; else each element alone
//   16 bits otherwise, accumulators too       words of two elements that lie side by side (MOVM transposes them)
//   accumulators of 32 and 64 bits, by rows   two neighbours together (m8n32, which is held transposed: by columns)
//   anything else                             element after element
#pragma once

#include "sim/simt/matrix.h"

#include <vector>

namespace warplens::sim::simt {

/// Whether wmma.load reads the fragment by LDSM: requests to shared memory that are no loads to smsp__inst_executed_op_shared_ld.
bool loadsMatrices(const MatrixShape& shape, const Fragment& fragment, bool rowMajor, AccessSpace space);

/// Of `matrix.d`, which is loaded, or `matrix.a`, which is stored.
std::vector<FragmentRequest> fragmentRequests(const MatrixShape& shape, const Fragment& fragment, bool rowMajor,
                                              bool byMatrices);

/// Where their elements lie.
FragmentBytes fragmentBytes(const MatrixShape& shape, const Fragment& fragment, bool rowMajor);

} // namespace warplens::sim::simt
