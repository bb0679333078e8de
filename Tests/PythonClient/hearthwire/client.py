"""Calls with requests and answers as Python values, retries included: README.md, sections 5.6 and 5.7."""

import os
import random
import time

from . import clock, wire
from .calls import NEVER
from .connection import SECOND, Connection
from .outcome import MAYBE, NO, CallFailed, may_repeat
from .stream import Stream

ATTEMPTS = 3
RETRIES = 10
# Seconds for one attempt to connect.
CONNECT = 60


class Client:
    """A client of one service process, whose requests, answers and details are held to their CDDL rules."""

    patience = 1
    """How many times its method's timeout a call has that names none of its own."""

    def __init__(self, endpoint, protocols, token=None, limits=None, curve=None):
        self.connection = Connection(endpoint, protocols, limits=limits, curve=curve)
        self.protocols = protocols
        self.token = token
        # A retry takes one, a call gives a fifth: retries stay a small share.
        self.budget = float(RETRIES)

    def call(self, method, request, timeout=None, key=None, attempts=ATTEMPTS):
        """The answer's value; raises CallFailed."""
        return self.exchange(method, request, timeout, key, attempts).value

    def exchange(self, method, request, timeout=None, key=None, attempts=ATTEMPTS):
        """The answer with what came beside it; raises CallFailed."""
        body = wire.encode(request)
        self.protocols.check(method, "request", body)
        safety = self.protocols.safety(method)
        if key is None and safety == "idempotentByKey":
            key = os.urandom(16)
        limit = self.patience * self.protocols.timeout(method) if timeout is None else timeout
        deadline = clock.now() + int(limit * SECOND)
        self.budget = min(100.0, self.budget + 0.2)
        executed = NO
        attempt = 1
        while True:
            try:
                answer = self.attempt(method, body, deadline, key, attempt)
                self.protocols.check(method, "response", answer.body)
                return answer
            except CallFailed as failure:
                is_repeatable = may_repeat(failure, safety, key is not None)
                # What may have happened once may have happened, however surely the next attempt was refused.
                if executed == MAYBE and failure.executed == NO:
                    failure.executed = MAYBE
                executed = failure.executed
                if attempt >= attempts or not is_repeatable or self.budget < 1:
                    raise
                if not self.pause(attempt, failure, deadline):
                    raise
                self.budget -= 1
                attempt += 1

    def attempt(self, method, body, deadline, key, attempt):
        self.connect(deadline)
        sheddable = self.protocols.is_sheddable(method)
        number = self.connection.start(method, body, deadline, self.token, key, attempt, sheddable=sheddable)
        return self.connection.wait(number)

    def connect(self, deadline):
        connection = self.connection
        if connection.welcome is None or connection.lost or connection.is_draining:
            connection.connect(min(CONNECT, max(0, deadline - clock.now()) / SECOND))

    def stream(self, method, request, timeout=None, after=None, attempt=1):
        """Opens a call with items; it is not tried again. `after` is the position of the last item that was had."""
        body = wire.encode(request)
        self.protocols.check(method, "request", body)
        limit = self.patience * self.protocols.timeout(method) if timeout is None else timeout
        deadline = clock.now() + int(limit * SECOND) if limit else NEVER
        self.connect(deadline)
        number = self.connection.start(method, body, deadline, self.token, attempt=attempt, after=after)
        return Stream(self, method, number)

    def send(self, method, request, items, timeout=None):
        """Sends a request and items, as long as the server wants them, and returns the answer's value."""
        with self.stream(method, request, timeout) as stream:
            for item in items:
                if not stream.write(item):
                    break
            stream.finish()
            return stream.answer().value

    def follow(self, method, request, after=None):
        """The items of a stream, again and again from the last one that was had: section 6a.5."""
        attempt = 1
        while True:
            try:
                with self.stream(method, request, after=after, attempt=attempt) as stream:
                    for item in stream:
                        attempt = 1
                        after = item.position or after
                        yield item
                    return
            except CallFailed as failure:
                if failure.code not in ("UNAVAILABLE", "DATA_LOSS") and failure.retry_after is None:
                    raise
                self.pause(attempt, failure, NEVER)
                attempt += 1

    def pause(self, attempt, failure, deadline):
        """Waits before the next attempt; False when the deadline is nearer."""
        ceiling = min(500, 10 << min(attempt - 1, 6)) / 1000
        wait = max(random.uniform(0, ceiling), (failure.retry_after or 0) / 1000)
        until = clock.now() + int(wait * SECOND)
        if until >= deadline:
            return False
        while (now := clock.now()) < until:
            if self.connection.socket is None:
                time.sleep((until - now) / SECOND)
            else:
                self.connection.turn(until)
                if self.connection.lost:
                    self.connection.close()
        return True

    def close(self):
        """Leaves with a goodbye."""
        self.connection.close(goodbye=True)
