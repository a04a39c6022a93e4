// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/fragment_requests.h"

#include <algorithm>

namespace warplens::sim::simt {
namespace {

/// Lines lie one behind the other in memory: rows, or columns.
struct Lines {
    unsigned count, length;
};

Lines linesOf(const MatrixShape& shape, const Fragment& f, bool rowMajor) {
    const unsigned rows = f.role == Fragment::B ? shape.k : shape.m;
    const unsigned columns = f.role == Fragment::A ? shape.k : shape.n;
    return rowMajor ? Lines{rows, columns} : Lines{columns, rows};
}

/// Whether elements that lie side by side in memory are neighbours in a register. A product m8n32 is held transposed.
bool liesAsHeld(const MatrixShape& shape, const Fragment& f, bool rowMajor) {
    return rowMajor != (f.role == Fragment::B || (f.role == Fragment::C && shape.n == 32));
}

/// Lanes 8i .. 8i+7 ask for the eight rows of matrix i.
std::vector<FragmentRequest> byRows(Lines lines, unsigned bits) {
    const unsigned elements = 128 / bits, matrices = lines.count / 8 * (lines.length / elements);
    const unsigned together = std::min(matrices, bits == 16 ? 4u : 2u);
    std::vector<FragmentRequest> requests;
    for (unsigned first = 0; first < matrices; first += together) {
        FragmentRequest request;
        request.bytes = 16;
        request.lanes = together == 4 ? ~uint32_t(0) : (1u << 8 * together) - 1;
        for (unsigned lane = 0; lane < 8 * together; ++lane) {
            const unsigned matrix = first + lane / 8;
            request.line[lane] = static_cast<uint8_t>(matrix % (lines.count / 8) * 8 + lane % 8);
            request.byte[lane] = static_cast<uint8_t>(matrix / (lines.count / 8) * 16);
        }
        requests.push_back(request);
    }
    return requests;
}

/// Blocks of 8 x 8 elements of 16 bits, four words in each line.
std::vector<FragmentRequest> byWords(Lines lines) {
    std::vector<FragmentRequest> requests;
    for (unsigned block = 0; block < lines.count * lines.length / 64; ++block) {
        FragmentRequest request;
        request.bytes = 4;
        for (unsigned lane = 0; lane < 32; ++lane) {
            request.line[lane] = static_cast<uint8_t>(block % (lines.count / 8) * 8 + lane / 4);
            request.byte[lane] = static_cast<uint8_t>((block / (lines.count / 8) * 8 + lane % 4 * 2) * 2);
        }
        requests.push_back(request);
    }
    return requests;
}

} // namespace

bool loadsMatrices(const MatrixShape& shape, const Fragment& fragment, bool rowMajor, AccessSpace space) {
    return space == AccessSpace::Shared && fragment.role != Fragment::C &&
           (fragment.elementBits() == 16 || (fragment.elementBits() < 16 && liesAsHeld(shape, fragment, rowMajor)));
}

std::vector<FragmentRequest> fragmentRequests(const MatrixShape& shape, const Fragment& f, bool rowMajor,
                                              bool byMatrices) {
    const Lines lines = linesOf(shape, f, rowMajor);
    const unsigned bits = f.elementBits(),
                   elements = lines.count * lines.length / 32; // of a lane; further ones repeat them
    if (byMatrices)
        return byRows(lines, bits);
    if (bits == 16)
        return byWords(lines);
    const bool asHeld = liesAsHeld(shape, f, rowMajor);
    const unsigned side = !asHeld ? 1 : bits < 16 ? 32 / bits : f.role == Fragment::C ? 2 : 1;
    std::vector<FragmentRequest> requests;
    for (unsigned i = 0; i < elements; i += side) {
        FragmentRequest request;
        request.bytes = static_cast<uint8_t>(side * bits / 8);
        for (unsigned lane = 0; lane < 32; ++lane) {
            const Place place = placeOf(shape, f, lane, i);
            request.line[lane] = rowMajor ? place.row : place.column;
            request.byte[lane] = static_cast<uint8_t>((rowMajor ? place.column : place.row) * bits / 8);
        }
        requests.push_back(request);
    }
    return requests;
}

FragmentBytes fragmentBytes(const MatrixShape& shape, const Fragment& f, bool rowMajor) {
    const Lines lines = linesOf(shape, f, rowMajor);
    const unsigned bits = f.elementBits(), per = f.perRegister();
    FragmentBytes found;
    found.lineBytes = static_cast<uint16_t>(lines.length * bits / 8);
    found.bytes = static_cast<uint16_t>(lines.count * found.lineBytes);
    found.together = true;
    for (unsigned i = 0; i < f.elements(); ++i)
        for (unsigned lane = 0; lane < 32; ++lane) {
            const Place place = placeOf(shape, f, lane, i);
            const unsigned line = rowMajor ? place.row : place.column,
                           bit = (rowMajor ? place.column : place.row) * bits;
            found.at.push_back(static_cast<uint16_t>(line * found.lineBytes + bit / 8));
            const unsigned first = found.at[(i - i % per) * 32 + lane];
            found.together &= first + i % per * bits / 8 == found.at.back();
        }
    return found;
}

} // namespace warplens::sim::simt
