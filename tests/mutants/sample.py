#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Breaks random places of sim/, kernels/ and app/, one at a time, and tells how many of them a test notices.

    tests/mutants/sample.py --seed 1 --minutes 9 [--jobs N] [--index functions.json.gz] [--out mutants.jsonl] [--count N] [--only REGEX]
    tests/mutants/sample.py --sum mutants.jsonl [...]      the table of what was found

A mutant is one change within a function's text: a comparison or its boundary, an operation, a condition negated, a number one
larger or smaller, a statement left out, another value returned. It is compiled with the flags of the build (which has to be
complete); what is not compiled is dropped, and what becomes the same object as before ("same"): no test can tell these.
With -DBUILD_SHARED_LIBS=ON -DWARPLENS_TOGETHER=OFF a mutant costs the least: one file, one library.
Each has the tree to itself: a file system laid over it, in a mount namespace of its own (root, Linux). The programs that hold it
are linked again as they are needed, and the tests are run that execute its function, as `functions.json.gz` of
coverage.py knows, those of one program several at a time; without that file, those of the programs that hold it, by likeness of name. It is killed by a test
that fails, or takes more than three times as long as it did and 20 s, *and* passes in time without the mutant right afterwards.
With its tests passed it has survived; "unfinished" are those that were not killed in --each seconds. Both count as alive.

All places are equally likely, the order is the seed's, and none begins so late that it would be cut off: what was finished is a
random sample. The bounds are Wilson's, of 95 %.
"""

import argparse
import collections
import ctypes
import filecmp
import gzip
import json
import math
import multiprocessing
import os
import pathlib
import queue
import random
import re
import shlex
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from concurrent import futures

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import suite

ROOMS = ("sim", "kernels", "app")
TOKEN = re.compile(
    r"""(?P<space>\s+)|(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<raw>(?:u8|[uUL])?R"(?P<mark>[^()\s\\]{0,16})\(.*?\)(?P=mark)")"""
    r"""|(?P<text>(?:u8|[uUL])?"(?:\\.|[^"\\\n])*")|(?P<letter>(?:u8|[uUL])?'(?:\\.|[^'\\\n])+')"""
    r"""|(?P<number>\.?[0-9](?:[eEpP][+-]|'?[\w.])*)|(?P<word>[A-Za-z_]\w*)"""
    r"""|(?P<sign><=>|->\*|\.\.\.|<<=|>>=|->|::|\+\+|--|&&|\|\||[<>=!+\-*/%&|^]=|<<|>>|.)""", re.S)
SWAPS = {
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
    "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["/"], "<<": [">>"], ">>": ["<<"], "&": ["|"], "|": ["&"], "^": ["&"],
    "+=": ["-="], "-=": ["+="], "*=": ["/="], "/=": ["*="], "|=": ["&="], "&=": ["|="], "<<=": [">>="], ">>=": ["<<="],
    "&&": ["||"], "||": ["&&"], "++": ["--"], "--": ["++"],
}
KIND = {**dict.fromkeys(("<", "<=", ">", ">=", "==", "!="), "comparison"), **dict.fromkeys(("&&", "||"), "logical")}
KEYWORDS = set("return break continue goto case default if else for while do switch using typedef namespace class struct enum union "
               "template static const constexpr auto throw delete new public private protected friend explicit inline try catch "
               "co_return co_await co_yield static_assert operator sizeof void bool int long unsigned char float double".split())
ASSIGNS = {"=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>="}


def tokens(text):
    """(kind, text, begin, end) of what can be changed: no comment, no string, no line of the preprocessor."""
    result, at, fresh = [], 0, True
    while at < len(text):
        if fresh and (line := re.compile(r"[ \t]*#(?:\\\n|[^\n])*").match(text, at)):
            at = line.end()
            fresh = False
            continue
        found = TOKEN.match(text, at)
        kind = found.lastgroup if found.lastgroup != "mark" else "raw"
        if kind == "space":
            fresh = "\n" in found.group()
        elif kind != "comment":
            fresh = False
            result.append((kind, found.group(), found.start(), found.end()))
        at = found.end()
    return result


def partner(found, at):
    """Where what opens at `at` is closed."""
    depth = 0
    for number in range(at, len(found)):
        sign = found[number][1] if found[number][0] == "sign" else ""
        if sign in ("(", "[", "{"):
            depth += 1
        elif sign in (")", "]", "}"):
            depth -= 1
            if depth == 0:
                return number
    return len(found) - 1


def left_alone(found):
    """Tokens within static_assert(...) and after `#include`-like places that no program executes."""
    alone = set()
    for number, (kind, text, _begin, _end) in enumerate(found):
        if kind == "word" and text in ("static_assert", "requires", "alignas", "sizeof", "decltype", "noexcept") and number + 1 < len(found) and found[number + 1][1] == "(":
            alone.update(range(number, partner(found, number + 1) + 1))
        if kind == "word" and text == "template" and number + 1 < len(found) and found[number + 1][1] == "<":
            depth = 0
            for other in range(number + 1, len(found)):
                alone.add(other)
                depth += {"<": 1, ">": -1, ">>": -2}.get(found[other][1], 0)
                if depth <= 0:
                    break
    return alone


def blocks(found):
    """Which tokens are within a function's braces: those of `) {`, `) const {` and the like, and all within them."""
    inside, stack = set(), []
    for number, (kind, text, _begin, _end) in enumerate(found):
        if kind == "sign" and text == "{":
            back = number - 1
            while back >= 0 and (found[back][1] in ("const", "noexcept", "override", "mutable", "final", "else", "do", "try") or
                                 found[back][1] in ("->", "::", "&", "*", "<", ">", ",") or
                                 (found[back][0] == "word" and back and found[back - 1][1] in ("->", "::", "<", ","))):
                back -= 1
            of_function = back >= 0 and found[back][1] in (")", "]")
            stack.append(of_function or bool(stack and stack[-1]))
        elif kind == "sign" and text == "}" and stack:
            stack.pop()
        elif stack and stack[-1]:
            inside.add(number)
    return inside


def statement_from(found, number):
    """The end of a statement that calls or assigns, beginning at `number`; None of a declaration or anything else."""
    if found[number - 1][1] not in (";", "{", "}", ")", "else", ":") or found[number][0] != "word" or found[number][1] in KEYWORDS:
        return None
    if found[number - 1][1] == ":" and not (number > 2 and found[number - 3][1] == "case"):
        return None
    at = number + 1
    while at + 1 < len(found) and found[at][1] in ("::", ".", "->") and found[at + 1][0] == "word":
        at += 2
    if found[at][1] not in ("(", "[", "++", "--") and found[at][1] not in ASSIGNS:
        return None
    while at < len(found) and found[at][1] != ";":
        if found[at][1] in ("(", "[", "{"):
            at = partner(found, at)
        elif found[at][1] in ("}", ")"):
            return None
        at += 1
    return at if at < len(found) else None


def other_number(text):
    if (found := re.fullmatch(r"(0[xX][0-9a-fA-F']+|[0-9][0-9']*)([uUlLzZ]*)", text)):
        digits = found.group(1).replace("'", "")
        value = int(digits, 16) if digits[:2] in ("0x", "0X") else int(digits, 8 if len(digits) > 1 and digits[0] == "0" else 10)
        return [f"{one}{found.group(2)}" for one in (value + 1, value - 1) if one >= 0]
    if (found := re.fullmatch(r"([0-9]+\.[0-9]*|\.[0-9]+)(f?)", text)):
        return [f"({float(found.group(1)) + more}{found.group(2)})" for more in (1.0, -1.0)]
    return []


def mutants_of(path, text):
    """All changes of one file: (kind, begin, end, what is put there). No line is added or taken."""
    found = tokens(text)
    alone, inside = left_alone(found), blocks(found)
    result = []

    def put(kind, begin, end, new):
        result.append((kind, begin, end, new + "\n" * text[begin:end].count("\n")))

    for number in sorted(inside - alone):
        kind, word, begin, end = found[number]
        if kind == "sign" and word in SWAPS:
            apart = text[begin - 1] in " \n" and text[end : end + 1] in (" ", "\n")
            if word in ("++", "--") or apart:
                put(KIND.get(word, "arithmetic"), begin, end, random_of(path, begin).choice(SWAPS[word]))
        elif kind == "number" and found[number - 1][1] != "case" and (others := other_number(word)):
            put("number", begin, end, random_of(path, begin).choice(others))
        elif kind == "word" and word in ("if", "while") and found[number + 1][1] == "(":
            last = partner(found, number + 1)
            held = [one[1] for one in found[number + 2 : last]]
            declares = ";" in held or (len(held) > 2 and held[0] in ("const", "auto")) or any(one == "=" for one in held)
            if held and not declares:
                put("condition", found[number + 1][3], found[last][2], f"!({text[found[number + 1][3]:found[last][2]]})")
        elif kind == "word" and word == "return" and found[number + 1][1] != ";":
            last = number + 1
            while last < len(found) and found[last][1] != ";":
                last = partner(found, last) + 1 if found[last][1] in ("(", "[", "{") else last + 1
            if last < len(found):
                value = text[found[number + 1][2]:found[last][2]]
                other = {"true": "false", "false": "true"}.get(value)
                options = [f"return {other};"] if other else ["return {};", f"return !({value});", f"return ({value}) + 1;"]
                put("return", begin, found[last][3], random_of(path, begin).choice(options))
        if (last := statement_from(found, number)) is not None and number in inside:
            put("statement", begin, found[last][3], ";")
    return [each for each in result if text[each[1]:each[2]] != each[3]]


def random_of(path, place):
    return random.Random(f"{path}:{place}")


class Graph:
    """Of build.ninja: what is linked of what, and which programs a test may start."""

    def __init__(self, build):
        self.build = build
        self.links, self.inputs, self.reached = {}, {}, {}
        logical = re.sub(r"\$\n\s*", "", (build / "build.ninja").read_text())
        for line in logical.splitlines():
            if not line.startswith("build "):
                continue
            outs, _, ins = line[6:].partition(": ")
            names = [self.short(one) for one in re.split(r"(?<!\$) ", outs) if one and one != "|"]
            rule, *words = [one for one in re.split(r"(?<!\$) ", ins) if one]
            real = words[: words.index("||")] if "||" in words else words
            for name in names:
                self.inputs[name] = [self.short(one) for one in words if one not in ("|", "||")]
                if "_LINKER__" in rule:
                    self.links[name] = (rule, [self.short(one) for one in real if one != "|"])

    def short(self, name):
        name = name.replace("$:", ":").replace("$ ", " ").replace("${cmake_ninja_workdir}", "")
        return os.path.relpath(name, self.build) if name.startswith(str(self.build)) else name

    def static(self, name):
        return "_STATIC_LIBRARY_" in self.links[name][0]

    def hold(self, objects):
        """Archives that hold these objects (with the objects), and what has to be linked again, in order."""
        archives = {name: [one for one in ins if one in objects] for name, (_rule, ins) in self.links.items()
                    if self.static(name) and any(one in objects for one in ins)}
        changed = set(objects) | set(archives)
        return archives, {name for name, (_rule, ins) in self.links.items() if not self.static(name) and not changed.isdisjoint(ins)}

    def needs(self, name):
        """All that is linked and that `name` is linked to or has to be built after: what a test may start."""
        if name not in self.reached:
            seen, todo = set(), [name]
            while todo:
                for one in self.inputs.get(todo.pop(), []):
                    if one not in seen:
                        seen.add(one)
                        todo.append(one)
            self.reached[name] = {one for one in seen | {name} if one in self.links and not self.static(one)}
        return self.reached[name]


class Plan:
    """What all mutants share: the sources, how they are compiled, the tests and who executes what."""

    def __init__(self, arguments):
        self.root, self.build = arguments.root, arguments.build
        self.graph = Graph(self.build)
        self.commands = collections.defaultdict(list)
        for one in json.loads((self.build / "compile_commands.json").read_text()):
            words = shlex.split(one["command"])
            if words[0].endswith("cmake"): # a launcher: the compiler's cache, which is not for broken files
                words = words[next(n for n, word in enumerate(words) if word.endswith("ccache")) + 1:]
            elif words[0].endswith("ccache"):
                words = words[1:]
            for file in self.compiled_by(pathlib.Path(one["file"])):
                place = os.path.relpath(file, self.root)
                if place.split("/")[0] in ROOMS and place.endswith(".cpp"):
                    self.commands[place].append((words, words[words.index("-o") + 1]))
        self.tests = [one for one in suite.pieces(self.build) if not (arguments.without and re.search(arguments.without, one.name))]
        self.numbers = {one.name: number for number, one in enumerate(self.tests)}
        self.index = None
        if arguments.index:
            with gzip.open(arguments.index, "rt") as file:
                self.index = json.load(file)
            self.executing = {place: [(first, last, self.known(numbers)) for first, last, numbers in each]
                              for place, each in self.index["functions"].items()}
            self.seconds = {one[0]: one[2] for one in self.index["tests"]}
            ended = {one[0] for one in self.index["tests"] if one[1] in ("passed", "failed", "skipped")}
            self.unknown = [number for number, one in enumerate(self.tests) if one.name not in ended]
        self.sites = [(place, *each) for place in sorted(self.commands) if re.search(arguments.only, place)
                      for each in mutants_of(place, (self.root / place).read_text())]

    def compiled_by(self, file):
        """The sources in it: a file of CMake's that holds several includes them."""
        if file.parent.name != "Unity":
            return [file]
        return re.findall(r'^#include "([^"]+)"', file.read_text(), re.M)

    def known(self, numbers):
        result = set()
        for part in numbers.split():
            first, _, last = part.partition("-")
            for number in range(int(first), int(last or first) + 1):
                name, how, _seconds = self.index["tests"][number]
                if how == "passed" and name in self.numbers:
                    result.add(self.numbers[name])
        return result

    def candidates(self, place, line, programs):
        """Numbers of tests that execute the place, and of those of which this is not known."""
        if self.index is None:
            return [], [number for number, one in enumerate(self.tests) if self.runs(one) & programs]
        unknown = [number for number in self.unknown if self.runs(self.tests[number]) & programs]
        functions = self.executing.get(place, [])
        around = [one for one in functions if one[0] <= line <= one[1]]
        if around:
            inner = max(one[0] for one in around)
            around = [one for one in around if one[0] == inner]
            return sorted(set().union(*(one[2] for one in around))), unknown
        return sorted(set().union(*(one[2] for one in functions))) if functions else [], unknown

    def runs(self, test):
        names = [os.path.relpath(word, self.build) for word in test.command if word.startswith(str(self.build) + "/")]
        return set().union(*(self.graph.needs(one) for one in names)) if names else set()

    def took(self, number):
        return self.seconds.get(self.tests[number].name, 60) if self.index else 60

    def batches(self, order):
        """In this order; what follows one another in one program is run at once, a few seconds of it."""
        result, spent = [], 0.0
        for number in order:
            if result and spent + self.took(number) < 10 and suite.can_be_together(self.tests[result[-1][-1]], self.tests[number]):
                result[-1].append(number)
            else:
                result.append([number])
                spent = 0.0
            spent += self.took(number)
        return result

    def order(self, place, numbers):
        """The short ones of all programs first, what is like the place in its name before others; those of one program together,
        since it has to be linked. A window's test takes as long as hundreds of others."""
        def stems(words):
            return {word.rstrip("s") for word in words} - {"cpp", "sim", "app", "kernel", "test", ""}

        words = stems(re.split(r"\W|_", place.lower()))

        def likeness(test):
            mine = re.split(r"\W|_", (test.name + " " + os.path.basename(test.program)).lower())
            return len(words & stems([*mine, *(part.lower() for part in re.findall(r"[A-Z]?[a-z]+", test.name))]))

        pieces, first = [], {}
        for number in numbers:
            test = self.tests[number]
            took = self.seconds.get(test.name, 1e3 if test.properties.get("COST") else 1) if self.index else 1
            length = sum(took > limit for limit in (2, 10, 60))
            pieces.append((length, -likeness(test), took, test.program, number))
        for length, like, took, program, _number in sorted(pieces):
            first.setdefault((length, program), (like, took))
        pieces.sort(key=lambda one: (one[0], first[one[0], one[3]], one[3], one[1], one[2]))
        return [number for *_order, number in pieces]


LAY = """mount -t tmpfs tmpfs {room} && mkdir {room}/up {room}/work &&
mount -t overlay overlay -o lowerdir={root},upperdir={room}/up,workdir={room}/work {root}"""


class Mutant:
    """One of them, in a process and a mount namespace of its own."""

    def __init__(self, plan, arguments, site, room, asked):
        self.plan, self.arguments, self.room, self.asked = plan, arguments, room, asked
        self.place, self.kind, self.begin, self.end, self.new = site
        self.text = (plan.root / self.place).read_text()
        self.line = self.text.count("\n", 0, self.begin) + 1
        self.linked, self.began = set(), time.monotonic()

    def told(self, verdict, **more):
        old = self.text[self.begin:self.end]
        return {"place": f"{self.place}:{self.line}", "kind": self.kind, "old": old[:160], "new": self.new.strip()[:170] or "nothing",
                "verdict": verdict, "seconds": round(time.monotonic() - self.began, 1), **more}

    def run(self):
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.unshare(0x00020000) != 0:
            raise OSError(ctypes.get_errno(), "no mount namespace of its own: root is needed")
        subprocess.run(["mount", "--make-rprivate", "/"], check=True)
        subprocess.run(["sh", "-c", LAY.format(root=self.plan.root, room=self.room)], check=True)
        os.chdir(self.plan.build)
        (self.plan.root / self.place).write_text(self.text[: self.begin] + self.new + self.text[self.end:])
        changed = set()
        for words, target in self.plan.commands[self.place]:
            before = f"{target}.before"
            os.rename(target, before)
            done = subprocess.run(words, capture_output=True, text=True)
            if done.returncode != 0:
                words = [one for one in done.stderr.splitlines() if "error" in one]
                return self.told("not compiled", why=words[0][-200:] if words else "")
            if not filecmp.cmp(target, before, shallow=False):
                changed.add(target)
        if not changed:
            return self.told("same")
        return self.test(changed)

    def link(self, programs):
        for name in sorted(programs - self.linked, key=lambda one: one.startswith("bin/")):
            command = subprocess.run(["ninja", "-t", "commands", "-s", name], capture_output=True, text=True, check=True).stdout
            done = subprocess.run(["sh", "-c", command], capture_output=True, text=True)
            if done.returncode != 0:
                raise RuntimeError(f"{name} is not linked: {done.stderr[-300:]}")
            self.linked.add(name)

    def without(self, test, limit):
        """The same test on the tree as it is."""
        room = tempfile.mkdtemp(prefix="without-")
        lay = LAY.format(root=self.plan.root, room=room) + f' && cd {shlex.quote(test.cwd or str(self.plan.build))} && exec "$@"'
        prefix = ["nsenter", f"--mount=/proc/{self.arguments.main}/ns/mnt", "unshare", "-m", "sh", "-c", lay, "sh"]
        try:
            return suite.run(test, limit, None, prefix)
        finally:
            os.rmdir(room)

    def test(self, changed):
        archives, programs = self.plan.graph.hold(changed)
        for archive, objects in archives.items():
            subprocess.run(["ar", "r", archive, *objects], check=True, capture_output=True)
            subprocess.run(["ranlib", archive], check=True)
        # What tests start is linked at once: they find it by its path, whether or not the build knows that they do.
        started = {one for one in programs if not (one.startswith("bin/") and one.endswith("_test"))}
        numbers, unknown = self.plan.candidates(self.place, self.line, programs)
        if not numbers and not unknown:
            return self.told("survived", tests=0, of=0, why="no test executes it")
        done, doubtful, ran = 0, [], []
        order = self.plan.order(self.place, numbers) + self.plan.order(self.place, unknown)
        order = order[self.asked:] + order[:self.asked] # those that passed last time come last
        todo, running, stop = self.plan.batches(order), {}, threading.Event()
        end = time.monotonic() + self.arguments.each
        with futures.ThreadPoolExecutor(self.arguments.at_once) as pool:
            while todo or running:
                if time.monotonic() > end:
                    stop.set()
                    return self.told("unfinished", tests=done, of=len(order), ran=ran[:10])
                while todo and len(running) < self.arguments.at_once:
                    batch = todo.pop(0)
                    test = suite.together([self.plan.tests[number] for number in batch])
                    limit = 3 * sum(self.plan.took(number) for number in batch) + 20
                    self.link(started | programs & self.plan.runs(test))
                    running[pool.submit(suite.run, test, limit, early=True, stop=stop)] = (batch, test.name)
                for one in futures.wait(running, timeout=max(0.1, end - time.monotonic()), return_when=futures.FIRST_COMPLETED).done:
                    batch, name = running.pop(one)
                    ended = one.result()
                    ran.append(f"{name}: {ended.how}")
                    if ended.how not in ("failed", "late"):
                        done += len(batch)
                        continue
                    first = self.failing(batch, ended)
                    if first is None and len(batch) > 1: # each by itself
                        todo[:0] = [[number] for number in batch]
                        continue
                    number = batch[0] if first is None else first
                    test, limit = self.plan.tests[number], 3 * self.plan.took(number) + 20
                    again = self.without(test, limit)
                    if again.how == "passed" and (ended.how == "failed" or 2 * again.seconds < limit):
                        stop.set()
                        words = re.findall(r"^(?:FAIL!.*|.*Failure)$", ended.words, re.M)
                        return self.told("killed", by=test.name, how=ended.how, tests=done + 1, of=len(order), why=" ".join(words)[:200])
                    doubtful.append(test.name)
                    done += 1
                    if left := [one for one in batch if one != number]:
                        todo.insert(0, left)
        return self.told("survived", tests=done, of=len(order), ran=ran[:10], **({"doubtful": doubtful} if doubtful else {}))

    def failing(self, batch, ended):
        """Which of them has failed: that began last, as far as its program says so."""
        if len(batch) == 1:
            return batch[0]
        begun = re.findall(r"^\[ RUN {6}\] (\S+)", ended.words, re.M)
        return next((number for number in batch if begun and suite.filter_of(self.plan.tests[number]) == begun[-1]), None)


def child(plan, arguments, number, site, room, asked, results):
    try:
        result = Mutant(plan, arguments, site, room, asked).run()
    except BaseException:
        result = {"place": site[0], "kind": site[1], "verdict": "fault", "why": traceback.format_exc()[-1500:]}
    results.put((number, {"number": number, "seed": arguments.seed, **result}))


def sample(arguments):
    plan = Plan(arguments)
    per_room = collections.Counter(one[0].split("/")[0] for one in plan.sites)
    print(f"{len(plan.sites)} places ({', '.join(f'{room} {count}' for room, count in per_room.items())}), {len(plan.tests)} tests", flush=True)
    order = random.Random(arguments.seed).sample(range(len(plan.sites)), len(plan.sites))
    todo = list(range(min(len(order), arguments.count or len(order))))
    asked = {}
    if arguments.again:
        found = [json.loads(line) for line in open(arguments.again)]
        todo = sorted(one["number"] for one in found if one["seed"] == arguments.seed and one["verdict"] not in ("killed", "same", "not compiled"))
        asked = {one["number"]: one["tests"] for one in found if one["seed"] == arguments.seed and one["verdict"] == "unfinished"}
        if any(plan.sites[order[one["number"]]][0] != one["place"].split(":")[0] for one in found if one["seed"] == arguments.seed):
            sys.exit(f"{arguments.again} is of other sources")
    if arguments.list:
        for number in order[: arguments.count or 20]:
            place, kind, begin, end, new = plan.sites[number]
            text = (plan.root / place).read_text()
            print(f"{place}:{text.count(chr(10), 0, begin) + 1} {kind}: {text[begin:end]!r} -> {new!r}")
        return
    arguments.main = os.getpid()
    end = time.monotonic() + 60 * arguments.minutes
    context = multiprocessing.get_context("fork")
    results = context.Queue()
    running, rooms = {}, {}
    with open(arguments.out, "a") as file:
        while True:
            may_begin = time.monotonic() < end - arguments.each - 60 and todo
            if not running and not may_begin:
                break
            if may_begin and len(running) < arguments.jobs:
                next_one = todo.pop(0)
                rooms[next_one] = tempfile.mkdtemp(prefix="mutant-") # what is mounted there goes with its process
                running[next_one] = context.Process(target=child, args=(plan, arguments, next_one, plan.sites[order[next_one]],
                                                                        rooms[next_one], asked.get(next_one, 0), results))
                running[next_one].start()
                continue
            try:
                number, result = results.get(timeout=max(0.1, min(5, end - time.monotonic())))
            except queue.Empty:
                if time.monotonic() > end:
                    break
                continue
            running.pop(number).join()
            os.rmdir(rooms.pop(number))
            file.write(json.dumps(result) + "\n")
            file.flush()
            if arguments.loud:
                print(f"{result['verdict']:12} {result['place']} {result.get('old', '')!r} -> {result.get('new', '')!r} {result.get('by', '')} {result.get('why', '')}", flush=True)
        for number, one in running.items():
            one.kill()
            one.join()
            os.rmdir(rooms[number])
            file.write(json.dumps({"number": number, "seed": arguments.seed, "place": plan.sites[order[number]][0],
                                   "kind": plan.sites[order[number]][1], "verdict": "cut off"}) + "\n")
    print_sum([*([arguments.again] if arguments.again else []), arguments.out])


def wilson(hit, of, z=1.96):
    if of == 0:
        return 0.0, 1.0
    share, extent = hit / of, z * math.sqrt(hit * (of - hit) / of + z * z / 4)
    return (hit + z * z / 2 - extent) / (of + z * z), (hit + z * z / 2 + extent) / (of + z * z)


def print_sum(paths):
    last = {}
    for path in paths:
        for one in map(json.loads, open(path)):
            last[one["seed"], one["number"]] = one # what was asked again counts as it came out then
    found = list(last.values())
    verdicts = collections.Counter(one["verdict"] for one in found)
    print(", ".join(f"{count} {name}" for name, count in verdicts.most_common()))

    def row(name, these):
        killed = sum(one["verdict"] == "killed" for one in these)
        alive = sum(one["verdict"] in ("survived", "unfinished") for one in these)
        low, high = wilson(killed, killed + alive)
        late = sum(one.get("how") == "late" for one in these)
        untouched = sum(one.get("of") == 0 and one["verdict"] == "survived" for one in these)
        unfinished = sum(one["verdict"] == "unfinished" for one in these)
        if killed + alive:
            print(f"{name:14} {killed:4} of {killed + alive:4} killed = {100 * killed / (killed + alive):5.1f} % ({100 * low:.0f} to {100 * high:.0f}); "
                  f"{late} of them late; alive: {untouched} executed by no test, {unfinished} unfinished")

    row("all", found)
    for room in ROOMS:
        row(room, [one for one in found if one["place"].startswith(room + "/")])
    for kind in sorted({one["kind"] for one in found}):
        row(kind, [one for one in found if one["kind"] == kind])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    root = pathlib.Path(__file__).resolve().parents[2]
    parser.add_argument("--root", type=pathlib.Path, default=root)
    parser.add_argument("--build", type=pathlib.Path, default=None)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--each", type=float, default=100, help="seconds of tests for one mutant, about")
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    parser.add_argument("--at-once", type=int, default=1, help="tests of one mutant")
    parser.add_argument("--count", type=int, default=0, help="how many at most")
    parser.add_argument("--index", type=pathlib.Path, default=None)
    parser.add_argument("--only", default="", help="files whose names hold this regular expression")
    parser.add_argument("--without", default="", help="tests whose names hold this regular expression are not asked")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("mutants.jsonl"))
    parser.add_argument("--again", type=pathlib.Path, default=None, help="those of this file (and --seed) that were not killed, once more")
    parser.add_argument("--list", action="store_true", help="says which they would be, and no more")
    parser.add_argument("--loud", action="store_true")
    parser.add_argument("--sum", nargs="+", default=None)
    arguments = parser.parse_args()
    if arguments.sum:
        print_sum(arguments.sum)
        return
    arguments.root = arguments.root.resolve()
    arguments.build = (arguments.build or arguments.root / "build").resolve()
    arguments.out = arguments.out.resolve()
    sample(arguments)


if __name__ == "__main__":
    main()
