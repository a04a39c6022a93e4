// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/page/question_data.h"

#include "app/lessons/picturing.h"
#include "app/tongue/say.h"
#include "sim/memory/global_cost.h"
#include "sim/memory/shared_cost.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace warplens::page {
namespace {

using Json = nlohmann::ordered_json;
using lessons::Picturing;

/// Arrays of kernels lie beyond this: nobody knows where, so their bytes are counted from the line of the first one on.
constexpr uint64_t deviceAddresses = 1u << 20;
constexpr uint64_t sectorBytes = 32, lineBytes = 128;

/// The cells of the banks: which lanes a bank serves in a wavefront.
Json wordsData(const sim::memory::Access& access) {
    Json words = Json::array();
    for (const sim::memory::BankWord& word : sim::memory::bankWords(access))
        words.push_back({{"lane", word.lane}, {"bank", word.bank}, {"wavefront", word.wavefront}});
    return words;
}

/// The sectors that are touched, and in each what lanes want of it, from its first byte.
Json sectorsData(const sim::memory::Access& access) {
    const std::vector<uint64_t> sectors = sim::memory::sectorsOf(access);
    const uint64_t first =
        !sectors.empty() && sectors.front() >= deviceAddresses ? sectors.front() / lineBytes * lineBytes : 0;
    Json made = Json::array();
    for (const uint64_t sector : sectors) {
        Json lanes = Json::array();
        for (unsigned lane = 0; lane < sim::memory::lanesPerWarp; ++lane) {
            const uint64_t at = access.address[lane];
            if ((access.mask >> lane & 1) && at / sectorBytes * sectorBytes == sector)
                lanes.push_back({{"lane", lane}, {"at", at - sector}});
        }
        made.push_back({{"text", tongue::said("byte {0}", sector - first)}, {"lanes", std::move(lanes)}});
    }
    return made;
}

Json requestData(const Picturing::Request& request) {
    const std::string count = request.drawn.shared ? tongue::counted("{0} wavefront(s)", request.cost)
                                                   : tongue::counted("{0} sector(s)", request.cost);
    Json made{{"name", request.drawn.name},
              {"cost", request.cost},
              {"ideal", request.ideal},
              {"text", request.cost > request.ideal ? tongue::said("{0}, at best {1}", count, request.ideal) : count}};
    if (request.drawn.shared) {
        made["words"] = wordsData(request.drawn.access);
    } else {
        made["bytes"] = request.drawn.access.bytes;
        made["sectors"] = sectorsData(request.drawn.access);
    }
    return made;
}

} // namespace

Json questionData(const lessons::Question& question) {
    Json choices = Json::array(), requests = Json::array();
    for (size_t i = 0; i < question.choices.size(); ++i) {
        const lessons::Choice& choice = question.choices[i];
        Json made{{"text", choice.text}, {"right", choice.right}, {"why", choice.why}};
        if (!choice.right) {
            const Picturing picturing = lessons::picturing(question, {i});
            Json shown = Json::array(); // each request stands in the page once
            for (const Picturing::Request& request : picturing.requests) {
                Json each = requestData(request);
                const auto found = std::find(requests.begin(), requests.end(), each);
                shown.push_back(found - requests.begin());
                if (found == requests.end())
                    requests.push_back(std::move(each));
            }
            if (!shown.empty())
                made["shown"] = std::move(shown);
            if (picturing.said)
                made["said"] = *picturing.said;
        }
        choices.push_back(std::move(made));
    }
    return {{"text", question.text},
            {"code", question.code},
            {"details", question.details},
            {"choices", std::move(choices)},
            {"requests", std::move(requests)}};
}

} // namespace warplens::page
