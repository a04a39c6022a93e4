// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/pdf_book.h"

#include "app/export/sheet.h"

#include <QBuffer>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>

namespace warplens::app {
namespace {

// The same number of bytes, so that all places that the file's table names stay where they are.
void takeOutDate(QByteArray& pdf) {
    const QByteArray key = "/CreationDate (D:";
    for (qsizetype at = pdf.indexOf(key); at >= 0; at = pdf.indexOf(key, at + 1)) {
        const qsizetype begin = at + key.size(), end = pdf.indexOf(')', begin);
        const QByteArray date = "19700101000000Z";
        if (end - begin >= date.size()) // behind it: the offset from UTC, which may be left out
            pdf.replace(at, end + 1 - at, ("/CreationDate (D:" + date + ")").leftJustified(end + 1 - at, ' '));
    }
}

} // namespace

struct PdfBook::Parts {
    QByteArray bytes;
    QBuffer buffer{&bytes};
    std::unique_ptr<QPdfWriter> writer;
    QPainter painter; ///< last: ends first
};

PdfBook::PdfBook(const QString& title, const QSize& size)
    : m(std::make_unique<Parts>()) {
    m->buffer.open(QIODevice::WriteOnly);
    m->writer = std::make_unique<QPdfWriter>(&m->buffer);
    m->writer->setResolution(dpi);
    m->writer->setTitle(title);
    m->writer->setCreator(QStringLiteral("Warplens"));
    m->writer->setPageSize(QPageSize(QSizeF(size) * 72.0 / dpi, QPageSize::Point, QString(), QPageSize::ExactMatch));
    m->writer->setPageMargins(QMarginsF(0, 0, 0, 0));
}

PdfBook::~PdfBook() = default;

void PdfBook::add(const std::function<void(QPainter&)>& paint) {
    if (m->painter.isActive())
        m->writer->newPage();
    else
        m->painter.begin(m->writer.get());
    m->painter.save();
    paint(m->painter);
    m->painter.restore();
}

QByteArray PdfBook::end() {
    m->painter.end();
    takeOutDate(m->bytes);
    return m->bytes;
}

} // namespace warplens::app
