// SPDX-License-Identifier: GPL-3.0-or-later
// Web pages from the real window: of the lesson that is open, or of what is shown, by a process of its own.
#include "app/window/message_bar.h"
#include "app/window/page_writing.h"
#include "app/window/teaching.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_tests.h"

#include <QAction>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace warplens;
using namespace warplens::app;

class PageWritingTest : public tests::WindowFixture {
    Q_OBJECT

    PageWriting& pages() { return m_window->pageWriting(); }
    static QByteArray bytesOf(const QString& file) {
        QFile in(file);
        return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
    }

private slots:
    void init() { openWindow(1280, 720); }
    void cleanup() { m_window.reset(); }

    void theMenuHasIt() {
        const auto actions = m_window->findChildren<QAction*>();
        QVERIFY(std::any_of(actions.begin(), actions.end(),
                            [](const QAction* each) { return each->text().remove('&').startsWith("Web page"); }));
    }

    void whatIsShownIsWritten() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("shown.html");
        m_window->context().change([](Exhibit& now) {
            now.pictures = {"banks"};
            now.at = {7, 3, 0};
        });
        EVENTUALLY(!m_window->staging().isComputing());
        const std::string link = toLink(m_window->shown());
        QCOMPARE(pages().subject(), link);
        QSignalSpy finished(&pages(), &PageWriting::finished);
        QVERIFY(pages().write(file));
        QVERIFY(pages().isWriting()); // it did not wait
        QVERIFY2(!pages().write(file), "one at a time");
        EVENTUALLY(finished.count() == 1);
        QVERIFY2(finished[0][0].toBool(), qPrintable(m_window->messages()->text()));
        QVERIFY(!pages().isWriting());
        QCOMPARE(m_window->messages()->text(), QStringLiteral("Wrote %1.").arg(file));
        QVERIFY(
            bytesOf(file).contains("\"about\":\"" + QByteArray::fromStdString(link).replace("&", "\\u0026") + "\""));
    }

    void anOpenLessonIsWrittenAndALectureWhole() {
        const QTemporaryDir folder;
        QVERIFY(m_window->teaching().openLesson("transpose/04-tiled"));
        QCOMPARE(pages().subject(), std::string("transpose/04-tiled"));
        QSignalSpy finished(&pages(), &PageWriting::finished);
        QVERIFY(pages().write(folder.filePath("lesson"))); // the suffix is added
        EVENTUALLY(finished.count() == 1);
        QVERIFY(bytesOf(folder.filePath("lesson.html")).contains("The turn happens in shared memory"));
        QVERIFY(m_window->teaching().give("01-coalescing-and-banks"));
        QCOMPARE(pages().subject(), std::string("01-coalescing-and-banks"));
    }

    void whatGoesWrongIsSaid() {
        QSignalSpy finished(&pages(), &PageWriting::finished);
        QVERIFY(pages().write("/nowhere/at/all.html"));
        EVENTUALLY(finished.count() == 1);
        QVERIFY(!finished[0][0].toBool() && m_window->messages()->isBad());
        QVERIFY2(m_window->messages()->text().contains("cannot write /nowhere/at/all.html"),
                 qPrintable(m_window->messages()->text()));
        m_window->context().change([](Exhibit& now) { now.text = "// edited\n"; });
        QVERIFY2(!pages().write("/nowhere/at/all.html"), "edits are in no page");
        QVERIFY(m_window->messages()->text().contains("save it first"));
    }

    // Closed in the midst of it: no file, and no half of one.
    void aWindowThatGoesLeavesNothing() {
        const QTemporaryDir folder;
        QVERIFY(pages().write(folder.filePath("gone.html")));
        m_window.reset();
        const QByteArray bytes = bytesOf(folder.filePath("gone.html"));
        QVERIFY(bytes.isEmpty() || bytes.endsWith("</html>\n"));
    }
};

WINDOW_TEST(page_writing_test, PageWritingTest)
#include "page_writing_test.moc"
