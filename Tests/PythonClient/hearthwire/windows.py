"""Windows and pieces: README.md, section 6."""

from collections import deque
from dataclasses import dataclass

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


@dataclass
class Parked:
    """A body on its way in pieces: a request, or an item with a number."""

    call: int
    body: bytes
    # The flags of its last piece.
    flags: int = wire.END
    # The stream window; items have none.
    window: int | None = None
    number: int | None = None
    offset: int = 0

    def next_piece(self, room):
        """The next piece, if the windows have room for it."""
        size = min(len(self.body) - self.offset, wire.MAX_PIECE)
        if size > room or (self.window is not None and size > self.window):
            return None
        header = {10: self.offset} | ({11: self.number} if self.number else {})
        piece = self.body[self.offset : self.offset + size]
        self.offset += size
        if self.window is not None:
            self.window -= size
        return wire.Message(wire.ITEM, self.call, self.flags if self.is_out else wire.MORE, header, piece)

    @property
    def is_out(self):
        return self.offset == len(self.body)


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

    def park(self, call, body, flags=wire.END, number=None):
        """Puts a large body in line: an item when it has a number, else a request."""
        self.parked.append(Parked(call, body, flags, None if number else self.stream, number))

    def holds(self, call):
        """The body of the call that is on its way in pieces, if there is one: nothing of the call passes it."""
        return next((parked for parked in self.parked if parked.call == call), None)

    def drop(self, call):
        """The call is over."""
        self.parked = deque(parked for parked in self.parked if parked.call != call)

    def grant(self, call, header):
        """The receiver lets more come. Credits with items are for these."""
        if call == 0:
            self.connection += header[1]
            return
        parked = self.holds(call)
        if parked and parked.window is not None and not header.get(2, 0):
            parked.window += header[1]

    def pieces(self):
        """The items that may go now."""
        while self.parked:
            parked = self.parked[0]
            piece = parked.next_piece(self.connection)
            if piece is None:
                return
            self.connection -= len(piece.body)
            if parked.is_out:
                self.parked.popleft()
            yield piece
