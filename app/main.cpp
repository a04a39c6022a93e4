// SPDX-License-Identifier: GPL-3.0-or-later
// warplens: the window, and what can be done without one: `warplens report DIR` and
// `warplens export KIND [STAGE] --out FILE`.
#include "app/export/export_verb.h"
#include "app/report/report.h"
#include "app/theme/look.h"
#include "app/window/main_window.h"
#include "kernels/catalogue/paths.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QTextStream>

#include <algorithm>

namespace {

int fail(const QString& message) {
    QTextStream(stderr) << "warplens: " << message << '\n';
    return 2;
}

} // namespace

int main(int argc, char** argv) {
    using namespace warplens;
    // A report and a word of help need no display; Qt is told before it looks for one.
    const auto given = [&](std::initializer_list<const char*> words) {
        return std::any_of(argv + 1, argv + argc, [&](const QByteArray& argument) {
            return std::find(words.begin(), words.end(), argument) != words.end();
        });
    };
    const bool report = given({"report"});
    const bool exporting = argc > 1 && QByteArray(argv[1]) == "export";
    if ((report || exporting || given({"-h", "--help", "--help-all", "-v", "--version"})) &&
        qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    QApplication::setApplicationName("Warplens");
    QApplication::setOrganizationName("Warplens");
    QApplication::setApplicationVersion(WARPLENS_VERSION);
    app::loadFonts();
    if (exporting)
        return app::exportVerb(
            QApplication::arguments(), [](const QString& line) { QTextStream(stdout) << line << '\n'; },
            [](const QString& line) { fail(line); });

    QCommandLineParser parser;
    parser.setApplicationDescription(
        QApplication::translate("main", "Shows what a GPU's memory system does with a CUDA kernel."));
    parser.addHelpOption();
    parser.addVersionOption();
    const QCommandLineOption theme("theme", QApplication::translate("main", "light, dark or system"), "name");
    const QCommandLineOption stages(
        "stages", QApplication::translate("main", "Folder of stages instead of the program's own"), "folder");
    const QCommandLineOption size("size", QApplication::translate("main", "Size of the window: 1920x1080"), "WxH");
    parser.addOptions({theme, stages, size});
    parser.addPositionalArgument(
        "stage",
        QApplication::translate(
            "main", "A stage to open, such as matmul/07-tiled; or: report DIR; or: export KIND [STAGE] --out FILE"),
        "[stage | report DIR | export KIND]");
    parser.process(application);

    const QStringList words = parser.positionalArguments();
    const QString name = parser.value(theme);
    if (parser.isSet(theme) && name != "dark" && name != "light" && name != "system")
        return fail(QApplication::translate("main", "there is no theme '%1': write light, dark or system").arg(name));
    const std::filesystem::path folder =
        parser.isSet(stages) ? std::filesystem::path(parser.value(stages).toStdString()) : kernels::stagesDir();
    if (report) {
        if (words.size() != 2 || words[0] != "report")
            return fail(QApplication::translate("main", "write: warplens report DIR"));
        app::ReportOptions options;
        options.stages = folder;
        options.folder = words[1];
        options.dark = name != "light";
        return app::writeReport(options, [](const QString& line) { QTextStream(stdout) << line << '\n'
                                                                                       << Qt::flush; })
                   ? 0
                   : 1;
    }
    app::MainWindow window(folder);
    window.resize(1600, 950);
    window.rememberSettings();
    if (parser.isSet(theme))
        window.setTheme(name == "light"  ? app::ThemeChoice::Light
                        : name == "dark" ? app::ThemeChoice::Dark
                                         : app::ThemeChoice::System);
    if (words.size() > 1)
        return fail(QApplication::translate("main", "one stage at a time: '%1' is too much").arg(words[1]));
    if (!words.isEmpty() && !window.showStage(words[0]))
        return fail(
            QApplication::translate("main", "there is no stage '%1'; `warplens-cli stages` lists them").arg(words[0]));
    if (parser.isSet(size)) {
        const QStringList parts = parser.value(size).split('x');
        if (parts.size() != 2 || parts[0].toInt() < 640 || parts[1].toInt() < 480)
            return fail(
                QApplication::translate("main", "'%1' is no size: write --size 1920x1080").arg(parser.value(size)));
        window.resize(parts[0].toInt(), parts[1].toInt());
    }
    window.show();
    return QApplication::exec();
}
