// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/stage_pane.h"

#include "app/views/banks_view.h"
#include "app/views/global_view.h"
#include "app/views/ptx_pane.h"
#include "app/views/source_pane.h"
#include "app/views/tiles_view.h"
#include "app/views/warp_view.h"

#include <QDataStream>
#include <QLabel>
#include <QSplitter>
#include <QStyle>
#include <QToolTip>
#include <QVBoxLayout>

namespace warplens::app {
namespace {

constexpr quint32 splitVersion = 2; ///< of what is remembered: how many pictures there are

QSplitter* split(Qt::Orientation orientation, std::initializer_list<QWidget*> widgets) {
    auto* splitter = new QSplitter(orientation);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    for (QWidget* widget : widgets) {
        // Equal shares, whatever each of them would like best.
        widget->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
        splitter->addWidget(widget);
        splitter->setStretchFactor(splitter->count() - 1, 1);
    }
    splitter->setSizes(QList<int>(splitter->count(), 1000));
    return splitter;
}

} // namespace

StagePane::StagePane(QWidget* parent)
    : QWidget(parent)
    , m_player(new Player(this))
    , m_tiles(new TilesView(this))
    , m_global(new GlobalView(this))
    , m_source(new SourcePane(this))
    , m_banks(new BanksView(this))
    , m_warp(new WarpView(this))
    , m_ptx(new PtxPane(this))
    , m_head(new QLabel(this))
    , m_sentence(new QLabel(this))
    , m_numbers(new BigNumbers(this)) {
    setProperty("pane", true);
    setAttribute(Qt::WA_StyledBackground);
    m_head->setObjectName("head");
    m_head->setTextFormat(Qt::PlainText);
    m_sentence->setObjectName("paneSentence");
    m_sentence->setWordWrap(true);
    m_sentence->setTextFormat(Qt::RichText);
    m_sentence->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_left = split(Qt::Vertical, {m_tiles, m_ptx, m_global, m_warp});
    m_right = split(Qt::Vertical, {m_source, m_banks});
    m_columns = split(Qt::Horizontal, {m_left, m_right});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_head);
    layout->addWidget(m_sentence);
    layout->addWidget(m_columns, 1);
    layout->addWidget(m_numbers);

    connect(m_player, &Player::moved, this, &StagePane::showMoment);
    for (View* each : std::initializer_list<View*>{m_tiles, m_global, m_banks, m_warp}) {
        connect(each, &View::focused, this, &StagePane::setFocusShown);
        connect(each, &View::chosen, this, [this](const Focus& focus) {
            if (!wantsBlock(focus))
                pin(focus);
        });
    }
    connect(m_source, &SourcePane::lineChosen, this, &StagePane::goToLine);
    connect(m_source, &SourcePane::lineFocused, this, [this](uint32_t line) {
        const Shown& shown = m_player->shown();
        const Focus focus = shown.scene ? focusOnSourceLine(*shown.scene, shown.moment, m_ptx->links(), line) : Focus();
        if (focus.empty())
            QToolTip::hideText();
        else if (m_source->underMouse())
            QToolTip::showText(QCursor::pos(), toQString(focus.text), m_source);
        setFocusShown(focus);
    });
    connect(m_ptx, &PtxPane::focused, this, &StagePane::setFocusShown);
    connect(m_ptx, &PtxPane::lineChosen, this, &StagePane::goToPtxLine);
    arrange();
}

View* StagePane::view(Picture picture) const {
    switch (picture) {
    case Picture::Tiles:
        return m_tiles;
    case Picture::Global:
        return m_global;
    case Picture::Banks:
        return m_banks;
    case Picture::Warp:
        m_warp->show(m_player->shown()); // it may have been hidden
        return m_warp;
    case Picture::Source:
        break;
    }
    return nullptr;
}

void StagePane::setLook(const Look& look) {
    m_look = look;
    m_tiles->setLook(look);
    m_global->setLook(look);
    m_banks->setLook(look);
    m_warp->setLook(look);
    m_ptx->setLook(look);
    m_source->setLook(look);
    m_numbers->setLook(look);
    m_head->setContentsMargins(look.margin(), look.px(10), look.margin(), 0);
    m_sentence->setContentsMargins(look.margin(), look.px(6), look.margin(), 0);
    // Two lines of it, always: what stands below does not jump.
    m_sentence->setMinimumHeight(QFontMetrics(look.ui(look.sentence(), QFont::DemiBold)).lineSpacing() * 5 / 2 +
                                 look.px(10));
    setHead(m_head->text(), m_worse);
    arrange();
    showMoment();
}

void StagePane::setForm(Form form) {
    m_form = form;
    arrange();
    showMoment();
}

void StagePane::setOnly(std::optional<Picture> picture) {
    m_only = picture;
    arrange();
}

void StagePane::setPtxShown(bool on) {
    m_ptxShown = on;
    arrange();
}

void StagePane::setWarpShown(bool on) {
    m_warpShown = on;
    arrange();
}

// Which pictures there is room for.
void StagePane::arrange() {
    const Shown& shown = m_player->shown();
    const bool banks = shown.scene && !shown.scene->shareds.empty();
    bool tiles = true, global = true, source = true, bank = true, ptx = false, warp = false;
    const bool wide = m_form == Form::Alone && !m_look.presentation && !m_only && width() > m_look.px(1500);
    if (m_only) {
        tiles = m_only == Picture::Tiles;
        global = m_only == Picture::Global;
        source = m_only == Picture::Source;
        bank = m_only == Picture::Banks;
        warp = m_only == Picture::Warp;
        ptx = source && m_ptxShown;
    } else if (m_form == Form::Half) {
        source = false;
        warp = m_warpShown;
        // A small window has room for one picture, a large one for two.
        const bool two = height() > m_look.px(700);
        tiles = two && !warp;
        bank = banks && (two || !warp);
        global = !banks && !warp;
    } else if (m_look.presentation) {
        // Two pictures, never more: what the lecturer has asked for, else where the elements are and what they cost.
        source = ptx = m_ptxShown;
        warp = m_warpShown && !ptx;
        tiles = !ptx;
        global = !ptx && !warp && shown.scene && !banks;
        bank = !ptx && !warp && !global;
    } else {
        ptx = m_ptxShown;
        tiles = !ptx;
        warp = m_warpShown;
        global = !warp || wide;
        // 32 lanes want to be read: in a small window they take the whole column.
        if (warp && !ptx && height() < m_look.px(700))
            tiles = false;
    }
    // Side by side in a large window and for a room; else within the left column.
    const bool beside = wide || (m_look.presentation && m_form == Form::Alone && !m_only);
    if (QSplitter* home = beside ? m_columns : m_left; m_warp->parentWidget() != home) {
        home->addWidget(m_warp);
        home->setStretchFactor(home->count() - 1, 1);
        home->setSizes(QList<int>(home->count(), 1000));
    }
    m_tiles->setVisible(tiles);
    m_global->setVisible(global);
    m_source->setVisible(source);
    m_banks->setVisible(bank);
    m_ptx->setVisible(ptx);
    m_warp->setVisible(warp);
    showHidden();
    m_left->setVisible(tiles || global || ptx || (warp && !beside));
    m_right->setVisible(source || bank);
    // One of two stands them below each other; alone with two, they stand side by side.
    m_columns->setOrientation(m_form == Form::Half ? Qt::Vertical : Qt::Horizontal);
    const bool alone = m_form == Form::Alone && !m_look.presentation;
    m_head->setVisible(m_form == Form::Half);
    m_sentence->setVisible(!alone);
    m_numbers->setVisible(!alone);
}

void StagePane::resizeEvent(QResizeEvent*) {
    arrange();
}

void StagePane::setScene(std::shared_ptr<const Scene> scene, bool keepPlace) {
    pin({});
    m_ptx->setScene(scene);
    if (scene)
        m_source->setSource(toQString(scene->image.fileName), toQString(scene->image.source), scene->lines);
    m_player->setScene(std::move(scene), keepPlace);
    arrange();
}

void StagePane::setHead(const QString& text, bool worse) {
    m_worse = worse;
    m_head->setText(text);
    if (m_head->property("worse") != worse) {
        m_head->setProperty("worse", worse);
        m_head->style()->unpolish(m_head);
        m_head->style()->polish(m_head);
    }
}

void StagePane::setNumbers(const std::vector<BigNumber>& numbers) {
    m_numbers->setNumbers(numbers);
}

QString StagePane::html(const Sentence& sentence, const Look& look) {
    const Palette& c = look.colours;
    QString html;
    for (const Phrase& phrase : sentence) {
        const QString text = toQString(phrase.text).toHtmlEscaped();
        const QColor colour = phrase.tone == Tone::Bad      ? c.conflict
                              : phrase.tone == Tone::Good   ? c.good
                              : phrase.tone == Tone::Result ? c.good
                              : phrase.tone == Tone::Merged ? c.merged
                              : phrase.tone == Tone::ArrayA ? c.a
                              : phrase.tone == Tone::ArrayB ? c.b
                                                            : c.text;
        html += phrase.tone == Tone::Plain
                    ? text
                    : QStringLiteral("<span style='color:%1'>%2</span>").arg(colour.name(), text);
    }
    return QStringLiteral("<div style='line-height:125%'>%1</div>").arg(html);
}

void StagePane::showMoment() {
    const Shown& shown = m_player->shown();
    m_tiles->show(shown);
    m_global->show(shown);
    m_banks->show(shown);
    m_sentence->setText(html(shown.moment.sentence, m_look));
    m_sentence->setAccessibleName(toQString(plainText(shown.moment.sentence)));
    m_source->setCurrentLine(shown.scene ? shown.moment.line : 0);
    showHidden();
}

// The two that are not always there are worked out only while they are.
void StagePane::showHidden() {
    const Shown& shown = m_player->shown();
    if (!m_warp->isHidden())
        m_warp->show(shown);
    if (!m_ptx->isHidden() && shown.scene)
        m_ptx->setMoment(shown.moment);
}

void StagePane::setFocusShown(const Focus& focus) {
    const Focus& effective = focus.empty() ? m_pinned : focus;
    m_tiles->showFocus(effective);
    m_global->showFocus(effective);
    m_banks->showFocus(effective);
    m_warp->showFocus(effective);
    m_ptx->setFocusLine(effective.line.value_or(0));
    m_source->setFocusLine(effective.line.value_or(0));
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

void StagePane::goToLine(uint32_t line) {
    goToNext([line](const Scene& scene, uint32_t op) { return scene.lineOfOp(op) == line; });
}

// An instruction that makes no request of its own stands for its line of the source.
void StagePane::goToPtxLine(uint32_t line) {
    if (!goToNext([line](const Scene& scene, uint32_t op) { return PtxLinks::ptxLineOf(scene, op) == line; }))
        if (const uint32_t source = m_ptx->links().sourceLine(line))
            goToLine(source);
}

void StagePane::resetSplit() {
    for (QSplitter* splitter : {m_columns, m_left, m_right})
        splitter->setSizes(QList<int>(splitter->count(), 1000));
}

QByteArray StagePane::splitState() const {
    QByteArray state;
    QDataStream out(&state, QIODevice::WriteOnly);
    out << splitVersion << m_columns->saveState() << m_left->saveState() << m_right->saveState();
    return state;
}

void StagePane::restoreSplit(const QByteArray& state) {
    QByteArray columns, left, right;
    QDataStream in(state);
    quint32 version = 0;
    in >> version;
    if (version != splitVersion)
        return;
    in >> columns >> left >> right;
    m_columns->restoreState(columns);
    m_left->restoreState(left);
    m_right->restoreState(right);
    m_columns->setHandleWidth(1);
    arrange();
}

} // namespace warplens::app
