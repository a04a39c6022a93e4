// SPDX-License-Identifier: GPL-3.0-or-later
// From PTX to operations: video instructions on words, halves and bytes of registers.
#include "sim/simt/lowerings.h"

namespace warplens::sim::simt {
namespace lowerings {

/// vadd and its kin: of each operand a part, the operation, saturation, a second operation, and where the result goes.
void scalarVideo(FunctionLowering& f, const Instruction& in) {
    Mods mods(in);
    const bool compares = in.opcode == Opcode::vset_, multiplies = in.opcode == Opcode::vmad_;
    const bool shifts = in.opcode == Opcode::vshl_ || in.opcode == Opcode::vshr_;
    if (in.typeCount != (compares ? 2 : 3))
        refuse(in, compares ? "it needs two types" : "it needs three types");
    const Type d = compares ? Type::u32 : in.type(0), a = in.type(compares ? 0 : 1), b = in.type(compares ? 1 : 2);
    for (const Type type : {d, a, b})
        if (type != Type::u32 && type != Type::s32)
            refuse(in, "its types are .u32 and .s32");
    const auto list = f.operands(in, multiplies ? 4 : 3, 4);
    const auto part = [&](const Operand& operand) -> uint64_t {
        static constexpr std::string_view names[] = {"b0", "b1", "b2", "b3", "h0", "h1"};
        for (uint64_t i = 0; i < std::size(names); ++i)
            if (operand.kind == Operand::Kind::Register && operand.name == names[i])
                return i + 1;
        return 0;
    };
    uint64_t operation = static_cast<uint64_t>(in.opcode) - static_cast<uint64_t>(Opcode::vadd_);
    uint64_t extra = 0; // the comparison, the distance of vmad's shift, or whether vshl clamps
    if (compares) {
        extra = static_cast<uint64_t>(takeCompare(mods, true));
        if (extra == 0)
            refuse(in, "a comparison is missing");
    } else if (multiplies) {
        extra = mods.take(Mod::shr7) ? 7 : mods.take(Mod::shr15) ? 15 : 0;
    } else if (shifts) {
        extra = mods.take(Mod::clamp);
        mods.ignore(Mod::wrap);
    }
    const bool saturates = mods.take(Mod::sat);
    const uint64_t second = mods.take(Mod::add)               ? scalarVideoAdd
                            : mods.take(Mod::min)             ? scalarVideoMin
                            : mods.take(Mod::max)             ? scalarVideoMax
                            : list.size() == 4 && !multiplies ? scalarVideoMerge
                                                              : scalarVideoNone;
    mods.finish();
    if (!multiplies && (second != scalarVideoNone) != (list.size() == 4))
        refuse(in, "a fourth operand goes with a second operation or a part of the result");
    if (second == scalarVideoMerge && part(list[0]) == 0)
        refuse(in, "a fourth operand goes with a second operation or a part of the result");
    const uint32_t sd = f.destination(in, list[0], Type::b32), sa = f.source(in, list[1], a),
                   sb = f.source(in, list[2], b);
    const uint32_t sc = list.size() == 4 ? f.source(in, list[3], Type::b32) : f.room().constant(0, false);
    LaneKey key;
    key.opcode = in.opcode;
    key.type = d;
    f.emitLane(in, key, sd, sa, sb, sc);
    Op& op = f.program().ops.back();
    op.flags = static_cast<uint16_t>(operation | (ptx::isSigned(a) ? videoSignedA : 0) |
                                     (ptx::isSigned(b) ? videoSignedB : 0) | (ptx::isSigned(d) ? videoSignedD : 0) |
                                     (saturates ? videoSaturate : 0));
    op.table = part(list[1]) | part(list[2]) << 4 | part(list[0]) << 8 | second << 12 | extra << 16;
}

} // namespace lowerings
} // namespace warplens::sim::simt
