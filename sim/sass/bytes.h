// SPDX-License-Identifier: GPL-3.0-or-later
// Reads values out of a range of bytes, as ELF files have them.
#pragma once

#include "sim/sass/cubin.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>

namespace warplens::sim::sass {

/// Reads little-endian values out of a range of bytes; beyond its end it throws.
class Reader {
public:
    explicit Reader(std::span<const std::byte> bytes, size_t at = 0)
        : m_bytes(bytes)
        , m_at(at) {}
    template<class T>
    T read() {
        T value;
        need(sizeof value);
        std::memcpy(&value, m_bytes.data() + m_at, sizeof value);
        m_at += sizeof value;
        return value;
    }
    uint64_t uleb() {
        uint64_t value = 0;
        for (unsigned shift = 0;; shift += 7) {
            const auto byte = read<uint8_t>();
            if (shift < 64)
                value |= uint64_t(byte & 0x7f) << shift;
            if (!(byte & 0x80))
                return value;
        }
    }
    int64_t sleb() {
        uint64_t value = 0;
        for (unsigned shift = 0;;) {
            const auto byte = read<uint8_t>();
            if (shift < 64)
                value |= uint64_t(byte & 0x7f) << shift;
            shift += 7;
            if (!(byte & 0x80)) {
                if ((byte & 0x40) && shift < 64)
                    value |= ~0ull << shift;
                return static_cast<int64_t>(value);
            }
        }
    }
    std::string_view text() {
        const auto* begin = reinterpret_cast<const char*>(m_bytes.data()) + m_at;
        const std::string_view found(begin, strnlen(begin, m_bytes.size() - std::min(m_at, m_bytes.size())));
        seek(m_at + found.size() + 1);
        return found;
    }
    size_t at() const { return m_at; }
    void seek(size_t at) {
        if (at > m_bytes.size())
            throw CubinError("the cubin ends too early");
        m_at = at;
    }
    bool atEnd() const { return m_at >= m_bytes.size(); }

private:
    void need(size_t count) const {
        if (count > m_bytes.size() - std::min(m_at, m_bytes.size()))
            throw CubinError("the cubin ends too early");
    }
    std::span<const std::byte> m_bytes;
    size_t m_at;
};

} // namespace warplens::sim::sass
