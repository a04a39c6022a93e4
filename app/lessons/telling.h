// SPDX-License-Identifier: GPL-3.0-or-later
// A step's caption with its figures. Beside what docs/words.md lists, a caption may ask for what the request that it
// stands at costs: {{wavefronts here}}, {{sectors here}}, {{ideal …}} and so on, see hereQuantities. No Qt.
#pragma once

#include "app/lessons/course.h"
#include "app/model/moment.h"
#include "app/model/scene.h"
#include "app/words/fill.h"

#include <list>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace warplens::lessons {

struct HereQuantity {
    std::string_view name;
    std::string_view meaning; ///< for docs/lessons.md: one line
    double (*of)(const app::Request& request, bool ideal);
};
std::span<const HereQuantity> hereQuantities();

/// How a question is answered: one choice is right, all that are right are to be marked, or all put in order.
enum class Form : uint8_t { Choose, Mark, Order };

/// A request of a warp, as a picture draws it.
struct Drawn {
    std::string name; ///< "x[lane * 33]", "PAD = 1"
    sim::memory::Access access;
    bool shared = false;
};

struct Choice {
    std::string text;
    bool right = false;
    std::string why;                           ///< what somebody who chooses it has thought, or what follows from it
    uint64_t number = 0;                       ///< of sectors or wavefronts; 0: it is no count
    std::optional<Drawn> drawn = std::nullopt; ///< where choices are requests
    double ms = 0;                             ///< of a stage; of Form::Order
};
/// A wrong answer that somebody gives who has thought that.
struct Mistake {
    std::vector<size_t> answer; ///< choices, as judging.h has them
    std::string why;
};
struct Question {
    Form form = Form::Choose;
    std::string text;
    std::string code;                 ///< that it is about
    std::vector<std::string> details; ///< what has to be known: which array, which lane wants which element
    std::vector<Choice> choices;
    std::vector<size_t> order;     ///< of the choices, the right one; of Form::Order
    std::vector<Mistake> mistakes; ///< typical ones; of Form::Mark and Form::Order
    std::string because;           ///< why the key is right; likewise
    std::string link;              ///< where the answer is seen
    std::optional<Drawn> about;    ///< what is counted; nothing where choices are requests, or none is asked about
    std::vector<Drawn> changes;    ///< the same request with one thing changed

    size_t key() const; ///< of Form::Choose
};

struct ToldStep {
    words::Filled caption;
    std::string notes;
    std::vector<Question> questions; ///< none, or one
};

/// Computes what it takes; may be asked from one thread at a time.
class Teller {
public:
    /// All of them have to live as long as this.
    Teller(const kernels::Catalogue& catalogue, const kernels::StageCompiler& compiler, words::Facts& facts)
        : m_catalogue(catalogue)
        , m_compiler(compiler)
        , m_facts(facts) {}

    /// A marker that cannot be filled is broken, as words::fill has it. Throws words::Stopped.
    ToldStep tell(const Step& step, const std::stop_token& stop = {});
    words::Filled tell(const Term& term, const std::stop_token& stop = {});

    /// The block that a step shows; nullptr where there is none. Throws what buildScene throws.
    std::shared_ptr<const app::Scene> scene(const app::Exhibit& shown, const std::stop_token& stop = {});
    /// The request that it stands at; nothing where there is none.
    std::optional<app::Request> request(const app::Exhibit& shown, const std::stop_token& stop = {});

private:
    words::Filled fill(const std::string& text, const app::Exhibit& shown, const std::stop_token& stop);

    const kernels::Catalogue& m_catalogue;
    const kernels::StageCompiler& m_compiler;
    words::Facts& m_facts;
    std::list<std::pair<std::string, std::shared_ptr<const app::Scene>>> m_scenes; ///< used last first
};

/// The question of a step about the request that it stands at. Throws std::runtime_error where there is none to ask.
Question questionOf(const Step& step, Teller& teller, const std::stop_token& stop = {});
/// What it costs with each other value of a parameter: what a learner can try. Of Question::changes.
std::vector<Drawn> changesOf(const Step& step, Teller& teller, const std::stop_token& stop = {});

} // namespace warplens::lessons
