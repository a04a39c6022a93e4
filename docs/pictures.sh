#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the pictures of README.md anew, from what is built: docs/pictures.sh [build]. Needs xvfb, xdotool, imagemagick and ffmpeg.
# Those of a measurement (measured-on-h200.png) come from tests/hardware/window_on_gpu.cpp.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
bin=${1:-build}/bin
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT

# shot FILE SIZE THEME LINK [KEY …]: the window as somebody has it, after the keys.
shot() {
    local file=$1 size=$2 theme=$3 link=$4
    shift 4
    HOME=$home QT_QPA_PLATFORM=xcb xvfb-run -a -s "-screen 0 1920x1080x24" bash -euc '
        "$1"/warplens --size "$2" --theme "$3" --language en "$4" & window=$!
        for try in $(seq 100); do
            id=$(xdotool search --pid $window --onlyvisible --name Warplens 2>/dev/null | tail -1) && [ -n "$id" ] && break
            sleep 0.2
        done
        xdotool windowmove "$id" 0 0 || true
        sleep 4
        for key in "${@:6}"; do xdotool key --window "$id" "$key"; sleep 2; done
        import -window "$id" -strip "$5"
        kill $window; wait $window || true
    ' shot "$bin" "$size" "$theme" "$link" "$file" "$@"
    printf '%s\n' "$file"
}

shot docs/window-dark.png 1920x1080 dark 'warplens:matmul/06-tiled-conflicts?PAD=0&at=r3'
shot docs/charts.png 1920x1080 dark 'warplens:matmul/20-summit?page=charts&chart=stages'

# What binds each product of 1024. A test looks whether some of its bars are still what the program says (Plots).
QT_QPA_PLATFORM=offscreen HOME=$home "$bin"/warplens export limits --size 1024 --theme dark --out docs/limits.svg >/dev/null
printf '%s\n' docs/limits.svg

# One store of 32 lanes, wavefront by wavefront: with padding off, then on.
"$bin"/warplens export --steps 97..128 --by wavefront --at 'warplens:matmul/06-tiled-conflicts?PAD=0&show=banks' \
    --theme dark --scale 1 --no-captions --out "$home/off.png" >/dev/null
"$bin"/warplens export --at 'warplens:matmul/06-tiled-conflicts?PAD=1&at=r3&show=banks' --theme dark --scale 1 --out "$home/on.png" >/dev/null
ffmpeg -v error -y -framerate 10 -pattern_type glob -i "$home/off*.png" -loop 1 -framerate 10 -t 3 -i "$home/on.png" -filter_complex \
    "[0:v]scale=960:-2,tpad=start_mode=clone:start_duration=1[o];[1:v]scale=960:-2[i];[o][i]concat=n=2:v=1,split[a][b];[a]palettegen=max_colors=64[p];[b][p]paletteuse=dither=none" \
    docs/padding.gif
printf '%s\n' docs/padding.gif
