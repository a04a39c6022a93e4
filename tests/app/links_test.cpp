// SPDX-License-Identifier: GPL-3.0-or-later
// A link opened in the window and one drawn into a file are the same picture: twenty of them (.ci/nightly asks for more), any stage, variant,
// architecture, place and choice of pictures, pixel for pixel, and what its words say is true of the request. And a picture
// says the same at any size of the pane.
//   WARPLENS_LINKS=500 links_test
#include "app/export/exhibit_sheet.h"
#include "app/paint/painted_texts.h"
#include "app/views/banks_view.h"
#include "tests/app/window_fixture.h"

#ifndef Q_MOC_RUN
#include "app/model/exhibit_text.h"
#include "app/model/line_heat.h"
#include "tests/app/said.h"
#include "tests/app/window_tests.h"
#endif

#include <QImage>
#include <QPainter>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <random>

using namespace warplens;
using namespace warplens::app;

class LinksTest : public tests::WindowFixture {
    Q_OBJECT

    QTemporaryDir m_folder;
    kernels::Catalogue m_catalogue;
    std::mt19937 m_random{20261123};

    size_t below(size_t end) { return m_random() % end; }
    template<class T>
    const T& oneOf(const std::vector<T>& list) {
        return list[below(list.size())];
    }

    kernels::ParameterValues variant(const kernels::Stage& stage) {
        kernels::ParameterValues values;
        for (const kernels::Parameter& each : stage.parameters)
            if (!each.values.empty())
                values.push_back({each.name, oneOf(each.values)});
        try {
            return kernels::completeParameters(stage, values);
        } catch (const std::exception&) { // two that do not go together
            return {};
        }
    }
    /// Any that can be shown at once: neither of a whole launch, which takes seconds, nor more than a pane has room for.
    Exhibit anything() {
        for (;;) {
            const kernels::Stage& stage = oneOf(m_catalogue.stages);
            if (!stage.kernel)
                continue;
            Exhibit exhibit;
            exhibit.subject = stage.id;
            exhibit.parameters = variant(stage);
            exhibit.architecture = oneOf<std::string>({"9.0", "9.0", "8.0", "3.0", "1.0"});
            exhibit.at = {static_cast<uint16_t>(below(8)), static_cast<uint32_t>(below(60)),
                          static_cast<unsigned>(below(4))};
            if (below(2))
                exhibit.heat = heatWord(static_cast<Heat>(below(heats)));
            if (exhibit.heat == heatWord(Heat::Binding))
                exhibit.heat.clear();
            std::vector<std::string> names;
            for (const PictureKind& kind : pictureKinds())
                if (!kind.needsReasons && (!kind.needsShared || !stage.sharedArrays.empty()))
                    names.push_back(kind.name);
            if (below(4)) {
                std::shuffle(names.begin(), names.end(), m_random);
                names.resize(1 + below(3));
                exhibit.pictures = names;
            }
            if (below(4) == 0) {
                exhibit.comparison.emplace();
                exhibit.comparison->architecture = exhibit.architecture == "2.0" ? "9.0" : "2.0";
            }
            return exhibit;
        }
    }
    static BanksView* banks(StagePane& pane) { return static_cast<BanksView*>(pane.picture("banks")); }
    /// The part of two pictures in which they differ.
    static QString where(const QImage& a, const QImage& b) {
        QRect differing;
        for (int y = 0; y < std::min(a.height(), b.height()); ++y)
            for (int x = 0; x < std::min(a.width(), b.width()); ++x)
                if (a.pixel(x, y) != b.pixel(x, y))
                    differing |= QRect(x, y, 1, 1);
        return QStringLiteral("%1×%2 at %3,%4 of %5×%6 and %7×%8")
            .arg(differing.width())
            .arg(differing.height())
            .arg(differing.x())
            .arg(differing.y())
            .arg(a.width())
            .arg(a.height())
            .arg(b.width())
            .arg(b.height());
    }
    /// What a file's words say that is not so, of neither pane; and how it is.
    QString falseIn(const Sheet& sheet, const QSize& size, const Exhibit& exhibit) const {
        PaintedTexts texts(size);
        {
            QPainter painter(&texts);
            sheet.paint(painter, QRectF(QPointF(), size));
        }
        std::vector<const Shown*> panes{&m_window->pane()->player()->shown()};
        if (exhibit.comparison)
            panes.push_back(&m_window->otherPane()->player()->shown());
        for (const PaintedText& each : texts.all()) {
            QString why;
            for (const Shown* shown : panes) {
                if (!shown->scene || each.code)
                    continue;
                why = tests::untrue(each.text, shown->moment, shown->scene->movedIn() == MovedIn::Sectors);
                if (why.isEmpty())
                    break;
            }
            if (!why.isEmpty())
                return QStringLiteral("\"%1\": %2").arg(each.text, why);
        }
        return {};
    }
    QImage inTheWindow(const char* only = "") {
        const QString file = m_folder.filePath("window.png");
        if (!m_window->exporting().exportPictures(file, only))
            return {};
        QImage image(file);
        return image.convertToFormat(QImage::Format_RGB32);
    }

private slots:
    void initTestCase() {
        m_catalogue = kernels::loadCatalogue(kernels::stagesDir());
        openWindow(1280, 720);
    }
    void cleanupTestCase() { m_window.reset(); }

    void aLinkIsTheSameInTheWindowAndInAFile() {
        const int wanted = qEnvironmentVariableIntValue("WARPLENS_LINKS");
        for (int done = 0; done < (wanted > 0 ? wanted : 20);) {
            const QString link = QString::fromStdString(toLink(anything()));
            if (!m_window->show(link))
                continue; // refused, with a message: a variant that does not go with an architecture
            EVENTUALLY(!m_window->staging().isComputing());
            if (m_window->staging().failed())
                continue;
            QTRY_VERIFY2_WITH_TIMEOUT(m_window->pane()->state() == StagePane::State::Ready &&
                                          m_window->otherPane()->state() != StagePane::State::Computing,
                                      qPrintable(link), tests::patience());
            if (m_window->shown().comparison && m_window->otherPane()->state() == StagePane::State::Failed)
                continue; // tensor cores on 2.0: the pane says so, and there is no file of it
            EVENTUALLY(!m_window->shown().comparison || m_window->otherPane()->player()->shown().scene);
            Sources sources(m_catalogue);
            Exhibit exhibit = fromLink(link.toStdString());
            sources.settle({}, exhibit);
            ExhibitPanes panes(sources, m_window->context().session.compiler(), exhibit, m_window->appearance().look());
            const Sheet sheet = panes.sheet();
            // The window makes the other variant when it has nothing else to do.
            const bool alternative = banks(panes.pane())->alternative().has_value();
            EVENTUALLY(banks(*m_window->pane())->alternative().has_value() == alternative);
            // It looks at whole launches in the background.
            const auto findings = [](const StagePane& pane) { return pane.player()->shown().findings != nullptr; };
            if (findings(panes.pane()))
                EVENTUALLY(findings(*m_window->pane()) && (!exhibit.comparison || findings(*m_window->otherPane())));
            const QImage shown = inTheWindow();
            QVERIFY2(!shown.isNull(), qPrintable(link));
            SheetFormat format;
            format.size = shown.size() / 2;
            format.ratio = 2;
            const QImage drawn = sheetImage(sheet, format).convertToFormat(QImage::Format_RGB32);
            if (drawn != shown && qEnvironmentVariableIsSet("WARPLENS_KEEP")) {
                shown.save(qEnvironmentVariable("WARPLENS_KEEP") + "/window.png");
                drawn.save(qEnvironmentVariable("WARPLENS_KEEP") + "/file.png");
            }
            QVERIFY2(drawn == shown, qPrintable(link + " differs in " + where(drawn, shown)));
            const QString untold = falseIn(sheet, format.size, exhibit);
            QVERIFY2(untold.isEmpty(), qPrintable(link + ": " + untold));
            ++done;
        }
    }

    // Those that are made of widgets were drawn as wide as the pane happened to be, with its scroll bars and buttons.
    void thePaneDoesNotShowInTheFile() {
        QVERIFY(m_window->show("warplens:matmul/06-tiled-conflicts?PAD=0&at=w7.r12"));
        EVENTUALLY(scene() && !m_window->staging().isComputing());
        for (const char* name : {"source", "ptx"}) {
            Picture* picture = m_window->pane()->picture(name);
            QImage images[2];
            for (const int width : {900, 240}) {
                picture->resize(width, 300);
                QImage& image = images[width == 240];
                image = QImage(700, 500, QImage::Format_RGB32);
                image.fill(Qt::white);
                QPainter painter(&image);
                picture->show(m_window->player()->shown());
                picture->paintAt(painter, QRectF(0, 0, 700, 500));
            }
            QVERIFY2(images[0] == images[1], name);
            // To its right edge it is the picture's, not the page's.
            QVERIFY2(images[0].pixelColor(690, 490) == m_window->appearance().look().colours.pane, name);
        }
    }
};

WINDOW_TEST(links_test, LinksTest)
#include "links_test.moc"
