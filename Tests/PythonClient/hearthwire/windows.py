"""Windows and pieces: README.md, section 6."""

from collections import deque

from . import wire


class Receiving:
    """What may still come, and what is owed to the sender."""

    def __init__(self, size):
        self.size = size
        self.received = 0
        self.owed = 0

    def receive(self, count):
        """Notes bytes that came; more than was granted breaks the protocol."""
        self.received += count
        if self.received > self.size:
            raise wire.ProtocolBroken("more bytes than the window grants")

    def done(self, count):
        """Notes bytes that are done with; returns the grant that is due, or 0."""
        self.owed += count
        if self.owed * 4 < self.size:
            return 0
        grant, self.owed = self.owed, 0
        self.received -= grant
        return grant


class Sending:
    """Bodies on their way out: whole ones at once, larger ones in pieces, one after another."""

    def __init__(self, connection, stream):
        self.connection = connection
        self.stream = stream
        self.parked = deque()

    def take_whole(self, count):
        """Whether a body can go in one message now; then its bytes are taken."""
        if count > wire.MAX_PIECE or count > self.connection:
            return False
        self.connection -= count
        return True

    def park(self, call, body):
        """Puts a large body in line."""
        self.parked.append([call, body, self.stream, 0])

    def drop(self, call):
        """The call is over."""
        self.parked = deque(entry for entry in self.parked if entry[0] != call)

    def grant(self, call, count):
        """The receiver lets more come."""
        if call == 0:
            self.connection += count
        for entry in self.parked:
            if entry[0] == call:
                entry[2] += count

    def pieces(self):
        """The items that may go now."""
        while self.parked:
            entry = self.parked[0]
            call, body, window, offset = entry
            size = min(len(body) - offset, wire.MAX_PIECE)
            if size > window or size > self.connection:
                return
            self.connection -= size
            entry[2:] = window - size, offset + size
            is_last = offset + size == len(body)
            if is_last:
                self.parked.popleft()
            flags = wire.END if is_last else wire.MORE
            yield wire.Message(wire.ITEM, call, flags, {10: offset}, body[offset : offset + size])
