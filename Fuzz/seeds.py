"""Writes the seed inputs of a fuzzer, the files of Tests/Corpus: seeds.py TARGET FOLDER."""

import hashlib
import pathlib
import sys

CORPUS = pathlib.Path(__file__).parent.parent / "Tests" / "Corpus"
# The folders of the corpus, by target.
FOLDERS = {"playlist": "m3u", "guide": "xmltv", "panel": "xtream"}


def cases(folder):
    """The inputs of the corpus of malformed input."""
    return [path.read_bytes() for path in sorted((CORPUS / folder).iterdir()) if path.suffix != ".json"]


def seeds(target):
    """The seed inputs of a target."""
    # The first byte chooses limits and pieces.
    return [bytes([choices]) + case for case in cases(FOLDERS[target]) for choices in (0x07, 0x83)]


def main():
    target, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    for seed in seeds(target):
        if len(seed) <= 4096:
            (folder / hashlib.sha1(seed).hexdigest()).write_bytes(seed)


main()
