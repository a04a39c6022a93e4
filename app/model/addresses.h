// SPDX-License-Identifier: GPL-3.0-or-later
// A request by address: where its lanes' words lie in an array of shared memory, and in which bank each word of that
// array is; or which bytes of global memory move for it, and which of them nobody asked for. No Qt.
#pragma once

#include "app/model/moment.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplens::app {

/// An array of shared memory, word by word. Arrays of one row, and what is no known array, are cut into rows of as many
/// words as there are banks.
struct SharedMap {
    std::string title;       ///< "Bs: 32 rows of 33 words"
    Sentence sentence;       ///< what a row's length does
    Sentence verdict;        ///< what that costs this request
    uint64_t firstWord = 0;  ///< address / 4 of the first
    int64_t rows = 1;        ///< of the array
    int64_t rowWords = 1;    ///< words of a row
    int64_t usedWords = 1;   ///< of a row that hold data; the others are padding
    bool asDeclared = false; ///< its rows are those of the source
    unsigned banks = 32, bankBytes = 4;

    struct Cell {
        int64_t row = 0, column = 0;
        unsigned bank = 0, wavefront = 0; ///< the first that delivers it
        uint32_t lanes = 0;               ///< that want it, as a mask
    };
    std::vector<Cell> touched;    ///< each word once, ascending addresses
    std::vector<unsigned> wanted; ///< by bank: how many different words
    unsigned wavefronts = 0, ideal = 0;

    unsigned bankOf(int64_t row, int64_t column) const;
    /// By how many banks a row begins further on than the one before.
    unsigned shift() const {
        return bankOf(1, 0) >= bankOf(0, 0) ? bankOf(1, 0) - bankOf(0, 0) : bankOf(1, 0) + banks - bankOf(0, 0);
    }
    bool conflicts() const { return wavefronts > ideal; }
    unsigned most() const; ///< words that one bank has to deliver
};
/// `request`: to shared memory.
SharedMap sharedMap(const Scene& scene, const Request& request);

/// The sectors that move for a request, in rows of the matrix; or, where that is no matrix or its rows are too long, in
/// lines of 128 bytes.
struct GlobalMap {
    std::string title; ///< "A, one row of the picture is one row of the matrix"
    Sentence sentence; ///< what was wanted, and what moves
    bool byRow = true; ///< false: rows are lines of 128 bytes

    struct Sector {
        int64_t offset = 0;   ///< in bytes, from where the row begins
        uint64_t address = 0; ///< of it
        uint32_t used = 0;    ///< bit n: somebody wants its byte n
        uint32_t lanes = 0;   ///< whose bytes these are
    };
    struct Row {
        std::string label; ///< "5", or the line's address
        uint64_t begin = 0;
        std::vector<Sector> sectors; ///< that move
    };
    std::vector<Row> rows;        ///< those that are touched, and some more where these are few
    int64_t first = 0, end = 128; ///< the bytes of a row that there is something to see of
    unsigned elementBytes = 4;
    std::optional<int64_t> firstColumn; ///< of the matrix, at `first`

    uint64_t wanted = 0, moved = 0; ///< bytes
    unsigned sectors = 0, sectorsIdeal = 0, lines = 0, linesIdeal = 0;
    std::optional<unsigned> transactions; ///< before 6.0, where bytes move and not sectors
    bool drawsAll = true;                 ///< the sectors above are all that move; older GPUs move some more than once
    std::string cost;                     ///< what the lines cost, a sentence; empty: not known for this GPU
    bool load = true;

    uint64_t wasted() const { return moved - std::min(moved, wanted); }
    /// More moves than has to: only then what nobody wanted is a waste.
    bool wasteful() const { return sectors > sectorsIdeal; }
};
/// The sectors that lanes want something of, ascending addresses; `offset` is 0.
std::vector<GlobalMap::Sector> touchedSectors(const Request& request);
/// `request`: to global memory.
GlobalMap globalMap(const Scene& scene, const Request& request);

/// "7 of 8" or "97 %".
std::string shareText(uint64_t part, uint64_t whole);

} // namespace warplens::app
