#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Measuring through srun, against a real Slurm with one machine and one (pretended) GPU.
. "$(dirname "$0")/common.sh"

PATH=$PATH:/usr/sbin
for program in slurmctld slurmd srun scancel sinfo munged mungekey; do
    command -v $program >/dev/null || skip "there is no $program (Debian: slurm-wlm and munge)"
done
[ "$(id -u)" = 0 ] || skip "only root can start slurmd"

mkdir -p "$folder"/{state,spool,munge}
chmod 700 "$folder/munge"
chmod 755 "$folder"
mungekey --create --keyfile="$folder/munge/key" >/dev/null || skip "mungekey makes no key"
munged --foreground --force --key-file="$folder/munge/key" --socket="$folder/munge.socket" --seed-file="$folder/munge/seed" \
    --pid-file="$folder/munge/pid" --log-file="$folder/munge/log" >/dev/null 2>&1 &
name=$(hostname -s)
cpus=$(nproc)
cat >"$folder/slurm.conf" <<END
ClusterName=warplens
SlurmctldHost=$name(127.0.0.1)
SlurmUser=root
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1,batch_sched_delay=0
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
MpiDefault=none
MailProg=/bin/true
ReturnToService=2
KillWait=2
OverTimeLimit=0
GresTypes=gpu
NodeName=$name NodeAddr=127.0.0.1 CPUs=$cpus Gres=gpu:1 State=UNKNOWN
PartitionName=main Nodes=$name Default=YES MaxTime=INFINITE State=UP
END
echo "NodeName=$name Name=gpu File=/dev/null" >"$folder/gres.conf"
export SLURM_CONF=$folder/slurm.conf
wait_until 10 test -S "$folder/munge.socket" || skip "munged does not start here: $(tail -1 "$folder/munge/log")"
slurmctld -D >"$folder/slurmctld.out" 2>&1 &
slurmd -D >"$folder/slurmd.out" 2>&1 &
is_ready() { sinfo -h -o %T | grep -q idle; }
wait_until 30 is_ready || {
    tail -n 5 "$folder"/slurm*.out "$folder"/slurm*.log
    skip "Slurm does not start here"
}
wait_until 20 srun --gres=gpu:1 true || {
    tail -n 20 "$folder"/slurm*.log
    skip "srun does not work here"
}
gpu='srun --gres=gpu:1'
slurm_jobs() { squeue -h -o '%i %T'; }
no_jobs() { [ -z "$(slurm_jobs)" ]; }
no_jobs_are_left() { wait_until 20 no_jobs || fail "jobs are left: $(slurm_jobs)"; }

what='a measurement through srun'
measure --via "$gpu" --json "$folder/out.json"
ends_with 0
says 'Fake GPU'
grep -q "\"machine\":\"$(hostname)\"" "$folder/out.json" || fail 'the recording does not name the machine'
no_jobs_are_left
nobody_is_left

what='the GPUs to which srun leads'
devices --via "$gpu"
ends_with 0
says 'Fake GPU  compute capability 9.0'

what='a GPU that is not there'
measure --via 'srun --gres=gpu:4'
ends_with 2
says 'Requested node configuration is not available'
what='a kind of resource that is not there'
measure --via 'srun --gres=tpu:1'
ends_with 2
says 'Invalid generic resource (gres) specification'
what='a partition that is not there'
measure --via 'srun -p nowhere --gres=gpu:1'
ends_with 2
says 'invalid partition specified: nowhere'
what='a worker that the other machine does not see'
WARPLENS_WORKER=/nowhere/warplens-gpu measure --via "$gpu"
ends_with 2
says 'put Warplens into a folder that both machines see'

what='a queue is shown, and a job that waits is measured when its turn comes'
srun --gres=gpu:1 sleep 300 2>/dev/null &
other=$!
wait_until 10 eval 'slurm_jobs | grep -q RUNNING' || fail 'the other job does not run'
begin --via "$gpu"
has_said 'queued and waiting for resources'
scancel --name=sleep
wait $other 2>/dev/null
has_said 'has been allocated resources'
has_said 'total matmul/07-tiled'
ends
ends_with 0
no_jobs_are_left

what='a cancel in the queue'
srun --gres=gpu:1 sleep 300 2>/dev/null &
other=$!
wait_until 10 eval 'slurm_jobs | grep -q RUNNING' || fail 'the other job does not run'
begin --via "$gpu"
has_said 'queued and waiting for resources'
since=$SECONDS
kill -INT "$pid"
ends
ends_with 1
[ $((SECONDS - since)) -le 15 ] || fail "it took $((SECONDS - since)) s"
wait_until 10 eval '! slurm_jobs | grep -q PENDING' || fail "the job still waits: $(slurm_jobs)"
scancel --name=sleep
wait $other 2>/dev/null
no_jobs_are_left

what='a cancel in the middle of a kernel gives the GPU back'
export FAKE_CUDA=hang:tiled
begin --via "$gpu"
has_said 'total matmul/07-tiled'
since=$SECONDS
kill -INT "$pid"
ends
ends_with 1
says 'interrupted: '
[ $((SECONDS - since)) -le 15 ] || fail "it took $((SECONDS - since)) s"
nobody_is_left
no_jobs_are_left

what='an end that nobody could prepare for gives it back, too'
begin --via "$gpu"
has_said 'total matmul/07-tiled'
kill -9 "$pid" "$(pgrep -P "$pid" -x srun | head -1)"
ends
nobody_is_left
no_jobs_are_left

what='a kernel that hangs costs only itself'
timeout 900 "$cli" measure matmul/02-naive matmul/07-tiled -D TILE=8 -D BLOCK=8 --size 8 --timeout 1 --via "$gpu" \
    >"$folder/out" 2>"$folder/err"
code=$?
ends_with 1
says 'timeout: '
grep -q '^matmul/02-naive.*warm *[0-9]' "$folder/out" || fail 'the other was not measured'
no_jobs_are_left
what='a kernel that kills its process costs only itself'
FAKE_CUDA=crash:tiled timeout 900 "$cli" measure matmul/02-naive matmul/07-tiled -D TILE=8 -D BLOCK=8 --size 8 \
    --via "$gpu" >"$folder/out" 2>"$folder/err"
code=$?
ends_with 1
says 'crashed: '
grep -q '^matmul/02-naive.*warm *[0-9]' "$folder/out" || fail 'the other was not measured'

what='a job that is cancelled by somebody else is no fault of a kernel'
begin --via "$gpu"
has_said 'total matmul/07-tiled'
scancel "$(slurm_jobs | cut -d' ' -f1)"
ends
ends_with 2
says 'Job step aborted' # srun's own words: those of slurmstepd, CANCELLED AT, come too late at times, and Slurm drops them
says 'the connection to `srun --gres=gpu:1` was lost'
nobody_is_left
what='a time limit'
begin --via "$gpu"
has_said 'total matmul/07-tiled'
scontrol update "job=$(slurm_jobs | cut -d' ' -f1)" EndTime=now+1 || fail 'the job does not take a limit'
ends
ends_with 2
says 'Job step aborted'
says 'the connection to `srun --gres=gpu:1` was lost'
nobody_is_left
no_jobs_are_left
unset FAKE_CUDA

what='two jobs side by side, of which one waits for the other'
measure --via "$gpu" --via "$gpu" --json "$folder/side.json"
ends_with 0
says 'queued and waiting for resources'
for name in srun-gres-gpu-1 srun-gres-gpu-1-2; do
    [ "$(grep -c '"status":"ok"' "$folder/side-$name.json")" = 2 ] || fail "nothing in side-$name.json"
done
no_jobs_are_left
finish
