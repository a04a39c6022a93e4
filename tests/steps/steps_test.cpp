// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges of steps as files: that each picture is what `warplens export --at` draws, that what is written can be read, and
// is the same each time. From outside, too: the program is started, stopped, and started where there is no ffmpeg.
#include "app/export/export_verb.h"
#include "app/paint/painted_texts.h"
#include "app/steps/gif_writer.h"
#include "app/steps/palette.h"
#include "app/steps/steps_verb.h"
#include "kernels/catalogue/paths.h"
#include "tests/app/patience.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/exhibit_text.h"
#include "app/model/place_in_scene.h"
#include "app/steps/caption_strip.h"
#include "app/steps/step_list.h"
#endif

#include <QBuffer>
#include <QDir>
#include <QImageReader>
#include <QMovie>
#include <QPainter>
#include <QProcess>
#include <QRandomGenerator>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace warplens;
using namespace warplens::app;

namespace {

const QString conflicts = QStringLiteral("warplens:matmul/06-tiled-conflicts?PAD=0&show=banks,source");

QByteArray bytesOf(const QString& file) {
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

} // namespace

class StepsTest : public QObject {
    Q_OBJECT

    QString m_said, m_complaint;

    int steps(const QStringList& arguments) {
        m_said.clear();
        m_complaint.clear();
        const StepsTold told{[this](const QString& line) { m_said = line; },
                             [this](const QString& line) { m_complaint = line; }, [](size_t, size_t) {}};
        return stepsVerb(QStringList{"warplens", "export"} + arguments, told, {});
    }
    static bool drawn(const QString& link, const QString& file) {
        return exportVerb(
                   {"warplens", "export", "--at", link, "--preset", "slide", "--out", file}, [](const QString&) {},
                   [](const QString& line) { qWarning("%s", qPrintable(line)); }) == 0;
    }
    /// The program itself.
    static int program(const QStringList& arguments, const QString& path = {}, QString* said = nullptr) {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        if (!path.isEmpty())
            environment.insert("PATH", path);
        process.setProcessEnvironment(environment);
        process.start(QString::fromStdString((kernels::executableDir() / "warplens").string()),
                      QStringList{"export"} + arguments);
        process.waitForFinished(-1);
        if (said)
            *said = QString::fromUtf8(process.readAllStandardError());
        return process.exitCode();
    }
    static QByteArray outputOf(const QString& tool, const QStringList& arguments) {
        QProcess process;
        process.start(tool, arguments);
        process.waitForFinished(-1);
        return process.readAllStandardOutput();
    }

private slots:
    void initTestCase() { loadFonts(); }

    void rangesAreRead() {
        QCOMPARE(stepRangeOf("3..7"), (StepRange{3, 7}));
        QCOMPARE(stepRangeOf("3.."), (StepRange{3, {}}));
        QCOMPARE(stepRangeOf("..7"), (StepRange{1, 7}));
        QCOMPARE(stepRangeOf(" 5 "), (StepRange{5, 5}));
        for (const char* wrong : {"", "..", "7..3", "0..3", "a", "1-3", "1...3", "99999999999999999999"})
            QVERIFY_EXCEPTION_THROWN(stepRangeOf(wrong), ExportError);
    }

    void stepsAreThoseOfTheWindow() {
        const Sources sources(kernels::loadCatalogue(kernels::stagesDir()));
        Exhibit shown = fromLink(conflicts.toStdString());
        sources.settle({}, shown);
        const auto scene = buildScene(kernels::StageCompiler(), sources.request(shown));
        const Navigator& navigator = *scene->navigator;
        for (const StepUnit unit :
             {StepUnit::Wavefront, StepUnit::Instruction, StepUnit::Access, StepUnit::Tile, StepUnit::Barrier}) {
            std::vector<Position> walked{Position{}};
            for (Position next = navigator.forward({}, unit); next != walked.back();
                 next = navigator.forward(next, unit))
                walked.push_back(next);
            if (walked.size() > mostSteps) {
                QVERIFY_EXCEPTION_THROWN(stepsOf(*scene, unit, {}), ExportError);
                walked.resize(mostSteps);
            }
            QCOMPARE(stepsOf(*scene, unit, {1, walked.size()}), walked);
            QVERIFY2(stepCount(*scene, unit) >= walked.size(), stepUnitWord(unit));
            QCOMPARE(stepsOf(*scene, unit, {2, 2}), std::vector<Position>{walked[1]});
        }
        QVERIFY_EXCEPTION_THROWN(stepsOf(*scene, StepUnit::Instruction, {navigator.count() + 1, {}}), ExportError);
    }

    // As many as there are of what one goes by.
    void aHeadingSaysWhichOfThemItIs() {
        const QTemporaryDir folder;
        for (const auto& [by, said] :
             {std::pair("tile", "tile 2 of 2, step "), {"barrier", "stop 2 of "}, {"instruction", "step 2 of "}}) {
            const QString name = folder.filePath(by);
            QCOMPARE(steps({"--steps", "2", "--by", by, "--at", "warplens:matmul/07-tiled", "--out", name + ".svg"}),
                     0);
            const QString svg = QString::fromUtf8(bytesOf(name + "-002.svg"));
            QVERIFY2(svg.contains(said), said);
            QCOMPARE(svg.contains(QRegularExpression("tile \\d+ of \\d+, step")), by == QLatin1String("tile"));
            QCOMPARE(svg.contains(QRegularExpression("stop \\d+ of")), by == QLatin1String("barrier"));
        }
    }

    // The one that is drawn after others, too: nothing of them is left.
    void picturesAreThoseOfTheirLinks_data() {
        QTest::addColumn<QString>("link");
        QTest::newRow("banks") << conflicts;
        QTest::newRow("all") << QStringLiteral("warplens:matmul/07-tiled");
        QTest::newRow("two") << QStringLiteral("warplens:matmul/06-tiled-conflicts?PAD=0&with=PAD:1&show=banks,global");
        QTest::newRow("lanes") << QStringLiteral("warplens:transpose/04-tiled?show=warp,tiles,counts");
    }
    void picturesAreThoseOfTheirLinks() {
        QFETCH(const QString, link);
        const QTemporaryDir folder;
        QVERIFY2(steps({"--steps", "95..98", "--at", link, "--no-captions", "--out", folder.filePath("s.png")}) == 0,
                 qPrintable(m_complaint));
        const Sources sources(kernels::loadCatalogue(kernels::stagesDir()));
        Exhibit shown = fromLink(link.toStdString());
        sources.settle({}, shown);
        const auto scene = buildScene(kernels::StageCompiler(), sources.request(shown));
        QImage before;
        for (const size_t number : {95u, 98u}) {
            shown.at = placeOf(*scene, {number - 1, 0});
            const QString alone = folder.filePath("alone.png");
            QVERIFY(drawn(QString::fromStdString(toLink(shown)), alone));
            const QImage picture(folder.filePath(QStringLiteral("s-%1.png").arg(number, 3, 10, QLatin1Char('0'))));
            QCOMPARE(picture.size(), QSize(2560, 1440));
            QCOMPARE(picture, QImage(alone));
            QVERIFY2(picture != before, "each step is another picture");
            before = picture;
        }
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden),
                 (QStringList{"alone.png", "s-095.png", "s-096.png", "s-097.png", "s-098.png"}));
    }

    // Of a lesson: pictures, a chart, and a stage without a kernel.
    void lessonsAreThoseOfTheirLinks() {
        const QTemporaryDir folder;
        for (const auto& [lesson, links] :
             {std::pair<QString, QStringList>{
                  "matmul/00-cpu-loops",
                  {"warplens:matmul/00-cpu-loops?ORDER=123&show=source",
                   "warplens:matmul/00-cpu-loops?ORDER=132&page=charts&chart=times&measured="
                   "1024"}},
              {"matmul/06-tiled-conflicts",
               {"warplens:matmul/06-tiled-conflicts?PAD=0&at=r2&show=global,source",
                "warplens:matmul/06-tiled-conflicts?PAD=0&at=r3&show=banks,source"}}}) {
            QVERIFY2(
                steps({"--lesson", lesson, "--steps", "1..2", "--no-captions", "--out", folder.filePath("s.png")}) == 0,
                qPrintable(m_complaint));
            for (int i = 0; i < 2; ++i) {
                const QString alone = folder.filePath("alone.png");
                QVERIFY(drawn(links[i], alone));
                QCOMPARE(QImage(folder.filePath(QStringLiteral("s-00%1.png").arg(i + 1))), QImage(alone));
            }
        }
    }

    void captionsStandBelow() {
        const QTemporaryDir folder;
        QCOMPARE(steps({"--steps", "97", "--by", "wavefront", "--at", conflicts, "--out", folder.filePath("s.svg")}),
                 0);
        const QByteArray svg = bytesOf(folder.filePath("s-097.svg"));
        for (const char* said : {"Tiled, coalesced, conflicting", "modelled, compute capability 9.0", "step 97 of 1440",
                                 "All 32 lanes write a different word of bank 0."})
            QVERIFY2(svg.contains(said), said);
        QCOMPARE(steps({"--lesson", "matmul/06-tiled-conflicts", "--out", folder.filePath("l.svg")}), 0);
        const QByteArray lesson = bytesOf(folder.filePath("l-002.svg"));
        QVERIFY(lesson.contains("A column of one bank, 2 of 4"));
        QVERIFY2(lesson.contains("wavefronts, one after the other. That is a bank conflict."), "as the lesson has it");
        QVERIFY2(!lesson.contains("{{") && !lesson.contains("(?)"), "figures are computed");
        QVERIFY(bytesOf(folder.filePath("l-004.svg")).contains("A column of one bank, 4 of 4"));
    }

    // The strip is as tall for all steps, and above it stands the picture alone.
    void theStripTakesNothingFromThePicture() {
        const Sources sources(kernels::loadCatalogue(kernels::stagesDir()));
        const std::vector<kernels::Recording> recordings;
        Look look;
        look.scale = presetScale(Preset::Slide);
        ExhibitArtist artist(sources, recordings, look, Preset::Slide);
        const StepList list =
            blockSteps(artist, sources, fromLink(conflicts.toStdString()), StepUnit::Instruction, {96, 98});
        const CaptionStrip strip(look, list, 1280);
        SheetFormat format;
        format.size = {1280, 720};
        QVERIFY(strip.height() > look.px(22) + look.px(14) && strip.height() < 200);
        StepList longer = list; // the longest caption decides, whichever step has it
        for (int i = 0; i < 3; ++i)
            longer.steps[1].caption.push_back({QString("word ").repeated(60), Tone::Plain, false, false});
        QVERIFY(CaptionStrip(look, longer, 1280).height() > strip.height() + 3 * look.px(14));
        const QImage with = sheetImage(strip.below(artist.draw(list.steps[1].shown).sheet, list.steps[1]), format);
        const int rest = static_cast<int>(720 - strip.height());
        format.size.setHeight(rest);
        QCOMPARE(with.copy(0, 0, 1280, rest - 8),
                 sheetImage(artist.draw(list.steps[1].shown).sheet, format).copy(0, 0, 1280, rest - 8));
    }

    // The source of a step began with its licence: lines were counted before the long ones were broken.
    void theLineThatIsExecutedIsInSight() {
        const Sources sources(kernels::loadCatalogue(kernels::stagesDir()));
        const std::vector<kernels::Recording> recordings;
        Look look;
        look.scale = presetScale(Preset::Slide);
        look.presentation = true;
        ExhibitArtist artist(sources, recordings, look, Preset::Slide);
        const auto drawn = artist.draw(fromLink("warplens:matmul/02-naive?FLIPPED=1&at=w0.r0&show=global,source"));
        PaintedTexts device(QSize(1280, 640));
        QPainter painter(&device);
        drawn.sheet.paint(painter, QRectF(0, 0, 1280, 640));
        painter.end();
        QString all;
        for (const PaintedText& each : device.all())
            all += each.text;
        QVERIFY2(all.contains("sum+=") && all.contains("FLIPPED?col"), qPrintable(all)); // word by word
    }

    void gifsHoldWhatWasPutIn() {
        QRandomGenerator random(7);
        // Few colours: exact. More than a table of codes has, single pixels, nothing that changes.
        GifWriter gif({301, 97}, "a title");
        std::vector<QImage> put;
        for (const int colours : {1, 2, 3, 17, 256, 256}) {
            QImage image(301, 97, QImage::Format_RGB32);
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x) {
                    const int i = random.bounded(colours);
                    image.setPixel(x, y, qRgb(i, 255 - i, (37 * i) % 256));
                }
            put.push_back(image);
        }
        put.push_back(put.back());
        put.push_back(put.back());
        put.back().setPixel(300, 96, qRgb(1, 2, 3));
        for (const QImage& image : put)
            gif.add(image, 25);
        QByteArray bytes = gif.end();
        QVERIFY(bytes.contains("a title") && bytes.contains("NETSCAPE2.0"));
        QBuffer buffer(&bytes);
        QImageReader reader(&buffer, "gif");
        for (const QImage& image : put) {
            const QImage read = reader.read();
            QVERIFY2(!read.isNull(), qPrintable(reader.errorString()));
            QCOMPARE(read.convertToFormat(QImage::Format_RGB32), image);
            QCOMPARE(reader.nextImageDelay(), 250);
        }
        QVERIFY(reader.read().isNull());
    }

    void manyColoursAreNear() {
        QImage image(256, 256, QImage::Format_RGB32);
        for (int y = 0; y < 256; ++y)
            for (int x = 0; x < 256; ++x)
                image.setPixel(x, y, y < 128 ? qRgb(20, 30, 40) : qRgb(x, y, (x + y) / 2));
        const IndexedPicture few = inFewColours(image);
        QVERIFY(few.colours.size() <= 256 && few.colours.size() > 200);
        int worst = 0;
        for (int y = 0; y < 256; ++y)
            for (int x = 0; x < 256; ++x) {
                const QRgb is = few.colours[few.indices[static_cast<size_t>(y * 256 + x)]], was = image.pixel(x, y);
                worst = std::max({worst, std::abs(qRed(is) - qRed(was)), std::abs(qGreen(is) - qGreen(was)),
                                  std::abs(qBlue(is) - qBlue(was))});
                if (y < 128)
                    QCOMPARE(is, was);
            }
        QVERIFY2(worst <= 24, qPrintable(QString::number(worst)));
    }

    // In two processes, a second apart.
    void theSameBytesEachTime_data() {
        QTest::addColumn<QString>("suffix");
        for (const char* suffix : {"pdf", "gif", "mp4", "png", "svg"})
            QTest::newRow(suffix) << QString(suffix);
    }
    void theSameBytesEachTime() {
        QFETCH(const QString, suffix);
        if (suffix == "mp4" && QStandardPaths::findExecutable("ffmpeg").isEmpty())
            QSKIP("there is no ffmpeg here");
        const QTemporaryDir folder;
        QList<QByteArray> made;
        for (const char* name : {"a", "b"}) {
            QDir(folder.path()).mkdir(name);
            const QString file = folder.filePath(QStringLiteral("%1/s.%2").arg(name, suffix));
            QString said;
            QVERIFY2(
                program({"--lesson", "matmul/06-tiled-conflicts", "--steps", "2..4", "--scale", "1", "--out", file}, {},
                        &said) == 0,
                qPrintable(said));
            made << bytesOf(suffix == "png" || suffix == "svg" ? QString(file).replace("s.", "s-004.") : file);
            QTest::qWait(1100);
        }
        QVERIFY(made[0].size() > 1000);
        QVERIFY(made[0] == made[1]);
    }

    void pagesAreDrawings() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("s.pdf");
        QCOMPARE(steps({"--lesson", "matmul/06-tiled-conflicts", "--out", file}), 0);
        const QByteArray bytes = bytesOf(file);
        QVERIFY(bytes.startsWith("%PDF") && bytes.contains("/Count 4"));
        QVERIFY2(!bytes.contains("/Subtype /Image"), "nothing in it has pixels");
        if (QStandardPaths::findExecutable("pdftotext").isEmpty())
            QSKIP("there is no pdftotext here (poppler-utils)");
        const QString text = QString::fromUtf8(outputOf("pdftotext", {"-f", "2", "-l", "2", file, "-"})).simplified();
        QVERIFY2(text.contains("A column of one bank, 2 of 4") && text.contains("That is a bank conflict."),
                 qPrintable(text));
        QVERIFY(outputOf("pdfinfo", {file}).contains("960 x 540 pts"));
    }

    void filmsTakeTheirTime() {
        if (QStandardPaths::findExecutable("ffprobe").isEmpty())
            QSKIP("there is no ffprobe here (ffmpeg)");
        const QTemporaryDir folder;
        const QString file = folder.filePath("s.mp4");
        QVERIFY2(steps({"--steps", "96..98", "--at", conflicts, "--seconds", "0.5", "--out", file}) == 0,
                 qPrintable(m_complaint));
        const QByteArray probed =
            outputOf("ffprobe", {"-v", "error", "-show_entries",
                                 "stream=codec_name,width,height,pix_fmt,duration:format_tags=title", "-of",
                                 "default=nw=1", file});
        for (const char* each : {"codec_name=h264", "width=1920", "height=1080", "pix_fmt=yuv420p", "duration=1.500000",
                                 "title=Tiled, coalesced, conflicting"})
            QVERIFY2(probed.contains(each), probed.constData());
        // What is seen in its midst is the second step.
        const QString frame = folder.filePath("frame.png");
        outputOf("ffmpeg", {"-v", "error", "-ss", "0.75", "-i", file, "-frames:v", "1", frame});
        QCOMPARE(steps({"--steps", "97", "--at", conflicts, "--scale", "1.5", "--out", folder.filePath("p.png")}), 0);
        const QImage seen(frame), wanted(folder.filePath("p-097.png"));
        QCOMPARE(seen.size(), wanted.size());
        qint64 off = 0;
        for (int y = 0; y < seen.height(); ++y)
            for (int x = 0; x < seen.width(); ++x)
                off += std::abs(qGray(seen.pixel(x, y)) - qGray(wanted.pixel(x, y)));
        QVERIFY2(off < 2ll * seen.width() * seen.height(), "on average less than two grey levels of 255");
    }

    void withoutFfmpegItIsSaidWhatToDo() {
        const QTemporaryDir folder;
        QString said;
        QCOMPARE(
            program({"--steps", "1..2", "--at", conflicts, "--out", folder.filePath("s.mp4")}, folder.path(), &said),
            2);
        QVERIFY2(said.contains("apt install ffmpeg"), qPrintable(said));
        QVERIFY(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).isEmpty());
    }

    void whatIsStoppedLeavesNothing_data() {
        QTest::addColumn<QString>("suffix");
        for (const char* suffix : {"pdf", "gif", "mp4", "png"})
            QTest::newRow(suffix) << QString(suffix);
    }
    void whatIsStoppedLeavesNothing() {
        QFETCH(const QString, suffix);
        if (suffix == "mp4" && QStandardPaths::findExecutable("ffmpeg").isEmpty())
            QSKIP("there is no ffmpeg here");
        const QTemporaryDir folder;
        QProcess process;
        process.start(
            QString::fromStdString((kernels::executableDir() / "warplens").string()),
            {"export", "--steps", "1..1400", "--at", conflicts, "--progress", "--out", folder.filePath("s." + suffix)});
        QByteArray said;
        while (!said.contains("\n3/1400") && process.state() != QProcess::NotRunning) {
            process.waitForReadyRead(100);
            said += process.readAllStandardError();
        }
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(tests::patience()));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 130);
        QVERIFY(process.readAllStandardError().contains("nothing was written"));
        QVERIFY(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).isEmpty());
    }

    void mistakesAreSaid() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("s.pdf");
        const std::pair<QStringList, const char*> wrong[] = {
            {{"--steps", "1..2", "--out", file}, "steps of what?"},
            {{"--steps", "1..2", "--at", conflicts}, "--out"},
            {{"--steps", "1..9999", "--at", conflicts, "--out", file}, "--steps 1..1440"},
            {{"--steps", "x", "--at", conflicts, "--out", file}, "3..7"},
            {{"--steps", "1..2", "--at", conflicts, "--out", folder.filePath("s.avi")}, ".mp4"},
            {{"--steps", "1..2", "--at", conflicts, "--out", "/no/such/folder/s.pdf"}, "no folder /no/such/folder"},
            {{"--steps", "1..2", "--at", conflicts + "&page=charts", "--out", file}, "a chart has no steps"},
            {{"--steps", "1..2", "--at", "warplens:matmul/22-cublas", "--out", file}, "no warp of it"},
            {{"--steps", "1..2", "--at", conflicts, "--by", "year", "--out", file}, "wavefront, instruction"},
            {{"--steps", "1..2", "--at", conflicts, "--seconds", "0", "--out", file}, "0.25 to 60"},
            {{"--steps", "1..2", "--at", conflicts, "--scale", "3", "--out", file}, "1.5"},
            {{"--lesson", "matmul/06-tiled-conflict", "--out", file}, "did you mean 'matmul/06-tiled-conflicts'"},
            {{"--steps", "1..2", "--steps", "2..3", "--at", conflicts, "--out", file}, "'1..2' and '2..3'"},
            {{"--lecture", "99", "--out", file}, "01-coalescing-and-banks"},
            {{"--lesson", "matmul/06-tiled-conflicts", "--by", "tile", "--out", file}, "a lesson has its own"},
            {{"--lesson", "matmul/06-tiled-conflicts", "--steps", "5", "--out", file}, "--steps 1..4"}};
        for (const auto& [arguments, sentence] : wrong) {
            QCOMPARE(steps(arguments), 2);
            QVERIFY2(m_complaint.contains(QLatin1String(sentence)), qPrintable(m_complaint));
        }
        QVERIFY(QDir(folder.path()).isEmpty());
    }
};

QTEST_MAIN(StepsTest)
#include "steps_test.moc"
