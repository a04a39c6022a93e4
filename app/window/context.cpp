// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/context.h"

#include "app/pack/shelf.h"
#include "app/tongue/say.h"
#include "app/window/recordings.h"

namespace warplens::app {

// Worked out when it is asked for and something has changed that it is made of.
const kernels::Stage& Context::stage() const {
    constexpr Parts made = Part::Subject | Part::Text | Part::Launch | Part::Lanes;
    if (m_stage.id.empty() || differing(m_stageOf, now()).has(made)) {
        m_stage = sources.stage(now());
        m_stageOf = now();
    }
    return m_stage;
}

void Context::tellStages() const {
    Sources told(packs::catalogueWith(stages, pack()));
    for (const std::string& subject : sources.files())
        told.addFile(*sources.file(subject));
    for (const std::string& subject : sources.keptLaunches())
        told.addKept(pathOf(subject));
    for (const auto& [subject, text] : sources.drafts())
        told.setDraft(subject, text);
    sources = std::move(told);
    m_stage = {};
}

const kernels::Recording* Context::recording() const {
    return recordings.find(now().recording);
}

QStringList Context::sourceArguments() const {
    QStringList all{"--stages", QString::fromStdString(stages.string()), "--language",
                    QString::fromLatin1(tongue::kindOf(tongue::spoken()).code)};
    if (opened)
        all << "--pack" << QString::fromStdString(opened->folder.string());
    return all;
}

bool Context::change(const ExhibitStore::Edit& edit) const {
    try {
        store.change(edit);
        return true;
    } catch (const ExhibitError& error) {
        messages.complain(QString::fromUtf8(error.what()));
        return false;
    }
}

} // namespace warplens::app
