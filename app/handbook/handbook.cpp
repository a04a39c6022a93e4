// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/handbook/handbook.h"

#include "app/handbook/markdown.h"
#include "kernels/files/bounded_file.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

namespace warplens::handbook {
namespace {

/// "# Title" as 1 and "Title"; nothing: the line is no heading.
std::optional<Heading> headingOf(std::string_view line) {
    const size_t level = std::min(line.find_first_not_of('#'), line.size());
    if (level == 0 || level > 6 || level >= line.size() || line[level] != ' ')
        return std::nullopt;
    const std::string text = plainText(line.substr(level + 1));
    return Heading{static_cast<int>(level), text, anchorOf(text)};
}

/// Goes over the lines that are no code of a block.
template<class F>
void eachLine(std::string_view text, F&& of) {
    bool code = false;
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = text.substr(begin, end - begin);
        if (line.starts_with("```"))
            code = !code;
        else
            of(line, code);
        begin = end + 1;
    }
}

Page readPage(const std::filesystem::path& folder, const std::string& name) {
    Page page{name, "", kernels::readText(folder / (name + ".md"), kernels::sourceLimit)};
    const std::vector<Heading> all = headings(page);
    if (all.empty() || all[0].level != 1)
        throw HandbookError(name + ".md: it has no title: begin it with a line such as '# " + name + "'");
    page.title = all[0].text;
    return page;
}

char lower(char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

std::string lower(std::string_view text) {
    std::string low(text);
    std::transform(low.begin(), low.end(), low.begin(), [](char c) { return lower(c); });
    return low;
}

/// A line as somebody reads it: of a row of a table its cells, and of a link to a picture, or a remark, nothing.
std::string toRead(std::string_view line) {
    std::string text = plainText(line);
    if (text.starts_with("warplens:") || text.starts_with("<!--"))
        return {};
    if (!text.starts_with("| "))
        return text;
    text = text.substr(2, text.rfind(" |") == std::string::npos ? std::string::npos : text.rfind(" |") - 2);
    for (size_t at = text.find(" | "); at != std::string::npos; at = text.find(" | ", at))
        text.replace(at, 3, " – ");
    return text;
}

std::vector<std::string> wordsOf(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    for (const char c : std::string(text) + ' ') {
        if (c != ' ')
            word += lower(c);
        else if (!word.empty())
            words.push_back(std::exchange(word, {}));
    }
    return words;
}

} // namespace

const Page* Handbook::page(std::string_view name) const {
    for (const Page* each : pages())
        if (each->name == name)
            return each;
    return nullptr;
}

std::vector<const Page*> Handbook::pages() const {
    std::vector<const Page*> all;
    for (const Chapter& chapter : chapters)
        for (const Page& each : chapter.pages)
            all.push_back(&each);
    return all;
}

Handbook readHandbook(const std::filesystem::path& folder) {
    Handbook handbook;
    handbook.folder = folder;
    handbook.chapters.push_back({"", {readPage(folder, "handbook")}});
    const std::string contents = handbook.chapters[0].pages[0].text;
    eachLine(contents, [&](std::string_view line, bool code) {
        if (code)
            return;
        if (const auto heading = headingOf(line); heading && heading->level == 2)
            handbook.chapters.push_back({heading->text, {}});
        for (const std::string& name : pagesLinkedIn(line)) {
            if (handbook.chapters.size() < 2)
                continue; // in the words before the first chapter
            if (handbook.page(name))
                throw HandbookError("handbook.md: " + name + ".md stands in it twice");
            handbook.chapters.back().pages.push_back(readPage(folder, name));
        }
    });
    return handbook;
}

std::vector<Heading> headings(const Page& page) {
    std::vector<Heading> all;
    eachLine(page.text, [&](std::string_view line, bool code) {
        if (const auto heading = headingOf(line); heading && !code)
            all.push_back(*heading);
    });
    return all;
}

std::vector<Found> search(const Handbook& handbook, std::string_view words) {
    const std::vector<std::string> wanted = wordsOf(words);
    std::vector<Found> named, said;
    if (wanted.empty())
        return named;
    for (const Page* page : handbook.pages()) {
        std::string anchor;
        eachLine(page->text, [&](std::string_view line, bool code) {
            const auto heading = code ? std::nullopt : headingOf(line);
            if (heading)
                anchor = heading->level == 1 ? "" : heading->anchor;
            const std::string read = heading ? heading->text : toRead(line), low = lower(read);
            if (std::all_of(wanted.begin(), wanted.end(),
                            [&](const std::string& w) { return low.find(w) != std::string::npos; }))
                (heading ? named : said).push_back({page, anchor, read});
        });
    }
    named.insert(named.end(), said.begin(), said.end());
    return named;
}

} // namespace warplens::handbook
