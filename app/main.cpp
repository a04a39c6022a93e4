// SPDX-License-Identifier: GPL-3.0-or-later
// warplens: the window, and what can be done without one: `warplens report DIR`, `warplens handbook DIR` and
// `warplens export KIND [STAGE] --out FILE`.
#include "app/export/export_verb.h"
#include "app/paint/look.h"
#include "app/paint/speech.h"
#include "app/paint/theme.h"
#include "app/report/handbook_site.h"
#include "app/report/report.h"
#include "app/steps/interrupted.h"
#include "app/steps/steps_verb.h"
#include "app/tongue/say.h"
#include "app/window/editing.h"
#include "app/window/main_window.h"
#include "app/window/programs.h"
#include "app/window/speaking.h"
#include "kernels/build_info/build_info.h"
#include "kernels/catalogue/paths.h"
#include "kernels/measure/read_ahead.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFileInfo>
#include <QHashFunctions>
#include <QIcon>
#include <QSettings>
#include <QTextStream>
#include <QTimer>

#include <unistd.h>

#include <algorithm>
#include <optional>

namespace {

int fail(const QString& message) {
    QTextStream(stderr) << "warplens: " << message << '\n';
    return 2;
}

/// Takes --language CODE out of the arguments, wherever it stands: verbs have options of their own. Nothing: none is given.
std::optional<QString> takeLanguage(QStringList& arguments) {
    for (qsizetype at = 1; at < arguments.size(); ++at) {
        if (arguments[at] == QLatin1String("--language")) {
            const QString code = arguments.value(at + 1);
            arguments.remove(at, std::min<qsizetype>(2, arguments.size() - at));
            return code;
        }
        if (arguments[at].startsWith(QLatin1String("--language="))) {
            const QString code = arguments[at].mid(11);
            arguments.removeAt(at);
            return code;
        }
    }
    return std::nullopt;
}

/// The language that is given; else, of a window, that of the settings or the system. What is written is English unless
/// somebody asks: the same bytes everywhere. Throws.
void chooseLanguage(const std::optional<QString>& given, bool window) {
    using namespace warplens;
    tongue::Language language = window ? app::Speaking::remembered(QSettings()) : tongue::Language::English;
    if (given) {
        const auto known = tongue::languageOf(given->toStdString());
        if (!known)
            throw tongue::CatalogueMistake("there is no language '" + given->toStdString() +
                                           "': write --language en, zh or pl");
        language = *known;
    }
    app::speak(language);
}

/// How far it is: a line that changes for somebody who looks on, lines for a program that asked for them.
int takeSteps(const QStringList& arguments) {
    using namespace warplens::app;
    const bool terminal = isatty(STDERR_FILENO) == 1, asked = arguments.contains(QStringLiteral("--progress"));
    StepsTold told;
    const auto clear = [terminal] {
        if (terminal)
            QTextStream(stderr) << "\r\x1b[K";
    };
    told.say = [&](const QString& line) {
        clear();
        QTextStream(stdout) << line << '\n';
    };
    told.complain = [&](const QString& line) {
        clear();
        fail(line);
    };
    told.progress = [&](size_t done, size_t of) {
        if (asked)
            QTextStream(stderr) << done << '/' << of << '\n';
        else if (terminal)
            QTextStream(stderr) << "\r\x1b[K"
                                << QApplication::translate("main", "%1 of %2 steps (Ctrl+C stops)").arg(done).arg(of);
    };
    const Interrupted interrupted;
    return stepsVerb(arguments, told, interrupted.token());
}

/// What the window is told on the command line.
struct Arguments {
    Arguments() {
        parser.setApplicationDescription(
            QApplication::translate("main", "Shows what a GPU's memory system does with a CUDA kernel."));
        parser.addHelpOption();
        parser.addVersionOption();
        parser.addOptions({theme, language, stages, pack, size, kernel, grid, block, smem, argument, define});
        parser.addPositionalArgument(
            "stage",
            QApplication::translate(
                "main", "A stage such as matmul/07-tiled, a link (warplens:…), challenge:NAME, "
                        "layout:32x32, FILE.cu, FILE.ptx, "
                        "FILE.warplens, a program or the folder of a launch that was kept; or: report DIR; or: "
                        "handbook DIR; or: export KIND [STAGE] --out FILE"),
            "[stage | link | FILE | PROGRAM | report DIR | handbook DIR | export KIND]");
    }

    QCommandLineParser parser;
    const QCommandLineOption theme{
        "theme", QApplication::translate("main", "light, dark, contrast-dark, contrast-light or system"), "name"};
    const QCommandLineOption stages{
        "stages", QApplication::translate("main", "Folder of stages instead of the program's own"), "folder"};
    const QCommandLineOption size{"size", QApplication::translate("main", "Size of the window: 1920x1080"), "WxH"};
    const QCommandLineOption kernel{"kernel",
                                    QApplication::translate("main", "Kernel of a file: tile, or 'tile<32,1>'"), "name"};
    const QCommandLineOption grid{"grid", QApplication::translate("main", "Grid of a file's kernel"), "X,Y,Z"};
    const QCommandLineOption block{"block", QApplication::translate("main", "Block of a file's kernel"), "X,Y,Z"};
    const QCommandLineOption smem{
        "smem", QApplication::translate("main", "Dynamic shared memory of a file's kernel, in bytes"), "bytes"};
    const QCommandLineOption argument{
        "arg", QApplication::translate("main", "Argument of a file's kernel, in order: f32[4096]=random:1, i32=64"),
        "spec"};
    const QCommandLineOption define{"D", QApplication::translate("main", "Macro for a file: NAME=VALUE"), "macro"};
    const QCommandLineOption pack{
        "pack", QApplication::translate("main", "Course pack: a folder of a teacher's stages, lessons and challenges"),
        "folder"};
    const QCommandLineOption language{
        "language", QApplication::translate("main", "Language: en, zh or pl; else that of the system"), "code"};
};

/// How a file's kernel is to be launched; nothing: the window asks.
std::optional<warplens::engine::FileLaunch> launchOf(const Arguments& given) {
    const QCommandLineParser& parser = given.parser;
    if (!parser.isSet(given.kernel) && !parser.isSet(given.grid) && !parser.isSet(given.block) &&
        !parser.isSet(given.argument) && !parser.isSet(given.define))
        return std::nullopt;
    warplens::engine::FileLaunch launch;
    launch.kernel = parser.value(given.kernel).toStdString();
    launch.grid = parser.value(given.grid).toStdString();
    launch.block = parser.value(given.block).toStdString();
    if (parser.isSet(given.smem))
        launch.sharedBytes = parser.value(given.smem).toUInt();
    for (const QString& each : parser.values(given.argument))
        launch.arguments.push_back(each.toStdString());
    for (const QString& each : parser.values(given.define))
        launch.defines.push_back(each.toStdString());
    return launch;
}

/// What the window begins with: 0, or the exit code. The window stands before it asks.
int open(warplens::app::MainWindow& window, const Arguments& given) {
    using namespace warplens;
    const QStringList words = given.parser.positionalArguments();
    if (words.size() > 1)
        return fail(QApplication::translate("main", "one stage at a time: '%1' is too much").arg(words[1]));
    if (words.isEmpty())
        return 0;
    const QString& word = words[0];
    if (engine::isKernelFile(word.toStdString())) {
        if (!QFileInfo::exists(word))
            return fail(QApplication::translate("main", "there is no file '%1'").arg(word));
        QTimer::singleShot(0, &window,
                           [&window, word, launch = launchOf(given)] { window.editing().openFile(word, launch); });
    } else if (launches::isKeptLaunch(word.toStdString())) {
        QTimer::singleShot(0, &window, [&window, word] { window.programs().openLaunch(word); });
    } else if (word.endsWith(".warplens")) {
        QTimer::singleShot(0, &window, [&window, word] { window.openSession(word); });
    } else if (const QFileInfo file(word); file.isFile() && file.isExecutable()) {
        QTimer::singleShot(0, &window, [&window, word] { window.programs().open(word); });
    } else if (!window.show(word)) {
        return fail(window.messages()->text());
    }
    return 0;
}

int writeReport(const Arguments& given, const std::filesystem::path& stages) {
    using namespace warplens;
    const QStringList words = given.parser.positionalArguments();
    if (words.size() != 2 || words[0] != "report")
        return fail(QApplication::translate("main", "write: warplens report DIR"));
    app::ReportOptions options;
    options.stages = stages;
    options.folder = words[1];
    // Light where nothing is said: most reports are printed.
    options.theme = app::themeNamed(given.parser.value(given.theme)).value_or(app::ThemeChoice::Light);
    const auto say = [](const QString& line) { QTextStream(stdout) << line << '\n' << Qt::flush; };
    return app::writeReport(options, say) ? 0 : 1;
}

int writeHandbook(const QStringList& arguments) {
    using namespace warplens;
    if (arguments.size() != 3)
        return fail(QApplication::translate("main", "write: warplens handbook DIR"));
    try {
        app::writeHandbook({kernels::dataDir() / "docs", kernels::stagesDir(), arguments[2]}, [](const QString& line) {
            QTextStream(stdout) << line << '\n' << Qt::flush;
        });
        return 0;
    } catch (const std::exception& problem) {
        return fail(QString::fromUtf8(problem.what()));
    }
}

int showWindow(const Arguments& given, const std::filesystem::path& stages) {
    using namespace warplens;
    const QCommandLineParser& parser = given.parser;
    std::optional<packs::Pack> opened;
    if (parser.isSet(given.pack)) {
        try {
            opened = packs::readPack(parser.value(given.pack).toStdString());
        } catch (const packs::PackError& mistake) {
            return fail(QString::fromUtf8(mistake.what()));
        }
    }
    app::MainWindow window(stages, std::move(opened));
    window.rememberSettings();
    if (parser.isSet(given.theme))
        window.appearance().setTheme(*app::themeNamed(parser.value(given.theme)));
    if (const int code = open(window, given); code != 0)
        return code;
    if (parser.isSet(given.size)) {
        const QStringList parts = parser.value(given.size).split('x');
        if (parts.size() != 2 || parts[0].toInt() < 640 || parts[1].toInt() < 480)
            return fail(QApplication::translate("main", "'%1' is no size: write --size 1920x1080")
                            .arg(parser.value(given.size)));
        window.resize(parts[0].toInt(), parts[1].toInt());
    }
    if (const QString problem = app::fontProblem(tongue::spoken()); !problem.isEmpty())
        window.messages()->complain(problem);
    window.QWidget::show();
    return QApplication::exec();
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
    const bool handbook = argc > 1 && QByteArray(argv[1]) == "handbook";
    if ((report || exporting || handbook || given({"-h", "--help", "--help-all", "-v", "--version"})) &&
        qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    if (exporting || handbook || report) // the same bytes each time: fonts are written in the order of a table
        QHashSeed::setDeterministicGlobalSeed();
    if ((exporting || handbook) && qEnvironmentVariableIsEmpty("QT_LOGGING_RULES")) // of windows that nobody sees
        qputenv("QT_LOGGING_RULES", "default.warning=false");
    const auto recordings = kernels::readAhead(kernels::resourcesDir() / "recordings");
    QApplication application(argc, argv);
    QApplication::setApplicationName("Warplens");
    QApplication::setOrganizationName("Warplens");
    QApplication::setApplicationVersion(
        QStringLiteral("%1, commit %2").arg(kernels::buildVersion(), kernels::buildCommit()));
    QApplication::setDesktopFileName("org.warplens.Warplens");
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/warplens.svg")));
    app::loadFonts();
    QStringList arguments = QApplication::arguments();
    try {
        chooseLanguage(takeLanguage(arguments), !report && !exporting && !handbook);
    } catch (const tongue::CatalogueMistake& mistake) {
        return fail(QString::fromUtf8(mistake.what()));
    }
    if (exporting && app::wantsSteps(arguments))
        return takeSteps(arguments);
    if (exporting)
        return app::exportVerb(
            arguments, [](const QString& line) { QTextStream(stdout) << line << '\n'; },
            [](const QString& line) { fail(line); });
    if (handbook)
        return writeHandbook(arguments);

    Arguments told;
    // Help and wrong options end the program where they are found, and what still reads would lose what it reads with.
    const QCommandLineParser& parser = told.parser;
    if (!told.parser.parse(arguments) || parser.isSet("help") || parser.isSet("help-all") || parser.isSet("version"))
        recordings.wait();
    told.parser.process(arguments);
    if (const QString problem = app::twoValues(told.parser); !problem.isEmpty())
        return fail(problem);
    const QString theme = told.parser.value(told.theme);
    if (told.parser.isSet(told.theme) && !app::themeNamed(theme))
        return fail(app::noSuchTheme(theme));
    const std::filesystem::path stages = told.parser.isSet(told.stages)
                                             ? std::filesystem::path(told.parser.value(told.stages).toStdString())
                                             : kernels::stagesDir();
    return report ? writeReport(told, stages) : showWindow(told, stages);
}
