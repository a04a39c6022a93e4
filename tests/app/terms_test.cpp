// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever the window says: a term of the glossary that can be read in it can be clicked, in each picture, chart, table and
// sentence, but where a click does something already.
#include "app/paint/speech.h"
#include "app/tongue/language.h"
#include "app/window/defining.h"
#include "app/window/glossary_sheet.h"
#include "app/window/speaking.h"
#include "app/window/teaching.h"
#include "tests/app/window_fixture.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/charts/plots.h"
#endif
#include "app/charts/plot_chart.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QSettings>
#include <QTemporaryDir>
#include <QTextEdit>

#include <set>

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

    static QString nameOf(const QWidget* widget) {
        QString name = QLatin1String(widget->metaObject()->className());
        for (const QWidget* each = widget; each != nullptr; each = each->parentWidget())
            if (!each->objectName().isEmpty() && !each->objectName().startsWith("qt_"))
                return name.mid(name.lastIndexOf(':') + 1) + ' ' + each->objectName();
        return name;
    }

    /// A click there does something already.
    static bool acts(QWidget* widget, const QPoint& at) {
        if (const auto* label = qobject_cast<QLabel*>(widget); label && label->text().contains(QLatin1String("<a href")))
            return true;
        for (const char* kind : {"QAbstractButton", "QComboBox", "QLineEdit", "QMenuBar", "QAbstractSpinBox", "QListView"})
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

    void click(QWidget* widget, const QPoint& at, const lessons::Term* term, const QString& text, const QString& where) {
        QTest::mouseClick(widget, Qt::LeftButton, {}, at);
        const bool shown = glossary() && glossary()->isVisible() &&
                           glossary()->findChild<QListWidget*>("terms")->currentItem()->text().toStdString() == term->name;
        if (glossary())
            glossary()->hide();
        if (shown)
            m_terms.insert(term->name);
        else
            m_dead.insert(QStringLiteral("%1: %2 in '%3' (%4)").arg(nameOf(widget), QString::fromStdString(term->name), text.left(70), where));
    }

    void clickAllTerms(const QString& where) {
        const lessons::Course& course = m_window->teaching().course();
        QList<QPointer<QWidget>> widgets;
        for (QWidget* each : m_window->findChildren<QWidget*>())
            widgets << each;
        for (const QPointer<QWidget>& widget : widgets) {
            if (!widget || !widget->isVisible() || widget->window() != m_window.get() || (isWithin(widget, "warplens::app::PlotChart") && !qobject_cast<PlotChart*>(widget)))
                continue;
            if (qEnvironmentVariableIsSet("DBG") && qobject_cast<PlotChart*>(widget)) for (const PaintedText& text : paintedTexts(widget)) qInfo() << where << text.text << text.box << (lessons::termsIn(text.text.toStdString(), course).empty());
            for (const PaintedText& text : paintedTexts(widget))
                for (const lessons::TermPlace& place : lessons::termsIn(text.text.toStdString(), course)) {
                    const QString name = nameOf(widget) + ": " + QString::fromStdString(place.term->name);
                    if (m_clicked.contains(name))
                        continue;
                    const qsizetype middle = QString::fromUtf8(text.text.toUtf8().left(static_cast<qsizetype>(place.at + place.length / 2))).size();
                    double x = text.box.left();
                    while (x < text.box.right() && text.characterAt({x, text.box.center().y()}) < middle)
                        ++x;
                    const QPoint point(static_cast<int>(x), static_cast<int>(text.box.center().y()));
                    QWidget* under = m_window->childAt(widget->mapTo(m_window.get(), point));
                    if (!under || (under != widget && !widget->isAncestorOf(under)) || !widget->rect().contains(point))
                        continue; // out of sight
                    const QPoint there = under->mapFrom(widget, point);
                    if (acts(under, there))
                        continue;
                    m_clicked.insert(name);
                    const Exhibit before = m_window->shown();
                    click(under, there, place.term, text.text, where);
                    if (m_window->shown() != before || !widget)
                        return clickAllTerms(where);
                }
        }
    }

private slots:
    void initTestCase() {
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_home.path());
    }
    void cleanup() { m_window.reset(); }

    void eachInSightIsDefined() {
        openWindow(1920, 1080);
        for (const PictureKind& kind : pictureKinds()) {
            QVERIFY(m_window->show(QStringLiteral("warplens:matmul/06-tiled-conflicts?PAD=0&at=w0.r3&show=%1").arg(kind.name)));
            EVENTUALLY(!m_window->staging().isComputing());
            if (kind.needsReasons)
                EVENTUALLY(m_window->player()->shown().reasons);
            QTest::qWait(50);
            clickAllTerms(QLatin1String(kind.name));
        }
        for (const PlotKind& kind : plotKinds()) {
            if (kind.needs != PlotKind::Needs::Recording)
                continue;
            QVERIFY(m_window->show(QStringLiteral("warplens:matmul/07-tiled?page=charts&chart=%1").arg(kind.name)));
            QTest::qWait(50);
            clickAllTerms(QStringLiteral("chart %1").arg(kind.name));
        }
        for (const char* link : {"layout:32x32?lanes=lane*32&wanted=31", "challenge:pad-the-tile"}) {
            QVERIFY2(m_window->show(link), link);
            EVENTUALLY(!m_window->staging().isComputing());
            QTest::qWait(200);
            clickAllTerms(link);
        }
        for (const QString& each : m_clicked)
            qInfo().noquote() << "clicked" << each;
        for (const std::string& each : m_terms)
            qInfo() << "term" << each.c_str();
        for (const QString& each : m_dead)
            qWarning().noquote() << each;
        QVERIFY(m_dead.empty());
    }
};

QTEST_MAIN(TermsTest)
#include "terms_test.moc"
