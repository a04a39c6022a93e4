// SPDX-License-Identifier: GPL-3.0-or-later
// What docs/courses.md shows, as the window shows it: each link of a row, and of each command the picture, chart or host
// program that it is about, at 1280×720 and 1920×1080, light and dark. Made to be looked at, whenever something was painted
// anew; nothing is compared.
//   courses_look FOLDER [ROW ...]              with QT_QPA_PLATFORM=offscreen where there is no display
// Exit code 1 where a link does not open.
#include "app/paint/look.h"

#include "app/charts/plots.h"
#include "app/window/appearance.h"
#include "app/window/main_window.h"
#include "kernels/catalogue/paths.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <QTextStream>

#include <algorithm>

using namespace warplens;

namespace {

bool isChart(const QString& kind) {
    const auto& kinds = app::plotKinds();
    return std::any_of(kinds.begin(), kinds.end(),
                       [&](const app::PlotKind& each) { return kind == QLatin1String(each.name); });
}

/// What follows an option of a command; several where it stands several times.
QStringList after(const QStringList& words, const QString& option) {
    QStringList values;
    for (qsizetype i = 0; i + 1 < words.size(); ++i)
        if (words[i] == option)
            values << words[i + 1];
    return values;
}

/// The link to what a command is about; empty: it is about no stage.
QString linkOf(const QString& command) {
    const QStringList words = command.split(' ');
    if (words.contains(QStringLiteral("--at")))
        return after(words, QStringLiteral("--at")).value(0);
    const bool written = words.value(0) == QLatin1String("warplens"); // export KIND STAGE, else VERB STAGE
    const QString what = words.value(written ? 2 : 1);
    QString stage = words.value(written ? 3 : 2);
    if (!stage.contains('/')) {
        if (!written || !isChart(what))
            return {};
        stage = QStringLiteral("matmul/07-tiled");
    }
    QStringList query = after(words, QStringLiteral("-D"));
    for (const QString& arch : after(words, QStringLiteral("--arch")))
        query << QStringLiteral("arch=") + arch;
    for (const QString& size : after(words, QStringLiteral("--size")))
        if (written && isChart(what))
            query << (size.contains(',') ? QStringLiteral("measured=") + size
                                         : QStringLiteral("measured=%1,%1,%1").arg(size));
        else if (written && !size.contains(','))
            query << QStringLiteral("size=") + size;
    if (written && isChart(what))
        query << QStringLiteral("page=charts") << QStringLiteral("chart=") + what;
    else if (written)
        query << QStringLiteral("show=") + what;
    else if (what == QLatin1String("host") || what == QLatin1String("blocks") || what == QLatin1String("why"))
        query << QStringLiteral("show=") + what;
    return QStringLiteral("warplens:%1%2%3")
        .arg(stage, query.isEmpty() ? QString() : QStringLiteral("?"), query.join('&'));
}

struct Row {
    QString number;
    QStringList links;
};

std::vector<Row> rows(const QString& file) {
    std::vector<Row> list;
    QFile in(file);
    if (!in.open(QIODevice::ReadOnly | QIODevice::Text))
        return list;
    static const QRegularExpression numbered(QStringLiteral("^\\| ([0-9]+) \\|")),
        parts(QStringLiteral("`(warplens[^`:]* [^`]*)`|(warplens:[^ ,|`]+)"));
    const QStringList lines = QString::fromUtf8(in.readAll()).split('\n');
    for (const QString& line : lines) {
        const auto number = numbered.match(line);
        if (!number.hasMatch())
            continue;
        Row row{number.captured(1), {}};
        for (auto each = parts.globalMatch(line); each.hasNext();) {
            const auto match = each.next();
            const QString link = match.captured(1).isEmpty() ? match.captured(2) : linkOf(match.captured(1));
            if (!link.isEmpty() && !row.links.contains(link))
                row.links << link;
        }
        list.push_back(row);
    }
    return list;
}

/// The window when nothing moves in it any more, or after half a minute.
QPixmap atRest(app::MainWindow& window) {
    QElapsedTimer clock;
    clock.start();
    QTest::qWait(600);
    QPixmap seen = window.grab();
    for (int same = 0; same < 2 && clock.elapsed() < 30000;) {
        QTest::qWait(300);
        const QPixmap now = window.grab();
        same = now.toImage() == seen.toImage() ? same + 1 : 0;
        seen = now;
    }
    return seen;
}

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    QApplication::setApplicationName("Warplens");
    app::loadFonts();
    QTextStream out(stdout);
    QStringList words = QApplication::arguments();
    if (words.size() < 2 || !QDir().mkpath(words[1])) {
        out << "usage: courses_look FOLDER [ROW ...]\n";
        return 2;
    }
    const QDir folder(words[1]);
    const QStringList wanted = words.mid(2);
    app::MainWindow window(kernels::stagesDir());
    window.QWidget::show();
    int failed = 0;
    for (const Row& row : rows(QString::fromStdString(kernels::dataDir().string()) + "/docs/courses.md")) {
        if (!wanted.isEmpty() && !wanted.contains(row.number))
            continue;
        for (qsizetype i = 0; i < row.links.size(); ++i) {
            if (!window.show(row.links[i])) {
                out << row.number << ": cannot be opened: " << row.links[i] << '\n';
                ++failed;
                continue;
            }
            for (const auto& [theme, name] :
                 {std::pair(app::ThemeChoice::Light, "light"), {app::ThemeChoice::Dark, "dark"}})
                for (const QSize& size : {QSize(1280, 720), QSize(1920, 1080)}) {
                    window.appearance().setTheme(theme);
                    window.resize(size);
                    const QString file = QStringLiteral("%1-%2-%3-%4x%5.png")
                                             .arg(row.number.rightJustified(2, '0'))
                                             .arg(i + 1)
                                             .arg(QLatin1String(name))
                                             .arg(size.width())
                                             .arg(size.height());
                    atRest(window).save(folder.filePath(file));
                }
            out << row.number << '-' << i + 1 << ": " << row.links[i] << '\n' << Qt::flush;
        }
    }
    return failed == 0 ? 0 : 1;
}
