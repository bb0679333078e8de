"""Runs named checks one after another and says what came of each."""

import faulthandler
import os
import sys
import time
import traceback

from .client import Client
from .outcome import EXECUTED, CallFailed


class Checks:
    """Functions to run in the order in which they were added."""

    def __init__(self):
        self.all = []

    def add(self, function):
        self.all.append(function)
        return function

    def run(self, *arguments):
        """Runs everything; ends the process with 1 after the first failure, and when it takes too long."""
        patience = float(os.environ.get("PATIENCE", "0"))
        if patience:
            faulthandler.dump_traceback_later(patience, exit=True)
        # How fast a busy machine is just now is no part of a check.
        Client.patience = 20
        for check in self.all:
            start = time.monotonic()
            try:
                check(*arguments)
            except Exception:
                print(f"FAILED {check.__name__}: {check.__doc__}")
                traceback.print_exc()
                sys.exit(1)
            print(f"ok {check.__name__} ({(time.monotonic() - start) * 1000:.0f} ms)")


def expect(condition, *what):
    """Raises unless the condition holds."""
    if not condition:
        raise AssertionError(" ".join(map(repr, what)))


def expect_equal(found, wanted):
    """Raises unless both are the same."""
    if found != wanted:
        raise AssertionError(f"{found!r} instead of {wanted!r}")


def expect_failure(code, executed, body):
    """Runs the body, which has to fail like this, and returns the failure."""
    try:
        value = body()
    except CallFailed as failure:
        expect_equal((failure.code, EXECUTED[failure.executed]), (code, executed))
        return failure
    raise AssertionError(f"{value!r} instead of {code}")
