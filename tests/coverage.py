#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which lines the suite executes, windows too, by room; and which test executes which function.

    tests/coverage.py [--build build-coverage] [--jobs N] [--minutes M] [--only REGEX] [--out FOLDER] [--more FOLDER]

The build is of the preset `coverage` (or any with WARPLENS_COVERAGE=ON, by GCC), complete. Each test runs by itself and leaves
what it counted in a folder of its own; the sums are given to gcov. In FOLDER: `rooms.txt` (what is printed), `files.txt` (each
file's lines, and which are never executed), `tests.txt` (how each test ended) and `functions.json.gz` (the tests of each
function, for mutants/sample.py). After M minutes no test begins any more, and those that run are ended: they are named, and what
only they execute is missing; --more FOLDER, which is the --out of such a run of the same build, runs what did not come to its end
there, and sums up both. What a process executed that ends by a signal is missing too.
"""

import argparse
import collections
import gzip
import json
import multiprocessing
import os
import pathlib
import pickle
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import traceback

import suite

ROOT = pathlib.Path(__file__).resolve().parents[1]
ROOMS = ("sim", "kernels", "app")
FUNCTION, COUNTERS, SUMMARY = 0x01000000, 0x01A10000, 0xA1000000


def counted(data):
    """The head of what libgcov (12, 13) wrote, and of each function that was executed (ident, line sum, flow sum): its counters."""
    magic, _version, _stamp, _sum = struct.unpack_from("<4I", data)
    if magic != 0x67636461:
        raise ValueError("not written by gcov")
    at, function, result = 16, None, {}
    while at + 8 <= len(data):
        tag, length = struct.unpack_from("<Ii", data, at)
        at += 8
        if tag == 0:
            break
        if tag == FUNCTION:
            function = struct.unpack_from("<3I", data, at) if length == 12 else None
        elif tag == COUNTERS and length > 0 and function:
            values = struct.unpack_from(f"<{length // 8}q", data, at)
            if any(values):
                result[function] = values
        at += max(length, 0)
    return bytes(data[:16]), result


def write_counted(path, head, functions):
    parts = [head, struct.pack("<IiII", SUMMARY, 8, 1, 1)]
    for function, values in functions.items():
        parts.append(struct.pack("<Ii3I", FUNCTION, 12, *function))
        parts.append(struct.pack(f"<Ii{len(values)}q", COUNTERS, 8 * len(values), *values))
    parts.append(struct.pack("<I", 0))
    path.write_bytes(b"".join(parts))


def functions_of(notes):
    """From a .gcno: (ident, line sum, flow sum) -> source, first and last line."""
    data = notes.read_bytes()
    at, result = 16, {}

    def text(at):
        (length,) = struct.unpack_from("<I", data, at)
        return data[at + 4 : at + 4 + length].rstrip(b"\0").decode(errors="replace"), at + 4 + length

    _folder, at = text(at)
    at += 4 # whether blocks that are not executed are supported
    while at + 8 <= len(data):
        tag, length = struct.unpack_from("<Ii", data, at)
        at += 8
        if tag == FUNCTION:
            key = struct.unpack_from("<3I", data, at)
            _name, inner = text(at + 12)
            source, inner = text(inner + 4)
            first, _column, last, _end = struct.unpack_from("<4I", data, inner)
            result[key] = (source, first, last)
        at += max(length, 0)
    return result


class Worker:
    """Takes pieces from a queue; sums what they counted, and keeps which function each executed."""

    def __init__(self, build, scratch, end, limit):
        self.build, self.scratch, self.end, self.limit = build, scratch, end, limit
        self.heads, self.sums, self.executed = {}, collections.defaultdict(dict), collections.defaultdict(list)

    def take(self, folder, number):
        for path in folder.rglob("*.gcda"):
            name = str(path)[len(str(folder)):]
            try:
                head, functions = counted(path.read_bytes())
            except (ValueError, struct.error):
                continue
            self.heads[name] = head
            sums = self.sums[name]
            for function, values in functions.items():
                before = sums.get(function)
                sums[function] = tuple(map(int.__add__, before, values)) if before else values
                self.executed[name, function].append(number)

    def run(self, number, piece):
        left = min(self.limit, self.end - time.monotonic())
        if left < 1:
            return suite.Ended("not begun", 0, "")
        folder = self.scratch / f"{os.getpid()}-{number}"
        ended = suite.run(piece, left, {"GCOV_PREFIX": str(folder)})
        self.take(folder, number)
        shutil.rmtree(folder, ignore_errors=True)
        return ended


def work(worker, tasks, results, result):
    try:
        while (task := tasks.get()) is not None:
            ended = worker.run(*task)
            results.put((task[0], ended.how, ended.seconds, ended.words))
        with open(result, "wb") as file:
            pickle.dump((worker.heads, dict(worker.sums), dict(worker.executed)), file)
        results.put(None)
    except BaseException:
        results.put(traceback.format_exc())
        raise


def whole(tests, arguments, scratch):
    """Runs all; how each ended, and the sums of all workers."""
    end = time.monotonic() + 60 * arguments.minutes
    context = multiprocessing.get_context("fork")
    tasks, results = context.Queue(), context.Queue()
    workers = []
    for number in range(arguments.jobs):
        worker = Worker(arguments.build, scratch, end, arguments.limit)
        workers.append(context.Process(target=work, args=(worker, tasks, results, scratch / f"sums-{number}")))
    for task in enumerate(tests):
        tasks.put(task)
    for one in workers:
        tasks.put(None)
        one.start()
    ended, done = {}, 0
    while done < len(workers):
        got = results.get()
        if isinstance(got, str):
            sys.exit(got)
        if got is None:
            done += 1
            continue
        number, how, seconds, words = got
        ended[number] = (how, seconds, words)
        if how in ("failed", "late"):
            print(f"{how}: {tests[number].name} ({seconds:.0f} s)", flush=True)
    for one in workers:
        one.join()
    heads, sums, executed = {}, collections.defaultdict(dict), collections.defaultdict(list)
    for number in range(len(workers)):
        path = scratch / f"sums-{number}"
        with open(path, "rb") as file:
            these = pickle.load(file)
        path.unlink()
        heads.update(these[0])
        for name, functions in these[1].items():
            for function, values in functions.items():
                before = sums[name].get(function)
                sums[name][function] = tuple(map(int.__add__, before, values)) if before else values
        for key, numbers in these[2].items():
            executed[key] += numbers
    return ended, heads, sums, executed


def lines_of(build, name):
    """What gcov says of one object: file -> line -> whether it was executed."""
    told = subprocess.run(["gcov", "--json-format", "--stdout", name], cwd=build, capture_output=True)
    result = {}
    for text in told.stdout.splitlines():
        for file in json.loads(text)["files"]:
            path = os.path.relpath(os.path.join(build, file["file"]), ROOT) if not os.path.isabs(file["file"]) else os.path.relpath(file["file"], ROOT)
            if path.split("/")[0] in ROOMS:
                lines = result.setdefault(path, {})
                for line in file["lines"]:
                    lines[line["line_number"]] = lines.get(line["line_number"], False) or line["count"] > 0
    return result


def gather(arguments, heads, sums):
    notes = [path for room in ROOMS for path in (arguments.build / room).rglob("*.gcno")]
    for path in arguments.build.rglob("*.gcda"):
        path.unlink()
    objects = []
    for path in notes:
        name = path.with_suffix(".gcda")
        if str(name) in sums:
            if heads[str(name)][8:12] != path.read_bytes()[8:12]:
                sys.exit(f"{path}: the programs were linked from another build of it: build again")
            write_counted(name, heads[str(name)], sums[str(name)])
        objects.append(str(path))
    lines = collections.defaultdict(dict)
    with multiprocessing.get_context("fork").Pool(arguments.jobs) as pool:
        for one in pool.starmap(lines_of, [(arguments.build, name) for name in objects], chunksize=4):
            for path, each in one.items():
                for line, hit in each.items():
                    lines[path][line] = lines[path].get(line, False) or hit
    return lines, notes


def numbers_of(ranges):
    return {number for part in ranges.split() for first, _, last in [part.partition("-")] for number in range(int(first), int(last or first) + 1)}


def ranges(numbers):
    result = []
    for number in sorted(numbers):
        if result and result[-1][1] == number - 1:
            result[-1][1] = number
        else:
            result.append([number, number])
    return " ".join(f"{first}" if first == last else f"{first}-{last}" for first, last in result)


def table(lines):
    sums = collections.defaultdict(lambda: [0, 0])
    for path, each in lines.items():
        parts = path.split("/")
        for room in (parts[0], "/".join(parts[:2]) if len(parts) > 2 else None):
            if room:
                sums[room][0] += sum(each.values())
                sums[room][1] += len(each)
    return [f"{room:24} {100 * hit / of:5.1f} %  {hit:6} of {of:6} lines" for room, (hit, of) in sorted(sums.items()) if of]


def index(tests, ended, executed, notes, root):
    """For each source: its functions' lines, and the numbers of the tests that execute them."""
    sources = collections.defaultdict(list)
    for path in notes:
        name = str(path.with_suffix(".gcda"))
        for function, (source, first, last) in functions_of(path).items():
            place = os.path.relpath(source, root) if os.path.isabs(source) else source
            if place.split("/")[0] in ROOMS:
                sources[place].append((first, last, ranges(executed.get((name, function), []))))
    return {"tests": [[test.name, ended[number][0], round(ended[number][1], 2)] for number, test in enumerate(tests)],
            "functions": {place: sorted(set(each)) for place, each in sources.items()}}


class Before:
    """What an earlier run of the same build found."""

    def __init__(self, folder):
        with gzip.open(folder / "functions.json.gz", "rt") as file:
            self.known = json.load(file)
        self.ended = {name: (how, seconds) for name, how, seconds in self.known["tests"]}
        self.missing = {}
        for line in (folder / "files.txt").read_text().splitlines():
            place, _, numbers = line[9:].partition(": ")
            self.missing[place] = numbers_of(numbers)

    def join(self, known, lines):
        """Adds it: the tests' numbers of now go on where those of before end."""
        first = len(self.known["tests"])
        now = {name for name, _how, _seconds in known["tests"]}
        known["tests"] = [one if one[0] not in now else [one[0], "again", one[2]] for one in self.known["tests"]] + known["tests"]
        for place, functions in known["functions"].items():
            old = collections.defaultdict(set)
            for begin, end, numbers in self.known["functions"].get(place, []):
                old[begin, end] |= numbers_of(numbers)
            for begin, end, numbers in functions:
                old[begin, end] |= {first + number for number in numbers_of(numbers)}
            known["functions"][place] = sorted([begin, end, ranges(numbers)] for (begin, end), numbers in old.items())
        for place, each in lines.items():
            for line in each:
                each[line] = each[line] or (place in self.missing and line not in self.missing[place])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build-coverage")
    parser.add_argument("--root", type=pathlib.Path, default=ROOT)
    parser.add_argument("--out", type=pathlib.Path, default=None)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--minutes", type=float, default=1e6)
    parser.add_argument("--limit", type=float, default=1800, help="seconds for one test")
    parser.add_argument("--only", default="", help="tests whose names hold this regular expression")
    parser.add_argument("--more", type=pathlib.Path, default=None)
    arguments = parser.parse_args()
    globals()["ROOT"] = arguments.root.resolve()
    arguments.build = arguments.build.resolve()
    out = arguments.out or arguments.build / "coverage"
    out.mkdir(parents=True, exist_ok=True)
    if not any((arguments.build / "sim").rglob("*.gcno")):
        sys.exit(f"{arguments.build} is not built for coverage: cmake --preset coverage && cmake --build --preset coverage")
    tests = [one for one in suite.pieces(arguments.build) if re.search(arguments.only, one.name)]
    before = Before(arguments.more) if arguments.more else None
    if before:
        tests = sorted((one for one in tests if before.ended.get(one.name, ("", 0))[0] not in ("passed", "failed", "skipped")),
                       key=lambda one: -before.ended.get(one.name, ("", 0))[1])
    print(f"{len(tests)} tests, {arguments.jobs} at a time", flush=True)
    began = time.monotonic()
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="coverage-", dir=place))
    try:
        ended, heads, sums, executed = whole(tests, arguments, scratch)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    print(f"the tests took {time.monotonic() - began:.0f} s", flush=True)
    with open(out / "tests.txt", "w") as file:
        for number, test in enumerate(tests):
            how, seconds, words = ended[number]
            file.write(f"{how:9} {seconds:7.2f} s  {test.name}\n")
            if how in ("failed", "late"):
                file.write("    " + words.replace("\n", "\n    ") + "\n")
    lines, notes = gather(arguments, heads, sums)
    known = index(tests, ended, executed, notes, ROOT)
    if before:
        before.join(known, lines)
    with gzip.open(out / "functions.json.gz", "wt") as file:
        json.dump(known, file)
    with open(out / "files.txt", "w") as file:
        for path, each in sorted(lines.items()):
            file.write(f"{100 * sum(each.values()) / len(each):5.1f} %  {path}: {ranges(line for line, hit in each.items() if not hit)}\n")
    how = collections.Counter(one[1] for one in known["tests"])
    how.pop("again", None)
    text = "\n".join([*table(lines), "tests: " + ", ".join(f"{count} {name}" for name, count in how.most_common())])
    (out / "rooms.txt").write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
