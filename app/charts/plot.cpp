// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/plot.h"

#include "app/paint/look.h"
#include "app/paint/speech.h"
#include "app/tongue/numbers.h"

#include <QObject>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace warplens::app {

bool Plot::empty() const {
    return std::all_of(series.begin(), series.end(),
                       [](const PlotSeries& s) { return s.points.empty() || s.form == PlotSeries::Form::Ceiling; });
}

int Plot::currentRow() const {
    if (hasBars())
        for (const PlotSeries& each : series)
            for (const PlotPoint& point : each.points)
                if (point.current && each.form == PlotSeries::Form::Bars)
                    return static_cast<int>(point.x);
    return -1;
}

Plot standardRows(Plot plot, Rows kept) {
    if (!plot.hasBars())
        return plot;
    QString shown;
    std::map<QString, std::pair<bool, double>> chosen; // by stage: of another variant, row; the least is kept
    for (const PlotSeries& series : plot.series)
        for (const PlotPoint& point : series.points) {
            if (series.form != PlotSeries::Form::Bars)
                continue; // it is in no row
            const std::pair row{!point.standard, point.x};
            if (const auto [known, added] = chosen.try_emplace(point.stage, row); !added)
                known->second = std::min(known->second, row);
            if (point.current && kept == Rows::StandardAndShown)
                shown = point.stage;
        }
    std::set<double> rows;
    for (const auto& [stage, row] : chosen)
        rows.insert(row.second);
    for (const PlotSeries& series : plot.series)
        for (const PlotPoint& point : series.points)
            if (!shown.isEmpty() && point.stage == shown && series.form == PlotSeries::Form::Bars)
                rows.insert(point.x);
    if (rows.size() >= static_cast<size_t>(plot.categories.size()))
        return plot;
    QStringList categories;
    for (const double row : rows)
        categories << plot.categories.value(static_cast<qsizetype>(row));
    for (PlotSeries& series : plot.series) {
        std::vector<PlotPoint> left;
        if (series.form != PlotSeries::Form::Bars)
            continue;
        for (PlotPoint& point : series.points)
            if (const auto row = rows.find(point.x); row != rows.end()) {
                point.x = static_cast<double>(std::distance(rows.begin(), row));
                left.push_back(point);
            }
        series.points = std::move(left);
    }
    plot.categories = categories;
    const QString note = shown.isEmpty()
                             ? QObject::tr("the standard variant of each stage alone")
                             : QObject::tr("the standard variant of each stage, and all of the one that is shown");
    plot.note = plot.note.isEmpty() ? note : plot.note + QStringLiteral("; ") + note;
    return plot;
}

namespace {

const QString comma = QStringLiteral(", ");

/// "Tiled" of "Tiled" and "Tiled, PAD on"; empty: they have none.
QString commonName(const QStringList& labels) {
    for (QString name = labels.front();; name.truncate(name.lastIndexOf(comma))) {
        if (std::all_of(labels.begin(), labels.end(),
                        [&](const QString& label) { return label == name || label.startsWith(name + comma); }))
            return name;
        if (!name.contains(comma))
            return {};
    }
}

} // namespace

QStringList rowLabels(const Plot& plot) {
    const auto rows = static_cast<size_t>(plot.categories.size());
    std::vector<QString> stages(rows);
    for (const PlotSeries& series : plot.series)
        for (const PlotPoint& point : series.points)
            if (series.form == PlotSeries::Form::Bars && point.x >= 0 && point.x < static_cast<double>(rows))
                stages[static_cast<size_t>(point.x)] = point.stage;
    QStringList labels;
    for (size_t first = 0, end = 0; first < rows; first = end) {
        for (end = first + 1; end < rows && !stages[first].isEmpty() && stages[end] == stages[first];)
            ++end;
        const QStringList group =
            plot.categories.mid(static_cast<qsizetype>(first), static_cast<qsizetype>(end - first));
        const QString name = commonName(group) + comma;
        for (const QString& whole : group)
            labels << (&whole != &group.front() && whole.startsWith(name)
                           ? QStringLiteral("… ") + whole.mid(name.size())
                           : whole);
    }
    return labels;
}

QString scientific(double value, int decimals) {
    int power = static_cast<int>(std::floor(std::log10(std::abs(value))));
    QString factor = decimal(value / std::pow(10.0, power), decimals);
    if (factor.startsWith(QLatin1String("10"))) // 9.99 rounded
        factor = decimal(value / std::pow(10.0, ++power), decimals);
    return (factor == QLatin1String("1") ? QString() : factor + QStringLiteral("·")) + QStringLiteral("10") +
           superscript(power);
}

QString plotNumber(double value) {
    const double size = std::abs(value);
    if (size == 0)
        return QStringLiteral("0");
    if (size < 1e-3)
        return scientific(value, 2);
    // As it is written, 99.96 has three digits before the point, and 999 960 is 1.00 M.
    const double ten = std::pow(10, std::floor(std::log10(size)) - 2);
    const double written = std::round(size / ten) * ten;
    const int digits = static_cast<int>(std::floor(std::log10(written * (1 + 1e-12))));
    for (const auto& [unit, letter] : {std::pair{1e9, 'G'}, {1e6, 'M'}, {1e3, 'k'}})
        if (size >= 1e4 && written * (1 + 1e-12) >= unit)
            return QStringLiteral("%1 %2").arg(decimal(value / unit, 2 - digits % 3)).arg(QLatin1Char(letter));
    return decimal(value, std::clamp(2 - digits, 0, 6));
}

QString tipNumber(double value) {
    const int digits = value > 0 ? static_cast<int>(std::floor(std::log10(value))) : 0;
    return decimal(value, std::max(0, 3 - digits));
}

namespace {

QString quoted(const QString& text) {
    if (!text.contains(',') && !text.contains('"') && !text.contains('\n'))
        return text;
    return '"' + QString(text).replace('"', "\"\"") + '"';
}

/// Nine digits, and no exponent, which not every spreadsheet reads.
QString exact(double value) {
    return QString::fromStdString(tongue::plain(value, 9));
}

} // namespace

QString plotCsv(const Plot& plot) {
    QString text = QStringLiteral("# %1\n# %2\n").arg(plot.title, plot.origin);
    if (!plot.note.isEmpty())
        text += QStringLiteral("# %1\n").arg(plot.note);
    for (const QString& line : plot.foot)
        text += QStringLiteral("# %1\n").arg(line);
    const QString x = plot.categories.isEmpty() ? plot.x.text() : QStringLiteral("stage");
    const QString y = plot.y.text();
    const bool levels = std::any_of(plot.series.begin(), plot.series.end(),
                                    [](const PlotSeries& series) { return series.hasLevels(); });
    text += QStringLiteral("series,%1,%2,%3,%4,stage id,parameters%5%6\n")
                .arg(quoted(x), quoted(y), quoted(y + QStringLiteral(" first quartile")),
                     quoted(y + QStringLiteral(" third quartile")),
                     levels ? QStringLiteral(",memory,bytes are") : QString(),
                     plot.stacks.isEmpty() ? QString() : QStringLiteral(",part of"));
    for (const PlotSeries& series : plot.series)
        for (const PlotPoint& point : series.points) {
            const auto category = static_cast<qsizetype>(point.x);
            const bool hasSpread = point.low != 0 || point.high != 0;
            QStringList cells{quoted(series.name),
                              plot.categories.isEmpty() ? exact(point.x) : quoted(plot.categories.value(category)),
                              exact(point.y),
                              hasSpread ? exact(point.low) : QString(),
                              hasSpread ? exact(point.high) : QString(),
                              quoted(point.stage),
                              quoted(point.variant)};
            if (levels)
                cells << (point.level ? quoted(point.level->name) : QString())
                      << (point.level ? point.level->source : QString());
            if (!plot.stacks.isEmpty())
                cells << quoted(plot.stacks.value(point.stack));
            text += cells.join(',') + '\n';
        }
    return text;
}

} // namespace warplens::app
