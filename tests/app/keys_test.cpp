// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of the window is pressed, and has to do something that is seen: one that is dead, or does what it must not do
// twice, was noticed by nobody.
#include "app/views/player.h"
#include "app/window/action_sheets.h"
#include "app/window/appearance.h"
#include "app/window/message_bar.h"
#include "app/window/teaching.h"
#include "tests/app/window_fixture.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/exhibit_text.h"
#endif

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <map>

using namespace warplens;
using namespace warplens::app;

class KeysTest : public tests::WindowFixture {
    Q_OBJECT

    QTemporaryDir m_folder;
    QTimer m_dismiss; ///< what waits for an answer is seen, and left
    int m_asked = 0;

    Player& player() const { return *m_window->player(); }

    /// All that a key could change and somebody would notice.
    QStringList seen() const {
        QStringList all{QString::fromStdString(toLink(m_window->shown())),
                        m_window->messages()->isVisible() ? m_window->messages()->text() : QString(),
                        QString::number(static_cast<int>(player().unit())),
                        QString::number(player().speed()),
                        QString::number(player().isPlaying()),
                        QString::number(player().followsOneWarp()),
                        QString::number(player().bookmarks().size()),
                        player().loop()
                            ? QStringLiteral("%1-%2").arg(player().loop()->first).arg(player().loop()->second)
                            : QString(),
                        QString::number(m_window->context().store.canGoForward()),
                        QString::number(m_window->appearance().look().reduceMotion),
                        m_window->appearance().look().colours.background.name(),
                        QApplication::clipboard()->text(),
                        QString::number(QApplication::clipboard()->image().height()),
                        QString::number(m_asked)};
        for (const QAction* each : m_window->findChildren<QAction*>())
            if (each->isCheckable())
                all << QString::number(each->isChecked());
        for (const QWidget* each : QApplication::allWidgets())
            if (each->isVisible())
                all << QStringLiteral("%1 %2 %3")
                           .arg(each->metaObject()->className(), each->objectName(), each->windowTitle())
                    << QStringLiteral("%1,%2 %3×%4")
                           .arg(each->x())
                           .arg(each->y())
                           .arg(each->width())
                           .arg(each->height());
        const QImage timeline = child<QWidget>("timeline")->grab().toImage();
        all << QString::number(qHashBits(timeline.constBits(), static_cast<size_t>(timeline.sizeInBytes())));
        return all;
    }
    /// What comes by itself has come.
    void settle() {
        QStringList before;
        EVENTUALLY([&] {
            const QStringList now = (QTest::qWait(40), seen());
            return std::exchange(before, now) == now;
        }());
    }
    void pressOnly(const QKeySequence& key) {
        QTest::keyClick(m_window.get(), key[0].key(), key[0].keyboardModifiers());
    }
    /// As it was before the key that was pressed last, with something on either side of everything.
    void begin() {
        for (QWidget* each : QApplication::topLevelWidgets())
            if (each != m_window.get() && each->isVisible())
                each->close();
        player().pause();
        if (!m_window->isActiveWindow())
            m_window->activateWindow();
        m_window->teaching().close();
        pressOnly(QKeySequence(Qt::Key_Escape));
        Exhibit start = m_window->context().sources.of("matmul/06-tiled-conflicts", Exhibit{});
        start.at = {0, 6, 1};
        auto& store = m_window->context().store;
        for (const char* heat : {"sectors", "", "wavefronts"})
            m_window->context().change([&](Exhibit& now) {
                now = start;
                now.heat = heat;
            });
        store.goBack();
        EVENTUALLY(scene() && scene()->stage.id == "matmul/06-tiled-conflicts" && !m_window->staging().isComputing());
        player().setBookmarks({3, 400});
        player().endLoop();
        player().setSpeed(8);
        player().setFollowOneWarp(false);
        m_window->messages()->clear();
        QApplication::clipboard()->clear();
        settle();
    }

private slots:
    void initTestCase() {
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
        connect(&m_dismiss, &QTimer::timeout, this, [this] {
            if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) {
                ++m_asked;
                dialog->reject();
            }
        });
        m_dismiss.start(20);
    }
    void cleanup() { m_window.reset(); }

    void eachDoesSomething() {
        openWindow(1600, 900);
        const auto key = [](const char* text) { return QKeySequence(QString::fromLatin1(text)); };
        // What has to be otherwise first, for the key to have something to do.
        const std::map<QString, QList<QKeySequence>> before{
            {"Ctrl+Shift+R", {key("F4")}},
            {"1", {key("2")}},
            {"2", {key("3")}},
            {"3", {key("4")}},
            {"4", {key("5")}},
            {"5", {key("1")}},
            {"\\", {key("[")}},
            {"Shift+Z", {key("Z")}},
            {"A", {key("Z")}},
            {"Ctrl+6", {key("Ctrl+1")}},
            {"Ctrl+0", {key("Ctrl++")}},
            {"Ctrl+Alt+1", {key("Ctrl+Alt+2")}},
            {"Ctrl+Alt+2", {key("Ctrl+Alt+1")}},
            {"Ctrl+Alt+6", {key("Ctrl+Alt+8")}},
            {"Alt+F3", {key("F3")}},
            {"Esc", {key("F2")}},
        };
        QStringList dead;
        int pressed = 0;
        for (const NamedAction& each : actionsOf(*m_window->menuBar())) {
            const QKeySequence shortcut = each.action->shortcut();
            const QString name = shortcut.toString(QKeySequence::PortableText);
            // The one ends the program; what the other does, OwnKernel anEndlessKernelCanBeStopped tells.
            if (name == QLatin1String("Ctrl+Q") || name == QLatin1String("Ctrl+."))
                continue;
            begin();
            if (const auto found = before.find(name); found != before.end())
                for (const QKeySequence& first : found->second)
                    pressOnly(first);
            settle();
            QSignalSpy triggered(each.action, &QAction::triggered);
            const QStringList was = seen();
            pressOnly(shortcut);
            ++pressed;
            if (!QTest::qWaitFor([&] { return seen() != was; }, std::min(tests::patience(), 10000)))
                dead << QStringLiteral("%1 (%2) does nothing").arg(name, each.name);
            if (triggered.size() != 1)
                dead << QStringLiteral("%1 (%2) is heard %3 times").arg(name, each.name).arg(triggered.size());
        }
        QVERIFY2(dead.isEmpty(), qPrintable(dead.join('\n')));
        QVERIFY(pressed > 130);
    }
};

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    loadFonts();
    KeysTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "keys_test.moc"
