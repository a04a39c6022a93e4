// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/data/argument_spec.h"

#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <limits>

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
        return bytesOf(halfBits(value));
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

ElementType parseType(std::string_view spec, std::string_view name) {
    const auto type = parseElementType(name);
    if (!type)
        throw SpecError(fmt::format("'{}' starts with '{}', which is no element type: write one of {}, as in "
                                    "f32[262144]=random:1 or i32=512",
                                    spec, name, elementTypeNames()));
    return *type;
}

} // namespace

ArgumentSpec parseArgumentSpec(std::string_view text) {
    ArgumentSpec spec;
    const std::size_t stop = text.find_first_of("[=");
    spec.type = parseType(text, text.substr(0, stop));
    if (stop == std::string_view::npos)
        throw SpecError(fmt::format("'{}' has neither a length nor a value: write {}[262144]=random:1 for an array or "
                                    "{}=512 for a scalar",
                                    text, text, text));
    if (text[stop] == '=') {
        spec.scalar = parseScalar(text, spec.type, text.substr(stop + 1));
        return spec;
    }

    spec.isArray = true;
    const std::size_t close = text.find(']', stop);
    const auto name = elementTypeName(spec.type);
    if (close == std::string_view::npos)
        throw SpecError(fmt::format("'{}' lacks the ]: write {}[262144]=random:1", text, name));
    if (!parseWhole(text.substr(stop + 1, close - stop - 1), spec.elements) || spec.elements < 1 ||
        spec.elements > std::numeric_limits<std::int64_t>::max() / 8)
        throw SpecError(fmt::format("'{}': between the brackets belongs the number of elements, as in {}[262144]=zeros",
                                    text, name));
    const std::string_view rest = text.substr(close + 1);
    if (rest.empty())
        spec.fill.kind = FillKind::Poison;
    else if (rest.front() == '=')
        spec.fill = parseFill(rest.substr(1));
    else
        throw SpecError(fmt::format("'{}': after the ] belongs =FILL, as in {}[{}]=zeros", text, name, spec.elements));
    if (const auto& layout = spec.fill.layout) {
        // Of the last row only what belongs to the matrix has to be there.
        const std::int64_t pieces = layout->transposed ? layout->columns : layout->rows;
        const std::int64_t length = layout->transposed ? layout->rows : layout->columns;
        std::int64_t needed = 0;
        if (__builtin_mul_overflow(pieces - 1, layout->pitch, &needed) || needed > spec.elements - length)
            throw SpecError(fmt::format("'{}': {} elements are too few for {} {} that are {} apart", text,
                                        spec.elements, pieces, layout->transposed ? "columns" : "rows", layout->pitch));
    }
    return spec;
}

std::string scalarSpecText(ElementType type, std::int64_t value) {
    std::string text = fmt::format("{}={}", elementTypeName(type), value);
    parseArgumentSpec(text);
    return text;
}

} // namespace warplens::kernels
