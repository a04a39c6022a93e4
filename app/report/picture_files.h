// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures as PNG files, encoded beside whoever paints the next one: compressing takes longer than painting. What is the same
// as a picture before is encoded once, and written as often as it is wanted.
#pragma once

#include <QByteArray>
#include <QImage>
#include <QSemaphore>
#include <QString>
#include <QStringList>
#include <QThreadPool>

#include <map>
#include <memory>
#include <mutex>

namespace warplens::app {

class PictureFiles {
public:
    PictureFiles();
    ~PictureFiles();

    /// Waits where too many are waiting already.
    void write(const QImage& image, const QString& file);
    /// Waits for all; returns the files that could not be written, in the order in which they were wanted.
    QStringList finish();
    /// That were encoded so far: of two that are the same one.
    int encoded() const { return static_cast<int>(m_files.size()); }

private:
    struct Picture {
        QStringList files;
        QByteArray bytes; ///< once they are there
        bool done = false;
    };
    void encode(const QImage& image, Picture& picture);
    void save(const QByteArray& bytes, const QString& file);

    static constexpr int mostWaiting = 16; ///< pictures of a few megabytes each
    QSemaphore m_room{mostWaiting};
    std::mutex m_mutex;
    std::map<QByteArray, std::unique_ptr<Picture>> m_files; ///< by what is seen
    std::map<int, QString> m_failed;                        ///< by when it was wanted
    std::map<QString, int> m_wanted;
    QThreadPool m_pool; ///< last: ends first
};

} // namespace warplens::app
