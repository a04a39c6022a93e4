#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exported web pages in a real browser: Chromium, without a window.
    browser_test.py [PROGRAM]     build/bin/warplens where nothing is said; exits with 77 where no Chromium is installed
Each lesson is written as a page, opened and walked with real keys; questions are answered with keys and clicks; what is drawn
stays in its picture and is large enough; and cells of the pictures are where the window's own pictures have them."""
import base64
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import chromium

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = str(ROOT / "build/bin/warplens")
WIDTH, HEIGHT = 1280, 720
LANGUAGES = ("en", "pl", "zh")
LESSONS = sorted(str(each.relative_to(ROOT / "resources/lessons/en").with_suffix(""))
                 for each in (ROOT / "resources/lessons/en").rglob("*.md"))
# One with a question of wavefronts: step 2 asks, step 3 is padded.
CONFLICTS = "matmul/06-tiled-conflicts"

# In the page: what leaves the picture that it is drawn in, and what is too small or too faint to be read.
UNREADABLE = r"""(() => {
  const wrong = [], root = document.scrollingElement;
  if (root.scrollWidth > innerWidth) wrong.push(`the page is ${root.scrollWidth} pixels wide`);
  const step = document.querySelector('.step:not([hidden])');
  for (const svg of step.querySelectorAll('svg.drawn')) {
    const whole = svg.getBoundingClientRect();
    if (whole.width === 0) continue;
    if (svg.closest('.scroll').scrollWidth > svg.closest('.scroll').clientWidth + 1) wrong.push(`${svg.getAttribute('aria-label')} is cut`);
    const scale = whole.width / svg.viewBox.baseVal.width;
    for (const text of svg.querySelectorAll('text')) {
      const box = text.getBoundingClientRect(), said = text.textContent;
      if (box.left < whole.left - 1 || box.right > whole.right + 1 || box.top < whole.top - 4 || box.bottom > whole.bottom + 4)
        wrong.push(`'${said}' leaves its picture`);
      if (parseFloat(getComputedStyle(text).fontSize) * scale < 15.5)
        wrong.push(`'${said}' has ${parseFloat(getComputedStyle(text).fontSize) * scale} pixels`);
    }
  }
  for (const each of step.querySelectorAll('p, button, h2, h3, td, th, span, figcaption b'))
    if (each.offsetParent && !each.classList.contains('hide') && each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline')
      wrong.push(`'${each.textContent.slice(0, 60)}' is cut`);
  return wrong;
})()"""

# In any page: where an image has cells. A PNG, and the colours (red, green, blue) that cells have; each cell is the middle and
# the size of what is of one of these colours, or of one that is mixed of it and white, and hangs together.
CELLS = r"""(async (png) => {
  const image = new Image();
  image.src = 'data:image/png;base64,' + png;
  await image.decode();
  const canvas = document.createElement('canvas'), width = canvas.width = image.width, height = canvas.height = image.height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  const pixels = context.getImageData(0, 0, width, height).data, kinds = new Uint8Array(width * height);
  for (let i = 0; i < kinds.length; ++i) {
    const rgb = [pixels[4 * i], pixels[4 * i + 1], pixels[4 * i + 2]], most = Math.max(...rgb), least = Math.min(...rgb);
    kinds[i] = most - least >= 24 ? 2 : most >= 205 && most <= 245 ? 1 : 0; // of a colour, grey as what is empty, anything else
  }
  const cells = [];
  for (let start = 0; start < kinds.length; ++start) {
    const kind = kinds[start];
    if (kind === 0) continue;
    const todo = [start];
    kinds[start] = 0;
    let left = width, right = 0, top = height, bottom = 0, count = 0;
    while (todo.length) {
      const at = todo.pop(), x = at % width, y = (at - x) / width;
      ++count;
      left = Math.min(left, x); right = Math.max(right, x); top = Math.min(top, y); bottom = Math.max(bottom, y);
      for (const next of [x > 0 ? at - 1 : -1, x + 1 < width ? at + 1 : -1, at - width, at + width])
        if (next >= 0 && next < kinds.length && kinds[next] === kind) { kinds[next] = 0; todo.push(next); }
    }
    const w = right - left + 1, h = bottom - top + 1;
    if (w >= 12 && h >= 4 && count >= 0.4 * w * h)
      cells.push({ empty: kind === 1, x: left + w / 2, y: top + h / 2, w, h });
  }
  return cells;
})"""


def write(folder, what, language="en"):
    """The page of a lesson or link, as a file: its address."""
    file = os.path.join(folder, f"{language}-{what.replace('/', '-').replace(':', '-').replace('?', '-')[:60]}.html")
    if not os.path.exists(file):
        subprocess.run([PROGRAM, "export", "--html", what, "--out", file, "--language", language], check=True,
                       stdout=subprocess.DEVNULL)
    return "file://" + file


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.browser = chromium.Chromium(chromium.find(), WIDTH, HEIGHT)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.folder.cleanup()

    def open(self, what, hash="", language="en"):
        self.browser.open("about:blank")
        self.browser.open(write(self.folder.name, what, language) + hash)
        self.assertTrue(self.browser.until("document.querySelectorAll('.step').length > 0"), "nothing is shown")

    def step(self):
        """The number of the only step that is seen."""
        shown = self.browser.value("[...document.querySelectorAll('.step')].filter((each) => each.offsetParent).map("
                                   "(each) => +each.dataset.step)")
        self.assertEqual(len(shown), 1, shown)
        return shown[0]

    def in_step(self, script):
        return self.browser.value(f"(() => {{ const step = document.querySelector('.step:not([hidden])'); return {script}; }})()")

    def answer(self):
        """Past a question, where there is one."""
        if self.in_step("!!step.querySelector('.shown[hidden]')"):
            count = self.in_step("step.querySelectorAll('[data-choice]').length")
            for choice in range(count):
                self.browser.key(str(choice + 1))
                self.assertTrue(self.browser.until("!document.querySelector('.step:not([hidden]) .shown[hidden]')"))
                right = self.in_step(f"step.querySelector('[data-choice=\"{choice}\"]').classList.contains('right')")
                drawn = self.in_step("[...step.querySelectorAll('.beside svg')].filter((each) => each.getBoundingClientRect().width > 500).length")
                self.assertEqual(drawn > 0, not right, "a wrong answer has its picture, a right one has none")
                self.assertEqual(self.browser.value(UNREADABLE), [], f"answer {choice + 1}")

    def click(self, selector):
        at = self.browser.value(f"(() => {{ const each = document.querySelector({json.dumps(selector)}); "
                                "each.scrollIntoView({block: 'center'}); const box = each.getBoundingClientRect(); "
                                "return [box.left + box.width / 2, box.top + box.height / 2]; })()")
        self.browser.click(*at)

    def walk(self, lesson, language):
        self.open(lesson, language=language)
        count = self.browser.value("document.querySelectorAll('.step').length")
        for at in range(count):
            self.assertEqual(self.step(), at)
            self.answer()
            self.assertTrue(self.in_step("step.querySelector('svg.drawn, .source, table') !== null"))
            self.assertEqual(self.browser.value(UNREADABLE), [], f"step {at + 1}")
            self.browser.key("PageDown")
        self.assertEqual(self.step(), count - 1, "the last stays")
        self.assertEqual(self.browser.complaints(), [])

    def test_every_lesson_is_walked_by_keys(self):
        self.assertGreater(len(LESSONS), 20)
        for language in LANGUAGES:
            for lesson in LESSONS:
                with self.subTest(lesson, language=language):
                    self.walk(lesson, language)

    def test_keys_step(self):
        self.open(CONFLICTS)
        last = self.browser.value("document.querySelectorAll('.step').length") - 1
        for key, at in (("PageDown", 1), ("PageDown", 1), ("ArrowRight", 2), ("PageUp", 1), ("End", last), ("Home", 0)):
            # The second one shows what the question is about.
            self.browser.key(key)
            self.assertEqual(self.step(), at, key)
        self.assertEqual(self.browser.value("location.hash"), "#1")
        self.open(CONFLICTS, "#3")
        self.assertEqual(self.step(), 2)

    def test_a_question_is_answered(self):
        for language, by_key in [(language, by_key) for language in LANGUAGES for by_key in (True, False)]:
            self.open(CONFLICTS, "#2", language)
            self.assertEqual(self.step(), 1)
            data = json.loads(self.browser.value("document.getElementById('data').textContent"))
            choices = data["steps"][1]["question"]["choices"]
            right = next(i for i, each in enumerate(choices) if each["right"])
            given = right if by_key else (right + 1) % len(choices)
            if by_key:
                self.browser.key(str(given + 1))
            else:
                self.click(f'.step:not([hidden]) [data-choice="{given}"]')
            self.assertTrue(self.browser.until("document.querySelector('.step:not([hidden]) .verdict').textContent"))
            said = self.in_step("step.querySelector('.verdict').innerText")
            verdict = "Right: " if given == right else "No. "
            self.assertEqual(said.startswith(verdict), language == "en", said)
            self.assertIn(choices[right]["why"], said)
            self.assertTrue(self.in_step("step.querySelector('.shown').offsetParent !== null"), "then it shows")

    def bank_cells(self, png, rows):
        """Which banks have a cell in which of the first rows: {(row, bank)}."""
        cells = self.browser.value(f"{CELLS}('{base64.b64encode(png).decode()}')")
        usual = sorted(each["w"] for each in cells)[len(cells) // 2]
        cells = [each for each in cells if abs(each["w"] - usual) <= 3]  # no letters, rules and legends
        left = min(each["x"] for each in cells)
        column = (max(each["x"] for each in cells) - left) / 31
        tops = []
        for each in sorted(cells, key=lambda each: each["y"]):
            if not each["empty"] and (not tops or each["y"] - tops[-1] > 3):
                tops.append(each["y"])
        return {(row, round((each["x"] - left) / column)) for each in cells if not each["empty"]
                for row, top in enumerate(tops[:rows]) if abs(each["y"] - top) <= 3}

    def test_banks_are_where_the_window_has_them(self):
        """Cell by cell, from the pixels of both: in which wavefront which bank serves somebody."""
        seen = set()
        for lesson in LESSONS:
            self.open(lesson)
            self.browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
            steps = json.loads(self.browser.value("document.getElementById('data').textContent"))["steps"]
            for at, step in enumerate(steps):
                panes = step.get("panes", [])
                banks = panes[0].get("banks") if len(panes) == 1 else None
                if banks:
                    shape = tuple(sorted((word["wavefront"], word["bank"]) for word in banks["words"]))
                    if shape not in seen:
                        seen.add(shape)
                        with self.subTest(f"{lesson}, step {at + 1}", link=panes[0]["link"]):
                            self.compare_banks(at, panes[0]["link"], banks)
        self.assertGreater(len(seen), 8, "pictures that differ")

    def compare_banks(self, at, link, banks):
        self.browser.key("Home")
        for _ in range(at):
            self.answer()
            self.browser.key("PageDown")
        self.answer()
        self.assertEqual(self.step(), at)
        clip = self.in_step("(() => { const svg = step.querySelector('[data-picture=\"banks\"] svg.drawn'); "
                            "svg.scrollIntoView({ block: 'center' }); const box = svg.getBoundingClientRect(); return { x: box.left + scrollX, y: box.top + scrollY, width: box.width, height: box.height }; })()")
        drawn = self.bank_cells(self.browser.screenshot(clip, 3), banks["wavefronts"])
        file = os.path.join(self.folder.name, "window.png")
        subprocess.run([PROGRAM, "export", "--at", re.sub("show=[^&]*", "show=banks", link), "--theme", "light", "--out", file], check=True, stdout=subprocess.DEVNULL)
        with open(file, "rb") as image:
            there = self.bank_cells(image.read(), banks["wavefronts"])
        self.assertEqual(drawn, {(word["wavefront"], word["bank"]) for word in banks["words"]}, "not what was counted")
        self.assertEqual(drawn, there, "not what the window draws")

    def test_what_is_pointed_at_is_marked_everywhere(self):
        self.open(CONFLICTS, "#3")
        at = self.in_step("(() => { const box = step.querySelector('[data-w][data-k=\"s5\"]').getBoundingClientRect(); "
                          "return [box.left + box.width / 2, box.top + box.height / 2]; })()")
        self.browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=at[0], y=at[1])
        lit = self.in_step("[...step.querySelectorAll('.lit')].map((each) => each.dataset.k)")
        self.assertIn("s5", lit)
        self.assertTrue([each for each in lit if each.startswith("b")], lit)
        # And by Tab and the arrows, with a frame that is seen.
        self.open(CONFLICTS, "#3")
        for _ in range(60):
            self.browser.key("Tab")
            if self.browser.value("!!document.activeElement.closest('svg')"):
                break
        self.assertTrue(self.browser.value("!!document.activeElement.closest('svg')"), "no picture is reached by Tab")
        before = self.browser.value("document.querySelector('.live').textContent")
        self.browser.key("ArrowDown")
        self.assertTrue(self.browser.value("document.activeElement.matches(':focus-visible')"))
        self.assertNotEqual(self.browser.value("document.querySelector('.live').textContent"), before)


def main():
    global PROGRAM
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        PROGRAM = sys.argv.pop(1)
    if not chromium.find():
        print("Skipped: no Chromium is installed (Debian: apt-get install chromium)")
        return 77
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    return 0 if unittest.main(exit=False, verbosity=2).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
