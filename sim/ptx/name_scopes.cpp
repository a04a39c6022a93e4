// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/ptx/name_scopes.h"

#include <charconv>

namespace warplens::sim::ptx {

bool NameScopes::findRegister(std::string_view name, uint32_t& id) const {
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

int32_t NameScopes::findVariable(std::string_view name) const {
    for (auto scope = m_scopes.rbegin(); scope != m_scopes.rend(); ++scope)
        if (const auto found = scope->variables.find(name); found != scope->variables.end())
            return found->second;
    return -1;
}

} // namespace warplens::sim::ptx
