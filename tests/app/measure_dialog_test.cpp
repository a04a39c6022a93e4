// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring on several machines from the window, as a user does it with mouse and keys. The machines are an ssh that
// runs its command here, with GPUs of its own on the stand-in for CUDA.
#include "app/charts/charts_page.h"
#include "app/charts/plot_chart.h"
#include "app/window/measure_dialog.h"
#include "kernels/catalogue/paths.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_tests.h"

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

using namespace warplens;
using namespace warplens::app;

class MeasureDialogTest : public tests::WindowFixture {
    Q_OBJECT

    QTemporaryDir m_folder;

    QTreeWidget* list() const { return child<QTreeWidget>("machineList"); }
    QTreeWidgetItem* row(const QString& machine) const {
        const auto found = list()->findItems(machine, Qt::MatchExactly);
        return found.isEmpty() ? nullptr : found.front();
    }
    void openDialog() {
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTest::keyClick(m_window.get(), Qt::Key_F5, Qt::ShiftModifier);
        EVENTUALLY(child<QDialog>("machines")->isVisible());
        EVENTUALLY(row("this computer")->childCount() == 1);
    }
    void type(const QString& machine) {
        auto* line = child<QLineEdit>("machine");
        QTest::mouseClick(line, Qt::LeftButton);
        QTest::keyClicks(line, machine);
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY2(child<QDialog>("machines")->isVisible(), "Enter adds what is typed");
        QCOMPARE(line->text(), QString());
    }
    void toggle(QTreeWidgetItem* item) {
        list()->setFocus();
        list()->setCurrentItem(item);
        QTest::keyClick(list(), Qt::Key_Space);
    }
    void choose(const char* box, const QString& text) {
        auto* combo = child<QComboBox>(box);
        const int index = combo->findText(text, Qt::MatchContains);
        QVERIFY2(index >= 0, qPrintable(text));
        combo->setCurrentIndex(index);
        emit combo->activated(index);
    }

private slots:
    void initTestCase() {
        const auto write = [this](const QString& name, const QByteArray& text) {
            QFile file(m_folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text);
            file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        };
        QDir(m_folder.path()).mkpath("bin");
        QDir(m_folder.path()).mkpath("stages/matmul");
        write("bin/ssh", "#!/bin/sh\n"
                         "while [ \"${1#-}\" != \"$1\" ]; do [ $1 = -o ] && shift; shift; done\n"
                         "export HOME=$(dirname $0)/../$1 FAKE_CUDA_MACHINE=$1 FAKE_CUDA_DEVICES='Fake 100,Fake 200'\n"
                         "mkdir -p $HOME\n"
                         "[ $1 != nobody ] || { echo \"ssh: Could not resolve hostname $1: unknown\" >&2; exit 255; }\n"
                         "exec sh -c \"$2\"\n");
        for (const auto& entry : std::filesystem::directory_iterator(kernels::stagesDir() / "matmul")) {
            const std::string name = entry.path().filename();
            if (name == "track.toml" || name.starts_with("07-tiled.") || name.starts_with("21-"))
                std::filesystem::copy(entry.path(), m_folder.filePath("stages/matmul").toStdString() + "/" + name);
        }
        qputenv("PATH", m_folder.filePath("bin").toUtf8() + ":" + qgetenv("PATH"));
        qputenv("WARPLENS_WORKER", WARPLENS_GPU_FAKE);
        qputenv("WARPLENS_CUDA_PATH", WARPLENS_FAKE_CUDA_DIR);
    }

    void init() {
        m_window = std::make_unique<MainWindow>(m_folder.filePath("stages").toStdString());
        kernels::Recording small; // so that the size can be chosen
        small.provenance.gpu = "Earlier GPU";
        small.provenance.date = "2026-01-02T03:04:05Z";
        kernels::RecordedResult result;
        result.stage = "matmul/07-tiled";
        result.parameters = {{"TILE", 8}};
        result.size = {16, 16, 16};
        result.median = 1.0;
        result.gflops = 1.0;
        small.results = {result};
        m_window->context().recordings.add(small);
        m_window->resize(1280, 720);
        m_window->QWidget::show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_window->show("matmul/07-tiled");
        choose("recording", "Earlier GPU");
        choose("measuredSize", "16");
    }
    void cleanup() { m_window.reset(); }

    void whatWasMeasuredHereSaysSo() {
        QVERIFY(child<PlotChart>("chart")->plot().origin.contains("recorded 2026-01-02"));
        QSignalSpy finished(&m_window->measuring(), &Measuring::finished);
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        EVENTUALLY_EQUAL(finished.count(), 1);
        QVERIFY2(child<QLabel>("status")->text().contains("this computer"),
                 qPrintable(child<QLabel>("status")->text()));
        const QString origin = child<PlotChart>("chart")->plot().origin;
        QVERIFY2(origin.startsWith("median, Fake GPU, measured here 20"), qPrintable(origin));
        QVERIFY(child<QComboBox>("recording")->currentText().startsWith("Fake GPU · measured here"));
        QVERIFY(!(m_window->shown().page == Page::Charts));
    }

    void severalMachinesSideBySide() {
        const size_t before = m_window->context().recordings.all().size();
        openDialog();
        type("gpu-a");
        EVENTUALLY(row("gpu-a")->childCount() == 2);
        QCOMPARE(row("gpu-a")->child(1)->text(0), QString("Fake 200"));
        QVERIFY(row("gpu-a")->child(1)->text(1).startsWith("GPU 1, "));
        toggle(row("gpu-a")->child(1));
        type("nobody");
        EVENTUALLY(row("nobody")->text(1).contains("there is no machine nobody"));
        QCOMPARE(row("nobody")->checkState(0), Qt::Unchecked);
        type("gpu-b");
        EVENTUALLY(row("gpu-b")->childCount() == 2);
        toggle(row("this computer"));
        child<QComboBox>("way")->setCurrentIndex(1);
        type("env FAKE_CUDA_MACHINE=c FAKE_CUDA_DEVICES=Fake300");
        QVERIFY(row("env FAKE_CUDA_MACHINE=c FAKE_CUDA_DEVICES=Fake300")->text(1).contains("leads to"));
        if (qEnvironmentVariableIsSet("WARPLENS_TEST_PICTURES"))
            child<QDialog>("machines")->grab().save(qEnvironmentVariable("WARPLENS_TEST_PICTURES") + "/machines.png");
        const auto places = child<MeasureDialog>("machines")->places();
        QCOMPARE(places.size(), size_t(4));
        QCOMPARE(places[1].device, std::string("1"));

        QSignalSpy finished(&m_window->measuring(), &Measuring::finished);
        QSignalSpy progress(&m_window->measuring(), &Measuring::runningChanged);
        QTest::mouseClick(child<QDialog>("machines")->findChild<QPushButton*>("run"), Qt::LeftButton);
        EVENTUALLY_EQUAL(finished.count(), 1);
        QVERIFY2(finished[0][0].toString().isEmpty(), qPrintable(finished[0][0].toString()));
        QCOMPARE(m_window->context().recordings.all().size(), before + 4);
        QVERIFY(std::any_of(progress.begin(), progress.end(),
                            [](const auto& call) { return call[1].toString().startsWith("gpu-b: "); }));

        QVERIFY((m_window->shown().page == Page::Charts));
        QCOMPARE(m_window->charts()->kind(), QString("gpus"));
        const Plot& plot = m_window->charts()->chart()->plot();
        QStringList names;
        for (const PlotSeries& series : plot.series)
            names << series.name;
        QVERIFY2(names.filter("Fake 100, measured on gpu-a").size() == 1, qPrintable(names.join('\n')));
        QVERIFY2(names.filter("Fake 100, measured on gpu-b").size() == 1, qPrintable(names.join('\n')));
        QVERIFY2(names.contains("Fake 200") && names.contains("Fake300"), qPrintable(names.join('\n')));
        QVERIFY(plot.origin.contains("Fake 200 measured on gpu-a 20"));
        QVERIFY(plot.origin.contains("Earlier GPU recorded 2026-01-02"));
        if (qEnvironmentVariableIsSet("WARPLENS_TEST_PICTURES"))
            m_window->grab().save(qEnvironmentVariable("WARPLENS_TEST_PICTURES") + "/gpus.png");

        openDialog(); // and remembers them
        QVERIFY(row("gpu-a") && row("nobody") && row("gpu-b"));
        QCOMPARE(row("gpu-a")->checkState(0), Qt::Unchecked);
        list()->setFocus();
        list()->setCurrentItem(row("nobody"));
        QTest::keyClick(list(), Qt::Key_Delete);
        QVERIFY(!row("nobody"));
        QTest::keyClick(child<QDialog>("machines"), Qt::Key_Escape);
    }

    void oneThatFailsLeavesTheOthersAlone() {
        const size_t before = m_window->context().recordings.all().size();
        QSignalSpy finished(&m_window->measuring(), &Measuring::finished);
        kernels::MeasurePlan plan;
        const kernels::Stage* stage = m_window->context().sources.catalogue().find("matmul/07-tiled");
        plan.variants = {{*stage, {{"TILE", 8}}}};
        plan.sizes = {{16, 16, 16}};
        m_window->measuring().start(plan, {{kernels::Way::Ssh, "gpu-a"}, {kernels::Way::Ssh, "nobody"}});
        EVENTUALLY_EQUAL(finished.count(), 1);
        QVERIFY(finished[0][0].toString().startsWith("nobody: there is no machine nobody"));
        QCOMPARE(m_window->context().recordings.all().size(), before + 1);
        QVERIFY(child<QLabel>("status")->text().contains("there is no machine nobody"));
    }

    void oneCancelEndsAll() {
        qputenv("FAKE_CUDA", "hang:tiled");
        openDialog();
        type("gpu-a");
        EVENTUALLY(row("gpu-a")->childCount() == 2);
        QSignalSpy finished(&m_window->measuring(), &Measuring::finished);
        QSignalSpy progress(&m_window->measuring(), &Measuring::runningChanged);
        const auto has = [&](const char* machine) {
            return std::any_of(progress.begin(), progress.end(), [&](const auto& call) {
                return call[1].toString().startsWith(machine) && call[1].toString().endsWith("total");
            });
        };
        QTest::keyClick(child<QDialog>("machines"), Qt::Key_Return);
        EVENTUALLY(has("gpu-a: ") && has("this machine: "));
        QTest::mouseClick(child<QWidget>("bar")->findChild<QPushButton*>("run"), Qt::LeftButton);
        EVENTUALLY_EQUAL(finished.count(), 1);
        QVERIFY(finished[0][0].toString().contains("cancelled"));
        qunsetenv("FAKE_CUDA");
    }
};

WINDOW_TEST_MAIN(measure_dialog_test) {
    QApplication application(argc, argv);
    loadFonts();
    MeasureDialogTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "measure_dialog_test.moc"
