// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/exhibit_sheet.h"

#include "app/charts/chart_labels.h"
#include "app/export/alternative.h"
#include "app/export/saying.h"
#include "app/model/place_in_scene.h"
#include "app/paint/drawing.h"
#include "app/views/source_pane.h"
#include "app/views/stage_pane.h"

#include <QPainter>

#include <algorithm>

namespace warplens::app {
namespace {

/// Whether all of its pictures do.
bool allDo(bool PictureKind::*what, const Exhibit& exhibit, const std::string& only) {
    const PictureNames shown = only.empty() ? exhibit.pictures : PictureNames{only};
    return !shown.empty() && std::all_of(shown.begin(), shown.end(), [&](const std::string& name) {
        const PictureKind* kind = pictureOf(name);
        return kind != nullptr && kind->*what;
    });
}

} // namespace

QString exhibitTitle(const Sources& sources, const Exhibit& exhibit) {
    const kernels::Stage stage = sources.stage(exhibit);
    QString title = QString::fromStdString(stage.title);
    if (const QString variant = variantLabel(stage, exhibit.parameters); !variant.isEmpty())
        title += ", " + variant;
    if (exhibit.text)
        title += exportText(" (changed)");
    if (const auto other = sources.compared(exhibit)) {
        const kernels::Stage beside = sources.stage(*other);
        const QString variant = variantLabel(beside, other->parameters);
        title += exportText(" beside %1")
                     .arg(other->subject != exhibit.subject ? QString::fromStdString(beside.title)
                          : variant.isEmpty()               ? exportText("the standard variant")
                                                            : variant);
        if (other->architecture != exhibit.architecture)
            title += exportText(" on compute capability %1").arg(QString::fromStdString(other->architecture));
    }
    return title;
}

QString exhibitOrigin(const Sources& sources, const Exhibit& exhibit, const std::string& only) {
    const bool wholeLaunch = allDo(&PictureKind::needsReasons, exhibit, only);
    QStringList parts;
    if (const kernels::Stage stage = sources.stage(exhibit); !stage.kernel)
        return (stage.cpu ? exportText("runs on one core of the CPU") : exportText("a library, which ships compiled")) +
               QStringLiteral(", Warplens " WARPLENS_VERSION);
    if (exhibit.isFile()) {
        const engine::FileLaunch launch = exhibit.launch.value_or(engine::FileLaunch());
        parts << exportText("%1, grid %2, block %3")
                     .arg(QString::fromStdString(launch.kernel), QString::fromStdString(launch.grid),
                          QString::fromStdString(launch.block));
    } else if (const launches::KeptLaunch* kept = sources.kept(exhibit.subject)) {
        parts << exportText("launch %1 of %2, grid %3, block %4")
                     .arg(kept->number)
                     .arg(QString::fromStdString(std::filesystem::path(kept->program).filename().string()),
                          QStringLiteral("%1,%2,%3").arg(kept->grid.x).arg(kept->grid.y).arg(kept->grid.z),
                          QStringLiteral("%1,%2,%3").arg(kept->block.x).arg(kept->block.y).arg(kept->block.z));
    } else if (!wholeLaunch) {
        const SceneRequest request = sources.request(exhibit);
        parts << sizeLabel(request.size, sources.catalogue().track(request.stage.track).dimensions);
    }
    if (!wholeLaunch)
        parts << exportText("block (%1, %2)").arg(exhibit.block.x).arg(exhibit.block.y);
    if (!allDo(&PictureKind::tellsOrigin, exhibit, only))
        parts << exportText("modelled")
              << exportText("compute capability %1").arg(QString::fromStdString(exhibit.architecture));
    parts << QStringLiteral("Warplens " WARPLENS_VERSION);
    return parts.join(QStringLiteral(", "));
}

namespace {

/// Title and origin, in as many lines as they need.
struct SheetHead {
    QString title, origin;
    Look look;

    /// How far down it reaches; painted where there is a painter.
    double paint(const QRectF& area, QPainter* painter) const {
        const QRectF line(area.left() + look.margin(), area.top() + look.px(8), area.width() - 2 * look.margin(),
                          look.px(22));
        double top = line.top();
        const auto put = [&](const QString& text, const QFont& font, const QColor& colour, double height) {
            for (const QString& each : brokenLines(text, font, line.width())) {
                if (painter) {
                    painter->setFont(font);
                    painter->setPen(colour);
                    drawText(*painter, QRectF(line.left(), top, line.width(), line.height()),
                             Qt::AlignLeft | Qt::AlignVCenter, each);
                }
                top += height;
            }
        };
        put(title, look.ui(look.px(15), QFont::DemiBold), look.colours.text, look.px(20));
        put(origin, look.ui(look.px(12)), look.colours.secondary, look.px(16));
        return std::max<double>(look.px(54), top - area.top() + look.px(10));
    }
};

} // namespace

Sheet paneSheet(const Sources& sources, const Exhibit& exhibit, StagePane& pane, StagePane* other, const Look& look,
                const std::string& only) {
    Sheet sheet;
    sheet.title = exhibitTitle(sources, exhibit);
    sheet.background = look.colours.pane;
    const SheetHead head{sheet.title, exhibitOrigin(sources, exhibit, only), look};
    const auto isNarrow = [look](double width) { return width < look.px(400); };
    sheet.column = [head, &pane, other, only, isNarrow](int width) {
        const double each = 0.75 * width - head.look.px(54); // of a picture alone, below one line of each
        const auto columns = pane.columnsIn(QSizeF(width, each));
        size_t rows = 1;
        for (const PictureNames& column : columns)
            rows = std::max(rows, column.size());
        rows = only.empty() ? rows : 1;
        const double below = static_cast<double>(other && isNarrow(width) ? 2 * rows : rows) * each;
        return static_cast<int>(head.paint(QRectF(0, 0, width, 0), nullptr) + below);
    };
    sheet.paint = [head, look, &pane, other, only, isNarrow](QPainter& painter, const QRectF& area) {
        const QRectF rest = area.adjusted(0, head.paint(area, &painter), 0, 0);
        const auto paint = [&](StagePane& each, const QRectF& place) {
            if (only.empty())
                return each.paintAt(painter, place);
            Picture* picture = each.picture(only);
            picture->show(each.player()->shown());
            painter.save();
            painter.setClipRect(place, Qt::IntersectClip);
            picture->paintAt(painter, place);
            painter.restore();
        };
        if (!other)
            return paint(pane, rest);
        painter.fillRect(rest, look.colours.line);
        const bool below = isNarrow(area.width());
        const QSizeF half(below ? rest.width() : (rest.width() - 1) / 2,
                          below ? (rest.height() - 1) / 2 : rest.height());
        paint(pane, QRectF(rest.topLeft(), half));
        paint(*other, QRectF(rest.bottomRight() - QPointF(half.width(), half.height()), half));
    };
    return sheet;
}

ExhibitPanes::ExhibitPanes(const Sources& sources, const kernels::StageCompiler& compiler, const Exhibit& exhibit,
                           const Look& look)
    : m_sources(sources)
    , m_exhibit(exhibit)
    , m_look(look)
    , m_compiler(compiler)
    , m_pane(std::make_unique<StagePane>()) {
    fill(*m_pane, compiler, exhibit);
    const auto other = sources.compared(exhibit);
    if (!other)
        return;
    m_other = std::make_unique<StagePane>();
    fill(*m_other, compiler, *other);
    for (StagePane* pane : {m_pane.get(), m_other.get()})
        pane->setForm(StagePane::Form::Half);
    follow();
}

ExhibitPanes::~ExhibitPanes() = default;

void ExhibitPanes::goTo(const Place& place) {
    m_exhibit.at = place;
    if (const auto& scene = m_pane->player()->shown().scene)
        m_pane->player()->show(positionOf(*scene, place));
    follow();
}

// In lockstep, as the window has it.
void ExhibitPanes::follow() {
    if (!m_other)
        return;
    const Shown &mine = m_pane->player()->shown(), &theirs = m_other->player()->shown();
    if (!mine.scene || !theirs.scene)
        return;
    m_other->player()->show(theirs.navigator->atTime(mine.navigator->timeOf(mine.moment.position)));
}

void ExhibitPanes::fill(StagePane& pane, const kernels::StageCompiler& compiler, const Exhibit& exhibit) {
    pane.setLook(m_look);
    const kernels::Stage stage = m_sources.stage(exhibit);
    if (!stage.kernel) { // there is nothing to look into but the source
        pane.setPictures({"source"});
        return pane.source()->setSource(toQString(stage.sourceFileName()), toQString(stage.source));
    }
    const auto scene = buildScene(compiler, m_sources.request(exhibit));
    pane.setPictures(exhibit.pictures);
    pane.setScene(scene, positionOf(*scene, exhibit.at));
    const PictureNames& pictures = exhibit.pictures;
    if (std::any_of(pictures.begin(), pictures.end(), [](const std::string& name) {
            const PictureKind* kind = pictureOf(name);
            return kind != nullptr && kind->needsFindings;
        }))
        pane.player()->setFindings(
            std::make_shared<const std::vector<sim::simt::Finding>>(findingsOf(compiler, m_sources.request(exhibit))));
    if (!exhibit.heat.empty())
        pane.source()->setHeat(heatOf(exhibit.heat).value_or(Heat::PerRequest));
}

void ExhibitPanes::explain(const kernels::StageCompiler& compiler, const kernels::Recording* recording) {
    const auto give = [&](StagePane& pane, const Exhibit& exhibit) {
        const auto ask = [&](const Exhibit& which) {
            return std::make_shared<const Reason>(reasonOf(compiler, reasonRequest(m_sources, which, recording)));
        };
        Reasons reasons;
        reasons.own = ask(exhibit);
        if (const auto thrown = thrownOf(m_sources, exhibit)) {
            const kernels::Stage stage = m_sources.stage(exhibit);
            reasons.thrown = ask(*thrown);
            reasons.thrownLabel = labelOf(stage, *switched(stage, exhibit.parameters));
        }
        pane.player()->setReasons(std::make_shared<const Reasons>(std::move(reasons)));
    };
    give(*m_pane, m_exhibit);
    if (const auto other = m_sources.compared(m_exhibit))
        give(*m_other, *other);
}

// Of the place that is shown now, which is not always the exhibit's own.
void ExhibitPanes::compareWithSwitch() {
    const Shown& shown = m_pane->player()->shown();
    std::optional<Alternative> alternative;
    if (const auto thrown = alternativeTo(m_sources, m_exhibit, shown)) {
        if (!m_thrown) // wherever in the block: it is the same
            m_thrown = buildScene(m_compiler, m_sources.request(*thrown));
        alternative = alternativeOf(m_sources, m_exhibit, shown, *m_thrown);
    }
    m_pane->setAlternative(alternative);
}

Sheet ExhibitPanes::sheet(const std::string& only) {
    compareWithSwitch();
    return paneSheet(m_sources, m_exhibit, *m_pane, m_other.get(), m_look, only);
}

} // namespace warplens::app
