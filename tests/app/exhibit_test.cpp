// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown as one value: its links, its store, what makes it whole, and sessions.
#include "app/model/exhibit_store.h"
#include "app/model/exhibit_text.h"
#include "app/model/session_file.h"
#include "app/model/sources.h"
#include "tests/app/scenes.h"

#include <gtest/gtest.h>

#include <random>

namespace warplens::app {
namespace {

using kernels::ParameterValues;

Sources sources() {
    return Sources(tests::catalogue());
}

std::string complaint(const std::function<void()>& work) {
    try {
        work();
    } catch (const ExhibitError& error) {
        return error.what();
    }
    return "nothing was wrong";
}

/// Anything that could be shown, and is not as it is anyway.
class RandomExhibits {
public:
    explicit RandomExhibits(unsigned seed)
        : m_random(seed) {}

    Exhibit next() {
        static const std::vector<std::string> words{
            "plain", "with space", "a=b&c?d#e%", "100%", "été 漢字 ²", "x,y;z", "(lane % 8) * 33 + lane / 8"};
        const auto word = [&] { return words[pick(words.size())]; };
        Exhibit e;
        e.subject = coin() ? "matmul/06-tiled-conflicts" : "file:/home/ann/" + word() + ".cu";
        if (e.isFile()) {
            e.launch.emplace();
            e.launch->kernel = word();
            e.launch->grid = "4,4";
            if (coin())
                e.launch->sharedBytes = static_cast<uint32_t>(pick(5000));
            for (size_t i = pick(3); i-- > 0;)
                e.launch->defines.push_back("N=" + word());
            for (size_t i = pick(4); i-- > 0;)
                e.launch->arguments.push_back("f32[4096]=random:" + std::to_string(i));
        } else {
            for (const char* name : {"PAD", "TILE", "X_2"})
                if (coin())
                    e.parameters.push_back({name, static_cast<std::int64_t>(pick(100)) - 50});
        }
        if (coin())
            e.lanes = word();
        if (coin())
            e.pictureSize = static_cast<std::int64_t>(pick(500)) + 1;
        if (coin())
            e.architecture = "1.0";
        if (coin())
            e.block = {uint32_t(pick(9)), uint32_t(pick(9)), uint32_t(pick(2))};
        if (coin())
            e.at = {static_cast<uint16_t>(pick(32)), uint32_t(pick(5000)), unsigned(pick(32))};
        if (coin())
            e.comparison = Comparison{coin() ? "matmul/07-tiled" : "",
                                      coin() ? ParameterValues{{"PAD", 1}} : ParameterValues(), "2.0"};
        e.page = static_cast<Page>(pick(3));
        if (coin())
            e.pictures = {"banks", "source"};
        if (coin())
            e.pictures = {"+warp"};
        if (coin())
            e.heat = "excess";
        if (coin())
            e.chart = "roofline";
        if (coin())
            e.recording = "NVIDIA H200 " + word();
        if (coin())
            e.measured = coin() ? kernels::Size{4096, 4096, 4096} : kernels::Size{509, 487, 501};
        e.flushed = coin();
        return e;
    }

private:
    size_t pick(size_t below) { return std::uniform_int_distribution<size_t>(0, below - 1)(m_random); }
    bool coin() { return pick(2) == 1; }
    std::mt19937 m_random;
};

TEST(Links, SayAllThatIsShown) {
    RandomExhibits random(1);
    for (int i = 0; i < 2000; ++i) {
        const Exhibit exhibit = random.next();
        const std::string link = toLink(exhibit);
        for (const unsigned char c : link)
            ASSERT_TRUE(c > 32 && c < 127) << link;
        ASSERT_EQ(differing(fromLink(link), exhibit), Parts()) << link;
    }
}

TEST(Links, AreShort) {
    Exhibit exhibit;
    exhibit.subject = "matmul/06-tiled-conflicts";
    exhibit.parameters = {{"PAD", 1}};
    exhibit.at = {7, 12, 0};
    exhibit.pictures = {"banks"};
    EXPECT_EQ(toLink(exhibit), "warplens:matmul/06-tiled-conflicts?PAD=1&at=w7.r12&show=banks");
    EXPECT_EQ(toLink(Exhibit()), "warplens:");
}

TEST(Links, WordsWithoutAValueSayNothing) {
    for (const char* word : {"kernel", "grid", "block", "smem", "define", "arg", "kept", "lanes", "size", "arch",
                             "with", "at", "page", "show", "heat", "chart", "recording", "measured", "cache"})
        for (const char* equals : {"", "="}) {
            const std::string link = std::string("warplens:matmul/07-tiled?") + word + equals;
            EXPECT_EQ(fromLink(link), fromLink("warplens:matmul/07-tiled")) << link;
            EXPECT_EQ(toLink(fromLink(link)), "warplens:matmul/07-tiled") << link;
        }
    EXPECT_EQ(toLink(fromLink("warplens:a/b?show=,banks,,tiles,")), "warplens:a/b?show=banks,tiles");
    EXPECT_NE(complaint([] { fromLink("warplens:a/b?with=arch:"); }).find("nothing to compare with"),
              std::string::npos);
}

TEST(Links, LeadToLaunchesThatWereKept) {
    Exhibit exhibit;
    exhibit.subject = keptSubject("/home/me/my launches/4711-3");
    exhibit.block = {2, 1, 0};
    EXPECT_TRUE(exhibit.isKept());
    EXPECT_FALSE(exhibit.isFile());
    EXPECT_EQ(toLink(exhibit), "warplens:launch?kept=/home/me/my%20launches/4711-3&at=b2,1");
    EXPECT_EQ(fromLink(toLink(exhibit)), exhibit);
    EXPECT_EQ(complaint([] { fromLink("warplens:launch?at=b1"); }),
              "the link names no launch: write warplens:launch?kept=FOLDER");
}

TEST(Links, SayWhatIsWrongWithThem) {
    const auto wrong = [](const char* link) { return complaint([&] { fromLink(link); }); };
    EXPECT_EQ(wrong("http:x"), "'http:x' is no link: it begins with warplens:");
    EXPECT_NE(wrong("warplens:").find("names no stage"), std::string::npos);
    EXPECT_EQ(wrong("warplens:a/b?PAD=x"), "'x' is no value for PAD: write a whole number");
    EXPECT_EQ(wrong("warplens:a/b?at=q7"),
              "'q7' in at= is no place: write b1,0 for the block, w7 for the warp, r12 for "
              "its request and f3 for the wavefront");
    EXPECT_EQ(wrong("warplens:a/b?at=w99"), "'99' is no warp: write a whole number up to 63");
    EXPECT_EQ(wrong("warplens:a/b?page=x"), "there is no page 'x': write pictures, charts, difference");
    EXPECT_EQ(wrong("warplens:a/b?with=x"),
              "'x' is nothing to compare with: write a stage's id, NAME:VALUE or arch:CC");
    EXPECT_EQ(wrong("warplens:a%zz"), "'%zz' in a link: after % stand two hexadecimal digits, as in %20");
    EXPECT_EQ(wrong("warplens:a%00b"), "'%00' in a link: after % stand two hexadecimal digits, as in %20");
    EXPECT_NE(wrong("warplens:a/b?measured=2,3").find("write three, M,N,K"), std::string::npos);
    // What a link could do besides showing something is refused.
    const std::string run = wrong("warplens:a/b?run=rm");
    EXPECT_EQ(run.substr(0, 70), "a link knows no 'run': write a parameter in capitals, or one of kernel");
}

TEST(Links, ArePassedThroughJson) {
    RandomExhibits random(2);
    for (int i = 0; i < 200; ++i) {
        SessionFile session;
        session.shown = random.next();
        session.shown.text = "__global__ void f() { /* ünï \"quoted\" \\ */ }\n";
        session.drafts = {{"matmul/07-tiled", "// mine"}};
        session.bookmarks = {{random.next(), "a place, \"here\""}, {random.next(), ""}};
        const SessionFile again = readSession(sessionText(session));
        ASSERT_EQ(differing(again.shown, session.shown), Parts());
        ASSERT_EQ(again.drafts, session.drafts);
        ASSERT_EQ(again.bookmarks, session.bookmarks);
    }
}

TEST(Sessions, ShowWhatWasTypedLast) {
    Sources from = sources();
    from.setDraft("matmul/07-tiled", "// typed, and not shown yet");
    Exhibit shown;
    shown.subject = "matmul/07-tiled";
    shown.text = "// shown";
    EXPECT_EQ(sessionOf(shown, from, {}).shown.text, "// typed, and not shown yet");
}

TEST(Sessions, SayWhatIsWrongWithThem) {
    const auto wrong = [](const char* text) { return complaint([&] { readSession(text); }); };
    EXPECT_EQ(wrong(""), "this is no session: at byte 1 it is no JSON");
    EXPECT_EQ(wrong("{\"format\":\"x\"}"), "this is no session: \"format\" is not \"warplens-session\"");
    EXPECT_EQ(wrong("[1e999]"), "this is no session: a number in it is larger than any number that programs have");
    EXPECT_EQ(wrong("[]"), "this is no session: \"format\" is not \"warplens-session\"");
    const std::string head = "{\"format\":\"warplens-session\",\"version\":";
    EXPECT_EQ(wrong((head + "0}").c_str()), "\"version\" is missing or no whole number from 1 on");
    EXPECT_NE(wrong((head + "99,\"shown\":{}}").c_str()).find("written by a later Warplens"), std::string::npos);
    EXPECT_EQ(wrong((head + "1}").c_str()), "\"shown\" is missing");
    EXPECT_EQ(wrong((head + "1,\"shown\":{\"link\":7}}").c_str()), "shown: \"link\" is missing or no text");
    EXPECT_EQ(wrong((head + "1,\"shown\":{\"link\":\"warplens:a/b\"},\"bookmarks\":[{\"link\":\"x\"}]}").c_str()),
              "bookmarks[0]: 'x' is no link: it begins with warplens:");
    EXPECT_EQ(wrong((head + "1,\"shown\":{\"link\":\"warplens:a/b\"},\"drafts\":7}").c_str()),
              "\"drafts\" has to be a list");
    EXPECT_EQ(
        wrong((head + "1,\"shown\":{\"link\":\"warplens:a/b\"},\"files\":[{\"link\":\"warplens:a/b\",\"text\":\"\"}]}")
                  .c_str()),
        "files[0]: a file needs a link with its launch, and its text");
}

TEST(Store, TellsWhichPartsDiffer) {
    ExhibitStore store;
    std::vector<Parts> told;
    store.watch([&](const Exhibit&, Parts changed) { told.push_back(changed); });
    store.change([](Exhibit& e) { e.subject = "a"; });
    store.change([](Exhibit& e) {
        e.at.warp = 3;
        e.heat = "excess";
    });
    store.change([](Exhibit&) {});
    ASSERT_EQ(told.size(), 2u);
    EXPECT_EQ(told[0], Parts(Part::Subject));
    EXPECT_EQ(told[1], Part::Place | Part::Heat);
}

// A view that changes something while it is told: all are told of both, in order, and see the newest.
TEST(Store, ChangesWhileItTells) {
    ExhibitStore store;
    std::vector<std::string> order;
    store.watch([&](const Exhibit&, Parts changed) {
        order.push_back("first " + store.now().chart);
        if (changed.has(Part::Subject))
            store.adjust([](Exhibit& e) { e.chart = "sizes"; });
    });
    store.watch([&](const Exhibit&, Parts) { order.push_back("second " + store.now().chart); });
    store.change([](Exhibit& e) { e.subject = "a"; });
    EXPECT_EQ(order, (std::vector<std::string>{"first stages", "second sizes", "first sizes", "second sizes"}));
}

TEST(Store, GoesBackAndForward) {
    ExhibitStore store;
    store.change([](Exhibit& e) { e.subject = "a"; });
    EXPECT_FALSE(store.canGoBack()); // nothing was shown before
    store.change([](Exhibit& e) { e.at.event = 5; });
    store.change([](Exhibit& e) { e.subject = "b"; });
    store.change([](Exhibit& e) { e.page = Page::Charts; });
    store.change([](Exhibit& e) { e.recording = "other"; });
    store.goBack();
    EXPECT_EQ(store.now().page, Page::Pictures);
    EXPECT_EQ(store.now().recording, "other") << "measurements are no place";
    store.goBack();
    EXPECT_EQ(store.now().subject, "a");
    EXPECT_EQ(store.now().at.event, 5u) << "where it was left";
    EXPECT_FALSE(store.canGoBack());
    store.goForward();
    store.goForward();
    EXPECT_EQ(store.now().page, Page::Charts);
    EXPECT_FALSE(store.canGoForward());
    store.goBack();
    store.change([](Exhibit& e) { e.subject = "c"; });
    EXPECT_FALSE(store.canGoForward()) << "another way was taken";
    for (int i = 0; i < 1000; ++i)
        store.change([&](Exhibit& e) { e.subject = std::to_string(i); });
    size_t back = 0;
    for (; store.canGoBack(); ++back)
        store.goBack();
    EXPECT_EQ(back, ExhibitStore::longestTrail - 1);
}

TEST(Store, KeepsWhatWasTypedWhenItGoesBack) {
    ExhibitStore store;
    store.change([](Exhibit& e) { e.subject = "a"; });
    store.change([](Exhibit& e) { e.page = Page::Charts; });
    store.change([](Exhibit& e) { e.text = "typed"; });
    store.goBack();
    EXPECT_EQ(store.now().text, "typed");
}

TEST(Store, LeavesAllAsItWasWhenSomethingCannotBe) {
    const Sources from = sources();
    ExhibitStore store([&](const Exhibit& before, Exhibit& e) { from.settle(before, e); });
    store.change([](Exhibit& e) { e.subject = "matmul/07-tiled"; });
    const Exhibit before = store.now();
    EXPECT_THROW(store.change([](Exhibit& e) { e.parameters = {{"NONSENSE", 1}}; }), ExhibitError);
    EXPECT_THROW(store.change([](Exhibit& e) { e.subject = "matmul/07-tield"; }), ExhibitError);
    EXPECT_EQ(differing(store.now(), before), Parts());
}

TEST(Sources, ASizeThatIsChosenStaysInItsTrack) {
    const Sources from = sources();
    const auto sizeOf = [&](const Exhibit& e) { return from.request(e).size.m; };
    Exhibit matrices;
    matrices.subject = "matmul/07-tiled";
    EXPECT_EQ(sizeOf(matrices), 64);
    matrices.pictureSize = 96;
    EXPECT_EQ(sizeOf(from.of("matmul/02-naive", matrices)), 96);
    const Exhibit sums = from.of("reduction/02-contiguous-chunks", matrices);
    EXPECT_EQ(sizeOf(sums), 4096);
    EXPECT_EQ(sizeOf(from.of("patterns/01-offset", sums)), 1024);
}

TEST(Sources, MakeExhibitsWhole) {
    const Sources from = sources();
    Exhibit e;
    e.subject = "matmul/06-tiled-conflicts";
    from.settle({}, e);
    EXPECT_EQ(kernels::variantText(e.parameters), "TILE=32,PAD=0");
    // A block goes away with the size that had it; one that never was is refused.
    Exhibit large = e, small;
    large.pictureSize = 128;
    large.block = {3, 2, 0};
    from.settle(e, large);
    small = large;
    small.pictureSize = 64;
    from.settle(large, small);
    EXPECT_EQ(small.block, (sim::simt::Dim3{1, 1, 0}));
    Exhibit outside = e;
    outside.block = {2, 0, 0};
    EXPECT_EQ(complaint([&] { from.settle(e, outside); }), "there is no block 2,0,0 in a grid of 2×2×1");
    Exhibit mistyped = e;
    mistyped.subject = "matmul/07-tield";
    EXPECT_EQ(complaint([&] { from.settle(e, mistyped); }),
              "there is no stage 'matmul/07-tield': did you mean 'matmul/07-tiled'?");
    Exhibit card = e;
    card.architecture = "77";
    EXPECT_NE(complaint([&] { from.settle(e, card); }).find("'77' is no compute capability"), std::string::npos);
}

TEST(Sources, KeepDraftsBySubject) {
    Sources from = sources();
    ExhibitStore store([&](const Exhibit& before, Exhibit& e) { from.settle(before, e); });
    store.change([](Exhibit& e) { e.subject = "matmul/07-tiled"; });
    const std::string original = from.stage(store.now()).source;
    store.change([&](Exhibit& e) { e.text = original + "// mine"; });
    from.setDraft("matmul/07-tiled", store.now().text);
    EXPECT_TRUE(from.isChanged(store.now()));
    store.show(from.of("matmul/02-naive", store.now()));
    EXPECT_FALSE(store.now().text);
    store.show(from.of("matmul/07-tiled", store.now()));
    EXPECT_EQ(store.now().text, original + "// mine");
    // The text that is saved is no draft.
    store.change([&](Exhibit& e) { e.text = original; });
    EXPECT_FALSE(store.now().text);
    from.setDraft("matmul/07-tiled", original);
    EXPECT_TRUE(from.drafts().empty());
}

TEST(Sources, CompareWithWhatIsNamed) {
    const Sources from = sources();
    ExhibitStore store([&](const Exhibit& before, Exhibit& e) { from.settle(before, e); });
    store.show(fromLink("warplens:matmul/06-tiled-conflicts?with=PAD:1"));
    EXPECT_EQ(kernels::variantText(from.compared(store.now())->parameters), "TILE=32,PAD=1");
    // The switch is thrown: both sides change places.
    store.change([](Exhibit& e) { e.parameters = {{"TILE", 32}, {"PAD", 1}}; });
    EXPECT_EQ(store.now().comparison->parameters, (ParameterValues{{"PAD", 0}}));
    store.show(fromLink("warplens:matmul/06-tiled-conflicts?with=matmul/07-tiled,TILE:16,arch:2.0"));
    const Exhibit other = *from.compared(store.now());
    EXPECT_EQ(other.subject, "matmul/07-tiled");
    EXPECT_EQ(kernels::variantText(other.parameters), "TILE=16");
    EXPECT_EQ(other.architecture, "2.0");
    store.show(fromLink("warplens:matmul/06-tiled-conflicts?with=PAD:0"));
    EXPECT_FALSE(store.now().comparison) << "with itself";
    EXPECT_NE(complaint([&] { store.show(fromLink("warplens:matmul/07-tiled?with=matmul/22-cublas")); }).size(), 0u);
}

TEST(Sources, ThrowTheSwitchToItsOtherValue) {
    for (const kernels::Stage& stage : tests::catalogue().stages) {
        const ParameterValues values = kernels::defaultParameters(stage);
        const auto thrown = switched(stage, values);
        if (!thrown)
            continue;
        const ParameterValues other = replaced(values, {*thrown});
        EXPECT_NE(other, values) << stage.id;
        EXPECT_NO_THROW(kernels::completeParameters(stage, other)) << stage.id << " " << thrown->value;
        EXPECT_EQ(replaced(other, {*switched(stage, other)}), values) << stage.id;
    }
    const kernels::Stage* stage = tests::catalogue().find("matmul/15-thread-tile-transposed");
    ASSERT_TRUE(stage);
    EXPECT_EQ(switched(*stage, {{"PAD", 0}})->value, 4);
}

} // namespace
} // namespace warplens::app
