// SPDX-License-Identifier: GPL-3.0-or-later
// A hand that knows nothing: it presses keys, clicks, drags, turns the wheel, types, pastes, drops files and resizes,
// whatever is in front. The seed decides what. Each act is written down before it is done.
#pragma once

#include <QFileDialog>
#include <QPointer>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <cstdint>
#include <functional>
#include <random>

namespace warplens::tests {

class RandomHand {
public:
    using Write = std::function<void(const QString& act)>;
    /// `files` are opened, dropped and overwritten; whatever is saved goes to one of `outputs`.
    RandomHand(uint64_t seed, QStringList files, QStringList outputs, Write write);

    /// The widget that stands for what is given is what menus and shortcuts are taken from.
    void act(QWidget* window);

private:
    size_t below(size_t limit) { return std::uniform_int_distribution<size_t>(0, limit - 1)(m_random); }
    bool chance(unsigned percent) { return below(100) < percent; }
    QPoint placeIn(QWidget* front);
    QString piece();

    void answer(QFileDialog* dialog);
    void pressKey(QWidget* front, QWidget* window);
    void click(QWidget* front);
    void drag(QWidget* front);
    void turnWheel(QWidget* front);
    void type(QWidget* front);
    void paste(QWidget* front);
    void drop(QWidget* window);
    void resize(QWidget* window);

    std::mt19937_64 m_random;
    QStringList m_files, m_outputs;
    Write m_write;
};

/// What takes keys and clicks now: an open menu, a dialog that must be answered, else the active window.
QWidget* inFront(QWidget* window);

} // namespace warplens::tests
