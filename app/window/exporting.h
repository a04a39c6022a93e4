// SPDX-License-Identifier: GPL-3.0-or-later
// What can be taken away from the window: charts and pictures, as files or to the clipboard, from the menus and with
// the right mouse button.
#pragma once

#include "app/export/sheet.h"
#include "app/window/context.h"

#include <QObject>
#include <QPoint>

#include <functional>
#include <string>

class QMenu;

namespace warplens::app {

class Actions;
class ChartsPage;
class PlotChart;
class HostPane;
struct HostText;
class Picture;
class StagePane;

class Exporting : public QObject {
    Q_OBJECT
public:
    struct Places {
        StagePane *pane, *other;
        ChartsPage* charts;
        PlotChart* chart; ///< beside the counts
    };
    Exporting(Context& context, Places places, QObject* parent = nullptr);

    void setLook(const Look& look) { m_look = look; }
    /// Returns the menu that they stand in.
    QMenu* addActions(Actions& actions, QMenu* file);

    /// Writes the chart of the page, or what the panes show, in the format of the file's suffix. `only`: one picture.
    /// False: a message says why.
    bool exportChart(const QString& file, Preset preset);
    bool exportPictures(const QString& file, const std::string& only = {});

    /// Writes the host program of what is shown, as a project, into a new folder. False: a message says why.
    bool exportProject(const QString& folder);

signals:
    /// The charts, or a stage, were asked for in a menu.
    void chartsWanted();
    void variantWanted(const QString& stage, const QString& variant);
    void layoutReset();

private:
    void giveMenu(StagePane* pane, const QString& name, Picture* picture);
    void showPictureMenu(StagePane* pane, const std::string& name, Picture* picture, const QPoint& at);
    void giveHost(HostPane* host);
    void copyHost(const HostPane* host);
    void saveHost(const HostPane* host);
    bool writeProject(const HostText& text, const QString& folder);
    /// Of the page's, or of the one beside the counts.
    void showChartMenu(PlotChart* chart, const QPoint& at);
    void askAndWrite(const QString& name, bool values, const std::function<bool(const QString&)>& write);
    bool write(const Sheet& sheet, const SheetFormat& format, const QString& file);
    bool pictureSheet(const std::string& only, Sheet& sheet, SheetFormat& format);
    QMenu* contextMenu();

    Context& m_context;
    Places m_places;
    Look m_look;
};

} // namespace warplens::app
