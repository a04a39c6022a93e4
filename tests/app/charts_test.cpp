// SPDX-License-Identifier: GPL-3.0-or-later
// The charts as widgets, driven by mouse and keys, and what is taken away of them, opened again.
#include "app/charts/axis_ticker.h"
#include "app/charts/charts_page.h"
#include "app/charts/plot_chart.h"
#include "app/export/chart_sheet.h"
#include "app/export/export_verb.h"
#include "app/export/outlines.h"
#include "app/export/sheet.h"
#include "app/paint/kept_text.h"
#include "app/paint/painted_texts.h"
#include "app/paint/speech.h"
#include "app/report/report_book.h"
#include "app/views/picture.h"
#include "kernels/catalogue/paths.h"
#include "tests/app/patience.h"
#include "tests/app/recordings.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/charts/plot_model.h"
#include "app/export/asked_plot.h"
#include "tests/app/window_tests.h"
#endif

#include <QAbstractButton>
#include <QFile>
#include <QPainter>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

using namespace warplens;
using namespace warplens::app;

class ChartsTest : public QObject {
    Q_OBJECT

    kernels::Catalogue m_catalogue = kernels::loadCatalogue(kernels::stagesDir());
    std::vector<kernels::Recording> m_recordings{tests::fullRecording(m_catalogue)};
    StageReasons m_reasons;
    std::unique_ptr<ChartsPage> m_page;

    /// A line without the room above and below its letters.
    static QRectF letters(const PaintedText& text) {
        const double cut = text.box.height() * 0.2;
        return text.box.adjusted(0, cut, 0, -cut);
    }
    PlotChart* chart() const { return m_page->chart(); }
    QWidget* axes() const { return chart()->findChild<QWidget*>(QString(), Qt::FindDirectChildrenOnly); }
    QPoint onAxes(int series, int point) const {
        return axes()->mapFrom(chart(), chart()->markAt(series, point).toPoint());
    }
    Sheet picture() const {
        Sheet picture;
        picture.title = chart()->plot().title;
        picture.background = Qt::white;
        picture.paint = [this](QPainter& painter, const QRectF& area) { chart()->paint(painter, area); };
        picture.csv = [this] { return plotCsv(chart()->plot()); };
        return picture;
    }
    static int colours(const QImage& image) {
        QSet<QRgb> seen;
        for (int y = 0; y < image.height(); y += 2)
            for (int x = 0; x < image.width(); x += 2)
                seen << image.pixel(x, y);
        return static_cast<int>(seen.size());
    }
    /// What a linear axis writes at a value.
    static QString linearMark(const PlotAxis& axis, double value) {
        QCustomPlot plot;
        plot.xAxis->setTicker(tickerOf(axis));
        plot.xAxis->setNumberFormat("g");
        plot.xAxis->setRange(value - 0.01, value + 0.01);
        plot.resize(400, 200);
        plot.replot();
        const QVector<QString> labels = plot.xAxis->tickVectorLabels();
        const auto at = plot.xAxis->tickVector().indexOf(value);
        return labels.value(at);
    }
    static QByteArray read(const QString& file) {
        QFile in(file);
        return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
    }

    static Plot roofsAlone() {
        Plot plot;
        plot.title = "roofs";
        plot.x = {"intensity", "FLOP", true};
        plot.y = {"speed", "TFLOP/s", true};
        plot.namesRoofs = true;
        return plot;
    }
    static void paintOn(QPaintDevice& device, const Plot& plot) {
        PlotChart chart;
        chart.setLook(Look());
        chart.setPlot(plot);
        QPainter painter(&device);
        chart.paint(painter, QRectF(0, 0, 900, 600));
    }
    /// Where a text that begins so is painted first.
    static QPointF beginOf(const QString& text, const Plot& plot) {
        PaintedTexts device(QSize(900, 600));
        paintOn(device, plot);
        for (const PaintedText& each : device.all())
            if (each.text.startsWith(text))
                return each.toDevice.map(each.own.bottomLeft());
        qFatal("it is not there");
    }
    static void addStageOf(Plot& plot) {
        PlotSeries stages;
        stages.name = "stages";
        stages.form = PlotSeries::Form::Dots;
        stages.points.resize(1);
        stages.points[0].x = stages.points[0].y = 10;
        plot.series.push_back(stages);
    }

private slots:
    // Text that is kept from frame to frame is what Qt paints without that, to the pixel, wherever it stands and in any font.
    void keptTextIsTheSamePixels() {
        const Look look;
        const QFont fonts[] = {look.ui(11), look.ui(14, QFont::DemiBold), look.mono(12), look.ui(12)};
        const int flags[] = {Qt::AlignLeft | Qt::AlignVCenter, Qt::AlignRight | Qt::AlignBottom, Qt::AlignCenter,
                             Qt::AlignHCenter | Qt::AlignTop | Qt::TextDontClip, Qt::AlignLeft | Qt::TextWordWrap};
        const QRectF areas[] = {{3.25, 4.5, 180.75, 22.5}, {7, 5, 61, 30}, {10.5, 2.25, 24, 9}};
        const auto painted = [&](double ratio, bool kept) {
            QImage image(QSize(1600, 760) * ratio, QImage::Format_RGB32);
            image.setDevicePixelRatio(ratio);
            image.fill(Qt::white);
            QPainter painter(&image);
            int place = 0;
            for (const QFont& font : fonts)
                for (const QString text :
                     {"lanes of warp 3", "×16", "żółć, fi ffl ", "共享内存 bank", "two\nlines", "", "שלום 12"})
                    for (int flag : flags) {
                        painter.save();
                        painter.translate(200.0 * (place % 8) + 0.25 * (place % 3), 40.0 * (place / 8));
                        painter.setFont(font);
                        painter.setPen(QColor(place, 40, 90));
                        const QRectF& area = areas[place++ % 3];
                        if (kept)
                            drawKept(painter, area, flag, text);
                        else
                            painter.drawText(area, flag, text);
                        painter.restore();
                    }
            return image;
        };
        for (double ratio : {1.0, 1.5, 2.0}) {
            const QImage plain = painted(ratio, false);
            QCOMPARE(painted(ratio, true), plain);
            QCOMPARE(painted(ratio, true), plain); // as it was kept
        }
        for (const QFont& font : fonts)
            for (const QString text : {"lanes", "×16", "lanes"})
                QCOMPARE(keptAdvance(font, text), QFontMetrics(font).horizontalAdvance(text));
    }

    void initTestCase() {
        loadFonts();
        // Of two stages, at a size that takes no time.
        PlotRequest request;
        request.catalogue = &m_catalogue;
        request.recordings = &m_recordings;
        request.current = 0;
        request.track = "matmul";
        request.size = {256, 256, 256};
        const Sources sources(m_catalogue);
        for (const StagePick& pick : limitedStages(request))
            if (pick.stage->id == "matmul/07-tiled" || pick.stage->id == "matmul/02-naive")
                m_reasons[{pick.stage->id, kernels::variantText(pick.parameters)}] = std::make_shared<const Reason>(
                    reasonOf(kernels::StageCompiler(), pickedReason(sources, request, pick)));
    }
    void init() {
        m_page = std::make_unique<ChartsPage>();
        m_page->setCatalogue(&m_catalogue);
        m_page->setRecordings(&m_recordings, 0);
        m_page->setTrack("matmul");
        m_page->setSize({4096, 4096, 4096});
        m_page->setReasons(m_reasons, nullptr);
        m_page->setLook(Look{});
        m_page->resize(1100, 600);
        m_page->refresh();
        connect(m_page.get(), &ChartsPage::kindChosen, m_page.get(), &ChartsPage::setKind); // as the window does
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
        QTest::qWait(20);
    }

    void everyKindIsReachedByMouseAndKeys() {
        for (const PlotKind& kind : plotKinds()) {
            auto* button = m_page->findChild<QAbstractButton*>(QStringLiteral("chart-") + kind.name);
            QVERIFY(button);
            QVERIFY(!button->accessibleName().isEmpty());
            auto* topic = m_page->findChild<QAbstractButton*>(QStringLiteral("topic-") + kind.topic);
            if (!button->isVisible())
                QTest::mouseClick(topic, Qt::LeftButton);
            QVERIFY(topic->isChecked());
            QVERIFY(m_page->rect().contains(button->geometry()));
            QTest::mouseClick(button, Qt::LeftButton);
            QCOMPARE(m_page->kind(), QString(kind.name));
            QCOMPARE(chart()->plot().kind, QString(kind.name));
        }
        auto* last = m_page->findChild<QAbstractButton*>(QStringLiteral("chart-") + plotKinds().back().name);
        QTest::keyClick(last, Qt::Key_Right);
        QCOMPARE(m_page->kind(), QString("stages"));
        QVERIFY(!m_page->setKind("pie"));
    }

    // What is seen after the chart was resized is what fits its new size.
    void aResizedChartIsPaintedAnew() {
        m_page->setKind("stages");
        for (const QSize& size : {QSize(500, 320), QSize(500, 420), QSize(420, 300)}) {
            PlotChart one;
            one.setLook(Look{});
            one.setPlot(chart()->plot());
            one.resize(460, 260);
            one.show();
            QVERIFY(QTest::qWaitForWindowExposed(&one));
            QTest::qWait(20);
            one.resize(size);
            QTest::qWait(50);
            const QImage seen = one.grab().toImage();
            one.findChild<QCustomPlot*>()->replot();
            QVERIFY(one.grab().toImage() == seen);
        }
    }

    // On a logarithmic axis a bar's length depends on where it begins, and on any where it begins elsewhere than at zero.
    void everyChartOfBarsSaysWhereTheyBegin() {
        int logarithmic = 0, others = 0;
        for (const PlotKind& kind : plotKinds()) {
            m_page->setKind(kind.name);
            QTest::qWait(20);
            const Plot& plot = chart()->seen();
            if (!plot.hasBars() || plot.empty())
                continue;
            auto* drawn = chart()->findChild<QCustomPlot*>();
            const auto said = [&] { return drawn->xAxis->label(); };
            const auto begin = [&] {
                return QStringLiteral("%1, bars begin at %2")
                    .arg(plot.y.text(), plotNumber(chart()->valueRange().first));
            };
            for (int i = 0; i < drawn->plottableCount(); ++i)
                if (const auto* bar = qobject_cast<QCPBars*>(drawn->plottable(i)))
                    QVERIFY2(bar->baseValue() == 0 || !plot.stacks.isEmpty(), kind.name); // cut off at the axis
            ++(plot.y.logarithmic ? logarithmic : others);
            if (plot.y.logarithmic) {
                QVERIFY(chart()->valueRange().first > 0);
                QCOMPARE(said(), begin());
            } else {
                QCOMPARE(chart()->valueRange().first, 0.0);
                QCOMPARE(said(), plot.y.text());
            }
            const double before = chart()->valueRange().first;
            chart()->setFocus();
            QTest::keyClick(chart(), Qt::Key_Plus);
            QVERIFY2(chart()->valueRange().first > before, kind.name);
            QCOMPARE(said(), begin());
            QTest::keyClick(chart(), Qt::Key_0);
            QCOMPARE(chart()->valueRange().first, before);
            QCOMPARE(said(), plot.y.logarithmic ? begin() : plot.y.text());
        }
        QVERIFY2(logarithmic >= 4, qPrintable(QString::number(logarithmic)));
        QVERIFY2(others >= 3, qPrintable(QString::number(others)));
    }

    void hoverTellsTheExactValue() {
        QTest::mouseMove(axes(), onAxes(0, 1));
        EVENTUALLY_EQUAL(QToolTip::text(), chart()->plot().series[0].points[1].tip);
        QVERIFY(QToolTip::text().contains("TFLOP/s"));
    }

    void clickGoesToTheStage() {
        for (const char* kind : {"stages", "sizes", "roofline"}) {
            m_page->setKind(kind);
            QTest::qWait(20);
            QSignalSpy spy(m_page.get(), &ChartsPage::chosen);
            const PlotPoint& point = chart()->plot().series[0].points[0];
            QTest::mouseClick(axes(), Qt::LeftButton, {}, onAxes(0, 0));
            QCOMPARE(spy.count(), 1);
            QCOMPARE(spy[0][0].toString(), point.stage);
            QCOMPARE(spy[0][1].toString(), point.variant);
        }
    }

    void wheelZoomsDragPansDoubleClickResets() {
        m_page->setKind("sizes");
        QTest::qWait(20);
        const auto whole = chart()->valueRange();
        const QPoint middle = axes()->rect().center();
        QWheelEvent wheel(middle, axes()->mapToGlobal(middle), {}, {0, 240}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(axes(), &wheel);
        const auto zoomed = chart()->valueRange();
        QVERIFY(zoomed.second / zoomed.first < whole.second / whole.first);
        QSignalSpy spy(m_page.get(), &ChartsPage::chosen);
        QTest::mousePress(axes(), Qt::LeftButton, {}, middle);
        QTest::mouseMove(axes(), middle + QPoint(0, 40));
        QTest::mouseMove(axes(), middle + QPoint(0, 80));
        QTest::mouseRelease(axes(), Qt::LeftButton, {}, middle + QPoint(0, 80));
        QCOMPARE(spy.count(), 0);
        const auto panned = chart()->valueRange();
        QVERIFY(panned.first > zoomed.first);
        QTest::mouseDClick(axes(), Qt::LeftButton, {}, QPoint(axes()->width() - 30, 20));
        QCOMPARE(chart()->valueRange(), whole);
    }

    void legendTogglesSeries() {
        m_page->setKind("times");
        const QPoint name = chart()->legendAt(2).center().toPoint();
        QVERIFY(chart()->shows(2));
        QTest::mouseClick(chart(), Qt::LeftButton, {}, name);
        QVERIFY(!chart()->shows(2));
        QTest::keyClick(chart(), Qt::Key_3);
        QVERIFY(chart()->shows(2));
        // What was hidden was of that chart: the series of the same number in another one is another.
        QTest::keyClick(chart(), Qt::Key_3);
        QVERIFY(!chart()->shows(2));
        m_page->setKind("sizes");
        QVERIFY(chart()->shows(2));
    }

    void linesAreNamedWhereTheyEnd() {
        m_page->setKind("sizes");
        QTest::qWait(50);
        const auto& series = chart()->plot().series;
        QVERIFY(series.size() > 20);
        const double right = axes()->geometry().right();
        double before = 0;
        std::vector<std::pair<double, double>> ends; // of the lines, and their names
        for (size_t i = 0; i < series.size(); ++i) {
            const auto number = static_cast<int>(i);
            const QRectF name = chart()->legendAt(number);
            const QPointF end = chart()->markAt(number, static_cast<int>(series[i].points.size()) - 1);
            QVERIFY2(name.left() > end.x() && name.right() <= right + 1, qPrintable(series[i].name));
            ends.emplace_back(end.y(), name.center().y());
        }
        std::sort(ends.begin(), ends.end());
        for (const auto& [end, name] : ends) {
            QVERIFY(name - before >= 12); // none covers another
            before = name;
        }
        QTest::mouseClick(axes(), Qt::LeftButton, {}, chart()->legendAt(2).center().toPoint() - axes()->pos());
        QVERIFY(!chart()->shows(2));
        QTest::qWait(50);
        QTest::mouseClick(axes(), Qt::LeftButton, {}, chart()->legendAt(2).center().toPoint() - axes()->pos());
        QVERIFY(chart()->shows(2));
    }

    void aSmallChartHasALegend() {
        m_page->setKind("sizes");
        const Plot plot = chart()->plot();
        PlotChart small;
        small.resize(420, 400);
        small.setPlot(plot);
        small.show();
        QTest::qWait(50);
        const auto* inside = small.findChild<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
        for (size_t i = 0; i < plot.series.size(); ++i)
            QVERIFY(chart()->legendAt(static_cast<int>(i)).isValid() &&
                    small.legendAt(static_cast<int>(i)).bottom() <= inside->geometry().top() + 1);
    }

    void marksOfANarrowChartDoNotTouch() {
        Plot plot;
        plot.kind = QStringLiteral("stages");
        plot.title = QStringLiteral("Speed");
        plot.y = {QStringLiteral("speed of the data"), QStringLiteral("GB/s"), false};
        plot.categories = {QStringLiteral("… threads 512, host adds on"), QStringLiteral("CUB")};
        PlotSeries bars;
        bars.name = QStringLiteral("stages");
        bars.points.resize(2);
        bars.points[1].x = 1;
        for (const int width : {260, 300, 420}) {
            PlotChart narrow;
            narrow.resize(width, 200);
            narrow.show();
            QVERIFY(QTest::qWaitForWindowExposed(&narrow));
            for (double most = 3000; most < 9000; most += 700) {
                bars.points[0].y = bars.points[1].y = most;
                plot.series = {bars};
                narrow.setPlot(plot);
                auto* axes = narrow.findChild<QCustomPlot*>();
                axes->replot();
                const QCPAxis* axis = axes->xAxis;
                const QFontMetricsF metrics(axis->tickLabelFont());
                const QVector<double> at = axis->tickVector();
                const QVector<QString> labels = axis->tickVectorLabels();
                QVERIFY(at.size() >= 2);
                for (qsizetype i = 1; i < at.size(); ++i) {
                    const double room = axis->coordToPixel(at[i]) - axis->coordToPixel(at[i - 1]);
                    const double needed =
                        (metrics.horizontalAdvance(labels[i]) + metrics.horizontalAdvance(labels[i - 1])) / 2;
                    QVERIFY2(room > needed + 2, qPrintable(QStringLiteral("%1 wide, up to %2: %3 has %4 of %5")
                                                               .arg(width)
                                                               .arg(most)
                                                               .arg(labels[i])
                                                               .arg(room)
                                                               .arg(needed)));
                }
            }
        }
    }

    void aNarrowChartIsAsTallAsItsNames() {
        m_page->setKind("sizes");
        PlotChart narrow;
        narrow.setPlot(chart()->plot());
        narrow.resize(420, narrow.heightFor(420));
        QVERIFY(narrow.height() > 420 * 0.8);
        narrow.show();
        QTest::qWait(50);
        const auto last = static_cast<int>(chart()->plot().series[0].points.size()) - 1;
        QVERIFY(narrow.legendAt(0).left() > narrow.markAt(0, last).x());
    }

    void keysWalkAlongTheMarks() {
        QSignalSpy spy(m_page.get(), &ChartsPage::chosen);
        QTest::keyClick(chart(), Qt::Key_Right);
        QTest::keyClick(chart(), Qt::Key_Right);
        QCOMPARE(chart()->accessibleDescription(), chart()->plot().series[0].points[1].tip);
        QTest::keyClick(chart(), Qt::Key_Return);
        QCOMPARE(spy.count(), 1);
        QCOMPARE(spy[0][0].toString(), chart()->plot().series[0].points[1].stage);
    }

    void manyBarsKeepTheirRows() {
        Plot plot = chart()->plot();
        const PlotPoint one = plot.series[0].points[0];
        for (int i = static_cast<int>(plot.categories.size()); i < 24; ++i) {
            plot.categories << QStringLiteral("A stage with quite a long name %1").arg(i);
            PlotPoint point = one;
            point.x = i;
            point.stage = QString::number(i);
            plot.series[0].points.push_back(point);
        }
        chart()->setPlot(plot);
        QTest::qWait(20);
        for (size_t i = 1; i < plot.series[0].points.size(); ++i) {
            const QPointF before = chart()->markAt(0, static_cast<int>(i) - 1);
            const QPointF at = chart()->markAt(0, static_cast<int>(i));
            QVERIFY(at.y() - before.y() >= 10);
            QVERIFY(chart()->rect().contains(at.toPoint()));
        }
    }

    void filesAreOpenedAgain() {
        const QTemporaryDir folder;
        for (const PlotKind& kind : plotKinds()) {
            m_page->setKind(kind.name);
            SheetFormat format;
            format.ratio = 2;
            const QString base = folder.filePath(kind.name);
            writeSheet(picture(), format, base + ".png");
            const QImage png(base + ".png");
            QCOMPARE(png.size(), format.size * 2);
            QVERIFY(colours(png) > 8);
            writeSheet(picture(), format, base + ".svg");
            QSvgRenderer svg(base + ".svg");
            QVERIFY(svg.isValid());
            QImage drawn(format.size, QImage::Format_ARGB32);
            drawn.fill(Qt::white);
            QPainter painter(&drawn);
            svg.render(&painter);
            painter.end();
            QVERIFY(colours(drawn) > 8);
            QVERIFY(!read(base + ".svg").contains("<image")); // vectors only
            writeSheet(picture(), format, base + ".pdf");
            const QByteArray pdf = read(base + ".pdf");
            QVERIFY(pdf.startsWith("%PDF"));
            QVERIFY(pdf.contains("/FontFile"));
            QVERIFY(!pdf.contains("/Subtype /Image"));
            writeSheet(picture(), format, base + ".csv");
            QVERIFY(read(base + ".csv").contains(chart()->plot().y.text().toUtf8()));
        }
    }

    void transparentPicturesHaveNoBackground() {
        SheetFormat format;
        QCOMPARE(qAlpha(sheetImage(picture(), format).pixel(2, 2)), 255);
        format.transparent = true;
        const QImage image = sheetImage(picture(), format);
        QCOMPARE(qAlpha(image.pixel(2, 2)), 0);
        QVERIFY(colours(image) > 8);
    }

    void badPathsAreSaidAndLeaveNothing() {
        QVERIFY_EXCEPTION_THROWN(writeSheet(picture(), {}, "/no/such/folder/chart.png"), ExportError);
        const QTemporaryDir folder;
        QVERIFY_EXCEPTION_THROWN(writeSheet(picture(), {}, folder.filePath("chart.xyz")), ExportError);
        QVERIFY(!QFile::exists(folder.filePath("chart.xyz")));
    }

    void presetsHaveTheirWidth() {
        QCOMPARE(presetSize(Preset::Paper).width(), static_cast<int>(std::lround(85 / 25.4 * 96)));
        const QSize slide = presetSize(Preset::Slide);
        QCOMPARE(slide.width() * 9, slide.height() * 16);
    }

    // Sectors were as long as two pages, with the date cut off.
    void aPaperColumnHasItsWordsAndFitsThePage() {
        const QTemporaryDir folder;
        const auto quiet = [](const QString&) {};
        for (const char* kind : {"sectors", "wavefronts", "stages", "speedup"}) {
            const QString picture = folder.filePath("a.png"), words = folder.filePath("a.svg");
            for (const QString& file : {picture, words})
                QCOMPARE(exportVerb({"warplens", "export", kind, "--out", file, "--preset", "paper", "--scale", "1"},
                                    quiet, quiet),
                         0);
            const QImage image(picture);
            QVERIFY2(image.height() <= 840, qPrintable(QStringLiteral("%1: %2").arg(kind).arg(image.height())));
            // The head is whole, and so are the names of stages as they are by themselves.
            const QByteArray text = read(words);
            QVERIFY2(!text.contains("…"), text.constData());
            QVERIFY2(text.contains("NVIDIA H200"), kind);
            static const QRegularExpression day(QStringLiteral("20[0-9]{2}-[01][0-9]-[0-3][0-9]"));
            QVERIFY2(day.match(QString::fromUtf8(text)).hasMatch(), "the date is there, and whole");
        }
    }

    // Ticks of a paper column lay on each other.
    void noWordsOfAFileLieOnOthers() {
        QStringList wrong;
        size_t seen = 0;
        for (const PlotKind& kind : plotKinds())
            for (const Preset preset : {Preset::Screen, Preset::Paper, Preset::Slide}) {
                m_page->setKind(kind.name);
                const ChartSheet sheet(chart()->plot(), Look{}, preset);
                PaintedTexts device(sheet.format.size);
                QPainter painter(&device);
                sheet.sheet.paint(painter, QRectF(QPointF(0, 0), sheet.format.size));
                painter.end();
                std::vector<PaintedText> all = device.all();
                std::erase_if(all, [](const PaintedText& text) { return text.toDevice.isRotating(); });
                seen += all.size();
                for (size_t i = 0; i < all.size(); ++i)
                    for (size_t j = 0; j < i; ++j)
                        if (const QRectF both = letters(all[i]) & letters(all[j]);
                            both.width() > 1 && both.height() > 1)
                            wrong << QStringLiteral("%1, preset %2: \"%3\" lies on \"%4\"")
                                         .arg(kind.name)
                                         .arg(static_cast<int>(preset))
                                         .arg(all[i].text, all[j].text);
            }
        QVERIFY(seen > 1000);
        QVERIFY2(wrong.empty(), qPrintable(wrong.join('\n')));
    }

    // Of sixty rows on a slide some have a name: it lies on no other, and is not "… TILE 16" of one that is left out.
    void namesOfManyRowsStandForThemselves() {
        Plot plot = chart()->plot();
        const PlotPoint one = plot.series[0].points[0];
        plot.series.erase(plot.series.begin() + 1, plot.series.end());
        plot.series[0].points.clear();
        plot.categories.clear();
        for (int i = 0; i < 64; ++i) {
            plot.categories << QStringLiteral("Stage %1, TILE %2").arg(i / 4).arg(i % 4);
            PlotPoint point = one;
            point.x = i;
            point.stage = QString::number(i / 4);
            plot.series[0].points.push_back(point);
        }
        const ChartSheet sheet(plot, Look{}, Preset::Slide);
        PaintedTexts device(sheet.format.size);
        QPainter painter(&device);
        sheet.sheet.paint(painter, QRectF(QPointF(0, 0), sheet.format.size));
        painter.end();
        std::vector<PaintedText> names;
        for (const PaintedText& text : device.all())
            if (text.text.contains(QStringLiteral("TILE")))
                names.push_back(text);
        QVERIFY2(names.size() > 10 && names.size() < 64, qPrintable(QString::number(names.size())));
        for (size_t i = 0; i < names.size(); ++i) {
            QVERIFY2(names[i].text.startsWith(QStringLiteral("Stage ")), qPrintable(names[i].text));
            for (size_t j = 0; j < i; ++j)
                QVERIFY2((letters(names[i]) & letters(names[j])).height() <= 1, qPrintable(names[i].text));
        }
    }

    void verbWritesFilesAndExplainsErrors() {
        const QTemporaryDir folder;
        QStringList said, complained;
        const auto verb = [&](QStringList words) {
            said.clear();
            complained.clear();
            return exportVerb(
                QStringList{"warplens", "export"} + words, [&](const QString& line) { said << line; },
                [&](const QString& line) { complained << line; });
        };
        QCOMPARE(verb({"--list"}), 0);
        QCOMPARE(said.size(), static_cast<qsizetype>(plotKinds().size() + pictureKinds().size() + 2));
        QVERIFY(said.last().contains("--cold"));
        const QString file = folder.filePath("a.pdf");
        QCOMPARE(verb({"roofline", "--out", file, "--preset", "paper", "--theme", "light", "--size", "512"}), 0);
        QVERIFY(read(file).startsWith("%PDF"));
        const QString lanes = folder.filePath("warp.svg");
        QCOMPARE(verb({"warp", "matmul/06-tiled-conflicts", "--out", lanes}), 0);
        QVERIFY2(read(lanes).contains("\nwavefront\n") || read(lanes).contains("\nwf\n"), "its columns are words");
        const QString cold = folder.filePath("cold.csv"), warm = folder.filePath("warm.csv");
        QCOMPARE(verb({"stages", "--out", warm, "--size", "1024"}), 0);
        QCOMPARE(verb({"stages", "--out", cold, "--size", "1024", "--cold"}), 0);
        QVERIFY(read(cold).contains("L2 flushed") && !read(warm).contains("L2 flushed"));
        QCOMPARE(verb({"pie", "--out", file}), 2);
        QVERIFY(complained.value(0).contains("roofline"));
        QCOMPARE(verb({"stages"}), 2);
        QVERIFY(complained.value(0).contains("--out"));
        QCOMPARE(verb({"stages", "--out", folder.filePath("a.doc")}), 2);
        QVERIFY(complained.value(0).contains(".png"));
        QCOMPARE(verb({"tiles", "matmul/99-none", "--out", file}), 2);
        QVERIFY(complained.value(0).contains("matmul/07-tiled"));
        QCOMPARE(verb({"stages", "--out", file, "--preset", "poster"}), 2);
        QVERIFY(complained.value(0).contains("slide"));
        QCOMPARE(verb({"stages", "matmul/07-tiled", "--out", file, "-D", "TILE"}), 2);
        QVERIFY(complained.value(0).contains("TILE=1 is not possible"));
        QCOMPARE(verb({"stages", "matmul/07-tiled", "--out", file, "-D", "=3"}), 2);
        QVERIFY(complained.value(0).contains("NAME=VALUE"));
        QCOMPARE(verb({"stages", "--out", file, "--recording", "a.json", "--recording", "b.json"}), 2);
        QCOMPARE(complained.value(0),
                 QStringLiteral("--recording has two values, 'a.json' and 'b.json': leave out one of them"));
    }

    static Plot bars(int count, int current) {
        Plot plot;
        plot.kind = "bars";
        plot.legend = false;
        PlotSeries& series = plot.series.emplace_back();
        for (int i = 0; i < count; ++i) {
            plot.categories << QStringLiteral("stage %1").arg(i);
            PlotPoint& point = series.points.emplace_back();
            point.x = i;
            point.y = i + 1;
            point.stage = QString::number(i);
            point.current = i == current;
        }
        return plot;
    }
    static QStringList stagesSeen(const PlotChart& chart) { // the bars from top to bottom
        QStringList stages;
        for (int y = 0; y < chart.height(); ++y)
            if (const QString stage = chart.stageAt({chart.width() / 2, y}).first;
                !stage.isEmpty() && !stages.contains(stage))
                stages << stage;
        return stages;
    }
    static void turn(PlotChart& chart, int degrees, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        auto* inside = chart.findChild<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
        const QPoint middle = inside->rect().center();
        QWheelEvent wheel(middle, inside->mapToGlobal(QPointF(middle)), {}, {0, degrees}, Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(inside, &wheel);
        QTest::qWait(20);
    }

    void aSmallChartShowsTheNeighboursAndTheWheelTheOthers() {
        PlotChart chart;
        chart.setLook(Look{});
        chart.setPlot(bars(20, 12));
        chart.resize(260, 240);
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        QTest::qWait(20);
        const QStringList first = stagesSeen(chart);
        QVERIFY2(first.contains("12") && !first.contains("0") && !first.contains("19"), qPrintable(first.join(' ')));
        const auto range = chart.valueRange();
        for (int i = 0; i < 10; ++i)
            turn(chart, -120);
        QVERIFY2(stagesSeen(chart).contains("19") && !stagesSeen(chart).contains("10"),
                 qPrintable(stagesSeen(chart).join(' ')));
        QCOMPARE(chart.valueRange(), range); // it has not zoomed
        turn(chart, 120, Qt::ControlModifier);
        QVERIFY(chart.valueRange() != range);
        chart.setPlot(bars(20, 3)); // another one is shown: it is in sight
        QTest::qWait(20);
        QVERIFY2(stagesSeen(chart).contains("3"), qPrintable(stagesSeen(chart).join(' ')));
        chart.resize(260, 700);
        QTest::qWait(20);
        QVERIFY2(stagesSeen(chart).contains("0") && stagesSeen(chart).contains("19"),
                 qPrintable(stagesSeen(chart).join(' ')));
    }

    // Sixty rows of two bars were lines without figures, and every third had a name.
    void manyVariantsAreReadable() {
        m_page->resize(1050, 560);
        m_page->setCurrent("matmul/06-tiled-conflicts", {{"TILE", 32}, {"PAD", 1}});
        m_page->setCountedSize({512, 512, 512});
        m_page->setKind("sectors"); // as ncu has counted them
        m_page->refresh();
        QTest::qWait(20);
        const qsizetype all = chart()->plot().categories.size(), few = chart()->seen().categories.size();
        QVERIFY2(all > 40 && few < all, qPrintable(QStringLiteral("%1 of %2").arg(few).arg(all)));
        std::map<QString, int> rows; // by stage
        for (const PlotPoint& point : chart()->seen().series[0].points)
            ++rows[point.stage];
        for (const auto& [stage, count] : rows)
            QVERIFY2(count == 1 || stage == "matmul/06-tiled-conflicts", qPrintable(stage));
        QVERIFY(rows["matmul/06-tiled-conflicts"] > 1);
        QVERIFY(chart()->seesRow(chart()->seen().currentRow()));
        const auto heightOf = [&](int row) { return chart()->markAt(0, row + 1).y() - chart()->markAt(0, row).y(); };
        QVERIFY(heightOf(chart()->seen().currentRow()) >= 11);
        auto* every = m_page->findChild<QAbstractButton*>("every-variant");
        QVERIFY(every->isVisible());
        QTest::mouseClick(every, Qt::LeftButton);
        QTest::qWait(20);
        QCOMPARE(chart()->seen().categories.size(), all);
        QVERIFY(heightOf(chart()->seen().currentRow()) >= 11);
        QVERIFY(chart()->seesRow(chart()->seen().currentRow()));
        m_page->setKind("stages"); // which has a row for each stage
        QVERIFY(!every->isVisible());
    }

    // Three rows of buttons were above the chart.
    void theButtonsStandInOneRow() {
        m_page->resize(1020, 560);
        for (const PlotKind& kind : plotKinds()) {
            m_page->setKind(kind.name);
            QTest::qWait(5);
            QSet<int> rows;
            int shown = 0;
            for (const QAbstractButton* button : m_page->findChildren<QAbstractButton*>())
                if (button->isVisible() && button->objectName() != "flushed" &&
                    button->objectName() != "every-variant") {
                    rows << button->geometry().center().y();
                    ++shown;
                    QVERIFY2(m_page->rect().contains(button->geometry()), qPrintable(button->text()));
                }
            QCOMPARE(rows.size(), 1);
            QVERIFY(shown >= static_cast<int>(plotTopics().size()) + 4);
        }
    }

    // "…slides of a GPU course" ran under the button that flushes L2.
    void theHeadEndsBeforeTheButtons() {
        auto* button = m_page->findChild<QAbstractButton*>("flushed");
        auto* chart = m_page->findChild<PlotChart*>();
        m_page->resize(760, 560);
        m_page->setKind("speedup");
        Plot plot = bars(3, 0);
        plot.origin = "a sentence that tells where all of this is from, which GPU, which driver, which day, and who "
                      "has quoted it from where";
        chart->setPlot(plot);
        QTest::qWait(5);
        const QRectF corner(chart->mapFromParent(button->pos()), button->size());
        PaintedTexts device(chart->size());
        QPainter painter(&device);
        chart->paintInSight(painter);
        painter.end();
        int lines = 0;
        for (const PaintedText& text : device.all()) {
            QVERIFY2(!text.box.intersects(corner), qPrintable(text.text));
            QVERIFY2(!text.text.startsWith(' '), qPrintable(text.text)); // a line begins where the one above does
            lines += plot.origin.contains(text.text) && text.text.size() >= 10 ? 1 : 0;
        }
        QCOMPARE(lines, 2);
    }

    // "▴ 7 more" crossed the axis in large type, where the names of rows are narrower.
    void whatIsNotSeenIsToldBesideTheAxis() {
        for (const double scale : {1.0, 1.5, 2.0}) {
            PlotChart chart;
            Look look;
            look.scale = scale;
            chart.setLook(look);
            Plot plot = bars(40, 20);
            for (int i = 0; i < 40; ++i)
                plot.categories[i] = QString::number(i);
            chart.setPlot(plot);
            chart.resize(static_cast<int>(300 * scale), static_cast<int>(260 * scale));
            chart.show();
            QVERIFY(QTest::qWaitForWindowExposed(&chart));
            QTest::qWait(20);
            PaintedTexts device(chart.size());
            QPainter painter(&device);
            chart.paintInSight(painter);
            painter.end();
            const auto* axes = chart.findChild<QCustomPlot*>();
            const double line = axes->mapTo(&chart, QPoint(axes->axisRect()->left(), 0)).x();
            int told = 0;
            for (const PaintedText& text : device.all())
                if (text.text.endsWith(QStringLiteral(" more"))) {
                    ++told;
                    QVERIFY2(text.box.right() <= line,
                             qPrintable(QStringLiteral("%1 ends at %2, the axis is at %3, scale %4")
                                            .arg(text.text)
                                            .arg(text.box.right())
                                            .arg(line)
                                            .arg(scale)));
                }
            QCOMPARE(told, 2);
        }
    }

    // 98.6 stood on the dashed line of 100.
    void noFigureStandsOnACeiling() {
        Plot plot = bars(3, 0);
        plot.series[0].points[1].y = 98.6;
        PlotSeries& whole = plot.series.emplace_back();
        whole.form = PlotSeries::Form::Ceiling;
        whole.name = "all";
        whole.points.emplace_back().y = 100;
        PlotChart chart;
        chart.setLook(Look{});
        chart.setPlot(plot);
        chart.resize(600, 300);
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        QTest::qWait(20);
        for (const auto& [from, to] : chart.figures())
            QVERIFY2(to < chart.markAt(1, 0).x() || from > chart.markAt(1, 0).x(),
                     qPrintable(QStringLiteral("%1 to %2, ceiling %3").arg(from).arg(to).arg(chart.markAt(1, 0).x())));
        QCOMPARE(chart.figures().size(), size_t(3));
    }

    void marksHaveTheDecimalPointOfTheLanguage() {
        speak(tongue::Language::Polish);
        const QString small = markText(0.05), smaller = scientific(3.69e-6, 2), large = markText(1e4);
        PlotAxis axis;
        const QString linear = linearMark(axis, 0.5);
        axis.step = 0.5;
        const QString stepped = linearMark(axis, 1.5);
        speak(tongue::Language::English);
        QCOMPARE(small, QString("0,05"));
        QVERIFY2(smaller.startsWith("3,69"), qPrintable(smaller));
        QVERIFY(!large.contains(','));
        QCOMPARE(linear, QString("0,5"));
        QCOMPARE(stepped, QString("1,5"));
        QCOMPARE(markText(0.05), QString("0.05"));
        QCOMPARE(linearMark(axis, 1.5), QString("1.5"));
    }

    // An English paragraph stood above the bars.
    void aQuotedSourceIsNamedInShort() {
        m_recordings.push_back(kernels::loadRecording(kernels::resourcesDir() / "recordings" / "quoted-rtx-4070.json"));
        m_page->setRecordings(&m_recordings, 0);
        m_page->setKind("share");
        m_page->refresh();
        const Plot plot = chart()->plot();
        m_recordings.pop_back();
        m_page->setRecordings(&m_recordings, 0);
        m_page->refresh();
        QVERIFY2(plot.origin.contains("quoted from slides of a GPU course") && plot.origin.size() < 160,
                 qPrintable(plot.origin));
        QVERIFY(plotCsv(plot).contains("GPU4 to GPU8 are the tiled kernels"));
    }

    // The last rows of a tall chart were below the end of the page.
    void aReportCutsNoChart() {
        ReportBook book;
        book.beginTrack("T");
        Plot tall;
        tall.title = "tall";
        tall.y = {"speed", "%"};
        for (int row = 0; row < 60; ++row)
            tall.categories << QStringLiteral("row %1").arg(row);
        for (const char* name : {"a", "b", "c"}) {
            PlotSeries series;
            series.name = name;
            series.form = PlotSeries::Form::Bars;
            for (int row = 0; row < 60; ++row)
                series.points.push_back(
                    {static_cast<double>(row), 1.0 + row, 0, 0, {}, QStringLiteral("s/%1").arg(row), {}, true});
            tall.series.push_back(series);
        }
        book.addCharts({tall});
        std::vector<Plot> more{tall};
        tall.series.resize(1);
        more.insert(more.end(), {tall, tall, tall});
        book.addCharts(more);
        QVERIFY2(book.lowest() <= 1123 - 53, qPrintable(QString::number(book.lowest())));
        QVERIFY2(book.lowest() > 900 && book.pages() >= 2, qPrintable(QString::number(book.lowest())));
    }

    // Turned with the words a square was a diamond, which is another memory's.
    void theMarkOfARoofStandsUpright() {
        struct Rects : TextListener {
            using TextListener::drawPolygon;

            using TextListener::TextListener;
            void note(const QRectF& rect) {
                if (rect.width() > 3 && rect.width() < 15 && std::abs(rect.width() - rect.height()) < 0.01) {
                    squares.push_back(painter()->combinedTransform().mapRect(rect));
                    turned += painter()->combinedTransform().type() > QTransform::TxScale;
                }
            }
            void drawRects(const QRectF* rects, int count) override {
                for (int i = 0; i < count; ++i)
                    note(rects[i]);
            }
            void drawPath(const QPainterPath& path) override { note(path.boundingRect()); }
            void drawPolygon(const QPointF* points, int count, PolygonDrawMode) override {
                note(QPolygonF(QList<QPointF>(points, points + count)).boundingRect());
            }
            std::vector<QRectF> squares;
            int turned = 0;
        };
        struct Device : PaintedTexts {
            explicit Device(const QSize& size)
                : PaintedTexts(size) {
                auto engine = std::make_unique<Rects>(noted());
                rects = engine.get();
                setEngine(std::move(engine));
            }
            Rects* rects;
        };
        Plot plot = roofsAlone();
        PlotSeries roof;
        roof.name = "L2 8 TB/s, measured";
        roof.form = PlotSeries::Form::Ceiling;
        roof.level = PlotLevel{"L2", PlotTone::Total, false, {}};
        roof.points.resize(2);
        roof.points[0].x = roof.points[0].y = 1;
        roof.points[1].x = roof.points[1].y = 100;
        plot.series.push_back(roof);
        addStageOf(plot);
        Device device(QSize(900, 600));
        paintOn(device, plot);
        const auto words = std::find_if(device.all().begin(), device.all().end(),
                                        [&](const PaintedText& each) { return each.text == roof.name; });
        QVERIFY(words != device.all().end());
        QVERIFY2(words->toDevice.type() == QTransform::TxRotate, "they lie along the roof");
        QCOMPARE(device.rects->turned, 0);
        const auto& squares = device.rects->squares;
        QVERIFY2(std::any_of(squares.begin(), squares.end(),
                             [&](const QRectF& each) {
                                 const QPointF first = words->toDevice.map(words->own.bottomLeft());
                                 return QLineF(each.center(), first).length() < 30;
                             }),
                 "it stands before them");
    }

    // The slowest stage's mark stood in the middle of "L2 5.7 TB/s".
    void noPointLiesOnARoofsName() {
        PlotSeries roof;
        roof.name = "L2 8 TB/s, measured";
        roof.form = PlotSeries::Form::Ceiling;
        roof.points.resize(2);
        roof.points[0].x = roof.points[0].y = 1;
        roof.points[1].x = roof.points[1].y = 100;
        // Where its words begin when a stage is as far along the roof, in decades, and as far below it.
        const auto begins = [&](double along, double below) {
            Plot plot = roofsAlone();
            plot.series.push_back(roof);
            for (const auto& [x, y] :
                 {std::pair{1.0, 0.1}, {90.0, 10.0}, {std::pow(10, along), std::pow(10, along) / below}}) {
                addStageOf(plot); // the first two, so that the axes are the same each time
                plot.series.back().points[0].x = x;
                plot.series.back().points[0].y = y;
            }
            return beginOf(roof.name, plot);
        };
        const QPointF usual = begins(1.9, 1.0);
        QCOMPARE(begins(0.1, 5.0), usual); // well below
        const QPointF aside = begins(0.0, 1.0);
        QVERIFY2(QLineF(aside, usual).length() > 5, qPrintable(QString::number(QLineF(aside, usual).length())));
        QVERIFY2(aside.x() > usual.x() && aside.y() < usual.y(), "along the roof");
        QVERIFY2(begins(0.2, 1.0).x() > aside.x(), "behind it");
    }

    // "DRAM" lay on the dashes of L2's roof, where a chart is narrow; and where nothing else is free, a name lies where most is.
    void aRoofsNameGoesBelowItWhereTheNextIsTooNear() {
        const auto ceiling = [](const QString& name, double factor) {
            PlotSeries roof;
            roof.name = name;
            roof.form = PlotSeries::Form::Ceiling;
            roof.points.resize(2);
            for (const size_t end : {size_t(0), size_t(1)}) {
                roof.points[end].x = end == 0 ? 1 : 100;
                roof.points[end].y = roof.points[end].x * factor;
            }
            return roof;
        };
        // Where the lower roof's name begins, with another one that many times as high, and with stages all along it but from
        // one place to another.
        const auto begins = [&](double times, std::pair<double, double> free) {
            Plot plot = roofsAlone();
            plot.series = {ceiling("L2 8 TB/s", times), ceiling("DRAM 4 TB/s", 1)};
            addStageOf(plot); // so that the axes are the same each time
            plot.series.back().points = {PlotPoint(), PlotPoint()};
            plot.series.back().points[0].x = plot.series.back().points[0].y = 0.01;
            plot.series.back().points[1].x = plot.series.back().points[1].y = 10000;
            for (double x = 1; x < 100; x *= 1.05)
                if (x < free.first || x > free.second) {
                    PlotPoint& point = plot.series.back().points.emplace_back();
                    point.x = point.y = x;
                }
            return beginOf("DRAM", plot);
        };
        const QPointF alone = begins(50, {0, 1000}), crowded = begins(1.1, {0, 1000});
        QVERIFY2(crowded.y() > alone.y() + 8, "below");
        QVERIFY2(crowded.x() > alone.x() + 4, "and so to the right of where it stands above");
        QCOMPARE(begins(0.9, {0, 1000}), alone); // one below is not in the way
        const QPointF free = begins(50, {20, 30});
        QVERIFY2(free.x() > alone.x() + 30 && free.y() < alone.y() - 30, "where there is most room");
    }

    // Letters of a file lay by fractions of a pixel elsewhere, as those had that were drawn in the window before.
    void vectorsAreTheSameWhateverWasDrawnBefore() {
        const QSize size(400, 80);
        const Look look;
        const auto paint = [&](QPainter& painter, double x, QFont::HintingPreference hinting) {
            for (QFont font : {look.ui(15), look.ui(15, QFont::Bold), look.mono(15)}) {
                font.setHintingPreference(hinting);
                painter.setFont(font);
                painter.translate(0, 24);
                painter.drawText(QPointF(x, 0), QStringLiteral("Each warp's 32 lanes, (a) → 7.5 wf"));
            }
        };
        Sheet sheet;
        sheet.title = "letters";
        sheet.paint = [&](QPainter& painter, const QRectF&) { paint(painter, 10, QFont::PreferDefaultHinting); };
        SheetFormat format;
        format.size = size;
        std::set<QByteArray> files;
        for (const double shift : {0.0, 0.25, 0.5, 0.75, 0.0}) {
            QImage image(size, QImage::Format_ARGB32_Premultiplied);
            QPainter painter(&image);
            paint(painter, 10 + shift, QFont::PreferNoHinting);
            painter.end();
            files.insert(sheetSvg(sheet, format));
        }
        QCOMPARE(files.size(), size_t{1});
        QVERIFY(files.begin()->size() > 5000);
    }

    // In a paper's column the names of three roofs lay on one another, and half of the highest one's was cut.
    void noRoofsNameLiesOnAnothers() {
        Plot plot = roofsAlone();
        for (const auto& [level, speed] : {std::pair{"L1", 33.3}, {"L2", 7.98}, {"DRAM", 4.24}}) {
            PlotSeries roof;
            roof.name = QStringLiteral("%1 %2 TB/s, measured").arg(QLatin1String(level)).arg(speed);
            roof.form = PlotSeries::Form::Ceiling;
            roof.level = PlotLevel{level, PlotTone::Total, false, {}};
            roof.points.resize(2);
            roof.points[0].x = 0.05;
            roof.points[0].y = 0.05 * speed;
            roof.points[1].x = 66.9 / speed;
            roof.points[1].y = 66.9;
            plot.series.push_back(roof);
        }
        PlotSeries peak;
        peak.name = "peak 66.9 TFLOP/s, from cores and clock";
        peak.form = PlotSeries::Form::Ceiling;
        peak.points.resize(2);
        peak.points[0].x = 66.9 / 33.3;
        peak.points[1].x = 3000;
        peak.points[0].y = peak.points[1].y = 66.9;
        plot.series.push_back(peak);
        addStageOf(plot);
        for (const Preset preset : {Preset::Paper, Preset::Screen, Preset::Slide}) {
            const ChartSheet sheet(plot, Look(), preset);
            PaintedTexts device(sheet.format.size);
            QPainter painter(&device);
            sheet.sheet.paint(painter, QRectF(QPointF(), sheet.format.size));
            painter.end();
            std::vector<std::pair<QString, QPolygonF>> names;
            double peakTop = 0, highest = sheet.format.size.height();
            for (const PaintedText& text : device.all()) {
                if (text.toDevice.isRotating())
                    names.emplace_back(text.text, text.toDevice.map(QPolygonF(text.own)));
                if (text.text.startsWith("peak"))
                    peakTop = text.box.top();
                else if (text.text.contains("TB/s") || text.text == "L1" || text.text == "L2" || text.text == "DRAM")
                    highest = std::min(highest, text.box.top());
            }
            QStringList seen;
            for (size_t i = 0; i < names.size(); ++i) {
                seen << names[i].first;
                for (size_t j = 0; j < i; ++j)
                    QVERIFY2(!names[i].second.intersects(names[j].second),
                             qPrintable(names[i].first + " lies on " + names[j].first));
            }
            for (const char* level : {"L1", "L2", "DRAM"})
                QVERIFY2(
                    std::any_of(seen.begin(), seen.end(), [&](const QString& each) { return each.startsWith(level); }),
                    qPrintable(seen.join('|')));
            // Above the roof, within the axes.
            const auto* axes = sheet.chart.findChild<QCustomPlot*>();
            QVERIFY(axes->yAxis->range().upper > 66.9 && peakTop > 0 && peakTop < highest);
            const double share = std::log(axes->yAxis->range().upper / 66.9) /
                                 std::log(axes->yAxis->range().upper / axes->yAxis->range().lower);
            QVERIFY2(share * axes->axisRect()->height() >= 13, qPrintable(QString::number(share)));
        }
    }

    // It stood across the peak's, where its own roof was shorter than its name.
    void aRoofsNameIsNoLongerThanTheRoof() {
        Plot plot = roofsAlone();
        for (const auto& [name, from, to] : {std::tuple{"L1 33,3 TB/s, measured", 0.4, 2.0}, {"peak", 2.0, 300.0}}) {
            PlotSeries roof;
            roof.name = name;
            roof.form = PlotSeries::Form::Ceiling;
            roof.points.resize(2);
            roof.points[0].x = from;
            roof.points[0].y = from < 2 ? 13 : 66;
            roof.points[1].x = to;
            roof.points[1].y = 66;
            plot.series.push_back(roof);
        }
        addStageOf(plot);
        const auto painted = [&](const QSize& size) {
            PlotChart chart;
            chart.setLook(Look());
            chart.setPlot(plot);
            PaintedTexts device(size);
            QPainter painter(&device);
            chart.paint(painter, QRectF(QPointF(0, 0), size));
            painter.end();
            QStringList all;
            for (const PaintedText& each : device.all())
                all << each.text;
            return all;
        };
        QVERIFY2(painted({1600, 900}).contains("L1 33,3 TB/s, measured"), qPrintable(painted({1600, 900}).join('|')));
        QVERIFY2(painted({280, 190}).contains("L1 33,3 TB/s"), qPrintable(painted({280, 190}).join('|')));
    }

    // In a column of a paper numbers of axes touched, and their names were cut.
    void inAColumnNothingTouches() {
        const std::vector<kernels::Recording> recordings = kernels::shippedRecordings(m_catalogue);
        for (const char* stage : {"matmul/07-tiled", "reduction/05-block-sum", "transpose/04-tiled"})
            for (const PlotKind& kind : plotKinds()) {
                if (kind.needs != PlotKind::Needs::Recording)
                    continue;
                PlotWish wish;
                wish.stage = stage;
                const Plot plot = kind.make(plotRequestOf(kind, wish, m_catalogue, recordings));
                if (plot.empty())
                    continue;
                ChartSheet sheet(plot, Look(), Preset::Paper);
                readsWell(sheet, sheet.format.size, QStringLiteral("%1 of %2").arg(kind.name, stage));
                // As a full page of the report may have it.
                QVERIFY(sheet.least <= sheet.format.size.height());
                readsWell(sheet, QSize(sheet.format.size.width(), sheet.least),
                          QStringLiteral("low, %1 of %2").arg(kind.name, stage));
            }
    }

    // The source of a stage was cut where the window begins instead of where it stands: SVG had its lines no longer.
    void aWidgetThatIsRenderedIsCutWhereItStands() {
        struct Cut : QWidget {
            using QWidget::QWidget;
            void paintEvent(QPaintEvent*) override {
                QPainter painter(this);
                painter.setClipRect(rect());
                painter.setPen(Qt::NoPen);
                painter.setBrush(Qt::black);
                painter.drawEllipse(QRectF(-40, 10, 160, 80)); // further than its own area on both sides
            }
        };
        QWidget whole;
        whole.setFixedSize(240, 100);
        Cut cut(&whole);
        cut.setGeometry(120, 0, 100, 100);
        QImage image(whole.size(), QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter target(&image);
        Outlines outlines(target, image.size(), 96);
        QPainter painter(&outlines);
        whole.render(&painter, QPoint(), QRegion(), QWidget::DrawChildren);
        painter.end();
        target.end();
        const auto isBlack = [&](int x) { return image.pixelColor(x, 50) == QColor(Qt::black); };
        QVERIFY2(isBlack(125) && isBlack(170) && isBlack(215), "what is inside stays");
        QVERIFY2(!isBlack(115) && !isBlack(225), "what is outside is cut");
    }

    // Pages of small kernels were half empty, those of libraries more.
    void aListingFillsAPageThatHasRoom() {
        ReportBook book;
        book.beginTrack("Track");
        book.beginStage("01", "Stage", true);
        const int pages = book.pages();
        QVERIFY(book.source("07-cublas.cu", QString("int line;\n").repeated(12)));
        QCOMPARE(book.pages(), pages);
        QVERIFY2(!book.source("20-summit.cu", QString("int line;\n").repeated(242)), "it has no room");
        QVERIFY2(!book.source("wide.cu", QString("x").repeated(200)), "nor would its lines");
        QCOMPARE(book.pages(), pages);
        QVERIFY2(book.source("22-cublas.cu", QString("int line;\n").repeated(30)), "what had none takes none");
        QVERIFY2(!book.source("23-cublas.cu", QString("int line;\n").repeated(40)), "the first two have taken theirs");
        QCOMPARE(book.pages(), pages);
    }

private:
    void readsWell(ChartSheet& sheet, const QSize& size, const QString& what) {
        PaintedTexts device(size);
        QPainter painter(&device);
        const QRectF whole(QPointF(0, 0), size);
        sheet.chart.paint(painter, whole);
        painter.end();
        const auto letters = [](const PaintedText& text) {
            const double cut = text.box.height() * 0.2;
            return text.box.adjusted(0, cut, 0, -cut);
        };
        const std::vector<PaintedText>& all = device.all();
        for (size_t i = 0; i < all.size(); ++i) {
            const QString where = QStringLiteral("%1: '%2'").arg(what, all[i].text);
            QVERIFY2(whole.adjusted(-1, -1, 1, 1).contains(letters(all[i])), qPrintable(where));
            for (size_t j = i + 1; j < all.size(); ++j) {
                const QRectF both = letters(all[i]) & letters(all[j]);
                QVERIFY2(both.isEmpty() || std::min(both.width(), both.height()) <= 2,
                         qPrintable(where + " lies on " + all[j].text));
            }
        }
    }
};

WINDOW_TEST(charts_test, ChartsTest)
#include "charts_test.moc"
