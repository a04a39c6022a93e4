// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/recordings.h"

#include "app/charts/chart_labels.h"

#include <algorithm>
#include <iterator>

namespace warplens::app {

namespace {

std::string plainName(const kernels::Recording& recording) {
    const kernels::Provenance& from = recording.provenance;
    std::string name = from.gpu + " " + (from.quoted ? "quoted" : from.date);
    if (!from.machine.empty())
        name += " " + from.machine;
    if (!from.device.empty())
        name += " GPU " + from.device;
    return name;
}

} // namespace

std::string Recordings::name(size_t index) const {
    const auto& all = loaded();
    const std::string name = plainName(all[index]);
    const auto before = std::count_if(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(index),
                                      [&](const auto& each) { return plainName(each) == name; });
    return before == 0 ? name : name + " #" + std::to_string(before + 1);
}

Recordings::Recordings(const kernels::Catalogue& catalogue, QObject* parent)
    : QObject(parent)
    , m_coming(std::async(std::launch::async, [&catalogue] { return kernels::shippedRecordings(catalogue); })) {}

std::vector<kernels::Recording>& Recordings::loaded() const {
    if (m_coming.valid())
        m_all = m_coming.get();
    return m_all;
}

bool Recordings::has(const std::string& name) const {
    const int index = indexOf(name);
    return index >= 0 && this->name(static_cast<size_t>(index)) == name;
}

int Recordings::indexOf(const std::string& name) const {
    for (size_t i = 0; i < all().size(); ++i)
        if (this->name(i) == name)
            return static_cast<int>(i);
    return all().empty() ? -1 : 0;
}

const kernels::Recording* Recordings::find(const std::string& name) const {
    const int index = indexOf(name);
    return index < 0 ? nullptr : &all()[static_cast<size_t>(index)];
}

void Recordings::add(kernels::Recording recording) {
    // Before those of a measurement, which stay the last.
    auto& all = loaded();
    all.insert(all.end() - static_cast<std::ptrdiff_t>(m_measured), std::move(recording));
    emit changed();
}

void Recordings::settleSize(const kernels::Stage& stage, const Exhibit& before, Exhibit& exhibit) {
    const kernels::Recording* recording = find(exhibit.recording);
    const bool chosen = !(exhibit.measured == kernels::Size()) && !(exhibit.measured == before.measured);
    const Parts changed = differing(before, exhibit);
    if (recording && !chosen && changed.has(Part::Subject | Part::Recording | Part::Measured)) {
        const auto last = m_lastSizes.find(stage.track);
        exhibit.measured = shownSize(*recording, stage,
                                     {last == m_lastSizes.end() ? exhibit.measured : last->second, exhibit.measured})
                               .value_or(exhibit.measured);
    }
    if (changed.has(Part::Subject | Part::Measured))
        m_lastSizes[stage.track] = exhibit.measured;
}

void Recordings::setMeasured(std::vector<kernels::Recording> recordings) {
    auto& all = loaded();
    all.resize(all.size() - m_measured);
    m_measured = recordings.size();
    std::move(recordings.begin(), recordings.end(), std::back_inserter(all));
    emit changed();
}

} // namespace warplens::app
