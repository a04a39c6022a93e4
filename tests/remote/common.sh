# SPDX-License-Identifier: GPL-3.0-or-later
# What the tests of other machines have in common. Each sets up real daemons of its own in a temporary folder, uses
# warplens-cli as a user does, and takes everything away again. The far side has no GPU, so the worker there is the one
# on a stand-in for CUDA (tests/kernels/fake_cuda). Sourced, not run; arguments: warplens-cli, that worker, the folder of
# the stand-in for cuBLAS.
# shellcheck shell=bash
set -uo pipefail
export LC_ALL=C
cli=$1 worker=$2 fake_cuda=$3
export WARPLENS_WORKER=$worker WARPLENS_CUDA_PATH=$fake_cuda
skipped=77 # what ctest knows as skipped

folder=$(mktemp -d /tmp/warplens-remote.XXXXXX)
export XDG_CACHE_HOME=$folder/cache

# Ends what was started, by its number, and waits until it is gone.
end_process() {
    kill "$1" 2>/dev/null || return 0
    for _ in $(seq 50); do
        kill -0 "$1" 2>/dev/null || return 0
        sleep 0.1
    done
    kill -9 "$1" 2>/dev/null
}
clean_up() {
    local each
    for each in $(jobs -p); do # what was begun, and the daemons with what they have started
        for each in $(pgrep -P "$each") "$each"; do end_process "$each"; done
    done
    for each in $(workers); do end_process "$each"; done
    rm -rf "$folder"
}
trap clean_up EXIT
trap 'exit 1' INT TERM

skip() {
    echo "skipped: $*"
    exit $skipped
}

free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# wait_until SECONDS COMMAND...: 1 where it did not come true
wait_until() {
    local end=$((SECONDS + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        [ $SECONDS -lt "$end" ] || return 1
        sleep 0.1
    done
}

# The workers that run for this test, and what leads to them: they have its folder in their environment.
workers() {
    local pid
    for pid in $(pgrep -f warplens-gpu); do
        grep -qz "XDG_CACHE_HOME=$folder/" "/proc/$pid/environ" 2>/dev/null &&
            [ "$(readlink "/proc/$pid/exe")" != "$(readlink -f "$(command -v bash)")" ] && echo "$pid"
    done
    return 0
}
no_workers() { [ -z "$(workers)" ]; }

failures=0
what='' # is being tested
fail() {
    failures=$((failures + 1))
    echo "FAILED: $what: $*"
    [ ! -e "$folder/out" ] || sed 's/^/    out| /' "$folder/out" | tail -20
    [ ! -e "$folder/err" ] || sed 's/^/    err| /' "$folder/err" | tail -20
}

# measure ARGUMENTS...: a short measurement; its exit code in $code, its words in out and err
measure() {
    timeout 900 "$cli" measure matmul/07-tiled -D TILE=8 --size 8 "$@" >"$folder/out" 2>"$folder/err"
    code=$?
}
# begin ARGUMENTS...: the same in the background, as $pid, with a kernel that may take for ever
begin() {
    rm -f "$folder/out" "$folder/err"
    "$cli" measure matmul/07-tiled -D TILE=8 --size 8 --timeout 1000 "$@" >"$folder/out" 2>"$folder/err" &
    pid=$!
}
has_said() { wait_until 300 grep -q -- "$1" "$folder/err" || fail "did not say in time: $1"; }
ends() { # waits for it
    wait "$pid"
    code=$?
}
devices() {
    timeout 900 "$cli" devices "$@" >"$folder/out" 2>"$folder/err"
    code=$?
}
ends_with() { [ "$code" = "$1" ] || fail "ended with $code, not $1"; }
says() { grep -qF -- "$1" "$folder/out" "$folder/err" || fail "does not say: $1"; }
nobody_is_left() { wait_until 120 no_workers || fail "left behind: $(ps -o pid=,args= -p "$(workers | paste -sd,)")"; }

finish() {
    what='the end'
    nobody_is_left
    [ $failures = 0 ] && echo "all well" && exit 0
    echo "$failures failures"
    exit 1
}
