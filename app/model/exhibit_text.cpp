// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/exhibit_text.h"

#include "app/model/words.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace warplens::app {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::string_view scheme = "warplens:";
constexpr const char* launchSubject = "launch"; ///< in a link to a kept launch, whose folder stands under kept=
constexpr std::array pageNames{"pictures", "charts", "difference"};

[[noreturn]] void fail(const std::string& message) {
    throw ExhibitError(message);
}

std::string escaped(std::string_view text) {
    static constexpr std::string_view plain = "-._~/:,()*+=[]<>@!$';| ";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == ' ')
            out += "%20";
        else if ((byte < 128 && std::isalnum(byte)) || plain.find(c) != std::string_view::npos)
            out += c;
        else
            out += fmt::format("%{:02X}", byte);
    }
    return out;
}

std::string unescaped(std::string_view text) {
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        unsigned byte = 0;
        const std::string_view digits = text.substr(i + 1, 2);
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
        if (digits.size() != 2 || error != std::errc() || end != digits.data() + 2 || byte == 0)
            fail(fmt::format("'{}' in a link: after % stand two hexadecimal digits, as in %20", text.substr(i, 3)));
        out += static_cast<char>(byte);
        i += 2;
    }
    return out;
}

template<class Number>
Number number(std::string_view text, std::string_view what, Number most, Number least = 0) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size() || value > most || value < least)
        fail(fmt::format("'{}' is no {}: write a whole number {}up to {}", text, what,
                         least == 0 ? std::string() : fmt::format("from {} ", least), most));
    return value;
}

constexpr uint32_t mostBlocks = 0x7fffffff;
constexpr std::int64_t mostSize = 1 << 20;

std::string placeText(const Exhibit& e) {
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ".") + part; };
    if (!(e.block == sim::simt::Dim3{0, 0, 0}))
        add(e.block.z ? fmt::format("b{},{},{}", e.block.x, e.block.y, e.block.z)
                      : fmt::format("b{},{}", e.block.x, e.block.y));
    if (e.at.warp)
        add(fmt::format("w{}", e.at.warp));
    if (e.at.event)
        add(fmt::format("r{}", e.at.event));
    if (e.at.wavefront)
        add(fmt::format("f{}", e.at.wavefront));
    return text;
}

void readPlace(std::string_view text, Exhibit& e) {
    for (const std::string_view part : split(text, '.')) {
        const std::string_view rest = part.substr(std::min<size_t>(1, part.size()));
        switch (part.empty() ? '\0' : part[0]) {
        case 'b': {
            const auto numbers = split(rest, ',');
            if (numbers.size() > 3)
                fail(fmt::format("'{}' is no block: write b and one to three numbers, as in b1,0", part));
            uint32_t* const extents[] = {&e.block.x, &e.block.y, &e.block.z};
            e.block = {0, 0, 0};
            for (size_t i = 0; i < numbers.size(); ++i)
                *extents[i] = number<uint32_t>(numbers[i], "block", mostBlocks);
            break;
        }
        case 'w':
            e.at.warp = number<uint16_t>(rest, "warp", 63);
            break;
        case 'r':
            e.at.event = number<uint32_t>(rest, "request", mostBlocks);
            break;
        case 'f':
            e.at.wavefront = number<unsigned>(rest, "wavefront", 65535);
            break;
        default:
            fail(fmt::format("'{}' in at= is no place: write b1,0 for the block, w7 for the warp, r12 for its "
                             "request and f3 for the wavefront",
                             part));
        }
    }
}

/// Parameters are in capitals, the link's own words in small letters.
bool isParameterName(std::string_view name) {
    return !name.empty() && std::isupper(static_cast<unsigned char>(name[0])) &&
           std::all_of(name.begin(), name.end(),
                       [](unsigned char c) { return std::isupper(c) || std::isdigit(c) || c == '_'; });
}

std::int64_t parameterValue(std::string_view name, std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        fail(fmt::format("'{}' is no value for {}: write a whole number", text, name));
    return value;
}

std::string comparisonText(const Comparison& c) {
    std::vector<std::string> parts;
    if (!c.stage.empty())
        parts.push_back(c.stage);
    for (const kernels::ParameterValue& value : c.parameters)
        parts.push_back(fmt::format("{}:{}", value.name, value.value));
    if (!c.architecture.empty())
        parts.push_back("arch:" + c.architecture);
    return fmt::format("{}", joined(parts, ","));
}

Comparison readComparison(std::string_view text) {
    Comparison c;
    for (const std::string_view part : split(text, ',')) {
        const size_t colon = part.find(':');
        if (part.find('/') != std::string_view::npos)
            c.stage = part;
        else if (part.starts_with("arch:") && part.size() > 5)
            c.architecture = part.substr(5);
        else if (colon != std::string_view::npos && isParameterName(part.substr(0, colon)))
            c.parameters.push_back(
                {std::string(part.substr(0, colon)), parameterValue(part.substr(0, colon), part.substr(colon + 1))});
        else
            fail(fmt::format("'{}' is nothing to compare with: write a stage's id, NAME:VALUE or arch:CC", part));
    }
    return c;
}

Page readPage(std::string_view name) {
    const auto found = std::find(pageNames.begin(), pageNames.end(), name);
    if (found == pageNames.end())
        fail(fmt::format("there is no page '{}': write {}", name, joined(pageNames, ", ")));
    return static_cast<Page>(found - pageNames.begin());
}

kernels::Size readSize(std::string_view text) {
    try {
        return kernels::parseSize(text);
    } catch (const kernels::SizeError& error) {
        fail(error.what());
    }
}

std::string sizeWord(const kernels::Size& s) {
    return s.m == s.n && s.n == s.k ? std::to_string(s.m) : fmt::format("{},{},{}", s.m, s.n, s.k);
}

/// A word of a link: how it is read, and how it is written (empty: not at all).
struct Word {
    const char* name;
    void (*read)(std::string_view value, Exhibit& exhibit);
    std::vector<std::string> (*write)(const Exhibit& exhibit);
};

engine::FileLaunch& launchOf(Exhibit& e) {
    if (!e.launch)
        e.launch.emplace();
    return *e.launch;
}

std::vector<std::string> one(const std::string& value) {
    return value.empty() ? std::vector<std::string>() : std::vector<std::string>{value};
}

const std::vector<Word>& linkWords() {
    using Value = std::string_view;
    using Launch = engine::FileLaunch;
    static const Exhibit usual;
    static const std::vector<Word> all{
        {"kernel", [](Value v, Exhibit& e) { launchOf(e).kernel = v; },
         [](const Exhibit& e) { return one(e.launch ? e.launch->kernel : ""); }},
        {"grid", [](Value v, Exhibit& e) { launchOf(e).grid = v; },
         [](const Exhibit& e) { return one(e.launch ? e.launch->grid : ""); }},
        {"block", [](Value v, Exhibit& e) { launchOf(e).block = v; },
         [](const Exhibit& e) { return one(e.launch ? e.launch->block : ""); }},
        {"smem",
         [](Value v, Exhibit& e) { launchOf(e).sharedBytes = number<uint32_t>(v, "number of bytes", 1u << 20); },
         [](const Exhibit& e) {
             return one(e.launch && e.launch->sharedBytes ? std::to_string(*e.launch->sharedBytes) : "");
         }},
        {"define", [](Value v, Exhibit& e) { launchOf(e).defines.emplace_back(v); },
         [](const Exhibit& e) { return e.launch.value_or(Launch()).defines; }},
        {"arg", [](Value v, Exhibit& e) { launchOf(e).arguments.emplace_back(v); },
         [](const Exhibit& e) { return e.launch.value_or(Launch()).arguments; }},
        {"kept", [](Value v, Exhibit& e) { e.subject = keptSubject(std::string(v)); },
         [](const Exhibit& e) { return one(e.isKept() ? pathOf(e.subject).string() : ""); }},
        {"lanes", [](Value v, Exhibit& e) { e.lanes = v; }, [](const Exhibit& e) { return one(e.lanes); }},
        {"size", [](Value v, Exhibit& e) { e.pictureSize = number(v, "size of a picture", mostSize, std::int64_t{1}); },
         [](const Exhibit& e) { return one(e.pictureSize == usual.pictureSize ? "" : std::to_string(e.pictureSize)); }},
        {"arch", [](Value v, Exhibit& e) { e.architecture = v; },
         [](const Exhibit& e) { return one(e.architecture == usual.architecture ? "" : e.architecture); }},
        {"with", [](Value v, Exhibit& e) { e.comparison = readComparison(v); },
         [](const Exhibit& e) { return one(e.comparison ? comparisonText(*e.comparison) : ""); }},
        {"at", readPlace, [](const Exhibit& e) { return one(placeText(e)); }},
        {"page", [](Value v, Exhibit& e) { e.page = readPage(v); },
         [](const Exhibit& e) { return one(e.page == usual.page ? "" : pageName(e.page)); }},
        {"show",
         [](Value v, Exhibit& e) {
             for (const Value name : split(v, ','))
                 if (!name.empty())
                     e.pictures.emplace_back(name);
         },
         [](const Exhibit& e) { return one(joined(e.pictures, ",")); }},
        {"heat", [](Value v, Exhibit& e) { e.heat = v; }, [](const Exhibit& e) { return one(e.heat); }},
        {"chart", [](Value v, Exhibit& e) { e.chart = v; },
         [](const Exhibit& e) { return one(e.chart == usual.chart ? "" : e.chart); }},
        {"recording", [](Value v, Exhibit& e) { e.recording = v; }, [](const Exhibit& e) { return one(e.recording); }},
        {"measured", [](Value v, Exhibit& e) { e.measured = readSize(v); },
         [](const Exhibit& e) { return one(e.measured == kernels::Size() ? "" : sizeWord(e.measured)); }},
        {"cache",
         [](Value v, Exhibit& e) {
             if (v != "cold" && v != "warm")
                 fail(fmt::format("there is no cache '{}': write warm or cold", v));
             e.flushed = v == "cold";
         },
         [](const Exhibit& e) { return one(e.flushed ? "cold" : ""); }},
    };
    return all;
}

} // namespace

const char* pageName(Page page) {
    return pageNames[static_cast<size_t>(page)];
}

bool isLink(std::string_view text) {
    return text.starts_with(scheme);
}

std::string toLink(const Exhibit& exhibit) {
    std::string link = std::string(scheme) + (exhibit.isKept() ? launchSubject : escaped(exhibit.subject));
    char separator = '?';
    const auto add = [&](std::string_view name, std::string_view value) {
        link += separator + escaped(name) + "=" + escaped(value);
        separator = '&';
    };
    for (const kernels::ParameterValue& value : exhibit.parameters)
        add(value.name, std::to_string(value.value));
    for (const Word& word : linkWords())
        for (const std::string& value : word.write(exhibit))
            add(word.name, value);
    return link;
}

Exhibit fromLink(std::string_view link) {
    if (!isLink(link))
        fail(fmt::format("'{}' is no link: it begins with {}", link, scheme));
    link.remove_prefix(scheme.size());
    const size_t question = std::min(link.find('?'), link.size());
    Exhibit exhibit;
    exhibit.subject = unescaped(link.substr(0, question));
    if (exhibit.subject.empty())
        fail("the link names no stage: write warplens:matmul/07-tiled");
    for (const std::string_view item : split(link.substr(std::min(link.size(), question + 1)), '&')) {
        if (item.empty())
            continue;
        const size_t equals = std::min(item.find('='), item.size());
        const std::string name = unescaped(item.substr(0, equals));
        const std::string value = unescaped(item.substr(std::min(item.size(), equals + 1)));
        if (isParameterName(name)) {
            exhibit.parameters.push_back({name, parameterValue(name, value)});
            continue;
        }
        const auto& words = linkWords();
        const auto word = std::find_if(words.begin(), words.end(), [&](const Word& w) { return w.name == name; });
        if (word == words.end()) {
            std::vector<std::string> known;
            for (const Word& each : words)
                known.emplace_back(each.name);
            fail(fmt::format("a link knows no '{}': write a parameter in capitals, or one of {}", name,
                             joined(known, ", ")));
        }
        if (!value.empty()) // a word alone says nothing, and what it says usually holds
            word->read(value, exhibit);
    }
    if (exhibit.subject == launchSubject)
        fail("the link names no launch: write warplens:launch?kept=FOLDER");
    return exhibit;
}

// What a link says stands in a file as the link; beside it what is too long for one.
ordered_json toJson(const Exhibit& exhibit) {
    ordered_json document{{"link", toLink(exhibit)}};
    if (exhibit.text)
        document["text"] = *exhibit.text;
    return document;
}

Exhibit exhibitFromJson(const json& document) {
    const auto member = [&](const char* name) -> const std::string& {
        const auto found = document.find(name);
        if (found == document.end() || !found->is_string())
            fail(fmt::format("\"{}\" is missing or no text", name));
        return found->get_ref<const std::string&>();
    };
    if (!document.is_object())
        fail("what is shown has to be an object with a \"link\"");
    Exhibit exhibit = fromLink(member("link"));
    if (document.contains("text"))
        exhibit.text = member("text");
    return exhibit;
}

} // namespace warplens::app
