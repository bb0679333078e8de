"""The calls of one connection, of every shape: README.md, sections 5, 6 and 6a."""

import os
from dataclasses import dataclass, field

from . import clock, wire
from .items import WINDOW_BYTES, WINDOW_ITEMS, IncomingItems, ItemsLost, OutgoingItems
from .outcome import MAYBE, NO, YES, Answer, CallFailed, of_status
from .windows import Receiving, Sending

# Of a stream without a limit.
NEVER = 2**64 - 1
# The interval of signs of life in a stream, and after how many without one the other side is given up.
SIGN_INTERVAL = 5_000_000_000
MISSED_SIGNS = 3


@dataclass
class Call:
    """A call that is open or has ended."""

    method: str
    deadline: int
    shape: str
    answer: bytearray = field(default_factory=bytearray)
    ungranted: int = 0
    outcome: object = None
    # What comes and goes in items, where the shape has them.
    incoming: IncomingItems | None = None
    outgoing: OutgoingItems | None = None
    # Looks since the last sign of life.
    silence: int = 0


class Calls:
    """What is open on a connection, from its welcome to its end."""

    def __init__(self, connection, welcome):
        self.connection = connection
        self.welcome = welcome
        limits = connection.limits
        self.limits = limits
        self.shapes = {method[2]: method.get(5, "unary") for method in welcome[13]}
        self.numbers = {method[2]: method[1] for method in welcome[13]}
        # The lesser of what both sides say counts, in both directions.
        window = min(limits.connection_window, welcome[5])
        self.stream_window = min(limits.stream_window, welcome[6])
        self.receiving = Receiving(window)
        self.sending = Sending(window, self.stream_window)
        self.all = {}
        self.last = 0
        self.next_look = clock.now() + SIGN_INTERVAL

    def open(self):
        """The calls that have not ended."""
        return [call for call in self.all.values() if call.outcome is None]

    # Opening

    def start(
        self, method, body, deadline, token=None, key=None, attempt=1, metadata=None, after=None, sheddable=False
    ):
        """Opens a call and returns its number. `deadline` is on our clock; `after` is a position to go on from."""
        if len(body) > self.welcome[7]:
            raise CallFailed("RESOURCE_EXHAUSTED", "the request is too large", NO)
        self.wait_for_place(body, deadline)
        header = self.header(method, deadline, attempt)
        for number, value in ((4, token), (5, key), (8, metadata), (9, after)):
            if value is not None:
                header[number] = value
        if sheddable:
            header[10] = 1
        self.last += 1
        call = Call(method, deadline, self.shapes.get(method, "unary"))
        if call.shape in ("serverStream", "bidirectional"):
            call.incoming = IncomingItems(self.limits.items, self.limits.item_bytes, self.limits.longest_answer)
        if call.shape in ("clientStream", "bidirectional"):
            room = self.welcome.get(14, WINDOW_ITEMS), self.welcome.get(15, WINDOW_BYTES)
            call.outgoing = OutgoingItems(*room)
        self.all[self.last] = call
        flags = 0 if call.outgoing else wire.END
        if len(body) <= wire.MAX_PIECE:
            self.connection.send(wire.Message(wire.OPEN, self.last, flags, header, body))
        else:
            self.connection.send(wire.Message(wire.OPEN, self.last, wire.MORE, header))
            self.sending.park(self.last, body, flags)
            self.send_pieces()
        return self.last

    def wait_for_place(self, body, deadline):
        """Waits until one more call may be open, and the windows have room for its request."""
        while True:
            self.connection.check_usable()
            if len(self.open()) < self.welcome[8]:
                is_parkable = len(body) > wire.MAX_PIECE and not self.sending.parked
                if is_parkable or self.sending.take_whole(len(body)):
                    return
            if clock.now() >= deadline:
                raise CallFailed("DEADLINE_EXCEEDED", "before the call was sent", NO)
            self.connection.turn(deadline)

    def header(self, method, deadline, attempt):
        offset = self.connection.offset
        return {
            1: self.numbers.get(method, method),
            2: self.welcome[4],
            3: NEVER if deadline >= NEVER else max(0, offset.on_their_clock(deadline)),
            7: os.urandom(24) + b"\x00",
        } | ({6: attempt} if attempt > 1 else {})

    # Our items

    def offer(self, number, body):
        """Sends an item if there is room for it now; whether it was sent."""
        call = self.all[number]
        if len(body) > self.welcome[7]:
            raise CallFailed("RESOURCE_EXHAUSTED", "the item is too large", MAYBE)
        if not call.outgoing.has_room() or self.sending.holds(number):
            return False
        if len(body) > wire.MAX_PIECE:
            if self.sending.parked:
                return False
            self.sending.park(number, body, 0, call.outgoing.take(len(body)))
            self.send_pieces()
            return True
        if not self.sending.take_whole(len(body)):
            return False
        header = {11: call.outgoing.take(len(body))}
        self.connection.send(wire.Message(wire.ITEM, number, 0, header, body))
        return True

    def finish(self, number):
        """Ends our items, if the last one is out; whether they are ended."""
        call = self.all[number]
        if call.outcome is None and not call.outgoing.has_ended:
            if self.sending.holds(number):
                return False
            call.outgoing.has_ended = True
            self.connection.send(wire.Message(wire.ITEM, number, wire.END, {11: call.outgoing.number}))
        return True

    def send_pieces(self):
        for piece in self.sending.pieces():
            self.connection.send(piece)

    # Their items

    def take(self, number):
        """The next item that has arrived, or None; gives back its room when it is time."""
        call = self.all[number]
        item = call.incoming.take()
        if item and call.outcome is None and (due := call.incoming.due()):
            self.connection.send(wire.Message(wire.CREDIT, number, header=due))
        return item

    def on_item(self, message):
        self.receiving.receive(len(message.body))
        call = self.all.get(message.call)
        if call is None or call.outcome is not None or (11 in message.header) != (call.incoming is not None):
            # It belongs to nothing here.
            self.grant(len(message.body))
        elif call.incoming is not None:
            self.on_stream_item(message, call)
        else:
            self.on_answer_piece(message, call)

    def on_stream_item(self, message, call):
        # The connection is done with an item's bytes as soon as they are here.
        self.grant(len(message.body))
        call.silence = 0
        try:
            call.incoming.receive(message.header, message.body, bool(message.flags & wire.MORE))
        except ItemsLost as problem:
            self.give_up(message.call, "DATA_LOSS", str(problem))

    def on_answer_piece(self, message, call):
        call.silence = 0
        if message.header[10] != len(call.answer):
            self.grant(len(message.body))
            self.give_up(message.call, "DATA_LOSS", "pieces of the answer are missing")
            return
        call.answer += message.body
        if len(call.answer) > self.limits.longest_answer:
            raise wire.ProtocolBroken("an answer is over its limit")
        call.ungranted += len(message.body)
        if call.ungranted * 2 >= self.stream_window:
            self.connection.send(wire.Message(wire.CREDIT, message.call, header={1: call.ungranted}))
            call.ungranted = 0

    # Ends

    def on_status(self, message):
        self.receiving.receive(len(message.body))
        call = self.all.get(message.call)
        if call is None or call.outcome is not None:
            self.grant(len(message.body))
            return
        self.sending.drop(message.call)
        self.grant(len(call.answer) + len(message.body))
        failure = of_status(message.header)
        arrived = call.incoming.arrived if call.incoming else 0
        if failure is None and message.header.get(28, 0) != arrived:
            text = f"{message.header.get(28, 0)} items were sent, {arrived} arrived"
            call.outcome = CallFailed("DATA_LOSS", text, YES)
        elif failure is not None:
            for kind, detail in message.header.get(22, ()):
                self.connection.protocols.check_detail(kind, detail)
            call.outcome = failure
        elif call.incoming is not None and message.body:
            raise wire.ProtocolBroken(f"the status of a {call.shape} call has a body")
        elif message.header.get(10, 0) != len(call.answer):
            call.outcome = CallFailed("DATA_LOSS", "pieces of the answer are missing", YES)
        else:
            body = bytes(call.answer) + message.body
            call.outcome = Answer(body, message.header[25], message.header.get(29, 0))

    def on_credit(self, message):
        self.sending.grant(message.call, message.header)
        call = self.all.get(message.call)
        if call is not None:
            call.silence = 0
            if call.outgoing:
                call.outgoing.grant(message.header)
            if call.incoming is not None and message.header.get(3, 0) > call.incoming.arrived:
                self.give_up(message.call, "DATA_LOSS", "the last items did not arrive")
        self.send_pieces()

    def on_goaway(self, last):
        for number, call in self.all.items():
            if number > last and call.outcome is None:
                call.outcome = CallFailed("UNAVAILABLE", "the server is shutting down", NO)

    def give_up(self, number, code, message):
        """Ends a call from our side."""
        call = self.all[number]
        if call.outcome is not None:
            return
        # What was not asked to its end has not begun.
        parked = self.sending.holds(number)
        is_asked = parked is None or parked.number is not None
        call.outcome = CallFailed(code, message, MAYBE if is_asked else NO)
        self.sending.drop(number)
        self.connection.send(wire.Message(wire.CANCEL, number))
        self.grant(len(call.answer))

    def end_all(self, reason):
        """The connection is lost: what was sent may have run."""
        for call in self.open():
            call.outcome = CallFailed("UNAVAILABLE", reason, MAYBE)

    def grant(self, count):
        """Bytes of answers are done with: gives them back to the connection's window when it is time."""
        due = self.receiving.done(count)
        if due:
            self.connection.send(wire.Message(wire.CREDIT, 0, header={1: due}))

    # Signs of life

    def look(self):
        """Says that we are still there with our streams, and gives those up in which the server is not."""
        if clock.now() < self.next_look:
            return
        # Looks count, not time: after a stop everybody seems silent.
        self.next_look = clock.now() + SIGN_INTERVAL
        for number, call in self.all.items():
            if call.outcome is not None or call.shape == "unary" or self.is_asking(number):
                continue
            call.silence += 1
            if call.silence > MISSED_SIGNS:
                self.give_up(number, "UNAVAILABLE", "the server says nothing in this stream")
            else:
                self.connection.send(wire.Message(wire.CREDIT, number, header={1: 0}))

    def is_asking(self, number):
        """Whether the call's request is still on its way."""
        parked = self.sending.holds(number)
        return parked is not None and parked.number is None
