// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/axis_ticker.h"

#include "app/paint/look.h"
#include "app/paint/speech.h"

#include <algorithm>
#include <cmath>

namespace warplens::app {

namespace {

/// Figures with the decimal point of the language that is spoken.
QString spoken(QString figures) {
    static const QString point = QStringLiteral(".");
    return figures.contains(point) ? figures.replace(point, decimal(0.5, 1).mid(1, 1)) : figures;
}

} // namespace

QString markText(double mark) {
    return mark >= 1     ? grouped(static_cast<quint64>(mark + 0.5))
           : mark == 0   ? QStringLiteral("0")
           : mark < 1e-3 ? scientific(mark, 0)
                         : spoken(QString::number(mark, 'g', 3));
}

namespace {

/// Marks as the axes themselves would place them.
template<typename Ticker>
class Spoken : public Ticker {
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override {
        const QString label = Ticker::getTickLabel(tick, locale, format, precision);
        bool whole = false;
        const quint64 number = label.toULongLong(&whole);
        return whole ? grouped(number) : spoken(label);
    }
};

/// 1, 2, 5, 10, 20, … where few decades are shown and their numbers have room, else the decades, or some of them.
class DecadeTicker : public QCPAxisTicker {
public:
    explicit DecadeTicker(double room = 1e9)
        : m_room(room) {}

private:
    QVector<double> createTickVector(double, const QCPRange& range) override {
        QVector<double> ticks;
        if (range.lower <= 0 || range.upper <= range.lower)
            return ticks;
        const double decades = std::log10(range.upper / range.lower);
        const bool few = decades <= 3 && std::log10(2.0) / decades * m_room >= 1;
        const int step = static_cast<int>(std::max({1.0, std::ceil(decades / 7), std::ceil(decades / m_room)}));
        for (int e = static_cast<int>(std::floor(std::log10(range.lower))); e <= std::log10(range.upper); ++e)
            for (const double m : {1.0, 2.0, 5.0}) {
                const double tick = m * std::pow(10.0, e);
                if ((m > 1 && !few) || (step > 1 && e % step != 0))
                    continue;
                if (tick >= range.lower && tick <= range.upper)
                    ticks << tick;
            }
        return ticks;
    }
    QVector<double> createSubTickVector(int, const QVector<double>&) override { return {}; }
    // As figures are written: 10 M.
    QString getTickLabel(double tick, const QLocale&, QChar, int) override {
        return tick >= 1e9   ? QStringLiteral("%1 G").arg(markText(tick / 1e9))
               : tick >= 1e6 ? QStringLiteral("%1 M").arg(markText(tick / 1e6))
                             : markText(tick);
    }

    double m_room; ///< how many numbers stand beside each other in the whole axis
};

/// 512, 1024, 2048, with a ratio of 2.
class RatioTicker : public QCPAxisTicker {
public:
    explicit RatioTicker(double ratio)
        : m_ratio(ratio) {}

private:
    QVector<double> createTickVector(double, const QCPRange& range) override {
        QVector<double> ticks;
        const double each = std::log(m_ratio);
        if (range.lower > 0 && range.upper > range.lower)
            for (int e = static_cast<int>(std::ceil(std::log(range.lower) / each)); e <= std::log(range.upper) / each;
                 ++e)
                ticks << std::pow(m_ratio, e);
        return ticks;
    }
    QVector<double> createSubTickVector(int, const QVector<double>&) override { return {}; }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return markText(tick); }
    double m_ratio;
};

} // namespace

QSharedPointer<QCPAxisTicker> tickerOf(const PlotAxis& axis, double room) {
    if (!axis.marks.empty()) {
        QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
        for (const double mark : axis.marks)
            ticker->addTick(mark, markText(mark));
        return ticker;
    }
    if (axis.logarithmic && axis.step > 0)
        return QSharedPointer<QCPAxisTicker>(new RatioTicker(axis.step));
    if (axis.logarithmic)
        return QSharedPointer<QCPAxisTicker>(new DecadeTicker(room));
    if (axis.step <= 0)
        return QSharedPointer<QCPAxisTicker>(new Spoken<QCPAxisTicker>);
    QSharedPointer<QCPAxisTickerFixed> fixed(new Spoken<QCPAxisTickerFixed>);
    fixed->setTickStep(axis.step);
    return fixed;
}

} // namespace warplens::app
