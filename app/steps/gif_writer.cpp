// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/steps/gif_writer.h"

#include "app/steps/palette.h"

#include <algorithm>
#include <array>

namespace warplens::app {
namespace {

constexpr unsigned longestCode = 12; ///< bits, GIF 89a appendix F

/// Indices as GIF's variable-length LZW (GIF 89a, appendix F), without the blocks around it.
class Packer {
public:
    explicit Packer(unsigned indexBits)
        : m_indexBits(indexBits)
        , m_clear(1u << indexBits) {
        begin();
        write(m_clear);
    }

    void add(std::uint8_t index) {
        if (m_prefix < 0) {
            m_prefix = index;
            return;
        }
        std::uint16_t& next = m_codes[static_cast<size_t>(m_prefix)][index];
        if (next != 0) {
            m_prefix = next;
            return;
        }
        write(static_cast<unsigned>(m_prefix));
        if (m_next < 1u << longestCode) {
            next = static_cast<std::uint16_t>(m_next++);
            // The reader knows one code less than the writer.
            if (m_next > 1u << m_bits && m_bits < longestCode)
                ++m_bits;
        } else {
            write(m_clear);
            begin();
        }
        m_prefix = index;
    }

    QByteArray end() {
        if (m_prefix >= 0)
            write(static_cast<unsigned>(m_prefix));
        // That code made the reader's table one longer, too.
        if (m_next == 1u << m_bits && m_bits < longestCode)
            ++m_bits;
        write(m_clear + 1);
        if (m_held > 0)
            m_bytes.append(static_cast<char>(m_buffer & 0xff));
        return m_bytes;
    }

private:
    void begin() {
        m_codes.assign(1u << longestCode, {});
        m_next = m_clear + 2;
        m_bits = m_indexBits + 1;
    }
    void write(unsigned code) {
        m_buffer |= code << m_held;
        for (m_held += m_bits; m_held >= 8; m_held -= 8) {
            m_bytes.append(static_cast<char>(m_buffer & 0xff));
            m_buffer >>= 8;
        }
    }

    const unsigned m_indexBits, m_clear;
    std::vector<std::array<std::uint16_t, 256>> m_codes; ///< by prefix and index; 0: none, since no code of more is 0
    unsigned m_next = 0, m_bits = 0;
    int m_prefix = -1;
    unsigned m_buffer = 0, m_held = 0; ///< bits that make no byte yet
    QByteArray m_bytes;
};

/// What differs, as a rectangle; one pixel where nothing does, since a picture has to be there to take its time.
QRect differing(const QImage& a, const QImage& b) {
    int left = a.width(), right = -1, top = a.height(), bottom = -1;
    for (int y = 0; y < a.height(); ++y) {
        const QRgb* mine = reinterpret_cast<const QRgb*>(a.constScanLine(y));
        const QRgb* other = reinterpret_cast<const QRgb*>(b.constScanLine(y));
        for (int x = 0; x < a.width(); ++x)
            if (mine[x] != other[x]) {
                left = std::min(left, x);
                right = std::max(right, x);
                top = std::min(top, y);
                bottom = y;
            }
    }
    return right < 0 ? QRect(0, 0, 1, 1) : QRect(QPoint(left, top), QPoint(right, bottom));
}

} // namespace

GifWriter::GifWriter(const QSize& size, const QString& comment) {
    m_bytes = "GIF89a";
    word(static_cast<unsigned>(size.width()));
    word(static_cast<unsigned>(size.height()));
    m_bytes.append(QByteArray::fromHex("700000"));         // eight bits a channel, no colours for all pictures
    m_bytes.append("\x21\xff\x0bNETSCAPE2.0\x03\x01", 16); // over and over
    word(0);
    m_bytes.append('\0');
    m_bytes.append("\x21\xfe", 2);
    blocks(comment.toUtf8());
}

void GifWriter::word(unsigned value) {
    m_bytes.append(static_cast<char>(value & 0xff)).append(static_cast<char>(value >> 8 & 0xff));
}

void GifWriter::blocks(const QByteArray& bytes) {
    for (qsizetype at = 0; at < bytes.size(); at += 255) {
        const QByteArray block = bytes.mid(at, 255);
        m_bytes.append(static_cast<char>(block.size())).append(block);
    }
    m_bytes.append('\0');
}

void GifWriter::add(const QImage& image, int hundredths) {
    const QImage now = image.convertToFormat(QImage::Format_RGB32);
    const QRect part = m_before.isNull() ? now.rect() : differing(now, m_before);
    picture(now.copy(part), part.topLeft(), hundredths);
    m_before = now;
}

void GifWriter::picture(const QImage& part, const QPoint& at, int hundredths) {
    const IndexedPicture few = inFewColours(part);
    unsigned bits = 2; // as few as GIF has
    while (few.colours.size() > 1u << bits)
        ++bits;
    m_bytes.append(QByteArray::fromHex("21f90404")); // stays when the next one comes
    word(static_cast<unsigned>(hundredths));
    m_bytes.append(QByteArray::fromHex("00002c"));
    for (const int value : {at.x(), at.y(), part.width(), part.height()})
        word(static_cast<unsigned>(value));
    m_bytes.append(static_cast<char>(0x80 | (bits - 1)));
    for (size_t i = 0; i < 1u << bits; ++i) {
        const QRgb colour = i < few.colours.size() ? few.colours[i] : 0;
        m_bytes.append(static_cast<char>(qRed(colour)))
            .append(static_cast<char>(qGreen(colour)))
            .append(static_cast<char>(qBlue(colour)));
    }
    Packer packer(bits);
    for (const std::uint8_t index : few.indices)
        packer.add(index);
    m_bytes.append(static_cast<char>(bits));
    blocks(packer.end());
}

QByteArray GifWriter::end() {
    m_bytes.append('\x3b');
    m_before = {};
    return m_bytes;
}

} // namespace warplens::app
