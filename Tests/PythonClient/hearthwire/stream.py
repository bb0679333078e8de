"""A call with items as its user sees it: README.md, section 6a."""

from dataclasses import dataclass

import cbor2

from . import wire
from .outcome import CallFailed


@dataclass
class Received:
    """One of the server's items."""

    value: object
    number: int
    position: list | None


class Stream:
    """Reads and writes the items of one call, each held to its CDDL rule.

    Nothing happens between calls of its methods and of the connection's: there are no threads. A caller that lets a stream
    lie for 15 s without a turn of the connection is given up by the server.
    """

    def __init__(self, client, method, number):
        self.connection = client.connection
        self.protocols = client.protocols
        self.method = method
        self.number = number
        # A later connection has numbers of its own.
        self.calls = self.connection.calls
        self.call = self.calls.all[number]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.cancel()

    def __iter__(self):
        while (item := self.read()) is not None:
            yield item

    @property
    def is_over(self):
        """Whether the call has ended; items may still wait for their reader."""
        return self.call.outcome is not None

    # The server's items

    def read(self):
        """The server's next item; None at their end. Raises CallFailed."""
        while (item := self.read_now()) is None:
            if self.is_over:
                self.end()
                return None
            self.turn()
        return item

    def read_now(self):
        """The server's next item if it is here."""
        item = self.calls.take(self.number)
        if item is None:
            return None
        self.protocols.check(self.method, "responseItem", item.body)
        return Received(cbor2.loads(item.body), item.number, item.position)

    # Our items

    def write(self, value):
        """Sends an item as soon as there is room; raises CallFailed when the call has failed.

        False when the server has answered already: it wants no more.
        """
        while not self.write_now(value):
            if self.is_over:
                self.end()
                return False
            self.turn()
        return True

    def write_now(self, value):
        """Sends an item if there is room for it now; whether it was sent."""
        body = wire.encode(value)
        self.protocols.check(self.method, "requestItem", body)
        return not self.is_over and self.calls.offer(self.number, body)

    def finish(self):
        """Says that no further items come."""
        while not self.is_over and not self.calls.finish(self.number):
            self.turn()

    # The end

    def answer(self):
        """Waits for the end, drops the items before it, and returns the answer; raises CallFailed."""
        while not self.is_over:
            if self.call.incoming is not None and self.read_now() is not None:
                continue
            self.turn()
        answer = self.end()
        if self.call.incoming is None:
            self.protocols.check(self.method, "response", answer.body)
        return answer

    def end(self):
        if isinstance(self.call.outcome, CallFailed):
            raise self.call.outcome
        return self.call.outcome

    def cancel(self):
        """Gives the call up, unless it has ended."""
        if not self.is_over:
            self.calls.give_up(self.number, "CANCELLED", "by the caller")
        # A raised outcome and items that were not read go with this object.
        self.calls.all.pop(self.number, None)

    def turn(self):
        self.connection.check_deadline(self.number)
        if not self.is_over:
            self.connection.turn(self.call.deadline)
