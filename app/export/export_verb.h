// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens export KIND [STAGE] --out FILE`: one chart or picture in a file, without a window or a display.
#pragma once

#include <QString>
#include <QStringList>

#include <functional>

class QCommandLineParser;

namespace warplens::app {

/// What Qt says of arguments that it does not know, without its full stop: more follows in the sentence.
QString problemOf(const QCommandLineParser& parser);
/// What is wrong where an option has two values, of which Qt would take the last; empty: none has. -D and --arg may stand
/// as often as they like.
QString twoValues(const QCommandLineParser& parser);

/// `arguments` begin with the program's name and "export". Returns what the program exits with: 0, or 2 where something
/// is wrong; then `complain` is told what to write instead.
int exportVerb(const QStringList& arguments, const std::function<void(const QString&)>& say,
               const std::function<void(const QString&)>& complain);

} // namespace warplens::app
