"""A real household for tests of the page: services of a build, an own directory, a list of films and episodes whose streams a local server has.

The executables are those of HEARTH_EXECUTABLES, by default of .build/debug.
"""

import json
import os
import subprocess
import threading
from datetime import datetime, timedelta, timezone
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from PIL import Image

from contract import ROOT

SERVICES = ("profiles", "catalog", "playback-state", "downloads", "reading-list", "scheduler", "metadata-gateway", "web")
FILMS = [("The Understudy", 2019, "Drama"), ("Night Ferry", 2021, "Horror"), ("Little Comet", 2023, "Family"), ("Paper Boats", 2016, "Comedy")]


class Streams(SimpleHTTPRequestHandler):
    """The provider: a folder of HLS and pictures. It counts what was asked for."""

    protocol_version = "HTTP/1.1"
    asked = []

    def do_GET(self):
        Streams.asked.append(self.path)
        super().do_GET()

    def guess_type(self, path):
        return {".m3u8": "application/vnd.apple.mpegurl", ".ts": "video/mp2t"}.get(Path(str(path)).suffix) or super().guess_type(path)

    def log_message(self, *_):
        pass


class Household:
    def __init__(self, folder, media):
        self.folder = Path(folder)
        self.executables = Path(os.environ.get("HEARTH_EXECUTABLES", ROOT / ".build/debug")).resolve()
        self.environment = {**os.environ, "HOME": str(self.folder / "home"), "HEARTH_DATA": str(self.folder / "data"), "HEARTH_RUN": str(self.folder / "run"), "HEARTH_WEB_LISTEN": "127.0.0.1:0",
                            "HEARTH_WEB_PAGE": str(ROOT / "Sources/WebDoor/Page"), "HEARTH_WEB_MEDIA_HOSTS": "127.0.0.1"}
        self.environment.pop("XDG_RUNTIME_DIR", None)
        self.environment.pop("XDG_DATA_HOME", None)
        (self.folder / "home").mkdir()
        self.provider = ThreadingHTTPServer(("127.0.0.1", 0), partial(Streams, directory=str(media)))
        self.provider.daemon_threads = True
        threading.Thread(target=self.provider.serve_forever, daemon=True).start()
        self.streams = f"http://127.0.0.1:{self.provider.server_address[1]}"

    def hearth(self, *arguments, check=True):
        done = subprocess.run([self.executables / "hearth", *arguments], env=self.environment, capture_output=True, text=True, timeout=120)
        if check and done.returncode:
            raise AssertionError(f"hearth {' '.join(arguments)}: {done.stdout[-400:]} {done.stderr[-400:]}")
        return done.stdout

    def start(self):
        self.hearth("setup", "--unattended", "--time-zone", "Europe/Berlin", "--region", "DE", "--adult", "Kim", "--kid", "Noa")

    @property
    def address(self):
        return json.loads((self.folder / "run/web.address").read_text())["url"].rstrip("/") + "/"

    def link(self):
        """The path of a link that signs a browser in, once."""
        return "#" + next(line for line in self.hearth("web", "open").split() if "#" in line).split("#", 1)[1]

    def call(self, method, profile="Kim", **request):
        return json.loads(self.hearth("call", method, json.dumps(request), "--json", "--profile", profile))

    def without(self, service):
        """Runs all services but one."""
        self.hearth("up", "--detach", "--services", ",".join(name for name in SERVICES if name != service))

    def all(self):
        self.hearth("up", "--detach", "--services", ",".join(SERVICES))

    def end(self):
        self.hearth("down", check=False)
        self.provider.shutdown()

    def playlist(self):
        """Films, a series whose episodes have an intro and credits, and channels."""
        lines = ["#EXTM3U"]
        for title, year, genre in FILMS:
            lines += [f'#EXTINF:-1 group-title="Films | {genre}" genre="{genre}" tvg-logo="{self.streams}/poster.png",{title} ({year})', f"{self.streams}/movie/{title.lower().replace(' ', '-')}.m3u8?stream=index.m3u8"]
        for number in (1, 2, 3):
            lines += [f'#EXTINF:-1 group-title="Series | Drama" intro-start="2" intro-end="20" credits-start="50",Harbour Lights S01E0{number}', f"{self.streams}/series/harbour-{number}.m3u8"]
        for number, name in enumerate(("Aurora One", "Coast TV"), 1):
            lines += [f'#EXTINF:-1 tvg-id="{name.split()[0].lower()}.example" tvg-chno="{number}" group-title="General",{name}', f"{self.streams}/live/{name.split()[0].lower()}.m3u8"]
        return "\n".join(lines) + "\n"

    def guide(self):
        begin = datetime.now(timezone.utc).replace(minute=0, second=0, microsecond=0) - timedelta(hours=1)
        text = ['<?xml version="1.0" encoding="UTF-8"?>', "<tv>"]
        for name in ("aurora", "coast"):
            text.append(f'<channel id="{name}.example"><display-name>{name}</display-name></channel>')
            for hour in range(12):
                start, stop = (begin + timedelta(hours=hour + step) for step in (0, 1))
                text.append(f'<programme start="{start:%Y%m%d%H%M%S} +0000" stop="{stop:%Y%m%d%H%M%S} +0000" channel="{name}.example"><title>Programme {hour + 1} of {name}</title></programme>')
        return "\n".join([*text, "</tv>"]) + "\n"


def lay_out(folder, stream):
    """The provider's folder: every address of the playlist leads to one stream."""
    folder = Path(folder)
    for part in ("movie", "series", "live"):
        (folder / part).mkdir()
        for file in Path(stream).glob("*"):
            (folder / part / file.name).symlink_to(file)
    names = [f"movie/{title.lower().replace(' ', '-')}.m3u8" for title, _, _ in FILMS] + [f"series/harbour-{number}.m3u8" for number in (1, 2, 3)] + ["live/aurora.m3u8", "live/coast.m3u8"]
    for name in names:
        (folder / name).symlink_to(Path(stream) / "index.m3u8")
    Image.new("RGB", (300, 450), "#226644").save(folder / "poster.png")
