// SPDX-License-Identifier: GPL-3.0-or-later
// What the owners of the window share: the value that says what is shown, where it comes from, and where messages go.
#pragma once

#include "app/window/message_bar.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/exhibit_store.h"
#include "app/model/exhibit_text.h"
#include "app/model/sources.h"
#include "app/pack/pack.h"
#include "kernels/measure/recording.h"
#endif

#include <QStringList>

#include <filesystem>
#include <optional>

class QWidget;

namespace warplens::app {

class Recordings;
class Session;

struct Context {
    Context(ExhibitStore& store_, Sources& sources_, Session& session_, Recordings& recordings_, MessageBar& messages_,
            QWidget* window_)
        : store(store_)
        , sources(sources_)
        , session(session_)
        , recordings(recordings_)
        , messages(messages_)
        , window(window_) {}

    ExhibitStore& store;
    Sources& sources;
    Session& session;
    Recordings& recordings;
    MessageBar& messages;
    QWidget* window;
    std::filesystem::path stages;      ///< the folder of the program's stages
    std::optional<packs::Pack> opened; ///< the course pack that is open

    const packs::Pack* pack() const { return opened ? &*opened : nullptr; }
    /// What a process of its own needs to show the same, as `warplens export` has it.
    QStringList sourceArguments() const;
    const Exhibit& now() const { return store.now(); }
    /// What is shown, as a stage: with its edited text and its typed index.
    const kernels::Stage& stage() const;
    /// All of them again, in the language that is spoken now.
    void tellStages() const;
    /// nullptr: there are none.
    const kernels::Recording* recording() const;
    /// Changes what is shown. What cannot be shown is said, and changes nothing. False then.
    bool change(const ExhibitStore::Edit& edit) const;
    bool show(const Exhibit& exhibit) const {
        return change([&](Exhibit& now) { now = exhibit; });
    }
    /// Another stage or file; what belongs to the old one goes.
    bool showSubject(const std::string& subject) const { return show(sources.of(subject, now())); }

private:
    mutable kernels::Stage m_stage;
    mutable Exhibit m_stageOf;
};

} // namespace warplens::app
