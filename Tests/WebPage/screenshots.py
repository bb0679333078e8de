#!/usr/bin/env python3
"""Takes the pictures of docs/web: main screens at 1280 and 360, with a palette, so that each stays small."""

import io

from PIL import Image

from browser import BrowserCase, Shared
from contract import ROOT

FOLDER = ROOT / "docs/web"
LIMIT = 40_000
SCREENS = {"who": "who", "home": "home", "search": "search?q=ha", "title": "title/m-copper-sky", "guide": "guide", "reading": "reading", "week": "week", "downloads": "downloads"}


class Camera(BrowserCase):
    def runTest(self):
        FOLDER.mkdir(exist_ok=True)
        for name, screen in SCREENS.items():
            for width in (1280, 360):
                page = self.open(screen, width)
                page.wait_for_timeout(400)
                path = FOLDER / f"{name}-{width}.webp"
                picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
                save(picture, path)
                self.contexts.pop().close()


def save(image, path):
    for quality in (70, 55, 40, 25):
        image.save(path, quality=quality, method=6)
        if path.stat().st_size < LIMIT:
            return
    raise SystemExit(f"{path} is above {LIMIT} bytes")


if __name__ == "__main__":
    camera = Camera()
    Camera.setUpClass()
    camera.setUp()
    camera.runTest()
    camera.tearDown()
    Shared.end()
