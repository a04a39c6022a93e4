// SPDX-License-Identifier: GPL-3.0-or-later
// The names that a function declares, each as far as the braces around it reach.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace warplens::sim::ptx {

class NameScopes {
public:
    void reset() { m_scopes.assign(1, {}); }
    void open() { m_scopes.emplace_back(); }
    void close() { m_scopes.pop_back(); }

    void addRegister(std::string_view name, uint32_t id) { m_scopes.back().registers[name] = {id, 0}; }
    /// %r<40>: %r0 to %r39.
    void addRegisters(std::string_view prefix, uint32_t first, uint32_t count) {
        m_scopes.back().registers[prefix] = {first, count};
    }
    void addVariable(std::string_view name, int32_t index) { m_scopes.back().variables[name] = index; }
    bool findRegister(std::string_view name, uint32_t& id) const;
    int32_t findVariable(std::string_view name) const; ///< -1: there is none of that name

private:
    struct RegisterRange {
        uint32_t first;
        uint32_t count; ///< 0: a single register of that very name
    };
    struct Scope {
        std::unordered_map<std::string_view, RegisterRange> registers;
        std::unordered_map<std::string_view, int32_t> variables;
    };
    std::vector<Scope> m_scopes;
};

} // namespace warplens::sim::ptx
