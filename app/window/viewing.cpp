// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/viewing.h"

#include "app/views/source_pane.h"
#include "app/views/stage_pane.h"
#include "app/window/actions.h"

#include <QMenu>

#include <algorithm>

namespace warplens::app {

Viewing::Viewing(Context& context, StagePane* pane, StagePane* other, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_pane(pane)
    , m_other(other) {
    m_context.store.watch([this](const Exhibit&, Parts changed) { follow(changed); });
    for (StagePane* each : {m_pane, m_other})
        connect(each->source(), &SourcePane::heatChosen, this,
                [this](Heat heat) { m_context.change([&](Exhibit& now) { now.heat = heatWord(heat); }); });
    connect(m_pane, &StagePane::blockWanted, this, [this](quint32 x, quint32 y) {
        m_context.change([&](Exhibit& now) {
            now.block = {x, y, 0};
            now.at = {};
        });
    });
}

void Viewing::check(const Exhibit& exhibit) {
    for (const std::string& name : exhibit.pictures)
        if (!pictureOf(name)) {
            QStringList known;
            for (const PictureKind& kind : pictureKinds())
                known << QString::fromLatin1(kind.name);
            throw ExhibitError(tr("there is no picture '%1': write %2")
                                   .arg(QString::fromStdString(name), known.join(QStringLiteral(", ")))
                                   .toStdString());
        }
    if (!exhibit.heat.empty() && !heatOf(exhibit.heat))
        throw ExhibitError(
            tr("'%1' is no number beside the lines: write request, wavefronts, sectors, excess or binding")
                .arg(QString::fromStdString(exhibit.heat))
                .toStdString());
}

// Two beside each other tell the same number, in the same pictures.
void Viewing::follow(Parts changed) {
    const Exhibit& now = m_context.now();
    for (StagePane* pane : {m_pane, m_other}) {
        if (changed.has(Part::Heat))
            pane->source()->setHeat(heatOf(now.heat).value_or(Heat::PerRequest));
        if (changed.has(Part::Pictures))
            pane->setPictures(now.pictures);
    }
}

void Viewing::showPage(Page page) {
    m_context.change([&](Exhibit& now) { now.page = page; });
}

void Viewing::addPages(Actions& actions, QMenu* view) {
    const auto toggle = [&](const QString& text, const QKeySequence& key, Page page) {
        actions.addToggle(
            view, text, key, [this, page] { showPage(m_context.now().page == page ? Page::Pictures : page); },
            [this, page] { return m_context.now().page == page; });
    };
    toggle(tr("&Charts"), Qt::Key_F2, Page::Charts);
    toggle(tr("Di&fference of the sources"), Qt::Key_D, Page::Difference);
    actions.addToggle(
        view, tr("Times with L2 fl&ushed"), Qt::SHIFT | Qt::Key_L,
        [this] { m_context.change([](Exhibit& now) { now.flushed = !now.flushed; }); },
        [this] { return m_context.now().flushed; });
}

void Viewing::addPictures(Actions& actions, QMenu* view) {
    for (const PictureKind& kind : pictureKinds())
        actions.addToggle(
            view, tr("Only: %1").arg(pictureTitle(kind)), QKeySequence(static_cast<int>(Qt::CTRL) | kind.key),
            [this, name = std::string(kind.name)] {
                m_context.change([&](Exhibit& now) {
                    now.page = Page::Pictures;
                    now.pictures = now.pictures == PictureNames{name} ? PictureNames() : PictureNames{name};
                });
            },
            [this, name = std::string(kind.name)] { return m_context.now().pictures == PictureNames{name}; });
    actions.add(view, tr("&All pictures"), Qt::CTRL | Qt::Key_6,
                [this] { m_context.change([](Exhibit& now) { now.pictures.clear(); }); });
    const auto withPicture = [&](const QString& text, Qt::Key key, const char* name) {
        actions.addToggle(
            view, text, key,
            [this, name] {
                const PictureRoom room = m_pane->room();
                m_context.change([&](Exhibit& now) { now.pictures = toggledPicture(now.pictures, name, room); });
            },
            [this, name] {
                const PictureNames shown = m_pane->pictures();
                return std::find(shown.begin(), shown.end(), name) != shown.end();
            });
    };
    withPicture(tr("Lanes of the warp"), Qt::Key_V, "warp");
    withPicture(tr("PT&X beside the source"), Qt::Key_X, "ptx");
    withPicture(tr("Addresses of the re&quest"), Qt::Key_I, "addresses");
    withPicture(tr("Machine code (&SASS) beside the source"), Qt::Key_S, "machine");
    withPicture(tr("&Occupancy"), Qt::Key_O, "occupancy");
    withPicture(tr("Host pro&gram beside the source"), Qt::Key_F, "host");
    withPicture(tr("What b&inds the launch"), Qt::Key_Y, "why");
    actions.add(view, tr("Next number beside the source"), Qt::Key_H, [this] {
        const Heat next = m_pane->source()->nextHeat();
        m_context.change([&](Exhibit& now) { now.heat = heatWord(next); });
    });
}

} // namespace warplens::app
