"""Calls as they should go, and the errors of a service."""

import os

from . import clock, wire
from .checks import Checks, expect, expect_equal, expect_failure
from .connection import SECOND
from .fixture import SERVICE

checks = Checks()


@checks.add
def meets(fixture):
    """hello and welcome, and sys of any process."""
    expect_equal(fixture.client.call("sys.v1.Sys/Ping", {}), {})
    info = fixture.client.call("sys.v1.Sys/GetInfo", {})
    welcome = fixture.client.connection.welcome
    expect_equal(info["name"], "wire")
    expect_equal(int(info["incarnation"], 16), welcome[4])
    expect("test.wire.v1.Wire" in info["services"], info)
    expect_equal(fixture.client.call("sys.v1.Sys/GetHealth", {})["state"], "serving")


@checks.add
def fingerprints_agree(fixture):
    """The welcome, the schema and methods.json name the same methods with the same fingerprints."""
    committed = {name: int(method["fingerprint"]) for name, (method, _) in fixture.protocols.methods.items()}
    welcome = {method[2]: method[4] for method in fixture.client.connection.welcome[13]}
    schema = fixture.client.call("sys.v1.Sys/GetSchema", {})
    expect_equal({method["name"]: method["fingerprint"] for method in schema["methods"]}, welcome)
    for name, fingerprint in welcome.items():
        expect_equal((name, fingerprint), (name, committed[name]))


@checks.add
def header_arrives(fixture):
    """Token, key, attempt and metadata reach the handler."""
    connection = fixture.client.connection
    body = wire.encode({"text": "äß 電"})
    key = os.urandom(16)
    number = connection.start(
        SERVICE + "Echo", body, clock.now() + 10 * SECOND, b"a token", key, 3, {"language": "de", "blob": b"\x00"}
    )
    echoed = connection.wait(number).value
    expect_equal(
        (echoed["text"], echoed["attempt"], echoed["key"], echoed["token"], echoed["metadata"]),
        ("äß 電", 3, key, "a token", {"language": "de", "blob": "bytes"}),
    )
    expect_equal(echoed["criticality"], "critical")
    expect(0 < echoed["microsecondsLeft"] <= 10_000_000, echoed)


@checks.add
def what_can_wait(fixture):
    """A call says that it is sheddable."""
    connection = fixture.client.connection
    deadline = clock.now() + 60 * SECOND
    number = connection.start(SERVICE + "Echo", wire.encode({"text": "later"}), deadline, sheddable=True)
    expect_equal(connection.wait(number).value["criticality"], "sheddable")


@checks.add
def answers_in_any_order(fixture):
    """Many calls at a time."""
    connection = fixture.client.connection
    deadline = clock.now() + 60 * SECOND
    numbers = [
        connection.start(SERVICE + "Echo", wire.encode({"text": str(index)}), deadline) for index in range(500)
    ]
    for index in reversed(range(500)):
        expect_equal(connection.wait(numbers[index]).value["text"], str(index))


@checks.add
def more_calls_than_may_be_open(fixture):
    """The welcome's limit is kept by waiting."""
    connection = fixture.client.connection
    deadline = clock.now() + 60 * SECOND
    limit = connection.welcome[8]
    numbers = [
        connection.start(SERVICE + "Echo", wire.encode({"text": "x"}), deadline) for _ in range(limit + 100)
    ]
    for number in numbers:
        connection.wait(number)


@checks.add
def large_bodies(fixture):
    """Pieces, windows and credits, in both directions, far beyond the windows."""
    for size in (65_000, 65_536, 70_000, 200_000, 1_200_000):
        text = "".join(chr(97 + index % 26) for index in range(size))
        expect_equal(fixture.call("Echo", {"text": text}, timeout=20)["text"], text)
    size = fixture.client.connection.welcome[5] // 8
    for _ in range(10):
        made = fixture.call("Make", {"bytes": size})["bytes"]
        expect_equal(made[:600], bytes((index ^ index >> 8) & 255 for index in range(600)))
        expect_equal(len(made), size)


@checks.add
def large_bodies_among_small_ones(fixture):
    """Calls that fit into a message pass those that do not."""
    connection = fixture.client.connection
    deadline = clock.now() + 20 * SECOND
    large = [connection.start(SERVICE + "Make", wire.encode({"bytes": 500_000}), deadline) for _ in range(6)]
    small = [connection.start(SERVICE + "Echo", wire.encode({"text": "x"}), deadline) for _ in range(50)]
    for number in small:
        expect_equal(connection.wait(number).value["text"], "x")
    for number in large:
        expect_equal(len(connection.wait(number).value["bytes"]), 500_000)


@checks.add
def too_large(fixture):
    """A request over the limit is not sent; an answer over it was executed."""
    expect_failure("RESOURCE_EXHAUSTED", "no", lambda: fixture.call("Echo", {"text": "x" * (4 << 20)}))
    expect_failure("RESOURCE_EXHAUSTED", "yes", lambda: fixture.call("Make", {"bytes": 4 << 20}))


@checks.add
def domain_errors(fixture):
    """A typed detail that the client knows, a field that is wrong, a pause that is asked for."""
    failure = expect_failure("FAILED_PRECONDITION", "yes", lambda: fixture.call("Fail", {"how": "shelf"}))
    expect_equal(failure.details, {"test.wire.ShelfFull": {"capacity": 7}})
    failure = expect_failure("INVALID_ARGUMENT", "yes", lambda: fixture.call("Fail", {"how": "field"}))
    expect_equal(failure.details["rpc.InvalidField"], {"field": "how", "problem": "is never right"})
    start = clock.now()
    failure = expect_failure("RESOURCE_EXHAUSTED", "no", lambda: fixture.call("Fail", {"how": "busy"}))
    expect_equal((failure.retry_after, failure.origin), (30, "till"))
    expect(clock.now() - start > 2 * 30_000_000, "three attempts wait twice")


@checks.add
def errors_without_words(fixture):
    """What the service does not let out stays inside, and may have had an effect."""
    failure = expect_failure("UNKNOWN", "maybe", lambda: fixture.call("Fail", {"how": "secret"}))
    expect("hunter2" not in failure.message, failure.message)


@checks.add
def refusals(fixture):
    """What a server does not begin is not executed."""
    connection = fixture.client.connection
    deadline = clock.now() + 60 * SECOND

    def start(method, body):
        return connection.wait(connection.start(method, body, deadline))

    expect_failure("UNIMPLEMENTED", "no", lambda: start(SERVICE + "Dance", b"\xa0"))
    expect_failure("INVALID_ARGUMENT", "no", lambda: start(SERVICE + "Echo", b"\xa0"))
    expect_failure("INVALID_ARGUMENT", "no", lambda: start(SERVICE + "Echo", wire.encode({"text": 5})))
    expect_failure("INVALID_ARGUMENT", "no", lambda: start(SERVICE + "Echo", b"\xbf\xff"))
    expect_failure("INVALID_ARGUMENT", "no", lambda: start(SERVICE + "Echo", b"\xff"))
    expect_failure("INVALID_ARGUMENT", "no", lambda: start(SERVICE + "Echo", b""))
    expect_failure("INVALID_ARGUMENT", "no", lambda: start(SERVICE + "Fail", wire.encode({"how": "otherwise"})))
