// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the last reference: all stages of one size are verified against the same one, and it can take seconds.
#pragma once

#include "kernels/reference/reference.h"

#include <string>

namespace warplens::kernels {

class ReferenceCache {
public:
    /// The reference of that function, sizes and inputs; `key` names the inputs' data.
    const Reference& get(const ReferenceFunction& function, const Sizes& sizes, const Inputs& inputs,
                         const std::string& key);

private:
    std::string m_key;
    Reference m_reference;
};

} // namespace warplens::kernels
