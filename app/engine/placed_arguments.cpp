// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/placed_arguments.h"

#include "app/engine/parameter_names.h"
#include "kernels/data/fill.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>

namespace warplens::engine {
namespace {

using namespace kernels;
namespace simt = sim::simt;

constexpr int64_t mostArrayBytes = int64_t{1} << 40; ///< more than any GPU has

/// "_ZN4mine5scaleE" is "mine::scale".
std::string demangled(const std::string& name) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                           &std::free);
    return status == 0 && text ? text.get() : name;
}

class Placer {
public:
    Placer(const simt::Program& program, sim::memory::DeviceMemory& memory)
        : m_program(program)
        , m_memory(memory)
        , m_formal(program.functions.front().source->params) {
        memory.forEach([&](const sim::memory::Allocation& each) { // nothing but variables and the heap is there yet
            const auto& all = program.module->variables;
            if (std::any_of(all.begin(), all.end(), [&](const auto& v) { return v.name == each.name; }))
                m_globals.push_back(each);
        });
    }

    PlacedArguments placeAll(const LaunchSpec& spec) {
        if (m_formal.size() != spec.arguments.size())
            throw EngineError(fmt::format("the kernel {} takes {} arguments, and {} are given: write one --arg for "
                                          "each",
                                          m_program.kernel, m_formal.size(), spec.arguments.size()));
        m_made.parameters.resize(m_program.paramBytes);
        m_values.resize(m_formal.size());
        for (size_t i = 0; i < m_formal.size(); ++i)
            m_names.push_back(spec.arguments[i].name.empty() ? shortParameterName(m_formal[i].name)
                                                             : spec.arguments[i].name);
        for (size_t i = 0; i < m_formal.size(); ++i)
            placeArgument(i, spec.arguments[i].spec, i < spec.touched.size() ? spec.touched[i] : nullptr);
        for (const NamedArgument& variable : spec.variables)
            placeVariable(variable.spec);
        // Addresses of others' arrays, once all have theirs.
        uint64_t offset = 0;
        for (size_t i = 0; i < m_formal.size(); ++i) {
            offset = (offset + m_formal[i].align - 1) / m_formal[i].align * m_formal[i].align;
            putAddresses(m_values[i], spec.arguments[i].spec, m_names[i]);
            std::memcpy(m_made.parameters.data() + offset, m_values[i].bytes.data(), m_values[i].bytes.size());
            offset += m_formal[i].bytes;
        }
        for (size_t i = 0; i < spec.variables.size(); ++i) {
            putAddresses(m_variables[i], spec.variables[i].spec, spec.variables[i].spec.variable);
            std::memcpy(m_variables[i].host, m_variables[i].bytes.data(), m_variables[i].bytes.size());
        }
        for (const Own& own : m_own)
            m_made.arrays.push_back(own.array);
        return std::move(m_made);
    }

private:
    struct Value {
        std::vector<std::byte> bytes;
        std::byte* host = nullptr; ///< variables only
    };
    /// An array that a structure leads to.
    struct Own {
        size_t argument, member;
        Simulation::Array array;
    };

    using Touched = std::shared_ptr<std::atomic<uint64_t>>;

    Simulation::Array allocate(const std::string& name, const ArgumentSpec& spec, const Touched& touched = {}) {
        const size_t element = elementSize(spec.type);
        if (spec.elements > mostArrayBytes / static_cast<int64_t>(element))
            throw EngineError(fmt::format("{} has {} elements: an array has {} GiB at most", name, spec.elements,
                                          mostArrayBytes >> 30));
        Simulation::Array array{name, spec.type, 0, static_cast<uint64_t>(spec.byteCount())};
        if (spec.fill.kind == FillKind::File) { // found out now that a file is missing or short, not in the middle
            std::vector<std::byte> last(element);
            fillRange(spec.type, spec.fill, static_cast<uint64_t>(std::max<int64_t>(0, spec.elements - 1)), last);
        }
        sim::memory::Fill fill;
        if (touched || spec.fill.kind != FillKind::Zeros || spec.fill.layout) // else it is zero as it comes
            fill = [spec, element, touched](uint64_t at, std::span<std::byte> bytes) {
                if (touched) {
                    uint64_t known = *touched;
                    while (known < at + bytes.size() && !touched->compare_exchange_weak(known, at + bytes.size()))
                        ;
                }
                fillRange(spec.type, spec.fill, at / element, bytes);
            };
        const bool initialized = spec.fill.kind != FillKind::Poison;
        array.base = m_memory.allocate(array.bytes, name, false, std::move(fill), initialized).base;
        return array;
    }

    void requireFit(size_t i, const ArgumentSpec& spec) const {
        const sim::ptx::Variable& parameter = m_formal[i];
        const uint64_t given = spec.isArray ? 8 : spec.scalar.size();
        if (given != parameter.bytes)
            throw EngineError(
                fmt::format("the argument {} has {} bytes ({}), and the kernel {} takes {} there{}", m_names[i], given,
                            spec.isStructure ? "a structure"
                            : spec.isArray   ? fmt::format("{} array", elementTypeName(spec.type))
                                             : std::string(elementTypeName(spec.type)),
                            m_program.kernel, parameter.bytes,
                            parameter.bytes > 8 && !spec.isStructure
                                ? ": a structure is written as --arg '{i32=512; f32[64]=zeros}', a vector "
                                  "as f32x4=1,2,3,4"
                                : ""));
        const sim::ptx::TypeKind kind = sim::ptx::typeKind(parameter.type);
        const bool wantsFloat = kind == sim::ptx::TypeKind::Float;
        if (spec.isNumber() && kind != sim::ptx::TypeKind::Bits && wantsFloat != isFloatingPoint(spec.type))
            throw EngineError(fmt::format("the argument {} is {}, and the kernel {} takes a {} number there: write {}",
                                          m_names[i], elementTypeName(spec.type), m_program.kernel,
                                          wantsFloat ? "floating-point" : "whole",
                                          fmt::format("{}{}=…", wantsFloat ? 'f' : 'i', 8 * parameter.bytes)));
    }

    void placeArgument(size_t i, const ArgumentSpec& spec, const Touched& touched) {
        requireFit(i, spec);
        Simulation::Array array{m_names[i], spec.type};
        m_values[i].bytes = spec.scalar;
        if (spec.isArray) {
            array = allocate(m_names[i], spec, touched);
            m_values[i].bytes.resize(8);
            std::memcpy(m_values[i].bytes.data(), &array.base, 8);
        }
        m_made.arrays.push_back(std::move(array));
        for (const PointerInArgument& pointer : spec.pointers)
            for (const ArgumentSpec& own : pointer.own)
                m_own.push_back({i, pointer.member, allocate(fmt::format("{} + {}", m_names[i], pointer.offset), own)});
    }

    void placeVariable(const ArgumentSpec& spec) {
        std::vector<const sim::memory::Allocation*> found;
        std::string names;
        for (const sim::memory::Allocation& each : m_globals) {
            const std::string full = demangled(each.name);
            const size_t scope = full.rfind("::");
            names += (names.empty() ? "" : ", ") + full;
            if (spec.variable == each.name || spec.variable == full ||
                (scope != std::string::npos && spec.variable == full.substr(scope + 2)))
                found.push_back(&each);
        }
        if (found.size() != 1)
            throw EngineError(fmt::format("--arg '&{}=…': {} __constant__ or __device__ variable of this name that the "
                                          "code uses; {}",
                                          spec.variable, found.empty() ? "there is no" : "there is more than one",
                                          names.empty() ? "it uses none" : "there are " + names));
        Value value{spec.scalar, found.front()->host};
        // An array is what the variable holds, and no pointer to it. Structures may lack their last members.
        const auto given = spec.isArray ? static_cast<uint64_t>(spec.byteCount()) : spec.scalar.size();
        if (given > found.front()->bytes || (spec.isNumber() && given != found.front()->bytes))
            throw EngineError(fmt::format("--arg '&{}=…' has {} bytes, and the variable has {}: write a value of its "
                                          "type, such as f32=1.5, or f32[16]=random:1 for an array",
                                          spec.variable, given, found.front()->bytes));
        if (spec.isArray) {
            value.bytes.resize(given);
            fillRange(spec.type, spec.fill, 0, value.bytes);
        }
        for (const PointerInArgument& pointer : spec.pointers)
            for (const ArgumentSpec& own : pointer.own)
                m_own.push_back({m_formal.size() + m_variables.size(), pointer.member,
                                 allocate(fmt::format("{} + {}", spec.variable, pointer.offset), own)});
        m_variables.push_back(std::move(value));
    }

    uint64_t addressOf(const ArrayReference& reference, const std::string& who) const {
        size_t number = m_names.size();
        const char* const last = reference.argument.data() + reference.argument.size();
        if (const auto [end, error] = std::from_chars(reference.argument.data(), last, number);
            error != std::errc() || end != last)
            number =
                static_cast<size_t>(std::find(m_names.begin(), m_names.end(), reference.argument) - m_names.begin());
        const Simulation::Array* array = nullptr;
        if (number < m_names.size() && !reference.member && m_made.arrays[number].base != 0)
            array = &m_made.arrays[number];
        for (const Own& own : m_own)
            if (reference.member && number < m_names.size() && own.argument == number &&
                own.member == *reference.member)
                array = &own.array;
        if (array == nullptr) {
            std::string names;
            for (size_t i = 0; i < m_names.size(); ++i)
                if (m_made.arrays[i].base != 0)
                    names += (names.empty() ? "@" : ", @") + m_names[i];
            for (const Own& own : m_own)
                if (own.argument < m_names.size())
                    names += fmt::format("{}@{}.{}", names.empty() ? "" : ", ", m_names[own.argument], own.member);
            throw EngineError(fmt::format("{}: there is no array @{}{}; there are {}", who, reference.argument,
                                          reference.member ? fmt::format(".{}", *reference.member) : "",
                                          names.empty() ? "none" : names));
        }
        const auto element = static_cast<uint64_t>(elementSize(array->type));
        if (static_cast<uint64_t>(reference.element) > array->bytes / element)
            throw EngineError(fmt::format("{}: @{}+{} lies behind the array, which has {} elements", who,
                                          reference.argument, reference.element, array->bytes / element));
        return array->base + static_cast<uint64_t>(reference.element) * element;
    }

    void putAddresses(Value& value, const ArgumentSpec& spec, const std::string& who) {
        for (const PointerInArgument& pointer : spec.pointers) {
            // Own ones come in the order in which they were made.
            const uint64_t address = pointer.others ? addressOf(*pointer.others, who) : m_own[m_ownPut++].array.base;
            std::memcpy(value.bytes.data() + pointer.offset, &address, 8);
        }
    }

    const simt::Program& m_program;
    sim::memory::DeviceMemory& m_memory;
    const std::vector<sim::ptx::Variable>& m_formal;
    std::vector<sim::memory::Allocation> m_globals; ///< variables of the module
    std::vector<std::string> m_names;
    std::vector<Value> m_values, m_variables;
    std::vector<Own> m_own;
    size_t m_ownPut = 0;
    PlacedArguments m_made;
};

} // namespace

PlacedArguments placeArguments(const simt::Program& program, const LaunchSpec& spec,
                               sim::memory::DeviceMemory& memory) {
    return Placer(program, memory).placeAll(spec);
}

LaunchSpec withoutContents(LaunchSpec spec, const std::vector<bool>& kept) {
    for (size_t n = 0; n < spec.arguments.size(); ++n) {
        NamedArgument& argument = spec.arguments[n];
        const bool stays = n < kept.size() && kept[n];
        if (argument.spec.isArray && argument.spec.fill.kind != FillKind::File && !stays)
            argument.spec.fill = {};
    }
    return spec;
}

bool areApart(const LaunchSpec& spec) {
    const auto leads = [](const NamedArgument& argument) { return !argument.spec.pointers.empty(); };
    return std::none_of(spec.arguments.begin(), spec.arguments.end(), leads) &&
           std::none_of(spec.variables.begin(), spec.variables.end(), leads);
}

void requirePlainArguments(const LaunchSpec& spec) {
    for (const NamedArgument& argument : spec.arguments)
        if (!argument.spec.pointers.empty())
            throw EngineError(fmt::format("--arg '{}': addresses inside of structures and of others' arrays are for "
                                          "the emulator: on a GPU run the whole program, `warplens-cli run --on-gpu`",
                                          argument.text));
    if (!spec.variables.empty())
        throw EngineError(fmt::format("--arg '{}': variables are set for the emulator alone: on a GPU run the whole "
                                      "program, `warplens-cli run --on-gpu`",
                                      spec.variables.front().text));
}

} // namespace warplens::engine
