// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/message_bar.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace warplens::app {

MessageBar::MessageBar(QWidget* parent)
    : QWidget(parent)
    , m_text(new QLabel(this))
    , m_close(new QToolButton(this)) {
    setObjectName("messages");
    setAttribute(Qt::WA_StyledBackground);
    m_text->setObjectName("status");
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_close->setText(QStringLiteral("×"));
    m_close->setAccessibleName(tr("Close the message"));
    m_close->setToolTip(tr("Close the message"));
    m_close->setFocusPolicy(Qt::TabFocus);
    connect(m_close, &QToolButton::clicked, this, &MessageBar::clear);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 5, 8, 5);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_close);
    hide();
}

void MessageBar::setLook(const Look& look) {
    m_look = look;
    layout()->setContentsMargins(look.margin(), look.px(5), look.px(8), look.px(5));
    style();
}

void MessageBar::style() {
    const Palette& c = m_look.colours;
    setStyleSheet(QStringLiteral("#messages { background: %1; border-left: %2px solid %3; }"
                                 "#messages QLabel { color: %4; font-size: %5px; }"
                                 "#messages QToolButton { font-size: %5px; padding: %6px %7px; }")
                      .arg(c.pane.name())
                      .arg(m_look.px(3))
                      .arg((m_bad ? c.conflict : c.accent).name(), c.text.name())
                      .arg(m_look.px(13))
                      .arg(m_look.px(2))
                      .arg(m_look.px(8)));
}

void MessageBar::say(const QString& text) {
    set(text, false, {});
}

void MessageBar::complain(const QString& text, std::vector<Answer> answers) {
    set(text, true, std::move(answers));
}

void MessageBar::ask(const QString& text, std::vector<Answer> answers) {
    set(text, false, std::move(answers));
}

void MessageBar::clear() {
    set({}, false, {});
}

QString MessageBar::text() const {
    return m_text->text();
}

void MessageBar::set(const QString& text, bool bad, std::vector<Answer> answers) {
    for (QToolButton* button : m_buttons)
        button->deleteLater();
    m_buttons.clear();
    for (Answer& answer : answers) {
        auto* button = new QToolButton(this);
        button->setText(answer.label);
        button->setFocusPolicy(Qt::TabFocus);
        static_cast<QHBoxLayout*>(layout())->insertWidget(layout()->count() - 1, button);
        connect(button, &QToolButton::clicked, this, [this, run = std::move(answer.run)] {
            clear();
            run();
        });
        m_buttons.push_back(button);
    }
    m_text->setText(text);
    if (bad != m_bad) {
        m_bad = bad;
        style();
    }
    setVisible(!text.isEmpty());
    if (text.isEmpty())
        return;
    m_text->setAccessibleName(text);
    QAccessibleEvent announcement(m_text, QAccessible::Alert);
    QAccessible::updateAccessibility(&announcement);
}

} // namespace warplens::app
