"""The recorded conversation of `vectors/frames.json`: it reads as the specification says."""

import json

from . import wire
from .checks import Checks, expect, expect_equal
from .items import WINDOW_BYTES, WINDOW_ITEMS, IncomingItems
from .outcome import of_status

checks = Checks()


def conversations(fixture):
    """The conversations in the file, each a list of (sender, message); a hello begins one."""
    path = fixture.protocols.folder / "vectors/frames.json"
    found = []
    for frame in json.loads(path.read_text(encoding="utf-8"))["frames"]:
        data = b"".join(bytes.fromhex(run["hex"]) * run["times"] for run in frame["frame"])
        messages = wire.unpack(data)
        expect_equal([message.name for message in messages], [message["kind"] for message in frame["messages"]])
        for message in messages:
            fixture.protocols.check_message(message)
            if message.kind == wire.HELLO:
                found.append([])
            found[-1].append((frame["from"], message))
    return found


@checks.add
def items_of_the_recorded_conversation(fixture):
    """Items, their windows and counts, in both directions of every call."""
    whole = {"client": 0, "server": 0}
    for conversation in conversations(fixture):
        incoming = {}
        announced = {}
        for sender, message in conversation:
            if message.kind in (wire.HELLO, wire.WELCOME):
                body = wire.decode(message.body)
                items, size = (9, 10) if message.kind == wire.HELLO else (14, 15)
                # What a side announces is for what it receives.
                receiver = sender
                announced[receiver] = (body.get(items, WINDOW_ITEMS), body.get(size, WINDOW_BYTES), 1 << 22)
            elif message.kind == wire.ITEM and 11 in message.header:
                receiver = "server" if sender == "client" else "client"
                stream = incoming.setdefault((message.call, sender), IncomingItems(*announced[receiver]))
                if message.flags & wire.END:
                    expect_equal((message.header[11], message.body), (stream.number, b""))
                    whole["client"] += stream.arrived
                else:
                    stream.receive(message.header, message.body, bool(message.flags & wire.MORE))
            elif message.kind == wire.CREDIT and message.header.get(2, 0):
                other = "server" if sender == "client" else "client"
                stream = incoming[message.call, other]
                taken = [stream.take() for _ in range(message.header[2])]
                expect_equal((stream.due(), all(taken)), (message.header, True))
            elif message.kind == wire.STATUS:
                stream = incoming.get((message.call, "server"))
                arrived = stream.arrived if stream else 0
                whole["server"] += arrived
                expect_equal(message.header.get(28, 0), arrived)
                expect(stream is None or of_status(message.header) or not message.body, message)
    expect(min(whole.values()) > 5, whole)
