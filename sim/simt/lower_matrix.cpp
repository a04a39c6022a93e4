// SPDX-License-Identifier: GPL-3.0-or-later
// From PTX to operations: matrices in the registers of a warp.
#include "sim/simt/fragment_requests.h"
#include "sim/simt/lowerings.h"

namespace warplens::sim::simt {
namespace {

MatrixShape takeShape(const Instruction& in, Mods& mods) {
    struct Row {
        Mod mod;
        MatrixShape shape;
    };
    static constexpr Row rows[] = {
        {Mod::m8n8k4, {8, 8, 4}},       {Mod::m8n8k16, {8, 8, 16}},     {Mod::m16n8k4, {16, 8, 4}},
        {Mod::m16n8k8, {16, 8, 8}},     {Mod::m16n8k16, {16, 8, 16}},   {Mod::m16n8k32, {16, 8, 32}},
        {Mod::m8n8k32, {8, 8, 32}},     {Mod::m16n8k64, {16, 8, 64}},   {Mod::m8n8k128, {8, 8, 128}},
        {Mod::m16n8k128, {16, 8, 128}}, {Mod::m16n8k256, {16, 8, 256}}, {Mod::m16n16k16, {16, 16, 16}},
        {Mod::m16n16k8, {16, 16, 8}},   {Mod::m32n8k16, {32, 8, 16}},   {Mod::m8n32k16, {8, 32, 16}},
    };
    for (const Row& row : rows)
        if (mods.take(row.mod))
            return row.shape;
    refuse(in, "Warplens does not know matrices of this shape");
}

unsigned lowerMatrices(Mods& mods) {
    return mods.take(Mod::x4) ? 4 : mods.take(Mod::x2) ? 2 : (mods.take(Mod::x1), 1);
}

/// What all of them have in common.
Mods modsOf(const Instruction& in) {
    if (in.guarded)
        refuse(in, "Warplens does not know it under a predicate");
    Mods mods(in);
    mods.ignore(Mod::sync, Mod::aligned);
    return mods;
}

/// The registers of a fragment. Where there are more than the shape needs, as wmma has for f16, they repeat it.
Fragment fragmentOf(FunctionLowering& f, const Instruction& in, const Operand& operand, Fragment::Role role, Type type,
                    bool written) {
    Fragment made;
    made.role = role;
    made.type = type;
    const Type part = ptx::typeBytes(type) == 8 ? Type::b64 : Type::b32;
    const auto elements = f.elements(operand);
    if (elements.size() > std::size(made.places))
        refuse(in, "a fragment has 16 registers at most");
    made.registers = static_cast<uint8_t>(elements.size());
    for (size_t i = 0; i < elements.size(); ++i)
        made.places[i] = written ? f.destination(in, elements[i], part) : f.source(in, elements[i], part);
    return made;
}

void requireRegisters(const Instruction& in, const Fragment& f, unsigned rows, unsigned columns, unsigned copies) {
    const unsigned expected = rows * columns * copies / 32 / f.perRegister();
    if (f.registers != expected)
        refuse(in, fmt::format("a matrix of {}x{} elements of .{} has {} registers in each lane, not {}", rows, columns,
                               ptx::typeName(f.type), expected, f.registers));
}

void requireKnownFactor(const Instruction& in, Type a) {
    switch (a) {
    case Type::f16:
    case Type::bf16:
    case Type::tf32:
    case Type::e4m3:
    case Type::e5m2:
    case Type::f64:
    case Type::s8:
    case Type::u8:
    case Type::s4:
    case Type::u4:
    case Type::b1:
        break;
    default:
        refuse(in, fmt::format("Warplens does not know products of .{}", ptx::typeName(a)));
    }
}

struct ProductTypes {
    Type d, a, b, c;
};

void requireKnownProduct(const Instruction& in, const MatrixShape& s, const ProductTypes& types, bool isWmma) {
    const auto [d, a, b, c] = types;
    if (!isWmma && s.m == 8 && ptx::typeBytes(a) == 2)
        refuse(in, "Warplens does not know the shape m8n8k4 of f16, which only compute capability 7.0 has in hardware");
    // A row of A has 128 bits, or 256 where there are 16 rows.
    const unsigned rowBits = s.k * ptx::typeBits(a);
    if (!isWmma && a != Type::f64 &&
        (ptx::typeBits(b) != ptx::typeBits(a) || (rowBits != 128 && (rowBits != 256 || s.m == 8))))
        refuse(in, "Warplens does not know products of this shape and type");
    if (ptx::isFloat(a) != ptx::isFloat(d) || d != c ||
        (ptx::isFloat(d) ? d != Type::f16 && d != Type::f32 && d != Type::f64 : d != Type::s32))
        refuse(in, "Warplens does not know this combination of types");
}

void product(FunctionLowering& f, const Instruction& in, Mods& mods, bool isWmma) {
    MatrixOp matrix;
    matrix.shape = takeShape(in, mods);
    mods.ignore(Mod::row, Mod::col, Mod::rn);
    matrix.saturate = mods.take(Mod::satfinite);
    const bool exclusive = mods.take(Mod::xor_), both = mods.take(Mod::and_), counts = mods.take(Mod::popc);
    mods.finish();
    // .d.a.b.c; of wmma with f16 operands only .d.c
    Type d = in.type(0), a = in.type(1), b = in.type(2), c = in.type(3);
    if (isWmma && in.typeCount == 2) {
        c = a;
        a = b = Type::f16;
    } else if (in.typeCount != 4) {
        refuse(in, "the types of its four matrices are expected");
    }
    requireKnownFactor(in, a);
    if (const bool bits = a == Type::b1;
        bits != counts || bits != (exclusive != both) || bits != (in.type(2) == Type::b1))
        refuse(in, "products of .b1, and only those, are .xor.popc or .and.popc");
    requireKnownProduct(in, matrix.shape, {d, a, b, c}, isWmma);
    matrix.exclusive = exclusive;
    const MatrixShape& s = matrix.shape;
    const auto list = f.operands(in, 4, 4);
    matrix.d = fragmentOf(f, in, list[0], Fragment::C, d, true);
    matrix.a = fragmentOf(f, in, list[1], Fragment::A, a, false);
    matrix.b = fragmentOf(f, in, list[2], Fragment::B, b, false);
    matrix.c = fragmentOf(f, in, list[3], Fragment::C, c, false);
    const bool doubled = isWmma && a == Type::f16;
    requireRegisters(in, matrix.a, s.m, s.k, doubled && s.m == 16 ? 2 : doubled && s.m == 8 ? 4 : 1);
    requireRegisters(in, matrix.b, s.k, s.n, doubled && s.n == 16 ? 2 : doubled && s.n == 8 ? 4 : 1);
    requireRegisters(in, matrix.c, s.m, s.n, 1);
    requireRegisters(in, matrix.d, s.m, s.n, 1);
    for (Fragment* fragment : {&matrix.a, &matrix.b, &matrix.c, &matrix.d})
        fragment->order = orderOf(s, *fragment);
    Op& op = f.emit(in, runMultiply);
    op.table = f.program().matrixOps.size();
    f.program().matrixOps.push_back(matrix);
}

/// An instruction that moves a matrix between memory and the lanes.
void emitMatrixAccess(FunctionLowering& f, const Instruction& in, Handler handler, const MatrixOp& matrix,
                      const Operand& place, AccessKind kind, AccessSpace space, unsigned bytes, bool byMatrices) {
    MemoryOp memory;
    memory.kind = kind;
    memory.space = space;
    memory.elementBytes = memory.requestBytes = static_cast<uint8_t>(bytes);
    memory.asWritten = true;
    memory.movesMatrices = byMatrices;
    f.emitAccess(in, handler, memory, f.address(in, place)).table = f.program().matrixOps.size();
    f.program().matrixOps.push_back(matrix);
}

void fragmentAccess(FunctionLowering& f, const Instruction& in, Mods& mods, bool store) {
    MatrixOp matrix;
    matrix.shape = takeShape(in, mods);
    const Fragment::Role role = mods.take(Mod::matrixA)   ? Fragment::A
                                : mods.take(Mod::matrixB) ? Fragment::B
                                                          : Fragment::C;
    mods.ignore(Mod::matrixC, Mod::matrixD);
    matrix.rowMajor = mods.take(Mod::row);
    mods.ignore(Mod::col);
    const AccessSpace space = takeSpace(mods);
    mods.finish();
    const auto list = f.operands(in, 2, 3);
    (store ? matrix.a : matrix.d) = fragmentOf(f, in, list[store ? 1 : 0], role, in.type(), !store);
    if (ptx::isPartOfByte(in.type()) && (store || matrix.rowMajor != (role == Fragment::A)))
        refuse(in, "fragments of parts of bytes are loaded only, A by rows and B by columns");
    if (list.size() == 3) {
        matrix.hasStride = true;
        matrix.stride = f.source(in, list[2], Type::b32);
    }
    const Fragment& fragment = store ? matrix.a : matrix.d;
    const bool byMatrices = !store && loadsMatrices(matrix.shape, fragment, matrix.rowMajor, space);
    matrix.requests = fragmentRequests(matrix.shape, fragment, matrix.rowMajor, byMatrices);
    matrix.bytes = fragmentBytes(matrix.shape, fragment, matrix.rowMajor);
    matrix.morePatterns = f.program().morePatterns;
    f.program().morePatterns += static_cast<uint32_t>(matrix.requests.size()) - 1;
    emitMatrixAccess(f, in, store ? runStoreFragment : runLoadFragment, matrix, list[store ? 0 : 1],
                     store ? AccessKind::Store : AccessKind::Load, space, ptx::typeBytes(in.type()), byMatrices);
}

/// ldmatrix, stmatrix.
void matrixAccess(FunctionLowering& f, const Instruction& in, bool store) {
    Mods mods = modsOf(in);
    MatrixOp matrix;
    if (!mods.take(Mod::m8n8))
        refuse(in, "Warplens does not know matrices of this shape");
    matrix.matrices = static_cast<uint8_t>(lowerMatrices(mods));
    matrix.transposed = mods.take(Mod::trans);
    const AccessSpace space = takeSpace(mods);
    mods.finish();
    if (in.type() != Type::b16)
        refuse(in, "Warplens knows it for .b16 only");
    const auto list = f.operands(in, 2, 2);
    Fragment& fragment = store ? matrix.a : matrix.d;
    fragment = fragmentOf(f, in, list[store ? 1 : 0], Fragment::C, Type::b32, !store);
    if (fragment.registers != matrix.matrices)
        refuse(in, fmt::format("{} registers are expected", matrix.matrices));
    emitMatrixAccess(f, in, store ? runStoreMatrix : runLoadMatrix, matrix, list[store ? 0 : 1],
                     store ? AccessKind::Store : AccessKind::Load, space, 16, true);
}

} // namespace

namespace lowerings {

void multiply(FunctionLowering& f, const Instruction& in) {
    Mods mods = modsOf(in);
    product(f, in, mods, false);
}

void wmma(FunctionLowering& f, const Instruction& in) {
    Mods mods = modsOf(in);
    if (mods.take(Mod::load))
        return fragmentAccess(f, in, mods, false);
    if (mods.take(Mod::store))
        return fragmentAccess(f, in, mods, true);
    mods.take(Mod::mma);
    product(f, in, mods, true);
}

void transpose(FunctionLowering& f, const Instruction& in) {
    Mods mods = modsOf(in);
    mods.ignore(Mod::m8n8, Mod::trans);
    mods.finish();
    const auto list = f.operands(in, 2, 2);
    const uint32_t d = f.destination(in, list[0], Type::b32), a = f.source(in, list[1], Type::b32);
    Op& op = f.emit(in, runTransposeMatrix);
    op.d = d;
    op.a = a;
}

void loadMatrix(FunctionLowering& f, const Instruction& in) {
    matrixAccess(f, in, false);
}

void storeMatrix(FunctionLowering& f, const Instruction& in) {
    matrixAccess(f, in, true);
}

} // namespace lowerings
} // namespace warplens::sim::simt
