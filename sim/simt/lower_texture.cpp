// SPDX-License-Identifier: GPL-3.0-or-later
// From PTX to operations: textures and surfaces.
#include "sim/simt/lowerings.h"

namespace warplens::sim::simt {
namespace {

/// The geometry; how many coordinates are written, with those that mean nothing.
size_t takeGeometry(const Instruction& in, Mods& mods, TextureOp& texture) {
    struct Row {
        Mod mod;
        uint8_t dimensions;
        bool layered;
        size_t written;
        bool cube = false;
    };
    static constexpr Row rows[] = {{Mod::line1d, 1, false, 1},    {Mod::plane2d, 2, false, 2},
                                   {Mod::space3d, 3, false, 4},   {Mod::lines1d, 1, true, 2},
                                   {Mod::planes2d, 2, true, 4},   {Mod::cube, 3, false, 4, true},
                                   {Mod::cubes, 3, true, 4, true}};
    for (const Row& row : rows)
        if (mods.take(row.mod)) {
            texture.dimensions = row.dimensions;
            texture.layered = row.layered;
            texture.cube = row.cube;
            return row.written;
        }
    refuse(in, "Warplens knows textures and surfaces of one to three dimensions, of cubes and of layers, and no "
               "multisampling");
}

/// As those who watch see it. Of what is fetched the texel's first byte stands for all.
MemoryOp accessOf(const TextureOp& texture) {
    const bool surface = texture.kind == TextureOp::Kind::Load || texture.kind == TextureOp::Kind::Store;
    MemoryOp memory;
    memory.kind = texture.kind == TextureOp::Kind::Store ? AccessKind::Store : AccessKind::Load;
    memory.elementBytes = surface ? texture.elementBytes : 1;
    memory.count = surface ? texture.count : 1;
    memory.address64 = true;
    memory.constant = true; // none of the requests that are counted
    memory.unheard = memory.kind == AccessKind::Load;
    std::copy(texture.registers.begin(), texture.registers.end(), memory.registers);
    return memory;
}

} // namespace

namespace lowerings {

void texture(FunctionLowering& f, const Instruction& in) {
    Mods mods(in);
    TextureOp texture;
    const bool surface = in.opcode == Opcode::suld_ || in.opcode == Opcode::sust_;
    const bool store = in.opcode == Opcode::sust_;
    texture.kind = in.opcode == Opcode::tex_    ? TextureOp::Kind::Fetch
                   : in.opcode == Opcode::tld4_ ? TextureOp::Kind::Gather
                   : store                      ? TextureOp::Kind::Store
                                                : TextureOp::Kind::Load;
    const size_t written = takeGeometry(in, mods, texture);
    if (texture.cube && texture.kind != TextureOp::Kind::Fetch)
        refuse(in, "Warplens knows textures of cubes for tex only");
    const bool level = mods.take(Mod::level); // there is one level only
    if (surface) {
        if (!mods.take(Mod::matrixB))
            refuse(in, "Warplens knows surfaces as bytes (.b) only");
        texture.outside = mods.take(Mod::clamp)  ? TextureOp::Outside::Clamp
                          : mods.take(Mod::zero) ? TextureOp::Outside::Zero
                                                 : TextureOp::Outside::Trap;
        mods.ignore(Mod::trap);
        ignoreCaches(mods);
        texture.count = mods.take(Mod::v2) ? 2 : mods.take(Mod::v4) ? 4 : 1;
        texture.wholePlaces = true;
    } else {
        if (texture.kind == TextureOp::Kind::Gather)
            texture.channel = mods.take(Mod::r)         ? 0
                              : mods.take(Mod::green)   ? 1
                              : mods.take(Mod::matrixB) ? 2
                              : mods.take(Mod::matrixA) ? 3
                                                        : 0;
        if (!mods.take(Mod::v4))
            refuse(in, "Warplens knows it with four results only");
        texture.wholePlaces = in.type(1) == Type::s32;
        texture.asFloats = in.type() == Type::f32;
        if (texture.cube && texture.wholePlaces)
            refuse(in, "a direction is of .f32");
        if (ptx::typeBytes(in.type()) != 4 || (in.type(1) != Type::s32 && in.type(1) != Type::f32))
            refuse(in, "Warplens knows it for results of 32 bits and coordinates .s32 or .f32");
    }
    mods.finish();
    const auto list = f.operands(in, 2, level ? 3 : 2);
    const Operand &place = list[store ? 0 : 1], &value = list[store ? 1 : 0];
    if (place.kind != Operand::Kind::Address || !place.hasRegister || !place.negated || place.offset != 0)
        refuse(in, "[object, {coordinates}] is expected, the object in a register (cudaTextureObject_t): references to "
                   "textures are no longer part of CUDA");
    texture.elementBytes = static_cast<uint8_t>(ptx::typeBytes(in.type()));
    const auto coordinates = f.function().coordinatesOf(place);
    const size_t needed = texture.dimensions + (texture.layered ? 1u : 0u);
    if (coordinates.size() < needed || coordinates.size() > written)
        refuse(in, fmt::format("{} coordinates are expected", written));
    for (size_t i = 0; i < needed; ++i)
        texture.places[i] = f.source(in, coordinates[i], Type::b32);
    const auto elements = value.kind == Operand::Kind::Vector ? f.function().elementsOf(value) : std::span(&value, 1);
    if (elements.size() != texture.count)
        refuse(in, fmt::format("{} registers are expected", texture.count));
    for (size_t i = 0; i < elements.size(); ++i)
        texture.registers[i] = store ? f.source(in, elements[i], in.type()) : f.destination(in, elements[i], in.type());
    if (ptx::typeBytes(f.function().registers[place.id].type) != 8)
        refuse(in, "an object's handle has 64 bits");
    texture.handle = f.slotOf(place.id);
    Op& op = f.emit(in, surface ? runSurface : runTexture);
    op.table = f.program().textureOps.size();
    op.extra = static_cast<uint32_t>(f.program().memoryOps.size());
    f.program().textureOps.push_back(texture);
    f.addAccess(accessOf(texture));
}

} // namespace lowerings
} // namespace warplens::sim::simt
