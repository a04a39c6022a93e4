// SPDX-License-Identifier: GPL-3.0-or-later
// The recordings there are: those that come with the program, those that were opened, and those that are being made.
#pragma once

#ifndef Q_MOC_RUN
#include "app/model/exhibit.h"
#include "kernels/measure/recording.h"
#endif

#include <QObject>

#include <future>
#include <map>
#include <string>
#include <vector>

namespace warplens::app {

class Recordings : public QObject {
    Q_OBJECT
public:
    /// With those that come with the program. They are read meanwhile, and waited for where they are asked for first. The
    /// catalogue stays where it is.
    explicit Recordings(const kernels::Catalogue& catalogue, QObject* parent = nullptr);

    const std::vector<kernels::Recording>& all() const { return loaded(); }
    /// Names it among all: GPU and moment, and the machine where there is one. A second one of that name is " #2".
    std::string name(size_t index) const;
    /// Where it stands among all: the first where there is none of that name. -1: there are none.
    int indexOf(const std::string& name) const;
    /// nullptr: there are none.
    const kernels::Recording* find(const std::string& name) const;
    bool has(const std::string& name) const;
    void add(kernels::Recording recording);

    /// A size that was measured, for an exhibit whose stage or recording has become another one: the one that was shown
    /// last where it was measured there, else the largest. One that was chosen stays.
    void settleSize(const kernels::Stage& stage, const Exhibit& before, Exhibit& exhibit);

    /// Puts these where those of the measurement before are: the last.
    void setMeasured(std::vector<kernels::Recording> recordings);
    size_t measured() const { return m_measured; }
    /// The first of them; that of all where there are none.
    std::string firstMeasured() const { return m_measured ? name(all().size() - m_measured) : std::string(); }
    /// From now on those that were measured are like the others.
    void keepMeasured() { m_measured = 0; }

signals:
    void changed();

private:
    std::vector<kernels::Recording>& loaded() const;

    mutable std::vector<kernels::Recording> m_all; ///< without those that are still read
    mutable std::future<std::vector<kernels::Recording>> m_coming;
    size_t m_measured = 0;                            ///< of the last ones
    std::map<std::string, kernels::Size> m_lastSizes; ///< that were shown, by track
};

} // namespace warplens::app
