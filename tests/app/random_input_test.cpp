// SPDX-License-Identifier: GPL-3.0-or-later
// Random keys and clicks in each page of the window, each page in a process of its own with a home of its own. Whatever is
// done, the window goes on: in the end it shows another stage when it is asked to.
// 80 acts each, and more of them by night:
//   WARPLENS_ACTS=10000 WARPLENS_SEED=7 random_input_test theWindowGoesOn:pictures
#include "app/paint/look.h"
#include "app/views/source_pane.h"
#include "app/window/challenging.h"
#include "app/window/comparing.h"
#include "app/window/message_bar.h"
#include "app/window/practising.h"
#include "app/window/programs.h"
#include "app/window/step_writing.h"
#include "app/window/teaching.h"
#include "tests/app/random_hand.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_tests.h"

#include <QApplication>
#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

using namespace warplens;
using namespace warplens::app;

namespace {

struct PageRow {
    const char* name;
    void (*enter)(MainWindow& window, const QString& folder);
};

void changeTo(MainWindow& window, Page page) {
    window.context().change([&](Exhibit& now) { now.page = page; });
}

constexpr PageRow pageRows[] = {
    {"pictures", [](MainWindow&, const QString&) {}},
    {"charts", [](MainWindow& window, const QString&) { changeTo(window, Page::Charts); }},
    {"difference", [](MainWindow& window, const QString&) { changeTo(window, Page::Difference); }},
    {"comparison", [](MainWindow& window, const QString&) { window.comparing().toggle(); }},
    {"editing", [](MainWindow& window, const QString&) { window.editing().setEditing(true); }},
    {"own-kernel", [](MainWindow& window, const QString& folder) { window.editing().openFile(folder + "/own.cu"); }},
    {"lesson", [](MainWindow& window, const QString&) { window.teaching().openLesson("matmul/06-tiled-conflicts"); }},
    {"questions", [](MainWindow& window, const QString&) { window.practising().start(2, 7); }},
    {"challenge", [](MainWindow& window, const QString&) { window.challenging().open("coalesce-a-copy"); }},
    {"presentation", [](MainWindow& window, const QString&) { window.lecturing().setPresenting(true); }},
    {"measurement", [](MainWindow& window, const QString&) { window.measuring().chooseMachines(); }},
    {"programs", [](MainWindow& window, const QString&) { window.programs().show(); }},
    {"steps", [](MainWindow& window, const QString&) { window.stepWriting().showDialog(); }},
};

const PageRow* findPage(const QString& name) {
    for (const PageRow& row : pageRows)
        if (name == QLatin1String(row.name))
            return &row;
    return nullptr;
}

void writeFile(const QString& name, const QByteArray& text) {
    QFile file(name);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("cannot write %s", qPrintable(name));
}

/// Ends the process when one act takes longer than anybody would wait.
class Watchdog {
public:
    Watchdog()
        : m_thread([this](const std::stop_token& stop) {
            for (int seen = -1, same = 0; !stop.stop_requested();) {
                std::this_thread::sleep_for(std::chrono::milliseconds(100));
                same = seen == m_acts ? same + 100 : 0;
                seen = m_acts;
                if (same > tests::patience()) {
                    std::fputs("the window hangs\n", stderr);
                    std::abort();
                }
            }
        }) {}
    void tick() { ++m_acts; }

private:
    std::atomic<int> m_acts{0};
    std::jthread m_thread;
};

/// In the process of its own.
class Play {
public:
    Play(const PageRow& page, uint64_t seed, int acts, const QString& folder)
        : m_page(page)
        , m_folder(folder)
        , m_left(acts)
        , m_log(std::fopen(qPrintable(folder + "/acts"), "w"))
        , m_hand(seed, files(), outputs(), [this](const QString& act) {
            std::fprintf(m_log, "%d %s\n", m_left, act.toUtf8().constData());
            std::fflush(m_log);
        }) {}
    ~Play() { std::fclose(m_log); }

    int run() {
        open();
        act(nullptr);
        const bool answers = stillAnswers();
        m_window.reset();
        return answers ? 0 : 3;
    }

private:
    QStringList files() const {
        writeFile(m_folder + "/own.cu", "extern \"C\" __global__ void own(float* a, int n) {\n"
                                        "    __shared__ float s[32][32];\n"
                                        "    s[threadIdx.x % 32][threadIdx.x / 32] = a[threadIdx.x];\n"
                                        "    __syncthreads();\n"
                                        "    a[threadIdx.x] = s[0][threadIdx.x % 32] + n;\n"
                                        "}\n");
        writeFile(m_folder + "/odd.cu", QByteArray("\xff\xfe\0__global__", 13));
        writeFile(m_folder + "/none.ptx", ".version 8.0\n.target sm_90\n");
        writeFile(m_folder + "/none.warplens", "{\"warplens\": 1}");
        QDir().mkpath(m_folder + "/pack");
        return {m_folder + "/own.cu",       m_folder + "/odd.cu", m_folder + "/none.ptx", m_folder + "/none.warplens",
                m_folder + "/out.warplens", m_folder + "/pack",   m_folder + "/acts"};
    }
    QStringList outputs() const {
        QStringList names;
        for (const char* each :
             {"out.svg", "out.png", "out.warplens", "out.html", "out.cu", "project", "nowhere/out.pdf"})
            names << m_folder + QLatin1Char('/') + QLatin1String(each);
        return names;
    }
    void open() {
        m_window = std::make_unique<MainWindow>(kernels::stagesDir());
        m_window->rememberSettings();
        m_window->resize(1280, 720);
        m_window->QWidget::show();
        m_window->activateWindow();
        m_page.enter(*m_window, m_folder);
    }
    /// A dialog or a menu that waits for an answer.
    static QWidget* waiting() {
        QWidget* menu = QApplication::activePopupWidget();
        return menu ? menu : QApplication::activeModalWidget();
    }
    /// Until enough was done or, within what keeps an act from returning, until that is gone.
    void act(const QPointer<QWidget>& dialog) {
        const bool within = !dialog.isNull();
        while (m_left > 0) {
            --m_left;
            m_watchdog.tick();
            QTimer deeper;
            QObject::connect(&deeper, &QTimer::timeout, &deeper, [this, &dialog] {
                QWidget* front = waiting();
                if (front && front != dialog)
                    act(front);
            });
            deeper.start(20);
            m_hand.act(m_window.get());
            if (within && (!dialog || !dialog->isVisible()))
                return;
            if (!within && !m_window->isVisible()) {
                m_window.reset(); // it was closed
                open();
            }
        }
        if (dialog)
            dialog->close();
    }
    bool stillAnswers() {
        while (QWidget* front = waiting())
            front->close();
        std::fprintf(m_log, "the end\n");
        std::fflush(m_log);
        if (!m_window->show("transpose/02-naive-read"))
            return false;
        const auto isDone = [this] {
            m_watchdog.tick();
            return !m_window->staging().isComputing();
        };
        return QTest::qWaitFor(isDone, tests::patience()) && m_window->shown().subject == "transpose/02-naive-read";
    }

    const PageRow& m_page;
    const QString m_folder;
    int m_left;
    std::FILE* m_log;
    tests::RandomHand m_hand;
    Watchdog m_watchdog;
    std::unique_ptr<MainWindow> m_window;
};

/// What a play may reach: a home of its own, no programs but ours, and a GPU that is none.
QProcessEnvironment environmentIn(const QString& home) {
    QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
    for (const char* each : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"})
        all.remove(QString::fromLatin1(each));
    all.insert("HOME", home);
    all.insert("TMPDIR", home);
    all.insert("PATH", home + "/no-programs");
#ifdef WARPLENS_GPU_FAKE
    all.insert("WARPLENS_WORKER", WARPLENS_GPU_FAKE);
#endif
    return all;
}

} // namespace

class RandomInputTest : public QObject {
    Q_OBJECT

private slots:
    void theWindowGoesOn_data() {
        QTest::addColumn<QString>("page");
        for (const PageRow& row : pageRows)
            QTest::newRow(row.name) << QString::fromLatin1(row.name);
    }
    void theWindowGoesOn() {
        QFETCH(const QString, page);
        const int said = qEnvironmentVariableIntValue("WARPLENS_ACTS");
        const int seed = qEnvironmentVariableIntValue("WARPLENS_SEED");
        const QTemporaryDir home;
        QProcess play;
        play.setProcessChannelMode(QProcess::MergedChannels);
        play.setProcessEnvironment(environmentIn(home.path()));
        play.setWorkingDirectory(home.path());
        play.start(
            QCoreApplication::arguments().constFirst(),
            {"--play", page, QString::number(seed > 0 ? seed : 20261123), QString::number(said > 0 ? said : 80)});
        play.waitForFinished(-1);
        if (play.exitStatus() == QProcess::NormalExit && play.exitCode() == 0)
            return;
        QFile log(home.filePath("acts"));
        const QByteArray acts = log.open(QIODevice::ReadOnly) ? log.readAll() : QByteArray();
        QFAIL(qPrintable(QStringLiteral("code %1%2\n%3\nthe last acts:\n%4")
                             .arg(play.exitCode())
                             .arg(play.exitStatus() == QProcess::CrashExit ? " (a signal)" : "",
                                  QString::fromUtf8(play.readAll().right(4000)), QString::fromUtf8(acts.right(2000)))));
    }
};

WINDOW_TEST_MAIN(random_input_test) {
    QApplication application(argc, argv);
    QApplication::setApplicationName("Warplens");
    QApplication::setOrganizationName("Warplens");
    if (argc == 5 && QByteArray(argv[1]) == "--play") {
        loadFonts();
        const PageRow* page = findPage(QString::fromUtf8(argv[2]));
        return page
                   ? Play(*page, QByteArray(argv[3]).toULongLong(), QByteArray(argv[4]).toInt(), QDir::homePath()).run()
                   : 2;
    }
    RandomInputTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "random_input_test.moc"
