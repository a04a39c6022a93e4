// SPDX-License-Identifier: GPL-3.0-or-later
// Recursive descent over the grammar of PTX (PTX ISA 9.0, sections 4, 5, 6, 7 and 11).
#include "sim/ptx/instruction_parser.h"
#include "sim/ptx/module.h"
#include "sim/ptx/variable_parser.h"

#include <fmt/format.h>

#include <array>

namespace warplens::sim::ptx {
namespace {

using Kind = Token::Kind;

constexpr uint32_t filesOfText = 1 << 16;

class Parser {
public:
    explicit Parser(Module& module)
        : m_module(module)
        , m_in(*module.text)
        , m_variables(m_in)
        , m_instructions(m_in, m_names) {}

    void parseModule();

private:
    uint32_t readFileNumber();
    void parseFile();
    void parseSection();
    void parseFunction(bool isEntry);
    void parseParameterList(std::vector<Variable>& into);
    void parseFunctionDirectives();
    void parseBody(int depth);
    void parseStatement(int depth);
    void parseRegisters();
    void parseLocation();

    Module& m_module;
    TokenReader m_in;
    NameScopes m_names;
    VariableParser m_variables;
    InstructionParser m_instructions;
    Function* m_function = nullptr;
    uint32_t m_location = 0;
    uint32_t m_firstFile = 0; ///< added to the numbers of files: each of several texts counts its own
};

uint32_t Parser::readFileNumber() {
    return m_firstFile + static_cast<uint32_t>(m_in.readInteger("the number of a file"));
}

void Parser::parseModule() {
    bool isExtern = false;
    while (m_in.peek().kind != Kind::End) {
        const Token token = m_in.next();
        if (token.is(".version")) {
            if (!m_module.version.empty())
                m_firstFile += filesOfText;
            m_module.version = m_in.next().text;
        } else if (token.is(".target")) {
            m_module.target = m_in.expectWord("a target").text;
            while (m_in.accept(","))
                m_in.expectWord("a target option");
        } else if (token.is(".address_size")) {
            m_module.addressBits = static_cast<unsigned>(m_in.readInteger("the address size"));
            if (m_module.addressBits != 64)
                failAt(token, "only 64-bit addresses are known; compile for a 64-bit target");
        } else if (token.is(".file")) {
            parseFile();
        } else if (token.is(".section")) {
            parseSection();
        } else if (token.is(".loc")) {
            parseLocation();
        } else if (token.is(".visible") || token.is(".weak") || token.is(".common")) {
            continue;
        } else if (token.is(".extern")) {
            isExtern = true;
            continue;
        } else if (token.is(".entry")) {
            parseFunction(true);
        } else if (token.is(".func")) {
            parseFunction(false);
        } else if (token.is(".global")) {
            m_module.variables.push_back(m_variables.parse(Space::Global, isExtern));
        } else if (token.is(".const")) {
            m_module.variables.push_back(m_variables.parse(Space::Const, isExtern));
        } else if (token.is(".shared")) {
            m_module.variables.push_back(m_variables.parse(Space::Shared, isExtern));
        } else if (token.is(".local")) {
            m_module.variables.push_back(m_variables.parse(Space::Local, isExtern));
        } else if (token.is(".pragma") || token.is(".alias") || token.is(".tex") || token.is(".attribute")) {
            m_in.skipStatement();
        } else if (token.is(";")) {
            continue;
        } else {
            failAt(token, fmt::format("'{}' cannot stand here", token.text));
        }
        isExtern = false;
    }
}

void Parser::parseFile() {
    const uint32_t number = readFileNumber();
    if (m_in.peek().kind != Kind::String)
        m_in.fail("a file's name stands in quotes");
    m_module.files[number] = m_in.next().text;
    while (m_in.accept(","))
        m_in.readLiteral(); // time stamp and size
}

// .section of debug information: names in front of a { } that holds data only.
void Parser::parseSection() {
    m_in.expectWord("the name of a section");
    while (m_in.peek().kind == Kind::Word)
        m_in.next();
    m_in.skipBraces();
}

// .loc file line column [, function_name label [+ offset], inlined_at file line column]
void Parser::parseLocation() {
    Location location;
    location.file = readFileNumber();
    location.line = static_cast<uint32_t>(m_in.readInteger("a line"));
    location.column = static_cast<uint32_t>(m_in.readInteger("a column"));
    while (m_in.accept(",")) {
        if (m_in.accept("function_name")) {
            m_in.expectWord("a label");
            if (m_in.accept("+"))
                m_in.readLiteral();
        } else if (m_in.accept("inlined_at")) {
            const uint32_t file = readFileNumber();
            const auto line = static_cast<uint32_t>(m_in.readInteger("a line"));
            const auto column = static_cast<uint32_t>(m_in.readInteger("a column"));
            // The call that was inlined has a .loc of its own earlier in the text, which may be inlined itself.
            uint32_t caller = 0;
            for (size_t i = m_module.locations.size(); i-- > 1 && i + 4096 > m_module.locations.size();) {
                const Location& other = m_module.locations[i];
                if (other.file == file && other.line == line && other.column == column) {
                    caller = static_cast<uint32_t>(i);
                    break;
                }
            }
            if (caller == 0) {
                caller = static_cast<uint32_t>(m_module.locations.size());
                m_module.locations.push_back({file, line, column, 0});
            }
            location.inlinedAt = caller;
        } else {
            m_in.fail(fmt::format("'{}' cannot stand in .loc", m_in.peek().text));
        }
    }
    if (location.line == 0) { // "no line": the compiler's own code
        m_location = 0;
        return;
    }
    m_location = static_cast<uint32_t>(m_module.locations.size());
    m_module.locations.push_back(location);
}

void Parser::parseParameterList(std::vector<Variable>& into) {
    m_in.expect("(");
    while (!m_in.accept(")")) {
        const Token token = m_in.expectWord("a parameter");
        if (!token.is(".param") && !token.is(".reg"))
            failAt(token, fmt::format("expected .param instead of '{}'", token.text));
        into.push_back(m_variables.parse(Space::Param));
        if (!m_in.peek().is(")"))
            m_in.expect(",");
    }
}

void Parser::parseFunctionDirectives() {
    while (true) {
        const auto dimensions = [&](std::array<uint32_t, 3>& into) {
            into = {1, 1, 1};
            for (size_t i = 0; i < 3; ++i) {
                into[i] = static_cast<uint32_t>(m_in.readInteger("a number of threads"));
                if (!m_in.accept(","))
                    break;
            }
        };
        if (m_in.accept(".maxntid"))
            dimensions(m_function->maximumThreads);
        else if (m_in.accept(".reqntid"))
            dimensions(m_function->requiredThreads);
        else if (m_in.accept(".minnctapersm") || m_in.accept(".maxnreg") || m_in.accept(".maxnctapersm") ||
                 m_in.accept(".maxclusterrank") || m_in.accept(".abi_preserve") || m_in.accept(".abi_preserve_control"))
            m_in.readInteger("the directive's value");
        else if (m_in.accept(".reqnctapercluster"))
            dimensions(m_function->clusterBlocks);
        else if (m_in.accept(".noreturn") || m_in.accept(".explicitcluster") || m_in.accept(".unified"))
            continue;
        else if (m_in.accept(".blocksareclusters"))
            continue;
        else if (m_in.accept(".pragma"))
            m_in.skipStatement();
        else
            return;
    }
}

void Parser::parseFunction(bool isEntry) {
    auto function = std::make_unique<Function>();
    m_function = function.get();
    function->isEntry = isEntry;
    m_names.reset();
    m_location = 0;
    if (m_in.accept(".attribute"))
        while (!m_in.accept(")"))
            if (m_in.next().kind == Kind::End)
                m_in.fail("the text ends inside .attribute( )");
    if (m_in.peek().is("("))
        parseParameterList(function->returns);
    const Token name = m_in.expectWord("the name of a function");
    function->name = name.text;
    function->line = name.line;
    if (m_in.peek().is("("))
        parseParameterList(function->params);
    parseFunctionDirectives();
    if (!m_in.accept(";")) {
        function->hasBody = true;
        parseBody(0);
        for (const auto& [label, index] : function->labels)
            if (index > function->instructions.size())
                m_in.fail(fmt::format("the label {} stands after the end", label));
    }
    m_function = nullptr;
    m_module.functions.push_back(std::move(function));
}

void Parser::parseBody(int depth) {
    if (depth > maxNesting)
        m_in.fail("{ } are nested too deeply");
    m_in.expect("{");
    m_names.open();
    if (depth > 0)
        m_instructions.openScope(*m_function);
    while (!m_in.accept("}")) {
        if (m_in.peek().kind == Kind::End)
            m_in.fail(fmt::format("the text ends inside the function {}", m_function->name));
        parseStatement(depth);
    }
    m_names.close();
    if (depth > 0)
        m_instructions.closeScope();
}

void Parser::parseStatement(int depth) {
    const Token token = m_in.peek();
    if (token.is("{")) {
        parseBody(depth + 1);
        return;
    }
    if (m_in.accept(";"))
        return;
    if (token.is("@")) {
        m_instructions.parse(*m_function, m_location);
        return;
    }
    if (token.kind != Kind::Word)
        m_in.fail(fmt::format("'{}' cannot begin a statement", token.text));
    if (token.text[0] != '.') {
        m_instructions.parse(*m_function, m_location);
        return;
    }
    m_in.next();
    const auto declare = [&](Space space) {
        m_function->variables.push_back(m_variables.parse(space));
        m_names.addVariable(m_function->variables.back().name, static_cast<int32_t>(m_function->variables.size() - 1));
    };
    if (token.is(".reg"))
        parseRegisters();
    else if (token.is(".loc"))
        parseLocation();
    else if (token.is(".shared"))
        declare(Space::Shared);
    else if (token.is(".local"))
        declare(Space::Local);
    else if (token.is(".param"))
        declare(Space::Param);
    else if (token.is(".global"))
        m_module.variables.push_back(m_variables.parse(Space::Global));
    else if (token.is(".const"))
        m_module.variables.push_back(m_variables.parse(Space::Const));
    else if (token.is(".pragma") || token.is(".callprototype"))
        m_in.skipStatement();
    else if (token.is(".section"))
        parseSection();
    else if (token.is(".file"))
        parseFile();
    else
        failAt(token, fmt::format("'{}' cannot stand in a function", token.text));
}

void Parser::parseRegisters() {
    Type type = Type::None;
    while (m_in.peek().kind == Kind::Word && m_in.peek().text[0] == '.') {
        const Token token = m_in.next();
        if (token.is(".align")) {
            m_in.readInteger("the alignment");
        } else if (const auto found = typeFromName(token.text.substr(1))) {
            type = *found;
        } else {
            failAt(token, fmt::format("'{}' is no type of a register", token.text));
        }
    }
    if (type == Type::None)
        m_in.fail("registers need a type");
    do {
        const Token name = m_in.expectWord("the name of a register");
        const auto first = static_cast<uint32_t>(m_function->registers.size());
        if (m_in.accept("<")) {
            const int64_t count = m_in.readInteger("a number of registers");
            m_in.expect(">");
            if (count < 0 || count > (1 << 22) || first + static_cast<uint64_t>(count) > (1u << 23))
                failAt(name, fmt::format("{} registers are too many", count));
            for (uint32_t i = 0; i < static_cast<uint32_t>(count); ++i)
                m_function->registers.push_back({name.text, type, i});
            if (count > 0)
                m_names.addRegisters(name.text, first, static_cast<uint32_t>(count));
        } else {
            m_function->registers.push_back({name.text, type, UINT32_MAX});
            m_names.addRegister(name.text, first);
        }
    } while (m_in.accept(","));
    m_in.expect(";");
}

} // namespace

const Function* Module::find(std::string_view name) const {
    const Function* found = nullptr;
    for (const auto& function : functions)
        if (function->name == name && (!found || function->hasBody))
            found = function.get();
    return found;
}

std::vector<std::string_view> Module::entryNames() const {
    std::vector<std::string_view> names;
    for (const auto& function : functions)
        if (function->isEntry && function->hasBody)
            names.push_back(function->name);
    return names;
}

/// Compilers write what is no ASCII in a file's name as three octal digits: \303\274 is an u with two dots.
static std::string withNamesOfFiles(std::string text) {
    constexpr std::string_view directive = ".file";
    const auto isOctal = [&](size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '7'; };
    for (size_t at = text.find(directive); at != std::string::npos; at = text.find(directive, at + 1)) {
        const size_t end = std::min(text.find('\n', at), text.size());
        if (std::string_view(text).substr(at, end - at).find('\\') == std::string_view::npos)
            continue;
        std::string line;
        for (size_t i = at; i < end; ++i) {
            const bool isEscape =
                text[i] == '\\' && text[i + 1] <= '3' && isOctal(i + 1) && isOctal(i + 2) && isOctal(i + 3);
            line += isEscape
                        ? static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + (text[i + 3] - '0'))
                        : text[i];
            i += isEscape ? 3 : 0;
        }
        text.replace(at, end - at, line);
    }
    return text;
}

Module parse(std::string text) {
    Module module;
    module.text = std::make_shared<const std::string>(withNamesOfFiles(std::move(text)));
    Parser(module).parseModule();
    return module;
}

} // namespace warplens::sim::ptx
