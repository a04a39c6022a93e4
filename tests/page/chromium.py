# SPDX-License-Identifier: GPL-3.0-or-later
"""A Chromium without a window, driven through a pipe by its own protocol: keys and clicks are the browser's, not the script's.
Nothing but Python's library is needed."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

# Keys as the protocol wants them: code, number, and what is typed.
KEYS = {
    "PageDown": ("PageDown", 34, ""), "PageUp": ("PageUp", 33, ""), "Home": ("Home", 36, ""), "End": ("End", 35, ""),
    "ArrowRight": ("ArrowRight", 39, ""), "ArrowLeft": ("ArrowLeft", 37, ""), "ArrowDown": ("ArrowDown", 40, ""),
    "ArrowUp": ("ArrowUp", 38, ""), "Tab": ("Tab", 9, ""), "Enter": ("Enter", 13, "\r"),
}


def find():
    """The program, or None."""
    for name in (os.environ.get("WARPLENS_CHROMIUM"), "chromium", "chromium-browser", "google-chrome"):
        if name and shutil.which(name):
            return shutil.which(name)
    return None


class Failed(Exception):
    """The browser refused something, or a script in it threw."""


class Chromium:
    def __init__(self, program, width=1280, height=720):
        self._home = tempfile.TemporaryDirectory()
        to_browser, self._out = os.pipe()
        self._in, from_browser = os.pipe()
        def pipes():  # the protocol is spoken on 3 and 4
            os.dup2(to_browser, 30), os.dup2(from_browser, 31)
            os.dup2(30, 3), os.dup2(31, 4)
        self._process = subprocess.Popen(
            [program, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--no-first-run",
             "--disable-dev-shm-usage", "--disable-extensions", "--disable-background-networking", "--hide-scrollbars",
             "--force-color-profile=srgb", "--force-device-scale-factor=1", "--font-render-hinting=none",
             f"--user-data-dir={self._home.name}", f"--window-size={width},{height}", "about:blank"],
            preexec_fn=pipes, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self._rest, self._number, self._session, self.events = b"", 0, None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for part in ("Page", "Runtime", "Network", "Log"):
            self.call(part + ".enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def close(self):
        try:
            self._session = None
            self.call("Browser.close")
            self._process.wait(10)
        except Exception:
            self._process.kill()
            self._process.wait()
        os.close(self._out)
        os.close(self._in)
        for _ in range(20):  # its helpers write until they are gone
            try:
                return self._home.cleanup()
            except OSError:
                time.sleep(0.1)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _message(self, seconds):
        end = time.monotonic() + seconds
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._in], [], [], max(0, end - time.monotonic()))
            if not ready:
                return None
            more = os.read(self._in, 1 << 20)
            if not more:
                raise Failed("the browser ended")
            self._rest += more
        text, self._rest = self._rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self._number += 1
        asked = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            asked["sessionId"] = self._session
        data = json.dumps(asked).encode() + b"\0"
        while data:
            data = data[os.write(self._out, data):]
        while True:
            message = self._message(60)
            if message is None:
                raise Failed(f"no answer to {method} within a minute")
            if message.get("id") == self._number:
                if "error" in message:
                    raise Failed(f"{method}: {message['error']}")
                return message["result"]
            if "method" in message:
                self.events.append(message)

    def open(self, address):
        """Loads it whole."""
        self.events = []
        self.call("Page.navigate", url=address)
        end = time.monotonic() + 60
        while not any(each["method"] == "Page.loadEventFired" for each in self.events):
            message = self._message(end - time.monotonic())
            if message is None:
                raise Failed(f"{address} was not loaded within a minute")
            self.events.append(message)

    def value(self, script):
        """Of an expression in the page."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise Failed(f"{script[:200]}: {result['exceptionDetails'].get('exception', {}).get('description')}")
        return result["result"].get("value")

    def until(self, script, seconds=10):
        """Waits for an expression to be true, and says whether it became so."""
        end = time.monotonic() + seconds
        while not self.value(script):
            if time.monotonic() > end:
                return False
            time.sleep(0.02)
        return True

    def key(self, name):
        code, number, text = KEYS.get(name) or ("Digit" + name if name.isdigit() else "Key" + name.upper(), ord(name.upper()), name)
        both = {"key": name, "code": code, "windowsVirtualKeyCode": number}
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **both)
        self.call("Input.dispatchKeyEvent", type="keyUp", **both)

    def click(self, x, y):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def screenshot(self, clip=None, scale=1):
        """A PNG; `clip`: x, y, width and height of the page, each of its pixels drawn as so many."""
        more = {"clip": {**clip, "scale": scale}, "captureBeyondViewport": True} if clip else {}
        return base64.b64decode(self.call("Page.captureScreenshot", format="png", **more)["data"])

    def complaints(self):
        """What the page or its policy has complained of, and what it tried to load beside itself."""
        said = []
        for event in self.events:
            about = event.get("params", {})
            if event["method"] == "Runtime.exceptionThrown":
                said.append(about["exceptionDetails"].get("exception", {}).get("description", "an exception"))
            elif event["method"] == "Log.entryAdded":
                said.append(about["entry"]["text"])
            elif event["method"] == "Runtime.consoleAPICalled" and about["type"] in ("error", "warning"):
                said.append(str(about["args"]))
            elif event["method"] == "Network.requestWillBeSent" and about["type"] != "Document":
                said.append("it loads " + about["request"]["url"][:200])
        return said
