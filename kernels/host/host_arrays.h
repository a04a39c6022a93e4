// SPDX-License-Identifier: GPL-3.0-or-later
// The arrays of a host program: what each is called, how large it is and where its data comes from, as C++.
#pragma once

#include "kernels/catalogue/instance.h"
#include "kernels/data/fill.h"
#include "kernels/host/host_signature.h"

#include <string>
#include <vector>

namespace warplens::kernels {

struct HostArray {
    const Argument* argument = nullptr;
    FillSpec fill;
    std::string element;       ///< of the host's array: "float"
    std::string deviceElement; ///< of the pointer that the kernel takes: "Element"
    std::string count;         ///< elements that the host has, an expression: "M * K"
    std::string room;          ///< elements on the GPU; of a matrix with padding more than `count`
    std::string columns;       ///< of a matrix: what the host has of each row
    std::string rows;          ///< likewise
    std::string width, height; ///< of a matrix with padding: elements from row to row, and rows, on the GPU
    std::string pitch;         ///< the variable that holds its pitch in bytes; empty: it is not pitched
    bool padded = false;       ///< it lies in more memory than its elements take
    bool onHost = false;       ///< the host makes it or wants to see it
    bool transposed = false;   ///< the kernel takes the transpose of what the host has
    bool result = false;       ///< that is compared

    const std::string& name() const { return argument->name; }
    std::string device() const { return "d_" + argument->name; }
    bool copiedIn() const { return onHost && argument->role != Role::Out && fill.kind != FillKind::Zeros; }
    /// What the kernel takes, where that is not what the host computes with.
    std::string source() const { return transposed ? name() + "_transposed" : name(); }
};

/// As it has to stand in a product: "(M + OFFSET)".
std::string factor(const std::string& expression);

/// The arrays of a stage, in the order of its arguments. Throws InstanceError.
std::vector<HostArray> hostArrays(const Stage& stage, const StageInstance& instance, const HostSignature& signature,
                                  std::string_view result);

/// The lines that make the host's array, indented as those of main(); empty where the host has none.
std::string makingText(const HostArray& array);

} // namespace warplens::kernels
