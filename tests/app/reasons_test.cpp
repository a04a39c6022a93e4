// SPDX-License-Identifier: GPL-3.0-or-later
// What binds a launch, and requests by address, in the real window: by keys and mouse, in links and in files.
#include "app/export/export_verb.h"
#include "app/paint/painted_texts.h"
#include "app/views/addresses_view.h"
#include "app/views/blocks_view.h"
#include "app/views/machine_pane.h"
#include "app/views/occupancy_view.h"
#include "app/views/source_pane.h"
#include "app/views/why_view.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_tests.h"

#include <QFile>
#include <QLabel>
#include <QPainter>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QToolButton>

using namespace warplens;
using namespace warplens::app;

class ReasonsTest : public tests::WindowFixture {
    Q_OBJECT

    QTemporaryDir m_folder;

    WhyView* why() const { return static_cast<WhyView*>(m_window->pane()->picture("why")); }
    AddressesView* addresses() const { return static_cast<AddressesView*>(m_window->pane()->picture("addresses")); }
    std::string said() const { return plainText(why()->said().sentence); }
    void measuredAt(int64_t size) {
        m_window->context().change([&](Exhibit& now) { now.measured = {size, size, size}; });
    }
    static QString read(const QString& file) {
        QFile in(file);
        return in.open(QIODevice::ReadOnly) ? QString::fromUtf8(in.readAll()) : QString();
    }
    int exportTo(const QStringList& arguments) {
        m_complaint.clear();
        return exportVerb(
            QStringList{"warplens", "export"} + arguments, [](const QString&) {},
            [this](const QString& text) { m_complaint = text; });
    }
    QString m_complaint;

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("WarplensTest");
        QCoreApplication::setApplicationName("Reasons");
        QSettings().clear();
    }
    void init() {
        openWindow(1280, 720);
        measuredAt(256);
    }
    void cleanup() { m_window.reset(); }

    void whatBindsIsWorkedOutWhenItIsLookedAt() {
        QVERIFY(!m_window->player()->shown().reasons);
        press(Qt::Key_8, Qt::ControlModifier);
        QVERIFY(why()->isVisible());
        QVERIFY(!child<QWidget>("tiles")->isVisible());
        EVENTUALLY(!why()->said().bars.empty());
        QVERIFY2(said().find("shared memory wavefronts") != std::string::npos, said().c_str());
        QCOMPARE(why()->accessibleDescription().toStdString(), said());
        QVERIFY(why()->said().recorded);
        const kernels::Recording& recording = m_window->context().recordings.all().front();
        const double before = *why()->said().recorded;
        QCOMPARE(before,
                 *recording.find("matmul/06-tiled-conflicts", m_window->shown().parameters, {256, 256, 256})->median);
        // The other value of the switch follows, and a key shows it.
        EVENTUALLY(!why()->said().changes.empty() && why()->said().changes[0].head == "With PAD on");
        press(Qt::Key_P);
        EVENTUALLY(why()->said().recorded && *why()->said().recorded < before);
        EVENTUALLY(!why()->said().changes.empty() && why()->said().changes[0].head == "With PAD off");
        press(Qt::Key_8, Qt::ControlModifier);
        QVERIFY(!why()->isVisible());
    }

    // Where and when each block ran, as it was recorded at the size that is chosen, else at the largest.
    void blocksAreShownAsTheyWereRecorded() {
        const auto blocks = [&] { return static_cast<BlocksView*>(m_window->pane()->picture("blocks")); };
        press(Qt::Key_H, Qt::ControlModifier);
        QVERIFY(blocks()->isVisible());
        EVENTUALLY(blocks()->said().bars.size() == 1024);
        QVERIFY2(blocks()->said().origin.find("1024³, measured on NVIDIA H200") == 0, blocks()->said().origin.c_str());
        QCOMPARE(blocks()->accessibleDescription().toStdString(), plainText(blocks()->said().sentence));
        const bool other = m_window->shown().measured != kernels::Size{1024, 1024, 1024};
        QCOMPARE(plainText(blocks()->said().sentence).find("were not recorded") != std::string::npos, other);
        const double conflicts = blocks()->said().end;
        // A bar tells its block.
        Focus focus;
        for (int y = blocks()->height() - 60; y > 0 && focus.empty(); y -= 3)
            focus = blocks()->focusAt({blocks()->width() / 2.0, double(y)});
        QVERIFY2(focus.text.find("block ") == 0 && focus.text.find(" on multiprocessor ") != std::string::npos,
                 focus.text.c_str());
        press(Qt::Key_P); // without conflicts it takes less time
        EVENTUALLY(!blocks()->said().empty() && blocks()->said().end < conflicts / 2);
        // Nobody recorded this one.
        m_window->context().change([](Exhibit& now) {
            now.subject = "matmul/08-dynamic-tile";
            now.parameters.clear();
        });
        EVENTUALLY(blocks()->said().empty() &&
                   plainText(blocks()->said().sentence).find("was not recorded") != std::string::npos);
    }

    void anotherSizeIsAnotherLaunch() {
        press(Qt::Key_Y);
        QVERIFY(why()->isVisible());
        EVENTUALLY(!why()->said().bars.empty());
        const double before = *why()->said().recorded;
        measuredAt(512);
        EVENTUALLY(why()->said().recorded && *why()->said().recorded > before);
        QVERIFY2(why()->said().origin.find("512³") != std::string::npos, why()->said().origin.c_str());
    }

    void whatCannotBeToldIsSaid() {
        press(Qt::Key_8, Qt::ControlModifier);
        m_window->context().change([](Exhibit& now) { now.architecture = "1.0"; });
        EVENTUALLY(said().find("cannot be told for compute capability 1.0") != std::string::npos);
        QVERIFY(why()->said().bars.empty());
    }

    void anEditedKernelIsEstimated() {
        if (m_window->context().session.compiler().compiler() == nullptr)
            QSKIP("editing needs a compiler");
        QVERIFY(showChart("estimates"));
        showPage(Page::Charts);
        const PlotRequest& request = m_window->charts()->request();
        QVERIFY(!request.edited);
        const QString original = QString::fromStdString(scene()->image.source);
        QVERIFY(original.contains("TILE + PAD"));
        const auto edit = [&](const char* padding) {
            QString text = original;
            text.replace("TILE + PAD", padding);
            m_window->context().change([&](Exhibit& now) { now.text = text.toStdString(); });
        };
        edit("TILE + 2");
        EVENTUALLY(request.edited && request.edited->why && request.edited->why->estimated);
        QVERIFY2(!request.edited->why->recorded, "nobody has measured that");
        const double padded = request.edited->why->estimated->time.milliseconds;
        QVERIFY(estimatesPlot(request).categories.contains("… as edited"));
        edit("TILE + 32"); // all in one bank
        EVENTUALLY(request.edited && request.edited->why && request.edited->why->estimated &&
                   request.edited->why->estimated->time.milliseconds > 2 * padded);
        m_window->context().change([](Exhibit& now) { now.text.reset(); });
        QVERIFY(!request.edited);
    }

    void aLineOfTheSourceIsPointedAt() {
        m_window->resize(1600, 950);
        press(Qt::Key_8, Qt::ControlModifier);
        EVENTUALLY(!why()->said().lines.empty());
        QTest::qWait(50);
        QSignalSpy changed(m_window->pane(), &StagePane::focusChanged);
        Focus focus;
        QPointF at;
        for (int y = 0; y < why()->height() && !focus.line; y += 4)
            for (int x = why()->width() / 2; x < why()->width() && !focus.line; x += 20) {
                at = {double(x), double(y)};
                focus = why()->focusAt(at);
            }
        QVERIFY(focus.line);
        QCOMPARE(*focus.line, why()->said().lines[0].line);
        QTest::mouseClick(why(), Qt::LeftButton, {}, at.toPoint());
        QVERIFY(!changed.isEmpty());
        QCOMPARE(changed.last().first().value<Focus>().line, focus.line);
        // The same line is a part of the bar that binds, as wide as its share, and pointing there is pointing at the line.
        const QRectF part = why()->focusedPart();
        QVERIFY(part.width() > 100);
        const Focus there = why()->focusAt(part.center());
        QCOMPARE(there.line, focus.line);
        QVERIFY(there.text != focus.text);
        QVERIFY(why()->focusAt({part.right() + 1, part.center().y()}).line != focus.line);
        // A lane of a request leads to its line, and so to the bar.
        m_window->pane()->pin({});
        QVERIFY(why()->focusedPart().isEmpty());
        for (size_t event = 0; event < scene()->trace.events.size(); ++event)
            if (scene()->lineOf(scene()->trace.events[event]) == *focus.line) {
                m_window->player()->goTo(event);
                break;
            }
        const Focus lane = focusOnLane(*scene(), m_window->player()->shown().moment, 3);
        QVERIFY(lane.sharedLanes == 8u);
        m_window->pane()->setFocusShown(lane);
        QCOMPARE(why()->focusedPart(), part);
    }

    void theSourceShowsTheSharesOfWhatBinds() {
        SourcePane* source = m_window->pane()->source();
        const auto head = source->findChild<QToolButton*>("heat");
        for (int i = 0; i < 4; ++i)
            press(Qt::Key_H);
        QCOMPARE(m_window->shown().heat, std::string("binding"));
        QVERIFY(head->text().startsWith("binding"));
        EVENTUALLY(m_window->player()->shown().reasons);
        QVERIFY(m_window->player()->shown().reasons->own->why);
        press(Qt::Key_H);
        QCOMPARE(m_window->shown().heat, std::string("request"));
    }

    void addressesTellWhyPaddingHelps() {
        press(Qt::Key_I);
        QVERIFY(addresses()->isVisible());
        QVERIFY2(!child<QWidget>("banks")->isVisible(), "it takes their place in a small window");
        const auto isStore = [this] {
            return m_window->player()->shown().moment.sharedIsNow &&
                   m_window->player()->shown().moment.shared->kind == sim::trace::EventKind::SharedStore &&
                   m_window->player()->shown().moment.shared->cost.wavefrontsIdeal == 1;
        };
        const auto conflictStore = [&] {
            for (size_t event = 0; event < scene()->trace.events.size(); ++event) {
                if (scene()->trace.events[event].kind != sim::trace::EventKind::SharedStore ||
                    scene()->sharedArray(scene()->trace.events[event].first) < 0 ||
                    scene()->shareds[static_cast<size_t>(scene()->sharedArray(scene()->trace.events[event].first))]
                            .name != "Bs")
                    continue;
                m_window->player()->goTo(event);
                return;
            }
        };
        conflictStore();
        QVERIFY(isStore());
        QVERIFY(addresses()->shared());
        QCOMPARE(addresses()->shared()->wavefronts, 32u);
        QVERIFY(addresses()->accessibleDescription().contains("the same bank"));
        QVERIFY(addresses()->accessibleDescription().contains("32 wavefronts instead of 1"));
        press(Qt::Key_P);
        EVENTUALLY(scene() && scene()->instance.parameters == m_window->shown().parameters && addresses()->shared() &&
                   addresses()->shared()->wavefronts == 1);
        QVERIFY(addresses()->accessibleDescription().contains("one bank further"));
    }

    void aWordUnderTheMouseIsALane() {
        press(Qt::Key_I, Qt::ControlModifier);
        QVERIFY(addresses()->isVisible());
        for (size_t event = 0; event < scene()->trace.events.size(); ++event)
            if (scene()->trace.events[event].kind == sim::trace::EventKind::SharedStore) {
                m_window->player()->goTo(event);
                break;
            }
        EVENTUALLY(addresses()->width() > 400 && addresses()->height() > 300);
        uint32_t lanes = 0;
        for (int y = 0; y < addresses()->height(); y += 3)
            for (int x = 0; x < addresses()->width(); x += 3)
                lanes |= addresses()->focusAt({double(x), double(y)}).sharedLanes;
        QCOMPARE(lanes, ~0u);
    }

    void wasteIsSeenInGlobalMemory() {
        QVERIFY(m_window->show("matmul/01-uncoalesced"));
        EVENTUALLY(scene() && scene()->stage.id == "matmul/01-uncoalesced");
        press(Qt::Key_I, Qt::ControlModifier);
        for (size_t event = 0; event < scene()->trace.events.size(); ++event)
            if (scene()->trace.shapeOf(scene()->trace.events[event]).sectors == 32) {
                m_window->player()->goTo(event);
                break;
            }
        EVENTUALLY(addresses()->width() > 400 && addresses()->height() > 300);
        QVERIFY(addresses()->global());
        QCOMPARE(addresses()->global()->wasted(), 1024u - 128u);
        QVERIFY(addresses()->accessibleDescription().contains("128 bytes wanted, 1024 moved: 7 of 8 are thrown away"));
        // Red is the largest thing on it.
        const QImage image = addresses()->grab().toImage();
        size_t red = 0, blue = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) {
                const QColor c = image.pixelColor(x, y);
                red += c.red() > c.blue() + 40 && c.red() > c.green() + 40;
                blue += c.blue() > c.red() + 40;
            }
        QVERIFY2(red > 3 * blue, qPrintable(QStringLiteral("%1 %2").arg(red).arg(blue)));
    }

    void machineCodeStandsBesideTheSource() {
        m_window->resize(1600, 950);
        press(Qt::Key_S);
        auto* machine = static_cast<MachinePane*>(m_window->pane()->picture("machine"));
        QVERIFY(machine->isVisible());
        QVERIFY(machine->summary().contains("counting"));
        EVENTUALLY(machine->summary().contains("FFMA"));
        const engine::Why& why = *m_window->player()->shown().reasons->own->why;
        MachineText* text = machine->text();
        int row = 0;
        while (text->sourceLine(row) != 23 && row < static_cast<int>(why.code.size()))
            ++row;
        QCOMPARE(text->sourceLine(row), 23u);
        // From the source to the code, and back.
        Focus focus;
        focus.line = 23;
        focus.text = "line 23";
        m_window->pane()->setFocusShown(focus);
        bool seen = false;
        for (int each = 0; each < static_cast<int>(why.code.size()); ++each)
            seen |= text->sourceLine(each) == 23 && text->isRowVisible(each);
        QVERIFY(seen);
        const int visible = text->rowAt(text->viewport()->height() / 2.0);
        QSignalSpy changed(m_window->pane(), &StagePane::focusChanged);
        QTest::mouseMove(text->viewport(), text->rowArea(visible).center().toPoint());
        EVENTUALLY(!changed.isEmpty());
        QCOMPARE(changed.last().first().value<Focus>().line.value_or(0), text->sourceLine(visible));
        // The edge of a small one cut "0xc0" to what reads as 0xc.
        const QSize small(330, 400);
        PaintedTexts device(small);
        QPainter painter(&device);
        machine->paintAt(painter, QRectF(QPointF(), small));
        painter.end();
        int whole = 0, goingOn = 0;
        for (const PaintedText& each : device.all()) {
            if (!each.code)
                continue;
            QVERIFY2(each.box.right() <= small.width() + 1, qPrintable(each.text));
            goingOn += each.text.endsWith(QStringLiteral("…"));
            whole += !each.text.endsWith(QStringLiteral("…"));
        }
        QVERIFY2(whole > 10 && goingOn > 3, qPrintable(QStringLiteral("%1 %2").arg(whole).arg(goingOn)));
        // The code does not stand over the last line of the head, in a file that is painted at once.
        QImage file(small, QImage::Format_RGB32);
        QPainter onFile(&file);
        machine->paintAt(onFile, QRectF(QPointF(), small));
        onFile.end();
        double headEnds = 0;
        for (const PaintedText& each : device.all())
            headEnds = each.code ? headEnds : std::max(headEnds, each.box.center().y());
        int letters = 0;
        for (int x = 40; x < small.width(); ++x) // numbers of lines have that colour, too
            for (int y = static_cast<int>(headEnds) - 3; y <= static_cast<int>(headEnds) + 3; ++y)
                letters += file.pixelColor(x, y) == darkPalette().secondary ||
                           file.pixelColor(x, y) == lightPalette().secondary;
        QVERIFY2(letters > 3, qPrintable(QString::number(letters)));
        // Of all that is executed its head told "FFMA 44 %" where the pane is as narrow as in a small window.
        QString head;
        for (const PaintedText& each : device.all())
            if (!each.code)
                head += each.text + ' ';
        head.replace(QChar::Nbsp, ' ');
        const QStringList shares = machine->summary().replace(QChar::Nbsp, ' ').section(": ", 1).split(", ");
        QVERIFY(shares.size() > 3);
        for (const QString& share : shares)
            QVERIFY2(head.contains(share), qPrintable(share + " in " + head));
        press(Qt::Key_S);
        QVERIFY(!machine->isVisible());
    }

    void occupancyIsToldAndFollowsTheStage() {
        press(Qt::Key_U, Qt::ControlModifier);
        auto* view = static_cast<OccupancyView*>(m_window->pane()->picture("occupancy"));
        QVERIFY(view->isVisible());
        // "…; limited by warps and" was all that there was room for, and read as the end.
        for (const QSize small : {QSize(230, 140), QSize(900, 500)}) {
            PaintedTexts device(small);
            QPainter painter(&device);
            view->paintAt(painter, QRectF(QPointF(), small));
            painter.end();
            QString told;
            for (const PaintedText& each : device.all())
                told += each.text + ' ';
            QString words = told, all = view->accessibleDescription();
            const bool whole = words.remove(' ').contains(all.remove(' '));
            QVERIFY2(whole || told.contains(QStringLiteral(" … ")), qPrintable(told));
            QCOMPARE(whole, small.width() == 900);
        }
        const auto occupancy = scene()->simulation->occupancy();
        QVERIFY(occupancy);
        QCOMPARE(view->said().blocks, occupancy->blocks);
        QVERIFY(view->accessibleDescription().contains(
            QStringLiteral("%1 of %2 warps").arg(occupancy->warps).arg(occupancy->maximumWarps)));
        QVERIFY(m_window->show("matmul/15-thread-tile"));
        EVENTUALLY(scene() && scene()->stage.id == "matmul/15-thread-tile");
        EVENTUALLY(view->said().blocks == scene()->simulation->occupancy()->blocks);
        QVERIFY(view->accessibleDescription().contains("registers"));
        press(Qt::Key_U, Qt::ControlModifier);
        QVERIFY(!view->isVisible());
        press(Qt::Key_O);
        QVERIFY(view->isVisible());
    }

    void filesSayTheSameWordsAndFigures() {
        const QString file = m_folder.filePath("why.svg");
        QVERIFY2(!m_window->exporting().exportPictures(file, "why"), "it is not worked out yet");
        QVERIFY(child<QLabel>("status")->text().contains("still being worked out"));
        press(Qt::Key_8, Qt::ControlModifier);
        EVENTUALLY(!why()->said().bars.empty());
        QVERIFY(m_window->exporting().exportPictures(file, "why"));
        const QString text = read(file);
        QVERIFY(text.contains("shared memory wavefronts"));
        QVERIFY(text.contains(QString::fromStdString(why()->said().recordedText)));
        for (const ReasonPicture::Bar& bar : why()->said().bars)
            if (bar.binds)
                QVERIFY2(text.contains(QString::fromStdString(bar.figure)), bar.figure.c_str());
        const QString alone = m_folder.filePath("alone.svg");
        QCOMPARE(exportTo({"why", "matmul/06-tiled-conflicts", "--size", "256", "--out", alone}), 0);
        QVERIFY(read(alone).contains(QString::fromStdString(why()->said().recordedText)));
        const QString words = m_folder.filePath("addresses.svg");
        QCOMPARE(exportTo({"addresses", "matmul/06-tiled-conflicts", "-D", "PAD=1", "--out", words}), 0);
        QVERIFY(read(words).contains("one bank further"));
        const QString link = m_folder.filePath("link.svg");
        QCOMPARE(exportTo({"--at", "warplens:matmul/06-tiled-conflicts?PAD=1&show=why&measured=256", "--out", link}),
                 0);
        QVERIFY2(read(link).contains("With PAD off") || read(link).contains("recorded"), qPrintable(m_complaint));
    }
};

WINDOW_TEST_MAIN(reasons_test) {
    QApplication application(argc, argv);
    loadFonts();
    ReasonsTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "reasons_test.moc"
