// SPDX-License-Identifier: GPL-3.0-or-later
// The handbook: that its pages are whole, that its links lead somewhere, that what stands in it of keys, commands, counters and
// pictures is what the program says, as a page in the window and as web pages.
//
// What stands between "<!-- generated: … -->" and "<!-- /generated -->" is written by this test where WARPLENS_WRITE_HANDBOOK is
// set, and held by it otherwise.
#include "app/views/picture.h"
#include "app/window/action_sheets.h"
#include "app/window/consulting.h"
#include "app/window/handbook_sheet.h"
#include "app/window/handbook_text.h"
#include "app/window/message_bar.h"
#include "tests/app/window_fixture.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/charts/plots.h"
#include "app/engine/metrics.h"
#include "app/handbook/handbook.h"
#include "app/handbook/markdown.h"
#include "kernels/files/bounded_file.h"
#include "tests/app/window_tests.h"
#endif

#include <QDir>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <fstream>
#include <set>

using namespace warplens;
using namespace warplens::app;

class HandbookTest : public tests::WindowFixture {
    Q_OBJECT

    const std::filesystem::path m_folder = std::filesystem::path(WARPLENS_SOURCE_DIR) / "docs";

    static QString run(const QString& program, const QStringList& arguments, int expected = 0,
                       const QString& data = {}) {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("COLUMNS", "100");
        if (!data.isEmpty())
            environment.insert("WARPLENS_DATA", data);
        process.setProcessEnvironment(environment);
        process.start(QString::fromStdString((kernels::executableDir() / program.toStdString()).string()), arguments);
        process.waitForFinished(-1);
        if (process.exitCode() != expected)
            qWarning("%s %s: %d %s", qPrintable(program), qPrintable(arguments.join(' ')), process.exitCode(),
                     process.readAllStandardError().constData());
        const QString folder = QString::fromStdString(kernels::executableDir().string()) + '/'; // Qt's help names it
        return process.exitCode() == expected ? QString::fromUtf8(process.readAllStandardOutput()).remove(folder)
                                              : QString();
    }

    static QString block(const QString& text) { return "```\n" + text.trimmed() + "\n```\n"; }

    // What belongs there, by its name.
    QString generated(const QString& what) {
        if (what == "pictures") {
            QString table = "| picture | key | name |\n| --- | --- | --- |\n";
            for (const PictureKind& kind : pictureKinds())
                table += QStringLiteral("| [%1](#%2) | %3 | `%4` |\n")
                             .arg(QLatin1String(kind.title), QString::fromStdString(handbook::anchorOf(kind.title)),
                                  QKeySequence(Qt::CTRL | kind.key).toString(QKeySequence::PortableText),
                                  QLatin1String(kind.name));
            return table;
        }
        if (what == "keys") {
            QString table, menu;
            for (const NamedAction& each : actionsOf(*m_window->menuBar())) {
                const QString key = each.action->shortcut().toString(QKeySequence::PortableText);
                if (key.isEmpty())
                    continue;
                if (each.menu != menu) {
                    table += QStringLiteral("%1## %2\n\n| key | |\n| --- | --- |\n")
                                 .arg(menu.isEmpty() ? "" : "\n", each.menu);
                    menu = each.menu;
                }
                table += QStringLiteral("| `%1` | %2 |\n").arg(key == "|" ? "\\|" : key, each.name);
            }
            return table;
        }
        if (what == "metrics") {
            QString table = "| counter of ncu | what it counts | unit | the model |\n| --- | --- | --- | --- |\n";
            for (const engine::MetricInfo& info : engine::metrics())
                table += QStringLiteral("| `%1` | %2 | %3 | %4 |\n")
                             .arg(QString::fromUtf8(info.ncu), QString::fromUtf8(info.help),
                                  QString::fromStdString(std::string(engine::unitName(info.unit))),
                                  info.model ? QStringLiteral("the same number: %1").arg(QString::fromUtf8(info.name))
                                             : QStringLiteral("has no such figure"));
            return table;
        }
        if (what == "help of warplens")
            return block(run("warplens", {"--help"}));
        if (what.startsWith("help "))
            return block(run("warplens-cli", {what.mid(5), "--help"}));
        return {};
    }

    const handbook::Handbook& book() {
        static const handbook::Handbook read = handbook::readHandbook(m_folder);
        return read;
    }
    static std::set<std::string> anchorsOf(const handbook::Page& page) {
        std::set<std::string> anchors;
        for (const handbook::Heading& heading : handbook::headings(page))
            anchors.insert("#" + heading.anchor);
        return anchors;
    }
    HandbookSheet* sheet() const { return m_window->findChild<HandbookSheet*>("handbook"); }
    HandbookText* text() const { return m_window->findChild<HandbookText*>("handbookText"); }

private slots:
    void init() { openWindow(1280, 720); }
    void cleanup() { m_window.reset(); }

    void everyPageIsInIt() {
        std::set<std::string> there, in;
        for (const auto& file : std::filesystem::directory_iterator(m_folder))
            if (file.path().extension() == ".md")
                there.insert(file.path().stem().string());
        for (const handbook::Page* page : book().pages())
            in.insert(page->name);
        for (const std::string& name : there)
            QVERIFY2(in.contains(name), name.c_str());
        QVERIFY(book().chapters.size() > 3);
    }

    void everyLinkLeadsSomewhere() {
        int followed = 0;
        for (const handbook::Page* page : book().pages()) {
            const std::set<std::string> own = anchorsOf(*page);
            const handbook::Dress dress{
                [&](std::string_view name, std::string_view anchor) {
                    const handbook::Page* to = book().page(name);
                    const std::string link = page->name + ".md: " + std::string(name) + ".md" + std::string(anchor);
                    if (!to || (!anchor.empty() && !anchorsOf(*to).contains(std::string(anchor))))
                        qFatal("%s leads nowhere", link.c_str());
                    ++followed;
                    return "ok:" + std::string(name);
                },
                [](const handbook::Figure&) { return std::string(); }};
            const QString html = QString::fromStdString(handbook::htmlOf(*page, dress));
            static const QRegularExpression address("(?:href|src)=\"([^\"]*)\"");
            for (auto match = address.globalMatch(html); match.hasNext();) {
                const QString to = match.next().captured(1);
                if (to.startsWith("ok:") || to.startsWith("http") || to.startsWith("warplens:"))
                    continue;
                const std::string where = page->name + ".md: " + to.toStdString();
                if (to.startsWith('#'))
                    QVERIFY2(own.contains(to.toStdString()), where.c_str());
                else
                    QVERIFY2(std::filesystem::exists(m_folder / to.toStdString()), where.c_str());
            }
        }
        QVERIFY(followed > 50);
    }

    // Pictures, and links that stand in the words.
    void everythingThatItShowsCanBeShown() {
        int shown = 0;
        const auto opens = [&](const handbook::Page& page, const std::string& link) {
            const std::string where = page.name + ".md: " + link + ": ";
            try {
                Exhibit exhibit = fromLink(link);
                if (!exhibit.isFile() && !exhibit.isKept())
                    m_window->context().sources.settle({}, exhibit);
            } catch (const std::exception& problem) {
                QFAIL((where + problem.what()).c_str());
            }
            ++shown;
        };
        for (const handbook::Page* page : book().pages())
            for (const handbook::Figure& figure : handbook::figures(*page)) {
                opens(*page, figure.link);
                QVERIFY2(!figure.caption.empty(), figure.link.c_str());
            }
        QVERIFY(shown > 8);
    }

    // Recordings are read beside the beginning: here for so long that the program ends before they are.
    void whoAsksForHelpGetsItWhateverIsStillRead() {
        const QTemporaryDir data;
        const QDir folder(data.filePath("resources/recordings"));
        QVERIFY(folder.mkpath("."));
        const auto shipped = kernels::resourcesDir() / "recordings";
        for (int copy = 0; copy < 4; ++copy)
            for (const auto& each : std::filesystem::directory_iterator(shipped))
                std::filesystem::create_symlink(each.path(), folder.filePath(QString::number(copy)).toStdString() +
                                                                 each.path().filename().string());
        for (int i = 0; i < 10; ++i) {
            QVERIFY(run("warplens", {"--help"}, 0, data.path()).contains("--theme"));
            QVERIFY(!run("warplens", {"--version"}, 0, data.path()).isEmpty());
        }
    }

    void whatIsGeneratedIsWhatTheProgramSays() {
        static const QRegularExpression region("<!-- generated: ([^>]+) -->\\n(.*?)<!-- /generated -->",
                                               QRegularExpression::DotMatchesEverythingOption);
        const bool write = qEnvironmentVariableIsSet("WARPLENS_WRITE_HANDBOOK");
        std::set<QString> seen;
        for (const handbook::Page* page : book().pages()) {
            const std::filesystem::path file = m_folder / (page->name + ".md");
            const QString before = QString::fromStdString(kernels::readText(file, kernels::sourceLimit));
            QString after;
            qsizetype end = 0;
            for (auto match = region.globalMatch(before); match.hasNext();) {
                const QRegularExpressionMatch found = match.next();
                const QString what = found.captured(1), text = "\n" + generated(what) + "\n";
                QVERIFY2(text.trimmed().size() > 10, qPrintable(what));
                seen.insert(what);
                if (!write)
                    QCOMPARE(found.captured(2), text);
                after += before.mid(end, found.capturedStart(2) - end) + text;
                end = found.capturedEnd(2);
            }
            after += before.mid(end);
            if (write && after != before)
                std::ofstream(file, std::ios::binary) << after.toStdString();
        }
        for (const char* what : {"pictures", "keys", "metrics", "help of warplens"})
            QVERIFY2(seen.contains(what), what);
        static const QRegularExpression verb("^  (\\w+)", QRegularExpression::MultilineOption);
        int verbs = 0;
        for (auto match = verb.globalMatch(run("warplens-cli", {"--help"}).section("Subcommands:", 1)); match.hasNext();
             ++verbs) {
            const QString name = match.next().captured(1);
            QVERIFY2(seen.contains("help " + name), qPrintable(name));
        }
        QVERIFY(verbs > 15);
    }

    void everyPictureAndChartHasItsPlace() {
        const auto stands = [&](const QString& place) {
            const handbook::Page* page = book().page(place.section('#', 0, 0).toStdString());
            QVERIFY2(page, qPrintable(place));
            QVERIFY2(anchorsOf(*page).contains('#' + place.section('#', 1).toStdString()), qPrintable(place));
        };
        Exhibit exhibit = m_window->shown();
        for (const PictureKind& kind : pictureKinds()) {
            exhibit.pictures = {kind.name};
            stands(placeAbout(exhibit));
        }
        exhibit.page = Page::Charts;
        for (const PlotKind& kind : plotKinds()) {
            exhibit.chart = kind.name;
            stands(placeAbout(exhibit));
        }
        const handbook::Page* charts = book().page("charts");
        for (const PlotKind& kind : plotKinds()) // and is called there as on the command line
            QVERIFY2(charts->text.find("`" + std::string(kind.name) + "`") != std::string::npos, kind.name);
    }

    void itOpensAtWhatIsShown() {
        press(Qt::Key_F1, Qt::ControlModifier);
        QVERIFY(sheet());
        QTRY_VERIFY(sheet()->isVisible());
        QCOMPARE(text()->page(), QStringLiteral("start"));
        QVERIFY(text()->toPlainText().contains("called warps"));
        m_window->context().change([](Exhibit& now) { now.pictures = {"banks"}; });
        press(Qt::Key_F1, Qt::ControlModifier);
        QCOMPARE(text()->source().toString(), QStringLiteral("handbook:pictures#shared-memory-banks"));
        showPage(Page::Charts);
        showChart("roofline");
        press(Qt::Key_F1, Qt::ControlModifier);
        QCOMPARE(text()->source().toString(), QStringLiteral("handbook:charts#roofline"));
        QApplication::setActiveWindow(sheet()); // as a window manager does
        QTest::keyClick(sheet(), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(text()->page(), QStringLiteral("pictures"));
        QTest::mouseClick(child<QPushButton>("handbookBack"), Qt::LeftButton);
        QCOMPARE(text()->page(), QStringLiteral("start"));
        QVERIFY(!m_window->findChild<Consulting*>()->open("nowhere"));
    }

    void itIsSearched() {
        m_window->findChild<Consulting*>()->open("run");
        auto* words = m_window->findChild<QLineEdit*>("handbookWords");
        auto* list = m_window->findChild<QListWidget*>("handbookList");
        QCOMPARE(list->currentItem()->text(), QStringLiteral("Running a program"));
        const int contents = list->count();
        QTest::keyClicks(words, "how to LINK");
        QVERIFY(list->count() > 0);
        QVERIFY(list->item(0)->text().startsWith("Running a program: How to link"));
        QTest::keyClick(words, Qt::Key_Return);
        QCOMPARE(text()->source().toString(), QStringLiteral("handbook:run#how-to-link"));
        words->setText("bank conflicts"); // as they are read, without links and marks of tables
        for (int row = 0; row < list->count(); ++row)
            QVERIFY2(!list->item(row)->text().contains(" | ") && !list->item(row)->text().contains(": warplens:"),
                     qPrintable(list->item(row)->text()));
        words->setText("no line has these words xyzzy");
        QCOMPARE(list->count(), 1);
        QVERIFY(!(list->item(0)->flags() & Qt::ItemIsEnabled));
        words->clear();
        QCOMPARE(list->count(), contents);
    }

    // Drawn behind it as the window would draw it; a click on it shows it there.
    void itsPicturesComeAndLeadBack() {
        m_window->findChild<Consulting*>()->open("start");
        const std::string link = handbook::figures(*book().page("start")).at(2).link;
        QSignalSpy came(text(), &HandbookText::pictureCame);
        EVENTUALLY(!text()->picture(QString::fromStdString(link)).isNull());
        const QImage image = text()->picture(QString::fromStdString(link));
        std::set<QRgb> colours;
        for (int y = 0; y < image.height(); y += 7)
            for (int x = 0; x < image.width(); x += 7)
                colours.insert(image.pixel(x, y));
        QVERIFY(colours.size() > 8);
        QVERIFY(came.count() > 0);
        emit text()->anchorClicked(QUrl()); // nothing happens
        text()->setSource(QUrl(QString::fromStdString(link)));
        Exhibit wanted = fromLink(link);
        m_window->context().sources.settle({}, wanted);
        QCOMPARE(m_window->shown().subject, wanted.subject);
        QCOMPARE(m_window->shown().pictures, wanted.pictures);
        QCOMPARE(text()->page(), QStringLiteral("start"));
    }

    void asWebPagesItIsWhole() {
        const QTemporaryDir one, two;
        const QString said = run("warplens", {"handbook", one.path()});
        QVERIFY(said.contains("index.html"));
        QVERIFY(!run("warplens", {"handbook", two.path()}).isEmpty());
        int pages = 0, pictures = 0;
        for (const QString& name : QDir(one.path()).entryList(QDir::Files)) {
            const auto bytes = [&](const QTemporaryDir& folder) {
                return kernels::readBytes(folder.filePath(name).toStdString(), kernels::sourceLimit);
            };
            const QString all = QString::fromStdString(bytes(one));
            QVERIFY2(bytes(one) == bytes(two), qPrintable(name));
            pictures += name.endsWith(".svg") ? 1 : 0;
            if (!name.endsWith(".html"))
                continue;
            ++pages;
            static const QRegularExpression address("(?:href|src)=\"([^\"#]+)[\"#]");
            for (auto match = address.globalMatch(all); match.hasNext();) {
                const QString to = match.next().captured(1);
                if (!to.startsWith("http") && !to.startsWith("warplens:"))
                    QVERIFY2(QFile::exists(one.filePath(to)), qPrintable(name + ": " + to));
            }
        }
        QCOMPARE(pages, static_cast<int>(book().pages().size()));
        QVERIFY(pictures > 8);
        QCOMPARE(run("warplens", {"handbook"}, 2), QString());
        QCOMPARE(run("warplens", {"handbook", "/proc/none/here"}, 2), QString());
    }

    void whatIsWrongIsSaid() {
        const QTemporaryDir folder;
        const auto says = [&](const char* contents, const char* page, const char* what) {
            std::ofstream(folder.filePath("handbook.md").toStdString()) << contents;
            if (page)
                std::ofstream(folder.filePath("a.md").toStdString()) << page;
            try {
                handbook::readHandbook(folder.path().toStdString());
            } catch (const std::exception& problem) {
                QVERIFY2(QString::fromUtf8(problem.what()).contains(what), problem.what());
                return;
            }
            QFAIL(what);
        };
        says("no title", nullptr, "it has no title");
        says("# H\n## C\n[a](a.md)\n", nullptr, "a.md");
        says("# H\n## C\n[a](a.md)\n", "no title", "a.md: it has no title");
        says("# H\n## C\n[a](a.md) [again](a.md)\n", "# A\n", "stands in it twice");
    }
};

WINDOW_TEST(handbook_test, HandbookTest)
#include "handbook_test.moc"
