// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/consulting.h"

#include "app/charts/plots.h"
#include "app/paint/drawing.h"
#include "app/views/picture.h"
#include "app/window/action_sheets.h"
#include "app/window/actions.h"
#include "app/window/appearance.h"
#include "app/window/handbook_sheet.h"

#ifndef Q_MOC_RUN
#include "app/handbook/markdown.h"
#include "kernels/catalogue/paths.h"
#endif

#include <algorithm>

namespace warplens::app {

QString placeAbout(const Exhibit& shown) {
    const auto at = [](const char* page, const char* heading) {
        return QLatin1String(page) + QStringLiteral("#") + toQString(handbook::anchorOf(heading));
    };
    if (shown.page == Page::Charts)
        for (const PlotKind& kind : plotKinds())
            if (shown.chart == kind.name)
                return at("charts", kind.label);
    if (shown.page == Page::Pictures && !shown.pictures.empty())
        if (const PictureKind* kind = pictureOf(shown.pictures.front()))
            return at("pictures", kind->title);
    return QStringLiteral("start");
}

Consulting::Consulting(Context& context, const Appearance& appearance, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_appearance(appearance) {
    connect(&appearance, &Appearance::changed, this, [this] {
        if (m_sheet)
            m_sheet->setLook(m_appearance.look());
    });
}

const handbook::Handbook& Consulting::book() {
    if (m_book.chapters.empty())
        m_book = handbook::readHandbook(kernels::dataDir() / "docs");
    return m_book;
}

void Consulting::showLink(const QString& link) {
    try {
        m_context.show(fromLink(link.toStdString()));
    } catch (const ExhibitError& mistake) {
        m_context.messages.complain(QString::fromUtf8(mistake.what()));
    }
}

void Consulting::addActions(Actions& actions, QMenu* help) {
    actions.add(help, tr("&Handbook"), Qt::CTRL | Qt::Key_F1, [this] { open({}); });
}

QList<Found> Consulting::findable() {
    QList<Found> all;
    try {
        for (const handbook::Page* page : book().pages())
            all.push_back({tr("Handbook: %1").arg(toQString(page->title)),
                           {},
                           [this, name = toQString(page->name)] { open(name); },
                           true});
    } catch (const std::exception&) { // said by open()
    }
    return all;
}

bool Consulting::open(const QString& place) {
    try {
        if (!m_sheet) {
            m_sheet = new HandbookSheet(book(), m_appearance.look(), m_context.window);
            connect(m_sheet, &HandbookSheet::linkWanted, this, &Consulting::showLink);
        }
    } catch (const std::exception& problem) {
        m_context.messages.complain(QString::fromUtf8(problem.what()));
        return false;
    }
    const bool known = m_sheet->open(place.isEmpty() ? placeAbout(m_context.now()) : place);
    m_sheet->show();
    m_sheet->raise();
    m_sheet->activateWindow();
    return known;
}

} // namespace warplens::app
