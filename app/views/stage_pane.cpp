// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/stage_pane.h"

#include "app/views/banks_view.h"
#include "app/views/machine_pane.h"
#include "app/views/ptx_pane.h"
#include "app/views/source_pane.h"
#include "app/views/veil.h"
#include "app/views/view.h"

#include <QDataStream>
#include <QLabel>
#include <QPainter>
#include <QSplitter>
#include <QStyle>
#include <QVBoxLayout>

#include <utility>

namespace warplens::app {
namespace {

constexpr quint32 splitVersion = 3; ///< of what is remembered

QSplitter* makeSplitter(Qt::Orientation orientation) {
    auto* splitter = new QSplitter(orientation);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    return splitter;
}

/// Equal shares, whatever each of them would like best.
void addEvenly(QSplitter* splitter, QWidget* widget) {
    widget->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    splitter->addWidget(widget);
    splitter->setStretchFactor(splitter->count() - 1, 1);
}

void shareEvenly(QSplitter* splitter) {
    splitter->setSizes(QList<int>(splitter->count(), 1000));
}

} // namespace

StagePane::StagePane(QWidget* parent)
    : QWidget(parent)
    , m_player(new Player(this))
    , m_head(new QLabel(this))
    , m_sentence(new QLabel(this))
    , m_numbers(new BigNumbers(this))
    , m_columns(makeSplitter(Qt::Horizontal))
    , m_veil(new Veil(m_columns, this)) {
    setProperty("pane", true);
    setAttribute(Qt::WA_StyledBackground);
    m_head->setObjectName("head");
    m_head->setTextFormat(Qt::PlainText);
    m_sentence->setObjectName("paneSentence");
    m_sentence->setWordWrap(true);
    m_sentence->setTextFormat(Qt::RichText);
    m_sentence->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_head);
    layout->addWidget(m_sentence);
    layout->addWidget(m_columns, 1);
    layout->addWidget(m_numbers);
    connect(m_player, &Player::moved, this, &StagePane::showMoment);
    arrange();
}

Picture* StagePane::picture(const std::string& name) {
    if (const auto made = m_pictures.find(name); made != m_pictures.end())
        return made->second;
    const PictureKind* kind = findPicture(name);
    if (!kind)
        return nullptr;
    Picture* picture = kind->make(this);
    picture->hide();
    picture->setLook(m_look);
    m_pictures[name] = picture;
    connectPicture(name, picture);
    picture->show(m_player->shown());
    if (name == "source")
        m_veil->spare(picture);
    emit pictureMade(QString::fromStdString(name), picture);
    return picture;
}

SourcePane* StagePane::source() {
    return static_cast<SourcePane*>(picture("source"));
}

void StagePane::connectPicture(const std::string& name, Picture* picture) {
    if (picture->objectName().isEmpty())
        picture->setObjectName(QString::fromStdString(name + "Pane")); // its inner parts have the short name
    connect(picture, &Picture::focused, this, &StagePane::setFocusShown);
    connect(picture, &Picture::chosen, this, [this](const Focus& focus) {
        if (!wantsBlock(focus))
            pin(focus);
    });
    if (const auto* source = qobject_cast<SourcePane*>(picture))
        connect(source, &SourcePane::lineChosen, this, &StagePane::goToLine);
    if (const auto* ptx = qobject_cast<PtxPane*>(picture))
        connect(ptx, &PtxPane::lineChosen, this, &StagePane::goToPtxLine);
    if (const auto* machine = qobject_cast<MachinePane*>(picture))
        connect(machine, &MachinePane::lineChosen, this, &StagePane::goToLine);
}

void StagePane::setLook(const Look& look) {
    m_look = look;
    for (const auto& [name, picture] : m_pictures)
        picture->setLook(look);
    m_numbers->setLook(look);
    m_veil->setLook(look);
    m_head->setContentsMargins(look.margin(), look.px(10), look.margin(), 0);
    m_sentence->setContentsMargins(look.margin(), look.px(6), look.margin(), 0);
    // Two lines of it, always: what stands below does not jump.
    m_sentence->setMinimumHeight(QFontMetrics(look.ui(look.sentence(), QFont::DemiBold)).lineSpacing() * 5 / 2 +
                                 look.px(10));
    setHead(m_head->text(), m_headKind);
    arrange();
    showMoment();
}

void StagePane::setForm(Form form) {
    m_form = form;
    arrange();
    showMoment();
}

void StagePane::setSentenceShown(bool shown) {
    if (std::exchange(m_sentenceShown, shown) != shown)
        arrange();
}

void StagePane::setTold(bool told) {
    if (std::exchange(m_told, told) != told)
        arrange();
}

void StagePane::setPictures(const PictureNames& names) {
    m_chosen = names;
    arrange();
}

void StagePane::setAlone(const PictureNames& names) {
    if (std::exchange(m_alone, names) != names)
        arrange();
}

PictureRoom StagePane::room() const {
    const Shown& shown = m_player->shown();
    PictureRoom room;
    room.width = width() / m_look.scale;
    room.height = height() / m_look.scale;
    room.presentation = m_look.presentation && m_form == Form::Alone;
    room.half = m_form == Form::Half;
    room.hasShared = !shown.scene || !shown.scene->shareds.empty();
    room.alone = m_alone;
    room.opens = shown.scene ? shown.scene->stage.opens : std::string();
    return room;
}

void StagePane::arrange() {
    const std::vector<PictureNames> columns = pictureColumns(pictures(), room());
    if (columns != m_placed)
        place(columns);
    const bool alone = m_form == Form::Alone && !m_look.presentation && m_told;
    m_head->setVisible(m_form == Form::Half);
    m_sentence->setVisible(!alone && m_sentenceShown);
    m_numbers->setVisible(!alone && (m_told || room().height > 400));
}

void StagePane::place(const std::vector<PictureNames>& columns) {
    for (const auto& [name, picture] : m_pictures) {
        picture->hide();
        picture->setParent(this);
    }
    while (m_columns->count() > 0)
        delete m_columns->widget(0);
    for (const PictureNames& column : columns) {
        QSplitter* stack = makeSplitter(Qt::Vertical);
        addEvenly(m_columns, stack);
        for (const std::string& name : column) {
            Picture* each = picture(name);
            addEvenly(stack, each);
            each->QWidget::show();
            showPicture(name, each);
        }
        shareEvenly(stack);
    }
    shareEvenly(m_columns);
    m_placed = columns;
    m_veil->raise();
}

void StagePane::resizeEvent(QResizeEvent*) {
    arrange();
}

void StagePane::setScene(std::shared_ptr<const Scene> scene, Position at) {
    pin({});
    m_player->setScene(std::move(scene), at);
    arrange();
}

void StagePane::setState(State state, const QString& text) {
    m_state = state;
    if (state == State::Ready)
        m_veil->lift();
    else
        m_veil->cover(text, state == State::Failed);
}

void StagePane::setAlternative(const std::optional<Alternative>& alternative) {
    static_cast<BanksView*>(picture("banks"))->setAlternative(alternative);
}

void StagePane::setHead(const QString& text, BigNumber::Kind kind) {
    m_headKind = kind;
    m_head->setText(text);
    const char* const is = kind == BigNumber::Kind::Worse    ? "worse"
                           : kind == BigNumber::Kind::Better ? "better"
                                                             : "plain";
    if (m_head->property("is") != QLatin1String(is)) {
        m_head->setProperty("is", QLatin1String(is));
        m_head->style()->unpolish(m_head);
        m_head->style()->polish(m_head);
    }
}

void StagePane::setNumbers(const std::vector<BigNumber>& numbers) {
    m_numbers->setNumbers(numbers);
}

std::vector<PictureNames> StagePane::columnsIn(const QSizeF& size) const {
    PictureRoom there = room();
    there.width = size.width() / m_look.scale;
    there.height = size.height() / m_look.scale;
    return pictureColumns(shownPictures(m_chosen, there), there);
}

// As the pane itself is arranged, but in equal shares.
void StagePane::paintAt(QPainter& painter, const QRectF& area) {
    const std::vector<PictureNames> columns = columnsIn(area.size());
    painter.fillRect(area, m_look.colours.line);
    const auto share = [](double from, double length, size_t n, size_t of) {
        const double gaps = static_cast<double>(of - 1), each = (length - gaps) / static_cast<double>(of);
        return std::pair(from + static_cast<double>(n) * (each + 1), each);
    };
    for (size_t column = 0; column < columns.size(); ++column)
        for (size_t row = 0; row < columns[column].size(); ++row) {
            const auto [x, width] = share(area.left(), area.width(), column, columns.size());
            const auto [y, height] = share(area.top(), area.height(), row, columns[column].size());
            Picture* each = picture(columns[column][row]);
            each->show(m_player->shown());
            const QRectF cell(x, y, width, height);
            painter.save();
            painter.setClipRect(cell);
            each->paintAt(painter, cell);
            painter.restore();
        }
}

static QString coloured(const Phrase& phrase, const Palette& c) {
    const QString text = toQString(phrase.text).toHtmlEscaped();
    return phrase.tone == Tone::Plain ? text
                                      : QStringLiteral("<span style='color:%1'>%2</span>")
                                            .arg(inkOf(toneColour(c, phrase.tone), c).name(), text);
}

QString StagePane::html(const Sentence& sentence, const Look& look) {
    QString html;
    for (const Phrase& phrase : sentence)
        html += coloured(phrase, look.colours);
    return QStringLiteral("<div style='line-height:125%'>%1</div>").arg(html);
}

void StagePane::showMoment() {
    const Shown& shown = m_player->shown();
    m_sentence->setText(html(shown.moment.sentence, m_look));
    m_sentence->setAccessibleName(toQString(plainText(shown.moment.sentence)));
    for (const auto& [name, picture] : m_pictures)
        showPicture(name, picture);
}

// What is not seen is not worked out. The source is edited while it is hidden, too.
void StagePane::showPicture(const std::string& name, Picture* picture) {
    if (!picture->isHidden() || name == "source" || !m_player->shown().scene)
        picture->show(m_player->shown());
}

void StagePane::setFocusShown(const Focus& focus) {
    const Focus& effective = focus.empty() ? m_pinned : focus;
    for (const auto& [name, picture] : m_pictures)
        picture->showFocus(effective);
    emit focusChanged(effective);
}

void StagePane::pin(const Focus& focus) {
    m_pinned = focus == m_pinned ? Focus() : focus;
    setFocusShown(m_pinned);
}

bool StagePane::wantsBlock(const Focus& focus) {
    const auto& scene = m_player->shown().scene;
    if (!scene || focus.global.array < 0)
        return false;
    const auto block = scene->blockWriting(focus.global);
    if (!block || *block == scene->trace.block)
        return false;
    emit blockWanted(block->x, block->y);
    return true;
}

// The next event whose shape matches, from here on and then from the beginning.
template<class Matches>
bool StagePane::goToNext(Matches matches) {
    const Shown& shown = m_player->shown();
    if (!shown.scene)
        return false;
    const auto& events = shown.scene->trace.events;
    std::vector<bool> wanted;
    for (const sim::trace::Shape& shape : events.shapes())
        wanted.push_back(matches(*shown.scene, shape.op));
    const size_t now = m_player->position().event;
    for (size_t i = 1; i <= events.size(); ++i) {
        const size_t event = (now + i) % events.size();
        if (wanted[events.shapeNumber(event)]) {
            m_player->pause();
            m_player->goTo(event);
            return true;
        }
    }
    return false;
}

// To the request of that line that costs most beyond what it would have to: that is what its mark tells.
void StagePane::goToLine(uint32_t line) {
    const auto& scene = m_player->shown().scene;
    if (!scene)
        return;
    std::optional<uint32_t> worst;
    double most = -1;
    for (const sim::trace::Shape& shape : scene->trace.events.shapes()) {
        if (scene->lineOfOp(shape.op) != line)
            continue;
        const double excess = isShared(shape.kind) ? double(shape.wavefronts) - shape.wavefrontsIdeal
                                                   : double(shape.sectors) - double(shape.sectorsIdeal);
        if (excess > most) {
            most = excess;
            worst = shape.op;
        }
    }
    if (worst)
        goToNext([op = *worst](const Scene&, uint32_t other) { return other == op; });
}

// An instruction that makes no request of its own stands for its line of the source.
void StagePane::goToPtxLine(uint32_t line) {
    if (!goToNext([line](const Scene& scene, uint32_t op) { return PtxLinks::ptxLineOf(scene, op) == line; }))
        if (const uint32_t source = m_player->shown().links ? m_player->shown().links->sourceLine(line) : 0)
            goToLine(source);
}

void StagePane::resetSplit() {
    m_placed.clear();
    arrange();
}

QByteArray StagePane::splitState() const {
    QByteArray state;
    QDataStream out(&state, QIODevice::WriteOnly);
    out << splitVersion << static_cast<quint32>(m_columns->count()) << m_columns->saveState();
    for (int i = 0; i < m_columns->count(); ++i)
        out << static_cast<const QSplitter*>(m_columns->widget(i))->saveState();
    return state;
}

void StagePane::restoreSplit(const QByteArray& state) {
    QDataStream in(state);
    quint32 version = 0, columns = 0;
    in >> version >> columns;
    if (version != splitVersion || columns != static_cast<quint32>(m_columns->count()))
        return;
    QByteArray each;
    in >> each;
    m_columns->restoreState(each);
    m_columns->setHandleWidth(1);
    for (quint32 i = 0; i < columns; ++i) {
        in >> each;
        auto* column = static_cast<QSplitter*>(m_columns->widget(static_cast<int>(i)));
        column->restoreState(each);
        column->setHandleWidth(1);
    }
}

} // namespace warplens::app
