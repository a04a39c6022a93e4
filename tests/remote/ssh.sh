#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Measuring through ssh, against a real sshd on loopback.
. "$(dirname "$0")/common.sh"

sshd=$(command -v sshd || ls /usr/sbin/sshd 2>/dev/null) || skip "there is no sshd (Debian: openssh-server)"
command -v ssh >/dev/null || skip "there is no ssh"
if [ "$(id -u)" = 0 ]; then
    getent passwd sshd >/dev/null || skip "sshd's own user is missing"
    mkdir -p /run/sshd && chmod 755 /run/sshd
fi

# One daemon, which is two machines on two ports: each with its own GPUs. ssh reads none of the user's files.
mkdir -p "$folder/ssh" "$folder/bin" "$folder/home-a" "$folder/home-b" "$folder/home-none"
chmod 700 "$folder" "$folder/ssh"
ssh-keygen -q -t ed25519 -N '' -f "$folder/ssh/host_key"
ssh-keygen -q -t ed25519 -N '' -f "$folder/ssh/user_key"
ssh-keygen -q -t ed25519 -N '' -f "$folder/ssh/other_key"
cp "$folder/ssh/user_key.pub" "$folder/ssh/authorized_keys"
port_a=$(free_port) port_b=$(free_port) port_none=$(free_port) closed_port=$(free_port)
machine() { # PORT NAME GPUS
    cat <<END
Match LocalPort $1
    SetEnv HOME=$folder/home-$2 FAKE_CUDA_MACHINE=$2 "FAKE_CUDA_DEVICES=$3" WARPLENS_CUDA_PATH=$fake_cuda XDG_CACHE_HOME=$folder/cache-$2
    ForceCommand test ! -e $folder/ssh/environment || . $folder/ssh/environment; export HOME=$folder/home-$2; eval "\$SSH_ORIGINAL_COMMAND"
END
}
{
    cat <<END
Port $port_a
Port $port_b
Port $port_none
ListenAddress 127.0.0.1
HostKey $folder/ssh/host_key
PidFile $folder/ssh/pid
AuthorizedKeysFile $folder/ssh/authorized_keys
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin yes
END
    machine "$port_a" a "Fake 100,Fake 200 SXM,Fake 200 PCIe"
    machine "$port_b" b "Fake 300"
    machine "$port_none" none ""
} >"$folder/ssh/sshd_config"
"$sshd" -D -e -f "$folder/ssh/sshd_config" 2>"$folder/ssh/log" &
sshd_pid=$!
host() { # NAME PORT [OPTIONS...]
    printf 'Host %s\n    HostName 127.0.0.1\n    Port %s\n' "$1" "$2"
    printf '    UserKnownHostsFile %s\n    GlobalKnownHostsFile /dev/null\n' "$folder/ssh/known_hosts"
    printf '    IdentityFile %s\n    IdentitiesOnly yes\n    IdentityAgent none\n' "${3:-$folder/ssh/user_key}"
}
{
    host gpu-a "$port_a"
    host gpu-b "$port_b"
    host no-gpu "$port_none"
    host closed "$closed_port"
    host stranger "$port_a" "$folder/ssh/other_key"
    host unknown-key "$port_b"
    printf '    HostKeyAlias nobody-knows\n    StrictHostKeyChecking yes\n'
} >"$folder/ssh/config"
for port in $port_a $port_b $port_none; do
    echo "[127.0.0.1]:$port $(cut -d' ' -f1,2 "$folder/ssh/host_key.pub")"
done >"$folder/ssh/known_hosts"
cat >"$folder/bin/ssh" <<END
#!/bin/sh
exec $(command -v ssh) -F $folder/ssh/config "\$@"
END
chmod +x "$folder/bin/ssh"
export PATH=$folder/bin:$PATH
wait_until 10 ssh gpu-a true || { cat "$folder/ssh/log"; skip "sshd does not start here"; }

far_side() { printf '%s\n' "$@" >"$folder/ssh/environment"; } # lines of shell before each command over there

what='a first measurement copies the worker'
measure --host gpu-a --json "$folder/a.json"
ends_with 0
says 'copying the worker to gpu-a'
says 'Fake 100'
grep -q '"machine":"gpu-a"' "$folder/a.json" || fail 'the recording does not name the machine'
[ "$(ls "$folder/home-a/.cache/warplens" | wc -l)" = 1 ] || fail "$(ls "$folder/home-a/.cache/warplens")"
cmp -s "$folder"/home-a/.cache/warplens/warplens-gpu-* "$worker" || fail 'the copy is not the worker'
nobody_is_left

what='a second one does not'
measure --host gpu-a
ends_with 0
! grep -q copying "$folder/err" || fail 'copied again'

what='half a copy is no worker'
rm "$folder"/home-a/.cache/warplens/*
head -c 1000 "$worker" >"$folder/home-a/.cache/warplens/warplens-gpu-0123.99"
measure --host gpu-a
ends_with 0
says 'copying the worker to gpu-a'

what='a shell over there that talks'
far_side 'echo "Welcome to the cluster!"; echo "{not json" >&2'
measure --host gpu-a
ends_with 0
rm "$folder/ssh/environment"

what='the GPUs over there'
devices --host gpu-a
ends_with 0
says '1  Fake 200 SXM  compute capability 9.0'
says '0000:1C:00.0'
devices --host no-gpu
ends_with 1
says 'no-gpu: there is an NVIDIA driver on this machine, but no GPU that it can use'

what='a GPU by its name'
measure --host gpu-a --device pcie --json "$folder/pcie.json"
ends_with 0
grep -q '"gpu":"Fake 200 PCIe"' "$folder/pcie.json" || fail 'another GPU was measured'
measure --host gpu-a --device 1b:00.0 --json "$folder/pci.json"
grep -q '"gpu":"Fake 200 SXM"' "$folder/pci.json" || fail 'another GPU was measured'
measure --host gpu-a --device 200
ends_with 2
says "'200' is the name of 2 GPUs: write a number, a UUID or a PCI bus id; there are 0 Fake 100"
measure --host gpu-a --device H100
ends_with 2
says "there is no GPU 'H100'"

what='a launcher over there'
measure --host 'gpu-a env FAKE_CUDA_DEVICES=Launched' --json "$folder/launched.json"
ends_with 0
says 'waiting for the launcher'
grep -q '"gpu":"Launched"' "$folder/launched.json" || fail 'the launcher had no effect'

what='a name that nobody has'
measure --host no-such-machine.invalid
ends_with 2
says 'there is no machine no-such-machine.invalid that ssh knows'
what='a port on which nobody listens'
measure --host closed
ends_with 2
says 'closed is there, but no ssh server answers on it'
what='a key that is refused'
measure --host stranger
ends_with 2
says 'stranger does not let you in'
what='a machine that is not known'
measure --host unknown-key
ends_with 2
says 'ssh does not know unknown-key yet: connect once with `ssh unknown-key`'
what='no GPU'
measure --host no-gpu
ends_with 2
says 'cannot measure on no-gpu: there is an NVIDIA driver'

what='no room for the worker'
chmod a-w "$folder/home-b" && rm -rf "$folder/home-b/.cache" && touch "$folder/home-b/.cache"
measure --host gpu-b
ends_with 2
says 'the worker could not be copied to ~/.cache/warplens of gpu-b'
chmod u+w "$folder/home-b" && rm -f "$folder/home-b/.cache"

what='a worker that does not run there'
printf '\177ELF of another machine' >"$folder/odd-worker"
WARPLENS_WORKER=$folder/odd-worker measure --host gpu-b
ends_with 2
says 'the worker does not run on gpu-b'
what='another version'
printf '#!/bin/sh\nread -r line\necho "{\\"id\\":1,\\"event\\":\\"result\\",\\"protocol\\":99}"\nread -r line\n' >"$folder/other-version"
WARPLENS_WORKER=$folder/other-version measure --host gpu-b
ends_with 2
says 'the worker on gpu-b speaks version 99 of the protocol'

what='a kernel that hangs costs only itself'
far_side 'export FAKE_CUDA=hang:tiled'
timeout 900 "$cli" measure matmul/02-naive matmul/07-tiled -D TILE=8 -D BLOCK=8 --size 8 --timeout 1 --host gpu-a \
    >"$folder/out" 2>"$folder/err"
code=$?
ends_with 1
says 'timeout: '
[ "$(grep -c '100.0\|Fake\|^matmul/02-naive .* [0-9.]* *[0-9.]* ' "$folder/out")" -ge 2 ] || fail 'the others were not measured'
nobody_is_left
what='a kernel that kills its process costs only itself'
far_side 'export FAKE_CUDA=crash:tiled'
timeout 900 "$cli" measure matmul/02-naive matmul/07-tiled -D TILE=8 -D BLOCK=8 --size 8 --host gpu-a \
    >"$folder/out" 2>"$folder/err"
code=$?
ends_with 1
says 'crashed: the worker on gpu-a'
says 'the fake driver was told to crash'
grep -q '^matmul/02-naive.*warm *[0-9]' "$folder/out" || fail 'the other was not measured'

what='a cancel in the middle of a kernel'
far_side 'export FAKE_CUDA=hang:tiled'
begin --host gpu-a
has_said 'total matmul/07-tiled'
[ -n "$(workers)" ] || fail 'there is no worker over there'
since=$SECONDS
kill -INT $pid
ends
ends_with 1
says 'interrupted: '
[ $((SECONDS - since)) -le 15 ] || fail "it took $((SECONDS - since)) s"
nobody_is_left

what='a connection that ends in the middle'
begin --host gpu-a
has_said 'total matmul/07-tiled'
for session in $(pgrep -P "$sshd_pid"); do kill -9 "$session"; done
ends
ends_with 2
says 'the connection to gpu-a was lost'
nobody_is_left
what='a connection that ends after a size is done keeps it, and --resume goes on'
far_side 'export FAKE_CUDA=hang:never'
begin --size 400 --samples 5000 --host gpu-a --json "$folder/kept.json"
has_said '\[2/2\] 400: '
for session in $(pgrep -P "$sshd_pid"); do kill -9 "$session"; done
ends
ends_with 1
says 'the connection to gpu-a was lost'
says "2 of 4 rows were measured; --resume $folder/kept.json goes on from there"
nobody_is_left
measure --host gpu-a --resume "$folder/kept.json" --json "$folder/more.json"
ends_with 0
! grep -q timing "$folder/err" || fail 'it measured again what it had'
rm "$folder/ssh/environment"

what='two machines side by side'
measure --host gpu-a --host gpu-b --here --json "$folder/side.json"
ends_with 0
says 'gpu-a: [1/1] 8: timing'
says 'gpu-b: Fake 300'
for name in gpu-a gpu-b this-machine; do
    [ "$(grep -c '"status":"ok"' "$folder/side-$name.json")" = 2 ] || fail "nothing in side-$name.json"
done
what='one that fails leaves the others alone'
measure --host gpu-a --host closed --host gpu-b --json "$folder/two.json"
ends_with 1
says 'closed: cannot measure on closed: closed is there, but no ssh server answers'
[ -e "$folder/two-gpu-a.json" ] && [ -e "$folder/two-gpu-b.json" ] || fail 'the others have no recording'
what='side by side as JSON on standard output, and resumed'
measure --host gpu-a --host gpu-b --resume "$folder/side.json" --json -
ends_with 0
python3 -c 'import json, sys
both = json.load(open(sys.argv[1]))
assert [r["provenance"]["machine"] for r in both] == ["gpu-a", "gpu-b"], both' "$folder/out" || fail 'other recordings'
! grep -q timing "$folder/err" || fail 'it measured again what it had'
what='several GPUs of one machine'
measure --host gpu-a --device 100 --device sxm --json "$folder/gpus.json"
ends_with 0
says 'gpu-a, GPU sxm: Fake 200 SXM'
grep -q '"gpu":"Fake 200 SXM"' "$folder/gpus-gpu-a-GPU-sxm.json" || fail 'another GPU was measured'
what='one GPU is not measured twice'
measure --host gpu-a --device 0 --device 100
ends_with 1
says 'two runs on one GPU would disturb each other'
measure --host gpu-a --host gpu-a
ends_with 2
says 'gpu-a is named twice'
what='they are measured at the same time, and one cancel ends all'
far_side 'export FAKE_CUDA=hang:tiled'
begin --host gpu-a --host gpu-b
has_said 'gpu-a: .*total matmul/07-tiled'
has_said 'gpu-b: .*total matmul/07-tiled'
kill -INT $pid
ends
ends_with 1
nobody_is_left
finish
