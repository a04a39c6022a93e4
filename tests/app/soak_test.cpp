// SPDX-License-Identifier: GPL-3.0-or-later
// The real window for as long as one likes: it shows stages and files, plays, scrubs, is typed into, changes its page,
// its chart and its architecture, and measures with the stand-in for a GPU. Each round does the same, so that memory,
// handles and threads have no reason to grow once everything was seen.
//   cd build; WARPLENS_SOAK=3600 WARPLENS_SOAK_LOG=/tmp/rounds.csv ctest -R '^Soak$'
#include "app/paint/look.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_tests.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <vector>

using namespace warplens;
using namespace warplens::app;

namespace {

struct Held {
    double megabytes = 0; ///< resident
    long handles = 0, threads = 0;
};

long entriesIn(const char* folder) {
    return std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator());
}

Held heldNow() {
    ::malloc_trim(0); // what is free and only kept by the allocator is nothing that was lost
    long pages = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> pages >> resident;
    return {static_cast<double>(resident) * static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1 << 20),
            entriesIn("/proc/self/fd"), entriesIn("/proc/self/task")};
}

/// The middle one of a part of the rounds.
template<class Value>
Value middle(const std::vector<Held>& rounds, size_t begin, size_t end, Value Held::*what) {
    std::vector<Value> values;
    for (size_t i = begin; i < end; ++i)
        values.push_back(rounds[i].*what);
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

} // namespace

class SoakTest : public tests::WindowFixture {
    Q_OBJECT

    void measure() {
#ifdef WARPLENS_GPU_FAKE
        qputenv("WARPLENS_WORKER", WARPLENS_GPU_FAKE);
        qputenv("WARPLENS_CUDA_PATH", WARPLENS_FAKE_CUDA_DIR);
        kernels::MeasurePlan plan;
        const kernels::Stage* stage = m_window->context().sources.catalogue().find("matmul/02-naive");
        plan.variants = {{*stage, kernels::defaultParameters(*stage)}};
        plan.sizes = {{33, 17, 40}};
        plan.minSeconds = 0.001;
        const size_t before = m_window->context().recordings.all().size();
        QString said = QStringLiteral("nothing");
        const auto told = connect(&m_window->measuring(), &Measuring::finished, this,
                                  [&](const QString& problem) { said = problem; });
        m_window->measuring().start(plan);
        EVENTUALLY(!m_window->measuring().isRunning());
        disconnect(told);
        QCOMPARE(said, QString());
        const auto& all = m_window->context().recordings.all();
        QCOMPARE(all.size(), before + 1); // each measurement is kept, to be compared
        QVERIFY(!all.back().results.empty() && all.back().results.front().ok);
        qunsetenv("WARPLENS_WORKER");
        qunsetenv("WARPLENS_CUDA_PATH");
#endif
    }
    void playAndScrub() {
        Player* player = m_window->player();
        player->toBegin();
        player->play();
        QTest::qWait(120);
        player->pause();
        for (const size_t event : {size_t(40), size_t(3), size_t(17), size_t(90)})
            player->goTo(event);
        player->toEnd();
        for (int i = 0; i < 5; ++i)
            player->stepBack();
    }
    void edit() {
        m_window->editing().setEditing(true);
        const std::string source(scene()->stage.source.text());
        for (const char* text : {"// a", "// ab", "// abc"}) {
            m_window->context().change([&](Exhibit& now) { now.text = source + "\n" + text + "\n"; });
            QTest::qWait(20);
        }
        EVENTUALLY(!m_window->staging().isComputing());
        m_window->editing().reset();
        m_window->editing().setEditing(false);
        EVENTUALLY(!m_window->staging().isComputing());
    }
    void visit(const char* subject) {
        QVERIFY(m_window->show(subject));
        EVENTUALLY(!m_window->staging().isComputing());
        QVERIFY(m_window->shown().subject == subject);
    }
    void round(const QString& file) {
        for (const char* stage :
             {"matmul/06-tiled-conflicts", "matmul/07-tiled", "transpose/02-naive-read", "matmul/02-naive"}) {
            visit(stage);
            playAndScrub();
        }
        for (const char* architecture : {"1.0", "7.0", "9.0"}) {
            m_window->context().change([&](Exhibit& now) { now.architecture = architecture; });
            EVENTUALLY(!m_window->staging().isComputing());
        }
        visit("matmul/07-tiled");
        edit();
        engine::FileLaunch launch;
        launch.grid = "1";
        launch.block = "32";
        launch.arguments = {"f32[1024]=zeros"};
        QVERIFY(m_window->editing().openFile(file, launch));
        EVENTUALLY(!m_window->staging().isComputing());
        playAndScrub();
        visit("matmul/06-tiled-conflicts");
        showPage(Page::Charts);
        for (const char* chart : {"stages", "speedup", "share"})
            showChart(chart);
        QTest::qWait(50);
        showPage(Page::Pictures);
        measure();
    }

private slots:
    void nothingGrows() {
        const int said = qEnvironmentVariableIntValue("WARPLENS_SOAK");
        const qint64 wanted = 1000LL * (said > 0 ? said : 20);
        const QTemporaryDir folder;
        const QString file = folder.filePath("own.cu");
        QFile text(file);
        QVERIFY(text.open(QIODevice::WriteOnly));
        text.write("extern \"C\" __global__ void own(float* p) { p[threadIdx.x * 32] = threadIdx.x; }\n");
        text.close();
        openWindow(1280, 720);

        std::unique_ptr<std::FILE, int (*)(std::FILE*)> log(nullptr, &std::fclose);
        if (const QByteArray name = qgetenv("WARPLENS_SOAK_LOG"); !name.isEmpty())
            log.reset(std::fopen(name.constData(), "w"));
        std::vector<Held> rounds;
        constexpr size_t least = 6;
        for (QElapsedTimer since; rounds.size() < least || since.elapsed() < wanted;) {
            if (!since.isValid())
                since.start();
            round(file);
            if (QTest::currentTestFailed())
                return;
            rounds.push_back(heldNow());
            if (log) {
                std::fprintf(log.get(), "%zu,%lld,%.1f,%ld,%ld\n", rounds.size(),
                             static_cast<long long>(since.elapsed()), rounds.back().megabytes, rounds.back().handles,
                             rounds.back().threads);
                std::fflush(log.get());
            }
        }
        m_window.reset();

        // The first third warms up; then the last third holds what the middle one did.
        const size_t third = rounds.size() / 3;
        const auto before = [&](auto what) { return middle(rounds, third, 2 * third, what); };
        const auto after = [&](auto what) { return middle(rounds, 2 * third, rounds.size(), what); };
        const double was = before(&Held::megabytes), is = after(&Held::megabytes);
        std::printf("%zu rounds: %.1f MB, then %.1f MB; %ld handles, then %ld; %ld threads, then %ld\n", rounds.size(),
                    was, is, before(&Held::handles), after(&Held::handles), before(&Held::threads),
                    after(&Held::threads));
        QVERIFY2(is < was * 1.03 + 4, qPrintable(QStringLiteral("%1 MB became %2 MB").arg(was).arg(is)));
        QVERIFY(after(&Held::handles) <= before(&Held::handles) + 1);
        QVERIFY(after(&Held::threads) <= before(&Held::threads) + 2);
    }
};

WINDOW_TEST_MAIN(soak_test) {
    QApplication application(argc, argv);
    QApplication::setApplicationName("Warplens");
    QApplication::setOrganizationName("Warplens");
    loadFonts();
    // QtTest gives a function five minutes.
    if (const qint64 said = qEnvironmentVariableIntValue("WARPLENS_SOAK"); said > 0)
        qputenv("QTEST_FUNCTION_TIMEOUT", QByteArray::number(1000 * said + 1'700'000));
    SoakTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "soak_test.moc"
