// SPDX-License-Identifier: GPL-3.0-or-later
// What docs/courses.md shows, as the window shows it: each link of a row, and of each command the picture, chart or host
// program that it is about, at 1280×720 and 1920×1080, light and dark. Made to be looked at, whenever something was painted
// anew; nothing is compared.
//   courses_look FOLDER [type=2] [ROW|LINK|KEY ...]      with QT_QPA_PLATFORM=offscreen where there is no display
// LINK: any other; KEY: of an action, such as Ctrl+F1, with a picture of each window that is open then. type=2: letters twice as
// large. Exit code 1 where a link does not open.
#include "app/paint/look.h"

#include "app/charts/plots.h"
#include "app/window/appearance.h"
#include "app/window/main_window.h"
#include "kernels/catalogue/paths.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <QTextStream>

#include <algorithm>
#include <ctime>

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
        parts(QStringLiteral("`(warplens(?:-cli)? [^`]*)`|(warplens:[^ ,|`]+)"));
    const QStringList lines = QString::fromUtf8(in.readAll()).split('\n');
    for (const QString& line : lines) {
        const auto number = numbered.match(line);
        if (!number.hasMatch())
            continue;
        Row row{number.captured(1), {}};
        for (auto each = parts.globalMatch(line); each.hasNext();) {
            const auto match = each.next();
            const QString link = match.captured(1).isEmpty() ? match.captured(2) : linkOf(match.captured(1));
            // A link leaves what it does not say as it was: what was measured is said, so that each begins alike.
            const QString whole = link.startsWith(QLatin1String("warplens:matmul/")) && !link.contains("measured=")
                                      ? link + (link.contains('?') ? '&' : '?') + QStringLiteral("measured=1024")
                                      : link;
            if (!link.isEmpty() && !row.links.contains(whole))
                row.links << whole;
        }
        list.push_back(row);
    }
    return list;
}

/// The window when nothing moves in it any more and no thread computes for it, or after two minutes.
QPixmap atRest(app::MainWindow& window) {
    QElapsedTimer clock;
    clock.start();
    QTest::qWait(600);
    QPixmap seen = window.grab();
    for (int same = 0; same < 2 && clock.elapsed() < 120000;) {
        const std::clock_t before = std::clock(); // of all threads
        QTest::qWait(300);
        const bool computes = std::clock() - before > CLOCKS_PER_SEC / 60;
        const QPixmap now = window.grab();
        same = !computes && now.toImage() == seen.toImage() ? same + 1 : 0;
        seen = now;
    }
    return seen;
}

/// All windows that are open: "NAME", "NAME-2" …
void grabAll(app::MainWindow& window, const QDir& folder, const QString& name) {
    atRest(window).save(folder.filePath(name + QStringLiteral(".png")));
    int number = 1;
    for (QWidget* other : QApplication::topLevelWidgets())
        if (other != &window && other->isVisible() && other->isWindow())
            other->grab().save(folder.filePath(QStringLiteral("%1-%2.png").arg(name).arg(++number)));
}

/// In both themes and sizes.
void lookAt(app::MainWindow& window, const QDir& folder, const QString& name) {
    for (const auto& [theme, called] : {std::pair(app::ThemeChoice::Light, "light"), {app::ThemeChoice::Dark, "dark"}})
        for (const QSize& size : {QSize(1280, 720), QSize(1920, 1080)}) {
            window.appearance().setTheme(theme);
            window.resize(size);
            grabAll(
                window, folder,
                QStringLiteral("%1-%2-%3x%4").arg(name, QLatin1String(called)).arg(size.width()).arg(size.height()));
        }
}

bool press(const app::MainWindow& window, const QKeySequence& key) {
    for (QAction* action : window.findChildren<QAction*>())
        if (action->shortcut() == key && !key.isEmpty()) {
            action->trigger();
            return true;
        }
    return false;
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
    QStringList wanted = words.mid(2);
    app::MainWindow window(kernels::stagesDir());
    window.QWidget::show();
    if (!wanted.isEmpty() && wanted[0].startsWith(QLatin1String("type=")))
        window.appearance().zoom(wanted.takeFirst().mid(5).toDouble());
    int failed = 0;
    const auto open = [&](const QString& link, const QString& name) {
        if (window.show(link)) {
            lookAt(window, folder, name);
            out << name << ": " << link << '\n' << Qt::flush;
            return;
        }
        out << name << ": cannot be opened: " << link << '\n';
        ++failed;
    };
    const std::vector<Row> all = rows(QString::fromStdString(kernels::dataDir().string()) + "/docs/courses.md");
    for (const Row& row : all)
        if (wanted.isEmpty() || wanted.contains(row.number))
            for (qsizetype i = 0; i < row.links.size(); ++i)
                open(row.links[i], QStringLiteral("%1-%2").arg(row.number.rightJustified(2, '0')).arg(i + 1));
    int number = 0;
    for (const QString& each : wanted) {
        const QString name = QStringLiteral("own-%1").arg(++number);
        if (each.startsWith(QLatin1String("warplens:")))
            open(each, name);
        else if (each.toInt() == 0 && press(window, QKeySequence(each)))
            lookAt(window, folder, name);
        else if (each.toInt() == 0) {
            out << each << " is no link, no row and no action's key\n";
            ++failed;
        }
    }
    return failed == 0 ? 0 : 1;
}
