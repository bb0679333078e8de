"""The page against a real household: real services, the real door and its relay, a stream of a local provider.

It needs a build (`.build/debug`, or HEARTH_EXECUTABLES). The stream is made by ffmpeg, or is a folder of HLS with an index.m3u8 (HEARTH_HLS).
"""

import atexit
import os
import re
import tempfile
import time
import unittest
from pathlib import Path

from browser import SCREENS, Shared, make_media, BrowserCase
from household import SERVICES, Household, Streams, lay_out

VIDEO = "document.querySelector('video')"
atexit.register(Shared.end)


class RealTests(BrowserCase):
    """The tests build on each other, as an evening does: unittest runs them by their names."""

    @classmethod
    def setUpClass(cls):
        Shared.begin()
        cls.temporary = tempfile.TemporaryDirectory(prefix="hearth-page-")
        root = Path(cls.temporary.name)
        for name in ("media", "provider", "home"):
            (root / name).mkdir()
        stream = os.environ.get("HEARTH_HLS")
        if not stream:
            make_media(root / "media")
            stream = root / "media"
        lay_out(root / "provider", stream)
        (root / "house").mkdir()
        cls.household = Household(root / "house", root / "provider")
        cls.household.start()
        cls.base = cls.household.address
        cls.context = None

    @classmethod
    def tearDownClass(cls):
        if cls.context:
            cls.context.close()
        cls.household.end()
        cls.temporary.cleanup()

    def setUp(self):
        self.errors, self.contexts = [], []

    def tearDown(self):
        self.assertEqual(self.errors, [], "errors in the browser")

    def browser_page(self, hash_text="#/home"):
        cls = type(self)
        if not cls.context:
            cls.context = Shared.browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce", service_workers="block")
            cls.shared_page = cls.context.new_page()
            cls.shared_page.set_default_timeout(15_000)
        page = cls.shared_page
        page.remove_listener("pageerror", cls.listener) if hasattr(cls, "listener") else None
        cls.listener = lambda error: self.errors.append(str(error))
        page.on("pageerror", cls.listener)
        page.goto(self.base + hash_text)
        self.settle(page)
        return page

    def content(self, title, kind="movie"):
        hits = self.household.call("hearth.catalog.v1.Catalog/Search", text=title, kinds=[kind])["hits"]
        return next(card["id"] for card in hits if title in card["title"])

    def episode(self, number):
        series = self.content("Harbour Lights", "series")
        return next(card["id"] for card in self.household.call("hearth.catalog.v1.Catalog/ListEpisodes", series=series)["episodes"] if card["episode"] == number)

    def play(self, content):
        page = self.browser_page("#/home")
        self.visit(page, f"player/{content}")
        self.until(page, f"{VIDEO}?.currentTime > 0.1", seconds=30)
        return page

    def test_1_a_link_signs_in_and_a_profile_is_chosen(self):
        page = self.browser_page(self.household.link())
        page.get_by_text("Who is watching?").wait_for()
        self.assertNotIn("code", page.url)
        page.get_by_role("button", name=re.compile("^.?Kim")).first.click()
        page.get_by_role("link", name="Profile: Kim").wait_for()
        page.get_by_text("Your library is empty").wait_for()
        self.check_access(page, "an empty household")

    def test_2_files_are_dropped_and_become_the_library(self):
        page = self.browser_page("#/sources")
        for name, text in (("Evening.m3u", self.household.playlist()), ("guide.xml", self.household.guide())):
            page.evaluate("""([name, text]) => {
                const data = new DataTransfer();
                data.items.add(new File([text], name));
                document.querySelector('.drop-zone').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }));
            }""", [name, text])
            page.locator("import-card", has_text=name.split(".")[0]).get_by_text(re.compile(r"\d+ added")).wait_for()
        page.get_by_text(re.compile("4 movies, 3 episodes, 2 channels")).wait_for()
        self.check_access(page, "sources")

    def test_3_it_is_found_and_every_screen_works(self):
        page = self.browser_page("#/search")
        page.get_by_role("combobox", name="Search the library").press_sequentially("under", delay=30)
        page.get_by_role("link", name=re.compile("^The Understudy")).wait_for()
        failed = []
        page.on("response", lambda response: failed.append(f"{response.status} {response.url}") if response.status >= 500 else None)
        names = [name for name in SCREENS if not name.startswith(("title", "rules", "search?"))] + [f"title/{self.content('The Understudy')}", f"title/{self.content('Harbour Lights', 'series')}"]
        for name in names:
            with self.subTest(screen=name):
                self.visit(page, name)
                if page.get_by_role("dialog").count():
                    page.keyboard.press("Escape")
                self.assertEqual(page.locator("hearth-section[data-state=error] .state-error[data-kind=refused], .state-error[data-kind=unknown]").count(), 0)
                self.check_access(page, name)
                self.check_width(page, name)

    def test_4_a_film_plays_through_the_relay_and_goes_on_where_it_was(self):
        content = self.content("The Understudy")
        Streams.asked.clear()
        page = self.play(content)
        source = page.evaluate(f"{VIDEO}.currentSrc")
        self.assertIn("/media/", source)
        self.assertNotIn(self.household.streams.split("//")[1], source)
        self.assertTrue(any(path.endswith(".ts") for path in Streams.asked), Streams.asked)
        page.evaluate(f"{VIDEO}.currentTime = 15")
        self.until(page, f"{VIDEO}.currentTime > 16 && !{VIDEO}.seeking", seconds=30)
        page.keyboard.press("Escape")
        self.until(page, f"!{VIDEO}")
        self.until_known(lambda: self.household.call("hearth.playback.v1.PlaybackState/GetProgress", contents=[content])["titles"][0]["position"] > 15)
        self.visit(page, f"title/{content}")
        page.get_by_role("link", name=re.compile(r"^Resume at 0:1\d")).wait_for()

    def until_known(self, ask, seconds=10):
        end = time.monotonic() + seconds
        while not ask():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.2)

    def test_5_an_intro_is_skipped_and_the_next_episode_plays(self):
        page = self.play(self.episode(1))
        self.until(page, f"{VIDEO}.currentTime > 2.2", seconds=30)
        page.keyboard.press("k")
        page.keyboard.press("k")
        page.get_by_role("button", name="Skip intro").click()
        self.until(page, f"{VIDEO}.currentTime >= 19.5", seconds=30)
        page.evaluate(f"{VIDEO}.currentTime = 52")
        page.get_by_role("button", name="Play now").wait_for()
        self.check_access(page, "next up")
        page.get_by_role("button", name="Play now").press("Enter")
        self.until(page, "document.querySelector('.player-top .quiet')?.textContent.includes('E2')", seconds=20)
        self.until(page, f"{VIDEO}?.currentTime > 0.1", seconds=30)
        page.keyboard.press("Escape")
        self.until(page, f"!{VIDEO}")

    def test_6_the_next_episode_plays_by_itself_after_ten_seconds(self):
        page = self.play(self.episode(2))
        page.evaluate(f"{VIDEO}.currentTime = 51")
        page.get_by_text(re.compile("Next in 10 seconds")).wait_for()
        self.until(page, "document.querySelector('.player-top .quiet')?.textContent.includes('E3')", seconds=40)
        page.keyboard.press("Escape")
        self.until(page, f"!{VIDEO}")

    def test_7_a_source_whose_connection_is_held_says_so(self):
        self.household.call("hearth.catalog.v1.Catalog/UpdateSource", source="Evening", maximumConnections=1)
        held = self.household.call("hearth.playback.v1.PlaybackState/Play", content=self.content("Paper Boats"), device="Living room")
        page = self.browser_page("#/home")
        self.visit(page, f"player/{self.content('Night Ferry')}")
        page.get_by_text("All connections of this source are in use").wait_for()
        page.get_by_text("In use: Living room").wait_for()
        self.check_access(page, "no free connection")
        self.household.call("hearth.playback.v1.PlaybackState/EndSession", session=held["session"])
        self.household.call("hearth.catalog.v1.Catalog/UpdateSource", source="Evening", maximumConnections=4)

    def test_8_a_child_with_a_rule_sees_less(self):
        page = self.browser_page("#/people")
        page.get_by_role("button", name="Change Noa", exact=True).click()
        page.get_by_role("dialog").get_by_role("button", name="What may be watched").click()
        page.get_by_role("heading", name="What Noa may watch").wait_for()
        self.settle(page)
        page.get_by_label("With", exact=True).select_option("words")
        page.get_by_label("Value").fill("Ferry")
        page.keyboard.press("Enter")
        page.get_by_text(re.compile("Night Ferry")).first.wait_for()
        page.get_by_role("button", name="Save the rules").click()
        page.get_by_text("The rules are saved").first.wait_for()
        self.visit(page, "who")
        page.get_by_role("button", name=re.compile("Noa")).click()
        page.get_by_role("link", name="Profile: Noa").wait_for()
        self.visit(page, "search?q=ferry")
        page.get_by_text("Nothing found").wait_for()
        self.visit(page, "search?q=comet")
        page.get_by_role("link", name=re.compile("^Little Comet")).first.wait_for()
        self.visit(page, "who")
        page.get_by_role("button", name=re.compile("Kim")).click()
        page.get_by_role("link", name="Profile: Kim").wait_for()

    def test_9_each_service_that_does_not_run_is_named_in_its_place(self):
        places = {"profiles": "people", "catalog": "guide", "playback-state": "queue", "downloads": "downloads", "reading-list": "reading", "scheduler": "week"}
        page = self.browser_page("#/more")
        for service in [name for name in SERVICES if name in places]:
            with self.subTest(service=service):
                self.household.without(service)
                self.visit(page, places[service])
                page.locator(".state-error[data-kind=serviceDown]").first.wait_for()
                self.visit(page, "home")
                self.assertGreater(page.locator("hearth-section[data-state=success], hearth-section[data-state=empty]").count(), 0)
                self.check_access(page, f"home without {service}")
                self.household.all()
                self.visit(page, "more")


if __name__ == "__main__":
    unittest.main()
