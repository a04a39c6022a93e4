// SPDX-License-Identifier: GPL-3.0-or-later
// Challenges in the real window: opened, solved by typing, judged as somebody types, hints, the list, the next one.
#include "app/paint/speech.h"
#include "app/tongue/language.h"
#include "app/views/source_pane.h"
#include "app/window/challenge_pane.h"
#include "app/window/challenging.h"
#include "app/window/message_bar.h"
#include "app/window/speaking.h"
#include "app/window/stage_list.h"
#include "app/window/teaching.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_tests.h"

#include <QDir>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <Qsci/qsciscintilla.h>

using namespace warplens;
using namespace warplens::app;

class ChallengeTest : public tests::WindowFixture {
    Q_OBJECT

    QTemporaryDir m_folder;

    Challenging& challenging() const { return m_window->challenging(); }
    ChallengePane* told() const { return child<ChallengePane>("challenge"); }
    QsciScintilla* editor() const { return m_window->pane()->source()->findChild<QsciScintilla*>("source"); }
    bool needsCompiler() const { return m_window->context().session.compiler().compiler() == nullptr; }
    static QString solution(const QString& name) {
        QFile file(QStringLiteral(WARPLENS_SOURCE_DIR "/tests/challenges/solutions/%1.cu").arg(name));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }
    /// As somebody who selects all and types.
    void type(const QString& text) {
        editor()->selectAll();
        editor()->replaceSelectedText(text);
    }
    /// A picture of the window, where somebody wants to look at it.
    void keep(const QString& name) {
        const QString folder = qEnvironmentVariable("WARPLENS_CHALLENGE_PICTURES");
        if (folder.isEmpty())
            return;
        QDir().mkpath(folder);
        QTest::qWait(400);
        QVERIFY(m_window->grab().save(QStringLiteral("%1/%2.png").arg(folder, name)));
    }

private slots:
    void initTestCase() {
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    }
    void init() {
        openWindow(1280, 720);
        QDir(m_folder.filePath("mine")).removeRecursively();
        challenging().setFolder(m_folder.filePath("mine"));
    }
    void cleanup() { m_window.reset(); }

    void isSolvedByTyping() {
        if (needsCompiler())
            QSKIP("no compiler");
        QVERIFY(m_window->show("challenge:coalesce-a-copy"));
        QVERIFY(told()->isVisible());
        QVERIFY(!child<StageList>("side")->isVisible());
        EVENTUALLY(challenging().verdict().has_value());
        QVERIFY(!challenging().verdict()->met());
        QCOMPARE(told()->goalText(0), QString("met: result of to; the same, with other data too"));
        QCOMPARE(told()->goalText(2), QString("not met: loads of from: at most 4 sectors per request; 32 sectors per "
                                              "request (16384 sectors in 512 requests)"));
        QVERIFY(told()->status().startsWith("2 of 4 goals are met."));
        QVERIFY(m_window->editing().isEditing());
        EVENTUALLY(scene() && isFileStage(scene()->stage.id));
        keep("opened");
        // The line of what is wrong is a click away.
        emit child<QLabel>("goal3")->linkActivated("7");
        int line = 0, column = 0;
        editor()->getCursorPosition(&line, &column);
        QCOMPARE(line, 6);
        type(solution("coalesce-a-copy"));
        EVENTUALLY(challenging().verdict() && challenging().verdict()->met());
        QCOMPARE(told()->status(), QString("All goals are met."));
        for (size_t i = 0; i < 4; ++i)
            QVERIFY2(told()->goalText(i).startsWith("met: "), qPrintable(told()->goalText(i)));
        QCOMPARE(challenging().solved(), QStringList{"coalesce-a-copy"});
        keep("solved");
        // What was broken again is not met any more; what does not compile says so at its line.
        type(solution("coalesce-a-copy").replace("row * n + column] = ", "row * n + column] = 2 * "));
        EVENTUALLY(challenging().verdict() && !challenging().verdict()->met() &&
                   told()->goalText(0).startsWith("not met: result of to; to[0] is "));
        type("__global__ void copy(int* a) { b }");
        EVENTUALLY(told()->status().startsWith("coalesce-a-copy.cu:1: identifier \"b\" is undefined"));
        QVERIFY(told()->goalText(0).startsWith("not judged: "));
        keep("broken");
        child<QPushButton>("challengeStartOver")->click();
        EVENTUALLY(told()->status().startsWith("2 of 4 goals are met."));
    }

    // What is wanted and what was found, also where the language is chosen while it is open.
    void goalsAreToldInEveryLanguage() {
        if (needsCompiler())
            QSKIP("no compiler");
        QVERIFY(challenging().open("coalesce-a-copy"));
        EVENTUALLY(challenging().verdict().has_value());
        const auto reset = qScopeGuard([] { speak(tongue::Language::English); });
        QVERIFY(m_window->speaking().choose(tongue::Language::Polish));
        EVENTUALLY(
            told()->goalText(2).contains("odczyty z from: co najwyżej 4 sektory na żądanie; 32 sektory na żądanie"));
        keep("polish");
        QVERIFY(m_window->speaking().choose(tongue::Language::Chinese));
        EVENTUALLY(told()->goalText(2).contains(QStringLiteral("读取 from：至多 每个请求 4 个扇区")));
        keep("chinese");
        QVERIFY(m_window->speaking().choose(tongue::Language::English));
        EVENTUALLY(told()->goalText(2).startsWith("not met: loads of from: at most 4 sectors per request; 32 sectors"));
    }

    void theBanksAreSeenWhereTheyConflict() {
        if (needsCompiler())
            QSKIP("no compiler");
        QVERIFY(challenging().open("pad-the-tile"));
        EVENTUALLY(scene() && isFileStage(scene()->stage.id) && m_window->player()->shown().moment.shared);
        QCOMPARE(m_window->player()->shown().moment.line, uint32_t(9));
        // From then on the learner says where to look.
        press(Qt::Key_Home);
        const Place first = m_window->shown().at;
        type(solution("pad-the-tile"));
        EVENTUALLY(challenging().verdict() && challenging().verdict()->met());
        EVENTUALLY(!m_window->staging().isComputing());
        QCOMPARE(m_window->shown().at, first);
    }

    void aRaceIsFoundAndMended() {
        if (needsCompiler())
            QSKIP("no compiler");
        QVERIFY(challenging().open("missing-barrier"));
        EVENTUALLY(challenging().verdict().has_value());
        QVERIFY2(told()->goalText(0).startsWith("not met: no findings; race: "), qPrintable(told()->goalText(0)));
        keep("race");
        const QStringList lines = m_window->pane()->source()->text().split('\n');
        const auto at = lines.indexOf("    tile[threadIdx.x] = from[first + threadIdx.x];");
        QVERIFY(at > 0);
        editor()->setCursorPosition(static_cast<int>(at), static_cast<int>(lines[at].size()));
        editor()->setFocus();
        QTest::keyClick(editor(), Qt::Key_Return);
        QTest::keyClicks(editor(), "__syncthreads();");
        EVENTUALLY(challenging().verdict() && challenging().verdict()->met());
    }

    void theLearnersKernelIsAFileOfTheirs() {
        if (needsCompiler())
            QSKIP("no compiler");
        QVERIFY(challenging().open("05-vector-loads"));
        const QString mine = m_folder.filePath("mine/vector-loads.cu");
        QVERIFY(QFile::exists(mine));
        type(solution("vector-loads"));
        EVENTUALLY(challenging().verdict() && challenging().verdict()->met());
        m_window->editing().save();
        m_window = nullptr;
        openWindow(1280, 720);
        challenging().setFolder(m_folder.filePath("mine"));
        QVERIFY(challenging().open("vector-loads"));
        EVENTUALLY(challenging().verdict() && challenging().verdict()->met());
    }

    void hintsComeOneByOne() {
        QVERIFY(challenging().open("coalesce-a-copy"));
        auto* button = child<QPushButton>("challengeHint");
        auto* hints = child<QLabel>("challengeHints");
        QVERIFY(!hints->isVisible());
        QCOMPARE(button->text(), QString("Hint 1 of 3"));
        button->click();
        QVERIFY(hints->isVisible() && hints->text().contains("Which index does threadIdx.x go into?"));
        EVENTUALLY(!hints->visibleRegion().isEmpty());
        QVERIFY(!hints->text().contains("Swap the two lines"));
        press(Qt::Key_F9, Qt::ShiftModifier);
        press(Qt::Key_F9, Qt::ShiftModifier);
        QVERIFY(hints->text().contains("Swap the two lines"));
        QVERIFY(!button->isVisible());
        EVENTUALLY(challenging().verdict().has_value()); // which makes the goals' texts longer
        EVENTUALLY(hints->visibleRegion().contains(QPoint(4, hints->height() - 12)));
        keep("hints");
        press(Qt::Key_F9, Qt::ControlModifier);
        QCOMPARE(child<QLabel>("challengeTitle")->text(), QString("One thread too many"));
        QVERIFY(!hints->isVisible());
        QVERIFY(child<QLabel>("challengePlace")->text().startsWith("Challenge 2 of "));
    }

    // The judge's thread went on with a compiler that was gone.
    void aWindowCanBeClosedWhileItJudges() {
        for (int i = 0; i < 6; ++i) {
            QVERIFY(challenging().open(i % 2 ? "pad-the-tile" : "double-buffer"));
            type(solution(i % 2 ? "pad-the-tile" : "double-buffer") + QStringLiteral("// %1\n").arg(i)); // in no cache
            QTest::qWait(20 * i);
            m_window.reset();
            openWindow(1280, 720);
            challenging().setFolder(m_folder.filePath(QStringLiteral("closed %1").arg(i)));
        }
    }

    // What was typed into one was seen and judged as the next one.
    void theNextOneBeginsWithItsOwnKernel() {
        if (needsCompiler())
            QSKIP("no compiler");
        QVERIFY(challenging().open("coalesce-a-copy"));
        EVENTUALLY(challenging().verdict().has_value());
        type(solution("coalesce-a-copy"));
        EVENTUALLY(challenging().verdict() && challenging().verdict()->met());
        EVENTUALLY(!m_window->staging().isComputing());
        press(Qt::Key_F9, Qt::ControlModifier);
        QCOMPARE(challenging().challenge()->id, std::string("out-of-bounds"));
        QCOMPARE(m_window->pane()->source()->text().toStdString(), challenging().challenge()->source);
        QVERIFY(m_window->editing().isEditing());
        EVENTUALLY(challenging().verdict() && !m_window->staging().isComputing());
        QTest::qWait(300);
        QCOMPARE(m_window->pane()->source()->text().toStdString(), challenging().challenge()->source);
        QVERIFY2(told()->goalText(0).contains("past the end of x"), qPrintable(told()->goalText(0)));
        // And what was typed into the first is still there.
        m_window->challenging().open("coalesce-a-copy");
        QCOMPARE(m_window->pane()->source()->text(), solution("coalesce-a-copy"));
        EVENTUALLY(challenging().verdict() && challenging().verdict()->met());
    }

    void f9ListsThem() {
        press(Qt::Key_F9);
        auto* list = child<QListWidget>("challenges");
        QVERIFY(told()->isVisible() && told()->listsAll());
        QVERIFY(list->count() >= 16);
        keep("list");
        QTest::keyClick(list, Qt::Key_Down);
        QTest::keyClick(list, Qt::Key_Return);
        QVERIFY(challenging().challenge());
        QCOMPARE(challenging().challenge()->id, std::string("out-of-bounds"));
        QVERIFY(!told()->listsAll());
        press(Qt::Key_F9);
        QVERIFY(told()->listsAll());
        press(Qt::Key_F9);
        QVERIFY(!told()->listsAll());
        QVERIFY(challenging().challenge());
        challenging().close();
        QVERIFY(!told()->isVisible());
        QVERIFY(child<StageList>("side")->isVisible());
        press(Qt::Key_F9);
        press(Qt::Key_F9);
        QVERIFY(!told()->isVisible());
    }

    void whoLooksElsewhereComesBack() {
        QVERIFY(challenging().open("coalesce-a-copy"));
        auto* back = child<QPushButton>("challengeReturn");
        QVERIFY(!back->isVisible());
        m_window->context().showSubject("matmul/07-tiled");
        QVERIFY(back->isVisible());
        QVERIFY(!child<QPushButton>("challengeStartOver")->isVisible());
        back->click();
        QVERIFY(m_window->shown().isFile());
        QVERIFY(!back->isVisible());
        // A lecture takes its place.
        QVERIFY(m_window->teaching().give("01-coalescing-and-banks"));
        QVERIFY(!challenging().isOn());
        QVERIFY(!told()->isVisible());
    }

    void whatIsNotThereIsSaid() {
        QVERIFY(!m_window->show("challenge:coalesce-a-copi"));
        QVERIFY2(m_window->messages()->text().contains("did you mean 'coalesce-a-copy'?"),
                 qPrintable(m_window->messages()->text()));
        QVERIFY(!challenging().isOn());
        QFile nothing(m_folder.filePath("mine"));
        QVERIFY(nothing.open(QIODevice::WriteOnly)); // a file where the folder should be
        nothing.close();
        QVERIFY(!challenging().open("coalesce-a-copy"));
        QVERIFY(m_window->messages()->text().startsWith("Cannot write "));
        QVERIFY(nothing.remove());
    }
};

WINDOW_TEST(challenge_test, ChallengeTest)
#include "challenge_test.moc"
