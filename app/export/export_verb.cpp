// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/export_verb.h"

#include "app/charts/plot_model.h"
#include "app/charts/stage_chart_data.h"
#include "app/export/chart_sheet.h"
#include "app/export/exhibit_sheet.h"
#include "app/export/page_export.h"
#include "app/model/exhibit_text.h"
#include "app/model/line_heat.h"
#include "app/model/place_in_scene.h"
#include "app/model/scene.h"
#include "app/views/stage_pane.h"
#include "kernels/catalogue/instance.h"
#include "kernels/catalogue/paths.h"

#include <QCommandLineParser>

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>

namespace warplens::app {
namespace {

using namespace kernels;

[[noreturn]] void fail(const QString& text) {
    throw ExportError(text.toStdString());
}

QString tr(const char* text) {
    return QCoreApplication::translate("export", text);
}

struct Wanted {
    QString kind, stage, file;
    std::string page; ///< what a web page is to be of; empty: something else is wanted
    std::optional<Exhibit> link;
    Preset preset = Preset::Screen;
    Look look;
    std::optional<Size> size;
    std::string architecture = "9.0";
    ParameterValues parameters;
    SheetFormat format;
    std::filesystem::path stages;
    QString recording;
    bool cold = false;
};

Stage findStage(const Catalogue& catalogue, const QString& id) {
    QStringList known;
    for (const Stage& stage : catalogue.stages) {
        if (stage.id == id.toStdString())
            return stage;
        known << QString::fromStdString(stage.id);
    }
    if (id.isEmpty())
        fail(tr("this picture is of a stage: write its name after the picture's, such as %1").arg(known.value(0)));
    fail(tr("there is no stage '%1': write one of %2").arg(id, known.join(", ")));
}

std::vector<Recording> recordingsFor(const Wanted& wanted, const Catalogue& catalogue) {
    std::vector<Recording> recordings;
    if (!wanted.recording.isEmpty())
        recordings.push_back(loadRecording(wanted.recording.toStdString(), catalogue));
    else
        for (auto& [file, recording] : loadRecordings(resourcesDir() / "recordings", catalogue).recordings)
            recordings.push_back(std::move(recording));
    return recordings;
}

/// What was measured by this program goes before what is quoted. -1: there are none.
int currentOf(const std::vector<Recording>& recordings) {
    int current = -1;
    for (size_t i = recordings.size(); i-- > 0;)
        if (current < 0 || !recordings[i].provenance.quoted)
            current = static_cast<int>(i);
    return current;
}

/// Where somebody looks at a terminal: large launches take seconds each.
void tellProgress(size_t done, size_t of) {
    if (isatty(STDERR_FILENO) != 0)
        std::fprintf(stderr, "\r%zu of %zu launches worked out%s", done, of, done == of ? "\n" : "");
}

Plot plotOf(const PlotKind& kind, const Wanted& wanted, const Catalogue& catalogue,
            const std::vector<Recording>& recordings) {
    PlotRequest request;
    request.catalogue = &catalogue;
    request.recordings = &recordings;
    request.current = currentOf(recordings);
    if (!wanted.stage.isEmpty()) {
        const Stage stage = findStage(catalogue, wanted.stage);
        request.track = stage.track;
        request.currentStage = stage.id;
        request.currentParameters = completeParameters(stage, wanted.parameters);
        if (const Recording* recording = request.recording())
            request.size = shownSize(*recording, stage, {}).value_or(request.size);
    } else if (!catalogue.tracks.empty()) {
        request.track = catalogue.tracks.front().id;
        if (const Recording* recording = request.recording())
            if (const auto sizes = recordedSizes(*recording, request.track); !sizes.empty())
                request.size = sizes.back();
    }
    request.countedSize = catalogue.track(request.track).countedSize();
    if (wanted.cold)
        request.cache = "cold";
    if (wanted.size) {
        request.size = *wanted.size;
        if (kind.needs == PlotKind::Needs::Counts)
            request.countedSize = *wanted.size;
    }
    addModel(request, kind.needs, StageCompiler(), tellProgress);
    const Plot plot = kind.make(request);
    if (plot.empty())
        fail(plot.missing);
    return plot;
}

void writeChart(const PlotKind& kind, const Wanted& wanted) {
    const Catalogue catalogue = loadCatalogue(wanted.stages);
    const ChartSheet sheet(plotOf(kind, wanted, catalogue, recordingsFor(wanted, catalogue)), wanted.look,
                           wanted.preset);
    SheetFormat format = wanted.format;
    format.size = sheet.format.size;
    writeSheet(sheet.sheet, format, wanted.file);
}

/// A file's subject needs the file itself.
void openFileOf(Sources& sources, const Exhibit& exhibit) {
    if (!exhibit.isFile() || !exhibit.launch)
        return;
    const std::filesystem::path path = pathOf(exhibit.subject);
    sources.addFile({path, engine::readTextFile(path), *exhibit.launch});
}

/// A picture of the whole launch is among those that are wanted.
bool needsReasons(const Exhibit& exhibit, const std::string& only) {
    const auto needs = [](const std::string& name) {
        const PictureKind* kind = findPicture(name.starts_with('+') ? name.substr(1) : name);
        return kind != nullptr && kind->needsReasons;
    };
    return needs(only) || std::any_of(exhibit.pictures.begin(), exhibit.pictures.end(), needs) ||
           heatOf(exhibit.heat) == Heat::Binding;
}

void explain(ExhibitPanes& panes, const Sources& sources, const Wanted& wanted) {
    const std::vector<Recording> recordings = recordingsFor(wanted, sources.catalogue());
    const int current = currentOf(recordings);
    panes.explain(StageCompiler(), current < 0 ? nullptr : &recordings[static_cast<size_t>(current)]);
}

/// A launch that was measured, where the size is not said: the largest.
void settleMeasured(const Sources& sources, Exhibit& exhibit, const Wanted& wanted) {
    if (!(exhibit.measured == Size()) || exhibit.isFile())
        return;
    if (wanted.size) {
        exhibit.measured = *wanted.size;
        return;
    }
    const std::vector<Recording> recordings = recordingsFor(wanted, sources.catalogue());
    if (const int current = currentOf(recordings); current >= 0)
        exhibit.measured =
            shownSize(recordings[static_cast<size_t>(current)], sources.stage(exhibit), {}).value_or(exhibit.measured);
}

void writePictures(const Wanted& wanted) {
    Sources sources(loadCatalogue(wanted.stages));
    Exhibit exhibit;
    const std::string only = wanted.link || wanted.kind == QLatin1String("pictures") ? "" : wanted.kind.toStdString();
    if (wanted.link) {
        exhibit = *wanted.link;
        openFileOf(sources, exhibit);
    } else {
        exhibit.subject = findStage(sources.catalogue(), wanted.stage).id;
        exhibit.parameters = wanted.parameters;
        exhibit.architecture = wanted.architecture;
        exhibit.flushed = wanted.cold;
        if (wanted.size && !needsReasons(exhibit, only))
            exhibit.pictureSize = wanted.size->m;
    }
    sources.settle({}, exhibit);
    const Stage stage = sources.stage(exhibit);
    if (stage.cpu)
        fail(tr("'%1' runs on the CPU, and the pictures show a GPU: write a stage with a kernel").arg(wanted.stage));
    if (!stage.kernel)
        fail(tr("'%1' calls a library, whose inside is not known: write a stage with a kernel").arg(wanted.stage));
    if (needsReasons(exhibit, only))
        settleMeasured(sources, exhibit, wanted);
    const StageCompiler compiler;
    ExhibitPanes panes(sources, compiler, exhibit, wanted.look);
    if (needsReasons(exhibit, only))
        explain(panes, sources, wanted);
    const Shown& shown = panes.pane().player()->shown();
    const PictureKind* kind = findPicture(only);
    const bool hasShared = !shown.scene->shareds.empty();
    if (kind && kind->needsShared && !hasShared)
        fail(tr("'%1' does not use shared memory, so it has no banks: write tiles or global").arg(wanted.stage));
    // A link says where; without one it is where most is to be seen. The warp shows requests of both kinds.
    if (!wanted.link)
        panes.pane().player()->show(
            tellingPosition(*shown.scene, (kind && kind->needsShared) || (only != "global" && hasShared)));
    SheetFormat format = wanted.format;
    format.size = presetSize(wanted.preset);
    writeSheet(panes.sheet(only), format, wanted.file);
}

/// The chart that a link names.
const PlotKind& shownKind(const Exhibit& shown) {
    const auto& kinds = plotKinds();
    const auto kind =
        std::find_if(kinds.begin(), kinds.end(), [&](const PlotKind& each) { return shown.chart == each.name; });
    if (kind == kinds.end())
        fail(tr("there is no chart '%1'").arg(QString::fromStdString(shown.chart)));
    return *kind;
}

/// Asked for as a link asks for it.
Wanted chartOf(const Wanted& wanted, const Exhibit& shown) {
    Wanted chart = wanted;
    chart.stage = QString::fromStdString(shown.subject);
    chart.parameters = shown.parameters;
    if (!(shown.measured == Size()))
        chart.size = shown.measured;
    chart.cold = shown.flushed;
    return chart;
}

void writeShownChart(const Wanted& wanted) {
    writeChart(shownKind(*wanted.link), chartOf(wanted, *wanted.link));
}

void writePage(const Wanted& wanted) {
    const Catalogue catalogue = loadCatalogue(wanted.stages);
    const std::vector<Recording> recordings = recordingsFor(wanted, catalogue);
    Sources sources(catalogue);
    if (isLink(wanted.page))
        openFileOf(sources, fromLink(wanted.page));
    exportPage(wanted.page, wanted.file, sources, recordings, [&](const Exhibit& shown) {
        return plotOf(shownKind(shown), chartOf(wanted, shown), catalogue, recordings);
    });
}

const char* const usage = QT_TRANSLATE_NOOP(
    "export", "\nwarplens export KIND [STAGE] --out FILE.svg|pdf|png|csv\n"
              "warplens export --at LINK --out FILE        what the window shows at a link\n"
              "warplens export --html LESSON|LECTURE|STAGE|LINK --out FILE.html    a web page that plays\n"
              "  --preset paper|slide  --theme light|dark  --transparent  --scale 1|2\n"
              "  --size N|M,N,K  -D NAME=VALUE  --arch CC  --stages FOLDER  --recording FILE\n"
              "  --list    the kinds\n"
              "  --cold    times of launches before which L2 was overwritten");

Wanted readArguments(const QStringList& arguments, bool& list) {
    QCommandLineParser parser;
    const QCommandLineOption out("out", {}, "file"), preset("preset", {}, "name"), theme("theme", {}, "name"),
        size("size", {}, "N"), define("D", {}, "NAME=VALUE"), transparent("transparent"), all("list"),
        stages("stages", {}, "folder"), scale("scale", {}, "N"), recording("recording", {}, "file"), cold("cold"),
        at("at", {}, "link"), html("html", {}, "lesson"), arch("arch", {}, "cc"), help(QStringList{"h", "help"});
    parser.addOptions(
        {out, preset, theme, size, define, transparent, all, stages, scale, recording, cold, at, html, arch, help});
    if (!parser.parse(arguments))
        fail(tr("%1; write: warplens export KIND [STAGE] --out FILE").arg(parser.errorText()));
    const QStringList words = parser.positionalArguments().mid(1);
    list = parser.isSet(all) || parser.isSet(help);
    Wanted wanted;
    if (list)
        return wanted;
    if (parser.isSet(at))
        wanted.link = fromLink(parser.value(at).toStdString());
    wanted.page = parser.value(html).toStdString();
    if (parser.isSet(html) && wanted.page.empty())
        fail(tr("a page of what? Write --html and a lesson, a lecture, a stage or a link"));
    if (wanted.link && !wanted.page.empty())
        fail(tr("--at writes a picture and --html a page: write one of them"));
    if (!wanted.page.empty())
        for (const QCommandLineOption& option : {preset, theme, size, define, transparent, scale, cold, arch})
            if (parser.isSet(option))
                fail(tr("a page takes what it shows from its lesson or its link: leave out %1")
                         .arg((option.names()[0].size() > 1 ? "--" : "-") + option.names()[0]));
    if (wanted.link || !wanted.page.empty() ? !words.isEmpty() : words.isEmpty() || words.size() > 2)
        fail(tr("write: warplens export KIND [STAGE] --out FILE; `warplens export --list` tells the kinds"));
    wanted.kind = words.value(0);
    wanted.stage = words.value(1);
    wanted.file = parser.value(out);
    const bool isPage = wanted.file.endsWith(QLatin1String(".html"), Qt::CaseInsensitive);
    if (!wanted.page.empty() && !isPage)
        fail(tr("where to? Write --out FILE, which ends with .html"));
    if (wanted.file.isEmpty())
        fail(tr("where to? Write --out FILE, which ends with .png, .svg, .pdf or .csv"));
    if (parser.isSet(preset)) {
        const auto known = presetOf(parser.value(preset));
        if (!known)
            fail(tr("there is no preset '%1': write paper or slide").arg(parser.value(preset)));
        wanted.preset = *known;
    }
    const QString name = parser.isSet(theme) ? parser.value(theme) : QStringLiteral("light");
    if (name != QLatin1String("light") && name != QLatin1String("dark"))
        fail(tr("there is no theme '%1': write light or dark").arg(name));
    wanted.look.dark = name == QLatin1String("dark");
    wanted.look.colours = wanted.look.dark ? darkPalette() : lightPalette();
    wanted.look.scale = presetScale(wanted.preset);
    wanted.look.presentation = wanted.preset == Preset::Slide;
    wanted.format.transparent = parser.isSet(transparent);
    wanted.format.ratio = parser.isSet(scale) ? parser.value(scale).toDouble() : 2;
    if (wanted.format.ratio != 1 && wanted.format.ratio != 2)
        fail(tr("'%1' is no scale: write --scale 1 or --scale 2").arg(parser.value(scale)));
    if (parser.isSet(size))
        wanted.size = parseSize(parser.value(size).toStdString());
    for (const QString& text : parser.values(define)) {
        bool good = false;
        const qlonglong value = text.section('=', 1).toLongLong(&good);
        if (!good || text.section('=', 0, 0).isEmpty())
            fail(tr("'%1' sets nothing: write -D NAME=VALUE").arg(text));
        wanted.parameters.push_back({text.section('=', 0, 0).toStdString(), value});
    }
    wanted.stages = parser.isSet(stages) ? std::filesystem::path(parser.value(stages).toStdString()) : stagesDir();
    wanted.recording = parser.value(recording);
    if (parser.isSet(arch))
        wanted.architecture = parser.value(arch).toStdString();
    wanted.cold = parser.isSet(cold);
    return wanted;
}

} // namespace

int exportVerb(const QStringList& arguments, const std::function<void(const QString&)>& say,
               const std::function<void(const QString&)>& complain) {
    try {
        bool list = false;
        const Wanted wanted = readArguments(arguments, list);
        if (list) {
            for (const PlotKind& kind : plotKinds())
                say(QStringLiteral("%1  %2")
                        .arg(QLatin1String(kind.name), -12)
                        .arg(tr("chart: %1").arg(QCoreApplication::translate("Charts", kind.label))));
            for (const PictureKind& kind : pictureKinds())
                say(QStringLiteral("%1  %2")
                        .arg(QLatin1String(kind.name), -12)
                        .arg(tr("picture of a stage: %1").arg(pictureTitle(kind))));
            say(QStringLiteral("%1  %2")
                    .arg(QLatin1String("pictures"), -12)
                    .arg(tr("all pictures of a stage that suit")));
            say(tr(usage));
            return 0;
        }
        if (!wanted.page.empty()) {
            writePage(wanted);
            say(tr("wrote %1").arg(wanted.file));
            return 0;
        }
        if (wanted.link) {
            if (wanted.link->page == Page::Charts)
                writeShownChart(wanted);
            else if (wanted.link->page == Page::Pictures)
                writePictures(wanted);
            else
                fail(tr("the difference of two sources is no picture: leave page= out of the link"));
            say(tr("wrote %1").arg(wanted.file));
            return 0;
        }
        QStringList known;
        for (const PlotKind& kind : plotKinds()) {
            if (wanted.kind == QLatin1String(kind.name)) {
                writeChart(kind, wanted);
                say(tr("wrote %1").arg(wanted.file));
                return 0;
            }
            known << QString::fromLatin1(kind.name);
        }
        if (wanted.kind == QLatin1String("pictures") || findPicture(wanted.kind.toStdString())) {
            writePictures(wanted);
            say(tr("wrote %1").arg(wanted.file));
            return 0;
        }
        for (const PictureKind& kind : pictureKinds())
            known << QString::fromLatin1(kind.name);
        known << QStringLiteral("pictures");
        fail(tr("there is no chart or picture '%1': write one of %2").arg(wanted.kind, known.join(", ")));
    } catch (const std::exception& error) {
        complain(QString::fromUtf8(error.what()));
    }
    return 2;
}

} // namespace warplens::app
