// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/data/argument_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <tuple>
#include <utility>

namespace warplens::kernels {
namespace {

template<typename T>
std::vector<std::byte> bytesOf(T value) {
    std::vector<std::byte> bytes(sizeof(T));
    std::memcpy(bytes.data(), &value, sizeof(T));
    return bytes;
}

template<typename T>
bool parseWhole(std::string_view text, T& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size();
}

std::vector<std::byte> parseScalar(std::string_view spec, ElementType type, std::string_view text) {
    if (isFloatingPoint(type)) {
        double value = 0.0;
        if (!parseWhole(text, value))
            throw SpecError(fmt::format("'{}': '{}' is no number: write {}=1.5", spec, text, elementTypeName(type)));
        if (type == ElementType::F64)
            return bytesOf(value);
        if (type == ElementType::F32) {
            // Parsed anew: rounding the double once more could differ in the last bit.
            float single = 0.0f;
            if (!parseWhole(text, single))
                throw SpecError(fmt::format("'{}': {} does not fit f32", spec, text));
            return bytesOf(single);
        }
        const SmallFloat format = *smallFloat(type);
        if (std::isfinite(value) && std::fabs(value) > format.largest())
            throw SpecError(fmt::format("'{}': {} does not fit {}, whose largest number is {}", spec, text,
                                        elementTypeName(type), format.largest()));
        std::vector<std::byte> bytes = bytesOf(smallFloatBits(format, value));
        bytes.resize(elementSize(type));
        return bytes;
    }

    if (type == ElementType::U64) {
        std::uint64_t value = 0;
        if (!parseWhole(text, value))
            throw SpecError(fmt::format("'{}': write u64= and a whole number from 0 to {}", spec,
                                        std::numeric_limits<std::uint64_t>::max()));
        return bytesOf(value);
    }
    std::int64_t value = 0;
    if (!parseWhole(text, value) || value < smallestInteger(type) || value > largestInteger(type))
        throw SpecError(fmt::format("'{}': write {}= and a whole number from {} to {}", spec, elementTypeName(type),
                                    smallestInteger(type), largestInteger(type)));
    std::vector<std::byte> bytes = bytesOf(value);
    bytes.resize(elementSize(type)); // little endian: the low bytes come first
    return bytes;
}

/// "f32" or "f32x4", and how many elements it has.
std::pair<ElementType, std::int64_t> parseType(std::string_view spec, std::string_view name) {
    const std::size_t cross = name.find('x');
    std::int64_t lanes = 1;
    if (cross != std::string_view::npos && (!parseWhole(name.substr(cross + 1), lanes) || lanes < 2 || lanes > 4))
        throw SpecError(fmt::format("'{}': a vector has 2, 3 or 4 elements: write f32x4=1,2,3,4", spec));
    const auto type = parseElementType(name.substr(0, cross));
    if (!type)
        throw SpecError(fmt::format("'{}' starts with '{}', which is no element type: write one of {}, as in "
                                    "f32[262144]=random:1 or i32=512",
                                    spec, name, elementTypeNames()));
    return {*type, lanes};
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(' ');
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

/// The parts of the text between the marks that stand in no braces.
std::vector<std::string_view> partsOf(std::string_view text, char mark) {
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t i = 0; i <= text.size(); ++i)
        if (i == text.size() || (text[i] == mark && depth == 0)) {
            parts.push_back(trimmed(text.substr(begin, i - begin)));
            begin = i + 1;
        } else {
            depth += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
        }
    return parts;
}

void parseVector(ArgumentSpec& spec, std::string_view text, std::int64_t lanes, std::string_view values) {
    const std::vector<std::string_view> each = partsOf(values, ',');
    if (each.size() != static_cast<std::size_t>(lanes))
        throw SpecError(fmt::format("'{}' has {} values for {} elements: write {}x{}={}", text, each.size(), lanes,
                                    elementTypeName(spec.type), lanes,
                                    std::string_view("1,2,3,4").substr(0, static_cast<std::size_t>(2 * lanes - 1))));
    for (const std::string_view value : each)
        for (const std::byte byte : parseScalar(text, spec.type, value))
            spec.scalar.push_back(byte);
    // As CUDA's float4 and the like are aligned; those of three elements as one.
    spec.alignment = lanes == 3 ? elementSize(spec.type) : std::min<std::size_t>(16, spec.scalar.size());
}

void parseArray(ArgumentSpec& spec, std::string_view text, std::size_t open, std::int64_t lanes) {
    spec.isArray = true;
    spec.alignment = 8;
    const std::size_t close = text.find(']', open);
    const std::string_view name = text.substr(0, open);
    if (close == std::string_view::npos)
        throw SpecError(fmt::format("'{}' lacks the ]: write {}[262144]=random:1", text, name));
    std::string_view count = text.substr(open + 1, close - open - 1);
    const bool isElastic = isElasticArray(text);
    if (isElastic)
        count.remove_suffix(1);
    if (!parseWhole(count, spec.elements) || spec.elements < 1 ||
        spec.elements > std::numeric_limits<std::int64_t>::max() / 32)
        throw SpecError(fmt::format("'{}': between the brackets belongs the number of elements, as in {}[262144]=zeros",
                                    text, name));
    const std::string_view rest = text.substr(close + 1);
    if (rest.empty())
        spec.fill.kind = FillKind::Poison;
    else if (rest.front() == '=')
        spec.fill = parseFill(rest.substr(1));
    else
        throw SpecError(fmt::format("'{}': after the ] belongs =FILL, as in {}[{}]=zeros", text, name, spec.elements));
    spec.elements *= lanes;
    if (isElastic && (spec.fill.layout || spec.fill.kind == FillKind::File))
        throw SpecError(
            fmt::format("'{}': a file or a matrix has the size that it has, and does not grow: leave out the +", text));
    if (const auto& layout = spec.fill.layout) {
        // Of the last row only what belongs to the matrix has to be there.
        const std::int64_t pieces = layout->transposed ? layout->columns : layout->rows;
        const std::int64_t length = layout->transposed ? layout->rows : layout->columns;
        std::int64_t needed = 0;
        if (__builtin_mul_overflow(pieces - 1, layout->pitch, &needed) || needed > spec.elements - length)
            throw SpecError(fmt::format("'{}': {} elements are too few for {} {} that are {} apart", text,
                                        spec.elements, pieces, layout->transposed ? "columns" : "rows", layout->pitch));
    }
}

ArrayReference parseReference(std::string_view text) {
    const auto wrong = [&](std::string_view why) {
        return SpecError(fmt::format("'{}' {}: write @A for the array of the argument A, @A+4 for its element 4, or "
                                     "@0+4 for that of the first argument",
                                     text, why));
    };
    std::string_view rest = text.substr(1);
    ArrayReference reference;
    if (const std::size_t plus = rest.find('+'); plus != std::string_view::npos) {
        if (!parseWhole(trimmed(rest.substr(plus + 1)), reference.element) || reference.element < 0)
            throw wrong("has no number of an element behind the +");
        rest = trimmed(rest.substr(0, plus));
    }
    if (const std::size_t point = rest.find('.'); point != std::string_view::npos) {
        std::size_t member = 0;
        if (!parseWhole(rest.substr(point + 1), member))
            throw wrong("has no number of a member behind the point");
        reference.member = member;
        rest = rest.substr(0, point);
    }
    const bool isName = std::all_of(rest.begin(), rest.end(), [](char c) {
        return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    });
    if (rest.empty() || !isName)
        throw wrong("names no argument");
    reference.argument = rest;
    return reference;
}

constexpr int deepestStructure = 16;

ArgumentSpec parseValue(std::string_view text, int depth);

void refuseElastic(std::string_view text) {
    if (isElasticArray(text))
        throw SpecError(fmt::format("'{}': only an argument's own array grows: leave out the +", text));
}

void parseStructure(ArgumentSpec& spec, std::string_view text, int depth) {
    if (text.back() != '}')
        throw SpecError(fmt::format("'{}' lacks the }} of its structure: write {{i32=512; f32=1.5}}", text));
    if (depth == deepestStructure)
        throw SpecError(fmt::format("a structure in a structure, {} of them, are too many", deepestStructure));
    const auto padTo = [&](std::size_t alignment) {
        spec.scalar.resize((spec.scalar.size() + alignment - 1) / alignment * alignment);
    };
    std::size_t number = 0;
    for (const std::string_view part : partsOf(text.substr(1, text.size() - 2), ';')) {
        if (part.empty())
            throw SpecError(fmt::format("'{}' has a member without a value: write its members as in "
                                        "{{i32=512; f32=1.5; f32[64]=zeros}}",
                                        text));
        ArgumentSpec member = parseValue(part, depth + 1);
        padTo(member.alignment);
        spec.alignment = std::max(spec.alignment, member.alignment);
        const std::size_t offset = spec.scalar.size();
        if (member.isArray) {
            refuseElastic(part);
            spec.pointers.push_back({offset, number, std::nullopt, {std::move(member)}});
            spec.scalar.resize(offset + 8);
        } else {
            for (PointerInArgument& pointer : member.pointers) {
                pointer.offset += offset;
                pointer.member = number;
                spec.pointers.push_back(std::move(pointer));
            }
            spec.scalar.insert(spec.scalar.end(), member.scalar.begin(), member.scalar.end());
        }
        ++number;
    }
    padTo(spec.alignment);
    spec.isStructure = true;
}

/// Of an argument, a member, or a variable.
ArgumentSpec parseValue(std::string_view text, int depth) {
    ArgumentSpec spec;
    if (text.starts_with('&'))
        throw SpecError(fmt::format("'{}': & stands before the name of a variable, and that at the very beginning: "
                                    "write &NAME=f32=1.5",
                                    text));
    if (text.starts_with('@')) {
        spec.type = ElementType::U64;
        spec.scalar.resize(8);
        spec.alignment = 8;
        spec.pointers.push_back({0, 0, parseReference(text), {}});
        return spec;
    }
    if (text.starts_with('{')) {
        parseStructure(spec, text, depth);
        return spec;
    }
    const std::size_t stop = text.find_first_of("[=");
    std::int64_t lanes = 1;
    std::tie(spec.type, lanes) = parseType(text, text.substr(0, stop));
    if (stop == std::string_view::npos)
        throw SpecError(fmt::format("'{}' has neither a length nor a value: write {}[262144]=random:1 for an array or "
                                    "{}=512 for a scalar",
                                    text, text, elementTypeName(spec.type)));
    if (text[stop] == '[') {
        parseArray(spec, text, stop, lanes);
    } else if (lanes > 1) {
        parseVector(spec, text, lanes, text.substr(stop + 1));
    } else {
        spec.scalar = parseScalar(text, spec.type, text.substr(stop + 1));
        spec.alignment = spec.scalar.size();
    }
    return spec;
}

} // namespace

ArgumentSpec parseArgumentSpec(std::string_view text) {
    if (!text.starts_with('&'))
        return parseValue(text, 0);
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 1)
        throw SpecError(fmt::format("'{}' gives no variable a value: write &NAME=f32=1.5, &NAME=f32[16]=random:1 or "
                                    "&NAME=@A, NAME being a __constant__ or __device__ variable",
                                    text));
    ArgumentSpec spec = parseValue(text.substr(equals + 1), 0);
    refuseElastic(text);
    spec.variable = text.substr(1, equals - 1);
    return spec;
}

bool isElasticArray(std::string_view text) {
    const std::size_t close = text.find(']');
    return close != std::string_view::npos && text.substr(0, close).ends_with('+');
}

std::string scalarSpecText(ElementType type, std::int64_t value) {
    std::string text = fmt::format("{}={}", elementTypeName(type), value);
    parseArgumentSpec(text);
    return text;
}

} // namespace warplens::kernels
