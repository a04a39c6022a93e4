// SPDX-License-Identifier: GPL-3.0-or-later
// Recursive descent over the grammar of PTX (PTX ISA 9.0, sections 4, 5, 6, 7 and 11).
#include "sim/ptx/lexer.h"
#include "sim/ptx/module.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstring>

namespace warplens::sim::ptx {
namespace {

using Kind = Token::Kind;

constexpr int maxNesting = 64; // of { } in code and in initial values
constexpr uint32_t filesOfText = 1 << 16;

/// A literal of section 4.5: integers in four bases, 0f/0d bit patterns, decimals.
struct Literal {
    Operand::Kind kind;
    uint64_t bits;
};

class Parser {
public:
    explicit Parser(Module& module)
        : m_module(module)
        , m_lexer(*module.text) {}

    void parseModule();

private:
    struct RegisterRange {
        uint32_t first;
        uint32_t count; ///< 0: a single register of that very name
    };
    struct Scope {
        std::unordered_map<std::string_view, RegisterRange> registers;
        std::unordered_map<std::string_view, int32_t> variables;
    };

    struct Linkage {
        bool isExtern = false;
    };

    [[noreturn]] void fail(const std::string& message) const { throw PtxError(m_lexer.peek().line, message); }
    [[noreturn]] static void failAt(const Token& token, const std::string& message) {
        throw PtxError(token.line, message);
    }
    Token expectWord(std::string_view what);
    void expect(std::string_view text);
    void skipStatement();
    void skipBraces();

    Literal literal(const Token& token, bool negative) const;
    Literal readLiteral();
    int64_t readInteger(std::string_view what);
    uint32_t readFileNumber();

    void parseFile();
    void parseSection();
    void parseFunction(bool isEntry);
    void parseParameterList(std::vector<Variable>& into);
    Variable parseVariable(Space space, const Linkage& linkage);
    void parseInitial(Variable& variable, uint64_t& at, int depth);
    void parseInitialItem(Variable& variable, uint64_t& at);
    void parseFunctionDirectives();
    void parseBody(int depth);
    void parseStatement(int depth);
    void parseRegisters();
    void parseLocation();
    void parseInstruction();
    void parseMnemonic(const Token& token, Instruction& instruction);
    Operand parseOperand();
    Operand parseAddress();
    Operand parseGroup(Operand::Kind kind, std::string_view close);
    bool findRegister(std::string_view name, uint32_t& id) const;
    int32_t findVariable(std::string_view name) const;
    uint32_t addOperands(const std::vector<Operand>& operands);

    Module& m_module;
    Lexer m_lexer;
    Function* m_function = nullptr;
    std::vector<Scope> m_scopes;
    uint32_t m_location = 0;
    uint32_t m_firstFile = 0; ///< added to the numbers of files: each of several texts counts its own
};

Token Parser::expectWord(std::string_view what) {
    if (m_lexer.peek().kind != Kind::Word)
        fail(fmt::format("expected {} instead of '{}'", what, m_lexer.peek().text));
    return m_lexer.next();
}

void Parser::expect(std::string_view text) {
    if (!m_lexer.accept(text))
        fail(m_lexer.peek().kind == Kind::End
                 ? fmt::format("the text ends where '{}' was expected", text)
                 : fmt::format("expected '{}' instead of '{}'", text, m_lexer.peek().text));
}

void Parser::skipStatement() {
    while (!m_lexer.peek().is(";")) {
        if (m_lexer.peek().kind == Kind::End)
            fail("the text ends inside a statement");
        m_lexer.next();
    }
    m_lexer.next();
}

void Parser::skipBraces() {
    expect("{");
    for (int depth = 1; depth > 0;) {
        const Token token = m_lexer.next();
        if (token.kind == Kind::End)
            fail("the text ends inside { }");
        depth += token.is("{") ? 1 : token.is("}") ? -1 : 0;
    }
}

Literal Parser::literal(const Token& token, bool negative) const {
    std::string_view text = token.text;
    const auto hexadecimal = [&](std::string_view digits, size_t expected) {
        uint64_t bits = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits, 16);
        if (error != std::errc() || end != digits.data() + digits.size() || digits.size() != expected)
            failAt(token, fmt::format("'{}' is no floating-point constant: {} hexadecimal digits follow 0{}",
                                      token.text, expected, token.text[1]));
        return bits;
    };
    if (text.size() > 2 && text[0] == '0' && (text[1] | 0x20) == 'f') {
        const uint64_t bits = hexadecimal(text.substr(2), 8);
        return {Operand::Kind::Float32, negative ? bits ^ 0x80000000u : bits};
    }
    if (text.size() > 2 && text[0] == '0' && (text[1] | 0x20) == 'd') {
        const uint64_t bits = hexadecimal(text.substr(2), 16);
        return {Operand::Kind::Float64, negative ? bits ^ (1ull << 63) : bits};
    }
    int base = 10;
    if (text.size() > 1 && text[0] == '0') {
        base = (text[1] | 0x20) == 'x' ? 16 : (text[1] | 0x20) == 'b' ? 2 : 8;
        if (text.find_first_of(".eE") != std::string_view::npos && base == 8)
            base = 10;
        if (base != 8 && base != 10)
            text.remove_prefix(2);
    }
    if (base == 10 && text.find_first_of(".eE") != std::string_view::npos) {
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || end != text.data() + text.size())
            failAt(token, fmt::format("'{}' is no number", token.text));
        if (negative)
            value = -value;
        uint64_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        return {Operand::Kind::Float64, bits};
    }
    if (!text.empty() && (text.back() | 0x20) == 'u')
        text.remove_suffix(1);
    uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc() || end != text.data() + text.size())
        failAt(token, fmt::format("'{}' is no number", token.text));
    return {Operand::Kind::Integer, negative ? 0 - value : value};
}

Literal Parser::readLiteral() {
    const bool negative = m_lexer.accept("-");
    if (m_lexer.peek().kind != Kind::Number)
        fail(fmt::format("expected a number instead of '{}'", m_lexer.peek().text));
    return literal(m_lexer.next(), negative);
}

int64_t Parser::readInteger(std::string_view what) {
    const Literal value = readLiteral();
    if (value.kind != Operand::Kind::Integer)
        fail(fmt::format("{} is a whole number", what));
    return static_cast<int64_t>(value.bits);
}

uint32_t Parser::readFileNumber() {
    return m_firstFile + static_cast<uint32_t>(readInteger("the number of a file"));
}

void Parser::parseModule() {
    Linkage linkage;
    while (m_lexer.peek().kind != Kind::End) {
        const Token token = m_lexer.next();
        if (token.is(".version")) {
            if (!m_module.version.empty())
                m_firstFile += filesOfText;
            m_module.version = m_lexer.next().text;
        } else if (token.is(".target")) {
            m_module.target = expectWord("a target").text;
            while (m_lexer.accept(","))
                expectWord("a target option");
        } else if (token.is(".address_size")) {
            m_module.addressBits = static_cast<unsigned>(readInteger("the address size"));
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
            linkage.isExtern = true;
            continue;
        } else if (token.is(".entry")) {
            parseFunction(true);
        } else if (token.is(".func")) {
            parseFunction(false);
        } else if (token.is(".global")) {
            m_module.variables.push_back(parseVariable(Space::Global, linkage));
        } else if (token.is(".const")) {
            m_module.variables.push_back(parseVariable(Space::Const, linkage));
        } else if (token.is(".shared")) {
            m_module.variables.push_back(parseVariable(Space::Shared, linkage));
        } else if (token.is(".local")) {
            m_module.variables.push_back(parseVariable(Space::Local, linkage));
        } else if (token.is(".pragma") || token.is(".alias") || token.is(".tex") || token.is(".attribute")) {
            skipStatement();
        } else if (token.is(";")) {
            continue;
        } else {
            failAt(token, fmt::format("'{}' cannot stand here", token.text));
        }
        linkage = {};
    }
}

void Parser::parseFile() {
    const uint32_t number = readFileNumber();
    if (m_lexer.peek().kind != Kind::String)
        fail("a file's name stands in quotes");
    m_module.files[number] = m_lexer.next().text;
    while (m_lexer.accept(","))
        readLiteral(); // time stamp and size
}

// .section of debug information: names in front of a { } that holds data only.
void Parser::parseSection() {
    expectWord("the name of a section");
    while (m_lexer.peek().kind == Kind::Word)
        m_lexer.next();
    skipBraces();
}

// .loc file line column [, function_name label [+ offset], inlined_at file line column]
void Parser::parseLocation() {
    Location location;
    location.file = readFileNumber();
    location.line = static_cast<uint32_t>(readInteger("a line"));
    location.column = static_cast<uint32_t>(readInteger("a column"));
    while (m_lexer.accept(",")) {
        if (m_lexer.accept("function_name")) {
            expectWord("a label");
            if (m_lexer.accept("+"))
                readLiteral();
        } else if (m_lexer.accept("inlined_at")) {
            const uint32_t file = readFileNumber();
            const auto line = static_cast<uint32_t>(readInteger("a line"));
            const auto column = static_cast<uint32_t>(readInteger("a column"));
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
            fail(fmt::format("'{}' cannot stand in .loc", m_lexer.peek().text));
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
    expect("(");
    while (!m_lexer.accept(")")) {
        const Token token = expectWord("a parameter");
        if (!token.is(".param") && !token.is(".reg"))
            failAt(token, fmt::format("expected .param instead of '{}'", token.text));
        into.push_back(parseVariable(Space::Param, {}));
        if (!m_lexer.peek().is(")"))
            expect(",");
    }
}

void Parser::parseFunctionDirectives() {
    while (true) {
        const auto dimensions = [&](std::array<uint32_t, 3>& into) {
            into = {1, 1, 1};
            for (size_t i = 0; i < 3; ++i) {
                into[i] = static_cast<uint32_t>(readInteger("a number of threads"));
                if (!m_lexer.accept(","))
                    break;
            }
        };
        if (m_lexer.accept(".maxntid"))
            dimensions(m_function->maximumThreads);
        else if (m_lexer.accept(".reqntid"))
            dimensions(m_function->requiredThreads);
        else if (m_lexer.accept(".minnctapersm") || m_lexer.accept(".maxnreg") || m_lexer.accept(".maxnctapersm") ||
                 m_lexer.accept(".maxclusterrank") || m_lexer.accept(".abi_preserve") ||
                 m_lexer.accept(".abi_preserve_control"))
            readInteger("the directive's value");
        else if (m_lexer.accept(".reqnctapercluster"))
            dimensions(m_function->clusterBlocks);
        else if (m_lexer.accept(".noreturn") || m_lexer.accept(".explicitcluster") || m_lexer.accept(".unified"))
            continue;
        else if (m_lexer.accept(".blocksareclusters"))
            continue;
        else if (m_lexer.accept(".pragma"))
            skipStatement();
        else
            return;
    }
}

void Parser::parseFunction(bool isEntry) {
    auto function = std::make_unique<Function>();
    m_function = function.get();
    function->isEntry = isEntry;
    m_scopes.assign(1, {});
    m_location = 0;
    if (m_lexer.accept(".attribute"))
        while (!m_lexer.accept(")"))
            if (m_lexer.next().kind == Kind::End)
                fail("the text ends inside .attribute( )");
    if (m_lexer.peek().is("("))
        parseParameterList(function->returns);
    const Token name = expectWord("the name of a function");
    function->name = name.text;
    function->line = name.line;
    if (m_lexer.peek().is("("))
        parseParameterList(function->params);
    parseFunctionDirectives();
    if (!m_lexer.accept(";")) {
        function->hasBody = true;
        parseBody(0);
        for (const auto& [label, index] : function->labels)
            if (index > function->instructions.size())
                fail(fmt::format("the label {} stands after the end", label));
    }
    m_function = nullptr;
    m_module.functions.push_back(std::move(function));
}

// .space [.align n] [.ptr ...] .type name [dims] [= initial] [;]
Variable Parser::parseVariable(Space space, const Linkage& linkage) {
    Variable variable;
    variable.space = space;
    variable.isExtern = linkage.isExtern;
    variable.line = m_lexer.peek().line;
    unsigned lanes = 1;
    uint32_t align = 0;
    while (m_lexer.peek().kind == Kind::Word && m_lexer.peek().text[0] == '.') {
        const Token token = m_lexer.next();
        if (token.is(".align")) {
            const int64_t value = readInteger("the alignment");
            if (value <= 0 || value > 65536 || (value & (value - 1)) != 0)
                failAt(token, "an alignment is a power of two, at most 65536");
            // In `.ptr .align n` it speaks of what the pointer points to.
            if (variable.type == Type::None)
                align = static_cast<uint32_t>(value);
        } else if (token.is(".attribute")) {
            while (!m_lexer.accept(")")) {
                const Token part = m_lexer.next();
                variable.isManaged |= part.is(".managed");
                if (part.kind == Kind::End)
                    fail("the text ends inside .attribute( )");
            }
        } else if (token.is(".v2") || token.is(".v4") || token.is(".v8")) {
            lanes = static_cast<unsigned>(token.text[2] - '0');
        } else if (token.is(".ptr") || token.is(".global") || token.is(".shared") || token.is(".const") ||
                   token.is(".local")) {
            continue; // what a pointer parameter points to
        } else if (const auto type = typeFromName(token.text.substr(1))) {
            variable.type = *type;
        } else if (token.is(".texref") || token.is(".samplerref") || token.is(".surfref")) {
            variable.type = Type::b64;
        } else {
            failAt(token, fmt::format("'{}' cannot stand in a declaration", token.text));
        }
    }
    if (variable.type == Type::None)
        fail("a declaration needs a type");
    const Token name = expectWord("the name of a variable");
    variable.name = name.text;
    const uint64_t element = std::max(1u, typeBytes(variable.type)) * uint64_t(lanes);
    variable.align = align ? align : static_cast<uint32_t>(element);

    uint64_t count = 1;
    bool open = false;
    while (m_lexer.accept("[")) {
        if (m_lexer.accept("]")) {
            open = true;
            continue;
        }
        const int64_t dimension = readInteger("the size of an array");
        expect("]");
        if (dimension < 0 || (dimension > 0 && count > (1ull << 40) / static_cast<uint64_t>(dimension)))
            failAt(name, fmt::format("the array {} is too large", name.text));
        count *= static_cast<uint64_t>(dimension);
    }
    variable.bytes = open ? 0 : count * element;
    if (variable.bytes > (1ull << 36))
        failAt(name, fmt::format("the array {} is too large", name.text));
    if (m_lexer.accept("=")) {
        uint64_t at = 0;
        if (m_lexer.peek().is("{"))
            parseInitial(variable, at, 0);
        else
            parseInitialItem(variable, at);
        if (open)
            variable.bytes = variable.initial.size();
    }
    m_lexer.accept(";");
    return variable;
}

void Parser::parseInitial(Variable& variable, uint64_t& at, int depth) {
    if (depth > maxNesting)
        fail("the initial value is nested too deeply");
    expect("{");
    while (!m_lexer.accept("}")) {
        if (m_lexer.peek().is("{"))
            parseInitial(variable, at, depth + 1);
        else
            parseInitialItem(variable, at);
        if (!m_lexer.peek().is("}"))
            expect(",");
    }
}

void Parser::parseInitialItem(Variable& variable, uint64_t& at) {
    const unsigned bytes = std::max(1u, typeBytes(variable.type));
    if (variable.bytes != 0 && at + bytes > variable.bytes)
        fail(fmt::format("{} has more initial values than elements", variable.name));
    if (at + bytes > (1ull << 32))
        fail(fmt::format("the initial value of {} is too large", variable.name));
    variable.initial.resize(std::max<uint64_t>(variable.initial.size(), at + bytes));
    if (m_lexer.peek().kind == Kind::Word) {
        // symbol, symbol+n, generic(symbol)+n, mask(symbol): an address.
        Token symbol = m_lexer.next();
        if ((symbol.is("generic") || symbol.is("mask")) && m_lexer.accept("(")) {
            symbol = expectWord("a symbol");
            expect(")");
        }
        int64_t addend = 0;
        if (m_lexer.accept("+"))
            addend = readInteger("an offset");
        variable.relocations.push_back({at, symbol.text, addend, static_cast<uint8_t>(bytes)});
    } else {
        Literal value = readLiteral();
        if (value.kind == Operand::Kind::Float64 && variable.type == Type::f32) {
            double wide;
            std::memcpy(&wide, &value.bits, sizeof wide);
            const auto narrow = static_cast<float>(wide);
            uint32_t bits;
            std::memcpy(&bits, &narrow, sizeof bits);
            value.bits = bits;
        }
        if (value.kind == Operand::Kind::Integer && isFloat(variable.type) && bytes >= 4) {
            const auto whole = static_cast<double>(static_cast<int64_t>(value.bits));
            const auto narrow = static_cast<float>(whole);
            if (bytes == 8)
                std::memcpy(&value.bits, &whole, 8);
            else
                std::memcpy(&value.bits, &narrow, 4);
        }
        std::memcpy(variable.initial.data() + at, &value.bits, std::min(bytes, 8u));
    }
    at += bytes;
}

void Parser::parseBody(int depth) {
    if (depth > maxNesting)
        fail("{ } are nested too deeply");
    expect("{");
    m_scopes.emplace_back();
    while (!m_lexer.accept("}")) {
        if (m_lexer.peek().kind == Kind::End)
            fail(fmt::format("the text ends inside the function {}", m_function->name));
        parseStatement(depth);
    }
    m_scopes.pop_back();
}

void Parser::parseStatement(int depth) {
    const Token token = m_lexer.peek();
    if (token.is("{")) {
        parseBody(depth + 1);
        return;
    }
    if (m_lexer.accept(";"))
        return;
    if (token.is("@")) {
        parseInstruction();
        return;
    }
    if (token.kind != Kind::Word)
        fail(fmt::format("'{}' cannot begin a statement", token.text));
    if (token.text[0] != '.') {
        parseInstruction();
        return;
    }
    m_lexer.next();
    const auto declare = [&](Space space) {
        m_function->variables.push_back(parseVariable(space, {}));
        m_scopes.back().variables[m_function->variables.back().name] =
            static_cast<int32_t>(m_function->variables.size() - 1);
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
        m_module.variables.push_back(parseVariable(Space::Global, {}));
    else if (token.is(".const"))
        m_module.variables.push_back(parseVariable(Space::Const, {}));
    else if (token.is(".pragma") || token.is(".callprototype"))
        skipStatement();
    else if (token.is(".section"))
        parseSection();
    else if (token.is(".file"))
        parseFile();
    else
        failAt(token, fmt::format("'{}' cannot stand in a function", token.text));
}

void Parser::parseRegisters() {
    Type type = Type::None;
    while (m_lexer.peek().kind == Kind::Word && m_lexer.peek().text[0] == '.') {
        const Token token = m_lexer.next();
        if (token.is(".align")) {
            readInteger("the alignment");
        } else if (const auto found = typeFromName(token.text.substr(1))) {
            type = *found;
        } else {
            failAt(token, fmt::format("'{}' is no type of a register", token.text));
        }
    }
    if (type == Type::None)
        fail("registers need a type");
    do {
        const Token name = expectWord("the name of a register");
        const auto first = static_cast<uint32_t>(m_function->registers.size());
        if (m_lexer.accept("<")) {
            const int64_t count = readInteger("a number of registers");
            expect(">");
            if (count < 0 || count > (1 << 22) || first + static_cast<uint64_t>(count) > (1u << 23))
                failAt(name, fmt::format("{} registers are too many", count));
            for (uint32_t i = 0; i < static_cast<uint32_t>(count); ++i)
                m_function->registers.push_back({name.text, type, i});
            if (count > 0)
                m_scopes.back().registers[name.text] = {first, static_cast<uint32_t>(count)};
        } else {
            m_function->registers.push_back({name.text, type, UINT32_MAX});
            m_scopes.back().registers[name.text] = {first, 0};
        }
    } while (m_lexer.accept(","));
    expect(";");
}

bool Parser::findRegister(std::string_view name, uint32_t& id) const {
    // A name is either declared whole, or a prefix and a number: %r12 of %r<40>.
    size_t digits = name.size();
    while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9')
        --digits;
    for (auto scope = m_scopes.rbegin(); scope != m_scopes.rend(); ++scope) {
        const auto& registers = scope->registers;
        if (const auto whole = registers.find(name); whole != registers.end() && whole->second.count == 0) {
            id = whole->second.first;
            return true;
        }
        for (size_t cut = digits; cut < name.size(); ++cut) { // a prefix may end in digits itself
            const auto found = registers.find(name.substr(0, cut));
            if (found == registers.end() || found->second.count == 0)
                continue;
            uint32_t number = 0;
            const auto [end, error] = std::from_chars(name.data() + cut, name.data() + name.size(), number);
            if (error == std::errc() && end == name.data() + name.size() && number < found->second.count) {
                id = found->second.first + number;
                return true;
            }
        }
    }
    return false;
}

int32_t Parser::findVariable(std::string_view name) const {
    for (auto scope = m_scopes.rbegin(); scope != m_scopes.rend(); ++scope)
        if (const auto found = scope->variables.find(name); found != scope->variables.end())
            return found->second;
    return -1;
}

uint32_t Parser::addOperands(const std::vector<Operand>& operands) {
    const auto first = static_cast<uint32_t>(m_function->operands.size());
    m_function->operands.insert(m_function->operands.end(), operands.begin(), operands.end());
    return first;
}

Operand Parser::parseGroup(Operand::Kind kind, std::string_view close) {
    const Token open = m_lexer.next();
    std::vector<Operand> elements;
    while (!m_lexer.accept(close)) {
        if (m_lexer.peek().is("{") || m_lexer.peek().is("("))
            fail("a group of operands cannot hold another");
        elements.push_back(parseOperand());
        if (!m_lexer.peek().is(close))
            expect(",");
        if (elements.size() > 255)
            failAt(open, "a group of operands has at most 255 elements");
    }
    Operand operand;
    operand.kind = kind;
    operand.count = static_cast<uint8_t>(elements.size());
    operand.id = addOperands(elements);
    return operand;
}

Operand Parser::parseAddress() {
    expect("[");
    Operand operand;
    operand.kind = Operand::Kind::Address;
    if (m_lexer.peek().kind == Kind::Word) {
        const Token base = m_lexer.next();
        operand.hasRegister = findRegister(base.text, operand.id);
        if (!operand.hasRegister) {
            if (base.text[0] == '%')
                failAt(base, fmt::format("the register {} is not declared", base.text));
            operand.name = base.text;
            operand.variable = findVariable(base.text);
        }
        if (m_lexer.accept("+"))
            operand.offset = readInteger("an offset");
        else if (m_lexer.peek().is("-"))
            operand.offset = readInteger("an offset");
    } else {
        operand.offset = readInteger("an address");
    }
    // [map, {x, y}] of tensors and textures, which the instructions refuse that are not for them.
    if (m_lexer.accept(",")) {
        const Operand coordinates = parseOperand();
        operand.negated = true;
        const bool isVector = coordinates.kind == Operand::Kind::Vector;
        operand.count = isVector ? coordinates.count : 1;
        operand.coordinates = isVector ? coordinates.id : addOperands({coordinates});
    }
    expect("]");
    return operand;
}

/// A byte or half of a register, as the video instructions take them.
static bool isPart(std::string_view name) {
    return name == "b0" || name == "b1" || name == "b2" || name == "b3" || name == "h0" || name == "h1";
}

Operand Parser::parseOperand() {
    const Token token = m_lexer.peek();
    Operand operand;
    if (token.is("["))
        return parseAddress();
    if (token.is("{"))
        return parseGroup(Operand::Kind::Vector, "}");
    if (token.is("("))
        return parseGroup(Operand::Kind::List, ")");
    if (token.kind == Kind::Number || token.is("-")) {
        const Literal value = readLiteral();
        operand.kind = value.kind;
        operand.bits = value.bits;
        return operand;
    }
    operand.negated = m_lexer.accept("!");
    const Token word = expectWord("an operand");
    if (word.is("_")) {
        operand.kind = Operand::Kind::Sink;
    } else if (findRegister(word.text, operand.id)) {
        operand.kind = Operand::Kind::Register;
    } else if (const size_t dot = word.text.rfind('.'); dot != std::string_view::npos &&
                                                        isPart(word.text.substr(dot + 1)) &&
                                                        findRegister(word.text.substr(0, dot), operand.id)) {
        operand.kind = Operand::Kind::Register;
        operand.name = word.text.substr(dot + 1);
    } else if (word.is("WARP_SZ")) {
        operand.kind = Operand::Kind::Integer;
        operand.bits = 32;
    } else if (word.text[0] == '%') {
        operand.kind = Operand::Kind::Special;
        operand.name = word.text;
    } else {
        operand.kind = Operand::Kind::Symbol;
        operand.name = word.text;
        operand.variable = findVariable(word.text);
        if (m_lexer.accept("+"))
            operand.offset = readInteger("an offset");
    }
    if (operand.negated && operand.kind != Operand::Kind::Register)
        failAt(word, fmt::format("'!{}': only a predicate can be negated", word.text));
    return operand;
}

void Parser::parseMnemonic(const Token& token, Instruction& instruction) {
    std::string_view rest = token.text;
    const auto take = [&] {
        size_t dot = 0; // a dot inside "::" does not occur; modifiers with :: keep it
        dot = rest.find('.');
        const std::string_view part = rest.substr(0, dot);
        rest = dot == std::string_view::npos ? std::string_view() : rest.substr(dot + 1);
        return part;
    };
    const auto opcode = opcodeFromName(take());
    instruction.known = opcode.has_value();
    instruction.opcode = opcode.value_or(Opcode{});
    while (!rest.empty()) {
        const std::string_view part = take();
        if (const auto type = typeFromName(part)) {
            if (instruction.typeCount == Instruction::maxTypes)
                failAt(token, fmt::format("'{}' has too many types", token.text));
            instruction.types[instruction.typeCount++] = *type;
        } else {
            if (instruction.modCount == Instruction::maxMods)
                failAt(token, fmt::format("'{}' has too many modifiers", token.text));
            instruction.mods[instruction.modCount++] = modFromText(part);
        }
    }
}

void Parser::parseInstruction() {
    Instruction instruction;
    instruction.location = m_location;
    if (m_lexer.accept("@")) {
        instruction.guarded = true;
        instruction.guardNegated = m_lexer.accept("!");
        const Token guard = expectWord("a predicate");
        if (!findRegister(guard.text, instruction.guard))
            failAt(guard, fmt::format("the predicate {} is not declared", guard.text));
    }
    const Token word = expectWord("an instruction");
    if (!instruction.guarded && m_lexer.accept(":")) {
        m_function->labels[word.text] = static_cast<uint32_t>(m_function->instructions.size());
        // .branchtargets and .callprototype are named by a label of their own.
        if (m_lexer.accept(".branchtargets")) {
            auto& targets = m_function->branchTargets[word.text];
            do
                targets.push_back(expectWord("a label").text);
            while (m_lexer.accept(","));
            expect(";");
        } else if (m_lexer.accept(".callprototype") || m_lexer.accept(".calltargets")) {
            skipStatement();
        }
        return;
    }
    instruction.line = word.line;
    parseMnemonic(word, instruction);
    if (!instruction.known) {
        skipStatement();
    } else {
        std::vector<Operand> operands;
        if (!m_lexer.peek().is(";")) {
            do {
                operands.push_back(parseOperand());
                if (operands.size() == 1 && m_lexer.accept("|")) {
                    instruction.hasSecondPredicate = true;
                    operands.push_back(parseOperand());
                }
                if (operands.size() > 32)
                    fail("an instruction has too many operands");
            } while (m_lexer.accept(","));
        }
        expect(";");
        instruction.operandCount = static_cast<uint8_t>(operands.size());
        instruction.firstOperand = addOperands(operands);
    }
    const std::string_view text = m_lexer.text();
    size_t end = text.find(';', word.at);
    end = end == std::string_view::npos ? text.size() : end;
    instruction.text = text.substr(word.at, end - word.at);
    m_function->instructions.push_back(instruction);
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

Module parse(std::string text) {
    Module module;
    module.text = std::make_shared<const std::string>(std::move(text));
    Parser(module).parseModule();
    return module;
}

} // namespace warplens::sim::ptx
