// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/function_texts.h"

namespace warplens::sim::check {

const FunctionText& FunctionTexts::of(uint16_t index) {
    const auto [place, isNew] = m_texts.try_emplace(index);
    if (isNew) {
        const ptx::Function& function = *m_program.functions[index].source;
        place->second.graph = simt::flowGraph(function);
        const simt::Contractions contracted = simt::contractions(function, place->second.graph);
        place->second.liveness = std::make_unique<simt::Liveness>(function, place->second.graph, contracted);
        place->second.slots = simt::assignSlots(function, place->second.graph, contracted);
    }
    return place->second;
}

} // namespace warplens::sim::check
