// SPDX-License-Identifier: GPL-3.0-or-later
// Construct and search in the real window: lanes are dragged, layouts counted at once, the least one is found.
#include "app/views/layout_picture.h"
#include "app/window/constructing.h"
#include "app/window/layout_page.h"
#include "app/window/message_bar.h"
#include "app/window/practising.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_tests.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

using namespace warplens;
using namespace warplens::app;

class ConstructTest : public tests::WindowFixture {
    Q_OBJECT

    LayoutPage* page() const { return m_window->findChild<LayoutPage*>(); }
    QString costs() const { return child<QLabel>("layoutCosts")->text(); }
    void drag(const QPointF& from, const QPointF& to) {
        auto* picture = child<LayoutPicture>("yourLayout");
        QTest::mousePress(picture, Qt::LeftButton, {}, from.toPoint());
        QTest::mouseMove(picture, to.toPoint());
        QTest::mouseRelease(picture, Qt::LeftButton, {}, to.toPoint());
    }

private slots:
    void init() { openWindow(1280, 720); }
    void cleanup() { m_window.reset(); }

    void aLayoutIsCountedAtOnceAndTheLeastIsFound() {
        press(Qt::Key_F10);
        QVERIFY(page()->isVisible() && !m_window->pane()->isVisible() && !m_window->facts()->isVisible());
        QVERIFY2(costs().contains("column:4: 1024 (32)"), qPrintable(costs()));
        QVERIFY2(costs().contains("Not met"), qPrintable(costs()));
        child<QSpinBox>("layoutPadding")->setValue(1);
        QVERIFY2(costs().contains("column:4: 32 (32)") && costs().contains(". Met."), qPrintable(costs()));
        child<QSpinBox>("layoutPadding")->setValue(0);
        QTest::mouseClick(child<QPushButton>("searchLayout"), Qt::LeftButton);
        QCOMPARE(page()->found()->best->layout, (sim::memory::Layout{.padding = 1}));
        QVERIFY2(page()->told().contains("32 paddings tried"), qPrintable(page()->told()));
        child<QComboBox>("family")->setCurrentIndex(1);
        QCOMPARE(page()->found()->best->layout, (sim::memory::Layout{.bits = 5}));
        // Rows of 16 bytes cannot be taken apart: five bits of single words are no answer any more.
        child<QCheckBox>("access:row:16")->setChecked(true);
        QVERIFY2(!page()->found(), "what was found was for other accesses");
        QTest::mouseClick(child<QPushButton>("searchLayout"), Qt::LeftButton);
        QVERIFY(page()->found()->best->layout.base >= 2);
        press(Qt::Key_F10);
        QVERIFY(!page()->isVisible() && m_window->pane()->isVisible());
    }

    void aLaneIsDraggedToAnotherWord() {
        QVERIFY(m_window->show("layout:32x32?lanes=lane*32&wanted=31"));
        QVERIFY2(costs().contains("lanes: 32 (1)"), qPrintable(costs()));
        auto* picture = child<LayoutPicture>("yourLayout");
        EVENTUALLY(picture->width() > 300);
        drag(picture->cellOf(5 * 32).center(), picture->cellOf(5 * 32 + 9).center());
        QVERIFY2(costs().contains("lanes: 31 (1)") && costs().contains(". Met."), qPrintable(costs()));
        QCOMPARE(sim::memory::TileRequest(typedRequest(page()->task().tile, page()->task().lanes)).element[5],
                 5 * 32 + 9);
        // With XOR a word lies elsewhere; a lane still goes to the word that it is put on.
        QVERIFY(m_window->show("layout:32x32?access=column:4&xor=5,0,0"));
        const int wanted = 7 * 32 + 20;
        drag(picture->cellOf(3 * 32).center(), picture->cellOf(wanted).center());
        const auto typed = typedRequest(page()->task().tile, page()->task().lanes);
        QVERIFY(std::find(typed.element.begin(), typed.element.end(), wanted) != typed.element.end());
        // Beside the cells nothing is taken.
        const std::string before = page()->task().lanes;
        drag(picture->cellOf(wanted).center(), QPointF(3, 3));
        QCOMPARE(page()->task().lanes, before);
    }

    void whatCannotBeIsSaid() {
        QVERIFY(!m_window->show("layout:32x32?access=diagonal"));
        QVERIFY2(m_window->messages()->text().contains("row:BYTES"), qPrintable(m_window->messages()->text()));
        QVERIFY(!page()->isVisible());
        QVERIFY(m_window->show("layout:32x32?access=row:16"));
        child<QSpinBox>("layoutPadding")->setValue(1);
        QVERIFY2(costs().contains("row:16: not possible"), qPrintable(costs()));
        child<QSpinBox>("tileColumns")->setValue(24);
        child<QSpinBox>("xorBits")->setValue(2);
        QVERIFY2(child<LayoutPicture>("yourLayout")->accessibleName().contains("power of two"),
                 qPrintable(child<LayoutPicture>("yourLayout")->accessibleName()));
        child<QSpinBox>("xorBits")->setValue(0);
        auto* lanes = child<QLineEdit>("tileLanes");
        lanes->setText("lane +");
        QTest::keyClick(lanes, Qt::Key_Return);
        QVERIFY(child<LayoutPicture>("yourLayout")->accessibleName().contains("no expression of lane"));
        QVERIFY(!child<QPushButton>("searchLayout")->isEnabled());
    }

    void whatIsPublishedStandsBesideWhatIsFound() {
        press(Qt::Key_F10);
        for (size_t i = 0; i < publishedLayouts().size(); ++i) {
            const PublishedLayout& each = publishedLayouts()[i];
            page()->showPublished(static_cast<int>(i));
            QVERIFY2(page()->told().contains(each.source), qPrintable(page()->told()));
            QVERIFY2(page()->told().contains(QString("%1 published, %1 counted").arg(each.ways)),
                     qPrintable(page()->told()));
            QVERIFY(page()->found() && page()->found()->best);
        }
        page()->showPublished(0);
        QCOMPARE(page()->found()->best->layout, (sim::memory::Layout{.bits = 4, .base = 1}));
    }

    void anythingElseTakesItsPlaceAndALinkBringsItBack() {
        QVERIFY(m_window->show("layout:16x32?element=4&access=column:4&pad=2"));
        QTest::mouseClick(child<QPushButton>("copyLayoutLink"), Qt::LeftButton);
        QVERIFY2(m_window->messages()->text().contains("layout:16x32?element=4&access=column:4&pad=2"),
                 qPrintable(m_window->messages()->text()));
        m_window->practising().start(1, 5);
        QVERIFY(!page()->isVisible());
        QVERIFY(m_window->show("layout:16x32"));
        QVERIFY(page()->isVisible() && !m_window->practising().isOn());
        QVERIFY(m_window->show("matmul/07-tiled"));
        QVERIFY(!page()->isVisible());
        press(Qt::Key_F10);
        QTest::keyClick(page(), Qt::Key_Escape);
        QVERIFY(!page()->isVisible());
    }
};

WINDOW_TEST(construct_test, ConstructTest)
#include "construct_test.moc"
