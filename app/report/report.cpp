// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/report.h"

#include "app/charts/chart_labels.h"
#include "app/charts/plot_model.h"
#include "app/engine/check.h"
#include "app/export/chart_sheet.h"
#include "app/model/place_in_scene.h"
#include "app/model/scene.h"
#include "app/report/picture_files.h"
#include "app/report/report_book.h"
#include "app/report/report_page.h"
#include "app/views/stage_pane.h"
#include "app/words/narrator.h"
#include "sim/trace/counts.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QSaveFile>
#include <QTextStream>

#include <algorithm>

namespace warplens::app {
namespace {

constexpr QSize paperSize{448, 336}; ///< of a picture, which a column of paper shrinks to three quarters

QString number(uint64_t value) {
    return grouped(value);
}

/// A line on paper that says nothing of the kernel.
QString withoutLicence(const std::string& source) {
    QString text = QString::fromStdString(source);
    if (text.startsWith(QLatin1String("// SPDX")))
        text.remove(0, text.indexOf('\n') + 1);
    return text;
}

/// Now, or what SOURCE_DATE_EPOCH says (reproducible-builds.org): with that two reports are the same bytes.
QDateTime written() {
    bool told = false;
    const qint64 seconds = qEnvironmentVariable("SOURCE_DATE_EPOCH").toLongLong(&told);
    return told ? QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC) : QDateTime::currentDateTimeUtc();
}

class Writer {
public:
    Writer(const ReportOptions& options, const std::function<void(const QString&)>& tell)
        : m_folder(options.folder)
        , m_tell(tell)
        , m_catalogue(kernels::loadCatalogue(options.stages)) {
        setTheme(m_look, options.theme);
        m_pane.setLook(m_look);
        m_recordings = kernels::shippedRecordings(m_catalogue);
    }

    bool write() {
        if (!QDir().mkpath(m_folder)) {
            m_tell(QObject::tr("cannot make the folder %1: check its rights").arg(m_folder));
            return false;
        }
        for (const kernels::Problem& problem : m_catalogue.problems)
            fail(QString::fromStdString(kernels::problemText(problem)));
        for (const kernels::Track& track : m_catalogue.tracks) {
            m_page.beginTrack(QString::fromStdString(track.id), QString::fromStdString(track.title));
            m_book.beginTrack(QString::fromStdString(track.title));
            writeCharts(track);
            for (const kernels::Stage& stage : m_catalogue.stages)
                if (stage.track == track.id)
                    writeStage(stage);
        }
        const QString head =
            QObject::tr("Written %1 by Warplens %2. Counts are modelled; speeds are measured, each chart says where.")
                .arg(written().toString("yyyy-MM-dd hh:mm 'UTC'"), QStringLiteral(WARPLENS_VERSION));
        for (const QString& file : m_pictures.finish())
            fail(QObject::tr("cannot write %1").arg(file));
        const bool page = writeFile("index.html", m_page.html(m_look, head).toUtf8());
        const bool book = writeFile("report.pdf", m_book.pdf(QObject::tr("Warplens report"), head));
        return page && book && m_good;
    }

private:
    void fail(const QString& text) {
        m_tell(text);
        m_good = false;
    }
    QString path(const QString& name) const { return QDir(m_folder).filePath(name); }

    void writeCharts(const kernels::Track& track) {
        m_page.add("<div class='charts'>\n");
        for (size_t i = 0; i < m_recordings.size(); ++i)
            for (const kernels::Size& size : recordedSizes(m_recordings[i], track.id)) {
                PlotRequest request = plotRequest(track.id);
                request.current = static_cast<int>(i);
                request.size = size;
                if (const Plot plot = stagesPlot(request); !plot.empty())
                    writePlot(plot,
                              QStringLiteral("%1-%2-%3").arg(QString::fromStdString(track.id)).arg(i).arg(size.m));
            }
        writePlots(track);
        m_page.add("</div>\n");
        addToBook();
        if (!m_recordings.empty())
            return;
        const QString none = QObject::tr("No recording is there, so there are no charts.");
        m_page.add(QStringLiteral("<p>%1</p>\n").arg(none));
        m_book.text(none);
    }

    /// What the charts of a track are made from: the first recording that was measured, at its largest size there.
    PlotRequest plotRequest(const std::string& track) const {
        PlotRequest request;
        request.catalogue = &m_catalogue;
        request.recordings = &m_recordings;
        for (size_t i = 0; i < m_recordings.size() && request.current < 0; ++i)
            if (!m_recordings[i].provenance.quoted && !recordedSizes(m_recordings[i], track).empty())
                request.current = static_cast<int>(i);
        request.track = track;
        if (request.recording())
            request.size = recordedSizes(*request.recording(), track).back();
        request.countedSize = m_catalogue.track(track).countedSize();
        return request;
    }

    /// As a figure that leads to vectors and values.
    void writePlot(const Plot& plot, const QString& of) {
        const ChartSheet sheet(plot, m_look, Preset::Screen);
        const QString name = QStringLiteral("plot-%1-%2").arg(QString(of).replace('/', '-'), plot.kind);
        try {
            m_pictures.write(sheetImage(sheet.sheet, sheet.format), path(name + ".png"));
            for (const char* suffix : {".svg", ".csv"})
                writeSheet(sheet.sheet, sheet.format, path(name + suffix));
        } catch (const ExportError& error) {
            return fail(QString::fromUtf8(error.what()));
        }
        m_charts.push_back(plot);
        m_page.add(QStringLiteral("<figure class='chart'><a href='%1.svg'><img src='%1.png' width='560' alt='%2'></a>"
                                  "<figcaption>%3 · <a href='%1.csv'>CSV</a></figcaption></figure>\n")
                       .arg(name, plot.title.toHtmlEscaped(), plot.origin.toHtmlEscaped()));
    }

    /// The charts that were written since: together they fill their pages.
    void addToBook() {
        m_book.addCharts(m_charts);
        m_charts.clear();
    }

    /// All charts besides those of writeCharts, with the model's part; that of a parameter stands with its stage.
    void writePlots(const kernels::Track& track) {
        PlotRequest request = plotRequest(track.id);
        StageReasons reasons; // of the first chart that needs them
        for (const PlotKind& kind : plotKinds()) {
            if (!request.recording() || kind.make == stagesPlot || kind.make == parameterPlot)
                continue;
            PlotRequest asked = request;
            asked.model = m_model;
            if (kind.needs == PlotKind::Needs::Reasons)
                asked.size = request.countedSize; // of large launches it takes minutes
            if (kind.needs == PlotKind::Needs::Reasons && !reasons.empty())
                asked.reasons = reasons;
            else
                addModel(asked, kind, m_compiler);
            if (kind.needs == PlotKind::Needs::Counts)
                m_model = asked.model;
            if (kind.needs == PlotKind::Needs::Reasons)
                reasons = asked.reasons;
            const Plot plot = kind.make(asked);
            // One GPU beside none, one size, errors where every result is exact: nothing to see.
            const bool alone = plot.series.size() < 2 && kind.make == gpusPlot;
            const bool point = std::none_of(plot.series.begin(), plot.series.end(),
                                            [](const PlotSeries& series) { return series.points.size() > 1; });
            if (!plot.empty() && !alone && !point)
                writePlot(plot, QString::fromStdString(track.id));
        }
    }

    void writeParameterPlot(const kernels::Stage& stage) {
        PlotRequest request = plotRequest(stage.track);
        if (!request.recording())
            return;
        request.currentStage = stage.id;
        request.size = shownSize(*request.recording(), stage, {request.size}).value_or(request.size);
        if (const kernels::Stage* swept = sweptStage(request); !swept || swept->id != stage.id)
            return;
        addModel(request, PlotKind::Needs::Traffic, m_compiler);
        writePlot(parameterPlot(request), QString::fromStdString(stage.id));
        addToBook();
    }

    void writeStage(const kernels::Stage& stage) {
        const QString id = QString::fromStdString(stage.id);
        const words::Told told = words::tell(stage, m_facts);
        const QString stageNumber = id.section('/', 1).section('-', 0, 0);
        m_page.beginStage(id, stageNumber, QString::fromStdString(stage.title));
        m_book.beginStage(stageNumber, QString::fromStdString(stage.title), stage.kernel.has_value());
        m_book.text(QString::fromStdString(told.idea.text()));
        m_book.text(QString::fromStdString(told.lookAt.text()));
        m_book.text(QString::fromStdString(told.origins()), ReportBook::Voice::Quiet);
        m_counts = {};
        m_page.add(QStringLiteral("<p>%1</p>\n<p class='look'>%2</p>\n<p class='look'><small>%3</small></p>\n")
                       .arg(QString::fromStdString(told.idea.text()).toHtmlEscaped(),
                            QString::fromStdString(told.lookAt.text()).toHtmlEscaped(),
                            QString::fromStdString(told.origins()).toHtmlEscaped()));
        if (stage.kernel)
            for (const kernels::ParameterValues& values : kernels::allVariants(stage)) {
                try {
                    writeVariant(stage, values);
                    m_tell(QStringLiteral("%1 %2").arg(id, QString::fromStdString(kernels::variantText(values))));
                } catch (const std::exception& error) {
                    fail(QStringLiteral("%1: %2").arg(id, QString::fromUtf8(error.what())));
                    m_page.add(
                        QStringLiteral("<p class='bad'>%1</p>\n").arg(QString::fromUtf8(error.what()).toHtmlEscaped()));
                    m_book.text(QString::fromUtf8(error.what()), ReportBook::Voice::Bad);
                }
            }
        writeParameterPlot(stage);
        if (!m_counts.rows.empty())
            m_book.table(m_counts);
        m_book.source(QString::fromStdString(stage.sourceFileName()), withoutLicence(stage.source));
        m_page.add("<details><summary>" + QString::fromStdString(stage.sourceFileName()) + "</summary><pre>" +
                   QString::fromStdString(stage.source).toHtmlEscaped() + "</pre></details>\n");
        m_page.endStage();
    }

    void writeVariant(const kernels::Stage& stage, const kernels::ParameterValues& values) {
        SceneRequest request;
        request.stage = stage;
        request.parameters = values;
        const std::int64_t edge = m_catalogue.track(stage.track).picture;
        request.size = {edge, edge, edge};
        const auto scene = buildScene(m_compiler, request);
        m_pane.setScene(scene, tellingPosition(*scene));
        const Shown& shown = m_pane.player()->shown();
        const QString variant = QString::fromStdString(kernels::variantText(values));
        QString base = QString::fromStdString(stage.id) + "-" + variant;
        base.replace('/', '-').remove('=').replace(',', '-');
        m_page.add(QStringLiteral("<h4>%1</h4>\n<p class='sentence'>%2</p>\n<div class='pictures'>\n")
                       .arg(variant.toHtmlEscaped(),
                            QString::fromStdString(plainText(shown.moment.sentence)).toHtmlEscaped()));
        // On paper those of one variant; the counts are of all.
        const bool isUsual = values == kernels::completeParameters(stage, {});
        if (isUsual)
            m_book.text(QStringLiteral("%1: %2").arg(variant, QString::fromStdString(plainText(shown.moment.sentence))),
                        ReportBook::Voice::Said);
        for (const char* name : {"tiles", "global", "banks"}) {
            const PictureKind& kind = *findPicture(name);
            if (kind.needsShared && !shown.moment.shared)
                continue;
            const QString file = QStringLiteral("%1-%2.png").arg(base, QLatin1String(name));
            Sheet sheet;
            sheet.title = pictureTitle(kind);
            sheet.background = m_look.colours.pane;
            sheet.paint = [this, name](QPainter& painter, const QRectF& area) {
                Picture* picture = m_pane.picture(name);
                picture->show(m_pane.player()->shown());
                picture->paintAt(painter, area);
            };
            SheetFormat format;
            format.size = {560, 420};
            format.ratio = 2;
            m_pictures.write(sheetImage(sheet, format), path(file));
            if (isUsual) {
                m_pane.setLook(m_book.look());
                m_book.picture(sheet, paperSize);
                m_pane.setLook(m_look);
            }
            m_page.add(QStringLiteral("<img src='%1' width='560' alt='%2'>\n").arg(file, sheet.title));
        }
        m_page.add("</div>\n");
        writeCounts(stage, values);
    }

    /// Of a whole launch at the track's size; charts may have counted it already.
    const sim::trace::Counts& counted(const kernels::Stage& stage, const kernels::StageInstance& instance) {
        const std::pair key(stage.id, kernels::variantText(instance.parameters));
        auto found = m_model.find(key);
        if (found == m_model.end())
            found = m_model.emplace(key, countedLaunch(m_compiler, stage, instance)).first;
        return found->second;
    }

    void writeCounts(const kernels::Stage& stage, const kernels::ParameterValues& values) {
        const kernels::Size size = m_catalogue.track(stage.track).countedSize();
        const auto instance = kernels::makeInstance(stage, values, size);
        const sim::trace::Counts& counts = counted(stage, instance);
        // Beside the model what hardware counted, where a recording has it.
        const kernels::Recording* counted = nullptr;
        std::map<std::string, double> metrics;
        for (const kernels::Recording& recording : m_recordings)
            if (const auto* found = recording.findCounters(stage.id, instance.parameters, instance.size)) {
                counted = &recording;
                metrics = found->metrics;
            }
        const QString of = QObject::tr("Whole launch at %1, compute capability 9.0")
                               .arg(sizeLabel(size, m_catalogue.track(stage.track).dimensions));
        const QString on = counted ? QObject::tr("counted on %1, %2")
                                         .arg(QString::fromStdString(counted->provenance.gpu),
                                              QString::fromStdString(kernels::daysOf(counted->provenance)))
                                   : QString();
        QString table = QStringLiteral("<table><caption>%1</caption><tr><th></th><th>%2</th>%3</tr>\n")
                            .arg(of, QObject::tr("model"),
                                 counted ? QStringLiteral("<th>%1</th><th></th>").arg(on.toHtmlEscaped()) : QString());
        m_counts.head = QStringList{QString()};
        QStringList row{QString::fromStdString(kernels::variantText(values))};
        for (const engine::CounterCheck& each : engine::comparedCounters(counts, metrics)) {
            const QString model = number(static_cast<uint64_t>(each.model));
            const QString mark = each.exact() ? QStringLiteral("=") : QStringLiteral("≠");
            QString hardware;
            if (each.hardware)
                hardware = QStringLiteral("<td>%1</td><td class='%2'>%3</td>")
                               .arg(number(static_cast<uint64_t>(*each.hardware)),
                                    each.exact() ? QStringLiteral("good") : QStringLiteral("bad"), mark);
            table += QStringLiteral("<tr><td title='%1'>%2</td><td>%3</td>%4</tr>\n")
                         .arg(QString::fromStdString(each.metric), QString::fromStdString(each.name).toHtmlEscaped(),
                              model, hardware);
            m_counts.head << QString::fromStdString(each.name);
            row << (each.hardware ? model + QLatin1Char(' ') + mark : model);
        }
        m_counts.rows.push_back(row);
        m_counts.caption =
            counted ? QObject::tr("%1. Beside each figure of the model whether it is (=) or is not (≠) what was %2")
                          .arg(of, on)
                    : of;
        m_page.add(table + "</table>\n");
    }

    bool writeFile(const char* name, const QByteArray& bytes) {
        QSaveFile file(path(QLatin1String(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit()) {
            m_tell(QObject::tr("cannot write %1: check the folder's rights").arg(file.fileName()));
            return false;
        }
        m_tell(QObject::tr("wrote %1").arg(file.fileName()));
        return true;
    }

    QString m_folder;
    const std::function<void(const QString&)>& m_tell;
    kernels::Catalogue m_catalogue;
    kernels::StageCompiler m_compiler;
    std::vector<kernels::Recording> m_recordings;
    words::Facts m_facts{m_catalogue, m_compiler, m_recordings};
    Look m_look;
    StagePane m_pane;
    ReportPage m_page;
    ReportBook m_book;
    std::vector<Plot> m_charts; ///< which have no place in the book yet
    PictureFiles m_pictures;
    ModelCounts m_model;        ///< what has been counted so far
    ReportBook::Table m_counts; ///< of the stage at work, a row for each variant
    bool m_good = true;
};

} // namespace

bool writeReport(const ReportOptions& options, const std::function<void(const QString&)>& tell) {
    return Writer(options, tell).write();
}

} // namespace warplens::app
