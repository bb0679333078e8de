#!/usr/bin/env python3
"""The compressed size of what the first view of home loads; fails above the limit, and when index.html preloads other modules.

    weight.py BYTES
"""

import gzip
import re
import sys

from contract import ROOT

PAGE = ROOT / "Sources/WebDoor/Page"
SCREEN = PAGE / "js/screens/home.js"


def modules(start, found):
    """A module and what it imports; screens are imported when they open."""
    if start in found:
        return found
    found.add(start)
    for name in re.findall(r"^(?:import|export) [^;]*?'(\.[^']+)'", start.read_text(), flags=re.MULTILINE | re.DOTALL):
        modules((start.parent / name).resolve(), found)
    return found


def first_view():
    html = PAGE / "index.html"
    linked = [PAGE / name for name in re.findall(r'(?:href|src)="((?:css|icons)/[^"]+|js/main.js|manifest[^"]+)"', html.read_text())]
    return {html, *linked} | modules(PAGE / "js/main.js", set()) | modules(SCREEN, set())


def preloaded():
    """The modules that index.html names, so that a browser asks for all of them at once."""
    return {(PAGE / name).resolve() for name in re.findall(r'rel="modulepreload" href="([^"]+)"', (PAGE / "index.html").read_text())}


def main():
    files = first_view()
    wanted = {path for path in files if path.suffix == ".js"}
    if preloaded() != wanted:
        sys.exit(f"index.html does not preload what the first view needs: {', '.join(sorted(path.name for path in preloaded() ^ wanted))}")
    weight = sum(len(gzip.compress(path.read_bytes(), 6)) for path in files)
    print(f"first view: {len(files)} files, {weight / 1000:.1f} kB compressed")
    if weight > int(sys.argv[1]):
        sys.exit(f"above {int(sys.argv[1]) / 1000:.0f} kB: load less with home, or later")


if __name__ == "__main__":
    main()
