// SPDX-License-Identifier: GPL-3.0-or-later
// A text of CUDA C++ and the tokens that it is made of. It never changes; copies share the text, and its tokens are read
// once, when somebody first asks for them.
#pragma once

#include "kernels/source/tokens.h"

#include <memory>
#include <string>

namespace warplens::kernels {

class SourceText {
public:
    SourceText()
        : SourceText(std::string()) {}
    SourceText(std::string text);
    SourceText(const char* text)
        : SourceText(std::string(text)) {}

    const std::string& text() const;
    operator const std::string&() const { return text(); }
    bool empty() const { return text().empty(); }

    /// Any thread may ask.
    const Tokens& tokens() const;

    friend bool operator==(const SourceText& a, const SourceText& b) {
        return a.m_shared == b.m_shared || a.text() == b.text();
    }

private:
    struct Shared;
    std::shared_ptr<Shared> m_shared;
};

} // namespace warplens::kernels
