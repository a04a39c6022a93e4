// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/editing.h"

#include "app/engine/included_text.h"
#include "app/views/source_pane.h"
#include "app/views/stage_pane.h"
#include "app/window/actions.h"
#include "app/window/kernel_dialog.h"
#include "app/window/launch_memory.h"
#include "app/window/session.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QSaveFile>

#include <algorithm>

namespace warplens::app {
namespace {

constexpr int typingPause = 80; ///< ms without a key: then it is compiled

} // namespace

Editing::Editing(Context& context, StagePane* pane, std::function<QString()> session, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_pane(pane)
    , m_session(std::move(session)) {
    m_typing.setSingleShot(true);
    m_typing.setInterval(typingPause);
    connect(&m_typing, &QTimer::timeout, this, &Editing::takeText);
    SourcePane* source = m_pane->source();
    connect(source, &SourcePane::textEdited, this, [this] {
        // What is on the screen is kept at once; what it does is worked out when the hands rest.
        m_context.sources.setDraft(m_context.now().subject, m_pane->source()->text().toStdString());
        keep();
        m_typing.start();
    });
    connect(source, &SourcePane::editingWanted, this, &Editing::setEditing);
    connect(source, &SourcePane::resetWanted, this, &Editing::reset);
    connect(source, &SourcePane::saveWanted, this, &Editing::askAndSave);
    connect(&m_context.session, &Session::guessGrown, this, &Editing::takeFitted);
    m_context.store.watch([this](const Exhibit& before, Parts changed) { follow(before, changed); });
}

void Editing::takeFitted(const std::filesystem::path& path, const engine::FileLaunch& launch,
                         const engine::FileLaunch& fitted) {
    const std::string subject = fileSubject(path);
    if (const engine::KernelFile* own = m_context.sources.file(subject); own != nullptr && own->launch == launch) {
        engine::KernelFile file = *own;
        file.launch = fitted;
        m_context.sources.addFile(file);
        rememberLaunch(path, fitted);
    }
    // No step of its own: Back leads past it.
    if (m_context.now().subject == subject && m_context.now().launch == launch)
        m_context.store.adjust([&](Exhibit& now) { now.launch = fitted; });
}

void Editing::follow(const Exhibit& before, Parts changed) {
    SourcePane* source = m_pane->source();
    if (changed.has(Part::Subject)) {
        if (m_typing.isActive()) // what was typed last into the other is kept as its draft already
            m_typing.stop();
        source->setProblems({});
    }
    if (changed.has(Part::Subject | Part::Text)) {
        source->setEdited(m_context.now().text.has_value());
        if (changed.has(Part::Text) && !changed.has(Part::Subject)) {
            m_context.sources.setDraft(before.subject, m_context.now().text);
            keep();
        }
    }
}

// Only where something is not saved is there anything to lose.
void Editing::keep() {
    if (m_context.sources.drafts().empty())
        m_autosave.drop();
    else if (!m_autosave.keep(m_session()))
        m_context.messages.complain(tr("What you type cannot be kept on disk: save it before you close the window."));
}

bool Editing::isEditing() const {
    return m_pane->source()->isEditing();
}

void Editing::addActions(Actions& actions, QMenu* file) {
    actions.addToggle(
        file, tr("&Edit the source"), Qt::Key_F4, [this] { toggle(); }, [this] { return isEditing(); });
    actions.add(file, tr("&Reset the source"), Qt::CTRL | Qt::SHIFT | Qt::Key_R, [this] { reset(); });
    actions.add(file, tr("&Save the source"), QKeySequence::Save, [this] { save(); });
    actions.add(file, tr("Save the source &as …"), Qt::CTRL | Qt::SHIFT | Qt::Key_S, [this] { askAndSave(); });
}

void Editing::setEditing(bool on) {
    SourcePane* source = m_pane->source();
    if (on == source->isEditing() || m_context.now().subject.empty())
        return;
    if (on && m_context.now().isKept())
        return m_context.messages.complain(tr(
            "A launch that was kept is run as its program was compiled: change the file and run the program again."));
    const kernels::StageCompiler& compiler = m_context.session.compiler();
    if (on && !compiler.compiler() && m_context.stage().sourceFile.extension() != ".ptx")
        return m_context.messages.complain(
            tr("Editing needs a compiler: %1. Install the CUDA Toolkit (its NVRTC); stages that come with "
               "Warplens and PTX files can be looked at without it.")
                .arg(QString::fromStdString(compiler.missingReason())));
    if (on) {
        m_pane->player()->pause();
        const PictureNames shown = m_pane->pictures();
        const bool seen = std::find(shown.begin(), shown.end(), "source") != shown.end();
        m_context.change([&](Exhibit& now) {
            now.page = Page::Pictures;
            if (!seen)
                now.pictures = toggledPicture(now.pictures, "source", m_pane->room());
        });
    }
    source->setEditing(on);
    if (on)
        return;
    if (m_typing.isActive()) // what was typed last counts, too
        takeText();
    emit ended();
}

void Editing::takeText() {
    m_typing.stop();
    const std::string text = m_pane->source()->text().toStdString();
    m_context.change([&](Exhibit& now) { now.text = text; });
}

void Editing::askForFile() {
    const QString file =
        QFileDialog::getOpenFileName(m_context.window, tr("Open a kernel"), {}, tr("CUDA kernels (*.cu *.cuh *.ptx)"));
    if (!file.isEmpty())
        openFile(file);
}

bool Editing::openFile(const QString& name, const std::optional<engine::FileLaunch>& given) {
    engine::KernelFile file;
    file.path = std::filesystem::absolute(name.toStdString());
    try {
        file.text = engine::readTextFile(file.path);
        const auto kernels = engine::kernelsOf(file.path, file.text);
        if (kernels.empty())
            throw engine::EngineError((name.endsWith(QLatin1String(".ptx"))
                                           ? tr("%1 has no kernel: PTX has one in each .entry")
                                           : tr("%1 has no kernel: write a function with __global__"))
                                          .arg(QFileInfo(name).fileName())
                                          .toStdString());
        const bool complete = given && !given->grid.empty() && !given->block.empty();
        const auto remembered = rememberedLaunch(file.path);
        if (!complete && (given || !remembered)) {
            askForLaunch(file, given.value_or(engine::FileLaunch()));
            return true;
        }
        file.launch = complete ? *given : *remembered;
        if (file.launch.kernel.empty() && kernels.size() == 1)
            file.launch.kernel = engine::instanceName(kernels.front(), file.text);
        showFile(file);
    } catch (const std::exception& error) {
        m_context.messages.complain(QString::fromUtf8(error.what()));
        return false;
    }
    return true;
}

void Editing::askForLaunch() {
    const Exhibit& now = m_context.now();
    const engine::KernelFile* file = m_context.sources.file(now.subject);
    if (!file)
        return m_context.messages.say(
            tr("A stage says itself how it is launched; a kernel of your own is opened with Ctrl+O."));
    engine::KernelFile edited = *file;
    edited.text = m_context.stage().source;
    askForLaunch(edited, now.launch.value_or(file->launch));
}

void Editing::askForLaunch(const engine::KernelFile& file, const engine::FileLaunch& offered) {
    std::vector<engine::KernelSignature> kernels;
    try {
        kernels = engine::kernelsOf(file.path, file.text);
    } catch (const std::exception& error) {
        return m_context.messages.complain(QString::fromUtf8(error.what()));
    }
    auto* dialog = new KernelDialog(QString::fromStdString(file.path.filename().string()),
                                    engine::withIncluded(file.path, file.text), std::move(kernels), offered,
                                    m_context.now().architecture, m_context.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, file] {
        engine::KernelFile launched = file;
        if (const engine::KernelFile* saved = m_context.sources.file(fileSubject(file.path)))
            launched.text = saved->text; // the launch is another one, the text as it was saved
        launched.launch = dialog->launch();
        showFile(launched);
    });
    dialog->open();
}

void Editing::showFile(const engine::KernelFile& file) {
    const std::string subject = m_context.sources.addFile(file);
    rememberLaunch(m_context.sources.file(subject)->path, file.launch);
    emit filesChanged();
    if (m_context.now().subject == subject)
        m_context.change([&](Exhibit& now) { now.launch = file.launch; });
    else
        m_context.showSubject(subject);
}

void Editing::reset() {
    m_typing.stop();
    const std::string subject = m_context.now().subject;
    if (const engine::KernelFile* own = m_context.sources.file(subject)) {
        engine::KernelFile file = *own;
        try { // what the file holds now
            file.text = engine::readTextFile(file.path);
            m_context.sources.addFile(file);
        } catch (const engine::EngineError& error) {
            m_context.messages.complain(QString::fromUtf8(error.what()));
        }
    }
    const auto saved = m_context.sources.saved(subject);
    if (!saved)
        return;
    m_context.sources.setDraft(subject, std::nullopt);
    m_pane->source()->replaceText(QString::fromStdString(saved->source));
    m_pane->source()->setProblems({});
    m_context.change([](Exhibit& now) { now.text.reset(); });
    keep();
}

void Editing::save() {
    if (m_context.now().isFile())
        saveAs(pathOf(m_context.now().subject));
    else
        askAndSave();
}

void Editing::askAndSave() {
    const QString file = QFileDialog::getSaveFileName(m_context.window, tr("Save the source"),
                                                      QString::fromStdString(m_context.stage().sourceFileName()),
                                                      tr("CUDA kernels (*.cu *.cuh *.ptx)"));
    if (!file.isEmpty())
        saveAs(file.toStdString());
}

engine::KernelFile Editing::asFile() const {
    const Exhibit& now = m_context.now();
    const kernels::Stage& stage = m_context.stage();
    engine::KernelFile file;
    file.text = m_pane->source()->text().toStdString();
    if (now.isFile()) {
        file.launch = now.launch.value_or(engine::FileLaunch());
        return file;
    }
    if (!stage.kernel)
        return file;
    const auto instance = kernels::makeInstance(stage, now.parameters, m_context.sources.request(now).size);
    const auto dim = [](const std::array<std::int64_t, 3>& d) {
        return QStringLiteral("%1,%2,%3").arg(d[0]).arg(d[1]).arg(d[2]).toStdString();
    };
    std::string head;
    for (const kernels::ParameterValue& value : now.parameters)
        head += QStringLiteral("#ifndef %1\n#define %1 %2\n#endif\n")
                    .arg(QString::fromStdString(value.name))
                    .arg(value.value)
                    .toStdString();
    file.text = head + file.text.text();
    file.launch.kernel = stage.kernel->name;
    file.launch.grid = dim(instance.grid);
    file.launch.block = dim(instance.block);
    if (instance.dynamicSharedBytes > 0)
        file.launch.sharedBytes = static_cast<uint32_t>(instance.dynamicSharedBytes);
    for (const kernels::ArgumentInstance& argument : instance.arguments)
        file.launch.arguments.push_back(argument.spec());
    return file;
}

bool Editing::saveAs(const std::filesystem::path& to) {
    const std::string subject = m_context.now().subject;
    const bool hasKernel = m_context.stage().kernel.has_value();
    engine::KernelFile file = asFile();
    QSaveFile out(QString::fromStdString(to.string()));
    const QByteArray bytes = QByteArray::fromStdString(file.text);
    if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size() || !out.commit()) {
        m_context.messages.complain(
            tr("Cannot write %1: %2").arg(QString::fromStdString(to.string()), out.errorString()));
        return false;
    }
    m_typing.stop();
    file.path = std::filesystem::absolute(to);
    // The text of the old place is saved with this: it is what the file holds now.
    m_context.sources.setDraft(subject, std::nullopt);
    if (hasKernel) {
        m_context.sources.addFile(file);
        m_context.change([](Exhibit& now) { now.text.reset(); });
        showFile(file);
    } else {
        m_context.change([](Exhibit& now) { now.text.reset(); });
    }
    keep();
    m_context.messages.say(tr("Saved %1.").arg(QString::fromStdString(to.string())));
    return true;
}

bool Editing::mayClose() {
    if (m_typing.isActive())
        takeText();
    while (!m_context.sources.drafts().empty()) {
        const std::string subject = m_context.sources.drafts().begin()->first;
        const auto saved = m_context.sources.saved(subject);
        const bool isFile = m_context.sources.file(subject) != nullptr;
        const QString name = isFile ? QString::fromStdString(pathOf(subject).string())
                                    : QString::fromStdString(saved ? saved->title : subject);
        const auto answer =
            QMessageBox::question(m_context.window, tr("Unsaved"), tr("%1 was changed and not saved.").arg(name),
                                  QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
        if (answer == QMessageBox::Cancel)
            return false;
        if (answer == QMessageBox::Discard) {
            m_context.sources.setDraft(subject, std::nullopt);
            continue;
        }
        m_context.showSubject(subject);
        save();
        if (m_context.sources.drafts().contains(subject))
            return false; // it could not be saved, or somebody has thought better of it
    }
    m_autosave.drop();
    return true;
}

void Editing::offerLeft(const std::function<void(const QString&)>& restore) {
    const QStringList left = m_autosave.left();
    if (left.isEmpty())
        return;
    const QString file = left.front();
    m_context.messages.ask(tr("Warplens was ended with a text that was not saved."),
                           {{tr("Bring it back"), [restore, file] { restore(file); }}, {tr("Throw it away"), [left] {
                                                                                            for (const QString& each :
                                                                                                 left)
                                                                                                Autosave::forget(each);
                                                                                        }}});
}

} // namespace warplens::app
