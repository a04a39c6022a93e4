// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows, as one value: which kernel with which text, parameters and size, where in its time, beside
// what, on which page and against which measurements. Windows derive all they show from it; links, session files,
// bookmarks, lessons and exports are made of it. No Qt.
#pragma once

#include "app/engine/kernel_file.h"
#include "kernels/catalogue/size.h"
#include "kernels/catalogue/stage.h"
#include "sim/simt/launch.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplens::app {

/// Where in a block's time: an event of a warp, counted among that warp's own from 0, and the wavefront of it that is
/// served, from 0. It means the same in another variant whose warps do the same requests.
struct Place {
    uint16_t warp = 0;
    uint32_t event = 0;
    unsigned wavefront = 0;
    auto operator<=>(const Place&) const = default;
};

/// What stands beside it in lockstep. What is empty is as in the exhibit itself; at least one is not.
struct Comparison {
    std::string stage;                   ///< another stage of the catalogue
    kernels::ParameterValues parameters; ///< those that differ from the exhibit's, or from the other stage's defaults
    std::string architecture;            ///< another one's rules: "1.0"
    bool operator==(const Comparison&) const = default;
};

enum class Page : uint8_t { Pictures, Charts, Difference };

struct Exhibit {
    // Which kernel.
    std::string subject; ///< a stage's id, "file:" and the path of a kernel of the user's, or "kept:" and the folder of
                         ///< a launch that was kept
    std::optional<std::string> text;          ///< where it is edited and not saved
    std::optional<engine::FileLaunch> launch; ///< of a file
    kernels::ParameterValues parameters;      ///< of a stage: all of them, in its order
    std::string lanes;                        ///< an index that was typed; empty: the stage's own
    std::int64_t pictureSize = 0;             ///< of a stage: its matrices' edge; 0: as its track has it
    std::string architecture = "9.0";         ///< compute capability whose rules apply
    sim::simt::Dim3 block{0, 0, 0};
    std::optional<Comparison> comparison;

    Place at;

    // How it is shown.
    Page page = Page::Pictures;
    std::vector<std::string> pictures; ///< by their names; empty: those that suit
    std::string heat;                  ///< the number beside the lines of the source; empty: the usual one
    std::string chart = "stages";      ///< on its page

    // Against which measurements.
    std::string recording;  ///< names it, see recordingName; empty: the first
    kernels::Size measured; ///< all zero: one that suits
    bool flushed = false;   ///< times with L2 overwritten before each launch

    bool isFile() const;
    bool isKept() const;
    bool operator==(const Exhibit&) const = default;
};

/// A set of the parts of an exhibit that can differ.
class Parts {
public:
    enum class Part : uint32_t {
        Subject = 1u << 0,
        Text = 1u << 1,
        Launch = 1u << 2,
        Parameters = 1u << 3,
        Lanes = 1u << 4,
        PictureSize = 1u << 5,
        Architecture = 1u << 6,
        Block = 1u << 7,
        Comparison = 1u << 8,
        Place = 1u << 9,
        Page = 1u << 10,
        Pictures = 1u << 11,
        Heat = 1u << 12,
        Chart = 1u << 13,
        Recording = 1u << 14,
        Measured = 1u << 15,
        Flushed = 1u << 16,
        Words = 1u << 17, ///< no part of the value: another language says it
    };

    constexpr Parts() = default;
    constexpr Parts(Part part)
        : m_bits(static_cast<uint32_t>(part)) {}
    constexpr bool empty() const { return m_bits == 0; }
    constexpr bool has(Parts any) const { return (m_bits & any.m_bits) != 0; }
    /// Nothing but these.
    constexpr bool only(Parts these) const { return (m_bits & ~these.m_bits) == 0; }
    constexpr bool operator==(const Parts&) const = default;
    // Friends, so that they hide no other operator of this namespace.
    friend constexpr Parts operator|(Parts a, Parts b) { return Parts(a.m_bits | b.m_bits); }
    friend constexpr Parts operator|(Part a, Part b) { return Parts(a) | Parts(b); }

private:
    constexpr explicit Parts(uint32_t bits)
        : m_bits(bits) {}
    uint32_t m_bits = 0;
};
using Part = Parts::Part;

/// What decides which scene is computed.
constexpr Parts sceneParts = Part::Subject | Part::Text | Part::Launch | Part::Parameters | Part::Lanes |
                             Part::PictureSize | Part::Architecture | Part::Block;

Parts differing(const Exhibit& a, const Exhibit& b);

std::string fileSubject(const std::filesystem::path& path);
std::string keptSubject(const std::filesystem::path& folder);
/// The path of a file's subject, or the folder of a kept launch's.
std::filesystem::path pathOf(const std::string& subject);

} // namespace warplens::app
