"""The way into a household on this box: README.md, section 11."""

import os
import stat
from pathlib import Path

from .client import Client


class NotPrivate(Exception):
    """Another user could have put it there, or read it."""


def checked_run_directory(path):
    """The run directory, which is ours alone."""
    status = os.lstat(path)
    if not stat.S_ISDIR(status.st_mode):
        raise NotPrivate(f"{path} is a link or no directory")
    if status.st_uid != os.geteuid() or status.st_mode & 0o077:
        raise NotPrivate(f"{path} belongs to another user or lets others in")
    return Path(path)


def owner_key(run):
    """The 32 bytes that prove ownership."""
    file = os.open(run / "owner.key", os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        status = os.fstat(file)
        if not stat.S_ISREG(status.st_mode) or status.st_uid not in (0, os.geteuid()) or status.st_mode & 0o077:
            raise NotPrivate("the owner key is not a private file")
        key = os.read(file, 33)
    finally:
        os.close(file)
    if len(key) != 32:
        raise NotPrivate("the owner key has not 32 bytes")
    return key


def socket_of(run, service):
    """Where a service of the box listens."""
    path = f"{os.path.realpath(run)}/{service}.sock"
    if len(os.fsencode(path)) > 100:
        path = moved(os.path.realpath(run), f"{service}.sock")
    return f"ipc://{path}"


def moved(directory, name):
    """Where a socket is whose path is too long: section 2.4."""
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if runtime.startswith("/"):
        place = f"{runtime.rstrip('/')}/hearth-{fnv1a(directory)}"
    else:
        temporary = os.environ.get("TMPDIR", "")
        temporary = temporary.rstrip("/") if temporary.startswith("/") else "/tmp"
        place = f"{temporary}/hearth-{os.geteuid()}-{fnv1a(directory)}"
    checked_run_directory(place)
    path = f"{place}/{name}"
    return path if len(os.fsencode(path)) <= 100 else f"{place}/{fnv1a(name)}"


def fnv1a(text):
    """FNV-1a with 64 bits, in hexadecimal."""
    value = 0xCBF29CE484222325
    for byte in os.fsencode(text):
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{value:016x}"


class Household:
    """Clients of the services of one household cluster."""

    def __init__(self, run, protocols):
        self.run = checked_run_directory(run)
        self.protocols = protocols
        self.clients = {}

    def client(self, service, token=None):
        """A client of a service, with the owner's token unless another one is given."""
        key = (service, token)
        if key not in self.clients:
            self.clients[key] = Client(socket_of(self.run, service), self.protocols, token)
        return self.clients[key]

    def session(self, profile=None):
        """A session as the owner, or as another profile."""
        request = {"proof": owner_key(self.run)}
        if profile:
            request["profile"] = profile
        return self.client("profiles").call("hearth.profiles.v1.Profiles/LocalOwner", request, timeout=20)
