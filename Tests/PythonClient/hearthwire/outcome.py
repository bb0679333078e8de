"""How calls end: README.md, sections 5.4 to 5.7."""

from dataclasses import dataclass, field

import cbor2

CODES = (
    "OK CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND ALREADY_EXISTS PERMISSION_DENIED "
    "RESOURCE_EXHAUSTED FAILED_PRECONDITION ABORTED OUT_OF_RANGE UNIMPLEMENTED INTERNAL UNAVAILABLE DATA_LOSS "
    "UNAUTHENTICATED"
).split()
NO, MAYBE, YES = range(3)
EXECUTED = ("no", "maybe", "yes")


@dataclass
class Answer:
    """A call that succeeded."""

    body: bytes
    timing: list = field(default_factory=list)
    load: int = 0

    @property
    def value(self):
        return cbor2.loads(self.body)


class CallFailed(Exception):
    """A call that failed, or whose outcome is unknown (`executed` is MAYBE)."""

    def __init__(self, code, message, executed, details=(), retry_after=None, origin=None):
        super().__init__(f"{code}: {message} (executed: {EXECUTED[executed]})")
        self.code = code
        self.message = message
        self.executed = executed
        self.details = {kind: cbor2.loads(body) for kind, body in details}
        self.retry_after = retry_after
        self.origin = origin


def of_status(header):
    """None when the status means success, the failure otherwise."""
    code = header.get(20, 0)
    if code == 0:
        return None
    executed = header.get(23, MAYBE)
    return CallFailed(
        CODES[code] if code < len(CODES) else "UNKNOWN",
        header.get(21, ""),
        executed if executed in (NO, MAYBE, YES) else MAYBE,
        header.get(22, ()),
        header.get(24),
        header.get(26),
    )


def may_repeat(failure, safety, has_key):
    """Whether a failed attempt may be made again (section 5.7)."""
    if failure.code != "UNAVAILABLE" and failure.retry_after is None:
        return False
    if failure.executed == MAYBE:
        return safety in ("readOnly", "idempotent") or (safety == "idempotentByKey" and has_key)
    return failure.executed == NO
