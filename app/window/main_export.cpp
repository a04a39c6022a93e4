// SPDX-License-Identifier: GPL-3.0-or-later
// What can be taken away from the window: charts and pictures, as files or to the clipboard.
#include "app/charts/charts_page.h"
#include "app/export/picture.h"
#include "app/window/main_window.h"

#include <QFileDialog>
#include <QLabel>
#include <QMenu>
#include <QPainter>

namespace warplens::app {
namespace {

/// The chart on a sheet of its own, of the preset's size.
struct ChartSheet {
    PlotChart chart;
    Picture picture;
    PictureFormat format;

    ChartSheet(const Plot& plot, Look look, Preset preset) {
        look.scale = presetScale(preset);
        look.presentation = preset == Preset::Slide;
        chart.setLook(look);
        chart.setPlot(plot);
        picture.title = plot.title;
        picture.background = look.colours.pane;
        picture.paint = [this](QPainter& painter, const QRectF& area) { chart.paint(painter, area); };
        picture.csv = [this] { return plotCsv(chart.plot()); };
        format.ratio = 2;
        format.size = presetSize(preset, [this](int width) { return chart.heightFor(width); });
    }
};

Picture pictureOf(View& view) {
    Picture picture;
    picture.title = view.accessibleName();
    picture.background = view.palette().window().color();
    picture.paint = [&view](QPainter& painter, const QRectF& area) {
        painter.save();
        painter.translate(area.topLeft());
        painter.scale(area.width() / view.width(), area.height() / view.height());
        view.render(&painter, QPoint(), QRegion(), QWidget::DrawChildren);
        painter.restore();
    };
    return picture;
}

} // namespace

bool MainWindow::exportChart(const QString& file, Preset preset) {
    try {
        const ChartSheet sheet(m_charts->chart()->plot(), m_look, preset);
        writePicture(sheet.picture, sheet.format, file);
        m_status->setText(tr("Wrote %1.").arg(file));
        return true;
    } catch (const ExportError& error) {
        m_status->setText(QString::fromUtf8(error.what()));
        return false;
    }
}

bool MainWindow::exportPicture(StagePane::Picture which, const QString& file) {
    View* view = m_pane->view(which);
    if (view == nullptr || !player()->shown().scene)
        return false;
    try {
        PictureFormat format;
        format.ratio = 2;
        format.size = view->size();
        writePicture(pictureOf(*view), format, file);
        m_status->setText(tr("Wrote %1.").arg(file));
        return true;
    } catch (const ExportError& error) {
        m_status->setText(QString::fromUtf8(error.what()));
        return false;
    }
}

void MainWindow::askAndExport(const QString& name, bool chart, const std::function<bool(const QString&)>& write) {
    const QString file = QFileDialog::getSaveFileName(this, tr("Export"), name,
                                                      chart ? tr("Pictures and values (*.svg *.pdf *.png *.csv)")
                                                            : tr("Pictures (*.svg *.pdf *.png)"));
    if (!file.isEmpty())
        write(file);
}

void MainWindow::makeExportMenu(QMenu* file) {
    QMenu* menu = file->addMenu(tr("&Export"));
    const auto chart = [this](Preset preset) {
        askAndExport(m_charts->kind() + ".svg", true,
                     [this, preset](const QString& to) { return exportChart(to, preset); });
    };
    add(menu, tr("&Chart …"), Qt::CTRL | Qt::Key_E, [chart] { chart(Preset::Screen); });
    add(menu, tr("Chart for a &paper column …"), QKeySequence(), [chart] { chart(Preset::Paper); });
    add(menu, tr("Chart as a &slide …"), QKeySequence(), [chart] { chart(Preset::Slide); });
    add(menu, tr("Copy the c&hart"), QKeySequence(), [this] {
        const ChartSheet sheet(m_charts->chart()->plot(), m_look, Preset::Screen);
        copyPicture(sheet.picture, sheet.format);
    });
    menu->addSeparator();
    using Which = StagePane::Picture;
    const std::tuple<QString, Which, QString> pictures[] = {{tr("&Tiles"), Which::Tiles, "tiles"},
                                                            {tr("&Global memory"), Which::Global, "global"},
                                                            {tr("&Banks"), Which::Banks, "banks"}};
    for (const auto& [label, which, name] : pictures) {
        add(menu, tr("%1 …").arg(label), QKeySequence(), [this, which = which, name = name] {
            askAndExport(name + ".svg", false, [this, which](const QString& to) { return exportPicture(which, to); });
        });
        add(menu, tr("Copy %1").arg(QString(label).remove('&')), QKeySequence(), [this, which = which] {
            if (View* view = m_pane->view(which))
                copyPicture(pictureOf(*view), {view->size(), 2, false});
        });
    }
}

} // namespace warplens::app
