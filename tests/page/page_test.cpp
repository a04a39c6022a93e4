// SPDX-License-Identifier: GPL-3.0-or-later
// Web pages: every lesson makes one, what it holds is what the model says at the same links, it loads nothing, and no text
// can break out of it.
#include "app/lessons/course.h"
#include "app/lessons/moments.h"
#include "app/lessons/picturing.h"
#include "app/lessons/telling.h"
#include "app/model/cell_states.h"
#include "app/model/exhibit_text.h"
#include "app/model/focus.h"
#include "app/model/place_in_scene.h"
#include "app/model/replay.h"
#include "app/model/tiles_picture.h"
#include "app/model/warp_table.h"
#include "app/page/page_data.h"
#include "app/page/page_file.h"
#include "app/page/page_words.h"
#include "app/tongue/say.h"
#include "kernels/catalogue/paths.h"
#include "kernels/measure/recording.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <map>
#include <regex>
#include <set>

namespace warplens::page {
namespace {

using Json = nlohmann::ordered_json;

struct Shipped {
    Shipped()
        : catalogue(kernels::loadCatalogue(kernels::stagesDir()))
        , course(lessons::loadCourse(kernels::resourcesDir(), catalogue))
        , sources(catalogue)
        , parts(loadPageParts(kernels::resourcesDir() / "page")) {
        recordings = kernels::shippedRecordings(catalogue);
    }
    PageMaker maker(ChartMaker charts = {}) { return {course, sources, compiler, teller, std::move(charts)}; }

    kernels::Catalogue catalogue;
    lessons::Course course;
    app::Sources sources;
    PageParts parts;
    std::vector<kernels::Recording> recordings;
    kernels::StageCompiler compiler;
    words::Facts facts{catalogue, compiler, recordings};
    lessons::Teller teller{catalogue, compiler, facts};
};

Shipped& shipped() {
    static Shipped made;
    return made;
}

size_t countOf(const std::string& text, const std::string& part) {
    size_t count = 0;
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size()))
        ++count;
    return count;
}

/// What a browser would take for the data: up to the first closing tag, whatever it stands in.
std::string dataText(const std::string& page) {
    const std::string opening = "<script type=\"application/json\" id=\"data\">";
    const size_t begin = page.find(opening) + opening.size();
    return page.substr(begin, page.find("</script", begin) - begin);
}

std::string textOf(const Json& pieces) {
    std::string text;
    for (const Json& piece : pieces)
        text += piece.at("text").get<std::string>();
    return text;
}

uint64_t number(const Json& hex) {
    return std::stoull(hex.get<std::string>(), nullptr, 16);
}

/// The bytes of each sector that lanes want, counted byte by byte.
std::map<uint64_t, std::set<unsigned>> bytesBySector(const app::Request& request) {
    std::map<uint64_t, std::set<unsigned>> bytes;
    for (unsigned lane = 0; lane < 32; ++lane)
        for (unsigned byte = 0; request.active(lane) && byte < request.access.bytes; ++byte)
            bytes[(request.access.address[lane] + byte) / 32 * 32].insert((request.access.address[lane] + byte) % 32);
    return bytes;
}

void expectGlobal(const Json& data, const app::Scene& scene, const app::Moment& moment) {
    ASSERT_EQ(data.is_null(), !moment.global.has_value());
    if (data.is_null())
        return;
    const app::Request& request = *moment.global;
    EXPECT_EQ(data.at("now").get<bool>(), moment.globalIsNow);
    EXPECT_EQ(data.at("warp"), request.warp);
    EXPECT_EQ(data.at("line"), request.line);
    EXPECT_EQ(data.at("instruction"), request.instruction);
    EXPECT_EQ(data.at("element"), request.element);
    EXPECT_EQ(data.at("bytes"), request.access.bytes);
    EXPECT_EQ(data.at("counts").at("sectors"), request.cost.sectors);
    EXPECT_EQ(data.at("counts").at("sectorsIdeal"), request.cost.sectorsIdeal);
    EXPECT_EQ(data.at("counts").at("lines"), request.cost.lines);
    EXPECT_EQ(data.at("counts").at("wanted"), request.distinctBytes());
    EXPECT_EQ(data.at("counts").at("moved"), 32u * request.cost.sectors);
    ASSERT_EQ(data.at("lanes").size(), 32u);
    for (unsigned lane = 0; lane < 32; ++lane) {
        const Json& each = data.at("lanes")[lane];
        EXPECT_EQ(each.at("lane"), lane);
        ASSERT_EQ(each.at("active").get<bool>(), request.active(lane));
        if (request.active(lane)) {
            EXPECT_EQ(number(each.at("address")), request.access.address[lane]);
        }
        EXPECT_EQ(each.at("focus").at("text"), app::focusOnGlobalLane(scene, moment, lane).text);
        EXPECT_EQ(each.at("focus").at("g"), 1u << lane);
    }
    const auto bytes = bytesBySector(request);
    std::set<uint64_t> drawn;
    for (const Json& row : data.at("rows"))
        for (const Json& sector : row.at("sectors")) {
            const uint64_t address = number(sector.at("address"));
            ASSERT_TRUE(bytes.contains(address)) << sector;
            EXPECT_TRUE(drawn.insert(address).second) << "drawn twice";
            uint32_t used = 0;
            for (const unsigned byte : bytes.at(address))
                used |= 1u << byte;
            EXPECT_EQ(sector.at("used"), used);
            EXPECT_EQ(sector.at("offset").get<int64_t>(), static_cast<int64_t>(address - number(row.at("begin"))));
            EXPECT_GE(sector.at("offset").get<int64_t>(), data.at("first").get<int64_t>());
            EXPECT_LE(sector.at("offset").get<int64_t>() + 32, data.at("end").get<int64_t>());
            EXPECT_EQ(sector.at("focus").at("g"), sector.at("lanes"));
            EXPECT_NE(sector.at("focus").at("text").get<std::string>().find("moved"), std::string::npos);
            EXPECT_EQ(sector.at("focus").at("text").get<std::string>().find("not moved yet"), std::string::npos)
                << "it moves now: " << sector;
        }
    EXPECT_EQ(drawn.size(), bytes.size());
}

void expectBanks(const Json& data, const app::Scene& scene, const app::Moment& moment) {
    ASSERT_EQ(data.is_null(), !moment.shared.has_value());
    if (data.is_null())
        return;
    const app::Request& request = *moment.shared;
    EXPECT_EQ(data.at("now").get<bool>(), moment.sharedIsNow);
    EXPECT_EQ(data.at("wavefronts"), request.cost.wavefronts);
    EXPECT_EQ(data.at("wavefrontsIdeal"), request.cost.wavefrontsIdeal);
    EXPECT_EQ(data.at("rows"), request.bankRows());
    EXPECT_EQ(data.at("told").get<bool>(), request.tellsWavefronts());
    ASSERT_EQ(data.at("words").size(), request.words.size());
    std::map<unsigned, std::set<uint64_t>> byBank;
    for (size_t i = 0; i < request.words.size(); ++i) {
        const sim::memory::BankWord& word = request.words[i];
        const Json& each = data.at("words")[i];
        EXPECT_EQ(each.at("lane"), word.lane);
        EXPECT_EQ(each.at("bank"), word.bank);
        EXPECT_EQ(each.at("wavefront"), word.wavefront);
        EXPECT_EQ(each.at("word"), word.word);
        byBank[word.bank].insert(word.word);
    }
    ASSERT_EQ(data.at("banks").size(), scene.simulation->architecture().banks);
    for (unsigned bank = 0; bank < data.at("banks").size(); ++bank) {
        EXPECT_EQ(data.at("banks")[bank].at("words"), byBank[bank].size()) << "bank " << bank;
        EXPECT_EQ(data.at("banks")[bank].at("focus").at("text"), app::focusOnBank(scene, moment, bank).text);
        EXPECT_EQ(data.at("banks")[bank].at("focus").at("bank"), bank);
    }
    for (unsigned lane = 0; lane < 32; ++lane) {
        EXPECT_EQ(data.at("lanes")[lane].at("active").get<bool>(), request.active(lane));
        EXPECT_EQ(data.at("lanes")[lane].at("focus").at("text"), app::focusOnSharedLane(scene, moment, lane).text);
    }
}

/// Each letter against every element of its cell: its youngest touch decides.
void expectStates(const Json& array, const app::PagedArray<app::Touched>& elements, app::Touched since) {
    const auto rows = array.at("rows").get<int64_t>(), columns = array.at("columns").get<int64_t>();
    const Json& states = array.at("states");
    const auto cellRows = static_cast<int64_t>(states.size());
    const auto cellColumns = static_cast<int64_t>(states.at(0).get<std::string>().size());
    ASSERT_LE(cellRows, rows);
    ASSERT_LE(cellColumns, columns);
    std::vector<std::string> touched(states.size(), std::string(static_cast<size_t>(cellColumns), '.'));
    for (int64_t row = 0; row < rows; ++row)
        for (int64_t column = 0; column < columns; ++column)
            if (const auto index = static_cast<size_t>(row * columns + column);
                index < elements.size() && elements[index] != app::never) {
                char& cell = touched[static_cast<size_t>(row * cellRows / rows)]
                                    [static_cast<size_t>(column * cellColumns / columns)];
                cell = elements[index] >= since ? '#' : cell == '.' ? 'o' : cell;
            }
    EXPECT_EQ(states.get<std::vector<std::string>>(), touched) << array.at("name");
}

void expectTiles(const Json& data, const app::Scene& scene, const app::Moment& moment, const app::ReplayState& state) {
    ASSERT_EQ(data.at("arrays").size(), scene.globals.size() + scene.shareds.size());
    for (size_t i = 0; i < data.at("arrays").size(); ++i) {
        const Json& array = data.at("arrays")[i];
        const bool shared = i >= scene.globals.size();
        const size_t index = shared ? i - scene.globals.size() : i;
        EXPECT_EQ(array.at("memory"), shared ? "shared" : "global");
        EXPECT_EQ(array.at("name"), shared ? scene.shareds[index].name : scene.globals[index].name);
        expectStates(array, shared ? state.shareds[index] : state.globals[index], app::freshSince(scene, moment));
        const auto& request = shared ? moment.shared : moment.global;
        size_t lanes = 0;
        for (unsigned lane = 0; request && lane < 32; ++lane)
            lanes += request->elements[lane].array == static_cast<int>(index) ? 1 : 0;
        ASSERT_EQ(array.at("touched").is_null(), lanes == 0);
        if (lanes == 0)
            continue;
        ASSERT_EQ(array.at("touched").at("lanes").size(), lanes);
        for (const Json& each : array.at("touched").at("lanes")) {
            const app::Element& element = request->elements[each.at("lane").get<size_t>()];
            EXPECT_EQ(each.at("row"), element.row);
            EXPECT_EQ(each.at("column"), element.column);
        }
    }
}

void expectWarp(const Json& data, const app::Scene& scene, const app::Moment& moment) {
    const auto table = app::warpTableAt(scene, *scene.navigator, moment);
    ASSERT_TRUE(table);
    ASSERT_EQ(data.at("lanes").size(), 32u);
    for (unsigned lane = 0; lane < 32; ++lane) {
        const Json& each = data.at("lanes")[lane];
        EXPECT_EQ(each.at("focus").at("text"), app::focusOnTableLane(scene, moment, *table, lane).text);
        const bool acts = table->request && table->lanes[lane].state == app::LaneState::Acts;
        ASSERT_EQ(each.contains("element"), acts);
        if (acts) {
            EXPECT_EQ(each.at("element"), table->lanes[lane].element);
            EXPECT_EQ(each.at("value"), table->lanes[lane].value);
            EXPECT_EQ(number(each.at("address")), table->request->access.address[lane]);
        }
    }
}

void expectSource(const Json& data, const app::Scene& scene, const app::Moment& moment) {
    const std::string& text = scene.stage.source.text();
    std::string again;
    std::set<uint32_t> now;
    for (const Json& line : data.at("lines")) {
        again += line.at("text").get<std::string>() + "\n";
        if (line.contains("now"))
            now.insert(line.at("line").get<uint32_t>());
        const auto cost = scene.lines.find(line.at("line").get<uint32_t>());
        const bool costs = cost != scene.lines.end() && cost->first != 0 &&
                           cost->second.globalRequests + cost->second.loadRequests + cost->second.storeRequests > 0;
        EXPECT_EQ(line.contains("focus"), cost != scene.lines.end()) << line;
        EXPECT_EQ(line.contains("heat"), costs) << line;
    }
    EXPECT_EQ(again, text.ends_with('\n') ? text : text + "\n");
    EXPECT_EQ(now, moment.line ? std::set{moment.line} : std::set<uint32_t>());
}

void expectCounts(const Json& data, const app::Scene& scene, size_t events) {
    uint64_t requests[2]{}, cost[2]{}, ideal[2]{}, barriers = 0;
    for (size_t i = 0; i < events; ++i) {
        const auto& event = scene.trace.events[i];
        if (!event.isRequest()) {
            ++barriers;
            continue;
        }
        const auto& shape = scene.trace.shapeOf(event);
        const size_t shared = isShared(event.kind) ? 1 : 0;
        ++requests[shared];
        cost[shared] += shared ? shape.wavefronts : shape.sectors;
        ideal[shared] += shared ? shape.wavefrontsIdeal : shape.sectorsIdeal;
    }
    EXPECT_EQ(data.at(0).at("count"), requests[0]);
    EXPECT_EQ(data.at(1).at("count"), cost[0]);
    EXPECT_EQ(data.at(1).at("ideal"), ideal[0]);
    EXPECT_EQ(data.at(2).at("count"), requests[1]);
    EXPECT_EQ(data.at(3).at("count"), cost[1]);
    EXPECT_EQ(data.at(3).at("ideal"), ideal[1]);
    EXPECT_EQ(data.at(4).at("count"), barriers);
}

/// A pane against the block at that link.
void expectPane(const Json& pane, const std::shared_ptr<const app::Scene>& scene, app::Position position) {
    const app::Moment moment = app::momentAt(*scene, *scene->navigator, position);
    app::Replay replay(scene);
    const app::ReplayState& state = replay.at(moment.position.event + 1);
    EXPECT_EQ(textOf(pane.at("sentence")), app::plainText(moment.sentence));
    EXPECT_EQ(pane.at("event"), position.event);
    EXPECT_EQ(pane.at("now"), app::focusOnEvent(*scene, position.event).text);
    EXPECT_FALSE(pane.at("pictures").empty());
    for (const Json& name : pane.at("pictures")) {
        SCOPED_TRACE(name);
        const Json& data = pane.at(name.get<std::string>());
        if (name == "global")
            expectGlobal(data, *scene, moment);
        else if (name == "banks")
            expectBanks(data, *scene, moment);
        else if (name == "tiles")
            expectTiles(data, *scene, moment, state);
        else if (name == "warp")
            expectWarp(data, *scene, moment);
        else
            expectSource(data, *scene, moment);
    }
    expectCounts(pane.at("counts"), *scene, position.event + 1);
}

/// What is drawn beside that answer: each request counted anew from what is drawn.
void expectPicture(const Json& question, const Json& choice, const lessons::Picturing& picturing) {
    if (choice.at("right").get<bool>()) {
        EXPECT_FALSE(choice.contains("shown")) << "a right answer needs no picture";
        return;
    }
    ASSERT_TRUE(choice.contains("shown"));
    ASSERT_EQ(choice.at("shown").size(), picturing.requests.size());
    EXPECT_EQ(choice.contains("said"), picturing.said.has_value());
    if (picturing.said) {
        EXPECT_EQ(choice.at("said"), *picturing.said);
    }
    for (size_t i = 0; i < picturing.requests.size(); ++i) {
        const lessons::Picturing::Request& request = picturing.requests[i];
        const Json& drawn = question.at("requests").at(choice.at("shown")[i].get<size_t>());
        EXPECT_EQ(drawn.at("name"), request.drawn.name);
        EXPECT_EQ(drawn.at("cost"), request.cost);
        EXPECT_EQ(drawn.at("ideal"), request.ideal);
        std::set<unsigned> lanes;
        if (request.drawn.shared) {
            uint64_t rows = 0;
            for (const Json& word : drawn.at("words")) {
                rows = std::max(rows, word.at("wavefront").get<uint64_t>() + 1);
                lanes.insert(word.at("lane").get<unsigned>());
            }
            EXPECT_EQ(rows, request.cost);
        } else {
            EXPECT_EQ(drawn.at("sectors").size(), request.cost);
            for (const Json& sector : drawn.at("sectors"))
                for (const Json& lane : sector.at("lanes"))
                    lanes.insert(lane.at("lane").get<unsigned>());
        }
        for (unsigned lane = 0; lane < sim::memory::lanesPerWarp; ++lane)
            EXPECT_EQ(lanes.count(lane) == 1, (request.drawn.access.mask >> lane & 1) == 1) << "lane " << lane;
    }
}

void expectQuestion(const Json& data, const lessons::Question& question) {
    EXPECT_EQ(data.at("text"), question.text);
    EXPECT_EQ(data.at("code"), question.code);
    EXPECT_EQ(data.at("details").get<std::vector<std::string>>(), question.details);
    ASSERT_EQ(data.at("choices").size(), question.choices.size());
    for (size_t i = 0; i < question.choices.size(); ++i) {
        EXPECT_EQ(data.at("choices")[i].at("text"), question.choices[i].text);
        EXPECT_EQ(data.at("choices")[i].at("right").get<bool>(), i == question.key());
        EXPECT_EQ(data.at("choices")[i].at("why"), question.choices[i].why);
        expectPicture(data, data.at("choices")[i], lessons::picturing(question, {i}));
    }
}

class EveryPage : public testing::TestWithParam<std::string> {};

TEST_P(EveryPage, HoldsWhatTheModelSaysAndNothingFromElsewhere) {
    const lessons::Lesson& lesson = *shipped().course.lesson(GetParam());
    const std::string page = assemblePage(shipped().parts, shipped().maker().of(GetParam()));
    EXPECT_LE(page.size(), 1'000'000u) << "a lesson is small";
    const Json data = Json::parse(dataText(page));
    EXPECT_EQ(data.at("title"), lesson.title);
    ASSERT_EQ(data.at("steps").size(), lesson.steps.size());
    ASSERT_EQ(data.at("terms").size(), lesson.terms.size());
    for (size_t i = 0; i < lesson.steps.size(); ++i) {
        const lessons::Step& step = lesson.steps[i];
        const Json& made = data.at("steps")[i];
        SCOPED_TRACE(step.link);
        const lessons::ToldStep told = shipped().teller.tell(step);
        EXPECT_EQ(textOf(made.at("caption")), told.caption.text());
        EXPECT_EQ(made.at("origins").get<std::vector<std::string>>(), told.caption.origins);
        ASSERT_EQ(made.contains("question"), !told.questions.empty());
        if (!told.questions.empty())
            expectQuestion(made.at("question"), told.questions.front());
        if (step.shown.page == app::Page::Charts) {
            EXPECT_TRUE(made.at("chart").contains("missing")) << "this test paints no charts";
            continue;
        }
        const auto scene = shipped().teller.scene(step.shown);
        ASSERT_EQ(made.at("panes").size(), step.shown.comparison ? 2u : 1u);
        if (!scene) {
            EXPECT_EQ(made.at("panes")[0].at("pictures"), Json::array({"source"}));
            continue;
        }
        for (const std::string& name : step.shown.pictures)
            EXPECT_TRUE(made.at("panes")[0].contains(name)) << name << " is not drawn";
        const app::Position position = app::positionOf(*scene, step.shown.at);
        expectPane(made.at("panes")[0], scene, position);
        if (!step.shown.comparison)
            continue;
        app::Exhibit shown = step.shown;
        shipped().sources.settle({}, shown);
        const auto other = shipped().teller.scene(*shipped().sources.compared(shown));
        expectPane(made.at("panes")[1], other, other->navigator->atTime(scene->navigator->timeOf(position)));
    }
    // The data are text that is never markup; everything else must not name a place.
    std::string rest = page;
    rest.erase(rest.find(dataText(page)), dataText(page).size());
    for (const char* load : {"http:", "https:", "src=", "href=", "@import", "url(", "<link", "<iframe", "fetch("})
        EXPECT_EQ(rest.find(load), std::string::npos) << load;
    EXPECT_EQ(page, assemblePage(shipped().parts, shipped().maker().of(GetParam()))) << "not the same a second time";
}

std::vector<std::string> allLessons() {
    std::vector<std::string> ids;
    const kernels::Catalogue catalogue = kernels::loadCatalogue(kernels::stagesDir());
    for (const lessons::Lesson& lesson : lessons::loadCourse(kernels::resourcesDir(), catalogue).lessons)
        ids.push_back(lesson.id);
    return ids;
}

INSTANTIATE_TEST_SUITE_P(All, EveryPage, testing::ValuesIn(allLessons()), [](const auto& each) {
    std::string name = each.param;
    std::replace_if(
        name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
    return name;
});

TEST(Page, OfALinkStandsThereAndGoesOn) {
    const std::string link = "warplens:matmul/06-tiled-conflicts?PAD=0&at=w7.r3.f5&show=banks";
    const Json data = shipped().maker().of(link);
    app::Exhibit shown = app::fromLink(link);
    const auto scene = shipped().teller.scene(shown);
    ASSERT_GT(data.at("steps").size(), 1u);
    const app::Position position = app::positionOf(*scene, shown.at);
    expectPane(data.at("steps")[0].at("panes")[0], scene, position);
    EXPECT_EQ(data.at("steps")[0].at("panes")[0].at("wavefront"), 5);
    size_t last = position.event;
    for (size_t i = 1; i < data.at("steps").size(); ++i) {
        const Json& pane = data.at("steps")[i].at("panes")[0];
        const auto event = pane.at("event").get<size_t>();
        EXPECT_GT(event, last);
        last = event;
        expectPane(pane, scene, {event, 0});
    }
}

// Late in a block some elements were touched long ago, some of late, and some never.
TEST(Page, OfALateMomentTellsOldFromFresh) {
    const std::string link = "warplens:matmul/06-tiled-conflicts?at=w31.r25&show=tiles";
    const Json data = shipped().maker().of(link);
    const auto scene = shipped().teller.scene(app::fromLink(link));
    const Json& pane = data.at("steps")[0].at("panes")[0];
    expectPane(pane, scene, app::positionOf(*scene, app::fromLink(link).at));
    const std::string states = pane.at("tiles").at("arrays")[0].at("states").dump();
    for (const char state : {'.', 'o', '#'})
        EXPECT_NE(states.find(state), std::string::npos) << state;
}

TEST(Page, OfAStageWithoutALessonShowsItsMoments) {
    const lessons::Course none;
    PageMaker maker(none, shipped().sources, shipped().compiler, shipped().teller, {});
    const Json data = maker.of("matmul/06-tiled-conflicts");
    app::Exhibit shown;
    shown.subject = "matmul/06-tiled-conflicts";
    const auto scene = shipped().teller.scene(shown);
    const auto moments = lessons::notableMoments(*scene);
    ASSERT_EQ(data.at("steps").size(), std::min<size_t>(moments.size(), 24));
    for (size_t i = 0; i < data.at("steps").size(); ++i)
        expectPane(data.at("steps")[i].at("panes")[0], scene, {moments[i].event, 0});
}

TEST(Page, OfALectureHasItsSteps) {
    const lessons::Lecture& lecture = shipped().course.lectures.front();
    const Json data = shipped().maker().of(lecture.id);
    EXPECT_EQ(data.at("title"), lecture.title);
    EXPECT_EQ(data.at("steps").size(), lecture.steps());
    EXPECT_LE(assemblePage(shipped().parts, data).size(), mostBytes);
}

TEST(Page, HasTheChartsThatItIsGiven) {
    size_t asked = 0;
    auto maker = shipped().maker([&](const app::Exhibit& shown) {
        ++asked;
        EXPECT_EQ(shown.page, app::Page::Charts);
        Chart chart;
        chart.title = "Speed </script>";
        chart.categories = {"naive"};
        chart.series = {{"GPU", "plain", "bars", false, {{0, 1.5, 1.4, 1.6, "1.50", "naive: 1.5", true}}}};
        return chart;
    });
    const std::string page = assemblePage(shipped().parts, maker.of("matmul/00-cpu-loops"));
    EXPECT_GT(asked, 0u);
    const Json data = Json::parse(dataText(page));
    size_t charts = 0;
    for (const Json& step : data.at("steps"))
        if (step.contains("chart")) {
            ++charts;
            EXPECT_EQ(step.at("chart").at("title"), "Speed </script>");
            EXPECT_EQ(step.at("chart").at("series")[0].at("points")[0].at("y"), 1.5);
            EXPECT_EQ(step.at("chart").at("series")[0].at("points")[0].at("spread"), Json::array({1.4, 1.6}));
        }
    EXPECT_EQ(charts, asked);
}

TEST(Page, SaysWhatThereIsNot) {
    const auto why = [](const std::string& what) -> std::string {
        try {
            shipped().maker().of(what);
        } catch (const std::exception& mistake) {
            return mistake.what();
        }
        return {};
    };
    EXPECT_NE(why("matmul/07-tile").find("did you mean 'matmul/07-tiled'?"), std::string::npos)
        << why("matmul/07-tile");
    EXPECT_NE(why("xyzzy").find("warplens-cli lessons"), std::string::npos) << why("xyzzy");
    EXPECT_NE(why("warplens:matmul/06-tiled-conflicts?PAD=7").find("PAD"), std::string::npos);
    EXPECT_NE(why("warplens:matmul/99-nothing"), "");
    EXPECT_NE(why("warplens:matmul/07-tiled?page=charts&chart=stages").find("Charts are made"), std::string::npos);
    EXPECT_NE(why("warplens:matmul/07-tiled?page=difference").find("page="), std::string::npos);
}

/// The least that a page can be of.
Json small(const std::string& text) {
    return {{"format", 1},
            {"title", text},
            {"about", text},
            {"program", text},
            {"terms", Json::array()},
            {"steps", {{{"caption", {{{"text", text}}}}, {"origins", Json::array()}, {"panes", Json::array()}}}}};
}

// Whatever the script says is said in the other languages, too; in English nothing is carried along.
TEST(PageWords, AreThoseOfTheScript) {
    const std::string script = shipped().parts.script;
    static const std::regex call("say\\('([^']*)'");
    size_t texts = 0;
    for (const tongue::LanguageKind& kind : tongue::languages) {
        tongue::speak(kind.language, kernels::resourcesDir() / "translations");
        const Json words = pageWords();
        if (kind.language == tongue::Language::English) {
            EXPECT_TRUE(words.empty()) << words.dump();
            continue;
        }
        for (std::sregex_iterator each(script.begin(), script.end(), call), end; each != end; ++each, ++texts) {
            const std::string text = (*each)[1];
            const auto found = words.find(text);
            // The same word in both languages is no other.
            EXPECT_TRUE(found != words.end() || tongue::catalogue()->find(text))
                << "add it to app/page/page_words.cpp: '" << text << "' (" << kind.code << ")";
        }
        EXPECT_EQ(words.at("Next"), tongue::translated("Next"));
        const Json page = shipped().maker().of("matmul/06-tiled-conflicts");
        EXPECT_EQ(page.at("language"), kind.code);
        // Below a block's title stands where it comes from, and of a stage without a warp why there is none.
        for (const Json& step : page.at("steps"))
            for (const Json& pane : step.at("panes"))
                EXPECT_EQ(pane.at("origin").get<std::string>().find("modelled"), std::string::npos)
                    << pane.at("origin");
        const Json loops = shipped().maker().of("warplens:matmul/00-cpu-loops");
        EXPECT_EQ(textOf(loops.at("steps")[0].at("panes")[0].at("sentence")).find("there is no warp"),
                  std::string::npos);
        EXPECT_EQ(page.at("words"), words);
        EXPECT_NE(assemblePage(shipped().parts, page).find(std::string("<html lang=\"") + kind.code),
                  std::string::npos);
    }
    tongue::speak(tongue::Language::English, {});
    EXPECT_GT(texts, 120u);
    EXPECT_FALSE(shipped().maker().of("matmul/06-tiled-conflicts").contains("words"));
}

TEST(PageFile, NoTextBreaksOutOfIt) {
    const std::string usual = assemblePage(shipped().parts, small("usual"));
    for (const std::string text :
         {"</script><script>alert(1)</script>", "<!--<script>", "]]>", "{{data}}{{script}}{{title}}", "\"'`\\",
          "\u2028\u2029", "</title><img>", "&lt;&#39;", "</SCRIPT >", "</noscript>", "\t\n\r\x01"}) {
        SCOPED_TRACE(text);
        const std::string page = assemblePage(shipped().parts, small(text));
        const Json data = Json::parse(dataText(page));
        EXPECT_EQ(data, small(text));
        EXPECT_EQ(dataText(page).find_first_of("<>&\u2028"), std::string::npos);
        for (const char* tag : {"<script", "</script", "<!--", "</title", "</noscript", "<img", "alert(1)<"})
            EXPECT_EQ(countOf(page, tag), countOf(usual, tag)) << tag;
    }
    const std::string broken = assemblePage(shipped().parts, small("\xff\xc3("));
    EXPECT_NO_THROW(Json::parse(dataText(broken))) << "what is no UTF-8";
}

TEST(PageFile, IsRefusedWhereItIsTooLarge) {
    const std::string most(mostBytes, 'x');
    try {
        assemblePage(shipped().parts, small(most));
        ADD_FAILURE() << "it was not";
    } catch (const PageError& mistake) {
        const std::string why = mistake.what();
        EXPECT_NE(why.find("MB"), std::string::npos) << why;
        EXPECT_NE(why.find("write a page of one lesson"), std::string::npos) << why;
    }
}

TEST(PageFile, PartsAreWhatTheyHaveToBe) {
    const auto refused = [](const char* html, const char* style, const char* script) {
        try {
            assemblePage({html, style, script}, small("a"));
        } catch (const PageError& mistake) {
            return std::string(mistake.what());
        }
        return std::string();
    };
    const char* const whole = "{{language}}{{title}}{{style}}{{text}}{{data}}{{script}}";
    EXPECT_EQ(refused(whole, "a", "b"), "");
    EXPECT_NE(refused(whole, "</Style>", "b").find("page.css"), std::string::npos);
    EXPECT_NE(refused(whole, "a", "'</script>'").find("page.js"), std::string::npos);
    EXPECT_NE(refused(whole, "a", "'<!--'").find("page.js"), std::string::npos);
    EXPECT_NE(refused("{{title}}{{stile}}", "a", "b").find("{{stile}}"), std::string::npos);
    EXPECT_NE(refused("{{title}}{{style}}", "a", "b").find("lacks"), std::string::npos);
    EXPECT_NE(refused("{{title}} {{", "a", "b"), "");
    EXPECT_THROW(loadPageParts("/nowhere"), std::runtime_error);
}

// What a page says without a script, and to who searches.
TEST(PageFile, SaysItsCaptionsAsPlainText) {
    const Json data = shipped().maker().of("matmul/06-tiled-conflicts");
    const std::string text = plainSteps(data);
    EXPECT_EQ(countOf(text, "<li>"), data.at("steps").size());
    for (const Json& step : data.at("steps"))
        EXPECT_NE(text.find(escaped(textOf(step.at("caption")))), std::string::npos);
}

} // namespace
} // namespace warplens::page
