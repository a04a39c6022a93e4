// SPDX-License-Identifier: GPL-3.0-or-later
// The user's own kernels and edited sources, in the real window with mouse and keys.
#include "app/charts/charts_page.h"
#include "app/views/counts_view.h"
#include "app/views/mistake_view.h"
#include "app/views/source_pane.h"
#include "app/window/kernel_dialog.h"
#include "app/window/stage_list.h"
#include "kernels/catalogue/paths.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_tests.h"

#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <Qsci/qsciscintilla.h>

using namespace warplens;
using namespace warplens::app;

class OwnKernelTest : public tests::WindowFixture {
    Q_OBJECT

    QTemporaryDir m_folder;

    SourcePane* source() const { return m_window->pane()->source(); }
    QsciScintilla* editor() const { return source()->findChild<QsciScintilla*>("source"); }
    QString status() const { return child<QLabel>("status")->text(); }

    QString write(const QString& name, const QByteArray& text) {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write");
        return file.fileName();
    }
    /// Finds the text in the source and puts the caret behind it, by keys only.
    void goBehind(const QString& text) {
        const QStringList lines = source()->text().split('\n');
        for (int line = 0; line < lines.size(); ++line)
            if (const auto at = lines[line].indexOf(text); at >= 0) {
                // Down goes a row on, and a line that is broken has several.
                editor()->setCursorPosition(line, static_cast<int>(at + text.size()));
                return;
            }
        QFAIL(qPrintable("no such text: " + text));
    }
    static engine::FileLaunch launchOf(const char* grid, const char* block, const QStringList& arguments) {
        engine::FileLaunch launch;
        launch.grid.append(grid);
        launch.block.append(block);
        for (const QString& each : arguments)
            launch.arguments.push_back(each.toStdString());
        return launch;
    }
    bool needsCompiler() const { return m_window->context().session.compiler().compiler() == nullptr; }

    static constexpr const char* kernel = R"(__global__ void copy(const float* in, float* out, int n)
{
__shared__ float t[32][32];
t[threadIdx.y][threadIdx.x] = in[threadIdx.y * n + threadIdx.x];
__syncthreads();
out[threadIdx.y * n + threadIdx.x] = t[threadIdx.x][threadIdx.y];
}
)";

private slots:
    void initTestCase() {
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    }
    void init() { openWindow(1280, 720); }
    void cleanup() { m_window.reset(); }

    void theFormTellsWhatIsGuessed() {
        if (needsCompiler())
            QSKIP("no compiler");
        const QString main = "int main() { copy<<<dim3(1, 1), dim3(32, 32)>>>(a, b, 32); }\n";
        QVERIFY(m_window->editing().openFile(write("main.cu", (kernel + main).toUtf8())));
        auto* form = child<QDialog>("kernel");
        EVENTUALLY(form->isVisible());
        QCOMPARE(form->findChild<QLabel*>("kernelOrigin")->text(),
                 QString("From the file: grid, block, n. Guessed: size of in, size of out, what arrays hold."));
        form->reject();
        EVENTUALLY(!m_window->findChild<QDialog*>("kernel"));
        // A launch of too many threads to begin with is in the file: what is smaller than there is no guess.
        const QString large = "int main() { copy<<<dim3(64, 64), dim3(32, 32)>>>(a, b, 2048); }\n";
        QVERIFY(m_window->editing().openFile(write("large.cu", (kernel + large).toUtf8())));
        EVENTUALLY(m_window->findChild<QDialog*>("kernel"));
        QCOMPARE(child<QDialog>("kernel")->findChild<QLabel*>("kernelOrigin")->text(),
                 QString("From the file: block. Smaller than in the file, to begin with: grid, n. "
                         "Guessed: size of in, size of out, what arrays hold."));
        child<QDialog>("kernel")->reject();
        EVENTUALLY(!m_window->findChild<QDialog*>("kernel"));
        QVERIFY(m_window->editing().openFile(write("alone.cu", kernel)));
        EVENTUALLY(m_window->findChild<QDialog*>("kernel"));
        QCOMPARE(child<QDialog>("kernel")->findChild<QLabel*>("kernelOrigin")->text(),
                 QString("All of this is guessed."));
        child<QDialog>("kernel")->reject();
        // What a variable holds has a field, too, and stays.
        engine::FileLaunch launch = launchOf("1", "32,32", {"f32[1024]=zeros", "f32[1024]", "i32=32", "&scale=f32=2"});
        launch.kernel = "copy";
        KernelDialog own("copy.cu", kernels::SourceText(std::string(kernel)),
                         engine::kernelsInSource(kernels::SourceText(std::string(kernel))), launch, "9.0", nullptr);
        QCOMPARE(own.findChild<QLineEdit*>("argument3")->text(), QString("&scale=f32=2"));
        QVERIFY(own.launch() == launch);
    }

    // What was said of one kernel does not stand under the next.
    void whatWasSaidOfAKernelGoesWithIt() {
        if (needsCompiler())
            QSKIP("no compiler");
        QVERIFY(m_window->editing().openFile(write("gone.cu", kernel),
                                             launchOf("1", "32,32", {"f32[1024]=zeros", "f32[1024]", "i32=32"})));
        EVENTUALLY(scene() && status().contains("events in this block: "));
        QVERIFY(m_window->show("matmul/05-tiled-uncoalesced"));
        QVERIFY2(!status().contains("events in this block: "), qPrintable(status()));
    }

    void opensAFileWithASmallForm() {
        if (needsCompiler())
            QSKIP("no compiler");
        const QString file = write("copy.cu", kernel);
        QVERIFY(m_window->editing().openFile(file));
        auto* form = child<QDialog>("kernel");
        EVENTUALLY(form->isVisible());
        QCOMPARE(form->findChild<QLineEdit*>("block")->text(), QString("32,32"));
        QCOMPARE(form->findChild<QLineEdit*>("argument0")->text(), QString("f32[4096+]=random:1"));
        // What is wrong is said at once, and cannot be shown.
        auto* grid = form->findChild<QLineEdit*>("grid");
        grid->setFocus();
        grid->selectAll();
        QTest::keyClicks(grid, "two");
        QVERIFY(form->findChild<QLabel*>("kernelProblem")->text().contains("'two' is no size"));
        QVERIFY(!form->findChild<QPushButton*>("run")->isEnabled());
        grid->selectAll();
        QTest::keyClicks(grid, "1,1");
        QTest::keyClick(grid, Qt::Key_Return);
        EVENTUALLY(scene() && isFileStage(scene()->stage.id));
        QCOMPARE(scene()->shareds.size(), size_t(1));
        QCOMPARE(scene()->shareds[0].columns, int64_t(32));
        QVERIFY(source()->text().contains("__syncthreads"));
        // Nobody has said what to look at in it, so nothing asks to.
        QVERIFY(child<QLabel>("about")->text().contains("copy.cu"));
        QVERIFY(!child<QLabel>("about")->text().contains("What to look at"));
        // It stands in the list, the whole launch is counted, and next time nothing is asked.
        QVERIFY(static_cast<StageListModel*>(child<QListView>("stages")->model())->indexOf("file:" + file).isValid());
        EVENTUALLY_EQUAL(child<CountsView>("counts")->text("shared requests", "model"), QString("64"));
        QCOMPARE(child<CountsView>("counts")->text("shared requests", "hardware"), QString("–"));
        m_window = std::make_unique<MainWindow>(kernels::stagesDir());
        m_window->QWidget::show();
        QVERIFY(m_window->editing().openFile(file));
        QVERIFY(!m_window->findChild<QDialog*>("kernel"));
        EVENTUALLY(scene() && isFileStage(scene()->stage.id));
    }

    // Whichever chart is asked for: it is not that a size was not measured.
    void itsChartsSayThatNothingIsRecordedOfIt() {
        QVERIFY(m_window->editing().openFile(write("uncharted.cu", kernel),
                                             launchOf("1", "32,32", {"f32[1024]=zeros", "f32[1024]", "i32=32"})));
        EVENTUALLY(scene() && m_window->shown().isFile());
        for (const PlotKind& kind : plotKinds()) {
            m_window->context().change([&](Exhibit& now) {
                now.page = Page::Charts;
                now.chart = kind.name;
            });
            const Plot& plot = m_window->charts()->chart()->plot();
            QVERIFY2(plot.empty() && plot.missing.contains("nothing is recorded of a kernel of your own"),
                     qPrintable(kind.name + (": " + plot.missing)));
        }
    }

    void saysWhatCannotBeOpened() {
        QVERIFY(!m_window->editing().openFile(m_folder.filePath("none.cu")));
        QVERIFY(status().contains("cannot read"));
        QVERIFY(!m_window->editing().openFile(write("empty.cu", "int f() { return 1; }\n")));
        QVERIFY(status().contains("__global__"));
    }

    void anEditShowsItsEffectWhileTyping() {
        if (needsCompiler())
            QSKIP("no compiler");
        QTest::keyClick(m_window.get(), Qt::Key_F4);
        QVERIFY(source()->isEditing());
        EVENTUALLY(editor()->hasFocus());
        const auto before = scene();
        goBehind("float Bs[TILE][TILE");
        QTest::keyClicks(editor(), " + 1");
        EVENTUALLY(scene() != before && scene()->shareds.size() == 2);
        QVERIFY(m_window->shown().text.has_value());
        QVERIFY(source()->text().contains("TILE + 1"));
        QVERIFY(scene()->image.source.find("TILE + 1") != std::string::npos);
        // Letters that are keys of the player were written, not done.
        QVERIFY(!m_window->player()->isPlaying());
        // What hardware counted is not shown for what it never ran.
        EVENTUALLY_EQUAL(child<CountsView>("counts")->text("wavefronts", "hardware"), QString("–"));
        QTest::keyClick(editor(), Qt::Key_Escape);
        QVERIFY(!source()->isEditing());
        // Another stage and back: the copy is still there; then it is taken back.
        QVERIFY(m_window->show("matmul/07-tiled"));
        EVENTUALLY(scene() && scene()->stage.id == "matmul/07-tiled");
        QVERIFY(!m_window->shown().text.has_value());
        QVERIFY(m_window->show("matmul/06-tiled-conflicts"));
        EVENTUALLY(source()->text().contains("TILE + 1"));
        QTest::mouseClick(child<QToolButton>("resetSource"), Qt::LeftButton);
        EVENTUALLY(!source()->text().contains("TILE + 1") && !m_window->shown().text.has_value());
    }

    void anErrorIsShownAtItsLineAndThePictureStays() {
        if (needsCompiler())
            QSKIP("no compiler");
        QTest::mouseClick(child<QToolButton>("editSource"), Qt::LeftButton);
        QVERIFY(source()->isEditing());
        const auto before = scene();
        goBehind("float sum = 0");
        QTest::keyClicks(editor(), "x");
        EVENTUALLY(!source()->problems().empty());
        const uint32_t line = source()->problems().front().line;
        QVERIFY(source()->text().split('\n').value(static_cast<int>(line) - 1).contains("0x"));
        QVERIFY(child<QLabel>("problems")->isVisible());
        QVERIFY(scene() == before);
        QVERIFY(status().contains("last version that ran"));
        QTest::keyClick(editor(), Qt::Key_Backspace);
        EVENTUALLY(source()->problems().empty());
        QVERIFY(!m_window->shown().text.has_value());
    }

    // Somebody's race: named at its line, shown as a picture, and gone when what is missing is put in.
    void aRaceIsShownAndWhatIfRepairsIt() {
        if (needsCompiler())
            QSKIP("no compiler");
        const QByteArray race = "__global__ void turn(const int* in, int* out)\n"
                                "{\n"
                                "    __shared__ int s[64];\n"
                                "    s[threadIdx.x] = in[threadIdx.x];\n"
                                "    out[threadIdx.x] = s[63 - threadIdx.x];\n"
                                "}\n";
        const auto answer = [this](const QString& label) -> QToolButton* {
            for (QToolButton* button : child<QWidget>("messages")->findChildren<QToolButton*>())
                if (button->text() == label && button->isVisible())
                    return button;
            return nullptr;
        };
        QVERIFY(
            m_window->editing().openFile(write("turn.cu", race), launchOf("1", "64", {"i32[64]=random:1", "i32[64]"})));
        EVENTUALLY(answer("What if") != nullptr);
        QVERIFY2(status().startsWith("Line 5: race: thread (") || status().startsWith("Line 4: race: thread ("),
                 qPrintable(status()));
        const QString message = status(); // Show clears it
        QTest::mouseClick(answer("Show"), Qt::LeftButton);
        const auto* view = m_window->pane()->findChild<MistakeView*>("mistakes");
        EVENTUALLY(view->isVisible() && view->said().threads.size() == 2);
        QVERIFY(QString::fromStdString(plainText(view->said().sentence)).startsWith("Two threads meet at s["));
        // The message names the threads that the picture draws.
        QStringList told, drawn;
        for (auto each = QRegularExpression("thread \\((\\d+),").globalMatch(message); each.hasNext();)
            told << each.next().captured(1);
        for (const auto& thread : view->said().threads)
            drawn << QString::fromStdString(thread.who).section(' ', -1);
        told.sort();
        drawn.sort();
        QCOMPARE(told, drawn);
        QCOMPARE(view->said().missingText, std::string("a barrier is missing here"));

        press(Qt::Key_D, Qt::ControlModifier | Qt::AltModifier);
        EVENTUALLY(status().contains("there are 0 mistakes instead of 1"));
        QVERIFY2(status().startsWith("With __syncthreads(); in front of line 5 "), qPrintable(status()));
        QVERIFY(source()->isEditing());
        QVERIFY(source()->text().contains("    __syncthreads(); out[threadIdx.x]"));
        EVENTUALLY(view->said().clean);
        // The file is as it was, and the text too when it is taken back.
        QFile file(m_folder.filePath("turn.cu"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), race);
        QTest::keyClick(editor(), Qt::Key_Z, Qt::ControlModifier);
        EVENTUALLY(!source()->text().contains("__syncthreads"));
        EVENTUALLY(answer("What if") != nullptr);
    }

    // A barrier is deleted while one types: what that does appears at its line. How soon, warplens-frames tells.
    void aBarrierThatIsDeletedIsMissed() {
        if (needsCompiler())
            QSKIP("no compiler");
        QVERIFY(m_window->show("matmul/07-tiled"));
        EVENTUALLY(scene() && scene()->stage.id == "matmul/07-tiled");
        QTest::keyClick(m_window.get(), Qt::Key_F4);
        EVENTUALLY(source()->isEditing() && editor()->hasFocus());
        for (int round = 0; round < 3; ++round) {
            const QString spaces(round, ' '); // so that it is another text each time
            goBehind("__syncthreads();");
            for (int i = 0; i < QString("__syncthreads();").size(); ++i)
                QTest::keyClick(editor(), Qt::Key_Backspace);
            QTest::keyClicks(editor(), spaces);
            EVENTUALLY(!source()->problems().empty());
            QVERIFY2(source()->problems().front().text.startsWith("race: "),
                     qPrintable(source()->problems().front().text));
            const QString line =
                source()->text().split('\n').value(static_cast<int>(source()->problems().front().line) - 1);
            QVERIFY2(line.contains("As[") || line.contains("Bs["), qPrintable(line));
            QTest::keyClicks(editor(), "__syncthreads();");
            EVENTUALLY(source()->problems().empty());
        }
    }

    void mistakesThatTheEmulatorFindsAreShownAtTheirLine() {
        if (needsCompiler())
            QSKIP("no compiler");
        const engine::FileLaunch launch = launchOf("1", "32,32", {"f32[512]=random:1", "f32[1024]=zeros", "i32=32"});
        QVERIFY(m_window->editing().openFile(write("short.cu", kernel), launch));
        EVENTUALLY(!source()->problems().empty());
        QCOMPARE(source()->problems().front().line, 4u);
        QVERIFY(source()->problems().front().text.contains("out-of-bounds"));
        // It ends there: what is counted is not the whole launch.
        EVENTUALLY_EQUAL(child<CountsView>("counts")->table().launch, QString("1 of 1 blocks, then it failed"));
    }

    // What the shift is decides whether threads meet: a mistake where the file says it, and no more than words where it does not.
    void whatHangsOnAGuessIsNoMistake() {
        if (needsCompiler())
            QSKIP("no compiler");
        const QByteArray turn = "__global__ void turn(int* out, int shift)\n{\n__shared__ int t[256];\n"
                                "t[threadIdx.x] = threadIdx.x;\n"
                                "out[threadIdx.x] = t[(threadIdx.x + shift + 1) % 256];\n}\n";
        const auto known = [&] {
            return m_window->context().session.knownFindings(
                m_window->context().sources.request(m_window->context().now()));
        };
        for (const bool told : {false, true}) {
            const QByteArray host =
                told ? "int main() { int* d; cudaMalloc(&d, 1024); turn<<<1, 256>>>(d, 4); }\n" : "";
            QVERIFY(m_window->editing().openFile(write(told ? "told.cu" : "guessed.cu", turn + host)));
            auto* form = child<QDialog>("kernel");
            EVENTUALLY(form->isVisible());
            form->accept();
            EVENTUALLY(m_window->context().now().subject.ends_with(told ? "told.cu" : "guessed.cu") && known());
            QVERIFY(!known()->empty());
            const QString hangs = "This hangs on a guess (shift), and may be its fault alone.";
            if (told) {
                EVENTUALLY(!source()->problems().empty());
                QVERIFY(source()->problems().front().text.startsWith("race"));
                QVERIFY2(!status().contains("guess ("), qPrintable(status()));
            } else {
                EVENTUALLY(status().contains(hangs));
                QVERIFY2(status().contains(": race: thread ("), qPrintable(status()));
                QTest::qWait(300);
                QVERIFY(source()->problems().empty());
                QVERIFY2(status().contains(hangs), qPrintable(status()));
            }
        }
    }

    // Nobody has told how large the arrays are, so the kernel makes no mistake where it goes past them.
    void guessedArraysGrowAndSayThatTheyAreGuesses() {
        if (needsCompiler())
            QSKIP("no compiler");
        const QByteArray text = "__global__ void shift(const float* in, float* out, int n)\n{\n"
                                "int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                "if (i < n)\nout[i + 100000] = in[i];\n}\n"
                                "int main() { shift<<<dim3(4), dim3(32)>>>(a, b, 100); }\n";
        QVERIFY(m_window->editing().openFile(write("shift.cu", text)));
        auto* form = child<QDialog>("kernel");
        EVENTUALLY(form->isVisible());
        QCOMPARE(form->findChild<QLineEdit*>("argument1")->text(), QString("f32[4096+]=zeros"));
        int mistakes = 0;
        QTimer watch;
        connect(&watch, &QTimer::timeout, this, [&] { mistakes += !source()->problems().empty(); });
        watch.start(1);
        form->accept();
        const auto elements = [&] {
            const auto& launch = m_window->context().now().launch;
            return launch ? QString::fromStdString(launch->arguments[1]).section('[', 1).section('+', 0, 0).toInt() : 0;
        };
        EVENTUALLY(elements() >= 100100);
        const QString guessed = "Guessed: size of in, size of out, what arrays hold.";
        EVENTUALLY(
            m_window->context().session.knownFindings(m_window->context().sources.request(m_window->context().now())));
        EVENTUALLY(status().contains(guessed));
        QVERIFY2(status().contains("NVRTC"), qPrintable(status()));
        EVENTUALLY(scene()->globals[1].bytes >= 100100 * sizeof(float));
        QTest::qWait(300); // what comes late must not say something else
        QVERIFY2(status().contains(guessed), qPrintable(status()));
        watch.stop();
        QCOMPARE(mistakes, 0);
        // It is what is remembered, and what the form says the next time.
        m_window->findChild<Editing*>()->askForLaunch();
        EVENTUALLY(m_window->findChild<QDialog*>("kernel"));
        QVERIFY(child<QDialog>("kernel")->findChild<QLineEdit*>("argument1")->text().contains("+]=zeros"));
        // Without the + it is told, and does not grow.
        child<QDialog>("kernel")->findChild<QLineEdit*>("argument1")->setText("f32[128]=zeros");
        child<QDialog>("kernel")->accept();
        EVENTUALLY(!source()->problems().empty());
        QVERIFY(source()->problems().front().text.contains("out-of-bounds"));
        QVERIFY(!status().contains("size of out"));
    }

    void aCompilerThatBreaksDownCostsASentence() {
        if (needsCompiler())
            QSKIP("no compiler");
        qputenv("WARPLENS_REAL_NVRTC", m_window->context().session.compiler().compiler()->path().c_str());
        qputenv("WARPLENS_CUDA_PATH", WARPLENS_FAKE_NVRTC_DIR);
        openWindow(1280, 720);
        qunsetenv("WARPLENS_CUDA_PATH");
        const engine::FileLaunch launch = launchOf("1", "32,32", {"f32[1024]=random:1", "f32[1024]=zeros", "i32=32"});
        QVERIFY(m_window->editing().openFile(write("breaks.cu", kernel), launch));
        EVENTUALLY(scene() && isFileStage(scene()->stage.id));
        const auto before = scene();
        m_window->editing().setEditing(true);
        source()->insertText(0, "// warplens_test_crash\n");
        m_window->editing().takeText();
        EVENTUALLY(status().contains("NVRTC was ended by signal 11 (Segmentation fault)"));
        QVERIFY2(status().contains("The pictures show the last version that ran."), qPrintable(status()));
        QCOMPARE(scene(), before);
        // The next compilation has another compiler.
        source()->replaceText(QString(kernel) + "// right again\n");
        m_window->editing().takeText();
        EVENTUALLY(scene() != before && source()->problems().empty());
        QVERIFY2(status().contains("NVRTC"), qPrintable(status()));
        QVERIFY(!status().contains("Guessed")); // all of it was told
    }

    void aStageIsSavedAsAKernelOfOnesOwn() {
        if (needsCompiler())
            QSKIP("no compiler");
        const std::filesystem::path to = m_folder.filePath("mine.cu").toStdString();
        const auto wavefronts = scene()->lines;
        QVERIFY(m_window->editing().saveAs(to));
        EVENTUALLY(scene() && isFileStage(scene()->stage.id));
        QVERIFY(source()->text().startsWith("#ifndef TILE"));
        QCOMPARE(scene()->lines.size(), wavefronts.size());
        // The same work, line by line, but for the lines in front.
        auto mine = scene()->lines.begin();
        for (const auto& [line, cost] : wavefronts) {
            QCOMPARE(mine->first - line, scene()->lines.begin()->first - wavefronts.begin()->first);
            QCOMPARE(mine->second.loadWavefronts, cost.loadWavefronts);
            QCOMPARE(mine->second.sectors, cost.sectors);
            ++mine;
        }
    }

    void anEndlessKernelCanBeStopped() {
        if (needsCompiler())
            QSKIP("no compiler");
        const auto before = scene();
        const engine::FileLaunch launch = launchOf("1", "32", {"i32[32]=zeros"});
        QVERIFY(m_window->editing().openFile(
            write("endless.cu", "__global__ void wait(volatile int* p)\n{\nwhile (p[threadIdx.x] == 0)\n;\n}\n"),
            launch));
        EVENTUALLY(status().contains("Computing") || scene() != before);
        QTest::keyClick(m_window.get(), Qt::Key_Period, Qt::ControlModifier);
        QVERIFY(m_window->show("matmul/07-tiled"));
        EVENTUALLY(scene() && scene()->stage.id == "matmul/07-tiled");
    }
};

WINDOW_TEST_MAIN(own_kernel_test) {
    QApplication application(argc, argv);
    QApplication::setApplicationName("Warplens");
    QApplication::setOrganizationName("WarplensTest");
    loadFonts();
    OwnKernelTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "own_kernel_test.moc"
