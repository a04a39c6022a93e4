// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/exhibit_artist.h"

#include "app/charts/chart_labels.h"
#include "app/export/asked_plot.h"
#include "app/export/chart_sheet.h"
#include "app/model/line_heat.h"
#include "app/views/picture.h"

#include <QCoreApplication>

#include <algorithm>

namespace warplens::app {

std::vector<kernels::Recording> recordingsOf(const QString& file, const kernels::Catalogue& catalogue) {
    if (file.isEmpty())
        return kernels::shippedRecordings(catalogue);
    return {kernels::loadRecording(file.toStdString(), catalogue)};
}

bool needsReasons(const Exhibit& exhibit, const std::string& only) {
    const auto needs = [](const std::string& name) {
        const PictureKind* kind = pictureOf(name);
        return kind != nullptr && kind->needsReasons;
    };
    return needs(only) || std::any_of(exhibit.pictures.begin(), exhibit.pictures.end(), needs) ||
           heatOf(exhibit.heat) == Heat::Binding;
}

void openFileOf(Sources& sources, const Exhibit& exhibit) {
    if (!exhibit.isFile() || !exhibit.launch)
        return;
    const std::filesystem::path path = pathOf(exhibit.subject);
    sources.addFile({path, engine::readTextFile(path), *exhibit.launch});
}

ExhibitArtist::ExhibitArtist(const Sources& sources, const std::vector<kernels::Recording>& recordings,
                             const Look& look, Preset preset)
    : m_sources(sources)
    , m_recordings(recordings)
    , m_look(look)
    , m_preset(preset) {}

ExhibitArtist::~ExhibitArtist() = default;

const kernels::Recording* ExhibitArtist::recording() const {
    const int current = currentOf(m_recordings);
    return current < 0 ? nullptr : &m_recordings[static_cast<size_t>(current)];
}

void ExhibitArtist::settleMeasured(Exhibit& exhibit) const {
    if (!(exhibit.measured == kernels::Size()) || exhibit.isFile())
        return;
    if (m_measured)
        exhibit.measured = *m_measured;
    else if (const kernels::Recording* recorded = recording())
        exhibit.measured = shownSize(*recorded, m_sources.stage(exhibit), {}).value_or(exhibit.measured);
}

ExhibitPanes& ExhibitArtist::panes(Exhibit& exhibit, const std::string& only) {
    m_sources.settle({}, exhibit);
    if (needsReasons(exhibit, only))
        settleMeasured(exhibit);
    if (m_panes && m_only == only && differing(m_drawn, exhibit).only(Part::Place)) {
        m_panes->goTo(exhibit.at);
    } else {
        m_panes.reset();
        m_panes = std::make_unique<ExhibitPanes>(m_sources, m_compiler, exhibit, m_look);
        if (needsReasons(exhibit, only) && m_sources.stage(exhibit).kernel)
            m_panes->explain(m_compiler, recording());
    }
    m_drawn = exhibit;
    m_only = only;
    return *m_panes;
}

ExhibitArtist::Drawn ExhibitArtist::draw(Exhibit exhibit) {
    switch (exhibit.page) {
    case Page::Pictures: {
        Sheet sheet = panes(exhibit).sheet();
        const QSize size = presetSize(m_preset, sheet);
        return {std::move(sheet), size};
    }
    case Page::Charts: {
        if (exhibit.isFile() || exhibit.isKept())
            throw ExportError(ownKernelHasNoCharts().toStdString());
        m_sources.settle({}, exhibit);
        PlotWish wish = wishOf(exhibit);
        if (!wish.size)
            wish.size = m_measured;
        m_chart = std::make_unique<ChartSheet>(plotOf(shownKind(exhibit), wish, m_sources.catalogue(), m_recordings),
                                               m_look, m_preset);
        return {m_chart->sheet, m_chart->format.size};
    }
    case Page::Difference:
        break;
    }
    throw ExportError(QCoreApplication::translate(
                          "export", "the difference of two sources is no picture: leave page= out of the link")
                          .toStdString());
}

} // namespace warplens::app
