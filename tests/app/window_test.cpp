// SPDX-License-Identifier: GPL-3.0-or-later
// The real window, driven by mouse and keys as its users drive it.
#include "app/charts/charts_page.h"
#include "app/charts/plot_chart.h"
#include "app/export/sheet.h"
#include "app/report/picture_files.h"
#include "app/report/report.h"
#include "app/views/banks_view.h"
#include "app/views/big_numbers.h"
#include "app/views/counts_view.h"
#include "app/views/source_pane.h"
#include "app/views/timeline_view.h"
#include "app/window/action_sheets.h"
#include "app/window/header_bar.h"
#include "app/window/stage_list.h"
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/paths.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_tests.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenuBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>
#include <QSignalSpy>
#include <QSplitter>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace warplens;
using namespace warplens::app;

class WindowTest : public tests::WindowFixture {
    Q_OBJECT

    QString sentence() const { return child<QLabel>("sentence")->accessibleName(); }
    QString counted(const char* row, const char* column) const {
        return child<CountsView>("counts")->text(row, column).remove(QChar(0x2009));
    }
    Position place() const { return m_window->player()->position(); }
    bool shows(const char* stage) const { return scene() && scene()->stage.id == stage; }

    void clickStage(const QString& id) {
        auto* view = child<QListView>("stages");
        const QModelIndex index = static_cast<StageListModel*>(view->model())->indexOf(id);
        QVERIFY(index.isValid());
        view->scrollTo(index);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(index).center());
    }
    void clickSwitch(bool on) {
        auto* pad = child<OnOffSwitch>("PAD");
        QTest::mouseClick(pad, Qt::LeftButton, {},
                          QPoint(on ? pad->width() * 3 / 4 : pad->width() / 4, pad->height() / 2));
    }
    void walkToTheFirstConflict() {
        press(Qt::Key_Home);
        press(Qt::Key_2); // by instruction
        for (int i = 0; i < 2000 && !sentence().contains("wavefronts instead of"); ++i)
            press(Qt::Key_Right);
    }

private slots:
    void init() { openWindow(1280, 720); }
    void cleanup() { m_window.reset(); }

    void opensWithTheStageThatConflicts() {
        QVERIFY(!child<OnOffSwitch>("PAD")->isOn());
        QCOMPARE(sentence(), QString("All 32 lanes read 32 elements of A: 4 sectors, all of them used."));
        QVERIFY(m_window->findChild<SourcePane*>()->text().contains("__syncthreads"));
    }

    void aClickOnAStageShowsIt() {
        clickStage("matmul/07-tiled");
        EVENTUALLY(shows("matmul/07-tiled"));
        QVERIFY(child<QLabel>("about")->text().contains("textbook"));
        EVENTUALLY(child<QLabel>("about")->text().contains("modelled at 512"));
        QVERIFY(child<QLabel>("about")->text().contains("by a factor of 32."));
        QVERIFY(m_window->findChild<SourcePane*>()->text().contains("tiled"));
        clickStage("matmul/22-cublas");
        EVENTUALLY(sentence().contains("ships compiled"));
    }

    // Else each change of the window's size would put them back.
    void columnsThatWereMovedStay() {
        QSplitter* columns = nullptr;
        for (QWidget* widget = child<QListView>("stages"); widget && !columns; widget = widget->parentWidget())
            columns = qobject_cast<QSplitter*>(widget->parentWidget());
        QVERIFY(columns && columns->orientation() == Qt::Horizontal);
        const int before = columns->sizes().front();
        m_window->resize(m_window->width() + 200, m_window->height());
        EVENTUALLY(columns->sizes().front() != before); // a share of the width, until
        const int wide = columns->sizes().front();
        QSplitterHandle* handle = columns->handle(1);
        const QPoint at = handle->rect().center();
        QTest::mousePress(handle, Qt::LeftButton, {}, at);
        QTest::mouseMove(handle, at + QPoint(60, 0));
        QTest::mouseRelease(handle, Qt::LeftButton, {}, at);
        const int moved = columns->sizes().front();
        QVERIFY2(moved > wide, qPrintable(QStringLiteral("%1 of %2").arg(moved).arg(wide)));
        m_window->resize(m_window->width() - 200, m_window->height());
        EVENTUALLY(columns->width() < m_window->width() + 1);
        QCOMPARE(columns->sizes().front(), moved);
    }

    void theLoopsOfTheCpuAreShownAndMeasuredWithoutAGpu() {
        QCOMPARE(child<QPushButton>("run")->text(), QString("Run on GPU"));
        clickStage("matmul/00-cpu-loops");
        EVENTUALLY(sentence().contains("nothing to simulate"));
        QVERIFY(child<QLabel>("about")->text().contains("three nested loops"));
        QVERIFY(m_window->findChild<SourcePane*>()->text().contains("static void kji"));
        QCOMPARE(child<QPushButton>("run")->text(), QString("Run on CPU"));
        const int recordings = child<QComboBox>("recording")->count();
        QTest::mouseClick(child<QPushButton>("run"), Qt::LeftButton);
        QCOMPARE(child<QPushButton>("run")->text(), QString("Cancel"));
        EVENTUALLY_EQUAL(child<QComboBox>("recording")->count(), recordings + 1);
        EVENTUALLY_EQUAL(child<QPushButton>("run")->text(), QString("Run on CPU"));
        clickStage("matmul/07-tiled");
        EVENTUALLY_EQUAL(child<QPushButton>("run")->text(), QString("Run on GPU"));
    }

    // A matrix that has padding shows how much of it holds data.
    void matricesWithPaddingSayWhatTheyHold() {
        clickStage("matmul/09-padded-matrices");
        EVENTUALLY(shows("matmul/09-padded-matrices"));
        const GlobalArray& a = scene()->globals[0];
        QCOMPARE(a.usedColumns, scene()->instance.size.k);
        QVERIFY(a.columns >= a.usedColumns);
        QCOMPARE(a.columns % 32, int64_t(0));
    }

    void keysStepForwardAndBack() {
        press(Qt::Key_2);
        QList<QPair<Position, QString>> way;
        for (int i = 0; i < 50; ++i) {
            way << qMakePair(place(), sentence());
            press(Qt::Key_Right);
        }
        while (!way.isEmpty()) {
            press(Qt::Key_Left);
            const auto [position, text] = way.takeLast();
            QVERIFY(place() == position);
            QCOMPARE(sentence(), text);
        }
        press(Qt::Key_End);
        QCOMPARE(place().event, scene()->trace.events.size() - 1);
        press(Qt::Key_Home);
        QCOMPARE(place().event, size_t(0));
    }

    void playsAndPauses() {
        auto* play = child<QToolButton>("play");
        child<QComboBox>("speed")->setCurrentIndex(child<QComboBox>("speed")->count() - 1);
        m_window->player()->setSpeed(64);
        QTest::mouseClick(play, Qt::LeftButton);
        QVERIFY(m_window->player()->isPlaying());
        EVENTUALLY(place().event > 3);
        press(Qt::Key_Space);
        QVERIFY(!m_window->player()->isPlaying());
        const Position paused = place();
        QTest::qWait(120);
        QVERIFY(place() == paused);
        QTest::mouseClick(child<QToolButton>("back"), Qt::LeftButton);
        QVERIFY(place() < paused);
    }

    void thePadSwitchActsAtOnce() {
        walkToTheFirstConflict();
        QCOMPARE(sentence(), QString("All 32 lanes write a different word of bank 0. The request takes 32 wavefronts "
                                     "instead of 1."));
        EVENTUALLY_EQUAL(counted("wavefronts", "model"), QString("39976960"));
        QCOMPARE(counted("wavefronts", "hardware"), QString("39976960"));
        const uint16_t warp = *m_window->player()->shown().moment.warp;
        const uint32_t line = m_window->player()->shown().moment.line;
        clickSwitch(true);
        EVENTUALLY(scene() && scene()->shareds[1].columns == 33);
        // The same warp at the same line: only the conflict is gone.
        QCOMPARE(*m_window->player()->shown().moment.warp, warp);
        QCOMPARE(m_window->player()->shown().moment.line, line);
        QVERIFY2(sentence().endsWith("No two words that differ share a bank: 1 wavefront."), qPrintable(sentence()));
        EVENTUALLY_EQUAL(counted("wavefronts", "model"), QString("8650752"));
        QCOMPARE(counted("wavefronts", "hardware"), QString("8650752"));
        clickSwitch(false);
        EVENTUALLY(scene()->shareds[1].columns == 32);
        QVERIFY(sentence().contains("32 wavefronts"));
    }

    void countsGrowWithEachStep() {
        press(Qt::Key_Home);
        const QString before = counted("global requests", "so far");
        press(Qt::Key_2);
        press(Qt::Key_Right);
        QCOMPARE(counted("global requests", "so far").toInt(), before.toInt() + 1);
        press(Qt::Key_Left);
        QCOMPARE(counted("global requests", "so far"), before);
    }

    void aClickInTheTimelineGoesThere() {
        auto* timeline = m_window->findChild<TimelineView*>();
        QVERIFY(timeline);
        const TimelineGeometry g = timeline->geometryNow();
        QTest::mouseClick(timeline, Qt::LeftButton, {}, g.mark(7, 20).center().toPoint());
        QCOMPARE(scene()->trace.events[place().event].warp, uint16_t(7));
    }

    void aClickInTheChartShowsThatVariant() {
        auto* chart = child<PlotChart>("chart");
        QVERIFY(!chart->plot().empty());
        QVERIFY2(chart->plot().origin.contains("recorded"), "a recording is named as one");
        emit chart->chosen("matmul/07-tiled", "TILE=16");
        EVENTUALLY(shows("matmul/07-tiled") && scene()->shareds[0].columns == 16);
    }

    void withoutAGpuTheMeasurementSaysSo() {
        if (qEnvironmentVariableIsSet("WARPLENS_TEST_ON_GPU"))
            QSKIP("there is a GPU");
        QSignalSpy finished(&m_window->measuring(), &Measuring::finished);
        press(Qt::Key_F5);
        EVENTUALLY_EQUAL(finished.count(), 1);
        const QString text = child<QLabel>("status")->text();
        QVERIFY2(text.contains("driver") || text.contains("worker") || text.contains("warplens-gpu"), qPrintable(text));
        QVERIFY2(child<PlotChart>("chart")->plot().origin.contains("recorded"), "the recording stays");
    }

    void lightAndDarkAndLargeType() {
        for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
            m_window->appearance().setTheme(choice);
            const QImage image = m_window->grab().toImage();
            QCOMPARE(image.pixelColor(image.width() / 2, image.height() - 3).lightness() > 128,
                     choice == ThemeChoice::Light);
        }
        const int before = child<QLabel>("sentence")->fontMetrics().height();
        QTest::keyClick(m_window.get(), Qt::Key_Plus, Qt::ControlModifier);
        QVERIFY(child<QLabel>("sentence")->fontMetrics().height() >= before);
    }

    void twoVariantsRunInLockstep() {
        press(Qt::Key_C);
        StagePane* other = m_window->otherPane();
        EVENTUALLY(other->isVisible() && other->player()->shown().scene);
        QCOMPARE(other->player()->shown().scene->shareds[1].columns, int64_t(33));
        walkToTheFirstConflict();
        press(Qt::Key_1);
        for (int i = 0; i < 100; ++i)
            press(Qt::Key_Right);
        // The same number of steps has been served on both sides; the one with conflicts has done less with them.
        const Shown &mine = m_window->player()->shown(), &theirs = other->player()->shown();
        QCOMPARE(mine.navigator->timeOf(mine.moment.position), theirs.navigator->timeOf(theirs.moment.position));
        QVERIFY(theirs.moment.position.event > mine.moment.position.event + 50);
        const auto& numbers = other->findChild<BigNumbers*>()->numbers();
        QCOMPARE(numbers[0].kind, BigNumber::Kind::Better);
        QCOMPARE(numbers[0].value, QString("1.00"));
        QCOMPARE(m_window->pane()->findChild<BigNumbers*>()->numbers()[0].kind, BigNumber::Kind::Worse);
        press(Qt::Key_C);
        QVERIFY(!other->isVisible());
    }

    void stagesAreComparedToo() {
        auto* offers = child<QComboBox>("compare");
        const int tiled = offers->findText("07 Tiled");
        QVERIFY(tiled > 0);
        offers->setCurrentIndex(tiled);
        emit offers->activated(tiled);
        StagePane* other = m_window->otherPane();
        EVENTUALLY(other->player()->shown().scene);
        QCOMPARE(other->player()->shown().scene->stage.id, std::string("matmul/07-tiled"));
    }

    void presentsWithoutChrome() {
        const int before = m_window->appearance().look().body();
        press(Qt::Key_F11);
        QVERIFY(m_window->lecturing().isPresenting());
        QVERIFY(m_window->isFullScreen());
        QVERIFY(m_window->appearance().look().body() >= 20);
        for (const char* hidden : {"bar", "side", "transport", "facts"})
            QVERIFY2(!child<QWidget>(hidden)->isVisible(), hidden);
        QVERIFY(child<QLabel>("title")->isVisible());
        // The keys of a remote: forward, back, black.
        const Position start = place();
        press(Qt::Key_PageDown);
        QVERIFY(place() > start);
        QCOMPARE(scene()->trace.events[place().event].op == scene()->trace.events[start.event].op, false);
        press(Qt::Key_PageUp);
        QVERIFY(place() == start);
        for (const Qt::Key black : {Qt::Key_B, Qt::Key_Period}) {
            press(black);
            QVERIFY(child<QWidget>("black")->isVisible());
            QTest::keyClick(child<QWidget>("black"), black);
            EVENTUALLY(!m_window->findChild<QWidget*>("black"));
        }
        press(Qt::Key_L);
        QVERIFY(child<QWidget>("pointer")->isVisible());
        press(Qt::Key_L);
        QVERIFY(!child<QWidget>("pointer")->isVisible());
        press(Qt::Key_Escape);
        QVERIFY(!m_window->lecturing().isPresenting());
        QVERIFY(child<QWidget>("bar")->isVisible());
        QCOMPARE(m_window->appearance().look().body(), before);
    }

    // Beside a sentence about banks stood the sectors of the whole block.
    void theBigNumberIsTheSentences() {
        QVERIFY(m_window->show("matmul/06-tiled-conflicts"));
        EVENTUALLY(scene() &&
                   scene()->stage.id == "matmul/06-tiled-conflicts"); // where they are more than the ideal ones
        press(Qt::Key_F11);
        size_t shared = 0, global = 0, conflicts = 0;
        for (size_t event = 0; event < scene()->trace.events.size() && (shared < 20 || global < 8 || conflicts == 0);
             ++event) {
            m_window->player()->goTo(event);
            const Request* request = m_window->player()->shown().moment.now();
            if (request == nullptr)
                continue;
            const bool ofShared = !isGlobal(request->kind);
            ++(ofShared ? shared : global);
            const BigNumber& first = m_window->pane()->findChild<BigNumbers*>()->numbers().front();
            QCOMPARE(first.value, grouped(ofShared ? request->cost.wavefronts : request->cost.sectors));
            const QString noun = ofShared ? "wavefront" : "sector";
            QVERIFY2(first.label.startsWith(noun + (first.value == "1" ? " of" : "s of")), qPrintable(first.label));
            conflicts += ofShared && request->cost.wavefronts > request->cost.wavefrontsIdeal;
        }
        QVERIFY(shared >= 20 && global >= 8 && conflicts > 0);
        press(Qt::Key_Escape);
    }

    void oneCursorInAllPictures() {
        auto* global = child<QWidget>("global");
        auto* view = static_cast<View*>(m_window->pane()->picture("global"));
        // Lane 7, wherever it is painted.
        QPoint lane;
        for (int y = 0; y < global->height() && lane.isNull(); y += 3)
            for (int x = 0; x < global->width(); x += 3)
                if (view->focusAt(QPointF(x, y)).globalLanes == 1u << 7) {
                    lane = QPoint(x, y);
                    break;
                }
        QVERIFY(!lane.isNull());
        QSignalSpy changed(m_window->pane(), &StagePane::focusChanged);
        const QImage tilesBefore = child<QWidget>("tiles")->grab().toImage();
        QTest::mouseMove(global, lane);
        EVENTUALLY(changed.count() > 0);
        const Focus focus = view->focusAt(lane);
        QVERIFY(QString::fromStdString(focus.text).startsWith("Lane 7 of warp 0, thread (7, 0), reads A[0][7]"));
        QVERIFY2(child<QWidget>("tiles")->grab().toImage() != tilesBefore, "the element is marked among the tiles");
        // A click keeps it, Escape lets it go.
        QTest::mouseClick(global, Qt::LeftButton, {}, lane);
        QTest::mouseMove(child<QWidget>("side"), QPoint(5, 5));
        QVERIFY(child<QWidget>("tiles")->grab().toImage() != tilesBefore);
        press(Qt::Key_Escape);
        EVENTUALLY(child<QWidget>("tiles")->grab().toImage() == tilesBefore);
    }

    void aClickOnTheResultShowsItsBlock() {
        auto* tiles = static_cast<View*>(m_window->pane()->picture("tiles"));
        QPoint corner;
        for (int y = 0; y < tiles->height() && corner.isNull(); y += 2)
            for (int x = 0; x < tiles->width(); x += 2)
                if (tiles->focusAt(QPointF(x, y)).global.array == 2 && tiles->focusAt(QPointF(x, y)).global.row > 40 &&
                    tiles->focusAt(QPointF(x, y)).global.column > 40) {
                    corner = QPoint(x, y);
                    break;
                }
        QVERIFY(!corner.isNull());
        QTest::mouseClick(tiles, Qt::LeftButton, {}, corner);
        EVENTUALLY((scene()->trace.block == sim::simt::Dim3{1, 1, 0}));
    }

    void scenesThatAreTooLargeAreShownAndNotKept() {
        Session session;
        QSignalSpy ready(&session, &Session::sceneReady);
        const auto requestOf = [&](const char* id) {
            SceneRequest request;
            request.stage = *m_window->context().sources.catalogue().find(id);
            request.parameters = kernels::defaultParameters(request.stage);
            request.size = {64, 64, 64};
            return request;
        };
        const SceneRequest small = requestOf("matmul/04-shared-row"), large = requestOf("matmul/02-naive");
        session.wantScene(small);
        EVENTUALLY_EQUAL(ready.count(), 1);
        QVERIFY(session.knownScene(small));
        session.setMaximumSceneBytes(session.knownScene(small)->bytes() + 10);
        session.wantScene(large);
        EVENTUALLY_EQUAL(ready.count(), 2);
        const auto shown = ready.last().at(1).value<std::shared_ptr<const Scene>>();
        QVERIFY(shown->bytes() > session.knownScene(small)->bytes() + 10);
        QVERIFY(!session.knownScene(large));
    }
    void theOldestSceneIsForgotten() {
        Session session;
        QSignalSpy ready(&session, &Session::sceneReady);
        std::vector<SceneRequest> requests;
        for (const char* id : {"matmul/04-shared-row", "matmul/02-naive", "matmul/07-tiled"}) {
            SceneRequest& request = requests.emplace_back();
            request.stage = *m_window->context().sources.catalogue().find(id);
            request.parameters = kernels::defaultParameters(request.stage);
            request.size = {64, 64, 64};
        }
        for (int i = 0; i < 2; ++i) {
            session.wantScene(requests[static_cast<size_t>(i)]);
            EVENTUALLY_EQUAL(ready.count(), i + 1);
        }
        QVERIFY(session.knownScene(requests[0]) && session.knownScene(requests[1]));
        // There is room for these two and no third.
        session.setMaximumSceneBytes(session.knownScene(requests[0])->bytes() +
                                     session.knownScene(requests[1])->bytes());
        session.wantScene(requests[2]);
        EVENTUALLY_EQUAL(ready.count(), 3);
        QVERIFY(session.knownScene(requests[2]));
        QVERIFY2(!session.knownScene(requests[0]) || !session.knownScene(requests[1]), "memory would grow without end");
    }
    void everyActionCanBeSearchedFor() {
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        auto* palette = child<QDialog>("palette");
        EVENTUALLY(palette->isVisible());
        QTest::keyClicks(palette->findChild<QLineEdit*>(), "step by tile");
        QTest::keyClick(palette->findChild<QLineEdit*>(), Qt::Key_Return);
        EVENTUALLY_EQUAL(m_window->player()->unit(), StepUnit::Tile);
        const auto actions = actionsOf(*m_window->menuBar());
        QVERIFY(actions.size() > 30);
        QSet<QKeySequence> keys;
        for (const NamedAction& each : actions) {
            QVERIFY(!each.name.isEmpty());
            const QKeySequence key = each.action->shortcut();
            QVERIFY2(key.isEmpty() || !keys.contains(key), qPrintable("two actions on the key " + key.toString()));
            keys.insert(key);
        }
        m_window->resize(1280, 720);
        press(Qt::Key_F1);
        auto* sheet = child<QDialog>("keys");
        EVENTUALLY(sheet->isVisible());
        QVERIFY2(sheet->height() <= 720 && sheet->width() <= 1280, "it leaves the window");
        auto* scroll = sheet->findChild<QScrollArea*>();
        QVERIFY2(scroll->horizontalScrollBar()->maximum() == 0, "it is cut at the right");
        QStringList told;
        for (const QLabel* each : sheet->findChildren<QLabel*>())
            told << each->text();
        for (const NamedAction& each : actions)
            QVERIFY2(each.action->shortcut().isEmpty() || told.contains(each.name), qPrintable(each.name));
        QTest::keyClick(scroll, Qt::Key_PageDown);
        QVERIFY(scroll->verticalScrollBar()->maximum() == 0 || scroll->verticalScrollBar()->value() > 0);
    }

    void showsTheCharts() {
        press(Qt::Key_F2);
        QVERIFY((m_window->shown().page == Page::Charts));
        QVERIFY(m_window->charts()->isVisible());
        QVERIFY(!child<QWidget>("tiles")->isVisible());
        for (const PlotKind& kind : plotKinds()) {
            QVERIFY2(showChart(kind.name), kind.name);
            QVERIFY2(!m_window->charts()->chart()->plot().title.isEmpty(), kind.name);
        }
        press(Qt::Key_F2);
        QVERIFY(child<QWidget>("tiles")->isVisible());
    }

    void aParametersChartLeadsToItsValues() {
        QVERIFY(m_window->show("patterns/02-stride"));
        press(Qt::Key_F2);
        QVERIFY(showChart("parameter"));
        PlotChart* chart = m_window->charts()->chart();
        EVENTUALLY_EQUAL(chart->plot().series.size(), size_t(2)); // the model is computed behind the window
        QCOMPARE(chart->plot().series[1].points.size(), chart->plot().series[0].points.size());
        QCOMPARE(chart->plot().series[0].points[7].x, 8.0);
        const QPoint mark = chart->markAt(0, 7).toPoint();
        QWidget* axes = chart->childAt(mark);
        QTest::mouseClick(axes, Qt::LeftButton, {}, axes->mapFrom(chart, mark));
        EVENTUALLY(chart->plot().series[0].points[7].current);
        QVERIFY(showChart("stages"));
        press(Qt::Key_F2);
    }

    void aStageIsShownAtASizeItWasMeasuredAt() {
        auto* sizes = child<QComboBox>("measuredSize");
        QVERIFY(m_window->show("reduction/10-streaming"));
        QCOMPARE(sizes->currentText(), tr("measured %1").arg(QString::fromUtf8("2²⁸")));
        QVERIFY(m_window->show("reduction/01-one-thread"));
        QCOMPARE(sizes->currentText(), tr("measured %1").arg(QString::fromUtf8("2²⁴")));
        // A size that is chosen stays, even where the stage has nothing to show.
        emit sizes->activated(sizes->findText(tr("measured %1").arg(QString::fromUtf8("2²⁸"))));
        QCOMPARE(sizes->currentText(), tr("measured %1").arg(QString::fromUtf8("2²⁸")));
        QVERIFY(m_window->show("matmul/07-tiled"));
        QCOMPARE(sizes->currentText(), tr("measured %1").arg(QString::fromUtf8("4096³"))); // as it was there before
    }

    void countsOfAllStagesComeWhenTheyAreShown() {
        QVERIFY(m_window->show("patterns/02-stride"));
        press(Qt::Key_F2);
        QVERIFY(showChart("sectors"));
        EVENTUALLY(m_window->charts()->request().model.size() >= 10);
        QVERIFY(showChart("stages"));
        press(Qt::Key_F2);
    }

    void picturesAndChartsAreTakenAway() {
        QTemporaryDir folder;
        for (const char* suffix : {"svg", "pdf", "png", "csv"}) {
            const QString file = folder.filePath(QStringLiteral("chart.") + suffix);
            QVERIFY2(m_window->exporting().exportChart(file, Preset::Slide), suffix);
            QVERIFY(QFileInfo(file).size() > 100);
        }
        for (const char* suffix : {"svg", "pdf", "png"}) {
            const QString file = folder.filePath(QStringLiteral("banks.") + suffix);
            QVERIFY2(m_window->exporting().exportPictures(file, "banks"), suffix);
            QVERIFY(QFileInfo(file).size() > 1000);
        }
        QVERIFY(!m_window->exporting().exportChart("/nowhere/chart.svg", Preset::Screen));
        QVERIFY(child<QLabel>("status")->text().contains("/nowhere"));
    }

    void onePictureAlone() {
        QTest::keyClick(m_window.get(), Qt::Key_4, Qt::ControlModifier);
        QVERIFY(child<QWidget>("banks")->isVisible());
        QVERIFY(!child<QWidget>("tiles")->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_4, Qt::ControlModifier);
        QVERIFY(child<QWidget>("tiles")->isVisible());
    }

    void theListOfStagesIsASoundModel() {
        auto* model = child<QListView>("stages")->model();
        QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        static_cast<StageListModel*>(model)->setCatalogue(m_window->context().sources.catalogue());
        QVERIFY(model->rowCount() >= 5);
    }

    void anyIndexCanBeTyped() {
        QVERIFY(m_window->show("patterns/09-expression"));
        EVENTUALLY(shows("patterns/09-expression"));
        const auto sectorsOfX = [&] {
            const auto& lines = scene()->lines;
            uint64_t most = 0;
            for (const auto& [line, cost] : lines)
                most = std::max(most, uint64_t(cost.sectors));
            return most;
        };
        auto* lanes = child<QLineEdit>("lanes");
        QCOMPARE(lanes->text(), QString("(lane % 8) * 33 + lane / 8"));
        const uint64_t before = sectorsOfX();
        lanes->setFocus();
        lanes->selectAll();
        QTest::keyClicks(lanes, "lane * 32");
        EVENTUALLY(sectorsOfX() > before);
        const uint64_t scattered = sectorsOfX();
        QVERIFY(child<QLabel>("badge")->text().contains("changed"));
        QTest::keyClicks(lanes, " +"); // half of an expression changes nothing
        QVERIFY(lanes->property("wrong").toBool());
        QVERIFY(lanes->toolTip().contains("no expression"));
        QCOMPARE(sectorsOfX(), scattered);
        QTest::keyClicks(lanes, " 99");
        QVERIFY(lanes->toolTip().contains("1023"));
        lanes->selectAll();
        QTest::keyClick(lanes, Qt::Key_Delete); // back to the stage's own
        EVENTUALLY(sectorsOfX() == before);
        QVERIFY(!child<QLabel>("badge")->text().contains("changed"));
    }

    void timesWithL2FlushedAreShownToo() {
        auto* chart = child<PlotChart>("chart");
        const Plot warm = chart->plot();
        QVERIFY(!warm.empty() && !warm.origin.contains("L2"));
        press(Qt::Key_L, Qt::ShiftModifier);
        const Plot cold = chart->plot();
        QVERIFY2(cold.origin.contains("L2 flushed"), qPrintable(cold.origin));
        QVERIFY(!cold.empty());
        QVERIFY(cold.series[0].points[1].y != warm.series[0].points[1].y);
        auto* flushed = child<QAbstractButton>("flushed");
        QVERIFY(flushed->isChecked());
        flushed->click(); // on the page of all charts
        QCOMPARE(chart->plot().origin, warm.origin);
        QVERIFY(!flushed->isChecked());
    }

    // As QImage would save it, whoever writes it; of two that are the same one is encoded.
    void equalPicturesAreEncodedOnce() {
        QTemporaryDir folder;
        QImage first(64, 48, QImage::Format_ARGB32_Premultiplied), second = first;
        first.fill(Qt::red);
        second.fill(Qt::red);
        second.setText("Title", "another");
        PictureFiles files;
        for (const char* name : {"a.png", "b.png", "c.png"})
            files.write(first, folder.filePath(name));
        files.write(second, folder.filePath("d.png"));
        files.write(first, folder.filePath("none/e.png"));
        QCOMPARE(files.finish(), QStringList(folder.filePath("none/e.png")));
        QCOMPARE(files.encoded(), 2);
        QVERIFY(first.save(folder.filePath("by-qt.png")) && second.save(folder.filePath("by-qt-2.png")));
        const auto bytes = [&](const char* name) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        for (const char* name : {"a.png", "b.png", "c.png"})
            QCOMPARE(bytes(name), bytes("by-qt.png"));
        QCOMPARE(bytes("d.png"), bytes("by-qt-2.png"));
        QVERIFY(bytes("d.png") != bytes("a.png"));
    }

    // Of two stages, where all of it would take a minute.
    void aReportIsTheSameBytesEachTime() {
        QTemporaryDir folder;
        const QString stages = folder.filePath("stages/patterns");
        QVERIFY(QDir().mkpath(stages));
        const QDir from(QString::fromStdString((kernels::stagesDir() / "patterns").string()));
        for (const QString& name : from.entryList(QDir::Files))
            if (name.startsWith("01-") || name.startsWith("06-") || !name[0].isDigit())
                QVERIFY(QFile::copy(from.filePath(name), stages + '/' + name));
        qputenv("SOURCE_DATE_EPOCH", "1764000000");
        std::map<QString, QByteArray> once;
        for (const char* name : {"one", "two"}) {
            ReportOptions options;
            options.stages = folder.filePath("stages").toStdString();
            options.folder = folder.filePath(name);
            QVERIFY(writeReport(options, [](const QString&) {}));
            std::map<QString, QByteArray> files;
            for (const QFileInfo& each : QDir(options.folder).entryInfoList(QDir::Files)) {
                QFile file(each.filePath());
                QVERIFY(file.open(QIODevice::ReadOnly));
                files[each.fileName()] = file.readAll();
            }
            QVERIFY(files.contains("index.html") && files.contains("report.pdf") && files.size() > 10);
            if (once.empty())
                once = files;
            for (const auto& [file, bytes] : files)
                QVERIFY2(once[file] == bytes, qPrintable(file));
            QCOMPARE(files.size(), once.size());
        }
        qunsetenv("SOURCE_DATE_EPOCH");
        QVERIFY(QString::fromUtf8(once["index.html"]).contains("2025-11-24 16:00 UTC"));
    }

    void writesAReport() {
        QTemporaryDir folder;
        ReportOptions options;
        options.stages = kernels::stagesDir();
        options.folder = folder.path() + "/report";
        QVERIFY(writeReport(options, [](const QString&) {}));
        QFile page(options.folder + "/index.html");
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QString html = QString::fromUtf8(page.readAll());
        static const QRegularExpression picture("<img[^>]+src='([^']+)'");
        int pictures = 0;
        for (auto it = picture.globalMatch(html); it.hasNext(); ++pictures) {
            const QString name = it.next().captured(1);
            QVERIFY2(QFile::exists(options.folder + "/" + name), qPrintable(name));
            if (name.endsWith(".png"))
                QVERIFY2(!QImage(options.folder + "/" + name).isNull(), qPrintable(name));
        }
        QVERIFY(pictures >= 8);
        QVERIFY(html.contains("NVIDIA H200"));
        // A track's charts are cells of one grid: as words in a line a space between two of half its width pushed the second down.
        QVERIFY(html.contains("<div class='charts'>\n<figure class='chart'>"));
        QVERIFY(html.contains(".charts{display:grid"));
        // On paper two of them side by side: one column was half of the page.
        QVERIFY(html.indexOf(".charts{grid-template-columns:1fr 1fr}") > html.indexOf("@media print"));
        // The contents lead to every stage, each place is there once, and it prints.
        static const QRegularExpression inside("href='#([^']+)'"), place(" id='([^']+)'");
        QStringList places, wanted;
        for (auto it = place.globalMatch(html); it.hasNext();)
            places << it.next().captured(1);
        for (auto it = inside.globalMatch(html); it.hasNext();)
            wanted << it.next().captured(1);
        QCOMPARE(places.removeDuplicates(), 0);
        const kernels::Catalogue catalogue = kernels::loadCatalogue(options.stages);
        for (const kernels::Stage& stage : catalogue.stages)
            QVERIFY2(wanted.contains(QString::fromStdString(stage.id).replace('/', '-')), stage.id.c_str());
        for (const QString& name : wanted)
            QVERIFY2(places.contains(name), qPrintable(name));
        QVERIFY(html.contains("@media print"));
        QVERIFY(html.contains("<html lang='en'>"));
        // Links are read on the page's own ground, and on paper.
        static const QRegularExpression ground("--back:(#\\w+).*--pane:(#\\w+).*--link:(#\\w+)");
        int grounds = 0;
        for (auto it = ground.globalMatch(html); it.hasNext(); ++grounds) {
            const auto match = it.next();
            for (const int behind : {1, 2})
                QVERIFY2(contrast(QColor(match.captured(3)), QColor(match.captured(behind))) >= 4.5,
                         qPrintable(match.captured(3) + " on " + match.captured(behind)));
        }
        QCOMPARE(grounds, 2);
        // All of it on paper: contents first, a page at least for each chapter and each stage that has pictures.
        QFile book(options.folder + "/report.pdf");
        QVERIFY(book.open(QIODevice::ReadOnly));
        const QByteArray pdf = book.readAll();
        QVERIFY(pdf.startsWith("%PDF-") && pdf.trimmed().endsWith("%%EOF"));
        const qsizetype printed = pdf.count("/Type /Page\n"),
                        drawn = std::count_if(catalogue.stages.begin(), catalogue.stages.end(),
                                              [](const kernels::Stage&stage) { return stage.kernel.has_value(); }),
                        least = drawn + static_cast<qsizetype>(catalogue.tracks.size()) + 1;
        QVERIFY2(printed >= least && printed < 3 * least, qPrintable(QStringLiteral("%1 pages").arg(printed)));
        // What a page says that is painted below it: the same words.
        QFile roofline(options.folder + "/plot-matmul-roofline.svg");
        QVERIFY(roofline.open(QIODevice::ReadOnly));
        QVERIFY(QString::fromUtf8(roofline.readAll()).contains("NVIDIA H200"));
        // Every chart is there, as a picture, as vectors and as values.
        for (const char* name : {"plot-matmul-roofline", "plot-matmul-errors", "plot-reduction-cycles",
                                 "plot-transpose-sectors", "plot-patterns-02-stride-parameter"}) {
            QVERIFY2(html.contains(QStringLiteral("src='%1.png'").arg(name)), name);
            for (const char* suffix : {".svg", ".csv"})
                QVERIFY2(QFileInfo(options.folder + '/' + name + suffix).size() > 500, name);
        }
        // Each chart of a parameter is of the stage that it stands with, not of another of its track that was swept, too.
        int swept = 0;
        for (const kernels::Stage& stage : catalogue.stages) {
            const QString id = QString::fromStdString(stage.id);
            QFile rows(QStringLiteral("%1/plot-%2-parameter.csv").arg(options.folder, QString(id).replace('/', '-')));
            if (!rows.open(QIODevice::ReadOnly))
                continue;
            ++swept;
            const QStringList lines = QString::fromUtf8(rows.readAll()).split('\n', Qt::SkipEmptyParts);
            for (const QString& line : lines)
                QVERIFY2(line.startsWith('#') || line.startsWith("series,") || line.contains(',' + id + ','),
                         qPrintable(id + ": " + line));
        }
        QVERIFY2(swept >= 20, qPrintable(QString::number(swept)));
        // Of the largest size that was measured, where a chart is of one size.
        QFile speedup(options.folder + "/plot-matmul-speedup.csv");
        QVERIFY(speedup.open(QIODevice::ReadOnly));
        QVERIFY2(speedup.readLine().contains("16384"), "the largest product that was measured");
        QFile values(options.folder + "/plot-patterns-02-stride-parameter.csv");
        QVERIFY(values.open(QIODevice::ReadOnly));
        QVERIFY(QString::fromUtf8(values.readAll()).contains("model: its DRAM traffic"));
    }
};

WINDOW_TEST_MAIN(window_test) {
    QApplication application(argc, argv);
    loadFonts();
    WindowTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "window_test.moc"
