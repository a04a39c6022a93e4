// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/searching.h"

#include "app/charts/charts_page.h"
#include "app/window/action_sheets.h"
#include "app/window/appearance.h"
#include "app/window/challenging.h"
#include "app/window/comparing.h"
#include "app/window/consulting.h"
#include "app/window/teaching.h"
#include "app/window/time_controls.h"

#include <QMainWindow>
#include <QMenuBar>

namespace warplens::app {

Searching::Searching(Context& context, Appearance& appearance, TimeControls& time, Teaching& teaching,
                     Challenging& challenging, Consulting& consulting, QMainWindow* window)
    : QObject(window)
    , m_context(context)
    , m_appearance(appearance)
    , m_time(time)
    , m_teaching(teaching)
    , m_challenging(challenging)
    , m_consulting(consulting)
    , m_window(window) {}

void Searching::showKeys() {
    auto* sheet = new KeySheet(actionsOf(*m_window->menuBar()), m_appearance.look(), m_window);
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    sheet->open();
}

// Actions, stages, pictures and charts: whatever has a name.
void Searching::show() {
    QList<Found> all;
    for (const NamedAction& each : actionsOf(*m_window->menuBar()))
        all.push_back({each.menu + QStringLiteral(": ") + each.name,
                       each.action->shortcut().toString(QKeySequence::NativeText),
                       [action = each.action] { action->trigger(); }, each.action->isEnabled()});
    for (const kernels::Stage& stage : m_context.sources.catalogue().stages)
        all.push_back({tr("Stage: %1")
                           .arg(QString::fromStdString(m_context.sources.catalogue().track(stage.track).title) +
                                QStringLiteral(" ") + stageLabel(stage) + QStringLiteral(", ") +
                                QString::fromStdString(stage.title)),
                       QString::fromStdString(stage.id), [this, id = stage.id] { m_context.showSubject(id); }, true});
    for (const PlotKind& kind : plotKinds())
        all.push_back({tr("Chart: %1").arg(QCoreApplication::translate("Charts", kind.label)),
                       {},
                       [this, name = std::string(kind.name)] {
                           m_context.change([&](Exhibit& now) {
                               now.page = Page::Charts;
                               now.chart = name;
                           });
                       },
                       true});
    all += m_teaching.findable();
    all += m_challenging.findable();
    all += m_consulting.findable();
    for (const Bookmark& bookmark : m_time.bookmarks())
        all.push_back({tr("Bookmark: %1").arg(QString::fromStdString(bookmark.label)),
                       {},
                       [this, exhibit = bookmark.exhibit] { m_context.show(exhibit); },
                       true});
    (new SearchSheet(all, m_appearance.look(), m_window))->open();
}

} // namespace warplens::app
