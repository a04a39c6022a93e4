#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs the package on a clean Debian 12, uses it as somebody who has nothing else, and removes it again. By hand: as root, with
# mmdebstrap and a mirror of Debian; some minutes.
#   tests/install/debian.sh PACKAGE.deb [ROOT.tar]    ROOT.tar: a clean root that is made where there is none, to be used again
set -euo pipefail
package=$(readlink -f "$1")
clean=${2:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root

fail() { echo "debian: $*" >&2; exit 1; }
if [ -z "$clean" ] || [ ! -e "$clean" ]; then
    clean=${clean:-$work/clean.tar}
    mmdebstrap --quiet --variant=minbase bookworm "$clean" || fail "no clean root could be made"
fi
mkdir "$root"
tar -C "$root" --exclude './dev/*' -xf "$clean"
cp "$package" "$root/tmp/warplens.deb"
cp /etc/resolv.conf "$root/etc/resolv.conf"
[ ! -e "$root/usr/share/warplens" ] || fail "the root is not clean"

# Within: a namespace of mounts and processes of its own, so that nothing is left behind.
within() {
    unshare --mount --pid --fork sh -c 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" \
        env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive QT_QPA_PLATFORM=offscreen "$@"' "$root" "$@"
}
says() { # WORDS COMMAND...
    local words=$1 answer
    shift
    answer=$(within "$@" 2>&1) || fail "$* ended with $?: $answer"
    [[ $answer == *"$words"* ]] || fail "$* does not say '$words': $answer"
    echo "$*: $(grep -m1 -F -- "$words" <<<"$answer" | cut -c1-120)"
}

within apt-get -qq update
echo "before: $(within dpkg-query -W | wc -l) packages"
within apt-get -qq install -y --no-install-recommends /tmp/warplens.deb >"$work/install.log" 2>&1 || fail "$(tail -n 20 "$work/install.log")"
echo "installed: $(within dpkg-query -W -f '${Package} ${Version}, ${Installed-Size} KiB' warplens); $(within dpkg-query -W | wc -l) packages"
broken=$(within sh -c 'for one in /usr/bin/warplens* /usr/lib/warplens/cuda/*; do ldd "$one" 2>/dev/null | sed -n "s|.*not found|$one: &|p"; done')
# The driver is the computer's own, and comes with no package.
broken=$(grep -v 'libcuda\.so\.1\|libnvidia-ml\.so\.1' <<<"$broken" || true)
[ -z "$broken" ] || echo "libraries that are not there: $broken"

says "commit" warplens --version
says "/usr/share/warplens" warplens-cli --version
says "matmul/07-tiled" warplens-cli stages
says "wavefront" warplens-cli lessons matmul/06-tiled-conflicts
says '"wavefronts"' warplens-cli simulate matmul/06-tiled-conflicts --size 64 --json -
says "wrote" warplens export --at 'warplens:matmul/06-tiled-conflicts?PAD=0&show=banks' --out /tmp/banks.svg
grep -q 'bank' "$root/tmp/banks.svg" || fail "the exported picture says nothing of banks"
says "wrote" warplens export --at 'warplens:matmul/06-tiled-conflicts?PAD=0&show=banks' --out /tmp/banks.png
within sh -c 'test -s /usr/share/doc/warplens/copyright' || fail "no copyright file"
echo "a picture of $(stat -c %s "$root/tmp/banks.svg") bytes, and one of $(stat -c %s "$root/tmp/banks.png")"

within dpkg -L warplens | sort >"$work/files"
within apt-get -qq purge -y warplens >"$work/purge.log" 2>&1 || fail "$(tail -n 20 "$work/purge.log")"
left=$(while read -r one; do [ -d "$root$one" ] || [ ! -e "$root$one" ] || echo "$one"; done <"$work/files")
[ -z "$left" ] || fail "left behind: $left"
[ ! -e "$root/usr/share/warplens" ] && [ ! -e "$root/usr/lib/warplens" ] || fail "folders are left behind"
echo "removed: of $(wc -l <"$work/files") files and folders no file is left"
echo "debian: all well"
