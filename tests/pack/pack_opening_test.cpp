// SPDX-License-Identifier: GPL-3.0-or-later
// A course pack in the real window: it begins with the pack's own, Page Down gives its lecture, and what is exported of it is
// the pack's.
#include "app/pack/pack.h"
#include "app/window/challenging.h"
#include "app/window/message_bar.h"
#include "app/window/pack_opening.h"
#include "app/window/page_writing.h"
#include "app/window/teaching.h"
#include "tests/app/window_fixture.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace warplens;
using namespace warplens::app;

class PackOpeningTest : public tests::WindowFixture {
    Q_OBJECT

    const QString m_example = QStringLiteral(WARPLENS_SOURCE_DIR "/resources/packs/sums");

    void openPack(const QString& folder) {
        m_window = std::make_unique<MainWindow>(kernels::stagesDir(), packs::readPack(folder.toStdString()));
        m_window->resize(1280, 720);
        m_window->QWidget::show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

private slots:
    void cleanup() { m_window.reset(); }

    void thePackComesFirst() {
        openPack(m_example);
        QCOMPARE(m_window->shown().subject, std::string("sums/01-a-thread-a-row"));
        EVENTUALLY(scene() && scene()->stage.id == "sums/01-a-thread-a-row");
        QVERIFY(m_window->windowTitle().startsWith("Sums of rows"));
        QVERIFY2(!m_window->messages()->isBad(), qPrintable(m_window->messages()->text()));
        press(Qt::Key_F6); // the first lecture
        QVERIFY(m_window->teaching().isWalking());
        QCOMPARE(m_window->teaching().walk().lecture(), std::string("10-row-sums"));
        QVERIFY2(m_window->teaching().isAsking(), "its first step asks");
        QVERIFY(m_window->challenging().open("sum-the-rows"));
        QVERIFY2(m_window->challenging().open("coalesce-a-copy"), "the program's own are there, too");
        QVERIFY(m_window->show("matmul/07-tiled"));
    }

    void whatIsWrittenIsThePacks() {
        const QTemporaryDir folder;
        openPack(m_example);
        QVERIFY(m_window->teaching().openLesson("sums/02-a-warp-a-row"));
        QSignalSpy finished(&m_window->pageWriting(), &PageWriting::finished);
        QVERIFY(m_window->pageWriting().write(folder.filePath("lesson.html")));
        EVENTUALLY(finished.count() == 1);
        QVERIFY2(finished[0][0].toBool(), qPrintable(m_window->messages()->text()));
        QFile page(folder.filePath("lesson.html"));
        QVERIFY(page.open(QIODevice::ReadOnly));
        QVERIFY(page.readAll().contains("a warp walks along one row"));
    }

    void theMenuOpensAWindowOfItsOwn() {
        openWindow(1280, 720);
        QString program;
        QStringList arguments;
        m_window->packOpening().setStarter([&](const QString& name, const QStringList& with) {
            program = name;
            arguments = with;
            return true;
        });
        QVERIFY(m_window->packOpening().open(m_example));
        QVERIFY(program.endsWith("/warplens"));
        QCOMPARE(arguments, (QStringList{"--pack", QDir(m_example).canonicalPath()}));
        QVERIFY(m_window->messages()->text().contains("Sums of rows"));
        arguments.clear();
        const QTemporaryDir empty;
        QVERIFY(!m_window->packOpening().open(empty.path()));
        QVERIFY(arguments.isEmpty() && m_window->messages()->isBad());
        QVERIFY(m_window->messages()->text().contains("pack.toml"));
    }

    // What can be shown is shown, and the rest is told.
    void mistakesAreTold() {
        const QTemporaryDir folder;
        QDir().mkpath(folder.filePath("lessons/en/sums"));
        QVERIFY(QFile::copy(m_example + "/pack.toml", folder.filePath("pack.toml")));
        QVERIFY(QFile::copy(m_example + "/lessons/en/sums/01-a-thread-a-row.md",
                            folder.filePath("lessons/en/sums/01-a-thread-a-row.md")));
        openPack(folder.path());
        EVENTUALLY(scene());
        QVERIFY2(m_window->messages()->text().contains("01-a-thread-a-row.md:3: there is no stage"),
                 qPrintable(m_window->messages()->text()));
    }
};

QTEST_MAIN(PackOpeningTest)
#include "pack_opening_test.moc"
