// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/program_dialog.h"

#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace warplens::app {
namespace {

constexpr int mostLines = 5000;         ///< of output that stay
constexpr int longestLine = 4096;       ///< characters; longer ones are broken
constexpr quint64 oneKept = 1ull << 40; ///< bytes that a launch may take which somebody has asked for: what there is

} // namespace

ProgramDialog::ProgramDialog(QWidget* parent)
    : QDialog(parent) {
    setObjectName("programDialog");
    setWindowTitle(tr("Run a program"));
    build();
    connect(m_run, &QPushButton::clicked, this, &ProgramDialog::run);
    connect(m_stop, &QPushButton::clicked, this, [this] {
        m_wanted.reset();
        m_runner.stop();
    });
    connect(m_open, &QPushButton::clicked, this, [this] { choose(m_table->currentIndex().row()); });
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) { choose(index.row()); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &ProgramDialog::refresh);
    for (QLineEdit* field : {m_program, m_arguments, m_flags})
        connect(field, &QLineEdit::returnPressed, this, &ProgramDialog::run);
    connect(m_program, &QLineEdit::textChanged, this, &ProgramDialog::refresh);
    connect(&m_runner, &ProgramRunner::written, this, &ProgramDialog::write);
    connect(&m_runner, &ProgramRunner::launched, this, [this](const auto& launches) {
        if (!m_fetched)
            m_launches.add(launches);
        fitColumns();
        refresh();
    });
    connect(&m_runner, &ProgramRunner::kept, this, &ProgramDialog::takeKept);
    connect(&m_runner, &ProgramRunner::noted, this, [this](const QString& sentence) {
        if (!m_fetched)
            write(QStringLiteral("warplens: %1\n").arg(sentence), 0);
    });
    connect(&m_runner, &ProgramRunner::mistaken, this, [this](quint64 mistakes) {
        if (!m_fetched)
            m_mistakes += mistakes;
        refresh();
    });
    connect(&m_runner, &ProgramRunner::progressed, this, [this](const QString& text) {
        m_progress = text;
        refresh();
    });
    connect(&m_runner, &ProgramRunner::finished, this, &ProgramDialog::finish);
    refresh();
}

void ProgramDialog::build() {
    const auto field = [this](const char* name, const QString& hint) {
        auto* made = new QLineEdit(this);
        made->setObjectName(name);
        made->setPlaceholderText(hint);
        return made;
    };
    const auto button = [this](const char* name, const QString& text) {
        auto* made = new QPushButton(text, this);
        made->setObjectName(name);
        made->setAutoDefault(false); // Enter in the table opens a launch
        return made;
    };
    m_program = field("programName", tr("prog.cu, or a program linked with -cudart shared"));
    m_arguments = field("programArguments", tr("the program's own"));
    m_flags = field("programFlags", tr("-O2 -Iinclude"));
    auto* browse = button("browseProgram", tr("…"));
    browse->setAccessibleName(tr("Choose a program"));
    connect(browse, &QPushButton::clicked, this, &ProgramDialog::browse);
    m_run = button("startProgram", tr("Run"));
    m_stop = button("stopProgram", tr("Stop"));
    m_open = button("openLaunch", tr("Open the launch"));
    m_open->setToolTip(tr("Enter or a double click in the list do the same"));
    m_table = new QTableView(this);
    m_table->setObjectName("launches");
    m_table->setAccessibleName(tr("Launches of the program"));
    m_table->setModel(&m_launches);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setSectionResizeMode(LaunchTable::Kernel, QHeaderView::Stretch);
    m_table->horizontalHeader()->setResizeContentsPrecision(0); // what is seen
    m_output = new QPlainTextEdit(this);
    m_output->setObjectName("programOutput");
    m_output->setAccessibleName(tr("What the program writes"));
    m_output->setReadOnly(true);
    m_output->setUndoRedoEnabled(false);
    m_output->setMaximumBlockCount(mostLines);
    m_state = new QLabel(this);
    m_state->setObjectName("programState");
    m_state->setWordWrap(true);
    m_state->setTextInteractionFlags(Qt::TextSelectableByMouse);

    auto* first = new QHBoxLayout;
    first->addWidget(m_program, 1);
    first->addWidget(browse);
    auto* form = new QFormLayout;
    form->addRow(tr("Program"), first);
    form->addRow(tr("Arguments"), m_arguments);
    form->addRow(tr("Flags of nvcc"), m_flags);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_run);
    buttons->addWidget(m_stop);
    buttons->addStretch(1);
    buttons->addWidget(m_open);
    auto* parts = new QSplitter(Qt::Vertical, this);
    parts->setChildrenCollapsible(false);
    parts->addWidget(m_table);
    parts->addWidget(m_output);
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addLayout(buttons);
    layout->addWidget(parts, 1);
    layout->addWidget(m_state);
}

void ProgramDialog::setLook(const Look& look) {
    m_launches.setBad(look.colours.conflict);
    const QFont code = look.mono(look.code());
    m_output->setStyleSheet(QStringLiteral("font-family: '%1'; font-size: %2px;").arg(code.family()).arg(look.code()));
    m_table->horizontalHeader()->setMinimumSectionSize(look.px(48));
    fitColumns();
    m_table->verticalHeader()->setDefaultSectionSize(look.px(24));
    const QSize wanted(look.px(860), look.px(620));
    if (const QScreen* there = screen(); !isVisible() && there != nullptr)
        resize(wanted.boundedTo(there->availableSize() - QSize(40, 60)));
}

// To what is seen, which rows that come change.
void ProgramDialog::fitColumns() {
    for (int column = 0; column < LaunchTable::Columns; ++column)
        if (column != LaunchTable::Kernel)
            m_table->resizeColumnToContents(column);
}

void ProgramDialog::setProgram(const QString& program) {
    m_program->setText(program);
}

void ProgramDialog::browse() {
    const QString file =
        QFileDialog::getOpenFileName(this, tr("A program to run"), {}, tr("CUDA sources (*.cu *.cpp);;Programs (*)"));
    if (!file.isEmpty())
        setProgram(file);
}

/// An empty one for a run; of those before what is shown nowhere goes.
QString ProgramDialog::newFolder() {
    if (!m_folder.isEmpty())
        for (const QFileInfo& each : QDir(m_folder).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot))
            if (!m_opened.contains(each.absoluteFilePath()))
                QDir(each.absoluteFilePath()).removeRecursively();
    m_folder = m_kept.filePath(QString::number(++m_runs));
    QDir().mkpath(m_folder);
    return m_folder;
}

void ProgramDialog::run() {
    if (m_runner.isRunning() || m_program->text().trimmed().isEmpty())
        return;
    m_launches.clear();
    m_mistakes = 0;
    m_output->clear();
    m_longest = 0;
    m_wanted.reset();
    m_fetched.reset();
    m_ended.clear();
    ProgramWish wish;
    wish.program = m_program->text().trimmed();
    wish.arguments = m_arguments->text();
    wish.flags = m_flags->text();
    wish.keep = newFolder();
    wish.keptBytes = m_keptBytes;
    m_runner.start(wish);
    refresh();
}

void ProgramDialog::choose(int row) {
    if (row < 0 || row >= m_launches.rowCount())
        return;
    const QString folder = QString::fromStdString(m_launches.launch(row).recording);
    if (!folder.isEmpty() && QFileInfo::exists(folder)) {
        m_opened.insert(QFileInfo(folder).absoluteFilePath());
        return emit launchChosen(folder);
    }
    if (!m_runner.isRunning())
        return fetch(row);
    m_wanted = row;
    refresh();
}

// The program is deterministic or it is not: what comes is held against what was chosen.
void ProgramDialog::fetch(int row) {
    m_wanted.reset();
    m_fetched = row;
    ProgramWish wish;
    wish.program = m_program->text().trimmed();
    wish.arguments = m_arguments->text();
    wish.flags = m_flags->text();
    wish.keep = m_folder;
    wish.keptLaunch = m_launches.launch(row).number;
    wish.keptBytes = oneKept;
    wish.again = true;
    m_runner.start(wish);
    refresh();
}

void ProgramDialog::takeKept(quint64 launch, const QString& folder) {
    if (!m_fetched || m_launches.launch(*m_fetched).number != launch)
        return;
    const int row = *m_fetched;
    m_runner.stop(); // the rest has been seen before
    try {
        const launches::KeptLaunch head = launches::readKeptHead(folder.toStdString());
        const launches::LaunchReport& wanted = m_launches.launch(row);
        if (head.kernel != wanted.kernel || !(head.grid == wanted.grid) || !(head.block == wanted.block)) {
            m_ended = tr("The program did something else the second time: launch %1 is %2 now.")
                          .arg(launch)
                          .arg(QString::fromStdString(head.name));
            return;
        }
        m_launches.setRecording(row, folder.toStdString());
        m_opened.insert(QFileInfo(folder).absoluteFilePath());
        emit launchChosen(folder);
    } catch (const launches::KeptError& error) {
        m_ended = QString::fromUtf8(error.what());
    }
}

void ProgramDialog::write(QString text, quint64 skipped) {
    if (m_fetched)
        return; // it was written before
    if (skipped != 0)
        text.prepend(tr("\n… %1 bytes came too fast to be shown …\n").arg(grouped(skipped)));
    QString broken;
    for (const QChar c : text) {
        m_longest = c == '\n' ? 0 : m_longest + 1;
        broken += c.isNull() ? QChar(0xfffd) : c;
        if (m_longest >= longestLine) {
            broken += '\n';
            m_longest = 0;
        }
    }
    QTextCursor end(m_output->document());
    end.movePosition(QTextCursor::End);
    end.insertText(broken);
    m_output->moveCursor(QTextCursor::End);
}

void ProgramDialog::finish(const QString& how, bool problem) {
    m_progress.clear();
    if (m_fetched) {
        const int row = *m_fetched;
        m_fetched.reset();
        if (m_launches.launch(row).recording.empty() && m_ended.isEmpty())
            m_ended = tr("Launch %1 did not come when the program ran once more. %2")
                          .arg(m_launches.launch(row).number)
                          .arg(how);
    } else {
        m_ended = how;
        if (problem) // what nvcc says may be long
            write(how + '\n', 0);
    }
    if (m_wanted)
        return choose(*m_wanted);
    refresh();
}

void ProgramDialog::refresh() {
    const bool running = m_runner.isRunning();
    m_run->setEnabled(!running && !m_program->text().trimmed().isEmpty());
    m_stop->setEnabled(running);
    m_open->setEnabled(m_table->currentIndex().isValid());
    QStringList parts;
    if (m_wanted)
        parts
            << tr("Launch %1 takes too much memory to be kept beside others: the program runs once more for it as soon "
                  "as it has ended, or is stopped.")
                   .arg(m_launches.launch(*m_wanted).number);
    else if (m_fetched)
        parts << tr("The program runs once more, to keep launch %1 …").arg(m_launches.launch(*m_fetched).number);
    else if (running)
        parts << (m_progress.isEmpty() ? tr("The program runs …") : m_progress);
    else if (!m_ended.isEmpty())
        parts << m_ended.section('\n', 0, 0).left(400);
    const quint64 findings = m_launches.findings() + m_mistakes;
    if (m_launches.launches() != 0)
        parts << tr("%1 (launch|launches)", nullptr, static_cast<int>(m_launches.launches()))
                     .arg(grouped(m_launches.launches()));
    if (m_launches.launches() != 0 || findings != 0)
        parts << tr("%1 finding(s)", nullptr, static_cast<int>(findings)).arg(grouped(findings));
    if (m_launches.launches() > static_cast<quint64>(m_launches.rowCount()))
        parts << tr("the first %1 are listed").arg(grouped(static_cast<quint64>(m_launches.rowCount())));
    if (parts.size() > 1 && (parts[0].endsWith('.') || parts[0].endsWith(QStringLiteral("。"))))
        parts[0].chop(1); // it goes on
    m_state->setText(parts.join(QStringLiteral(" · ")));
}

} // namespace warplens::app
