"""Every rule of the specification that a client can see, on the test service `test.wire.v1.Wire`.

usage: python -m hearthwire.conformance ENDPOINT PROTOCOLS
"""

import sys

from . import (
    conformance_calls,
    conformance_damage,
    conformance_ends,
    conformance_stream_damage,
    conformance_streams,
    conformance_vectors,
)
from .schema import Protocols
from .fixture import Fixture


def main():
    endpoint, folder = sys.argv[1:]
    fixture = Fixture(endpoint, Protocols(folder))
    # The last of the ends is the server's own.
    groups = (
        conformance_vectors,
        conformance_calls,
        conformance_streams,
        conformance_damage,
        conformance_stream_damage,
        conformance_ends,
    )
    for group in groups:
        group.checks.run(fixture)
    count = sum(len(group.checks.all) for group in groups)
    print(f"all {count} checks, {fixture.protocols.checked} messages checked")


if __name__ == "__main__":
    main()
