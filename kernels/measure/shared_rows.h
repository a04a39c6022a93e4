// SPDX-License-Identifier: GPL-3.0-or-later
// A container that its copies share. Recordings are copied to whoever reads them, window, narrator and tutor; what makes
// them large is the same in all of them.
#pragma once

#include <initializer_list>
#include <memory>
#include <utility>

namespace warplens::kernels {

/// Read only: who wants other values puts in another container.
template<class Container>
class Shared {
public:
    using value_type = typename Container::value_type;
    using const_iterator = typename Container::const_iterator;

    Shared() = default;
    Shared(Container values) // NOLINT(google-explicit-constructor): it is one
        : m_values(values.empty() ? nullptr : std::make_shared<const Container>(std::move(values))) {}
    Shared(std::initializer_list<value_type> values)
        : Shared(Container(values)) {}

    const Container& values() const {
        static const Container none;
        return m_values == nullptr ? none : *m_values;
    }
    operator const Container&() const { return values(); } // NOLINT(google-explicit-constructor): likewise

    const_iterator begin() const { return values().begin(); }
    const_iterator end() const { return values().end(); }
    bool empty() const { return m_values == nullptr; }
    auto size() const { return values().size(); }
    template<class Key>
    const_iterator find(const Key& key) const {
        return values().find(key);
    }
    template<class Key>
    const auto& at(const Key& key) const {
        return values().at(key);
    }

    friend bool operator==(const Shared& a, const Shared& b) {
        return a.m_values == b.m_values || a.values() == b.values();
    }

private:
    std::shared_ptr<const Container> m_values; ///< null: empty
};

} // namespace warplens::kernels
