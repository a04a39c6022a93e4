#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds what is committed (or the tree as it is, where it has no history) in two folders of different names and depths, without
# the compiler's cache, and compares the programs and the packages byte by byte. By hand: it is two builds.
#   tests/install/reproducible.sh [FOLDER]            what is compared stays in FOLDER/one and FOLDER/a/second/one
#   WARPLENS_PACKAGE=OFF: no package;  WARPLENS_TARGET=warplens-cli: that program alone;
#   further arguments of CMake's in WARPLENS_CMAKE, of cpack's in WARPLENS_CPACK
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
work=${1:-$(mktemp -d)}
export CCACHE_DISABLE=1 LC_ALL=C.UTF-8
SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct 2>/dev/null || echo 1700000000)
export SOURCE_DATE_EPOCH
commit=$(git -C "$root" rev-parse -q --verify HEAD 2>/dev/null || true)
package=${WARPLENS_PACKAGE:-ON} target=${WARPLENS_TARGET:-all}
places=("$work/one" "$work/a/second/one")
for place in "${places[@]}"; do
    rm -rf "$place"
    mkdir -p "$place"
    if [ -n "$commit" ]; then
        git clone -q --no-checkout "$root" "$place"
        git -C "$place" checkout -q "$commit"
    else
        tar -C "$root" --exclude='./build*' --exclude='./.*' -cf - . | tar -C "$place" -xmf -
    fi
    # shellcheck disable=SC2086
    cmake -G Ninja -S "$place" -B "$place/build" -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG" -DBUILD_TESTING=OFF \
        ${WARPLENS_CMAKE:-} >"$place.log"
    ninja -C "$place/build" "$target" >>"$place.log" 2>&1 || { tail -20 "$place.log"; exit 1; }
    # shellcheck disable=SC2086
    [ "$package" = OFF ] || (cd "$place/build" && cpack -G DEB ${WARPLENS_CPACK:-} >>"$place.log" 2>&1) || { tail "$place.log"; exit 1; }
done
code=0
for one in "${places[0]}"/build/bin/warplens* "${places[0]}"/build/*.deb; do
    [ -f "$one" ] || continue
    other=${places[1]}/${one#"${places[0]}/"}
    if cmp -s "$one" "$other"; then
        echo "same: ${one#"${places[0]}/build/"} ($(sha256sum <"$one" | cut -c1-16))"
    else
        echo "differs: ${one#"${places[0]}/build/"}: $(cmp -l "$one" "$other" 2>&1 | wc -l) bytes"
        code=1
    fi
done
[ $code = 0 ] && echo "reproducible: two builds, the same bytes"
exit $code
