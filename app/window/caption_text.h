// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences of lessons as rich text: figures stand out, and terms of the glossary can be clicked.
#pragma once

#include "app/paint/look.h"

#ifndef Q_MOC_RUN
#include "app/lessons/course.h"
#include "app/words/fill.h"
#endif

#include <QString>

namespace warplens::app {

/// `without`: a term that is not underlined, since it is what the text is about.
QString captionHtml(const words::Filled& filled, const lessons::Course& course, const Look& look,
                    const lessons::Term* without = nullptr);
/// The same in plain letters.
QString captionText(const words::Filled& filled);

} // namespace warplens::app
