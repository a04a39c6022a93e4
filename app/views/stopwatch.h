// SPDX-License-Identifier: GPL-3.0-or-later
// Time for what moves in the pictures. Tests let it stand and step it by hand, so that none depends on how fast a machine is.
#pragma once

#include <QtGlobal>

#include <optional>

namespace warplens::app {

class Stopwatch {
public:
    void start() { m_start = now(); }
    bool isValid() const { return m_start.has_value(); } ///< false before the first start
    qint64 elapsed() const { return now() - *m_start; }  ///< milliseconds; only when valid

    /// Lets the time of all stopwatches stand at so many milliseconds, or run again.
    static void standAt(std::optional<qint64> milliseconds);

private:
    static qint64 now();

    std::optional<qint64> m_start;
};

} // namespace warplens::app
