#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Packages of questions in programs of others: by hand, since they need the npm registry and what a site has.

    tests/exchange/sites.py [--libraries DIR] [--schemas DIR] [--pictures DIR] [--modules DIR]

QTI packages are made QTI 3 of (@citolab/qti-convert) and played in Chromium (@citolab/qti-components): each question is answered
right, wrong, and with each typical mistake; the score and the feedback are compared.

--libraries   H5P's libraries, a folder each (H5P.QuestionSet-1.20, H5P.MultiChoice-1.16 and what they name in library.json): a
              site keeps them so, and any .h5p that was downloaded from one with its libraries has them. Then each package is
              uploaded to a site (@lumieducation/h5p-server), and what the site keeps is played in Chromium (h5p-standalone):
              each question is answered wrong and right, by clicks, and the points are compared.
--schemas     a folder with imsqti_v2p1.xsd and imscp_v1p1.xsd or imscp_v1p2.xsd somewhere in it, and what these import: each
              document of a QTI package is held against them by xmllint.
--pictures    where pictures of the played questions are to lie
--modules     where npm has installed, or is to install, these packages; a folder that is removed, where nothing is said

Debian: npm chromium libxml2-utils. The program is build/bin/warplens-cli, or WARPLENS_CLI."""
import argparse
import functools
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/page"))
import chromium  # noqa: E402

CLI = os.environ.get("WARPLENS_CLI", str(ROOT / "build/bin/warplens-cli"))
MODULES = ("h5p-standalone@3.8.2", "@lumieducation/h5p-server@10.0.4", "@citolab/qti-convert@0.3.52",
           "@citolab/qti-components@7.27.4")
QTI_PAGE = """<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<script src="/modules/@citolab/qti-components/cdn/index.global.js"></script>
<qti-item><item-container item-url="/items/NAME"></item-container></qti-item>"""
ITEM = "document.querySelector('item-container').shadowRoot.querySelector('qti-assessment-item')"
PAGE = """<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><body style="margin:0"><div id="here"></div>
<script src="/modules/h5p-standalone/dist/main.bundle.js"></script>
<script>new H5PStandalone.H5P(document.getElementById('here'), { h5pJsonPath: '/kept/NAME', librariesPath: '/libraries',
  frameJs: '/modules/h5p-standalone/dist/frame.bundle.js', frameCss: '/modules/h5p-standalone/dist/styles/h5p.css' });</script>"""
problems = []


def wrong(text):
    problems.append(text)
    print("WRONG", text)


def packages(folder, suffix):
    """Questions of each kind and level: the files."""
    files = []
    for level in (1, 2, 3):
        for kind in ("count", "banks", "line", "order"):
            file = folder / f"{kind}-{level}{suffix}"
            subprocess.run([CLI, "questions", "--seed", "7", "--level", str(level), "--kind", kind, "--count", "3",
                            "--out", str(file)], check=True, stdout=subprocess.DEVNULL)
            files.append(file)
    return files


def against_schemas(folder, schemas):
    def schema(*names):
        for name in names:
            for found in sorted(schemas.rglob(name)):
                return found
        sys.exit(f"sites: {schemas} has none of {', '.join(names)}")
    of_items, of_manifest = schema("imsqti_v2p1.xsd"), schema("imscp_v1p2.xsd", "imscp_v1p1.xsd")
    count = 0
    for file in packages(folder, ".zip"):
        there = folder / file.stem
        zipfile.ZipFile(file).extractall(there)
        for document in sorted(there.rglob("*.xml")):
            by = of_manifest if document.name == "imsmanifest.xml" else of_items
            done = subprocess.run(["xmllint", "--noout", "--nonet", "--schema", str(by), str(document)], capture_output=True, text=True)
            count += 1
            if done.returncode != 0:
                wrong(f"{file.name}: {done.stderr}")
    print(f"QTI 2.1: {count} documents held against {of_items.name} and {of_manifest.name}")


class Quiet(http.server.SimpleHTTPRequestHandler):
    def __init__(self, *arguments, places, **more):
        self.places = places
        super().__init__(*arguments, **more)

    def translate_path(self, path):
        first, _, rest = path.split("?")[0].lstrip("/").partition("/")
        return str(self.places.get(first, pathlib.Path("/nowhere")) / rest) if rest else "/nowhere"

    def log_message(self, *_):
        pass


class Player:
    """One package in the browser. What is asked of the page is asked in the frame that the player makes."""
    def __init__(self, browser, address, name):
        self.browser = browser
        browser.open("about:blank")
        browser.open(f"{address}/pages/{name}.html")
        self.until("frame.querySelector('.h5p-question-content, .h5p-answer')")

    def asked(self, script):
        return self.browser.value("(() => { const frame = document.querySelector('iframe')?.contentDocument ?? document; "
                                  "const seen = [...frame.querySelectorAll('.question-container')].find((each) => each.offsetParent) ?? frame; "
                                  f"return {script}; }})()")

    def until(self, script):
        if not self.browser.until("(() => { const frame = document.querySelector('iframe')?.contentDocument ?? document; "
                                  "const seen = [...frame.querySelectorAll('.question-container')].find((each) => each.offsetParent) ?? frame; "
                                  f"return !!({script}); }})()", 20):
            raise chromium.Failed(f"never: {script}")

    def click(self, element):
        """Once it stands still: the player moves its buttons in."""
        before, since = None, time.monotonic()
        while True:
            at = self.asked(f"(() => {{ const each = {element}; each.scrollIntoView({{block: 'center'}}); "
                            "const box = each.getBoundingClientRect(), out = frame.defaultView.frameElement?.getBoundingClientRect(); "
                            "return [box.left + box.width / 2 + (out?.left ?? 0), box.top + box.height / 2 + (out?.top ?? 0)]; })()")
            if at != before:
                before, since = at, time.monotonic()
            elif time.monotonic() - since > 0.3:
                return self.browser.click(*at)
            time.sleep(0.03)

    def answer(self, choices):
        for at in choices:
            self.click(f"seen.querySelectorAll('.h5p-answer')[{at}]")
        self.click("seen.querySelector('.h5p-question-check-answer')")
        self.until("seen.querySelector('.h5p-joubelui-score-bar')")


def play(browser, address, name, content, pictures):
    player = Player(browser, address, name)
    for number, question in enumerate(content["questions"]):
        answers = question["params"]["answers"]
        right = [i for i, each in enumerate(answers) if each["correct"]]
        other = next(i for i, each in enumerate(answers) if not each["correct"])
        single = question["params"]["behaviour"]["type"] == "single"
        for given, points in (([other] if single else right[1:] + [other], 0), (right, 1)):
            where = f"{name}, question {number + 1}"
            player.until("seen.querySelectorAll('.h5p-answer').length > 0")
            shown = player.asked("[...seen.querySelectorAll('.h5p-answer')].map((each) => each.innerText.trim())")
            if len(shown) != len(answers) or any(not text for text in shown):
                wrong(f"{where} has the answers {shown}")
            player.answer(given)
            got = player.asked("frame.defaultView.H5P.instances[0].getQuestions?.()"
                               f"[{number}].getScore() ?? -1")
            if got != points:
                wrong(f"{where}: {given} gets {got} points, not {points}")
            said = player.asked("seen.innerText")
            for text in [answers[given[-1]]["tipsAndFeedback"]["chosenFeedback"]] if single else []:
                plain = player.asked(f"(() => {{ const each = frame.createElement('p'); each.innerHTML = {json.dumps(text)}; return each.innerText.trim(); }})()")
                if plain and " ".join(plain.split()) not in " ".join(said.split()):
                    wrong(f"{where}: nothing says '{plain}'")
            if "undefined" in said or "&lt;" in said or "&amp;" in said:
                wrong(f"{where} says {said}")
            if pictures:
                (pictures / f"{name}-{number + 1}-{'right' if points else 'wrong'}.png").write_bytes(browser.screenshot())
            if points == 0:
                player.click("seen.querySelector('.h5p-question-try-again')")
                player.until("!seen.querySelector('.h5p-question-try-again')?.offsetParent")
        if number + 1 < len(content["questions"]):
            player.click("seen.querySelector('.h5p-question-next')")
            player.until(f"frame.defaultView.getComputedStyle(frame.querySelectorAll('.question-container')[{number + 1}]).display !== 'none'")
    loaded = [each for each in browser.complaints() if not each.startswith(("it loads http://127.0.0.1", "it loads data:"))]
    for each in loaded:
        wrong(f"{name}: {each}")
    return len(content["questions"])


def install(modules):
    if all((modules / "node_modules" / each.rpartition("@")[0]).exists() for each in MODULES):
        return
    modules.mkdir(parents=True, exist_ok=True)
    (modules / "package.json").write_text('{"private": true}')
    subprocess.run(["npm", "install", "--silent", "--ignore-scripts", "--no-audit", "--no-fund", *MODULES], cwd=modules, check=True)


def serve(places):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, places=places))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}"


def answers_of(item):
    """What to answer, the score it gets, and the feedback it is told by: read from the QTI 2.1 document, not from the player's."""
    names = {"q": "http://www.imsglobal.org/xsd/imsqti_v2p1"}
    find = lambda at, path: at.findall(path, names)
    kind = find(item, "q:responseDeclaration")[0].get("cardinality")
    right = [each.text for each in find(item, "q:responseDeclaration/q:correctResponse/q:value")]
    choices = [each.get("identifier") for each in find(item, ".//q:simpleChoice")]
    if kind == "single":
        return kind, [([each], float(each == right[0]), each) for each in choices]
    tries = [(right, 1.0, "right")]
    for branch in find(item, ".//q:responseElseIf"):
        given = [each.text for each in find(branch, "q:match/*/q:baseValue")]
        tries.append((given, 0.0, find(branch, "q:setOutcomeValue/q:baseValue")[0].text))
    taken = [sorted(each[0]) if kind == "multiple" else each[0] for each in tries]
    for other in ([right[0]], right[1:] + right[:1], right[1:], [each for each in choices if each not in right][:1]):
        if other and (sorted(other) if kind == "multiple" else other) not in taken and (kind == "multiple" or len(other) == len(right)):
            tries.append((other, 0.0, "wrong"))
            break
    return kind, tries


def play_item(browser, address, where, document, picture):
    item = xml.etree.ElementTree.parse(document).getroot()
    kind, tries = answers_of(item)
    said = {each.get("identifier"): " ".join("".join(each.itertext()).split())
            for each in item.findall("{http://www.imsglobal.org/xsd/imsqti_v2p1}modalFeedback")}
    for given, score, feedback in tries:
        browser.open("about:blank")
        browser.open(address)
        if not browser.until(f"!!{ITEM.replace('shadowRoot.', 'shadowRoot?.')}?.querySelector('qti-simple-choice')?.getBoundingClientRect().height", 20):
            return wrong(f"{where}: nothing is shown")
        if kind == "ordered":  # dragging is the player's; what it has put in order is told to it
            browser.value(f"{ITEM}.updateResponseVariable('RESPONSE', {json.dumps(given)})")
        for each in given if kind != "ordered" else []:
            at = browser.value(f"(() => {{ const each = {ITEM}.querySelector('[identifier={each}]'); each.scrollIntoView({{block: 'center'}}); "
                               "const box = each.getBoundingClientRect(); return [box.left + 10, box.top + box.height / 2]; })()")
            browser.click(*at)
        browser.value(f"{ITEM}.processResponse()")
        # Nothing is animated, and the dialog opens with the next frame.
        browser.value("new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(true), 60)))")
        got = browser.value(f"+{ITEM}.getOutcome('SCORE').value")
        shown = browser.value(f"[...{ITEM}.querySelectorAll('qti-modal-feedback')].filter((each) => each.shadowRoot.querySelector('dialog').open)"
                              ".map((each) => each.textContent.trim())")
        if got != score:
            wrong(f"{where}: {given} scores {got}, not {score}")
        if [" ".join(each.split()) for each in shown] != [said.get(feedback)]:
            wrong(f"{where}: {given} is told {shown}, not '{said.get(feedback)}'")
        if picture:
            picture.with_name(f"{picture.name}-{feedback}.png").write_bytes(browser.screenshot())
    return len(tries)


def in_a_qti_player(folder, modules, pictures):
    files, items, pages = packages(folder, ".zip"), folder / "items", folder / "pages"
    items.mkdir(), pages.mkdir()
    server, address = serve({"modules": modules / "node_modules", "items": items, "pages": pages})
    count = tries = 0
    with chromium.Chromium(chromium.find(), 900, 700) as browser:
        for file in files:
            there = folder / file.stem
            zipfile.ZipFile(file).extractall(there)
            done = subprocess.run(["node", str(modules / "node_modules/@citolab/qti-convert/dist/qti-convert-folder.mjs"), str(there)],
                                  capture_output=True, text=True)
            made = sorted((folder / f"{there.name}-qti3" / "items").glob("*.xml"))
            if len(made) != 3:
                wrong(f"{file.name} is not converted: {done.stdout} {done.stderr}")
            for each in made:
                name = f"{there.name}-{each.stem}"
                shutil.copy(each, items / f"{name}.xml")
                (pages / f"{name}.html").write_text(QTI_PAGE.replace("NAME", f"{name}.xml"))
                tries += play_item(browser, f"{address}/pages/{name}.html", name, there / "items" / each.name,
                                   pictures / f"qti-{name}" if pictures else None) or 0
                count += 1
                for text in browser.complaints():
                    if not text.startswith(("it loads http://127.0.0.1", "it loads data:")):
                        wrong(f"{name}: {text}")
    print(f"QTI: {count} questions were played in {len(files)} packages, with {tries} answers")
    server.shutdown()


def in_a_site(folder, libraries, modules, pictures):
    kept, pages = folder / "kept", folder / "pages"
    kept.mkdir(), pages.mkdir()
    files = packages(folder, ".h5p")
    done = subprocess.run(["node", str(ROOT / "tests/exchange/site_server.mjs"), str(modules), str(libraries), str(kept), *map(str, files)],
                          capture_output=True, text=True)
    told = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if len(told) != len(files):
        sys.exit(f"sites: the site told of {len(told)} of {len(files)} packages: {done.stderr}")
    for each in told:
        for text in each["problems"]:
            wrong(f"{each['file']} is refused: {text}")
        for text in each["changed"][:5]:
            wrong(f"{each['file']}: the site alters {text}")
    print(f"H5P: {sum(not each['problems'] for each in told)} of {len(files)} packages are taken by the site")
    places = {"modules": modules / "node_modules", "libraries": libraries, "kept": kept, "pages": pages}
    server, address = serve(places)
    count = 0
    with chromium.Chromium(chromium.find(), 900, 700) as browser:
        for each in sorted(kept.iterdir()):
            (pages / f"{each.name}.html").write_text(PAGE.replace("NAME", each.name))
            content = json.loads((each / "content/content.json").read_text())
            count += play(browser, address, each.name, content, pictures)
    print(f"H5P: {count} questions were played in {len(files)} sets, each answered wrong and right")
    server.shutdown()


def main():
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("libraries", "schemas", "pictures", "modules"):
        reader.add_argument("--" + name, type=pathlib.Path)
    given = reader.parse_args()
    for folder in (given.libraries, given.schemas):
        if folder and not folder.is_dir():
            sys.exit(f"sites: {folder} is no folder")
    missing = [name for name in ("npm", "node") + (("xmllint",) if given.schemas else ()) if not shutil.which(name)]
    if missing or not chromium.find():
        sys.exit(f"sites: {', '.join(missing or ['chromium'])} is not installed")
    if given.pictures:
        given.pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        modules = (given.modules or work / "modules").resolve()
        install(modules)
        for name, needed, does in (("schemas", given.schemas, lambda room: against_schemas(room, given.schemas.resolve())),
                                   ("qti", True, lambda room: in_a_qti_player(room, modules, given.pictures)),
                                   ("h5p", given.libraries, lambda room: in_a_site(room, given.libraries.resolve(), modules, given.pictures))):
            if needed:
                (work / name).mkdir()
                does(work / name)
    print(f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
