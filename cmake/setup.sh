# SPDX-License-Identifier: GPL-3.0-or-later
# What ./run and ./test have in common: the Debian packages that are needed, and the build. Sourced, not run.
# shellcheck shell=bash

# Packages that the program is built with, and those that only its tests need.
build_packages=(
    g++ cmake ninja-build
    qt6-base-dev qt6-svg-dev libqcustomplot-dev libqscintilla2-qt6-dev
    libfmt-dev nlohmann-json3-dev libsimdjson-dev libcli11-dev libtomlplusplus-dev libmuparser-dev
    liblz4-dev libzstd-dev libminizip-dev zlib1g-dev libmd4c-dev libmd4c-html0-dev
    fonts-wqy-microhei
)
test_packages=(libgtest-dev libgmock-dev libbenchmark-dev clang libclang-rt-14-dev desktop-file-utils appstream qt6-l10n-tools)
# Daemons that the tests of other machines start for themselves (5 MB to fetch, 16 MB installed, 11 s).
daemon_packages=(openssh-server slurm-wlm munge)

say() { printf '%s\n' "$*" >&2; }

missing_packages() {
    local package
    for package in "$@"; do
        [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || printf '%s ' "$package"
    done
}

# Installs what is missing. On a system without apt it names what is needed, and stops.
ensure_packages() {
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        if command -v cmake >/dev/null && command -v ninja >/dev/null && [ -e build/CMakeCache.txt ]; then
            return # set up by hand
        fi
        say "This is no Debian system, so nothing was installed. Warplens needs a C++20 compiler, CMake 3.25, Ninja,"
        say "Qt 6.4 (Widgets, PrintSupport, Svg, Test, Linguist tools), QCustomPlot 2.1 for Qt 6, QScintilla for Qt 6, {fmt} 9,"
        say "nlohmann-json, simdjson, CLI11, toml++, muParser, md4c, minizip and zlib; its tests GoogleTest and Google Benchmark. The CUDA Toolkit is optional."
        say "When they are there: cmake --preset release && cmake --build --preset release && build/bin/warplens"
        exit 1
    fi
    local missing
    missing=$(missing_packages "$@")
    [ -n "$missing" ] || return 0
    say "Installing Debian packages: $missing"
    local as_root=()
    if [ "$(id -u)" != 0 ]; then
        if ! command -v sudo >/dev/null || ! sudo -v; then
            say "They need the rights of root, which could not be had. Type as root:"
            say "  apt-get install --no-install-recommends $missing"
            exit 1
        fi
        as_root=(sudo)
    fi
    # shellcheck disable=SC2086 # a list of words
    if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing >&2; then
        say "Once more with a new list of packages."
        # shellcheck disable=SC2086
        if ! "${as_root[@]}" apt-get update >&2 ||
            ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing >&2; then
            say "The packages could not be installed. See the message above, then type:"
            say "  ${as_root[*]} apt-get install --no-install-recommends $missing"
            exit 1
        fi
    fi
}

# Installs daemons in a container only, and keeps them from being started there (policy-rc.d): a service is nothing that
# somebody has asked for who runs tests. Where they are missing, their tests are skipped.
ensure_daemons() {
    [ "$(id -u)" = 0 ] && [ ! -d /run/systemd/system ] && command -v apt-get >/dev/null || return 0
    [ -n "$(missing_packages "${daemon_packages[@]}")" ] || return 0
    local policy=/usr/sbin/policy-rc.d made=''
    if [ ! -e $policy ]; then
        printf '#!/bin/sh\nexit 101\n' >$policy && chmod +x $policy && made=yes
    fi
    (ensure_packages "${daemon_packages[@]}") || say "The tests of other machines will be skipped."
    [ -z "$made" ] || rm -f $policy
}

# The CUDA Toolkit may come and go between two builds: a cache that remembers another one is thrown away.
cuda_fingerprint() {
    local nvcc
    nvcc=$(command -v nvcc || ls -1 /usr/local/cuda/bin/nvcc 2>/dev/null || true)
    if [ -n "$nvcc" ]; then readlink -f "$nvcc"; else echo none; fi
}

# configure PRESET FOLDER [CMake arguments]: only where it has not been done, or CUDA or the arguments have changed.
configure() {
    local preset=$1 folder=$2
    shift 2
    local stamp="$folder/.configured" wanted
    wanted="$(cuda_fingerprint) $(missing_packages "${test_packages[@]}") $*"
    if [ -e "$folder/build.ninja" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then
        return
    fi
    local fresh=()
    [ ! -e "$folder/CMakeCache.txt" ] || fresh=(--fresh)
    cmake --preset "$preset" "${fresh[@]}" "$@" >&2
    printf '%s' "$wanted" >"$stamp"
}

# build FOLDER [targets]
build() {
    local folder=$1
    shift
    local output
    if ! output=$(ninja -C "$folder" -n "$@" 2>&1) || ! printf '%s' "$output" | grep -q 'no work to do'; then
        say "Building in $folder/ (this takes a few minutes the first time) …"
        cmake --build "$folder" --target "${@:-all}" >&2
    fi
}
