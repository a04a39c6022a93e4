// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/lesson_bar.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace warplens::app {
namespace {

constexpr int smallestCaption = 18; ///< pixels: to be read from the last row

} // namespace

LessonBar::LessonBar(QWidget* parent)
    : QWidget(parent)
    , m_progress(new QLabel(this))
    , m_caption(new QLabel(this))
    , m_hint(new QLabel(this))
    , m_back(new QToolButton(this))
    , m_forward(new QToolButton(this))
    , m_close(new QToolButton(this)) {
    setObjectName("lesson");
    setAttribute(Qt::WA_StyledBackground);
    m_progress->setObjectName("lessonProgress");
    m_progress->setProperty("quiet", true);
    m_progress->setTextFormat(Qt::PlainText);
    m_hint->setObjectName("lessonHint");
    m_hint->setTextFormat(Qt::PlainText);
    m_hint->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_caption->setObjectName("caption");
    m_caption->setWordWrap(true);
    m_caption->setTextFormat(Qt::RichText);
    m_caption->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_caption->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_caption->setFocusPolicy(Qt::TabFocus);
    connect(m_caption, &QLabel::linkActivated, this, [this](const QString& link) { emit termClicked(link); });
    const auto button = [this](QToolButton* made, const QString& text, const QString& name, auto signal) {
        made->setText(text);
        made->setAccessibleName(name);
        made->setToolTip(name);
        made->setFocusPolicy(Qt::TabFocus);
        connect(made, &QToolButton::clicked, this, signal);
    };
    button(m_back, QStringLiteral("‹"), tr("Back (Page Up)"), &LessonBar::backClicked);
    button(m_forward, QStringLiteral("›"), tr("On (Page Down)"), &LessonBar::forwardClicked);
    button(m_close, QStringLiteral("×"), tr("Close the lesson"), &LessonBar::closeClicked);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(0, 0, 0, 0);
    head->addWidget(m_progress, 1);
    head->addWidget(m_hint);
    for (QToolButton* each : {m_back, m_forward, m_close})
        head->addWidget(each);
    auto* all = new QVBoxLayout(this);
    all->addLayout(head);
    all->addWidget(m_caption);
    hide();
}

void LessonBar::setLook(const Look& look) {
    m_look = look;
    layout()->setContentsMargins(look.margin(), look.px(6), look.px(8), look.px(10));
    const Palette& c = look.colours;
    setStyleSheet(QStringLiteral("#lesson { background: %1; border-top: %2px solid %3; }"
                                 "#lessonProgress { font-size: %4px; }"
                                 "#lessonHint { font-size: %4px; color: %3; font-weight: 600; }"
                                 "#caption { color: %5; font-size: %6px; }"
                                 "#lesson QToolButton { font-size: %4px; padding: %7px %8px; }")
                      .arg(c.pane.name())
                      .arg(look.px(2))
                      .arg(c.accent.name())
                      .arg(std::max(look.px(13), look.presentation ? smallestCaption : 0))
                      .arg(c.text.name())
                      .arg(std::max(look.px(17), look.presentation ? smallestCaption : 0))
                      .arg(look.px(1))
                      .arg(look.px(9)));
}

void LessonBar::tell(const QString& progress, const QString& caption, const QString& plain, const QString& origin) {
    m_progress->setText(progress);
    m_caption->setToolTip(origin);
    if (m_caption->text() == caption)
        return;
    m_caption->setText(caption);
    m_caption->setVisible(!caption.isEmpty());
    m_caption->setAccessibleName(plain);
    QAccessibleEvent announcement(m_caption, QAccessible::Alert);
    QAccessible::updateAccessibility(&announcement);
}

void LessonBar::setHint(const QString& hint) {
    m_hint->setText(hint);
}

QString LessonBar::caption() const {
    return m_caption->accessibleName();
}

QString LessonBar::progress() const {
    return m_progress->text();
}

QString LessonBar::hint() const {
    return m_hint->text();
}

} // namespace warplens::app
