// SPDX-License-Identifier: GPL-3.0-or-later
// What the window and its files say is read back: colours that mean something, titles, columns that look alike. Each of
// these was wrong once, on purpose, and nothing noticed: see tests/mutants.
#include "app/export/exhibit_sheet.h"
#include "app/paint/painted_texts.h"
#include "app/views/banks_view.h"
#include "app/views/counts_view.h"
#include "app/views/source_pane.h"
#include "app/window/header_bar.h"
#include "app/window/work_queue.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_tests.h"

#include <QFile>
#include <QImage>
#include <QPainter>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>

using namespace warplens;
using namespace warplens::app;

class ReadbackTest : public tests::WindowFixture {
    Q_OBJECT

    QTemporaryDir m_folder;

    /// How many pixels of a widget have just that colour.
    static int pixelsOf(QWidget* widget, const QColor& colour) {
        const QImage image = widget->grab().toImage();
        int count = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                count += image.pixelColor(x, y).rgb() == colour.rgb();
        return count;
    }
    static QImage paintedOn(QWidget* widget, const QColor& behind, double ratio) {
        QImage image(widget->size() * ratio, QImage::Format_RGB32);
        image.setDevicePixelRatio(ratio);
        image.fill(behind);
        widget->render(&image, QPoint(), QRegion(), QWidget::RenderFlags());
        return image;
    }
    QByteArray written(const char* name) const {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    const std::optional<Alternative>& alternative() const {
        return static_cast<BanksView*>(m_window->pane()->picture("banks"))->alternative();
    }

private slots:
    void init() { openWindow(1600, 900); }
    void cleanup() { m_window.reset(); }

    void theSwitchHasTheColourOfWhatItDoes() {
        auto* pad = m_window->header()->findChild<OnOffSwitch*>();
        QVERIFY(pad && !pad->isOn());
        const Palette& c = m_window->appearance().look().colours;
        EVENTUALLY(pixelsOf(pad, c.conflict) > 50);
        QCOMPARE(pixelsOf(pad, c.good), 0);
        press(Qt::Key_P);
        EVENTUALLY(pad->isOn() && pixelsOf(pad, c.good) > 50);
        QCOMPARE(pixelsOf(pad, c.conflict), 0);
    }

    void whatHidesWhatIsBehindItPaintsAllOfIt() {
        QVERIFY(m_window->show("warplens:matmul/06-tiled-conflicts?PAD=0&at=w0.r2"));
        QStringList hiding;
        for (const Page page : {Page::Pictures, Page::Charts}) {
            m_window->context().change([page](Exhibit& now) { now.page = page; });
            QCoreApplication::processEvents();
            for (QWidget* each : m_window->findChildren<QWidget*>()) {
                if (!each->isVisible() || !each->testAttribute(Qt::WA_OpaquePaintEvent))
                    continue;
                hiding << each->objectName();
                for (const double ratio : {1.0, 1.25, 2.0}) // eventually: what moves has come to its end
                    EVENTUALLY(paintedOn(each, Qt::magenta, ratio) == paintedOn(each, Qt::green, ratio));
            }
        }
        // The style sheet has a background for each of them and would have them painted behind.
        for (const char* name : {"tiles", "global", "banks", "timeline", "counts", "chart", "transport"})
            QVERIFY2(hiding.contains(name), name);
    }

    void whatTheSwitchWouldChangeIsSaid() {
        QVERIFY(m_window->show("warplens:matmul/06-tiled-conflicts?PAD=0&at=w0.r2"));
        press(Qt::Key_J); // the next conflict
        EVENTUALLY(alternative());
        QCOMPARE(alternative()->label, QString("with PAD on it would be"));
        QCOMPARE(alternative()->wavefrontsPerRequest, 1.0);
        press(Qt::Key_P);
        EVENTUALLY(alternative() && alternative()->label == QString("with PAD off it would be"));
        QCOMPARE(alternative()->wavefrontsPerRequest, 32.0);
    }

    void filesAreCalledWhatTheyShow() {
        QVERIFY(m_window->exporting().exportPictures(m_folder.filePath("picture.svg"), "banks"));
        QVERIFY(written("picture.svg").contains("<title>Tiled, coalesced, conflicting</title>"));
        QVERIFY(m_window->exporting().exportChart(m_folder.filePath("chart.svg"), Preset::Screen));
        const QByteArray chart = written("chart.svg");
        QVERIFY2(chart.contains("<title>Speed by stage, "), chart.left(400).constData());
        static const QRegularExpression day(QStringLiteral("NVIDIA [\\s\\S]*20[0-9]{2}-[01][0-9]-[0-3][0-9]"));
        QVERIFY2(day.match(QString::fromUtf8(chart)).hasMatch(), "where and when it was measured");
        const auto before = scene();
        press(Qt::Key_P);
        EVENTUALLY(scene() != before && m_window->pane()->state() == StagePane::State::Ready);
        QVERIFY(m_window->exporting().exportPictures(m_folder.filePath("picture.svg"), "banks"));
        QVERIFY2(written("picture.svg").contains("<title>Tiled, coalesced, conflicting, PAD on</title>"),
                 written("picture.svg").left(400).constData());
        QVERIFY(written("picture.svg").contains("modelled, compute capability 9.0, Warplens"));
    }

    // Two pictures beside each other in 85 mm were cut, and so was where they are from.
    void inAPapersColumnPicturesStandBelowOneAnother() {
        Exhibit exhibit = m_window->shown();
        for (const bool compared : {false, true}) {
            exhibit.pictures = compared ? PictureNames{"banks"} : PictureNames{"tiles", "global"};
            if (compared)
                exhibit.comparison = Comparison{"", {{"PAD", 1}}, ""};
            Look look;
            look.scale = presetScale(Preset::Paper);
            ExhibitPanes panes(m_window->context().sources, m_window->context().session.compiler(), exhibit, look);
            const Sheet sheet = panes.sheet();
            const QSize size = presetSize(Preset::Paper, sheet);
            PaintedTexts device(size);
            QPainter painter(&device);
            sheet.paint(painter, QRectF(QPointF(), size));
            painter.end();
            QString all;
            int titles = 0;
            double first = 0;
            for (const PaintedText& text : device.all()) {
                QVERIFY2(QRectF(QPointF(), size).adjusted(-1, -1, 1, 1).contains(text.box), qPrintable(text.text));
                all += text.text + ' ';
                if (text.text != "Tiles" && text.text != "Global memory" && text.text != "Shared memory banks")
                    continue;
                QVERIFY2(titles == 0 || text.box.top() > first + 100, "one below the other");
                first = text.box.top();
                ++titles;
            }
            QCOMPARE(titles, 2);
            QVERIFY2(all.contains(QStringLiteral("Warplens " WARPLENS_VERSION)), qPrintable(all));
            QVERIFY2(all.contains(compared ? "beside PAD on" : "Tiled, coalesced, conflicting"), qPrintable(all));
        }
    }

    // Pictures of a whole launch say its size themselves; "64³, block (0, 0)" had stood above them.
    void whatIsOfAWholeLaunchIsCalledOfNoBlock() {
        const Sources& sources = m_window->context().sources;
        Exhibit exhibit = m_window->shown();
        exhibit.pictures = {"why"};
        QVERIFY2(!exhibitOrigin(sources, exhibit).contains("block ("), qPrintable(exhibitOrigin(sources, exhibit)));
        QVERIFY(!exhibitOrigin(sources, exhibit).contains("64³"));
        exhibit.pictures = {"why", "tiles"};
        QVERIFY(exhibitOrigin(sources, exhibit).startsWith("64³, block (0, 0)"));
        QVERIFY(!exhibitOrigin(sources, exhibit, "why").contains("block ("));
    }

    void noPictureHasAFrameBeforeAnAudience() {
        QTest::keyClick(m_window.get(), Qt::Key_F11);
        EVENTUALLY(m_window->appearance().look().presentation);
        QWidget* first = m_window->pane()->picture(m_window->pane()->pictures().front());
        EVENTUALLY(first->isVisible() && first->height() > 100);
        first->setFocus();
        EVENTUALLY(first->hasFocus());
        QVERIFY(first->grab().toImage().pixelColor(1, first->height() / 2) !=
                m_window->appearance().look().colours.accent);
        QTest::keyClick(m_window.get(), Qt::Key_Escape);
        EVENTUALLY(!m_window->appearance().look().presentation);
    }

    // Pictures in type of 286 % have no room any more; who has chosen more than twice the size keeps it.
    void aPresentationHasLargeTypeAndRoomForPictures() {
        Appearance& appearance = m_window->appearance();
        const double begin = appearance.look().scale;
        for (const auto& [chosen, presented] : {std::pair{1.0, 20.0 / 14}, {1.6, 2.0}, {2.0, 2.0}, {2.4, 2.4}}) {
            appearance.zoom(chosen / appearance.look().scale);
            appearance.setPresenting(true);
            QCOMPARE(appearance.look().scale, presented);
            appearance.setPresenting(false);
            QCOMPARE(appearance.look().scale, chosen);
        }
        appearance.zoom(begin / appearance.look().scale);
    }

    // Beside the source of a library nothing stands, and nothing is said of it.
    void whatHasNoFiguresHasNoHeadForThem() {
        SourcePane source;
        source.resize(600, 300);
        source.setSource("library.cu", "int a;\n");
        PaintedTexts texts(QSize(600, 300));
        {
            QPainter painter(&texts);
            source.paintAt(painter, QRectF(0, 0, 600, 300));
        }
        const auto says = [&](const char* what) {
            return std::any_of(texts.all().begin(), texts.all().end(),
                               [&](const PaintedText& each) { return each.text == QLatin1String(what); });
        };
        QVERIFY(says("library.cu"));
    }

    // Where model and hardware are equal, one column could be a copy of the other.
    void theHardwaresColumnIsTheRecordings() {
        auto* counts = child<CountsView>("counts");
        EVENTUALLY(counts->text("sectors", "hardware").size() > 3);
        EVENTUALLY_EQUAL(counts->text("sectors", "model"), counts->text("sectors", "hardware"));
        Recordings& recordings = m_window->context().recordings;
        kernels::Recording other = recordings.all().front();
        other.provenance.gpu = "NVIDIA Another";
        for (kernels::RecordedCounters& each : other.counters) {
            std::map<std::string, double> metrics = each.metrics;
            for (auto& [name, value] : metrics)
                value += 7;
            each.metrics = metrics;
        }
        recordings.add(other);
        m_window->context().change([&](Exhibit& now) { now.recording = recordings.name(recordings.all().size() - 1); });
        EVENTUALLY(counts->table().hardware == "Another");
        QVERIFY(counts->text("sectors", "hardware") != counts->text("sectors", "model"));
        QVERIFY(counts->text("wavefronts", "hardware") != counts->text("wavefronts", "model"));
    }

    void urgentWorkGoesBeforeWhatRuns() {
        WorkQueue queue;
        std::atomic<int> begun = 0, ended = 0;
        std::atomic<bool> urgent = false;
        queue.post(
            "long",
            [&](std::stop_token stop) -> WorkQueue::Answer {
                if (++begun > 1) // again, when the urgent work is done
                    return [&] { ++ended; };
                while (!stop.stop_requested()) // for as long as nobody wants anything else
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                return {};
            },
            false);
        EVENTUALLY(begun == 1);
        queue.post(
            "short", [&](std::stop_token) { return [&] { urgent = true; }; }, true);
        EVENTUALLY(urgent.load());
        EVENTUALLY(ended == 1);
        QCOMPARE(begun.load(), 2);
    }

    void whatRunsIsNotDoneTwiceAndGivesWayNoMoreWhereSomebodyWaits() {
        WorkQueue queue;
        std::atomic<int> begun = 0, stopped = 0, ended = 0;
        std::atomic<bool> mayEnd = false, after = false;
        const WorkQueue::Work work = [&](std::stop_token stop) -> WorkQueue::Answer {
            ++begun;
            while (!mayEnd && !stop.stop_requested())
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            stopped += stop.stop_requested() ? 1 : 0;
            return [&] { ++ended; };
        };
        queue.post("scene", work, false);
        EVENTUALLY(begun == 1);
        queue.post("scene", work, true); // somebody waits for it now
        queue.post(
            "other", [&](std::stop_token) { return [&] { after = true; }; }, true);
        mayEnd = true;
        EVENTUALLY(after.load());
        QCOMPARE(begun.load(), 1);
        QCOMPARE(stopped.load(), 0);
        QCOMPARE(ended.load(), 1);
        queue.post("scene", work, false); // done is done: asked for again, it is done again
        EVENTUALLY(ended == 2);
    }

    void whatWasGivenUpIsBegunAnew() {
        WorkQueue queue;
        std::atomic<int> begun = 0, ended = 0;
        const WorkQueue::Work work = [&](std::stop_token stop) -> WorkQueue::Answer {
            if (++begun > 1)
                return [&] { ++ended; };
            while (!stop.stop_requested())
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            return {};
        };
        queue.post("scene", work, true);
        EVENTUALLY(begun == 1);
        queue.abandon("scene");
        queue.post("scene", work, true);
        EVENTUALLY(ended == 1);
        QCOMPARE(begun.load(), 2);
    }
};

WINDOW_TEST(readback_test, ReadbackTest)
#include "readback_test.moc"
