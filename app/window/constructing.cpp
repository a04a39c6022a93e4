// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/constructing.h"

#include "app/paint/drawing.h"
#include "app/window/actions.h"
#include "app/window/layout_page.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

namespace warplens::app {

Constructing::Constructing(Context& context, LayoutPage* page, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_page(page) {
    connect(m_page, &LayoutPage::closeWanted, this, &Constructing::close);
    connect(m_page, &LayoutPage::linkWanted, this, [this] {
        const QString link = toQString(layoutLink(m_page->task()));
        QGuiApplication::clipboard()->setText(link);
        m_context.messages.say(tr("Copied %1").arg(link));
    });
    // Somebody wants to see something else.
    m_context.store.watch([this](const Exhibit&, Parts changed) {
        if (changed.has(Part::Words))
            m_page->sayAgain();
        if (!changed.only(Part::Words | Part::Recording | Part::Measured | Part::Place))
            close();
    });
}

void Constructing::addActions(Actions& actions, QMenu* lecture) {
    actions.addToggle(
        lecture, tr("C&onstruct a layout, and search for one"), Qt::Key_F10, [this] { m_on ? close() : start(); },
        [this] { return m_on; });
}

bool Constructing::open(const QString& link) {
    try {
        m_page->setTask(layoutTaskOf(link.toStdString()));
    } catch (const std::invalid_argument& mistake) {
        m_context.messages.complain(QString::fromUtf8(mistake.what()));
        return false;
    }
    start();
    return true;
}

void Constructing::start() {
    emit started();
    m_on = true;
    emit changed();
    m_page->setFocus();
}

void Constructing::close() {
    if (!std::exchange(m_on, false))
        return;
    emit changed();
}

} // namespace warplens::app
