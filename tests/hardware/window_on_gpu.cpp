// SPDX-License-Identifier: GPL-3.0-or-later
// The real window measures on this machine's GPU: F5 is pressed, pictures are taken on the way and at the end.
//   window_on_gpu FOLDER [STAGE [SIZE]]        with QT_QPA_PLATFORM=offscreen where there is no display
// Exit code 1 where the measurement did not end well, or the window does not show it as measured here.
#include "app/paint/look.h"
#include "app/window/main_window.h"
#include "app/window/measuring.h"
#include "app/window/recordings.h"
#include "kernels/catalogue/paths.h"

#include <QApplication>
#include <QComboBox>
#include <QSignalSpy>
#include <QTest>
#include <QTextStream>

#include <algorithm>

int main(int argc, char** argv) {
    using namespace warplens;
    QApplication application(argc, argv);
    QApplication::setApplicationName("Warplens");
    app::loadFonts();
    QTextStream out(stdout);
    const QStringList words = QApplication::arguments();
    if (words.size() < 2) {
        out << "usage: window_on_gpu FOLDER [STAGE [SIZE]]\n";
        return 2;
    }
    const QString folder = words[1], stage = words.value(2, "matmul/07-tiled"), size = words.value(3, "1024");

    app::MainWindow window(kernels::stagesDir());
    window.resize(1920, 1080);
    if (!window.show(stage)) {
        out << "there is no stage " << stage << '\n';
        return 2;
    }
    window.show();
    const auto shoot = [&](const char* name) { return window.grab().save(folder + '/' + name + ".png"); };
    auto* sizes = window.findChild<QComboBox*>("measuredSize");
    const int chosen = sizes->findText(size, Qt::MatchContains);
    sizes->setCurrentIndex(std::max(0, chosen));
    emit sizes->activated(sizes->currentIndex());
    QTest::qWait(4000); // the emulator's part

    QSignalSpy ended(&window.measuring(), &app::Measuring::finished);
    QSignalSpy progress(&window.measuring(), &app::Measuring::runningChanged);
    QTest::keyClick(&window, Qt::Key_F5);
    bool saved = false;
    for (int second = 0; second < 300 && ended.isEmpty(); ++second) {
        QTest::qWait(1000);
        if (!saved && progress.size() > 5)
            saved = shoot("measuring");
    }
    const QString problem = ended.isEmpty() ? "it did not end within 300 s" : ended[0][0].toString();
    QTest::qWait(500);
    shoot("measured");
    QTest::keyClick(&window, Qt::Key_F2);
    QTest::qWait(2000);
    shoot("charts");
    out << progress.size() << " reports of progress; " << (problem.isEmpty() ? "measured" : problem) << '\n';
    if (!window.context().recordings.all().empty() && problem.isEmpty()) {
        const kernels::Recording& made = window.context().recordings.all().back();
        const auto good = std::count_if(made.results.begin(), made.results.end(), [](const auto& r) { return r.ok; });
        out << QString::fromStdString(made.provenance.gpu) << ", " << QString::fromStdString(made.provenance.date)
            << ": " << good << " of " << made.results.size() << " verified and timed\n";
        return good == static_cast<std::ptrdiff_t>(made.results.size()) && saved ? 0 : 1;
    }
    return 1;
}
