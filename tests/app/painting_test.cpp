// SPDX-License-Identifier: GPL-3.0-or-later
// What every picture paints, without a window: the same wherever it stands, twice as large at twice the size, in other colours alone
// where it is light, within its frame; and what is under the mouse is what is marked then.
#include "app/model/place_in_scene.h"
#include "app/views/player.h"
#include "app/views/view.h"
#include "tests/app/marks.h"
#include "tests/app/reasons.h"
#include "tests/app/scenes.h"

#include <QApplication>

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

using namespace warplens;
using namespace warplens::app;
using tests::lookOf;
using tests::Mark;
using tests::Marks;
using tests::marksOf;

namespace {

/// A stage at a few moments, of which the pictures show most.
struct Exhibited {
    const char* stage;
    kernels::ParameterValues parameters;
    const char* architecture = "9.0";
};
const Exhibited exhibited[] = {
    {"matmul/06-tiled-conflicts", {{"PAD", 0}}},
    {"matmul/02-naive", {}},
    {"matmul/15-thread-tile", {}},
    {"transpose/04-tiled", {}},
    {"reduction/06-tree-doubling", {}},
    {"patterns/02-stride", {}},
    {"transpose/04-tiled", {}, "1.0"},
    {"matmul/06-tiled-conflicts", {{"PAD", 0}}, "3.0"},
};

/// One picture of one moment.
class Seen {
public:
    Seen(const PictureKind& kind, const Shown& shown)
        : m_picture(kind.make(nullptr))
        , m_stage(shown.scene->stage.id)
        , m_isOfHalfWarps(shown.scene->simulation->architecture().banks == 16) {
        m_picture->setLook(lookOf(1));
        m_picture->show(shown);
    }
    Picture& picture() const { return *m_picture; }
    const std::string& stage() const { return m_stage; }
    bool isOfHalfWarps() const { return m_isOfHalfWarps; } ///< its banks are told of both at once
    View* view() const { return qobject_cast<View*>(m_picture.get()); }
    std::vector<Mark> painted(const Look& look, const QRectF& area) const {
        m_picture->setLook(look);
        m_picture->resize(area.size().toSize());
        return marksOf((area.size() + QSizeF(400, 400)).toSize(),
                       [&](QPainter& painter) { m_picture->paintAt(painter, area); });
    }

private:
    std::unique_ptr<Picture> m_picture;
    std::string m_stage;
    bool m_isOfHalfWarps;
};

std::shared_ptr<const Scene> sceneOf(const Exhibited& each) {
    static std::map<const Exhibited*, std::shared_ptr<const Scene>> known;
    auto& scene = known[&each];
    if (!scene) {
        SceneRequest request;
        request.stage = *tests::catalogue().find(each.stage);
        request.parameters = kernels::completeParameters(request.stage, each.parameters);
        request.size = {64, 64, 64};
        request.architecture = each.architecture;
        scene = buildScene(tests::compiler(), request);
    }
    return scene;
}

/// Calls with each picture at each moment.
template<class See>
void forEveryPicture(See see) {
    for (const Exhibited& each : exhibited) {
        const auto scene = sceneOf(each);
        for (const bool isTelling : {true, false}) {
            Player player;
            player.setScene(scene, tellingPosition(*scene));
            if (!isTelling)
                player.goTo(player.shown().navigator->count() / 3);
            if (&each == std::begin(exhibited))
                player.setReasons(std::make_shared<const Reasons>(tests::conflictingReasons()));
            for (const PictureKind& kind : pictureKinds()) {
                if (kind.needsReasons && !player.shown().reasons)
                    continue;
                SCOPED_TRACE(testing::Message() << kind.name << " of " << each.stage << " on " << each.architecture
                                                << " at " << player.position().event);
                see(kind, Seen(kind, player.shown()));
            }
        }
    }
}

const QSizeF panes[] = {{380, 260}, {620, 420}, {900, 340}};

} // namespace

/// Where one painting is not the other one, so many times as large and that far away; empty: nowhere. `near`: how far a place may be
/// from where it is expected, of which `along` is what words do that are as wide as whole pixels allow.
std::string difference(const std::vector<Mark>& one, const std::vector<Mark>& other, double times, const QPointF& away,
                       double near, double along = 0) {
    std::ostringstream said;
    said.precision(5);
    for (size_t i = 0; i < std::min(one.size(), other.size()); ++i) {
        const QRectF &a = one[i].whole, &b = other[i].whole;
        const auto differ = [&](double here, double there, double most) { return std::abs(here - there) > most; };
        if (!one[i].isAlike(other[i]) || differ(times * one[i].pixels, other[i].pixels, near) ||
            differ(times * a.left() + away.x(), b.left(), near + along) ||
            differ(times * a.right() + away.x(), b.right(), near + along) ||
            differ(times * a.top() + away.y(), b.top(), near) ||
            differ(times * a.bottom() + away.y(), b.bottom(), near)) {
            said << "mark " << i << ": " << one[i] << "; " << other[i];
            return said.str();
        }
    }
    if (one.size() != other.size())
        said << one.size() << " marks, and " << other.size();
    return said.str();
}

TEST(Painting, IsTheSameElsewhere) {
    const QPointF away(37, 53);
    forEveryPicture([&](const PictureKind&, const Seen& seen) {
        const auto here = seen.painted(lookOf(1), QRectF({}, panes[1])),
                   there = seen.painted(lookOf(1), QRectF(away, panes[1]));
        EXPECT_GT(here.size(), 1u);
        EXPECT_EQ(difference(here, there, 1, away, 0.01), "");
    });
}

TEST(Painting, StaysInItsFrame) {
    for (const double scale : {1.0, 1.5, 2.0})
        for (const QSizeF& pane : panes)
            forEveryPicture([&](const PictureKind&, const Seen& seen) {
                const QRectF frame(QPointF(20, 30), pane);
                for (const Mark& mark : seen.painted(lookOf(scale), frame)) {
                    const bool isWithin = mark.box.isEmpty() || frame.adjusted(-1, -1, 1, 1).contains(mark.box);
                    EXPECT_TRUE(isWithin)
                        << mark << " at " << scale << " in " << pane.width() << " x " << pane.height();
                    if (!isWithin)
                        break;
                }
            });
}

TEST(Painting, DarkAndLightDifferInColoursAlone) {
    forEveryPicture([&](const PictureKind&, const Seen& seen) {
        const QRectF area({}, panes[1]);
        const auto dark = seen.painted(lookOf(1), area), light = seen.painted(lookOf(1, false), area);
        EXPECT_EQ(difference(dark, light, 1, {}, 0), "");
        for (size_t i = 0; i < dark.size(); ++i)
            EXPECT_EQ(dark[i].fill.isValid(), light[i].fill.isValid()) << dark[i] << light[i];
    });
}

/// Those that are painted as often in both, in the order of what they say: where lines are broken elsewhere, other words are.
void keepCommonTexts(std::vector<Mark>& one, std::vector<Mark>& other) {
    const auto textsOf = [](const std::vector<Mark>& all) {
        std::map<QString, int> times;
        for (const Mark& mark : all)
            times[mark.text] += mark.kind == Mark::Kind::Text;
        return times;
    };
    auto ofOne = textsOf(one), ofOther = textsOf(other);
    for (std::vector<Mark>* marks : {&one, &other}) {
        std::erase_if(*marks, [&](const Mark& mark) {
            return mark.kind != Mark::Kind::Text || ofOne[mark.text] != ofOther[mark.text];
        });
        std::stable_sort(marks->begin(), marks->end(), [](const Mark& a, const Mark& b) { return a.text < b.text; });
    }
}

// But for lists of code, whose lines are as high as whole pixels make them, and time and many elements, which are drawn pixel by
// pixel. Of texts their size: words are as wide as whole pixels allow, and lines broken elsewhere.
TEST(Painting, IsTwiceAsLargeAtTwiceTheSize) {
    const double near = 6; // hairlines, and type of whole pixels
    const auto isLine = [](const Mark& mark) {
        return mark.kind == Mark::Kind::Line;
    }; // of hatching: there may be one more
    const auto isText = [](const Mark& mark) { return mark.kind == Mark::Kind::Text; };
    size_t texts = 0, compared = 0;
    for (const QSizeF& pane : {panes[1], panes[2], {450, 640}})
        forEveryPicture([&](const PictureKind& kind, const Seen& seen) {
            const std::string_view name = kind.name;
            if (!seen.view() || name == "waiting" || (name == "tiles" && seen.stage() == "patterns/02-stride"))
                return;
            SCOPED_TRACE(testing::Message() << pane.width() << " x " << pane.height());
            auto once = seen.painted(lookOf(1), QRectF({}, pane)),
                 twice = seen.painted(lookOf(2), QRectF({}, 2 * pane));
            auto textsOnce = once, textsTwice = twice;
            texts += static_cast<size_t>(std::ranges::count_if(once, isText));
            keepCommonTexts(textsOnce, textsTwice);
            compared += textsOnce.size();
            const double along = 0.04 * pane.width();
            for (size_t i = 0; i < textsOnce.size(); ++i)
                EXPECT_NEAR(2 * textsOnce[i].pixels, textsTwice[i].pixels, 2) << textsOnce[i];
            const auto linesOnce = static_cast<double>(std::erase_if(once, isLine)),
                       linesTwice = static_cast<double>(std::erase_if(twice, isLine));
            EXPECT_NEAR(linesOnce, linesTwice, 8 + 0.2 * linesOnce);
            std::erase_if(once, isText);
            std::erase_if(twice, isText);
            EXPECT_EQ(difference(once, twice, 2, {}, near, along), "");
        });
    EXPECT_GT(compared, texts * 3 / 4);
}

// At any size of type: what has to be small to have room is as large, at least, as what is small at 100 %.
TEST(Painting, NoTextIsTooSmallToRead) {
    const int least = lookOf(1).smallestNumber();
    for (const double scale : {1.0, 2.0})
        for (const QSizeF& pane : panes)
            forEveryPicture([&](const PictureKind&, const Seen& seen) {
                for (const Mark& mark : seen.painted(lookOf(scale), QRectF({}, pane))) {
                    const bool isRead = mark.kind != Mark::Kind::Text || mark.pixels < 0 || mark.pixels >= least;
                    EXPECT_TRUE(isRead) << mark << " at " << scale << " in " << pane.width() << " x " << pane.height();
                    if (!isRead)
                        break;
                }
            });
}

/// What has been painted there before it; invalid where an image was.
QColor behind(const std::vector<Mark>& marks, size_t text, const Look& look) {
    QColor colour = look.colours.pane;
    const QPointF middle = marks[text].box.center();
    for (size_t i = 0; i < text; ++i) {
        if (!marks[i].box.contains(middle) || (marks[i].kind != Mark::Kind::Area && marks[i].kind != Mark::Kind::Image))
            continue;
        if (marks[i].kind == Mark::Kind::Image)
            colour = QColor();
        else if (colour.isValid() || marks[i].fill.alpha() == 255)
            colour = mixed(colour, QColor(marks[i].fill.rgb()), marks[i].fill.alphaF());
    }
    return colour;
}

TEST(Painting, TextIsReadOnWhatIsBehindIt) {
    for (const bool dark : {true, false})
        forEveryPicture([&](const PictureKind&, const Seen& seen) {
            const Look look = lookOf(1, dark);
            const double least = seen.view() ? 3 : 2.2; // in a list of code some words say less than others
            const auto marks = seen.painted(look, QRectF({}, panes[1]));
            for (size_t i = 0; i < marks.size(); ++i) {
                if (marks[i].kind != Mark::Kind::Text)
                    continue;
                const QColor ground = behind(marks, i, look);
                const bool isRead = !ground.isValid() || contrast(marks[i].ink, ground) >= least;
                EXPECT_TRUE(isRead) << marks[i] << " in " << marks[i].ink.name().toStdString() << " on "
                                    << ground.name().toStdString();
                if (!isRead)
                    break;
            }
        });
}

// What the mouse is on is marked when the cursor is there, around that point; and the middle of an element's mark is that element.
TEST(Painting, WhatTheMouseIsOnIsMarkedThere) {
    std::map<std::string, size_t> found;
    const QRectF area({}, panes[1]);
    const auto painted = [&](const Seen& seen, const Focus& focus) {
        seen.picture().showFocus(focus);
        return seen.painted(lookOf(1), area);
    };
    const auto keyOf = [](const Mark& mark) {
        return std::tuple(mark.kind, mark.whole.left(), mark.whole.top(), mark.whole.right(), mark.whole.bottom(),
                          mark.fill.rgba(), mark.ink.rgba());
    };
    forEveryPicture([&](const PictureKind& kind, const Seen& seen) {
        if (!(std::set<std::string_view>{"tiles", "global", "banks"}).contains(kind.name) || seen.isOfHalfWarps())
            return;
        std::set<decltype(keyOf(Mark()))> plain;
        for (const Mark& mark : painted(seen, {}))
            plain.insert(keyOf(mark));
        for (double y = 12; y < area.height(); y += 37)
            for (double x = 9; x < area.width(); x += 61) {
                const QPointF point(x, y);
                const Focus focus = seen.view()->focusAt(point);
                if (focus.empty())
                    continue;
                ++found[kind.name];
                std::vector<Mark> there = painted(seen, focus);
                std::erase_if(there, [&](const Mark& mark) {
                    const QRectF around = mark.whole.adjusted(-2, -2, 2, 2); // of a bank all of its words
                    const bool isAround =
                        focus.bank ? around.left() <= x && x <= around.right() : around.contains(point);
                    return !isAround || plain.contains(keyOf(mark));
                });
                EXPECT_FALSE(there.empty()) << focus.text << " at " << x << ", " << y;
                if (there.empty())
                    return;
                const auto size = [](const Mark& mark) { return mark.whole.width() * mark.whole.height(); };
                const Focus middle = seen.view()->focusAt(std::ranges::min_element(there, {}, size)->whole.center());
                EXPECT_TRUE(middle == focus || focus.bank)
                    << middle.text << " and not " << focus.text << " at " << x << ", " << y;
            }
    });
    for (const char* name : {"tiles", "global", "banks"})
        EXPECT_GT(found[name], 50u) << name;
}

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    loadFonts();
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
