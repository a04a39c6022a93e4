// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/beginning.h"

#include "app/window/pack_opening.h"
#include "app/window/session.h"
#include "app/window/teaching.h"

#include <algorithm>

namespace warplens::app {

Beginning::Beginning(Context& context, const Teaching& teaching, const PackOpening& packs, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_teaching(teaching)
    , m_packs(packs) {}

void Beginning::show() {
    showStage();
    // A complaint would go with the first picture, and mistakes of a pack are not of that.
    if (const QStringList all = problems(); !all.isEmpty() && m_context.pack())
        m_context.messages.say(all.join('\n'));
    else if (!all.isEmpty())
        m_context.messages.complain(all.join('\n'));
    else if (!m_context.session.compiler().compiler())
        m_context.messages.say(
            tr("No CUDA compiler was found: the stages that come with Warplens are shown as they were "
               "compiled for compute capability 9.0."));
}

void Beginning::showStage() {
    // A pack begins with its own; else what says most at first sight; of another folder of stages the first that has something to show.
    const auto& stages = m_context.sources.catalogue().stages;
    const auto telling = std::find_if(stages.begin(), stages.end(), [&](const auto& stage) {
        return m_context.pack() ? stage.kernel && m_packs.isOwn(stage) : stage.id == "matmul/06-tiled-conflicts";
    });
    const auto any = std::find_if(stages.begin(), stages.end(), [](const auto& stage) { return stage.kernel; });
    const auto first = telling != stages.end() ? telling : any;
    if (first != stages.end())
        m_context.store.adjust([&](Exhibit& now) {
            now = m_context.sources.of(first->id, now);
            now.measured = {4096, 4096, 4096};
        });
}

QStringList Beginning::problems() const {
    constexpr qsizetype most = 3;
    QStringList all;
    const auto add = [&](const std::vector<kernels::Problem>& problems) {
        for (const kernels::Problem& problem : problems)
            all << QString::fromStdString(kernels::problemText(problem));
    };
    add(m_context.sources.catalogue().problems);
    if (!m_context.pack())
        return all;
    add(m_teaching.course().problems);
    if (all.size() > most)
        all = all.mid(0, most) << tr("… `warplens-cli pack check` tells all %1.").arg(all.size());
    return all;
}

} // namespace warplens::app
