// SPDX-License-Identifier: GPL-3.0-or-later
// What there is to be shown: the stages of the catalogue and the files that somebody has opened, as they are saved, and
// the texts of both that are edited and not saved. It makes exhibits whole, and scenes' requests of them. No Qt.
#pragma once

#include "app/model/exhibit.h"
#include "app/model/scene.h"
#include "kernels/catalogue/catalogue.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warplens::app {

class Sources {
public:
    explicit Sources(kernels::Catalogue catalogue)
        : m_catalogue(std::move(catalogue)) {}

    const kernels::Catalogue& catalogue() const { return m_catalogue; }

    /// A file as it is saved; a second time it replaces the first. Returns its subject.
    std::string addFile(engine::KernelFile file);
    const engine::KernelFile* file(const std::string& subject) const;
    /// Subjects, in the order in which they were opened.
    const std::vector<std::string>& files() const { return m_order; }

    /// A launch that was kept, in a folder. Returns its subject; throws ExhibitError where there is none.
    std::string addKept(const std::filesystem::path& folder) const;
    /// What the folder says of itself; nullptr: the subject is no kept launch that was opened.
    const launches::KeptLaunch* kept(const std::string& subject) const;
    /// Subjects, in the order in which they were opened.
    const std::vector<std::string>& keptLaunches() const { return m_keptOrder; }

    /// Texts that are not saved, by subject.
    const std::map<std::string, std::string>& drafts() const { return m_drafts; }
    /// A text that is what is saved is no draft.
    void setDraft(const std::string& subject, const std::optional<std::string>& text);

    /// The stage as it is saved, of a file or of the catalogue. Nothing: there is none.
    std::optional<kernels::Stage> saved(const std::string& subject) const;
    /// What an exhibit shows: with its text and its typed index. Throws ExhibitError where there is no such subject.
    kernels::Stage stage(const Exhibit& exhibit) const;
    /// Text, typed index or launch are not as they ship, so that nothing was counted or measured of it.
    bool isChanged(const Exhibit& exhibit) const;

    /// An exhibit of another subject, which keeps what does not belong to the old one.
    Exhibit of(const std::string& subject, const Exhibit& now) const;
    /// Makes it whole after an edit: all parameters, the draft of another subject, the launch of a file, a block that
    /// there is. Throws ExhibitError where it says what cannot be.
    void settle(const Exhibit& before, Exhibit& exhibit) const;
    /// Whether the place that `before` stands at means something in `now`: the same kernel, changed.
    static bool samePlaces(const Exhibit& before, const Exhibit& now);

    /// The size that is chosen, or that which its track has for pictures.
    std::int64_t pictureSize(const Exhibit& exhibit, const kernels::Stage& stage) const;
    SceneRequest request(const Exhibit& exhibit) const;
    /// Of the whole launch: of stages at the size that was counted on hardware.
    SceneRequest countsRequest(const Exhibit& exhibit) const;
    /// What it is compared with, as an exhibit of its own; nothing where it is compared with nothing.
    std::optional<Exhibit> compared(const Exhibit& exhibit) const;

private:
    struct Kept {
        launches::KeptLaunch head;
        kernels::Stage stage;
    };
    void settleKept(const Exhibit& before, Exhibit& exhibit) const;
    void settleStage(const Exhibit& before, Exhibit& exhibit) const;
    void settleComparison(const Exhibit& before, Exhibit& exhibit) const;

    kernels::Catalogue m_catalogue;
    std::map<std::string, engine::KernelFile> m_files;
    std::vector<std::string> m_order;
    std::map<std::string, std::string> m_drafts;
    mutable std::map<std::string, Kept> m_kept; ///< read when they are first asked for
    mutable std::vector<std::string> m_keptOrder;
};

/// A stage's switch, thrown: its other value. Nothing where the stage has none.
std::optional<kernels::ParameterValue> switched(const kernels::Stage& stage, const kernels::ParameterValues& values);

/// The values with some of them replaced.
kernels::ParameterValues replaced(kernels::ParameterValues values, const kernels::ParameterValues& by);

} // namespace warplens::app
