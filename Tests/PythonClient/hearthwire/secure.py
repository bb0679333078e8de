"""A client over tcp with CURVE, on the test service.

usage: python -m hearthwire.secure ENDPOINT PROTOCOLS PUBLIC SECRET SERVER NEXT

PUBLIC and SECRET are the keys of a client that the server lets in, SERVER the server's public key, NEXT the one that it has
after a call of Rotate.
"""

import sys

from .checks import Checks, expect_equal, expect_failure
from .client import Client
from .curve import Curve
from .schema import Protocols
from .fixture import SERVICE

checks = Checks()

SILENCE = 2.0
"""Seconds for a connection without an answer."""


class Fixture:
    """The server, and clients of it."""

    def __init__(self, endpoint, folder, public, secret, server, later):
        self.endpoint = endpoint
        self.protocols = Protocols(folder)
        self.keys = (public.encode(), secret.encode())
        self.server = server.encode()
        self.later = later.encode()

    def client(self, *servers, curve=None):
        return Client(self.endpoint, self.protocols, curve=curve or Curve(*self.keys, list(servers)))

    def echo(self, client, text):
        expect_equal(client.call(SERVICE + "Echo", {"text": text})["text"], text)

    def refused(self, client, timeout=60):
        """Why a client does not get a connection."""
        return expect_failure("UNAVAILABLE", "no", lambda: client.connection.connect(timeout)).message


@checks.add
def all_shapes(fixture):
    """Calls and streams of all shapes, and a body in many pieces."""
    client = fixture.client(fixture.server)
    fixture.echo(client, "unary")
    with client.stream(SERVICE + "Count", {"name": "count", "upTo": 1_000}) as stream:
        expect_equal([item.value["number"] for item in stream], list(range(1, 1_001)))
    total = client.send(SERVICE + "Sum", {"name": "sum"}, ({"number": number} for number in range(1_000)))
    expect_equal((total["items"], total["sum"]), (1_000, 499_500))
    with client.stream(SERVICE + "Double", {"name": "double"}) as stream:
        for number in (1, 20, 300):
            stream.write({"number": number})
            expect_equal(stream.read().value["number"], 2 * number)
        stream.finish()
        expect_equal(stream.read(), None)
    expect_equal(len(client.call(SERVICE + "Make", {"bytes": 3 << 20})["bytes"]), 3 << 20)
    client.close()


@checks.add
def another_server(fixture):
    """A server that does not have the key which is expected of it is not spoken to."""
    stranger = Curve.make([]).public
    expect_equal(fixture.refused(fixture.client(stranger)), "the handshake broke")
    client = fixture.client(stranger, fixture.server)
    fixture.echo(client, "the second key")
    client.close()


@checks.add
def another_client(fixture):
    """A client that is on no list, or proves nothing, gets nowhere."""
    expect_equal(fixture.refused(fixture.client(curve=Curve.make([fixture.server]))), "the server refused the login")
    fixture.refused(Client(fixture.endpoint, fixture.protocols), SILENCE)


@checks.add
def a_key_that_changes(fixture):
    """A connection goes on when the server changes its key; new ones need the new key."""
    client = fixture.client(fixture.server)
    with client.stream(SERVICE + "Double", {"name": "goes on"}) as stream:
        stream.write({"number": 1})
        expect_equal(stream.read().value["number"], 2)
        client.call(SERVICE + "Rotate", {})
        expect_equal(fixture.refused(fixture.client(fixture.server)), "the handshake broke")
        both = fixture.client(fixture.server, fixture.later)
        fixture.echo(both, "either")
        fixture.echo(fixture.client(fixture.later), "the new key")
        stream.write({"number": 2})
        expect_equal(stream.read().value["number"], 4)
        stream.finish()
        expect_equal(stream.read(), None)
    fixture.echo(client, "the old connection")


def main():
    fixture = Fixture(*sys.argv[1:])
    checks.run(fixture)
    print(f"all {len(checks.all)} checks, {fixture.protocols.checked} messages checked")


if __name__ == "__main__":
    main()
