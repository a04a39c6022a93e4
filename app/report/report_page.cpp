// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/report_page.h"

#include "app/tongue/language.h"
#include "app/tongue/say.h"

#include <QObject>

#include <algorithm>

namespace warplens::app {
namespace {

/// An anchor: "matmul/07-tiled" has a slash, which a fragment may have, but a style sheet does not like.
QString anchor(QString id) {
    return id.replace('/', '-');
}

/// The accent, as much darker or lighter as small type on the page needs.
QColor link(const Palette& c) {
    QColor colour = c.accent;
    const bool dark = c.background.lightness() < 128;
    while (std::min(contrast(colour, c.background), contrast(colour, c.pane)) < 4.5)
        colour = dark ? colour.lighter(105) : colour.darker(105);
    return colour;
}

QString rootColours(const Palette& c) {
    return QStringLiteral(":root{--back:%1;--text:%2;--pane:%3;--line:%4;--quiet:%5;--bad:%6;--good:%7;--link:%8}\n")
        .arg(c.background.name(), c.text.name(), c.pane.name(), c.line.name(), c.secondary.name(), c.conflict.name(),
             c.good.name(), link(c).name());
}

constexpr const char* reportStyle =
    R"(body{font:15px/1.5 Inter,system-ui,sans-serif;background:var(--back);color:var(--text);
max-width:1180px;margin:24px auto;padding:0 20px}
a{color:var(--link)}
nav{columns:3 260px;border:1px solid var(--line);border-radius:6px;background:var(--pane);padding:12px 20px}
nav h2{font-size:16px;margin:0 0 4px;break-after:avoid}
nav ol{list-style:none;margin:0 0 14px;padding:0}
nav li{break-inside:avoid}
section{background:var(--pane);border:1px solid var(--line);border-radius:6px;padding:8px 20px 16px;margin:18px 0}
.number{font-family:'JetBrains Mono',monospace;color:var(--quiet)}
.look{color:var(--quiet)}
.sentence{font-weight:600;font-size:18px}
.bad{color:var(--bad);font-weight:600}
.good{color:var(--good);font-weight:600}
.pictures{display:flex;flex-wrap:wrap;gap:8px}
img{border:1px solid var(--line);border-radius:4px;max-width:100%;height:auto}
figure.chart{margin:4px 0;break-inside:avoid}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,440px),1fr));gap:8px;align-items:start}
.charts img{width:100%}
figcaption{color:var(--quiet);font-size:12px}
table{border-collapse:collapse;margin:10px 0;font-variant-numeric:tabular-nums;break-inside:avoid}
td,th{border-bottom:1px solid var(--line);padding:4px 14px 4px 0;text-align:right}
td:first-child{text-align:left}
caption{text-align:left;color:var(--quiet)}
pre{font:13px/1.45 'JetBrains Mono',monospace;overflow:auto;white-space:pre-wrap}
.up{float:right;font-size:12px}
)";

/// Paper is white, a stage begins a page, and what a click would open is left out.
constexpr const char* onPaper = R"(@page{margin:14mm}
@media print{body{max-width:none;margin:0;padding:0;font-size:10.5pt}
section{border:none;padding:0;margin:0;break-before:page}
h2,h3,h4,.sentence{break-after:avoid}
.pictures img{width:48%}
figure.chart{width:48%;margin:0 .8% 6px 0;vertical-align:top}
.charts{grid-template-columns:1fr 1fr}
.charts figure.chart{width:auto;margin:0 0 6px}
figure.chart img{width:100%;max-height:235mm;object-fit:contain;object-position:top left}
figcaption{font-size:7.5pt}
table{font-size:8.5pt;margin:4px 0}
td,th{padding:1px 10px 1px 0}
.sentence{font-size:11.5pt;margin:4px 0}
.pictures{break-inside:avoid}
nav{border:none;padding:0}
.up,details{display:none}
}
)";

} // namespace

void ReportPage::beginTrack(const QString& id, const QString& title) {
    m_entries.push_back({anchor(id), {}, title});
    m_body += QStringLiteral("<h2 id='%1'>%2</h2>\n").arg(anchor(id), title.toHtmlEscaped());
}

void ReportPage::beginStage(const QString& id, const QString& number, const QString& title) {
    m_entries.push_back({anchor(id), number, title});
    m_body += QStringLiteral(
                  "<section id='%1'><a class='up' href='#contents'>%2</a><h3><span class='number'>%3</span> %4</h3>\n")
                  .arg(anchor(id), QObject::tr("Contents"), number, title.toHtmlEscaped());
}

void ReportPage::endStage() {
    m_body += QStringLiteral("</section>\n");
}

QString ReportPage::contents() const {
    QString list = QStringLiteral("<nav id='contents' aria-label='%1'>\n").arg(QObject::tr("Contents"));
    bool open = false;
    for (const Entry& entry : m_entries) {
        if (entry.number.isEmpty()) {
            list += open ? QStringLiteral("</ol>\n") : QString();
            list += QStringLiteral("<h2><a href='#%1'>%2</a></h2>\n<ol>\n").arg(entry.id, entry.title.toHtmlEscaped());
            open = true;
            continue;
        }
        list += QStringLiteral("<li><a href='#%1'><span class='number'>%2</span> %3</a></li>\n")
                    .arg(entry.id, entry.number, entry.title.toHtmlEscaped());
    }
    return list + (open ? QStringLiteral("</ol>\n") : QString()) + QStringLiteral("</nav>\n");
}

QString ReportPage::html(const Look& look, const QString& head) const {
    return QStringLiteral("<!doctype html>\n<html lang='%1'><meta charset='utf-8'>"
                          "<meta name='viewport' content='width=device-width'><title>%2</title>\n<style>\n")
               .arg(QLatin1String(tongue::kindOf(tongue::spoken()).code), QObject::tr("Warplens report")) +
           rootColours(look.colours) + QLatin1String(reportStyle) + QLatin1String(onPaper) +
           QStringLiteral("@media print{%1}\n</style>\n<h1>Warplens</h1>\n<p>%2</p>\n")
               .arg(rootColours(lightPalette()).replace("--back:#f3f4f6", "--back:#ffffff"), head) +
           contents() + m_body + QStringLiteral("</html>\n");
}

} // namespace warplens::app
