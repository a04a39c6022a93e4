// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pack/pack.h"

#include "app/pack/inspection.h"
#include "kernels/catalogue/nearest.h"
#include "kernels/files/bounded_file.h"
#include "kernels/files/toml.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::packs {
namespace {

namespace fs = std::filesystem;
using kernels::Problem;

std::string joined(const std::vector<Problem>& problems) {
    std::string all;
    for (const Problem& problem : problems)
        all += (all.empty() ? "" : "\n") + kernels::problemText(problem);
    return all;
}

/// "en", "pl", "zh-Hans": it is part of paths, so nothing else is let through.
bool isLanguage(const std::string& text) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    return text.size() >= 2 && text.size() <= 16 && letter(text.front()) && letter(text.back()) &&
           std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || c == '-'; });
}

class HeadReader {
public:
    explicit HeadReader(const fs::path& file)
        : m_file(file.string()) {}

    Pack read(const std::string& text) {
        Pack pack;
        try {
            const toml::table document = toml::parse(text, m_file);
            const std::vector<std::string> known{"title", "author", "language", "about"};
            for (const auto& [key, node] : document)
                if (std::find(known.begin(), known.end(), key.str()) == known.end())
                    complain(node, fmt::format("a pack has no '{}'{}", key.str(),
                                               kernels::suggestion(std::string(key.str()), known)));
            pack.title = string(document, "title", true);
            pack.author = string(document, "author", true);
            pack.about = string(document, "about", false);
            if (document.contains("language")) {
                pack.language = string(document, "language", true);
                if (!isLanguage(pack.language))
                    complain(*document.get("language"), "'language' is a short name such as en, pl or zh-Hans");
            }
        } catch (const toml::parse_error& error) {
            problems.push_back(
                {m_file, static_cast<int>(error.source().begin.line), 0, std::string(error.description())});
        }
        return pack;
    }
    std::vector<Problem> problems;

private:
    std::string string(const toml::table& document, const char* key, bool required) {
        const toml::node* node = document.get(key);
        if (!node) {
            if (required)
                problems.push_back({m_file, 1, 0, fmt::format("'{}' is missing: write {} = \"…\"", key, key)});
            return {};
        }
        const auto value = node->value<std::string>();
        if (!node->is_string() || !value || value->empty()) {
            complain(*node, fmt::format("'{}' is a text: write {} = \"…\"", key, key));
            return {};
        }
        return *value;
    }
    void complain(const toml::node& node, const std::string& what) {
        problems.push_back({m_file, static_cast<int>(node.source().begin.line), 0, what});
    }

    const std::string m_file;
};

} // namespace

PackError::PackError(std::vector<Problem> mistakes)
    : std::runtime_error(joined(mistakes))
    , problems(std::move(mistakes)) {}

Pack readPack(const fs::path& folder) {
    std::error_code error;
    const fs::path whole = fs::canonical(folder, error);
    if (error || !fs::is_directory(whole, error))
        throw PackError(
            {{folder.string(), 0, 0, "there is no such folder: write that of a pack, with a pack.toml in it"}});
    // First of all, since what follows reads its files.
    if (std::vector<Problem> problems = strayEntries(whole); !problems.empty())
        throw PackError(std::move(problems));
    const fs::path file = whole / "pack.toml";
    if (!fs::exists(file, error))
        throw PackError({{file.string(), 0, 0, "is missing: write one with title and author, see docs/packs.md"}});
    HeadReader reader(file);
    Pack pack;
    try {
        pack = reader.read(kernels::readText(file, kernels::sourceLimit));
    } catch (const kernels::FileError& mistake) {
        throw PackError({{file.string(), 0, 0, mistake.what()}});
    }
    pack.folder = whole;
    std::vector<Problem> problems = std::move(reader.problems);
    if (problems.empty())
        problems = strayWords(whole);
    if (!problems.empty())
        throw PackError(std::move(problems));
    return pack;
}

} // namespace warplens::packs
