// SPDX-License-Identifier: GPL-3.0-or-later
// That everybody can use the window: by keyboard alone, with a screen reader, with high contrast; and what the right
// mouse button offers.
#include "app/charts/charts_page.h"
#include "app/charts/plot_chart.h"
#include "app/views/counts_view.h"
#include "app/window/action_sheets.h"
#include "app/window/appearance.h"
#include "app/window/defining.h"
#include "app/window/message_bar.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_tests.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QSet>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <map>

using namespace warplens;
using namespace warplens::app;

class AccessTest : public tests::WindowFixture {
    Q_OBJECT

    /// What can be reached with Tab from where the keys are now.
    QSet<QWidget*> walk() {
        QSet<QWidget*> seen;
        for (int i = 0; i < 300; ++i) {
            QWidget* at = QApplication::focusWidget();
            if (at)
                seen.insert(at);
            QTest::keyClick(at ? at : m_window.get(), Qt::Key_Tab);
        }
        return seen;
    }
    /// What has to be reached: all that takes the keys and is seen.
    QList<QWidget*> wanted() const {
        QList<QWidget*> list;
        for (QWidget* each : m_window->findChildren<QWidget*>())
            if (each->isVisible() && each->isEnabled() && (each->focusPolicy() & Qt::TabFocus) && !each->focusProxy() &&
                !each->objectName().startsWith("qt_"))
                list << each;
        return list;
    }
    QMenu* contextMenu(QWidget* widget, const QPoint& at) {
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, widget->mapToGlobal(at));
        QApplication::sendEvent(widget, &event);
        QMenu* menu = nullptr;
        for (QMenu* each : m_window->findChildren<QMenu*>("context"))
            if (each->isVisible())
                menu = each;
        return menu;
    }
    static QAction* action(const QMenu* menu, const QString& text) {
        for (QAction* each : menu->actions())
            if (each->text().startsWith(text))
                return each;
        return nullptr;
    }

    /// What of the row above the pictures is narrower than its words, or leaves it.
    QString cutInTheRow() const {
        const auto* bar = child<QWidget>("bar");
        for (const QWidget* each : bar->findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
            if (!each->isVisible())
                continue;
            const auto* list = qobject_cast<const QComboBox*>(each);
            const bool yields = list && list->sizePolicy().horizontalPolicy() != QSizePolicy::Fixed;
            if (!bar->rect().contains(each->geometry()) || each->width() < (yields ? 96 : each->sizeHint().width()))
                return QStringLiteral("%1: %2 of %3")
                    .arg(each->objectName())
                    .arg(each->width())
                    .arg(each->sizeHint().width());
        }
        return {};
    }

private slots:
    void init() { openWindow(1600, 900); }
    void cleanup() { m_window.reset(); }

    // On the page of charts, "Speed" then had the frame of what is chosen beside "Memory", which was.
    void aListThatGivesWayPassesItsFocusToNobody() {
        m_window->context().change([](Exhibit& now) { now.page = Page::Charts; });
        auto* list = child<QWidget>("stages");
        list->setFocus();
        QVERIFY(list->hasFocus());
        m_window->resize(1280, 720);
        m_window->appearance().zoom(2);
        EVENTUALLY(!list->isVisible());
        const QWidget* focused = m_window->focusWidget();
        QVERIFY2(!focused || focused == m_window.get(), qPrintable(focused ? focused->objectName() : QString()));
        m_window->appearance().zoom(0.5);
    }

    // Six of eight were left, and nothing said so.
    void noRowOfCountsIsLostInASmallWindow() {
        auto* counts = child<CountsView>("counts");
        for (const double zoom : {1.0, 1.3})
            for (const bool message : {false, true})
                for (const QSize size : {QSize(1280, 720), QSize(1600, 900), QSize(1920, 1080)}) {
                    if (zoom > 1 && size.height() < 900)
                        continue; // four lines of sentence and eight of counts are more than there is
                    m_window->appearance().zoom(zoom);
                    m_window->resize(size);
                    if (message)
                        m_window->messages()->say("a message takes room");
                    else
                        m_window->messages()->clear();
                    const auto all = static_cast<int>(counts->table().rows.size());
                    QVERIFY(all >= 8);
                    QTRY_VERIFY2(counts->rowsInSight() == all,
                                 qPrintable(QStringLiteral("%1 of %2 at %3×%4, type %5, %6 of %7 px")
                                                .arg(counts->rowsInSight())
                                                .arg(all)
                                                .arg(size.width())
                                                .arg(size.height())
                                                .arg(zoom)
                                                .arg(counts->height())
                                                .arg(m_window->facts()->height())));
                    const QWidget* chart = m_window->facts()->chart();
                    const QRect whole = m_window->facts()->rect();
                    QVERIFY(whole.contains(counts->geometry()));
                    QVERIFY(!chart->isVisible() || whole.contains(chart->geometry()));
                    QVERIFY(chart->isVisible() || size.height() < 900 || zoom > 1); // where there is room, it is there
                    m_window->appearance().zoom(1 / zoom);
                }
    }

    // Where there is no room for all, the last line says how many there are, and its tip what they say.
    void rowsOfCountsAreNotLostSilently() {
        m_window->resize(1920, 1080);
        m_window->appearance().zoom(2);
        m_window->messages()->say("a message takes room");
        auto* counts = child<CountsView>("counts");
        const auto all = static_cast<int>(counts->table().rows.size());
        counts->setFixedHeight(counts->minimumSizeHint().height() - counts->look().px(40));
        QTRY_VERIFY(counts->rowsInSight() < all);
        QCOMPARE(counts->rowsPainted(), counts->rowsInSight() - 1);
        QStringList said;
        for (const PaintedText& each : paintedTexts(counts))
            said << each.text;
        const QString last =
            QStringLiteral("and %1 more rows, for which there is no room").arg(all - counts->rowsPainted());
        QVERIFY2(said.contains(last), qPrintable(said.join('|')));
        m_window->appearance().zoom(0.5);
    }

    // Numbers of nine digits beside each other were one of eighteen.
    void columnsOfCountsStandApart() {
        m_window->resize(1280, 720);
        QVERIFY(m_window->show("matmul/01-uncoalesced"));
        auto* counts = child<CountsView>("counts");
        EVENTUALLY(counts->text("sectors", "model").size() >= 11 && counts->text("sectors", "hardware").size() >= 11);
        const auto digits = [&](const char* column) {
            const QString text = counts->text("sectors", column);
            return std::count_if(text.begin(), text.end(), [](QChar each) { return each.isDigit(); });
        };
        std::vector<PaintedText> row; // each digit by itself
        const std::vector<PaintedText> all = paintedTexts(counts);
        const auto name =
            std::find_if(all.begin(), all.end(), [](const PaintedText& each) { return each.text == "sectors"; });
        QVERIFY(name != all.end());
        for (const PaintedText& each : all)
            if (each.text.size() == 1 && each.text[0].isDigit() &&
                std::abs(each.box.center().y() - name->box.center().y()) < 3)
                row.push_back(each);
        std::sort(row.begin(), row.end(),
                  [](const auto& a, const auto& b) { return a.box.center().x() < b.box.center().x(); });
        QCOMPARE(static_cast<std::ptrdiff_t>(row.size()), digits("model") + digits("hardware"));
        const auto first = static_cast<size_t>(digits("model"));
        const double digit = QFontMetricsF(row[0].font).horizontalAdvance('0');
        const double between = row[first].box.center().x() - row[first - 1].box.center().x();
        QVERIFY2(between >= digit + 3.5, qPrintable(QStringLiteral("%1, a digit has %2").arg(between).arg(digit)));
        QVERIFY2(row[0].box.left() > name->box.right() + 3, "the name reaches into them");
    }

    void everyActionHasAKeyOfItsOwn() {
        std::map<QKeySequence, QString> keys;
        for (const NamedAction& each : actionsOf(*m_window->menuBar())) {
            const QKeySequence key = each.action->shortcut();
            QVERIFY2(!key.isEmpty(), qPrintable("no key: " + each.action->text()));
            QVERIFY2(keys.emplace(key, each.action->text()).second,
                     qPrintable(key.toString() + " is the key of two: " + keys[key] + ", " + each.action->text()));
        }
        QVERIFY(keys.size() > 60);
        m_window->appearance().setTheme(ThemeChoice::Dark);
        press(Qt::Key_2, Qt::ControlModifier | Qt::AltModifier);
        QVERIFY(!m_window->appearance().look().dark);
        press(Qt::Key_M, Qt::ControlModifier);
        QVERIFY(m_window->appearance().look().reduceMotion);
    }

    void everythingIsReachedByTab() {
        for (const bool charts : {false, true}) {
            showPage(charts ? Page::Charts : Page::Pictures);
            QCoreApplication::processEvents();
            const QSet<QWidget*> seen = walk();
            for (QWidget* each : wanted())
                QVERIFY2(
                    seen.contains(each),
                    qPrintable(QString("not reached: %1 %2").arg(each->metaObject()->className(), each->objectName())));
        }
    }

    void whatTakesTheKeysHasAName() {
        for (const bool charts : {false, true}) {
            showPage(charts ? Page::Charts : Page::Pictures);
            QCoreApplication::processEvents();
            for (QWidget* each : wanted()) {
                const auto* button = qobject_cast<QAbstractButton*>(each);
                QVERIFY2(
                    !each->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                    qPrintable(QString("no name: %1 %2").arg(each->metaObject()->className(), each->objectName())));
            }
        }
        for (const char* name : {"tiles", "global", "banks", "counts", "source", "timeline"})
            QVERIFY2(!child<QWidget>(name)->accessibleName().isEmpty(), name);
    }

    void theSentenceIsAnnounced() {
        QSignalSpy announced(m_window->facts(), &Facts::announced);
        QTest::keyClick(m_window.get(), Qt::Key_2);
        for (int i = 0; i < 40 && announced.isEmpty(); ++i)
            QTest::keyClick(m_window.get(), Qt::Key_Right);
        QVERIFY(!announced.isEmpty());
        QCOMPARE(announced.last().first().toString(), child<QLabel>("sentence")->accessibleName());
        // While it plays, nobody is talked to death.
        announced.clear();
        m_window->player()->setSpeed(64);
        QTest::keyClick(m_window.get(), Qt::Key_Space);
        const QString before = child<QLabel>("sentence")->accessibleName();
        EVENTUALLY(child<QLabel>("sentence")->accessibleName() != before);
        QVERIFY(announced.isEmpty());
        QTest::keyClick(m_window.get(), Qt::Key_Space);
    }

    void highContrastAndLargerType() {
        m_window->appearance().setTheme(ThemeChoice::HighContrastDark);
        QVERIFY(m_window->appearance().look().highContrast && m_window->appearance().look().dark);
        QVERIFY(m_window->grab().toImage().pixelColor(2, m_window->height() - 2) == QColor(Qt::black));
        QTest::keyClick(m_window.get(), Qt::Key_T, Qt::ControlModifier);
        QVERIFY(m_window->appearance().look().highContrast && !m_window->appearance().look().dark);
        const int before = m_window->appearance().look().body();
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(m_window.get(), Qt::Key_Plus, Qt::ControlModifier);
        QVERIFY(m_window->appearance().look().body() > before);
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(m_window.get(), Qt::Key_Minus, Qt::ControlModifier);
        QCOMPARE(m_window->appearance().look().body(), before);
        m_window->appearance().setTheme(ThemeChoice::System);
        QVERIFY(!m_window->appearance().look().highContrast);
    }

    // At 200 % in 1280×720 nothing was left of four pictures but their titles, and the row above them was cut.
    void largeTypeLeavesOutWhatHasNoRoom() {
        m_window->resize(1280, 720);
        auto* more = child<QToolButton>("more");
        QVERIFY(!more->isVisible());
        const auto choices = [&] {
            QStringList all;
            emit more->menu()->aboutToShow();
            for (const QAction* each : more->menu()->actions())
                all << each->text();
            return all;
        };
        for (const QSize size : {QSize(1280, 720), QSize(1920, 1080)}) {
            m_window->resize(size);
            m_window->appearance().zoom(2);
            QTRY_VERIFY(more->isVisible());
            EVENTUALLY(cutInTheRow().isEmpty());
            QVERIFY2(cutInTheRow().isEmpty(), qPrintable(cutInTheRow()));
            // What is left out stands in the menu, and does what it did.
            QVERIFY(choices().contains(child<QComboBox>("recording")->accessibleName()));
            QCOMPARE(m_window->pane()->pictures().size(), size_t(2));
            for (const std::string& name : m_window->pane()->pictures())
                EVENTUALLY(m_window->pane()->picture(name)->visibleRegion().boundingRect().width() >= 400);
            const bool small = size.width() < 1500;
            QCOMPARE(m_window->facts()->isVisible(), !small);
            QCOMPARE(child<QWidget>("unit")->isVisible(), !small);
            const auto* sentence = m_window->pane()->findChild<QLabel*>("paneSentence");
            QVERIFY2(sentence && sentence->isVisible() == small, "somebody says what happens");
            m_window->appearance().zoom(0.5);
            QTRY_VERIFY(!more->isVisible());
        }
        m_window->resize(1280, 720);
        m_window->appearance().zoom(2);
        QVERIFY(choices().contains(child<QComboBox>("pictureSize")->accessibleName()));
        for (QAction* list : more->menu()->actions())
            if (list->text() == child<QComboBox>("pictureSize")->accessibleName())
                for (QAction* choice : list->menu()->actions())
                    if (choice->text().contains("128"))
                        choice->trigger();
        EVENTUALLY(m_window->shown().pictureSize == 128);
        m_window->appearance().zoom(0.5);
    }

    // Of stages with several parameters the row had said nothing but these.
    void theRowSaysWhichStageItIs() {
        m_window->resize(1280, 720);
        for (const char* id :
             {"reduction/06-tree-doubling", "matmul/13-outer-product-transposed", "patterns/05-broadcast"}) {
            QVERIFY2(m_window->show(QString(id)), id);
            EVENTUALLY(m_window->shown().subject == id && !m_window->staging().isComputing());
            EVENTUALLY(cutInTheRow().isEmpty());
            QVERIFY2(cutInTheRow().isEmpty(), qPrintable(cutInTheRow()));
            const auto* title = child<QLabel>("stageTitle");
            QVERIFY2(title->text().contains("<b>"), id);
            QVERIFY2(title->width() >= title->sizeHint().width(), id);
        }
    }

    void picturesHaveAMenu() {
        for (const char* name : {"tiles", "global", "banks"}) {
            auto* view = child<QWidget>(name);
            QMenu* menu = contextMenu(view, view->rect().center());
            QVERIFY2(menu, name);
            QVERIFY(action(menu, "Export as"));
            QApplication::clipboard()->clear();
            action(menu, "Copy")->trigger();
            QVERIFY2(!QApplication::clipboard()->image().isNull(), name);
            menu->close();
        }
        QMenu* menu = contextMenu(child<QWidget>("banks"), QPoint(60, 60));
        action(menu, "Only this picture")->trigger();
        menu->close();
        QVERIFY(!child<QWidget>("tiles")->isVisible());
        menu = contextMenu(child<QWidget>("banks"), QPoint(60, 60));
        action(menu, "Reset the layout")->trigger();
        menu->close();
        QVERIFY(child<QWidget>("tiles")->isVisible());
    }

    void chartsHaveAMenu() {
        showPage(Page::Charts);
        QTest::keyClick(m_window.get(), Qt::Key_F2);
        QTest::keyClick(m_window.get(), Qt::Key_F2);
        PlotChart* chart = m_window->charts()->chart();
        QVERIFY(chart->isVisible());
        const QPoint bar = chart->markAt(0, 2).toPoint();
        QMenu* menu = contextMenu(chart, bar);
        QVERIFY(menu);
        QVERIFY(action(menu, "Export as") && action(menu, "Reset zoom"));
        action(menu, "Copy the values")->trigger();
        QVERIFY(QApplication::clipboard()->text().contains("matmul/"));
        QAction* go = action(menu, "Go to stage ");
        QVERIFY(go);
        const QString id = go->text().mid(12);
        go->trigger();
        menu->close();
        EVENTUALLY(scene() && QString::fromStdString(scene()->stage.id) == id);
    }

    void theSmallChartHasAMenu() {
        auto* chart = child<PlotChart>("chart");
        QPoint at;
        for (int y = 0; y < chart->height() && at.isNull(); y += 3)
            if (!chart->stageAt(QPoint(chart->width() / 3, y)).first.isEmpty())
                at = QPoint(chart->width() / 3, y);
        QVERIFY(!at.isNull());
        QMenu* menu = contextMenu(chart, at);
        QVERIFY(menu && action(menu, "Export as") && action(menu, "Go to stage "));
        menu->close();
    }

    void theChartsFillWhileItMeasures() {
#ifdef WARPLENS_GPU_FAKE
        qputenv("WARPLENS_WORKER", WARPLENS_GPU_FAKE);
        qputenv("WARPLENS_CUDA_PATH", WARPLENS_FAKE_CUDA_DIR);
        const size_t before = m_window->context().recordings.all().size();
        QVERIFY(m_window->show("transpose/01-copy") || m_window->show("transpose/02-naive"));
        kernels::MeasurePlan plan;
        const kernels::Stage* stage = m_window->context().sources.catalogue().find("matmul/02-naive");
        plan.variants = {{ *stage, kernels::defaultParameters(*stage) }};
        plan.sizes = {{ 33, 17, 40 }};
        plan.minSeconds = 0.001;
        int updates = 0;
        QString whileMeasuring;
        connect(&m_window->context().recordings, &Recordings::changed, this, [&] {
            if (!m_window->measuring().isRunning())
                return;
            ++updates;
            QCOMPARE(m_window->context().recordings.all().size(), before + 1);
            const auto& live = m_window->context().recordings.all().back();
            if (!live.results.empty())
                whileMeasuring = QString::fromStdString(live.results.front().stage);
        });
        bool finished = false;
        connect(&m_window->measuring(), &Measuring::finished, this, [&](const QString& problem) {
            finished = true;
            QVERIFY2(problem.isEmpty(), qPrintable(problem));
        });
        m_window->measuring().start(plan);
        EVENTUALLY(finished);
        QVERIFY(updates > 0);
        QCOMPARE(whileMeasuring, QString("matmul/02-naive"));
        QCOMPARE(m_window->context().recordings.all().size(), before + 1);
        qunsetenv("WARPLENS_WORKER");
        qunsetenv("WARPLENS_CUDA_PATH");
#else
        QSKIP("built without the stand-in for a GPU");
#endif
    }
};

WINDOW_TEST_MAIN(access_test) {
    QApplication application(argc, argv);
    loadFonts();
    AccessTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "access_test.moc"
