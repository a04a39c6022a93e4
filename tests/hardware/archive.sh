#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The archive of cmake/archive.sh on a machine where nothing of ours or of Qt is installed, with a GPU or without one.
#   tests/hardware/archive.sh FILE.tar.gz [FOLDER for what it writes]
set -uo pipefail
archive=$(readlink -f "$1") out=${2:-.}
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
tar -C "$root" -xf "$archive" || exit 1
cd "$root" || exit 1
bin=$root/warplens/bin
# As for a new user: no variable of ours, and a home that is empty.
clean=(env -i "HOME=$root/home" "PATH=$PATH" QT_QPA_PLATFORM=offscreen)
mkdir -p "$root/home"
failed=0
check() { # WHAT COMMAND...
    local what=$1 start=$SECONDS
    shift
    if "$@" >"$root/said" 2>&1; then
        echo "well: $what ($((SECONDS - start)) s)"
    else
        echo "FAILED ($?): $what"
        tail -n 5 "$root/said"
        failed=1
    fi
}
lives() { # the window stands until it is told to go
    timeout 12 "$@"
    [ $? = 124 ]
}
. /etc/os-release && echo "$PRETTY_NAME, $(ldd --version | head -n 1)"
dpkg-query -W 'libqt6*' 2>/dev/null | grep -c . | sed 's/^/packages of Qt here: /'
check "warplens-cli --version" "${clean[@]}" "$bin/warplens-cli" --version
cat "$root/said"
check "simulate a stage" "${clean[@]}" "$bin/warplens-cli" simulate matmul/06-tiled-conflicts --size 128 --json -
check "export a picture" "${clean[@]}" "$bin/warplens" export --at 'warplens:matmul/06-tiled-conflicts?PAD=0&show=banks' --out "$out/banks.png"
check "export a chart" "${clean[@]}" "$bin/warplens" export stages --out "$out/stages.svg"
check "the window stands for 12 s" lives "${clean[@]}" "$bin/warplens" matmul/07-tiled
if command -v nvidia-smi >/dev/null; then
    check "measure on this GPU" "${clean[@]}" "$bin/warplens-cli" measure matmul/07-tiled --size 1024 --json "$out/measured.json"
    cat "$root/said"
fi
exit $failed
