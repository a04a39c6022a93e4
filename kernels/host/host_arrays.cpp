// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/host/host_arrays.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::kernels {
namespace {

std::string cppType(ElementType type) {
    switch (type) {
    case ElementType::F16:
        return "__half";
    case ElementType::F32:
        return "float";
    case ElementType::F64:
        return "double";
    case ElementType::I8:
        return "signed char";
    case ElementType::I16:
        return "short";
    case ElementType::I32:
        return "int";
    case ElementType::I64:
        return "long long";
    case ElementType::U8:
        return "unsigned char";
    case ElementType::U16:
        return "unsigned short";
    case ElementType::U32:
        return "unsigned";
    case ElementType::U64:
        return "unsigned long long";
    case ElementType::BF16:
        return "__nv_bfloat16";
    case ElementType::E4M3:
        return "__nv_fp8_e4m3";
    case ElementType::E5M2:
        return "__nv_fp8_e5m2";
    }
    return "float";
}

std::string product(const std::vector<std::string>& extents) {
    std::string text;
    for (const std::string& extent : extents)
        text += (text.empty() ? "" : " * ") + (extents.size() > 1 ? factor(extent) : extent);
    return text;
}

/// Whether a matrix is larger in memory than its elements for these parameters: at the size, or at one that is a multiple
/// of nothing.
bool hasPadding(const Stage& stage, const StageInstance& instance, std::size_t argument) {
    const auto padded = [argument](const StageInstance& made) {
        return made.arguments[argument].shape != made.arguments[argument].used;
    };
    if (padded(instance))
        return true;
    try {
        return padded(makeInstance(stage, instance.parameters, {37, 41, 43}));
    } catch (const InstanceError&) {
        return false; // that size cannot be launched: what is seen at the other one holds
    }
}

/// The matrix whose pitch the kernel takes for this one: itself, or one before it with rows of the same length.
std::string pitchedAs(const Stage& stage, const Argument& argument) {
    const auto isPitch = [&](const Argument& matrix) {
        return std::any_of(stage.arguments.begin(), stage.arguments.end(),
                           [&](const Argument& scalar) { return scalar.pitchOf == matrix.name; });
    };
    if (isPitch(argument))
        return argument.name;
    for (const Argument& other : stage.arguments)
        if (other.isArray && other.shape.size() == 2 && other.shape[1] == argument.shape[1] && isPitch(other))
            return other.name;
    return {};
}

std::string elementText(const HostArray& array) {
    const FillSpec& fill = array.fill;
    if (!array.argument->lanes.empty())
        return fmt::format("{}", array.argument->lanes);
    if (fill.kind == FillKind::Below)
        return fmt::format("({})((random_bits({}, i) >> 11) % {})", array.element, fill.seed, fill.limit);
    if (array.element == "float")
        return fmt::format("(random_bits({}, i) >> 40) * 0x1p-24f", fill.seed);
    if (array.element == "double")
        return fmt::format("(random_bits({}, i) >> 11) * 0x1p-53", fill.seed);
    return fmt::format("({})random_bits({}, i)", array.element, fill.seed);
}

} // namespace

std::string factor(const std::string& expression) {
    const bool word = std::all_of(expression.begin(), expression.end(),
                                  [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
    const bool call = expression.find(' ') > expression.find('(') && expression.ends_with(')') &&
                      std::count(expression.begin(), expression.end(), '(') == 1;
    return word || call ? expression : "(" + expression + ")";
}

std::vector<HostArray> hostArrays(const Stage& stage, const StageInstance& instance, const HostSignature& signature,
                                  std::string_view result) {
    std::vector<HostArray> arrays;
    for (std::size_t i = 0; i < stage.arguments.size(); ++i) {
        const Argument& argument = stage.arguments[i];
        if (!argument.isArray)
            continue;
        HostArray array;
        array.argument = &argument;
        array.fill = parseFill(instance.arguments[i].fill);
        array.element = array.deviceElement = cppType(argument.type);
        for (const HostParameter& parameter : signature.parameters)
            if (parameter.name == argument.name && parameter.pointer)
                array.deviceElement = parameter.type;
        array.count = product(argument.used);
        array.room = product(argument.shape);
        array.transposed = instance.arguments[i].transposed;
        array.result = argument.name == result;
        array.onHost = array.result || argument.role == Role::In ||
                       (argument.role == Role::InOut && array.fill.kind != FillKind::Zeros);
        if (argument.shape.size() == 2) {
            array.rows = argument.used[0];
            array.columns = argument.used[1];
            array.height = argument.shape[0];
            array.width = argument.shape[1];
            array.padded = hasPadding(stage, instance, i);
            if (array.padded && !pitchedAs(stage, argument).empty())
                array.pitch = "pitch_" + argument.name;
        }
        if (!array.padded)
            array.room = array.count;
        arrays.push_back(std::move(array));
    }
    return arrays;
}

std::string makingText(const HostArray& array) {
    if (!array.onHost)
        return {};
    std::string text = fmt::format("    std::vector<{}> {}({});\n", array.element, array.name(), array.count);
    if (!array.copiedIn())
        return text;
    if (!array.argument->lanes.empty())
        return text + fmt::format("    for (int lane = 0; lane < {1}; ++lane)\n        {0}[lane] = {2};\n",
                                  array.name(), factor(array.count), elementText(array));
    if (array.fill.kind == FillKind::List) {
        text += fmt::format("    const {} values[] = {{{}}};\n", array.element, fmt::join(array.fill.values, ", "));
        text += fmt::format("    for (size_t i = 0; i < {0}.size(); ++i)\n        {0}[i] = values[i % {1}];\n",
                            array.name(), array.fill.values.size());
        return text;
    }
    text += fmt::format("    for (size_t i = 0; i < {0}.size(); ++i)\n        {0}[i] = {1};\n", array.name(),
                        elementText(array));
    if (array.transposed)
        text += fmt::format("    std::vector<{0}> {1}({2}.size()); // what the kernel takes: column after column\n"
                            "    for (long long row = 0; row < {3}; ++row)\n"
                            "        for (long long column = 0; column < {4}; ++column)\n"
                            "            {1}[column * {3} + row] = {2}[row * {4} + column];\n",
                            array.element, array.source(), array.name(), factor(array.rows), factor(array.columns));
    return text;
}

} // namespace warplens::kernels
