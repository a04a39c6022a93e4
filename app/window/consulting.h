// SPDX-License-Identifier: GPL-3.0-or-later
// The handbook from within the window: opened at what is shown, searched with all else, and its pictures lead back.
#pragma once

#include "app/window/context.h"

#ifndef Q_MOC_RUN
#include "app/handbook/handbook.h"
#endif

#include <QObject>

class QMenu;

namespace warplens::app {

class Actions;
class Appearance;
class HandbookSheet;
struct Found;

class Consulting : public QObject {
    Q_OBJECT
public:
    Consulting(Context& context, const Appearance& appearance, QObject* parent = nullptr);

    void addActions(Actions& actions, QMenu* help);
    /// The pages, for the search.
    QList<Found> findable();
    /// A page, or a place in one: "pictures#banks". Empty: the page about what is shown. False: there is none of that name.
    bool open(const QString& place);

private:
    const handbook::Handbook& book();
    void showLink(const QString& link);

    Context& m_context;
    const Appearance& m_appearance;
    handbook::Handbook m_book; ///< read when it is first wanted
    HandbookSheet* m_sheet = nullptr;
};

/// The place in the handbook that tells of what is shown.
QString placeAbout(const Exhibit& shown);

} // namespace warplens::app
