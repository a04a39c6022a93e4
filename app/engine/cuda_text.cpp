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

std::vector<std::string> splitAtCommas(std::string_view text) {
    std::vector<std::string> parts;
    int depth = 0;
    size_t from = 0;
    for (size_t i = 0; i <= text.size(); ++i) {
        if (i < text.size()) {
            depth += text[i] == '<' || text[i] == '(' || text[i] == '[';
            depth -= text[i] == '>' || text[i] == ')' || text[i] == ']';
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
    {"uint4", ElementType::U32, 4},
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
    if (const KnownType* known = knownType(bareType(parameter.type))) {
        parameter.element = known->type;
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
