#!/usr/bin/env python3
"""Takes the pictures of docs/web: main screens at 1280 and 360, and a sheet of every screen for each state and width.

    screenshots.py            both
    screenshots.py FOLDER     also writes each picture, as it is, into FOLDER
"""

import io
import sys
from pathlib import Path

from PIL import Image, ImageDraw

from browser import SCREENS, WIDTHS, BrowserCase, Shared
from contract import ROOT
from screens_test import SERVICE_OF

FOLDER = ROOT / "docs/web"
LIMIT = 40_000
SHEET_LIMIT = 130_000
MAIN = {"who": "who", "home": "home", "search": "search?q=ha", "title": "title/m-copper-sky", "guide": "guide", "reading": "reading", "week": "week", "downloads": "downloads", "deck": "deck", "rules": "rules/p-kim", "favourites": "favourites"}
# What a browser sees that is not signed in.
STRANGERS = {"sign-in": "sign-in", "join": "join?token=home.adult", "invitation": "join"}
STATES = ("success", "loading", "empty", "error", "offline", "down")
# How wide a picture is in a sheet, and how many are in a row.
THUMBS = {360: (150, 8), 768: (200, 6), 1280: (300, 4)}
CAPTION = 14


class Camera(BrowserCase):
    originals = None

    def runTest(self):
        FOLDER.mkdir(exist_ok=True)
        for name, screen in (MAIN | STRANGERS).items():
            for width in (1280, 360):
                self.begin_state("signedOut" if name in STRANGERS else "success")
                page = self.open(screen, width, is_chosen=name not in STRANGERS)
                self.steady(page)
                save(self.shoot(page), FOLDER / f"{name}-{width}.webp", LIMIT)
                self.contexts.pop().close()
        for state in STATES:
            for width in WIDTHS:
                self.sheet(state, width)

    def begin_state(self, state):
        wanted = {"loading": {"delay": 30}, "empty": {"empty": True}, "error": {"broken": True}, "signedOut": {"signedOut": True}}.get(state, {})
        self.behave(**wanted)
        self.door.world.settings["hasSeenSwipeTutorial"] = {"boolean": True}

    def sheet(self, state, width):
        pictures = []
        self.begin_state("success")
        page = self.open("more", width, worker=state == "offline")
        if state == "offline":
            page.evaluate("navigator.serviceWorker.ready.then(() => true)")
            page.reload()
            for screen in SCREENS:
                self.visit(page, screen)
            page.context.set_offline(True)
            self.visit(page, "more")
        else:
            self.begin_state(state)
        for screen in SCREENS:
            if state == "down":
                self.behave(down=[SERVICE_OF.get(screen.split("?")[0], SERVICE_OF.get(screen, "catalog"))])
                self.door.world.settings["hasSeenSwipeTutorial"] = {"boolean": True}
            page.evaluate("hash => { location.hash = hash }", "#/" + screen)
            page.wait_for_timeout(350 if state == "loading" else 60)
            if state != "loading":
                self.settle(page)
            self.steady(page)
            pictures.append((screen, self.shoot(page)))
            if self.originals:
                pictures[-1][1].save(self.originals / f"{state}-{width}-{screen.replace('/', '_').replace('?', '_')}.png")
        self.contexts.pop().close()
        save(together(pictures, width), FOLDER / f"sheet-{state}-{width}.webp", SHEET_LIMIT)

    def steady(self, page):
        page.wait_for_timeout(250)
        page.evaluate("document.querySelectorAll('.toasts').forEach((one) => one.replaceChildren())")

    def shoot(self, page):
        return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def together(pictures, width):
    """All pictures of a width on one sheet, each with its screen's name."""
    wide, columns = THUMBS[width]
    high = max(round(picture.height * wide / picture.width) for _, picture in pictures)
    rows = -(-len(pictures) // columns)
    sheet = Image.new("RGB", (columns * (wide + 8) + 8, rows * (high + CAPTION + 8) + 8), "#333333")
    draw = ImageDraw.Draw(sheet)
    for index, (name, picture) in enumerate(pictures):
        x, y = 8 + index % columns * (wide + 8), 8 + index // columns * (high + CAPTION + 8)
        draw.text((x, y), name, fill="#ffffff")
        sheet.paste(picture.resize((wide, high), Image.LANCZOS), (x, y + CAPTION))
    return sheet


def save(image, path, limit):
    for quality in (70, 55, 40, 25, 15):
        image.save(path, quality=quality, method=6)
        if path.stat().st_size < limit:
            return
    raise SystemExit(f"{path} is above {limit} bytes")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        Camera.originals = Path(sys.argv[1])
        Camera.originals.mkdir(exist_ok=True)
    camera = Camera()
    Camera.setUpClass()
    camera.setUp()
    camera.runTest()
    camera.tearDown()
    Shared.end()
