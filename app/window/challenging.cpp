// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/challenging.h"

#include "app/model/place_in_scene.h"
#include "app/pack/shelf.h"
#include "app/paint/drawing.h"
#include "app/views/source_pane.h"
#include "app/views/stage_pane.h"
#include "app/window/action_sheets.h"
#include "app/window/actions.h"
#include "app/window/challenge_pane.h"
#include "app/window/editing.h"
#include "app/window/session.h"
#include "kernels/catalogue/nearest.h"
#include "kernels/catalogue/paths.h"

#include <QDir>
#include <QMenu>
#include <QSaveFile>
#include <QStandardPaths>

#include <algorithm>

namespace warplens::app {
namespace {

std::string nameOf(quint64 number) {
    return "judge " + std::to_string(number);
}

/// Whether its goals count something of shared memory: then the banks are to be seen.
bool aboutShared(const challenges::Challenge& challenge) {
    return std::any_of(challenge.goals.begin(), challenge.goals.end(), [](const challenges::Goal& goal) {
        return goal.kind == challenges::GoalKind::Amount && goal.space == challenges::Space::Shared;
    });
}

} // namespace

Challenging::Challenging(Context& context, Editing& editing, StagePane* pane, ChallengePane* told, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_editing(editing)
    , m_pane(pane)
    , m_told(told)
    , m_folder(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/challenges") {
    connect(m_told, &ChallengePane::chosen, this, &Challenging::open);
    connect(m_told, &ChallengePane::listWanted, this, &Challenging::showList);
    connect(m_told, &ChallengePane::closeWanted, this, &Challenging::close);
    connect(m_told, &ChallengePane::hintWanted, this, &Challenging::hint);
    connect(m_told, &ChallengePane::startOverWanted, this, &Challenging::startOver);
    connect(m_told, &ChallengePane::neighbourWanted, this, &Challenging::neighbour);
    connect(m_told, &ChallengePane::returnWanted, this, [this] { m_context.showSubject(m_subject); });
    connect(m_told, &ChallengePane::lineWanted, this, [this](uint32_t line) {
        if (m_context.now().subject == m_subject)
            m_pane->source()->goToLine(line);
    });
    m_context.store.watch([this](const Exhibit&, Parts changed) { follow(changed); });
}

Challenging::~Challenging() {
    m_queue.close();
}

void Challenging::addActions(Actions& actions, QMenu* lecture) {
    lecture->addSeparator();
    actions.add(lecture, tr("C&hallenges"), Qt::Key_F9, [this] {
        if (!m_listed)
            showList();
        else if (challenge())
            showChallenge();
        else
            close();
    });
    actions.add(lecture, tr("A &hint for the challenge"), static_cast<int>(Qt::SHIFT) | Qt::Key_F9, [this] { hint(); });
    actions.add(lecture, tr("Ne&xt challenge"), static_cast<int>(Qt::CTRL) | Qt::Key_F9, [this] { neighbour(1); });
}

void Challenging::sayAgain() {
    const std::string open = challenge() ? challenge()->id : std::string();
    m_all.reset();
    m_at.reset();
    if (const challenges::Challenge* same = open.empty() ? nullptr : all().find(open))
        m_at = static_cast<size_t>(same - all().all.data());
    if (challenge() && m_context.now().subject == m_subject)
        askForVerdict(); // what was found is said in the other language
    if (m_listed)
        showList();
    else if (challenge())
        showChallenge();
}

QList<Found> Challenging::findable() {
    QList<Found> found;
    for (const challenges::Challenge& each : all().all)
        found.push_back({tr("Challenge: %1").arg(toQString(each.title)), toQString(each.number),
                         [this, id = toQString(each.id)] { open(id); }, true});
    return found;
}

const challenges::Challenges& Challenging::all() {
    if (!m_all) {
        m_all = packs::challengesWith(m_context.pack());
        for (const kernels::Problem& problem : m_all->problems)
            m_context.messages.complain(toQString(kernels::problemText(problem)));
    }
    return *m_all;
}

const challenges::Challenge* Challenging::challenge() const {
    return m_at ? &m_all->all[*m_at] : nullptr;
}

void Challenging::showList() {
    emit started();
    m_listed = true;
    m_told->showList(all(), m_solved, challenge() ? toQString(challenge()->id) : QString());
    emit changed();
}

void Challenging::showChallenge() {
    m_listed = false;
    m_told->showChallenge(*challenge(), *m_at, all().all.size());
    m_told->showHints(m_hints);
    m_told->showVerdict(m_verdict);
    m_told->setAway(m_context.now().subject != m_subject);
    emit changed();
}

std::filesystem::path Challenging::fileOf(const challenges::Challenge& challenge) const {
    return std::filesystem::path(m_folder.toStdString()) / challenge.fileName;
}

// The kernel is the learner's from now on: a file that is saved and opened again like any other.
bool Challenging::open(const QString& name) {
    const challenges::Challenge* wanted = all().find(name.toStdString());
    if (!wanted) {
        const std::vector<std::string> ids = all().ids();
        m_context.messages.complain(
            tr("There is no challenge '%1'%2").arg(name, toQString(kernels::suggestion(name.toStdString(), ids))));
        return false;
    }
    engine::KernelFile file;
    file.path = fileOf(*wanted);
    file.launch = wanted->launch;
    const QString path = toQString(file.path.string());
    if (!QFile::exists(path)) {
        QDir().mkpath(m_folder);
        QSaveFile out(path);
        const QByteArray bytes = QByteArray::fromStdString(wanted->source);
        if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size() || !out.commit()) {
            m_context.messages.complain(tr("Cannot write %1: %2").arg(path, out.errorString()));
            return false;
        }
    }
    try {
        file.text = engine::readTextFile(file.path);
    } catch (const engine::EngineError& error) {
        m_context.messages.complain(QString::fromUtf8(error.what()));
        return false;
    }
    emit started();
    m_listed = false;
    m_hints = 0;
    m_at = static_cast<size_t>(wanted - all().all.data());
    m_judge = std::make_shared<challenges::Judge>(m_context.session.compiler(), *wanted);
    m_opening = m_fresh = true;
    m_subject = m_context.sources.addFile(file);
    emit filesChanged();
    m_told->showChallenge(*wanted, *m_at, all().all.size());
    const bool shown = m_context.change([&](Exhibit& now) {
        now = m_context.sources.of(m_subject, now);
        now.page = Page::Pictures;
        now.pictures = {"source", aboutShared(*wanted) ? "banks" : "global"};
    });
    m_opening = false;
    emit changed();
    if (shown)
        m_editing.setEditing(true);
    askForVerdict();
    return shown;
}

// The first request is seldom the one that the goals are about.
void Challenging::lookWhereItTells() {
    const auto scene = m_pane->player()->shown().scene;
    if (!m_fresh || !scene || !challenge() || m_context.now().subject != m_subject)
        return;
    m_fresh = false;
    const Position telling = tellingPosition(*scene, aboutShared(*challenge()));
    m_context.change([&](Exhibit& now) { now.at = placeOf(*scene, telling); });
}

void Challenging::close() {
    if (!isOn())
        return;
    m_queue.abandon(nameOf(m_asked));
    ++m_asked;
    m_at.reset();
    m_listed = false;
    m_verdict.reset();
    emit changed();
}

void Challenging::hint() {
    if (!challenge())
        return m_context.messages.say(tr("No challenge is open: F9 lists them."));
    if (m_listed)
        return;
    m_told->showHints(++m_hints);
}

void Challenging::neighbour(int step) {
    if (!challenge())
        return m_context.messages.say(tr("No challenge is open: F9 lists them."));
    if ((step < 0 && *m_at == 0) || (step > 0 && *m_at + 1 == all().all.size()))
        return m_context.messages.say(step > 0 ? tr("This is the last challenge.")
                                               : tr("This is the first challenge."));
    open(toQString(all().all[step > 0 ? *m_at + 1 : *m_at - 1].id));
}

void Challenging::startOver() {
    if (!challenge() || m_context.now().subject != m_subject)
        return;
    const std::string text = challenge()->source;
    m_pane->source()->replaceText(toQString(text));
    m_context.change([&](Exhibit& now) { now.text = text; });
}

void Challenging::follow(Parts changed) {
    if (!challenge() || m_opening)
        return;
    if (changed.has(Part::Subject))
        m_told->setAway(m_context.now().subject != m_subject);
    if (changed.has(Part::Subject | Part::Text) && m_context.now().subject == m_subject)
        askForVerdict();
}

void Challenging::askForVerdict() {
    m_queue.abandon(nameOf(m_asked));
    const quint64 number = ++m_asked;
    m_verdict.reset();
    m_told->showVerdict(m_verdict);
    m_queue.post(
        nameOf(number),
        [this, number, judge = m_judge,
         text = kernels::SourceText(m_context.stage().source)](std::stop_token stop) -> WorkQueue::Answer {
            challenges::Verdict verdict;
            try {
                verdict = judge->judge(text, stop);
            } catch (const challenges::Stopped&) {
                return {}; // there is a newer text
            } catch (const std::exception& error) {
                verdict.problem = error.what();
            }
            return [this, number, verdict] {
                QMetaObject::invokeMethod(
                    this, [this, number, verdict] { take(number, verdict); }, Qt::QueuedConnection);
            };
        },
        true);
}

void Challenging::take(quint64 number, const challenges::Verdict& verdict) {
    if (number != m_asked || !challenge())
        return;
    m_verdict = verdict;
    const QString id = toQString(challenge()->id);
    if (verdict.met() && !m_solved.contains(id))
        m_solved << id;
    m_told->showVerdict(m_verdict);
    emit changed();
}

} // namespace warplens::app
