// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/handbook_text.h"

#include "app/paint/drawing.h"
#include "app/paint/theme.h"

#include <QDesktopServices>
#include <QResizeEvent>
#include <QScrollBar>
#include <QUrl>

#include <algorithm>

namespace warplens::app {
namespace {

std::string addressOf(std::string_view page, std::string_view anchor) {
    return "handbook:" + std::string(page) + std::string(anchor);
}

/// Of a picture that has not come: as large as most of them.
QImage blank(int width, const Look& look) {
    QImage image(width, width * 9 / 16, QImage::Format_RGB32);
    image.fill(look.colours.pane);
    return image;
}

} // namespace

HandbookText::HandbookText(const handbook::Handbook& book, QWidget* parent)
    : QTextBrowser(parent)
    , m_book(book) {
    setObjectName("handbookText");
    setFrameShape(QFrame::NoFrame);
    connect(&m_process, &ExportProcess::finished, this, &HandbookText::take);
}

void HandbookText::setLook(const Look& look) {
    if (look == m_look && !document()->defaultStyleSheet().isEmpty())
        return;
    const bool recoloured = themeName(look) != themeName(m_look);
    m_look = look;
    if (recoloured)
        m_pictures.clear();
    const Palette& c = look.colours;
    const QString code = look.mono(12).family();
    document()->setDefaultStyleSheet(QStringLiteral("body{color:%1;font-size:%2px;line-height:140%}"
                                                    "a{color:%3}"
                                                    "h1{font-size:%4px;font-weight:700;margin-bottom:%8px}"
                                                    "h2{font-size:%5px;font-weight:600;margin-top:%9px}"
                                                    "h3{font-size:%6px;font-weight:600;margin-top:%8px}"
                                                    "code,pre{font-family:'%7';font-size:%10px}"
                                                    "pre{background-color:%11;padding:8px;margin:8px 0}"
                                                    "td,th{padding:4px 14px 4px 0;text-align:left}"
                                                    ".caption{color:%12;font-size:%10px}")
                                         .arg(c.text.name())
                                         .arg(look.px(15))
                                         .arg(c.accent.name())
                                         .arg(look.px(26))
                                         .arg(look.px(20))
                                         .arg(look.px(16))
                                         .arg(code)
                                         .arg(look.px(12))
                                         .arg(look.px(26))
                                         .arg(look.px(13))
                                         .arg(c.control.name())
                                         .arg(c.secondary.name()));
    if (!source().isEmpty())
        reload();
}

bool HandbookText::open(const QString& place) {
    if (!m_book.page(place.section('#', 0, 0).toStdString()))
        return false;
    setSource(QUrl(QStringLiteral("handbook:") + place));
    return true;
}

QString HandbookText::page() const {
    return source().path();
}

int HandbookText::pictureWidth() const {
    return std::max(200, viewport()->width() - 4 * m_look.px(8));
}

QString HandbookText::html(const handbook::Page& page) {
    m_links.clear();
    const handbook::Dress dress{addressOf, [this](const handbook::Figure& figure) {
                                    m_links << toQString(figure.link);
                                    return QStringLiteral(
                                               "<p><a href=\"%1\"><img src=\"picture:%2\" width=\"%3\"></a></p>"
                                               "<p class=\"caption\">%4 <a href=\"%1\">%5</a></p>")
                                        .arg(m_links.last().toHtmlEscaped())
                                        .arg(m_links.size() - 1)
                                        .arg(pictureWidth())
                                        .arg(toQString(figure.caption).toHtmlEscaped(), tr("Show it"))
                                        .toStdString();
                                }};
    // What Qt's rich text has no style for stands in attributes.
    return toQString(handbook::htmlOf(page, dress))
        .replace(QLatin1String("<table>"),
                 QStringLiteral("<table cellspacing=\"0\" cellpadding=\"%1\" border=\"0\">").arg(m_look.px(4)))
        .prepend(QStringLiteral("<body>"));
}

QVariant HandbookText::loadResource(int type, const QUrl& name) {
    if (type == QTextDocument::ImageResource)
        return imageOf(name);
    if (type != QTextDocument::HtmlResource && type != QTextDocument::MarkdownResource)
        return {};
    const handbook::Page* page = m_book.page(name.path().toStdString());
    return page ? QVariant(html(*page)) : QVariant();
}

QImage HandbookText::imageOf(const QUrl& name) {
    if (name.scheme() != QLatin1String("picture")) { // a file beside the pages
        const QImage image(toQString((m_book.folder / name.fileName().toStdString()).string()));
        return image.width() > pictureWidth() ? image.scaledToWidth(pictureWidth(), Qt::SmoothTransformation) : image;
    }
    const QString link = m_links.value(name.path().toInt());
    if (const QImage known = m_pictures.value(link); !known.isNull())
        return known;
    draw(link);
    return blank(pictureWidth(), m_look);
}

void HandbookText::doSetSource(const QUrl& name, QTextDocument::ResourceType) {
    const QString scheme = name.scheme();
    if (scheme == QLatin1String("http") || scheme == QLatin1String("https"))
        QDesktopServices::openUrl(name);
    else if (scheme == QLatin1String("handbook"))
        QTextBrowser::doSetSource(name, QTextDocument::HtmlResource);
    else
        emit linkWanted(name.toString(QUrl::FullyEncoded));
}

void HandbookText::resizeEvent(QResizeEvent* event) {
    const int before = event->oldSize().width();
    QTextBrowser::resizeEvent(event);
    if (event->size().width() != before && !source().isEmpty()) { // pictures are as wide as the page
        const int place = verticalScrollBar()->value();
        reload();
        verticalScrollBar()->setValue(place);
    }
}

void HandbookText::draw(const QString& link) {
    if (m_wanted.contains(link))
        return;
    m_wanted << link;
    if (!m_process.isRunning())
        drawNext();
}

void HandbookText::drawNext() {
    if (m_wanted.isEmpty())
        return;
    m_process.start({"--at", m_wanted.first(), "--out", m_folder.filePath("picture.png"), "--theme", themeName(m_look),
                     "--scale", "2"});
}

// One that cannot be drawn stays blank: its caption and its link are there, and the link says what is wrong.
void HandbookText::take(bool good) {
    const QString link = m_wanted.takeFirst();
    const QImage image(m_folder.filePath("picture.png"));
    if (good && !image.isNull()) {
        m_pictures.insert(link, image);
        const int place = verticalScrollBar()->value();
        reload();
        verticalScrollBar()->setValue(place);
        emit pictureCame(link);
    }
    drawNext();
}

} // namespace warplens::app
