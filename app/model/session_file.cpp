// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/session_file.h"

#include "app/model/exhibit_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <functional>

namespace warplens::app {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr const char* format = "warplens-session";
constexpr int version = 1; ///< of the form; a later one is refused, an earlier one is read

Exhibit exhibitOf(const engine::KernelFile& file) {
    Exhibit exhibit;
    exhibit.subject = fileSubject(file.path);
    exhibit.launch = file.launch;
    exhibit.text = file.text;
    return exhibit;
}

const std::string& textMember(const json& object, const char* name) {
    const auto found = object.find(name);
    if (!object.is_object() || found == object.end() || !found->is_string())
        throw ExhibitError(fmt::format("\"{}\" is missing or no text", name));
    return found->get_ref<const std::string&>();
}

/// Each entry of a list, whose place is named where something is wrong with it.
void each(const json& document, const char* name, const std::function<void(const json&)>& read) {
    const auto list = document.find(name);
    if (list == document.end())
        return;
    if (!list->is_array())
        throw ExhibitError(fmt::format("\"{}\" has to be a list", name));
    for (size_t i = 0; i < list->size(); ++i)
        try {
            read((*list)[i]);
        } catch (const ExhibitError& error) {
            throw ExhibitError(fmt::format("{}[{}]: {}", name, i, error.what()));
        }
}

} // namespace

SessionFile sessionOf(const Exhibit& shown, const Sources& sources, std::vector<Bookmark> bookmarks) {
    SessionFile session{shown, {}, sources.drafts(), std::move(bookmarks)};
    // What was typed last is kept as a draft before it is compiled and shown: it is what has to come back.
    if (const auto draft = session.drafts.find(shown.subject); draft != session.drafts.end())
        session.shown.text = draft->second;
    for (const std::string& subject : sources.files())
        session.files.push_back(*sources.file(subject));
    return session;
}

std::string sessionText(const SessionFile& session) {
    ordered_json document{{"format", format}, {"version", version}, {"shown", toJson(session.shown)}};
    for (const engine::KernelFile& file : session.files)
        document["files"].push_back(toJson(exhibitOf(file)));
    for (const auto& [subject, text] : session.drafts)
        document["drafts"].push_back({{"subject", subject}, {"text", text}});
    for (const Bookmark& bookmark : session.bookmarks)
        document["bookmarks"].push_back({{"link", toLink(bookmark.exhibit)}, {"label", bookmark.label}});
    // Bytes that are no UTF-8 cannot stand in JSON: a sign takes their place.
    return document.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

SessionFile readSession(std::string_view text) {
    json document;
    try {
        document = json::parse(text);
    } catch (const json::parse_error& error) {
        throw ExhibitError(fmt::format("this is no session: at byte {} it is no JSON", error.byte));
    } catch (const json::out_of_range&) {
        throw ExhibitError("this is no session: a number in it is larger than any number that programs have");
    }
    if (!document.is_object() || !document.contains("format") || document["format"] != format)
        throw ExhibitError(fmt::format("this is no session: \"format\" is not \"{}\"", format));
    const auto number = document.find("version");
    if (number == document.end() || !number->is_number_integer() || number->get<std::int64_t>() < 1)
        throw ExhibitError("\"version\" is missing or no whole number from 1 on");
    if (number->get<std::int64_t>() > version)
        throw ExhibitError(
            fmt::format("the session was written by a later Warplens (form {}, this one reads up to {}): "
                        "open it with that one",
                        number->get<std::int64_t>(), version));
    SessionFile session;
    if (!document.contains("shown"))
        throw ExhibitError("\"shown\" is missing");
    try {
        session.shown = exhibitFromJson(document["shown"]);
    } catch (const ExhibitError& error) {
        throw ExhibitError(fmt::format("shown: {}", error.what()));
    }
    each(document, "files", [&](const json& entry) {
        const Exhibit exhibit = exhibitFromJson(entry);
        if (!exhibit.isFile() || !exhibit.text || !exhibit.launch)
            throw ExhibitError("a file needs a link with its launch, and its text");
        session.files.push_back({pathOf(exhibit.subject), *exhibit.text, *exhibit.launch});
    });
    each(document, "drafts",
         [&](const json& entry) { session.drafts[textMember(entry, "subject")] = textMember(entry, "text"); });
    each(document, "bookmarks", [&](const json& entry) {
        session.bookmarks.push_back({fromLink(textMember(entry, "link")), textMember(entry, "label")});
    });
    return session;
}

} // namespace warplens::app
