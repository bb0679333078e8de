#!/usr/bin/env python3
"""A door for the page's development and tests: serves the page, and responds to calls as the household of world.py.

It refuses what the contract refuses, and checks its own responses against it. Its cookie, paths and headers are those of `web`.

    fake_door.py [--port 8787] [--now 2026-03-14T19:40:00Z]

`POST /test/<what>` changes how it behaves (tests only): see `Behaviour`.
"""

import argparse
import json
import mimetypes
import threading
import time
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

import responses
from contract import ROOT, Refused, check, load
from pictures import draw
from world import World, default_now

PAGE = ROOT / "Sources/WebDoor/Page"
POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
STATUS = {"invalid_argument": 400, "failed_precondition": 400, "unauthenticated": 401, "permission_denied": 403, "not_found": 404,
          "already_exists": 409, "resource_exhausted": 429, "unimplemented": 501, "unavailable": 503, "internal": 500}
SERVICE_OF = {"profiles": "profiles", "catalog": "catalog", "playback": "playback-state", "downloads": "downloads",
              "readinglist": "reading-list", "scheduler": "scheduler", "metadata": "metadata-gateway"}


class Behaviour:
    """What tests ask of the door: services that are down, a delay of every call or of some, no session, one that has
    relocked, an empty household."""

    def __init__(self):
        self.reset({})

    def reset(self, wanted):
        self.down = set(wanted.get("down", []))
        self.delay = wanted.get("delay", 0)
        self.slow = wanted.get("slow", {})
        self.is_relocked = wanted.get("relocked", False)
        self.is_signed_out = wanted.get("signedOut", False)
        self.is_empty = wanted.get("empty", False)
        self.refuses = wanted.get("refuses", {})
        self.is_broken = wanted.get("broken", False)


class Door(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port, now, media=None):
        super().__init__(("127.0.0.1", port), Handler)
        self.methods = load()
        self.now = now
        self.media = media
        self.behaviour = Behaviour()
        self.calls = []
        self.problems = []
        self.followers = []
        self.lock = threading.Lock()
        self.begin()

    def handle_error(self, request, client_address):
        """A browser that leaves in the middle of a response is no fault of the door."""

    def begin(self):
        self.world = World(self.now)
        self.profile = self.world.profiles[0]
        self.pairing_polls = 0
        responses.prepare(self.world)

    def session(self):
        role = "child" if self.profile["kind"] == "kids" else "owner"
        return {"household": "home", "profile": self.profile, "role": role, "device": "d-browser", "expires": self.world.ahead(minutes=15),
                "policy": {"ratings": [], "allowsAdult": True}, "renewAfter": self.world.ahead(minutes=10)}

    def tell(self, kind, data):
        for follower in list(self.followers):
            follower.append((kind, data))


class Failure(Exception):
    def __init__(self, code, message, details=()):
        super().__init__(message)
        self.code, self.message, self.details = code, message, list(details)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Door

    def log_message(self, *_):
        pass

    def send(self, status, body, kind="application/json", more=()):
        self.send_response(status)
        for name, value in (("Content-Type", kind), ("Content-Length", str(len(body))), ("Content-Security-Policy", POLICY),
                            ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), *more):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def fail(self, failure):
        details = [{"type": "hearth.web.Outcome", "debug": {"executed": "no"}}, *failure.details]
        body = {"code": failure.code, "message": failure.message, "details": details}
        self.send(STATUS[failure.code], json.dumps(body).encode())

    def do_GET(self):
        path = unquote(urlsplit(self.path).path)
        if path == "/events":
            self.follow()
        elif path.startswith("/picture/"):
            _, _, use, name = path.split("/", 3)
            is_missing = "night-train" in name
            self.send(404 if is_missing else 200, b"" if is_missing else draw(name, use), "image/svg+xml", [("Cache-Control", "max-age=600")])
        elif path == "/session/pair/qr.svg":
            self.send(200, draw("qr", "profile"), "image/svg+xml")
        elif path.startswith("/media/"):
            self.send_media(path)
        else:
            self.send_page(path)

    def send_page(self, path):
        file = (PAGE / (path.strip("/") or "index.html")).resolve()
        if not file.is_file() or not file.is_relative_to(PAGE):
            self.send(404, b"{}")
            return
        kind = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}.get(file.suffix) or mimetypes.guess_type(file.name)[0]
        self.send(200, file.read_bytes(), kind or "application/octet-stream", [("Cache-Control", "no-cache")])

    def send_media(self, path):
        name = path.rsplit("/", 1)[1] or "index.m3u8"
        file = self.server.media and self.server.media / name
        if not file or not file.is_file():
            self.send(404, b"")
            return
        self.send(200, file.read_bytes(), "application/vnd.apple.mpegurl" if name.endswith("m3u8") else "video/mp2t")

    def follow(self):
        events = []
        self.server.followers.append(events)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        number = 0
        try:
            while True:
                while events:
                    kind, data = events.pop(0)
                    number += 1
                    self.wfile.write(f"id: {number}\nevent: {kind}\ndata: {json.dumps(data)}\n\n".encode())
                self.wfile.write(b":\n\n")
                self.wfile.flush()
                time.sleep(0.2)
        except OSError:
            self.server.followers.remove(events)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        url = urlsplit(self.path)
        path = url.path.strip("/")
        try:
            if path.startswith("test/"):
                response = self.test(path.removeprefix("test/"), json.loads(body or b"{}"))
            elif path == "session/qr":
                if not json.loads(body).get("text"):
                    raise Failure("invalid_argument", "text: An empty text has no QR code.")
                return self.send(200, draw("qr", "profile"), "image/svg+xml")
            elif path.startswith("session/"):
                response = self.session(path.removeprefix("session/"), json.loads(body))
            else:
                response = self.call(path, body, parse_qs(url.query))
            self.send(200, json.dumps(response).encode())
        except Failure as failure:
            self.fail(failure)
        except Refused as refused:
            detail = {"type": "rpc.InvalidField", "debug": {"field": refused.where, "problem": refused.problem}}
            self.server.problems.append(f"{path}: {refused}")
            self.fail(Failure("invalid_argument", str(refused), [detail]))

    def test(self, what, wanted):
        server = self.server
        if what == "behave":
            server.behaviour.reset(wanted)
            server.begin()
        elif what == "event":
            server.tell(wanted["type"], wanted["data"])
        elif what == "calls":
            return {"calls": server.calls, "problems": server.problems}
        return {}

    def session(self, what, request):
        server = self.server
        path = f"session/{what}"
        time.sleep(server.behaviour.slow.get(path, 0))
        if path in server.behaviour.refuses:
            raise Failure(**server.behaviour.refuses[path])
        if what == "link":
            if request.get("code") != "GOOD-CODE":
                raise Failure("not_found", "This code is not known.")
            server.behaviour.is_signed_out = False
        elif what == "invitation":
            if request.get("token") not in ("home.adult", "home.child"):
                raise Failure("not_found", "There is no such invitation.")
            kind = "adult" if request["token"] == "home.adult" else "kids"
            server.profile = {"id": "p-new", "name": request.get("name", "Sam"), "kind": kind, "created": server.world.ago(hours=0)}
            server.world.profiles.append(server.profile)
            server.behaviour.is_signed_out = False
        elif what == "signout":
            server.behaviour.is_signed_out = True
            return {}
        elif what == "pair":
            return {"userCode": "HKTR-9QXM", "link": "http://127.0.0.1/#/people?code=HKTR-9QXM", "lifetimeSeconds": 600, "intervalSeconds": 1}
        elif what == "pair/poll":
            server.pairing_polls += 1
            if server.pairing_polls < 2:
                raise Failure("unauthenticated", "Not yet.", [{"type": "hearth.profiles.Problem", "debug": {"code": "authorization_pending"}}])
            server.behaviour.is_signed_out = False
        elif server.behaviour.is_signed_out:
            raise Failure("unauthenticated", "There is no session.")
        elif what == "profile":
            self.switch(request)
            server.behaviour.is_relocked = False
        elif server.behaviour.is_relocked:
            raise Failure("unauthenticated", "This shared device has locked the profile.", [{"type": "hearth.Relocked", "debug": {"at": 0}}])
        elif what != "refresh":
            raise Failure("unimplemented", "There is no such path.")
        return server.session()

    def switch(self, request):
        server = self.server
        wanted = next((one for one in server.world.profiles if one["id"] == request.get("profile")), None)
        if not wanted:
            raise Failure("not_found", "This profile is not known.")
        problem = None
        if wanted.get("asksPIN"):
            problem = "pinRequired" if not request.get("pin") else None if request["pin"] == "2468" else "pinWrong"
        if problem:
            raise Failure("permission_denied", "The PIN is needed.", [{"type": "hearth.profiles.Problem", "debug": {"code": problem}}])
        server.profile = wanted

    def call(self, path, body, query):
        server, behaviour = self.server, self.server.behaviour
        method = server.methods.get(path)
        if not method:
            server.problems.append(f"{path}: unknown method")
            raise Failure("unimplemented", f"There is no method {path}.")
        time.sleep(behaviour.delay + behaviour.slow.get(path, 0))
        if behaviour.is_signed_out or behaviour.is_relocked:
            raise Failure("unauthenticated", "There is no session.")
        service = SERVICE_OF.get(path.split(".")[1], query.get("process", [""])[0])
        if service in behaviour.down:
            raise Failure("unavailable", f"{service} is not running.")
        if behaviour.is_broken and path.split("/")[1] not in ("GetHousehold", "GetSettings"):
            raise Failure("internal", "The fake door was told to fail.")
        if path in behaviour.refuses:
            raise Failure(**behaviour.refuses[path])
        if method.roles and server.session()["role"] not in method.roles:
            raise Failure("permission_denied", f"{path} needs the role {' or '.join(method.roles)}.")
        is_upload = method.shape == "clientStream"
        request = json.loads(query["request"][0] if is_upload else body)
        check(method.rules, method.request, request)
        if method.safety == "idempotentByKey" and not is_upload and not self.headers.get("Idempotency-Key"):
            server.problems.append(f"{path}: no idempotency key")
        if is_upload:
            request["bytesSent"] = len(body)
        with server.lock:
            server.calls.append({"method": path, "request": request})
            try:
                response = responses.respond(server, path, request, behaviour.is_empty, service)
            except LookupError as missing:
                raise Failure("not_found", f"{path}: {missing} is not known.") from missing
        try:
            check(method.rules, method.response, response, "response")
        except Refused as refused:
            server.problems.append(f"{path}: {refused}")
            raise Failure("internal", f"The fake door's own response is wrong: {refused}") from refused
        return response


def start(port=0, now=None, media=None):
    """A door on its own thread; its address is `door.server_address`."""
    door = Door(port, now or default_now(), media)
    threading.Thread(target=door.serve_forever, daemon=True).start()
    return door


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=8787)
    parser.add_argument("--now", type=datetime.fromisoformat, default=datetime.now(timezone.utc))
    options = parser.parse_args()
    running = Door(options.port, options.now)
    print(f"http://127.0.0.1:{options.port}/")
    running.serve_forever()
