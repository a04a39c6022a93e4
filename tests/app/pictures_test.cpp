// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes of the warp, PTX beside the source, heat, bookmarks, loops, zoom and motion, by mouse and keys.
#include "app/paint/painted_texts.h"
#include "app/views/banks_view.h"
#include "app/views/host_pane.h"
#include "app/views/occupancy_view.h"
#include "app/views/ptx_pane.h"
#include "app/views/source_pane.h"
#include "app/views/stopwatch.h"
#include "app/views/timeline_view.h"
#include "app/views/veil.h"
#include "app/views/warp_view.h"
#include "app/window/appearance.h"
#include "kernels/catalogue/paths.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_tests.h"

#include <QClipboard>
#include <QComboBox>
#include <QFontInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>
#include <QScopeGuard>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>
#include <Qsci/qsciscintilla.h>

#include <cstdlib>
#include <set>

using namespace warplens;
using namespace warplens::app;

class PicturesTest : public tests::WindowFixture {
    Q_OBJECT

    Player* player() const { return m_window->player(); }
    Position place() const { return player()->position(); }
    WarpView* warp() const { return static_cast<WarpView*>(m_window->pane()->picture("warp")); }
    PtxPane* ptx() const { return static_cast<PtxPane*>(m_window->pane()->picture("ptx")); }
    const PtxLinks& links() const { return *player()->shown().links; }
    TimelineView* timeline() const { return m_window->findChild<TimelineView*>(); }
    void showStage(const char* id) {
        m_window->show(id);
        EVENTUALLY(scene() && scene()->stage.id == id);
    }
    QAction* action(const QString& text) const {
        for (QAction* each : m_window->actions())
            if (each->text().remove('&') == text)
                return each;
        return nullptr;
    }
    static void wheel(QWidget* widget, const QPointF& at, int turn, Qt::KeyboardModifiers modifiers = {}) {
        QWheelEvent event(at, widget->mapToGlobal(at), {}, {0, turn}, Qt::NoButton, modifiers, Qt::NoScrollPhase,
                          false);
        QCoreApplication::sendEvent(widget, &event);
    }

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("WarplensTest");
        QCoreApplication::setApplicationName("Pictures");
        QSettings().clear();
    }
    void init() { openWindow(1280, 720); }
    void cleanup() { m_window.reset(); }

    // A phrase is a word, and its colour begins and ends with it: not one letter later in each line.
    void aBrokenSentenceKeepsItsColours() {
        showStage("matmul/15-thread-tile");
        OccupancyView view;
        view.setLook(m_window->appearance().look());
        view.show(player()->shown());
        const Sentence& sentence = view.said().sentence;
        const auto bare = [](QString text) { return text.remove(' '); };
        QString marked;
        QColor ink;
        for (const Phrase& phrase : sentence)
            if (phrase.tone != Tone::Plain) {
                marked += bare(toQString(phrase.text));
                ink = inkOf(toneColour(m_window->appearance().look().colours, phrase.tone),
                            m_window->appearance().look().colours);
            }
        QVERIFY(!marked.isEmpty());
        for (int width = 240; width < 900; width += 60) {
            view.resize(width, 600);
            PaintedTexts device(view.size());
            QPainter painter(&device);
            view.paintAt(painter, view.rect());
            painter.end();
            QString painted;
            for (const PaintedText& text : device.all())
                if (text.colour == ink)
                    painted += bare(text.text);
            QVERIFY2(painted.contains(marked), qPrintable(QStringLiteral("%1: %2").arg(width).arg(painted)));
        }
    }

    // "×16" of sixteen lanes, without its first half, would be a lane's number.
    void howManyLanesShareAWordIsToldWhole() {
        QVERIFY(m_window->show("warplens:matmul/06-tiled-conflicts?PAD=0&at=w7.r12"));
        EVENTUALLY(player()->shown().moment.sharedIsNow && player()->shown().moment.shared->instruction == "LDS.128");
        BanksView view;
        view.setLook(m_window->appearance().look());
        view.show(player()->shown());
        int told = 0;
        for (int width = 300; width < 1500; width += 50) {
            view.resize(width, 420);
            PaintedTexts device(view.size());
            QPainter painter(&device);
            view.paintAt(painter, view.rect());
            painter.end();
            const PaintedText* last = nullptr;
            for (const PaintedText& text : device.all()) {
                QVERIFY2(!text.text.contains("numbers are lanes"), "there are none: each word has several");
                if (!text.text.startsWith(QChar(0xd7)))
                    continue;
                ++told;
                if (last && last->box.top() == text.box.top())
                    QVERIFY2(text.box.left() >= last->box.right(), qPrintable(QString::number(width)));
                last = &text;
            }
        }
        QVERIFY(told > 0);
    }

    void theHostsSideIsShownCopiedAndSaved() {
        showStage("matmul/07-tiled");
        press(Qt::Key_B, Qt::ControlModifier);
        auto* host = static_cast<HostPane*>(m_window->pane()->picture("host"));
        QVERIFY(host->isVisible());
        QVERIFY(host->host() && !host->host()->empty());
        const std::string whole = host->host()->program.text;
        QVERIFY(whole.find("tiled<<<grid, block>>>(d_A, d_B, d_C, (int)M, (int)N, (int)K);") != std::string::npos);
        QVERIFY2(host->text()->isVisible(host->host()->program.parts.front().line), "it begins where its parts do");
        host->findChild<QToolButton*>("copyHost")->click();
        QCOMPARE(QGuiApplication::clipboard()->text().toStdString(), whole);
        QVERIFY(action("Host program as a project …"));
        const QTemporaryDir folder;
        QVERIFY(m_window->exporting().exportProject(folder.filePath("tiled")));
        QVERIFY(QFile::exists(folder.filePath("tiled/Makefile")) &&
                QFile::exists(folder.filePath("tiled/07-tiled.cu")));
        QVERIFY2(!m_window->exporting().exportProject(folder.filePath("tiled")), "nothing is written over");
        // It follows what is shown, and a stage without a kernel has a host's side, too.
        m_window->show("matmul/22-cublas");
        EVENTUALLY(host->host() && host->host()->program.text.find("cublasCreate(&handle)") != std::string::npos);
        m_window->show("matmul/00-cpu-loops");
        EVENTUALLY(host->host() && host->host()->program.fileName == "main.cpp");
        showStage("matmul/08-dynamic-tile");
        EVENTUALLY(host->host()->program.text.find("dynamic_tile<<<grid, block, shared_bytes>>>") != std::string::npos);
        press(Qt::Key_B, Qt::ControlModifier);
        QVERIFY(!host->isVisible());
        press(Qt::Key_F);
        QVERIFY2(host->isVisible(), "beside the source");
        QVERIFY(child<QWidget>("source")->isVisible());
    }

    /// Points in a strong red, by area: of waste, and of what says so.
    int redOf(const char* picture) const {
        QImage image(700, 460, QImage::Format_RGB32);
        image.fill(Qt::black);
        QPainter painter(&image);
        m_window->pane()->picture(picture)->paintAt(painter, QRectF(0, 0, 700, 460));
        painter.end();
        int red = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) {
                const QColor colour = image.pixelColor(x, y);
                red += colour.red() - colour.green() > 50 && std::abs(colour.green() - colour.blue()) < 40; // no orange
            }
        return red;
    }

    // What nobody asked for is red where fewer sectors would have done, and there it is what one sees first.
    void wasteIsRedAndNothingElseIs() {
        for (const char* picture : {"global", "addresses"}) {
            const QString link = QStringLiteral("warplens:matmul/01-uncoalesced?show=") + picture;
            QVERIFY(m_window->show(link + "&at=w0.r1"));
            EVENTUALLY(player()->shown().moment.global && player()->shown().moment.global->cost.sectors == 32);
            EVENTUALLY(redOf(picture) > 700 * 460 / 40); // it is on its way
            QVERIFY(m_window->show(link + "&at=w0.r0")); // one element of B for all lanes: 32 bytes for 4
            EVENTUALLY(player()->shown().moment.global && player()->shown().moment.global->cost.sectors == 1);
            EVENTUALLY_EQUAL(redOf(picture), 0);
        }
    }

    void theWarpAloneAndBesideTheOthers() {
        QVERIFY(!warp()->isVisible());
        press(Qt::Key_5, Qt::ControlModifier);
        QVERIFY(warp()->isVisible());
        QVERIFY(!child<QWidget>("tiles")->isVisible());
        press(Qt::Key_5, Qt::ControlModifier);
        QVERIFY(!warp()->isVisible());
        press(Qt::Key_V);
        QVERIFY(warp()->isVisible());
        QVERIFY2(!child<QWidget>("tiles")->isVisible(), "a small window has no room for both");
        QVERIFY(child<QWidget>("banks")->isVisible());
        m_window->resize(1600, 1000);
        EVENTUALLY(child<QWidget>("tiles")->isVisible());
        QVERIFY2(!child<QWidget>("global")->isVisible(), "in a larger one it takes the place of global memory");
        QCOMPARE(warp()->table()->lanes[3].element, std::string("A[0][3]"));
        m_window->resize(2600, 1200);
        QTRY_VERIFY2(child<QWidget>("global")->isVisible(), "in a large one it has a column of its own");
        QVERIFY(warp()->isVisible());
        m_window->resize(1280, 720);
        EVENTUALLY(!child<QWidget>("global")->isVisible());
        press(Qt::Key_V);
        QVERIFY(child<QWidget>("global")->isVisible());
    }

    void theWarpStandsBesideTheTilesForARoom() {
        press(Qt::Key_V);
        press(Qt::Key_F11);
        QTest::qWait(50);
        QVERIFY(warp()->isVisible());
        auto* tiles = child<QWidget>("tiles");
        QVERIFY(tiles->isVisible());
        QVERIFY(!child<QWidget>("banks")->isVisible());
        QVERIFY(warp()->mapToGlobal(QPoint(0, 0)).x() >= tiles->mapToGlobal(QPoint(tiles->width(), 0)).x());
        press(Qt::Key_Escape);
        QVERIFY(warp()->isVisible());
    }

    void twoVariantsShowTheirLanesInLockstep() {
        m_window->resize(1800, 1100);
        press(Qt::Key_V);
        press(Qt::Key_C);
        StagePane* other = m_window->otherPane();
        EVENTUALLY(other->isVisible() && other->player()->shown().scene);
        QTest::qWait(50);
        auto* theirs = other->findChild<WarpView*>();
        QVERIFY(warp()->isVisible() && theirs->isVisible());
        QVERIFY(theirs->table());
        QVERIFY(!child<QWidget>("tiles")->isVisible());
        QVERIFY(child<QWidget>("banks")->isVisible());
        press(Qt::Key_C);
        QVERIFY(child<QWidget>("tiles")->isVisible());
    }

    void aLaneOfTheWarpIsMarkedEverywhere() {
        m_window->resize(1600, 1000);
        press(Qt::Key_V);
        QTest::qWait(50); // for the layout
        QSignalSpy changed(m_window->pane(), &StagePane::focusChanged);
        const QImage tiles = child<QWidget>("tiles")->grab().toImage();
        QTest::mouseMove(warp(), warp()->geometryNow().row(7).center().toPoint());
        EVENTUALLY(!changed.isEmpty() && changed.last()[0].value<Focus>().globalLanes == 1u << 7);
        const auto focus = changed.last()[0].value<Focus>();
        QVERIFY2(focus.text.find("thread (7, 0), reads A[0][7]") != std::string::npos, focus.text.c_str());
        QVERIFY2(focus.text.find("the value is ") != std::string::npos, focus.text.c_str());
        QVERIFY(child<QWidget>("tiles")->grab().toImage() != tiles);
        // The other way: the lane under the mouse elsewhere is marked here.
        QTest::mouseMove(child<QWidget>("side"), QPoint(3, 3));
        EVENTUALLY(changed.last()[0].value<Focus>().empty());
        const QImage before = warp()->grab().toImage();
        m_window->pane()->setFocusShown(focusOnLane(*scene(), player()->shown().moment, 12));
        QVERIFY(warp()->grab().toImage() != before);
        // A click keeps it.
        QTest::mouseClick(warp(), Qt::LeftButton, {}, warp()->geometryNow().row(20).center().toPoint());
        QCOMPARE(changed.last()[0].value<Focus>().globalLanes, 1u << 20);
    }

    void registersOfAThreadAreAFourthArray() {
        m_window->resize(1800, 1100);
        showStage("matmul/15-thread-tile");
        QTest::qWait(50);
        auto* tiles = static_cast<View*>(m_window->pane()->picture("tiles"));
        std::set<std::pair<int64_t, int64_t>> elements;
        for (int y = 0; y < tiles->height(); y += 2)
            for (int x = 0; x < tiles->width(); x += 2) {
                const Focus focus = tiles->focusAt(QPointF(x, y));
                if (focus.text.find("registers of thread (0, 0)") != std::string::npos)
                    elements.insert({focus.global.row, focus.global.column});
            }
        QCOMPARE(elements.size(), size_t(64));
        QCOMPARE(*elements.rbegin(), (std::pair<int64_t, int64_t>(7, 7)));
        const QImage summing = tiles->grab().toImage();
        press(Qt::Key_End);
        EVENTUALLY(tiles->grab().toImage() != summing);
    }

    void divergingLanesAreShown() {
        showStage("reduction/06-tree-doubling");
        press(Qt::Key_V);
        press(Qt::Key_2);
        for (int i = 0; i < 400 && !warp()->table()->split; ++i)
            press(Qt::Key_Right);
        QVERIFY(warp()->table()->split);
        const auto& parties = warp()->table()->parties;
        QVERIFY(parties.size() >= 2);
        const WarpGeometry g = warp()->geometryNow();
        const Focus focus = warp()->focusAt(g.party(1).center());
        QCOMPARE(focus.sharedLanes, parties[1].mask);
        QVERIFY(!focus.text.empty());
    }

    void ptxStandsBesideTheSourceLinkedBothWays() {
        m_window->resize(1600, 1000);
        QVERIFY(!ptx()->isVisible());
        press(Qt::Key_X);
        QVERIFY(ptx()->isVisible());
        QCoreApplication::processEvents();
        QVERIFY(m_window->pane()->source()->isVisible());
        const uint32_t now = ptx()->currentLine();
        QCOMPARE(links().sourceLine(now), player()->shown().moment.line);
        QVERIFY(ptx()->text()->lines()[now - 1].contains("ld.global"));
        QVERIFY(ptx()->text()->isVisible(now));
        // From PTX to the source.
        QSignalSpy changed(m_window->pane(), &StagePane::focusChanged);
        const auto* text = ptx()->text();
        const QImage source = m_window->pane()->source()->grab().toImage();
        uint32_t other = 0;
        for (uint32_t line = 1; line < now + 40 && !other; ++line)
            if (text->isVisible(line) && links().sourceLine(line) > 0 &&
                links().sourceLine(line) != player()->shown().moment.line)
                other = line;
        QVERIFY(other != 0);
        QTest::mouseMove(text->viewport(), text->lineArea(other).center().toPoint());
        EVENTUALLY(!changed.isEmpty() && changed.last()[0].value<Focus>().line == links().sourceLine(other));
        QVERIFY(m_window->pane()->source()->grab().toImage() != source);
        // From the source to PTX: its lines come into sight and are marked.
        QTest::mouseMove(child<QWidget>("side"), QPoint(3, 3));
        const uint32_t store = 27; // C[row * N + col] = sum;
        QVERIFY(!links().ptxLines(store).empty());
        QVERIFY(!text->isVisible(links().ptxLines(store).front()));
        m_window->pane()->setFocusShown(focusOnSourceLine(*scene(), player()->shown().moment, links(), store));
        QVERIFY(text->isVisible(links().ptxLines(store).front()));
        // A click on an instruction goes to the next time that it is executed.
        uint32_t stg = 0;
        for (uint32_t line : links().ptxLines(store))
            if (links().mnemonic(line).starts_with("st.global"))
                stg = line;
        QVERIFY(stg != 0 && text->isVisible(stg));
        QTest::mouseClick(text->viewport(), Qt::LeftButton, {}, text->lineArea(stg).center().toPoint());
        QCOMPARE(player()->shown().moment.line, store);
        QCOMPARE(ptx()->currentLine(), stg);
        press(Qt::Key_X);
        QVERIFY(!ptx()->isVisible());
        QVERIFY(child<QWidget>("tiles")->isVisible());
    }

    // What is taken away cannot be scrolled: half a line below tells nothing.
    void aSourceOnPaperHasWholeLines() {
        SourcePane* source = m_window->pane()->source();
        EVENTUALLY(m_window->player()->shown().scene);
        const auto painted = [&](int height) {
            QImage image(480, height, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            source->paintAt(painter, QRectF(0, 0, image.width(), image.height()));
            return image;
        };
        // Of the column of line numbers a row of pixels holds something, or nothing.
        const auto isEmpty = [](const QImage& image, int y) {
            for (int x = 8; x < 30; ++x)
                if (image.pixel(x, y) != image.pixel(7, y))
                    return false;
            return true;
        };
        const QImage whole = painted(700);
        for (int height = 300; height < 330; ++height) {
            const QImage part = painted(height);
            int last = height - 1;
            while (last > 100 && isEmpty(part, last))
                --last;
            QVERIFY2(isEmpty(whole, last + 1), qPrintable(QStringLiteral("%1: cut at %2").arg(height).arg(last)));
        }
    }

    void whatIsPointedAtElsewhereComesIntoSightInTheSource() {
        SourcePane* source = m_window->pane()->source();
        press(Qt::Key_End);
        QVERIFY(!source->lineArea(player()->shown().moment.line).isEmpty());
        Focus focus;
        focus.line = 3;
        focus.text = "Line 3.";
        QVERIFY2(source->lineArea(3).isEmpty(), "the end is shown");
        QTest::mouseMove(child<QWidget>("side"), QPoint(3, 3));
        m_window->pane()->setFocusShown(focus);
        QVERIFY(!source->lineArea(3).isEmpty());
    }

    // A source stays clear while something is computed: the words stand beside it, whole, wherever it stands.
    void whatIsComputedIsSaidBesideTheSource() {
        Look look;
        const auto inked = [&](const QRect& clear) {
            QWidget host;
            host.resize(900, 400);
            QWidget over(&host), source(&over);
            over.setGeometry(host.rect());
            source.setGeometry(clear);
            source.setVisible(!clear.isEmpty());
            Veil veil(&over, &host);
            veil.setLook(look);
            veil.spare(&source);
            host.setAttribute(Qt::WA_DontShowOnScreen);
            host.show();
            veil.cover("This cannot be shown", true); // what is wrong is said at once
            const QImage image = host.grab().toImage().convertToFormat(QImage::Format_RGB32);
            int pixels = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    pixels += image.pixel(x, y) == look.colours.conflict.rgb();
            return pixels;
        };
        const int whole = inked({});
        QVERIFY(whole > 200);
        for (const QRect& clear :
             {QRect(0, 0, 470, 400), QRect(430, 0, 470, 400), QRect(0, 0, 900, 240), QRect(0, 160, 900, 240)}) {
            const int pixels = inked(clear);
            QVERIFY2(std::abs(pixels - whole) * 20 < whole, qPrintable(QString("%1 of %2").arg(pixels).arg(whole)));
        }
    }

    void longLinesAreBroken() {
        SourcePane* source = m_window->pane()->source();
        auto* editor = source->findChild<QsciScintilla*>("source");
        const auto rows = [&](int line) {
            return static_cast<int>(
                editor->SendScintilla(QsciScintilla::SCI_WRAPCOUNT, static_cast<unsigned long>(line)));
        };
        const QString text =
            "int short_;\nint words; // " + QStringLiteral("a word and another ").repeated(4) + "\nint after;\n";
        source->setSource("long.cu", text);
        EVENTUALLY(rows(1) > 1);
        QCOMPARE(rows(0), 1);
        // Scintilla breaks lines when it has nothing else to do.
        const auto below = [&](uint32_t line) {
            return source->lineArea(line + 1).top() - source->lineArea(line).top();
        };
        EVENTUALLY(below(2) == rows(1) * source->lineArea(2).height());
        QCOMPARE(below(1), source->lineArea(1).height());
        // Nothing goes on beyond the right edge.
        const auto end = editor->SendScintilla(QsciScintilla::SCI_GETLINEENDPOSITION, 1ul);
        const auto x = editor->SendScintilla(QsciScintilla::SCI_POINTXFROMPOSITION, 0ul, static_cast<long>(end));
        QVERIFY(x < editor->viewport()->width());
        // A text that is shorter than a broken one before it.
        source->setSource("short.cu", "int only;\n");
        source->grab();
        QCOMPARE(rows(0), 1);
    }

    void codeHasNoLigatures() {
        // "++" and ">=" are two signs each, as in every editor that a student types them in.
        Look look;
        const QFont code = look.mono(24);
        QCOMPARE(QFontInfo(code).family(), QString("JetBrains Mono"));
        for (const QString text : {"++", ">=", "!=", "->", "=="}) {
            QImage together(200, 60, QImage::Format_RGB32), apart(200, 60, QImage::Format_RGB32);
            const double step = QFontMetricsF(code).horizontalAdvance(text.left(1));
            for (QImage* image : {&together, &apart})
                image->fill(Qt::white);
            QPainter one(&together), two(&apart);
            for (QPainter* painter : {&one, &two})
                painter->setFont(code);
            one.drawText(QPointF(20, 40), text);
            two.drawText(QPointF(20, 40), text.left(1));
            two.drawText(QPointF(20 + step, 40), text.mid(1));
            one.end();
            two.end();
            QCOMPARE(together, apart);
        }
    }

    void aMegabyteOfPtxIsShownWhereItIsWanted() {
        PtxText text(nullptr);
        text.resize(600, 700);
        text.setLook(Look());
        QString long_;
        while (long_.size() < 1'200'000)
            long_ +=
                QStringLiteral("\tld.global.f32 \t%f12, [%rd4+128];\n$L__BB0_2:\n\tfma.rn.f32 %f1, %f2, %f3, %f4;\n");
        text.setText(long_);
        text.show();
        for (uint32_t line = 1; line < 30000; line += 1000) {
            text.setCurrent(line, 0);
            QVERIFY(text.isVisible(line));
            text.viewport()->grab();
        }
    }

    void aClickOnTheHeadOfTheHeatTakesTheNextNumber() {
        SourcePane* source = m_window->pane()->source();
        auto* head = child<QToolButton>("heat");
        QVERIFY(head->isVisible());
        QCOMPARE(source->heat(), Heat::PerRequest);
        QStringList names;
        QList<QImage> pictures;
        for (unsigned i = 0; i < heats; ++i) {
            names << head->text();
            pictures << source->grab().toImage();
            QTest::mouseClick(head, Qt::LeftButton);
        }
        QCOMPARE(source->heat(), Heat::PerRequest);
        for (int i = 0; i < names.size(); ++i)
            for (int j = 0; j < i; ++j) {
                QVERIFY(names[i] != names[j]);
                QVERIFY(pictures[i] != pictures[j]);
            }
        press(Qt::Key_H);
        QCOMPARE(source->heat(), Heat::Wavefronts);
        QVERIFY(head->text().startsWith("wavefronts"));
    }

    void theWheelZoomsTheTimeline() {
        const TimelineGeometry before = timeline()->geometryNow();
        const QPointF at = before.mark(4, 30).center();
        wheel(timeline(), at, 480);
        const TimelineGeometry after = timeline()->geometryNow();
        QVERIFY(after.columnWidth > 2 * before.columnWidth);
        QVERIFY(std::abs(static_cast<int>(after.columnAt(at.x())) - 30) <= 1);
        const double first = after.window.first;
        wheel(timeline(), at, -240, Qt::ShiftModifier);
        QVERIFY(timeline()->geometryNow().window.first > first);
        // The right button moves it by hand.
        const double held = timeline()->geometryNow().window.first;
        const QPoint from = at.toPoint();
        QTest::mousePress(timeline(), Qt::RightButton, {}, from);
        QTest::mouseMove(timeline(), from + QPoint(60, 0));
        QTest::mouseRelease(timeline(), Qt::RightButton, {}, from + QPoint(60, 0));
        QVERIFY(timeline()->geometryNow().window.first < held);
        // A click in the strip goes there, and what is shown above goes along.
        const TimelineGeometry g = timeline()->geometryNow();
        QTest::mouseClick(timeline(), Qt::LeftButton, {},
                          QPointF(g.overviewX(g.columns - 3.5), g.overview.center().y()).toPoint());
        const uint32_t column = player()->shown().navigator->ordinal(place().event);
        QVERIFY(column + 6 >= g.columns);
        const TimelineGeometry there = timeline()->geometryNow();
        QVERIFY(column >= there.window.first && column <= there.window.first + there.window.count);
        // Steps stay in sight.
        press(Qt::Key_Home);
        QVERIFY(timeline()->geometryNow().window.first == 0);
        press(Qt::Key_A);
        QVERIFY(timeline()->window().whole());
        press(Qt::Key_Z);
        QVERIFY(!timeline()->window().whole());
        press(Qt::Key_Z, Qt::ShiftModifier);
        QVERIFY(timeline()->window().whole());
    }

    // Of what was painted the strip stays: to the pixel it is as if all were painted anew.
    void whatIsZoomedIsPaintedAsIfAnew() {
        const QPointF at = timeline()->geometryNow().mark(4, 30).center();
        const Look& look = m_window->appearance().look();
        QList<int> turns;
        const auto asIfAnew = [&] {
            TimelineView anew;
            anew.setLook(look);
            anew.resize(timeline()->size());
            anew.show(player()->shown());
            for (const int turn : turns)
                wheel(&anew, at, turn);
            return anew.grab().toImage().convertToFormat(QImage::Format_RGB32);
        };
        const auto seen = [this] { return timeline()->grab().toImage().convertToFormat(QImage::Format_RGB32); };
        const auto strip = [&](QRgb colour) {
            const QImage image = seen();
            const QRect area = timeline()->geometryNow().overview.toAlignedRect();
            int found = 0;
            for (int y = area.top(); y <= area.bottom(); ++y)
                for (int x = area.left(); x <= area.right(); ++x)
                    found += image.pixel(x, y) == colour ? 1 : 0;
            return found;
        };
        QCOMPARE(seen(), asIfAnew());
        QVERIFY(strip(look.colours.conflict.rgb()) > 100); // the conflicts of matmul/06
        for (const int turn : {120, 480, -240, 960, -1500, 240}) {
            const QImage before = seen();
            wheel(timeline(), at, turn);
            turns << turn;
            QVERIFY(seen() != before);
            QCOMPARE(seen(), asIfAnew());
        }
        timeline()->resize(timeline()->size() - QSize(40, 20));
        timeline()->showWhole();
        turns.clear();
        QCOMPARE(seen(), asIfAnew());
        showStage("matmul/07-tiled");
        QCOMPARE(seen(), asIfAnew());
    }

    void bookmarksAreSetListedAndFoundAgain() {
        press(Qt::Key_2);
        const QImage bare = timeline()->grab().toImage();
        for (int i = 0; i < 5; ++i)
            press(Qt::Key_Right);
        const Position first = place();
        press(Qt::Key_M);
        for (int i = 0; i < 7; ++i)
            press(Qt::Key_Right);
        const Position second = place();
        press(Qt::Key_M);
        QCOMPARE(player()->bookmarks().size(), size_t(2));
        auto* menu = child<QMenu>("bookmarks");
        QVERIFY(menu->isEnabled());
        QVERIFY2(menu->actions()[0]->text().contains("LDG"), qPrintable(menu->actions()[0]->text()));
        // Counted from 1, as the controls do.
        QVERIFY2(menu->actions()[0]->text().contains(QStringLiteral("request %1,").arg(first.event + 1)),
                 qPrintable(menu->actions()[0]->text()));
        press(Qt::Key_End);
        press(Qt::Key_N);
        QCOMPARE(place().event, first.event);
        press(Qt::Key_N);
        QCOMPARE(place().event, second.event);
        press(Qt::Key_N, Qt::ShiftModifier);
        QCOMPARE(place().event, first.event);
        menu->actions()[1]->trigger();
        QCOMPARE(place().event, second.event);
        press(Qt::Key_M);
        QCOMPARE(player()->bookmarks().size(), size_t(1));
        // They belong to this block: another stage has none, and coming back they are there.
        showStage("matmul/07-tiled");
        QVERIFY(player()->bookmarks().empty());
        QVERIFY2(menu->isEnabled(), "from anywhere a bookmark leads back");
        showStage("matmul/06-tiled-conflicts");
        QCOMPARE(player()->bookmarks().size(), size_t(1));
        press(Qt::Key_Home);
        EVENTUALLY(timeline()->grab().toImage() != bare);
        menu->actions().last()->trigger();
        QVERIFY(player()->bookmarks().empty());
    }

    void aRangeIsPlayedOverAndOver() {
        press(Qt::Key_2);
        for (int i = 0; i < 4; ++i)
            press(Qt::Key_Right);
        press(Qt::Key_BracketLeft);
        const size_t from = place().event;
        for (int i = 0; i < 3; ++i)
            press(Qt::Key_Right);
        press(Qt::Key_BracketRight);
        const size_t to = place().event;
        QVERIFY(player()->loop());
        QCOMPARE(player()->loop()->first, from);
        QCOMPARE(player()->loop()->second, to);
        player()->setSpeed(64);
        int rounds = 0;
        size_t last = to;
        const auto watch = connect(player(), &Player::moved, this, [&] {
            const size_t now = place().event;
            QVERIFY(now >= from && now <= to);
            rounds += now < last;
            last = now;
        });
        press(Qt::Key_Space);
        EVENTUALLY(rounds >= 3);
        disconnect(watch);
        QVERIFY(player()->isPlaying());
        press(Qt::Key_Backslash);
        QVERIFY(!player()->loop());
        EVENTUALLY(place().event > to + 2);
        press(Qt::Key_Space);
    }

    void speedsReachFromAQuarterToWhatTheEyeFollows() {
        for (int i = 0; i < 12; ++i)
            press(Qt::Key_Minus);
        QCOMPARE(player()->speed(), 0.25);
        for (int i = 0; i < 8; ++i)
            press(Qt::Key_Plus);
        QCOMPARE(player()->speed(), 64.0);
        press(Qt::Key_Plus);
        QCOMPARE(player()->speed(), Player::asTheEyeFollows);
        auto* speeds = child<QComboBox>("speed");
        QCOMPARE(speeds->currentIndex(), speeds->count() - 1);
        press(Qt::Key_Home);
        int frames = 0;
        size_t last = 0;
        const auto watch = connect(player(), &Player::moved, this, [&] {
            QVERIFY2(place().event <= last + 1, "no more than one a frame");
            last = place().event;
            ++frames;
        });
        press(Qt::Key_Space);
        EVENTUALLY(place().event >= 12);
        press(Qt::Key_Space);
        disconnect(watch);
        QVERIFY(frames >= 12);
        press(Qt::Key_Minus);
        QCOMPARE(player()->speed(), 64.0);
        press(Qt::Key_Asterisk);
        QCOMPARE(player()->speed(), Player::asTheEyeFollows);
    }

    void stepsAreEasedUnlessMotionIsReduced() {
        press(Qt::Key_2);
        auto* tiles = child<QWidget>("tiles");
        QAction* reduce = action("Reduce motion");
        QVERIFY(reduce && reduce->isCheckable() && !reduce->isChecked());
        qint64 time = 1000;
        const auto wait = [&](qint64 milliseconds) { Stopwatch::standAt(time += milliseconds); };
        const auto letTimeRun = qScopeGuard([] { Stopwatch::standAt(std::nullopt); });
        const auto differs = [&] {
            wait(0);
            press(Qt::Key_Home);
            wait(1000);
            press(Qt::Key_Right);
            wait(20);
            const QImage early = tiles->grab().toImage();
            wait(1000);
            return early != tiles->grab().toImage();
        };
        QVERIFY2(differs(), "the box is on its way right after the step");
        reduce->trigger();
        QVERIFY(m_window->appearance().look().reduceMotion);
        QVERIFY(reduce->isChecked());
        QVERIFY2(!differs(), "it is there at once");
    }

    void reducedMotionAndBookmarksAreRemembered() {
        m_window->rememberSettings();
        QVERIFY(!m_window->appearance().look().reduceMotion);
        action("Reduce motion")->trigger();
        press(Qt::Key_Right);
        press(Qt::Key_Right);
        press(Qt::Key_M);
        const std::vector<size_t> marked = player()->bookmarks();
        QCOMPARE(marked.size(), size_t(1));
        const QString stage = QString::fromStdString(player()->shown().scene->stage.id);
        m_window->close();
        MainWindow again(kernels::stagesDir());
        again.rememberSettings();
        QVERIFY(again.appearance().look().reduceMotion);
        again.QWidget::show();
        QVERIFY(again.show(stage));
        EVENTUALLY_EQUAL(again.player()->bookmarks(), marked);
        QSettings().clear();
    }
};

WINDOW_TEST_MAIN(pictures_test) {
    QApplication application(argc, argv);
    loadFonts();
    PicturesTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "pictures_test.moc"
