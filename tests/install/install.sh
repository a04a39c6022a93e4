#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs into an empty folder, far from the sources, and uses what lies there as somebody who has only the package.
#   tests/install/install.sh BUILD
set -euo pipefail
build=$1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
unset WARPLENS_DATA WARPLENS_WORKER
export QT_QPA_PLATFORM=offscreen XDG_CACHE_HOME=$root/cache HOME=$root/home
mkdir -p "$HOME"
cd "$root"

fail() { echo "install: $*" >&2; exit 1; }
says() { # WORDS COMMAND...
    local words=$1 answer
    shift
    answer=$("$@" 2>&1) || fail "$* ended with $?: $answer"
    [[ $answer == *"$words"* ]] || fail "$* does not say '$words': $answer"
}

cmake --install "$build" --prefix "$root/usr" >install.log || fail "$(tail -n 5 install.log)"
cli=$root/usr/bin/warplens-cli
says "$root/usr/share/warplens" "$cli" --version
says "commit" "$root/usr/bin/warplens" --version
says "matmul/07-tiled" "$cli" stages
says "wavefront" "$cli" lessons matmul/06-tiled-conflicts
says "coalesce-a-copy" "$cli" challenges
# As on a machine without the toolkit: from what ships compiled.
WARPLENS_CUDA_PATH=none says '"wavefronts"' "$cli" simulate matmul/06-tiled-conflicts --size 64 --json -
says "wrote" "$root/usr/bin/warplens" export --at 'warplens:matmul/06-tiled-conflicts?PAD=0&show=banks' --out banks.svg
grep -q 'bank' banks.svg || fail "the exported picture says nothing of banks"
if [ -e "$root/usr/bin/warplens-gpu" ]; then
    says "$root/usr/bin/warplens-gpu" "$cli" --version
    says "usr/lib/warplens/cuda" "$cli" --version
fi
# Nothing leads back to where it was built.
if grep -rqF "$build" "$root/usr/share"; then
    fail "names the folder it was built in: $(grep -rlF "$build" "$root/usr/share")"
fi

# Each verb and stage can be completed.
complete_words() { # WORD...; all of them are read: who stops at the first ends the writer with a broken pipe
    bash -c 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _warplens_cli; printf "%s\n" "${COMPREPLY[@]}"' \
        - "$root/usr/share/bash-completion/completions/warplens-cli" "$@"
}
completes() { # TO WORD...
    local to=$1 words
    shift
    words=$(complete_words "$cli" "$@") || fail "completing '$*' ended with $?"
    [[ $'\n'$words$'\n' == *$'\n'$to$'\n'* ]] || fail "'$*' is not completed to '$to': $words"
}
completes simulate sim
completes matmul/07-tiled simulate matmul/07
completes --block simulate --bl

# What the desktop is told, where its own judges are there.
share=$root/usr/share
! command -v desktop-file-validate >/dev/null || desktop-file-validate "$share"/applications/*.desktop
! command -v appstreamcli >/dev/null || appstreamcli validate --no-net "$share"/metainfo/*.xml
! command -v xmllint >/dev/null || xmllint --noout "$share"/mime/packages/warplens.xml "$share"/icons/hicolor/scalable/apps/warplens.svg
echo "install: all well"
