// SPDX-License-Identifier: GPL-3.0-or-later
// The user's own kernels, and sources that are edited while the pictures follow: compiled and run in the background,
// with the last good picture kept until there is a better one.
#include "app/views/source_pane.h"
#include "app/window/header_bar.h"
#include "app/window/kernel_dialog.h"
#include "app/window/main_window.h"
#include "app/window/stage_list.h"

#include <QCloseEvent>
#include <QCryptographicHash>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QMessageBox>
#include <QSaveFile>
#include <QSettings>
#include <QTimer>

#include <algorithm>

namespace warplens::app {
namespace {

constexpr int typingPause = 120;    ///< ms without a key: then it is compiled
constexpr int noticeableWait = 400; ///< ms: then the status says that something is going on

QString settingsGroup(const std::filesystem::path& file) {
    const QByteArray path = QByteArray::fromStdString(std::filesystem::absolute(file).string());
    return QStringLiteral("kernels/") + QCryptographicHash::hash(path, QCryptographicHash::Md5).toHex();
}

QStringList toList(const std::vector<std::string>& words) {
    QStringList list;
    for (const std::string& word : words)
        list << QString::fromStdString(word);
    return list;
}

std::vector<std::string> fromList(const QStringList& list) {
    std::vector<std::string> words;
    for (const QString& word : list)
        words.push_back(word.toStdString());
    return words;
}

std::optional<engine::FileLaunch> rememberedLaunch(const std::filesystem::path& file) {
    QSettings settings;
    settings.beginGroup(settingsGroup(file));
    if (!settings.contains("grid"))
        return {};
    engine::FileLaunch launch;
    launch.kernel = settings.value("kernel").toString().toStdString();
    launch.grid = settings.value("grid").toString().toStdString();
    launch.block = settings.value("block").toString().toStdString();
    if (settings.contains("shared"))
        launch.sharedBytes = settings.value("shared").toUInt();
    launch.defines = fromList(settings.value("defines").toStringList());
    launch.arguments = fromList(settings.value("arguments").toStringList());
    return launch;
}

void rememberLaunch(const std::filesystem::path& file, const engine::FileLaunch& launch) {
    QSettings settings;
    settings.beginGroup(settingsGroup(file));
    settings.remove(QString());
    settings.setValue("file", QString::fromStdString(file.string()));
    settings.setValue("kernel", QString::fromStdString(launch.kernel));
    settings.setValue("grid", QString::fromStdString(launch.grid));
    settings.setValue("block", QString::fromStdString(launch.block));
    if (launch.sharedBytes)
        settings.setValue("shared", *launch.sharedBytes);
    settings.setValue("defines", toList(launch.defines));
    settings.setValue("arguments", toList(launch.arguments));
}

} // namespace

void MainWindow::makeEditing() {
    m_editTimer = new QTimer(this);
    m_editTimer->setSingleShot(true);
    m_editTimer->setInterval(typingPause);
    connect(m_editTimer, &QTimer::timeout, this, &MainWindow::compileEdited);
    m_waitTimer = new QTimer(this);
    m_waitTimer->setSingleShot(true);
    m_waitTimer->setInterval(noticeableWait);
    connect(m_waitTimer, &QTimer::timeout, this, [this] {
        if (!m_awaited.isEmpty())
            m_status->setText(tr("Computing … (Ctrl+. stops it)"));
    });
    SourcePane* source = m_pane->source();
    connect(source, &SourcePane::textEdited, m_editTimer, qOverload<>(&QTimer::start));
    connect(source, &SourcePane::editingWanted, this, &MainWindow::setEditing);
    connect(source, &SourcePane::resetWanted, this, &MainWindow::resetSource);
    connect(source, &SourcePane::saveWanted, this, &MainWindow::askAndSave);
}

void MainWindow::makeEditMenu(QMenu* file) {
    add(file, tr("&Open a kernel of your own …"), QKeySequence::Open, [this] { askForKernel(); });
    add(file, tr("&Launch of your kernel …"), Qt::CTRL | Qt::SHIFT | Qt::Key_O, [this] {
        if (isFileStage(m_stage.id))
            askForLaunch(m_files.at(m_stage.id), m_files.at(m_stage.id).launch);
        else
            m_status->setText(
                tr("A stage says itself how it is launched; a kernel of your own is opened with Ctrl+O."));
    });
    add(file, tr("&Edit the source"), Qt::Key_F4, [this] { setEditing(!m_pane->source()->isEditing()); });
    add(file, tr("&Reset the source"), Qt::CTRL | Qt::SHIFT | Qt::Key_R, [this] { resetSource(); });
    add(file, tr("&Save the source"), QKeySequence::Save, [this] {
        if (isFileStage(m_stage.id))
            saveSource(m_files.at(m_stage.id).path);
        else
            askAndSave();
    });
    add(file, tr("Save the source &as …"), Qt::CTRL | Qt::SHIFT | Qt::Key_S, [this] { askAndSave(); });
    add(file, tr("S&top computing"), Qt::CTRL | Qt::Key_Period, [this] { stopComputing(); });
    file->addSeparator();
}

bool MainWindow::isChanged() const {
    const kernels::Stage* original = m_session->catalogue().find(m_stage.id);
    const kernels::Argument* typed = kernels::typedArgument(m_stage);
    return isEdited() || (typed && original && typed->lanes != kernels::typedArgument(*original)->lanes);
}

bool MainWindow::isEdited() const {
    return m_edits.contains(m_stage.id);
}

void MainWindow::askForKernel() {
    const QString file =
        QFileDialog::getOpenFileName(this, tr("Open a kernel"), {}, tr("CUDA kernels (*.cu *.cuh *.ptx)"));
    if (!file.isEmpty())
        openKernelFile(file);
}

bool MainWindow::openKernelFile(const QString& name, const std::optional<engine::FileLaunch>& given) {
    engine::KernelFile file;
    file.path = std::filesystem::absolute(name.toStdString());
    try {
        file.text = engine::readTextFile(file.path);
        const auto kernels = engine::kernelsOf(file.path, file.text);
        if (kernels.empty())
            throw engine::EngineError(
                tr("%1 has no kernel: write a function with __global__").arg(QFileInfo(name).fileName()).toStdString());
        const bool complete = given && !given->grid.empty() && !given->block.empty();
        if (complete || (!given && rememberedLaunch(file.path))) {
            file.launch = complete ? *given : *rememberedLaunch(file.path);
            if (file.launch.kernel.empty() && kernels.size() == 1)
                file.launch.kernel = engine::instanceName(kernels.front(), file.text);
            showFile(file);
        } else {
            askForLaunch(file, given.value_or(engine::FileLaunch()));
        }
    } catch (const std::exception& error) {
        m_status->setText(QString::fromUtf8(error.what()));
        return false;
    }
    return true;
}

void MainWindow::askForLaunch(const engine::KernelFile& file, const engine::FileLaunch& offered) {
    std::vector<engine::KernelSignature> kernels;
    try {
        kernels = engine::kernelsOf(file.path, file.text);
    } catch (const std::exception& error) {
        m_status->setText(QString::fromUtf8(error.what()));
        return;
    }
    auto* dialog = new KernelDialog(QString::fromStdString(file.path.filename().string()), file.text,
                                    std::move(kernels), offered, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, file] {
        engine::KernelFile launched = file;
        launched.launch = dialog->launch();
        showFile(launched);
    });
    dialog->open();
}

void MainWindow::showFile(const engine::KernelFile& file) {
    const kernels::Stage stage = stageOfFile(file);
    if (!m_files.contains(stage.id))
        m_fileOrder.push_back(stage.id);
    m_files[stage.id] = file;
    rememberLaunch(file.path, file.launch);
    refreshStageList();
    showStage(QString::fromStdString(stage.id));
}

// The catalogue, and below it the kernels that the user has opened.
void MainWindow::refreshStageList() {
    kernels::Catalogue all = m_session->catalogue();
    if (!m_fileOrder.empty()) {
        kernels::Track own;
        own.id = "file:";
        own.title = tr("Your kernels").toStdString();
        all.tracks.insert(all.tracks.begin(), own); // on top: that is what the user works on
        for (const std::string& id : m_fileOrder) {
            kernels::Stage stage = stageOfFile(m_files.at(id));
            stage.track = own.id;
            all.stages.push_back(std::move(stage));
        }
    }
    m_list->setCatalogue(all);
    m_list->setLook(m_look);
}

const kernels::Stage* MainWindow::stageOf(const std::string& id) {
    if (const auto file = m_files.find(id); file != m_files.end()) {
        m_fileStage = stageOfFile(file->second);
        const engine::FileLaunch& launch = file->second.launch;
        m_fileStage.idea = tr("A kernel of your own: %1, grid %2, block %3%4.")
                               .arg(QString::fromStdString(launch.kernel), QString::fromStdString(launch.grid),
                                    QString::fromStdString(launch.block),
                                    launch.arguments.empty()
                                        ? QString()
                                        : tr(", arguments %1").arg(toList(launch.arguments).join(QStringLiteral("  "))))
                               .toStdString();
        m_fileStage.lookAt =
            tr("Press F4 and change the source: the pictures follow. Ctrl+Shift+O changes the launch.").toStdString();
        return &m_fileStage;
    }
    return m_session->catalogue().find(id);
}

void MainWindow::setEditing(bool on) {
    SourcePane* source = m_pane->source();
    if (on == source->isEditing() || m_stage.id.empty())
        return;
    if (on && !m_session->compiler().compiler() && m_stage.sourceFile.extension() != ".ptx") {
        m_status->setText(
            tr("Editing needs a compiler: %1. Install the CUDA Toolkit (its NVRTC); stages that come with "
               "Warplens and PTX files can be looked at without it.")
                .arg(QString::fromStdString(m_session->compiler().missingReason())));
        return;
    }
    if (on && m_pane->only() && m_pane->only() != StagePane::Picture::Source)
        m_pane->setOnly({});
    player()->pause();
    source->setEditing(on);
    if (!on) {
        if (m_editTimer->isActive()) { // what was typed last counts, too
            m_editTimer->stop();
            compileEdited();
        }
        m_list->view()->setFocus();
    }
}

void MainWindow::compileEdited() {
    const std::string text = m_pane->source()->text().toStdString();
    if (text == m_stage.source)
        return;
    const kernels::Stage* original = stageOf(m_stage.id);
    m_stage.source = text;
    if (original && original->source == text)
        m_edits.erase(m_stage.id);
    else
        m_edits[m_stage.id] = text;
    m_pane->source()->setEdited(isEdited());
    m_session->abandonScene(m_awaited);
    m_keepPlace = true;
    awaitScene();
}

// Asks for the scene of what is shown, and for the counts of its whole launch.
void MainWindow::awaitScene() {
    m_awaited = QString::fromStdString(sceneRequest(m_parameters).key());
    m_waitTimer->start();
    m_session->wantScene(sceneRequest(m_parameters));
    m_session->wantCounts(countsRequest());
}

void MainWindow::stopComputing() {
    if (m_awaited.isEmpty())
        return;
    m_session->abandonScene(m_awaited);
    m_awaited.clear();
    m_status->setText(tr("Stopped; the picture is the one before."));
}

// The emulator watches for mistakes while it runs; the compiler finds others before.
void MainWindow::showProblems(const QString& message, const std::vector<kernels::Diagnostic>& diagnostics) {
    std::vector<LineProblem> problems;
    const std::string name = m_stage.sourceFileName();
    for (const kernels::Diagnostic& each : diagnostics)
        if (each.severity == kernels::Severity::Error)
            problems.push_back({each.file.empty() || std::filesystem::path(each.file).filename() == name
                                    ? static_cast<uint32_t>(each.line)
                                    : 0,
                                QString::fromStdString(each.message), true});
    if (problems.empty())
        problems.push_back({0, message, true});
    m_pane->source()->setProblems(problems);
    m_status->setText(player()->shown().scene ? tr("%1 The picture shows the last version that ran.").arg(message)
                                              : message);
}

void MainWindow::showFindings(const Scene& scene) {
    std::vector<LineProblem> problems;
    for (const sim::simt::Finding& finding : scene.trace.findings)
        problems.push_back({finding.line,
                            tr("%1: %2").arg(QString::fromUtf8(sim::simt::findingName(finding.kind)),
                                             QString::fromStdString(finding.message)),
                            true});
    m_pane->source()->setProblems(problems);
    if (scene.trace.truncated)
        m_status->setText(tr("This block does more than %1 requests: the picture ends there.")
                              .arg(grouped(scene.trace.events.size())));
    else if (isEdited() || isFileStage(m_stage.id))
        m_status->setText(tr("%1 in %2 ms; %3 events in this block.")
                              .arg(QString::fromStdString(scene.image.origin))
                              .arg(scene.image.milliseconds, 0, 'f', 0)
                              .arg(grouped(scene.trace.events.size())));
}

void MainWindow::resetSource() {
    m_editTimer->stop();
    m_edits.erase(m_stage.id);
    if (const auto file = m_files.find(m_stage.id); file != m_files.end()) {
        try { // what the file holds now
            file->second.text = engine::readTextFile(file->second.path);
        } catch (const engine::EngineError& error) {
            m_status->setText(QString::fromUtf8(error.what()));
        }
    }
    const kernels::Stage* original = stageOf(m_stage.id);
    if (!original)
        return;
    m_stage = *original;
    m_pane->source()->replaceText(QString::fromStdString(m_stage.source));
    m_pane->source()->setEdited(false);
    m_pane->source()->setProblems({});
    m_session->abandonScene(m_awaited);
    m_keepPlace = true;
    awaitScene();
}

void MainWindow::askAndSave() {
    const QString file =
        QFileDialog::getSaveFileName(this, tr("Save the source"), QString::fromStdString(m_stage.sourceFileName()),
                                     tr("CUDA kernels (*.cu *.cuh *.ptx)"));
    if (!file.isEmpty())
        saveSource(file.toStdString());
}

// A stage becomes a kernel of one's own: its parameters, which were macros from outside, are written into it, and its
// launch goes with it.
bool MainWindow::saveSource(const std::filesystem::path& to) {
    std::string text = m_pane->source()->text().toStdString();
    engine::KernelFile file;
    if (const auto own = m_files.find(m_stage.id); own != m_files.end()) {
        file = own->second;
    } else if (m_stage.kernel) {
        const auto instance = kernels::makeInstance(m_stage, m_parameters, sceneRequest(m_parameters).size);
        const auto dim = [](const std::array<std::int64_t, 3>& d) {
            return QStringLiteral("%1,%2,%3").arg(d[0]).arg(d[1]).arg(d[2]).toStdString();
        };
        std::string head;
        for (const kernels::ParameterValue& value : m_parameters)
            head += QStringLiteral("#ifndef %1\n#define %1 %2\n#endif\n")
                        .arg(QString::fromStdString(value.name))
                        .arg(value.value)
                        .toStdString();
        text = head + text;
        file.launch.kernel = m_stage.kernel->name;
        file.launch.grid = dim(instance.grid);
        file.launch.block = dim(instance.block);
        if (instance.dynamicSharedBytes > 0)
            file.launch.sharedBytes = static_cast<uint32_t>(instance.dynamicSharedBytes);
        for (const kernels::ArgumentInstance& argument : instance.arguments)
            file.launch.arguments.push_back(argument.spec());
    }
    QSaveFile out(QString::fromStdString(to.string()));
    const QByteArray bytes = QByteArray::fromStdString(text);
    if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size() || !out.commit()) {
        m_status->setText(tr("Cannot write %1: %2").arg(QString::fromStdString(to.string()), out.errorString()));
        return false;
    }
    m_editTimer->stop();
    m_edits.erase(m_stage.id);
    file.path = std::filesystem::absolute(to);
    file.text = text;
    m_pane->source()->setEdited(false);
    if (m_stage.kernel)
        showFile(file);
    m_status->setText(tr("Saved %1.").arg(QString::fromStdString(to.string())));
    return true;
}

bool MainWindow::mayClose() {
    for (const auto& [id, text] : m_edits) {
        if (!isFileStage(id))
            continue; // a stage's copy is for trying things out
        const auto answer = QMessageBox::question(
            this, tr("Unsaved"), tr("%1 was changed and not saved.").arg(QString::fromStdString(id.substr(5))),
            QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
        if (answer == QMessageBox::Cancel)
            return false;
        if (answer == QMessageBox::Save) {
            showStage(QString::fromStdString(id));
            if (!saveSource(m_files.at(id).path))
                return false;
            return mayClose();
        }
    }
    return true;
}

} // namespace warplens::app
