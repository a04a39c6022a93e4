// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/kernel_dialog.h"

#include "app/model/launch_limit.h"
#include "app/window/launch_origin_text.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace warplens::app {
namespace {

QString joined(const std::vector<std::string>& words) {
    QStringList list;
    for (const std::string& word : words)
        list << QString::fromStdString(word);
    return list.join(' ');
}

} // namespace

KernelDialog::KernelDialog(const QString& fileName, const kernels::SourceText& text,
                           std::vector<engine::KernelSignature> kernels, const engine::FileLaunch& launch,
                           const std::string& architecture, QWidget* parent)
    : QDialog(parent)
    , m_text(text)
    , m_architecture(architecture)
    , m_kernels(std::move(kernels)) {
    setObjectName("kernel");
    setWindowTitle(tr("Launch of %1").arg(fileName));
    const auto field = [this](const char* name, const QString& label, const QString& hint) {
        auto* edit = new QLineEdit(this);
        edit->setObjectName(name);
        edit->setAccessibleName(label);
        edit->setPlaceholderText(hint);
        edit->setMinimumWidth(300);
        connect(edit, &QLineEdit::textChanged, this, &KernelDialog::check);
        return edit;
    };
    m_kernel = new QComboBox(this);
    m_kernel->setObjectName("kernelName");
    m_kernel->setAccessibleName(tr("Kernel"));
    m_kernel->setEditable(true);
    m_kernel->setInsertPolicy(QComboBox::NoInsert); // its rows are the file's kernels
    m_kernel->setToolTip(tr("A template is named with its arguments: tile<32,1>"));
    for (const engine::KernelSignature& kernel : m_kernels)
        m_kernel->addItem(QString::fromStdString(engine::instanceName(kernel, m_text)));
    m_grid = field("grid", tr("Grid"), tr("blocks in x, y, z: 4,4"));
    m_block = field("block", tr("Block"), tr("threads in x, y, z: 16,16"));
    m_shared = field("shared", tr("Dynamic shared memory"), tr("bytes; mostly none"));
    m_defines = field("defines", tr("Macros"), tr("NAME=VALUE …"));
    m_form = new QFormLayout;
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_form->setVerticalSpacing(8);
    m_form->setHorizontalSpacing(16);
    m_form->addRow(tr("&Kernel"), m_kernel);
    m_form->addRow(tr("&Grid"), m_grid);
    m_form->addRow(tr("&Block"), m_block);
    m_form->addRow(tr("&Dynamic shared memory"), m_shared);
    m_form->addRow(tr("&Macros"), m_defines);
    m_fixedRows = m_form->rowCount();
    auto* hint =
        new QLabel(tr("An array is written f32[4096]=random:1, i32[64]=below:9:1, f32[64]=zeros or f32[64]=file:PATH, "
                      "a number i32=512.") +
                       " " + tr("A + behind its length: a guess, which grows to what the kernel touches."),
                   this);
    hint->setWordWrap(true);
    hint->setProperty("quiet", true);
    m_origin = new QLabel(this);
    m_origin->setObjectName("kernelOrigin");
    m_origin->setWordWrap(true);
    m_origin->setProperty("quiet", true);
    m_origin->hide();
    m_problem = new QLabel(this);
    m_problem->setObjectName("kernelProblem");
    m_problem->setWordWrap(true);
    m_problem->setMinimumHeight(m_problem->fontMetrics().lineSpacing() * 2);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_show = buttons->addButton(tr("Show"), QDialogButtonBox::AcceptRole);
    m_show->setObjectName("run");
    for (QAbstractButton* button : buttons->buttons())
        button->setIcon({}); // a word is enough
    m_show->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(12);
    layout->addLayout(m_form);
    layout->addWidget(m_origin);
    layout->addWidget(hint);
    layout->addWidget(m_problem);
    layout->addWidget(buttons);

    engine::FileLaunch first = launch;
    if (first.grid.empty() && first.block.empty() && first.arguments.empty() && !m_kernels.empty()) {
        const engine::KernelSignature* wanted = engine::findKernel(m_kernels, launch.kernel);
        first = suggested(wanted ? *wanted : engine::likelyKernel(m_kernels, m_text));
        if (!launch.kernel.empty())
            first.kernel = launch.kernel;
        first.defines = launch.defines;
    }
    showKernel(first);
    connect(m_kernel, &QComboBox::activated, this,
            [this](int index) { showKernel(suggested(m_kernels[static_cast<size_t>(index)])); });
    connect(m_kernel, &QComboBox::editTextChanged, this, &KernelDialog::check);
}

engine::FileLaunch KernelDialog::suggested(const engine::KernelSignature& kernel) {
    engine::FoundInText found;
    engine::FileLaunch launch = engine::suggestLaunch(kernel, m_text, &found);
    const engine::LaunchOrigin origin = engine::originOf(kernel, found);
    QStringList sentences;
    if (!origin.found.empty())
        sentences << tr("From the file: %1.").arg(namesOf(origin.found));
    if (origin.found.empty() && origin.smaller.empty())
        sentences << tr("All of this is guessed.");
    else if (const QString untold = untoldText(origin); !untold.isEmpty())
        sentences << untold;
    m_origin->setText(sentences.join(' '));
    m_origin->show();
    return launch;
}

void KernelDialog::showKernel(const engine::FileLaunch& launch) {
    m_kernel->setEditText(QString::fromStdString(launch.kernel));
    m_grid->setText(QString::fromStdString(launch.grid));
    m_block->setText(QString::fromStdString(launch.block));
    m_shared->setText(launch.sharedBytes ? QString::number(*launch.sharedBytes) : QString());
    m_defines->setText(joined(launch.defines));
    while (m_form->rowCount() > m_fixedRows)
        m_form->removeRow(m_form->rowCount() - 1);
    m_arguments.clear();
    const engine::KernelSignature* kernel = engine::findKernel(m_kernels, launch.kernel);
    const auto add = [this](const QString& name, const std::string& text) {
        auto* edit = new QLineEdit(QString::fromStdString(text), this);
        edit->setObjectName(QStringLiteral("argument%1").arg(m_arguments.size()));
        edit->setAccessibleName(tr("Argument %1").arg(name));
        connect(edit, &QLineEdit::textChanged, this, &KernelDialog::check);
        m_form->addRow(name, edit);
        m_arguments.push_back(edit);
    };
    // What variables of the module hold ("&scale=f32=1.5") stands among the arguments, and is none.
    std::vector<std::string> arguments, variables;
    for (const std::string& text : launch.arguments)
        (text.starts_with('&') ? variables : arguments).push_back(text);
    const size_t count = kernel ? kernel->parameters.size() : arguments.size();
    for (size_t i = 0; i < count; ++i)
        add(kernel ? QString::fromStdString(kernel->parameters[i].type + " " + kernel->parameters[i].name)
                   : tr("argument %1").arg(i),
            i < arguments.size() ? arguments[i] : std::string());
    for (const std::string& text : variables)
        add(QString::fromStdString(text.substr(1, text.find('=') - 1)), text);
    check();
}

engine::FileLaunch KernelDialog::launch() const {
    engine::FileLaunch made;
    made.kernel = m_kernel->currentText().trimmed().toStdString();
    made.grid = m_grid->text().trimmed().toStdString();
    made.block = m_block->text().trimmed().toStdString();
    if (!m_shared->text().trimmed().isEmpty())
        made.sharedBytes = m_shared->text().trimmed().toUInt();
    for (const QString& word : m_defines->text().split(' ', Qt::SkipEmptyParts))
        made.defines.push_back(word.toStdString());
    for (const QLineEdit* edit : m_arguments)
        made.arguments.push_back(edit->text().trimmed().toStdString());
    return made;
}

// What is wrong is said while it is typed.
void KernelDialog::check() {
    QString problem, note;
    try {
        bool number = true;
        if (!m_shared->text().trimmed().isEmpty())
            m_shared->text().trimmed().toUInt(&number);
        if (!number)
            throw engine::EngineError("Dynamic shared memory is a whole number of bytes");
        const engine::FileLaunch made = launch();
        const engine::LaunchSpec spec = engine::launchOfFile(made);
        note = QString::fromStdString(launchRefusal(engine::checkedArchitecture(m_architecture), spec.block.count(),
                                                    spec.dynamicShared, m_architecture));
        for (const std::string& define : made.defines)
            engine::parseDefine(define);
    } catch (const std::exception& error) {
        problem = QString::fromUtf8(error.what());
    }
    m_problem->setText(problem.isEmpty() ? note : problem);
    m_show->setEnabled(problem.isEmpty());
}

} // namespace warplens::app
