// SPDX-License-Identifier: GPL-3.0-or-later
// What was broken once and must not be again: keys that reached for pictures that are hidden, words that stayed under
// new pictures, fields without the focus, files that needed a font.
#include "app/export/export_verb.h"
#include "app/paint/theme.h"
#include "app/steps/steps_verb.h"
#include "app/views/banks_view.h"
#include "app/views/picture.h"
#include "app/views/source_pane.h"
#include "app/views/veil.h"
#include "app/window/appearance.h"
#include "app/window/editing.h"
#include "app/window/exporting.h"
#include "app/window/lecturing.h"
#include "app/window/session.h"
#include "tests/app/window_fixture.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/line_heat.h"
#include "tests/app/window_tests.h"
#endif

#include <QAbstractItemView>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QScreen>
#include <QSignalBlocker>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <set>

using namespace warplens;
using namespace warplens::app;

class PromisesTest : public tests::WindowFixture {
    Q_OBJECT

    QTemporaryDir m_folder;

    static std::string read(const QString& file) {
        QFile opened(file);
        return opened.open(QIODevice::ReadOnly) ? opened.readAll().toStdString() : std::string();
    }
    QString status() const { return child<QLabel>("status")->text(); }
    bool shows(const char* id) const { return scene() && scene()->stage.id == id; }
    /// A picture is more than a background.
    static size_t colours(const QImage& image) {
        std::set<QRgb> seen;
        for (int y = 0; y < image.height(); y += 2)
            for (int x = 0; x < image.width(); x += 2)
                seen.insert(image.pixel(x, y));
        return seen.size();
    }
    /// What an empty picture leaves empty: the file's head and the picture's own title have letters in any case.
    QImage belowTitles(const QImage& image) const {
        const int head = 2 * m_window->appearance().look().px(54 + 44); // two pixels for each of the window
        return image.copy(0, head, image.width(), image.height() - head);
    }
    void find(const QString& words) {
        EVENTUALLY(!m_window->findChild<QDialog*>("palette"));
        m_window->activateWindow();
        EVENTUALLY(m_window->isActiveWindow());
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        auto* palette = child<QDialog>("palette");
        EVENTUALLY(palette->isVisible());
        auto* field = palette->findChild<QLineEdit*>();
        EVENTUALLY(field->hasFocus());
        QTest::keyClicks(field, words);
        QTest::keyClick(field, Qt::Key_Return);
    }

    /// What takes seconds is worked out when it is looked at.
    void workOutWhatBinds() {
        m_window->context().change([](Exhibit& now) { now.measured = {256, 256, 256}; });
        press(Qt::Key_8, Qt::ControlModifier);
        EVENTUALLY(m_window->player()->shown().reasons);
        press(Qt::Key_8, Qt::ControlModifier);
    }

private slots:
    void init() { openWindow(1280, 720); }
    void cleanup() { m_window.reset(); }

    void everyPictureIsCopiedWhetherItIsShownOrNot() {
        workOutWhatBinds();
        for (const bool alone : {false, true}) {
            if (alone)
                press(Qt::Key_1, Qt::ControlModifier);
            for (const PictureKind& kind : pictureKinds()) {
                QGuiApplication::clipboard()->clear();
                press(kind.key, Qt::AltModifier | Qt::ShiftModifier);
                const QImage copied = QGuiApplication::clipboard()->image();
                QVERIFY2(copied.width() > 200 && copied.height() > 300, kind.name);
                QVERIFY2(colours(belowTitles(copied)) > 8, kind.name);
                const QString file = m_folder.filePath(QStringLiteral("%1.png").arg(kind.name));
                QVERIFY2(m_window->exporting().exportPictures(file, kind.name), kind.name);
                QVERIFY2(colours(belowTitles(QImage(file))) > 8, kind.name);
            }
        }
    }

    void theSwitchKnowsTheValuesOfItsParameter() {
        QVERIFY(m_window->show("matmul/16-thread-tile-transposed"));
        EVENTUALLY(shows("matmul/16-thread-tile-transposed"));
        const auto pad = [this] { return kernels::variantText(scene()->instance.parameters); };
        const auto before = pad();
        press(Qt::Key_P);
        EVENTUALLY(shows("matmul/16-thread-tile-transposed") && pad() != before);
        QVERIFY2(status().isEmpty() || !status().contains("cannot"), qPrintable(status()));
        press(Qt::Key_P);
        EVENTUALLY(scene() && pad() == before);
    }

    void theSearchHasTheFocusAndFindsStagesAndCharts() {
        find("07-tiled");
        EVENTUALLY(shows("matmul/07-tiled"));
        find("roofline");
        EVENTUALLY(m_window->shown().page == Page::Charts);
        QCOMPARE(m_window->shown().chart, std::string("roofline"));
    }

    void messagesAreSeenOnEveryPage() {
        for (const Page page : {Page::Pictures, Page::Charts, Page::Difference}) {
            showPage(page);
            QVERIFY(!m_window->show("warplens:nothing/at-all"));
            QVERIFY(child<QLabel>("status")->isVisible());
            QVERIFY2(status().contains("nothing/at-all"), qPrintable(status()));
        }
    }

    void aPresentationGoesOnToTheNextStage() {
        QVERIFY(m_window->show("matmul/05-tiled-uncoalesced"));
        EVENTUALLY(shows("matmul/05-tiled-uncoalesced"));
        press(Qt::Key_F11);
        QVERIFY(m_window->lecturing().isPresenting());
        press(Qt::Key_End);
        press(Qt::Key_PageDown);
        EVENTUALLY(shows("matmul/06-tiled-conflicts"));
        press(Qt::Key_PageUp);
        EVENTUALLY(shows("matmul/05-tiled-uncoalesced"));
        press(Qt::Key_Escape);
    }

    void filesOfVectorsNeedNoFontAndHoldNoPixels() {
        workOutWhatBinds();
        for (const PictureKind& kind : pictureKinds()) {
            const QString file = m_folder.filePath(QStringLiteral("%1.svg").arg(kind.name));
            QVERIFY(m_window->exporting().exportPictures(file, kind.name));
            const std::string text = read(file);
            QVERIFY2(text.find("<text") == std::string::npos, kind.name);
            QVERIFY2(text.find("<image") == std::string::npos, kind.name);
            // What it is of and where its figures are from.
            QVERIFY2(text.find("Tiled, coalesced, conflicting") != std::string::npos, kind.name);
            QVERIFY2((text.find("modelled, compute capability") != std::string::npos) != kind.tellsOrigin, kind.name);
            QVERIFY2(!kind.tellsOrigin || text.find("measured on NVIDIA H200") != std::string::npos, kind.name);
            QVERIFY2(text.find(pictureTitle(kind).toStdString()) != std::string::npos, kind.name);
        }
        const QString chart = m_folder.filePath("chart.svg");
        QVERIFY(m_window->exporting().exportChart(chart, Preset::Paper));
        QVERIFY(read(chart).find("<text") == std::string::npos);
        QVERIFY2(read(chart).find("NVIDIA H200") != std::string::npos, "it says where it was measured");
    }

    // The pictures of the stage before stood under the title of what was still compiled, and nothing said so.
    void nothingOldStandsUnderANewTitle() {
        const auto* veil = m_window->pane()->findChild<Veil*>("veil");
        QVERIFY(veil->isHidden());
        const auto covered = [&] {
            return !veil->isHidden() && veil->text().startsWith("Computing") &&
                   veil->geometry().contains(
                       QRect(m_window->pane()->picture("banks")->mapTo(veil->parentWidget(), QPoint()),
                             m_window->pane()->picture("banks")->size()));
        };
        // Another size: the same pictures, which are not those of it.
        const auto before = scene();
        m_window->context().change([](Exhibit& now) { now.pictureSize = 96; });
        QVERIFY(before && scene() == before);
        QVERIFY(covered());
        EVENTUALLY(scene() != before && veil->isHidden());
        // Another stage: none.
        QVERIFY(m_window->show("matmul/05-tiled-uncoalesced"));
        QVERIFY(!scene());
        QVERIFY(!veil->isHidden());
        EVENTUALLY(shows("matmul/05-tiled-uncoalesced") && veil->isHidden());
    }

    // A word that two wavefronts deliver, each to half of the lanes, is one word.
    void wordsAreCountedOnce() {
        const QString file = m_folder.filePath("words.svg");
        const auto ignore = [](const QString&) {};
        QCOMPARE(exportVerb({"warplens", "export", "--at",
                             "warplens:matmul/06-tiled-conflicts?PAD=0&at=w7.r12&show=banks", "--out", file},
                            ignore, ignore),
                 0);
        QVERIFY2(read(file).find("4 words of 4 banks, in more than one wavefront") != std::string::npos,
                 "a load of 128 bits whose lanes want the same words");
    }

    // It waits for banks of L1, too: the rows of those were drawn, empty, and nothing of the words was seen.
    void aCopysWordsAreSeen() {
        const QString file = m_folder.filePath("copy.svg");
        QStringList complained;
        QVERIFY2(exportVerb(
                     {"warplens", "export", "--at", "warplens:matmul/20-summit?at=w3.r8&show=banks", "--out", file},
                     [](const QString&) {}, [&](const QString& line) { complained << line; }) == 0,
                 qPrintable(complained.join('\n')));
        const std::string text = read(file);
        QVERIFY2(text.find("128 words of 32 banks") != std::string::npos, text.substr(0, 2000).c_str());
        QVERIFY(text.find("which wavefront brings which is not known") != std::string::npos);
        QVERIFY(text.find("wavefronts of this request: 18, without conflicts 4") != std::string::npos);
        QVERIFY2(text.find("more wavefront") == std::string::npos, "there are as many rows as the words take");
    }

    void theVerbForFilesExplainsItself() {
        QStringList said, complained;
        const int code = exportVerb(
            QStringList{"warplens", "export", "--help"}, [&](const QString& line) { said << line; },
            [&](const QString& line) { complained << line; });
        QCOMPARE(code, 0);
        const QString all = said.join('\n');
        for (const char* option : {"--out", "--at", "--arch", "--size", "--theme", "--preset", "--list"})
            QVERIFY2(all.contains(option), option);
    }

    // One sentence, and what to write, in both verbs.
    void anUnknownOptionIsRefusedInOneSentence() {
        for (const QStringList& further : {QStringList{"-o", "x.svg"}, QStringList{"--steps", "1..2", "-o", "x.svg"}}) {
            QStringList complained;
            const QStringList all = QStringList{"warplens", "export", "banks"} + further;
            if (wantsSteps(all)) {
                StepsTold told;
                told.complain = [&](const QString& line) { complained << line; };
                QCOMPARE(stepsVerb(all, told, {}), 2);
            } else {
                QCOMPARE(exportVerb(
                             all, [](const QString&) {}, [&](const QString& line) { complained << line; }),
                         2);
            }
            const QString text = complained.join('\n');
            QVERIFY2(text.contains("'o'; write: warplens export "), qPrintable(text));
        }
    }

    // It said how a kind is written, to somebody who had written one.
    void aKindBesideALinkIsSaidToBeTooMuch() {
        QStringList complained;
        QVERIFY(exportVerb(
                    {"warplens", "export", "banks", "--at", "warplens:matmul/07-tiled", "--out", "a.svg"},
                    [](const QString&) {}, [&](const QString& line) { complained << line; }) != 0);
        QVERIFY2(complained.join(' ').contains("leave out 'banks'"), qPrintable(complained.join('\n')));
    }

    // What takes minutes for large launches says how far it is, into a file of messages, too.
    void aSlowChartTellsHowFarItIs() {
        QTemporaryDir folder;
        const QByteArray log = folder.filePath("log").toLocal8Bit();
        std::fflush(stderr);
        const int kept = dup(STDERR_FILENO), file = open(log.constData(), O_CREAT | O_WRONLY, 0600);
        dup2(file, STDERR_FILENO);
        QStringList complained;
        const int code = exportVerb(
            {"warplens", "export", "roofline", "--size", "256", "--out", folder.filePath("roofline.svg")},
            [](const QString&) {}, [&](const QString& line) { complained << line; });
        std::fflush(stderr);
        dup2(kept, STDERR_FILENO);
        close(kept);
        close(file);
        QVERIFY2(code == 0, qPrintable(complained.join('\n')));
        QFile written(folder.filePath("log"));
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QStringList lines = QString::fromLocal8Bit(written.readAll()).split('\n', Qt::SkipEmptyParts);
        const QStringList told = lines.filter("launches worked out");
        QVERIFY2(told.size() > 3, qPrintable(lines.join('\n')));
        QVERIFY(told.front().startsWith("1 of "));
        QCOMPARE(told.back(), QString("%1 of %1 launches worked out").arg(told.size()));
    }

    // Whoever takes a theme knows all of them, by the same names, and refuses another.
    void aThemeIsNamedAlikeEverywhere() {
        std::set<QRgb> corners;
        const auto exported = [&](const QString& theme, const QString& file, QStringList* complained) {
            return exportVerb(
                {"warplens", "export", "stages", "matmul/07-tiled", "--theme", theme, "--scale", "1", "--out", file},
                [](const QString&) {}, [&](const QString& line) { *complained << line; });
        };
        QStringList complained;
        for (const char* name : {"light", "dark", "contrast-light", "contrast-dark"}) {
            const std::optional<ThemeChoice> theme = themeNamed(name);
            QVERIFY2(theme, name);
            Look look;
            setTheme(look, *theme);
            QCOMPARE(themeName(look), QString(name));
            const QString file = m_folder.filePath(QStringLiteral("%1.png").arg(name));
            QVERIFY2(exported(name, file, &complained) == 0, qPrintable(complained.join('\n')));
            const QRgb corner = QImage(file).pixel(1, 1);
            QVERIFY2(corner == look.colours.pane.rgb() || corner == look.colours.background.rgb(), name);
            corners.insert(corner);
        }
        QVERIFY2(corners.size() >= 3, "four themes, of which two may begin with white");
        QVERIFY(themeNamed("system") && !themeNamed("blue") && !themeNamed(""));
        QCOMPARE(exported("blue", m_folder.filePath("blue.png"), &complained), 2);
        QVERIFY2(complained.join('\n').contains("write light, dark, contrast-dark"), qPrintable(complained.join('\n')));
    }

    void theFirstStartFitsTheScreen() {
        MainWindow fresh(kernels::stagesDir());
        fresh.QWidget::show();
        QVERIFY(QTest::qWaitForWindowExposed(&fresh));
        const QRect screen = fresh.screen()->availableGeometry();
        QVERIFY2(fresh.width() <= std::max(screen.width(), fresh.minimumWidth()) && fresh.height() <= screen.height(),
                 qPrintable(QStringLiteral("%1×%2").arg(fresh.width()).arg(fresh.height())));
    }

    void aWrongExpressionKeepsTheFocus() {
        QVERIFY(m_window->show("patterns/09-expression"));
        EVENTUALLY(shows("patterns/09-expression"));
        auto* lanes = child<QLineEdit>("lanes");
        lanes->setFocus();
        lanes->selectAll();
        QTest::keyClicks(lanes, "lane +");
        QTest::keyClick(lanes, Qt::Key_Return);
        QVERIFY(lanes->hasFocus());
        QTest::keyClicks(lanes, " lane");
        QCOMPARE(lanes->text(), QString("lane + lane"));
        QVERIFY(!child<QWidget>("pointer")->isVisible());
    }

    void whatTheSwitchWouldDoIsSaidAgainAfterComparing() {
        const auto* banks = m_window->pane()->findChild<BanksView*>("banks");
        const auto walk = [this] {
            press(Qt::Key_Home);
            while (!m_window->player()->shown().moment.shared)
                press(Qt::Key_Right);
        };
        walk();
        EVENTUALLY(banks->alternative());
        QVERIFY2(banks->alternative()->label.contains("PAD on"), qPrintable(banks->alternative()->label));
        const auto compare = [this](std::optional<Comparison> with) {
            m_window->context().change([&](Exhibit& now) { now.comparison = std::move(with); });
        };
        compare(Comparison{"", {{"PAD", 1}}, ""});
        EVENTUALLY(m_window->otherPane()->isVisible() && !banks->alternative());
        compare(std::nullopt);
        EVENTUALLY(!m_window->otherPane()->isVisible());
        EVENTUALLY(banks->alternative()); // where it stands, without a step
    }

    // White bars stood in dark lists, and no menu showed what is chosen.
    void listsAndMenusHaveTheColoursOfTheTheme() {
        for (const bool dark : {true, false}) {
            m_window->appearance().setTheme(dark ? ThemeChoice::Dark : ThemeChoice::Light);
            for (auto* list : m_window->findChildren<QComboBox*>()) {
                if (!list->isVisible() || !list->isEnabled() || list->count() < 2)
                    continue;
                list->showPopup();
                QWidget* popup = list->view()->window();
                EVENTUALLY(popup->isVisible());
                QVERIFY2(list->view()->viewport()->width() >= list->view()->sizeHintForColumn(0),
                         qPrintable(list->objectName() + " is cut"));
                for (int row = 0; row < list->count(); ++row)
                    QVERIFY2(!list->itemText(row).trimmed().endsWith(QStringLiteral("·")),
                             qPrintable(list->itemText(row)));
                const QImage image = popup->grab().toImage();
                list->hidePopup();
                for (int y = 0; y < image.height(); ++y) {
                    int foreign = 0;
                    for (int x = 0; x < image.width(); ++x) {
                        const int lightness = image.pixelColor(x, y).lightness();
                        foreign += dark ? lightness > 215 : lightness < 40;
                    }
                    QVERIFY2(foreign < 0.8 * image.width(),
                             qPrintable(QStringLiteral("%1, row %2, %3").arg(list->objectName()).arg(y).arg(dark)));
                }
            }
            size_t chosen = 0;
            for (auto* menu : m_window->findChildren<QMenu*>()) {
                emit menu->aboutToShow();
                menu->ensurePolished();
                menu->resize(menu->sizeHint());
                for (QAction* each : menu->actions()) {
                    if (!each->isCheckable() || !each->isChecked() || !each->isVisible())
                        continue;
                    const QRect row = menu->actionGeometry(each);
                    const QImage with = menu->grab(row).toImage();
                    const QSignalBlocker nobodyIsTold(each);
                    each->setChecked(false);
                    const QImage without = menu->grab(row).toImage();
                    each->setChecked(true);
                    int mark = 0;
                    for (int y = 0; y < with.height(); ++y)
                        for (int x = 0; x < with.width(); ++x)
                            mark +=
                                std::abs(with.pixelColor(x, y).lightness() - without.pixelColor(x, y).lightness()) > 60;
                    QVERIFY2(mark >= 10, qPrintable(each->text() + QStringLiteral(": %1").arg(mark)));
                    ++chosen;
                }
            }
            QVERIFY2(chosen >= 3, qPrintable(QString::number(chosen)));
        }
    }

    // A red "32 wf" led to the load of that line, which is harmless.
    void aRedLineLeadsToWhatIsRed() {
        size_t red = 0;
        for (const char* id : {"matmul/01-uncoalesced", "matmul/06-tiled-conflicts", "transpose/02-naive-read"}) {
            QVERIFY(m_window->show(id));
            EVENTUALLY(shows(id) && !m_window->staging().isComputing());
            for (const auto& [line, heat] : lineHeat(scene()->lines, Heat::PerRequest)) {
                if (!heat.bad)
                    continue;
                press(Qt::Key_Home);
                m_window->pane()->goToLine(line);
                const auto* request = m_window->player()->shown().moment.now();
                QVERIFY2(request && request->line == line, id);
                QVERIFY2(request->cost.wavefronts > request->cost.wavefrontsIdeal ||
                             request->cost.sectors > request->cost.sectorsIdeal,
                         qPrintable(QStringLiteral("%1, line %2").arg(id).arg(line)));
                ++red;
            }
        }
        QVERIFY(red >= 3);
    }

    // 05, which has nothing in shared memory, was presented with its banks; and a thick frame stood around what had the focus.
    void aPresentationShowsWhatTheStageHas() {
        press(Qt::Key_F11);
        QVERIFY(m_window->lecturing().isPresenting());
        for (const kernels::Stage& stage : kernels::loadCatalogue(kernels::stagesDir()).stages) {
            if (!stage.kernel)
                continue;
            QVERIFY2(m_window->show(QString::fromStdString(stage.id)), stage.id.c_str());
            EVENTUALLY(shows(stage.id.c_str()) && !m_window->staging().isComputing());
            const PictureNames shown = m_window->pane()->pictures();
            QVERIFY2(shown.size() == 2, stage.id.c_str());
            for (const std::string& name : shown) {
                const PictureKind* kind = findPicture(name);
                QVERIFY2(kind && (!kind->needsShared || !scene()->shareds.empty()), stage.id.c_str());
            }
            const PictureKind* about = findPicture(stage.opens);
            QVERIFY2(!about || (about->needsShared && scene()->shareds.empty()) ||
                         std::find(shown.begin(), shown.end(), stage.opens) != shown.end(),
                     stage.id.c_str());
        }
        const QWidget* focused = m_window->focusWidget();
        QVERIFY2(!focused || focused == m_window.get() || !focused->isVisible(),
                 focused ? focused->metaObject()->className() : "");
        press(Qt::Key_Escape);
        QVERIFY(!m_window->lecturing().isPresenting());
    }

    // They need the whole launch, which the picture of one block does not have.
    void racesAreShownAtTheirLine() {
        if (m_window->context().session.compiler().compiler() == nullptr)
            QSKIP("no compiler");
        QFile file(m_folder.filePath("race.cu"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("__global__ void turn(const float* in, float* out)\n"
                   "{\n"
                   "__shared__ float t[64];\n"
                   "t[threadIdx.x] = in[threadIdx.x];\n"
                   "out[threadIdx.x] = t[63 - threadIdx.x];\n"
                   "}\n");
        file.close();
        engine::FileLaunch launch;
        launch.grid.append("1");
        launch.block.append("64");
        launch.arguments = {"f32[64]=random:1", "f32[64]=zeros"};
        QVERIFY(m_window->editing().openFile(file.fileName(), launch));
        const SourcePane* source = m_window->pane()->source();
        EVENTUALLY(!source->problems().empty());
        QVERIFY(source->problems().front().line == 4 || source->problems().front().line == 5);
        QVERIFY2(source->problems().front().text.contains("race"), qPrintable(source->problems().front().text));
        // Blocks that meet: the one that is shown knows nothing of it.
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("__global__ void turn(const float* in, float* out)\n"
                   "{\n"
                   "if (threadIdx.x == 0)\n"
                   "out[0] = in[blockIdx.x];\n"
                   "}\n");
        file.close();
        launch.grid = "2";
        QVERIFY(m_window->editing().openFile(file.fileName(), launch));
        EVENTUALLY(!source->problems().empty() && source->problems().front().line == 4);
        QVERIFY2(source->problems().front().text.contains("race"), qPrintable(source->problems().front().text));
    }
};

WINDOW_TEST(promises_test, PromisesTest)
#include "promises_test.moc"
