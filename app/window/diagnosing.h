// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with the version that is shown: beside its lines and in a message. And what a race lacks, tried.
#pragma once

#include "app/window/context.h"
#include "app/window/message_bar.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/engine/what_if.h"
#include "app/model/mistake_picture.h"
#endif

#include <QObject>

#include <optional>
#include <string>
#include <vector>

namespace warplens::app {

class Editing;
struct LineProblem;
class StagePane;
class Staging;

class Diagnosing : public QObject {
    Q_OBJECT
public:
    Diagnosing(Context& context, Staging& staging, Editing& editing, StagePane* pane, QObject* parent = nullptr);

    /// Shows what is wrong with the launch, as a picture.
    void showMistakes();
    /// Puts what a race lacks into the text that is edited; a message tells what it changes.
    void tryMissing();

private:
    void showProblems(const QString& message, const std::vector<kernels::Diagnostic>& diagnostics);
    void showFindings();
    static LineProblem problemOf(const sim::simt::Finding& finding);
    void tell(const std::vector<LineProblem>& problems, const KnownFindings& whole);
    /// What of a file's launch nobody has told; empty where all is.
    QString guessText() const;
    static QString hangingText(const KnownFindings& whole);
    /// Until another version is shown.
    void complainOfVersion(const QString& text, std::vector<MessageBar::Answer> answers = {});
    void sayOfVersion(const QString& text);
    /// It is not shown any more.
    void clearOfVersion();
    bool tellTried(const KnownFindings& whole);

    Context& m_context;
    Staging& m_staging;
    Editing& m_editing;
    StagePane* m_pane;
    QString m_ofVersion;     ///< what was said of the version that was shown last
    std::string m_ofSubject; ///< whose that was
    struct Tried {
        engine::Insertion insertion;
        size_t mistakes = 0; ///< without it
        std::string text;    ///< with it
    };
    std::optional<Tried> m_tried;
};

} // namespace warplens::app
