#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Breaks the program on purpose, one place at a time, and tells whether a test notices.

    tests/mutants/run.py [NAME ...]     all of them where none is named; needs a build in build/

Each mutant is one change to one file: it is made, what it concerns is built, its tests are run, and it is taken back. A mutant
that no test notices has survived: exit code 1. By hand, in a clean clone: half an hour on two cores.
"""

import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"

# name, file, what stands there, what is put there, targets, tests
MUTANTS = [
    ("share-inverted", "kernels/measure/library_share.cpp", "100.0 * *other.median / *row.median",
     "100.0 * *row.median / *other.median", "look_test", "StageBars|^Plots"),
    ("share-inverted-in-a-tip", "app/charts/plots.cpp", "decimal(share->percent, 1)", "decimal(1e4 / share->percent, 1)",
     "look_test", "StageBars|^Plots"),
    ("title-of-a-chart", "app/export/chart_sheet.cpp", "sheet.title = plot.title;", "sheet.title = plot.kind;",
     "readback_test", "^Readback$"),
    ("title-of-a-picture", "app/export/exhibit_sheet.cpp", "QString title = QString::fromStdString(stage.title);",
     "QString title = QString::fromStdString(stage.id);", "readback_test", "^Readback$"),
    ("hardware-is-the-model", "app/window/count_table.cpp",
     "row.hardware = engine::hardwareOf(quantity, counters->metrics);",
     "row.hardware = launch ? engine::modelOf(quantity, *launch) : std::nullopt;", "readback_test", "^Readback$"),
    ("report-of-the-smallest", "app/report/report.cpp", "recordedSizes(*request.recording(), track).back()",
     "recordedSizes(*request.recording(), track).front()", "window_test", "^Window$"),
    ("heat-without-threshold", "app/model/line_heat.cpp",
     "each.bad = moreWavefronts > 0 || cost.sectors > 2 * cost.sectorsIdeal;",
     "each.bad = moreWavefronts > 0 || cost.sectors > cost.sectorsIdeal;", "model_test", "LineHeat"),
    ("key-p-dead", "app/window/heading.cpp", "if (const auto thrown = switched(m_context.stage(), m_context.now().parameters))",
     "if (const auto thrown = std::optional<kernels::ParameterValue>(); thrown)", "readback_test", "^Readback$"),
    ("never-with-pad-on", "app/export/alternative.cpp", "    if (requests == 0)\n", "    if (requests + 1 > 0)\n",
     "readback_test", "^Readback$"),
    ("switch-inverted", "app/window/header_bar.cpp", "conflicts ? m_look.colours.conflict : m_look.colours.good",
     "conflicts ? m_look.colours.good : m_look.colours.conflict", "readback_test", "^Readback$"),
    ("flush-left-out", "kernels/worker/sampler.cpp", "            if (series.cold)\n", "            if (false)\n",
     "kernels_test warplens-gpu-fake", "FakeGpu|Worker"),
    ("no-watchdog", "kernels/worker/cuda_objects.cpp", "waited > limitSeconds", "false && waited > limitSeconds",
     "kernels_test warplens-gpu-fake", "FakeGpu|Worker|Client"),
    ("another-is-blamed", "kernels/measure/measurement.cpp",
     "failure.subject() || !gone ? failure.subject() : last;", "failure.subject() || !gone ? failure.subject() : last ? std::optional<std::size_t>(0) : last;",
     "kernels_test", "Measurement|FakeGpu|Client"),
    ("ssh-may-ask", "kernels/measure/place.cpp", "    if (!mayAsk)\n        start.command.insert(",
     "    if (false)\n        start.command.insert(", "kernels_test", "Start"),
    ("urgent-waits", "app/window/work_queue.cpp", "if (urgent && !m_running.empty()",
     "if (false && urgent && !m_running.empty()", "readback_test", "^Readback$"),
    ("nothing-is-forgotten", "app/window/session.cpp",
     "while (m_sceneOrder.size() > keptScenes || m_sceneBytes > m_maximumSceneBytes)", "while (false)",
     "window_test pictures_test", "^Window$|^Pictures$"),
    # What was broken or untrue once, each as it was.
    ("old-under-a-new-title", "app/views/stage_pane.cpp", "m_veil->cover(text, state == State::Failed);", "m_veil->lift();",
     "promises_test", "^Promises$"),
    ("pictures-of-the-stage-before", "app/window/staging.cpp",
     "        m_pane->setScene(nullptr);\n        showSourceAlone();\n    }\n    if (!m_context.stage().kernel) {",
     "        showSourceAlone();\n    }\n    if (!m_context.stage().kernel) {", "promises_test", "^Promises$"),
    ("hidden-picture-is-empty", "app/export/exhibit_sheet.cpp", "picture->show(each.player()->shown());\n            painter",
     "picture->show(Shown());\n            painter", "promises_test", "^Promises$"),
    ("titles-without-the-variant", "app/export/exhibit_sheet.cpp",
     "if (const QString variant = variantLabel(stage, exhibit.parameters); !variant.isEmpty())",
     "if (const QString variant; !variant.isEmpty())", "readback_test", "^Readback$"),
    ("pictures-without-their-origin", "app/export/exhibit_sheet.cpp",
     "drawText(painter, line.translated(0, look.px(20)), Qt::AlignLeft | Qt::AlignVCenter, origin);", "",
     "readback_test", "^Readback$"),
    ("charts-without-a-date", "app/charts/chart_labels.cpp", "const QString date = QString::fromStdString(daysOf(p));",
     "const QString date;", "charts_test readback_test", "^Charts$|^Readback$"),
    ("paper-as-long-as-its-rows", "app/export/chart_sheet.cpp",
     "if (preset == Preset::Paper && chart.heightFor(page.width()) > page.height())", "if (false)", "charts_test", "^Charts$"),
    ("letters-by-what-was-drawn-before", "app/export/outlines.cpp", "        forgetTheLastGlyph(item);\n", "", "charts_test",
     "^Charts$"),
    ("banks-where-there-are-none", "app/views/arrangement.cpp", "(room.hasShared || !about->needsShared)",
     "(room.hasShared || about)", "look_test", "^Arrangement"),
    ("another-big-number", "app/window/comparing.cpp", ": now->cost.wavefronts;", ": now->cost.wavefrontsIdeal;",
     "window_test", "^Window$"),
    ("rows-lost-silently", "app/views/counts_view.cpp", "if (painted < m_table.rows.size()) {", "if (false) {", "access_test",
     "^Access$"),
    ("not-said-again-after-comparing", "app/window/staging.cpp", "        askForOther();\n        refreshAlternative();",
     "        askForOther();", "promises_test", "^Promises$"),
    ("a-cpu-in-tflops", "app/charts/speed_plots.cpp", "if (request.besidePictures && loopsOf(request))", "if (false)",
     "look_test", "^Plots"),
    ("words-of-one-bank", "app/model/moment.cpp", 'said("{0} words of one bank", most)', 'said("{0} words of one bank", most + 1)',
     "model_test", "^Moment"),
    ("races-unseen", "app/window/diagnosing.cpp", "            m_context.session.wantFindings(request);", "            {}",
     "promises_test own_kernel_test", "^Promises$|^OwnKernel$"),
    ("ended-launch-is-whole", "sim/simt/launch.cpp", "result.exact = count == result.blocksTotal && !failed;",
     "result.exact = count == result.blocksTotal;", "sim_test", "^Counting"),
]


def run(*command):
    environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", WARPLENS_PATIENCE=os.environ.get("WARPLENS_PATIENCE", "60000"))
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)


def verdict(name, file, old, new, targets, tests):
    path = ROOT / file
    text = path.read_text()
    if text.count(old) != 1:
        return f"stands {text.count(old)} times in {file}: mend the list"
    try:
        path.write_text(text.replace(old, new))
        built = run("ninja", "-C", str(BUILD), *targets.split())
        if built.returncode != 0:
            return "does not build: mend the list"
        tried = run("ctest", "--test-dir", str(BUILD), "-R", tests, "--no-tests=error", "--output-on-failure", "-j", str(os.cpu_count()))
        if tried.returncode == 0:
            return "SURVIVED"
        # Functions of window tests, and tests of the others; of a limit of time it is said, since that may be the machine's.
        functions = [f"{name} ({'in time' if 'timeout' in why else why[:70]})" for name, why in
                     re.findall(r"(?m)^FAIL!  : \w+::(\w+)\([^)]*\) (.*)$", tried.stdout)]
        failed = re.findall(r"(?m)^\s*\d+ - (\S+) \((?!Skipped)", tried.stdout)
        return "killed by " + ", ".join(failed[:3] + functions[:3])
    finally:
        path.write_text(text)


def main(wanted):
    unknown = set(wanted) - {mutant[0] for mutant in MUTANTS}
    if unknown:
        sys.exit(f"there is no mutant {', '.join(sorted(unknown))}: " + ", ".join(mutant[0] for mutant in MUTANTS))
    bad = 0
    for mutant in MUTANTS:
        if wanted and mutant[0] not in wanted:
            continue
        said = verdict(*mutant)
        bad += not said.startswith("killed")
        print(f"{mutant[0]:26} {said}", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
