#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Verifies and times every stage and variant on this machine's GPU and writes a recording. Builds nothing; run it from
# the repository's root after a build: tests/hardware/measure.sh FILE.json [SIZE...]
set -eu
if [ $# -lt 1 ]; then
    echo "usage: tests/hardware/measure.sh FILE.json [SIZE...]" >&2
    exit 2
fi
file=$1
shift
[ $# -gt 0 ] || set -- 512 1024 2048 4096
# The GPU's machine may lack the one library that the program does not carry inside; a copy in build/bin will do.
LD_LIBRARY_PATH="$PWD/build/bin${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export LD_LIBRARY_PATH
sizes=
for size; do
    sizes="$sizes --size $size"
done
# shellcheck disable=SC2086  # a word for each option
exec build/bin/warplens-cli measure --all $sizes --json "$file"
