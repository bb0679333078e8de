"""Deadlines, cancellation, liveness and leaving."""

from . import clock, wire
from .checks import Checks, expect, expect_equal, expect_failure
from .client import Client
from .connection import SECOND, Connection
from .fixture import REACHES_THE_SERVER, SERVICE

checks = Checks()


@checks.add
def deadlines(fixture):
    """A late call is not begun; a slow one is given up by the client's own clock, outcome unknown."""
    start = clock.now()
    expect_failure(
        "DEADLINE_EXCEEDED",
        "maybe",
        lambda: fixture.call("Hold", {"name": "slow", "milliseconds": 600_000}, timeout=REACHES_THE_SERVER),
    )
    expect(clock.now() - start >= REACHES_THE_SERVER * SECOND, "given up too early")
    with fixture.raw() as raw:
        raw.open(SERVICE + "Add", {"name": "late"}, deadline=clock.now() - 1)
        status = raw.status(1)
        expect_equal((status.header[20], status.header[23]), (4, 0))
    expect_equal(fixture.call("GetSeen", {"name": "late"})["begun"], 0)
    # The server saw the deadline too, and stopped the handler.
    fixture.until(lambda: fixture.call("GetSeen", {"name": "slow"}) == {"begun": 1, "cancelled": 1})


@checks.add
def another_clock(fixture):
    """A client with another clock estimates, and is never late."""
    real, clock.domain = clock.domain, lambda: {1: "another host", 2: ""}
    try:
        client = Client(fixture.endpoint, fixture.protocols)
        for _ in range(5):
            left = client.call(SERVICE + "Echo", {"text": ""}, timeout=10)["microsecondsLeft"]
            expect(0 < left <= 10_000_000, left)
        expect(not client.connection.offset.is_same)
        client.close()
    finally:
        clock.domain = real


@checks.add
def cancellation(fixture):
    """cancel stops the handler; the call has ended for the client at once."""
    connection = fixture.client.connection
    number = connection.start(
        SERVICE + "Hold", wire.encode({"name": "held", "milliseconds": 60_000}), clock.now() + 60 * SECOND
    )
    fixture.until(lambda: fixture.call("GetSeen", {"name": "held"})["begun"] == 1)
    connection.cancel(number)
    expect_failure("CANCELLED", "maybe", lambda: connection.wait(number))
    fixture.until(lambda: fixture.call("GetSeen", {"name": "held"})["cancelled"] == 1)


@checks.add
def leaving_cancels(fixture):
    """A goodbye cancels what the client asked for."""
    other = Connection(fixture.endpoint, fixture.protocols)
    other.connect()
    other.start(SERVICE + "Hold", wire.encode({"name": "left", "milliseconds": 60_000}), clock.now() + 60 * SECOND)
    fixture.until(lambda: fixture.call("GetSeen", {"name": "left"})["begun"] == 1)
    other.close(goodbye=True)
    fixture.until(lambda: fixture.call("GetSeen", {"name": "left"})["cancelled"] == 1)


@checks.add
def vanishing_cancels(fixture):
    """A client that is gone without a word is found out."""
    other = Connection(fixture.endpoint, fixture.protocols)
    other.connect()
    other.start(SERVICE + "Hold", wire.encode({"name": "gone", "milliseconds": 60_000}), clock.now() + 60 * SECOND)
    fixture.until(lambda: fixture.call("GetSeen", {"name": "gone"})["begun"] == 1)
    other.close()
    fixture.until(lambda: fixture.call("GetSeen", {"name": "gone"})["cancelled"] == 1)


@checks.add
def liveness(fixture):
    """A ping is answered with its clock and the server's."""
    with fixture.raw() as raw:
        raw.send(wire.Message(wire.PING, body=wire.encode({1: 123})))
        pong = wire.decode(raw.wait(wire.PONG).body)
        expect_equal((pong[1], pong[5]), (123, False))
        expect(abs(pong[2] - clock.now()) < 5 * SECOND, pong)
    connection = fixture.client.connection
    connection.last_ping = 0
    number = connection.start(
        SERVICE + "Hold", wire.encode({"name": "long", "milliseconds": 1_700}), clock.now() + 60 * SECOND
    )
    connection.wait(number)
    expect(connection.last_ping > 0, "silence was followed by a ping")


@checks.add
def drain(fixture):
    """goaway; followers end at once, other calls and streams by themselves, no more are begun; goodbye.

    The last check: the server is gone then.
    """
    connection = fixture.client.connection
    deadline = clock.now() + 30 * SECOND
    held = connection.start(SERVICE + "Hold", wire.encode({"name": "last", "milliseconds": 400}), deadline)
    fixture.until(lambda: fixture.call("GetSeen", {"name": "last"})["begun"] == 1)
    follower = fixture.stream("Follow", {"name": "follower of the end", "upTo": 2, "waits": True})
    expect_equal([follower.read().number for _ in range(2)], [1, 2])
    summing = fixture.stream("Sum", {"name": "sum of the end"})
    summing.write({"number": 20})
    with fixture.raw() as raw:
        fixture.call("Leave")
        raw.wait(wire.GOAWAY)
        raw.open(SERVICE + "Add", {"name": "too late"})
        status = raw.status(1)
        expect_equal((status.header[20], status.header[23]), (14, 0))
        expect_failure("UNAVAILABLE", "no", follower.read)
        expect(connection.is_draining)
        summing.write({"number": 3})
        summing.finish()
        expect_equal(summing.answer().value["sum"], 23)
        expect_equal(connection.wait(held).value, {})
        expect(raw.wait(wire.GOODBYE))
    while not connection.lost:
        expect(clock.now() < deadline, "no goodbye")
        connection.turn(deadline)
    expect_failure("UNAVAILABLE", "no", lambda: fixture.call("Echo", {"text": ""}, timeout=0.3, attempts=1))
