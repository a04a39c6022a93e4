#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A recorded walk: the real window on a screen of 1280×720 that nobody sees, led by keys alone, with a picture of the screen
# after each: the lecture of ten minutes by Page Down, a student's first ten minutes, a challenge solved, and a folder of
# twenty answers graded. To be looked at; what is told of it below fails the walk.
#
#   tests/walk/walk.sh DIR [lecture|student|challenge|grades ...]      --language and more go into WARPLENS_ARGUMENTS
#
# Debian: apt-get install xvfb xdotool imagemagick. The programs are those of build/bin, or of WARPLENS_BIN.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
bin=${WARPLENS_BIN:-$root/build/bin}
for tool in Xvfb xdotool import convert; do
    command -v $tool > /dev/null || { echo "walk: $tool is not installed (Debian: xvfb xdotool imagemagick)" >&2; exit 77; }
done
[ $# -ge 1 ] || { echo "walk: write a folder for the pictures" >&2; exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift
parts=${*:-lecture student challenge grades}
work=$(mktemp -d)
pids=()
finish() {
    for pid in "${pids[@]}"; do kill "$pid" 2> /dev/null || true; done
    rm -rf "$work"
}
trap finish EXIT
fail() { echo "walk: $*" >&2; exit 1; }

# A screen of its own, whatever numbers are taken. It does not begin anew when a part has ended: who comes then is not let in.
mkfifo "$work/number"
Xvfb -displayfd 3 -screen 0 1280x720x24 -nolisten tcp -noreset 3> "$work/number" > "$work/xvfb.log" 2>&1 &
pids+=($!)
read -r -t 20 number < "$work/number" || fail "Xvfb does not start: $(cat "$work/xvfb.log")"
export DISPLAY=:$number QT_QPA_PLATFORM=xcb

screen() { import -window root -silent "$1"; }

# Somebody new: no settings, no files of an earlier start.
begin() {
    part=$1; shift
    count=0
    export XDG_CONFIG_HOME=$work/$part/config XDG_DATA_HOME=$work/$part/data
    mkdir -p "$XDG_CONFIG_HOME" "$XDG_DATA_HOME"
    # shellcheck disable=SC2086
    "$bin/warplens" ${WARPLENS_ARGUMENTS:-} "$@" > "$work/$part.log" 2>&1 &
    app=$!
    pids+=($app)
    local turn
    for turn in $(seq 100); do
        id=$(xdotool search --onlyvisible --pid $app 2> /dev/null | tail -n 1) && [ -n "$id" ] && break
        sleep 0.2
        kill -0 $app 2> /dev/null || fail "warplens has ended: $(cat "$work/$part.log")"
    done
    xdotool windowmove "$id" 0 0 windowsize "$id" 1280 720
    focus "$id"
}

# There is no window manager that would do it.
focus() { xdotool windowfocus "$1" 2> /dev/null || true; sleep 0.3; }

end() {
    kill -0 $app 2> /dev/null || fail "warplens has ended in the middle: $(cat "$work/$part.log")"
    kill $app
    wait $app 2> /dev/null || true
}

# What has to be computed for it first: until the screen is another one, half a minute at most.
after_computing() {
    local from now turn
    from=$(import -window root -silent rgb:- | md5sum)
    for turn in $(seq 30); do
        sleep 1
        now=$(import -window root -silent rgb:- | md5sum)
        [ "$now" = "$from" ] || break
    done
}

# A picture of the screen, once nothing moves on it any more; what plays on for ever is taken after five seconds.
shot() {
    local before="" now turn
    count=$((count + 1))
    last=$(printf '%s/%s-%02d-%s.png' "$out" "$part" "$count" "$1")
    for turn in $(seq 10); do
        sleep 0.5
        screen "$last"
        now=$(convert "$last" rgb:- | md5sum)
        [ "$now" = "$before" ] && break
        before=$now
    done
    seen=$now
    echo "${last##*/}"
}

keys() { local each; for each in "$@"; do xdotool key --clearmodifiers "$each"; sleep 0.25; done; }

# The dialog that stands above the window has the keys.
dialog() {
    local found turn
    for turn in $(seq 20); do
        found=$(xdotool search --onlyvisible --pid $app | grep -vx "$id" | tail -n 1) && [ -n "$found" ] && break
        sleep 0.2
    done
    [ -n "${found:-}" ] || fail "$part: no dialog has come"
    focus "$found"
}

lecture() {
    begin lecture
    keys F11
    xdotool windowmove "$id" 0 0 windowsize "$id" 1280 720
    keys F6
    shot step
    local before step
    for step in $(seq 40); do
        before=$seen
        keys Page_Down
        shot step
        [ "$seen" = "$before" ] && break # "this is the last step" stays
    done
    [ "$step" -ge 11 ] || fail "the lecture has $step steps: Page Down does not lead on"
    [ "$step" -lt 40 ] || fail "the lecture does not end"
    keys Page_Up
    shot back
    end
}

student() {
    begin student
    shot first-start
    keys shift+F6
    shot tour
    local step
    for step in 2 3 4; do keys Page_Down; shot tour; done
    keys alt+F3 F3
    shot lesson-of-the-stage
    keys Page_Down
    shot lesson
    keys Right Right Right
    shot looked-around
    keys Page_Down
    shot back-at-the-step
    keys alt+F3 Page_Up j
    shot next-conflict
    keys k
    shot next-waste
    keys u
    shot skipped-what-repeats
    keys c
    shot compared
    keys c F2
    shot charts
    keys F2 y
    after_computing
    shot what-binds-it
    keys y g
    dialog
    shot glossary
    xdotool type bank
    shot glossary-bank
    keys Escape
    focus "$id"
    keys F1
    dialog
    shot keys
    keys Escape
    focus "$id"
    for step in 1 2 3; do
        keys "ctrl+F$((5 + step))"
        shot "practice-level-$step"
        keys a
        shot "practice-level-$step-answered"
        keys Page_Down
        shot "practice-level-$step-next"
    done
    keys F10
    shot layout
    end
}

challenge() {
    begin challenge challenge:coalesce-a-copy
    shot opened
    keys shift+F9
    shot first-hint
    # The kernel is the learner's own file: all of it is typed anew.
    keys ctrl+a
    local line
    while IFS= read -r line; do # spaces in front are the editor's
        xdotool type --clearmodifiers --delay 4 -- "${line#"${line%%[! ]*}"}"
        xdotool key Return
    done < "$root/tests/challenges/solutions/coalesce-a-copy.cu"
    sleep 2
    shot solved
    keys ctrl+F9
    shot next-challenge
    end
}

# Twenty students: some right, some with the flaw, some that do not compile, run for ever, or read files of the machine.
grades() {
    part=grades count=0
    local answers=$work/answers solution=$root/tests/challenges/solutions/coalesce-a-copy.cu
    local flawed=$root/resources/challenges/en/01-coalesce-a-copy/kernel.cu n
    mkdir -p "$answers"
    for n in $(seq -w 1 20); do
        case $((10#$n % 5)) in
        0) cp "$flawed" "$answers/student-$n.cu" ;;
        1 | 2 | 3) cp "$solution" "$answers/student-$n.cu" ;;
        4) sed 's/;/ /' "$solution" > "$answers/student-$n.cu" ;;
        esac
    done
    { echo '#include "/etc/passwd"'; cat "$solution"; } > "$answers/student-07.cu"
    "$bin/warplens-cli" grade --challenge coalesce-a-copy "$answers"/*.cu --csv "$out/grades.csv" > "$work/grades.txt"
    [ "$(wc -l < "$out/grades.csv")" = 21 ] || fail "$(wc -l < "$out/grades.csv") lines in grades.csv, 21 expected"
    cut -d, -f1,3-6 "$out/grades.csv" | tr -d '\r' | column -t -s, > "$work/table.txt"
    # As a text: a policy of ImageMagick's may forbid it to read one from a file.
    convert -size 1280x720 xc:white -fill black -font "$root/resources/fonts/JetBrainsMono-Regular.ttf" -pointsize 20 \
        -annotate +60+60 "$(cat "$work/table.txt")" "$out/grades-01-twenty-answers.png"
    echo grades-01-twenty-answers.png
    cat "$work/grades.txt"
}

for each in $parts; do
    case $each in
    lecture | student | challenge | grades) "$each" ;;
    *) fail "there is no part '$each': write lecture, student, challenge or grades" ;;
    esac
done
