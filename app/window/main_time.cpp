// SPDX-License-Identifier: GPL-3.0-or-later
// What is done with time: speed, bookmarks, loops, and how much of the block the timeline shows.
#include "app/window/main_window.h"
#include "app/window/transport_bar.h"

#include <QMenu>
#include <QMenuBar>

namespace warplens::app {
namespace {

/// "request 225, warp 0, line 23": what a bookmark is called.
QString placeText(const Scene& scene, size_t event) {
    const auto& at = scene.trace.events[event];
    QString text = MainWindow::tr("Request %1, warp %2").arg(event + 1).arg(at.warp);
    if (!at.isRequest())
        text += MainWindow::tr(", barrier");
    else
        text += QStringLiteral(", %1 %2").arg(toQString(lookAt(scene, event).instruction),
                                              toQString(lookAt(scene, event).element));
    if (const uint32_t line = scene.lineOf(at))
        text += MainWindow::tr(", line %1").arg(line);
    return text;
}

} // namespace

void MainWindow::makeTimeMenu() {
    QMenu* time = menuBar()->addMenu(tr("&Time"));
    add(time, tr("As fast as the &eye can follow"), Qt::Key_Asterisk,
        [this] { player()->setSpeed(Player::asTheEyeFollows); });
    time->addSeparator();
    add(time, tr("Set or remove a book&mark"), Qt::Key_M, [this] { player()->toggleBookmark(); });
    add(time, tr("&Next bookmark"), Qt::Key_N, [this] { player()->toNextBookmark(); });
    add(time, tr("&Previous bookmark"), Qt::SHIFT | Qt::Key_N, [this] { player()->toPreviousBookmark(); });
    QMenu* list = time->addMenu(tr("&Bookmarks"));
    list->setObjectName("bookmarks");
    const auto fill = [this, list] {
        list->clear();
        const auto& scene = player()->shown().scene;
        const auto& bookmarks = player()->bookmarks();
        for (size_t i = 0; scene && i < bookmarks.size(); ++i) {
            QAction* action = list->addAction(QStringLiteral("%1  %2").arg(i + 1).arg(placeText(*scene, bookmarks[i])));
            connect(action, &QAction::triggered, this, [this, event = bookmarks[i]] {
                player()->pause();
                player()->goTo(event);
            });
        }
        if (!list->isEmpty()) {
            list->addSeparator();
            connect(list->addAction(tr("Remove all of them")), &QAction::triggered, player(), &Player::clearBookmarks);
        }
        list->setEnabled(!list->isEmpty());
    };
    connect(player(), &Player::marksChanged, this, fill);
    fill();
    time->addSeparator();
    add(time, tr("Loop &from here"), Qt::Key_BracketLeft, [this] { player()->loopFromHere(); });
    add(time, tr("Loop &to here"), Qt::Key_BracketRight, [this] { player()->loopToHere(); });
    add(time, tr("No &loop"), Qt::Key_Backslash, [this] { player()->endLoop(); });
    time->addSeparator();
    add(time, tr("Timeline: &larger"), Qt::Key_Z, [this] { m_transport->timeline()->zoom(2); });
    add(time, tr("Timeline: &smaller"), Qt::SHIFT | Qt::Key_Z, [this] { m_transport->timeline()->zoom(0.5); });
    add(time, tr("Timeline: the &whole block"), Qt::Key_A, [this] { m_transport->timeline()->showWhole(); });
}

void MainWindow::setReduceMotion(bool on) {
    m_look.reduceMotion = on;
    m_reduceMotion->setChecked(on);
    applyLook();
}

} // namespace warplens::app
