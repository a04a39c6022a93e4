// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/exporting.h"

#include "app/charts/charts_page.h"
#include "app/export/chart_sheet.h"
#include "app/export/exhibit_sheet.h"
#include "app/views/host_pane.h"
#include "app/views/stage_pane.h"
#include "app/window/actions.h"
#include "app/window/comparing.h"
#include "kernels/host/host_program.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMenu>
#include <QPainter>

namespace warplens::app {

Exporting::Exporting(Context& context, Places places, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_places(places) {
    for (StagePane* pane : {m_places.pane, m_places.other}) {
        for (const PictureKind& kind : pictureKinds())
            if (QWidget* made = pane->findChild<Picture*>(QString::fromLatin1(kind.name), Qt::FindChildrenRecursively))
                giveMenu(pane, QString::fromLatin1(kind.name), static_cast<Picture*>(made));
        connect(pane, &StagePane::pictureMade, this,
                [this, pane](const QString& name, Picture* picture) { giveMenu(pane, name, picture); });
    }
    for (PlotChart* chart : {m_places.charts->chart(), m_places.chart}) {
        chart->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(chart, &QWidget::customContextMenuRequested, this,
                [this, chart](const QPoint& at) { showChartMenu(chart, at); });
    }
}

bool Exporting::write(const Sheet& sheet, const SheetFormat& format, const QString& file) {
    try {
        writeSheet(sheet, format, file);
    } catch (const ExportError& error) {
        m_context.messages.complain(QString::fromUtf8(error.what()));
        return false;
    }
    m_context.messages.say(tr("Wrote %1.").arg(file));
    return true;
}

bool Exporting::exportChart(const QString& file, Preset preset) {
    const ChartSheet sheet(m_places.charts->chart()->plot(), m_look, preset);
    return write(sheet.sheet, sheet.format, file);
}

// Of the size that it has on the screen, or would have there.
bool Exporting::pictureSheet(const std::string& only, Sheet& sheet, SheetFormat& format) {
    StagePane& pane = *m_places.pane;
    if (!pane.player()->shown().scene || pane.state() != StagePane::State::Ready) {
        m_context.messages.complain(tr("There is no picture yet: wait until it is computed."));
        return false;
    }
    const PictureKind* kind = findPicture(only);
    if (kind && kind->needsReasons && !pane.player()->shown().reasons) {
        m_context.messages.complain(
            tr("What binds the launch is still being worked out: show it, and export it when it is there."));
        return false;
    }
    StagePane* other = m_context.now().comparison ? m_places.other : nullptr;
    sheet = paneSheet(m_context.sources, m_context.now(), pane, other, m_look, only);
    const Picture* picture = only.empty() ? nullptr : pane.picture(only);
    QSize size = picture && picture->isVisible() ? picture->size() : pane.size();
    if (picture && !picture->isVisible())
        size /= 2;
    if (other)
        size.setWidth(2 * size.width());
    format.size = size.expandedTo({400, 300}) + QSize(0, m_look.px(54));
    format.ratio = 2;
    return true;
}

bool Exporting::exportPictures(const QString& file, const std::string& only) {
    Sheet sheet;
    SheetFormat format;
    return pictureSheet(only, sheet, format) && write(sheet, format, file);
}

void Exporting::askAndWrite(const QString& name, bool values, const std::function<bool(const QString&)>& write) {
    const QString file = QFileDialog::getSaveFileName(m_context.window, tr("Export"), name,
                                                      values ? tr("Pictures and values (*.svg *.pdf *.png *.csv)")
                                                             : tr("Pictures (*.svg *.pdf *.png)"));
    if (!file.isEmpty())
        write(file);
}

QMenu* Exporting::addActions(Actions& actions, QMenu* file) {
    QMenu* menu = file->addMenu(tr("&Export"));
    const auto chart = [this](Preset preset) {
        askAndWrite(m_places.charts->kind() + ".svg", true,
                    [this, preset](const QString& to) { return exportChart(to, preset); });
    };
    actions.add(menu, tr("&Chart …"), Qt::CTRL | Qt::Key_E, [chart] { chart(Preset::Screen); });
    actions.add(menu, tr("Chart for a &paper column …"), Qt::CTRL | Qt::SHIFT | Qt::Key_E,
                [chart] { chart(Preset::Paper); });
    actions.add(menu, tr("Chart as a &slide …"), Qt::CTRL | Qt::ALT | Qt::Key_E, [chart] { chart(Preset::Slide); });
    actions.add(menu, tr("Copy the c&hart"), Qt::CTRL | Qt::SHIFT | Qt::Key_C, [this] {
        const ChartSheet sheet(m_places.charts->chart()->plot(), m_look, Preset::Screen);
        copySheet(sheet.sheet, sheet.format);
        m_context.messages.say(tr("Copied."));
    });
    menu->addSeparator();
    const auto copy = [this](const std::string& only) {
        Sheet sheet;
        SheetFormat format;
        if (!pictureSheet(only, sheet, format))
            return;
        copySheet(sheet, format);
        m_context.messages.say(tr("Copied."));
    };
    actions.add(menu, tr("All pictures …"), Qt::ALT | Qt::Key_0, [this] {
        askAndWrite("pictures.svg", false, [this](const QString& to) { return exportPictures(to); });
    });
    actions.add(menu, tr("Copy all pictures"), Qt::ALT | Qt::Key_9, [copy] { copy({}); });
    const auto host = [this] { return static_cast<const HostPane*>(m_places.pane->picture("host")); };
    actions.add(menu, tr("Host program as a pro&ject …"), Qt::CTRL | Qt::ALT | Qt::Key_B,
                [this, host] { saveHost(host()); });
    actions.add(menu, tr("Copy the host progra&m"), Qt::CTRL | Qt::SHIFT | Qt::Key_B,
                [this, host] { copyHost(host()); });
    menu->addSeparator();
    for (const PictureKind& kind : pictureKinds()) {
        const QString name = QString::fromLatin1(kind.name);
        // Alt and the picture's own key export it, with Shift they copy.
        actions.add(menu, tr("%1 …").arg(pictureTitle(kind)), QKeySequence(static_cast<int>(Qt::ALT) | kind.key),
                    [this, name] {
                        askAndWrite(name + ".svg", false,
                                    [this, name](const QString& to) { return exportPictures(to, name.toStdString()); });
                    });
        actions.add(menu, tr("Copy %1").arg(pictureTitle(kind)),
                    QKeySequence(static_cast<int>(Qt::ALT) | static_cast<int>(Qt::SHIFT) | kind.key),
                    [copy, name] { copy(name.toStdString()); });
    }
    return menu;
}

QMenu* Exporting::contextMenu() {
    auto* menu = new QMenu(m_context.window);
    menu->setObjectName("context");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    return menu;
}

void Exporting::giveMenu(StagePane* pane, const QString& name, Picture* picture) {
    if (name == QLatin1String("source"))
        return; // an editor has its own
    if (auto* host = qobject_cast<HostPane*>(picture))
        giveHost(host);
    picture->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(picture, &QWidget::customContextMenuRequested, this,
            [this, pane, name, picture](const QPoint& at) { showPictureMenu(pane, name.toStdString(), picture, at); });
}

void Exporting::giveHost(HostPane* host) {
    connect(host, &HostPane::copyWanted, this, [this, host] { copyHost(host); });
    connect(host, &HostPane::projectWanted, this, [this, host] { saveHost(host); });
}

namespace {

const HostText* toldBy(const HostPane* host) {
    return host->host() && !host->host()->empty() ? host->host().get() : nullptr;
}

} // namespace

void Exporting::copyHost(const HostPane* host) {
    const HostText* text = toldBy(host);
    if (!text)
        return m_context.messages.complain(tr("There is no host program to copy: show a stage."));
    QGuiApplication::clipboard()->setText(QString::fromStdString(text->program.text));
    m_context.messages.say(tr("Copied."));
}

void Exporting::saveHost(const HostPane* host) {
    const HostText* text = toldBy(host);
    if (!text)
        return m_context.messages.complain(tr("There is no host program to save: show a stage."));
    const QString folder = QFileDialog::getSaveFileName(m_context.window, tr("A new folder for the project"),
                                                        QString::fromStdString(text->folder));
    if (!folder.isEmpty())
        writeProject(*text, folder);
}

bool Exporting::exportProject(const QString& folder) {
    const auto* host = static_cast<const HostPane*>(m_places.pane->picture("host"));
    const HostText* text = toldBy(host);
    if (text)
        return writeProject(*text, folder);
    m_context.messages.complain(tr("There is no host program to save: show a stage."));
    return false;
}

bool Exporting::writeProject(const HostText& text, const QString& folder) {
    try {
        kernels::saveProject(text.files, folder.toStdString());
    } catch (const kernels::HostError& error) {
        m_context.messages.complain(QString::fromUtf8(error.what()));
        return false;
    }
    m_context.messages.say(tr("Wrote the project %1: `make run` there builds and runs it.").arg(folder));
    return true;
}

void Exporting::showPictureMenu(StagePane* pane, const std::string& name, Picture* picture, const QPoint& at) {
    QMenu* menu = contextMenu();
    menu->addAction(tr("Export as …"), this, [this, name] {
        askAndWrite(QString::fromStdString(name) + ".svg", false,
                    [this, name](const QString& to) { return exportPictures(to, name); });
    });
    menu->addAction(tr("Copy"), this, [this, name] {
        Sheet sheet;
        SheetFormat format;
        if (pictureSheet(name, sheet, format))
            copySheet(sheet, format);
    });
    menu->addAction(tr("Copy a link to what is shown"), this,
                    [this] { QGuiApplication::clipboard()->setText(QString::fromStdString(toLink(m_context.now()))); });
    menu->addSeparator();
    const bool only = m_context.now().pictures == PictureNames{name};
    menu->addAction(only ? tr("All pictures") : tr("Only this picture"), this, [this, name, only] {
        m_context.change([&](Exhibit& now) { now.pictures = only ? PictureNames() : PictureNames{name}; });
    });
    const auto& scene = pane->player()->shown().scene;
    if (scene && scene->stage.id != m_context.now().subject)
        menu->addAction(tr("Go to stage %1").arg(stageLabel(scene->stage)), this,
                        [this, id = scene->stage.id] { m_context.showSubject(id); });
    menu->addAction(tr("Reset the layout"), this, &Exporting::layoutReset);
    menu->popup(picture->mapToGlobal(at));
}

void Exporting::showChartMenu(PlotChart* chart, const QPoint& at) {
    QMenu* menu = contextMenu();
    menu->addAction(tr("Export as …"), this, [this, chart] {
        askAndWrite(chart->plot().kind + ".svg", true, [this, chart](const QString& to) {
            const ChartSheet sheet(chart->plot(), m_look, Preset::Screen);
            return write(sheet.sheet, sheet.format, to);
        });
    });
    menu->addAction(tr("Copy"), this, [this, chart] {
        const ChartSheet sheet(chart->plot(), m_look, Preset::Screen);
        copySheet(sheet.sheet, sheet.format);
    });
    menu->addAction(tr("Copy the values"), this,
                    [chart] { QGuiApplication::clipboard()->setText(plotCsv(chart->plot())); });
    menu->addSeparator();
    if (const auto [stage, variant] = chart->stageAt(at); !stage.isEmpty())
        menu->addAction(tr("Go to stage %1").arg(stage), this,
                        [this, stage = stage, variant = variant] { emit variantWanted(stage, variant); });
    menu->addAction(tr("Reset zoom"), chart, &PlotChart::resetZoom);
    if (chart == m_places.chart)
        menu->addAction(tr("All charts"), this, &Exporting::chartsWanted);
    menu->popup(chart->mapToGlobal(at));
}

} // namespace warplens::app
