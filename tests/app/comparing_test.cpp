// SPDX-License-Identifier: GPL-3.0-or-later
// What is held against what, in the real window: the badge, two architectures, two sources.
#include "app/views/counts_view.h"
#include "app/views/diff_view.h"
#include "app/views/source_pane.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_tests.h"

#include <QComboBox>
#include <QHelpEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QStyleOptionComboBox>
#include <QTest>
#include <QToolTip>

using namespace warplens;
using namespace warplens::app;

class ComparingTest : public tests::WindowFixture {
    Q_OBJECT

    void choose(const QString& part) {
        auto* offers = child<QComboBox>("compare");
        for (int i = 0; i < offers->count(); ++i)
            if (offers->itemText(i).contains(part)) {
                offers->setCurrentIndex(i);
                emit offers->activated(i);
                return;
            }
        QFAIL(qPrintable("no offer of " + part));
    }

private slots:
    void init() { openWindow(1280, 720); }
    void cleanup() { m_window.reset(); }

    void theBadgeIsCountedAgain() {
        auto* badge = child<QLabel>("badge");
        QTRY_VERIFY2_WITH_TIMEOUT(badge->text().startsWith("= equal to hardware · NVIDIA H200 · 20"),
                                  qPrintable(badge->text()), 60000);
        QVERIFY2(badge->toolTip().contains("recorded launches"), qPrintable(badge->toolTip()));
        // Of another GPU, whose counters are not all what the model says, and which did not count every stage.
        kernels::Recording other = m_window->context().recordings.all().front();
        other.provenance.gpu = "Other GPU";
        std::erase_if(other.counters, [](const auto& row) { return row.stage == "matmul/07-tiled"; });
        for (kernels::RecordedCounters& row : other.counters)
            if (row.stage == "matmul/05-tiled-uncoalesced") {
                std::map<std::string, double> metrics = row.metrics;
                ++metrics.at("memory_l1_wavefronts_shared");
                row.metrics = metrics;
                break;
            }
        m_window->context().recordings.add(other);
        QVERIFY(m_window->show("matmul/05-tiled-uncoalesced"));
        auto* recordings = child<QComboBox>("recording");
        recordings->setCurrentIndex(recordings->findText("Other GPU", Qt::MatchContains));
        emit recordings->activated(recordings->currentIndex());
        // Whether the launch whose counts stand above is exact and whether others are is said, and why.
        QTRY_VERIFY2_WITH_TIMEOUT(badge->text().contains("Other GPU") && badge->text().contains("differ"),
                                  qPrintable(badge->text()), 60000);
        const bool here = badge->text().startsWith(QStringLiteral("≠ differs from hardware"));
        QVERIFY(here || badge->text().startsWith("= equal to hardware"));
        QCOMPARE(badge->property("tone").toString(), QString(here ? "bad" : "good"));
        QVERIFY2(badge->toolTip().contains("shared wavefronts: the reason is not known"), qPrintable(badge->toolTip()));
        // A stage that differs once and is exact elsewhere says how often.
        QVERIFY(badge->text().contains(" of ") && badge->text().contains("launches"));
        QVERIFY(m_window->show("matmul/07-tiled"));
        EVENTUALLY_EQUAL(badge->text(), QString("not counted on Other GPU yet"));
    }

    void equalGpusOfOneMachineAreToldApart() {
        kernels::Recording one = m_window->context().recordings.all().front();
        for (const char* number : {"0", "1"}) {
            one.provenance.device = number;
            m_window->context().recordings.add(one);
        }
        auto* recordings = child<QComboBox>("recording");
        QStringList names;
        for (int i = 0; i < recordings->count(); ++i)
            names << recordings->itemText(i);
        QCOMPARE(names.filter("NVIDIA H200").filter(", GPU 0").size(), 1);
        QCOMPARE(names.filter("NVIDIA H200").filter(", GPU 1").size(), 1);
        recordings->setCurrentIndex(static_cast<int>(names.indexOf(QRegularExpression(".*GPU 1$"))));
        emit recordings->activated(recordings->currentIndex());
        QVERIFY2(m_window->shown().recording.ends_with("GPU 1"), m_window->shown().recording.c_str());
    }

    // 9.0 is not offered beside 1.0, as 6.0 has the same rules; a link may name it.
    void whatALinkComparesWithIsNamed() {
        QVERIFY(m_window->show("warplens:patterns/01-offset?OFFSET=1&arch=1.0&with=arch:9.0"));
        auto* offers = child<QComboBox>("compare");
        EVENTUALLY(offers->currentText().contains("9.0"));
        const int before = offers->count();
        QVERIFY(m_window->show("warplens:patterns/01-offset?OFFSET=1&arch=1.0"));
        EVENTUALLY_EQUAL(offers->currentIndex(), 0);
        QVERIFY(offers->count() <= before);
    }

    void aVariantThatNobodyHasCountedIsNotSaidToBeEqual() {
        auto* badge = child<QLabel>("badge");
        QVERIFY(m_window->show("warplens:matmul/07-tiled?TILE=4"));
        EVENTUALLY(badge->text().startsWith("this variant is not counted on NVIDIA H200; of the stage's others "));
        QVERIFY2(badge->text().endsWith(" launches are equal"), qPrintable(badge->text()));
        QCOMPARE(badge->property("tone").toString(), QString());
        QVERIFY(m_window->show("warplens:matmul/07-tiled?TILE=16"));
        EVENTUALLY(badge->text().startsWith("= equal to hardware"));
    }

    // What an H200 has counted says nothing of a card with other rules.
    void countersStandBesideCountsOfTheirOwnRules() {
        auto* badge = child<QLabel>("badge");
        auto* counts = child<CountsView>("counts");
        QVERIFY(m_window->show("warplens:matmul/07-tiled?TILE=32"));
        EVENTUALLY(counts->text("wavefronts", "hardware").size() > 3);
        QVERIFY(m_window->show("warplens:matmul/07-tiled?TILE=32&arch=1.0"));
        EVENTUALLY(badge->text().contains("compute capability 1.0 allows 512"));
        QVERIFY2(badge->text().startsWith("counted by the rules of compute capability 1.0; NVIDIA H200 (9.0) was "
                                          "counted by its own"),
                 qPrintable(badge->text()));
        QCOMPARE(badge->property("tone").toString(), QString());
        EVENTUALLY(counts->text("wavefronts", "model").size() > 3);
        for (const CountRow& row : counts->table().rows)
            QVERIFY2(!row.hardware, qPrintable(row.name));
        QVERIFY(m_window->show("warplens:matmul/07-tiled?TILE=16&arch=1.0"));
        EVENTUALLY(badge->text().startsWith("counted by the rules") && !badge->text().contains("allows"));
        QVERIFY(m_window->show("warplens:matmul/07-tiled?TILE=32"));
        EVENTUALLY(badge->text().startsWith("= equal to hardware"));
    }

    void everyCountTellsItsMetric() {
        auto* counts = child<CountsView>("counts");
        EVENTUALLY(counts->text("wavefronts", "hardware").size() > 3);
        const int y = counts->look().px(38) + counts->look().px(24) * 3 / 2; // the second row
        const QPoint at(40, y);
        QHelpEvent help(QEvent::ToolTip, at, counts->mapToGlobal(at));
        QApplication::sendEvent(counts, &help);
        QVERIFY2(QToolTip::text().contains("ncu: memory_l1_wavefronts_shared"), qPrintable(QToolTip::text()));
        QVERIFY(QToolTip::text().contains("NVIDIA H200"));
        for (const CountRow& row : counts->table().rows)
            QVERIFY2(row.decimals > 0 || !row.metric.isEmpty(), qPrintable(row.name));
    }

    void theFirstCardsHaveSixteenBanks() {
        choose("Tesla 1.0");
        StagePane* other = m_window->otherPane();
        EVENTUALLY(other->isVisible() && other->player()->shown().scene);
        const auto& theirs = other->player()->shown();
        QCOMPARE(theirs.scene->simulation->architecture().banks, 16u);
        QCOMPARE(scene()->simulation->architecture().banks, 32u);
        // Walk on until both have a request to shared memory; each is counted by its own rules.
        press(Qt::Key_2);
        for (int i = 0; i < 400 && !(theirs.moment.shared && m_window->player()->shown().moment.shared); ++i)
            press(Qt::Key_Right);
        QVERIFY(theirs.moment.shared);
        for (const auto& word : theirs.moment.shared->words)
            QVERIFY(word.bank < 16);
        const auto own =
            sim::memory::sharedCost(theirs.moment.shared->access, sim::memory::SharedRule::HalfWarpBroadcast);
        QCOMPARE(static_cast<unsigned>(theirs.moment.shared->cost.wavefronts), own.wavefronts);
        // A conflict-free access of a whole warp takes two steps there, one for each half.
        QVERIFY(theirs.moment.shared->cost.wavefronts >= 2);
        QVERIFY(other->findChild<QLabel*>("head")->text().contains("16 banks"));
        for (const BigNumber& number : other->findChild<BigNumbers*>()->numbers())
            QVERIFY2(!number.label.contains("TFLOP"), "no speed was measured there");
    }

    // Green and red are verdicts: there is none before both have made a request, nor of sectors against wavefronts.
    void aHeadHasAColourOnlyWhereTwoAreHeldAgainstEachOther() {
        const auto heads = [this] {
            return std::pair(m_window->pane()->findChild<QLabel*>("head")->property("is").toString(),
                             m_window->otherPane()->findChild<QLabel*>("head")->property("is").toString());
        };
        const auto ready = [this] {
            StagePane* other = m_window->otherPane();
            return other->isVisible() && other->player()->shown().scene && scene() &&
                   m_window->player()->shown().state != nullptr;
        };
        const std::pair<QString, QString> plain("plain", "plain");
        QVERIFY(m_window->show("warplens:matmul/06-tiled-conflicts?PAD=0&with=PAD:1"));
        EVENTUALLY(ready());
        EVENTUALLY_EQUAL(heads(), plain);
        m_window->player()->toEnd();
        EVENTUALLY_EQUAL(heads(), std::pair(QString("worse"), QString("better")));
        // The one reads from global memory alone; the other's number is of shared memory.
        QVERIFY(m_window->show("warplens:matmul/02-naive?with=matmul/06-tiled-conflicts"));
        EVENTUALLY(ready() && scene()->stage.id == "matmul/02-naive");
        m_window->player()->toEnd();
        EVENTUALLY_EQUAL(heads(), plain);
        for (const StagePane* pane : {m_window->pane(), m_window->otherPane()})
            for (const BigNumber& number : pane->findChild<BigNumbers*>()->numbers())
                QVERIFY2(number.kind == BigNumber::Kind::Plain, qPrintable(number.label));
    }

    // Four sectors for 128 bytes that are wanted are no worse than one for four bytes that all lanes want.
    void whatAsksForMoreIsNotWorse() {
        QVERIFY(m_window->show("warplens:patterns/05-broadcast?with=patterns/06-permutation"));
        StagePane* other = m_window->otherPane();
        EVENTUALLY(other->isVisible() && other->player()->shown().scene && scene() &&
                   scene()->stage.id == "patterns/05-broadcast");
        const auto numbers = [](const StagePane* pane) { return pane->findChild<BigNumbers*>()->numbers(); };
        EVENTUALLY(!numbers(other).empty() && numbers(other).front().value == "4.00" &&
                   numbers(m_window->pane()).front().value == "1.00");
        for (const StagePane* pane :
             {static_cast<const StagePane*>(m_window->pane()), static_cast<const StagePane*>(other)}) {
            QCOMPARE(pane->findChild<QLabel*>("head")->property("is").toString(), QString("plain"));
            QCOMPARE(numbers(pane).front().kind, BigNumber::Kind::Plain);
        }
    }

    // An H200's speed does not stand under another card's name.
    void noSpeedStandsUnderAnotherCard() {
        const auto speeds = [this] {
            int count = 0;
            for (const StagePane* pane : {m_window->pane(), m_window->otherPane()})
                for (const BigNumber& number : pane->findChild<BigNumbers*>()->numbers())
                    count += number.label.contains("GB/s");
            return count;
        };
        QVERIFY(m_window->show("warplens:patterns/07-gather?arch=9.0&with=arch:1.0"));
        EVENTUALLY_EQUAL(speeds(), 1);
        QVERIFY(m_window->show("warplens:patterns/07-gather?arch=8.6&with=arch:1.0"));
        EVENTUALLY_EQUAL(speeds(), 0);
    }

    // Where nothing could be counted, nothing was counted by rules of any kind.
    void nothingIsCountedOfWhatDoesNotCompile() {
        auto* badge = child<QLabel>("badge");
        QVERIFY(m_window->show("warplens:matmul/07-tiled?arch=8.0"));
        EVENTUALLY(badge->text().startsWith("counted by the rules of compute capability 8.0"));
        m_window->show("warplens:matmul/21-tensor-tf32?arch=1.3");
        EVENTUALLY(m_window->staging().failed());
        EVENTUALLY_EQUAL(badge->text(), QString());
    }

    // A loop on the CPU has no requests and no banks: its pictures are its walk and its source, and nothing stands beside it.
    void whatIsNoKernelShowsWhatItHas() {
        const PictureNames usual = m_window->pane()->pictures();
        QVERIFY(m_window->show("warplens:matmul/00-cpu-loops?ORDER=321&with=ORDER:132"));
        EVENTUALLY_EQUAL(m_window->pane()->pictures(), (PictureNames{"tiles", "source"}));
        QVERIFY(!m_window->shown().comparison);
        QVERIFY(!m_window->otherPane()->isVisible());
        QVERIFY(m_window->show("matmul/22-cublas"));
        EVENTUALLY_EQUAL(m_window->pane()->pictures(), PictureNames{"host"});
        QVERIFY(m_window->show("matmul/06-tiled-conflicts"));
        EVENTUALLY(scene() && scene()->stage.id == "matmul/06-tiled-conflicts");
        EVENTUALLY_EQUAL(m_window->pane()->pictures(), usual);
    }

    // A number that is cut reads as another one: what gives way is something else.
    void noValueOfAParameterIsCut() {
        for (const char* stage : {"reduction/06-tree-doubling", "reduction/09-warp-shuffle", "matmul/20-summit"}) {
            QVERIFY(m_window->show(stage));
            for (const int width : {1280, 1000, 1600}) {
                m_window->resize(width, 720);
                QTest::qWait(60);
                for (const kernels::Parameter& parameter : m_window->context().stage().parameters)
                    for (auto* list : m_window->findChildren<QComboBox*>(QString::fromStdString(parameter.name))) {
                        QStyleOptionComboBox option;
                        option.initFrom(list);
                        const int room =
                            list->style()
                                ->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, list)
                                .width();
                        QVERIFY2(list->fontMetrics().horizontalAdvance(list->currentText()) <= room,
                                 qPrintable(QStringLiteral("%1 at %2: %3 in %4")
                                                .arg(stage)
                                                .arg(width)
                                                .arg(list->currentText())
                                                .arg(room)));
                    }
            }
        }
    }

    // Warps that come to a barrier are counted, too: these are no requests.
    void whatIsCountedOnTheWayAreSteps() {
        QVERIFY(m_window->show("warplens:reduction/07-tree-halving?at=w4.r2"));
        EVENTUALLY(scene() && scene()->stage.id == "reduction/07-tree-halving");
        EVENTUALLY(child<QLabel>("sentence")->text().contains("waits at the barrier"));
        EVENTUALLY(child<QLabel>("place")->text().startsWith("step "));
    }

    // Before 6.0 there are no sectors that move one by one: what is counted is told in bytes, in both panes.
    void bytesStandBesideBytes() {
        QVERIFY(m_window->show("warplens:patterns/01-offset?OFFSET=1&with=arch:1.0"));
        StagePane* other = m_window->otherPane();
        EVENTUALLY(other->isVisible() && other->player()->shown().scene && scene());
        m_window->player()->toEnd();
        const auto firstOf = [](QWidget* pane) { return pane->findChild<BigNumbers*>()->numbers().front(); };
        EVENTUALLY(firstOf(other).kind == BigNumber::Kind::Worse);
        QCOMPARE(firstOf(other).label, QString("bytes moved per request so far"));
        QCOMPARE(firstOf(m_window->pane()).label, QString("bytes moved per request so far"));
        QVERIFY(m_window->show("warplens:patterns/01-offset?OFFSET=1&arch=1.0"));
        auto* counts = child<CountsView>("counts");
        EVENTUALLY(counts->text("bytes moved", "model").size() > 3);
        QVERIFY(counts->text("sectors", "model").isEmpty());
        for (const CountRow& row : counts->table().rows)
            if (row.name == "bytes moved")
                QVERIFY(row.metric.isEmpty());
    }

    void theDifferenceOfTwoSources() {
        choose("07 Tiled");
        press(Qt::Key_D);
        QVERIFY((m_window->shown().page == Page::Difference));
        auto* text = child<QPlainTextEdit>("diffText");
        QVERIFY(text->isVisible());
        QVERIFY(!child<QWidget>("banks")->isVisible());
        int removed = 0, added = 0;
        for (const DiffLine& line : m_window->diff()->lines()) {
            removed += line.kind == DiffLine::Kind::Removed;
            added += line.kind == DiffLine::Kind::Added;
        }
        QVERIFY(removed > 0 && added > 0);
        QVERIFY(text->toPlainText().contains(QChar(0x2212)));
        QVERIFY(text->extraSelections().size() == 2 * (removed + added));
        press(Qt::Key_Escape);
        QVERIFY(!(m_window->shown().page == Page::Difference));
        QVERIFY(child<QWidget>("banks")->isVisible());
        // Without a comparison: from the stage before.
        press(Qt::Key_C);
        press(Qt::Key_D);
        QVERIFY((m_window->shown().page == Page::Difference));
    }
};

WINDOW_TEST_MAIN(comparing_test) {
    QApplication application(argc, argv);
    loadFonts();
    ComparingTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "comparing_test.moc"
