// SPDX-License-Identifier: GPL-3.0-or-later
// A PDF, page by page. Its bytes are the same each time: Qt writes when it was made, and that is taken out.
#pragma once

#include <QByteArray>
#include <QSize>
#include <QString>

#include <functional>
#include <memory>

class QPainter;

namespace warplens::app {

class PdfBook {
public:
    /// All pages have that size, in pixels of 1/96 inch.
    PdfBook(const QString& title, const QSize& size);
    ~PdfBook();

    void add(const std::function<void(QPainter&)>& paint);
    /// The file. Nothing is added afterwards.
    QByteArray end();

private:
    struct Parts;
    std::unique_ptr<Parts> m;
};

} // namespace warplens::app
