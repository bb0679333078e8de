"""Every rule of the specification that a client can see, on the test service `test.wire.v1.Wire`.

usage: python -m hearthwire.conformance ENDPOINT PROTOCOLS
"""

import json
import os
import random
import sys

from . import clock, wire
from .checks import Checks, expect, expect_equal, expect_failure
from .client import Client
from .connection import SECOND, Connection
from .raw import RawConnection
from .schema import Protocols

SERVICE = "test.wire.v1.Wire/"
checks = Checks()


class World:
    """Where the server is, what its messages look like, and a client of it."""

    def __init__(self, endpoint, protocols):
        self.endpoint = endpoint
        self.protocols = protocols
        self.client = Client(endpoint, protocols)

    def call(self, method, request=None, **options):
        return self.client.call(SERVICE + method, request or {}, **options)

    def raw(self, greet=True):
        return RawConnection(self.endpoint, self.protocols, greet)

    def until(self, condition):
        """Asks again until the condition holds; each question is a call of its own."""
        limit = clock.now() + 10 * SECOND
        while not condition():
            expect(clock.now() < limit, "it never came to that")

    @property
    def refused(self):
        """The frames of clients that break the protocol."""
        frames = json.loads((self.protocols.folder / "vectors/refused.json").read_text(encoding="utf-8"))["frames"]
        return [(frame["fault"], bytes.fromhex(frame["hex"])) for frame in frames if frame["from"] == "client"]


@checks.add
def meets(world):
    """hello and welcome, and sys of any process."""
    expect_equal(world.client.call("sys.v1.Sys/Ping", {}), {})
    info = world.client.call("sys.v1.Sys/GetInfo", {})
    welcome = world.client.connection.welcome
    expect_equal(info["name"], "wire")
    expect_equal(int(info["incarnation"], 16), welcome[4])
    expect("test.wire.v1.Wire" in info["services"], info)
    expect_equal(world.client.call("sys.v1.Sys/GetHealth", {})["state"], "serving")


@checks.add
def fingerprints_agree(world):
    """The welcome, the schema and methods.json name the same methods with the same fingerprints."""
    committed = {name: int(method["fingerprint"]) for name, (method, _) in world.protocols.methods.items()}
    welcome = {method[2]: method[4] for method in world.client.connection.welcome[13]}
    schema = world.client.call("sys.v1.Sys/GetSchema", {})
    expect_equal({method["name"]: method["fingerprint"] for method in schema["methods"]}, welcome)
    for name, fingerprint in welcome.items():
        expect_equal((name, fingerprint), (name, committed[name]))


@checks.add
def header_arrives(world):
    """Token, key, attempt and metadata reach the handler."""
    connection = world.client.connection
    body = wire.encode({"text": "äß 電"})
    key = os.urandom(16)
    number = connection.start(
        SERVICE + "Echo", body, clock.now() + 10 * SECOND, b"a token", key, 3, {"language": "de", "blob": b"\x00"}
    )
    echoed = connection.wait(number).value
    expect_equal(
        (echoed["text"], echoed["attempt"], echoed["key"], echoed["token"], echoed["metadata"]),
        ("äß 電", 3, key, "a token", {"language": "de", "blob": "bytes"}),
    )
    expect(0 < echoed["microsecondsLeft"] <= 10_000_000, echoed)


@checks.add
def answers_in_any_order(world):
    """Many calls at a time."""
    connection = world.client.connection
    deadline = clock.now() + 10 * SECOND
    numbers = [
        connection.start(SERVICE + "Echo", wire.encode({"text": str(index)}), deadline) for index in range(500)
    ]
    for index in reversed(range(500)):
        expect_equal(connection.wait(numbers[index]).value["text"], str(index))


@checks.add
def more_calls_than_may_be_open(world):
    """The welcome's limit is kept by waiting."""
    connection = world.client.connection
    deadline = clock.now() + 10 * SECOND
    limit = connection.welcome[8]
    numbers = [
        connection.start(SERVICE + "Echo", wire.encode({"text": "x"}), deadline) for _ in range(limit + 100)
    ]
    for number in numbers:
        connection.wait(number)


@checks.add
def large_bodies(world):
    """Pieces, windows and credits, in both directions, far beyond the windows."""
    for size in (65_000, 65_536, 70_000, 200_000, 1_200_000):
        text = "".join(chr(97 + index % 26) for index in range(size))
        expect_equal(world.call("Echo", {"text": text}, timeout=20)["text"], text)
    size = world.client.connection.welcome[5] // 8
    for _ in range(10):
        made = world.call("Make", {"bytes": size})["bytes"]
        expect_equal(made[:600], bytes((index ^ index >> 8) & 255 for index in range(600)))
        expect_equal(len(made), size)


@checks.add
def large_bodies_among_small_ones(world):
    """Calls that fit into a message pass those that do not."""
    connection = world.client.connection
    deadline = clock.now() + 20 * SECOND
    large = [connection.start(SERVICE + "Make", wire.encode({"bytes": 500_000}), deadline) for _ in range(6)]
    small = [connection.start(SERVICE + "Echo", wire.encode({"text": "x"}), deadline) for _ in range(50)]
    for number in small:
        expect_equal(connection.wait(number).value["text"], "x")
    for number in large:
        expect_equal(len(connection.wait(number).value["bytes"]), 500_000)


@checks.add
def too_large(world):
    """A request over the limit is not sent; an answer over it was executed."""
    expect_failure("RESOURCE_EXHAUSTED", "no", lambda: world.call("Echo", {"text": "x" * (4 << 20)}))
    expect_failure("RESOURCE_EXHAUSTED", "yes", lambda: world.call("Make", {"bytes": 4 << 20}))


@checks.add
def domain_errors(world):
    """A typed detail that the client knows, a field that is wrong, a pause that is asked for."""
    failure = expect_failure("FAILED_PRECONDITION", "yes", lambda: world.call("Fail", {"how": "shelf"}))
    expect_equal(failure.details, {"test.wire.ShelfFull": {"capacity": 7}})
    failure = expect_failure("INVALID_ARGUMENT", "yes", lambda: world.call("Fail", {"how": "field"}))
    expect_equal(failure.details["rpc.InvalidField"], {"field": "how", "problem": "is never right"})
    start = clock.now()
    failure = expect_failure("RESOURCE_EXHAUSTED", "no", lambda: world.call("Fail", {"how": "busy"}))
    expect_equal((failure.retry_after, failure.origin), (30, "till"))
    expect(clock.now() - start > 2 * 30_000_000, "three attempts wait twice")


@checks.add
def errors_without_words(world):
    """What the service does not let out stays inside, and may have had an effect."""
    failure = expect_failure("UNKNOWN", "maybe", lambda: world.call("Fail", {"how": "secret"}))
    expect("hunter2" not in failure.message, failure.message)


@checks.add
def refusals(world):
    """What a server does not begin is not executed."""
    connection = world.client.connection
    deadline = clock.now() + 10 * SECOND

    def start(method, body):
        return connection.wait(connection.start(method, body, deadline))

    expect_failure("UNIMPLEMENTED", "no", lambda: start(SERVICE + "Dance", b"\xa0"))
    expect_failure("INVALID_ARGUMENT", "no", lambda: start(SERVICE + "Echo", b"\xa0"))
    expect_failure("INVALID_ARGUMENT", "no", lambda: start(SERVICE + "Echo", wire.encode({"text": 5})))
    expect_failure("INVALID_ARGUMENT", "no", lambda: start(SERVICE + "Echo", b"\xbf\xff"))
    expect_failure("INVALID_ARGUMENT", "no", lambda: start(SERVICE + "Echo", b"\xff"))
    expect_failure("INVALID_ARGUMENT", "no", lambda: start(SERVICE + "Echo", b""))
    expect_failure("INVALID_ARGUMENT", "no", lambda: start(SERVICE + "Fail", wire.encode({"how": "otherwise"})))


@checks.add
def deadlines(world):
    """A late call is not begun; a slow one is given up by the client's own clock, outcome unknown."""
    start = clock.now()
    expect_failure(
        "DEADLINE_EXCEEDED", "maybe", lambda: world.call("Hold", {"name": "slow", "milliseconds": 600_000}, timeout=0.3)
    )
    expect(clock.now() - start >= 300_000_000, "given up too early")
    with world.raw() as raw:
        raw.open(SERVICE + "Add", {"name": "late"}, deadline=clock.now() - 1)
        status = raw.status(1)
        expect_equal((status.header[20], status.header[23]), (4, 0))
    expect_equal(world.call("GetSeen", {"name": "late"})["begun"], 0)
    # The server saw the deadline too, and stopped the handler.
    world.until(lambda: world.call("GetSeen", {"name": "slow"}) == {"begun": 1, "cancelled": 1})


@checks.add
def another_clock(world):
    """A client with another clock estimates, and is never late."""
    real, clock.domain = clock.domain, lambda: {1: "another host", 2: ""}
    try:
        client = Client(world.endpoint, world.protocols)
        for _ in range(5):
            left = client.call(SERVICE + "Echo", {"text": ""}, timeout=10)["microsecondsLeft"]
            expect(0 < left <= 10_000_000, left)
        expect(not client.connection.offset.is_same)
        client.close()
    finally:
        clock.domain = real


@checks.add
def cancellation(world):
    """cancel stops the handler; the call has ended for the client at once."""
    connection = world.client.connection
    number = connection.start(
        SERVICE + "Hold", wire.encode({"name": "held", "milliseconds": 60_000}), clock.now() + 60 * SECOND
    )
    world.until(lambda: world.call("GetSeen", {"name": "held"})["begun"] == 1)
    connection.cancel(number)
    expect_failure("CANCELLED", "maybe", lambda: connection.wait(number))
    world.until(lambda: world.call("GetSeen", {"name": "held"})["cancelled"] == 1)


@checks.add
def leaving_cancels(world):
    """A goodbye cancels what the client asked for."""
    other = Connection(world.endpoint, world.protocols)
    other.connect()
    other.start(SERVICE + "Hold", wire.encode({"name": "left", "milliseconds": 60_000}), clock.now() + 60 * SECOND)
    world.until(lambda: world.call("GetSeen", {"name": "left"})["begun"] == 1)
    other.close(goodbye=True)
    world.until(lambda: world.call("GetSeen", {"name": "left"})["cancelled"] == 1)


@checks.add
def vanishing_cancels(world):
    """A client that is gone without a word is found out."""
    other = Connection(world.endpoint, world.protocols)
    other.connect()
    other.start(SERVICE + "Hold", wire.encode({"name": "gone", "milliseconds": 60_000}), clock.now() + 60 * SECOND)
    world.until(lambda: world.call("GetSeen", {"name": "gone"})["begun"] == 1)
    other.close()
    world.until(lambda: world.call("GetSeen", {"name": "gone"})["cancelled"] == 1)


@checks.add
def another_incarnation(world):
    """A call for an earlier start of the server is not begun."""
    with world.raw() as raw:
        raw.open(SERVICE + "Add", {"name": "earlier"}, incarnation=raw.welcome[4] ^ 1)
        status = raw.status(1)
        expect_equal((status.header[20], status.header[23]), (14, 0))
    expect_equal(world.call("GetSeen", {"name": "earlier"})["begun"], 0)


@checks.add
def a_call_before_hello(world):
    """A connection begins with a hello."""
    incarnation = world.client.connection.welcome[4]
    with world.raw(greet=False) as raw:
        raw.open(SERVICE + "Add", {"name": "rude"}, incarnation=incarnation)
        status = raw.status(1)
        expect_equal((status.header[20], status.header[23]), (14, 0))
    expect_equal(world.call("GetSeen", {"name": "rude"})["begun"], 0)


@checks.add
def an_open_that_comes_twice(world):
    """A number is begun once."""
    with world.raw() as raw:
        message = raw.opening(SERVICE + "Add", {"name": "twice"}, call=5)
        raw.send(message, message)
        raw.send(message)
        raw.status(5)
        raw.open(SERVICE + "Echo", {"text": "after"}, call=6)
        expect_equal(wire.decode(raw.status(6).body)["text"], "after")
    expect_equal(world.call("GetSeen", {"name": "twice"})["begun"], 1)


@checks.add
def headers_of_tomorrow(world):
    """Unknown header keys below 64, kinds from 128 and flags are skipped; a critical key is not."""
    with world.raw() as raw:
        message = raw.opening(SERVICE + "Echo", {"text": "a"}, call=1)
        message.header[9] = {"a": [1.5, None]}
        message.header[63] = "new"
        message.flags |= 0x8000
        raw.send(wire.Message(200, 77, 9, {64: 1}, b"whatever"), message)
        expect_equal(wire.decode(raw.status(1).body)["text"], "a")
        message = raw.opening(SERVICE + "Add", {"name": "critical"}, call=2)
        message.header[64] = 1
        raw.send(message, checked=False)
        status = raw.status(2)
        expect_equal((status.header[20], status.header[23]), (3, 0))
    expect_equal(world.call("GetSeen", {"name": "critical"})["begun"], 0)


@checks.add
def damaged_pieces(world):
    """A piece that does not go on where the last one ended ends the call, not the connection."""
    piece = b"\x61" * wire.MAX_PIECE
    for offsets in ((0, 2 * wire.MAX_PIECE), (wire.MAX_PIECE,), (0, 0)):
        with world.raw() as raw:
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
def pieces_of_any_size(world):
    """A body may come in small pieces."""
    body = wire.encode({"text": "in three"})
    with world.raw() as raw:
        opening = raw.opening(SERVICE + "Echo", {}, call=1, flags=wire.MORE)
        opening.body = body[:3]
        raw.send(opening)
        raw.send(wire.Message(wire.ITEM, 1, wire.MORE, {10: 3}, body[3:5]))
        raw.send(wire.Message(wire.ITEM, 1, wire.END, {10: 5}, body[5:]))
        expect_equal(wire.decode(raw.status(1).body)["text"], "in three")


@checks.add
def breaking_the_protocol(world):
    """Whoever breaks the protocol is sent away, and alone."""
    for name, frame in world.refused:
        with world.raw() as raw:
            raw.socket.send(frame)
            expect(raw.wait(wire.GOODBYE), name)
            raw.open(SERVICE + "Add", {"name": "broken"})
            expect(raw.wait(wire.GOODBYE), name)
    with world.raw() as raw:
        window = raw.welcome[5]
        for index in range(window // wire.MAX_PIECE + 1):
            opening = raw.opening(SERVICE + "Add", {}, call=index + 1, flags=wire.MORE)
            opening.body = b"\x61" * wire.MAX_PIECE
            raw.send(opening)
        expect(raw.wait(wire.GOODBYE), "more than the window")
    expect_equal(world.call("GetSeen", {"name": "broken"})["begun"], 0)


@checks.add
def hostile_frames(world):
    """Frames with random damage, whatever they mean now, harm nobody else. The seed is printed when they do."""
    seed = int.from_bytes(os.urandom(4), "little")
    randomness = random.Random(seed)
    try:
        for _ in range(60):
            with world.raw() as raw:
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
        expect_equal(world.call("Echo", {"text": "unharmed"})["text"], "unharmed")
    except Exception:
        print(f"seed {seed}")
        raise


@checks.add
def liveness(world):
    """A ping is answered with its clock and the server's."""
    with world.raw() as raw:
        raw.send(wire.Message(wire.PING, body=wire.encode({1: 123})))
        pong = wire.decode(raw.wait(wire.PONG).body)
        expect_equal((pong[1], pong[5]), (123, False))
        expect(abs(pong[2] - clock.now()) < 5 * SECOND, pong)
    connection = world.client.connection
    connection.last_ping = 0
    number = connection.start(
        SERVICE + "Hold", wire.encode({"name": "long", "milliseconds": 1_700}), clock.now() + 60 * SECOND
    )
    connection.wait(number)
    expect(connection.last_ping > 0, "silence was followed by a ping")


@checks.add
def drain(world):
    """goaway, running calls end, no more are begun, goodbye. The last check: the server is gone then."""
    connection = world.client.connection
    deadline = clock.now() + 30 * SECOND
    held = connection.start(SERVICE + "Hold", wire.encode({"name": "last", "milliseconds": 400}), deadline)
    world.until(lambda: world.call("GetSeen", {"name": "last"})["begun"] == 1)
    with world.raw() as raw:
        world.call("Leave")
        raw.wait(wire.GOAWAY)
        raw.open(SERVICE + "Add", {"name": "too late"})
        status = raw.status(1)
        expect_equal((status.header[20], status.header[23]), (14, 0))
        expect_equal(connection.wait(held).value, {})
        expect(connection.is_draining)
        expect(raw.wait(wire.GOODBYE))
    while not connection.lost:
        expect(clock.now() < deadline, "no goodbye")
        connection.turn(deadline)
    expect_failure("UNAVAILABLE", "no", lambda: world.call("Echo", {"text": ""}, timeout=0.3, attempts=1))


def main():
    endpoint, folder = sys.argv[1:]
    world = World(endpoint, Protocols(folder))
    checks.run(world)
    print(f"all {len(checks.all)} checks, {world.protocols.checked} messages checked")


if __name__ == "__main__":
    main()
