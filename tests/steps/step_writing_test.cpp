// SPDX-License-Identifier: GPL-3.0-or-later
// Steps from the real window: what its dialog suggests, and what it writes by a process of its own.
#include "app/window/message_bar.h"
#include "app/window/step_writing.h"
#include "app/window/teaching.h"
#include "tests/app/window_fixture.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>

using namespace warplens;
using namespace warplens::app;

class StepWritingTest : public tests::WindowFixture {
    Q_OBJECT

    StepWriting& writing() { return m_window->stepWriting(); }
    template<class Widget>
    Widget* part(const char* name) {
        return writing().dialog()->findChild<Widget*>(name);
    }
    void choose(const char* box, const QString& text) {
        auto* combo = part<QComboBox>(box);
        combo->setCurrentIndex(combo->findText(text, Qt::MatchContains));
        QVERIFY(combo->currentText().contains(text));
    }

private slots:
    void init() { openWindow(1280, 720); }
    void cleanup() { m_window.reset(); }

    void theMenuOpensIt() {
        press(Qt::Key_F, Qt::ControlModifier | Qt::AltModifier);
        QVERIFY(writing().dialog() && writing().dialog()->isVisible());
        // From where one stands.
        QCOMPARE(part<QSpinBox>("stepsFirst")->value(), static_cast<int>(m_window->player()->position().event) + 1);
        QCOMPARE(part<QSpinBox>("stepsLast")->maximum(), static_cast<int>(scene()->navigator->count()));
        choose("stepsUnit", "tiles");
        // Two tiles, and the end of the block.
        QCOMPARE(part<QSpinBox>("stepsLast")->maximum(), static_cast<int>(scene()->navigator->tiles()) + 1);
        QVERIFY(writing().dialog()->arguments().contains("tile"));
        part<QSpinBox>("stepsFirst")->setValue(2);
        part<QSpinBox>("stepsLast")->setValue(1);
        QVERIFY(!part<QPushButton>("run")->isEnabled());
    }

    void aRangeIsWritten() {
        const QTemporaryDir folder;
        writing().showDialog();
        part<QSpinBox>("stepsFirst")->setValue(3);
        part<QSpinBox>("stepsLast")->setValue(5);
        choose("stepsFormat", "Numbered pictures");
        choose("stepsSize", "1280");
        QCOMPARE(writing().dialog()->fileName(), QStringLiteral("06-tiled-conflicts.png"));
        QSignalSpy finished(&writing(), &StepWriting::finished);
        QVERIFY(writing().write(folder.filePath("s"))); // the suffix is added
        QVERIFY(writing().isWriting());                 // it did not wait
        QVERIFY(part<QProgressBar>("stepsProgress")->isVisible());
        QVERIFY2(!writing().write(folder.filePath("t")), "one at a time");
        EVENTUALLY(finished.count() == 1);
        QVERIFY2(finished[0][0].toBool(), qPrintable(m_window->messages()->text()));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden),
                 (QStringList{"s-003.png", "s-004.png", "s-005.png"}));
        QCOMPARE(QImage(folder.filePath("s-003.png")).size(), QSize(1280, 720));
        EVENTUALLY(!writing().dialog());
    }

    void aLoopIsWhatIsMeant() {
        m_window->player()->goTo(size_t(9));
        EVENTUALLY(m_window->player()->position().event == 9);
        m_window->player()->loopFromHere();
        m_window->player()->goTo(size_t(19));
        EVENTUALLY(m_window->player()->position().event == 19);
        m_window->player()->loopToHere();
        writing().showDialog();
        QCOMPARE(part<QSpinBox>("stepsFirst")->value(), 10);
        QCOMPARE(part<QSpinBox>("stepsLast")->value(), 20);
    }

    void anOpenLectureAndItsLessonAreOffered() {
        const QTemporaryDir folder;
        QVERIFY(m_window->teaching().give("01-coalescing-and-banks"));
        writing().showDialog();
        QVERIFY(part<QComboBox>("stepsOf")->currentText().startsWith("The lecture"));
        QCOMPARE(part<QSpinBox>("stepsLast")->value(), static_cast<int>(m_window->teaching().walk().size()));
        choose("stepsOf", "The lesson");
        choose("stepsFormat", "PDF");
        QVERIFY2(!part<QComboBox>("stepsSize")->isEnabled(), "a drawing has no pixels");
        part<QCheckBox>("stepsCaptions")->setChecked(false);
        part<QSpinBox>("stepsLast")->setValue(1);
        QSignalSpy finished(&writing(), &StepWriting::finished);
        QVERIFY(writing().write(folder.filePath("s.pdf")));
        EVENTUALLY(finished.count() == 1);
        QFile pdf(folder.filePath("s.pdf"));
        QVERIFY(pdf.open(QIODevice::ReadOnly));
        QVERIFY(pdf.readAll().contains("/Count 1"));
    }

    void stopLeavesNothing() {
        const QTemporaryDir folder;
        writing().showDialog();
        part<QSpinBox>("stepsFirst")->setValue(1);
        part<QSpinBox>("stepsLast")->setValue(1400);
        choose("stepsFormat", "GIF");
        QSignalSpy finished(&writing(), &StepWriting::finished);
        QVERIFY(writing().write(folder.filePath("s.gif")));
        EVENTUALLY(part<QProgressBar>("stepsProgress")->maximum() == 1400);
        QTest::keyClick(writing().dialog(), Qt::Key_Escape);
        EVENTUALLY(finished.count() == 1);
        QVERIFY(!finished[0][0].toBool() && !m_window->messages()->isBad());
        QVERIFY(writing().dialog() && part<QPushButton>("run")->isEnabled());
        QVERIFY(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).isEmpty());
    }

    void whatGoesWrongIsSaid() {
        writing().showDialog();
        choose("stepsFormat", "PDF");
        QSignalSpy finished(&writing(), &StepWriting::finished);
        QVERIFY(writing().write("/nowhere/at/all.pdf"));
        EVENTUALLY(finished.count() == 1);
        QVERIFY2(m_window->messages()->text().contains("there is no folder /nowhere/at"),
                 qPrintable(m_window->messages()->text()));
        writing().dialog()->close();
        EVENTUALLY(!writing().dialog());
        m_window->context().change([](Exhibit& now) { now.text = "// edited\n"; });
        writing().showDialog();
        QVERIFY(!writing().dialog());
        QVERIFY(m_window->messages()->text().contains("save it first"));
    }

    // Closed in the midst of it.
    void aWindowThatGoesLeavesNothing() {
        const QTemporaryDir folder;
        writing().showDialog();
        part<QSpinBox>("stepsFirst")->setValue(1);
        part<QSpinBox>("stepsLast")->setValue(1400);
        choose("stepsFormat", "Numbered pictures");
        QVERIFY(writing().write(folder.filePath("s.png")));
        EVENTUALLY(part<QProgressBar>("stepsProgress")->value() > 1);
        m_window.reset();
        QVERIFY(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).isEmpty());
    }
};

QTEST_MAIN(StepWritingTest)
#include "step_writing_test.moc"
