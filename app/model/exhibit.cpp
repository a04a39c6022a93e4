// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/exhibit.h"

namespace warplens::app {
namespace {

constexpr std::string_view filePrefix = "file:", keptPrefix = "kept:"; // equally long, see pathOf

} // namespace

bool Exhibit::isFile() const {
    return subject.starts_with(filePrefix);
}

bool Exhibit::isKept() const {
    return subject.starts_with(keptPrefix);
}

Parts differing(const Exhibit& a, const Exhibit& b) {
    Parts parts;
    const auto compare = [&](Part part, const auto& x, const auto& y) {
        if (!(x == y))
            parts = parts | part;
    };
    compare(Part::Subject, a.subject, b.subject);
    compare(Part::Text, a.text, b.text);
    compare(Part::Launch, a.launch, b.launch);
    compare(Part::Parameters, a.parameters, b.parameters);
    compare(Part::Lanes, a.lanes, b.lanes);
    compare(Part::PictureSize, a.pictureSize, b.pictureSize);
    compare(Part::Architecture, a.architecture, b.architecture);
    compare(Part::Block, a.block, b.block);
    compare(Part::Comparison, a.comparison, b.comparison);
    compare(Part::Place, a.at, b.at);
    compare(Part::Page, a.page, b.page);
    compare(Part::Pictures, a.pictures, b.pictures);
    compare(Part::Heat, a.heat, b.heat);
    compare(Part::Chart, a.chart, b.chart);
    compare(Part::Recording, a.recording, b.recording);
    compare(Part::Measured, a.measured, b.measured);
    compare(Part::Flushed, a.flushed, b.flushed);
    return parts;
}

std::string fileSubject(const std::filesystem::path& path) {
    return std::string(filePrefix) + path.string();
}

std::string keptSubject(const std::filesystem::path& folder) {
    return std::string(keptPrefix) + folder.string();
}

std::filesystem::path pathOf(const std::string& subject) {
    return subject.substr(std::min(subject.size(), filePrefix.size()));
}

} // namespace warplens::app
