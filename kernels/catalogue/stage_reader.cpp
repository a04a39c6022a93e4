// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/catalogue/stage_reader.h"

#include "kernels/catalogue/expression.h"
#include "kernels/catalogue/nearest.h"
#include "kernels/catalogue/work.h"
#include "kernels/data/fill.h"
#include "kernels/files/bounded_file.h"
#include "kernels/files/toml.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <set>

namespace warplens::kernels {
namespace {

/// That a stage can be about; all of them stand in the registry of pictures.
const std::vector<std::string> pictures{"tiles", "global", "banks", "source"};

enum class Need { Required, Optional };

bool isIdentifier(std::string_view text) {
    const auto letter = [](unsigned char c) { return std::isalpha(c) != 0 || c == '_'; };
    return !text.empty() && letter(static_cast<unsigned char>(text.front())) &&
           std::all_of(text.begin(), text.end(), [&](unsigned char c) { return letter(c) || std::isdigit(c) != 0; });
}

/// A TOML document, its file name, and where problems go.
class Reader {
public:
    Reader(std::string file, std::vector<Problem>& problems)
        : m_file(std::move(file))
        , m_problems(problems) {}

    std::optional<toml::table> parse(const std::string& text) {
        try {
            return toml::parse(text, m_file);
        } catch (const toml::parse_error& error) {
            complain(error.source(), std::string(error.description()));
            return std::nullopt;
        }
    }

    void complain(const toml::source_region& place, std::string message) {
        m_problems.push_back(
            {m_file, static_cast<int>(place.begin.line), static_cast<int>(place.begin.column), std::move(message)});
    }

    void checkKeys(const toml::table& table, std::string_view where, const std::vector<std::string>& allowed) {
        for (const auto& [key, value] : table)
            if (std::find(allowed.begin(), allowed.end(), key.str()) == allowed.end())
                complain(key.source(), fmt::format("unknown key '{}' in {}{} (allowed: {})", key.str(), where,
                                                   near(key.str(), allowed), fmt::join(allowed, ", ")));
    }

    std::string string(const toml::table& table, std::string_view where, std::string_view key, Need need) {
        const toml::node* node = get(table, where, key, need);
        if (node == nullptr)
            return {};
        if (const auto* text = node->as_string()) {
            if (need == Need::Required && text->get().empty())
                complain(node->source(), fmt::format("'{}' is empty", key));
            return text->get();
        }
        wrongType(*node, key, "a text in quotes");
        return {};
    }

    std::optional<std::int64_t> integer(const toml::table& table, std::string_view where, std::string_view key,
                                        Need need) {
        const toml::node* node = get(table, where, key, need);
        if (node == nullptr)
            return std::nullopt;
        if (const auto* number = node->as_integer())
            return number->get();
        wrongType(*node, key, "a whole number");
        return std::nullopt;
    }

    std::optional<double> number(const toml::table& table, std::string_view where, std::string_view key, Need need) {
        const toml::node* node = get(table, where, key, need);
        if (node == nullptr)
            return std::nullopt;
        if (node->is_floating_point() || node->is_integer())
            return node->value<double>();
        wrongType(*node, key, "a number");
        return std::nullopt;
    }

    bool boolean(const toml::table& table, std::string_view where, std::string_view key) {
        const toml::node* node = get(table, where, key, Need::Optional);
        if (node == nullptr)
            return false;
        if (const auto* value = node->as_boolean())
            return value->get();
        wrongType(*node, key, "true or false");
        return false;
    }

    std::vector<std::int64_t> integers(const toml::table& table, std::string_view key) {
        std::vector<std::int64_t> numbers;
        const toml::array* array = table.get(key)->as_array();
        if (array == nullptr || array->empty()) {
            wrongType(*table.get(key), key, "a list of whole numbers, as in [8, 16, 32]");
            return numbers;
        }
        for (const toml::node& node : *array) {
            if (const auto* number = node.as_integer())
                numbers.push_back(number->get());
            else
                wrongType(node, key, "a list of whole numbers");
        }
        return numbers;
    }

    std::vector<std::string> strings(const toml::table& table, std::string_view key) {
        std::vector<std::string> texts;
        const toml::node* node = table.get(key);
        if (node == nullptr)
            return texts;
        const toml::array* array = node->as_array();
        if (array == nullptr) {
            wrongType(*node, key, "a list of texts in quotes");
            return texts;
        }
        for (const toml::node& element : *array) {
            if (const auto* text = element.as_string())
                texts.push_back(text->get());
            else
                wrongType(element, key, "a list of texts in quotes");
        }
        return texts;
    }

    /// Ids of stages, which need not exist.
    std::vector<std::string> ids(const toml::table& table, std::string_view key) {
        std::vector<std::string> texts = strings(table, key);
        for (const std::string& text : texts)
            if (text.find('/') == std::string::npos)
                complain(table.get(key)->source(),
                         fmt::format("'{}' is no id of a stage: write TRACK/NN-NAME, as in matmul/07-tiled", text));
        return texts;
    }

    /// A text that must be one of a few.
    std::string choice(const toml::table& table, std::string_view where, std::string_view key, Need need,
                       const std::vector<std::string>& choices) {
        const std::string text = string(table, where, key, need);
        if (!text.empty() && std::find(choices.begin(), choices.end(), text) == choices.end())
            complain(table.get(key)->source(),
                     fmt::format("'{}' cannot be '{}'{}", key, text, suggestion(text, choices)));
        return text;
    }

    /// The tables of [[key]]; none where there are none.
    std::vector<const toml::table*> tables(const toml::table& table, std::string_view key) {
        std::vector<const toml::table*> found;
        const toml::node* node = table.get(key);
        if (node == nullptr)
            return found;
        const toml::array* array = node->as_array();
        if (array == nullptr) {
            wrongType(*node, key, fmt::format("a list of tables: write [[{}]]", key));
            return found;
        }
        for (const toml::node& element : *array) {
            if (const auto* row = element.as_table())
                found.push_back(row);
            else
                wrongType(element, key, fmt::format("a list of tables: write [[{}]]", key));
        }
        return found;
    }

    /// A list of expressions. A single one may stand without the list's brackets.
    std::vector<std::string> expressions(const toml::table& table, std::string_view where, std::string_view key,
                                         Need need, std::size_t most, const std::vector<std::string>& variables) {
        std::vector<std::string> texts;
        const toml::node* node = get(table, where, key, need);
        if (node == nullptr)
            return texts;
        const auto take = [&](const toml::node& element) {
            if (const auto* text = element.as_string()) {
                checkExpression(*text, variables);
                texts.push_back(text->get());
            } else if (const auto* number = element.as_integer()) {
                texts.push_back(std::to_string(number->get()));
            } else {
                wrongType(element, key, "a list of expressions, as in [\"ceil_div(N, TILE)\", \"1\"]");
            }
        };
        if (const auto* array = node->as_array()) {
            if (array->empty() || array->size() > most)
                complain(node->source(), fmt::format("'{}' has {} entries: write 1 to {}", key, array->size(), most));
            for (const toml::node& element : *array)
                take(element);
        } else {
            take(*node);
        }
        return texts;
    }

    std::string expression(const toml::table& table, std::string_view where, std::string_view key, Need need,
                           const std::vector<std::string>& variables) {
        const toml::node* node = get(table, where, key, need);
        if (node == nullptr)
            return {};
        if (const auto* number = node->as_integer())
            return std::to_string(number->get());
        if (const auto* text = node->as_string()) {
            checkExpression(*text, variables);
            return text->get();
        }
        wrongType(*node, key, "an expression in quotes");
        return {};
    }

    void checkExpression(const toml::value<std::string>& value, const std::vector<std::string>& variables) {
        try {
            const Expression parsed(value.get(), variables);
        } catch (const ExpressionError& error) {
            toml::source_region place = value.source();
            // Where no character is written as an escape, the position inside the quotes is the one in the file.
            if (place.begin.line == place.end.line && place.end.column - place.begin.column == value.get().size() + 2)
                place.begin.column += 1 + static_cast<toml::source_index>(error.position());
            complain(place, fmt::format("'{}' is no expression: {}", value.get(), error.what()));
        }
    }

    const toml::node* get(const toml::table& table, std::string_view where, std::string_view key, Need need) {
        const toml::node* node = table.get(key);
        if (node == nullptr && need == Need::Required)
            complain(table.source(), fmt::format("'{}' is missing in {}", key, where));
        return node;
    }

private:
    void wrongType(const toml::node& node, std::string_view key, std::string_view wanted) {
        complain(node.source(), fmt::format("'{}' must be {}", key, wanted));
    }

    static std::string near(std::string_view key, const std::vector<std::string>& allowed) {
        const std::string nearest = nearestWord(key, allowed);
        return nearest.empty() ? std::string() : fmt::format(": did you mean '{}'?", nearest);
    }

    std::string m_file;
    std::vector<Problem>& m_problems;
};

/// Kernels alone have pictures.
std::string readOpens(Reader& reader, const toml::table& root) {
    if (root.contains("kernel"))
        return reader.choice(root, "the stage", "opens", Need::Required, pictures);
    if (const toml::node* node = root.get("opens"))
        reader.complain(node->source(), "'opens' is for a [kernel], whose pictures it chooses from: leave it out");
    return {};
}

/// Reads the parts of one stage. Problems go to the Reader; what is returned then is not used.
class StageReader {
public:
    StageReader(Reader& reader, const toml::table& root, Stage& stage)
        : m_reader(reader)
        , m_root(root)
        , m_stage(stage) {}

    void read() {
        m_reader.checkKeys(m_root, "the stage",
                           {"title", "short", "idea", "look_at", "formerly", "replaces", "opens", "kernel", "library",
                            "cpu", "rounding", "window", "parameter", "argument", "shared"});
        m_stage.title = m_reader.string(m_root, "the stage", "title", Need::Required);
        m_stage.shortTitle = m_reader.string(m_root, "the stage", "short", Need::Optional);
        if (m_stage.shortTitle.empty())
            m_stage.shortTitle = m_stage.title;
        m_stage.idea = m_reader.string(m_root, "the stage", "idea", Need::Required);
        m_stage.lookAt = m_reader.string(m_root, "the stage", "look_at", Need::Required);
        m_stage.formerly = m_reader.ids(m_root, "formerly");
        m_stage.replaces = m_reader.ids(m_root, "replaces");

        readParameters();
        m_variables = {"M", "N", "K"};
        for (const Parameter& parameter : m_stage.parameters)
            m_variables.push_back(parameter.name);
        readArguments();
        readSharedArrays();
        readWhatRuns();
        readRounding();
        readWindow();
    }

private:
    void readParameters() {
        constexpr std::string_view where = "[[parameter]]";
        std::set<std::string> names;
        for (const toml::table* row : m_reader.tables(m_root, "parameter")) {
            m_reader.checkKeys(
                *row, where,
                {"name", "label", "default", "values", "names", "min", "max", "measured", "switch", "suits", "before"});
            Parameter parameter;
            parameter.name = m_reader.string(*row, where, "name", Need::Required);
            checkParameterName(*row, parameter.name, names);
            parameter.label = m_reader.string(*row, where, "label", Need::Optional);
            if (parameter.label.empty())
                parameter.label = parameter.name;
            parameter.isSwitch = m_reader.boolean(*row, where, "switch");
            readAllowedValues(*row, parameter);
            readNames(*row, parameter);
            parameter.before = m_reader.integer(*row, where, "before", Need::Optional);
            if (parameter.before && !parameter.allows(*parameter.before))
                m_reader.complain(
                    row->get("before")->source(),
                    fmt::format("{} of 'before' is not allowed: write {}", *parameter.before, parameter.allowedText()));
            parameter.suits = m_reader.expression(*row, where, "suits", Need::Optional, {"M", "N", "K"});
            m_stage.parameters.push_back(std::move(parameter));
        }
    }

    void checkParameterName(const toml::table& row, const std::string& name, std::set<std::string>& names) {
        const toml::node* node = row.get("name");
        if (name.empty() || node == nullptr)
            return;
        if (!isIdentifier(name) || name.starts_with("__"))
            m_reader.complain(node->source(),
                              fmt::format("'{}' is no name for a macro: use letters, digits and _", name));
        else if (name.size() == 1)
            m_reader.complain(
                node->source(),
                fmt::format("'{}' is too short: a macro of one letter collides with the size (M, N, K) or "
                            "with names in the compiler's own headers",
                            name));
        else if (name == "ceil_div" || name == "round_up" || name == "min" || name == "max")
            m_reader.complain(node->source(), fmt::format("'{}' is the name of a function in expressions", name));
        if (!names.insert(name).second)
            m_reader.complain(node->source(), fmt::format("there are two parameters '{}'", name));
    }

    void readAllowedValues(const toml::table& row, Parameter& parameter) {
        constexpr std::string_view where = "[[parameter]]";
        const auto chosen = m_reader.integer(row, where, "default", Need::Required);
        const bool hasRange = row.contains("min") || row.contains("max");
        if (row.contains("values") == hasRange) {
            m_reader.complain(row.source(), "a parameter has either 'values' or both 'min' and 'max'");
            return;
        }
        if (hasRange) {
            const auto minimum = m_reader.integer(row, where, "min", Need::Required);
            const auto maximum = m_reader.integer(row, where, "max", Need::Required);
            if (!minimum || !maximum)
                return;
            parameter.minimum = *minimum;
            parameter.maximum = *maximum;
            if (parameter.minimum > parameter.maximum)
                m_reader.complain(row.get("min")->source(), "'min' is larger than 'max'");
        } else {
            parameter.values = distinctIntegers(row, "values");
            if (parameter.values.empty())
                return;
        }
        if (parameter.isSwitch && parameter.values.size() != 2)
            m_reader.complain(row.get("switch")->source(), "a switch needs exactly two 'values': off, then on");
        if (!chosen)
            return;
        parameter.defaultValue = *chosen;
        if (!parameter.allows(parameter.defaultValue))
            m_reader.complain(row.get("default")->source(),
                              fmt::format("the default {} is not allowed: write {}", parameter.defaultValue,
                                          parameter.allowedText()));
        readMeasuredValues(row, parameter);
    }

    void readNames(const toml::table& row, Parameter& parameter) {
        if (!row.contains("names"))
            return;
        parameter.names = m_reader.strings(row, "names");
        if (parameter.names.size() != parameter.values.size())
            m_reader.complain(row.get("names")->source(), "'names' has a name for each of the 'values'");
    }

    void readMeasuredValues(const toml::table& row, Parameter& parameter) {
        if (!row.contains("measured"))
            return;
        const toml::source_region& source = row.get("measured")->source();
        parameter.measured = distinctIntegers(row, "measured");
        for (const std::int64_t value : parameter.measured)
            if (!parameter.allows(value))
                m_reader.complain(
                    source, fmt::format("{} of 'measured' is not allowed: write {}", value, parameter.allowedText()));
        if (std::find(parameter.measured.begin(), parameter.measured.end(), parameter.defaultValue) ==
            parameter.measured.end())
            m_reader.complain(source, fmt::format("the default {} is missing in 'measured'", parameter.defaultValue));
    }

    std::vector<std::int64_t> distinctIntegers(const toml::table& row, const char* key) {
        std::vector<std::int64_t> values = m_reader.integers(row, key);
        const std::set<std::int64_t> distinct(values.begin(), values.end());
        if (distinct.size() != values.size())
            m_reader.complain(row.get(key)->source(), fmt::format("a value stands twice in '{}'", key));
        return values;
    }

    std::optional<ElementType> elementType(const toml::table& row, std::string_view where) {
        const std::string name = m_reader.string(row, where, "type", Need::Required);
        if (name.empty())
            return std::nullopt;
        const auto type = parseElementType(name);
        if (!type)
            m_reader.complain(row.get("type")->source(),
                              fmt::format("'{}' is no type: write one of {}", name, elementTypeNames()));
        return type;
    }

    void readArguments() {
        constexpr std::string_view where = "[[argument]]";
        std::set<std::string> names;
        std::uint64_t arrays = 0;
        for (const toml::table* row : m_reader.tables(m_root, "argument")) {
            m_reader.checkKeys(*row, where,
                               {"name", "type", "shape", "used", "padding", "transposed", "role", "fill", "lanes",
                                "below", "value", "pitch_of"});
            Argument argument;
            argument.name = m_reader.string(*row, where, "name", Need::Required);
            if (!argument.name.empty() && !names.insert(argument.name).second)
                m_reader.complain(row->get("name")->source(),
                                  fmt::format("there are two arguments '{}'", argument.name));
            argument.type = elementType(*row, where).value_or(ElementType::F32);
            argument.isArray = row->contains("shape");
            if (argument.isArray == row->contains("value")) {
                m_reader.complain(row->source(), "an argument has either a 'shape' (array) or a 'value' (scalar)");
                continue;
            }
            if (argument.isArray)
                readArrayArgument(*row, argument, ++arrays);
            else
                readScalarArgument(*row, argument);
            m_stage.arguments.push_back(std::move(argument));
        }
    }

    void readArrayArgument(const toml::table& row, Argument& argument, std::uint64_t number) {
        constexpr std::string_view where = "[[argument]]";
        argument.shape = m_reader.expressions(row, where, "shape", Need::Required, 4, m_variables);
        readPadding(row, argument);
        argument.transposed = m_reader.expression(row, where, "transposed", Need::Optional, m_variables);
        if (!argument.transposed.empty() && (argument.shape.size() != 2 || row.contains("used")))
            m_reader.complain(row.get("transposed")->source(), "only a matrix without padding can be transposed");
        const std::string role = m_reader.choice(row, where, "role", Need::Required, {"in", "out", "inout"});
        argument.role = role == "out" ? Role::Out : role == "inout" ? Role::InOut : Role::In;
        argument.fill = m_reader.string(row, where, "fill", Need::Optional);
        if (row.contains("lanes") || row.contains("below")) {
            readLanes(row, argument);
            return;
        }
        if (argument.fill.empty()) {
            argument.fill = argument.role == Role::Out ? "poison" : fmt::format("random:{}", number);
            return;
        }
        try {
            if (parseFill(argument.fill).layout)
                m_reader.complain(row.get("fill")->source(), "the layout of a matrix is given by 'shape' and 'used'");
        } catch (const SpecError& error) {
            m_reader.complain(row.get("fill")->source(), error.what());
        }
    }

    void readLanes(const toml::table& row, Argument& argument) {
        constexpr std::string_view where = "[[argument]]";
        std::vector<std::string> variables = m_variables;
        variables.emplace_back("lane");
        argument.lanes = m_reader.expression(row, where, "lanes", Need::Required, variables);
        argument.below = m_reader.expression(row, where, "below", Need::Required, m_variables);
        if (!argument.fill.empty())
            m_reader.complain(row.get("fill")->source(), "'lanes' says what is in the array: leave out 'fill'");
    }

    void readPadding(const toml::table& row, Argument& argument) {
        constexpr std::string_view where = "[[argument]]";
        argument.used = m_reader.expressions(row, where, "used", Need::Optional, 4, m_variables);
        const std::string padding = m_reader.choice(row, where, "padding", Need::Optional, {"zeros", "poison"});
        argument.poisonedPadding = padding == "poison";
        if (argument.used.empty()) {
            if (!padding.empty())
                m_reader.complain(row.get("padding")->source(), "without 'used' nothing is padding");
            argument.used = argument.shape;
        } else if (argument.shape.size() != 2 || argument.used.size() != 2) {
            m_reader.complain(row.get("used")->source(),
                              "only a matrix can have padding: write two extents in 'shape' and in 'used'");
        }
    }

    void readScalarArgument(const toml::table& row, Argument& argument) {
        constexpr std::string_view where = "[[argument]]";
        for (const std::string_view key : {"role", "fill", "lanes", "below", "used", "padding", "transposed"})
            if (row.contains(key))
                m_reader.complain(row.get(key)->source(), fmt::format("'{}' is for arrays, and this is a scalar", key));
        argument.value = m_reader.expression(row, where, "value", Need::Required, m_variables);
        std::vector<std::string> matrices;
        for (const Argument& other : m_stage.arguments)
            if (other.isArray && other.shape.size() == 2)
                matrices.push_back(other.name);
        argument.pitchOf = m_reader.choice(row, where, "pitch_of", Need::Optional, matrices);
    }

    void readSharedArrays() {
        constexpr std::string_view where = "[[shared]]";
        std::set<std::string> names;
        for (const toml::table* row : m_reader.tables(m_root, "shared")) {
            m_reader.checkKeys(*row, where, {"name", "type", "shape", "used", "holds", "note", "within", "at"});
            SharedArray array;
            array.name = m_reader.string(*row, where, "name", Need::Required);
            if (!array.name.empty() && !names.insert(array.name).second)
                m_reader.complain(row->get("name")->source(),
                                  fmt::format("there are two shared arrays '{}'", array.name));
            array.type = elementType(*row, where).value_or(ElementType::F32);
            array.shape = m_reader.expressions(*row, where, "shape", Need::Required, 4, m_variables);
            array.used = m_reader.expressions(*row, where, "used", Need::Optional, 4, m_variables);
            if (array.used.empty())
                array.used = array.shape;
            else if (array.used.size() != array.shape.size())
                m_reader.complain(row->get("used")->source(), "'used' and 'shape' have different numbers of extents");
            std::vector<std::string> arguments;
            for (const Argument& argument : m_stage.arguments)
                if (argument.isArray)
                    arguments.push_back(argument.name);
            array.holds = m_reader.choice(*row, where, "holds", Need::Optional, arguments);
            array.note = m_reader.string(*row, where, "note", Need::Optional);
            array.within = m_reader.string(*row, where, "within", Need::Optional);
            array.at = m_reader.expression(*row, where, "at", Need::Optional, m_variables);
            if (row->contains("at") != row->contains("within"))
                m_reader.complain(row->source(),
                                  "a part of a variable says both: 'within', the variable, and 'at', the "
                                  "bytes before it");
            m_stage.sharedArrays.push_back(std::move(array));
        }
    }

    void readWhatRuns() {
        const int ways = m_root.contains("kernel") + m_root.contains("library") + m_root.contains("cpu");
        if (ways != 1) {
            m_reader.complain(m_root.source(), "a stage has either a [kernel] or a [library], or it runs on the [cpu]");
            return;
        }
        m_stage.opens = readOpens(m_reader, m_root);
        const char* key = m_root.contains("kernel") ? "kernel" : m_root.contains("library") ? "library" : "cpu";
        const toml::table* table = m_root.get(key)->as_table();
        if (table == nullptr)
            m_reader.complain(m_root.get(key)->source(), fmt::format("'{0}' must be a table: write [{0}]", key));
        else if (m_root.contains("kernel"))
            readKernel(*table);
        else if (m_root.contains("library"))
            readLibrary(*table);
        else
            readCpu(*table);
    }

    void readCpu(const toml::table& table) {
        constexpr std::string_view where = "[cpu]";
        m_reader.checkKeys(table, where, {"function", "computes", "most_products"});
        CpuInfo cpu;
        cpu.function = m_reader.string(table, where, "function", Need::Required);
        cpu.mostProducts = m_reader.integer(table, where, "most_products", Need::Required).value_or(1);
        if (cpu.mostProducts < 1)
            m_reader.complain(table.get("most_products")->source(), "'most_products' must be positive");
        readComputes(table, where);
        checkInSource(table, "function", cpu.function, "function");
        m_stage.cpu = std::move(cpu);
    }

    void readKernel(const toml::table& table) {
        constexpr std::string_view where = "[kernel]";
        m_reader.checkKeys(table, where, {"name", "grid", "block", "shared_bytes", "computes"});
        KernelInfo kernel;
        kernel.name = m_reader.string(table, where, "name", Need::Required);
        kernel.grid = m_reader.expressions(table, where, "grid", Need::Required, 3, m_variables);
        kernel.block = m_reader.expressions(table, where, "block", Need::Required, 3, m_variables);
        kernel.sharedBytes = m_reader.expression(table, where, "shared_bytes", Need::Optional, m_variables);
        readComputes(table, where);
        checkInSource(table, "name", kernel.name, "kernel");
        m_stage.kernel = std::move(kernel);
    }

    void readLibrary(const toml::table& table) {
        constexpr std::string_view where = "[library]";
        m_reader.checkKeys(table, where, {"name", "function", "computes"});
        LibraryInfo library;
        library.name = m_reader.string(table, where, "name", Need::Required);
        library.function = m_reader.string(table, where, "function", Need::Required);
        readComputes(table, where);
        checkInSource(table, "function", library.function, "function");
        if (!m_stage.parameters.empty())
            m_reader.complain(m_root.get("parameter")->source(),
                              "a library is compiled already: it cannot have parameters");
        m_stage.library = std::move(library);
    }

    void readRounding() {
        constexpr std::string_view where = "[rounding]";
        if (!m_root.contains("rounding"))
            return;
        const toml::table* table = m_root.get("rounding")->as_table();
        if (table == nullptr) {
            m_reader.complain(m_root.get("rounding")->source(), "'rounding' must be a table: write [rounding]");
            return;
        }
        m_reader.checkKeys(*table, where, {"to", "error", "reason"});
        Rounding rounding;
        rounding.to = m_reader.string(*table, where, "to", Need::Required);
        const auto error = m_reader.number(*table, where, "error", Need::Required);
        rounding.error = error.value_or(0.0);
        rounding.reason = m_reader.string(*table, where, "reason", Need::Required);
        if (error && !(*error > 0.0 && *error < 1.0))
            m_reader.complain(table->get("error")->source(), "'error' must be between 0 and 1: it is relative");
        m_stage.rounding = std::move(rounding);
    }

    void readWindow() {
        constexpr std::string_view where = "[window]";
        if (!m_root.contains("window"))
            return;
        const toml::table* table = m_root.get("window")->as_table();
        if (table == nullptr || !m_stage.kernel) {
            m_reader.complain(m_root.get("window")->source(),
                              "'window' must be a table beside a [kernel]: write [window]");
            return;
        }
        m_reader.checkKeys(*table, where, {"array", "when"});
        std::vector<std::string> arrays;
        for (const Argument& argument : m_stage.arguments)
            if (argument.isArray)
                arrays.push_back(argument.name);
        m_stage.window = {m_reader.choice(*table, where, "array", Need::Required, arrays),
                          m_reader.expression(*table, where, "when", Need::Required, m_variables)};
    }

    void readComputes(const toml::table& table, std::string_view where) {
        std::vector<std::string> names;
        for (const Work& work : knownWork())
            names.emplace_back(work.name);
        m_stage.computes = m_reader.choice(table, where, "computes", Need::Optional, names);
    }

    /// A template instance, "lesson::tile<32,1>", stands in the source as "tile".
    void checkInSource(const toml::table& table, const char* key, const std::string& name, std::string_view what) {
        std::string_view bare = std::string_view(name).substr(0, name.find('<'));
        bare.remove_prefix(bare.rfind(':') + 1);
        if (!name.empty() && !m_stage.source.tokens().mention(bare))
            m_reader.complain(table.get(key)->source(),
                              fmt::format("{} has no {} '{}'", m_stage.sourceFileName(), what, bare));
    }

    Reader& m_reader;
    const toml::table& m_root;
    Stage& m_stage;
    std::vector<std::string> m_variables;
};

} // namespace

std::optional<std::string> readText(const std::filesystem::path& file, std::vector<Problem>& problems) {
    try {
        return readText(file, sourceLimit);
    } catch (const FileError& error) {
        problems.push_back({file.string(), 0, 0, "cannot be read: " + error.reason});
        return std::nullopt;
    }
}

std::optional<Stage> readStage(const std::filesystem::path& tomlFile, const std::filesystem::path& sourceFile,
                               const std::string& track, std::vector<Problem>& problems) {
    const std::size_t before = problems.size();
    Stage stage;
    stage.track = track;
    stage.id = track + "/" + tomlFile.stem().string();
    stage.tomlFile = tomlFile;
    stage.sourceFile = sourceFile;

    const auto text = readText(tomlFile, problems);
    auto source = readText(sourceFile, problems);
    if (!text || !source)
        return std::nullopt;
    stage.source = std::move(*source);

    Reader reader(tomlFile.string(), problems);
    const auto root = reader.parse(*text);
    if (!root)
        return std::nullopt;
    StageReader(reader, *root, stage).read();
    if (problems.size() != before)
        return std::nullopt;
    return stage;
}

Track readTrack(const std::filesystem::path& tomlFile, const std::string& id, std::vector<Problem>& problems) {
    Track track{id, id};
    const auto text = readText(tomlFile, problems);
    if (!text)
        return track;
    Reader reader(tomlFile.string(), problems);
    const auto root = reader.parse(*text);
    if (!root)
        return track;
    reader.checkKeys(*root, "the track", {"title", "order", "figure", "dimensions", "counted", "picture", "ladder"});
    if (std::string title = reader.string(*root, "the track", "title", Need::Required); !title.empty())
        track.title = std::move(title);
    track.order = reader.integer(*root, "the track", "order", Need::Required).value_or(0);
    if (std::string figure = reader.choice(*root, "the track", "figure", Need::Optional, {"GFLOP/s", "GB/s"});
        !figure.empty())
        track.figure = std::move(figure);
    if (const auto dimensions = reader.integer(*root, "the track", "dimensions", Need::Optional)) {
        if (*dimensions < 1 || *dimensions > 3)
            reader.complain(root->source(), fmt::format("the track's dimensions are 1, 2 or 3, not {}", *dimensions));
        else
            track.dimensions = static_cast<int>(*dimensions);
    }
    for (const auto& [key, size] : {std::pair{"counted", &track.counted}, std::pair{"picture", &track.picture}})
        if (const auto wanted = reader.integer(*root, "the track", key, Need::Optional)) {
            if (*wanted < 1)
                reader.complain(root->source(), fmt::format("the track's {} size is positive, not {}", key, *wanted));
            else
                *size = *wanted;
        }
    if (root->contains("ladder"))
        track.ladder = reader.boolean(*root, "the track", "ladder");
    return track;
}

} // namespace warplens::kernels
