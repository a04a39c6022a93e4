// SPDX-License-Identifier: GPL-3.0-or-later
// An animation as GIF 89a, which plays over and over. Of each picture only what differs from the one before is written,
// with up to 256 colours of its own: those that are seen most are exact.
#pragma once

#include <QByteArray>
#include <QImage>

namespace warplens::app {

class GifWriter {
public:
    /// `comment`: what it is and where it comes from, for those who look into the file.
    GifWriter(const QSize& size, const QString& comment);

    /// Pictures have the size of the file.
    void add(const QImage& picture, int hundredths);
    /// The file. Nothing is added afterwards.
    QByteArray end();

private:
    void word(unsigned value);
    void blocks(const QByteArray& bytes);
    void picture(const QImage& part, const QPoint& at, int hundredths);

    QByteArray m_bytes;
    QImage m_before;
};

} // namespace warplens::app
