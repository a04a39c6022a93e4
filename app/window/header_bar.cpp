// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/header_bar.h"

#include "app/charts/chart_labels.h"
#include "app/views/view.h"
#include "app/window/yielding_row.h"
#include "kernels/catalogue/instance.h"
#include "sim/memory/architecture.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QStyleOptionComboBox>
#include <QStylePainter>

#include <set>

namespace warplens::app {

QString stageNumber(const std::string& id) {
    return QString::fromStdString(id.starts_with("file:") ? std::string() : id).section('/', 1).section('-', 0, 0);
}

namespace {

void keepWhole(QComboBox* list) {
    list->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    list->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

/// A list that may be narrower than what is chosen: an ellipsis says so. Half a date would read as another one.
class YieldingList : public QComboBox {
public:
    explicit YieldingList(QWidget* parent)
        : QComboBox(parent) {
        setMinimumWidth(96);
    }
    void showPopup() override {
        view()->setMinimumWidth(view()->sizeHintForColumn(0) + 2 * view()->verticalScrollBar()->sizeHint().width());
        QComboBox::showPopup();
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QStylePainter painter(this);
        QStyleOptionComboBox option;
        initStyleOption(&option);
        const QRect field = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
        option.currentText = fontMetrics().elidedText(option.currentText, Qt::ElideRight, field.width());
        painter.drawComplexControl(QStyle::CC_ComboBox, option);
        painter.drawControl(QStyle::CE_ComboBoxLabel, option);
    }
};

} // namespace

OnOffSwitch::OnOffSwitch(QWidget* parent)
    : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void OnOffSwitch::setLook(const Look& look) {
    m_look = look;
    updateGeometry();
    update();
}

void OnOffSwitch::setOn(bool on) {
    m_on = on;
    setAccessibleDescription(on ? tr("on") : tr("off"));
    update();
}

void OnOffSwitch::setTone(const QColor& tone) {
    m_tone = tone;
    update();
}

QSize OnOffSwitch::sizeHint() const {
    return {m_look.px(86), m_look.px(30)};
}

void OnOffSwitch::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Palette& c = m_look.colours;
    const QRectF whole = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(QPen(hasFocus() ? c.accent : c.line, 1));
    painter.setBrush(c.control);
    painter.drawRoundedRect(whole, 5, 5);
    for (const bool on : {false, true}) {
        const QRectF half(whole.left() + (on ? whole.width() / 2 : 0), whole.top(), whole.width() / 2, whole.height());
        const bool chosen = on == m_on;
        if (chosen) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(m_tone);
            painter.drawRoundedRect(half.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
        }
        painter.setFont(m_look.ui(m_look.px(13), chosen ? QFont::Bold : QFont::Normal));
        painter.setPen(chosen ? readableOn(m_tone) : c.text);
        drawKept(painter, half, Qt::AlignCenter, on ? tr("on") : tr("off"));
    }
}

void OnOffSwitch::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !rect().contains(event->pos()))
        return;
    const bool wanted = event->pos().x() > width() / 2;
    if (wanted == m_on)
        return;
    setOn(wanted);
    emit toggled(m_on);
}

void OnOffSwitch::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Return) {
        setOn(!m_on);
        emit toggled(m_on);
    } else {
        QWidget::keyPressEvent(event);
    }
}

HeaderBar::HeaderBar(QWidget* parent)
    : QWidget(parent) {
    setObjectName("bar");
    setAttribute(Qt::WA_StyledBackground);
    m_brand = new QLabel(this);
    m_brand->setTextFormat(Qt::RichText);
    m_brand->setObjectName("brand");
    m_stage = new QLabel(this);
    m_stage->setObjectName("stageTitle");
    m_parameters = new QHBoxLayout;
    m_parameters->setSpacing(10);
    m_picture = new QComboBox(this);
    m_picture->setObjectName("pictureSize");
    m_picture->setAccessibleName(tr("Size of the matrices in the picture"));
    m_picture->setToolTip(tr("Size of the matrices in the picture: small enough to be followed by eye"));
    m_architecture = new QComboBox(this);
    m_architecture->setObjectName("architecture");
    m_architecture->setAccessibleName(tr("Compute capability whose memory rules apply"));
    m_architecture->setToolTip(tr("Compute capability: the GPU whose memory rules the pictures and counts follow"));
    m_compare = new YieldingList(this);
    m_compare->setObjectName("compare");
    m_compare->setAccessibleName(tr("What this is compared with"));
    m_compare->setToolTip(tr("Two variants or stages in lockstep, side by side (C)"));
    m_compare->setMaxVisibleItems(30);
    m_measured = new QComboBox(this);
    m_measured->setObjectName("measuredSize");
    m_measured->setAccessibleName(tr("Size of the matrices that are measured"));
    m_measured->setToolTip(tr("Size of the matrices whose speed the chart shows"));
    m_recording = new YieldingList(this);
    m_recording->setObjectName("recording");
    m_recording->setAccessibleName(tr("Recording that the chart shows"));
    m_recording->setToolTip(tr("Where the measured figures come from"));
    m_run = new QPushButton(tr("Run on GPU"), this);
    m_run->setObjectName("run");
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 8, 16, 8);
    layout->setSpacing(14);
    layout->addWidget(m_brand);
    layout->addWidget(m_stage);
    layout->addLayout(m_parameters);
    layout->addWidget(m_picture);
    layout->addWidget(m_architecture);
    layout->addWidget(m_compare);
    layout->addStretch(1);
    layout->addWidget(m_measured);
    layout->addWidget(m_recording);
    layout->addWidget(m_run);
    m_more = new YieldingRow(layout, this);
    layout->addWidget(m_more);
    m_more->setYielding({m_brand, m_recording, m_measured, m_compare, m_picture, m_architecture, m_run});
    // Where room is short the long lists give way: what is chosen in the others is read from the last row.
    for (QComboBox* fixed : {m_picture, m_architecture, m_measured})
        keepWhole(fixed);
    connect(m_run, &QPushButton::clicked, this, &HeaderBar::runClicked);
    connect(m_picture, &QComboBox::activated, this,
            [this](int index) { emit pictureSizeChosen(m_picture->itemData(index).toInt()); });
    connect(m_architecture, &QComboBox::activated, this,
            [this](int index) { emit architectureChosen(m_architecture->itemData(index).toString()); });
    connect(m_measured, &QComboBox::activated, this, &HeaderBar::measuredSizeChosen);
    connect(m_compare, &QComboBox::activated, this, &HeaderBar::comparisonChosen);
    connect(m_recording, &QComboBox::activated, this, &HeaderBar::recordingChosen);
}

void HeaderBar::setLook(const Look& look) {
    m_look = look;
    m_brand->setText(QStringLiteral("Warp<span style='color:%1'>lens</span>").arg(look.colours.accent.name()));
    for (auto& [name, sw] : m_switches)
        sw->setLook(look);
    for (QComboBox* list : {m_compare, m_recording})
        list->setMinimumWidth(look.px(96));
    fit();
    setConflicts(m_conflicts);
}

void HeaderBar::setStage(const QString& track, const kernels::Stage& stage, const kernels::ParameterValues& values) {
    const QString id = QString::fromStdString(stage.id);
    m_track = track;
    m_number = stageNumber(stage.id);
    m_title = QString::fromStdString(stage.title);
    m_shortTitle = QString::fromStdString(stage.shortTitle);
    m_onCpu = stage.cpu.has_value();
    if (!m_running)
        setRunning(false, {});
    if (m_builtFor != id) {
        m_builtFor = id;
        while (QLayoutItem* item = m_parameters->takeAt(0)) {
            delete item->widget();
            delete item;
        }
        m_switches.clear();
        m_choices.clear();
        m_lanes = nullptr;
        if (kernels::typedArgument(stage))
            addLanes();
        for (const kernels::Parameter& parameter : stage.parameters) {
            const QString name = QString::fromStdString(parameter.name),
                          label = QString::fromStdString(parameter.label);
            if (parameter.isSwitch) {
                auto* caption = new QLabel(label, this);
                caption->setProperty("quiet", true);
                auto* sw = new OnOffSwitch(this);
                sw->setObjectName(name);
                sw->setAccessibleName(label);
                sw->setLook(m_look);
                sw->setToolTip(tr("%1 off or on").arg(label));
                const auto off = parameter.values.empty() ? parameter.minimum : parameter.values.front();
                const auto on = parameter.values.empty() ? parameter.maximum : parameter.values.back();
                connect(sw, &OnOffSwitch::toggled, this,
                        [this, name, off, on](bool isOn) { emit parameterChosen(name, isOn ? on : off); });
                m_parameters->addWidget(caption);
                m_parameters->addWidget(sw);
                m_switches[parameter.name] = sw;
                continue;
            }
            auto* choice = new QComboBox(this);
            choice->setObjectName(name);
            keepWhole(choice);
            choice->setAccessibleName(label);
            choice->setToolTip(label);
            std::vector<std::int64_t> offered = parameter.values;
            for (auto v = parameter.minimum; parameter.values.empty() && v <= parameter.maximum; ++v)
                offered.push_back(v);
            for (const auto value : offered)
                choice->addItem(QStringLiteral("%1 %2").arg(label, QString::fromStdString(parameter.valueText(value))),
                                static_cast<qlonglong>(value));
            choice->setEnabled(offered.size() > 1);
            connect(choice, &QComboBox::activated, this, [this, choice, name](int index) {
                emit parameterChosen(name, choice->itemData(index).toLongLong());
            });
            m_parameters->addWidget(choice);
            m_choices[parameter.name] = choice;
        }
        for (int n = 0; n < m_parameters->count(); ++n) // so that fit() knows of them
            m_parameters->itemAt(n)->widget()->show();
    }
    if (const kernels::Argument* typed = kernels::typedArgument(stage)) {
        if (!m_lanes->hasFocus()) { // somebody writes there
            m_lanes->setText(QString::fromStdString(typed->lanes));
            m_lanes->setCursorPosition(0);
        }
        setLanesProblem({});
    }
    fit();
    for (const kernels::ParameterValue& value : values) {
        if (const auto sw = m_switches.find(value.name); sw != m_switches.end())
            sw->second->setOn(value.value != 0);
        if (const auto choice = m_choices.find(value.name); choice != m_choices.end())
            choice->second->setCurrentIndex(choice->second->findData(static_cast<qlonglong>(value.value)));
    }
}

void HeaderBar::addLanes() {
    auto* caption = new QLabel(tr("lane reads"), this);
    caption->setProperty("quiet", true);
    m_lanes = new QLineEdit(this);
    m_lanes->setObjectName("lanes");
    m_lanes->setAccessibleName(tr("Which element each lane reads: an expression of lane"));
    m_lanes->setMinimumWidth(m_look.px(120));
    m_lanes->setClearButtonEnabled(true);
    m_parameters->addWidget(caption);
    m_parameters->addWidget(m_lanes);
    connect(m_lanes, &QLineEdit::textEdited, this, &HeaderBar::lanesTyped);
    connect(m_lanes, &QLineEdit::returnPressed, this, [this] {
        if (!m_lanes->property("wrong").toBool())
            m_lanes->clearFocus(); // the arrow keys step again
    });
}

void HeaderBar::setLanesProblem(const QString& problem) {
    if (!m_lanes)
        return;
    m_lanes->setToolTip(problem.isEmpty() ? tr("Any expression of lane, such as (lane % 8) * 33 + lane / 8") : problem);
    m_lanes->setProperty("wrong", !problem.isEmpty());
    m_lanes->style()->unpolish(m_lanes);
    m_lanes->style()->polish(m_lanes);
}

// The longest form of the title that leaves room for the controls; none where they would be cut: the list of stages says
// which it is, too, and nothing else says what is chosen.
void HeaderBar::writeTitle() {
    const auto bold = [](const QString& text) { return QStringLiteral("<b>%1</b>").arg(text.toHtmlEscaped()); };
    const QString quiet = QStringLiteral("<span style='color:%1'>%2</span>&nbsp; ");
    const QString colour = m_look.colours.secondary.name();
    const QString forms[] = {quiet.arg(colour, m_track.toHtmlEscaped()) + m_number + ' ' + bold(m_title),
                             m_number + ' ' + bold(m_title), m_number + ' ' + bold(m_shortTitle), bold(m_shortTitle)};
    m_stage->clear();
    layout()->invalidate();
    const int room = width() - layout()->sizeHint().width(), least = layout()->minimumSize().width();
    for (const QString& form : forms) {
        m_stage->setText(form);
        if (m_stage->sizeHint().width() <= room)
            break;
    }
    if (least + m_stage->sizeHint().width() > width())
        m_stage->clear();
}

void HeaderBar::fit() {
    const QFontMetrics bold(m_look.ui(m_look.body(), QFont::Bold));
    m_stage->clear();
    m_more->fit(width(), bold.horizontalAdvance(m_shortTitle));
    writeTitle();
}

void HeaderBar::resizeEvent(QResizeEvent*) {
    fit();
}

void HeaderBar::setConflicts(bool conflicts) {
    m_conflicts = conflicts;
    for (auto& [name, sw] : m_switches)
        sw->setTone(conflicts ? m_look.colours.conflict : m_look.colours.good);
}

void HeaderBar::setOwnKernel(bool own) {
    m_more->want(m_picture, !own);
    fit();
    m_run->setEnabled(!own);
    m_run->setToolTip(own ? tr("A kernel of your own is measured with: warplens-cli check FILE.cu") : QString());
}

void HeaderBar::setPictureSize(std::int64_t current, const kernels::Track& track) {
    const qint64 usual = track.picture;
    std::set<qint64> sizes{std::max<qint64>(usual / 2, 1), usual, usual * 3 / 2, usual * 2,
                           current}; // a link's may be another
    m_picture->clear();
    for (const qint64 size : sizes)
        m_picture->addItem(tr("picture %1").arg(sizeLabel({size, size, size}, track.dimensions)), size);
    m_picture->setCurrentIndex(m_picture->findData(qint64(current)));
}

void HeaderBar::setArchitecture(const std::string& capability) {
    if (m_architecture->count() == 0)
        for (const sim::memory::Architecture& each : sim::memory::architectures()) {
            const QString name =
                QString::fromUtf8(each.capability.data(), static_cast<qsizetype>(each.capability.size()));
            m_architecture->addItem(tr("cc %1").arg(name), name);
            m_architecture->setItemData(m_architecture->count() - 1,
                                        QString::fromUtf8(each.name.data(), static_cast<qsizetype>(each.name.size())),
                                        Qt::ToolTipRole);
        }
    m_architecture->setCurrentIndex(m_architecture->findData(QString::fromStdString(capability)));
}

void HeaderBar::setMeasuredSizes(const QStringList& sizes, int current) {
    m_measured->clear();
    for (const QString& size : sizes)
        m_measured->addItem(tr("measured %1").arg(size));
    m_measured->setCurrentIndex(current);
    m_more->want(m_measured, !sizes.isEmpty());
    fit();
}

void HeaderBar::setRecordings(const QStringList& names, int current) {
    m_recording->clear();
    m_recording->addItems(names);
    m_recording->setCurrentIndex(current);
    m_more->want(m_recording, !names.isEmpty());
    fit();
}

void HeaderBar::setComparisons(const QStringList& names, int current) {
    m_compare->clear();
    m_compare->addItems(names);
    m_compare->setCurrentIndex(current);
    m_more->want(m_compare, names.size() > 1);
    fit();
}

void HeaderBar::setRunning(bool running, const QString& progress) {
    m_running = running;
    m_run->setText(running ? tr("Cancel") : m_onCpu ? tr("Run on CPU") : tr("Run on GPU"));
    m_run->setToolTip(running   ? progress
                      : m_onCpu ? tr("Measure this stage on one core of this computer's CPU, at the chosen size (F5)")
                                : tr("Measure all stages on this computer's GPU, at the chosen size (F5)"));
}

} // namespace warplens::app
