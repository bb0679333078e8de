"""One connection to one server: README.md, sections 2, 4, 5, 6, 8 and 9."""

import os
from dataclasses import dataclass

import zmq
from zmq.utils.monitor import recv_monitor_message

from . import clock, wire
from .calls import Calls
from .items import WINDOW_BYTES, WINDOW_ITEMS
from .outcome import NO, CallFailed

GREETING = 500_000_000
MISSED_PINGS = 3
SECOND = 1_000_000_000


@dataclass
class Limits:
    """What a client announces."""

    connection_window: int = 8 << 20
    stream_window: int = 2 << 20
    longest_answer: int = 4 << 20
    items: int = WINDOW_ITEMS
    item_bytes: int = WINDOW_BYTES

    def hello(self, instance, name):
        """The body of hello."""
        return {
            1: bytes([wire.VERSION]),
            2: instance,
            3: name,
            4: self.connection_window,
            5: self.stream_window,
            6: self.longest_answer,
            7: clock.now(),
            8: clock.domain(),
            9: self.items,
            10: self.item_bytes,
        }


class Connection:
    """A DEALER socket, what was agreed with the server, and the calls that are open. Not for several threads."""

    def __init__(self, endpoint, protocols, name="python-client", limits=None, curve=None):
        self.endpoint = endpoint
        self.curve = curve
        self.limits = limits or Limits()
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
        self.offset = None
        self.calls = None
        self.is_draining = False
        self.last_heard = clock.now()
        self.last_ping = 0
        self.unanswered_pings = 0
        self.lost = None

    # Connecting

    def connect(self, timeout=5.0):
        """Connects and waits for the welcome; tries each key that the server may have."""
        limit = clock.now() + int(timeout * SECOND)
        servers = self.curve.servers if self.curve else [None]
        for server in servers:
            try:
                return self.attempt(server, limit)
            except CallFailed:
                if server == servers[-1]:
                    raise

    def attempt(self, server, limit):
        self.close()
        self.socket = self.context.socket(zmq.DEALER)
        self.socket.setsockopt(zmq.LINGER, 0)
        self.socket.setsockopt(zmq.MAXMSGSIZE, 1 << 20)
        self.socket.setsockopt(zmq.RECONNECT_IVL, 10)
        self.socket.setsockopt(zmq.RECONNECT_IVL_MAX, 1_000)
        if self.curve:
            self.curve.secure(self.socket, server)
        self.monitor = self.socket.get_monitor_socket(
            zmq.EVENT_HANDSHAKE_SUCCEEDED
            | zmq.EVENT_DISCONNECTED
            | zmq.EVENT_HANDSHAKE_FAILED_AUTH
            | zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL
        )
        self.socket.connect(self.endpoint)
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
        self.send(wire.Message(wire.HELLO, body=wire.encode(self.limits.hello(self.instance, self.name))))

    def close(self, goodbye=False):
        """Leaves; open calls are not waited for."""
        if self.socket is None:
            return
        self.lost = self.lost or "it was closed"
        self.end_calls()
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

    def check_usable(self):
        """Raises unless calls can be opened."""
        if self.welcome is None or self.is_draining or self.lost:
            raise CallFailed("UNAVAILABLE", self.lost or "there is no connection", NO)

    def start(self, method, body, deadline, *options, **more):
        """Opens a call and returns its number; see `Calls.start`."""
        self.check_usable()
        if not self.calls.open():
            self.last_heard = clock.now()
        return self.calls.start(method, body, deadline, *options, **more)

    def wait(self, number):
        """The answer of a call; raises CallFailed."""
        call = self.calls.all[number]
        while call.outcome is None:
            self.check_deadline(number)
            self.turn(call.deadline)
        self.calls.all.pop(number, None)
        if isinstance(call.outcome, CallFailed):
            raise call.outcome
        return call.outcome

    def check_deadline(self, number):
        """Gives a call up whose time is over."""
        if clock.now() >= self.calls.all[number].deadline:
            self.calls.give_up(number, "DEADLINE_EXCEEDED", "before the call's end came")

    def cancel(self, number):
        """Gives a call up."""
        self.calls.give_up(number, "CANCELLED", "by the caller")

    def renew(self, number, token):
        """Sends the next token of a call with items (6a.6)."""
        self.send(wire.Message(wire.RENEW, number, header={4: token}))

    # Sending

    def send(self, *messages):
        """Checks messages against the envelope and sends them in one frame."""
        for message in messages:
            self.protocols.check_message(message)
        frame = b"".join(map(wire.pack, messages))
        assert len(frame) <= wire.MAX_FRAME
        self.socket.send(frame)

    # Receiving

    def turn(self, until):
        """Waits for something until a moment of our clock, and takes in everything that is there."""
        if self.lost:
            self.end_calls()
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
            if self.calls is not None and not self.lost:
                self.calls.look()
        except wire.ProtocolBroken as problem:
            self.lost = f"the server broke the protocol: {problem}"
        if self.lost:
            self.end_calls()

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
            elif self.curve:
                # A server drops a peer that expects another key of it.
                self.lost = self.lost or "the handshake broke"

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
            wire.PONG: self.on_pong,
            wire.GOAWAY: self.on_goaway,
            wire.GOODBYE: self.on_goodbye,
        }
        if self.calls is not None:
            handlers |= {
                wire.ITEM: self.calls.on_item,
                wire.STATUS: self.calls.on_status,
                wire.CREDIT: self.calls.on_credit,
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
        self.offset = clock.Offset(clock.domain(), welcome[12])
        self.offset.note(welcome[10], clock.now(), welcome[11])
        self.calls = Calls(self, welcome)

    def on_pong(self, message):
        pong = wire.decode(message.body)
        if pong.get(1) is not None:
            self.offset.note(pong[1], clock.now(), pong[2])

    def on_goaway(self, message):
        self.is_draining = True
        if self.calls is not None:
            self.calls.on_goaway(wire.decode(message.body)[1])

    def on_goodbye(self, _):
        self.lost = self.lost or "the server said goodbye"

    # Liveness

    def heartbeat(self):
        return self.welcome[9] * 1_000_000

    def next_ping(self):
        if self.calls is None or not self.calls.open():
            return clock.now() + SECOND
        return max(self.last_heard, self.last_ping) + self.heartbeat()

    def keep_alive(self):
        if self.calls is None or not self.calls.open():
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

    def end_calls(self):
        if self.calls is not None:
            self.calls.end_all(self.lost)
