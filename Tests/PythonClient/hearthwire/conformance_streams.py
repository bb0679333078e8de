"""Streams as they should go: every shape, windows, ends, resuming."""

from . import clock, wire
from .checks import Checks, expect, expect_equal, expect_failure
from .client import Client
from .connection import SECOND, Limits
from .fixture import REACHES_THE_SERVER, SERVICE

checks = Checks()


def numbers(count, padding=None):
    """Items from 1."""
    return ({"number": number} | ({"padding": padding} if padding else {}) for number in range(1, count + 1))


@checks.add
def shapes(fixture):
    """The welcome and methods.json name the same shapes."""
    told = {method[2]: method.get(5, "unary") for method in fixture.client.connection.welcome[13]}
    expect_equal(told, {name: fixture.protocols.methods[name][0]["shape"] for name in told})
    expect_equal(set(told.values()), {"unary", "serverStream", "clientStream", "bidirectional"})


@checks.add
def a_server_stream(fixture):
    """Items in order, then the end; none at all; an error after some."""
    for count in (0, 1, 7):
        with fixture.stream("Count", {"name": "few", "upTo": count}) as stream:
            expect_equal([item.value["number"] for item in stream], list(range(1, count + 1)))
            expect_equal(stream.answer().body, b"")
    with fixture.stream("Count", {"name": "fails", "upTo": 9, "failsAfter": 3}) as stream:
        got = [stream.read().number for _ in range(3)]
        expect_equal(got, [1, 2, 3])
        failure = expect_failure("FAILED_PRECONDITION", "yes", stream.read)
        expect_equal(failure.details, {"test.wire.ShelfFull": {"capacity": 7}})


@checks.add
def a_client_stream(fixture):
    """The answer comes after the items; without any; with a long request."""
    method = SERVICE + "Sum"
    for count, padding in ((0, None), (1, None), (5_000, None), (300, bytes(2_000))):
        total = fixture.client.send(method, {"name": "sum"}, numbers(count, padding))
        bytes_sent = count * len(padding or b"")
        expect_equal(total, {"items": count, "sum": count * (count + 1) // 2, "bytes": bytes_sent})
    request = {"name": "long", "padding": bytes(3 << 20)}
    total = fixture.client.send(method, request, numbers(2_000, bytes(500)))
    expect_equal((total["items"], total["bytes"]), (2_000, 1_000_000))


@checks.add
def an_answer_before_the_items_end(fixture):
    """The server may have heard enough."""
    with fixture.stream("Sum", {"name": "enough", "stopsAfter": 3}) as stream:
        for item in numbers(100_000):
            if not stream.write(item):
                break
        expect(item["number"] < 100_000, "the server's answer stops the writer")
        expect_equal(stream.answer().value["sum"], 6)
    expect_equal(fixture.call("Echo", {"text": "on"})["text"], "on")


@checks.add
def a_bidirectional_stream(fixture):
    """Both sides at their own pace: one by one, and as many as the windows take."""
    with fixture.stream("Double", {"name": "one by one"}) as stream:
        for number in (1, 20, 300):
            stream.write({"number": number})
            expect_equal(stream.read().value["number"], 2 * number)
        stream.finish()
        expect_equal(stream.read(), None)
    with fixture.stream("Double", {"name": "many"}) as stream:
        items, got = numbers(3_000), []
        item = next(items)
        while len(got) < 3_000:
            while item and stream.write_now(item):
                item = next(items, None)
            got.append(stream.read().value["number"])
        stream.finish()
        expect_equal(stream.read(), None)
        expect_equal(got, [2 * number for number in range(1, 3_001)])


@checks.add
def windows_of_all_sizes(fixture):
    """5,000 items through windows of a few, and larger ones: a server that goes over them is refused."""
    for count, limits in (
        (500, Limits(items=1)),
        (500, Limits(item_bytes=1)),
        (5_000, Limits(items=7)),
        (5_000, Limits(items=64, item_bytes=1_000)),
        # What the receiver announced counts, and not the lesser of both sides.
        (2_000, Limits(items=1_500, item_bytes=1 << 20)),
    ):
        client = Client(fixture.endpoint, fixture.protocols, limits=limits)
        with client.stream(SERVICE + "Count", {"name": "small", "upTo": count, "padding": 40}) as stream:
            expect_equal([item.value["number"] for item in stream], list(range(1, count + 1)))
        client.close()


@checks.add
def long_items(fixture):
    """Items of 3 MiB, in pieces, far over every window of items, both ways."""
    size = 3 << 20
    with fixture.stream("Count", {"name": "long", "upTo": 5, "padding": size}) as stream:
        for number in range(1, 6):
            value = stream.read().value
            expect_equal((value["number"], len(value["padding"])), (number, size))
        expect_equal(stream.read(), None)
    total = fixture.client.send(SERVICE + "Sum", {"name": "long"}, numbers(4, bytes(size)))
    expect_equal(total, {"items": 4, "sum": 10, "bytes": 4 * size})
    with fixture.stream("Double", {"name": "long"}) as stream:
        for number in (1, 2):
            stream.write({"number": number, "padding": bytes(size)})
            expect_equal(len(stream.read().value["padding"]), size)


@checks.add
def items_over_the_limit(fixture):
    """An item is as long as a message may be, at most: a client sends none, a server's handler fails."""
    with fixture.stream("Count", {"name": "over", "upTo": 1, "padding": 4 << 20}) as stream:
        expect_failure("RESOURCE_EXHAUSTED", "maybe", stream.read)
    with fixture.stream("Sum", {"name": "over"}) as stream:
        item = {"number": 1, "padding": bytes(4 << 20)}
        expect_failure("RESOURCE_EXHAUSTED", "maybe", lambda: stream.write(item))


@checks.add
def a_slow_reader(fixture):
    """Streams without a reader fill their windows and no more; calls and other streams pass them."""
    connection = fixture.client.connection
    lying = [fixture.stream("Count", {"name": "lying", "upTo": 2_000, "padding": 20_000}) for _ in range(40)]
    for _ in range(20):
        expect_equal(fixture.call("Echo", {"text": "passes"})["text"], "passes")
    made = fixture.call("Make", {"bytes": 1 << 20})["bytes"]
    expect_equal(len(made), 1 << 20)
    limit = clock.now() + 10 * SECOND
    while any(stream.call.incoming.bytes_left > 0 for stream in lying):
        expect(clock.now() < limit, "the server stopped before the window was full")
        connection.turn(limit)
    waiting = [len(stream.call.incoming.waiting) for stream in lying]
    expect_equal(set(waiting), {262_144 // 20_000 + 1})
    with fixture.stream("Count", {"name": "brisk", "upTo": 2_000}) as stream:
        expect_equal(sum(1 for _ in stream), 2_000)
    for stream in lying[1:]:
        stream.cancel()
    expect_equal(sum(1 for _ in lying[0]), 2_000)


@checks.add
def a_server_that_does_not_read(fixture):
    """A client's items wait for their reader; its calls do not."""
    with fixture.stream("Stay", {"name": "stays"}) as stream:
        sent = 0
        while stream.write_now({"number": sent}):
            sent += 1
        expect_equal(sent, fixture.client.connection.welcome[14])
        expect_equal(fixture.call("Echo", {"text": "passes"})["text"], "passes")
        expect(not stream.write_now({"number": sent}), "a call makes no room")
        fixture.until(lambda: fixture.seen("stays")["begun"] == 1)
    fixture.until(lambda: fixture.seen("stays")["cancelled"] == 1)


@checks.add
def cancelled_by_the_client(fixture):
    """cancel stops the handlers of all shapes, whether they read, write or wait."""
    for method, request in (
        ("Count", {"upTo": 1_000_000}),
        ("Sum", {}),
        ("Double", {}),
        ("Stay", {}),
        ("Follow", {"upTo": 3, "waits": True}),
    ):
        name = f"cancelled {method}"
        stream = fixture.stream(method, request | {"name": name})
        if method in ("Count", "Follow"):
            expect_equal(stream.read().number, 1)
        fixture.until(lambda: fixture.seen(name)["begun"] == 1)
        stream.cancel()
        expect_failure("CANCELLED", "maybe", stream.answer)
        fixture.until(lambda: fixture.seen(name)["cancelled"] == 1)


@checks.add
def a_deadline(fixture):
    """A stream has a limit when its caller says so, and none otherwise."""
    with fixture.stream("Double", {"name": "limited"}, timeout=REACHES_THE_SERVER) as stream:
        stream.write({"number": 1})
        expect_equal(stream.read().value["number"], 2)
        expect_failure("DEADLINE_EXCEEDED", "maybe", stream.read)
    fixture.until(lambda: fixture.seen("limited")["cancelled"] == 1)
    expect_equal(fixture.protocols.timeout(SERVICE + "Double"), 0)


@checks.add
def lost_items(fixture):
    """An item that is missing ends the call, and never reaches the reader; one that comes again is ignored."""
    stream = fixture.stream("Follow", {"name": "loses", "upTo": 4, "waits": True})
    expect_equal([stream.read().number for _ in range(4)], [1, 2, 3, 4])
    body = wire.encode({"number": 0})
    fixture.client.connection.receive(wire.Message(wire.ITEM, stream.number, 0, {11: 4}, body))
    expect_equal((stream.is_over, stream.read_now()), (False, None))
    fixture.client.connection.receive(wire.Message(wire.ITEM, stream.number, 0, {11: 6}, body))
    expect_failure("DATA_LOSS", "maybe", stream.read)
    fixture.until(lambda: fixture.seen("loses")["cancelled"] == 1)
    stream = fixture.stream("Follow", {"name": "miscounts", "upTo": 1, "waits": True})
    stream.read()
    fixture.client.connection.receive(wire.Message(wire.STATUS, stream.number, wire.END, {25: [0, 0, 0], 28: 2}))
    expect_failure("DATA_LOSS", "yes", stream.read)
    fixture.client.connection.send(wire.Message(wire.CANCEL, stream.number))


@checks.add
def a_server_that_breaks_the_protocol(fixture):
    """More items than this client has room for, or more in one than it takes, end the connection."""
    limits = Limits(items=2, item_bytes=100, longest_answer=1 << 20)
    body = wire.encode({"number": 0})
    for items in ([body] * 3, [bytes(101), body], [bytes(wire.MAX_PIECE)] * 17):
        client = Client(fixture.endpoint, fixture.protocols, limits=limits)
        stream = client.stream(SERVICE + "Stay", {"name": "not asked"})
        is_long = len(items) > 3
        try:
            for index, item in enumerate(items):
                header = {10: index * wire.MAX_PIECE, 11: 1} if is_long else {11: index + 1}
                flags = wire.MORE if is_long else 0
                client.connection.receive(wire.Message(wire.ITEM, stream.number, flags, header, item))
                is_last = index == len(items) - 1
                expect(not is_last, "the last item is one too many")
        except wire.ProtocolBroken:
            expect_equal(index, len(items) - 1)
        client.close()


@checks.add
def given_up_before_it_was_asked(fixture):
    """A request that is not out to its end has not begun."""
    stream = fixture.stream("Sum", {"name": "unasked", "padding": bytes(4_000_000)})
    stream.cancel()
    expect_failure("CANCELLED", "no", stream.answer)
    expect_equal(fixture.seen("unasked")["begun"], 0)
    expect_equal(fixture.client.send(SERVICE + "Sum", {"name": "asked"}, numbers(3))["sum"], 6)


@checks.add
def positions(fixture):
    """Items say where they stand; a stream begins after the position that is asked for."""
    with fixture.stream("Follow", {"name": "positions", "upTo": 5}) as stream:
        expect_equal([item.position for item in stream], [[7, sequence] for sequence in range(1, 6)])
    with fixture.stream("Follow", {"name": "positions", "upTo": 5}, after=[7, 3]) as stream:
        expect_equal([(item.number, item.value["number"]) for item in stream], [(1, 4), (2, 5)])
    with fixture.stream("Follow", {"name": "another generation", "upTo": 2}, after=[6, 1]) as stream:
        expect_equal([item.value["number"] for item in stream], [1, 2])


@checks.add
def resuming(fixture):
    """A follower whose connection breaks goes on: nothing twice, nothing missing."""
    client = Client(fixture.endpoint, fixture.protocols, limits=Limits(items=50))
    got = []
    breaks = {100, 900, 1_500}
    for item in client.follow(SERVICE + "Follow", {"name": "follower", "upTo": 3_000}):
        got.append(item.value["number"])
        if len(got) in breaks:
            # The server drops a peer that speaks like that.
            client.connection.socket.send(b"\xff" * 40)
    expect_equal(got, list(range(1, 3_001)))
    expect_equal(fixture.seen("follower")["begun"], 1 + len(breaks))
    client.close()


@checks.add
def vanishing(fixture):
    """A handler learns that its caller is gone, whether it reads, writes or waits."""
    other = Client(fixture.endpoint, fixture.protocols)
    for method, request in (("Sum", {}), ("Stay", {}), ("Count", {"upTo": 1_000_000})):
        other.stream(SERVICE + method, request | {"name": f"gone {method}"})
    for method in ("Sum", "Stay", "Count"):
        fixture.until(lambda: fixture.seen(f"gone {method}")["begun"] == 1)
    other.connection.close()
    for method in ("Sum", "Stay", "Count"):
        fixture.until(lambda: fixture.seen(f"gone {method}")["cancelled"] == 1)


@checks.add
def signs_of_life(fixture):
    """Looks are counted: after three without a sign a stream is given up, unless its server says something."""
    connection = fixture.client.connection
    quiet = fixture.stream("Stay", {"name": "quiet"})
    fixture.until(lambda: fixture.seen("quiet")["begun"] == 1)
    calls = connection.calls

    def look():
        calls.next_look = 0
        calls.look()

    for _ in range(3):
        look()
    expect(not quiet.is_over)
    connection.receive(wire.Message(wire.CREDIT, quiet.number, header={1: 0}))
    for _ in range(3):
        look()
    expect(not quiet.is_over, "a credit of nothing is a sign of life")
    look()
    expect_failure("UNAVAILABLE", "maybe", quiet.answer)
    fixture.until(lambda: fixture.seen("quiet")["cancelled"] == 1)
    with fixture.stream("Stay", {"name": "room"}) as stream:
        outgoing = stream.call.outgoing
        room = (outgoing.items_left, outgoing.bytes_left)
        for _ in range(3):
            look()
        connection.receive(wire.Message(wire.CREDIT, stream.number, header={1: 70_000}))
        expect_equal((outgoing.items_left, outgoing.bytes_left), room)
