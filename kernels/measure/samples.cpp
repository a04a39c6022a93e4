// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/measure/samples.h"

#include "kernels/files/json_parts.h"
#include "kernels/measure/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace warplens::kernels {
namespace {

constexpr std::string_view key = "\"samples_ms\"";
constexpr std::size_t pieceBytes = 256u << 10;
/// A list of samples that is longer, or a number, is nothing that anybody measured: it is read as any JSON is.
constexpr std::size_t longestList = 1u << 20, longestNumber = 32, longestExponent = 2;

bool isDigit(char letter) {
    return letter >= '0' && letter <= '9';
}

/// Walks over text whose end may not have been read yet.
class Walk {
public:
    enum class Outcome { Right, Wrong, Incomplete };

    explicit Walk(std::string_view text)
        : m_text(text) {}

    std::size_t at() const { return m_at; }
    std::size_t count() const { return m_count; }

    Outcome letter(char wanted) {
        blanks();
        if (ended())
            return Outcome::Incomplete;
        if (m_text[m_at] != wanted)
            return Outcome::Wrong;
        ++m_at;
        return Outcome::Right;
    }

    /// Numbers and the bracket behind them.
    Outcome numbers() {
        if (const Outcome end = letter(']'); end != Outcome::Wrong)
            return end;
        for (;;) {
            if (const Outcome outcome = number(); outcome != Outcome::Right)
                return outcome;
            ++m_count;
            if (const Outcome comma = letter(','); comma == Outcome::Incomplete)
                return comma;
            else if (comma == Outcome::Wrong)
                return letter(']');
        }
    }

private:
    bool ended() const { return m_at == m_text.size(); }
    void blanks() {
        while (!ended() && isJsonBlank(m_text[m_at]))
            ++m_at;
    }
    bool take(char wanted) {
        if (ended() || m_text[m_at] != wanted)
            return false;
        ++m_at;
        return true;
    }
    std::size_t digits() {
        const std::size_t begin = m_at;
        while (!ended() && isDigit(m_text[m_at]))
            ++m_at;
        return m_at - begin;
    }

    /// As JSON has it: no sign of plus, no zero before others, digits on both sides of a point.
    Outcome number() {
        blanks();
        const std::size_t begin = m_at;
        bool right = true;
        take('-');
        const std::size_t zero = m_at;
        const std::size_t whole = digits();
        right = right && whole > 0 && (whole == 1 || m_text[zero] != '0');
        if (take('.'))
            right = digits() > 0 && right;
        if (take('e') || take('E')) {
            take('-') || take('+');
            const std::size_t exponent = digits();
            right = right && exponent > 0 && exponent <= longestExponent;
        }
        if (ended())
            return Outcome::Incomplete;
        return right && m_at - begin <= longestNumber ? Outcome::Right : Outcome::Wrong;
    }

    std::string_view m_text;
    std::size_t m_at = 0, m_count = 0;
};

/// Takes the pieces of a file in turn.
class Cutter {
public:
    /// The bytes that come next; false where something had better be read as it stands.
    bool take(std::string_view piece, bool last) {
        m_pending += piece;
        std::size_t done = 0;
        for (;;) {
            const std::size_t found = m_pending.find(key, done);
            if (found == std::string::npos) {
                const std::size_t held = last ? 0 : std::min(key.size() - 1, m_pending.size() - done);
                pass(done, m_pending.size() - held);
                break;
            }
            pass(done, found);
            done = found;
            const std::optional<std::size_t> end = listAt(found);
            if (!end)
                return false;
            if (*end == found) { // not all of it is here
                if (last || m_pending.size() - found > longestList)
                    return false;
                break;
            }
            done = *end;
        }
        m_before += done;
        m_pending.erase(0, done);
        return true;
    }

    CutText cut;

private:
    void pass(std::size_t& done, std::size_t end) {
        cut.text.append(m_pending, done, end - done);
        done = end;
    }

    /// Behind the list of the key that stands there; the key's place where its end has not been read yet; nothing where it is
    /// no key with a list of numbers.
    std::optional<std::size_t> listAt(std::size_t begin) {
        using Outcome = Walk::Outcome;
        if (!cut.text.empty() && cut.text.back() == '\\')
            return std::nullopt; // its quotation mark is part of a text
        Walk walk(std::string_view(m_pending).substr(begin + key.size()));
        Outcome outcome = walk.letter(':');
        if (outcome == Outcome::Right)
            outcome = walk.letter('[');
        const std::size_t inside = begin + key.size() + walk.at();
        if (outcome == Outcome::Right)
            outcome = walk.numbers();
        if (outcome == Outcome::Wrong)
            return std::nullopt;
        if (outcome == Outcome::Incomplete)
            return begin;
        const std::size_t end = begin + key.size() + walk.at();
        cut.text += fmt::format("{}:{}", key, cut.lists.size());
        cut.lists.push_back({m_before + inside, end - 1 - inside, walk.count()});
        return end;
    }

    std::string m_pending;      ///< read, and not yet passed on
    std::uint64_t m_before = 0; ///< bytes of the file before it
};

} // namespace

Samples::Samples(std::vector<double> values)
    : m_list{0, 0, values.size()} {
    if (!values.empty())
        m_values = std::make_shared<const std::vector<double>>(std::move(values));
}

Samples::Samples(std::shared_ptr<const OpenFile> file, const NumberList& list)
    : m_file(std::move(file))
    , m_list(list) {}

std::vector<double> Samples::values() const {
    if (m_values != nullptr)
        return *m_values;
    std::vector<double> values;
    if (empty())
        return values;
    std::string text(m_list.bytes, ' ');
    const std::size_t had = m_file->read(m_list.begin, text.data(), text.size());
    values.reserve(m_list.count);
    for (const char *at = text.data(), *end = at + had; at != end;) {
        double value = 0;
        if (const auto [behind, problem] = std::from_chars(at, end, value); problem == std::errc() && behind != at) {
            values.push_back(value);
            at = behind;
        } else {
            ++at; // a comma or a blank
        }
    }
    if (values.size() != m_list.count || m_file->hasChanged())
        throw RecordingError(
            fmt::format("{} has been written into since it was read; open it again", m_file->path().string()));
    return values;
}

std::optional<CutText> cutSamples(const OpenFile& file) {
    Cutter cutter;
    cutter.cut.text.reserve(file.size() +
                            64); // of which only what is written costs memory; 64 for a reader of many at once
    std::string piece(std::min<std::uint64_t>(pieceBytes, file.size()), '\0');
    for (std::uint64_t from = 0;;) {
        const std::size_t had = file.read(from, piece.data(), piece.size());
        from += had;
        const bool last = had < piece.size() || from >= file.size();
        if (!cutter.take(std::string_view(piece).substr(0, had), last))
            return std::nullopt;
        if (last)
            return std::move(cutter.cut);
    }
}

} // namespace warplens::kernels
