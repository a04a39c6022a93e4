// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/picture_files.h"

#include <QBuffer>
#include <QHashFunctions>
#include <QSaveFile>

#include <algorithm>

namespace warplens::app {
namespace {

/// Of its pixels and of all else that a PNG file says of it: two sums of 64 bits with seeds of their own. (A cryptographic one
/// took a quarter of a report's time.)
QByteArray seenAs(const QImage& image) {
    const QStringList about{QString::number(image.width()),         QString::number(image.height()),
                            QString::number(image.format()),        QString::number(image.dotsPerMeterX()),
                            QString::number(image.dotsPerMeterY()), image.text()};
    QByteArray key = about.join(QLatin1Char('\n')).toUtf8();
    for (size_t sum : {size_t{0x9E3779B97F4A7C15}, size_t{0xC2B2AE3D27D4EB4F}}) {
        for (int row = 0; row < image.height(); ++row)
            sum = qHashBits(image.constScanLine(row), static_cast<size_t>(image.width()) * image.depth() / 8, sum);
        key.append(reinterpret_cast<const char*>(&sum), sizeof sum);
    }
    return key;
}

} // namespace

PictureFiles::PictureFiles() {
    m_pool.setMaxThreadCount(std::max(1, QThread::idealThreadCount()));
}

PictureFiles::~PictureFiles() {
    m_pool.waitForDone();
}

void PictureFiles::write(const QImage& image, const QString& file) {
    const QByteArray key = seenAs(image);
    std::unique_lock lock(m_mutex);
    m_wanted.emplace(file, static_cast<int>(m_wanted.size()));
    std::unique_ptr<Picture>& known = m_files[key];
    if (known && known->done) {
        lock.unlock();
        return save(known->bytes, file);
    }
    if (known) {
        known->files << file;
        return;
    }
    known = std::make_unique<Picture>();
    known->files << file;
    Picture& picture = *known;
    lock.unlock();
    m_room.acquire();
    m_pool.start([this, image, &picture] {
        encode(image, picture);
        m_room.release();
    });
}

void PictureFiles::encode(const QImage& image, Picture& picture) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    std::unique_lock lock(m_mutex);
    picture.bytes = bytes;
    picture.done = true;
    const QStringList files = picture.files; // further ones are written by those who want them
    lock.unlock();
    for (const QString& file : files)
        save(bytes, file);
}

void PictureFiles::save(const QByteArray& bytes, const QString& file) {
    QSaveFile out(file);
    if (!bytes.isEmpty() && out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() && out.commit())
        return;
    const std::lock_guard lock(m_mutex);
    m_failed[m_wanted.at(file)] = file;
}

QStringList PictureFiles::finish() {
    m_pool.waitForDone();
    QStringList failed;
    for (const auto& [when, file] : m_failed)
        failed << file;
    return failed;
}

} // namespace warplens::app
