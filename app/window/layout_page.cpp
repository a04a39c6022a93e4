// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/layout_page.h"

#include "app/paint/drawing.h"
#include "app/tongue/say.h"
#include "app/views/layout_picture.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace warplens::app {
namespace {

using namespace sim::memory;

constexpr int mostEdge = 256; ///< that can be drawn

QLabel* labelled(QWidget* field, const QString& text, QHBoxLayout* row) {
    auto* label = new QLabel(text);
    label->setBuddy(field);
    field->setAccessibleName(text);
    row->addWidget(label);
    row->addWidget(field);
    return label;
}

/// The request that takes most wavefronts; the first where none is possible.
const TileRequest& worst(const Tile& tile, const Layout& layout, const TileAccess& access) {
    const auto cost = [&](const TileRequest& request) {
        const auto one = placed(tile, layout, request);
        return one ? sharedCost(*one).wavefronts : 0;
    };
    return *std::max_element(access.requests.begin(), access.requests.end(),
                             [&](const auto& a, const auto& b) { return cost(a) < cost(b); });
}

QString costText(const Tile& tile, const Layout& layout, const std::vector<TileAccess>& accesses) {
    QStringList all;
    for (const TileAccess& access : accesses) {
        const auto cost = costOf(tile, layout, access);
        all << (cost ? LayoutPage::tr("%1: %2 (%3)").arg(toQString(access.name)).arg(cost->wavefronts).arg(cost->ideal)
                     : LayoutPage::tr("%1: not possible").arg(toQString(access.name)));
    }
    return all.join(QStringLiteral(" · "));
}

/// What it says, where, and what the model counts.
QString publishedText(const PublishedLayout& each, const LayoutTask& task) {
    const auto cost = costOf(task.tile, task.layout, tileAccess(task.tile, each.access));
    return LayoutPage::tr("Published: %1 (%2). Ways of the conflict: %4 published, %3 counted by the model.")
        .arg(toQString(tongue::translated(each.says)), QString::fromLatin1(each.source))
        .arg(cost ? waysOf(*cost) : 0)
        .arg(each.ways);
}

} // namespace

LayoutPage::LayoutPage(QWidget* parent)
    : QWidget(parent)
    , m_yours(new LayoutPicture(this))
    , m_least(new LayoutPicture(this))
    , m_costs(new QLabel(this))
    , m_proof(new QLabel(this)) {
    setObjectName("layoutPage");
    setAttribute(Qt::WA_StyledBackground);
    m_yours->setObjectName("yourLayout");
    m_least->setObjectName("leastLayout");
    m_costs->setObjectName("layoutCosts");
    m_proof->setObjectName("layoutProof");
    auto* pictures = new QHBoxLayout;
    pictures->setSpacing(1);
    pictures->addWidget(m_yours, 1);
    pictures->addWidget(m_least, 1);
    auto* all = new QVBoxLayout(this);
    all->addLayout(makeTileRow());
    m_accessRow = new QHBoxLayout;
    all->addLayout(m_accessRow);
    all->addLayout(makeLayoutRow());
    all->addLayout(pictures, 1);
    for (QLabel* label : {m_costs, m_proof}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        all->addWidget(label);
    }
    all->addLayout(makeSearchRow());
    connect(m_yours, &LayoutPicture::dragged, this, &LayoutPage::typeLanes);
    LayoutTask first;
    first.accesses = {"row:4", "column:4"};
    first.wanted = 1;
    setTask(first);
}

QSpinBox* LayoutPage::spin(const char* name, int least, int most, QHBoxLayout* row, const QString& label) {
    auto* box = new QSpinBox(this);
    box->setObjectName(name);
    box->setRange(least, most);
    box->setButtonSymbols(QSpinBox::NoButtons); // the keys, the wheel, or a number
    labelled(box, label, row);
    connect(box, &QSpinBox::valueChanged, this, &LayoutPage::take);
    return box;
}

QHBoxLayout* LayoutPage::makeTileRow() {
    auto* row = new QHBoxLayout;
    m_rows = spin("tileRows", 1, mostEdge, row, tr("Rows"));
    m_columns = spin("tileColumns", 1, mostEdge, row, tr("Columns"));
    m_element = new QComboBox(this);
    m_element->setObjectName("tileElement");
    for (const char* bytes : {"1", "2", "4", "8", "16"})
        m_element->addItem(QString::fromLatin1(bytes));
    labelled(m_element, tr("Bytes of an element"), row);
    connect(m_element, &QComboBox::currentIndexChanged, this, &LayoutPage::take);
    m_lanes = new QLineEdit(this);
    m_lanes->setObjectName("tileLanes");
    m_lanes->setPlaceholderText(tr("an access of your own: lane * 33 – or drag lanes"));
    labelled(m_lanes, tr("Element of each lane"), row);
    connect(m_lanes, &QLineEdit::editingFinished, this, &LayoutPage::take);
    m_wanted = spin("wantedWavefronts", 0, 32, row, tr("Wanted wavefronts"));
    m_wanted->setSpecialValueText(QStringLiteral("–"));
    auto* close = new QPushButton(tr("Close"), this);
    close->setObjectName("closeLayout");
    connect(close, &QPushButton::clicked, this, &LayoutPage::closeWanted);
    row->addWidget(close);
    return row;
}

QHBoxLayout* LayoutPage::makeLayoutRow() {
    auto* row = new QHBoxLayout;
    m_padding = spin("layoutPadding", 0, 128, row, tr("Padding"));
    m_bits = spin("xorBits", 0, 8, row, tr("XOR: bits"));
    m_base = spin("xorBase", 0, 8, row, tr("from the column's bit"));
    m_shift = spin("xorShift", 0, 8, row, tr("with the row's bit"));
    m_shown = new QComboBox(this);
    m_shown->setObjectName("shownAccess");
    m_shown->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    labelled(m_shown, tr("Shown"), row);
    connect(m_shown, &QComboBox::currentIndexChanged, this, [this] {
        if (!m_filling)
            refresh();
    });
    row->addStretch(1);
    return row;
}

QHBoxLayout* LayoutPage::makeSearchRow() {
    auto* row = new QHBoxLayout;
    m_family = new QComboBox(this);
    m_family->setObjectName("family");
    m_family->addItems({tr("least padding"), tr("least XOR"), tr("least padding with XOR")});
    labelled(m_family, tr("Search for the"), row);
    m_search = new QPushButton(tr("Search"), this);
    m_search->setObjectName("searchLayout");
    connect(m_search, &QPushButton::clicked, this, &LayoutPage::search);
    connect(m_family, &QComboBox::currentIndexChanged, this, [this] {
        if (m_found)
            search();
    });
    row->addWidget(m_search);
    row->addStretch(1);
    m_cases = new QComboBox(this);
    m_cases->setObjectName("published");
    for (const PublishedLayout& each : publishedLayouts())
        m_cases->addItem(toQString(tongue::translated(each.title)));
    m_cases->setCurrentIndex(-1);
    m_cases->setPlaceholderText(tr("choose one"));
    m_cases->setMinimumContentsLength(18);
    m_cases->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    labelled(m_cases, tr("What is published"), row);
    connect(m_cases, &QComboBox::activated, this, &LayoutPage::showPublished);
    auto* link = new QPushButton(tr("Copy a link"), this);
    link->setObjectName("copyLayoutLink");
    connect(link, &QPushButton::clicked, this, &LayoutPage::linkWanted);
    row->addWidget(link);
    return row;
}

void LayoutPage::setLook(const Look& look) {
    m_look = look;
    m_yours->setLook(look);
    m_least->setLook(look);
    layout()->setContentsMargins(look.margin(), look.px(8), look.margin(), look.px(8));
    layout()->setSpacing(look.px(6));
    setStyleSheet(QStringLiteral("#layoutPage { background: %1; } #layoutCosts { color: %2; font-size: %3px; }"
                                 "#layoutProof { color: %4; font-size: %5px; }"
                                 "QCheckBox::indicator { border: 1px solid %4; border-radius: 3px; }"
                                 "QCheckBox::indicator:checked { background: %6; }")
                      .arg(look.colours.background.name(), look.colours.text.name())
                      .arg(look.px(15))
                      .arg(look.colours.secondary.name())
                      .arg(look.px(14))
                      .arg(look.colours.accent.name()));
}

void LayoutPage::setTask(const LayoutTask& task) {
    m_task = task;
    m_found.reset();
    m_published = -1;
    fill();
    refresh();
}

void LayoutPage::fill() {
    m_filling = true;
    m_rows->setValue(static_cast<int>(m_task.tile.rows));
    m_columns->setValue(static_cast<int>(m_task.tile.columns));
    m_element->setCurrentText(QString::number(m_task.tile.elementBytes));
    m_lanes->setText(toQString(m_task.lanes));
    m_wanted->setValue(static_cast<int>(m_task.wanted));
    m_padding->setValue(static_cast<int>(m_task.layout.padding));
    m_bits->setValue(static_cast<int>(m_task.layout.bits));
    m_base->setValue(static_cast<int>(m_task.layout.base));
    m_shift->setValue(static_cast<int>(m_task.layout.shift));
    makeAccesses();
    m_filling = false;
}

// Which there are depends on the tile.
void LayoutPage::makeAccesses() {
    while (QLayoutItem* item = m_accessRow->takeAt(0)) {
        if (item->widget())
            item->widget()->deleteLater();
        delete item;
    }
    m_accesses.clear();
    auto* label = new QLabel(tr("Accesses, bytes of a lane:"), this);
    m_accessRow->addWidget(label);
    for (const std::string& name :
         problemOf(m_task.tile).empty() ? tileAccesses(m_task.tile) : std::vector<std::string>()) {
        auto* box = new QCheckBox(toQString(name), this);
        box->setObjectName(QStringLiteral("access:") + toQString(name));
        box->setChecked(std::find(m_task.accesses.begin(), m_task.accesses.end(), name) != m_task.accesses.end());
        connect(box, &QCheckBox::toggled, this, &LayoutPage::take);
        m_accessRow->addWidget(box);
        m_accesses.push_back(box);
    }
    m_accessRow->addStretch(1);
}

void LayoutPage::take() {
    if (m_filling)
        return;
    LayoutTask task;
    task.tile = {static_cast<unsigned>(m_rows->value()), static_cast<unsigned>(m_columns->value()),
                 m_element->currentText().toUInt()};
    for (const QCheckBox* box : m_accesses)
        if (box->isChecked())
            task.accesses.push_back(box->text().toStdString());
    task.lanes = m_lanes->text().trimmed().toStdString();
    task.layout = {static_cast<unsigned>(m_padding->value()), static_cast<unsigned>(m_bits->value()),
                   static_cast<unsigned>(m_base->value()), static_cast<unsigned>(m_shift->value())};
    task.wanted = static_cast<unsigned>(m_wanted->value());
    const bool otherTile = task.tile != m_task.tile;
    // What was found is of that tile and those accesses.
    if (otherTile || task.accesses != m_task.accesses || task.lanes != m_task.lanes)
        m_found.reset();
    m_published = -1;
    m_task = std::move(task);
    if (otherTile) {
        const std::vector<std::string> there =
            problemOf(m_task.tile).empty() ? tileAccesses(m_task.tile) : m_task.accesses;
        std::erase_if(m_task.accesses, [&](const std::string& name) {
            return std::find(there.begin(), there.end(), name) == there.end();
        });
        m_filling = true;
        makeAccesses();
        m_filling = false;
    }
    refresh();
}

size_t LayoutPage::shownAccess(const std::vector<TileAccess>& accesses) const {
    for (size_t i = 0; i < accesses.size(); ++i)
        if (m_shown->currentText() == toQString(accesses[i].name))
            return i;
    return accesses.size() - 1;
}

// The model counts at once; what cannot be is said, and no picture shows something else.
void LayoutPage::refresh() {
    std::vector<TileAccess> accesses;
    try {
        accesses = accessesOf(m_task);
    } catch (const std::invalid_argument& problem) {
        m_yours->show(std::nullopt, QString::fromUtf8(problem.what()));
        m_least->show(std::nullopt);
        m_costs->clear();
        m_proof->clear();
        m_search->setEnabled(false);
        return;
    }
    m_search->setEnabled(!accesses.empty());
    if (accesses.empty()) {
        m_yours->show(std::nullopt, tr("Choose an access, or type an element for each lane."));
        m_least->show(std::nullopt);
        m_costs->clear();
        m_proof->clear();
        return;
    }
    QStringList names;
    for (const TileAccess& access : accesses)
        names << toQString(access.name);
    QStringList before;
    for (int i = 0; i < m_shown->count(); ++i)
        before << m_shown->itemText(i);
    m_filling = true;
    if (names != before) {
        const QString kept = m_shown->currentText();
        m_shown->clear();
        m_shown->addItems(names);
        m_shown->setCurrentIndex(static_cast<int>(names.contains(kept) ? names.indexOf(kept) : names.size() - 1));
    }
    m_filling = false;
    const TileAccess& access = accesses[shownAccess(accesses)];
    const auto shown = [&](const Layout& layout) {
        LayoutPicture::Shown each;
        each.heading = toQString(layoutCode(m_task.tile, layout));
        each.tile = m_task.tile;
        each.layout = layout;
        each.request = worst(m_task.tile, layout, access);
        const auto one = placed(m_task.tile, layout, each.request);
        each.possible = one.has_value();
        const SharedCost cost = one ? sharedCost(*one) : SharedCost();
        each.verdict =
            one ? toQString(tongue::counted("{0} wavefront(s) for the worst request of {1}, {2} without conflicts",
                                            cost.wavefronts, access.name, cost.wavefrontsIdeal))
                : tr("Not possible: the layout takes the bytes of a lane apart, or they are not aligned.");
        return each;
    };
    LayoutPicture::Shown yours = shown(m_task.layout);
    yours.heading = tr("Yours: %1").arg(yours.heading);
    yours.draggable = true;
    m_yours->show(yours);
    if (m_found && m_found->best) {
        LayoutPicture::Shown least = shown(m_found->best->layout);
        least.heading = tr("Found: %1").arg(least.heading);
        m_least->show(least);
    } else {
        m_least->show(std::nullopt, m_found ? toQString(searchText(m_task, *m_found))
                                            : tr("Find one of your own, then search: all of a family are tried."));
    }
    refreshVerdict(accesses);
}

void LayoutPage::refreshVerdict(const std::vector<TileAccess>& accesses) {
    QString costs =
        tr("Wavefronts of yours (without conflicts): %1").arg(costText(m_task.tile, m_task.layout, accesses));
    if (m_found && m_found->best)
        costs +=
            QLatin1Char('\n') + tr("Of what was found: %1").arg(costText(m_task.tile, m_found->best->layout, accesses));
    if (m_task.wanted > 0) {
        const auto cost = costOf(m_task.tile, m_task.layout, accesses[shownAccess(accesses)]);
        const bool met = cost && cost->worst == m_task.wanted;
        costs += QLatin1Char('\n') + (met ? tr("Wanted: %1 for the worst request of %2. Met.")
                                          : tr("Wanted: %1 for the worst request of %2. Not met."))
                                         .arg(m_task.wanted)
                                         .arg(toQString(accesses[shownAccess(accesses)].name));
    }
    m_costs->setText(costs);
    QString proof = m_found ? toQString(searchText(m_task, *m_found)) : QString();
    if (m_published >= 0) {
        proof = publishedText(publishedLayouts()[static_cast<size_t>(m_published)], m_task) +
                (proof.isEmpty() ? QString() : QLatin1Char('\n') + proof);
    }
    m_proof->setText(proof);
    m_proof->setVisible(!proof.isEmpty());
}

void LayoutPage::search() {
    try {
        const std::vector<TileAccess> accesses = accessesOf(m_task);
        if (accesses.empty())
            return;
        m_found = searchLayout(m_task.tile, static_cast<Family>(m_family->currentIndex()), accesses);
    } catch (const std::invalid_argument&) {
        return; // it is said already
    }
    refresh();
}

void LayoutPage::showPublished(int index) {
    const PublishedLayout& each = publishedLayouts()[static_cast<size_t>(index)];
    setTask(layoutTaskOf(each.link));
    m_cases->setCurrentIndex(index);
    m_published = index;
    m_shown->setCurrentText(QString::fromLatin1(each.access));
    m_family->setCurrentIndex(m_task.layout.padding ? 0 : 1);
    search();
}

// What is shown becomes an access of the learner's, with that lane elsewhere.
void LayoutPage::typeLanes(unsigned lane, int element) {
    const std::vector<TileAccess> accesses = accessesOf(m_task);
    TileRequest request = worst(m_task.tile, m_task.layout, accesses[shownAccess(accesses)]);
    request.element[lane] = element;
    m_lanes->setText(toQString(lanesText(request)));
    take();
    m_shown->setCurrentText(QStringLiteral("lanes"));
}

QString LayoutPage::told() const {
    return m_costs->text() + QLatin1Char('\n') + m_proof->text();
}

void LayoutPage::sayAgain() {
    for (int i = 0; i < m_cases->count(); ++i)
        m_cases->setItemText(i, toQString(tongue::translated(publishedLayouts()[static_cast<size_t>(i)].title)));
    refresh();
}

// Elsewhere this key goes back to the pictures: here it does, too.
bool LayoutPage::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
        event->accept();
    return QWidget::event(event);
}

void LayoutPage::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        emit closeWanted();
    else
        QWidget::keyPressEvent(event);
}

} // namespace warplens::app
