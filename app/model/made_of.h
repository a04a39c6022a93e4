// SPDX-License-Identifier: GPL-3.0-or-later
// Whether that of which a picture was made is another now. The language belongs to it, since pictures hold sentences. No Qt.
#pragma once

#include "app/tongue/say.h"

#include <optional>
#include <tuple>
#include <utility>

namespace warplens::app {

template<class... Parts>
class MadeOf {
public:
    /// The first time, and whenever one of them is another than when it was asked last.
    bool changed(const Parts&... parts) {
        std::tuple<tongue::Language, Parts...> now(tongue::spoken(), parts...);
        if (m_last == now)
            return false;
        m_last = std::move(now);
        return true;
    }

private:
    std::optional<std::tuple<tongue::Language, Parts...>> m_last;
};

} // namespace warplens::app
