// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/steps/steps_verb.h"

#include "app/export/export_verb.h"
#include "app/export/saying.h"
#include "app/model/exhibit_text.h"
#include "app/pack/shelf.h"
#include "app/paint/theme.h"
#include "app/steps/caption_strip.h"
#include "app/steps/step_list.h"
#include "app/steps/step_sink.h"
#include "app/words/facts.h"
#include "kernels/catalogue/paths.h"

#include <QCommandLineParser>

#include <algorithm>
#include <optional>

namespace warplens::app {
namespace {

struct Wanted {
    std::optional<Exhibit> link;
    std::string course; ///< a lesson or a lecture
    bool isLecture = false;
    StepRange range;
    StepUnit unit = StepUnit::Instruction;
    QString file, recording;
    std::filesystem::path stages;
    std::optional<packs::Pack> pack;
    bool captions = true;
    std::optional<double> seconds;
    double ratio = 1;
    Look look;
};

struct Options {
    const QCommandLineOption steps{"steps", {}, "range"}, at{"at", {}, "link"}, lesson{"lesson", {}, "name"},
        lecture{"lecture", {}, "name"}, by{"by", {}, "unit"}, out{"out", {}, "file"}, theme{"theme", {}, "name"},
        scale{"scale", {}, "N"}, stages{"stages", {}, "folder"}, pack{"pack", {}, "folder"},
        recording{"recording", {}, "file"}, seconds{"seconds", {}, "S"}, bare{"no-captions"}, progress{"progress"};
};

double numberOf(const QString& text, const QString& problem) {
    bool good = false;
    const double value = text.toDouble(&good);
    if (!good)
        refuseExport(problem);
    return value;
}

void readLook(const QCommandLineParser& parser, const Options& options, Wanted& wanted) {
    const auto chosen = parser.isSet(options.theme) ? themeNamed(parser.value(options.theme)) : ThemeChoice::Light;
    if (!chosen)
        refuseExport(noSuchTheme(parser.value(options.theme)));
    setTheme(wanted.look, *chosen);
    wanted.look.scale = presetScale(Preset::Slide);
    wanted.look.presentation = true;
    wanted.ratio = usualRatio(wanted.file);
    if (!parser.isSet(options.scale))
        return;
    const QString problem =
        exportText("'%1' is no scale: write --scale 1 for 1280×720 pixels, 1.5 or 2").arg(parser.value(options.scale));
    wanted.ratio = numberOf(parser.value(options.scale), problem);
    if (wanted.ratio != 1 && wanted.ratio != 1.5 && wanted.ratio != 2)
        refuseExport(problem);
}

Wanted readArguments(const QStringList& arguments) {
    QCommandLineParser parser;
    const Options options;
    parser.addOptions({options.steps, options.at, options.lesson, options.lecture, options.by, options.out,
                       options.theme, options.scale, options.stages, options.pack, options.recording, options.seconds,
                       options.bare, options.progress});
    const QString form =
        exportText("write: warplens export --steps 3..7 --at LINK --out FILE, or --lesson NAME or --lecture "
                   "NAME in place of --at");
    if (!parser.parse(arguments))
        refuseExport(problemOf(parser) + "; " + form);
    if (const QString problem = twoValues(parser); !problem.isEmpty())
        refuseExport(problem);
    if (const QStringList words = parser.positionalArguments().mid(1); !words.isEmpty())
        refuseExport(exportText("'%1' is too much: %2").arg(words.first(), form));
    Wanted wanted;
    if (parser.isSet(options.at) + parser.isSet(options.lesson) + parser.isSet(options.lecture) != 1)
        refuseExport(exportText("steps of what? One of them; %1").arg(form));
    if (parser.isSet(options.at))
        wanted.link = fromLink(parser.value(options.at).toStdString());
    wanted.isLecture = parser.isSet(options.lecture);
    wanted.course = parser.value(wanted.isLecture ? options.lecture : options.lesson).toStdString();
    if (parser.isSet(options.steps))
        wanted.range = stepRangeOf(parser.value(options.steps));
    if (parser.isSet(options.by) && !wanted.link)
        refuseExport(exportText("--by is for the steps of a stage: a lesson has its own"));
    if (parser.isSet(options.by))
        wanted.unit = stepUnitOf(parser.value(options.by));
    wanted.file = parser.value(options.out);
    if (wanted.file.isEmpty())
        refuseExport(exportText("where to? Write --out FILE, which ends with .mp4, .gif, .pdf, .png or .svg"));
    wanted.recording = parser.value(options.recording);
    wanted.stages = parser.isSet(options.stages) ? std::filesystem::path(parser.value(options.stages).toStdString())
                                                 : kernels::stagesDir();
    if (parser.isSet(options.pack))
        wanted.pack = packs::readPack(parser.value(options.pack).toStdString());
    wanted.captions = !parser.isSet(options.bare);
    if (parser.isSet(options.seconds)) {
        const QString problem = exportText("'%1' is no time for a step: write --seconds and a number from 0.25 to 60")
                                    .arg(parser.value(options.seconds));
        wanted.seconds = numberOf(parser.value(options.seconds), problem);
        if (!(*wanted.seconds >= 0.25 && *wanted.seconds <= 60))
            refuseExport(problem);
    }
    readLook(parser, options, wanted);
    return wanted;
}

void write(const Wanted& wanted, const StepsTold& told, const std::stop_token& stop) {
    const packs::Pack* pack = wanted.pack ? &*wanted.pack : nullptr;
    Sources sources(packs::catalogueWith(wanted.stages, pack));
    const std::vector<kernels::Recording> recordings = recordingsOf(wanted.recording, sources.catalogue());
    if (wanted.link)
        openFileOf(sources, *wanted.link);
    ExhibitArtist artist(sources, recordings, wanted.look, Preset::Slide);
    StepFile file;
    file.file = wanted.file;
    file.format.size = presetSize(Preset::Slide);
    file.format.ratio = wanted.ratio;
    file.stopped = [&] { return stop.stop_requested(); };
    const StepList list = wanted.link ? blockSteps(artist, sources, *wanted.link, wanted.unit, wanted.range)
                                      : lessonSteps(sources, packs::courseWith(sources.catalogue(), pack), recordings,
                                                    wanted.course, wanted.isLecture, wanted.range, stop);
    file.title = list.title;
    file.last = list.steps.back().number;
    const CaptionStrip strip(wanted.look, list, file.format.size.width());
    const std::unique_ptr<StepSink> sink = makeStepSink(file);
    for (size_t i = 0; i < list.steps.size(); ++i) {
        if (stop.stop_requested())
            throw Cancelled();
        told.progress(i, list.steps.size());
        const TakenStep& step = list.steps[i];
        const Sheet picture = artist.draw(step.shown).sheet;
        sink->add({wanted.captions ? strip.below(picture, step) : picture, step.number,
                   wanted.seconds.value_or(step.seconds)});
    }
    told.progress(list.steps.size(), list.steps.size());
    const QStringList files = sink->end();
    told.say(files.size() == 1
                 ? exportText("wrote %1").arg(files.first())
                 : exportText("wrote %1 files, %2 to %3").arg(files.size()).arg(files.first(), files.last()));
}

} // namespace

bool wantsSteps(const QStringList& arguments) {
    return std::any_of(arguments.begin(), arguments.end(), [](const QString& each) {
        const QString name = each.section('=', 0, 0);
        return name == QLatin1String("--steps") || name == QLatin1String("--lesson") ||
               name == QLatin1String("--lecture");
    });
}

int stepsVerb(const QStringList& arguments, const StepsTold& told, const std::stop_token& stop) {
    const auto stopped = [&] {
        told.complain(exportText("stopped: nothing was written"));
        return 130; // as a shell has it for Ctrl+C
    };
    try {
        write(readArguments(arguments), told, stop);
        return 0;
    } catch (const Cancelled&) {
        return stopped();
    } catch (const words::Stopped&) {
        return stopped();
    } catch (const std::exception& error) {
        if (stop.stop_requested()) // Ctrl+C reaches ffmpeg, too
            return stopped();
        told.complain(QString::fromUtf8(error.what()));
    }
    return 2;
}

} // namespace warplens::app
