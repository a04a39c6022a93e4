#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# update.sh [FOLDER]: brings the catalogues in that folder, or beside this script, up to date with the source. What is new is
# marked as unfinished (with a translation proposed where the same text stands elsewhere), what is gone is left out. Needs
# lupdate (Debian: qt6-l10n-tools).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
to=$(cd "${1:-$here}" && pwd)
lupdate=$(command -v /usr/lib/qt6/bin/lupdate || command -v lupdate6 || command -v lupdate)
cd "$here/../.."
for language in pl zh; do
    "$lupdate" -I . -silent -no-obsolete -locations none -source-language en -target-language "${language/zh/zh_CN}" \
        -tr-function-alias tr+=exportText,QT_TR_NOOP+=said,QT_TR_NOOP+=marked,QT_TR_NOOP+=sentence,QT_TR_N_NOOP+=counted,QT_TR_N_NOOP+=sentenceFor \
        app resources/translations/of_qt.h resources/translations/of_ptx.h -ts "$to/warplens_$language.ts" \
        2> >(grep -vE "lacks Q_OBJECT macro|unknown namespace/class ::std" >&2) # of functions that translate, not of classes
done
