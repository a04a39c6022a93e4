# SPDX-License-Identifier: GPL-3.0-or-later
"""The suite in pieces, for what runs it otherwise than ctest does: coverage.py and mutants/sample.py.

A piece is a test of ctest's; a program of QtTest that is one test there is one piece for each of its functions.
"""

import json
import os
import re
import selectors
import shutil
import signal
import subprocess
import tempfile
import time

FAILED = re.compile(rb"^FAIL!  : |^\[  FAILED  \] |^[^\n]*: Failure$", re.M)


class Piece:
    """One test: its name, how it is started, and its program's path."""

    def __init__(self, name, command, properties):
        self.name, self.command = name, command
        self.cwd = properties.get("WORKING_DIRECTORY")
        self.environment = dict(one.split("=", 1) for one in properties.get("ENVIRONMENT", []))
        self.skipped = [re.compile(one.encode()) for one in properties.get("SKIP_REGULAR_EXPRESSION", [])]
        self.skip_code = properties.get("SKIP_RETURN_CODE")
        self.properties = properties

    @property
    def program(self):
        return self.command[0]

    def within(self, function):
        return Piece(f"{self.name}/{function}", [*self.command, function], self.properties)


def environment(home, piece=None, more=None):
    """As ./test has it, with a home of its own; no GPU is seen, since a suite that measures would differ from place to place."""
    result = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": str(home), "CUDA_VISIBLE_DEVICES": ""}
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        result.pop(name, None)
    return {**result, **(piece.environment if piece else {}), **(more or {})}


def pieces(build):
    """All of them, window tests first: these take longest."""
    listed = subprocess.run(["ctest", "--show-only=json-v1"], cwd=build, capture_output=True, text=True, check=True,
                            env=environment(tempfile.gettempdir()))
    found = []
    for test in json.loads(listed.stdout)["tests"]:
        if test.get("command"):
            found.append(Piece(test["name"], test["command"], {one["name"]: one["value"] for one in test["properties"]}))
    return [each for one in sorted(found, key=lambda one: -one.properties.get("COST", 0)) for each in divided(one, build)]


def divided(piece, build):
    if piece.properties.get("COST", 0) == 0 or len(piece.command) > 1 or not str(piece.program).startswith(str(build)):
        return [piece]
    told = subprocess.run([piece.program, "-functions"], capture_output=True, text=True, env=environment(tempfile.gettempdir(), piece),
                          timeout=120)
    functions = re.findall(r"^(\w+)\(\)$", told.stdout, re.M)
    return [piece.within(one) for one in functions] if told.returncode == 0 and functions else [piece]


FILTER = "--gtest_filter="


def filter_of(piece):
    """The name that GoogleTest has for it; None of any other."""
    return next((word[len(FILTER):] for word in piece.command if word.startswith(FILTER)), None)


def can_be_together(one, other):
    return bool(filter_of(one) and filter_of(other)) and one.program == other.program and one.cwd == other.cwd and \
        one.environment == other.environment


def together(all_of_them):
    """Several of one program in one process, which ends with the first that fails."""
    if len(all_of_them) == 1:
        return all_of_them[0]
    first = all_of_them[0]
    names = ":".join(filter_of(one) for one in all_of_them)
    command = [FILTER + names if word.startswith(FILTER) else word for word in first.command]
    return Piece(f"{first.name} and {len(all_of_them) - 1} more", [*command, "--gtest_fail_fast"], first.properties)


class Ended:
    """How a piece ended: "passed", "skipped", "failed", "late"; how long it took; its last words."""

    def __init__(self, how, seconds, words):
        self.how, self.seconds, self.words = how, seconds, words


def run(piece, limit, more=None, prefix=(), early=False, stop=None):
    """Runs it in a home of its own. With `early` it is ended when it says that something failed; where `stop` is set, it is "stopped"."""
    home = tempfile.mkdtemp(prefix="home-")
    began = time.monotonic()
    said, how = bytearray(), None
    process = subprocess.Popen([*prefix, *piece.command], cwd=piece.cwd, env=environment(home, piece, more), stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    os.set_blocking(process.stdout.fileno(), False)
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while how is None:
            left = limit - (time.monotonic() - began)
            if left <= 0:
                how = "late"
                break
            if stop and stop.is_set():
                how = "stopped"
                break
            if selector.select(min(left, 0.5)):
                part = process.stdout.read(65536)
                if part == b"":
                    break
                said += part or b""
                if early and FAILED.search(said, max(0, len(said) - len(part or b"") - 300)):
                    how = "failed"
            elif process.poll() is not None:
                break # a child of it keeps the pipe
    if how is None:
        try:
            code = process.wait(max(0.1, limit - (time.monotonic() - began)))
            skipped = code == piece.skip_code or any(one.search(said) for one in piece.skipped)
            how = "skipped" if skipped else "passed" if code == 0 else "failed"
        except subprocess.TimeoutExpired:
            how = "late"
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
    process.stdout.close()
    shutil.rmtree(home, ignore_errors=True)
    return Ended(how, time.monotonic() - began, said[-3000:].decode(errors="replace"))
