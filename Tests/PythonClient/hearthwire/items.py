"""The items of one direction of a call, and their windows: README.md, sections 6a.2 and 6a.3."""

from collections import deque
from dataclasses import dataclass

from . import wire

WINDOW_ITEMS = 512
WINDOW_BYTES = 262_144


class ItemsLost(Exception):
    """Items of a stream did not arrive."""


@dataclass
class Item:
    """One whole item."""

    number: int
    body: bytes
    position: list | None = None


class IncomingItems:
    """Puts the other side's items together, and keeps them until they are read."""

    def __init__(self, items, size, longest):
        self.items = self.items_left = items
        self.size = self.bytes_left = size
        self.longest = longest
        self.waiting = deque()
        self.number = 1
        self.piece = bytearray()
        self.is_begun = False
        self.position = None
        self.items_taken = self.bytes_taken = 0

    @property
    def arrived(self):
        """How many items have arrived whole."""
        return self.number - 1

    def receive(self, header, body, has_more):
        """Takes in a piece of an item; raises ItemsLost, or ProtocolBroken for more than the window."""
        number = header[11]
        if number < self.number:
            return
        if number > self.number:
            raise ItemsLost(f"item {number} came instead of {self.number}")
        offset = header.get(10, 0)
        if offset < len(self.piece):
            return
        if offset > len(self.piece):
            raise ItemsLost(f"item {number} does not go on where its last piece ended")
        if not self.is_begun:
            if self.items_left < 1 or self.bytes_left < 1:
                raise wire.ProtocolBroken("an item begins without room in the window")
            self.items_left -= 1
            self.is_begun = True
        self.bytes_left -= len(body)
        self.piece += body
        self.position = header.get(12, self.position)
        if len(self.piece) > self.longest:
            raise wire.ProtocolBroken("an item is over the limit")
        if not has_more:
            self.waiting.append(Item(number, bytes(self.piece), self.position))
            self.number += 1
            self.piece = bytearray()
            self.is_begun, self.position = False, None

    def take(self):
        """The next item for its reader, if it is there."""
        if not self.waiting:
            return None
        item = self.waiting.popleft()
        self.items_taken += 1
        self.bytes_taken += len(item.body)
        return item

    def due(self):
        """The header of the credit that is due, or None: half of either window was taken."""
        if self.items_taken * 2 < self.items and self.bytes_taken * 2 < self.size:
            return None
        header = {1: self.bytes_taken, 2: self.items_taken}
        self.items_left += self.items_taken
        self.bytes_left += self.bytes_taken
        self.items_taken = self.bytes_taken = 0
        return header


class OutgoingItems:
    """Numbers our items, and asks for no more than the window."""

    def __init__(self, items, size):
        self.items_left = items
        self.bytes_left = size
        self.number = 1
        self.has_ended = False

    def has_room(self):
        """Whether an item may begin."""
        return self.items_left > 0 and self.bytes_left > 0

    def take(self, count):
        """The number of an item of so many bytes, which begins now."""
        self.items_left -= 1
        self.bytes_left -= count
        self.number += 1
        return self.number - 1

    def grant(self, header):
        """What the reader took. A credit without items is for the request in pieces, or only a sign of life."""
        if header.get(2, 0):
            self.items_left += header[2]
            self.bytes_left += header[1]
