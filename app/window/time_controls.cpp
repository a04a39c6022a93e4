// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/time_controls.h"

#include "app/charts/chart_labels.h"
#include "app/model/place_in_scene.h"
#include "app/paint/drawing.h"
#include "app/views/player.h"
#include "app/window/actions.h"
#include "app/window/comparing.h"
#include "app/window/staging.h"
#include "app/window/transport_bar.h"

#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>
#include <QRegularExpression>

#include <algorithm>

namespace warplens::app {
namespace {

/// Of the same block's time: only the place, or how it is looked at, is another.
bool sameTime(const Exhibit& a, const Exhibit& b) {
    return !differing(a, b).has(sceneParts);
}

} // namespace

TimeControls::TimeControls(Context& context, Staging& staging, Player* player, TransportBar* transport, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_staging(staging)
    , m_player(player)
    , m_transport(transport) {
    connect(&m_staging, &Staging::shown, this, &TimeControls::showBookmarks);
}

void TimeControls::addActions(Actions& actions, QMenu* go, QMenu* time) {
    actions.add(go, tr("&Play or pause"), Qt::Key_Space, [this] { m_player->toggle(); });
    actions.add(go, tr("Step &forward"), Qt::Key_Right, [this] {
        m_player->pause();
        m_player->stepForward();
    });
    actions.add(go, tr("Step &back"), Qt::Key_Left, [this] {
        m_player->pause();
        m_player->stepBack();
    });
    actions.add(go, tr("To the be&ginning"), Qt::Key_Home, [this] { m_player->toBegin(); });
    actions.add(go, tr("To the &end"), Qt::Key_End, [this] { m_player->toEnd(); });
    go->addSeparator();
    const std::tuple<QString, QString, Qt::Key, Sought> sought[] = {
        {tr("Next bank &conflict"), tr("Bank conflict before"), Qt::Key_J, Sought::Conflict},
        {tr("Next waste: bytes moved that nobody asked for"), tr("Waste before"), Qt::Key_K, Sought::Waste},
        {tr("Skip what repeats"), tr("Skip what repeats, back"), Qt::Key_U, Sought::Other}};
    for (const auto& [next, before, key, what] : sought) {
        actions.add(go, next, key, [this, what = what] { seek(what, false); });
        actions.add(go, before, static_cast<int>(Qt::SHIFT) | key, [this, what = what] { seek(what, true); });
    }
    go->addSeparator();
    const std::pair<QString, Qt::Key> units[] = {{tr("Step by &wavefront"), Qt::Key_1},
                                                 {tr("Step by &instruction"), Qt::Key_2},
                                                 {tr("Step by &access of all warps"), Qt::Key_3},
                                                 {tr("Step by &tile"), Qt::Key_4},
                                                 {tr("Step by ba&rrier"), Qt::Key_5}};
    for (int i = 0; i < 5; ++i)
        actions.addToggle(
            go, units[i].first, units[i].second, [this, i] { m_player->setUnit(static_cast<StepUnit>(i)); },
            [this, i] { return m_player->unit() == static_cast<StepUnit>(i); });
    actions.addToggle(
        go, tr("&One warp only"), Qt::Key_W, [this] { m_player->setFollowOneWarp(!m_player->followsOneWarp()); },
        [this] { return m_player->followsOneWarp(); });
    actions.add(go, tr("F&aster"), Qt::Key_Plus, [this] { m_player->faster(); });
    actions.add(go, tr("&Slower"), Qt::Key_Minus, [this] { m_player->slower(); });
    go->addSeparator();
    actions.add(go, tr("Block …"), Qt::CTRL | Qt::Key_G, [this] { askForBlock(); });

    actions.add(time, tr("As fast as the &eye can follow"), Qt::Key_Asterisk,
                [this] { m_player->setSpeed(Player::asTheEyeFollows); });
    time->addSeparator();
    actions.add(time, tr("Set or remove a book&mark"), Qt::Key_M, [this] { toggleBookmark(); });
    actions.add(time, tr("&Next bookmark"), Qt::Key_N, [this] { m_player->toNextBookmark(); });
    actions.add(time, tr("&Previous bookmark"), Qt::SHIFT | Qt::Key_N, [this] { m_player->toPreviousBookmark(); });
    m_list = time->addMenu(tr("&Bookmarks"));
    m_list->setObjectName("bookmarks");
    connect(m_list, &QMenu::aboutToShow, this, &TimeControls::fillBookmarks);
    fillBookmarks();
    time->addSeparator();
    actions.add(time, tr("Loop &from here"), Qt::Key_BracketLeft, [this] { m_player->loopFromHere(); });
    actions.add(time, tr("Loop &to here"), Qt::Key_BracketRight, [this] { m_player->loopToHere(); });
    actions.add(time, tr("No &loop"), Qt::Key_Backslash, [this] { m_player->endLoop(); });
    time->addSeparator();
    TimelineView* timeline = m_transport->timeline();
    actions.add(time, tr("Timeline: &larger"), Qt::Key_Z, [timeline] { timeline->zoom(2); });
    actions.add(time, tr("Timeline: &smaller"), Qt::SHIFT | Qt::Key_Z, [timeline] { timeline->zoom(0.5); });
    actions.add(time, tr("Timeline: the &whole block"), Qt::Key_A, [timeline] { timeline->showWhole(); });
}

void TimeControls::stepAccess(int direction) {
    const StepUnit unit = m_player->unit();
    m_player->pause();
    m_player->setUnit(StepUnit::Access);
    direction > 0 ? m_player->stepForward() : m_player->stepBack();
    m_player->setUnit(unit);
}

void TimeControls::seek(Sought sought, bool back) {
    const auto scene = m_staging.scene();
    if (!scene || scene->trace.events.empty())
        return m_context.messages.say(tr("There is no block to look into here."));
    m_player->pause();
    const Position here = m_player->position();
    if (const auto found = nextSought(*scene, here, sought, back)) {
        m_context.messages.clear();
        return m_player->goTo(*found);
    }
    const bool some = nextSought(*scene, here, sought, !back).has_value();
    const sim::trace::Shape& cost = scene->trace.events.shapeAt(here.event);
    const QString where = back ? tr("before this moment") : tr("after this moment");
    if (sought == Sought::Other)
        m_context.messages.say(tr("Nothing but the same comes %1.").arg(where));
    else if (sought == Sought::Conflict)
        m_context.messages.say(some || cost.wavefronts > cost.wavefrontsIdeal
                                   ? tr("No bank conflict comes %1.").arg(where)
                                   : tr("This block has no bank conflict."));
    else
        m_context.messages.say(some || cost.sectors > cost.sectorsIdeal
                                   ? tr("No request %1 moves more than it has to.").arg(where)
                                   : tr("No request of this block moves more than it has to."));
}

void TimeControls::toggleBookmark() {
    const auto scene = m_staging.scene();
    if (!scene || scene->trace.events.empty())
        return m_context.messages.say(tr("There is no place in time to mark here."));
    const Exhibit& now = m_context.now();
    const auto same = std::find_if(m_bookmarks.begin(), m_bookmarks.end(), [&](const Bookmark& b) {
        return sameTime(b.exhibit, now) && b.exhibit.at == now.at;
    });
    if (same != m_bookmarks.end()) {
        m_bookmarks.erase(same);
    } else {
        const size_t event = m_player->position().event;
        const auto& at = scene->trace.events[event];
        QStringList label{stageLabel(m_context.stage())};
        if (const QString variant = variantLabel(m_context.stage(), now.parameters); !variant.isEmpty())
            label << variant;
        label << tr("request %1, warp %2").arg(event + 1).arg(at.warp);
        label << (at.isRequest() ? QStringLiteral("%1 %2").arg(toQString(lookAt(*scene, event).instruction),
                                                               toQString(lookAt(*scene, event).element))
                                 : tr("barrier"));
        if (const uint32_t line = scene->lineOf(at))
            label << tr("line %1").arg(line);
        m_bookmarks.push_back({now, label.join(QStringLiteral(", ")).toStdString()});
    }
    showBookmarks();
    emit bookmarksChanged();
}

void TimeControls::setBookmarks(std::vector<Bookmark> bookmarks) {
    m_bookmarks = std::move(bookmarks);
    showBookmarks();
    emit bookmarksChanged();
}

// Those of the block that is shown stand in its timeline.
void TimeControls::showBookmarks() {
    std::vector<size_t> events;
    if (const auto scene = m_staging.scene())
        for (const Bookmark& bookmark : m_bookmarks)
            if (sameTime(bookmark.exhibit, m_context.now()))
                events.push_back(positionOf(*scene, bookmark.exhibit.at).event);
    std::sort(events.begin(), events.end());
    m_player->setBookmarks(std::move(events));
    fillBookmarks();
}

void TimeControls::fillBookmarks() {
    if (!m_list)
        return;
    m_list->clear();
    for (const Bookmark& bookmark : m_bookmarks)
        connect(m_list->addAction(QString::fromStdString(bookmark.label)), &QAction::triggered, this,
                [this, exhibit = bookmark.exhibit] { m_context.show(exhibit); });
    if (!m_bookmarks.empty()) {
        m_list->addSeparator();
        connect(m_list->addAction(tr("Remove all of them")), &QAction::triggered, this, [this] { setBookmarks({}); });
    }
    m_list->setEnabled(!m_list->isEmpty());
}

void TimeControls::askForBlock() {
    const auto scene = m_staging.scene();
    if (!scene)
        return m_context.messages.say(tr("There is no block to choose here."));
    const auto& grid = scene->simulation->launch().grid;
    const sim::simt::Dim3 block = m_context.now().block;
    bool ok = false;
    const QString typed = QInputDialog::getText(
        m_context.window, tr("Block"), tr("Which of the %1 × %2 blocks? Column, row:").arg(grid.x).arg(grid.y),
        QLineEdit::Normal, QStringLiteral("%1, %2").arg(block.x).arg(block.y), &ok);
    if (!ok)
        return;
    static const QRegularExpression two("^\\s*(\\d+)\\s*[,; ]\\s*(\\d+)\\s*$");
    const auto match = two.match(typed);
    const uint x = match.captured(1).toUInt(), y = match.captured(2).toUInt();
    if (!match.hasMatch() || x >= grid.x || y >= grid.y) {
        QMessageBox::warning(
            m_context.window, tr("Block"),
            tr("There is no block “%1”: write its column, 0 to %2, and its row, 0 to %3, as in “1, 0”.")
                .arg(typed)
                .arg(grid.x - 1)
                .arg(grid.y - 1));
        return;
    }
    m_context.change([&](Exhibit& now) {
        now.block = {x, y, 0};
        now.at = {};
    });
}

} // namespace warplens::app
