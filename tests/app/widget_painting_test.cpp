// SPDX-License-Identifier: GPL-3.0-or-later
// What is painted beside the pictures: the timeline, tables of counts, figures for a whole room, the pointer; and lists of code.
#include "app/model/place_in_scene.h"
#include "app/views/big_numbers.h"
#include "app/views/counts_view.h"
#include "app/views/picture.h"
#include "app/views/player.h"
#include "app/views/timeline_view.h"
#include "app/window/presenting.h"
#include "tests/app/marks.h"
#include "tests/app/reasons.h"
#include "tests/app/scenes.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

using namespace warplens;
using namespace warplens::app;
using tests::lookOf;
using tests::Mark;
using tests::marksOf;

namespace {

std::vector<Mark> rendered(QWidget& widget) {
    return marksOf(widget.size(), [&](QPainter& painter) { widget.render(&painter, {}, {}, QWidget::RenderFlags()); });
}

std::vector<Mark> textsIn(const std::vector<Mark>& marks) {
    std::vector<Mark> texts;
    std::ranges::copy_if(marks, std::back_inserter(texts),
                         [](const Mark& mark) { return mark.kind == Mark::Kind::Text; });
    return texts;
}

/// What stands in one line, from left to right, by how far down that is.
std::map<int, QString> linesOf(const std::vector<Mark>& marks) {
    std::vector<Mark> texts = textsIn(marks);
    std::ranges::sort(texts, {}, [](const Mark& mark) { return mark.whole.left(); });
    std::map<int, QString> lines;
    for (const Mark& text : texts) {
        const int middle = static_cast<int>(text.whole.center().y());
        const auto near =
            std::ranges::find_if(lines, [&](const auto& line) { return std::abs(line.first - middle) < 5; });
        (near == lines.end() ? lines[middle] : near->second) += text.text + '|';
    }
    return lines;
}

const Scene& conflicting() {
    return *tests::sceneOf("matmul/06-tiled-conflicts", {{"PAD", 0}});
}

std::unique_ptr<Player> playerOf(const std::string& stage, kernels::ParameterValues values = {}) {
    auto player = std::make_unique<Player>();
    const auto scene = tests::sceneOf(stage, std::move(values));
    player->setScene(scene, tellingPosition(*scene));
    return player;
}

} // namespace

TEST(WidgetPainting, ThePointerIsARingAroundWhereItPoints) {
    QWidget window;
    window.resize(800, 600);
    std::map<double, std::vector<Mark>> at;
    for (const double scale : {1.0, 2.0}) {
        LaserPointer pointer(&window);
        pointer.setLook(lookOf(scale));
        at[scale] = rendered(pointer);
        ASSERT_EQ(at[scale].size(), 2u);
        for (const Mark& ring : at[scale]) {
            const double half = ring.width / 2;
            EXPECT_TRUE(QRectF(pointer.rect()).contains(ring.whole.adjusted(-half, -half, half, half))) << ring;
            EXPECT_EQ(ring.whole.center(), QRectF(pointer.rect()).center()) << ring;
        }
        // Seen on anything: its ring has an edge of the other kind of brightness on both sides.
        EXPECT_LT(at[scale][1].width, at[scale][0].width);
        EXPECT_NE(at[scale][0].ink, at[scale][1].ink);
    }
    for (size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(2 * at[1][i].whole.width(), at[2][i].whole.width());
        EXPECT_EQ(2 * at[1][i].width, at[2][i].width);
    }
}

TEST(WidgetPainting, FiguresForAWholeRoomHaveRoom) {
    BigNumbers figures;
    const std::vector<BigNumber> numbers{{"32", "wavefronts, modelled", BigNumber::Kind::Worse},
                                         {"1", "with PAD on", BigNumber::Kind::Better},
                                         {"12.5", "% of the peak", BigNumber::Kind::Plain}};
    figures.setNumbers(numbers);
    std::map<double, std::vector<Mark>> at;
    for (const double scale : {1.0, 2.0}) {
        const Look look = lookOf(scale);
        figures.setLook(look);
        figures.resize(figures.sizeHint().expandedTo(QSize(look.px(700), 0)));
        at[scale] = textsIn(rendered(figures));
        ASSERT_EQ(at[scale].size(), 6u);
        for (const BigNumber& number : numbers) {
            const auto value = std::ranges::find(at[scale], number.value, &Mark::text),
                       label = std::ranges::find(at[scale], number.label, &Mark::text);
            ASSERT_TRUE(value != at[scale].end() && label != at[scale].end()) << number.label.toStdString();
            EXPECT_GT(value->pixels, 2 * label->pixels);
            EXPECT_EQ(value->ink, number.kind == BigNumber::Kind::Worse    ? look.colours.conflict
                                  : number.kind == BigNumber::Kind::Better ? look.colours.good
                                                                           : look.colours.text);
        }
        for (size_t i = 0; i < at[scale].size(); ++i) {
            EXPECT_TRUE(QRectF(figures.rect()).adjusted(-1, -1, 1, 1).contains(at[scale][i].whole)) << at[scale][i];
            for (size_t j = 0; j < i; ++j) {
                const QRectF both = at[scale][i].whole & at[scale][j].whole;
                EXPECT_LE(std::min(both.width(), both.height()), look.px(8)) << at[scale][i] << at[scale][j];
            }
        }
    }
    for (size_t i = 0; i < 6; ++i)
        EXPECT_NEAR(2 * at[1][i].pixels, at[2][i].pixels, 1);
}

TEST(WidgetPainting, ATableOfCountsSaysEachOfItsFigures) {
    CountTable table{"whole launch, 512³", "H200", "recorded", true, {}};
    for (int i = 0; i < 9; ++i)
        table.rows.push_back({QStringLiteral("row %1").arg(i), "metric", "help", 100 + i, 2000 + i,
                              i % 3 == 0 ? 2000 + i : 3000 + i, i % 2 == 1, 0});
    table.rows[4].hardware.reset();
    table.rows[5].soFar.reset();
    for (const double scale : {1.0, 2.0}) {
        CountsView view;
        view.setLook(lookOf(scale));
        view.setTable(table);
        view.resize(static_cast<int>(560 * scale), static_cast<int>(400 * scale));
        EXPECT_EQ(view.rowsPainted(), 9);
        const auto lines = linesOf(rendered(view));
        for (const CountRow& row : table.rows) {
            const auto line =
                std::ranges::find_if(lines, [&](const auto& each) { return each.second.startsWith(row.name + '|'); });
            ASSERT_NE(line, lines.end()) << row.name.toStdString();
            // Figure by figure, as they are painted.
            QString all = row.name;
            for (const char* column : {"so far", "model", "hardware"})
                all += view.text(row.name, column);
            if (row.model && row.hardware)
                all += *row.model == *row.hardware ? QStringLiteral("=") : QStringLiteral("≠");
            static const QRegularExpression between(QStringLiteral("[|\\s]"),
                                                    QRegularExpression::UseUnicodePropertiesOption);
            EXPECT_EQ(QString(line->second).remove(between).toStdString(), QString(all).remove(between).toStdString());
        }
        // With less room the last line says how many there are besides.
        view.resize(view.width(), static_cast<int>(150 * scale));
        const auto fewer = linesOf(rendered(view));
        const int painted = view.rowsPainted();
        EXPECT_TRUE(painted > 0 && painted < 8) << painted;
        EXPECT_TRUE(std::prev(fewer.end())->second.contains(QString::number(9 - painted)))
            << std::prev(fewer.end())->second.toStdString();
        EXPECT_EQ(std::ranges::count_if(fewer, [](const auto& each) { return each.second.startsWith("row "); }),
                  painted);
    }
}

// A click on the mark of an event goes there, and the cursor then stands on it.
TEST(WidgetPainting, TheTimelineLeadsToTheEventThatIsClicked) {
    const auto player = playerOf("matmul/06-tiled-conflicts", {{"PAD", 0}});
    TimelineView view;
    Look still = lookOf(1);
    still.reduceMotion = true; // the cursor does not glide
    view.setLook(still);
    view.setAttribute(Qt::WA_DontShowOnScreen);
    view.resize(900, 180);
    view.QWidget::show();
    view.show(player->shown());
    QSignalSpy chosen(&view, &TimelineView::chosen);
    const auto& events = conflicting().trace.events;
    const Navigator& navigator = *player->shown().navigator;
    for (size_t event = 3; event < events.size(); event += events.size() / 40) {
        player->goTo(event);
        view.show(player->shown());
        const TimelineGeometry g = view.geometryNow();
        const QRectF mark = g.mark(events[event].warp, static_cast<uint32_t>(navigator.ordinal(event)));
        ASSERT_TRUE(g.marks.adjusted(-1, -1, 1, 1).contains(mark.center())) << event;
        EXPECT_EQ(g.warpAt(mark.center().y()), events[event].warp);
        QTest::mouseClick(&view, Qt::LeftButton, {}, mark.center().toPoint());
        ASSERT_FALSE(chosen.isEmpty());
        const auto found = chosen.takeLast().at(0).value<size_t>();
        EXPECT_EQ(events[found].warp, events[event].warp);
        EXPECT_LE(std::abs(static_cast<double>(navigator.ordinal(found)) - navigator.ordinal(event)),
                  std::ceil(1 / g.columnWidth))
            << event;
        // Its line is as high as the rows are, within a column of that place.
        const auto marks = rendered(view);
        const double x = g.x(navigator.ordinal(event) + 0.5);
        EXPECT_TRUE(std::ranges::any_of(marks,
                                        [&](const Mark& one) {
                                            return one.kind != Mark::Kind::Text && one.kind != Mark::Kind::Image &&
                                                   one.whole.height() > 0.8 * g.marks.height() &&
                                                   one.whole.width() < 20 &&
                                                   std::abs(one.whole.center().x() - x) <
                                                       std::max(3.0, 2 * g.columnWidth);
                                        }))
            << event << " at " << x;
    }
}

// In lists of code what belongs to the line of the source that is shown has a stripe, and nothing else has.
TEST(WidgetPainting, TheLineThatIsShownHasAStripe) {
    const std::pair<const char*, const char*> lists[] = {{"ptx", "matmul/02-naive"},
                                                         {"ptx", "transpose/04-tiled"},
                                                         {"ptx", "reduction/06-tree-doubling"},
                                                         {"machine", "matmul/06-tiled-conflicts"}};
    for (const auto& [list, stage] : lists) {
        const bool conflicts = std::string_view(stage) == "matmul/06-tiled-conflicts";
        const auto player =
            playerOf(stage, conflicts ? kernels::ParameterValues{{"PAD", 0}} : kernels::ParameterValues());
        if (conflicts)
            player->setReasons(std::make_shared<const Reasons>(tests::conflictingReasons()));
        const QString line = QString::number(player->shown().moment.line);
        const Look look = lookOf(1);
        const std::unique_ptr<Picture> picture(findPicture(list)->make(nullptr));
        picture->setLook(look);
        picture->show(player->shown());
        picture->resize(700, 900);
        const auto marks = marksOf(picture->size(),
                                   [&](QPainter& painter) { picture->paintAt(painter, QRectF({}, picture->size())); });
        // Numbers of lines stand in the gutter, as far right as its leftmost one.
        double gutter = 1e9;
        for (const Mark& mark : textsIn(marks))
            if (mark.text == line && mark.pixels == look.small())
                gutter = std::min(gutter, mark.whole.right());
        const auto isNumber = [&](const Mark& mark) {
            return mark.kind == Mark::Kind::Text && mark.text == line && std::abs(mark.whole.right() - gutter) < 1;
        };
        const auto isStripe = [&](const Mark& mark) {
            return mark.kind == Mark::Kind::Area && mark.whole.left() == 0 && mark.whole.width() == look.px(3);
        };
        const auto beside = [](const Mark& one) {
            return
                [&one](const Mark& other) { return std::abs(one.whole.center().y() - other.whole.center().y()) < 4; };
        };
        std::vector<Mark> numbers, stripes;
        std::ranges::copy_if(marks, std::back_inserter(numbers), isNumber);
        std::ranges::copy_if(marks, std::back_inserter(stripes), isStripe);
        EXPECT_FALSE(stripes.empty()) << list << " of " << stage;
        for (const Mark& stripe : stripes)
            EXPECT_TRUE(std::ranges::any_of(numbers, beside(stripe))) << list << " of " << stage << ": " << stripe;
        for (const Mark& number : numbers)
            EXPECT_TRUE(std::ranges::any_of(stripes, beside(number))) << list << " of " << stage << ": " << number;
    }
}
