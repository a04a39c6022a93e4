// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/steps/film.h"

#include "app/export/saying.h"
#include "app/export/sheet.h"
#include "app/steps/step_sink.h"

#include <QStandardPaths>

#include <algorithm>
#include <cmath>

namespace warplens::app {
namespace {

constexpr int pollMilliseconds = 50;
constexpr qint64 mostWaiting = 64 << 20; ///< bytes on their way to ffmpeg

/// H.264 with the colours of a screen, for players of any age: one thread, no dates and no names of encoders, so that
/// the same pictures give the same bytes.
QStringList argumentsFor(const QString& file, const QSize& pixels, const QString& title) {
    QStringList all{"-nostdin", "-loglevel", "error", "-y"};
    all << "-f"
        << "rawvideo"
        << "-pix_fmt"
        << "rgb24"
        << "-s" << QStringLiteral("%1x%2").arg(pixels.width()).arg(pixels.height()) << "-framerate"
        << QString::number(Film::picturesPerSecond) << "-i"
        << "-";
    all << "-vf"
        << "fps=12,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p";
    all << "-colorspace"
        << "bt709"
        << "-color_primaries"
        << "bt709"
        << "-color_trc"
        << "bt709"
        << "-color_range"
        << "tv";
    all << "-c:v"
        << "libx264"
        << "-preset"
        << "veryfast"
        << "-crf"
        << "18"
        << "-threads"
        << "1";
    all << "-map_metadata"
        << "-1"
        << "-fflags"
        << "+bitexact"
        << "-flags:v"
        << "+bitexact"
        << "-metadata"
        << "title=" + title << "-movflags"
        << "+faststart"
        << "-f"
        << "mp4" << file;
    return all;
}

} // namespace

Film::Film(const QString& file, const QSize& pixels, const QString& title, std::function<bool()> stopped)
    : m_file(file)
    , m_stopped(std::move(stopped)) {
    const QString program = QStandardPaths::findExecutable(QStringLiteral("ffmpeg"));
    if (program.isEmpty())
        refuseExport(exportText("MP4 is written by ffmpeg, which is not installed here: install it (Debian, "
                                "Ubuntu: apt install ffmpeg; "
                                "other systems: ffmpeg.org), or write a file that ends with .gif or .pdf"));
    m_process.setProcessChannelMode(QProcess::SeparateChannels);
    m_process.setStandardOutputFile(QProcess::nullDevice());
    m_process.start(program, argumentsFor(file, pixels, title));
    if (!m_process.waitForStarted(-1))
        fail();
}

Film::~Film() {
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.kill();
    m_process.waitForFinished(-1);
}

void Film::fail() {
    const QStringList said = QString::fromUtf8(m_process.readAllStandardError()).trimmed().split('\n');
    refuseExport(exportText("ffmpeg wrote no film: %1")
                     .arg(said.last().isEmpty() ? m_process.errorString() : said.last().trimmed()));
}

void Film::wait(const std::function<bool()>& forWhat) {
    while (!forWhat()) {
        if (m_stopped())
            throw Cancelled();
        if (m_process.state() == QProcess::NotRunning)
            fail();
        if (m_process.bytesToWrite() > 0)
            m_process.waitForBytesWritten(pollMilliseconds);
        else
            m_process.waitForFinished(pollMilliseconds);
    }
}

void Film::add(const QImage& picture, double seconds) {
    const QImage image = picture.convertToFormat(QImage::Format_RGB888);
    QByteArray row;
    for (int y = 0; y < image.height(); ++y) // rows of an image may have a gap behind them
        row.append(reinterpret_cast<const char*>(image.constScanLine(y)), 3 * static_cast<qsizetype>(image.width()));
    const int times = std::max(1, static_cast<int>(std::lround(seconds * picturesPerSecond)));
    for (int i = 0; i < times; ++i) {
        m_process.write(row);
        wait([this] { return m_process.bytesToWrite() < mostWaiting; });
    }
}

void Film::end() {
    wait([this] { return m_process.bytesToWrite() == 0; });
    m_process.closeWriteChannel();
    while (m_process.state() != QProcess::NotRunning) {
        if (m_stopped())
            throw Cancelled();
        m_process.waitForFinished(pollMilliseconds);
    }
    if (m_process.exitStatus() != QProcess::NormalExit || m_process.exitCode() != 0)
        fail();
}

} // namespace warplens::app
