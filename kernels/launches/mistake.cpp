// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/launches/mistake.h"

#include <nlohmann/json.hpp>

namespace warplens::launches {

using nlohmann::ordered_json;

ordered_json mistakeJson(const HostMistake& mistake) {
    ordered_json json{{"event", "mistake"},
                      {"kind", mistake.kind},
                      {"text", mistake.text},
                      {"note", mistake.note},
                      {"frames", ordered_json::array()}};
    for (const HostMistake::Frame& frame : mistake.frames)
        json["frames"].push_back({{"module", frame.module}, {"offset", frame.offset}});
    if (mistake.line != 0) {
        json["file"] = mistake.file;
        json["line"] = mistake.line;
    }
    return json;
}

HostMistake mistakeOf(const ordered_json& json) {
    HostMistake mistake;
    mistake.kind = json.at("kind");
    mistake.text = json.at("text");
    mistake.note = json.at("note");
    for (const ordered_json& frame : json.at("frames"))
        mistake.frames.push_back({frame.at("module"), frame.at("offset")});
    return mistake;
}

} // namespace warplens::launches
