// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/cuda_text.h"

#include "kernels/catalogue/expression.h"
#include "sim/ptx/module.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <regex>

namespace warplens::engine {
namespace {

using kernels::ElementType;

bool isWordCharacter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// The text with comments and literals blanked, so that places stay where they are.
std::string withoutComments(std::string_view text) {
    std::string plain(text);
    for (size_t i = 0; i < plain.size();) {
        size_t end = i + 1;
        const bool lineComment = text.substr(i, 2) == "//", blockComment = text.substr(i, 2) == "/*";
        if (lineComment) {
            end = std::min(text.find('\n', i), text.size());
        } else if (blockComment) {
            const size_t close = text.find("*/", i + 2);
            end = close == std::string_view::npos ? text.size() : close + 2;
        } else if (text[i] == '"') {
            while (end < text.size() && text[end] != '"' && text[end] != '\n')
                end += text[end] == '\\' ? 2 : 1;
            end = std::min(end + 1, text.size());
        } else {
            ++i;
            continue;
        }
        for (; i < end; ++i)
            if (plain[i] != '\n')
                plain[i] = ' ';
    }
    return plain;
}

/// The place behind the bracket that closes the one at `open`; npos where none does.
size_t behindClosing(std::string_view text, size_t open) {
    const char opening = text[open], closing = opening == '(' ? ')' : opening == '{' ? '}' : '>';
    int depth = 0;
    for (size_t i = open; i < text.size(); ++i) {
        depth += text[i] == opening;
        depth -= text[i] == closing;
        if (depth == 0)
            return i + 1;
    }
    return std::string_view::npos;
}

std::string trimmed(std::string_view text) {
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())))
        text.remove_prefix(1);
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())))
        text.remove_suffix(1);
    std::string joined; // one space for any number of blanks
    for (const char c : text)
        if (!std::isspace(static_cast<unsigned char>(c)))
            joined += c;
        else if (joined.empty() || joined.back() != ' ')
            joined += ' ';
    return joined;
}

/// Of types < and > are brackets, too; of values they are not.
std::vector<std::string> splitAtCommas(std::string_view text, bool ofTypes = true) {
    std::vector<std::string> parts;
    int depth = 0;
    size_t from = 0;
    for (size_t i = 0; i <= text.size(); ++i) {
        if (i < text.size()) {
            depth += text[i] == '(' || text[i] == '[' || text[i] == '{' || (ofTypes && text[i] == '<');
            depth -= text[i] == ')' || text[i] == ']' || text[i] == '}' || (ofTypes && text[i] == '>');
        }
        if (i == text.size() || (text[i] == ',' && depth == 0)) {
            if (std::string part = trimmed(text.substr(from, i - from)); !part.empty())
                parts.push_back(std::move(part));
            from = i + 1;
        }
    }
    return parts;
}

struct KnownType {
    const char* name;
    ElementType type;
    unsigned count;
};
constexpr KnownType knownTypes[] = {
    {"float", ElementType::F32, 1},
    {"double", ElementType::F64, 1},
    {"int", ElementType::I32, 1},
    {"signed", ElementType::I32, 1},
    {"int32_t", ElementType::I32, 1},
    {"unsigned", ElementType::U32, 1},
    {"unsigned int", ElementType::U32, 1},
    {"uint", ElementType::U32, 1},
    {"uint32_t", ElementType::U32, 1},
    {"long long", ElementType::I64, 1},
    {"long long int", ElementType::I64, 1},
    {"long", ElementType::I64, 1},
    {"int64_t", ElementType::I64, 1},
    {"ptrdiff_t", ElementType::I64, 1},
    {"unsigned long long", ElementType::U64, 1},
    {"unsigned long", ElementType::U64, 1},
    {"uint64_t", ElementType::U64, 1},
    {"size_t", ElementType::U64, 1},
    {"std::size_t", ElementType::U64, 1},
    {"short", ElementType::I16, 1},
    {"int16_t", ElementType::I16, 1},
    {"unsigned short", ElementType::U16, 1},
    {"uint16_t", ElementType::U16, 1},
    {"char", ElementType::I8, 1},
    {"signed char", ElementType::I8, 1},
    {"int8_t", ElementType::I8, 1},
    {"unsigned char", ElementType::U8, 1},
    {"uint8_t", ElementType::U8, 1},
    {"bool", ElementType::U8, 1},
    {"__half", ElementType::F16, 1},
    {"half", ElementType::F16, 1},
    {"__half2", ElementType::F16, 2},
    {"half2", ElementType::F16, 2},
    {"float2", ElementType::F32, 2},
    {"float3", ElementType::F32, 3},
    {"float4", ElementType::F32, 4},
    {"double2", ElementType::F64, 2},
    {"int2", ElementType::I32, 2},
    {"int3", ElementType::I32, 3},
    {"int4", ElementType::I32, 4},
    {"uint2", ElementType::U32, 2},
    {"uint3", ElementType::U32, 3},
    {"uint4", ElementType::U32, 4},
    {"double3", ElementType::F64, 3},
    {"double4", ElementType::F64, 4},
    {"char2", ElementType::I8, 2},
    {"char4", ElementType::I8, 4},
    {"uchar3", ElementType::U8, 3},
    {"uchar4", ElementType::U8, 4},
    {"short2", ElementType::I16, 2},
    {"longlong2", ElementType::I64, 2},
    {"uchar", ElementType::U8, 1},
    {"ushort", ElementType::U16, 1},
    {"ulong", ElementType::U64, 1},
    {"std::uint8_t", ElementType::U8, 1},
    {"std::int32_t", ElementType::I32, 1},
    {"std::uint32_t", ElementType::U32, 1},
    {"std::int64_t", ElementType::I64, 1},
    {"std::uint64_t", ElementType::U64, 1},
    {"__nv_bfloat16", ElementType::U16, 1},
    {"nv_bfloat16", ElementType::U16, 1},
    {"cuComplex", ElementType::F32, 2},
    {"cuFloatComplex", ElementType::F32, 2},
    {"cuDoubleComplex", ElementType::F64, 2},
    {"curandState", ElementType::U32, 12},
    {"curandState_t", ElementType::U32, 12},
    {"curandStateXORWOW_t", ElementType::U32, 12},
    {"curandStatePhilox4_32_10_t", ElementType::U32, 16},
    {"curandStateMRG32k3a", ElementType::U32, 12},
};

const KnownType* knownType(const std::string& name) {
    const auto found =
        std::find_if(std::begin(knownTypes), std::end(knownTypes), [&](const KnownType& t) { return name == t.name; });
    return found == std::end(knownTypes) ? nullptr : found;
}

/// The type without what does not change its size.
std::string bareType(const std::string& type) {
    static const std::regex words(
        R"(\b(const|volatile|__restrict__|__restrict|restrict|__grid_constant__|struct)\b|[*&])");
    return trimmed(std::regex_replace(type, words, " "));
}

KernelParameter readParameter(const std::string& text) {
    KernelParameter parameter;
    std::string declared = text.substr(0, text.find('='));
    if (const size_t bracket = declared.find('['); bracket != std::string::npos) {
        parameter.pointer = true;
        declared.resize(bracket);
    }
    declared = trimmed(declared);
    size_t nameBegins = declared.size();
    while (nameBegins > 0 && isWordCharacter(declared[nameBegins - 1]))
        --nameBegins;
    parameter.name = declared.substr(nameBegins);
    parameter.type = trimmed(declared.substr(0, nameBegins));
    parameter.pointer |= parameter.type.find('*') != std::string::npos;
    static const std::regex constant(R"(\bconst\b[^*]*\*|\bconst\s*\w+\s*$)");
    parameter.constant = std::regex_search(parameter.type, constant);
    if (const auto known = elementsOf(parameter.type)) {
        parameter.element = known->element;
        parameter.perElement = known->count;
    }
    return parameter;
}

/// Of "template<…>" that ends right before `at`.
std::vector<std::string> templateBefore(const std::string& text, size_t at) {
    size_t end = at;
    while (end > 0 && std::isspace(static_cast<unsigned char>(text[end - 1])))
        --end;
    if (end == 0 || text[end - 1] != '>')
        return {};
    int depth = 0;
    for (size_t i = end; i-- > 0;) {
        depth += text[i] == '>';
        depth -= text[i] == '<';
        if (depth != 0)
            continue;
        if (trimmed(std::string_view(text).substr(0, i)).ends_with("template"))
            return splitAtCommas(std::string_view(text).substr(i + 1, end - i - 2));
        break;
    }
    return {};
}

} // namespace

std::optional<ElementsOfType> elementsOf(const std::string& type) {
    std::string bare = bareType(type);
    const KnownType* known = knownType(bare);
    if (known == nullptr && bare.ends_with(" int")) // "long int", "unsigned short int"
        known = knownType(bare.substr(0, bare.size() - 4));
    return known ? std::optional(ElementsOfType{known->type, known->count}) : std::nullopt;
}

std::vector<KernelSignature> kernelsInSource(std::string_view source) {
    const std::string text = withoutComments(source);
    std::vector<KernelSignature> kernels;
    constexpr std::string_view keyword = "__global__";
    for (size_t at = text.find(keyword); at != std::string::npos; at = text.find(keyword, at + 1)) {
        KernelSignature kernel;
        kernel.templateParameters = templateBefore(text, at);
        // The name stands before the first bracket that is not of an attribute.
        size_t open = text.find('(', at);
        while (open != std::string::npos) {
            size_t end = open;
            while (end > at && std::isspace(static_cast<unsigned char>(text[end - 1])))
                --end;
            size_t begin = end;
            while (begin > at && isWordCharacter(text[begin - 1]))
                --begin;
            kernel.name = text.substr(begin, end - begin);
            if (kernel.name != "__launch_bounds__" && kernel.name != "__attribute__")
                break;
            const size_t behind = behindClosing(text, open);
            if (kernel.name == "__launch_bounds__") {
                const std::string bound = trimmed(std::string_view(text).substr(open + 1, behind - open - 2));
                std::from_chars(bound.data(), bound.data() + bound.size(), kernel.threadsAtMost);
            }
            open = behind == std::string::npos ? behind : text.find('(', behind);
        }
        const size_t behind = open == std::string::npos ? open : behindClosing(text, open);
        if (behind == std::string::npos || kernel.name.empty())
            continue;
        for (const std::string& part : splitAtCommas(std::string_view(text).substr(open + 1, behind - open - 2)))
            if (part != "void")
                kernel.parameters.push_back(readParameter(part));
        const size_t brace = text.find_first_not_of(" \t\r\n", behind);
        const bool defined = brace != std::string::npos && text[brace] == '{';
        if (defined)
            kernel.body = text.substr(brace, behindClosing(text, brace) - brace);
        static const std::regex second(R"((threadIdx|blockIdx|blockDim|gridDim)\s*\.\s*y\b)");
        kernel.twoDimensional = std::regex_search(kernel.body, second);
        const auto same =
            std::find_if(kernels.begin(), kernels.end(), [&](const auto& k) { return k.name == kernel.name; });
        if (same == kernels.end())
            kernels.push_back(std::move(kernel));
        else if (defined)
            *same = std::move(kernel); // it was only declared before
    }
    return kernels;
}

std::vector<KernelSignature> kernelsInPtx(std::string_view text) {
    const sim::ptx::Module module = sim::ptx::parse(std::string(text));
    std::vector<KernelSignature> kernels;
    for (const auto& function : module.functions) {
        if (!function->isEntry || !function->hasBody)
            continue;
        KernelSignature kernel;
        kernel.name = function->name;
        kernel.threads = function->requiredThreads;
        const auto& most = function->maximumThreads;
        kernel.threadsAtMost = most[0] * std::max(1u, most[1]) * std::max(1u, most[2]);
        for (const sim::ptx::Variable& variable : function->params) {
            KernelParameter parameter;
            parameter.name = variable.name;
            parameter.pointer = variable.bytes == 8 && variable.type == sim::ptx::Type::u64; // as nvcc writes them
            parameter.type = "." + std::string(sim::ptx::typeName(variable.type));
            switch (variable.type) {
            case sim::ptx::Type::f32:
                parameter.element = ElementType::F32;
                break;
            case sim::ptx::Type::f64:
                parameter.element = ElementType::F64;
                break;
            default:
                parameter.element = parameter.pointer     ? ElementType::F32
                                    : variable.bytes == 1 ? ElementType::U8
                                    : variable.bytes == 2 ? ElementType::U16
                                    : variable.bytes == 4 ? ElementType::I32
                                    : variable.bytes == 8 ? ElementType::I64
                                                          : std::optional<ElementType>();
            }
            kernel.parameters.push_back(std::move(parameter));
        }
        kernel.twoDimensional = text.find("%tid.y") != std::string_view::npos;
        kernels.push_back(std::move(kernel));
    }
    return kernels;
}

std::map<std::string, std::int64_t> constantsIn(std::string_view source) {
    const std::string text = withoutComments(source);
    std::map<std::string, std::int64_t> constants;
    static const std::regex definition(
        R"(#[ \t]*define[ \t]+(\w+)[ \t]+([^\n]+)|(?:constexpr|const)\s+(?:static\s+)?(?:unsigned\s+|signed\s+)?(?:int|unsigned|long|short|auto|size_t|u?int\d+_t)\s+(\w+)\s*=\s*([^;,\n]+)\s*;)");
    for (auto it = std::sregex_iterator(text.begin(), text.end(), definition); it != std::sregex_iterator(); ++it) {
        const bool macro = (*it)[1].matched;
        try {
            constants.emplace((*it)[macro ? 1 : 3].str(),
                              kernels::evaluate(trimmed((*it)[macro ? 2 : 4].str()), constants));
        } catch (const std::exception&) { // no whole number: of no use for an extent
        }
    }
    return constants;
}

std::vector<LaunchInText> launchesIn(std::string_view source) {
    const std::string text = withoutComments(source);
    std::vector<LaunchInText> launches;
    for (size_t at = text.find("<<<"); at != std::string::npos; at = text.find("<<<", at + 3)) {
        const size_t close = text.find(">>>", at);
        if (close == std::string::npos)
            break;
        LaunchInText launch;
        size_t end = at;
        const auto skipBlanks = [&] {
            while (end > 0 && std::isspace(static_cast<unsigned char>(text[end - 1])))
                --end;
        };
        skipBlanks();
        if (end > 0 && text[end - 1] == '>') {
            int depth = 0;
            size_t open = end;
            while (open-- > 0) {
                depth += text[open] == '>';
                depth -= text[open] == '<';
                if (depth == 0 || text[open] == ';')
                    break;
            }
            if (open == std::string::npos || text[open] != '<')
                continue;
            launch.templateArguments = splitAtCommas(std::string_view(text).substr(open + 1, end - open - 2));
            end = open;
            skipBlanks();
        }
        size_t begin = end;
        while (begin > 0 && isWordCharacter(text[begin - 1]))
            --begin;
        launch.kernel = text.substr(begin, end - begin);
        const std::vector<std::string> parts =
            splitAtCommas(std::string_view(text).substr(at + 3, close - at - 3), false);
        if (launch.kernel.empty() || parts.size() < 2)
            continue;
        launch.grid = parts[0];
        launch.block = parts[1];
        launch.shared = parts.size() > 2 ? parts[2] : "";
        if (const size_t open = text.find_first_not_of(" \t\r\n", close + 3);
            open != std::string::npos && text[open] == '(')
            if (const size_t behind = behindClosing(text, open); behind != std::string::npos)
                launch.arguments = splitAtCommas(std::string_view(text).substr(open + 1, behind - open - 2), false);
        launches.push_back(std::move(launch));
    }
    return launches;
}

std::map<std::string, std::int64_t> numbersIn(std::string_view source) {
    const std::string text = withoutComments(source);
    std::map<std::string, std::int64_t> numbers = constantsIn(source);
    static const std::regex statement(
        R"(\b(?:int|unsigned|long|short|size_t|u?int\d+_t|uint|auto)\s+(\w+\s*(?:=[^;{}]*|\([^;{}()]*\)|\{[^;{}]*\})(?:,[^;{}]*)?);)");
    static const std::regex given(R"((\w+)\s*(?:=\s*(.+)|\((.+)\)|\{(.+)\}))");
    for (auto it = std::sregex_iterator(text.begin(), text.end(), statement); it != std::sregex_iterator(); ++it)
        for (const std::string& part : splitAtCommas((*it)[1].str(), false))
            if (std::smatch found; std::regex_match(part, found, given))
                for (const size_t value : {2, 3, 4})
                    if (found[value].matched)
                        try {
                            numbers.emplace(found[1].str(), kernels::evaluate(found[value].str(), numbers));
                        } catch (const std::exception&) { // read from a file or worked out: not to be known here
                        }
    return numbers;
}

std::optional<std::array<std::int64_t, 3>> extentIn(std::string_view source, const std::string& expression,
                                                    const std::map<std::string, std::int64_t>& numbers) {
    const std::string text = withoutComments(source);
    std::string parts = expression;
    if (std::all_of(expression.begin(), expression.end(), isWordCharacter)) {
        const std::regex declared(R"(\bdim3\b[^;]*?\b)" + expression + R"(\s*(?:=\s*(?:dim3\s*)?)?([({])([^;]*);)");
        std::smatch found;
        if (std::regex_search(text, found, declared)) {
            const std::string rest = found[1].str() + found[2].str();
            const size_t behind = behindClosing(rest, 0);
            if (behind == std::string::npos)
                return {};
            parts = rest.substr(1, behind - 2);
        }
    } else if (parts.starts_with("dim3")) {
        const size_t open = parts.find_first_of("({");
        if (open == std::string::npos || behindClosing(parts, open) == std::string::npos)
            return {};
        parts = parts.substr(open + 1, behindClosing(parts, open) - open - 2);
    }
    std::array<std::int64_t, 3> extent{1, 1, 1};
    const std::vector<std::string> each = splitAtCommas(parts, false);
    if (each.empty() || each.size() > 3)
        return {};
    static const std::regex size(R"(sizeof\s*\(\s*([\w ]+?)\s*\))");
    try {
        for (size_t i = 0; i < each.size(); ++i) {
            std::string part = each[i];
            for (std::smatch found; std::regex_search(part, found, size);) {
                const KnownType* type = knownType(bareType(found[1].str()));
                if (type == nullptr)
                    return {};
                const auto bytes = static_cast<std::int64_t>(kernels::elementSize(type->type)) * type->count;
                part = found.prefix().str() + std::to_string(bytes) + found.suffix().str();
            }
            extent[i] = kernels::evaluate(part, numbers);
        }
    } catch (const std::exception&) {
        return {};
    }
    return extent;
}

std::vector<SharedDeclaration> sharedIn(std::string_view body) {
    const std::string text = withoutComments(body);
    std::vector<SharedDeclaration> found;
    static const std::regex declaration(R"((extern\s+)?__shared__\s+([^;]+);)");
    static const std::regex alignment(R"(__align__\s*\([^)]*\)|alignas\s*\([^)]*\))");
    for (auto it = std::sregex_iterator(text.begin(), text.end(), declaration); it != std::sregex_iterator(); ++it) {
        const std::vector<std::string> parts = splitAtCommas(std::regex_replace((*it)[2].str(), alignment, ""));
        std::string type;
        for (size_t i = 0; i < parts.size(); ++i) {
            // "float As[32][33]", and after a comma "Bs[32][33]" of the same type.
            const std::string head = trimmed(parts[i].substr(0, parts[i].find('[')));
            size_t begin = head.size();
            while (begin > 0 && isWordCharacter(head[begin - 1]))
                --begin;
            if (i == 0)
                type = bareType(head.substr(0, begin));
            SharedDeclaration shared;
            shared.name = head.substr(begin);
            shared.dynamic = (*it)[1].matched;
            const KnownType* known = knownType(type);
            if (!known || shared.name.empty())
                continue;
            shared.elementBytes = static_cast<unsigned>(kernels::elementSize(known->type)) * known->count;
            static const std::regex extent(R"(\[([^\]]*)\])");
            for (auto e = std::sregex_iterator(parts[i].begin(), parts[i].end(), extent); e != std::sregex_iterator();
                 ++e)
                if (std::string inside = trimmed((*e)[1].str()); !inside.empty())
                    shared.extents.push_back(std::move(inside));
            found.push_back(std::move(shared));
        }
    }
    return found;
}

} // namespace warplens::engine
