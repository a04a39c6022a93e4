// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/random_hand.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QTest>
#include <QUrl>
#include <QWheelEvent>
#include <QWindow>

#include <array>

namespace warplens::tests {
namespace {

/// Keys that fields, lists and views know; the window's own shortcuts come from its actions.
constexpr std::array keys{
    Qt::Key_Left,  Qt::Key_Right, Qt::Key_Up,     Qt::Key_Down,      Qt::Key_Tab,    Qt::Key_Backtab,  Qt::Key_Return,
    Qt::Key_Enter, Qt::Key_Space, Qt::Key_Escape, Qt::Key_Backspace, Qt::Key_Delete, Qt::Key_Home,     Qt::Key_End,
    Qt::Key_0,     Qt::Key_5,     Qt::Key_9,      Qt::Key_PageUp,    Qt::Key_F10,    Qt::Key_PageDown, Qt::Key_Menu,
    Qt::Key_A,     Qt::Key_Z,     Qt::Key_Plus,   Qt::Key_Minus,     Qt::Key_Period, Qt::Key_F12,      Qt::Key_Insert};
constexpr std::array modifiers{Qt::NoModifier,    Qt::NoModifier,  Qt::NoModifier,
                               Qt::ShiftModifier, Qt::AltModifier, Qt::ControlModifier};
constexpr std::array pieces{"lane * 33",
                            "threadIdx.x",
                            "999999999999999999999",
                            "-1",
                            "0",
                            "((((((((",
                            "/*",
                            "\"",
                            "7/0",
                            "%s%n",
                            "ünï\u2028\U0001F600",
                            "matmul/07-tiled",
                            "{{requests}}",
                            "f32[4]=zeros",
                            "warplens:",
                            "\n\n",
                            "1e308",
                            "// x\n",
                            "#include \"a.h\"\n",
                            "__global__ void k() {}\n"};

/// QTest's own clicks do not expect that a window goes away while a key is down.
void clickKey(const QPointer<QWindow>& window, Qt::Key key, Qt::KeyboardModifiers held = {}, const QString& text = {}) {
    for (const QEvent::Type type : {QEvent::KeyPress, QEvent::KeyRelease})
        if (window) {
            qt_handleKeyEvent(window, type, key, held, text, false, 1);
            QCoreApplication::processEvents();
        }
}

QString nameOf(const QWidget* widget) {
    const QString name = widget->objectName();
    return name.isEmpty() ? QString::fromLatin1(widget->metaObject()->className()) : name;
}

} // namespace

QWidget* inFront(QWidget* window) {
    for (QWidget* each :
         {QApplication::activePopupWidget(), QApplication::activeModalWidget(), QApplication::activeWindow()})
        if (each && each->isVisible() && each->windowHandle())
            return each;
    return window;
}

RandomHand::RandomHand(uint64_t seed, QStringList files, QStringList outputs, Write write)
    : m_random(seed)
    , m_files(std::move(files))
    , m_outputs(std::move(outputs))
    , m_write(std::move(write)) {}

void RandomHand::act(QWidget* window) {
    QWidget* front = inFront(window);
    if (auto* dialog = qobject_cast<QFileDialog*>(front))
        return answer(dialog);
    // What stands beside: a dialog that need not be answered, the speaker's window.
    if (front != QApplication::activePopupWidget() && !QApplication::activeModalWidget() && chance(15)) {
        QWidgetList others = QApplication::topLevelWidgets();
        others.removeIf([](const QWidget* each) { return !each->isVisible() || !each->windowHandle(); });
        if (!others.isEmpty())
            front = others[static_cast<qsizetype>(below(static_cast<size_t>(others.size())))];
    }
    if (!front->windowHandle())
        return;
    const size_t what = below(100);
    if (what < 48)
        pressKey(front, window);
    else if (what < 80)
        click(front);
    else if (what < 86)
        drag(front);
    else if (what < 90)
        turnWheel(front);
    else if (what < 95)
        type(front);
    else if (what < 97)
        paste(front);
    else if (what < 98)
        drop(window);
    else if (what < 99)
        resize(window);
    else
        QTest::qWait(static_cast<int>(below(400)));
}

void RandomHand::answer(QFileDialog* dialog) {
    const bool saves = dialog->acceptMode() == QFileDialog::AcceptSave;
    const QStringList& names = saves ? m_outputs : m_files;
    if (names.isEmpty() || chance(50)) {
        m_write(QStringLiteral("leaves a file dialog"));
        dialog->reject();
        return;
    }
    const QString name = names[static_cast<qsizetype>(below(static_cast<size_t>(names.size())))];
    m_write(QStringLiteral("chooses %1").arg(name));
    const QPointer<QFileDialog> still(dialog);
    dialog->setDirectory(QFileInfo(name).absolutePath());
    dialog->selectFile(name);
    QMetaObject::invokeMethod(dialog, "accept", Qt::QueuedConnection);
    QTest::qWait(1);
    if (still && still->isVisible() && !QApplication::activePopupWidget() && QApplication::activeModalWidget() == still)
        still->reject(); // it did not like the name
}

void RandomHand::pressKey(QWidget* front, QWidget* window) {
    int key = keys[below(keys.size())];
    Qt::KeyboardModifiers held = modifiers[below(modifiers.size())];
    if (chance(55)) {
        QList<QKeySequence> shortcuts;
        for (const QAction* action : window->findChildren<QAction*>())
            if (!action->shortcut().isEmpty() && action->shortcut() != QKeySequence(Qt::CTRL | Qt::Key_Q))
                shortcuts << action->shortcut();
        if (!shortcuts.isEmpty()) {
            const QKeyCombination chosen =
                shortcuts[static_cast<qsizetype>(below(static_cast<size_t>(shortcuts.size())))][0];
            key = chosen.key();
            held = chosen.keyboardModifiers();
        }
    } else if (chance(1)) {
        key = Qt::Key_Q;
        held = Qt::ControlModifier;
    }
    m_write(QStringLiteral("key %1 in %2")
                .arg(QKeySequence(QKeyCombination(held, static_cast<Qt::Key>(key))).toString(), nameOf(front)));
    clickKey(front->windowHandle(), static_cast<Qt::Key>(key), held);
}

// Mostly on something, so that small things are hit too.
QPoint RandomHand::placeIn(QWidget* front) {
    QWidget* on = front;
    if (chance(75)) {
        QList<QWidget*> inside = front->findChildren<QWidget*>();
        inside.removeIf([front](const QWidget* each) {
            return !each->isVisibleTo(front) || each->isWindow() || each->width() < 2 || each->height() < 2;
        });
        if (!inside.isEmpty())
            on = inside[static_cast<qsizetype>(below(static_cast<size_t>(inside.size())))];
    }
    const QPoint at(static_cast<int>(below(static_cast<size_t>(std::max(1, on->width())))),
                    static_cast<int>(below(static_cast<size_t>(std::max(1, on->height())))));
    return on->mapTo(front, at);
}

void RandomHand::click(QWidget* front) {
    const QPoint at = placeIn(front);
    const Qt::MouseButton button = chance(85) ? Qt::LeftButton : chance(80) ? Qt::RightButton : Qt::MiddleButton;
    const Qt::KeyboardModifiers held = modifiers[below(modifiers.size())];
    const QWidget* under = front->childAt(at);
    const QPointer<QWindow> handle = front->windowHandle();
    m_write(QStringLiteral("click %1 at %2,%3 on %4 in %5")
                .arg(button)
                .arg(at.x())
                .arg(at.y())
                .arg(under ? nameOf(under) : QStringLiteral("nothing"), nameOf(front)));
    QTest::mouseMove(handle, at);
    if (handle)
        QTest::mousePress(handle, button, held, at);
    if (handle)
        QTest::mouseRelease(handle, button, held, at);
    if (handle && chance(15))
        QTest::mouseDClick(handle, button, held, at);
}

void RandomHand::drag(QWidget* front) {
    const QPoint from = placeIn(front);
    m_write(QStringLiteral("drag from %1,%2 in %3").arg(from.x()).arg(from.y()).arg(nameOf(front)));
    const QPointer<QWindow> handle = front->windowHandle();
    const QPointer<QWidget> still(front);
    QTest::mousePress(handle, Qt::LeftButton, {}, from);
    QPoint at = from;
    for (size_t i = 1 + below(5); i > 0 && handle && still; --i) {
        at = placeIn(still);
        QTest::mouseMove(handle, at);
    }
    if (handle)
        QTest::mouseRelease(handle, Qt::LeftButton, {}, at);
}

void RandomHand::turnWheel(QWidget* front) {
    const QPoint at = placeIn(front);
    QWidget* under = front->childAt(at);
    if (!under)
        under = front;
    const QPoint turned(chance(20) ? 120 : 0, chance(50) ? 240 : -360);
    m_write(QStringLiteral("wheel %1 on %2").arg(turned.y()).arg(nameOf(under)));
    QWheelEvent event(under->mapFrom(front, at), front->mapToGlobal(at), {}, turned, Qt::NoButton,
                      modifiers[below(modifiers.size())], Qt::NoScrollPhase, false);
    QApplication::sendEvent(under, &event);
}

QString RandomHand::piece() {
    return QString::fromUtf8(pieces[below(pieces.size())]);
}

void RandomHand::type(QWidget* front) {
    const QString text = piece();
    m_write(QStringLiteral("types %1 in %2").arg(text, nameOf(front)));
    const QPointer<QWindow> handle = front->windowHandle();
    for (const QChar each : text)
        clickKey(handle,
                 each == '\n'           ? Qt::Key_Return
                 : each.unicode() < 128 ? QTest::asciiToKey(each.toLatin1())
                                        : Qt::Key_unknown,
                 {}, each);
}

void RandomHand::paste(QWidget* front) {
    const QString text = piece().repeated(static_cast<int>(1 + below(200)));
    m_write(QStringLiteral("pastes %1 characters in %2").arg(text.size()).arg(nameOf(front)));
    QApplication::clipboard()->setText(text);
    clickKey(front->windowHandle(), Qt::Key_V, Qt::ControlModifier);
}

void RandomHand::drop(QWidget* window) {
    if (m_files.isEmpty() || QApplication::activeModalWidget())
        return;
    const QString file = m_files[static_cast<qsizetype>(below(static_cast<size_t>(m_files.size())))];
    m_write(QStringLiteral("drops %1").arg(file));
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file)});
    const QPoint at = window->rect().center();
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(window, &enter);
    if (!enter.isAccepted())
        return;
    QDropEvent dropped(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(window, &dropped);
}

void RandomHand::resize(QWidget* window) {
    const QSize size(static_cast<int>(600 + below(1900)), static_cast<int>(400 + below(1000)));
    m_write(QStringLiteral("resizes to %1x%2").arg(size.width()).arg(size.height()));
    window->resize(size);
}

} // namespace warplens::tests
