"""A connection that sends what it is told, to see what a server does about it."""

import os

import zmq

from . import clock, wire
from .checks import expect
from .connection import SECOND, Limits

PATIENCE = 10 * SECOND


class RawConnection:
    """A DEALER socket without any of a client's care."""

    def __init__(self, endpoint, protocols, greet=True, limits=None):
        self.protocols = protocols
        self.socket = zmq.Context.instance().socket(zmq.DEALER)
        self.socket.setsockopt(zmq.LINGER, 0)
        self.socket.connect(endpoint)
        self.waiting = []
        self.welcome = {4: 0}
        if greet:
            self.send(wire.Message(wire.HELLO, body=wire.encode((limits or Limits()).hello(os.urandom(16), "raw"))))
            self.welcome = wire.decode(self.wait(wire.WELCOME).body)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, *messages, checked=True):
        for message in messages:
            if checked and message.kind in wire.KINDS:
                self.protocols.check_message(message)
        self.socket.send(b"".join(map(wire.pack, messages)))

    def opening(self, method, request, call=1, flags=wire.END, incarnation=None, deadline=None):
        """An open message for this connection."""
        header = {
            1: method,
            2: self.welcome[4] if incarnation is None else incarnation,
            3: clock.now() + 5 * SECOND if deadline is None else deadline,
            7: os.urandom(25),
        }
        return wire.Message(wire.OPEN, call, flags, header, wire.encode(request))

    def open(self, method, request, **options):
        self.send(self.opening(method, request, **options))

    def status(self, call):
        """The status of a call."""
        return self.wait(wire.STATUS, call)

    def wait(self, kind, call=None):
        """The next message of a kind, and of a call if one is named; others are put aside."""
        limit = clock.now() + PATIENCE
        while True:
            for index, message in enumerate(self.waiting):
                if message.kind == kind and call in (None, message.call):
                    return self.waiting.pop(index)
            left = (limit - clock.now()) // 1_000_000
            expect(left > 0 and self.socket.poll(left), f"no {wire.KINDS[kind]}", self.waiting)
            for message in wire.unpack(self.socket.recv()):
                self.protocols.check_message(message)
                self.waiting.append(message)
