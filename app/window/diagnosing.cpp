// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/diagnosing.h"

#include "app/engine/finding_text.h"
#include "app/engine/fitted_guess.h"
#include "app/engine/guessed_findings.h"
#include "app/engine/included_text.h"
#include "app/engine/suggested_launch.h"
#include "app/views/source_pane.h"
#include "app/views/stage_pane.h"
#include "app/window/editing.h"
#include "app/window/launch_origin_text.h"
#include "app/window/session.h"
#include "app/window/staging.h"

#include <algorithm>

namespace warplens::app {

Diagnosing::Diagnosing(Context& context, Staging& staging, Editing& editing, StagePane* pane, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_staging(staging)
    , m_editing(editing)
    , m_pane(pane) {
    connect(&m_staging, &Staging::shown, this, &Diagnosing::showFindings);
    connect(&m_context.session, &Session::findingsReady, this, &Diagnosing::showFindings);
    connect(&m_staging, &Staging::refused, this, &Diagnosing::showProblems);
    m_context.store.watch([this](const Exhibit&, Parts changed) {
        if (changed.has(Part::Subject) && m_ofSubject != m_context.now().subject)
            clearOfVersion();
        if (changed.has(Part::Words) && !m_context.now().subject.empty())
            showFindings(); // in the other language
    });
}

// The emulator watches for mistakes while it runs; the compiler finds others before.
void Diagnosing::showProblems(const QString& message, const std::vector<kernels::Diagnostic>& diagnostics) {
    const Exhibit& now = m_context.now();
    if (!now.text && !now.isFile())
        return complainOfVersion(message);
    std::vector<LineProblem> problems;
    const std::string name = m_context.stage().sourceFileName();
    for (const kernels::Diagnostic& each : diagnostics)
        if (each.severity == kernels::Severity::Error)
            problems.push_back({each.file.empty() || std::filesystem::path(each.file).filename() == name
                                    ? static_cast<uint32_t>(each.line)
                                    : 0,
                                QString::fromStdString(each.message), true});
    if (problems.empty())
        problems.push_back({0, message, true});
    m_pane->source()->setProblems(problems);
    complainOfVersion(m_staging.scene() ? tr("%1 The pictures show the last version that ran.").arg(message) : message);
}

void Diagnosing::complainOfVersion(const QString& text, std::vector<MessageBar::Answer> answers) {
    m_ofVersion = text;
    m_ofSubject = m_context.now().subject;
    m_context.messages.complain(text, std::move(answers));
}

void Diagnosing::sayOfVersion(const QString& text) {
    m_ofVersion = text;
    m_ofSubject = m_context.now().subject;
    m_context.messages.say(text);
}

void Diagnosing::clearOfVersion() {
    if (!m_ofVersion.isEmpty() && m_context.messages.text() == m_ofVersion)
        m_context.messages.clear(); // what others said stays
}

LineProblem Diagnosing::problemOf(const sim::simt::Finding& finding) {
    return {finding.line, QString::fromStdString(engine::findingLine(finding)), true};
}

void Diagnosing::showFindings() {
    const auto scene = m_staging.scene();
    if (m_staging.failed() || m_staging.isComputing())
        return;
    std::vector<LineProblem> problems;
    const auto add = [&](const sim::simt::Finding& finding) {
        const LineProblem problem = problemOf(finding);
        if (std::find(problems.begin(), problems.end(), problem) == problems.end())
            problems.push_back(problem);
    };
    KnownFindings whole;
    if (scene) {
        // Races, reads of what nobody wrote: found in the whole launch, a moment later. From then on its words hold, which
        // the picture of mistakes draws: in the one block other threads may have met at the same place.
        const SceneRequest request = m_context.sources.request(m_context.now());
        whole = m_context.session.knownFindings(request);
        if (!whole)
            m_context.session.wantFindings(request);
        else if (const sim::simt::Finding* first = firstMistake(*whole))
            add(*first);
        for (size_t i = 0; whole && i < whole->size(); ++i)
            if ((*whole)[i].guess.empty())
                add((*whole)[i]);
        // Until the whole launch is known, what was found may hang on a guess alone, and be nobody's mistake.
        const bool guessed = request.file && engine::guessOf(*request.file);
        for (const sim::simt::Finding& finding : scene->trace.findings)
            if (!whole && guessed)
                continue;
            else if (!whole || std::none_of(whole->begin(), whole->end(), [&](const sim::simt::Finding& known) {
                         return known.kind == finding.kind && known.line == finding.line;
                     }))
                add(finding);
    }
    m_pane->source()->setProblems(problems);
    if (scene)
        tell(problems, whole);
}

void Diagnosing::tell(const std::vector<LineProblem>& problems, const KnownFindings& whole) {
    const auto scene = m_staging.scene();
    const Exhibit& now = m_context.now();
    if (tellTried(whole))
        return;
    if (!problems.empty()) {
        std::vector<MessageBar::Answer> answers;
        if (whole && firstMistake(*whole) != nullptr) {
            answers.push_back({tr("Show"), [this] { showMistakes(); }});
            if (engine::missingInsertion(*whole, scene->image.fileName))
                answers.push_back({tr("What if"), [this] { tryMissing(); }});
        }
        complainOfVersion(problems.front().line
                              ? tr("Line %1: %2").arg(problems.front().line).arg(problems.front().text)
                              : problems.front().text,
                          std::move(answers));
    } else if (scene->trace.truncated)
        sayOfVersion(tr("This block does more than %1 requests: the picture ends there.")
                         .arg(grouped(scene->trace.events.size())));
    else if (now.isKept())
        sayOfVersion(tr("%1; events in this block: %2.")
                         .arg(QString::fromStdString(scene->image.origin))
                         .arg(grouped(scene->trace.events.size())));
    else if (now.text || now.isFile())
        sayOfVersion(tr("%1 in %2 ms; events in this block: %3.")
                         .arg(QString::fromStdString(scene->image.origin))
                         .arg(scene->image.milliseconds, 0, 'f', 0)
                         .arg(grouped(scene->trace.events.size())) +
                     guessText() + hangingText(whole));
    else
        clearOfVersion();
}

// What was found, but may be the guess's fault alone.
QString Diagnosing::hangingText(const KnownFindings& whole) {
    for (size_t i = 0; whole && i < whole->size(); ++i)
        if (const sim::simt::Finding& finding = (*whole)[i]; !finding.guess.empty())
            return " " + tr("Line %1: %2. This hangs on a guess (%3), and may be its fault alone.")
                             .arg(finding.line)
                             .arg(QString::fromStdString(engine::findingLine(finding)),
                                  QString::fromStdString(finding.guess));
    return {};
}

// Stands beside whatever else there is to say of a file, for as long as it is shown.
QString Diagnosing::guessText() const {
    const SceneRequest request = m_context.sources.request(m_context.now());
    // Whose launch has no array that grows, has told all of it.
    if (!request.file || !engine::hasGuessedSize(request.file->launch))
        return {};
    const engine::FileLaunch& launch = request.file->launch;
    const auto kernels = engine::kernelsOf(request.file->path, request.file->text);
    const engine::KernelSignature* kernel = engine::findKernel(kernels, launch.kernel);
    if (kernel == nullptr)
        return {};
    return " " + untoldText(engine::originOf(
                     *kernel, engine::knownParts(*kernel, engine::withIncluded(request.file->path, request.file->text),
                                                 launch)));
}

void Diagnosing::showMistakes() {
    const PictureNames shown = m_pane->pictures();
    if (std::find(shown.begin(), shown.end(), "mistakes") != shown.end() || m_context.now().subject.empty())
        return;
    m_context.change([&](Exhibit& now) {
        now.page = Page::Pictures;
        now.pictures = toggledPicture(now.pictures, "mistakes", m_pane->room());
    });
}

void Diagnosing::tryMissing() {
    const auto scene = m_staging.scene();
    const auto known =
        scene ? m_context.session.knownFindings(m_context.sources.request(m_context.now())) : KnownFindings();
    if (!known)
        return m_context.messages.say(tr("The whole launch is still being looked at."));
    const auto missing = engine::missingInsertion(*known, scene->image.fileName);
    if (!missing)
        return m_context.messages.say(tr("Nothing was found that one statement in this source would order."));
    m_editing.setEditing(true);
    if (!m_editing.isEditing())
        return; // a message says why
    try {
        const std::string text = engine::withInsertion(m_pane->source()->text().toStdString(), *missing).text();
        m_tried = {*missing, sim::simt::errorsIn(*known), text};
        const QString before = m_pane->source()->text(), after = QString::fromStdString(text);
        const auto [old, fresh] = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
        m_pane->source()->insertText(old - before.begin(),
                                     after.mid(fresh - after.begin(), after.size() - before.size()));
        m_pane->source()->goToLine(missing->line);
        m_editing.takeText();
    } catch (const engine::EngineError& error) {
        m_context.messages.complain(QString::fromUtf8(error.what()));
    }
}

bool Diagnosing::tellTried(const KnownFindings& whole) {
    if (!m_tried || m_context.now().text != m_tried->text) {
        m_tried.reset(); // somebody has typed on
        return false;
    }
    if (!whole)
        return false;
    const size_t left = sim::simt::errorsIn(*whole);
    const QString text =
        tr("With %1 in front of line %2 there (is|are) %3 mistake(s) instead of %4.", nullptr, static_cast<int>(left))
            .arg(QString::fromStdString(m_tried->insertion.statement))
            .arg(m_tried->insertion.line)
            .arg(left)
            .arg(m_tried->mistakes) +
        tr(" Ctrl+Z takes it out again.");
    if (left < m_tried->mistakes)
        m_context.messages.say(text);
    else
        m_context.messages.complain(text);
    return true;
}

} // namespace warplens::app
