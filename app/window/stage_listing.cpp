// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/stage_listing.h"

#include "app/window/appearance.h"
#include "app/window/stage_list.h"

#include <utility>

namespace warplens::app {

StageListing::StageListing(Context& context, const Appearance& appearance, StageList* list, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_appearance(appearance)
    , m_list(list) {
    m_list->setCatalogue(m_context.sources.catalogue());
    connect(m_list, &StageList::chosen, this, [this](const QString& id) { m_context.showSubject(id.toStdString()); });
    m_context.store.watch([this](const Exhibit&, Parts changed) {
        if (changed.has(Part::Subject) && m_context.now().isKept())
            refresh();
        else if (changed.has(Part::Subject | Part::Text))
            m_list->setCurrent(m_context.stage());
    });
}

void StageListing::refresh() {
    kernels::Catalogue all = m_context.sources.catalogue();
    const auto addAbove = [&](const char* id, const QString& title, const auto& subjects) {
        if (subjects.empty())
            return;
        kernels::Track own;
        own.id = id;
        own.title = title.toStdString();
        all.tracks.insert(all.tracks.begin(), own);
        for (const std::string& subject : subjects) {
            kernels::Stage stage = *m_context.sources.saved(subject);
            stage.track = own.id;
            all.stages.push_back(std::move(stage));
        }
    };
    addAbove("file:", tr("Your kernels"), m_context.sources.files());
    addAbove("kept:", tr("Launches of programs"), m_context.sources.keptLaunches());
    m_list->setCatalogue(all);
    m_list->setLook(m_appearance.look());
    m_list->setCurrent(m_context.stage());
}

} // namespace warplens::app
