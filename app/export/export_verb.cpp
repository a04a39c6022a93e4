// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/export_verb.h"

#include "app/charts/plot_model.h"
#include "app/charts/stage_chart_data.h"
#include "app/engine/simulation.h"
#include "app/export/chart_sheet.h"
#include "app/model/navigator.h"
#include "app/model/replay.h"
#include "app/model/scene.h"
#include "app/views/banks_view.h"
#include "app/views/global_view.h"
#include "app/views/tiles_view.h"
#include "app/views/warp_view.h"
#include "kernels/catalogue/instance.h"
#include "kernels/catalogue/paths.h"

#include <QCommandLineParser>
#include <QPainter>

#include <algorithm>
#include <memory>

namespace warplens::app {
namespace {

using namespace kernels;

const char* const pictureNames[] = {"tiles", "global", "banks", "warp"};

[[noreturn]] void fail(const QString& text) {
    throw ExportError(text.toStdString());
}

QString tr(const char* text) {
    return QCoreApplication::translate("export", text);
}

struct Wanted {
    QString kind, stage, file;
    Preset preset = Preset::Screen;
    Look look;
    std::optional<Size> size;
    ParameterValues parameters;
    PictureFormat format;
    std::filesystem::path stages;
    QString recording;
    bool cold = false;
};

/// The costliest request of the block: the one that shows what the stage is about.
Position costliest(const Scene& scene, bool shared) {
    Position best;
    double worst = -1;
    for (size_t i = 0; i < scene.trace.events.size(); ++i) {
        const auto& event = scene.trace.events[i];
        if (!event.isRequest() || isShared(event.kind) != shared)
            continue;
        const auto& cost = scene.trace.shapeOf(event);
        const double excess =
            shared ? cost.wavefronts - cost.wavefrontsIdeal : static_cast<double>(cost.sectors) - cost.sectorsIdeal;
        if (excess > worst) {
            worst = excess;
            best = {i, shared ? cost.wavefronts / 2u : 0u};
        }
    }
    return best;
}

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

void writeChart(const PlotKind& kind, const Wanted& wanted) {
    const Catalogue catalogue = loadCatalogue(wanted.stages);
    std::vector<Recording> recordings;
    if (!wanted.recording.isEmpty())
        recordings.push_back(loadRecording(wanted.recording.toStdString(), catalogue));
    else
        for (auto& [file, recording] : loadRecordings(resourcesDir() / "recordings", catalogue).recordings)
            recordings.push_back(std::move(recording));
    PlotRequest request;
    request.catalogue = &catalogue;
    request.recordings = &recordings;
    // What was measured by this program goes before what is quoted.
    for (size_t i = recordings.size(); i-- > 0;)
        if (request.current < 0 || !recordings[i].provenance.quoted)
            request.current = static_cast<int>(i);
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
    addModel(request, kind.needs, StageCompiler());
    const Plot plot = kind.make(request);
    if (plot.empty())
        fail(plot.missing);
    const ChartSheet sheet(plot, wanted.look, wanted.preset);
    PictureFormat format = wanted.format;
    format.size = sheet.format.size;
    writePicture(sheet.picture, format, wanted.file);
}

void writeView(const Wanted& wanted) {
    const Catalogue catalogue = loadCatalogue(wanted.stages);
    const StageCompiler compiler;
    SceneRequest request;
    request.stage = findStage(catalogue, wanted.stage);
    if (request.stage.cpu)
        fail(tr("'%1' runs on the CPU, and the pictures show a GPU: write a stage with a kernel").arg(wanted.stage));
    if (!request.stage.kernel)
        fail(tr("'%1' calls a library, whose inside is not known: write a stage with a kernel").arg(wanted.stage));
    request.parameters = completeParameters(request.stage, wanted.parameters);
    request.size = wanted.size.value_or(Size{64, 64, 64});
    Shown shown;
    shown.scene = buildScene(compiler, request);
    shown.navigator = std::make_shared<const Navigator>(shown.scene->trace);
    Replay replay(shown.scene);
    const bool banks = wanted.kind == QLatin1String("banks");
    if (banks && shown.scene->shareds.empty())
        fail(tr("'%1' does not use shared memory, so it has no banks: write tiles or global").arg(wanted.stage));
    const bool warp = wanted.kind == QLatin1String("warp"); // shows requests of both kinds
    shown.moment = momentAt(*shown.scene, *shown.navigator,
                            costliest(*shown.scene, banks || (warp && !shown.scene->shareds.empty())));
    shown.state = &replay.at(shown.scene->trace.events.empty() ? 0 : shown.moment.position.event + 1);
    std::unique_ptr<View> view;
    if (banks)
        view = std::make_unique<BanksView>();
    else if (warp)
        view = std::make_unique<WarpView>();
    else if (wanted.kind == QLatin1String("global"))
        view = std::make_unique<GlobalView>();
    else
        view = std::make_unique<TilesView>();
    view->setLook(wanted.look);
    view->show(shown);
    Picture picture;
    const QString variant = variantLabel(request.stage, request.parameters);
    picture.title = QString::fromStdString(request.stage.title) + (variant.isEmpty() ? variant : ", " + variant);
    picture.background = wanted.look.colours.pane;
    const QString origin =
        tr("%1, model, compute capability 9.0, Warplens %2")
            .arg(sizeLabel(request.size, catalogue.track(request.stage.track).dimensions), WARPLENS_VERSION);
    picture.paint = [&](QPainter& painter, const QRectF& area) {
        const Look& look = wanted.look;
        const QRectF line(area.left() + look.margin(), area.top() + look.px(8), area.width() - 2 * look.margin(),
                          look.px(22));
        painter.setFont(look.ui(look.px(15), QFont::DemiBold));
        painter.setPen(look.colours.text);
        drawText(painter, line, Qt::AlignLeft | Qt::AlignVCenter, picture.title);
        painter.setFont(look.ui(look.px(12)));
        painter.setPen(look.colours.secondary);
        drawText(painter, line.translated(0, look.px(20)), Qt::AlignLeft | Qt::AlignVCenter, origin);
        const int top = look.px(54);
        view->resize(static_cast<int>(area.width()), static_cast<int>(area.height()) - top);
        // Rendered with the caller's painter, so that vectors stay vectors.
        view->render(&painter, QPoint(static_cast<int>(area.left()), static_cast<int>(area.top()) + top), QRegion(),
                     QWidget::DrawChildren);
    };
    PictureFormat format = wanted.format;
    format.size = presetSize(wanted.preset);
    writePicture(picture, format, wanted.file);
}

Wanted readArguments(const QStringList& arguments, bool& list) {
    QCommandLineParser parser;
    const QCommandLineOption out("out", {}, "file"), preset("preset", {}, "name"), theme("theme", {}, "name"),
        size("size", {}, "N"), define("D", {}, "NAME=VALUE"), transparent("transparent"), all("list"),
        stages("stages", {}, "folder"), scale("scale", {}, "N"), recording("recording", {}, "file"), cold("cold");
    parser.addOptions({out, preset, theme, size, define, transparent, all, stages, scale, recording, cold});
    if (!parser.parse(arguments))
        fail(tr("%1; write: warplens export KIND [STAGE] --out FILE").arg(parser.errorText()));
    const QStringList words = parser.positionalArguments().mid(1);
    list = parser.isSet(all);
    Wanted wanted;
    if (list)
        return wanted;
    if (words.isEmpty() || words.size() > 2)
        fail(tr("write: warplens export KIND [STAGE] --out FILE; `warplens export --list` tells the kinds"));
    wanted.kind = words[0];
    wanted.stage = words.value(1);
    wanted.file = parser.value(out);
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
            for (const char* name : pictureNames)
                say(QStringLiteral("%1  %2").arg(QLatin1String(name), -12).arg(tr("picture of a stage")));
            say(tr("\nwarplens export KIND [STAGE] --out FILE.svg|pdf|png|csv\n"
                   "  --preset paper|slide  --theme light|dark  --transparent  --scale 1|2\n"
                   "  --size N|M,N,K  -D NAME=VALUE  --stages FOLDER  --recording FILE\n"
                   "  --cold    times of launches before which L2 was overwritten"));
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
        for (const char* name : pictureNames) {
            if (wanted.kind == QLatin1String(name)) {
                writeView(wanted);
                say(tr("wrote %1").arg(wanted.file));
                return 0;
            }
            known << QString::fromLatin1(name);
        }
        fail(tr("there is no chart or picture '%1': write one of %2").arg(wanted.kind, known.join(", ")));
    } catch (const std::exception& error) {
        complain(QString::fromUtf8(error.what()));
    }
    return 2;
}

} // namespace warplens::app
