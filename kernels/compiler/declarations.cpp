// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/compiler/declarations.h"

#include <algorithm>
#include <array>

namespace warplens::kernels {
namespace {

/// Behind "template<…>", as often as it stands there: its "class T" is no class, and its "int N = 3" gives no value to
/// what is declared.
size_t behindTemplate(const Tokens& tokens, size_t at, size_t end) {
    while (at < end && tokens.is(at, "template") && tokens.is(at + 1, "<"))
        at = std::min(tokens.closingAngle(at + 1, end) + 1, end);
    return at;
}

template<size_t N>
bool isOneOf(std::string_view word, const std::array<std::string_view, N>& words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

template<size_t N>
bool hasOneOf(const Tokens& tokens, size_t begin, size_t end, const std::array<std::string_view, N>& words) {
    for (; begin < end; ++begin)
        if (isOneOf(tokens.text(begin), words))
            return true;
    return false;
}

/// As in cudaMalloc: one of CUDA's libraries, and a capital letter.
bool isOfCudaLibrary(std::string_view word) {
    constexpr std::array<std::string_view, 7> libraries{"cuda",     "cublas",   "cudnn", "cufft",
                                                        "cusolver", "cusparse", "curand"};
    return std::any_of(libraries.begin(), libraries.end(), [&](std::string_view library) {
        return word.size() > library.size() && word.starts_with(library) && word[library.size()] >= 'A' &&
               word[library.size()] <= 'Z';
    });
}

/// Whether what stands between braces launches kernels, calls CUDA's host functions or uses the host's library.
bool callsHost(const Tokens& tokens, size_t begin, size_t end) {
    constexpr std::array<std::string_view, 6> ofHost{"cout", "cerr", "vector", "string", "chrono", "thread"};
    for (size_t i = begin; i < end; ++i)
        if (tokens.opensLaunch(i) || (isOfCudaLibrary(tokens.text(i)) && tokens.is(i + 1, "(")) ||
            (tokens.is(i, "std") && tokens.areMarks(i + 1, "::") && isOneOf(tokens.text(i + 3), ofHost)))
            return true;
    return false;
}

} // namespace

std::vector<Inclusion> inclusionsIn(const SourceText& source) {
    std::vector<Inclusion> found;
    const std::string_view text = source.text();
    for (const Directive& directive : source.tokens().directives()) {
        if (directive.name != "include" || directive.tokens.empty())
            continue;
        const size_t begin = directive.tokens.front().begin;
        const bool quoted = text[begin] == '"';
        const size_t close = text.find(quoted ? '"' : '>', begin + 1);
        if ((quoted || text[begin] == '<') && close < std::min(text.find('\n', begin), text.size()))
            found.push_back({std::string(text.substr(begin + 1, close - begin - 1)), quoted});
    }
    return found;
}

Words deviceMarks(const std::vector<SourceText>& texts) {
    Words marks{"__global__", "__device__", "__constant__", "__shared__", "__managed__", "CUDA_CALLABLE_MEMBER"};
    for (int again = 0; again < 3; ++again) // a macro may stand for a macro
        for (const SourceText& source : texts)
            for (const Directive& directive : source.tokens().directives()) {
                const Tokens& tokens = source.tokens();
                if (directive.name == "define" && !directive.tokens.empty() &&
                    std::any_of(directive.tokens.begin() + 1, directive.tokens.end(),
                                [&](const Token& token) { return marks.contains(tokens.text(token)); }))
                    marks.emplace(tokens.text(directive.tokens.front()));
            }
    return marks;
}

Declarations::Declarations(SourceText source, const Words& marks)
    : m_source(std::move(source))
    , m_text(m_source.text()) {
    m_declarations = parse(0, tokens().size(), marks, 0);
}

std::vector<Declarations::Declaration> Declarations::parse(size_t begin, size_t end, const Words& marks,
                                                           int depth) const {
    constexpr int deepest = 100;
    std::vector<Declaration> found;
    for (size_t at = begin; at < end;) {
        if (tokens().is(at, ";") || tokens().is(at, "}")) {
            ++at;
            continue;
        }
        Declaration made = parseOne(at, end);
        if (made.begin == made.end)
            continue;
        if (made.container && depth < deepest)
            made.inner = parse(made.bodyBegin, made.bodyEnd, marks, depth + 1);
        made.device = std::any_of(made.inner.begin(), made.inner.end(), [](const auto& d) { return d.device; });
        for (size_t i = made.begin; i < made.headEnd() && !made.device; ++i)
            made.device = marks.contains(tokens().text(i));
        found.push_back(std::move(made));
    }
    return found;
}

// From `at`, which is set behind it. A label ("public:") is an empty one.
Declarations::Declaration Declarations::parseOne(size_t& at, size_t end) const {
    Declaration made;
    made.begin = at;
    bool assigned = false;
    for (at = behindTemplate(tokens(), at, end); at < end; ++at) {
        if (tokens()[at].kind != TokenKind::Mark)
            continue;
        const char mark = tokens().text(at).front();
        if (mark == ';') {
            ++at;
            break;
        }
        if (mark == '}')
            break;
        if (mark == '(' || mark == '[') {
            at = tokens().closing(at, end);
        } else if (mark == '=') {
            size_t before = at; // "operator==" gives no value
            while (before > made.begin && tokens()[before - 1].kind == TokenKind::Mark)
                --before;
            assigned = assigned || before == made.begin || !tokens().is(before - 1, "operator");
        } else if (mark == ':' && isLabel(at, made.begin)) {
            made.begin = made.end = ++at;
            return made;
        } else if (mark == '{') {
            const size_t close = tokens().closing(at, end);
            // Behind a class or a value there may be more, up to its semicolon.
            const bool ends = !assigned && made.bodyEnd == 0 && findBody(made, at, close);
            at = close;
            if (ends) {
                at = std::min(at + 1, end);
                break;
            }
        }
    }
    made.end = at = std::min(at, end);
    return made;
}

bool Declarations::isLabel(size_t colon, size_t begin) const {
    return colon == begin + 1 && !tokens().is(colon + 1, ":") &&
           isOneOf(tokens().text(begin), std::array<std::string_view, 3>{"public", "private", "protected"});
}

// The brace opens the body of a namespace, a class or a function, or it is that of a value. True where it ends the
// declaration.
bool Declarations::findBody(Declaration& made, size_t brace, size_t close) const {
    const size_t head = behindTemplate(tokens(), made.begin, brace);
    bool onlyLinkage = tokens().is(head, "extern"), round = false, closed = false;
    for (size_t i = head; i < brace; ++i) {
        round |= tokens().is(i, "(");
        closed |= tokens().is(i, ")");
        onlyLinkage &= i == head || tokens()[i].kind == TokenKind::String;
    }
    const bool ofNames = tokens().hasWord(head, brace, "namespace") || onlyLinkage;
    const bool ofClass = !round &&
                         hasOneOf(tokens(), head, brace, std::array<std::string_view, 3>{"class", "struct", "union"}) &&
                         !tokens().hasWord(head, brace, "enum");
    if (!ofNames && !ofClass && !closed)
        return false;
    made.bodyBegin = brace + 1;
    made.bodyEnd = close;
    made.container = ofNames || ofClass;
    return !ofClass || ofNames;
}

void Declarations::blank(size_t begin, size_t end) {
    if (begin >= end)
        return;
    const size_t first = tokens()[begin].begin, last = tokens()[end - 1].end;
    const std::vector<Directive>& directives = tokens().directives();
    auto directive = std::lower_bound(directives.begin(), directives.end(), first,
                                      [](const Directive& d, size_t place) { return d.end <= place; });
    for (size_t i = first; i < last; ++i) {
        while (directive != directives.end() && directive->end <= i)
            ++directive;
        if (m_text[i] != '\n' && (directive == directives.end() || i < directive->begin))
            m_text[i] = ' ';
    }
}

bool Declarations::isHost(const Declaration& d, bool ofClass) const {
    constexpr std::array<std::string_view, 14> noVariable{"typedef",       "using",  "namespace", "template", "extern",
                                                          "static_assert", "struct", "class",     "union",    "enum",
                                                          "friend",        "const",  "constexpr", "operator"};
    if (d.bodyEnd != 0) {
        if (tokens().hasWord(d.begin, d.headEnd(), "__host__") || callsHost(tokens(), d.bodyBegin, d.bodyEnd))
            return true;
        for (size_t i = d.begin; i + 1 < d.headEnd(); ++i)
            if (tokens().is(i, "main") && tokens().is(i + 1, "("))
                return true;
        return false;
    }
    if (ofClass)
        return false;
    // A variable: at least a type and a name, and no bracket that a function would have.
    size_t end = d.begin;
    while (end < d.end && !isOneOf(tokens().text(end), std::array<std::string_view, 5>{"=", "[", "{", "(", ";"}))
        ++end;
    return end >= d.begin + 2 && !tokens().is(end, "(") && !hasOneOf(tokens(), d.begin, end, noVariable);
}

void Declarations::takeOut(Declaration& d, bool bodyOnly) {
    if (bodyOnly) {
        blank(d.bodyBegin, d.bodyEnd);
        d.bodyGone = true;
    } else {
        blank(d.begin, d.end);
        d.gone = true;
    }
}

void Declarations::takeOutHost(std::vector<Declaration>& declarations, bool ofClass) {
    for (Declaration& d : declarations) {
        if (d.container) {
            const size_t head = behindTemplate(tokens(), d.begin, d.headEnd());
            takeOutHost(d.inner, ofClass || !hasOneOf(tokens(), head, d.headEnd(),
                                                      std::array<std::string_view, 2>{"namespace", "extern"}));
            continue;
        }
        if (d.device || !isHost(d, ofClass))
            continue;
        for (int line = lineOf(d.begin); line <= lineOf(d.end - 1); ++line)
            m_hostLines.insert(line);
        // A body alone is enough where others mention the function; main is not allowed at all.
        takeOut(d, d.bodyEnd != 0 &&
                       !hasOneOf(tokens(), d.begin, d.headEnd(), std::array<std::string_view, 2>{"main", "__host__"}));
    }
}

// [] __device__ (int x) { … } is nvcc's: for NVRTC every lambda in a kernel is the GPU's. The ] of an attribute is none.
void Declarations::takeOutLambdaMarks() {
    const auto isMark = [this](size_t i) { return tokens().is(i, "__host__") || tokens().is(i, "__device__"); };
    for (size_t i = 1; i < tokens().size(); ++i)
        if (isMark(i) && tokens().is(i - 1, "]") && !tokens().areMarks(i - 2, "]]")) {
            const size_t first = i;
            while (isMark(i))
                ++i;
            blank(first, i);
        }
}

void Declarations::takeOutHost() {
    takeOutLambdaMarks();
    takeOutHost(m_declarations, false);
}

bool Declarations::wasHost(int line) const {
    return m_hostLines.contains(line);
}

bool Declarations::covers(const Declaration& d, int line) const {
    return lineOf(d.begin) <= line && lineOf(d.end - 1) >= line;
}

bool Declarations::takeOutAt(std::vector<Declaration>& declarations, int line, bool device, std::string_view except) {
    bool done = false;
    for (Declaration& d : declarations) {
        if (d.gone || !covers(d, line))
            continue;
        if (!d.inner.empty() && takeOutAt(d.inner, line, device, except)) {
            done = true;
            continue;
        }
        if (d.device != device || (d.container && device) ||
            (!except.empty() && tokens().hasWord(d.begin, d.headEnd(), except)))
            continue;
        // A call of something that is missing lies in the body; the declaration may still be wanted. A kernel without
        // its body would be another kernel.
        takeOut(d, !device && d.bodyEnd != 0 && !d.container && !d.bodyGone && lineOf(d.bodyBegin - 1) <= line);
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
        if (!d.container) {
            if (tokens().hasWord(d.begin, d.headEnd(), "__global__") && tokens().hasWord(d.begin, d.headEnd(), kernel))
                return true;
            continue;
        }
        const size_t before = path.size();
        // "namespace a::b": what lies in one without a name is reached without it.
        size_t at = d.begin;
        while (at < d.headEnd() && !tokens().is(at, "namespace"))
            ++at;
        if (at + 1 < d.headEnd()) {
            for (++at; at < d.headEnd(); ++at)
                path += tokens().text(at);
            path += "::";
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
    for (size_t i = 0; i < tokens().size(); ++i)
        if (tokens().is(i, "__global__") && m_text[tokens()[i].begin] != ' ')
            return true;
    return false;
}

} // namespace warplens::kernels
