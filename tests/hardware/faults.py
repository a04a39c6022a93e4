#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What goes wrong on a real GPU, put in one after the other, and what `warplens-cli measure` says of it.

    tests/hardware/faults.py [WARPLENS_CLI]      in the repository's root, on a machine with a GPU; it builds nothing

Its kernels are stages of the program with a mistake written into a copy. A line for each fault: what was put in, whether it was
told as it should be and cost only itself, and the words; exit code 1 where one was not. Where the machine does not let a
fault be put in (another name space of files needs root), that is said. The GPU's settings are not touched: exclusive mode and
clocks are left to the stand-in of tests/kernels/fake_cuda."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

FIRST = "    const int col ="
HOG = r"""
import ctypes, sys, time
cuda = ctypes.CDLL("libcuda.so.1")
device, context, free, total, pointer = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_size_t(), ctypes.c_size_t(), ctypes.c_uint64()
assert cuda.cuInit(0) == 0 and cuda.cuDeviceGet(ctypes.byref(device), 0) == 0
assert cuda.cuCtxCreate_v2(ctypes.byref(context), 0, device) == 0
assert cuda.cuMemGetInfo_v2(ctypes.byref(free), ctypes.byref(total)) == 0
assert cuda.cuMemAlloc_v2(ctypes.byref(pointer), ctypes.c_size_t(free.value - (1 << 30))) == 0
print("taken", flush=True)
time.sleep(120)
"""


class Faults:
    def __init__(self, cli, work):
        self.cli, self.work, self.failed = cli, work, 0
        self.stages = work / "stages"

    def with_mistake(self, stage, mistake):
        shutil.rmtree(self.stages, ignore_errors=True)
        shutil.copytree("kernels/stages", self.stages)
        source = self.stages / f"{stage}.cu"
        text = source.read_text()
        assert FIRST in text, f"{stage} has no line to put a mistake in front of"
        source.write_text(text.replace(FIRST, mistake + "\n" + FIRST, 1))

    def measure(self, *words, prefix=(), environment=None, wait=True, to=None):
        recording = self.work / "out.json"
        recording.unlink(missing_ok=True)
        command = [*prefix, self.cli, "measure", *words, "--samples", "10", "--json", to or str(recording)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                                   env={**os.environ, **(environment or {})})
        if not wait:
            return process
        return self.ended(process)

    def ended(self, process):
        said, _ = process.communicate(timeout=240)
        recording = self.work / "out.json"
        rows = json.loads(recording.read_text())["results"] if recording.exists() else []
        return process.returncode, said, rows

    def tell(self, what, right, words):
        self.failed += not right
        words = " ".join(words.split())
        print(f"{'told' if right else 'NOT TOLD'} | {what} | {words[:300]}", flush=True)

    def row(self, what, stage, result, kind, word):
        """Rows of that stage failed as that kind, with that word in what they say; all others are right."""
        code, said, rows = result
        mine = [one for one in rows if one["stage"] == stage]
        others = [one for one in rows if one["stage"] != stage]
        right = code != 0 and bool(mine) and bool(others) and all(one.get("kind") == kind and word in one.get("message", "") for one in mine) \
            and all(one["status"] == "ok" for one in others)
        self.tell(what, right, mine[0].get("message", said) if mine else said)


def main():
    cli = str(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build/bin/warplens-cli").resolve())
    with tempfile.TemporaryDirectory() as folder:
        faults = Faults(cli, pathlib.Path(folder))
        two = ["matmul/02-naive", "matmul/07-tiled", "--size", "256", "--timeout", "4", "--stages", str(faults.stages)]

        faults.with_mistake("matmul/02-naive", "    if (threadIdx.x == 3) *(volatile float*)8 = 1;")
        faults.row("a store to an illegal address", "matmul/02-naive", faults.measure(*two), "launch", "cudaErrorIllegalAddress")
        faults.with_mistake("matmul/02-naive", "    if (threadIdx.x == 3) *(volatile float*)((char*)C + 1) = 1;")
        faults.row("a misaligned store", "matmul/02-naive", faults.measure(*two), "launch", "cudaErrorMisalignedAddress")
        faults.with_mistake("matmul/02-naive", "    if (threadIdx.x == 3) asm volatile(\"trap;\");")
        faults.row("a trap", "matmul/02-naive", faults.measure(*two), "launch", "cudaError")
        faults.with_mistake("matmul/02-naive", "    if (M > 0) while (*(volatile float*)A != 12345.0f) {}")
        faults.row("a kernel that does not end", "matmul/02-naive", faults.measure(*two), "timeout", "did not return within 4 s")
        faults.with_mistake("matmul/02-naive", "    if (threadIdx.x == 3 && blockIdx.x == 0) return;")
        faults.row("results that are wrong", "matmul/02-naive", faults.measure(*two), "verify", "")

        hog = subprocess.Popen([sys.executable, "-c", HOG], stdout=subprocess.PIPE, text=True)
        if hog.stdout.readline().strip() == "taken":
            code, said, rows = faults.measure("matmul/07-tiled", "--size", "16384", "--size", "256")
            words = [one.get("message", "") for one in rows if one["status"] != "ok"]
            faults.tell("another process has taken the GPU's memory", code != 0 and bool(words) and all("GiB" in one for one in words)
                        and any(one["status"] == "ok" for one in rows), words[0] if words else said)
        else:
            print("not put in | another process that takes the memory", flush=True)
        hog.kill()
        hog.wait()

        process = faults.measure(*(f"matmul/{name}" for name in ("01-uncoalesced", "02-naive", "06-tiled-conflicts", "07-tiled")),
                                 "--size", "2048", "--size", "256", wait=False)
        time.sleep(6)
        killed = subprocess.run(["pkill", "-9", "-x", "warplens-gpu"]).returncode == 0
        code, said, rows = faults.ended(process)
        bad = [one for one in rows if one["status"] != "ok"]
        faults.tell("the worker is killed", killed and code != 0 and 0 < len(bad) < len(rows) / 2, bad[0].get("message", "") if bad else said)

        driver = next((one for one in subprocess.run(["ldconfig", "-p"], capture_output=True, text=True).stdout.split() if one.endswith("/libcuda.so.1")), "")
        script = f"mount --bind /dev/null '{os.path.realpath(driver)}' && exec \"$@\""
        if driver and subprocess.run(["unshare", "-m", "sh", "-c", script, "sh", "true"], capture_output=True).returncode == 0:
            code, said, rows = faults.measure("matmul/07-tiled", prefix=["unshare", "-m", "sh", "-c", script, "sh"])
            faults.tell("the driver's library is no library", code != 0 and "driver" in said, said)
        else:
            print("not put in | the driver is missing: no name space of files of its own", flush=True)
        code, said, rows = faults.measure("matmul/07-tiled", environment={"CUDA_VISIBLE_DEVICES": ""})
        faults.tell("no GPU is visible", code != 0 and "GPU" in said, said)

        code, said, rows = faults.measure("matmul/07-tiled", "--size", "256", to="/dev/full")
        faults.tell("a disk that is full", code != 0 and "/dev/full" in said, said[-300:])
        code, said, rows = faults.measure("matmul/07-tiled", "matmul/02-naive", "--size", "256")
        faults.tell("afterwards nothing is wrong", code == 0 and bool(rows) and all(one["status"] == "ok" for one in rows), said[-200:])
    sys.exit(faults.failed != 0)


if __name__ == "__main__":
    main()
