// SPDX-License-Identifier: GPL-3.0-or-later
// What pictures paint, at 1280×720 and in each language: no text is shortened, leaves its picture or lies on another. In a
// presentation each is at least 18 pixels high and stands out from what is behind it.
#include "app/charts/plot_chart.h"
#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/charts/plots.h"
#endif
#include "app/paint/look.h"
#include "app/paint/painted_texts.h"
#include "app/paint/speech.h"
#include "app/tongue/language.h"
#include "app/views/big_numbers.h"
#include "app/views/counts_view.h"
#include "app/views/timeline_view.h"
#include "app/views/view.h"
#include "app/window/appearance.h"
#include "app/window/speaking.h"
#include "app/window/teaching.h"
#include "tests/app/window_fixture.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/reason.h"
#include "tests/app/window_tests.h"
#endif

#include <QDir>
#include <QImage>
#include <QPainter>
#include <QRegularExpression>
#include <QSettings>
#include <QTemporaryDir>

#include <map>

using namespace warplens;
using namespace warplens::app;

namespace {

static_assert(tongue::languages.size() == 3, "tests/app/CMakeLists.txt names each, to run them beside one another");

/// What each picture shows that is no part of a lecture.
const char* const links[] = {
    "warplens:matmul/06-tiled-conflicts?PAD=0&at=w0.r3&show=banks",
    "warplens:matmul/06-tiled-conflicts?PAD=0&at=w0.r3&show=tiles,global,source,banks",
    "warplens:matmul/06-tiled-conflicts?PAD=0&at=w0.r3&with=PAD:1&show=banks",
    "warplens:matmul/06-tiled-conflicts?PAD=0&at=w0.r3&show=warp,banks",
    "warplens:matmul/06-tiled-conflicts?PAD=0&at=w0.r3&show=addresses,global",
    "warplens:matmul/06-tiled-conflicts?PAD=0&at=w0.r3&show=occupancy,why",
    "warplens:matmul/02-naive?at=w0.r3&show=global,addresses",
    "warplens:reduction/06-tree-doubling?show=tiles,blocks",
    "warplens:transpose/02-naive-read?show=global,tiles",
    "warplens:transpose/04-tiled?show=banks,addresses",
    "warplens:matmul/15-thread-tile?show=tiles,warp",
    "warplens:matmul/20-summit?show=blocks,banks",
    "warplens:matmul/00-cpu-loops?ORDER=321&show=tiles,host",
};

/// "Bs[0…" of "Bs[0…31]", which goes on in the next line.
bool isWrapped(const QString& text) {
    static const QRegularExpression range(QStringLiteral("\\[\\d+\u2026$"));
    return text.contains(range);
}

double overlap(const QRectF& a, const QRectF& b) {
    const QRectF both = a & b;
    return both.isEmpty() ? 0 : std::min(both.width(), both.height());
}

/// A line without the room above and below its letters.
QRectF letters(const PaintedText& text) {
    const double cut = text.box.height() * 0.2;
    return text.box.adjusted(0, cut, 0, -cut);
}

/// The colour that most of it has.
QColor behind(const QImage& image, const QRectF& box, const QColor& text) {
    std::map<QRgb, int> seen;
    const QRect area = box.toAlignedRect() & image.rect();
    for (int y = area.top(); y <= area.bottom(); ++y)
        for (int x = area.left(); x <= area.right(); ++x)
            if (const QRgb pixel = image.pixel(x, y) | 0xff000000; pixel != text.rgb())
                ++seen[pixel];
    QRgb most = image.pixel(0, 0);
    int count = 0;
    for (const auto& [colour, times] : seen)
        if (times > count)
            std::tie(most, count) = std::pair(colour, times);
    return QColor(most);
}

} // namespace

class PaintedTest : public tests::WindowFixture {
    Q_OBJECT

    QTemporaryDir m_home;
    QStringList m_wrong;
    int m_pictures = 0, m_texts = 0;

    /// Pictures, charts, the time line and figures. Those that are made of widgets have labels, and text that scrolls.
    std::vector<QWidget*> pictures() const {
        std::vector<QWidget*> all;
        for (auto* each : m_window->findChildren<QWidget*>())
            if (each->isVisible() && !each->visibleRegion().isEmpty() &&
                (qobject_cast<View*>(each) || qobject_cast<PlotChart*>(each) || qobject_cast<TimelineView*>(each) ||
                 qobject_cast<CountsView*>(each) || qobject_cast<BigNumbers*>(each)))
                all.push_back(each);
        return all;
    }

    static void paint(QWidget* picture, QPainter& painter) {
        const QRectF area(QPointF(0, 0), picture->size());
        if (auto* view = qobject_cast<View*>(picture))
            view->paintAt(painter, area);
        else if (auto* chart = qobject_cast<PlotChart*>(picture))
            chart->paintInSight(painter);
        else
            picture->render(&painter, {}, {}, QWidget::RenderFlags());
    }

    static std::vector<PaintedText> textsOf(QWidget* picture) {
        PaintedTexts device(picture->size());
        QPainter painter(&device);
        paint(picture, painter);
        painter.end();
        return device.all();
    }

    /// For figures that are worked out in the background.
    bool isWaiting() const {
        for (QWidget* picture : pictures()) {
            const std::vector<PaintedText> texts = textsOf(picture);
            for (const PaintedText& text : texts)
                if (text.text.endsWith(QStringLiteral(" …")) ||
                    (text.text.trimmed() == QStringLiteral("…") && standsAlone(text, texts)))
                    return true;
        }
        return false;
    }

    /// "…" of "0 … 31" is of another font in Chinese, and painted by itself.
    static bool standsAlone(const PaintedText& text, const std::vector<PaintedText>& all) {
        const double near = text.pixels;
        return std::none_of(all.begin(), all.end(), [&](const PaintedText& other) {
            return &other != &text && other.box.adjusted(-near, 0, near, 0).intersects(text.box);
        });
    }

    /// Why it is as fast as it is, where a picture tells that.
    bool isExplained() const {
        const PictureNames& names = m_window->shown().pictures;
        const bool asked = std::any_of(names.begin(), names.end(), [](const std::string& name) {
            const PictureKind* kind = pictureOf(name);
            return kind && kind->needsReasons;
        });
        const auto reasons = m_window->player()->shown().reasons;
        return !asked || (reasons && (reasons->thrown || reasons->thrownLabel.empty()));
    }

    void wrong(const QString& where, const QWidget* picture, const QString& what) {
        const QString all = QStringLiteral("%1, %2 (%3×%4): %5")
                                .arg(where, picture->accessibleName().isEmpty()
                                                ? QString::fromLatin1(picture->metaObject()->className())
                                                : picture->accessibleName())
                                .arg(picture->width())
                                .arg(picture->height())
                                .arg(what);
        if (!m_wrong.contains(all))
            m_wrong << all;
    }

    void checkThatItFits(const QString& where) {
        for (QWidget* picture : pictures()) {
            const std::vector<PaintedText> texts = textsOf(picture);
            ++m_pictures;
            m_texts += static_cast<int>(texts.size());
            const QRectF whole(QPointF(0, 0), picture->size());
            for (size_t i = 0; i < texts.size(); ++i) {
                const PaintedText& text = texts[i];
                // In the right column there is no room for the longest names of variants: the page of charts has them.
                const bool small = qobject_cast<PlotChart*>(picture) && picture->width() < 400;
                if (text.text.endsWith(QChar(0x2026)) && !text.code && !isWrapped(text.text) && !small)
                    wrong(where, picture, "is shortened: " + text.text);
                if (!whole.adjusted(-1, -1, 1, 1).contains(letters(text)))
                    wrong(where, picture, "leaves it: " + text.text);
                for (size_t j = i + 1; j < texts.size(); ++j)
                    if (overlap(letters(text), letters(texts[j])) > 2)
                        wrong(where, picture, QStringLiteral("'%1' lies on '%2'").arg(text.text, texts[j].text));
            }
        }
    }

    void checkThatItIsRead(const QString& where) {
        for (QWidget* picture : pictures()) {
            const std::vector<PaintedText> texts = textsOf(picture);
            QImage image(picture->size(), QImage::Format_RGB32);
            image.fill(m_window->appearance().look().colours.pane);
            QPainter painter(&image);
            paint(picture, painter);
            painter.end();
            ++m_pictures;
            m_texts += static_cast<int>(texts.size());
            for (const PaintedText& text : texts) {
                if (text.pixels < 17.9)
                    wrong(where, picture, QStringLiteral("%1 pixels: %2").arg(text.pixels).arg(text.text));
                const QColor back = behind(image, letters(text), text.colour);
                if (const double ratio = contrast(text.colour, back); ratio < 4.5)
                    wrong(where, picture,
                          QStringLiteral("contrast %1 of %2 on %3: %4")
                              .arg(ratio)
                              .arg(text.colour.name(), back.name(), text.text));
            }
        }
    }

    template<class Check>
    void walk(const QString& code, Check check) {
        m_pictures = m_texts = 0;
        for (const char* link : links) {
            QVERIFY2(m_window->show(link), link);
            EVENTUALLY(!m_window->staging().isComputing());
            EVENTUALLY(!pictures().empty());
            EVENTUALLY(isExplained());
            for (int turn = 0; turn < 4800 && isWaiting(); ++turn) // two minutes: what stays so is told as shortened
                QTest::qWait(25);
            QTest::qWait(60);
            check(code + ' ' + QLatin1String(link).mid(9));
        }
        for (const PlotKind& kind : plotKinds()) {
            if (kind.needs != PlotKind::Needs::Recording)
                continue; // what is modelled takes minutes
            QVERIFY(m_window->show(QStringLiteral("warplens:matmul/07-tiled?page=charts&chart=%1").arg(kind.name)));
            QTest::qWait(60);
            check(code + QLatin1String(" chart ") + QLatin1String(kind.name));
        }
        for (const char* lecture : {"01-coalescing-and-banks"}) {
            QVERIFY(m_window->teaching().give(lecture));
            for (size_t at = 0; at < m_window->teaching().walk().size(); ++at) {
                QVERIFY(m_window->teaching().give(lecture, at));
                if (m_window->teaching().walk().isAsking())
                    press(Qt::Key_PageDown);
                EVENTUALLY(!m_window->staging().isComputing());
                QTest::qWait(60);
                check(QStringLiteral("%1 lecture step %2").arg(code).arg(at + 1));
            }
            m_window->teaching().close();
        }
    }

    void expectNothingWrong() {
        for (const QString& each : m_wrong)
            qWarning().noquote() << each;
        QVERIFY2(m_wrong.isEmpty(), qPrintable(QString::number(m_wrong.size())));
        QVERIFY2(m_pictures >= 22 && m_texts >= 750, qPrintable(QStringLiteral("%1, %2").arg(m_pictures).arg(m_texts)));
    }

    void languages() {
        QTest::addColumn<int>("language");
        for (const tongue::LanguageKind& kind : tongue::languages)
            QTest::addRow("%s", kind.code) << static_cast<int>(kind.language);
    }

private slots:
    void initTestCase() {
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_home.path());
        loadFonts();
    }
    void cleanup() {
        m_window.reset();
        speak(tongue::Language::English);
    }

    // Both in one process: what is worked out for the first is there for the second.
    void everyTextFitsAndIsRead_data() { languages(); }
    void everyTextFitsAndIsRead() {
        QFETCH(const int, language);
        m_wrong.clear();
        speak(static_cast<tongue::Language>(language));
        openWindow(1280, 720);
        const QString code = QLatin1String(QTest::currentDataTag());
        walk(code, [this](const QString& where) { checkThatItFits(where); });
        expectNothingWrong();
        m_window->lecturing().setPresenting(true);
        m_window->showNormal(); // a screen of that size
        m_window->resize(1280, 720);
        walk(code + QStringLiteral(" presented"), [this](const QString& where) {
            for (const ThemeChoice theme : {ThemeChoice::Dark, ThemeChoice::Light}) {
                m_window->appearance().setTheme(theme);
                const QString named =
                    where + (theme == ThemeChoice::Dark ? QStringLiteral(" dark") : QStringLiteral(" light"));
                checkThatItIsRead(named);
                checkThatItFits(named);
            }
        });
        expectNothingWrong();
    }
};

WINDOW_TEST(painted_test, PaintedTest)
#include "painted_test.moc"
