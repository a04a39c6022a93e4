// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/sheet.h"

#include "app/export/outlines.h"
#include "app/export/pdf_book.h"
#include "app/export/saying.h"

#include <QBuffer>
#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>
#include <QPainter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <cmath>

namespace warplens::app {
void paintSheet(QPainter& painter, const Sheet& sheet, const SheetFormat& format) {
    const QRectF area(QPointF(0, 0), format.size);
    if (!format.transparent)
        painter.fillRect(area, sheet.background);
    painter.setClipRect(area);
    sheet.paint(painter, area);
}

std::optional<Preset> presetOf(const QString& name) {
    if (name == QLatin1String("paper"))
        return Preset::Paper;
    if (name == QLatin1String("slide"))
        return Preset::Slide;
    return {};
}

QSize presetSize(Preset preset, const std::function<int(int width)>& height) {
    switch (preset) {
    case Preset::Slide:
        return {1280, 720};
    case Preset::Paper: {
        const int width = static_cast<int>(std::lround(85.0 / 25.4 * dpi));
        return {width, height ? height(width) : width * 3 / 4};
    }
    case Preset::Screen:
        break;
    }
    return {960, height ? std::max(240, height(960)) : 540};
}

QSize presetSize(Preset preset, const Sheet& sheet) {
    return preset == Preset::Paper ? presetSize(preset, sheet.column) : presetSize(preset);
}

double presetScale(Preset preset) {
    return preset == Preset::Slide ? 1.43 : preset == Preset::Paper ? 0.82 : 1.0;
}

QImage sheetImage(const Sheet& sheet, const SheetFormat& format) {
    const QSize pixels(static_cast<int>(std::lround(format.size.width() * format.ratio)),
                       static_cast<int>(std::lround(format.size.height() * format.ratio)));
    QImage image(pixels, QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        refuseExport(QObject::tr("a picture of %1×%2 pixels is too large: ask for a smaller one")
                         .arg(pixels.width())
                         .arg(pixels.height()));
    image.setDevicePixelRatio(format.ratio);
    image.fill(Qt::transparent);
    image.setText(QStringLiteral("Title"), sheet.title);
    if (!sheet.words.isEmpty())
        image.setText(QStringLiteral("Description"), sheet.words);
    QPainter painter(&image);
    paintSheet(painter, sheet, format);
    return image;
}

QByteArray sheetSvg(const Sheet& sheet, const SheetFormat& format) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setResolution(dpi);
    svg.setSize(format.size);
    svg.setViewBox(QRect(QPoint(0, 0), format.size));
    svg.setTitle(sheet.title);
    QPainter target(&svg);
    Outlines outlines(target, format.size, dpi);
    QPainter painter(&outlines);
    paintSheet(painter, sheet, format);
    painter.end();
    target.end();
    // For those who read it with a machine, or cannot see it.
    const qsizetype title = bytes.indexOf("</title>");
    if (title >= 0)
        bytes.insert(title + 8,
                     "\n<desc>" +
                         (outlines.texts() + QStringList{sheet.words}).join('\n').trimmed().toHtmlEscaped().toUtf8() +
                         "</desc>");
    return bytes;
}

QByteArray sheetPdf(const Sheet& sheet, const SheetFormat& format) {
    PdfBook book(sheet.title, format.size);
    book.add([&](QPainter& painter) { paintSheet(painter, sheet, format); });
    return book.end();
}

void writeSheet(const Sheet& sheet, const SheetFormat& format, const QString& file) {
    const QString suffix = QFileInfo(file).suffix().toLower();
    QByteArray bytes;
    if (suffix == QLatin1String("png")) {
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        sheetImage(sheet, format).save(&buffer, "PNG");
    } else if (suffix == QLatin1String("svg")) {
        bytes = sheetSvg(sheet, format);
    } else if (suffix == QLatin1String("pdf")) {
        bytes = sheetPdf(sheet, format);
    } else if (suffix == QLatin1String("csv")) {
        if (!sheet.csv)
            refuseExport(QObject::tr("'%1' has no values for a CSV file: write .png, .svg or .pdf").arg(sheet.title));
        bytes = sheet.csv().toUtf8();
    } else {
        refuseExport(QObject::tr("'%1' does not tell its format: end it with .png, .svg, .pdf or .csv").arg(file));
    }
    if (bytes.isEmpty())
        refuseExport(QObject::tr("'%1' could not be painted").arg(sheet.title));
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size() || !out.commit())
        refuseExport(QObject::tr("cannot write %1: %2").arg(file, out.errorString()));
}

void copySheet(const Sheet& sheet, const SheetFormat& format) {
    auto data = std::make_unique<QMimeData>();
    data->setImageData(sheetImage(sheet, format));
    data->setData(QStringLiteral("image/svg+xml"), sheetSvg(sheet, format));
    if (sheet.csv)
        data->setText(sheet.csv());
    QGuiApplication::clipboard()->setMimeData(data.release());
}

} // namespace warplens::app
