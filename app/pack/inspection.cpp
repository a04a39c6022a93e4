// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pack/inspection.h"

#include "app/challenges/allowed_source.h"
#include "app/model/exhibit_text.h"
#include "kernels/files/bounded_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace warplens::packs {
namespace {

namespace fs = std::filesystem;
using kernels::Problem;

/// All that lies in it, by name; links are not followed. `problems` is told what cannot be read.
std::vector<fs::directory_entry> entriesOf(const fs::path& folder, std::vector<Problem>& problems) {
    std::vector<fs::directory_entry> entries;
    std::error_code error;
    fs::recursive_directory_iterator at(folder, error);
    for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
        entries.push_back(*at);
        if (entries.size() > mostEntries) {
            problems.push_back(
                {folder.string(), 0, 0,
                 fmt::format("more than {} files: this is no course pack, or too large a one", mostEntries)});
            break;
        }
    }
    if (error)
        problems.push_back({folder.string(), 0, 0, fmt::format("cannot be read: {}", error.message())});
    std::sort(entries.begin(), entries.end());
    return entries;
}

/// A link to a stage shows it. One to a file or to a kept launch would open what lies elsewhere.
void checkLink(const std::string& link, const Problem& place, std::vector<Problem>& problems) {
    Problem problem = place;
    try {
        const app::Exhibit shown = app::fromLink(link);
        if (!shown.isFile() && !shown.isKept())
            return;
        problem.message = "a pack's links show stages: this one would open a file outside of the pack";
    } catch (const app::ExhibitError& mistake) {
        problem.message = mistake.what();
    }
    problems.push_back(std::move(problem));
}

void checkMarkdown(const fs::path& file, std::vector<Problem>& problems) {
    std::istringstream lines(kernels::readText(file, kernels::sourceLimit));
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        while (!line.empty() && (line.back() == '\r' || line.back() == ' '))
            line.pop_back();
        const std::string text = line.starts_with("## ") ? line.substr(3) : line;
        if (app::isLink(text))
            checkLink(text, {file.string(), number, 0, {}}, problems);
        if ((line.starts_with("launch:") || line.starts_with("others:")) && line.find("=file:") != std::string::npos)
            problems.push_back({file.string(), number, 0,
                                "a pack's launches read no files: write random:SEED, below:LIMIT:SEED, zeros or "
                                "list:V,V"});
    }
}

void checkSource(const fs::path& file, std::vector<Problem>& problems) {
    try {
        challenges::checkAllowed(kernels::SourceText(kernels::readText(file, kernels::sourceLimit)));
    } catch (const kernels::FileError&) {
        throw;
    } catch (const std::exception& mistake) {
        // "line 3: …"
        const std::string text = mistake.what();
        int line = 0, length = 0;
        if (std::sscanf(text.c_str(), "line %d: %n", &line, &length) == 1 && length > 0)
            problems.push_back({file.string(), line, 0, text.substr(static_cast<size_t>(length))});
        else
            problems.push_back({file.string(), 0, 0, text});
    }
}

} // namespace

std::vector<Problem> strayEntries(const fs::path& folder) {
    std::vector<Problem> problems;
    for (const fs::directory_entry& entry : entriesOf(folder, problems)) {
        std::error_code error;
        const fs::file_status status = entry.symlink_status(error);
        if (fs::is_symlink(status))
            problems.push_back(
                {entry.path().string(), 0, 0,
                 "is a link: a pack has all that it needs in its own folder, so put the file itself there"});
        else if (!fs::is_regular_file(status) && !fs::is_directory(status))
            problems.push_back({entry.path().string(), 0, 0, "is neither file nor folder: take it out of the pack"});
    }
    return problems;
}

std::vector<Problem> strayWords(const fs::path& folder) {
    std::vector<Problem> problems;
    for (const fs::directory_entry& entry : entriesOf(folder, problems)) {
        if (!entry.is_regular_file())
            continue;
        try {
            if (entry.path().extension() == ".md")
                checkMarkdown(entry.path(), problems);
            else if (entry.path().extension() == ".cu")
                checkSource(entry.path(), problems);
        } catch (const kernels::FileError& mistake) {
            problems.push_back({entry.path().string(), 0, 0, mistake.reason});
        }
    }
    return problems;
}

} // namespace warplens::packs
