// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/slot_room.h"

#include "sim/simt/slots.h"

#include <algorithm>
#include <cstring>

namespace warplens::sim::simt {
namespace {

/// Constants lie behind everything else, in one piece that is copied when a window is opened. Where that begins is
/// known only in the end: until then their offsets carry this mark.
constexpr uint32_t constantMark = 0x8000'0000u;

uint32_t bytesOf(bool wide) {
    return wide ? wideSlotBytes : slotBytes;
}

} // namespace

uint32_t SlotRoom::extra(uint32_t bytes) {
    const uint32_t at = (m_end + 63) / 64 * 64;
    m_end = at + bytes;
    return at;
}

uint32_t SlotRoom::constant(uint64_t bits, bool wide) {
    if (!wide)
        bits &= 0xffffffffu;
    std::vector<std::byte>& image = m_code.image;
    const auto [place, isNew] = m_constants.try_emplace({bits, wide}, static_cast<uint32_t>(image.size()));
    if (isNew) {
        const size_t at = image.size();
        image.resize(at + bytesOf(wide));
        for (size_t lane = 0; lane < 32; ++lane)
            std::memcpy(image.data() + at + lane * (wide ? 8 : 4), &bits, wide ? 8 : 4);
    }
    return constantMark | place->second;
}

uint32_t SlotRoom::special(Special what, bool wide) {
    const auto [place, isNew] = m_specials.try_emplace({what, wide}, 0);
    if (isNew) {
        place->second = extra(bytesOf(wide));
        m_code.specials.push_back({what, place->second, wide});
    }
    return place->second;
}

uint32_t SlotRoom::parameter(ParamSlot parameter) {
    const auto known = std::find_if(m_code.params.begin(), m_code.params.end(), [&](const ParamSlot& p) {
        return p.offset == parameter.offset && p.bytes == parameter.bytes && p.signedValue == parameter.signedValue &&
               p.wide == parameter.wide;
    });
    if (known != m_code.params.end())
        return known->slot;
    parameter.slot = extra(bytesOf(parameter.wide));
    m_code.params.push_back(parameter);
    return parameter.slot;
}

uint32_t SlotRoom::temporary(bool wide) {
    uint32_t& slot = wide ? m_temporary64 : m_temporary32;
    if (slot == 0)
        slot = extra(bytesOf(wide));
    return slot;
}

uint32_t SlotRoom::carry() {
    if (m_carry == 0)
        m_carry = extra(64);
    return m_carry;
}

void SlotRoom::close() {
    m_code.imageAt = extra(0);
    m_end = m_code.imageAt + static_cast<uint32_t>(m_code.image.size());
    m_code.windowBytes = (m_end + 63) / 64 * 64;
}

void SlotRoom::settle(uint32_t& slot) const {
    if (slot & constantMark)
        slot = m_code.imageAt + (slot & ~constantMark);
}

} // namespace warplens::sim::simt
