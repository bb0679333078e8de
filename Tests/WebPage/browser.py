"""A browser, the fake door and axe, for the tests of the page."""

import os
import tempfile
import time
import unittest
from pathlib import Path
from shutil import which
from subprocess import run

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from fake_door import start
from world import default_now

WIDTHS = (360, 768, 1280)
HEIGHTS = {360: 780, 768: 1024, 1280: 900}
SCREENS = (
    "home", "search", "search?q=ha", "title/m-copper-sky", "title/s-harbour-lights", "guide", "favourites", "queue", "history", "downloads",
    "reading", "week", "sources", "people", "settings", "operator", "more", "who", "deck", "favourites?list=loved", "rules/p-kim",
)
SERVICES = ("profiles", "catalog", "playback-state", "downloads", "reading-list", "scheduler", "metadata-gateway")


def make_media(folder):
    """A minute of picture and sound as HLS; the player's tests need it."""
    run([which("ffmpeg") or "ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=12", "-f", "lavfi", "-i", "sine=frequency=330", "-t", "60",
         "-c:v", "libx264", "-preset", "ultrafast", "-g", "24", "-c:a", "aac", "-f", "hls", "-hls_time", "4", "-hls_list_size", "0", str(Path(folder) / "index.m3u8")], check=True)


class Shared:
    """Started once for all tests."""

    door = browser = playwright = folder = None

    @classmethod
    def begin(cls):
        if cls.door:
            return
        cls.folder = tempfile.TemporaryDirectory()
        make_media(cls.folder.name)
        cls.door = start(media=Path(cls.folder.name))
        cls.playwright = sync_playwright().start()
        arguments = ["--no-sandbox", "--autoplay-policy=no-user-gesture-required"] if os.getuid() == 0 else ["--autoplay-policy=no-user-gesture-required"]
        cls.browser = cls.playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=arguments)

    @classmethod
    def end(cls):
        if cls.browser:
            cls.browser.close()
            cls.playwright.stop()
            cls.folder.cleanup()




class BrowserCase(unittest.TestCase):
    """Each test has its own context, and a household as it was at first."""

    @classmethod
    def setUpClass(cls):
        Shared.begin()
        cls.door = Shared.door
        cls.base = f"http://127.0.0.1:{cls.door.server_address[1]}/"

    def setUp(self):
        self.behave()
        self.door.problems.clear()
        self.door.calls.clear()
        self.errors = []
        self.contexts = []

    def tearDown(self):
        for context in self.contexts:
            context.close()
        self.assertEqual(self.door.problems, [], "the page called what the contracts refuse")
        self.assertEqual(self.errors, [], "errors in the browser")

    def behave(self, **wanted):
        self.door.behaviour.reset(wanted)
        self.door.begin()

    def page(self, width=1280, is_chosen=True, worker=False, **options):
        options.setdefault("reduced_motion", "reduce")
        context = Shared.browser.new_context(viewport={"width": width, "height": HEIGHTS[width]}, service_workers="allow" if worker else "block", **options)
        self.contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.clock.set_fixed_time(default_now())
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self.note(message))
        if is_chosen:
            page.add_init_script("sessionStorage.setItem('hearth-chosen', 'p-olga')")
        return page

    def note(self, message):
        """Responses with an error's status are part of some tests; everything else is a fault."""
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.errors.append(message.text)

    def open(self, screen, width=1280, **options):
        page = self.page(width, **options)
        page.goto(self.base + "#/" + screen)
        self.settle(page)
        return page

    def visit(self, page, screen):
        """Another screen of an open page."""
        page.evaluate("hash => { location.hash = hash }", "#/" + screen)
        page.wait_for_timeout(30)
        self.settle(page)

    def settle(self, page):
        page.wait_for_selector("h1")
        self.until(page, "!document.querySelector('main > .skeleton, hearth-screen > .skeleton, hearth-section[data-state=loading]')")
        page.wait_for_timeout(60)

    def until(self, page, condition, seconds=10):
        """Waits for a condition; the page's policy forbids what `wait_for_function` does."""
        end = time.monotonic() + seconds
        while not page.evaluate(f"Boolean({condition})"):
            self.assertLess(time.monotonic(), end, f"never: {condition}")
            time.sleep(0.03)

    def check_access(self, page, name):
        found = Axe().run(page, options={"resultTypes": ["violations"], "rules": {"region": {"enabled": False}}}).response["violations"]
        told = [f"{one['id']}: {node['html'][:160]} ({node['failureSummary'][:200]})" for one in found for node in one["nodes"][:3]]
        self.assertEqual(told, [], f"{name}: axe")

    def check_width(self, page, name):
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        self.assertLessEqual(wide, 0, f"{name}: {wide} px wider than the page")

    def called(self, method):
        return [call["request"] for call in self.door.calls if call["method"].endswith(method)]
