// SPDX-License-Identifier: GPL-3.0-or-later
// The languages in the real window: one that is chosen while it runs says what a window says that began in it, and every
// text fits at 1280×720.
#include "app/paint/look.h"
#include "app/paint/speech.h"
#include "app/tongue/say.h"
#include "app/views/view.h"
#include "app/window/action_sheets.h"
#include "app/window/challenging.h"
#include "app/window/lesson_bar.h"
#include "app/window/speaking.h"
#include "app/window/teaching.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_tests.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QListWidget>
#include <QMenuBar>
#include <QMetaProperty>
#include <QSettings>
#include <QTemporaryDir>

using namespace warplens;
using namespace warplens::app;

class LanguageTest : public tests::WindowFixture {
    Q_OBJECT

    QTemporaryDir m_home;

    static QString nameOf(const QObject* object) {
        return QStringLiteral("%1 '%2'").arg(QString::fromLatin1(object->metaObject()->className()),
                                             object->objectName());
    }

    /// What widgets and actions say, in the order in which they were made.
    QStringList said() const {
        QStringList all;
        const auto add = [&](const QObject* object) {
            for (const char* name : {"text", "toolTip", "accessibleName", "accessibleDescription", "windowTitle",
                                     "placeholderText", "title"})
                if (const int index = object->metaObject()->indexOfProperty(name); index >= 0)
                    if (const QString text = object->metaObject()->property(index).read(object).toString();
                        !text.isEmpty())
                        all << QStringLiteral("%1.%2: %3").arg(nameOf(object), QLatin1String(name), text);
            if (const auto* list = qobject_cast<const QComboBox*>(object))
                for (int i = 0; i < list->count(); ++i)
                    all << QStringLiteral("%1[%2]: %3").arg(nameOf(object)).arg(i).arg(list->itemText(i));
        };
        for (const QWidget* each : m_window->findChildren<QWidget*>())
            add(each);
        for (const QAction* each : m_window->findChildren<QAction*>())
            add(each);
        return all;
    }

    void openIn(tongue::Language language) {
        speak(language);
        openWindow(1280, 720);
        EVENTUALLY(!child<QLabel>("about")->text().contains(QChar(0x2026)));
        EVENTUALLY(!child<QLabel>("badge")->text().contains(QChar(0x2026)));
    }

    /// A picture of the window, where somebody wants to look at it.
    void keep(const QString& name) {
        const QString folder = qEnvironmentVariable("WARPLENS_LANGUAGE_PICTURES");
        if (folder.isEmpty())
            return;
        QDir().mkpath(folder);
        QTest::qWait(150);
        QVERIFY(m_window->grab().save(QStringLiteral("%1/%2.png").arg(folder, name)));
    }

    /// Those that lie on a button of the same parent.
    template<class Widget>
    QStringList overlapping() const {
        QStringList all;
        for (const QWidget* one : m_window->findChildren<Widget*>())
            for (const QWidget* other : one->parentWidget()->findChildren<QAbstractButton*>(Qt::FindDirectChildrenOnly))
                if (one != other && one->isVisible() && other->isVisible() &&
                    one->geometry().intersects(other->geometry()))
                    all << QStringLiteral("%1 lies on %2").arg(nameOf(one), nameOf(other));
        return all;
    }

    /// Labels and buttons that are cut; those that shorten their text by themselves are left out.
    QStringList cut() const {
        QStringList all;
        const auto check = [&](const QWidget* widget, const QString& text) {
            if (!widget->isVisible() || text.isEmpty())
                return;
            const bool wraps = widget->hasHeightForWidth();
            const bool fits = wraps ? widget->heightForWidth(widget->width()) <= widget->height() + 1
                                    : widget->minimumSizeHint().width() <= widget->width() + 1;
            if (!fits)
                all << QStringLiteral("%1 has %2×%3 pixels: %4")
                           .arg(nameOf(widget))
                           .arg(widget->width())
                           .arg(widget->height())
                           .arg(text);
        };
        for (const QLabel* each : m_window->findChildren<QLabel*>())
            if (each->objectName() != QLatin1String("about")) // which scrolls
                check(each, each->text());
        for (const QAbstractButton* each : m_window->findChildren<QAbstractButton*>())
            check(each, each->text());
        all << overlapping<QLabel>() << overlapping<QAbstractButton>();
        for (const QAction* each : m_window->menuBar()->actions())
            if (m_window->menuBar()->actionGeometry(const_cast<QAction*>(each)).right() > m_window->width())
                all << QStringLiteral("the menu %1 is cut").arg(each->text());
        return all;
    }

    void expectAllFits(const QString& code, const char* where) {
        QStringList all;
        for (int waited = 0; waited <= tests::patience(); waited += 50) { // a busy machine lays out later
            QTest::qWait(50);
            if (all = cut(); all.isEmpty())
                break;
        }
        keep(code + '-' + where);
        QVERIFY2(all.isEmpty(), qPrintable(QLatin1String(where) + QStringLiteral(": ") + all.join('\n')));
    }

private slots:
    void initTestCase() {
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_home.path());
        loadFonts();
    }
    void cleanup() {
        m_window.reset();
        speak(tongue::Language::English);
    }

    void whatIsChosenIsWhatBeginsInIt_data() {
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        for (const auto& [from, to] : {std::pair(tongue::Language::English, tongue::Language::Polish),
                                       {tongue::Language::English, tongue::Language::Chinese},
                                       {tongue::Language::Polish, tongue::Language::Chinese},
                                       {tongue::Language::Chinese, tongue::Language::English}})
            QTest::addRow("%s to %s", tongue::kindOf(from).code, tongue::kindOf(to).code)
                << static_cast<int>(from) << static_cast<int>(to);
    }
    void whatIsChosenIsWhatBeginsInIt() {
        QFETCH(const int, from);
        QFETCH(const int, to);
        openIn(static_cast<tongue::Language>(to));
        const QStringList wanted = said();
        QVERIFY(wanted.size() > 300);
        m_window.reset();
        openIn(static_cast<tongue::Language>(from));
        QVERIFY(said() != wanted);
        QVERIFY(m_window->speaking().choose(static_cast<tongue::Language>(to)));
        EVENTUALLY(!child<QLabel>("about")->text().contains(QChar(0x2026)));
        const QStringList now = said();
        QStringList wrong;
        for (qsizetype i = 0; i < std::min(now.size(), wanted.size()); ++i)
            if (now[i] != wanted[i] &&
                !now[i].contains(QLatin1String("'stageTitle'"))) // shortened to the room there is
                wrong << QStringLiteral("says   %1\n  should %2").arg(now[i], wanted[i]);
        for (const QString& each : wrong)
            qWarning().noquote() << each;
        QVERIFY(wrong.isEmpty());
        QCOMPARE(now.size(), wanted.size());
    }

    // Pictures that are worked out in the background keep what they were made of.
    void picturesFollow() {
        const char* link = "warplens:matmul/06-tiled-conflicts?PAD=0&show=occupancy,why";
        const auto sentences = [&] {
            QStringList all;
            for (const View* each : m_window->findChildren<View*>())
                if (each->isVisible())
                    all << nameOf(each) + ": " + each->accessibleDescription();
            return all;
        };
        const auto known = [&] { return sentences().filter(" ms").size() == 1; };
        openIn(tongue::Language::Polish);
        QVERIFY(m_window->show(link));
        EVENTUALLY(known());
        const QStringList polish = sentences();
        QCOMPARE(polish.size(), 2);
        m_window.reset();
        openIn(tongue::Language::English);
        QVERIFY(m_window->show(link));
        EVENTUALLY(known());
        const QStringList english = sentences();
        for (int n = 0; n < 2; ++n)
            QVERIFY2(english[n] != polish[n], qPrintable(english[n]));
        QVERIFY(m_window->speaking().choose(tongue::Language::Polish));
        QCOMPARE(sentences(), polish);
    }

    void theMenuSwitchesAndTheSentenceFollows() {
        openIn(tongue::Language::English);
        press(Qt::Key_J); // the first conflict
        const QString english = child<QLabel>("sentence")->accessibleName();
        QVERIFY2(english.contains("wavefronts"), qPrintable(english));
        for (QAction* action : m_window->findChildren<QAction*>())
            if (action->text() == QLatin1String("Polski"))
                action->trigger();
        QVERIFY2(child<QLabel>("sentence")->accessibleName().contains(QStringLiteral("Żądanie zajmuje 32 wavefronty")),
                 qPrintable(child<QLabel>("sentence")->accessibleName()));
        QCOMPARE(m_window->menuBar()->actions().front()->text(), QStringLiteral("&Plik"));
        QVERIFY(m_window->speaking().choose(tongue::Language::English));
        QCOMPARE(child<QLabel>("sentence")->accessibleName(), english);
        QCOMPARE(m_window->menuBar()->actions().front()->text(), QStringLiteral("&File"));
    }

    // Where somebody stands in a lecture, the lecture goes on in the other language.
    void aLectureGoesOn() {
        openIn(tongue::Language::English);
        QVERIFY(m_window->teaching().give("01-coalescing-and-banks", 1));
        EVENTUALLY(!m_window->staging().isComputing());
        const std::string before = m_window->teaching().walk().step().caption;
        QVERIFY(m_window->speaking().choose(tongue::Language::Chinese));
        QCOMPARE(m_window->teaching().walk().at(), size_t{1});
        QVERIFY(m_window->teaching().walk().step().caption != before);
        EVENTUALLY(child<LessonBar>("lesson")->caption().contains(QStringLiteral("扇区")));
        QVERIFY2(child<LessonBar>("lesson")->progress().contains(QStringLiteral("第 2 步")),
                 qPrintable(child<LessonBar>("lesson")->progress()));
    }

    void aChallengeFits_data() { everyTextFits_data(); }
    void aChallengeFits() {
        QFETCH(const int, language);
        const auto spoken = static_cast<tongue::Language>(language);
        if (spoken == tongue::Language::Chinese && chineseFamily().isEmpty())
            QSKIP("no font has Chinese characters here (Debian: fonts-wqy-microhei)");
        openIn(spoken);
        QVERIFY(m_window->show("challenge:coalesce-a-copy"));
        EVENTUALLY(!m_window->staging().isComputing());
        expectAllFits(QLatin1String(tongue::kindOf(spoken).code), "challenge");
    }

    void noTermIsCut_data() { everyTextFits_data(); }
    void noTermIsCut() {
        QFETCH(const int, language);
        openIn(static_cast<tongue::Language>(language));
        press(Qt::Key_G);
        EVENTUALLY(m_window->findChild<QListWidget*>("terms") && child<QListWidget>("terms")->isVisible());
        const auto* terms = child<QListWidget>("terms");
        QVERIFY2(
            terms->sizeHintForColumn(0) <= terms->viewport()->width(),
            qPrintable(QStringLiteral("%1 of %2").arg(terms->viewport()->width()).arg(terms->sizeHintForColumn(0))));
    }

    void everyTextFits_data() {
        QTest::addColumn<int>("language");
        for (const tongue::LanguageKind& kind : tongue::languages)
            QTest::addRow("%s", kind.code) << static_cast<int>(kind.language);
    }
    void everyTextFits() {
        QFETCH(const int, language);
        const auto spoken = static_cast<tongue::Language>(language);
        const QString code = QLatin1String(tongue::kindOf(spoken).code);
        if (spoken == tongue::Language::Chinese && chineseFamily().isEmpty())
            QSKIP("no font has Chinese characters here (Debian: fonts-wqy-microhei)");
        openIn(spoken);
        const auto expectFits = [&](const char* where) { expectAllFits(code, where); };
        expectFits("pictures");
        for (const char* kind : {"stages", "times", "roofline", "limits"}) {
            showPage(Page::Charts);
            QVERIFY(showChart(kind));
            expectFits(kind);
        }
        showPage(Page::Pictures);
        QVERIFY(m_window->show("warplens:matmul/06-tiled-conflicts?PAD=0&at=w0.r3&with=PAD:1&show=banks"));
        EVENTUALLY(!m_window->staging().isComputing());
        expectFits("compared");
        QVERIFY(m_window->show("warplens:matmul/06-tiled-conflicts?PAD=0&at=w0.r3&show=occupancy,addresses"));
        EVENTUALLY(!m_window->staging().isComputing());
        expectFits("occupancy");
        QVERIFY(m_window->teaching().give("01-coalescing-and-banks"));
        for (int step = 0; step < 12; ++step) {
            EVENTUALLY(!m_window->staging().isComputing());
            EVENTUALLY(!child<LessonBar>("lesson")->caption().contains(QChar(0x2026)));
            expectFits(qPrintable(QStringLiteral("lecture-%1").arg(step)));
            press(Qt::Key_PageDown);
        }
    }

    // Alt with a menu's letter opens it: where a picture is exported by the same key, neither happened.
    void noKeyOpensAMenuAsWell_data() { everyTextFits_data(); }
    void noKeyOpensAMenuAsWell() {
        QFETCH(const int, language);
        openIn(static_cast<tongue::Language>(language));
        QMap<QString, QString> keys;
        const auto add = [&](const QKeySequence& key, const QString& what) {
            if (key.isEmpty())
                return;
            const QString name = key.toString();
            QVERIFY2(!keys.contains(name), qPrintable(QStringLiteral("%1: %2, %3").arg(name, keys[name], what)));
            keys[name] = what;
        };
        for (const QAction* menu : m_window->menuBar()->actions()) {
            QVERIFY2(!QKeySequence::mnemonic(menu->text()).isEmpty(), qPrintable(menu->text()));
            add(QKeySequence::mnemonic(menu->text()), menu->text());
        }
        for (const NamedAction& each : actionsOf(*m_window->menuBar()))
            for (const QKeySequence& key : each.action->shortcuts())
                add(key, each.name);
    }

    // A file of settings remembers it; the system's locale stands in where nothing was chosen.
    void theChoiceIsRemembered() {
        QSettings settings(m_home.filePath("settings.ini"), QSettings::IniFormat);
        QCOMPARE(Speaking::remembered(settings), systemLanguage());
        openIn(tongue::Language::English);
        m_window->speaking().write(settings);
        QVERIFY2(!settings.contains("language"), "nobody has chosen one");
        for (QAction* action : m_window->findChildren<QAction*>())
            if (action->text() == QStringLiteral("简体中文"))
                action->trigger();
        m_window->speaking().write(settings);
        QCOMPARE(Speaking::remembered(settings), tongue::Language::Chinese);
    }
};

WINDOW_TEST(language_test, LanguageTest)
#include "language_test.moc"
