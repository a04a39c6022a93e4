// SPDX-License-Identifier: GPL-3.0-or-later
// How fast the window is, without a display and without a GPU: frames of every view, start, switching stages, editing,
// stepping, a long trace, memory. Prints a table in Markdown. Frames and steps are the time that the window's thread
// computes; start, switching and editing are what a clock on the wall says.
//
//   build/bin/warplens-frames           all sizes, one process for each
//   build/bin/warplens-frames --quick   the smallest only, few rounds: that it runs
//   build/bin/warplens-frames --long    the long trace only
#include "app/charts/charts_page.h"
#include "app/views/source_pane.h"
#include "app/views/stage_pane.h"
#include "app/views/timeline_view.h"
#include "app/window/editing.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "app/window/session.h"
#include "app/window/staging.h"
#include "kernels/catalogue/paths.h"
#include "kernels/measure/read_ahead.h"

#include <QApplication>
#include <QDateTime>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QPainter>
#include <QProcess>
#include <QTimer>

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

using namespace warplens;
using namespace warplens::app;

namespace {

QElapsedTimer sinceStart;
QString whyNot; ///< what was asked for last and could not be shown

struct Times {
    std::vector<double> milliseconds;

    void add(double value) { milliseconds.push_back(value); }
    double at(double share) const {
        std::vector<double> sorted = milliseconds;
        std::sort(sorted.begin(), sorted.end());
        return sorted.empty() ? 0 : sorted[static_cast<size_t>(share * static_cast<double>(sorted.size() - 1) + 0.5)];
    }
};

/// What the system says about this process, in MB.
double memory(const char* key) {
    QFile status("/proc/self/status");
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray& line : status.readAll().split('\n'))
        if (line.startsWith(key))
            return line.mid(static_cast<int>(qstrlen(key)) + 1).simplified().split(' ').front().toDouble() / 1024;
    return 0;
}

/// Now, and the most there ever was.
void memoryRow(const std::string& size, const std::string& what) {
    const double most = memory("VmHWM:");
    fmt::print("| {} | {} | {:.0f} | {:.0f} | 500 | {} |\n", size, what, memory("VmRSS:"), most,
               most <= 500 ? "yes" : "**no**");
}

void row(const std::string& size, const std::string& what, const Times& times, double allowed) {
    const double worst = times.at(0.99);
    fmt::print("| {} | {} | {:.2f} | {:.2f} | {} | {} |\n", size, what, times.at(0.5), worst,
               allowed > 0 ? fmt::format("{:.0f}", allowed) : "",
               allowed <= 0       ? ""
               : worst <= allowed ? "yes"
                                  : "**no**");
    std::fflush(stdout);
}

double timed(const std::function<void()>& work) {
    QElapsedTimer clock;
    clock.start();
    work();
    return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

/// Time that this thread was computing: painting is all in it, and what else the machine does is not.
double computed(const std::function<void()>& work) {
    const auto now = [] {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
    };
    const double begin = now();
    work();
    return now() - begin;
}

/// Paints a widget as it is, into an image of its size.
class Canvas {
public:
    explicit Canvas(QWidget& widget)
        : m_widget(widget)
        , m_image(widget.size() * widget.devicePixelRatioF(), QImage::Format_RGB32) {
        m_image.setDevicePixelRatio(widget.devicePixelRatioF());
    }
    double paint() {
        return computed([this] { m_widget.render(&m_image, QPoint(), QRegion(), QWidget::DrawChildren); });
    }

private:
    QWidget& m_widget;
    QImage m_image;
};

/// Waits for the scene that was asked for last; returns the milliseconds until it was painted.
double untilShown(MainWindow& window, const std::function<void()>& ask) {
    return timed([&] {
        QEventLoop loop;
        QTimer limit;
        limit.setSingleShot(true);
        QObject::connect(&limit, &QTimer::timeout, &loop, &QEventLoop::quit);
        limit.start(60000);
        const auto connection = QObject::connect(&window.staging(), &Staging::shown, &loop, &QEventLoop::quit);
        bool early = false;
        const auto other = QObject::connect(&window.staging(), &Staging::shown, &window, [&] { early = true; });
        const auto refused = QObject::connect(&window.staging(), &Staging::refused, &loop, [&](const QString& message) {
            whyNot = message;
            early = true;
            loop.quit();
        });
        ask();
        if (!early)
            loop.exec();
        for (const auto& each : {connection, other, refused})
            QObject::disconnect(each);
        Canvas(window).paint();
    });
}

void showPage(MainWindow& window, Page page) {
    window.context().change([&](Exhibit& now) { now.page = page; });
}

void measureFrames(MainWindow& window, const std::string& size, int steps, double allowed) {
    const std::pair<const char*, QWidget*> views[] = {{"tiles", window.pane()->picture("tiles")},
                                                      {"global memory", window.pane()->picture("global")},
                                                      {"banks", window.pane()->picture("banks")},
                                                      {"source", window.pane()->source()},
                                                      {"timeline", window.findChild<TimelineView*>()},
                                                      {"counts", window.findChild<QWidget*>("counts")},
                                                      {"bars of stages", window.findChild<QWidget*>("chart")}};
    std::vector<Times> frames(std::size(views));
    Times step, back, whole;
    window.player()->setUnit(StepUnit::Wavefront);
    window.player()->goTo(size_t(0));
    Canvas all(window);
    std::vector<Canvas> canvases;
    for (const auto& [name, view] : views)
        canvases.emplace_back(*view);
    const size_t events = window.player()->shown().scene->trace.events.size();
    for (int i = 0; i < steps; ++i) {
        // From all over the block: the piles of a conflict, the barriers, the last stores.
        if (i % 4 == 0)
            window.player()->goTo(events * static_cast<size_t>(i) / static_cast<size_t>(steps));
        step.add(computed([&] { window.player()->stepForward(); }));
        QCoreApplication::processEvents();
        for (size_t v = 0; v < std::size(views); ++v)
            frames[v].add(canvases[v].paint());
        whole.add(all.paint());
    }
    for (int i = 0; i < steps; ++i)
        back.add(computed([&] { window.player()->stepBack(); }));
    for (size_t v = 0; v < std::size(views); ++v)
        row(size, fmt::format("frame: {}", views[v].first), frames[v], allowed);
    row(size, "frame: whole window", whole, allowed);
    row(size, "step forward", step, 16);
    row(size, "step back", back, 16);
    showPage(window, Page::Charts);
    QCoreApplication::processEvents();
    for (const char* kind : {"stages", "sizes", "roofline"}) {
        window.context().change([&](Exhibit& now) { now.chart = kind; });
        QCoreApplication::processEvents();
        Times chart;
        Canvas canvas(*window.charts());
        for (int i = 0; i < std::max(5, steps / 10); ++i)
            chart.add(canvas.paint());
        row(size, fmt::format("frame: chart {}", kind), chart, allowed);
    }
    showPage(window, Page::Pictures);
}

void measureSwitching(MainWindow& window, const std::string& size, bool quick) {
    Times times, again;
    std::vector<QString> stages;
    for (const kernels::Stage& stage : window.context().sources.catalogue().stages)
        if (stage.kernel && (!quick || stages.size() < 4))
            stages.push_back(QString::fromStdString(stage.id));
    for (const QString& id : stages)
        times.add(untilShown(window, [&] { window.show(id); }));
    for (const QString& id : stages)
        again.add(untilShown(window, [&] { window.show(id); }));
    row(size, "switch a stage, first time", times, 200);
    row(size, "switch a stage, again", again, 200);
}

// From the last key to the picture; the pause that ends the typing is part of it.
void measureEditing(MainWindow& window, const std::string& size, int rounds) {
    if (!window.context().session.compiler().compiler())
        return;
    untilShown(window, [&] { window.show("matmul/06-tiled-conflicts"); });
    window.editing().setEditing(true);
    Times times;
    const QString text = window.pane()->source()->text();
    for (int i = 0; i < rounds; ++i)
        times.add(untilShown(window, [&] {
            QString edited = text;
            edited += QStringLiteral("// %1 %2\n").arg(QDateTime::currentMSecsSinceEpoch()).arg(i);
            window.pane()->source()->replaceText(edited);
            emit window.pane()->source()->textEdited();
        }));
    window.editing().setEditing(false);
    window.editing().reset();
    row(size, "edit a source, compiled anew", times, 300);
}

// From the last key with which a barrier goes to the race at its line.
void measureMissing(MainWindow& window, const std::string& size, int rounds) {
    if (!window.context().session.compiler().compiler())
        return;
    untilShown(window, [&] { window.show("matmul/07-tiled"); });
    window.editing().setEditing(true);
    SourcePane* source = window.pane()->source();
    const QString text = source->text();
    const qsizetype barrier = text.indexOf("__syncthreads();");
    const auto put = [&](const QString& edited, bool bad) {
        return timed([&] {
            source->replaceText(edited);
            emit source->textEdited();
            while (source->problems().empty() == bad)
                QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
        });
    };
    Times times;
    for (int i = 0; i < rounds && barrier >= 0; ++i) {
        const QString other = QStringLiteral("// %1 %2\n").arg(QDateTime::currentMSecsSinceEpoch()).arg(i);
        times.add(put(QString(text).remove(barrier, static_cast<int>(qstrlen("__syncthreads();"))) + other, true));
        put(text + other, false);
    }
    window.editing().setEditing(false);
    window.editing().reset();
    row(size, "edit a barrier away, told as a race", times, 1000);
}

// One block with ten million requests: a naive product with very long rows.
void measureLongTrace(MainWindow& window, const std::string& size, bool quick) {
    const kernels::Stage* stage = window.context().sources.catalogue().find("matmul/02-naive");
    if (!stage)
        return;
    SceneRequest request;
    request.stage = *stage;
    request.parameters = kernels::defaultParameters(*stage);
    request.size = {32, 32, quick ? 1600 : 156'000};
    Times build, open, scrub, step, frame;
    std::shared_ptr<const Scene> scene;
    const kernels::StageCompiler compiler;
    buildScene(compiler, [&] {
        SceneRequest small = request;
        small.size.k = 32;
        return small;
    }()); // compiles
    build.add(timed([&] { scene = buildScene(compiler, request); }));
    open.add(timed([&] {
        window.pane()->setScene(scene);
        Canvas(window).paint();
    }));
    std::mt19937 random(1);
    Canvas canvas(window);
    for (int i = 0; i < (quick ? 10 : 200); ++i) {
        const size_t event = random() % scene->trace.events.size();
        scrub.add(computed([&] { window.player()->goTo(event); }));
        frame.add(canvas.paint());
        step.add(computed([&] { window.player()->stepBack(); }));
    }
    auto* timeline = window.findChild<TimelineView*>();
    Times zoom;
    Canvas line(*timeline);
    for (int i = 0; i < (quick ? 10 : 60); ++i)
        zoom.add(computed([&] { timeline->zoom(i % 30 < 15 ? 2 : 0.5); }) + line.paint());
    const std::string events = fmt::format("{:.1f} M events", static_cast<double>(scene->trace.events.size()) / 1e6);
    row(size, events + ": emulate and record", build, 0);
    row(size, events + ": open and paint", open, 2000);
    row(size, events + ": scrub to anywhere", scrub, 16);
    row(size, events + ": step back", step, 16);
    row(size, events + ": zoom the timeline", zoom, 16);
    row(size, events + ": frame of the window", frame, 16);
    memoryRow(size, "memory of the window with " + events + ", MB");
}

int measure(int argc, char** argv, const QSize& wanted, double scale, bool quick, const QString& part) {
    sinceStart.start();
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("QT_SCALE_FACTOR", QByteArray::number(scale));
    const auto recordings = kernels::readAhead(kernels::resourcesDir() / "recordings"); // as in main
    QApplication application(argc, argv);
    QApplication::setApplicationName("warplens-frames");
    loadFonts();
    const std::string size = fmt::format("{}×{}{}", wanted.width(), wanted.height(),
                                         scale == 1 ? "" : fmt::format(" at {:.0f} %", scale * 100));
    Times start;
    MainWindow window(kernels::stagesDir());
    window.resize((QSizeF(wanted) / scale).toSize());
    window.show();
    QCoreApplication::processEvents();
    Canvas(window).paint();
    start.add(static_cast<double>(sinceStart.nsecsElapsed()) / 1e6);
    const bool painted = window.player()->shown().scene != nullptr;
    if (!painted)
        untilShown(window, [&] {
            if (window.staging().failed()) // before anybody waited
                emit window.staging().shown();
        });
    if (!window.player()->shown().scene) {
        if (whyNot.isEmpty())
            whyNot = window.staging().failed() ? window.messages()->text() : "the first picture did not come";
        fmt::print(stderr, "warplens-frames: there is nothing to measure: {}\n", whyNot.toStdString());
        return 1;
    }
    Times picture;
    picture.add(painted ? start.at(0) : static_cast<double>(sinceStart.nsecsElapsed()) / 1e6);
    row(size, "start: the window", start, 1000);
    row(size, "start: the first picture", picture, 1000);
    const bool large = wanted.width() > 1920;
    if (part != "--long")
        measureFrames(window, size, quick ? 12 : 240, large ? 33 : 16);
    if (part == "--long") {
        measureLongTrace(window, size, quick);
    } else if (part == "--extras") {
        measureSwitching(window, size, quick);
        measureEditing(window, size, quick ? 2 : 12);
        measureMissing(window, size, quick ? 2 : 12);
        memoryRow(size, "memory of the window with all stages seen, MB");
        untilShown(window, [&] { window.show("matmul/06-tiled-conflicts"); });
        measureLongTrace(window, size, quick);
    }
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    const QStringList words(argv + 1, argv + argc);
    if (words.size() == 5)
        try {
            return measure(argc, argv, {words[0].toInt(), words[1].toInt()}, words[2].toDouble(), words[3] == "quick",
                           words[4]);
        } catch (const std::exception& error) { // of the long trace, which has a kernel of its own
            fmt::print(stderr, "warplens-frames: {}\n", error.what());
            return 1;
        }
    const bool quick = words.contains("--quick");
    fmt::print("| size | what | median, ms | 99 % or worst, ms | allowed, ms | kept |\n|---|---|---:|---:|---:|---|\n");
    std::fflush(stdout);
    const QStringList sizes[] = {{"1920", "1080", "1"}, {"3840", "2160", "1"}, {"3840", "2160", "2"}};
    bool first = true;
    for (const QStringList& each : sizes) {
        QStringList arguments = each + QStringList{quick ? "quick" : "full"};
        arguments << (words.contains("--long") ? "--long" : first ? "--extras" : "--frames");
        if (const int code = QProcess::execute(QString::fromLocal8Bit(argv[0]), arguments); code != 0)
            return code < 0 ? 1 : code;
        if (quick || words.contains("--long"))
            break;
        first = false;
    }
    return 0;
}
