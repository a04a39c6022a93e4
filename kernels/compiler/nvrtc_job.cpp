// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/compiler/nvrtc_job.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace warplens::kernels {
namespace {

void put(std::string& bytes, std::uint64_t number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

void put(std::string& bytes, const std::string& text) {
    put(bytes, text.size());
    bytes += text;
}

/// Takes from the front; what is not there is empty, and the whole is no message.
class Reader {
public:
    explicit Reader(std::string_view bytes)
        : m_bytes(bytes) {}

    std::uint64_t number() {
        std::uint64_t value = 0;
        if (m_bytes.size() < sizeof value)
            m_broken = true;
        else
            std::memcpy(&value, m_bytes.data(), sizeof value);
        m_bytes.remove_prefix(std::min(m_bytes.size(), sizeof value));
        return value;
    }
    std::string text() {
        const std::uint64_t size = number();
        m_broken |= size > m_bytes.size();
        const std::string value(m_bytes.substr(0, m_broken ? 0 : size));
        m_bytes.remove_prefix(value.size());
        return value;
    }
    bool isDone() const { return !m_broken && m_bytes.empty(); }
    bool isBroken() const { return m_broken; }

private:
    std::string_view m_bytes;
    bool m_broken = false;
};

} // namespace

std::string encoded(const NvrtcJob& job) {
    std::string bytes;
    for (const std::string* text : {&job.source, &job.name, &job.nameExpression})
        put(bytes, *text);
    put(bytes, job.headers.size());
    for (const auto& [name, text] : job.headers) {
        put(bytes, name);
        put(bytes, text);
    }
    put(bytes, job.options.size());
    for (const std::string& option : job.options)
        put(bytes, option);
    return bytes;
}

std::string encoded(const NvrtcAnswer& answer) {
    std::string bytes;
    put(bytes, static_cast<std::uint64_t>(answer.code));
    for (const std::string* text : {&answer.log, &answer.ptx, &answer.cubin, &answer.loweredName})
        put(bytes, *text);
    return bytes;
}

std::optional<NvrtcJob> decodedJob(std::string_view bytes) {
    Reader reader(bytes);
    NvrtcJob job;
    for (std::string* text : {&job.source, &job.name, &job.nameExpression})
        *text = reader.text();
    for (std::uint64_t left = reader.number(); left > 0 && !reader.isBroken(); --left) {
        std::string name = reader.text();
        job.headers.emplace_back(std::move(name), reader.text());
    }
    for (std::uint64_t left = reader.number(); left > 0 && !reader.isBroken(); --left)
        job.options.push_back(reader.text());
    return reader.isDone() ? std::optional(std::move(job)) : std::nullopt;
}

std::optional<NvrtcAnswer> decodedAnswer(std::string_view bytes) {
    Reader reader(bytes);
    NvrtcAnswer answer;
    answer.code = static_cast<int>(reader.number());
    for (std::string* text : {&answer.log, &answer.ptx, &answer.cubin, &answer.loweredName})
        *text = reader.text();
    return reader.isDone() ? std::optional(std::move(answer)) : std::nullopt;
}

std::string withLength(const std::string& message) {
    std::string bytes;
    put(bytes, message);
    return bytes;
}

std::size_t lengthIn(std::string_view front) {
    return Reader(front).number();
}

} // namespace warplens::kernels
