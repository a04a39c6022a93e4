// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/handbook_site.h"

#include "app/export/exhibit_artist.h"
#include "app/handbook/handbook.h"
#include "app/model/exhibit_text.h"
#include "app/paint/drawing.h"
#include "app/paint/theme.h"
#include "kernels/build_info/build_info.h"
#include "kernels/catalogue/catalogue.h"
#include "kernels/files/bounded_file.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace warplens::app {
namespace {

constexpr const char* style =
    R"(:root{--back:#f3f4f6;--pane:#fff;--line:#dfe2e7;--text:#1a1d23;--quiet:#5b6472;--link:#1257b8;--code:#eef0f3}
@media (prefers-color-scheme:dark){:root{--back:#14161a;--pane:#1b1e24;--line:#2a2e36;--text:#e6e8ec;--quiet:#9aa3b2;--link:#6db0ff;--code:#23272f}}
*{box-sizing:border-box}
body{margin:0;font:16px/1.55 Inter,system-ui,sans-serif;background:var(--back);color:var(--text);display:grid;grid-template-columns:260px minmax(0,1fr)}
a{color:var(--link)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:20px;border-right:1px solid var(--line);background:var(--pane);font-size:14px}
nav h2{font-size:13px;margin:18px 0 4px;color:var(--quiet)}
nav ul{list-style:none;margin:0;padding:0}
nav a{display:block;padding:3px 8px;border-radius:4px;text-decoration:none;color:inherit}
nav a[aria-current]{background:var(--code);font-weight:600}
main{max-width:900px;padding:8px 40px 60px}
h1{font-size:30px;line-height:1.2}
h2{font-size:22px;margin-top:40px}
h3{font-size:17px;margin-top:28px}
figure{margin:20px 0}
figure img{width:100%;height:auto;border:1px solid var(--line);border-radius:4px;background:#fff}
figcaption{color:var(--quiet);font-size:14px}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-size:15px}
td,th{border-bottom:1px solid var(--line);padding:5px 16px 5px 0;text-align:left;vertical-align:top}
code{font-family:'JetBrains Mono',monospace;font-size:.88em;background:var(--code);padding:1px 4px;border-radius:3px}
pre{background:var(--code);padding:12px 14px;border-radius:4px;overflow-x:auto;line-height:1.4}
pre code{padding:0;background:none}
footer{margin-top:48px;color:var(--quiet);font-size:13px}
@media (max-width:800px){body{display:block}nav{position:static;height:auto}main{padding:8px 16px 40px}}
@media print{body{display:block}nav{display:none}main{max-width:none}}
)";

std::string fileOf(std::string_view page) {
    return page == "handbook" ? "index.html" : std::string(page) + ".html";
}

std::string contentsOf(const handbook::Handbook& book, const handbook::Page& current) {
    std::string html = "<nav aria-label=\"Contents\">\n";
    for (const handbook::Chapter& chapter : book.chapters) {
        if (!chapter.title.empty())
            html += "<h2>" + handbook::escaped(chapter.title) + "</h2>\n";
        html += "<ul>\n";
        for (const handbook::Page& page : chapter.pages)
            html += "<li><a href=\"" + fileOf(page.name) + "\"" +
                    (page.name == current.name ? " aria-current=\"page\"" : "") + ">" + handbook::escaped(page.title) +
                    "</a></li>\n";
        html += "</ul>\n";
    }
    return html + "</nav>\n";
}

class Site {
public:
    Site(const HandbookSite& site, const handbook::Handbook& book)
        : m_folder(site.folder.toStdString())
        , m_book(book)
        , m_sources(kernels::loadCatalogue(site.stages))
        , m_recordings(recordingsOf({}, m_sources.catalogue()))
        , m_artist(m_sources, m_recordings, lightLook(), Preset::Screen) {}

    void write(const handbook::Page& page) {
        m_drawn = 0;
        const handbook::Dress dress{
            [](std::string_view name, std::string_view anchor) { return fileOf(name) + std::string(anchor); },
            [&](const handbook::Figure& figure) { return pictureOf(page, figure); }};
        std::string body = handbook::htmlOf(page, dress);
        for (const auto& [from, to] : {std::pair{"<table>", "<div class=\"scroll\"><table>"},
                                       std::pair{"</table>", "</table></div>"}}) // wide ones scroll by themselves
            body = toQString(body).replace(QLatin1String(from), QLatin1String(to)).toStdString();
        copyFilesIn(toQString(body));
        kernels::writeWhole(m_folder / fileOf(page.name),
                            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
                            "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
                                handbook::escaped(page.title) +
                                " – Warplens</title>\n<link rel=\"stylesheet\" href=\"style.css\">\n<body>\n" +
                                contentsOf(m_book, page) + "<main>\n" + body + "<footer>Warplens " +
                                kernels::buildVersion() + "</footer>\n</main>\n</body>\n</html>\n");
    }

private:
    static Look lightLook() {
        Look look;
        setTheme(look, ThemeChoice::Light);
        return look;
    }

    /// Pictures that stand beside the pages as files.
    void copyFilesIn(const QString& body) const {
        static const QRegularExpression source("<img src=\"([^\"/:]+)\"");
        for (auto match = source.globalMatch(body); match.hasNext();) {
            const std::string name = match.next().captured(1).toStdString();
            if (const std::filesystem::path file = m_book.folder / name; std::filesystem::exists(file))
                kernels::writeWhole(m_folder / name, kernels::readBytes(file, kernels::sourceLimit));
        }
    }

    std::string pictureOf(const handbook::Page& page, const handbook::Figure& figure) {
        const std::string file = page.name + "-" + std::to_string(++m_drawn) + ".svg";
        const ExhibitArtist::Drawn drawn = m_artist.draw(fromLink(figure.link));
        SheetFormat format;
        format.size = drawn.size;
        writeSheet(drawn.sheet, format, toQString((m_folder / file).string()));
        return "<figure><a href=\"" + file + "\"><img src=\"" + file + "\" alt=\"" + handbook::escaped(figure.caption) +
               "\"></a><figcaption>" + handbook::escaped(figure.caption) + "<br><code>" +
               handbook::escaped(figure.link) + "</code></figcaption></figure>";
    }

    std::filesystem::path m_folder;
    const handbook::Handbook& m_book;
    Sources m_sources;
    std::vector<kernels::Recording> m_recordings;
    ExhibitArtist m_artist;
    int m_drawn = 0; ///< pictures of the page
};

} // namespace

void writeHandbook(const HandbookSite& site, const std::function<void(const QString&)>& tell) {
    const handbook::Handbook book = handbook::readHandbook(site.pages);
    const std::filesystem::path folder = site.folder.toStdString();
    std::error_code problem;
    std::filesystem::create_directories(folder, problem);
    if (problem)
        throw ExportError(QCoreApplication::translate("export", "cannot make the folder %1: %2")
                              .arg(site.folder, toQString(problem.message()))
                              .toStdString());
    kernels::writeWhole(folder / "style.css", style);
    Site pages(site, book);
    for (const handbook::Page* page : book.pages()) {
        pages.write(*page);
        tell(toQString(fileOf(page->name)));
    }
}

} // namespace warplens::app
