"""The test service `test.wire.v1.Wire`, as the conformance checks see it."""

import json

from . import clock
from .checks import expect
from .client import Client
from .connection import SECOND
from .raw import RawConnection

SERVICE = "test.wire.v1.Wire/"

REACHES_THE_SERVER = 2.0
"""Seconds in which a call surely gets to its handler, on a busy machine too: for those that end by their deadline."""

PATIENCE = 60
"""Seconds after which what has to come is taken not to."""


class Fixture:
    """Where the server is, what its messages look like, and a client of it."""

    def __init__(self, endpoint, protocols):
        self.endpoint = endpoint
        self.protocols = protocols
        self.client = Client(endpoint, protocols)

    def call(self, method, request=None, **options):
        return self.client.call(SERVICE + method, request or {}, **options)

    def stream(self, method, request, **options):
        return self.client.stream(SERVICE + method, request, **options)

    def seen(self, name):
        """What the handler of that name has seen."""
        return self.call("GetSeen", {"name": name})

    def raw(self, greet=True, limits=None):
        return RawConnection(self.endpoint, self.protocols, greet, limits)

    def until(self, condition):
        """Asks again until the condition holds; each question is a call of its own."""
        limit = clock.now() + PATIENCE * SECOND
        while not condition():
            expect(clock.now() < limit, "it never came to that")

    @property
    def refused(self):
        """The frames of clients that break the protocol."""
        frames = json.loads((self.protocols.folder / "vectors/refused.json").read_text(encoding="utf-8"))["frames"]
        return [(frame["fault"], bytes.fromhex(frame["hex"])) for frame in frames if frame["from"] == "client"]
