// SPDX-License-Identifier: GPL-3.0-or-later
// That no class is over 400 lines (its declaration and all its members, in whatever files) and no function over 100, and
// that no two files define classes of one name.
#include "outline.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

namespace fs = std::filesystem;

namespace warplens::structure {
namespace {

constexpr size_t classLimit = 400, functionLimit = 100;

std::string text(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    EXPECT_TRUE(in) << file;
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<Piece> piecesOfTheProject() {
    std::vector<Piece> all;
    const fs::path root = WARPLENS_SOURCE_DIR;
    const std::set<std::string> suffixes{".h", ".cpp", ".inl"};
    for (const char* top : {"sim", "kernels", "app"})
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / top)) {
            if (!entry.is_regular_file() || !suffixes.contains(entry.path().extension().string()))
                continue;
            const std::string file = fs::relative(entry.path(), root).generic_string();
            std::vector<Piece> found = outline(text(entry.path()), file);
            all.insert(all.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
        }
    return all;
}

using Sizes = std::map<std::string, size_t>;

/// What is to be made two of, with its lines.
Sizes tooLarge(const std::vector<Piece>& pieces) {
    Sizes found;
    for (const Piece& piece : pieces)
        if (piece.kind == Piece::Kind::Function && piece.lines() > functionLimit)
            found["function " + piece.file + " " + piece.name] = piece.lines();
    for (const auto& [name, lines] : classSizes(pieces))
        if (lines > classLimit)
            found["class " + name] = lines;
    return found;
}

/// Classes of one name that several files define, with these. No compiler sees it and no linker says it: the functions of
/// one of them (those of `std::vector` of it, say) then serve the other as well.
std::map<std::string, std::set<std::string>> definedTwice(const std::vector<Piece>& pieces) {
    std::map<std::string, std::set<std::string>> files;
    for (const Piece& piece : pieces)
        if (piece.kind == Piece::Kind::Class)
            files[piece.space + piece.name].insert(piece.file);
    std::erase_if(files, [](const auto& one) { return one.second.size() == 1; });
    return files;
}

/// As "class C 3-7", without namespaces.
std::vector<std::string> told(std::string_view source) {
    std::vector<std::string> rows;
    for (const Piece& piece : outline(source, "file.cpp"))
        rows.push_back((piece.kind == Piece::Kind::Class ? "class " : "function ") + piece.name + " " +
                       std::to_string(piece.first) + "-" + std::to_string(piece.last));
    return rows;
}

using Rows = std::vector<std::string>;

} // namespace

TEST(Sizes, NothingIsTooLarge) {
    const std::vector<Piece> pieces = piecesOfTheProject();
    ASSERT_GT(pieces.size(), 5000u);
    for (const auto& [name, lines] : tooLarge(pieces))
        ADD_FAILURE() << name << " has " << lines << " lines: make two of it";
}

TEST(Sizes, ALineMoreThanTheLimitIsTooLarge) {
    // A function and a class of so many lines, and a member of the class elsewhere.
    const auto of = [](size_t function, size_t declared, size_t member) {
        const auto lines = [](size_t count) { return std::string(count, '\n'); };
        return tooLarge(outline("void f() {" + lines(function - 1) + "}\nclass C {" + lines(declared - 1) +
                                    "};\nvoid C::g() {" + lines(member - 1) + "}\n",
                                "f.cpp"));
    };
    EXPECT_EQ(of(100, 301, 99), Sizes{});
    EXPECT_EQ(of(101, 300, 100), (Sizes{{"function f.cpp f", 101}}));
    EXPECT_EQ(of(100, 301, 100), (Sizes{{"class C", 401}}));
}

// A class that is known to consist of many files, counted another way: the lines of its functions, each searched for.
TEST(Sizes, EveryDefinitionOfAMemberIsFound) {
    std::set<std::string> found, seen;
    for (const Piece& piece : piecesOfTheProject())
        if (piece.kind == Piece::Kind::Function)
            found.insert(piece.file + ":" + piece.name);
    const fs::path root = WARPLENS_SOURCE_DIR;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / "app/window")) {
        if (entry.path().extension() != ".cpp")
            continue;
        const std::string file = fs::relative(entry.path(), root).generic_string();
        std::istringstream in(text(entry.path()));
        for (std::string line; std::getline(in, line);) { // as the formatter leaves a definition: from the first column
            const size_t name = line.find("MainWindow::"), open = line.find('(');
            if (line.empty() || line.front() == ' ' || line.front() == '/' || name > open || open == std::string::npos)
                continue;
            seen.insert(file + ":" + line.substr(name, open - name));
        }
    }
    EXPECT_GT(seen.size(), 20u);
    for (const std::string& name : seen)
        EXPECT_TRUE(found.contains(name)) << name;
}

TEST(OneDefinition, OfEachClass) {
    const std::vector<Piece> pieces = piecesOfTheProject();
    ASSERT_GT(pieces.size(), 5000u);
    for (const auto& [name, files] : definedTwice(pieces)) {
        std::string listed;
        for (const std::string& file : files)
            listed += " " + file;
        ADD_FAILURE() << name << " is defined in" << listed << ": give one of them another name";
    }
}

TEST(OneDefinition, IsOfANameInItsNamespace) {
    const auto of = [](const std::string& first, const std::string& second) {
        std::vector<Piece> pieces = outline(first, "a.h");
        for (const Piece& piece : outline(second, "b.cpp"))
            pieces.push_back(piece);
        return definedTwice(pieces);
    };
    const std::string one = "namespace n {\nstruct A { int a; };\n}\n";
    EXPECT_EQ(of(one, one), (std::map<std::string, std::set<std::string>>{{"n::A", {"a.h", "b.cpp"}}}));
    EXPECT_EQ(of(one, "namespace n::m { struct A {}; }").size(), 0u);
    EXPECT_EQ(of(one, "namespace n { namespace { struct A {}; } struct B { struct A {}; }; struct A; }").size(), 0u);
    EXPECT_EQ(of(one, "namespace n { enum class A {}; void f() { struct A {}; } }").size(), 0u);
}

TEST(Outline, FunctionsBeginWhereTheirHeadDoes) {
    EXPECT_EQ(told("int a() {\n return 1;\n}\n\ntemplate<class T>\nT b(T c,\n    int d = f())\n{\n}\n"),
              (Rows{"function a 1-3", "function b 5-9"}));
    EXPECT_EQ(told("auto f(const std::vector<int>& v) -> std::map<int, int> {\n}\n"), Rows{"function f 1-2"});
    EXPECT_EQ(told("[[nodiscard]] static bool operator==(const A& a, const A& b) {\n}\n"),
              Rows{"function operator== 1-2"});
    EXPECT_EQ(told("void f(std::function<void()> g = [] {}) {\n}\n"), Rows{"function f 1-2"});
    EXPECT_EQ(told("const auto f = [](int a) {\n return a;\n};\nint x{3}, y[] = {1, 2};\n"), Rows{"function f 1-3"});
    EXPECT_EQ(told("struct S f(int a);\nstruct S g(int a) {\n}\n"), Rows{"function g 2-3"});
}

TEST(Outline, ClassesKnowTheirMembers) {
    EXPECT_EQ(told("class A final : public B<C> {\n    Q_OBJECT\npublic:\n    A() : m_b{1}, m_c(2) {\n    }\nprivate:\n"
                   "    struct D { int e; };\n    int m_b{0};\n    void f() const\n    {\n    }\n};\n"),
              (Rows{"function A::A 4-5", "class A::D 7-7", "function A::f 9-11", "class A 1-12"}));
    EXPECT_EQ(
        told(
            "A::A()\n    : m_b{1}\n    , m_c(2) {\n}\nvoid A::B<C>::f() {}\nA::~A() {}\nA::operator bool() const {}\n"),
        (Rows{"function A::A 1-4", "function A::B::f 5-5", "function A::~A 6-6", "function A::operatorbool 7-7"}));
    EXPECT_EQ(told("enum class E { a, b };\nclass F;\nunion U { int a; };\nextern \"C\" {\nvoid g() {}\n}\n"),
              (Rows{"class U 3-3", "function g 5-5"}));
}

TEST(Outline, WhatIsNoCodeOpensNothing) {
    EXPECT_EQ(told("void a() {\n // }\n /* } */ f(\"}\\\"}\", '}', '\\'', 1'000'000, R\"x(\n}\")x\");\n}\n"),
              Rows{"function a 1-5"});
    EXPECT_EQ(told("#define M() { \\\n {\n#if A\nvoid f() {\n#else\nvoid g() {\n#endif\n}\n#error don't\n"),
              Rows{"function f 4-8"});
}

TEST(Outline, SizesOfClassesAreThoseOfAllFiles) {
    std::vector<Piece> pieces =
        outline("namespace n {\nclass A {\n void g() {}\n struct B { void f(); };\n};\n}\n", "a.h");
    for (const Piece& piece :
         outline("namespace n {\nnamespace {\nclass A {};\nvoid A::f() {\n}\n}\nnamespace m {\nvoid A::f() {\n\n}\n"
                 "}\nvoid A::B::f() {\n\n\n}\nvoid A::h() {}\n}\n",
                 "a.cpp"))
        pieces.push_back(piece);
    // Its declaration, f and h; of B one line and four; and another A, of the file alone.
    EXPECT_EQ(classSizes(pieces), (Sizes{{"n::A", 4 + 3 + 1}, {"n::A::B", 1 + 4}, {"n::(a.cpp)::A", 1 + 2}}));
}

} // namespace warplens::structure
