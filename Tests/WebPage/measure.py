#!/usr/bin/env python3
"""Measures the page against a real household, in Chromium: the first view with nothing kept, the change of sections, a picture
that the browser has, the memory. Prints a table, and fails above the limits of the page's specification.
"""

import statistics
import tempfile
from pathlib import Path

from browser import BrowserCase, Shared, make_media
from household import Household, lay_out

LIMITS = {"first view, cold": 1500, "another section": 100, "a kept picture": 50, "weight of the first view": 150_000}
ROUNDS = 7
SECTIONS = ("search", "guide", "favourites", "queue", "history", "home")
# What a person waits for: the heading of the new screen is drawn, with a skeleton or more.
SWITCH = """async (name) => {
    const begun = performance.now();
    location.hash = '#/' + name;
    await new Promise((done) => {
        const look = () => (document.querySelector('main h1') && document.querySelector('nav [aria-current=page]')?.getAttribute('href') === '#/' + name ? requestAnimationFrame(() => setTimeout(done)) : requestAnimationFrame(look));
        look();
    });
    return performance.now() - begun;
}"""
PICTURE = """async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const begun = performance.now();
    const again = new Image();
    again.src = address;
    await again.decode();
    return performance.now() - begun;
}"""


class Measure(BrowserCase):
    def runTest(self):
        with tempfile.TemporaryDirectory(prefix="hearth-page-") as folder:
            root = Path(folder)
            for name in ("media", "provider", "house"):
                (root / name).mkdir()
            make_media(root / "media")
            lay_out(root / "provider", root / "media")
            household = Household(root / "house", root / "provider")
            household.start()
            try:
                (root / "evening.m3u").write_text(household.playlist())
                household.hearth("import", str(root / "evening.m3u"))
                self.base = household.address
                self.report(self.figures(household))
            finally:
                household.end()

    def figures(self, household):
        state = self.signed_in(household)
        found = {"first view, cold": [], "another section": [], "a kept picture": [], "weight of the first view": [], "memory": []}
        for _ in range(ROUNDS):
            page = self.plain_page(storage_state=state)
            page.add_init_script("sessionStorage.setItem('hearth-chosen', " + repr(self.profile) + ")")
            client = page.context.new_cdp_session(page)
            client.send("Network.enable")
            sizes = []
            client.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
            page.goto(self.base + "#/home", wait_until="commit")
            self.until(page, "document.querySelector('hearth-section[data-state=success]')")
            found["first view, cold"].append(page.evaluate("performance.now()"))
            self.settle(page)
            found["weight of the first view"].append(sum(sizes))
            for name in SECTIONS:
                page.evaluate(SWITCH, name)
                self.settle(page)
            found["another section"] += [page.evaluate(SWITCH, name) for name in SECTIONS]
            picture = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name).find((name) => name.includes('/picture/')) ?? ''")
            if picture:
                found["a kept picture"].append(page.evaluate(PICTURE, picture))
            client.send("Performance.enable")
            metrics = {one["name"]: one["value"] for one in client.send("Performance.getMetrics")["metrics"]}
            found["memory"].append(metrics["JSHeapUsedSize"] / 1e6)
            self.contexts.pop().close()
        return found

    def plain_page(self, **options):
        """With the browser's own clock: that of the other tests stands still."""
        context = Shared.browser.new_context(viewport={"width": 1280, "height": 900}, service_workers="block", **options)
        self.contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        return page

    def signed_in(self, household):
        page = self.plain_page()
        page.goto(self.base + household.link())
        page.get_by_text("Who is watching?").wait_for()
        page.get_by_role("button", name="Kim").first.click()
        page.get_by_role("link", name="Profile: Kim").wait_for()
        self.profile = page.evaluate("sessionStorage.getItem('hearth-chosen')")
        return page.context.storage_state()

    def report(self, found):
        print(f"| {'what':<26} | {'median':>9} | {'most':>9} | {'limit':>9} |")
        above = []
        for name, values in found.items():
            unit = {"weight of the first view": "B", "memory": "MB"}.get(name, "ms")
            middle, most, limit = statistics.median(values) if values else 0, max(values, default=0), LIMITS.get(name)
            print(f"| {name:<26} | {middle:>6.0f} {unit:<2} | {most:>6.0f} {unit:<2} | {limit or '':>9} |")
            if limit and middle > limit:
                above.append(name)
        self.assertEqual(above, [])


if __name__ == "__main__":
    measure = Measure()
    Measure.setUpClass()
    measure.setUp()
    try:
        measure.runTest()
    finally:
        measure.tearDown()
        Shared.end()
