"""Frames and messages: README.md, section 3."""

import struct
from dataclasses import dataclass, field

import cbor2

PREFIX = struct.Struct("<IBBHQI")
VERSION = 1
MAX_PIECE = 65_536
MAX_HEADER = 16_384
MAX_FRAME = 147_476
FIRST_CRITICAL_KEY = 64
FIRST_SKIPPABLE_KIND = 128

HELLO, WELCOME, OPEN, ITEM, STATUS, CANCEL, CREDIT, PING, PONG, GOAWAY, GOODBYE = range(1, 12)
RENEW = 128
KINDS = {RENEW: "renew"} | dict(
    enumerate("hello welcome open item status cancel credit ping pong goaway goodbye".split(), start=1)
)
END, MORE = 1, 2


class ProtocolBroken(Exception):
    """The other side sent what it may not send."""


@dataclass
class Message:
    """One message; the header is a map with integer keys, the body stays encoded."""

    kind: int
    call: int = 0
    flags: int = 0
    header: dict = field(default_factory=dict)
    body: bytes = b""

    @property
    def name(self):
        return KINDS.get(self.kind, f"kind {self.kind}")


def encode(value):
    """The core deterministic encoding (RFC 8949, 4.2.1) of what is used here: keys of one type."""
    return cbor2.dumps(value, canonical=True)


# Tags stay tags, so that an item encodes to the bytes it came from.
TAGS = {number: (lambda number: lambda value, _: cbor2.CBORTag(number, value))(number) for number in range(38)}


def decode(data):
    """One item and nothing after it, held to what section 3.4 demands."""
    try:
        return cbor2.loads(
            data, semantic_decoders=TAGS, allow_indefinite=False, allow_duplicate_keys=False, max_depth=64
        )
    except Exception as error:
        raise ProtocolBroken(f"not one CBOR item: {error}") from error


def pack(message):
    """A message with its prefix."""
    header = encode(message.header)
    length = PREFIX.size - 4 + len(header) + len(message.body)
    prefix = PREFIX.pack(length, VERSION, message.kind, message.flags, message.call, len(header))
    return prefix + header + message.body


def unpack(frame):
    """The messages of a frame. Every length is checked against what is there."""
    messages = []
    at = 0
    while at < len(frame):
        if len(frame) - at < PREFIX.size:
            raise ProtocolBroken("a message is shorter than its prefix")
        length, version, kind, flags, call, header_length = PREFIX.unpack_from(frame, at)
        end = at + 4 + length
        if length < PREFIX.size - 4 or end > len(frame):
            raise ProtocolBroken("a message's length is not within its frame")
        if version != VERSION:
            raise ProtocolBroken(f"version {version}")
        body = at + PREFIX.size + header_length
        if header_length > MAX_HEADER or body > end or end - body > MAX_PIECE:
            raise ProtocolBroken("a header or body is over its limit")
        at, start = end, at + PREFIX.size
        if kind not in KINDS:
            if kind < FIRST_SKIPPABLE_KIND:
                raise ProtocolBroken(f"kind {kind} is unknown")
            continue
        header = decode(frame[start:body])
        if not isinstance(header, dict) or any(type(key) is not int or key < 0 for key in header):
            raise ProtocolBroken("a header is not a map with unsigned keys")
        messages.append(Message(kind, call, flags, header, bytes(frame[body:end])))
    return messages
