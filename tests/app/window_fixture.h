// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of the real window have in common: the window, and how its parts are found.
#pragma once

#include "app/charts/charts_page.h"
#include "app/views/player.h"
#include "app/views/stage_pane.h"
#include "app/window/editing.h"
#include "app/window/exporting.h"
#include "app/window/facts.h"
#include "app/window/lecturing.h"
#include "app/window/main_window.h"
#include "app/window/measuring.h"
#include "app/window/recordings.h"
#include "app/window/session.h"
#include "app/window/staging.h"
#include "kernels/catalogue/paths.h"
#include "tests/app/patience.h"

#include <QTest>

#include <memory>

namespace warplens::tests {

class WindowFixture : public QObject {
protected:
    std::unique_ptr<app::MainWindow> m_window;

    template<class Widget>
    Widget* child(const char* name) const {
        auto* found = m_window->findChild<Widget*>(name);
        if (!found)
            qFatal("there is no %s", name);
        return found;
    }
    std::shared_ptr<const app::Scene> scene() const { return m_window->player()->shown().scene; }
    void press(int key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(m_window.get(), static_cast<Qt::Key>(key), modifiers);
    }
    void showPage(app::Page page) {
        m_window->context().change([&](app::Exhibit& now) { now.page = page; });
    }
    bool showChart(const std::string& kind) {
        m_window->context().change([&](app::Exhibit& now) { now.chart = kind; });
        return m_window->charts()->kind().toStdString() == kind;
    }
    /// A new window with the stage that it begins with.
    void openWindow(int width, int height) {
        m_window = std::make_unique<app::MainWindow>(kernels::stagesDir());
        m_window->resize(width, height);
        m_window->QWidget::show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        EVENTUALLY(scene() && scene()->stage.id == "matmul/06-tiled-conflicts");
    }
};

} // namespace warplens::tests
