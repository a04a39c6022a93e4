// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever the window says: a term of the glossary that can be read in it can be clicked, in each picture, chart, table and
// sentence, but where a click does something already.
#include "app/charts/plot_chart.h"
#include "app/paint/speech.h"
#include "app/tongue/language.h"
#include "app/window/defining.h"
#include "app/window/glossary_sheet.h"
#include "app/window/speaking.h"
#include "app/window/teaching.h"
#include "tests/app/window_fixture.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/charts/plots.h"
#include "tests/app/window_tests.h"
#endif

#include <QLabel>
#include <QListWidget>
#include <QPointer>
#include <QSettings>
#include <QTemporaryDir>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

using namespace warplens;
using namespace warplens::app;

class TermsTest : public tests::WindowFixture {
    Q_OBJECT

    QTemporaryDir m_home;
    std::set<QString> m_clicked, m_dead;
    std::set<std::string> m_terms; ///< that were clicked somewhere

    static bool isWithin(const QWidget* widget, const char* kind) {
        for (; widget != nullptr; widget = widget->parentWidget())
            if (widget->inherits(kind))
                return true;
        return false;
    }

    /// Short, for a message.
    static QString nameOf(const QWidget* widget) {
        QString name = QLatin1String(widget->metaObject()->className());
        for (const QWidget* each = widget; each != nullptr; each = each->parentWidget())
            if (!each->objectName().isEmpty() && !each->objectName().startsWith("qt_"))
                return name.mid(name.lastIndexOf(':') + 1) + ' ' + each->objectName();
        return name;
    }

    /// A click there does something already.
    static bool acts(QWidget* widget, const QPoint& at) {
        for (const char* kind :
             {"QAbstractButton", "QComboBox", "QLineEdit", "QMenuBar", "QAbstractSpinBox", "QListView"})
            if (isWithin(widget, kind))
                return true;
        for (QWidget* each = widget; each != nullptr; each = each->parentWidget())
            if (auto* chart = qobject_cast<PlotChart*>(each)) {
                const QPoint there = widget->mapTo(chart, at);
                return !chart->stageAt(there).first.isEmpty() || chart->isNameAt(there);
            }
        return false;
    }

    GlossarySheet* glossary() const { return m_window->findChild<GlossarySheet*>("glossary"); }

    void click(QWidget* widget, const QPoint& at, const lessons::Term* term, const QString& text,
               const QString& where) {
        QTest::mouseClick(widget, Qt::LeftButton,
                          isWithin(widget, "QsciScintilla") ? Qt::ControlModifier : Qt::NoModifier, at);
        const bool shown =
            glossary() && glossary()->isVisible() &&
            glossary()->findChild<QListWidget*>("terms")->currentItem()->text().toStdString() == term->name;
        if (glossary())
            glossary()->hide();
        if (shown)
            m_terms.insert(term->name);
        else
            m_dead.insert(QStringLiteral("%1: %2 in '%3' (%4)")
                              .arg(nameOf(widget), QString::fromStdString(term->name), text.left(70), where));
    }

    /// A picture that has just come has no size for a moment.
    bool isLaidOut() const {
        StagePane* pane = m_window->pane();
        const PictureNames names = pane->pictures();
        return !pane->isVisible() || std::all_of(names.begin(), names.end(), [&](const std::string& each) {
            return !pane->picture(each)->isVisible() || !pane->picture(each)->size().isEmpty();
        });
    }

    struct Spot {
        QPointer<QWidget> widget; ///< below the mouse
        QPoint at;
        const lessons::Term* term = nullptr;
        QString text;
    };
    /// A term that a widget paints and that was not clicked yet; nothing: all of them were.
    std::optional<Spot> nextIn(QWidget* widget) {
        for (const PaintedText& text : paintedTexts(widget)) {
            if (text.underlined)
                continue; // a link: it has a test of its own
            for (const lessons::TermPlace& term :
                 lessons::termsIn(text.text.toStdString(), m_window->teaching().course())) {
                const QString name = nameOf(widget) + ": " + QString::fromStdString(term.term->name);
                if (m_clicked.contains(name))
                    continue;
                const QByteArray bytes = text.text.toUtf8();
                const auto letters = [&](size_t from, size_t count) {
                    return QString::fromUtf8(bytes.mid(static_cast<qsizetype>(from), static_cast<qsizetype>(count)))
                        .size();
                };
                const qsizetype middle = letters(0, term.at) + letters(term.at, term.length) / 2;
                double x = text.own.left();
                const auto place = [&] { return text.toDevice.map(QPointF(x, text.own.center().y())); };
                while (x < text.own.right() && text.characterAt(place()) < middle)
                    ++x;
                const QPoint point = place().toPoint();
                QWidget* under = m_window->childAt(widget->mapTo(m_window.get(), point));
                if (!under || (under != widget && !widget->isAncestorOf(under)) || !widget->rect().contains(point))
                    continue; // out of sight
                const QPoint there = under->mapFrom(widget, point);
                if (acts(under, there))
                    continue;
                m_clicked.insert(name);
                return Spot{under, there, term.term, text.text};
            }
        }
        return std::nullopt;
    }

    void clickAllTerms(const QString& where) {
        QList<QPointer<QWidget>> widgets;
        for (QWidget* each : m_window->findChildren<QWidget*>())
            widgets << each;
        for (const QPointer<QWidget>& widget : widgets)
            while (widget && widget->isVisible() && widget->window() == m_window.get() &&
                   !(isWithin(widget, "warplens::app::PlotChart") && !qobject_cast<PlotChart*>(widget))) {
                // One after the other: a click may lead on, and charts grow.
                const std::optional<Spot> spot = nextIn(widget);
                if (!spot)
                    break;
                click(spot->widget, spot->at, spot->term, spot->text, where);
            }
    }

private slots:
    void initTestCase() {
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_home.path());
    }
    void cleanup() { m_window.reset(); }

    // To ask what a chart says moved its bars until the next turn: a click went to another stage.
    void askingWhatAChartSaysLeavesItInPlace() {
        openWindow(1280, 720);
        QVERIFY(m_window->show("warplens:matmul/07-tiled?page=charts&chart=stages"));
        auto* chart = m_window->charts()->chart();
        EVENTUALLY(!chart->plot().empty());
        QPointF before; // where it has come to rest, after some turns of the loop of events
        int turns = 0;
        const auto rests = [&] {
            const QPointF last = std::exchange(before, chart->markAt(0, 7));
            turns = chart->isVisible() && chart->width() > 600 && last == before ? turns + 1 : 0;
            return turns > 4;
        };
        EVENTUALLY(rests());
        QVERIFY(!paintedTexts(chart).empty());
        QCOMPARE(chart->markAt(0, 7), before);
    }

    void eachInSightIsDefined_data() {
        QTest::addColumn<int>("language");
        for (const tongue::LanguageKind& kind : tongue::languages)
            QTest::addRow("%s", kind.code) << static_cast<int>(kind.language);
    }
    void eachInSightIsDefined() {
        QFETCH(const int, language);
        m_clicked.clear(), m_dead.clear(), m_terms.clear();
        const auto reset = qScopeGuard([] { speak(tongue::Language::English); });
        speak(static_cast<tongue::Language>(language));
        openWindow(1920, 1080);
        const auto look = [this](const QString& link) {
            QVERIFY2(m_window->show(link), qPrintable(link));
            EVENTUALLY(!m_window->staging().isComputing());
            QTest::qWait(50);
            EVENTUALLY(isLaidOut());
            clickAllTerms(link);
        };
        const bool english = language == static_cast<int>(tongue::Language::English); // of others fewer are enough
        const std::set<std::string> some{"banks", "global", "source", "warp"};
        for (const PictureKind& kind : pictureKinds()) {
            if (!english && !some.contains(kind.name))
                continue;
            look(QStringLiteral("warplens:matmul/06-tiled-conflicts?PAD=0&at=w0.r3&show=%1").arg(kind.name));
            if (kind.needsReasons)
                EVENTUALLY(m_window->player()->shown().reasons);
            clickAllTerms(QLatin1String(kind.name));
        }
        look("warplens:matmul/07-tiled?at=w0.r4&show=banks,ptx");    // a broadcast
        look("warplens:matmul/07-tiled?at=w0.r6&show=machine,warp"); // LDS.128
        for (const PlotKind& kind : plotKinds())
            if (kind.needs == PlotKind::Needs::Recording && (english || std::string(kind.name) == "stages"))
                look(QStringLiteral("warplens:matmul/07-tiled?page=charts&chart=%1").arg(kind.name));
        if (english) {
            QVERIFY(m_window->show("warplens:matmul/07-tiled?page=charts&chart=roofline"));
            EVENTUALLY(!m_window->charts()->chart()->plot().empty());
            clickAllTerms("roofline");
        }
        look("layout:32x32?lanes=lane*32&wanted=31");
        look("challenge:pad-the-tile");
        QVERIFY(m_window->teaching().give("01-coalescing-and-banks"));
        for (int presses = 0; presses < (english ? 14 : 3); ++presses) {
            EVENTUALLY(!m_window->staging().isComputing());
            clickAllTerms(QStringLiteral("lecture, %1").arg(presses));
            press(Qt::Key_PageDown);
        }
        for (const QString& each : m_dead)
            qWarning().noquote() << each;
        QVERIFY2(m_dead.empty(), qPrintable(QString::number(m_dead.size())));
        // What the window was asked for, and more than a few places of it.
        if (english)
            for (const char* name :
                 {"warp",    "lane",      "request", "sector",    "line",     "bank",        "wavefront",
                  "LDS.128", "broadcast", "ideal",   "occupancy", "roofline", "source line", "FLOP/s",
                  "DRAM",    "LDG",       "FFMA",    "barrier",   "byte",     "speed-up"})
                QVERIFY2(m_terms.contains(name), name);
        if (english) // opcodes of PTX are not those of the machine
            QVERIFY(m_clicked.contains("QWidget ptx: LDS") && m_clicked.contains("QWidget source: bank"));
        QVERIFY2(m_clicked.size() >= (english ? 120u : 50u), qPrintable(QString::number(m_clicked.size())));
    }
};

WINDOW_TEST(terms_test, TermsTest)
#include "terms_test.moc"
