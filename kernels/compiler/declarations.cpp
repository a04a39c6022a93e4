// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/compiler/declarations.h"

#include <algorithm>
#include <cctype>
#include <regex>

namespace warplens::kernels {
namespace {

bool isWordCharacter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

bool isBlank(char c) {
    return std::isspace(static_cast<unsigned char>(c)) != 0;
}

/// Calls `each` with every word of the text, until it says true.
template<class Each>
bool anyWord(std::string_view text, Each each) {
    for (size_t i = 0; i < text.size();) {
        if (!isWordCharacter(text[i])) {
            ++i;
            continue;
        }
        size_t end = i;
        while (end < text.size() && isWordCharacter(text[end]))
            ++end;
        if (each(text.substr(i, end - i)))
            return true;
        i = end;
    }
    return false;
}

bool hasWord(std::string_view text, std::string_view word) {
    return anyWord(text, [&](std::string_view w) { return w == word; });
}

bool isOnly(std::string_view text, std::string_view word) {
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text == word;
}

struct Plain {
    std::string text;
    std::vector<bool> directive;
};

/// Comments, literals and preprocessor lines become blanks; lines stay.
Plain plainText(std::string_view text) {
    Plain plain{std::string(text), std::vector<bool>(text.size(), false)};
    bool lineBegins = true;
    for (size_t i = 0; i < text.size();) {
        size_t end = i + 1;
        const char c = text[i];
        if (c == '\n') {
            lineBegins = true;
            ++i;
            continue;
        }
        bool isDirective = false;
        if (text.substr(i, 2) == "//") {
            end = std::min(text.find('\n', i), text.size());
        } else if (text.substr(i, 2) == "/*") {
            const size_t close = text.find("*/", i + 2);
            end = close == std::string_view::npos ? text.size() : close + 2;
        } else if (c == '#' && lineBegins) {
            isDirective = true;
            end = i;
            for (;;) { // with the lines that a backslash joins to it
                end = std::min(text.find('\n', end), text.size());
                size_t last = end;
                while (last > i && (text[last - 1] == '\r' || text[last - 1] == ' '))
                    --last;
                if (end == text.size() || text[last - 1] != '\\')
                    break;
                ++end;
            }
        } else if (c == 'R' && text.substr(i, 2) == "R\"" && (i == 0 || !isWordCharacter(text[i - 1]))) {
            const size_t open = text.find('(', i);
            const std::string closing =
                open == std::string_view::npos ? "\"" : ")" + std::string(text.substr(i + 2, open - i - 2)) + "\"";
            const size_t close = text.find(closing, open == std::string_view::npos ? i + 2 : open);
            end = close == std::string_view::npos ? text.size() : close + closing.size();
        } else if (c == '"' || (c == '\'' && (i == 0 || !isWordCharacter(text[i - 1])))) {
            while (end < text.size() && text[end] != c && text[end] != '\n')
                end += text[end] == '\\' ? 2 : 1;
            end = std::min(end + 1, text.size());
        } else {
            lineBegins = lineBegins && isBlank(c);
            ++i;
            continue;
        }
        for (; i < end; ++i) {
            if (text[i] != '\n')
                plain.text[i] = ' ';
            plain.directive[i] = isDirective;
        }
    }
    return plain;
}

/// The place of the bracket that closes the one at `open`, at most `end`.
size_t closingOf(std::string_view text, size_t open, size_t end) {
    const char opening = text[open], closing = opening == '(' ? ')' : opening == '{' ? '}' : ']';
    int depth = 0;
    for (size_t i = open; i < end; ++i) {
        depth += text[i] == opening;
        depth -= text[i] == closing;
        if (depth == 0)
            return i;
    }
    return end;
}

/// The head without `template<…>`, whose `class T` would be taken for a class.
std::string_view withoutTemplate(std::string_view head) {
    for (;;) {
        size_t at = 0;
        while (at < head.size() && isBlank(head[at]))
            ++at;
        head.remove_prefix(at);
        if (!head.starts_with("template"))
            return head;
        const size_t open = head.find('<');
        if (open == std::string_view::npos)
            return head;
        int depth = 0, round = 0;
        size_t i = open;
        for (; i < head.size(); ++i) {
            round += head[i] == '(';
            round -= head[i] == ')';
            if (round == 0) {
                depth += head[i] == '<';
                depth -= head[i] == '>';
            }
            if (depth == 0)
                break;
        }
        head.remove_prefix(std::min(i + 1, head.size()));
    }
}

} // namespace

std::vector<Inclusion> inclusionsIn(std::string_view text) {
    static const std::regex line(R"((?:^|\n)[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)\"|<([^>\n]+)>))");
    std::vector<Inclusion> found;
    const std::string all(text);
    for (auto it = std::sregex_iterator(all.begin(), all.end(), line); it != std::sregex_iterator(); ++it)
        found.push_back({(*it)[1].matched ? (*it)[1].str() : (*it)[2].str(), (*it)[1].matched});
    return found;
}

std::set<std::string, std::less<>> deviceMarks(std::string_view text) {
    std::set<std::string, std::less<>> marks{"__global__", "__device__",  "__constant__",
                                             "__shared__", "__managed__", "CUDA_CALLABLE_MEMBER"};
    static const std::regex definition(R"((?:^|\n)[ \t]*#[ \t]*define[ \t]+(\w+)(?:\([^)\n]*\))?[ \t]+([^\n]*))");
    const std::string all(text);
    for (int again = 0; again < 3; ++again) // a macro may stand for a macro
        for (auto it = std::sregex_iterator(all.begin(), all.end(), definition); it != std::sregex_iterator(); ++it)
            if (anyWord((*it)[2].str(), [&](std::string_view word) { return marks.contains(word); }))
                marks.insert((*it)[1].str());
    return marks;
}

Declarations::Declarations(std::string text, const std::set<std::string, std::less<>>& marks)
    : m_text(std::move(text)) {
    Plain plain = plainText(m_text);
    m_plain = std::move(plain.text);
    m_directive = std::move(plain.directive);
    m_lineBegins.push_back(0);
    for (size_t i = 0; i < m_text.size(); ++i)
        if (m_text[i] == '\n')
            m_lineBegins.push_back(i + 1);
    m_declarations = parse(0, m_plain.size(), marks);
}

int Declarations::lineOf(size_t place) const {
    return static_cast<int>(std::upper_bound(m_lineBegins.begin(), m_lineBegins.end(), place) - m_lineBegins.begin());
}

std::string_view Declarations::head(const Declaration& declaration) const {
    const size_t end = declaration.bodyEnd != 0 ? declaration.bodyBegin - 1 : declaration.end;
    return std::string_view(m_plain).substr(declaration.begin, end - declaration.begin);
}

std::vector<Declarations::Declaration> Declarations::parse(size_t begin, size_t end,
                                                           const std::set<std::string, std::less<>>& marks) const {
    const std::string_view text = m_plain;
    std::vector<Declaration> found;
    size_t i = begin;
    while (i < end) {
        if (isBlank(text[i]) || text[i] == ';' || text[i] == '}') {
            ++i;
            continue;
        }
        Declaration made;
        made.begin = i;
        bool assigned = false, isLabel = false;
        // Neither "template<int N = 3>" nor "operator==" gives a value to what is declared.
        i += withoutTemplate(text.substr(i, end - i)).data() - (text.data() + i);
        const auto isOfOperator = [&](size_t place) {
            std::string_view before = text.substr(made.begin, place - made.begin);
            before = before.substr(0, before.find_last_not_of("=<>!+-*/&|^% ") + 1);
            return before.ends_with("operator");
        };
        for (; i < end; ++i) {
            const char c = text[i];
            if (c == ';') {
                ++i;
                break;
            }
            if (c == '(' || c == '[') {
                i = closingOf(text, i, end);
            } else if (c == '=') {
                assigned = assigned || !isOfOperator(i);
            } else if (c == ':' && text.substr(i, 2) != "::" && (i == 0 || text[i - 1] != ':')) {
                std::string_view label = text.substr(made.begin, i - made.begin);
                while (!label.empty() && isBlank(label.back()))
                    label.remove_suffix(1);
                isLabel = label == "public" || label == "private" || label == "protected";
                if (isLabel) {
                    ++i;
                    break;
                }
            } else if (c == '}') {
                break;
            } else if (c == '{') {
                const size_t close = closingOf(text, i, end);
                const std::string_view head = withoutTemplate(text.substr(made.begin, i - made.begin));
                const bool ofNames = !assigned && (hasWord(head, "namespace") || isOnly(head, "extern"));
                const bool ofClass = !assigned && head.find('(') == std::string_view::npos &&
                                     (hasWord(head, "class") || hasWord(head, "struct") || hasWord(head, "union")) &&
                                     !hasWord(head, "enum");
                const bool function = !assigned && !ofNames && !ofClass && head.find(')') != std::string_view::npos;
                if (made.bodyEnd == 0 && (ofNames || ofClass || function)) {
                    made.bodyBegin = i + 1;
                    made.bodyEnd = close;
                    made.container = ofNames || ofClass;
                }
                i = close;
                if (ofNames || function) {
                    i = std::min(i + 1, end);
                    break;
                }
            }
        }
        if (isLabel)
            continue;
        made.end = std::min(i, end);
        if (made.container)
            made.inner = parse(made.bodyBegin, made.bodyEnd, marks);
        made.device = anyWord(head(made), [&](std::string_view word) { return marks.contains(word); }) ||
                      std::any_of(made.inner.begin(), made.inner.end(), [](const auto& d) { return d.device; });
        found.push_back(std::move(made));
    }
    return found;
}

void Declarations::blank(size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i)
        if (!m_directive[i] && m_text[i] != '\n')
            m_text[i] = ' ';
}

void Declarations::takeOutHost(std::vector<Declaration>& declarations, bool ofClass) {
    static const std::regex hostCalls(
        R"(<<<|\b(cuda|cublas|cudnn|cufft|cusolver|cusparse|curand)[A-Z]\w*\s*\(|\bstd\s*::\s*(cout|cerr|vector|string|chrono|thread)\b)");
    static const std::regex mainName(R"(\bmain\s*\()");
    static const std::regex noVariable(
        R"(\b(typedef|using|namespace|template|extern|static_assert|struct|class|union|enum|friend|const|constexpr|operator)\b)");
    for (Declaration& d : declarations) {
        if (d.container) {
            const std::string_view of = withoutTemplate(head(d));
            takeOutHost(d.inner, ofClass || !(hasWord(of, "namespace") || hasWord(of, "extern")));
            continue;
        }
        if (d.device)
            continue;
        const std::string of(head(d));
        const bool function = d.bodyEnd != 0;
        bool host = false;
        if (function) {
            const std::string body = m_plain.substr(d.bodyBegin, d.bodyEnd - d.bodyBegin);
            host = std::regex_search(of, mainName) || hasWord(of, "__host__") || std::regex_search(body, hostCalls);
        } else if (!ofClass) {
            const std::string declared = of.substr(0, of.find_first_of("=[{"));
            host = declared.find('(') == std::string::npos && !std::regex_search(declared, noVariable) &&
                   declared.find_first_of(" \t\n*") != std::string::npos;
        }
        if (!host)
            continue;
        for (int line = lineOf(d.begin); line <= lineOf(d.end - 1); ++line)
            m_hostLines.insert(line);
        // A body alone is enough where others mention the function; main is not allowed at all.
        if (function && !std::regex_search(of, mainName) && !hasWord(of, "__host__")) {
            blank(d.bodyBegin, d.bodyEnd);
            d.bodyGone = true;
        } else {
            blank(d.begin, d.end);
            d.gone = true;
        }
    }
}

// [] __device__ (int x) { … } is nvcc's: for NVRTC every lambda in a kernel is the GPU's.
void Declarations::takeOutLambdaMarks() {
    static const std::regex marks(R"(\]((?:\s*(?:__host__|__device__)\b)+))");
    for (auto it = std::sregex_iterator(m_plain.begin(), m_plain.end(), marks); it != std::sregex_iterator(); ++it)
        blank(static_cast<size_t>(it->position(1)), static_cast<size_t>(it->position(1) + it->length(1)));
}

void Declarations::takeOutHost() {
    takeOutLambdaMarks();
    takeOutHost(m_declarations, false);
}

bool Declarations::wasHost(int line) const {
    return m_hostLines.contains(line);
}

bool Declarations::takeOutAt(std::vector<Declaration>& declarations, int line, bool device, std::string_view except) {
    bool done = false;
    for (Declaration& d : declarations) {
        if (d.gone || lineOf(d.begin) > line || lineOf(d.end - 1) < line)
            continue;
        if (!d.inner.empty() && takeOutAt(d.inner, line, device, except)) {
            done = true;
            continue;
        }
        if (d.device != device)
            continue;
        if (!except.empty() && hasWord(head(d), except))
            continue;
        if (d.container && device)
            continue;
        // A call of something that is missing lies in the body; the declaration may still be wanted. A kernel without
        // its body would be another kernel.
        if (!device && d.bodyEnd != 0 && !d.container && !d.bodyGone && lineOf(d.bodyBegin) <= line) {
            blank(d.bodyBegin, d.bodyEnd);
            d.bodyGone = true;
        } else {
            blank(d.begin, d.end);
            d.gone = true;
        }
        done = true;
    }
    return done;
}

bool Declarations::takeOutHostAt(int line) {
    return takeOutAt(m_declarations, line, false, {});
}

bool Declarations::takeOutDeviceAt(int line, std::string_view except) {
    return takeOutAt(m_declarations, line, true, except);
}

bool Declarations::findKernel(const std::vector<Declaration>& declarations, std::string_view kernel,
                              std::string& path) const {
    for (const Declaration& d : declarations) {
        const std::string_view of = head(d);
        if (!d.container) {
            if (hasWord(of, "__global__") && hasWord(of, kernel))
                return true;
            continue;
        }
        const size_t before = path.size();
        // "namespace a::b": what lies in one without a name is reached without it.
        if (size_t at = of.find("namespace"); at != std::string_view::npos) {
            std::string name;
            for (at += 9; at < of.size(); ++at)
                if (!isBlank(of[at]))
                    name += of[at];
            path += name.empty() ? "" : name + "::";
        }
        if (findKernel(d.inner, kernel, path))
            return true;
        path.resize(before);
    }
    return false;
}

std::string Declarations::namespacesOf(std::string_view kernel) const {
    std::string path;
    return findKernel(m_declarations, kernel, path) ? path : std::string();
}

bool Declarations::hasKernel() const {
    return m_text.find("__global__") != std::string::npos;
}

} // namespace warplens::kernels
