// SPDX-License-Identifier: GPL-3.0-or-later
// The tokens of CUDA C++: what is code, what is not, and which brackets belong together.
#include "kernels/source/asides.h"
#include "kernels/source/source_text.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace warplens::kernels {
namespace {

std::vector<std::string> texts(const std::string& text) {
    const Tokens tokens(text);
    std::vector<std::string> all;
    for (size_t i = 0; i < tokens.size(); ++i)
        all.emplace_back(tokens.text(i));
    return all;
}

using Texts = std::vector<std::string>;

} // namespace

TEST(Tokens, CommentsAreNone) {
    EXPECT_EQ(texts("a // b\nc /* d\n e */f /* open"), (Texts{"a", "c", "f"}));
    EXPECT_EQ(texts("a // b \\\n still b\nc"), (Texts{"a", "c"})) << "a backslash joins lines";
    EXPECT_EQ(texts("a / b /** /*/ c"), (Texts{"a", "/", "b", "c"}));
}

TEST(Tokens, BehindTheLastIsAMarkWithoutText) { // "struct A", and whoever reads it goes on
    const Tokens tokens("struct A");
    ASSERT_EQ(tokens.size(), 2);
    EXPECT_EQ(tokens[2].kind, TokenKind::Mark);
    EXPECT_EQ(tokens[2].partner, Token::none);
    EXPECT_EQ(tokens.text(tokens[2]), "");
    EXPECT_EQ(tokens.text(2), "");
}

TEST(Tokens, WhatIsNoCodeIsKnownByItsPlace) {
    const auto noCode = [](const std::string& text) {
        Texts found;
        const Tokens tokens(text);
        for (const auto& [begin, end] : asides(text, tokens))
            found.push_back(text.substr(begin, end - begin));
        return found;
    };
    EXPECT_EQ(noCode("a // b\nc /* d\n e */f /* open"), (Texts{"// b", "/* d\n e */", "/* open"}));
    EXPECT_EQ(noCode("f(\"https://x\"); // \"y\"\n#include <z> // w\nint a;"), (Texts{"// \"y\"", "// w"}));
    EXPECT_EQ(noCode("a\n#if 0\nb\n#endif\nc"), (Texts{"b"}));
    EXPECT_EQ(noCode("// one\n// two"), (Texts{"// one\n// two"}));
    EXPECT_EQ(noCode("a \\\n b"), Texts{});
    EXPECT_EQ(noCode(""), Texts{});
}

TEST(Tokens, LiteralsAreOne) {
    EXPECT_EQ(texts(R"(f("a \" // b", 'x', '"', '\'');)"),
              (Texts{"f", "(", R"("a \" // b")", ",", "'x'", ",", "'\"'", ",", R"('\'')", ")", ";"}));
    EXPECT_EQ(texts(R"(L"wide" u8'c' word"s" 3'c')"), (Texts{R"(L"wide")", "u8'c'", "word", R"("s")", "3'c", "'"}));
    EXPECT_EQ(texts("\"open\nnext"), (Texts{"\"open", "next"})) << "a missing quote ends with its line";
    EXPECT_EQ(texts("\"over \\\nlines\" next"), (Texts{"\"over \\\nlines\"", "next"}));
    EXPECT_EQ(Tokens("'a'")[0].kind, TokenKind::Character);
    EXPECT_EQ(Tokens("u\"a\"")[0].kind, TokenKind::String);
}

TEST(Tokens, RawStringsEndWhereTheySay) {
    EXPECT_EQ(texts("a R\"(one \" // two\n)\" b"), (Texts{"a", "R\"(one \" // two\n)\"", "b"}));
    EXPECT_EQ(texts("u8R\"x(\n)\" )x\"b"), (Texts{"u8R\"x(\n)\" )x\"", "b"}));
    EXPECT_EQ(texts("BAR\"(a)\" b"), (Texts{"BAR", "\"(a)\"", "b"})) << "the prefix is a word of its own";
    EXPECT_EQ(texts("R\"no raw string\" b"), (Texts{"R", "\"no raw string\"", "b"}));
    EXPECT_EQ(texts("R\"(open\n\" b"), (Texts{"R\"(open\n\" b"}));
}

TEST(Tokens, NumbersAreThoseOfThePreprocessor) {
    EXPECT_EQ(texts("1'000'000u 0x1.8p-3f 1e+5 .5f 0xe+1 1.f a.b 3..x"),
              (Texts{"1'000'000u", "0x1.8p-3f", "1e+5", ".5f", "0xe", "+", "1", "1.f", "a", ".", "b", "3..x"}));
    EXPECT_EQ(Tokens(".5")[0].kind, TokenKind::Number);
}

TEST(Tokens, NamesMayHaveLettersOfAnyScript) {
    EXPECT_EQ(texts("größe = 1"), (Texts{"größe", "=", "1"}));
}

TEST(Tokens, DirectivesAreKeptApart) {
    const std::string text = "#include <a/b.h> // why\n"
                             "  #  define F(x) \\\n    (x) /* of\n two */ + 1\n"
                             "int a; # no directive\n"
                             "#error don't\n"
                             "#define S R\"(\n#define T 1\n)\"\n"
                             "int b;\n";
    const Tokens tokens(text);
    ASSERT_EQ(tokens.directives().size(), 4u);
    const Directive& define = tokens.directives()[1];
    EXPECT_EQ(tokens.directives()[0].name, "include");
    EXPECT_EQ(define.name, "define");
    EXPECT_EQ(tokens.spelled(define.tokens), "F(x) (x) + 1");
    EXPECT_EQ(text.substr(define.begin, 2), "# ");
    EXPECT_EQ(text.substr(define.end - 3, 4), "+ 1\n");
    EXPECT_EQ(tokens.directives()[2].name, "error");
    EXPECT_EQ(tokens.directives()[3].tokens.size(), 2u) << "its raw string goes on";
    EXPECT_EQ(tokens.spelled(0, tokens.size()), "int a; # no directive int b;");
    EXPECT_TRUE(tokens.mention("F") && tokens.mention("directive"));
    EXPECT_FALSE(tokens.mention("T") || tokens.mention("why"));
}

TEST(Tokens, WhatIfZeroTakesOutIsNoCode) {
    EXPECT_EQ(texts("a\n#if 0\nb don't\n#if X\nc\n#else\nd\n#endif\n#define E\n#else\nf\n#endif\ng"),
              (Texts{"a", "f", "g"}));
    EXPECT_EQ(texts("#if false\na\n#elif Y\nb\n#endif\nc"), (Texts{"b", "c"}));
    EXPECT_EQ(texts("#if 01\na\n#endif"), Texts{"a"});
    EXPECT_EQ(texts("#endif\n#else\na\n#if"), Texts{"a"});
    EXPECT_EQ(Tokens("#if 0\n#define E\n#endif\n").directives().size(), 2u);
}

TEST(Tokens, BracketsHavePartners) {
    const std::string text = "f(a[1], {2}) { ( } ]";
    const Tokens tokens(text);
    const auto at = [&](size_t i) { return tokens[i].partner; };
    EXPECT_EQ(at(1), 10u);
    EXPECT_EQ(at(10), 1u);
    EXPECT_EQ(at(3), 5u);
    EXPECT_EQ(at(7), 9u);
    EXPECT_EQ(at(11), 13u) << "a brace closes over what was left open";
    EXPECT_EQ(at(12), Token::none);
    EXPECT_EQ(at(14), Token::none);
    EXPECT_EQ(tokens.closing(12, 99), 99u);
    EXPECT_EQ(Tokens("( { ) }")[0].partner, Token::none) << "what is open inside a brace ends with it";
}

TEST(Tokens, BothBranchesOpenTheSameBrace) {
    const std::string text = "#ifdef A\nvoid f(int a) {\n#else\nvoid f(float a) {\n#endif\n  g();\n}\nint b;";
    const Tokens tokens(text);
    const size_t open = 6;
    ASSERT_TRUE(tokens.is(open, "{"));
    ASSERT_NE(tokens[open].partner, Token::none);
    EXPECT_TRUE(tokens.is(tokens[open].partner + 1, "int"));
    // And the other way round: one is opened before, and closed in each branch.
    const std::string closes = "void f() {\n#if A\n}\n#else\n g(); }\n#endif\nint b;";
    const Tokens other(closes);
    EXPECT_TRUE(other.is(other[4].partner, "}"));
    EXPECT_EQ(other[4].partner, 5u);
}

TEST(Tokens, AnglesAreMatchedWhenAsked) {
    const std::string text = "template<typename T = A<B<int>>, int N = (1 > 2)> x; a < b;";
    const Tokens tokens(text);
    const size_t close = tokens.closingAngle(1, tokens.size());
    EXPECT_TRUE(tokens.is(close + 1, "x"));
    const auto parts = tokens.parts(2, close, true);
    ASSERT_EQ(parts.size(), 2u);
    EXPECT_EQ(tokens.spelled(parts[0].first, parts[0].second), "typename T = A<B<int>>");
    EXPECT_EQ(tokens.closingAngle(close + 4, tokens.size()), tokens.size()) << "it only compares";
    EXPECT_EQ(tokens.parts(close + 3, close + 3, true).size(), 0u);
}

TEST(Tokens, MarksThatTouchAreToldFromThoseThatDoNot) {
    const std::string text = "k<<<1>>> a < < b std::x";
    const Tokens tokens(text);
    EXPECT_TRUE(tokens.areMarks(1, "<<<"));
    EXPECT_FALSE(tokens.areMarks(2, "<<<"));
    EXPECT_TRUE(tokens.areMarks(5, ">>>"));
    EXPECT_FALSE(tokens.areMarks(9, "<<"));
    EXPECT_TRUE(tokens.areMarks(13, "::"));
    EXPECT_FALSE(tokens.areMarks(tokens.size(), "::"));
}

TEST(Tokens, PlacesHaveLines) {
    const std::string text = "a\nb c\n\nd";
    const Tokens tokens(text);
    EXPECT_EQ(tokens.lineOf(tokens[0].begin), 1);
    EXPECT_EQ(tokens.lineOf(tokens[2].begin), 2);
    EXPECT_EQ(tokens.lineOf(tokens[3].begin), 4);
}

// What is deep or long takes the time of what is flat and short.
TEST(Tokens, HostileTextsAreReadInOneGo) {
    constexpr size_t many = 200'000;
    for (const std::string part : {"(", "{", "[(", "({[", ")", "}", "(}", "#if\n", "(\n#if\n", "<", "/*", "'", "R\"",
                                   "#", "\\\n", "template<", "__global__ "}) {
        std::string text;
        while (text.size() < many)
            text += part;
        const Tokens tokens(text);
        EXPECT_LE(tokens.size(), text.size());
    }
}

TEST(SourceText, IsReadOnceAndSharedByItsCopies) {
    const SourceText text("int a;");
    const SourceText copy = text;
    EXPECT_EQ(&text.tokens(), &copy.tokens());
    EXPECT_EQ(text, copy);
    EXPECT_EQ(text, SourceText(std::string("int ") + "a;"));
    EXPECT_NE(text, SourceText("int b;"));
    EXPECT_TRUE(SourceText().empty());
    const SourceText shared(std::string(10'000, 'x'));
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([shared] { EXPECT_EQ(shared.tokens().size(), 1u); });
}

} // namespace warplens::kernels
