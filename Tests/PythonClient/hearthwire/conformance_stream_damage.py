"""Streams as they should not go, message by message."""

from . import clock, wire
from .checks import Checks, expect, expect_equal
from .connection import Limits
from .items import WINDOW_ITEMS
from .fixture import SERVICE

checks = Checks()


def item(number, value=1, call=1, padding=None, flags=0):
    """An item of the test service's methods."""
    body = wire.encode({"number": value} | ({"padding": padding} if padding else {}))
    return wire.Message(wire.ITEM, call, flags, {11: number}, body)


def end(number, call=1):
    """The end of a client's items."""
    return wire.Message(wire.ITEM, call, wire.END, {11: number})


def outcome(status):
    return status.header.get(20, 0), status.header.get(23)


def begin(raw, method, request, call=1):
    """Opens a call whose items follow."""
    raw.open(SERVICE + method, request, call=call, flags=0)


@checks.add
def messages_of_a_stream(fixture):
    """Which messages a call of each shape consists of."""
    with fixture.raw() as raw:
        raw.open(SERVICE + "Follow", {"name": "bytes", "upTo": 2})
        for sequence in (1, 2):
            message = raw.wait(wire.ITEM, 1)
            expect_equal((message.flags, message.header), (0, {11: sequence, 12: [7, sequence]}))
            expect_equal(message.body, wire.encode({"number": sequence}))
        status = raw.status(1)
        expect_equal((status.flags, status.header.get(28), status.body), (wire.END, 2, b""))
        begin(raw, "Sum", {"name": "bytes"}, call=2)
        raw.send(item(1, 4, call=2), item(2, 5, call=2), end(3, call=2))
        status = raw.status(2)
        expect_equal((status.header.get(28), wire.decode(status.body)), (None, {"items": 2, "sum": 9, "bytes": 0}))
        begin(raw, "Double", {"name": "bytes"}, call=3)
        raw.send(item(1, 4, call=3))
        expect_equal(wire.decode(raw.wait(wire.ITEM, 3).body)["number"], 8)
        raw.send(end(2, call=3))
        expect_equal(raw.status(3).header.get(28), 1)
        # No items at all: the request has the end.
        raw.open(SERVICE + "Sum", {"name": "bytes"}, call=4)
        expect_equal(wire.decode(raw.status(4).body)["items"], 0)


@checks.add
def pieces_of_items(fixture):
    """An item may come in pieces of any size; the server's have 65,536 bytes, with number and offset."""
    with fixture.raw() as raw:
        whole = item(1, 12)
        begin(raw, "Sum", {"name": "pieces"})
        for start, stop, flags in ((0, 3, wire.MORE), (3, 5, wire.MORE), (5, len(whole.body), 0)):
            raw.send(wire.Message(wire.ITEM, 1, flags, {10: start, 11: 1}, whole.body[start:stop]))
        raw.send(end(2))
        expect_equal(wire.decode(raw.status(1).body)["sum"], 12)
        raw.open(SERVICE + "Count", {"name": "pieces", "upTo": 1, "padding": 150_000}, call=2)
        body = b""
        while not body or message.flags & wire.MORE:
            message = raw.wait(wire.ITEM, 2)
            expect_equal((message.header.get(10, 0), message.header[11]), (len(body), 1))
            body += message.body
            expect(len(message.body) == wire.MAX_PIECE or not message.flags & wire.MORE)
        expect_equal(len(wire.decode(body)["padding"]), 150_000)


@checks.add
def the_servers_window(fixture):
    """The server sends what the window has, says no more, and goes on with a credit."""
    with fixture.raw(limits=Limits(items=3)) as raw:
        raw.open(SERVICE + "Count", {"name": "three", "upTo": 5})
        for number in (1, 2, 3):
            expect_equal(raw.wait(wire.ITEM, 1).header[11], number)
        raw.open(SERVICE + "Echo", {"text": "in between"}, call=2)
        raw.status(2)
        expect_equal([message for message in raw.waiting if message.call == 1], [])
        raw.send(wire.Message(wire.CREDIT, 1, header={1: 0}), wire.Message(wire.CREDIT, 1, header={1: 9, 2: 1}))
        expect_equal(raw.wait(wire.ITEM, 1).header[11], 4)
        raw.send(wire.Message(wire.CREDIT, 1, header={1: 9, 2: 3}))
        expect_equal(raw.wait(wire.ITEM, 1).header[11], 5)
        raw.status(1)


@checks.add
def more_than_the_window(fixture):
    """A client that sends more items than the server has room for breaks the protocol."""
    with fixture.raw() as raw:
        begin(raw, "Stay", {"name": "flooded"})
        raw.send(*(item(number) for number in range(1, WINDOW_ITEMS + 1)))
        # The end takes no room.
        raw.send(end(WINDOW_ITEMS + 1))
        raw.open(SERVICE + "Echo", {"text": "fits"}, call=2)
        raw.status(2)
        begin(raw, "Stay", {"name": "flooded"}, call=3)
        fixture.until(lambda: fixture.seen("flooded")["begun"] == 2)
        raw.send(*(item(number, call=3) for number in range(1, WINDOW_ITEMS + 2)))
        expect(raw.wait(wire.GOODBYE), "more items than the window")
    fixture.until(lambda: fixture.seen("flooded")["cancelled"] == 2)
    with fixture.raw() as raw:
        begin(raw, "Stay", {"name": "drowned"})
        fixture.until(lambda: fixture.seen("drowned")["begun"] == 1)
        # The fifth begins within the window and ends over it, which is all right; a sixth may not begin.
        for number in range(1, 6):
            raw.send(item(number, padding=bytes(65_000)))
        raw.open(SERVICE + "Echo", {"text": "fits"}, call=2)
        raw.status(2)
        raw.send(item(6))
        expect(raw.wait(wire.GOODBYE), "more bytes than the window")
    fixture.until(lambda: fixture.seen("drowned")["cancelled"] == 1)


@checks.add
def items_that_are_lost_or_come_twice(fixture):
    """A number that is skipped fails the handler; one that was had is ignored."""
    with fixture.raw() as raw:
        begin(raw, "Sum", {"name": "twice"})
        raw.send(item(1, 10), item(1, 10), item(2, 5), item(1, 10), item(2, 5), end(3))
        expect_equal(wire.decode(raw.status(1).body), {"items": 2, "sum": 15, "bytes": 0})
        # After the end, too.
        raw.send(item(3, 5), end(3))
        begin(raw, "Sum", {"name": "skipped"}, call=2)
        raw.send(item(1, call=2), item(3, call=2), end(4, call=2))
        expect_equal(outcome(raw.status(2))[0], 15)
        expect_equal(fixture.seen("skipped"), {"begun": 1, "cancelled": 1, "problem": "DATA_LOSS"})
        begin(raw, "Sum", {"name": "skipped end"}, call=3)
        raw.send(item(1, call=3), end(3, call=3))
        expect_equal(outcome(raw.status(3))[0], 15)
        begin(raw, "Sum", {"name": "torn"}, call=4)
        body = item(1, padding=bytes(100)).body
        raw.send(wire.Message(wire.ITEM, 4, wire.MORE, {10: 0, 11: 1}, body[:50]))
        raw.send(wire.Message(wire.ITEM, 4, 0, {10: 60, 11: 1}, body[60:]))
        expect_equal(outcome(raw.status(4))[0], 15)
        begin(raw, "Sum", {"name": "torn twice"}, call=7)
        raw.send(wire.Message(wire.ITEM, 7, wire.MORE, {10: 0, 11: 1}, body[:50]))
        # Pieces that come again are ignored, as whole items are.
        raw.send(wire.Message(wire.ITEM, 7, wire.MORE, {10: 0, 11: 1}, body[:50]))
        raw.send(wire.Message(wire.ITEM, 7, wire.MORE, {10: 30, 11: 1}, body[30:50]))
        raw.send(wire.Message(wire.ITEM, 7, 0, {10: 50, 11: 1}, body[50:]), end(2, call=7))
        expect_equal(wire.decode(raw.status(7).body)["sum"], 1)
        begin(raw, "Sum", {"name": "cut short"}, call=8)
        raw.send(wire.Message(wire.ITEM, 8, wire.MORE, {10: 0, 11: 1}, body[:50]), item(2, call=8))
        expect_equal(outcome(raw.status(8))[0], 15)
        raw.open(SERVICE + "Echo", {"text": "unharmed"}, call=9)
        raw.status(9)


@checks.add
def items_where_there_are_none(fixture):
    """Items to a method that takes none are refused before anything happens."""
    with fixture.raw() as raw:
        for call, method in ((1, "Add"), (2, "Count")):
            begin(raw, method, {"name": "none", "upTo": 1}, call=call)
            expect_equal(outcome(raw.status(call)), (3, 0))
        opening = raw.opening(SERVICE + "Add", {}, call=3, flags=wire.MORE)
        body = wire.encode({"name": "none"})
        opening.body = b""
        raw.send(opening, wire.Message(wire.ITEM, 3, 0, {10: 0}, body))
        expect_equal(outcome(raw.status(3)), (3, 0))
        raw.open(SERVICE + "Echo", {"text": "unharmed"}, call=4)
        raw.status(4)
    expect_equal(fixture.seen("none")["begun"], 0)


@checks.add
def items_that_make_no_sense(fixture):
    """An end with a body and an item over the limit break the protocol; what belongs nowhere is ignored."""
    with fixture.raw() as raw:
        begin(raw, "Sum", {"name": "no item"})
        raw.send(wire.Message(wire.ITEM, 1, 0, {11: 1}, wire.encode({"number": "one"})))
        expect(outcome(raw.status(1))[0] != 0)
        begin(raw, "Sum", {"name": "nowhere"}, call=2)
        body = item(1, 7).body
        # Without a number, before the first number, in a call that was never opened.
        raw.send(wire.Message(wire.ITEM, 2, 0, {10: 0}, body), item(0, call=2), item(1, call=99))
        raw.send(item(1, 7, call=2), end(2, call=2), item(3, call=2))
        expect_equal(wire.decode(raw.status(2).body)["sum"], 7)
        raw.open(SERVICE + "Hold", {"name": "briefly", "milliseconds": 50}, call=3)
        raw.send(item(1, call=3))
        expect_equal(outcome(raw.status(3))[0], 0)
    with fixture.raw() as raw:
        begin(raw, "Sum", {"name": "end with a body"})
        raw.send(item(1), item(2, flags=wire.END))
        expect(raw.wait(wire.GOODBYE), "an end with a body")
    with fixture.raw() as raw:
        begin(raw, "Sum", {"name": "too long"})
        piece = bytes(wire.MAX_PIECE)
        for index in range(raw.welcome[7] // wire.MAX_PIECE + 1):
            raw.send(wire.Message(wire.ITEM, 1, wire.MORE, {10: index * wire.MAX_PIECE, 11: 1}, piece))
        expect(raw.wait(wire.GOODBYE), "an item over the limit")
