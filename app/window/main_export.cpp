// SPDX-License-Identifier: GPL-3.0-or-later
// What can be taken away from the window: charts and pictures, as files or to the clipboard.
#include "app/charts/charts_page.h"
#include "app/charts/stage_chart.h"
#include "app/export/chart_sheet.h"
#include "app/window/main_window.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QPainter>

namespace warplens::app {
namespace {

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
    add(menu, tr("Chart for a &paper column …"), Qt::CTRL | Qt::SHIFT | Qt::Key_E, [chart] { chart(Preset::Paper); });
    add(menu, tr("Chart as a &slide …"), Qt::CTRL | Qt::ALT | Qt::Key_E, [chart] { chart(Preset::Slide); });
    add(menu, tr("Copy the c&hart"), Qt::CTRL | Qt::SHIFT | Qt::Key_C, [this] {
        const ChartSheet sheet(m_charts->chart()->plot(), m_look, Preset::Screen);
        copyPicture(sheet.picture, sheet.format);
    });
    menu->addSeparator();
    using Which = StagePane::Picture;
    const std::tuple<QString, Which, QString> pictures[] = {{tr("&Tiles"), Which::Tiles, "tiles"},
                                                            {tr("&Global memory"), Which::Global, "global"},
                                                            {tr("&Banks"), Which::Banks, "banks"},
                                                            {tr("&Warp"), Which::Warp, "warp"}};
    int key = Qt::Key_1; // Alt 1 … Alt 4 export, Alt 5 … Alt 8 copy
    for (const auto& [label, which, name] : pictures) {
        add(menu, tr("%1 …").arg(label), QKeySequence(static_cast<int>(Qt::ALT) | key),
            [this, which = which, name = name] {
                askAndExport(name + ".svg", false,
                             [this, which](const QString& to) { return exportPicture(which, to); });
            });
        add(menu, tr("Copy %1").arg(QString(label).remove('&')), QKeySequence(static_cast<int>(Qt::ALT) | (key + 4)),
            [this, which = which] {
                if (View* view = m_pane->view(which))
                    copyPicture(pictureOf(*view), {view->size(), 2, false});
            });
        ++key;
    }
}

void MainWindow::makeContextMenus() {
    using Which = StagePane::Picture;
    for (StagePane* pane : {m_pane, m_other})
        for (const Which picture : {Which::Tiles, Which::Global, Which::Banks}) {
            View* view = pane->view(picture);
            view->setContextMenuPolicy(Qt::CustomContextMenu);
            connect(view, &QWidget::customContextMenuRequested, this,
                    [this, pane, picture](const QPoint& at) { showPictureMenu(pane, picture, at); });
        }
    m_charts->chart()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_charts->chart(), &QWidget::customContextMenuRequested, this, &MainWindow::showChartMenu);
    m_chart->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_chart, &QWidget::customContextMenuRequested, this, &MainWindow::showSmallChartMenu);
}

void MainWindow::showPictureMenu(StagePane* pane, StagePane::Picture picture, const QPoint& at) {
    View* view = pane->view(picture);
    auto* menu = new QMenu(this);
    menu->setObjectName("context");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Export as …"), this, [this, view] {
        askAndExport(view->objectName() + ".svg", false, [this, view](const QString& to) {
            try {
                writePicture(pictureOf(*view), {view->size(), 2, false}, to);
                m_status->setText(tr("Wrote %1.").arg(to));
                return true;
            } catch (const ExportError& error) {
                m_status->setText(QString::fromUtf8(error.what()));
                return false;
            }
        });
    });
    menu->addAction(tr("Copy"), this, [view] { copyPicture(pictureOf(*view), {view->size(), 2, false}); });
    menu->addSeparator();
    const bool only = pane->only() == picture;
    menu->addAction(only ? tr("All pictures") : tr("Only this picture"), this, [this, picture, only] {
        for (StagePane* each : {m_pane, m_other})
            each->setOnly(only ? std::nullopt : std::optional(picture));
    });
    const auto& scene = pane->player()->shown().scene;
    if (scene && scene->stage.id != m_stage.id)
        menu->addAction(tr("Go to stage %1").arg(stageLabel(scene->stage)), this,
                        [this, id = QString::fromStdString(scene->stage.id)] { showStage(id); });
    menu->addAction(tr("Reset the layout"), this, [this] { resetLayout(); });
    menu->popup(view->mapToGlobal(at));
}

void MainWindow::showChartMenu(const QPoint& at) {
    PlotChart* chart = m_charts->chart();
    auto* menu = new QMenu(this);
    menu->setObjectName("context");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Export as …"), this, [this] {
        askAndExport(m_charts->kind() + ".svg", true,
                     [this](const QString& to) { return exportChart(to, Preset::Screen); });
    });
    menu->addAction(tr("Copy"), this, [chart, look = m_look] {
        const ChartSheet sheet(chart->plot(), look, Preset::Screen);
        copyPicture(sheet.picture, sheet.format);
    });
    menu->addAction(tr("Copy the values"), this,
                    [chart] { QGuiApplication::clipboard()->setText(plotCsv(chart->plot())); });
    menu->addSeparator();
    if (const auto [stage, variant] = chart->stageAt(at); !stage.isEmpty())
        menu->addAction(tr("Go to stage %1").arg(stage), this,
                        [chart, stage = stage, variant = variant] { emit chart->chosen(stage, variant); });
    menu->addAction(tr("Reset zoom"), chart, &PlotChart::resetZoom);
    menu->popup(chart->mapToGlobal(at));
}

void MainWindow::showSmallChartMenu(const QPoint& at) {
    auto* menu = new QMenu(this);
    menu->setObjectName("context");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto picture = [this] {
        Picture made;
        made.title = m_chart->data().title;
        made.background = m_look.colours.pane;
        made.paint = [this](QPainter& painter, const QRectF& area) {
            painter.drawImage(area, m_chart->picture(m_chart->size(), 2));
        };
        return made;
    };
    menu->addAction(tr("Export as …"), this, [this, picture] {
        askAndExport("stages.svg", false, [this, picture](const QString& to) {
            try {
                if (to.endsWith(".svg"))
                    return m_chart->saveSvg(to, m_chart->size());
                writePicture(picture(), {m_chart->size(), 2, false}, to);
                return true;
            } catch (const ExportError& error) {
                m_status->setText(QString::fromUtf8(error.what()));
                return false;
            }
        });
    });
    menu->addAction(tr("Copy"), this, [this, picture] { copyPicture(picture(), {m_chart->size(), 2, false}); });
    menu->addSeparator();
    if (const StageBar* bar = m_chart->barUnder(at))
        menu->addAction(tr("Go to stage %1").arg(bar->label), this,
                        [this, stage = bar->stage, variant = bar->variant] { emit m_chart->chosen(stage, variant); });
    menu->addAction(tr("All charts"), this, [this] {
        setChartsShown(true);
        refreshChart();
    });
    menu->popup(m_chart->mapToGlobal(at));
}

} // namespace warplens::app
