#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Hundreds of the mutants of sample.py in one build, each behind a number of the environment: a computer of two cores asks a
program about all of them in the time that it takes to compile once.

    tests/mutants/at_once.py put --root COPY --seed 1 --count 300 --only '^app/'     changes the sources of COPY, a tree of its own
    tests/mutants/at_once.py drop --root COPY < what the compiler said               takes out what does not compile; then build again
    tests/mutants/at_once.py ask --root COPY --programs bin/look_test bin/model_test --out found.jsonl [--each 60]
    tests/mutants/at_once.py sum found.jsonl [...]

`put` writes what was drawn to COPY/mutants.json. `ask` first runs each
test of these programs by itself, and notes which mutants it comes by (GoogleTest's tests, and functions of QtTest's); then, for each
mutant, those that do, the short ones first, until one fails. What does not compile so (a constant of the compiler's, mostly) is not
counted.
"""

import argparse
import collections
import json
import mmap
import os
import pathlib
import random
import re
import subprocess
import sys
import time
from concurrent import futures

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import sample

HEAD = r"""#pragma once
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

@PRAGMAS@

namespace mutants {

inline constexpr int most = 1 << 16;

struct Asked {
    int number = -1;
    volatile char* reached = nullptr;

    Asked() {
        if (const char* text = std::getenv("MUTANT"))
            number = std::atoi(text);
        if (const char* path = std::getenv("MUTANTS_REACHED")) {
            const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
            if (file < 0 || ftruncate(file, most) != 0)
                std::abort();
            void* const all = mmap(nullptr, most, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
            close(file);
            if (all == MAP_FAILED)
                std::abort();
            reached = static_cast<volatile char*>(all);
        }
    }
};

inline bool is(int number) {
    static const Asked asked;
    if (asked.reached)
        asked.reached[number] = 1;
    return asked.number == number;
}

/// What stands between the operands of an operator: `a + Tag<7>{} + b` is a + b, or what number 7 makes of it.
template <int Number> struct Tag {};
template <class Left, int Number> struct Half {
    const Left& left;
};

template <class Right> bool logical(bool and_, int number, bool left, const Right& right) {
    return is(number) == and_ ? left || right() : left && right();
}

} // namespace mutants
"""

HEAD = HEAD.replace("@PRAGMAS@", "\n".join(f'#pragma GCC diagnostic ignored "-W{one}"' for one in """
narrowing parentheses sign-compare shadow extra dangling-else
unused-value unused-variable unused-but-set-variable unused-function maybe-uninitialized uninitialized
return-type int-in-bool-context bool-compare tautological-compare type-limits sequence-point
pedantic overflow empty-body implicit-fallthrough address nonnull
bool-operation misleading-indentation enum-compare deprecated-enum-enum-conversion shift-count-negative shift-count-overflow
div-by-zero deprecated-declarations logical-not-parentheses unused-parameter unused-local-typedefs
""".split()))

OPERATOR = """
template <class Left> mutants::Half<Left, {n}> operator{old}(const Left& left, mutants::Tag<{n}>) {{ return {{left}}; }}
template <class Left, class Right> decltype(auto) operator{old}(const mutants::Half<Left, {n}>& half, const Right& right) {{
    static_assert(requires {{ half.left {new} right; }});
    using Result = decltype(half.left {old} right);
    return mutants::is({n}) ? static_cast<Result>(half.left {new} right) : static_cast<Result>(half.left {old} right);
}}"""


def flattened(text):
    """In one line: so every line keeps its number."""
    return re.sub(r"\s*\n\s*", " ", re.sub(r"//[^\n]*", "", text))


OPENING, CLOSING = ("(", "[", "{"), (")", "]", "}")
STATEMENT = (";", "{", "}", "else")


class File:
    """One source, and the changes of it that were drawn."""

    def __init__(self, text):
        self.text = text
        self.found = sample.tokens(text)
        self.at = {begin: number for number, (_kind, _word, begin, _end) in enumerate(self.found)}
        self.edits = [] # (begin, end, before, old's place taken by this or None, after)
        self.head = []

    def word(self, number):
        return self.found[number][1] if 0 <= number < len(self.found) else ";"

    def flat(self, begin, end):
        return flattened(self.text[begin:end])

    def left(self, number, stops):
        """The first token of what stands left of `number`, at its depth."""
        at = number - 1
        while at >= 0:
            if self.word(at) in CLOSING:
                depth = 0
                while at >= 0:
                    depth += (self.word(at) in CLOSING) - (self.word(at) in OPENING)
                    if depth == 0:
                        break
                    at -= 1
                if self.word(at - 1) in ("if", "for", "while", "switch"):
                    return sample.partner(self.found, at) + 1
            elif self.word(at) in OPENING or self.word(at) in stops:
                break
            at -= 1
        return at + 1

    def right(self, number, stops):
        """The last token of what stands right of `number`, at its depth."""
        at = number + 1
        while at < len(self.found) and self.word(at) not in CLOSING and self.word(at) not in stops:
            at = sample.partner(self.found, at) + 1 if self.word(at) in OPENING else at + 1
        return at - 1

    def chain(self, number, step):
        """The operand of ++ or --: names, calls and subscripts that follow one another."""
        at = number + step
        last = None
        while 0 <= at < len(self.found):
            word, kind = self.word(at), self.found[at][0]
            if step > 0 and word in ("(", "["):
                at = sample.partner(self.found, at)
            elif step < 0 and word in (")", "]"):
                at = self.left(at + 1, STATEMENT + (",", "=", "return")) if word == ")" else self.left_bracket(at)
            elif kind != "word" and word not in (".", "->", "::") and not (word == "*" and step > 0 and at == number + 1):
                break
            elif kind == "word" and last == "word":
                break
            last = kind
            at += step
        return at - step

    def left_bracket(self, at):
        depth = 0
        while at >= 0:
            depth += (self.word(at) in CLOSING) - (self.word(at) in OPENING)
            if depth == 0:
                return at
            at -= 1
        return 0

    def put(self, number, kind, begin, end, new):
        """Both ways are there, the new one behind its number."""
        is_it = f"mutants::is({number})"
        new = new.strip() or ";"
        old = self.text[begin:end]
        where = self.at.get(begin)
        if kind == "number":
            self.edits.append((begin, end, f"({is_it} ? {new} : ", None, ")"))
        elif kind == "condition":
            self.edits.append((begin, end, f"({is_it} != static_cast<bool>(", None, "))"))
        elif kind == "statement":
            self.edits.append((begin, end, f"{{ if (!{is_it}) {{ ", None, " } }"))
        elif kind == "return":
            self.edits.append((begin, end, f"{{ if ({is_it}) {flattened(new)} ", None, " }"))
        elif kind == "logical":
            stops = (";", ",", "return", "throw", "?", ":", "else", "||", *sample.ASSIGNS)
            # && binds stronger: its operands end at ||; those of || hold &&.
            if old == "&&":
                first, last = self.left(where, stops), self.right(where, stops + ("&&",))
            else:
                stops = tuple(one for one in stops if one != "||")
                first, last = self.left(where, stops), self.right(where, stops + ("||",))
            self.edits.append((self.found[first][2], self.found[last][3],
                               f"mutants::logical({'true' if old == '&&' else 'false'}, {number}, static_cast<bool>(", None, "); })"))
            self.edits.append((begin, end, "", "), [&]() -> bool { return static_cast<bool>(", ""))
        elif old in ("++", "--"):
            before = self.word(where + 1) in ("*", "(") or self.found[where + 1][0] == "word"
            if before and (self.found[where - 1][0] == "word" or self.word(where - 1) in (")", "]")) and self.word(where - 1) not in ("return", "else"):
                before = self.word(where + 1) != ";" and self.word(where + 1) not in (")", ",")
            if before:
                last = self.chain(where, 1)
                self.edits.append((begin, self.found[last][3], f"({is_it} ? {new}{self.flat(end, self.found[last][3])} : ", None, ")"))
            else:
                first = self.chain(where, -1)
                self.edits.append((self.found[first][2], end, f"({is_it} ? {self.flat(self.found[first][2], begin)}{new} : ", None, ")"))
        elif old.endswith("=") and old not in ("==", "!=", "<=", ">="):
            first, last = self.left(where, STATEMENT + (",", ":")), self.right(where, (";", ","))
            head, tail = self.flat(self.found[first][2], begin), self.flat(end, self.found[last][3])
            self.edits.append((self.found[first][2], self.found[last][3], f"({is_it} ? ({head}{new}{tail}) : (", None, "))"))
        else:
            self.head.append(OPERATOR.format(n=number, old=old, new=new))
            self.edits.append((begin, end, "", f"{old} mutants::Tag<{number}>{{}} {old}", ""))

    def changed(self):
        """The whole, with as many lines as before."""
        inserts = collections.defaultdict(lambda: ["", "", None]) # what ends there, what begins there, what is taken away up to where
        constants = set()
        for begin, end, before, taken, after in sorted(self.edits, key=lambda one: (one[0], -one[1])):
            if taken is not None:
                inserts[begin][1] += taken
                inserts[begin][2] = end
            else:
                inserts[begin][1] += before
            constants.add(begin)
        for begin, end, before, taken, after in sorted(reversed(self.edits), key=lambda one: (one[1], -one[0])):
            if taken is None:
                inserts[end][0] += after
        for place in self.constants(constants):
            inserts[place][1] = "const"
            inserts[place][2] = place + len("constexpr")
        result, at = "", 0
        for place in sorted(inserts):
            ends, begins, taken = inserts[place]
            result += self.text[at:place] + ends + begins
            at = taken if taken is not None else place
        result += self.text[at:]
        head = " ".join(line.strip() for one in self.head for line in one.splitlines())
        return f'#include "mutants.h"\nnamespace mutants {{ {head} }}\n#line 1\n{result}'

    def constants(self, places):
        """`constexpr` of declarations within functions that hold a change: no constant of the compiler's any more."""
        inside = sample.blocks(self.found)
        for place in places:
            number = self.at.get(place)
            if number is None:
                continue
            first = self.left(number, (";",))
            while first > 0 and self.word(first - 1) not in (";", "{", "}"):
                first = self.left(first - 1, (";",)) # out of brackets
            for one in (first, first + 1):
                if self.word(one) == "constexpr" and one in inside:
                    yield self.found[one][2]


def put(arguments):
    root = arguments.root.resolve()
    places = sorted(str(one.relative_to(root)) for room in sample.ROOMS for one in (root / room).rglob("*.cpp"))
    places = [one for one in places if re.search(arguments.only, one)]
    sites = [(place, *each) for place in places for each in sample.mutants_of(place, (root / place).read_text())]
    drawn = random.Random(arguments.seed).sample(range(len(sites)), min(arguments.count, len(sites)))
    all_of_them = []
    for number, which in enumerate(drawn):
        place, kind, begin, end, new = sites[which]
        text = (root / place).read_text()
        all_of_them.append({"number": number, "place": place, "line": text.count("\n", 0, begin) + 1, "kind": kind, "begin": begin, "end": end,
                            "old": text[begin:end], "new": new.strip(), "seed": arguments.seed})
    print(f"{len(all_of_them)} of {len(sites)} places")
    keep(root, {"of": len(sites), "mutants": all_of_them})
    write(root, all_of_them, all_of_them)


def keep(root, state):
    (root / "mutants.json").write_text(json.dumps(state, indent=1))


def write(root, all_of_them, files_of):
    """The sources of `files_of`, from what git has of them, with those that are not dropped."""
    if not (root / "mutants.h").exists():
        (root / "mutants.h").write_text(HEAD)
    written = set()
    for place in sorted({one["place"] for one in files_of}):
        file = File(subprocess.run(["git", "show", f"HEAD:{place}"], cwd=root, check=True, capture_output=True, text=True).stdout)
        for one in all_of_them:
            if one["place"] == place and "dropped" not in one:
                file.put(one["number"], one["kind"], one["begin"], one["end"], one["new"])
        text = file.changed() if file.edits else file.text
        if text != (root / place).read_text():
            (root / place).write_text(text)
            written.add(place)
    return written


def drop(arguments):
    root = arguments.root.resolve()
    state = json.loads((root / "mutants.json").read_text())
    said = sys.stdin.read()
    rewritten = write(root, state["mutants"], state["mutants"]) # where this program has changed since
    lines = {(path, int(line)) for path, line in re.findall(r"(?:^|/)((?:app|sim|kernels)/[\w/]+\.cpp):(\d+):\d+: (?:error|  required)", said, re.M)}
    lines |= {(path, int(line)) for path, line in re.findall(r"((?:app|sim|kernels)/[\w/]+\.cpp):(\d+):\d+:   required from", said)}
    near = []
    for one in state["mutants"]:
        last = one["line"] + one["old"].count("\n")
        if one["place"] not in rewritten and "dropped" not in one and any(path == one["place"] and one["line"] <= line <= last for path, line in lines):
            one["dropped"] = True
            near.append(one)
    hit = {one["place"] for one in near}
    for path, line in sorted(lines):
        if path not in hit and path not in rewritten: # the error is said of another line of the same statement: the nearest goes
            these = [one for one in state["mutants"] if one["place"] == path and "dropped" not in one]
            if these:
                nearest = min(these, key=lambda one: abs(one["line"] - line))
                nearest["dropped"] = True
                near.append(nearest)
    for one in near:
        print(f"dropped: {one['place']}:{one['line']} {one['kind']} {one['old'][:60]!r} -> {one['new'][:60]!r}")
    keep(root, state)
    write(root, state["mutants"], near)
    print(f"{sum('dropped' in one for one in state['mutants'])} of {len(state['mutants'])} dropped")


class Test:
    def __init__(self, program, name, qt):
        self.program, self.name, self.qt = program, name, qt
        self.seconds, self.reached, self.failed = 0.0, set(), False


def environment(more):
    home = os.environ.get("TMPDIR", "/tmp") + "/mutants-home"
    os.makedirs(home, exist_ok=True)
    return {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": home, "CUDA_VISIBLE_DEVICES": "", **more}


def run(build, program, names, qt, limit, more):
    words = [str(build / program), *names] if qt else [str(build / program), f"--gtest_filter={':'.join(names)}", "--gtest_fail_fast", "--gtest_brief=1"]
    began = time.monotonic()
    process = subprocess.Popen(words, cwd=build, env=environment(more), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                               start_new_session=True)
    try:
        said, _ = process.communicate(timeout=limit)
        return process.returncode, said, time.monotonic() - began
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        process.communicate()
        return "late", "", time.monotonic() - began


def tests_of(build, program):
    listed = subprocess.run([str(build / program), "--gtest_list_tests"], capture_output=True, text=True, env=environment({}), cwd=build)
    result, suite = [], ""
    if listed.returncode == 0 and re.search(r"^\w+\S*\.$", listed.stdout, re.M):
        for line in listed.stdout.splitlines():
            line = line.split("#")[0].rstrip()
            if line.startswith("  "):
                result.append(Test(program, suite + line.strip(), False))
            elif line.endswith("."):
                suite = line
        return [one for one in result if "DISABLED_" not in one.name]
    listed = subprocess.run([str(build / program), "-functions"], capture_output=True, text=True, env=environment({}), cwd=build)
    return [Test(program, one, True) for one in re.findall(r"^(\w+)\(\)$", listed.stdout, re.M)]


def ask(arguments):
    root = arguments.root.resolve()
    build = (arguments.build or root / "build").resolve()
    all_of_them = [one for one in json.loads((root / "mutants.json").read_text())["mutants"] if "dropped" not in one]
    decided = {json.loads(line)["number"] for path in arguments.without_those_of for line in open(path)}
    all_of_them = [one for one in all_of_them if one["number"] not in decided and re.search(arguments.only, one["place"])]
    all_of_them = all_of_them[: arguments.first or None]
    tests = [one for program in arguments.programs for one in tests_of(build, program) if not (arguments.without and re.search(arguments.without, one.name))]
    if arguments.tests:
        tests = [one for one in tests if re.search(arguments.tests, one.name)]
    folder = pathlib.Path(os.environ.get("TMPDIR", "/tmp")) / "mutants-reached"
    folder.mkdir(exist_ok=True)

    def learn(numbered):
        number, test = numbered
        path = folder / f"{os.getpid()}-{number}"
        code, _said, test.seconds = run(build, test.program, [test.name], test.qt, arguments.limit, {"MUTANTS_REACHED": str(path)})
        test.failed = code != 0
        if path.exists():
            data = path.read_bytes()
            test.reached = {at for at, value in enumerate(data) if value}
            path.unlink()

    with futures.ThreadPoolExecutor(arguments.jobs) as pool:
        list(pool.map(learn, enumerate(tests)))
    for one in tests:
        if one.failed:
            print(f"fails, or is late, without a mutant: {one.program} {one.name} ({one.seconds:.1f} s)")
    good = sorted((one for one in tests if not one.failed), key=lambda one: one.seconds)
    print(f"{len(good)} tests, {sum(one.seconds for one in good):.0f} s", flush=True)

    def decide(mutant):
        number = mutant["number"]
        mine = [one for one in good if number in one.reached]
        began, asked = time.monotonic(), 0
        at = 0
        while at < len(mine):
            first = mine[at]
            batch, spent = [], 0.0
            while at < len(mine) and (not batch or (mine[at].program == first.program and not first.qt and spent + mine[at].seconds < 5)):
                batch.append(mine[at])
                spent += mine[at].seconds
                at += 1
            if time.monotonic() - began > arguments.each:
                return {**mutant, "verdict": "unfinished", "tests": asked, "of": len(mine)}
            code, said, _ = run(build, first.program, [one.name for one in batch], first.qt, 3 * spent + 20, {"MUTANT": str(number)})
            if code != 0:
                by = re.findall(r"\[  FAILED  \] (\S+?),? ", said) or re.findall(r"^FAIL!  : (\S+)", said, re.M) or [batch[0].name]
                why = " ".join(re.findall(r"^\S+: Failure$", said, re.M))[:160]
                return {**mutant, "verdict": "killed", "by": by[0], "how": "late" if code == "late" else "failed", "why": why, "of": len(mine)}
            asked += len(batch)
        return {**mutant, "verdict": "survived", "tests": asked, "of": len(mine)}

    with futures.ThreadPoolExecutor(arguments.jobs) as pool, open(arguments.out, "a") as file:
        for one in pool.map(decide, all_of_them):
            file.write(json.dumps(one) + "\n")
            file.flush()
    print_sum([arguments.out])


def print_sum(paths):
    """What several runs found of the same mutants: killed by any is killed."""
    best = {}
    rank = {"killed": 2, "unfinished": 1, "survived": 0}
    for path in paths:
        for one in map(json.loads, open(path)):
            key = one["seed"], one["number"]
            last = best.get(key, one)
            better = one if rank[one["verdict"]] > rank[last["verdict"]] else last
            best[key] = {**better, "of": max(one["of"], last["of"])}
    found = list(best.values())

    def row(name, these):
        killed = sum(one["verdict"] == "killed" for one in these)
        low, high = sample.wilson(killed, len(these))
        unseen = sum(one["of"] == 0 for one in these)
        seen = len(these) - unseen
        print(f"{name:16} {killed:4} of {len(these):4} = {100 * killed / max(1, len(these)):5.1f} % ({100 * low:.0f} to {100 * high:.0f}); "
              f"executed by these tests {seen:4}, of them killed {100 * killed / max(1, seen):5.1f} %")

    row("all", found)
    for room in sorted({"/".join(one["place"].split("/")[:2]) for one in found}):
        row(room, [one for one in found if one["place"].startswith(room + "/")])
    for kind in sorted({one["kind"] for one in found}):
        row(kind, [one for one in found if one["kind"] == kind])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("put", "drop", "ask", "sum"))
    parser.add_argument("files", nargs="*")
    parser.add_argument("--root", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path, default=None)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--only", default="")
    parser.add_argument("--programs", nargs="+", default=[])
    parser.add_argument("--tests", default="", help="only tests whose names hold this regular expression")
    parser.add_argument("--without", default="", help="tests whose names hold this regular expression are not asked")
    parser.add_argument("--first", type=int, default=0, help="so many of those that were drawn; 0: all")
    parser.add_argument("--without-those-of", nargs="+", default=[], help="files of what was found: those mutants are not asked about again")
    parser.add_argument("--limit", type=float, default=120, help="seconds of one test at most")
    parser.add_argument("--each", type=float, default=60, help="seconds of tests for one mutant, about")
    parser.add_argument("--jobs", type=int, default=max(1, os.cpu_count() or 1))
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("mutants.jsonl"))
    arguments = parser.parse_args()
    if arguments.what == "sum":
        print_sum(arguments.files)
    else:
        {"put": put, "drop": drop, "ask": ask}[arguments.what](arguments)


if __name__ == "__main__":
    main()
