// SPDX-License-Identifier: GPL-3.0-or-later
// A page of the handbook, as it is read in the window: links go to other pages, to what is shown, or out; pictures are drawn
// behind it, one after the other, by what writes them to files, and come when they are there.
#pragma once

#include "app/paint/look.h"
#include "app/window/export_process.h"

#ifndef Q_MOC_RUN
#include "app/handbook/handbook.h"
#endif

#include <QHash>
#include <QImage>
#include <QStringList>
#include <QTemporaryDir>
#include <QTextBrowser>

namespace warplens::app {

class HandbookText : public QTextBrowser {
    Q_OBJECT
public:
    /// The handbook has to live as long as it does.
    HandbookText(const handbook::Handbook& book, QWidget* parent);

    void setLook(const Look& look);
    /// A page by its name, and a place in it: "run#how-to-link". False: there is no such page.
    bool open(const QString& place);
    QString page() const;
    /// A picture that has come; null: not yet.
    QImage picture(const QString& link) const { return m_pictures.value(link); }

signals:
    /// Something that Warplens shows.
    void linkWanted(const QString& link);
    void pictureCame(const QString& link);

protected:
    QVariant loadResource(int type, const QUrl& name) override;
    void doSetSource(const QUrl& name, QTextDocument::ResourceType type) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QString html(const handbook::Page& page);
    QImage imageOf(const QUrl& name);
    int pictureWidth() const;
    void draw(const QString& link);
    void drawNext();
    void take(bool good);

    const handbook::Handbook& m_book;
    Look m_look;
    QTemporaryDir m_folder; ///< pictures on their way
    ExportProcess m_process;
    QStringList m_links;  ///< of the page's pictures, which are called by their number
    QStringList m_wanted; ///< the first is being drawn, where one is
    QHash<QString, QImage> m_pictures;
};

} // namespace warplens::app
