// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/mistake_picture.h"

#include "app/engine/finding_text.h"
#include "app/engine/what_if.h"
#include "app/model/words.h"
#include "app/tongue/say.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace warplens::app {
namespace {

using sim::simt::Finding;
using sim::simt::FindingAccess;
using sim::simt::MissingOrder;
using sim::simt::OrderingEvent;

constexpr size_t mostEvents = 3;  ///< barriers before an access that there is room for
constexpr size_t mostOthers = 4;  ///< other mistakes
constexpr uint32_t mostLines = 9; ///< between the first and the last line that are told

std::string dimText(const sim::simt::Dim3& d) {
    return d.z != 0   ? fmt::format("({},{},{})", d.x, d.y, d.z)
           : d.y != 0 ? fmt::format("({},{})", d.x, d.y)
                      : fmt::format("{}", d.x);
}

std::string threadText(const FindingAccess& access) {
    return tongue::said("block {0}, thread {1}", dimText(access.block), dimText(access.thread));
}

std::string eventText(const OrderingEvent& event) {
    const std::string name = event.kind == OrderingEvent::Kind::BlockBarrier  ? tongue::said("barrier")
                             : event.kind == OrderingEvent::Kind::WarpBarrier ? "__syncwarp"
                                                                              : tongue::said("fence");
    return event.place.line == 0 ? name : tongue::said("{0}, line {1}", name, event.place.line);
}

bool sameBlock(const FindingAccess& a, const FindingAccess& b) {
    return a.block.x == b.block.x && a.block.y == b.block.y && a.block.z == b.block.z;
}

std::vector<OrderingEvent> lastOf(const std::vector<OrderingEvent>& events) {
    const size_t from = events.size() - std::min(events.size(), mostEvents);
    return {events.begin() + static_cast<std::ptrdiff_t>(from), events.end()};
}

/// The last barriers that both passed at the same place; each pair once, in order.
size_t commonEnd(const std::vector<OrderingEvent>& a, const std::vector<OrderingEvent>& b) {
    size_t common = 0;
    while (common < std::min(a.size(), b.size())) {
        const OrderingEvent &x = a[a.size() - 1 - common], &y = b[b.size() - 1 - common];
        if (x.kind != OrderingEvent::Kind::BlockBarrier || y.kind != x.kind || !(x.place == y.place))
            break;
        ++common;
    }
    return common;
}

std::string missingText(MissingOrder::Kind kind) {
    switch (kind) {
    case MissingOrder::Kind::BlockBarrier:
        return tongue::said("a barrier is missing here");
    case MissingOrder::Kind::WarpBarrier:
        return tongue::said("a __syncwarp() is missing here");
    case MissingOrder::Kind::CopyWait:
        return tongue::said("nobody waits for the copy here");
    case MissingOrder::Kind::Fence:
        return tongue::said("a fence is missing here");
    case MissingOrder::Kind::Atomic:
        return tongue::said("nothing can order these two");
    }
    return {};
}

void addThreads(MistakePicture& picture, const Finding& finding) {
    const bool two = finding.accesses.size() > 1;
    // Right of what is missing stands the access in front of whose line it is missing. Otherwise the access itself: the
    // one that it meets was before it.
    const bool turned = two && finding.missing && finding.missing->beforeLine == finding.accesses.back().place &&
                        !(finding.missing->beforeLine == finding.accesses.front().place);
    const FindingAccess& later = turned ? finding.accesses.back() : finding.accesses.front();
    const FindingAccess& earlier = turned ? finding.accesses.front() : finding.accesses.back();
    const auto thread = [](const FindingAccess& access) { return MistakePicture::Thread{threadText(access), {}}; };
    const auto label = [](const FindingAccess& access) {
        return fmt::format("{} {}{}", engine::findingText(access.verb), engine::findingText(access.element),
                           access.place.line ? tongue::said(", line {0}", access.place.line) : std::string());
    };
    const std::vector<OrderingEvent> first = lastOf(earlier.before), second = lastOf(later.before);
    const size_t common =
        two && sameBlock(earlier, later) && earlier.interval == later.interval ? commonEnd(first, second) : 0;
    picture.threads.push_back(thread(earlier));
    if (two)
        picture.threads.push_back(thread(later));
    size_t column = 0;
    const auto own = [&](size_t row, const std::vector<OrderingEvent>& events) {
        for (size_t i = 0; i + common < events.size(); ++i)
            picture.threads[row].events.push_back({column + i, false, eventText(events[i])});
    };
    own(0, first);
    if (two)
        own(1, second);
    column += std::max(first.size(), two ? second.size() : 0) - common;
    for (size_t i = first.size() - common; i < first.size(); ++i)
        picture.together.push_back({column++, eventText(first[i])});
    picture.threads[0].events.push_back({column++, true, label(earlier)});
    if (two) {
        if (finding.missing) {
            picture.missing = column++;
            picture.missingText = missingText(finding.missing->kind);
        }
        picture.threads[1].events.push_back({column++, true, label(later)});
    }
    picture.columns = column;
}

void addLines(MistakePicture& picture, const Finding& finding, const std::string& source, const std::string& fileName) {
    const auto here = [&](const std::string& file) { return std::filesystem::path(file).filename() == fileName; };
    const std::vector<std::string_view> text = split(source, '\n');
    std::vector<uint32_t> wanted;
    for (const FindingAccess& access : finding.accesses)
        if (here(access.place.file))
            wanted.push_back(access.place.line);
    if (here(finding.file))
        wanted.push_back(finding.line);
    std::erase(wanted, 0u);
    if (wanted.empty())
        return;
    const auto [least, most] = std::minmax_element(wanted.begin(), wanted.end());
    const uint32_t last = std::min<uint32_t>(*most + 1, static_cast<uint32_t>(text.size()));
    const std::optional<engine::Insertion> insertion = engine::missingInsertion({finding}, fileName);
    for (uint32_t line = std::max(*least, 2u) - 1; line <= last; ++line) {
        const bool told = std::find(wanted.begin(), wanted.end(), line) != wanted.end();
        const std::string_view code = text[line - 1];
        if (insertion && insertion->line == line) {
            const size_t indent = std::min(code.find_first_not_of(" \t"), code.size());
            picture.lines.push_back({0,
                                     std::string(code.substr(0, indent)) + insertion->statement,
                                     {},
                                     MistakePicture::Line::Kind::Proposed});
        }
        if (!told && last - *least > mostLines && line > *least + 1 && line + 1 < *most)
            continue; // far from both
        MistakePicture::Line shown{
            line, std::string(code), {}, told ? MistakePicture::Line::Kind::Bad : MistakePicture::Line::Kind::Plain};
        for (const FindingAccess& access : finding.accesses)
            if (access.place.line == line && here(access.place.file))
                shown.note += (shown.note.empty() ? "" : "; ") +
                              tongue::said("thread {0} {1} {2}", dimText(access.thread),
                                           engine::findingText(access.verb), engine::findingText(access.element));
        picture.lines.push_back(std::move(shown));
    }
}

} // namespace

const Finding* firstMistake(const std::vector<Finding>& findings) {
    const auto found =
        std::find_if(findings.begin(), findings.end(), [](const Finding& each) { return each.isError(); });
    return found == findings.end() ? nullptr : &*found;
}

MistakePicture mistakePicture(const KnownFindings& findings, const std::string& source, const std::string& fileName) {
    MistakePicture picture;
    if (!findings) {
        picture.sentence = sentence("The whole launch is being looked at");
        return picture;
    }
    const Finding* first = firstMistake(*findings);
    if (!first) {
        picture.clean = true;
        picture.sentence = sentence("{0} was found in the whole launch", {{tongue::said("No mistake"), Tone::Good}});
        picture.origin =
            tongue::said("all blocks watched: races, barriers, memory outside of arrays or never written; modelled");
        return picture;
    }
    const size_t mistakes = sim::simt::errorsIn(*findings);
    picture.sentence = {{engine::findingNameText(first->kind), Tone::Bad},
                        {": " + engine::findingText(first->message), Tone::Plain}};
    if (first->accesses.size() > 1 && first->missing) {
        const std::string place = engine::findingText(first->accesses.front().element);
        picture.sentence =
            sentence("{0} meet at {1}, and nothing orders them", {{tongue::said("Two threads"), Tone::Bad}, {place}});
    }
    picture.origin = tongue::counted("(the one mistake|first of {0} mistakes) of the whole launch, modelled", mistakes);
    if (first->benign)
        picture.origin += tongue::said("; with this data no order gives another value");
    if (!first->accesses.empty())
        addThreads(picture, *first);
    addLines(picture, *first, source, fileName);
    for (const Finding& each : *findings)
        if (&each != first && each.isError() && picture.others.size() < mostOthers)
            picture.others.push_back(tongue::said("line {0}: {1}", each.line, engine::findingLine(each)));
    if (mistakes - 1 > picture.others.size())
        picture.others.push_back(tongue::said("and {0} more", mistakes - 1 - picture.others.size()));
    return picture;
}

} // namespace warplens::app
