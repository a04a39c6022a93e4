// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/catalogue/instance.h"

#include "kernels/catalogue/expression.h"
#include "kernels/catalogue/nearest.h"
#include "kernels/catalogue/work.h"
#include "kernels/data/argument_spec.h"
#include "kernels/data/fill.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::kernels {
namespace {

constexpr std::array axes{'x', 'y', 'z'};

class InstanceMaker {
public:
    InstanceMaker(const Stage& stage, const ParameterValues& chosen, const Size& size, const DeviceLimits& limits)
        : m_stage(stage)
        , m_limits(limits) {
        m_instance.stageId = stage.id;
        m_instance.size = size;
        m_instance.parameters = completeParameters(stage, chosen, size);
        m_variables = {{"M", size.m}, {"N", size.n}, {"K", size.k}};
        for (const ParameterValue& parameter : m_instance.parameters)
            m_variables[parameter.name] = parameter.value;
    }

    StageInstance make() {
        const Size& size = m_instance.size;
        if (size.m < 1 || size.n < 1 || size.k < 1)
            throw InstanceError(
                fmt::format("the size {} is not positive: write three numbers from 1 on", sizeText(size)));
        if (!isMeasurable(m_stage, size))
            throw InstanceError(fmt::format("{}: {} would take minutes on one core of a CPU: choose a size with at "
                                            "most {} products (M·N·K), such as 1024",
                                            m_stage.id, text(), m_stage.cpu->mostProducts));
        makeArguments();
        makeSharedArrays();
        if (m_stage.kernel)
            makeLaunch(*m_stage.kernel);
        if (m_stage.window && value(m_stage.window->when, "'when' of the window") != 0)
            m_instance.window = m_stage.window->array;
        m_instance.usefulBytes = static_cast<double>(m_instance.compulsoryBytes);
        if (const Work* work = findWork(m_stage.computes)) {
            m_instance.flops = work->flops(size);
            if (const double bytes = work->bytes(size, m_instance.parameters); bytes > 0.0)
                m_instance.usefulBytes = bytes;
        }
        return std::move(m_instance);
    }

private:
    std::int64_t value(const std::string& expression, std::string_view what) {
        try {
            return evaluate(expression, m_variables);
        } catch (const ExpressionError& error) {
            throw InstanceError(
                fmt::format("{}: {} cannot be computed for {}: {}", m_stage.id, what, text(), error.what()));
        }
    }

    std::vector<std::int64_t> extents(const std::vector<std::string>& expressions, const std::string& what) {
        std::vector<std::int64_t> values;
        for (const std::string& expression : expressions) {
            values.push_back(value(expression, what));
            if (values.back() < 1)
                throw InstanceError(fmt::format("{}: {} would have an extent of {} for {}: choose another size or "
                                                "other parameters",
                                                m_stage.id, what, values.back(), text()));
        }
        return values;
    }

    /// The product of the extents, or a refusal where it exceeds what addresses can hold.
    std::int64_t product(const std::vector<std::int64_t>& values, const std::string& what) {
        std::int64_t elements = 1;
        for (const std::int64_t extent : values)
            if (__builtin_mul_overflow(elements, extent, &elements) || elements > (std::int64_t{1} << 48))
                throw InstanceError(
                    fmt::format("{}: {} would have more than 2^48 elements for {}: choose a smaller size", m_stage.id,
                                what, text()));
        return elements;
    }

    void makeArguments() {
        const auto hasScalar = [&](ElementType type) {
            return std::any_of(m_stage.arguments.begin(), m_stage.arguments.end(),
                               [&](const Argument& argument) { return !argument.isArray && argument.type == type; });
        };
        // What sizes are passed as, indices are computed in.
        const std::int64_t mostElements = hasScalar(ElementType::I32)   ? largestInteger(ElementType::I32)
                                          : hasScalar(ElementType::U32) ? largestInteger(ElementType::U32)
                                                                        : std::int64_t{1} << 48;
        for (const Argument& argument : m_stage.arguments) {
            ArgumentInstance made;
            made.name = argument.name;
            made.type = argument.type;
            made.isArray = argument.isArray;
            made.role = argument.role;
            made.fill = argument.lanes.empty() ? argument.fill : laneValues(argument);
            made.bytes = static_cast<std::int64_t>(elementSize(argument.type));
            const std::string what = fmt::format("the argument {}", argument.name);
            if (argument.isArray) {
                made.shape = extents(argument.shape, what);
                made.elements = product(made.shape, what);
                if (made.elements > mostElements)
                    throw InstanceError(fmt::format("{}: {} would have {} elements for {}, and its indices are 32-bit: "
                                                    "choose a size with at most {}",
                                                    m_stage.id, argument.name, made.elements, text(), mostElements));
                const std::int64_t usedBytes = made.bytes * placeMatrix(argument, made, what);
                made.bytes *= made.elements;
                m_instance.compulsoryBytes += made.role == Role::InOut ? 2 * usedBytes : usedBytes;
            } else {
                made.value = value(argument.value, what);
                checkScalar(made);
            }
            m_instance.arguments.push_back(std::move(made));
        }
    }

    /// The values of an expression for all lanes, as a fill.
    std::string laneValues(const Argument& argument) {
        const std::int64_t below = value(argument.below, "'below'");
        Variables variables = m_variables;
        std::string list = "list:";
        try {
            for (std::int64_t lane = 0; lane < 32; ++lane) {
                variables["lane"] = lane;
                const std::int64_t index = evaluate(argument.lanes, variables);
                if (index < 0 || index >= below)
                    throw InstanceError(fmt::format("{}: '{}' gives {} for lane {}, and an index is 0 to {}: write "
                                                    "another expression of lane",
                                                    m_stage.id, argument.lanes, index, lane, below - 1));
                list += fmt::format("{}{}", lane == 0 ? "" : ",", index);
            }
        } catch (const ExpressionError& error) {
            throw InstanceError(
                fmt::format("{}: '{}' is no expression of lane: {}", m_stage.id, argument.lanes, error.what()));
        }
        return list;
    }

    /// Says how the matrix lies in an array with padding. Returns the number of elements that are none.
    std::int64_t placeMatrix(const Argument& argument, ArgumentInstance& made, const std::string& what) {
        made.used = extents(argument.used, what);
        for (std::size_t i = 0; i < made.shape.size(); ++i)
            if (made.used[i] > made.shape[i])
                throw InstanceError(fmt::format("{}: {} uses more than it has for {}: correct 'used' in the stage file",
                                                m_stage.id, what, text()));
        made.transposed = !argument.transposed.empty() && value(argument.transposed, "'transposed'") != 0;
        if (made.transposed) {
            made.fill += layoutText(
                {.rows = made.shape[0], .columns = made.shape[1], .pitch = made.shape[0], .transposed = true});
            std::swap(made.shape[0], made.shape[1]);
            std::swap(made.used[0], made.used[1]);
        } else if (made.used != made.shape) {
            made.fill += layoutText({.rows = made.used[0],
                                     .columns = made.used[1],
                                     .pitch = made.shape[1],
                                     .poisoned = argument.poisonedPadding});
        }
        return product(made.used, what);
    }

    void checkScalar(const ArgumentInstance& scalar) {
        if (isFloatingPoint(scalar.type))
            return; // whole numbers up to 2^53 fit, rounded as C rounds them
        const std::int64_t smallest = smallestInteger(scalar.type), largest = largestInteger(scalar.type);
        if (scalar.value < smallest || scalar.value > largest)
            throw InstanceError(
                fmt::format("{}: the argument {} is {}, which does not fit {}: choose a size that gives "
                            "{} to {}",
                            m_stage.id, scalar.name, scalar.value, elementTypeName(scalar.type), smallest, largest));
    }

    void makeSharedArrays() {
        for (const SharedArray& array : m_stage.sharedArrays) {
            SharedArrayInstance made{array.name, array.type, {}, {}, 0, array.holds, array.note, array.name, 0};
            if (!array.within.empty()) {
                made.variable = array.within;
                made.at = value(array.at, "'at'");
            }
            const std::string what = fmt::format("the shared array {}", array.name);
            made.shape = extents(array.shape, what);
            made.used = extents(array.used, what);
            for (std::size_t i = 0; i < made.shape.size(); ++i)
                if (made.used[i] > made.shape[i])
                    throw InstanceError(
                        fmt::format("{}: {} uses more than it has for {}: correct 'used' in the stage file", m_stage.id,
                                    what, text()));
            made.bytes = product(made.shape, what) * static_cast<std::int64_t>(elementSize(array.type));
            m_instance.sharedArrays.push_back(std::move(made));
        }
    }

    void makeLaunch(const KernelInfo& kernel) {
        m_instance.grid = launchExtents(kernel.grid, "grid", m_limits.grid);
        m_instance.block = launchExtents(kernel.block, "block", m_limits.block);
        const auto& block = m_instance.block;
        if (const std::int64_t threads = block[0] * block[1] * block[2]; threads > m_limits.threadsPerBlock)
            throw InstanceError(fmt::format("{}: a block of {}×{}×{} has {} threads for {}, and {} is the most: choose "
                                            "smaller parameters",
                                            m_stage.id, block[0], block[1], block[2], threads, text(),
                                            m_limits.threadsPerBlock));
        if (kernel.sharedBytes.empty()) {
            std::int64_t bytes = 0;
            for (const SharedArrayInstance& array : m_instance.sharedArrays)
                bytes += array.bytes;
            checkShared(bytes, m_limits.staticSharedBytes);
        } else {
            m_instance.dynamicSharedBytes = value(kernel.sharedBytes, "shared_bytes");
            if (m_instance.dynamicSharedBytes < 0)
                throw InstanceError(fmt::format("{}: shared_bytes is {} for {}: correct it in the stage file",
                                                m_stage.id, m_instance.dynamicSharedBytes, text()));
            checkShared(m_instance.dynamicSharedBytes, m_limits.sharedBytes);
            for (const SharedArrayInstance& array : m_instance.sharedArrays)
                if (array.at < 0 || array.at + array.bytes > m_instance.dynamicSharedBytes)
                    throw InstanceError(
                        fmt::format("{}: the shared array {} lies at bytes {} to {} of {} for {}: correct "
                                    "'at' and 'shape' in the stage file",
                                    m_stage.id, array.name, array.at, array.at + array.bytes,
                                    m_instance.dynamicSharedBytes, text()));
        }
    }

    std::array<std::int64_t, 3> launchExtents(const std::vector<std::string>& expressions, const std::string& what,
                                              const std::array<std::int64_t, 3>& most) {
        std::array<std::int64_t, 3> result{1, 1, 1};
        const std::vector<std::int64_t> values = extents(expressions, "the " + what);
        for (std::size_t i = 0; i < values.size(); ++i) {
            result[i] = values[i];
            if (result[i] > most[i])
                throw InstanceError(
                    fmt::format("{}: the {} would be {} in {} for {}, and {} is the most: choose {}", m_stage.id, what,
                                result[i], axes[i], text(), most[i],
                                what == "grid" ? "a smaller size or larger blocks" : "smaller parameters"));
        }
        return result;
    }

    void checkShared(std::int64_t bytes, std::int64_t most) {
        if (bytes > most)
            throw InstanceError(fmt::format("{}: a block would take {} bytes of shared memory for {}, and {} is the "
                                            "most: choose smaller parameters",
                                            m_stage.id, bytes, text(), most));
    }

    /// "TILE=32,PAD=0 at 512".
    std::string text() const {
        const std::string size = sizeText(m_instance.size);
        if (m_instance.parameters.empty())
            return size;
        return fmt::format("{} at {}", variantText(m_instance.parameters), size);
    }

    const Stage& m_stage;
    const DeviceLimits& m_limits;
    Variables m_variables;
    StageInstance m_instance;
};

} // namespace

std::string ArgumentInstance::spec() const {
    if (isArray)
        return fmt::format("{}[{}]={}", elementTypeName(type), elements, fill);
    return scalarSpecText(type, value);
}

const ArgumentInstance* StageInstance::findArgument(std::string_view name) const {
    const auto found = std::find_if(arguments.begin(), arguments.end(),
                                    [&](const ArgumentInstance& argument) { return argument.name == name; });
    return found == arguments.end() ? nullptr : &*found;
}

ParameterValues suitableParameters(const Stage& stage, const Size& size) {
    ParameterValues values = defaultParameters(stage);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Parameter& parameter = stage.parameters[i];
        if (parameter.suits.empty())
            continue;
        try {
            values[i].value = evaluate(parameter.suits, {{"M", size.m}, {"N", size.n}, {"K", size.k}});
        } catch (const ExpressionError& error) {
            throw InstanceError(fmt::format("{}: {} that suits the size {} cannot be computed: {}", stage.id,
                                            parameter.name, sizeText(size), error.what()));
        }
        if (!parameter.allows(values[i].value))
            throw InstanceError(fmt::format("{}: {}={} is to suit the size {}, but is not possible: write {}", stage.id,
                                            parameter.name, values[i].value, sizeText(size), parameter.allowedText()));
    }
    return values;
}

namespace {

ParameterValues withChosen(const Stage& stage, ParameterValues values, const ParameterValues& chosen) {
    std::vector<std::string> names;
    for (const Parameter& parameter : stage.parameters)
        names.push_back(parameter.name);
    for (const ParameterValue& choice : chosen) {
        const Parameter* parameter = stage.findParameter(choice.name);
        if (parameter == nullptr)
            throw InstanceError(
                fmt::format("{} has no parameter '{}'{}", stage.id, choice.name, suggestion(choice.name, names)));
        if (!parameter->allows(choice.value))
            throw InstanceError(fmt::format("{}: {}={} is not possible: write {}", stage.id, choice.name, choice.value,
                                            parameter->allowedText()));
        for (ParameterValue& value : values)
            if (value.name == choice.name)
                value.value = choice.value;
    }
    return values;
}

} // namespace

ParameterValues completeParameters(const Stage& stage, const ParameterValues& chosen) {
    return withChosen(stage, defaultParameters(stage), chosen);
}

ParameterValues completeParameters(const Stage& stage, const ParameterValues& chosen, const Size& size) {
    return withChosen(stage, suitableParameters(stage, size), chosen);
}

const Argument* typedArgument(const Stage& stage) {
    const auto found = std::find_if(stage.arguments.begin(), stage.arguments.end(),
                                    [](const Argument& argument) { return !argument.lanes.empty(); });
    return found == stage.arguments.end() ? nullptr : &*found;
}

Stage withLanes(Stage stage, const std::string& expression) {
    const Argument* typed = typedArgument(stage);
    if (typed == nullptr)
        throw InstanceError(fmt::format("{} has no index that could be typed: take patterns/09-expression", stage.id));
    stage.arguments[static_cast<std::size_t>(typed - stage.arguments.data())].lanes = expression;
    return stage;
}

bool isMeasurable(const Stage& stage, const Size& size) {
    std::int64_t products = 0;
    return !stage.cpu || (!__builtin_mul_overflow(size.m, size.n, &products) &&
                          !__builtin_mul_overflow(products, size.k, &products) && products <= stage.cpu->mostProducts);
}

StageInstance makeInstance(const Stage& stage, const ParameterValues& chosen, const Size& size,
                           const DeviceLimits& limits) {
    return InstanceMaker(stage, chosen, size, limits).make();
}

} // namespace warplens::kernels
