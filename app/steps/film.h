// SPDX-License-Identifier: GPL-3.0-or-later
// An MP4 by ffmpeg, a program of its own: pictures go to it as they are made.
#pragma once

#include <QImage>
#include <QProcess>
#include <QString>

#include <functional>

namespace warplens::app {

class Film {
public:
    /// Of pictures of that size in pixels, both numbers even. `stopped` is asked while ffmpeg is waited for. Throws
    /// ExportError where there is no ffmpeg.
    Film(const QString& file, const QSize& pixels, const QString& title, std::function<bool()> stopped);
    ~Film();
    Film(const Film&) = delete;
    Film& operator=(const Film&) = delete;

    static constexpr int picturesPerSecond = 4; ///< that a time is counted in
    /// Throws ExportError, and Cancelled.
    void add(const QImage& picture, double seconds);
    /// The file is whole.
    void end();

private:
    void wait(const std::function<bool()>& forWhat);
    [[noreturn]] void fail();

    QProcess m_process;
    const QString m_file;
    const std::function<bool()> m_stopped;
};

} // namespace warplens::app
