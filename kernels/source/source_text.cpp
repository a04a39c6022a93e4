// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/source/source_text.h"

#include <mutex>
#include <optional>

namespace warplens::kernels {

struct SourceText::Shared {
    explicit Shared(std::string t)
        : text(std::move(t)) {}

    const std::string text;
    std::once_flag once;
    std::optional<Tokens> tokens;
};

SourceText::SourceText(std::string text)
    : m_shared(std::make_shared<Shared>(std::move(text))) {}

const std::string& SourceText::text() const {
    return m_shared->text;
}

const Tokens& SourceText::tokens() const {
    std::call_once(m_shared->once, [this] { m_shared->tokens.emplace(m_shared->text); });
    return *m_shared->tokens;
}

} // namespace warplens::kernels
