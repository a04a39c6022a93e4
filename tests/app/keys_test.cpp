// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of the window is pressed once, and does what it says. Which keys there are, the menus say: one that nobody has
// a row for is a failure, and so is a row of a key that there is not. What a row holds must not be so before, and nothing
// else may hear the key.
#include "app/tongue/say.h"
#include "app/views/timeline_view.h"
#include "app/window/action_sheets.h"
#include "app/window/appearance.h"
#include "app/window/challenging.h"
#include "app/window/constructing.h"
#include "app/window/message_bar.h"
#include "app/window/practising.h"
#include "app/window/speaking.h"
#include "app/window/teaching.h"
#include "app/window/time_controls.h"
#include "tests/app/window_fixture.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/challenges/challenge.h"
#include "app/lessons/walk.h"
#include "app/model/exhibit_text.h"
#include "app/model/place_in_scene.h"
#include "tests/app/window_tests.h"
#endif

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QLabel>
#include <QMenuBar>
#include <QMimeData>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <limits>
#include <map>

using namespace warplens;
using namespace warplens::app;

namespace {

constexpr const char* ladder = "matmul/06-tiled-conflicts";

/// What a key does, and what has to be otherwise before it can.
struct Row {
    std::function<bool()> holds;
    std::function<void()> before;
};

} // namespace

class KeysTest : public tests::WindowFixture {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::map<QString, Row> m_rows; ///< by the key
    QStringList m_asked;           ///< titles of what was opened; of files with the name that is offered
    QStringList m_heard;           ///< keys whose actions were triggered
    Exhibit m_was;
    Position m_wasAt;
    double m_wasSeen = 0; ///< columns of the timeline
    QString m_left;       ///< where a lesson was closed

    Player& player() const { return *m_window->player(); }
    Position at() const { return player().position(); }
    const Exhibit& now() const { return m_window->shown(); }
    size_t last() const { return scene()->trace.events.size() - 1; }
    const TimelineView& timeline() const { return *child<TimelineView>("timeline"); }
    void change(const std::function<void(Exhibit&)>& to) { m_window->context().change(to); }

    // What can be seen of what a key did.
    std::function<bool()> asks(const QString& title) const {
        return [this, title] { return m_asked == QStringList{title}; };
    }
    std::function<bool()> says(const char* text) const {
        return [this, text] { return m_window->messages()->text().contains(QString::fromUtf8(text)); };
    }
    bool seen(const char* name) const {
        const auto all = QApplication::allWidgets();
        return std::any_of(all.begin(), all.end(),
                           [&](const QWidget* w) { return w->objectName() == QLatin1String(name) && w->isVisible(); });
    }
    bool conflictAt() const {
        const auto& cost = scene()->trace.events.shapeAt(at().event);
        return cost.wavefronts > cost.wavefrontsIdeal;
    }
    bool wasteAt() const {
        const auto& cost = scene()->trace.events.shapeAt(at().event);
        return cost.sectors > cost.sectorsIdeal;
    }

    void wait(const std::function<bool()>& until) const { QVERIFY(QTest::qWaitFor(until, tests::patience())); }
    void show(const std::string& stage) {
        change([&](Exhibit& now) { now = m_window->context().sources.of(stage, Exhibit{}); });
        wait([&] { return scene() && scene()->stage.id == stage && !m_window->staging().isComputing(); });
    }
    /// To the middle of a block in which there is something to find on both sides.
    void amidWaste() {
        show("matmul/01-uncoalesced");
        player().goTo(last() / 2);
    }
    void openChallenge() { QVERIFY(m_window->challenging().open("coalesce-a-copy")); }
    void look(const char* picture) {
        change([&](Exhibit& now) { now.pictures = {picture}; });
    }
    void lookTwice() {
        look("tiles");
        look("banks");
    }
    std::function<void()> lesson(bool on = true) {
        return [this, on] {
            m_window->teaching().openLesson(m_window->teaching().course().lessonOf(ladder)->id);
            if (!on) {
                m_window->teaching().page(1);
                m_left = m_window->teaching().place();
                m_window->teaching().close();
            }
        };
    }

    void row(const char* key, std::function<bool()> holds, std::function<void()> before = {}) {
        const QString name = QKeySequence(QString::fromLatin1(key)).toString(QKeySequence::PortableText);
        QVERIFY2(m_rows.emplace(name, Row{std::move(holds), std::move(before)}).second, key);
    }

    /// A row of a key that copies: the clipboard holds what a file of it would.
    void copyRow(const QByteArray& key, const std::function<bool(const QString&)>& write,
                 const std::function<void()>& before = {}) {
        const auto copied = [] { return QApplication::clipboard()->mimeData()->data(QStringLiteral("image/svg+xml")); };
        const auto expected = std::make_shared<QByteArray>("nothing yet");
        row(
            key,
            [this, copied, expected] {
                return copied() == *expected && m_window->messages()->text() == QLatin1String("Copied.");
            },
            [this, expected, write, before] {
                if (before)
                    before();
                clearMessages();
                QFile file(m_folder.filePath("copied.svg"));
                QVERIFY(write(file.fileName()) && file.open(QIODevice::ReadOnly));
                *expected = file.readAll();
                clearMessages();
            });
    }
    /// And what they have pushed aside lies where it did.
    void clearMessages() {
        m_window->messages()->clear();
        QCoreApplication::sendPostedEvents();
    }

    void addFiles() {
        row("Ctrl+K", asks("Search"));
        row("Ctrl+O", asks("Open a kernel"));
        row("Ctrl+R", asks("Run a program"));
        row("Ctrl+Shift+O", says("A stage says itself how it is launched"));
        row("F4", [this] { return m_window->editing().isEditing(); });
        row(
            "Ctrl+Shift+R", [this] { return !now().text; },
            [this] { change([](Exhibit& now) { now.text = "// nothing\n"; }); });
        row("Ctrl+S", asks("Save the source: 06-tiled-conflicts.cu"));
        row("Ctrl+Shift+S", asks("Save the source: 06-tiled-conflicts.cu"));
        row("Ctrl+Alt+D", says("Nothing was found that one statement in this source would order."), [this] {
            auto& context = m_window->context();
            wait([&] { return context.session.knownFindings(context.sources.request(now())) != nullptr; });
        });
        row("Ctrl+.", says("Stopped computing."), [this] { change([](Exhibit& now) { now.pictureSize = 96; }); });
        row("Ctrl+Alt+O", asks("Open a session"));
        row("Ctrl+Alt+S", asks("Save the session: session.warplens"));
        row("Ctrl+Alt+P", asks("Open a course pack"));
        row("Ctrl+Alt+L", [this] { return QApplication::clipboard()->text().toStdString() == toLink(now()); });
        row("Ctrl+Q", [this] { return !m_window->isVisible(); });
    }
    void addExports() {
        for (const char* key : {"Ctrl+E", "Ctrl+Shift+E", "Ctrl+Alt+E"})
            row(key, asks("Export: stages.svg"));
        copyRow("Ctrl+Shift+C",
                [this](const QString& to) { return m_window->exporting().exportChart(to, Preset::Screen); });
        row("Alt+0", asks("Export: pictures.svg"));
        copyRow("Alt+9", [this](const QString& to) { return m_window->exporting().exportPictures(to); });
        row("Ctrl+Alt+B", asks("A new folder for the project: 06-tiled-conflicts"));
        row("Ctrl+Shift+B", [] { return QApplication::clipboard()->text().contains("int main("); });
        row("Ctrl+Alt+W", asks("Write a web page: 06-tiled-conflicts.html"));
        row("Ctrl+Alt+F", asks("Export steps"));
    }
    void addPictures() {
        const std::function<void()> explained = [this] {
            change([](Exhibit& now) { now.pictures = {"why"}; });
            wait([this] { return player().shown().reasons != nullptr; });
        };
        for (const PictureKind& kind : pictureKinds()) {
            const std::string name = kind.name;
            const QByteArray key = QKeySequence(kind.key).toString(QKeySequence::PortableText).toLatin1();
            row("Ctrl+" + key, [this, name] { return now().pictures == std::vector{name}; });
            row("Alt+" + key, asks(QStringLiteral("Export: %1.svg").arg(kind.name)));
            copyRow(
                "Alt+Shift+" + key,
                [this, name](const QString& to) { return m_window->exporting().exportPictures(to, name); },
                kind.needsReasons ? explained : nullptr);
        }
        row(
            "Ctrl+6", [this] { return now().pictures.empty(); },
            [this] { change([](Exhibit& now) { now.pictures = {"tiles"}; }); });
        const std::pair<const char*, const char*> beside[] = {{"V", "warp"},    {"X", "ptx"},       {"I", "addresses"},
                                                              {"S", "machine"}, {"O", "occupancy"}, {"F", "host"},
                                                              {"Y", "why"}};
        for (const auto& [key, name] : beside)
            row(key, [this, name = std::string(name)] {
                const auto shown = m_window->pane()->pictures();
                return std::find(shown.begin(), shown.end(), name) != shown.end();
            });
        row("H", [this] { return now().heat != m_was.heat; });
    }
    void addTime() {
        row(
            "Alt+Left", [this] { return now().pictures == std::vector<std::string>{"tiles"}; },
            [this] { lookTwice(); });
        row(
            "Alt+Right", [this] { return now().pictures == std::vector<std::string>{"banks"}; },
            [this] {
                lookTwice();
                m_window->context().store.goBack();
            });
        row("Space", [this] { return player().isPlaying(); });
        row("Right", [this] { return at() == Position{m_wasAt.event, m_wasAt.wavefront + 1}; });
        row("Left", [this] { return at() == Position{m_wasAt.event, m_wasAt.wavefront - 1}; });
        row("Home", [this] { return at() == Position{}; });
        row("End", [this] { return at().event == last(); });
        row("J", [this] { return at().event > m_wasAt.event && conflictAt(); });
        row("Shift+J", [this] { return at().event < m_wasAt.event && conflictAt(); });
        row(
            "K", [this] { return at().event > m_wasAt.event && wasteAt(); }, [this] { amidWaste(); });
        row(
            "Shift+K", [this] { return at().event < m_wasAt.event && wasteAt(); }, [this] { amidWaste(); });
        row("U", [this] { return at().event > m_wasAt.event; });
        row("Shift+U", [this] { return at().event < m_wasAt.event; });
        constexpr StepUnit units[] = {StepUnit::Wavefront, StepUnit::Instruction, StepUnit::Access, StepUnit::Tile,
                                      StepUnit::Barrier};
        for (int i = 0; i < 5; ++i)
            row(
                QByteArray::number(i + 1), [this, unit = units[i]] { return player().unit() == unit; },
                [this, other = units[(i + 1) % 5]] { player().setUnit(other); });
        row("W", [this] { return player().followsOneWarp(); });
        row("+", [this] { return player().speed() == 16; });
        row("-", [this] { return player().speed() == 4; });
        row("*", [this] { return player().speed() == Player::asTheEyeFollows; });
        row("Ctrl+G", asks("Block"));
        const auto mark = [this] { player().setBookmarks({3, last() - 3}); };
        row("M", [this] { return player().bookmarks() == std::vector{m_wasAt.event}; });
        row(
            "N", [this] { return at().event == last() - 3; }, mark);
        row(
            "Shift+N", [this] { return at().event == 3; }, mark);
        row("[", [this] { return player().loop() && player().loop()->first == m_wasAt.event; });
        row("]", [this] { return player().loop() && player().loop()->second == m_wasAt.event; });
        row(
            "\\", [this] { return !player().loop(); }, [this] { player().loopFromHere(); });
        const auto enlarge = [this] { const_cast<TimelineView&>(timeline()).zoom(4); };
        row("Z", [this] { return !timeline().window().whole(); });
        row(
            "Shift+Z", [this] { return timeline().window().whole() || timeline().window().count > 1.5 * m_wasSeen; },
            enlarge);
        row(
            "A", [this] { return timeline().window().whole(); }, enlarge);
    }
    void addStages() {
        for (const char* key : {"Ctrl+Down", "PgDown"})
            row(key, [this] { return now().subject == "matmul/07-tiled"; });
        for (const char* key : {"Ctrl+Up", "PgUp"})
            row(key, [this] { return now().subject == "matmul/05-tiled-uncoalesced"; });
        row("P", [this] {
            const auto& values = now().parameters;
            return std::any_of(values.begin(), values.end(),
                               [](const auto& each) { return each.name == "PAD" && each.value == 1; });
        });
        row("C", [this] { return now().comparison && !now().comparison->parameters.empty(); });
        row("F5", [this] { return m_window->measuring().isRunning(); });
        row("Shift+F5", asks("Measure on"));
    }
    void addLectures() {
        const std::pair<const char*, size_t> lectures[] = {{"F6", 0}, {"F7", 1}, {"F8", 2}, {"Shift+F6", 3}};
        for (const auto& [key, i] : lectures)
            row(key, [this, id = m_window->teaching().course().lectures.at(i).id] {
                return m_window->teaching().isWalking() && m_window->teaching().walk().lecture() == id;
            });
        row("F3", [this] {
            const Teaching& teaching = m_window->teaching();
            return teaching.isWalking() && teaching.walk().stop().lesson == teaching.course().lessonOf(ladder);
        });
        row(
            "Shift+F3", [this] { return m_window->teaching().isWalking() && m_window->teaching().place() == m_left; },
            lesson(false));
        row(
            "Ctrl+F3", [this] { return m_window->teaching().isWalking() && !m_window->teaching().isAway(); },
            [this] {
                lesson()();
                wait([&] { return !m_window->staging().isComputing(); });
                change([](Exhibit& now) { now.page = Page::Charts; });
                QVERIFY(m_window->teaching().isAway());
            });
        row("Ctrl+F11", [this] { return seen("speaker"); });
        row(
            "Alt+F3", [this] { return !m_window->teaching().isWalking(); }, lesson());
        for (int level = 1; level <= 3; ++level)
            row("Ctrl+F" + QByteArray::number(5 + level), [this, level] {
                return m_window->practising().isAsking() &&
                       child<QLabel>("lessonProgress")->text().contains(QStringLiteral("level %1 ").arg(level));
            });
        row("Ctrl+F10", asks("Take the questions away: questions.zip"), [this] { m_window->practising().start(1, 7); });
        row("Ctrl+Alt+K", [this] { return m_asked.size() == 1 && m_asked.front().startsWith("Keep my answers in: "); });
        row("F9", [this] { return seen("challenges"); });
        row(
            "Shift+F9", [this] { return child<QLabel>("challengeHints")->text().contains("Hint 1"); },
            [this] { openChallenge(); });
        row(
            "Ctrl+F9", [this] { return m_window->challenging().challenge()->number == "02"; },
            [this] { openChallenge(); });
        row("F10", [this] { return m_window->constructing().isOn() && seen("layoutPage"); });
    }
    void addViews() {
        row("F11", [this] { return m_window->lecturing().isPresenting(); });
        for (const char* key : {"B", "."})
            row(key, [this] { return seen("black"); });
        row("L", [this] { return seen("pointer"); });
        row("F2", [this] { return now().page == Page::Charts && seen("charts"); });
        row("D", [this] { return now().page == Page::Difference && seen("diff"); });
        row("Shift+L", [this] { return now().flushed; });
        row(
            "Esc", [this] { return now().page == Page::Pictures; },
            [this] { change([](Exhibit& now) { now.page = Page::Charts; }); });
        constexpr ThemeChoice themes[] = {ThemeChoice::Dark, ThemeChoice::Light, ThemeChoice::HighContrastDark,
                                          ThemeChoice::HighContrastLight, ThemeChoice::System};
        for (int i = 0; i < 5; ++i)
            row(
                "Ctrl+Alt+" + QByteArray::number(i + 1),
                [this, theme = themes[i]] { return m_window->appearance().theme() == theme; },
                [this, other = themes[(i + 1) % 5]] { m_window->appearance().setTheme(other); });
        row("Ctrl+T", [this] { return m_window->appearance().theme() == ThemeChoice::Light; });
        row("Ctrl+M", [this] { return m_window->appearance().look().reduceMotion; });
        const auto scale = [this] { return m_window->appearance().look().scale; };
        row("Ctrl++", [scale] { return scale() > 1.05; });
        row("Ctrl+-", [scale] { return scale() < 0.95; });
        row(
            "Ctrl+0", [scale] { return scale() == 1; }, [this] { m_window->appearance().zoom(1.5); });
        for (size_t i = 0; i < std::size(tongue::languages); ++i) {
            const auto language = tongue::languages[i].language;
            row(
                "Ctrl+Alt+" + QByteArray::number(static_cast<int>(6 + i)),
                [language] { return tongue::spoken() == language; },
                [this, other = tongue::languages[i == 0 ? 1 : 0].language] { m_window->speaking().choose(other); });
        }
        row(
            "Ctrl+Shift+L", [this] { return now().pictures.empty(); },
            [this] { change([](Exhibit& now) { now.pictures = {"tiles"}; }); });
    }
    void addHelp() {
        row("Ctrl+F1", asks("Handbook"));
        row("F1", asks("Keys"));
        row("G", asks("Glossary"));
        row("Shift+F1", asks("Warplens"));
    }

    /// As it was before the key that was pressed last.
    void begin() {
        if (m_window->measuring().isRunning()) // where there is a GPU
            m_window->measuring().cancel();
        wait([this] { return !m_window->measuring().isRunning(); });
        for (QWidget* each : QApplication::topLevelWidgets())
            if (each != m_window.get() && each->isVisible())
                each->close();
        for (QWidget* each : m_window->findChildren<QWidget*>("black"))
            each->close();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // as between two keys of anybody
        if (seen("pointer"))
            press(Qt::Key_L);
        if (!m_window->isVisible())
            m_window->QWidget::show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        if (tongue::spoken() != tongue::Language::English)
            m_window->speaking().choose(tongue::Language::English);
        Appearance& appearance = m_window->appearance();
        m_window->lecturing().setPresenting(false);
        if (appearance.theme() != ThemeChoice::Dark)
            appearance.setTheme(ThemeChoice::Dark);
        if (appearance.look().reduceMotion)
            appearance.setReduceMotion(false);
        if (appearance.look().scale != 1)
            appearance.zoom(1 / appearance.look().scale);
        m_window->teaching().close();
        m_window->practising().close();
        m_window->challenging().close();
        m_window->constructing().close();
        m_window->editing().setEditing(false);
        show(ladder);
        player().pause();
        player().setUnit(StepUnit::Wavefront);
        player().setSpeed(8);
        player().setFollowOneWarp(false);
        player().endLoop();
        player().goTo(Position{last() / 2, 0});
        if (!conflictAt()) // where a wavefront comes before, and one after
            player().goTo(nextSought(*scene(), at(), Sought::Conflict).value());
        player().stepForward();
        m_window->time().setBookmarks({});
        const_cast<TimelineView&>(timeline()).showWhole();
        QApplication::clipboard()->setText("nothing yet");
    }

protected:
    /// Whatever asks for something is noted, and left.
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (auto* dialog = qobject_cast<QDialog*>(watched); dialog && event->type() == QEvent::Show) {
            QString title = dialog->windowTitle();
            if (const auto* files = qobject_cast<QFileDialog*>(dialog);
                files && files->acceptMode() == QFileDialog::AcceptSave)
                title += QStringLiteral(": ") + QFileInfo(files->selectedFiles().value(0)).fileName();
            m_asked << title;
            QMetaObject::invokeMethod(dialog, &QDialog::reject, Qt::QueuedConnection);
        }
        return QObject::eventFilter(watched, event);
    }

private slots:
    void initTestCase() {
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
        qApp->setQuitOnLastWindowClosed(false);
        openWindow(1600, 900);
        m_window->challenging().setFolder(m_folder.filePath("challenges"));
        for (const QAction* each : m_window->findChildren<QAction*>())
            connect(each, &QAction::triggered, this,
                    [this, each] { m_heard << each->text().remove('&') + ' ' + each->shortcut().toString(); });
        addFiles();
        addExports();
        addPictures();
        addTime();
        addStages();
        addLectures();
        addViews();
        addHelp();
        qApp->installEventFilter(this);
    }
    void cleanupTestCase() {
        qApp->removeEventFilter(this);
        m_window.reset();
    }

    void isPressed_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("heard");
        for (const NamedAction& each : actionsOf(*m_window->menuBar()))
            for (const QKeySequence& key : each.action->shortcuts()) {
                const QString name = key.toString(QKeySequence::PortableText);
                if (key != each.action->shortcuts().front() && !m_rows.contains(name))
                    continue; // the system's other keys of copying, opening and the like
                QTest::addRow("%s %s", qPrintable(name), qPrintable(each.name))
                    << name << each.action->text().remove('&') + ' ' + each.action->shortcut().toString();
            }
    }
    void isPressed() {
        QFETCH(const QString, key);
        QFETCH(const QString, heard);
        QVERIFY2(m_rows.contains(key), "no row of this test says what the key does");
        const Row& row = m_rows[key];
        begin();
        if (row.before)
            row.before();
        m_window->messages()->clear();
        m_asked.clear();
        m_heard.clear();
        m_was = now();
        m_wasAt = at();
        m_wasSeen = timeline().window().count;
        QVERIFY2(!row.holds(), "what the key does is so before it is pressed");
        const QKeySequence sequence(key);
        press(sequence[0].key(), sequence[0].keyboardModifiers());
        QCOMPARE(m_heard, QStringList{heard});
        EVENTUALLY(row.holds());
        QCOMPARE(m_heard, QStringList{heard});
    }

    void eachRowIsOfAKey() {
        QStringList keys;
        for (const NamedAction& each : actionsOf(*m_window->menuBar()))
            for (const QKeySequence& key : each.action->shortcuts())
                keys << key.toString(QKeySequence::PortableText);
        for (const auto& [key, row] : m_rows)
            QVERIFY2(keys.contains(key), qPrintable(key));
    }
};

WINDOW_TEST_MAIN(keys_test) {
    QApplication application(argc, argv);
    loadFonts();
    KeysTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "keys_test.moc"
