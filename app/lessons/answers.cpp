// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lessons/answers.h"

#include "app/tongue/say.h"
#include "sim/memory/global_cost.h"
#include "sim/memory/shared_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

namespace warplens::lessons {
namespace {

using tongue::said;

constexpr size_t mostChoices = 4;

/// `unit` is a text that is counted: "{0} sector(s)". What a mistake counts; the first that comes to a number keeps it.
struct Guess {
    uint64_t number;
    std::string why;
};

std::vector<Choice> choices(uint64_t right, const std::string& because, const std::vector<Guess>& guesses,
                            const char* unit) {
    std::map<uint64_t, std::string> others;
    for (const Guess& guess : guesses)
        if (guess.number != right && guess.number > 0 && others.size() + 1 < mostChoices)
            others.try_emplace(guess.number, guess.why);
    std::vector<Choice> all{{tongue::counted(unit, right), true, because, right, {}}};
    for (const auto& [number, why] : others)
        all.push_back({tongue::counted(unit, number), false, why, number, {}});
    std::sort(all.begin(), all.end(), [](const Choice& a, const Choice& b) { return a.number < b.number; });
    return all;
}

} // namespace

std::vector<Choice> wavefrontChoices(const sim::memory::Access& access, uint64_t wavefronts) {
    const std::vector<sim::memory::BankWord> words = sim::memory::bankWords(access);
    std::set<uint64_t> distinct;
    std::map<uint8_t, std::set<uint64_t>> byBank;
    std::map<uint8_t, unsigned> lanesOnBank;
    for (const sim::memory::BankWord& word : words) {
        distinct.insert(word.word);
        byBank[word.bank].insert(word.word);
        ++lanesOnBank[word.bank];
    }
    uint64_t fullest = 0, crowd = 0;
    for (const auto& [bank, held] : byBank)
        fullest = std::max<uint64_t>(fullest, held.size());
    for (const auto& [bank, lanes] : lanesOnBank)
        crowd = std::max<uint64_t>(crowd, lanes);
    const auto lanes = static_cast<uint64_t>(std::popcount(access.mask));
    const uint64_t full = (distinct.size() + sim::memory::banks - 1) / sim::memory::banks;
    const std::string because = said(
        "The lanes want {0} in {1}; the fullest bank holds {2} of them, and a wavefront delivers one word of each "
        "bank{3}.",
        tongue::counted("{0} different word(s)", distinct.size()), tongue::counted("{0} bank(s)", byBank.size()),
        fullest,
        access.bytes > 4 ? said(". Elements of {0} bytes are served in groups of lanes", access.bytes) : std::string());
    const std::string wide =
        said("Elements of {0} bytes are served in groups of lanes, each in wavefronts of its own.", access.bytes);
    const bool narrow = access.bytes <= sim::memory::wordBytes;
    return choices(
        wavefronts, because,
        {{crowd, said("That many words are asked for in one bank, but lanes that want the same word share it.")},
         {full, said("That would do if no bank held two of the words: here some do.")},
         {byBank.size(), said("That is how many banks take part: they work at the same time.")},
         {lanes, said("One for each lane would be so if all words lay in one bank.")},
         {1, narrow ? said("One wavefront delivers one word of each bank: some bank is asked for more.") : wide},
         {fullest, wide}, // differs only where there are groups
         {2, said("Count the different words in the fullest bank.")},
         {8, said("Count the different words in the fullest bank.")},
         {16, said("Count the different words in the fullest bank.")}},
        "{0} wavefront(s)");
}

std::vector<Choice> sectorChoices(const sim::memory::Access& access, uint64_t sectors) {
    const auto lanes = static_cast<uint64_t>(std::popcount(access.mask));
    const uint64_t ideal = (lanes * access.bytes + 31) / 32;
    const sim::memory::GlobalCost cost = sim::memory::globalCost(access);
    const std::string because = said(
        "A sector is 32 aligned bytes. The lanes ask for {0} bytes each, and their addresses fall into {1} of them.",
        access.bytes, sectors);
    return choices(
        sectors, because,
        {{lanes, said("One for each lane would be so if no two of them fell into the same 32 bytes.")},
         {ideal, said("Their bytes would fit into that many if they lay side by side, from the start of a sector.")},
         {cost.lines, said("That is how many lines of 128 bytes are touched: a line is four sectors.")},
         {1, said("One sector serves lanes that fall into the same 32 bytes: not all of these do.")},
         {ideal + 1, said("One more than needed is what a shifted start gives: look where the first lane begins.")},
         {2 * ideal, said("Twice as many as needed is what gaps of one element give.")},
         {lanes / 2, said("Half of the lanes would have a neighbour in their sector.")},
         {8, said("Count the different blocks of 32 bytes.")}},
        "{0} sector(s)");
}

std::string timeText(double ms) {
    const double shown = ms >= 1 ? ms : 1000 * ms;
    const int decimals = shown >= 100 ? 0 : shown >= 10 ? 1 : 2;
    return tongue::localised(fmt::format("{:.{}f}", shown, decimals)) + (ms >= 1 ? " ms" : " µs");
}

} // namespace warplens::lessons
