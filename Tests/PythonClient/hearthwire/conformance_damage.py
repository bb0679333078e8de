"""Messages that no peer should send."""

import os
import random

from . import wire
from .checks import Checks, expect, expect_equal
from .fixture import SERVICE

checks = Checks()


@checks.add
def another_incarnation(fixture):
    """A call for an earlier start of the server is not begun."""
    with fixture.raw() as raw:
        raw.open(SERVICE + "Add", {"name": "earlier"}, incarnation=raw.welcome[4] ^ 1)
        status = raw.status(1)
        expect_equal((status.header[20], status.header[23]), (14, 0))
    expect_equal(fixture.call("GetSeen", {"name": "earlier"})["begun"], 0)


@checks.add
def a_call_before_hello(fixture):
    """A connection begins with a hello."""
    incarnation = fixture.client.connection.welcome[4]
    with fixture.raw(greet=False) as raw:
        raw.open(SERVICE + "Add", {"name": "rude"}, incarnation=incarnation)
        status = raw.status(1)
        expect_equal((status.header[20], status.header[23]), (14, 0))
    expect_equal(fixture.call("GetSeen", {"name": "rude"})["begun"], 0)


@checks.add
def an_open_that_comes_twice(fixture):
    """A number is begun once."""
    with fixture.raw() as raw:
        message = raw.opening(SERVICE + "Add", {"name": "twice"}, call=5)
        raw.send(message, message)
        raw.send(message)
        raw.status(5)
        raw.open(SERVICE + "Echo", {"text": "after"}, call=6)
        expect_equal(wire.decode(raw.status(6).body)["text"], "after")
    expect_equal(fixture.call("GetSeen", {"name": "twice"})["begun"], 1)


@checks.add
def headers_of_tomorrow(fixture):
    """Unknown header keys below 64, kinds from 128 and flags are skipped; a critical key is not."""
    with fixture.raw() as raw:
        message = raw.opening(SERVICE + "Echo", {"text": "a"}, call=1)
        message.header[19] = {"a": [1.5, None]}
        message.header[63] = "new"
        message.flags |= 0x8000
        raw.send(wire.Message(200, 77, 9, {64: 1}, b"whatever"), message)
        expect_equal(wire.decode(raw.status(1).body)["text"], "a")
        message = raw.opening(SERVICE + "Add", {"name": "critical"}, call=2)
        message.header[64] = 1
        raw.send(message, checked=False)
        status = raw.status(2)
        expect_equal((status.header[20], status.header[23]), (3, 0))
    expect_equal(fixture.call("GetSeen", {"name": "critical"})["begun"], 0)


@checks.add
def damaged_pieces(fixture):
    """A piece that does not go on where the last one ended ends the call, not the connection."""
    piece = b"\x61" * wire.MAX_PIECE
    for offsets in ((0, 2 * wire.MAX_PIECE), (wire.MAX_PIECE,), (0, 0)):
        with fixture.raw() as raw:
            opening = raw.opening(SERVICE + "Echo", {}, call=1, flags=wire.MORE)
            opening.body = b""
            raw.send(opening)
            for offset in offsets:
                raw.send(wire.Message(wire.ITEM, 1, wire.MORE, {10: offset}, piece))
            status = raw.status(1)
            expect_equal((status.header[20], status.header[23]), (15, 0))
            raw.open(SERVICE + "Echo", {"text": "still here"}, call=2)
            raw.status(2)


@checks.add
def pieces_of_any_size(fixture):
    """A body may come in small pieces."""
    body = wire.encode({"text": "in three"})
    with fixture.raw() as raw:
        opening = raw.opening(SERVICE + "Echo", {}, call=1, flags=wire.MORE)
        opening.body = body[:3]
        raw.send(opening)
        raw.send(wire.Message(wire.ITEM, 1, wire.MORE, {10: 3}, body[3:5]))
        raw.send(wire.Message(wire.ITEM, 1, wire.END, {10: 5}, body[5:]))
        expect_equal(wire.decode(raw.status(1).body)["text"], "in three")


@checks.add
def breaking_the_protocol(fixture):
    """A peer that breaks the protocol is disconnected, and it alone."""
    for name, frame in fixture.refused:
        with fixture.raw() as raw:
            raw.socket.send(frame)
            expect(raw.wait(wire.GOODBYE), name)
            raw.open(SERVICE + "Add", {"name": "broken"})
            expect(raw.wait(wire.GOODBYE), name)
    expect_equal(fixture.call("GetSeen", {"name": "broken"})["begun"], 0)


@checks.add
def more_than_a_server_holds(fixture):
    """Unfinished requests over what a connection may have held are refused one by one, before the window is used up."""
    with fixture.raw() as raw:
        calls = raw.welcome[5] // wire.MAX_PIECE + 1
        for index in range(calls):
            opening = raw.opening(SERVICE + "Add", {}, call=index + 1, flags=wire.MORE)
            opening.body = b"\x61" * wire.MAX_PIECE
            raw.send(opening)
        status = raw.status(calls)
        expect_equal((status.header[20], status.header[23]), (8, 0))
        raw.open(SERVICE + "Echo", {"text": "still here"}, call=calls + 1)
        raw.status(calls + 1)


@checks.add
def hostile_frames(fixture):
    """Frames with random damage, whatever they mean now, harm no other peer. The seed is printed when they do."""
    seed = int.from_bytes(os.urandom(4), "little")
    randomness = random.Random(seed)
    try:
        for _ in range(60):
            with fixture.raw() as raw:
                for _ in range(30):
                    frame = bytearray(
                        wire.pack(raw.opening(SERVICE + "Add", {"name": "hostile"}, call=randomness.randint(1, 90)))
                        + wire.pack(wire.Message(wire.ITEM, randomness.randint(1, 90), header={10: 0}, body=b"x"))
                        + wire.pack(wire.Message(wire.CREDIT, randomness.randint(0, 90), header={1: 2**64 - 1}))
                    )
                    for _ in range(randomness.choice((1, 1, 1, 4, 16))):
                        at = randomness.randrange(len(frame))
                        frame[at : at + randomness.randrange(3)] = randomness.randbytes(randomness.randrange(3))
                    raw.socket.send(frame)
        expect_equal(fixture.call("Echo", {"text": "unharmed"})["text"], "unharmed")
    except Exception:
        print(f"seed {seed}")
        raise
