#!/usr/bin/env python3
"""The compressed size of what the first view of home loads; fails above the limit.

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
    linked = [PAGE / name for name in re.findall(r'(?:href|src)="((?:css|js|icons)/[^"]+|manifest[^"]+)"', html.read_text())]
    return {html, *linked} | modules(PAGE / "js/main.js", set()) | modules(SCREEN, set())


def main():
    files = first_view()
    weight = sum(len(gzip.compress(path.read_bytes(), 6)) for path in files)
    print(f"first view: {len(files)} files, {weight / 1000:.1f} kB compressed")
    if weight > int(sys.argv[1]):
        sys.exit(f"above {int(sys.argv[1]) / 1000:.0f} kB: load less with home, or later")


if __name__ == "__main__":
    main()
