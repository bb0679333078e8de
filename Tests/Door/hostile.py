#!/usr/bin/env python3
"""Attacks a running door by raw HTTP, and prints a table: what was sent, what came, how long it took, and the door's memory.

    Tests/Door/hostile.py http://127.0.0.1:8787 PID [--seed N] [--token TOKEN] [--only WORD]

Exit code 1 when an answer is not one of those that are allowed, or the door does not serve others meanwhile.
Needs nothing but Python.
"""
import argparse
import random
import resource
import select
import socket
import sys
import time
from urllib.parse import urlsplit

CALL = "/hearth.catalog.v1.Catalog/Search"
JSON = "Content-Type: application/json\r\n"
LIMIT_CONNECTIONS = 2048


class Door:
    """The door under attack."""

    def __init__(self, url, pid, token):
        parts = urlsplit(url)
        self.host, self.port, self.pid, self.token = parts.hostname, parts.port, pid, token
        self.name = f"{parts.hostname}:{parts.port}"

    def memory(self):
        """Resident memory in MB."""
        with open(f"/proc/{self.pid}/status", encoding="ascii") as status:
            for line in status:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1]) / 1024
        return 0

    def connect(self, timeout=45):
        return socket.create_connection((self.host, self.port), timeout=timeout)

    def send(self, data, timeout=45):
        """Sends bytes on a connection of their own; all that comes until it ends or says no more for a while."""
        with self.connect(timeout) as connection:
            try:
                connection.sendall(data)
            except (BrokenPipeError, ConnectionResetError):
                pass
            return self.read(connection)

    @staticmethod
    def read(connection, pause=1.0):
        """What comes on a connection: until it ends, or a pause after the first bytes."""
        got, first = b"", connection.gettimeout()
        while True:
            connection.settimeout(pause if got else first)
            try:
                more = connection.recv(65536)
            except (TimeoutError, socket.timeout):
                return got, "open"
            except ConnectionResetError:
                return got, "closed"
            if not more:
                return got, "closed"
            got += more

    def request(self, head, body=b"", fields=""):
        return f"{head} HTTP/1.1\r\nHost: {self.name}\r\n{fields}\r\n".encode("latin-1") + body

    def is_serving(self):
        """Whether others are served, within a second or two."""
        try:
            got, _ = self.send(self.request("GET /healthz", fields="Connection: close\r\n"), timeout=5)
        except OSError:
            return False
        return got.startswith(b"HTTP/1.1 200")


def statuses(got):
    """The statuses of the responses in what came."""
    return [int(part[:3]) for part in got.split(b"HTTP/1.1 ")[1:] if part[:3].isdigit()]


def said(got, end):
    found = statuses(got)
    text = " ".join(map(str, found)) if found else "nothing"
    return f"{text}, {end}"


CASES = []


def case(name, *allowed):
    """Names a case, and what may come of each of its requests."""

    def note(body):
        CASES.append((name, allowed, body))
        return body

    return note


@case("heads too long, with too many fields, or a target too long", "431", "414", "400")
def long_heads(door, _):
    yield door.send(door.request("GET /", fields=f"X: {'a' * 70000}\r\n"))
    yield door.send(door.request("GET /", fields="".join(f"X{n}: a\r\n" for n in range(300))))
    yield door.send(door.request(f"GET /{'a' * 40000}"))


@case("bodies too long: by their length, and by chunks without end", "413")
def long_bodies(door, _):
    yield door.send(door.request(f"POST {CALL}", fields=f"{JSON}Content-Length: 104857600\r\n"))
    chunk = b"10000\r\n" + b"a" * 65536 + b"\r\n"
    yield door.send(door.request(f"POST {CALL}", chunk * 40, f"{JSON}Transfer-Encoding: chunked\r\n"))


@case("smuggling: two lengths, lengths beside chunks, odd codings, line ends and blanks", "400", "501", "411", "413")
def smuggling(door, _):
    hidden = f"GET /openapi.json HTTP/1.1\r\nHost: {door.name}\r\n\r\n".encode()
    for fields in [
        "Content-Length: 5\r\nContent-Length: 6\r\n", "Content-Length: 5, 5\r\n", "Content-Length: +5\r\n", "Content-Length: -1\r\n",
        "Content-Length: 0x5\r\n", "Content-Length: 5 5\r\n", "Content-Length: 99999999999999999999\r\n",
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
        "Transfer-Encoding: xchunked\r\n", "Transfer-Encoding: chunked, identity\r\n", "Transfer-Encoding: gzip, chunked\r\n",
        "Transfer-Encoding : chunked\r\n", "Transfer-Encoding:\x0bchunked\r\n", "Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n",
        "X: a\r\n Content-Length: 5\r\n", "X: a\nContent-Length: 5\r\n", "X: a\rContent-Length: 5\r\n", "X\x00: a\r\n", ": a\r\n",
    ]:
        yield door.send(door.request(f"POST {CALL}", b"0\r\n\r\n" + hidden, JSON + fields))
    for chunk in [b"5;\nx=y\r\nhello\r\n0\r\n\r\n", b"0x5\r\nhello\r\n0\r\n\r\n", b"-1\r\n", b"5\nhello\n0\n\n", b"5\r\nhelloXX0\r\n\r\n", b"fffffffffffffffff\r\n"]:
        yield door.send(door.request(f"POST {CALL}", chunk + hidden, f"{JSON}Transfer-Encoding: chunked\r\n"))
    yield door.send(f"GET / HTTP/1.1\nHost: {door.name}\n\n".encode() + hidden)
    yield door.send(f"GET  / HTTP/1.1\r\nHost: {door.name}\r\n\r\n".encode() + hidden)
    yield door.send(f"GET /\tHTTP/1.1\r\nHost: {door.name}\r\n\r\n".encode() + hidden)


@case("other names: DNS rebinding, no Host, two of them, a user in it", "421", "400")
def hosts(door, _):
    for line in ["Host: evil.example\r\n", "Host: 127.0.0.1.evil.example\r\n", "", f"Host: {door.name}\r\nHost: evil.example\r\n", "Host: a@127.0.0.1\r\n", "Host: \r\n", "Host: [::1\r\n"]:
        yield door.send(f"GET /openapi.json HTTP/1.1\r\n{line}\r\n".encode())
    yield door.send(f"GET http://evil.example/openapi.json HTTP/1.1\r\nHost: {door.name}\r\n\r\n".encode())


@case("pages of other sites, with a cookie", "403")
def origins(door, _):
    cookie = "Cookie: hearth-session=home.d1.0\r\n"
    for fields in ["Origin: http://evil.example\r\n", "Origin: null\r\n", "Sec-Fetch-Site: cross-site\r\n", "Sec-Fetch-Site: same-site\r\n", f"Origin: https://{door.name}\r\n", ""]:
        yield door.send(door.request(f"POST {CALL}", b'{"text":"a"}', f"{JSON}{cookie}{fields}Content-Length: 12\r\n"))
    yield door.send(door.request("GET /events", fields=f"{cookie}Sec-Fetch-Site: cross-site\r\n"))
    yield door.send(door.request("POST /session/signout", fields=f"{cookie}Origin: http://evil.example\r\nContent-Length: 0\r\n"))


@case("paths that lead elsewhere", "200", "400", "404", "410")
def paths(door, _):
    """A path without a file's ending is the page's own, and gets the page; none gets another file."""
    for path in ["/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/js/..%2f..%2fetc/passwd", "//etc/passwd", "/js/%5c..%5cx", "/js/app.js%00", "/%c0%ae%c0%ae/x", "/js/./../x",
                 "/media/x/y", "/media/../healthz", "/picture/card/..%2f..%2fx", "/js/app.js/", "/" + "a/" * 100, "/%", "/%zz", "/js/\x7f"]:
        got, end = door.send(door.request(f"GET {path}"))
        if statuses(got) == [200] and b"root:" in got:
            got = b"HTTP/1.1 999 another file"
        yield got, end


@case("fields and lines smuggled into responses", "200", "400", "401", "404", "410", "405", "415")
def injection(door, _):
    for head, fields in [
        ("GET /%0d%0aX-Injected:%20yes", ""), ("GET /?a=%0d%0aX-Injected:%20yes", "Accept: x\r\n"), ("GET /media/a%0d%0aX-Injected:1/b/player.m3u", ""),
        ("POST /sys.v1.Sys/Ping?process=a%0d%0aX-Injected:1", f"{JSON}Content-Length: 0\r\n"), (f"POST {CALL}", f"{JSON}Idempotency-Key: a\\r\\nX-Injected: 1\r\nConnect-Timeout-Ms: 1\\r\\n\r\nContent-Length: 0\r\n"),
        ("GET /nowhere\x01", ""),
    ]:
        got, end = door.send(door.request(head, fields=fields))
        if b"\r\nX-Injected" in got:
            got = b"HTTP/1.1 999 injected"
        yield got, end


@case("JSON to choke on: deep, wide, long numbers, no UTF-8", "400", "401", "413")
def json(door, _):
    bearer = f"Authorization: Bearer {door.token}\r\n" if door.token else ""
    for body in [b"[" * 500000, b'{"a":' * 100000, b'{"text":' + b"9" * 500000 + b"}", b'{"text":"' + b"\xff" * 1000 + b'"}', b'{"text":"a","page":{"size":1e999}}', b'{"text":"' + b"\\u0000" * 100000 + b'","x":1}',
                 b'{"text":"a","text":"b","zz":1}', b"\x00" * 1000, b'"' + b"a" * 900000 + b'"']:
        yield door.send(door.request(f"POST {CALL}", body, f"{JSON}{bearer}Content-Length: {len(body)}\r\n"))


@case("2,000 connections with random bytes", "400", "431", "408", "505", "closed", "nothing", "414", "501", "421")
def garbage(door, chance):
    for _ in range(2000):
        data = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 400)))
        if chance.random() < 0.5:
            data = door.request("GET /")[: chance.randrange(4, 20)] + data
        with door.connect(5) as connection:
            connection.sendall(data + b"\r\n\r\n")
            connection.shutdown(socket.SHUT_WR)
            try:
                yield door.read(connection, 0.2)
            except TimeoutError:
                yield b"", "open"


@case("1,000 requests at once on a connection that reads nothing for a while", "200")
def pipelined(door, _):
    with door.connect() as connection:
        connection.setblocking(False)
        data, sent = door.request("GET /healthz") * 1000, 0
        until = time.monotonic() + 3
        while sent < len(data) and time.monotonic() < until:
            if select.select([], [connection], [], 0.2)[1]:
                sent += connection.send(data[sent:])
        connection.settimeout(20)
        connection.setblocking(True)
        connection.settimeout(20)
        if sent < len(data):
            connection.sendall(data[sent:])
        got, end = door.read(connection, 2)
        yield (b"HTTP/1.1 200 all" if statuses(got) == [200] * 1000 else b"HTTP/1.1 999 lost"), end


@case("500 heads, a byte a second", "408")
def slow_heads(door, _):
    yield from drip(door, 500, door.request("GET /", fields="X: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n"), 0)


@case("200 bodies, a byte a second", "408")
def slow_bodies(door, _):
    head = door.request(f"POST {CALL}", fields=f"{JSON}Content-Length: 1000\r\n")
    yield from drip(door, 200, head + b"a" * 1000, len(head))


@case("200 readers that do not read", "closed", "200")
def stalled_readers(door, _):
    """Each asks for 100 descriptions of all methods, of a megabyte or so, and reads none: the door must not keep them in memory."""
    connections = [door.connect() for _ in range(200)]
    for connection in connections:
        connection.sendall(door.request("GET /openapi.json") * 100)
    time.sleep(35)
    for connection in connections:
        connection.close()
    yield b"", "closed"


@case(f"{LIMIT_CONNECTIONS + 1000:,} connections at once", "nothing", "503")
def many_connections(door, _):
    connections = []
    for _ in range(LIMIT_CONNECTIONS + 1000):
        connections.append(door.connect(10))
    time.sleep(1)
    refused = 0
    for connection in connections:
        # select() takes no more than 1,024.
        poll = select.poll()
        poll.register(connection, select.POLLIN)
        if poll.poll(0):
            refused += statuses(connection.recv(4096)) == [503]
        connection.close()
    if refused < 900:
        yield b"HTTP/1.1 999 too few refused", "open"
    yield b"HTTP/1.1 503 refused", "closed"


def drip(door, count, data, fast):
    """Sends data a byte a second on many connections, the first bytes at once; yields what each got."""
    connections = [door.connect() for _ in range(count)]
    for connection in connections:
        connection.sendall(data[: fast or 1])
    place, waiting, until = fast or 1, set(connections), time.monotonic() + 60
    while waiting and time.monotonic() < until:
        for connection in select.select(list(waiting), [], [], 1)[0]:
            waiting.discard(connection)
            yield door.read(connection, 1)
            connection.close()
        for connection in waiting:
            try:
                connection.sendall(data[place : place + 1])
            except OSError:
                pass
        place = min(place + 1, len(data) - 1)
    for connection in waiting:
        connection.close()
        yield b"", "open"


def is_allowed(got, end, allowed):
    """Whether what came is allowed: one response, or none where that is."""
    found = statuses(got)
    if not found:
        return end in allowed or "nothing" in allowed
    return len(found) == 1 and str(found[0]) in allowed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("pid", type=int)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--token", default="")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    door, chance, failures = Door(options.url, options.pid, options.token), random.Random(options.seed), 0
    print(f"seed {options.seed}", file=sys.stderr)
    start = door.memory()
    print("| what was sent | requests | what came | seconds | memory after it |\n|---|---|---|---|---|")
    print(f"| (before) | | | | {start:.0f} MB |", flush=True)
    for name, allowed, body in CASES:
        if options.only not in name:
            continue
        begun, seen, count = time.monotonic(), {}, 0
        for got, end in body(door, chance):
            count += 1
            key = " ".join(map(str, statuses(got))) or f"nothing, {end}"
            seen[key] = seen.get(key, 0) + 1
            if not is_allowed(got, end, allowed):
                failures += 1
                print(f"not allowed in {name!r}: {said(got, end)} (number {count})", file=sys.stderr)
        took = time.monotonic() - begun
        if not door.is_serving():
            failures += 1
            print(f"after {name!r} the door does not serve", file=sys.stderr)
        came = ", ".join(f"{key} ({number})" for key, number in sorted(seen.items()))
        print(f"| {name} | {count:,} | {came} | {took:.1f} | {door.memory():.0f} MB |", flush=True)
    time.sleep(5)
    print(f"| (5 s after it) | | | | {door.memory():.0f} MB |")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
