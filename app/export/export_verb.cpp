// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/export_verb.h"

#include "app/export/asked_plot.h"
#include "app/export/chart_sheet.h"
#include "app/export/exhibit_artist.h"
#include "app/export/page_export.h"
#include "app/export/saying.h"
#include "app/model/exhibit_text.h"
#include "app/model/loop_walk.h"
#include "app/model/place_in_scene.h"
#include "app/model/scene.h"
#include "app/pack/shelf.h"
#include "app/paint/theme.h"
#include "app/views/stage_pane.h"
#include "app/views/tiles_view.h"
#include "kernels/catalogue/define.h"
#include "kernels/catalogue/instance.h"
#include "kernels/catalogue/paths.h"

#include <QCommandLineParser>

#include <algorithm>
#include <memory>

namespace warplens::app {
namespace {

using namespace kernels;

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
    std::optional<packs::Pack> pack;
    QString recording;
    bool cold = false;

    kernels::Catalogue catalogue() const { return packs::catalogueWith(stages, pack ? &*pack : nullptr); }
};

/// Asked for by words.
PlotWish wishOf(const Wanted& wanted) {
    return {wanted.stage, wanted.parameters, wanted.size, wanted.cold};
}

void writeChart(const PlotKind& kind, const Wanted& wanted) {
    const Catalogue catalogue = wanted.catalogue();
    const ChartSheet sheet(plotOf(kind, wishOf(wanted), catalogue, recordingsOf(wanted.recording, catalogue)),
                           wanted.look, wanted.preset);
    SheetFormat format = wanted.format;
    format.size = sheet.format.size;
    writeSheet(sheet.sheet, format, wanted.file);
}

/// Loops on the CPU have no scene: their picture is worked out from the order alone.
void writeWalk(const Wanted& wanted, const Stage& stage, const LoopWalk& walk) {
    TilesView view;
    view.setLook(wanted.look);
    view.setWalk(walk);
    Sheet sheet;
    sheet.title = QString::fromStdString(stage.title + ", " + walk.order);
    sheet.background = wanted.look.colours.pane;
    sheet.paint = [&](QPainter& painter, const QRectF& area) { view.paintAt(painter, area); };
    SheetFormat format = wanted.format;
    format.size = presetSize(wanted.preset);
    writeSheet(sheet, format, wanted.file);
}

void writePictures(const Wanted& wanted) {
    const Sources sources(wanted.catalogue());
    const std::vector<Recording> recordings = recordingsOf(wanted.recording, sources.catalogue());
    const std::string only = wanted.kind == QLatin1String("pictures") ? "" : wanted.kind.toStdString();
    Exhibit exhibit;
    exhibit.subject = findStage(sources.catalogue(), wanted.stage).id;
    exhibit.parameters = wanted.parameters;
    exhibit.architecture = wanted.architecture;
    exhibit.flushed = wanted.cold;
    if (wanted.size && !needsReasons(exhibit, only))
        exhibit.pictureSize = wanted.size->m;
    if (const PictureKind* kind = findPicture(only); kind != nullptr && kind->needsFindings)
        exhibit.pictures = {only};
    sources.settle({}, exhibit);
    const Stage stage = sources.stage(exhibit);
    if (const auto walk = loopWalk(stage, exhibit.parameters); walk && only == "tiles")
        return writeWalk(wanted, stage, *walk);
    if (stage.cpu)
        refuseExport(exportText("'%1' runs on the CPU, and the pictures show a GPU: write a stage with a kernel")
                         .arg(wanted.stage));
    if (!stage.kernel)
        refuseExport(exportText("'%1' calls a library, whose inside is not known: write a stage with a kernel")
                         .arg(wanted.stage));
    ExhibitArtist artist(sources, recordings, wanted.look, wanted.preset);
    artist.setMeasured(wanted.size);
    ExhibitPanes& panes = artist.panes(exhibit, only);
    const Shown& shown = panes.pane().player()->shown();
    const PictureKind* kind = findPicture(only);
    const bool hasShared = !shown.scene->shareds.empty();
    if (kind && kind->needsShared && !hasShared)
        refuseExport(
            exportText("'%1' does not use shared memory, so it has no banks: write tiles or global").arg(wanted.stage));
    // Where most is to be seen. The warp shows requests of both kinds.
    panes.pane().player()->show(
        tellingPosition(*shown.scene, (kind && kind->needsShared) || (only != "global" && hasShared)));
    const Sheet sheet = panes.sheet(only);
    SheetFormat format = wanted.format;
    format.size = presetSize(wanted.preset, sheet);
    writeSheet(sheet, format, wanted.file);
}

/// What the window shows at a link.
void writeExhibit(const Wanted& wanted) {
    Sources sources(wanted.catalogue());
    const std::vector<Recording> recordings = recordingsOf(wanted.recording, sources.catalogue());
    openFileOf(sources, *wanted.link);
    ExhibitArtist artist(sources, recordings, wanted.look, wanted.preset);
    artist.setMeasured(wanted.size);
    const ExhibitArtist::Drawn drawn = artist.draw(*wanted.link);
    SheetFormat format = wanted.format;
    format.size = drawn.size;
    writeSheet(drawn.sheet, format, wanted.file);
}

void writePage(const Wanted& wanted) {
    const Catalogue catalogue = wanted.catalogue();
    const std::vector<Recording> recordings = recordingsOf(wanted.recording, catalogue);
    Sources sources(catalogue);
    if (isLink(wanted.page))
        openFileOf(sources, fromLink(wanted.page));
    exportPage(
        wanted.page, wanted.file, sources, recordings,
        [&](const Exhibit& shown) { return plotOf(shownKind(shown), wishOf(shown), catalogue, recordings); },
        packs::courseWith(catalogue, wanted.pack ? &*wanted.pack : nullptr));
}

const char* const usage = QT_TRANSLATE_NOOP(
    "export", "\nwarplens export KIND [STAGE] --out FILE.svg|pdf|png|csv\n"
              "warplens export --at LINK --out FILE        what the window shows at a link\n"
              "warplens export --html LESSON|LECTURE|STAGE|LINK --out FILE.html    a web page that plays\n"
              "warplens export --steps 3..7 --at LINK --out FILE.mp4|gif|pdf|png|svg    steps of a stage; or of\n"
              "                --lesson NAME, --lecture NAME, which need no range\n"
              "  --by wavefront|instruction|access|tile|barrier  --seconds S  --no-captions  --scale 1|1.5|2\n"
              "  --preset paper|slide  --theme light|dark|contrast-light|contrast-dark  --transparent  --scale 1|2\n"
              "  --size N|M,N,K  -D NAME=VALUE  --arch CC  --stages FOLDER  --pack FOLDER  --recording FILE\n"
              "  --list    the kinds\n"
              "  --cold    times of launches before which L2 was overwritten");

Wanted readArguments(const QStringList& arguments, bool& list) {
    QCommandLineParser parser;
    const QCommandLineOption out("out", {}, "file"), preset("preset", {}, "name"), theme("theme", {}, "name"),
        size("size", {}, "N"), define("D", {}, "NAME=VALUE"), transparent("transparent"), all("list"),
        stages("stages", {}, "folder"), scale("scale", {}, "N"), recording("recording", {}, "file"), cold("cold"),
        at("at", {}, "link"), pack("pack", {}, "folder"), html("html", {}, "lesson"), arch("arch", {}, "cc"),
        help(QStringList{"h", "help"});
    parser.addOptions({out, preset, theme, size, define, transparent, all, stages, pack, scale, recording, cold, at,
                       html, arch, help});
    if (!parser.parse(arguments))
        refuseExport(exportText("%1; write: warplens export KIND [STAGE] --out FILE").arg(problemOf(parser)));
    if (const QString problem = twoValues(parser); !problem.isEmpty())
        refuseExport(problem);
    const QStringList words = parser.positionalArguments().mid(1);
    list = parser.isSet(all) || parser.isSet(help);
    Wanted wanted;
    if (list)
        return wanted;
    if (parser.isSet(at))
        wanted.link = fromLink(parser.value(at).toStdString());
    wanted.page = parser.value(html).toStdString();
    if (parser.isSet(html) && wanted.page.empty())
        refuseExport(exportText("a page of what? Write --html and a lesson, a lecture, a stage or a link"));
    if (wanted.link && !wanted.page.empty())
        refuseExport(exportText("--at writes a picture and --html a page: write one of them"));
    if (!wanted.page.empty())
        for (const QCommandLineOption& option : {preset, theme, size, define, transparent, scale, cold, arch})
            if (parser.isSet(option))
                refuseExport(exportText("a page takes what it shows from its lesson or its link: leave out %1")
                                 .arg((option.names()[0].size() > 1 ? "--" : "-") + option.names()[0]));
    if (wanted.link && !words.isEmpty())
        refuseExport(exportText("--at draws what its link shows: leave out '%1'").arg(words.join(QLatin1Char(' '))));
    if (wanted.link || !wanted.page.empty() ? !words.isEmpty() : words.isEmpty() || words.size() > 2)
        refuseExport(
            exportText("write: warplens export KIND [STAGE] --out FILE; `warplens export --list` tells the kinds"));
    wanted.kind = words.value(0);
    wanted.stage = words.value(1);
    wanted.file = parser.value(out);
    const bool isPage = wanted.file.endsWith(QLatin1String(".html"), Qt::CaseInsensitive);
    if (!wanted.page.empty() && !isPage)
        refuseExport(exportText("where to? Write --out FILE, which ends with .html"));
    if (wanted.file.isEmpty())
        refuseExport(exportText("where to? Write --out FILE, which ends with .png, .svg, .pdf or .csv"));
    if (parser.isSet(preset)) {
        const auto known = presetOf(parser.value(preset));
        if (!known)
            refuseExport(exportText("there is no preset '%1': write paper or slide").arg(parser.value(preset)));
        wanted.preset = *known;
    }
    const auto chosen = parser.isSet(theme) ? themeNamed(parser.value(theme)) : ThemeChoice::Light;
    if (!chosen)
        refuseExport(noSuchTheme(parser.value(theme)));
    setTheme(wanted.look, *chosen);
    wanted.look.scale = presetScale(wanted.preset);
    wanted.look.presentation = wanted.preset == Preset::Slide;
    wanted.format.transparent = parser.isSet(transparent);
    wanted.format.ratio = parser.isSet(scale) ? parser.value(scale).toDouble() : 2;
    if (wanted.format.ratio != 1 && wanted.format.ratio != 2)
        refuseExport(exportText("'%1' is no scale: write --scale 1 or --scale 2").arg(parser.value(scale)));
    if (parser.isSet(size))
        wanted.size = parseSize(parser.value(size).toStdString());
    for (const QString& text : parser.values(define))
        wanted.parameters.push_back(definedParameter(text.toStdString()));
    wanted.stages = parser.isSet(stages) ? std::filesystem::path(parser.value(stages).toStdString()) : stagesDir();
    if (parser.isSet(pack))
        wanted.pack = packs::readPack(parser.value(pack).toStdString());
    wanted.recording = parser.value(recording);
    if (parser.isSet(arch))
        wanted.architecture = parser.value(arch).toStdString();
    wanted.cold = parser.isSet(cold);
    return wanted;
}

} // namespace

QString problemOf(const QCommandLineParser& parser) {
    QString said = parser.errorText();
    while (said.endsWith('.'))
        said.chop(1);
    return said;
}

QString twoValues(const QCommandLineParser& parser) {
    for (const QString& name : parser.optionNames())
        if (const QStringList values = parser.values(name); values.size() > 1 && name != "D" && name != "arg")
            return exportText("--%1 has two values, '%2' and '%3': leave out one of them")
                .arg(name, values[0], values[1]);
    return {};
}

int exportVerb(const QStringList& arguments, const std::function<void(const QString&)>& say,
               const std::function<void(const QString&)>& complain) {
    try {
        bool list = false;
        const Wanted wanted = readArguments(arguments, list);
        if (list) {
            for (const PlotKind& kind : plotKinds())
                say(QStringLiteral("%1  %2")
                        .arg(QLatin1String(kind.name), -12)
                        .arg(exportText("chart: %1").arg(QCoreApplication::translate("Charts", kind.label))));
            for (const PictureKind& kind : pictureKinds())
                say(QStringLiteral("%1  %2")
                        .arg(QLatin1String(kind.name), -12)
                        .arg(exportText("picture of a stage: %1").arg(pictureTitle(kind))));
            say(QStringLiteral("%1  %2")
                    .arg(QLatin1String("pictures"), -12)
                    .arg(exportText("all pictures of a stage that suit")));
            say(exportText(usage));
            return 0;
        }
        if (!wanted.page.empty()) {
            writePage(wanted);
            say(exportText("wrote %1").arg(wanted.file));
            return 0;
        }
        if (wanted.link) {
            writeExhibit(wanted);
            say(exportText("wrote %1").arg(wanted.file));
            return 0;
        }
        QStringList known;
        for (const PlotKind& kind : plotKinds()) {
            if (wanted.kind == QLatin1String(kind.name)) {
                writeChart(kind, wanted);
                say(exportText("wrote %1").arg(wanted.file));
                return 0;
            }
            known << QString::fromLatin1(kind.name);
        }
        if (wanted.kind == QLatin1String("pictures") || findPicture(wanted.kind.toStdString())) {
            writePictures(wanted);
            say(exportText("wrote %1").arg(wanted.file));
            return 0;
        }
        for (const PictureKind& kind : pictureKinds())
            known << QString::fromLatin1(kind.name);
        known << QStringLiteral("pictures");
        refuseExport(
            exportText("there is no chart or picture '%1': write one of %2").arg(wanted.kind, known.join(", ")));
    } catch (const std::exception& error) {
        complain(QString::fromUtf8(error.what()));
    }
    return 2;
}

} // namespace warplens::app
