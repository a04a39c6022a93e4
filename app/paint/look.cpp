// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/paint/look.h"

#include "app/tongue/numbers.h"

#include <QFontDatabase>

#include <algorithm>
#include <cmath>

namespace warplens::app {

Palette darkPalette() {
    Palette p;
    p.background = QColor(0x14161a);
    p.pane = QColor(0x1b1e24);
    p.line = QColor(0x2a2e36);
    p.text = QColor(0xe6e8ec);
    p.secondary = QColor(0x8d95a3);
    p.untouched = QColor(0x3a3f49);
    p.a = QColor(0x5aa2ff);
    p.b = QColor(0xffb020);
    p.good = QColor(0x3ecf8e);
    p.conflict = QColor(0xff5c5c);
    p.merged = QColor(0x9666ca);
    p.cursor = QColor(0xffd84d);
    p.onColour = QColor(0x14161a);
    p.selection = QColor(0x26364f);
    p.control = QColor(0x22262e);
    p.accent = QColor(0x5aa2ff);
    return p;
}

Palette lightPalette() {
    Palette p;
    p.background = QColor(0xf3f4f6);
    p.pane = QColor(0xffffff);
    p.line = QColor(0xdfe2e7);
    p.text = QColor(0x1a1d23);
    p.secondary = QColor(0x667085);
    p.untouched = QColor(0xd5d9e0);
    p.a = QColor(0x1f6feb);
    p.b = QColor(0xc77700);
    p.good = QColor(0x14804a);
    p.conflict = QColor(0xd92d20);
    p.merged = QColor(0x663cf4);
    p.cursor = QColor(0xb58900);
    p.onColour = QColor(0xffffff);
    p.selection = QColor(0xcfe0fb);
    p.control = QColor(0xffffff);
    p.accent = QColor(0x1f6feb);
    return p;
}

Palette highContrastDarkPalette() {
    Palette p = darkPalette();
    p.background = QColor(Qt::black);
    p.pane = QColor(Qt::black);
    p.line = QColor(0x8a8f99);
    p.text = QColor(0xffffff);
    p.secondary = QColor(0xd0d4dc);
    p.untouched = QColor(0x3c4149);
    p.a = QColor(0x6db3ff);
    p.b = QColor(0xffc233);
    p.good = QColor(0x3fe8a0);
    p.conflict = QColor(0xff7468);
    p.merged = QColor(0xa874d8);
    p.cursor = QColor(0xffe35c);
    p.onColour = QColor(Qt::black);
    p.selection = QColor(0x16407a);
    p.control = QColor(Qt::black);
    p.accent = QColor(0x6db3ff);
    return p;
}

Palette highContrastLightPalette() {
    Palette p = lightPalette();
    p.background = QColor(0xffffff);
    p.pane = QColor(0xffffff);
    p.line = QColor(0x5a606b);
    p.text = QColor(Qt::black);
    p.secondary = QColor(0x333943);
    p.untouched = QColor(0xd0d4da);
    p.a = QColor(0x0a4bb0);
    p.b = QColor(0xa05e00);
    p.good = QColor(0x00604a);
    p.conflict = QColor(0x900b02);
    p.merged = QColor(0x5a1fe0);
    p.cursor = QColor(0x6b5200);
    p.onColour = QColor(0xffffff);
    p.selection = QColor(0xb9d3ff);
    p.control = QColor(0xffffff);
    p.accent = QColor(0x0a4bb0);
    return p;
}

QColor Palette::ofArray(int index, bool isResult) const {
    if (isResult)
        return good;
    return index % 2 == 0 ? a : b;
}

QFont Look::ui(int pixels, QFont::Weight weight) const {
    QFont font(QStringLiteral("Inter"));
    font.setPixelSize(std::max(1, readable(pixels)));
    font.setWeight(weight);
    return font;
}

QFont Look::mono(int pixels, QFont::Weight weight) const {
    QFont font(QStringLiteral("JetBrains Mono"));
    font.setPixelSize(std::max(1, readable(pixels)));
    font.setWeight(weight);
    font.setStyleHint(QFont::Monospace);
    return font;
}

void loadFonts() {
    for (const char* name : {"Inter-Regular.otf", "Inter-Medium.otf", "Inter-SemiBold.otf", "Inter-Bold.otf",
                             "JetBrainsMono-Regular.ttf", "JetBrainsMono-Bold.ttf"})
        QFontDatabase::addApplicationFont(QStringLiteral(":/fonts/") + QLatin1String(name));
}

QString grouped(quint64 number) {
    return QString::fromStdString(tongue::grouped(std::to_string(number)));
}

QString superscript(int number) {
    QString digits = QString::number(number);
    for (QChar& digit : digits)
        digit = digit == QChar('-') ? QChar(0x207b) : QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹")[digit.digitValue()];
    return digits;
}

double contrast(const QColor& a, const QColor& b) {
    const auto luminance = [](const QColor& c) {
        const auto linear = [](double v) { return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
        return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
    };
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

namespace {

/// With @names where the look has values.
QString sheetOfAll() {
    return QStringLiteral(R"(
QWidget { background: transparent; color: @text; font-family: Inter; font-size: @bodypx; }
QMainWindow, QDialog, QWidget#central { background: @background; }
QWidget#bar, QWidget#side, QWidget#facts, QWidget#transport, QWidget[pane="true"] { background: @pane; }
QSplitter::handle { background: @line; }
QToolTip { background: @control; color: @text; border: 1px solid @line; padding: 6px; font-family: Inter; font-size: @bodypx; }
QLabel[quiet="true"] { color: @secondary; }
QLabel#sentence, QLabel#paneSentence { font-size: @sentencepx; font-weight: 600; }
QLabel#head { font-size: @headpx; font-weight: 700; }
QLabel#head[is="worse"] { color: @conflict; }
QLabel#head[is="better"] { color: @good; }
QLabel#badge { color: @secondary; font-size: @bodypx; font-weight: 600; }
QLabel#badge[tone="good"] { color: @good; }
QLabel#badge[tone="bad"] { color: @conflict; }
QLabel#title { font-size: @titlepx; font-weight: 700; }
QLabel#subtitle { font-size: @subtitlepx; }
QLabel#brand { font-size: @brandpx; font-weight: 700; }
QPushButton, QToolButton, QComboBox { background: @control; border: 1px solid @line; border-radius: @radiuspx;
    padding: @padVpx @padHpx; color: @text; }
QPushButton:hover, QToolButton:hover, QComboBox:hover { border-color: @secondary; }
QPushButton:focus, QToolButton:focus, QComboBox:focus { border-color: @accent; }
QPushButton:disabled, QToolButton:disabled, QComboBox:disabled { color: @secondary; }
QPushButton#run, QPushButton:default, QToolButton#play { background: @accent; color: @onAccent; border-color: @accent; font-weight: 600; }
QPushButton#run:disabled, QPushButton:default:disabled { background: @line; border-color: @line; color: @secondary; }
QTreeView, QTableView, QPlainTextEdit { background: @control; color: @text; border: 1px solid @line; border-radius: @radiuspx; outline: none;
    selection-background-color: @selection; selection-color: @text; }
QTreeView:focus { border-color: @accent; }
QTreeView::item:selected { background: @selection; color: @text; }
QTreeView::indicator { width: @chevronpx; height: @chevronpx; border: 1px solid @secondary; border-radius: 2px; }
QTreeView::indicator:checked { background: @accent; border-color: @accent; }
QHeaderView { background: @control; }
QHeaderView::section { background: @control; color: @secondary; border: none; border-bottom: 1px solid @line;
    padding: 2px 6px; }
QComboBox { padding-right: @comboPadpx; }
QComboBox::drop-down { border: none; width: @arrowpx; }
QComboBox::down-arrow { image: url(@chevron); width: @chevronpx; height: @chevronpx; }
QComboBox::down-arrow:disabled { image: none; }
QComboBox { combobox-popup: 0; }
QComboBoxPrivateContainer { background: @control; border: 1px solid @line; }
QComboBox QAbstractItemView { background: @control; color: @text; selection-background-color: @selection;
    selection-color: @text; border: none; outline: none; padding: 4px; }
QComboBox QAbstractItemView::item { padding: 3px 6px; border: none; background: transparent; }
QComboBox QAbstractItemView::item:selected { background: @selection; color: @text; }
QLineEdit { background: @control; border: 1px solid @line; border-radius: @radiuspx; padding: @padVpx @padHpx; }
QLineEdit:focus { border-color: @accent; }
QLineEdit[wrong="true"] { border-color: @conflict; }
QSpinBox { background: @control; border: 1px solid @line; border-radius: @radiuspx; padding: @padVpx @padHpx; }
QSpinBox:focus { border-color: @accent; }
QSpinBox:disabled { color: @secondary; }
QSpinBox QLineEdit { background: transparent; border: none; padding: 0px; }
QProgressBar { background: @control; border: 1px solid @line; border-radius: @radiuspx; text-align: center; }
QProgressBar::chunk { background: @selection; }
QListWidget { background: @control; border: none; outline: none; }
QListWidget::item { border: none; padding: @padVpx; }
QListWidget::item:selected { background: @selection; color: @text; }
QDialog#palette { background: @control; border: 1px solid @line; }
QMenuBar { background: @pane; color: @text; }
QMenuBar::item:selected, QMenu::item:selected { background: @selection; }
QMenu { background: @control; color: @text; border: 1px solid @line; padding: 4px; }
QMenu::item { padding: 5px 22px; }
QMenu::item:disabled { color: @secondary; }
QMenu::separator { height: 1px; background: @line; margin: 4px 8px; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar::handle:vertical { background: @untouched; border-radius: 4px; min-height: 24px; margin: 1px; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle:horizontal { background: @untouched; border-radius: 4px; min-width: 24px; margin: 1px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QScrollArea { border: none; }
QSlider::groove:horizontal { height: 4px; background: @untouched; border-radius: 2px; }
QSlider::handle:horizontal { background: @text; width: 12px; margin: -4px 0; border-radius: 6px; }
)");
}

} // namespace

QString styleSheet(const Look& look) {
    const Palette& c = look.colours;
    QString sheet = sheetOfAll();
    const auto name = [](const QColor& colour) { return colour.name(); };
    const std::pair<const char*, QString> values[] = {
        {"@onAccent", name(c.onColour)},
        {"@text", name(c.text)},
        {"@bodypx", QString::number(look.px(13)) + "px"},
        {"@background", name(c.background)},
        {"@pane", name(c.pane)},
        {"@line", name(c.line)},
        {"@secondary", name(c.secondary)},
        {"@control", name(c.control)},
        {"@accent", name(c.accent)},
        {"@selection", name(c.selection)},
        {"@untouched", name(c.untouched)},
        {"@radiuspx", QString::number(look.px(5)) + "px"},
        {"@padVpx", QString::number(look.px(5)) + "px"},
        {"@padHpx", QString::number(look.px(10)) + "px"},
        {"@comboPadpx", QString::number(look.px(6)) + "px"},
        {"@arrowpx", QString::number(look.px(20)) + "px"},
        {"@chevronpx", QString::number(look.px(11)) + "px"},
        {"@chevron", look.dark ? ":/icons/chevron-dark.svg" : ":/icons/chevron-light.svg"},
        {"@sentencepx", QString::number(look.sentence()) + "px"},
        {"@brandpx", QString::number(look.px(16)) + "px"},
        {"@headpx", QString::number(look.px(16)) + "px"},
        {"@titlepx", QString::number(look.px(21.5)) + "px"},
        {"@subtitlepx", QString::number(look.px(13)) + "px"},
        {"@conflict", name(c.conflict)},
        {"@good", name(c.good)},
    };
    for (const auto& [key, value] : values)
        sheet.replace(QLatin1String(key), value);
    return sheet;
}

} // namespace warplens::app
