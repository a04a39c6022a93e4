// SPDX-License-Identifier: GPL-3.0-or-later
// A session as a file (.warplens): what is shown, the texts that are not saved, the files that are open with the text
// they had, and bookmarks. It opens on any machine with the same picture. The same form is what is kept while somebody
// works, so that nothing is lost when the program ends without being asked. No Qt.
#pragma once

#include "app/model/exhibit.h"
#include "app/model/sources.h"

#include <string>
#include <string_view>
#include <vector>

namespace warplens::app {

/// A place that somebody wants to come back to.
struct Bookmark {
    Exhibit exhibit;
    std::string label;
    bool operator==(const Bookmark&) const = default;
};

struct SessionFile {
    Exhibit shown;
    std::vector<engine::KernelFile> files;     ///< with the text as it was saved
    std::map<std::string, std::string> drafts; ///< by subject
    std::vector<Bookmark> bookmarks;
};

SessionFile sessionOf(const Exhibit& shown, const Sources& sources, std::vector<Bookmark> bookmarks);
std::string sessionText(const SessionFile& session);
/// Throws ExhibitError that says what is wrong and where.
SessionFile readSession(std::string_view text);

} // namespace warplens::app
