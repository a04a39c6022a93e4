// SPDX-License-Identifier: GPL-3.0-or-later
#include "outline.h"

#include <cctype>
#include <optional>
#include <regex>

namespace warplens::structure {

namespace {

bool isWord(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Everything that is no code becomes spaces; lines and quotes stay.
class Blanker {
public:
    explicit Blanker(std::string_view text)
        : m_text(text) {}

    std::string run() {
        bool lineBegins = true;
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (c == '#' && lineBegins) {
                directive();
                continue;
            }
            if (c == '\n')
                lineBegins = true;
            else if (c != ' ' && c != '\t')
                lineBegins = false;
            one(c);
        }
        return std::move(m_made);
    }

private:
    void one(char c) {
        if (m_text.substr(m_at, 2) == "//")
            return blank(m_text.find('\n', m_at));
        if (m_text.substr(m_at, 2) == "/*")
            return blank(after("*/", m_at + 2));
        if (c == '"' && m_at > 0 && m_text[m_at - 1] == 'R')
            return raw();
        if (c == '"' || (c == '\'' && !separatesDigits()))
            return quoted(c);
        m_made += !m_passed.empty() && m_passed.back() && c != '\n' ? ' ' : c;
        ++m_at;
    }

    /// An apostrophe within a number.
    bool separatesDigits() const {
        size_t from = m_at;
        while (from > 0 && (isWord(m_text[from - 1]) || m_text[from - 1] == '\''))
            --from;
        return from < m_at && std::isdigit(static_cast<unsigned char>(m_text[from])) != 0;
    }

    size_t after(std::string_view what, size_t from) const {
        const size_t found = m_text.find(what, from);
        return found == std::string_view::npos ? found : found + what.size();
    }

    void blank(size_t end) {
        for (end = std::min(end, m_text.size()); m_at < end; ++m_at)
            m_made += m_text[m_at] == '\n' ? '\n' : ' ';
    }

    void raw() {
        const size_t open = std::min(m_text.find('(', m_at), m_text.size());
        blank(after(")" + std::string(m_text.substr(m_at + 1, open - m_at - 1)) + "\"", open));
    }

    void quoted(char quote) {
        size_t end = m_at + 1;
        while (end < m_text.size() && m_text[end] != quote)
            end += m_text[end] == '\\' ? 2 : 1;
        m_made += quote;
        ++m_at;
        blank(end);
        if (m_at < m_text.size()) {
            m_made += quote;
            ++m_at;
        }
    }

    void directive() {
        size_t end = m_at;
        do {
            end = std::min(m_text.find('\n', end + 1), m_text.size());
        } while (end < m_text.size() && m_text[end - 1] == '\\');
        const std::string line(m_text.substr(m_at, end - m_at));
        static const std::regex opens("^#\\s*if"), turns("^#\\s*el"), closes("^#\\s*endif");
        if (std::regex_search(line, opens))
            m_passed.push_back(!m_passed.empty() && m_passed.back());
        else if (std::regex_search(line, turns) && !m_passed.empty())
            m_passed.back() = true;
        else if (std::regex_search(line, closes) && !m_passed.empty())
            m_passed.pop_back();
        blank(end);
    }

    std::string_view m_text;
    std::string m_made;
    size_t m_at = 0;
    std::vector<bool> m_passed; ///< of each #if around: whether its branch is another than the first
};

/// Without what stands in the brackets that begin at `from`.
size_t behindBrackets(std::string_view text, size_t from) {
    const char open = text[from], close = open == '<' ? '>' : open == '(' ? ')' : ']';
    size_t depth = 0;
    for (size_t at = from; at < text.size(); ++at) {
        if (text[at] == open)
            ++depth;
        else if (text[at] == close && (close != '>' || text[at - 1] != '-') && --depth == 0)
            return at + 1;
    }
    return text.size();
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())))
        text.remove_prefix(1);
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())))
        text.remove_suffix(1);
    return text;
}

/// Attributes, alignas and the parameters of a template do not tell what a brace opens.
std::string_view withoutPrefix(std::string_view head) {
    for (bool again = true; again;) {
        again = false;
        head = trimmed(head);
        for (const std::string_view word : {"template", "[[", "alignas"}) {
            if (!head.starts_with(word))
                continue;
            const size_t open = head.find_first_of("<[(", word == "[[" ? 0 : word.size());
            if (open == std::string_view::npos)
                continue;
            head = head.substr(behindBrackets(head, open));
            again = true;
        }
    }
    return head;
}

std::string withoutTemplates(std::string_view text) {
    std::string made;
    for (size_t at = 0; at < text.size();) {
        if (text[at] == '<')
            at = behindBrackets(text, at);
        else
            made += text[at++];
    }
    return made;
}

/// The name that ends where the parentheses of a function begin; empty where none does.
std::string nameBefore(std::string_view head) {
    const std::string text = withoutTemplates(trimmed(head));
    static const std::regex name(R"(((?:\w+\s*::\s*)*~?(?:operator\s*\S+(?:\s+\w+\W*)*|\w+))$)");
    std::smatch match;
    if (!std::regex_search(text, match, name))
        return {};
    std::string found = match[1];
    std::erase_if(found, [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
    return found;
}

struct Opened {
    enum class Kind { Namespace, Class, Function, Other };
    Kind kind = Kind::Other;
    std::string name;
};

std::optional<std::string> classOf(std::string_view head) {
    static const std::regex keyword(
        R"(^(?:(?:typedef|static|constexpr|inline|const|friend)\s+)*(?:class|struct|union)\b)");
    const std::string text(withoutPrefix(head));
    std::smatch match;
    if (!std::regex_search(text, match, keyword))
        return std::nullopt;
    const std::string rest = withoutTemplates(withoutPrefix(match.suffix().str()));
    if (rest.substr(0,
                    rest.find(':', rest.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_ :")))
            .find_first_of("(=") != std::string::npos)
        return std::nullopt; // what a function returns, or a variable
    static const std::regex name(R"(^\s*((?:\w+\s*::\s*)*\w+))");
    return std::regex_search(rest, match, name) ? match[1].str() : std::string{};
}

/// Where the parentheses begin that make a function of what stands before a brace. The words before some others do not.
size_t parametersOf(std::string_view head) {
    static const std::regex others(R"((?:decltype|noexcept|explicit|alignas|requires|__attribute__)\s*$)");
    for (size_t at = 0; at < head.size();) {
        const char c = head[at];
        if (head.substr(at, 8) == "operator" && (at == 0 || !isWord(head[at - 1]))) {
            at += 8;
            while (at < head.size() && std::isspace(static_cast<unsigned char>(head[at])))
                ++at;
            if (head.substr(at, 2) == "()")
                at += 2;
            return head.find('(', at);
        }
        if (c == '=')
            return std::string_view::npos;
        if (c == '<' || c == '[') {
            at = behindBrackets(head, at);
        } else if (c == '(') {
            const std::string before(head.substr(0, at));
            if (!std::regex_search(before, others))
                return at;
            at = behindBrackets(head, at);
        } else {
            ++at;
        }
    }
    return std::string_view::npos;
}

/// What a brace opens of which `text` stands before it.
Opened opened(std::string_view text) {
    using Kind = Opened::Kind;
    const std::string_view head = withoutPrefix(text);
    const std::string whole(head);
    static const std::regex space(R"(^(?:inline\s+)?namespace\b\s*([\w:]*)$)"), language(R"(^extern\s*"\s*"$)"),
        enumeration(R"(^(?:typedef\s+)?enum\b)"), lambda(R"(\](?:\s*\(.*)?(?:\s*mutable)?(?:\s*->.*)?$)");
    std::smatch match;
    if (std::regex_match(whole, match, space))
        return {Kind::Namespace, match[1].str().empty() ? "?" : match[1].str()};
    if (std::regex_match(whole, language))
        return {Kind::Namespace, ""};
    if (std::regex_search(whole, enumeration))
        return {Kind::Other, {}};
    if (const auto name = classOf(head))
        return {name->empty() ? Kind::Other : Kind::Class, *name};
    if (const size_t open = parametersOf(head); open != std::string_view::npos) {
        const std::string name = nameBefore(head.substr(0, open));
        const std::string rest(trimmed(head.substr(behindBrackets(head, open))));
        // Among the members that a constructor begins with, a brace behind a name gives a value.
        static const std::regex members(R"(^(?:noexcept(?:\([^)]*\))?\s*)?:[^:])");
        const bool value = std::regex_search(rest, members) && (isWord(rest.back()) || rest.back() == '>');
        if (!name.empty() && !value)
            return {Kind::Function, name};
        return {Kind::Other, {}};
    }
    if (const size_t equals = head.find('='); equals != std::string_view::npos && std::regex_search(whole, lambda))
        return {Kind::Function, nameBefore(head.substr(0, equals))};
    return {Kind::Other, {}};
}

class Reader {
public:
    Reader(std::string_view text, const std::string& file)
        : m_text(Blanker(text).run())
        , m_file(file) {}

    std::vector<Piece> run() {
        for (const char c : m_text) {
            take(c);
            m_line += c == '\n';
        }
        return std::move(m_pieces);
    }

private:
    using Kind = Opened::Kind;
    struct Scope {
        Opened what;
        size_t first = 0;
    };

    bool inFunction() const {
        return !m_scopes.empty() &&
               (m_scopes.back().what.kind == Kind::Function || m_scopes.back().what.kind == Kind::Other);
    }

    void take(char c) {
        if (c == '{')
            return open();
        if (c == '}')
            return close();
        if (inFunction())
            return;
        if (c == '(')
            ++m_parentheses;
        else if (c == ')' && m_parentheses > 0)
            --m_parentheses;
        if (c == ';' && m_parentheses == 0)
            return restart();
        if (m_head.empty()) {
            if (std::isspace(static_cast<unsigned char>(c)))
                return;
            m_first = m_line;
        }
        m_head += c == '\n' ? ' ' : c;
        static const std::regex access(
            R"(^(?:Q_OBJECT\s+|Q_GADGET\s+)?(?:public|protected|private|signals|(?:public|private) slots)\s*: $)");
        if (c == ' ' || c == '\n') // a second colon would have followed
            if (std::regex_match(m_head, access))
                restart();
    }

    void open() {
        Scope scope{{Kind::Other, {}}, m_first};
        if (!inFunction() && m_parentheses == 0)
            scope.what = opened(m_head);
        if (scope.what.kind != Kind::Other)
            restart();
        m_scopes.push_back(std::move(scope));
    }

    void close() {
        if (m_scopes.empty())
            return;
        const Scope scope = std::move(m_scopes.back());
        m_scopes.pop_back();
        if (scope.what.kind == Kind::Function || scope.what.kind == Kind::Class)
            add(scope);
        if (scope.what.kind == Kind::Other) {
            if (!inFunction())
                m_head += '}';
        } else {
            restart();
        }
    }

    void add(const Scope& scope) {
        Piece piece;
        piece.kind = scope.what.kind == Kind::Class ? Piece::Kind::Class : Piece::Kind::Function;
        piece.file = m_file;
        piece.first = scope.first;
        piece.last = m_line;
        for (const Scope& around : m_scopes) {
            if (around.what.name.empty())
                continue;
            const bool isClass = around.what.kind == Kind::Class;
            piece.inClass |= isClass;
            std::string& path = isClass ? piece.name : piece.space;
            path += around.what.name == "?" ? "(" + m_file + ")::" : around.what.name + "::";
        }
        piece.name += scope.what.name;
        m_pieces.push_back(std::move(piece));
    }

    void restart() {
        m_head.clear();
        m_parentheses = 0;
    }

    std::string m_text;
    std::string m_file;
    size_t m_line = 1;
    std::string m_head;
    size_t m_first = 1; ///< line where what is read begins
    size_t m_parentheses = 0;
    std::vector<Scope> m_scopes;
    std::vector<Piece> m_pieces;
};

/// "a::b::" becomes "a::", and "a::" nothing.
std::string outer(std::string space) {
    if (space.size() < 2)
        return {};
    const size_t colons = space.rfind("::", space.size() - 3);
    return colons == std::string::npos ? std::string{} : space.substr(0, colons + 2);
}

} // namespace

std::vector<Piece> outline(std::string_view text, const std::string& file) {
    return Reader(text, file).run();
}

std::map<std::string, size_t> classSizes(const std::vector<Piece>& pieces) {
    std::map<std::string, size_t> sizes;
    for (const Piece& piece : pieces)
        if (piece.kind == Piece::Kind::Class)
            sizes[piece.space + piece.name] += piece.lines();
    for (const Piece& piece : pieces) {
        const size_t colons = piece.name.rfind("::");
        if (piece.kind == Piece::Kind::Class || piece.inClass || colons == std::string::npos)
            continue;
        for (std::string space = piece.space;; space = outer(space)) {
            if (const auto found = sizes.find(space + piece.name.substr(0, colons)); found != sizes.end()) {
                found->second += piece.lines();
                break;
            }
            if (space.empty())
                break;
        }
    }
    return sizes;
}

} // namespace warplens::structure
