// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/stage_list.h"

#include "app/views/view.h"
#include "app/window/header_bar.h"
#include "app/words/narrator.h"

#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace warplens::app {
namespace {

class StageDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    Look look;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
        return {look.px(180), index.data(StageListModel::HeadingRole).toBool() ? look.px(32) : look.px(29)};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Palette& c = look.colours;
        const QRectF area = option.rect;
        painter->setRenderHint(QPainter::Antialiasing);
        if (index.data(StageListModel::HeadingRole).toBool()) {
            painter->setFont(look.ui(look.px(11), QFont::DemiBold));
            painter->setPen(c.secondary);
            drawKept(*painter, area.adjusted(look.px(16), look.px(6), -8, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     index.data().toString().toUpper());
            return;
        }
        const bool chosen = option.state & QStyle::State_Selected;
        if (chosen || (option.state & QStyle::State_MouseOver)) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(chosen ? c.selection : mixed(c.pane, c.selection, 0.4));
            painter->drawRoundedRect(area.adjusted(look.px(6), 1, -look.px(6), -1), 5, 5);
        }
        painter->setFont(look.mono(look.px(12)));
        painter->setPen(c.secondary);
        drawKept(*painter, area.adjusted(look.px(16), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                 index.data(StageListModel::NumberRole).toString());
        // A narrow list is for the names alone.
        const QVariant share = area.width() < look.px(200) ? QVariant() : index.data(StageListModel::ShareRole);
        const double barRoom = std::min<double>(look.px(60), area.width() * 0.2);
        painter->setFont(look.ui(look.body(), chosen ? QFont::DemiBold : QFont::Normal));
        painter->setPen(c.text);
        const bool numbered = !index.data(StageListModel::NumberRole).toString().isEmpty();
        drawText(*painter,
                 area.adjusted(look.px(numbered ? 44 : 16), 0, -look.px(14) - (share.isValid() ? barRoom : 0), 0),
                 Qt::AlignLeft | Qt::AlignVCenter, index.data().toString());
        if (!share.isValid())
            return;
        const double width = std::max(3.0, barRoom * 0.9 * share.toDouble());
        painter->setPen(Qt::NoPen);
        painter->setBrush(c.a);
        painter->drawRoundedRect(
            QRectF(area.right() - look.px(14) - barRoom * 0.9, area.center().y() - look.px(2), width, look.px(4)), 2,
            2);
    }
};

} // namespace

void StageListModel::setCatalogue(const kernels::Catalogue& catalogue) {
    beginResetModel();
    m_rows.clear();
    for (const kernels::Track& track : catalogue.tracks) {
        m_rows.push_back({true, {}, {}, QString::fromStdString(track.title)});
        for (const kernels::Stage& stage : catalogue.stages) {
            if (stage.track != track.id)
                continue;
            const QString id = QString::fromStdString(stage.id);
            m_rows.push_back({false, id, stageNumber(stage.id), QString::fromStdString(stage.shortTitle)});
        }
    }
    endResetModel();
}

void StageListModel::setShares(const std::map<std::string, double>& shares) {
    m_shares = shares;
    if (!m_rows.empty())
        emit dataChanged(index(0), index(static_cast<int>(m_rows.size()) - 1), {ShareRole});
}

int StageListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant StageListModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= static_cast<int>(m_rows.size()))
        return {};
    const Row& row = m_rows[static_cast<size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return row.title;
    case IdRole:
        return row.id;
    case NumberRole:
        return row.number;
    case HeadingRole:
        return row.heading;
    case ShareRole: {
        const auto share = m_shares.find(row.id.toStdString());
        return share == m_shares.end() ? QVariant() : QVariant(share->second);
    }
    default:
        return {};
    }
}

Qt::ItemFlags StageListModel::flags(const QModelIndex& index) const {
    return !index.isValid() || data(index, HeadingRole).toBool() ? Qt::NoItemFlags
                                                                 : Qt::ItemIsEnabled | Qt::ItemIsSelectable;
}

QModelIndex StageListModel::indexOf(const QString& stage) const {
    for (size_t i = 0; i < m_rows.size(); ++i)
        if (m_rows[i].id == stage && !m_rows[i].heading)
            return index(static_cast<int>(i));
    return {};
}

StageList::StageList(QWidget* parent)
    : QWidget(parent)
    , m_model(new StageListModel(this))
    , m_view(new QListView(this))
    , m_scroll(new QScrollArea(this))
    , m_about(new QLabel(this)) {
    setObjectName("side");
    m_view->setModel(m_model);
    m_view->setItemDelegate(new StageDelegate(m_view));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setObjectName("stages");
    m_view->setAccessibleName(tr("Stages"));
    m_view->setMouseTracking(true);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_about->setWordWrap(true);
    m_about->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_about->setTextFormat(Qt::RichText);
    m_about->setObjectName("about");
    m_about->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_scroll->setWidget(m_about);
    m_scroll->setAccessibleName(tr("About the stage"));
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_view);
    layout->addWidget(m_scroll, 1);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& now) {
        if (!m_quiet && now.isValid() && !now.data(StageListModel::HeadingRole).toBool())
            emit chosen(now.data(StageListModel::IdRole).toString());
    });
}

StageList::~StageList() = default;

void StageList::setCatalogue(const kernels::Catalogue& catalogue) {
    m_quiet = true;
    m_model->setCatalogue(catalogue);
    m_quiet = false;
    if (!m_narrator) // what is opened later has no texts of its own
        m_narrator = std::make_unique<words::Narrator>(
            catalogue, [this] { QMetaObject::invokeMethod(this, &StageList::retell, Qt::QueuedConnection); });
}

void StageList::forgetTexts() {
    m_narrator.reset();
}

void StageList::setLook(const Look& look) {
    m_look = look;
    static_cast<StageDelegate*>(m_view->itemDelegate())->look = look;
    m_view->doItemsLayout();
    fitList();
    retell();
}

// The list is as high as its rows, up to what leaves room for the text below it.
void StageList::fitList() {
    int rows = 0;
    for (int i = 0; i < m_model->rowCount(); ++i)
        rows += m_view->sizeHintForRow(i);
    m_view->setFixedHeight(std::min(rows + 8, std::max(120, height() - m_look.px(250))));
    // What was visible in a higher list may not be in this one; its new height comes with the layout.
    QMetaObject::invokeMethod(
        this, [this] { m_view->scrollTo(m_view->currentIndex()); }, Qt::QueuedConnection);
}

void StageList::resizeEvent(QResizeEvent*) {
    fitList();
}

void StageList::setCurrent(const kernels::Stage& stage) {
    m_current = stage;
    m_quiet = true;
    m_view->setCurrentIndex(m_model->indexOf(QString::fromStdString(stage.id)));
    m_quiet = false;
    retell();
}

void StageList::retell() {
    if (m_current.id.empty() || !m_narrator)
        return;
    const Palette& c = m_look.colours;
    const auto paragraph = [&](const QString& head, const std::string& text, const QColor& colour) {
        static const QRegularExpression code("`([^`]*)`");
        const QString told = toQString(text).toHtmlEscaped().replace(
            code, QStringLiteral("<span style='font-family:JetBrains Mono'>\\1</span>"));
        return QStringLiteral("<p style='margin:0 0 2px 0; color:%2; font-weight:600'>%3</p>"
                              "<p style='margin:0 0 %1px 0; line-height:135%'>%4</p>")
            .arg(m_look.px(10))
            .arg(colour.name(), head.toHtmlEscaped(), told);
    };
    m_about->setContentsMargins(m_look.px(16), m_look.px(10), m_look.px(14), m_look.px(10));
    const words::Told told = m_narrator->tell(m_current);
    const std::string lookAt = told.lookAt.text();
    m_about->setText(paragraph(toQString(m_current.title), told.idea.text(), c.text) +
                     (lookAt.empty() ? QString() : paragraph(tr("What to look at"), lookAt, c.cursor)) +
                     QStringLiteral("<p style='margin:0; color:%1'>%2</p>")
                         .arg(c.secondary.name(), toQString(told.origins()).toHtmlEscaped()));
}

} // namespace warplens::app
