// SPDX-License-Identifier: GPL-3.0-or-later
// The language of what Qt says: tr() asks the same catalogue as the rooms without Qt (app/tongue).
#pragma once

#include "app/tongue/language.h"

#include <QString>

namespace warplens::app {

/// From now on, everywhere; widgets are told by QEvent::LanguageChange. Throws tongue::CatalogueMistake; nothing has changed
/// then. Needs a QGuiApplication.
void speak(tongue::Language language);

/// Of the system.
tongue::Language systemLanguage();

/// A family that has Chinese characters; empty: this computer has none.
QString chineseFamily();
/// What to do where the language has no font; empty: nothing is to be done.
QString fontProblem(tongue::Language language);

/// Digits with the decimal point of the language that is spoken.
QString decimal(double number, int digits);

} // namespace warplens::app
