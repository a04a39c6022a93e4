#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes an archive that runs where it is unpacked, on any Linux of x86-64 whose C library is not older than this machine's:
# with Qt and all else that the programs load, but for the C library, the driver and the CUDA Toolkit.
#   cmake/archive.sh BUILD FILE.tar.gz        needs patchelf; BUILD is built
set -euo pipefail
[ $# = 2 ] || { echo "write: cmake/archive.sh BUILD FILE.tar.gz" >&2; exit 2; }
command -v patchelf >/dev/null || { echo "patchelf is missing: apt-get install patchelf" >&2; exit 2; }
build=$(readlink -f "$1") out=$(readlink -f "$(dirname "$2")")/$(basename "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/warplens
cmake --install "$build" --strip --prefix "$root" >/dev/null
libraries=$root/lib/warplens/qt
mkdir -p "$libraries" "$root/lib/warplens/plugins"

# Qt opens these by name.
plugins=$(dirname "$(find /usr/lib -path '*qt6/plugins/platforms/libqoffscreen.so' | head -n 1)")/..
for each in platforms/libqoffscreen.so platforms/libqxcb.so platforms/libqminimal.so xcbglintegrations imageformats/libqsvg.so \
    iconengines/libqsvgicon.so platformthemes wayland-shell-integration platforms/libqwayland-generic.so; do
    [ -e "$plugins/$each" ] || continue
    mkdir -p "$root/lib/warplens/plugins/$(dirname "$each")"
    cp -rL "$plugins/$each" "$root/lib/warplens/plugins/$each"
done
printf '[Paths]\nPrefix = ..\nPlugins = lib/warplens/plugins\n' >"$root/bin/qt.conf"

# What they are linked to, and what that is linked to. The C library comes with the system, as its loader does.
system='^(ld-linux|libc|libm|libdl|librt|libpthread|libresolv|libutil|libnss|libanl)[.-]'
mapfile -t parts < <(find "$root/bin" "$root/lib/warplens/plugins" -type f \( -perm -u+x -o -name '*.so' \) -not -name '*.conf')
ldd "${parts[@]}" 2>/dev/null | awk '$2 == "=>" && $3 ~ /^\// { print $1, $3 }' | sort -u |
    while read -r name file; do
        [[ $name =~ $system ]] || cp -L "$file" "$libraries/$name"
    done
for part in "${parts[@]}"; do
    to=$(realpath --relative-to="$(dirname "$part")" "$libraries")
    # The worker and the command line carry their libraries inside; muParser is beside the others.
    patchelf --set-rpath "\$ORIGIN/$to" "$part" 2>/dev/null || true
done
for library in "$libraries"/*; do
    patchelf --set-rpath "\$ORIGIN" "$library" 2>/dev/null || true
done
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime='2026-11-22 00:00Z' -C "$work" -cf - warplens | gzip -9n >"$out"
echo "wrote $out, $(du -h "$out" | cut -f1)"
