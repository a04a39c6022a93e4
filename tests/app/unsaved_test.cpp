// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing that was typed is lost, however the program ends: a window in a process of its own is typed into, tells each
// key that it has taken, and is killed at a random moment. What it told has to be on disk, and to come back.
//   WARPLENS_KILLS=200 unsaved_test whatWasTakenIsThereAfterAKill
#include "app/views/source_pane.h"
#include "app/window/message_bar.h"
#include "kernels/files/bounded_file.h"
#include "tests/app/window_fixture.h"

#ifndef Q_MOC_RUN
#include "app/model/session_file.h"
#include "tests/app/window_tests.h"
#endif

#include <QDir>
#include <QMessageBox>
#include <QProcess>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <Qsci/qsciscintilla.h>

#include <cstdio>
#include <map>
#include <random>

using namespace warplens;
using namespace warplens::app;

namespace {

/// What is typed at the head of each source: a comment that says how far it has come.
QString typed(int keys) {
    QString text;
    for (int i = 0; i < keys; ++i)
        text += i < 2 ? QChar('/') : QChar('a' + (i * 7 + i / 26) % 26);
    return text;
}

QString folderOfTheUnsaved() {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/unsaved";
}

QStringList unsaved() {
    QStringList files;
    for (const QFileInfo& each : QDir(folderOfTheUnsaved()).entryInfoList({"*.warplens"}, QDir::Files))
        files << each.absoluteFilePath();
    return files;
}

void forgetAll() {
    QDir(folderOfTheUnsaved()).removeRecursively();
}

/// Types into one stage after the other until it is killed. Each line on standard output: a subject, and how many of
/// its keys have been taken.
int typeUntilKilled() {
    MainWindow window(kernels::stagesDir());
    window.resize(1280, 720);
    window.QWidget::show();
    window.activateWindow();
    if (!QTest::qWaitForWindowExposed(&window))
        return 1;
    if (!window.context().session.compiler().compiler())
        return 77;
    std::map<std::string, int> keys;
    for (const std::string subject :
         {"matmul/06-tiled-conflicts", "matmul/07-tiled", "transpose/02-naive-read", "matmul/06-tiled-conflicts"}) {
        window.show(QString::fromStdString(subject));
        if (!QTest::qWaitFor([&] { return window.shown().subject == subject; }, 60000))
            return 2;
        window.editing().setEditing(true);
        auto* editor = window.pane()->source()->findChild<QsciScintilla*>("source");
        int& taken = keys[subject];
        for (int i = 0; i < 25; ++i) {
            editor->setCursorPosition(0, taken);
            QTest::keyClicks(editor, typed(taken + 1).right(1));
            ++taken;
            std::printf("%s %d\n", subject.c_str(), taken);
            std::fflush(stdout);
        }
    }
    for (;;)
        QTest::qWait(1000);
}

} // namespace

class UnsavedTest : public tests::WindowFixture {
    Q_OBJECT

    std::mt19937 m_random{20261123};

    SourcePane* source() const { return m_window->pane()->source(); }

    /// What a window had taken when it was killed, by subject. Empty: it cannot edit here.
    std::map<std::string, int> killed(int afterLines) {
        QProcess child;
        child.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        child.start(QCoreApplication::arguments().constFirst(), {"--type"});
        std::map<std::string, int> taken;
        int lines = 0;
        const auto read = [&] {
            while (child.canReadLine()) {
                const QList<QByteArray> words = child.readLine().trimmed().split(' ');
                taken[words.at(0).toStdString()] = words.at(1).toInt();
                ++lines;
            }
        };
        while (lines < afterLines && (child.state() != QProcess::NotRunning || child.canReadLine())) {
            child.waitForReadyRead(100);
            read();
        }
        QTest::qSleep(static_cast<int>(m_random() % 40)); // somewhere between two keys
        child.kill();
        child.waitForFinished(-1);
        read();
        return taken;
    }
    QToolButton* answer(const QString& label) const {
        for (auto* each : m_window->findChild<MessageBar*>()->findChildren<QToolButton*>())
            if (each->text() == label)
                return each;
        return nullptr;
    }
    /// A new window, as the program opens one.
    void start() {
        m_window = std::make_unique<MainWindow>(kernels::stagesDir());
        m_window->rememberSettings();
        m_window->QWidget::show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

private slots:
    void init() { forgetAll(); }
    void cleanup() { m_window.reset(); }

    void whatWasTakenIsThereAfterAKill() {
        const int kills = qEnvironmentVariableIntValue("WARPLENS_KILLS");
        for (int i = 0; i < (kills > 0 ? kills : 4); ++i) {
            forgetAll();
            const std::map<std::string, int> taken = killed(1 + static_cast<int>(m_random() % 95));
            if (taken.empty())
                QSKIP("nothing can be edited here: no compiler");
            QCOMPARE(unsaved().size(), 1);
            const SessionFile session = readSession(kernels::readText(unsaved().front().toStdString(), 1 << 26));
            for (const auto& [subject, keys] : taken) {
                const auto draft = session.drafts.find(subject);
                QVERIFY2(draft != session.drafts.end(), subject.c_str());
                const QString kept = QString::fromStdString(draft->second);
                QVERIFY2(kept.startsWith(typed(keys)), qPrintable(kept.left(80) + " after " + QString::number(keys)));
            }
            QVERIFY(session.shown.text.has_value()); // also what was typed last, before it was compiled
            QCOMPARE(*session.shown.text, session.drafts.at(session.shown.subject));
        }
    }

    void itIsBroughtBack() {
        const std::map<std::string, int> taken = killed(60);
        if (taken.empty())
            QSKIP("nothing can be edited here: no compiler");
        const QString left = unsaved().value(0);
        start();
        EVENTUALLY(answer("Bring it back"));
        QTest::mouseClick(answer("Bring it back"), Qt::LeftButton);
        for (const auto& [subject, keys] : taken) {
            m_window->show(QString::fromStdString(subject));
            EVENTUALLY(m_window->shown().subject == subject && source()->text().startsWith(typed(keys)));
        }
        // It is kept by the window that has it now, and by no other.
        QVERIFY(!QFile::exists(left));
        QCOMPARE(unsaved().size(), 1);
    }

    void itIsThrownAway() {
        if (killed(30).empty())
            QSKIP("nothing can be edited here: no compiler");
        QCOMPARE(unsaved().size(), 1);
        start();
        EVENTUALLY(answer("Throw it away"));
        QTest::mouseClick(answer("Throw it away"), Qt::LeftButton);
        QCOMPARE(unsaved().size(), 0);
        QVERIFY(!source()->text().startsWith(typed(4)));
    }

    void closingAsksAndLeavesNothingBehind() {
        openWindow(1280, 720);
        if (!m_window->context().session.compiler().compiler())
            QSKIP("nothing can be edited here: no compiler");
        m_window->editing().setEditing(true);
        auto* editor = source()->findChild<QsciScintilla*>("source");
        editor->setCursorPosition(0, 0);
        QTest::keyClicks(editor, "//");
        QCOMPARE(unsaved().size(), 1);
        int asked = 0;
        for (const auto button : {QMessageBox::Cancel, QMessageBox::Discard}) {
            QTimer::singleShot(0, this, [&asked, button] {
                auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
                if (!box)
                    return;
                ++asked;
                box->button(button)->click();
            });
            QCOMPARE(m_window->close(), button == QMessageBox::Discard);
        }
        QCOMPARE(asked, 2);
        QCOMPARE(unsaved().size(), 0);
    }
};

WINDOW_TEST_MAIN(unsaved_test) {
    QApplication application(argc, argv);
    QApplication::setApplicationName("Warplens");
    QApplication::setOrganizationName("Warplens");
    loadFonts();
    if (argc == 2 && QByteArray(argv[1]) == "--type")
        return typeUntilKilled();
    // Its own home, which the windows it kills have too.
    const QTemporaryDir home;
    qputenv("XDG_DATA_HOME", home.filePath("data").toUtf8());
    qputenv("XDG_CONFIG_HOME", home.filePath("config").toUtf8());
    UnsavedTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "unsaved_test.moc"
