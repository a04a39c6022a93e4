// SPDX-License-Identifier: GPL-3.0-or-later
// Programs of the user's in the real window: run, their launches opened in the pictures, and programs that misbehave.
#include "app/views/source_pane.h"
#include "app/window/appearance.h"
#include "app/window/program_dialog.h"
#include "app/window/programs.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_tests.h"

#include <QDirIterator>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QScreen>
#include <QTableView>
#include <QTemporaryDir>
#include <QUrl>

#include <algorithm>

namespace warplens::tests {
namespace {

QString program(const char* name) {
    return QStringLiteral(WARPLENS_RUNTIME_PROGRAMS "/") + name;
}

} // namespace

class ProgramTest : public WindowFixture {
    Q_OBJECT

private:
    app::ProgramDialog* dialog() { return m_window->programs().dialog(); }
    QString state() { return child<QLabel>("programState")->text(); }
    QTableView* table() { return child<QTableView>("launches"); }
    QString output() { return child<QPlainTextEdit>("programOutput")->toPlainText(); }
    bool over() { return !dialog()->runner().isRunning(); }
    QString cell(int row, int column) { return table()->model()->index(row, column).data().toString(); }

    /// By hand: the key, the fields, the button.
    void run(const QString& name, const QString& arguments = {}) {
        press(Qt::Key_R, Qt::ControlModifier);
        auto* field = child<QLineEdit>("programName");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, name);
        auto* words = child<QLineEdit>("programArguments");
        words->selectAll();
        words->del();
        QTest::keyClicks(words, arguments);
        QTest::mouseClick(child<QPushButton>("startProgram"), Qt::LeftButton);
    }
    void chooseRow(int row) {
        table()->setFocus();
        table()->setCurrentIndex(table()->model()->index(row, 0));
        QTest::keyClick(table(), Qt::Key_Return);
    }
    bool shows(const char* kernel) {
        return scene() && scene()->stage.id.starts_with("kept:") && scene()->program().kernel == kernel &&
               !m_window->staging().isComputing();
    }
    void drop(const QString& file) {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(file)});
        QDragEnterEvent enter({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &event);
    }

private slots:
    void init() { openWindow(1280, 800); }
    void cleanup() { m_window.reset(); }

    void launchesAreListedAndOpened() {
        run(program("kept"));
        EVENTUALLY(over());
        QCOMPARE(table()->model()->rowCount(), 9);
        QCOMPARE(cell(1, app::LaunchTable::Kernel), QStringLiteral("transpose"));
        QCOMPARE(cell(1, app::LaunchTable::Grid), QStringLiteral("3×2"));
        QCOMPARE(cell(1, app::LaunchTable::Block), QStringLiteral("32×8"));
        QVERIFY2(state().contains("ended with code 0"), qPrintable(state()));
        QVERIFY(state().contains("9 launches · 0 findings"));

        chooseRow(1);
        EVENTUALLY(shows("transpose") || m_window->staging().failed());
        std::vector<std::string> names;
        for (const app::GlobalArray& array : scene()->globals)
            names.push_back(array.name);
        QCOMPARE(names, (std::vector<std::string>{"in", "out"}));
        QVERIFY(scene()->globals[1].result);
        QVERIFY(!scene()->shareds.empty());
        QCOMPARE(scene()->shareds[0].name, std::string("tile"));
        QVERIFY2(m_window->pane()->source()->text().contains("__shared__ float tile[32][33];"),
                 qPrintable(m_window->pane()->source()->text()));
        QVERIFY(scene()->lines.contains(9)); // tile[…] = in[…]
        QVERIFY(scene()->lines.at(9).globalRequests != 0);

        // Forward to another launch, back to this one, and there by its link.
        chooseRow(4);
        EVENTUALLY(scene() && scene()->stage.title.starts_with("launch 5: scaled") &&
                   !m_window->staging().isComputing());
        names.clear();
        for (const app::GlobalArray& array : scene()->globals)
            names.push_back(array.name);
        QVERIFY(std::find(names.begin(), names.end(), "s + 8") != names.end());
        QVERIFY(std::find(names.begin(), names.end(), "factor") != names.end());
        const std::string link = app::toLink(m_window->shown());
        QVERIFY2(link.find("kept=") != std::string::npos, link.c_str());
        QVERIFY(m_window->isActiveWindow()); // the keys are the pictures' now
        press(Qt::Key_Left, Qt::AltModifier);
        EVENTUALLY(shows("transpose"));
        QVERIFY(m_window->show(QString::fromStdString(link)));
        EVENTUALLY(scene()->stage.title.starts_with("launch 5: scaled"));

        // It is not edited.
        press(Qt::Key_F4);
        QVERIFY(!m_window->editing().isEditing());
        QVERIFY(m_window->messages()->text().contains("run the program again"));
    }

    void whatWasNotKeptIsFetchedByASecondRun() {
        m_window->programs().show();
        dialog()->setKeptBytes(0);
        run(program("kept"));
        EVENTUALLY(over());
        QCOMPARE(table()->model()->rowCount(), 9);
        chooseRow(0);
        EVENTUALLY(shows("bitonicSort"));
        EVENTUALLY(over());
        QCOMPARE(table()->model()->rowCount(), 9); // the second run is not listed
        QCOMPARE(scene()->globals.at(0).name, std::string("keys"));
    }

    void findingsStandInTheListAndAtTheirLine() {
        run(program("watched"));
        EVENTUALLY(over());
        QCOMPARE(cell(0, app::LaunchTable::Findings), QStringLiteral("1"));
        QCOMPARE(cell(1, app::LaunchTable::Findings), QString());
        QVERIFY2(state().contains("1 finding"), qPrintable(state()));
        chooseRow(0);
        EVENTUALLY(scene() && scene()->stage.id.starts_with("kept:"));
        EVENTUALLY(!m_window->pane()->source()->problems().empty());
        QCOMPARE(m_window->pane()->source()->problems().front().line, 12u);
    }

    // Four of the five are the host's: warplens-cli run told five, the window one.
    void mistakesOfTheHostAreFindings() {
        run(program("careless"));
        EVENTUALLY(over());
        QVERIFY2(state().endsWith("code 0 · 1 launch · 5 findings"), qPrintable(state()));
    }

    void whatIsListedIsReadWhole() {
        for (const double zoom : {1.0, 1.9}) {
            m_window->appearance().zoom(zoom);
            m_window->programs().show();
            run(program("careless"));
            EVENTUALLY(over());
            const QAbstractItemModel& model = *table()->model();
            const QFontMetrics metrics(table()->font());
            int width = 0;
            for (int column = 0; column < model.columnCount(); ++column) {
                const QString head = model.headerData(column, Qt::Horizontal).toString();
                QVERIFY2(table()->columnWidth(column) >= metrics.horizontalAdvance(cell(0, column)) &&
                             table()->columnWidth(column) >= metrics.horizontalAdvance(head),
                         qPrintable(head));
                QCOMPARE(model.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt(),
                         model.index(0, column).data(Qt::TextAlignmentRole).toInt());
                width += table()->columnWidth(column);
                // "1280" and "1" read as one number where the second began where the first ended.
                const auto right = [&](int of) {
                    return (model.index(0, of).data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight) != 0;
                };
                QVERIFY(column == 0 || !right(column - 1) || right(column));
            }
            QCOMPARE(cell(0, app::LaunchTable::Findings), QString("cudaErrorIllegalAddress"));
            const QSize screen = dialog()->screen()->availableSize();
            QVERIFY2(width <= table()->viewport()->width() || dialog()->width() > screen.width() - 60,
                     "it is scrolled");
            QVERIFY(dialog()->width() <= screen.width() && dialog()->height() <= screen.height());
            dialog()->close();
        }
    }

    void programsThatMisbehave_data() {
        QTest::addColumn<QString>("mood");
        QTest::addColumn<QString>("says");
        QTest::newRow("crash") << "crash"
                               << "signal 11";
        QTest::newRow("fork") << "fork"
                              << "ended with code 0";
        QTest::newRow("lines") << "lines"
                               << "ended with code 0";
        QTest::newRow("oneline") << "oneline"
                                 << "ended with code 0";
    }
    void programsThatMisbehave() {
        QFETCH(QString, mood);
        QFETCH(QString, says);
        run(program("moods"), mood);
        EVENTUALLY(over());
        QVERIFY2(state().contains(says), qPrintable(state()));
        QVERIFY(output().size() < 8'000'000);
        if (mood != "oneline" && mood != "lines")
            QVERIFY2(output().contains("launched"), qPrintable(output()));
        if (mood == "lines") // whatever came too fast, the end is there
            QVERIFY2(output().trimmed().endsWith("line 999999"), qPrintable(output().right(200)));
        if (mood == "fork")
            QVERIFY2(output().contains("left processes behind"), qPrintable(output()));
        chooseRow(0); // the window is alive
        EVENTUALLY(scene() && scene()->stage.id.starts_with("kept:"));
    }

    void whatNeverEndsIsStopped() {
        run(program("moods"), "wait");
        EVENTUALLY(output().contains("launched"));
        QVERIFY(!over());
        QVERIFY(!child<QPushButton>("startProgram")->isEnabled());
        QTest::mouseClick(child<QPushButton>("stopProgram"), Qt::LeftButton);
        EVENTUALLY(over());
        QVERIFY2(state().contains("was stopped"), qPrintable(state()));
        // And the window can be closed while one runs.
        run(program("moods"), "wait");
        EVENTUALLY(output().contains("launched"));
    }

    void thousandsOfLaunchesAreListed() {
        run(program("moods"), "launches 3000");
        EVENTUALLY(over());
        QCOMPARE(table()->model()->rowCount(), 3000);
        QCOMPARE(cell(2999, app::LaunchTable::Number), QStringLiteral("3000"));
    }

    void whatCannotRunIsSaid() {
        run("/nowhere/prog");
        EVENTUALLY(over());
        QVERIFY2(state().contains("there is no program /nowhere/prog"), qPrintable(state()));
        run("/tmp");
        EVENTUALLY(over());
        QVERIFY2(state().contains("is a folder"), qPrintable(state()));
    }

    void filesAreDropped() {
        drop(program("vector_add"));
        EVENTUALLY(over() && table()->model()->rowCount() == 1);
        QVERIFY(output().contains("c[999] = 2997"));
        drop(QStringLiteral(WARPLENS_RUNTIME_SOURCES "/vector_add.cu")); // nvcc compiles it
        EVENTUALLY(over() && table()->model()->rowCount() == 1 && state().contains("ended"));
        chooseRow(0);
        EVENTUALLY(scene() && scene()->stage.title.starts_with("launch 1: add"));
        QCOMPARE(scene()->globals.at(2).name, std::string("c"));
        drop(QStringLiteral(WARPLENS_RUNTIME_SOURCES "/check.h"));
        QVERIFY(m_window->messages()->text().contains("is nothing that can be opened"));
    }

    // "there is no stage '/home/…/prog'", and all stages by name.
    void aProgramOnTheCommandLineIsRun() {
        QTemporaryDir folder; // where the window keeps the launches
        QProcess other;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("TMPDIR", folder.path());
        environment.insert("XDG_CONFIG_HOME", folder.path());
        environment.insert("XDG_DATA_HOME", folder.path());
        other.setProcessEnvironment(environment);
        other.start(QStringLiteral(WARPLENS_WINDOW), {program("vector_add")});
        const auto kept = [&] {
            for (QDirIterator each(folder.path(), QDir::Dirs | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
                 each.hasNext();)
                if (launches::isKeptLaunch(each.next().toStdString()))
                    return true;
            return false;
        };
        EVENTUALLY(other.state() == QProcess::NotRunning || kept());
        QVERIFY2(other.state() == QProcess::Running, other.readAllStandardError());
        other.kill();
        other.waitForFinished(-1);
    }

    void foldersThatAreNoLaunchAreRefused() {
        QVERIFY(!m_window->show("warplens:launch?kept=/nowhere"));
        QVERIFY(m_window->messages()->text().contains("/nowhere/launch.json"));
        QVERIFY(!m_window->show("warplens:launch"));
        QVERIFY(m_window->messages()->text().contains("kept=FOLDER"));
        QVERIFY(scene()); // what was shown stays
    }
};

} // namespace warplens::tests

WINDOW_TEST_MAIN(program_test) {
    QApplication application(argc, argv);
    QApplication::setApplicationName("Warplens");
    QApplication::setOrganizationName("WarplensTest");
    warplens::app::loadFonts();
    warplens::tests::ProgramTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "program_test.moc"
