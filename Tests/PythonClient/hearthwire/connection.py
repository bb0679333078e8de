"""One connection to one server: README.md, sections 2, 4, 5, 6, 8 and 9."""

import os
from dataclasses import dataclass, field

import zmq
from zmq.utils.monitor import recv_monitor_message

from . import clock, wire
from .outcome import MAYBE, NO, YES, Answer, CallFailed, of_status
from .windows import Receiving, Sending

CONNECTION_WINDOW = 8 << 20
STREAM_WINDOW = 2 << 20
LONGEST_ANSWER = 4 << 20
GREETING = 500_000_000
MISSED_PINGS = 3
SECOND = 1_000_000_000


@dataclass
class Call:
    """A call that is open or has ended."""

    method: str
    deadline: int
    answer: bytearray = field(default_factory=bytearray)
    ungranted: int = 0
    outcome: object = None


class Connection:
    """A DEALER socket, what was agreed with the server, and the calls that are open. Not for several threads."""

    def __init__(self, endpoint, protocols, name="python-client"):
        self.endpoint = endpoint
        self.protocols = protocols
        self.name = name
        self.context = zmq.Context.instance()
        self.instance = os.urandom(16)
        self.socket = None
        self.forget()

    def forget(self):
        """Nothing belongs to the next connection."""
        self.is_connected = False
        self.welcome = None
        self.numbers = {}
        self.offset = None
        self.receiving = None
        self.sending = None
        self.is_draining = False
        self.calls = {}
        self.last_call = 0
        self.last_heard = clock.now()
        self.last_ping = 0
        self.unanswered_pings = 0
        self.lost = None

    # Connecting

    def connect(self, timeout=5.0):
        """Connects and waits for the welcome."""
        self.close()
        self.socket = self.context.socket(zmq.DEALER)
        self.socket.setsockopt(zmq.LINGER, 0)
        self.socket.setsockopt(zmq.MAXMSGSIZE, 1 << 20)
        self.socket.setsockopt(zmq.RECONNECT_IVL, 10)
        self.socket.setsockopt(zmq.RECONNECT_IVL_MAX, 1_000)
        self.monitor = self.socket.get_monitor_socket(
            zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED | zmq.EVENT_HANDSHAKE_FAILED_AUTH
        )
        self.socket.connect(self.endpoint)
        limit = clock.now() + int(timeout * SECOND)
        greeted = 0
        while self.welcome is None:
            now = clock.now()
            if now >= limit:
                raise CallFailed("UNAVAILABLE", f"{self.endpoint} cannot be reached", NO)
            if self.is_connected and now - greeted >= GREETING:
                greeted = now
                self.greet()
            self.turn(min(limit, now + GREETING))
            if self.lost:
                raise CallFailed("UNAVAILABLE", self.lost, NO)

    def greet(self):
        hello = {
            1: bytes([wire.VERSION]),
            2: self.instance,
            3: self.name,
            4: CONNECTION_WINDOW,
            5: STREAM_WINDOW,
            6: LONGEST_ANSWER,
            7: clock.now(),
            8: clock.domain(),
        }
        self.send(wire.Message(wire.HELLO, body=wire.encode(hello)))

    def close(self, goodbye=False):
        """Leaves; open calls are not waited for."""
        if self.socket is None:
            return
        if goodbye and self.is_connected:
            self.send(wire.Message(wire.GOODBYE))
            # Only what was handed to the socket before it closes; a goodbye is a courtesy.
            self.socket.setsockopt(zmq.LINGER, 100)
        self.socket.disable_monitor()
        self.monitor.close(0)
        self.socket.close()
        self.socket = None
        self.forget()

    # Calling

    def start(self, method, body, deadline, token=None, key=None, attempt=1, metadata=None):
        """Opens a call and returns its number. `deadline` is on our clock."""
        if self.welcome is None or self.is_draining or self.lost:
            raise CallFailed("UNAVAILABLE", "there is no connection", NO)
        if len(body) > self.welcome[7]:
            raise CallFailed("RESOURCE_EXHAUSTED", "the request is too large", NO)
        limit = self.welcome[8]
        while sum(call.outcome is None for call in self.calls.values()) >= limit or not (
            len(body) > wire.MAX_PIECE and not self.sending.parked or self.sending.take_whole(len(body))
        ):
            if clock.now() >= deadline:
                raise CallFailed("DEADLINE_EXCEEDED", "before the call was sent", NO)
            self.turn(deadline)
        header = {
            1: self.numbers.get(method, method),
            2: self.welcome[4],
            3: max(0, self.offset.on_their_clock(deadline)),
            7: os.urandom(24) + b"\x00",
        }
        for number, value in ((4, token), (5, key), (6, attempt if attempt > 1 else None), (8, metadata)):
            if value is not None:
                header[number] = value
        self.last_call += 1
        call = self.last_call
        if not any(open_call.outcome is None for open_call in self.calls.values()):
            self.last_heard = clock.now()
        self.calls[call] = Call(method, deadline)
        if len(body) <= wire.MAX_PIECE:
            self.send(wire.Message(wire.OPEN, call, wire.END, dict(sorted(header.items())), body))
        else:
            self.send(wire.Message(wire.OPEN, call, wire.MORE, dict(sorted(header.items()))))
            self.sending.park(call, body)
            self.send_pieces()
        return call

    def wait(self, number):
        """The answer of a call; raises CallFailed."""
        call = self.calls[number]
        while call.outcome is None:
            if clock.now() >= call.deadline:
                self.give_up(number, "DEADLINE_EXCEEDED", "before the answer came")
                break
            self.turn(call.deadline)
        self.calls.pop(number, None)
        if isinstance(call.outcome, CallFailed):
            raise call.outcome
        return call.outcome

    def cancel(self, number):
        """Gives a call up."""
        self.give_up(number, "CANCELLED", "by the caller")

    def give_up(self, number, code, message):
        call = self.calls[number]
        if call.outcome is not None:
            return
        call.outcome = CallFailed(code, message, MAYBE)
        self.sending.drop(number)
        self.send(wire.Message(wire.CANCEL, number))
        self.grant(len(call.answer))

    # Sending

    def send(self, *messages):
        """Checks messages against the envelope and sends them in one frame."""
        for message in messages:
            self.protocols.check_message(message)
        frame = b"".join(map(wire.pack, messages))
        assert len(frame) <= wire.MAX_FRAME
        self.socket.send(frame)

    def send_pieces(self):
        for piece in self.sending.pieces():
            self.send(piece)

    def grant(self, count):
        """Bytes of answers are done with: gives them back to the connection's window when it is time."""
        due = self.receiving.done(count)
        if due:
            self.send(wire.Message(wire.CREDIT, 0, header={1: due}))

    # Receiving

    def turn(self, until):
        """Waits for something until a moment of our clock, and takes in everything that is there."""
        if self.lost:
            self.end_all()
            return
        now = clock.now()
        wait = max(0, min(until - now, self.next_ping() - now))
        poller = zmq.Poller()
        poller.register(self.socket, zmq.POLLIN)
        poller.register(self.monitor, zmq.POLLIN)
        poller.poll(wait // 1_000_000 + 1)
        try:
            self.read_frames()
            self.read_events()
            self.keep_alive()
        except wire.ProtocolBroken as problem:
            self.lost = f"the server broke the protocol: {problem}"
        if self.lost:
            self.end_all()

    def read_events(self):
        while self.monitor.poll(0):
            event = recv_monitor_message(self.monitor)["event"]
            if event == zmq.EVENT_HANDSHAKE_SUCCEEDED:
                self.is_connected = True
            elif event == zmq.EVENT_HANDSHAKE_FAILED_AUTH:
                self.lost = "the server refused the login"
            elif self.is_connected:
                # Answers may be waiting in the socket.
                self.read_frames()
                self.lost = self.lost or "the connection is gone"

    def read_frames(self):
        while self.socket.poll(0):
            parts = self.socket.recv_multipart()
            if len(parts) != 1:
                raise wire.ProtocolBroken("a frame has parts")
            self.last_heard = clock.now()
            self.unanswered_pings = 0
            for message in wire.unpack(parts[0]):
                self.protocols.check_message(message)
                self.receive(message)

    def receive(self, message):
        handlers = {
            wire.WELCOME: self.on_welcome,
            wire.ITEM: self.on_item,
            wire.STATUS: self.on_status,
            wire.CREDIT: self.on_credit,
            wire.PONG: self.on_pong,
            wire.GOAWAY: self.on_goaway,
            wire.GOODBYE: self.on_goodbye,
        }
        if message.kind not in handlers:
            raise wire.ProtocolBroken(f"a server does not send {message.name}")
        handlers[message.kind](message)

    def on_welcome(self, message):
        if self.welcome is not None:
            return
        welcome = wire.decode(message.body)
        if welcome[1] != wire.VERSION:
            raise wire.ProtocolBroken("no common version")
        self.welcome = welcome
        self.numbers = {method[2]: method[1] for method in welcome[13]}
        self.offset = clock.Offset(clock.domain(), welcome[12])
        self.offset.note(welcome[10], clock.now(), welcome[11])
        # The lesser of what both sides say counts, in both directions.
        self.receiving = Receiving(min(CONNECTION_WINDOW, welcome[5]))
        self.stream_window = min(STREAM_WINDOW, welcome[6])
        self.sending = Sending(welcome[5], welcome[6])

    def on_item(self, message):
        self.receiving.receive(len(message.body))
        call = self.calls.get(message.call)
        if call is None or call.outcome is not None:
            self.grant(len(message.body))
            return
        if message.header[10] != len(call.answer):
            self.grant(len(message.body))
            self.give_up(message.call, "DATA_LOSS", "pieces of the answer are missing")
            return
        call.answer += message.body
        if len(call.answer) > LONGEST_ANSWER:
            raise wire.ProtocolBroken("an answer is over its limit")
        call.ungranted += len(message.body)
        if call.ungranted * 2 >= self.stream_window:
            self.send(wire.Message(wire.CREDIT, message.call, header={1: call.ungranted}))
            call.ungranted = 0

    def on_status(self, message):
        self.receiving.receive(len(message.body))
        call = self.calls.get(message.call)
        if call is None or call.outcome is not None:
            self.grant(len(message.body))
            return
        self.sending.drop(message.call)
        self.grant(len(call.answer) + len(message.body))
        failure = of_status(message.header)
        if failure is None and message.header.get(10, 0) != len(call.answer):
            call.outcome = CallFailed("DATA_LOSS", "pieces of the answer are missing", YES)
        elif failure is None:
            body = bytes(call.answer) + message.body
            call.outcome = Answer(body, message.header[25], message.header.get(27, {}))
        else:
            for kind, detail in message.header.get(22, ()):
                self.protocols.check_detail(kind, detail)
            call.outcome = failure

    def on_credit(self, message):
        self.sending.grant(message.call, message.header[1])
        self.send_pieces()

    def on_pong(self, message):
        pong = wire.decode(message.body)
        if pong.get(1) is not None:
            self.offset.note(pong[1], clock.now(), pong[2])

    def on_goaway(self, message):
        last = wire.decode(message.body)[1]
        self.is_draining = True
        for number, call in self.calls.items():
            if number > last and call.outcome is None:
                call.outcome = CallFailed("UNAVAILABLE", "the server is shutting down", NO)

    def on_goodbye(self, _):
        self.lost = self.lost or "the server said goodbye"

    # Liveness

    def heartbeat(self):
        return self.welcome[9] * 1_000_000

    def next_ping(self):
        if self.welcome is None or not any(call.outcome is None for call in self.calls.values()):
            return clock.now() + SECOND
        return max(self.last_heard, self.last_ping) + self.heartbeat()

    def keep_alive(self):
        if self.welcome is None or not any(call.outcome is None for call in self.calls.values()):
            return
        now = clock.now()
        is_silent = now - self.last_heard >= self.heartbeat()
        if now - self.last_ping < self.heartbeat() or not (is_silent or self.offset.wants_sample()):
            return
        if self.unanswered_pings >= MISSED_PINGS:
            self.lost = "the server answers no pings"
            return
        self.unanswered_pings += 1
        self.last_ping = now
        self.send(wire.Message(wire.PING, body=wire.encode({1: now})))

    def end_all(self):
        """The connection is lost: what was sent may have run."""
        for call in self.calls.values():
            if call.outcome is None:
                call.outcome = CallFailed("UNAVAILABLE", self.lost, MAYBE)
