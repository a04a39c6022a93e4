// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/step_writing.h"

#include "app/steps/step_list.h"
#include "app/views/player.h"
#include "app/window/actions.h"
#include "app/window/teaching.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

#include <algorithm>

namespace warplens::app {
namespace {

constexpr int suggested = 12; ///< requests from where one stands

QString lastPart(const std::string& id) {
    return QString::fromStdString(id).section('/', -1);
}

} // namespace

StepWriting::StepWriting(Context& context, const Teaching& teaching, const Player* player, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_teaching(teaching)
    , m_player(player) {
    connect(&m_process, &ExportProcess::finished, this, &StepWriting::end);
    connect(&m_process, &ExportProcess::progressed, this, [this](int done, int of) {
        if (m_dialog)
            m_dialog->setProgress(done, of);
    });
}

void StepWriting::addActions(Actions& actions, QMenu* menu) {
    actions.add(menu, tr("&Steps …"), Qt::CTRL | Qt::ALT | Qt::Key_F, [this] { showDialog(); });
}

void StepWriting::addCourse(std::vector<StepsSubject>& all) const {
    if (!m_teaching.isWalking())
        return;
    const lessons::Walk& walk = m_teaching.walk();
    const auto add = [&](const QString& label, const QString& option, const std::string& id, size_t count) {
        all.push_back({label,
                       lastPart(id),
                       {option, QString::fromStdString(id)},
                       [count](StepUnit) { return static_cast<int>(count); },
                       false,
                       1,
                       {}});
    };
    if (!walk.lecture().empty())
        add(tr("The lecture: %1").arg(QString::fromStdString(walk.title())), "--lecture", walk.lecture(), walk.size());
    const lessons::Lesson& lesson = *walk.stop().lesson;
    add(tr("The lesson: %1").arg(QString::fromStdString(lesson.title)), "--lesson", lesson.id, lesson.steps.size());
}

// A loop says which steps somebody is interested in.
void StepWriting::addBlock(std::vector<StepsSubject>& all) const {
    const auto scene = m_player->shown().scene;
    if (!scene || scene->trace.events.empty() || m_context.now().page != Page::Pictures || m_context.now().text)
        return;
    const auto& loop = m_player->loop();
    const int here = static_cast<int>(m_player->position().event) + 1;
    const auto count = static_cast<int>(stepCount(*scene, StepUnit::Instruction));
    StepsSubject block{tr("The block that is shown"),
                       lastPart(m_context.stage().id),
                       {"--at", QString::fromStdString(toLink(m_context.now()))},
                       [scene](StepUnit unit) { return static_cast<int>(stepCount(*scene, unit)); },
                       true,
                       loop ? static_cast<int>(loop->first) + 1 : here,
                       loop ? static_cast<int>(loop->second) + 1 : std::min(count, here - 1 + suggested)};
    all.push_back(std::move(block));
}

std::vector<StepsSubject> StepWriting::subjects() const {
    std::vector<StepsSubject> all;
    addCourse(all);
    addBlock(all);
    return all;
}

void StepWriting::showDialog() {
    if (m_dialog) {
        m_dialog->raise();
        return m_dialog->activateWindow();
    }
    std::vector<StepsSubject> all = subjects();
    if (all.empty())
        return m_context.messages.complain(
            m_context.now().text
                ? tr("This source is edited, and a file of steps has what is saved: save it first, or undo the edits.")
                : tr("Nothing here has steps: show the pictures of a stage, or open a lesson."));
    m_dialog = new StepsDialog(std::move(all), m_context.window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_dialog, &StepsDialog::writeWanted, this, &StepWriting::askAndWrite);
    connect(m_dialog, &StepsDialog::stopWanted, &m_process, &ExportProcess::cancel);
    m_dialog->show();
}

void StepWriting::askAndWrite() {
    const QString file =
        QFileDialog::getSaveFileName(m_dialog, tr("Export steps"), m_dialog->fileName(), m_dialog->filter());
    if (!file.isEmpty())
        write(file);
}

bool StepWriting::write(const QString& file) {
    if (!m_dialog || m_process.isRunning())
        return false;
    m_file = QFileInfo(file).suffix().isEmpty() ? file + '.' + QFileInfo(m_dialog->fileName()).suffix() : file;
    m_dialog->setWriting(true);
    m_context.messages.say(tr("Writing %1 …").arg(m_file));
    m_process.start(m_dialog->arguments() + QStringList{"--out", QFileInfo(m_file).absoluteFilePath(), "--progress"} +
                    m_context.sourceArguments());
    return true;
}

void StepWriting::end(bool good, const QString& problem) {
    if (m_dialog)
        m_dialog->setWriting(false);
    if (good) {
        const QString suffix = QFileInfo(m_file).suffix().toLower();
        m_context.messages.say(suffix == QLatin1String("png") || suffix == QLatin1String("svg")
                                   ? tr("Wrote the steps beside %1, each with its number.").arg(m_file)
                                   : tr("Wrote %1.").arg(m_file));
        if (m_dialog)
            m_dialog->close();
    } else if (problem.isEmpty()) {
        m_context.messages.say(tr("Stopped: nothing was written."));
    } else {
        m_context.messages.complain(tr("No steps were written: %1").arg(problem));
    }
    emit finished(good);
}

} // namespace warplens::app
