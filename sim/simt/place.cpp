// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/place.h"

#include "sim/memory/texture.h"
#include "sim/simt/block.h"
#include "sim/simt/cluster.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <cstdlib>
#include <memory>

namespace warplens::sim::simt {
namespace {

/// The variable that the address lies in; behind the end of all of them the dynamic one.
const SharedVariable* sharedVariableAt(const Program& program, uint64_t address) {
    const SharedVariable* found = nullptr;
    for (const SharedVariable& variable : program.sharedVariables)
        if (address >= variable.offset && (variable.dynamic || address < variable.offset + variable.bytes))
            found = &variable;
    return found;
}

std::string elementOf(const std::string& name, uint64_t offset, uint64_t bytes, unsigned elementBytes) {
    if (bytes == elementBytes && offset == 0)
        return name;
    if (elementBytes != 0 && offset % elementBytes == 0)
        return fmt::format("{}[{}]", name, offset / elementBytes);
    return fmt::format("byte {} of {}", offset, name);
}

/// Of an array that is looked up by coordinates: "surface(3, 4)". Empty: no surface and no texture has the address.
std::string texelPlace(const RunState& run, uint64_t address) {
    std::string place;
    if (run.launch.textures == nullptr)
        return place;
    const auto look = [&](const char* what, const memory::TexelGrid& grid) {
        if (!grid.holds(address))
            return;
        const uint64_t offset = address - grid.base;
        const uint64_t x = offset % grid.rowPitch / grid.bytes(), y = offset % grid.slicePitch / grid.rowPitch;
        const bool isLine = grid.dimensions == 1, hasSlices = grid.depth > 1;
        place = isLine && !hasSlices ? fmt::format("{}({})", what, x)
                : !hasSlices         ? fmt::format("{}({}, {})", what, x, y)
                : isLine             ? fmt::format("{}({}, {})", what, x, offset / grid.slicePitch)
                                     : fmt::format("{}({}, {}, {})", what, x, y, offset / grid.slicePitch);
    };
    run.launch.textures->textures.forEach([&](const memory::Texture& texture) { look("texture", texture.grid); });
    run.launch.textures->surfaces.forEach([&](const memory::TexelGrid& grid) { look("surface", grid); });
    return place;
}

} // namespace

std::string variableName(std::string_view name) {
    // A plain name is not to be read as a mangled type: "s" is no short.
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        name.starts_with("_Z") ? abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, &status) : nullptr,
        &std::free);
    std::string plain = text ? text.get() : std::string(name);
    // Of "tiled<32, 1>(float const*, ...)::As" the last part; colons inside < > and ( ) do not part.
    int depth = 0;
    for (size_t i = plain.size(); i-- > 1;) {
        depth += plain[i] == '>' || plain[i] == ')' ? 1 : plain[i] == '<' || plain[i] == '(' ? -1 : 0;
        if (depth == 0 && plain[i] == ':' && plain[i - 1] == ':')
            return plain.substr(i + 1);
    }
    return plain;
}

std::string sharedPlace(const Program& program, uint64_t address) {
    const SharedVariable* found = sharedVariableAt(program, address);
    return found ? fmt::format("byte {} of {}", address - found->offset, variableName(found->name))
                 : fmt::format("byte {} of shared memory", address);
}

std::string elementPlace(const RunState& run, AccessSpace space, uint64_t address, unsigned elementBytes) {
    if (space == AccessSpace::Shared && Cluster::isSeen(address)) {
        const Dim3 block = at(run.launch.grid, Cluster::blockSeenAt(address));
        return fmt::format("{} of block ({},{},{})", elementPlace(run, space, address % Cluster::window, elementBytes),
                           block.x, block.y, block.z);
    }
    if (space == AccessSpace::Shared) {
        if (const SharedVariable* found = sharedVariableAt(run.program, address))
            return elementOf(variableName(found->name), address - found->offset, found->dynamic ? 0 : found->bytes,
                             elementBytes);
        return fmt::format("byte {} of shared memory", address);
    }
    if (space == AccessSpace::Local)
        return fmt::format("byte {} of the thread's local memory", address);
    if (const memory::Allocation* array = run.memory.find(address))
        return elementOf(variableName(array->name), address - array->base, array->bytes, elementBytes);
    if (const std::string place = texelPlace(run, address); !place.empty())
        return place;
    return fmt::format("{:#x}", address);
}

} // namespace warplens::sim::simt
