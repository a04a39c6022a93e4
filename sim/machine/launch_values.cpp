// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/machine/launch_values.h"

#include "sim/machine/warp_state.h"

#include <cstring>
#include <iterator>

namespace warplens::sim::machine {

bool specialRegister(const WarpPlace& place, unsigned number, unsigned lane, uint32_t& value) {
    const simt::Dim3& b = place.launch.block;
    const uint32_t thread = place.warp * lanes + lane;
    const uint32_t x = thread % b.x, y = thread / b.x % b.y, z = thread / b.x / b.y;
    switch (number) {
    case 0x00: // LANEID
        value = lane;
        return true;
    case 0x20: // TID
        value = x | y << 16 | z << 26;
        return true;
    case 0x21:
        value = x;
        return true;
    case 0x22:
        value = y;
        return true;
    case 0x23:
        value = z;
        return true;
    case 0x25: // CTAID
        value = place.block.x;
        return true;
    case 0x26:
        value = place.block.y;
        return true;
    case 0x27:
        value = place.block.z;
        return true;
    case 0x38: // masks of lanes
        value = 1u << lane;
        return true;
    case 0x39:
        value = (1u << lane) - 1;
        return true;
    case 0x3a:
        value = (2u << lane) - 1;
        return true;
    case 0x3b:
        value = ~((2u << lane) - 1);
        return true;
    case 0x3c:
        value = ~((1u << lane) - 1);
        return true;
    case 0x88: // CgaCtaId: no clusters
    case 0xff:
        value = 0;
        return true;
    default:
        return false;
    }
}

bool constantWord(const Flow& flow, const simt::Launch& launch, const sass::Operand& operand, uint64_t at,
                  uint32_t& value) {
    value = 0;
    if (operand.hasDescriptor)
        return false;
    if (operand.bank == 0) {
        const uint64_t base = flow.parameterAt;
        if (at >= base && at + 4 <= base + launch.params.size()) {
            std::memcpy(&value, launch.params.data() + (at - base), 4);
            return true;
        }
        // The shape of the launch stands at the beginning; since 10.0 right before the parameters.
        const bool late = !flow.steps.empty() && flow.steps.front().instruction.architecture >= 100;
        const uint64_t shape = late ? 0x360 : 0;
        const uint32_t words[] = {launch.block.x, launch.block.y, launch.block.z, 0,
                                  launch.grid.x,  launch.grid.y,  launch.grid.z};
        const uint32_t older[] = {launch.block.x, launch.block.y, launch.block.z,
                                  launch.grid.x,  launch.grid.y,  launch.grid.z};
        const uint64_t place = (at - shape) / 4;
        if (at < shape || at % 4 != 0 || place >= (late ? std::size(words) : std::size(older)))
            return false;
        value = late ? words[place] : older[place];
        return true;
    }
    for (const sass::ConstantBank& bank : flow.constants)
        if (bank.bank == operand.bank && bank.bank != 4 &&
            at + 4 <= bank.bytes.size()) { // 4: addresses, filled in later
            std::memcpy(&value, bank.bytes.data() + at, 4);
            return true;
        }
    return false;
}

} // namespace warplens::sim::machine
