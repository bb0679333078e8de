"""Writes the seed inputs of a fuzzer, the vectors of protocols/: seeds.py TARGET FOLDER."""

import hashlib
import json
import pathlib
import sys

VECTORS = pathlib.Path(__file__).parents[3] / "protocols" / "vectors"


def messages():
    """Every sample of every service's messages."""
    for path in sorted(VECTORS.glob("*.json")):
        for vector in json.loads(path.read_text()).get("vectors", []):
            yield bytes.fromhex(vector["hex"])


def frames():
    """The recorded conversation, and the frames that every reader rejects."""
    for frame in json.loads((VECTORS / "frames.json").read_text())["frames"]:
        yield b"".join(bytes.fromhex(piece["hex"]) * piece["times"] for piece in frame["frame"])
    for frame in json.loads((VECTORS / "refused.json").read_text())["frames"]:
        yield bytes.fromhex(frame["hex"])


def seeds(target):
    """The seed inputs of a target."""
    if target == "codec":
        # The first byte is the options.
        return [bytes([options]) + message for message in messages() for options in (0, 6)]
    if target == "frames":
        return list(frames())
    # Scripts are not messages: these seeds are minimal.
    return [b"\0", b"\1"]


def main():
    target, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    for seed in seeds(target):
        if len(seed) <= 4096:
            (folder / hashlib.sha1(seed).hexdigest()).write_bytes(seed)


main()
