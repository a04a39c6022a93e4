// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/handbook/markdown.h"

#include "app/handbook/handbook.h"

#include <md4c-html.h>

#include <cctype>

namespace warplens::handbook {
namespace {

void append(const MD_CHAR* text, MD_SIZE size, void* to) {
    static_cast<std::string*>(to)->append(text, size);
}

/// What HTML has for five characters, as they are.
std::string unescaped(std::string_view html) {
    static constexpr std::pair<std::string_view, char> names[] = {
        {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}};
    std::string text;
    for (size_t at = 0; at < html.size();) {
        bool named = false;
        for (const auto& [name, c] : names)
            if (html.substr(at).starts_with(name)) {
                text += c;
                at += name.size();
                named = true;
                break;
            }
        if (!named)
            text += html[at++];
    }
    return text;
}

/// The text of a piece of HTML.
std::string withoutTags(std::string_view html) {
    std::string text;
    bool tag = false;
    for (const char c : html) {
        if (c == '<')
            tag = true;
        else if (c == '>')
            tag = false;
        else if (!tag)
            text += c;
    }
    return unescaped(text);
}

Figure figureOf(std::string_view block) {
    const size_t end = std::min(block.find('\n'), block.size());
    std::string caption(block.substr(std::min(end + 1, block.size())));
    while (!caption.empty() && caption.back() == '\n')
        caption.pop_back();
    return {std::string(block.substr(0, end)), caption};
}

constexpr std::string_view pictureBegins = "<pre><code class=\"language-picture\">", codeEnds = "</code></pre>";
constexpr std::string_view addressBegins = "href=\"";

/// "run.md#how-to-link" in an attribute; empty: it leads out of the handbook.
std::string addressOf(std::string_view address, const Dress& dress) {
    if (address.starts_with('#'))
        return std::string(address);
    const size_t hash = std::min(address.find('#'), address.size());
    const std::string_view file = address.substr(0, hash);
    if (!file.ends_with(".md") || file.find_first_of("/:") != std::string_view::npos)
        return std::string(address);
    return escaped(dress.address(file.substr(0, file.size() - 3), address.substr(hash)));
}

} // namespace

std::string escaped(std::string_view text) {
    std::string html;
    for (const char c : text) {
        if (c == '&')
            html += "&amp;";
        else if (c == '<')
            html += "&lt;";
        else if (c == '>')
            html += "&gt;";
        else if (c == '"')
            html += "&quot;";
        else
            html += c;
    }
    return html;
}

std::string plainText(std::string_view line) {
    std::string html;
    md_html(line.data(), static_cast<MD_SIZE>(line.size()), append, &html, MD_DIALECT_GITHUB, 0);
    std::string text = withoutTags(html);
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    return text;
}

std::string anchorOf(std::string_view heading) {
    std::string anchor;
    for (const char c : heading) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == ' ')
            anchor += '-';
        else if (std::isalnum(byte) || c == '-' || c == '_' || byte >= 0x80)
            anchor += static_cast<char>(std::tolower(byte));
    }
    return anchor;
}

std::vector<std::string> pagesLinkedIn(std::string_view line) {
    std::vector<std::string> names;
    for (size_t at = line.find("]("); at != std::string_view::npos; at = line.find("](", at + 2)) {
        const size_t end = line.find_first_of(")#", at + 2);
        if (end == std::string_view::npos)
            break;
        const std::string_view file = line.substr(at + 2, end - at - 2);
        if (file.ends_with(".md") && file.find('/') == std::string_view::npos)
            names.emplace_back(file.substr(0, file.size() - 3));
    }
    return names;
}

std::vector<Figure> figures(const Page& page) {
    std::vector<Figure> all;
    htmlOf(page, {[](std::string_view, std::string_view) { return std::string(); },
                  [&](const Figure& figure) {
                      all.push_back(figure);
                      return std::string();
                  }});
    return all;
}

std::string htmlOf(const Page& page, const Dress& dress) {
    std::string html, out;
    if (md_html(page.text.data(), static_cast<MD_SIZE>(page.text.size()), append, &html, MD_DIALECT_GITHUB, 0) != 0)
        throw HandbookError(page.name + ".md: it cannot be read as Markdown");
    const std::string_view all = html;
    for (size_t at = 0; at < all.size();) {
        const std::string_view rest = all.substr(at);
        if (rest.starts_with(pictureBegins)) {
            const size_t end = rest.find(codeEnds);
            out += dress.figure(figureOf(unescaped(rest.substr(pictureBegins.size(), end - pictureBegins.size()))));
            at += end + codeEnds.size();
        } else if (rest.starts_with(addressBegins)) {
            const size_t end = rest.find('"', addressBegins.size());
            out += addressBegins;
            out += addressOf(rest.substr(addressBegins.size(), end - addressBegins.size()), dress);
            at += end;
        } else if (rest.size() > 3 && rest.starts_with("<h") && rest[2] >= '1' && rest[2] <= '6' && rest[3] == '>') {
            const std::string closing = std::string("</h") + rest[2] + '>';
            const std::string_view words = rest.substr(4, rest.find(closing) - 4);
            out += std::string("<h") + rest[2] + " id=\"" + escaped(anchorOf(withoutTags(words))) + "\">";
            at += 4;
        } else {
            out += rest[0];
            ++at;
        }
    }
    return out;
}

} // namespace warplens::handbook
