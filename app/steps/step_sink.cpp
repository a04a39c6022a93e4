// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/steps/step_sink.h"

#include "app/export/pdf_book.h"
#include "app/export/saying.h"
#include "app/steps/film.h"
#include "app/steps/gif_writer.h"
#include "kernels/build_info/build_info.h"
#include "kernels/files/bounded_file.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <cmath>
#include <filesystem>

namespace warplens::app {
namespace {

std::string pathText(const QString& file) {
    return QFile::encodeName(file).toStdString();
}

QString suffixOf(const QString& file) {
    return QFileInfo(file).suffix().toLower();
}

class PdfSink : public StepSink {
public:
    explicit PdfSink(const StepFile& file)
        : m_file(file)
        , m_book(file.title, file.format.size) {}
    void add(const StepPage& page) override {
        m_book.add([&](QPainter& painter) { paintSheet(painter, page.sheet, m_file.format); });
    }
    QStringList end() override {
        kernels::writeWhole(pathText(m_file.file), m_book.end().toStdString());
        return {m_file.file};
    }

private:
    const StepFile m_file;
    PdfBook m_book;
};

class GifSink : public StepSink {
public:
    explicit GifSink(const StepFile& file)
        : m_file(file)
        , m_gif((QSizeF(file.format.size) * file.format.ratio).toSize(),
                QStringLiteral("%1. Warplens %2, commit %3")
                    .arg(file.title, kernels::buildVersion(), kernels::buildCommit())) {}
    void add(const StepPage& page) override {
        m_gif.add(sheetImage(page.sheet, m_file.format), static_cast<int>(std::lround(100 * page.seconds)));
    }
    QStringList end() override {
        kernels::writeWhole(pathText(m_file.file), m_gif.end().toStdString());
        return {m_file.file};
    }

private:
    const StepFile m_file;
    GifWriter m_gif;
};

/// Files that are made in a folder of their own beside where they are to be.
class FolderSink : public StepSink {
public:
    explicit FolderSink(const StepFile& file)
        : m_file(file)
        , m_beside(QFileInfo(file.file).absoluteDir())
        , m_folder(m_beside.filePath(QStringLiteral(".warplens-XXXXXX"))) {
        if (!m_folder.isValid())
            throw kernels::FileError("write", pathText(file.file), m_folder.errorString().toStdString());
    }
    QStringList end() override {
        QStringList files;
        for (const QString& name : m_names) {
            const QString file = m_beside.filePath(name);
            std::error_code error;
            std::filesystem::rename(pathText(m_folder.filePath(name)), pathText(file), error);
            if (error)
                throw kernels::FileError("write", pathText(file), error.message());
            files << file;
        }
        return files;
    }

protected:
    QString inFolder(const QString& name) {
        m_names << name;
        return m_folder.filePath(name);
    }
    const StepFile m_file;

private:
    const QDir m_beside;
    const QTemporaryDir m_folder;
    QStringList m_names;
};

class NumberedSink : public FolderSink {
public:
    using FolderSink::FolderSink;
    void add(const StepPage& page) override {
        const QFileInfo name(m_file.file);
        const auto digits = std::max<qsizetype>(3, QString::number(m_file.last).size());
        writeSheet(page.sheet, m_file.format,
                   inFolder(QStringLiteral("%1-%2.%3")
                                .arg(name.completeBaseName())
                                .arg(page.number, static_cast<int>(digits), 10, QLatin1Char('0'))
                                .arg(name.suffix())));
    }
};

class FilmSink : public FolderSink {
public:
    explicit FilmSink(const StepFile& file)
        : FolderSink(file)
        , m_film(inFolder(QFileInfo(file.file).fileName()), (QSizeF(file.format.size) * file.format.ratio).toSize(),
                 QStringLiteral("%1. Warplens %2, commit %3")
                     .arg(file.title, kernels::buildVersion(), kernels::buildCommit()),
                 file.stopped) {}
    void add(const StepPage& page) override { m_film.add(sheetImage(page.sheet, m_file.format), page.seconds); }
    QStringList end() override {
        m_film.end();
        return FolderSink::end();
    }

private:
    Film m_film;
};

} // namespace

double usualRatio(const QString& file) {
    const QString suffix = suffixOf(file);
    return suffix == QLatin1String("gif") ? 1 : suffix == QLatin1String("mp4") ? 1.5 : 2;
}

std::unique_ptr<StepSink> makeStepSink(const StepFile& file) {
    const QString suffix = suffixOf(file.file);
    const QFileInfo place(file.file);
    if (!place.absoluteDir().exists())
        refuseExport(exportText("cannot write %1: there is no folder %2").arg(file.file, place.absolutePath()));
    if (suffix == QLatin1String("pdf"))
        return std::make_unique<PdfSink>(file);
    if (suffix == QLatin1String("gif"))
        return std::make_unique<GifSink>(file);
    if (suffix == QLatin1String("mp4"))
        return std::make_unique<FilmSink>(file);
    if (suffix == QLatin1String("png") || suffix == QLatin1String("svg"))
        return std::make_unique<NumberedSink>(file);
    refuseExport(
        exportText("'%1' does not tell its format: end it with .mp4, .gif, .pdf, .png or .svg").arg(file.file));
}

} // namespace warplens::app
