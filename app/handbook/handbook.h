// SPDX-License-Identifier: GPL-3.0-or-later
// The handbook: the pages of docs/, in the chapters and the order of docs/handbook.md. They are Markdown (CommonMark with
// tables, as GitHub has it), made into HTML by md4c. A fenced block of the kind "picture" is a link to something that Warplens
// draws, and below it the words that stand under the picture:
//
//   ```picture
//   warplens:matmul/06-tiled-conflicts?PAD=0&show=banks
//   32 lanes want 32 words of one bank.
//   ```
//
// No Qt.
#pragma once

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::handbook {

/// Names the page and what is wrong with it.
struct HandbookError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Page {
    std::string name;  ///< of its file, without ".md"
    std::string title; ///< its first heading
    std::string text;  ///< Markdown
};

struct Chapter {
    std::string title;
    std::vector<Page> pages;
};

struct Handbook {
    std::filesystem::path folder;  ///< of the pages, and of the pictures that stand beside them as files
    std::vector<Chapter> chapters; ///< the first has no title, and the contents alone
    /// nullptr: there is none of that name.
    const Page* page(std::string_view name) const;
    /// All of them, one after the other.
    std::vector<const Page*> pages() const;
};

/// Reads the contents (`folder`/handbook.md: chapters are its headings of the second level, pages the links below) and
/// every page. Throws HandbookError, and kernels::FileError.
Handbook readHandbook(const std::filesystem::path& folder);

struct Heading {
    int level = 1; ///< from 1
    std::string text, anchor;
};
/// In the order in which they stand, with the anchors that GitHub gives them.
std::vector<Heading> headings(const Page& page);

/// What a picture of a page is.
struct Figure {
    std::string link, caption;
    bool operator==(const Figure&) const = default;
};
std::vector<Figure> figures(const Page& page);

/// How a page becomes HTML.
struct Dress {
    /// The address of a link to another page; `anchor` is empty or begins with '#'.
    std::function<std::string(std::string_view page, std::string_view anchor)> address;
    /// The HTML of a picture.
    std::function<std::string(const Figure& figure)> figure;
};
/// What stands between <body> and </body>. Headings have their anchors as ids.
std::string htmlOf(const Page& page, const Dress& dress);
/// As it stands between tags, or in an attribute.
std::string escaped(std::string_view text);

struct Found {
    const Page* page = nullptr;
    std::string anchor; ///< of the heading that it stands below
    std::string line;   ///< as it stands in the page
};
/// The places where all of the words stand in one line, whatever their case; those in headings first.
std::vector<Found> search(const Handbook& handbook, std::string_view words);

} // namespace warplens::handbook
