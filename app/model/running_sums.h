// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a product that is small enough to be read: the elements of A and B, what lies in the shared tiles, and
// how far the sums of C have come. A thread keeps its sum in a register, which no event tells: but it is the sum of those
// products whose two factors the thread has read, and the events tell that. No Qt.
#pragma once

#include "app/model/scene.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace warplens::app {

class RunningSums {
public:
    static constexpr int64_t largest = 16; ///< rows or columns of a matrix whose numbers can be read

    /// nullptr where there is no product of small matrices in FP32, or a thread has other than one element of C.
    static std::shared_ptr<const RunningSums> of(const Scene& scene);

    /// One product of a sum.
    struct Term {
        uint32_t event = 0; ///< with which both factors have been read
        int64_t k = 0;
        float a = 0, b = 0;
    };
    /// Of an element of C that this block computes: its terms in the order in which they are read; else nothing.
    const std::vector<Term>* terms(int64_t row, int64_t column) const;
    struct Sum {
        float value = 0;
        size_t terms = 0, all = 0; ///< that are in it, and that there will be
    };
    /// After that event; nothing where no product is in it, or the block does not compute the element.
    std::optional<Sum> sum(int64_t row, int64_t column, size_t event) const;
    /// Of A (0) or B (1).
    float input(size_t array, int64_t row, int64_t column) const;
    /// What a shared array holds there after that event; nothing where that is not known.
    std::optional<float> shared(size_t array, int64_t row, int64_t column, size_t event) const;

private:
    friend class SumsReader;
    struct Stored {
        uint32_t event;
        float value;
        Element from;
    };
    int64_t m_columns[3]{};
    std::vector<float> m_inputs[2];
    std::vector<std::vector<Term>> m_terms;                 ///< by element of C
    std::vector<std::vector<std::vector<Stored>>> m_shared; ///< by array and element, in the order of events
    std::vector<int64_t> m_sharedColumns;
};

} // namespace warplens::app
