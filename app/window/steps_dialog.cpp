// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/steps_dialog.h"

#include "app/steps/step_list.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace warplens::app {
namespace {

struct Format {
    const char *suffix, *label;
    bool pixels; ///< so that a size can be chosen
};
constexpr Format formats[] = {
    {"mp4", QT_TRANSLATE_NOOP("warplens::app::StepsDialog", "Film (MP4, by ffmpeg)"), true},
    {"gif", QT_TRANSLATE_NOOP("warplens::app::StepsDialog", "Animation (GIF)"), true},
    {"pdf", QT_TRANSLATE_NOOP("warplens::app::StepsDialog", "A page for each step (PDF)"), false},
    {"png", QT_TRANSLATE_NOOP("warplens::app::StepsDialog", "Numbered pictures (PNG)"), true},
    {"svg", QT_TRANSLATE_NOOP("warplens::app::StepsDialog", "Numbered drawings (SVG)"), false}};

} // namespace

StepsDialog::StepsDialog(std::vector<StepsSubject> subjects, QWidget* parent)
    : QDialog(parent)
    , m_subjects(std::move(subjects)) {
    setObjectName("steps");
    setWindowTitle(tr("Export steps"));
    const auto choice = [this](const char* name, const QString& label) {
        auto* box = new QComboBox(this);
        box->setObjectName(name);
        box->setAccessibleName(label);
        return box;
    };
    m_subject = choice("stepsOf", tr("Steps of what"));
    for (const StepsSubject& each : m_subjects)
        m_subject->addItem(each.label);
    m_unit = choice("stepsUnit", tr("What one step is"));
    const std::pair<QString, StepUnit> units[] = {{tr("requests"), StepUnit::Instruction},
                                                  {tr("wavefronts"), StepUnit::Wavefront},
                                                  {tr("accesses of all warps"), StepUnit::Access},
                                                  {tr("tiles"), StepUnit::Tile},
                                                  {tr("barriers"), StepUnit::Barrier}};
    for (const auto& [label, each] : units)
        m_unit->addItem(label, static_cast<int>(each));
    m_format = choice("stepsFormat", tr("File"));
    for (const Format& each : formats)
        m_format->addItem(tr(each.label));
    m_size = choice("stepsSize", tr("Size"));
    for (const auto& [label, scale] : {std::pair("1280 × 720", "1"), {"1920 × 1080", "1.5"}, {"2560 × 1440", "2"}})
        m_size->addItem(QString::fromUtf8(label), QString::fromLatin1(scale));
    m_size->setCurrentIndex(1);
    m_first = number("stepsFirst", tr("First step"));
    m_last = number("stepsLast", tr("Last step"));
    m_captions = new QCheckBox(tr("With what is said of each step below its picture"), this);
    m_captions->setObjectName("stepsCaptions");
    m_captions->setChecked(true);
    auto* range = new QHBoxLayout;
    range->setSpacing(8);
    range->addWidget(m_first);
    range->addWidget(new QLabel(tr("to"), this));
    range->addWidget(m_last);
    range->addWidget(m_unit, 1);
    m_form = new QFormLayout;
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_form->setVerticalSpacing(8);
    m_form->setHorizontalSpacing(16);
    m_form->addRow(tr("&Of"), m_subject);
    auto* steps = new QLabel(tr("&Steps"), this);
    steps->setBuddy(m_first);
    m_form->addRow(steps, range);
    m_form->addRow(tr("&File"), m_format);
    m_form->addRow(tr("Si&ze"), m_size);
    m_form->addRow(QString(), m_captions);
    m_note = new QLabel(this);
    m_note->setObjectName("stepsNote");
    m_note->setProperty("quiet", true);
    m_note->setWordWrap(true);
    m_progress = new QProgressBar(this);
    m_progress->setObjectName("stepsProgress");
    QSizePolicy keeps = m_progress->sizePolicy();
    keeps.setRetainSizeWhenHidden(true);
    m_progress->setSizePolicy(keeps);
    m_progress->hide();
    m_buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_write = m_buttons->addButton(tr("Write …"), QDialogButtonBox::ActionRole);
    m_write->setObjectName("run");
    m_write->setDefault(true);
    for (QAbstractButton* button : m_buttons->buttons())
        button->setIcon({}); // a word is enough
    connect(m_write, &QPushButton::clicked, this, &StepsDialog::writeWanted);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &StepsDialog::reject);
    connect(m_subject, &QComboBox::currentIndexChanged, this, &StepsDialog::showSubject);
    connect(m_unit, &QComboBox::currentIndexChanged, this, &StepsDialog::showUnit);
    connect(m_format, &QComboBox::currentIndexChanged, this, &StepsDialog::check);
    for (QSpinBox* box : {m_first, m_last})
        connect(box, &QSpinBox::valueChanged, this, &StepsDialog::check);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(12);
    layout->addLayout(m_form);
    layout->addWidget(m_note);
    layout->addWidget(m_progress);
    layout->addWidget(m_buttons);
    setMinimumWidth(480);
    showSubject();
}

QSpinBox* StepsDialog::number(const char* name, const QString& label) {
    auto* box = new QSpinBox(this);
    box->setObjectName(name);
    box->setAccessibleName(label);
    box->setMinimum(1);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons); // typed, or with the arrow keys
    box->setMinimumWidth(90);
    return box;
}

const StepsSubject& StepsDialog::subject() const {
    return m_subjects[static_cast<size_t>(std::max(0, m_subject->currentIndex()))];
}

StepUnit StepsDialog::unit() const {
    return static_cast<StepUnit>(m_unit->currentData().toInt());
}

void StepsDialog::showSubject() {
    m_unit->setVisible(subject().hasUnits);
    m_unit->setCurrentIndex(0);
    showUnit();
}

// What is suggested are requests; of other steps all, as far as they go into a file.
void StepsDialog::showUnit() {
    const int count = std::max(1, subject().count(unit()));
    const bool requests = unit() == StepUnit::Instruction;
    for (QSpinBox* box : {m_first, m_last})
        box->setMaximum(count);
    m_first->setValue(requests ? subject().first : 1);
    m_last->setValue(std::min(count, requests && subject().last ? *subject().last
                                                                : m_first->value() - 1 + static_cast<int>(mostSteps)));
    check();
}

void StepsDialog::check() {
    const int count = m_last->value() - m_first->value() + 1;
    m_size->setEnabled(!m_writing && formats[m_format->currentIndex()].pixels);
    QString note = tr("%n step(s) of %1.", nullptr, std::max(0, count)).arg(m_last->maximum());
    if (count < 1)
        note = tr("The last step stands before the first.");
    else if (count > static_cast<int>(mostSteps))
        note = tr("%1 steps are too many: %2 go into one file.").arg(count).arg(mostSteps);
    m_note->setText(note);
    m_write->setEnabled(!m_writing && count >= 1 && count <= static_cast<int>(mostSteps));
}

QStringList StepsDialog::arguments() const {
    QStringList all = subject().arguments;
    all << "--steps" << QStringLiteral("%1..%2").arg(m_first->value()).arg(m_last->value());
    if (subject().hasUnits)
        all << "--by" << stepUnitWord(unit());
    if (formats[m_format->currentIndex()].pixels)
        all << "--scale" << m_size->currentData().toString();
    if (!m_captions->isChecked())
        all << "--no-captions";
    return all;
}

QString StepsDialog::fileName() const {
    return subject().name + '.' + QLatin1String(formats[m_format->currentIndex()].suffix);
}

QString StepsDialog::filter() const {
    const Format& format = formats[m_format->currentIndex()];
    return QStringLiteral("%1 (*.%2)").arg(tr(format.label).section(" (", 0, 0), QLatin1String(format.suffix));
}

void StepsDialog::setWriting(bool writing) {
    m_writing = writing;
    for (QWidget* each : std::initializer_list<QWidget*>{m_subject, m_unit, m_format, m_first, m_last, m_captions})
        each->setEnabled(!writing);
    m_progress->setVisible(writing);
    m_progress->setRange(0, 0); // nobody knows yet
    m_buttons->button(QDialogButtonBox::Cancel)->setText(writing ? tr("Stop") : tr("Cancel"));
    check();
}

void StepsDialog::setProgress(int done, int of) {
    m_progress->setRange(0, of);
    m_progress->setValue(done);
}

// Escape and the window's cross are as good as the button.
void StepsDialog::reject() {
    if (m_writing)
        emit stopWanted();
    else
        QDialog::reject();
}

} // namespace warplens::app
