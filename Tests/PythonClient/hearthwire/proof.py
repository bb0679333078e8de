"""The proof that the specification is enough: a household's real executables, called from another language.

usage: python -m hearthwire.proof RUN PROTOCOLS

The playlist is made here, and has a channel that children may not see.
"""

import base64
import json
import os
import signal
import sys
import time

from . import clock, wire
from .checks import Checks, expect, expect_equal, expect_failure
from .client import Client
from .connection import SECOND
from .household import Household, socket_of
from .raw import RawConnection
from .schema import Protocols

SYS = "sys.v1.Sys/"
CATALOG = "hearth.catalog.v1.Catalog/"
QUARANTINE = "hearth.kit.v1.Quarantine/"
BACKUP = "hearth.kit.v1.Backup/"
PROFILES = "hearth.profiles.v1.Profiles/"
SERVICES = ("profiles", "catalog")
# Bytes of a piece of a file.
PIECE = 256 << 10
PLAYLIST = """#EXTM3U
#EXTINF:-1 tvg-id="one.example" group-title="News",Example News One
https://media.example/one.m3u8
#EXTINF:-1 tvg-id="two.example" group-title="News",Example News Two
https://media.example/two.m3u8
#EXTINF:-1 tvg-id="three.example" group-title="Kids",Example Cartoons
https://media.example/three.m3u8
#EXTINF:-1 tvg-id="four.example" group-title="XXX Adult",Example News After Dark XXX
https://media.example/four.m3u8
"""
checks = Checks()


class Fixture:
    """The household, and what the checks find out about it."""

    def __init__(self, run, protocols):
        self.household = Household(run, protocols)
        self.protocols = protocols
        self.token = None
        self.kids_token = None
        self.news = None

    def call(self, service, method, request=None, token=None, **options):
        return self.household.client(service, token or self.token).call(method, request or {}, **options)

    def catalog(self, method, request=None, **options):
        return self.call("catalog", CATALOG + method, request, **options)

    def upload(self, method, request, data, **options):
        """Sends a file to the catalog in pieces."""
        pieces = [{"data": data[start : start + PIECE]} for start in range(0, len(data), PIECE)]
        return self.household.client("catalog", self.token).send(CATALOG + method, request, pieces, **options)

    def profiles(self, method, request=None, **options):
        return self.call("profiles", PROFILES + method, request, **options)


@checks.add
def sys_without_a_token(fixture):
    """Ping, GetInfo and GetHealth answer anybody."""
    for service in SERVICES:
        client = fixture.household.client(service)
        client.connection.connect(30)
        expect_equal(client.call(SYS + "Ping", {}), {})
        info = client.call(SYS + "GetInfo", {})
        expect_equal(info["name"], service)
        expect_equal(int(info["incarnation"], 16), client.connection.welcome[4])
        health = client.call(SYS + "GetHealth", {})
        expect(health["state"] in ("serving", "starting", "degraded"), health)


@checks.add
def no_call_without_a_token(fixture):
    """Everything else is refused, and not executed."""
    for service, method, request in (
        ("catalog", CATALOG + "Search", {"text": "news"}),
        ("profiles", PROFILES + "ListProfiles", {}),
        ("catalog", SYS + "GetStats", {}),
        ("profiles", SYS + "GetSchema", {}),
    ):
        client = fixture.household.client(service)
        expect_failure("UNAUTHENTICATED", "no", lambda: client.call(method, request))


@checks.add
def a_wrong_proof(fixture):
    """A caller without the owner key gets no token; the reason is typed."""
    client = fixture.household.client("profiles")
    failure = expect_failure(
        "UNAUTHENTICATED", "yes", lambda: client.call(PROFILES + "LocalOwner", {"proof": bytes(32)})
    )
    expect_equal(failure.details["hearth.profiles.Problem"]["code"], "wrongOwnerKey")


@checks.add
def the_owner_signs_in(fixture):
    """LocalOwner makes the household, and answers a token."""
    session = fixture.household.session()
    fixture.token = session["token"].encode()
    expect_equal(session["role"], "owner")
    profiles = fixture.profiles("ListProfiles")["profiles"]
    kids = [profile for profile in profiles if profile["kind"] == "kids"]
    expect(kids, profiles)
    fixture.kids_token = fixture.household.session(kids[0]["id"])["token"].encode()


@checks.add
def forged_tokens(fixture):
    """A token that was changed, signed with another key, or is none."""
    header, claims, signature = fixture.token.split(b".")
    fields = json.loads(base64.urlsafe_b64decode(claims + b"=="))
    fields["exp"] += 1
    changed = base64.urlsafe_b64encode(json.dumps(fields).encode()).rstrip(b"=")
    none = base64.urlsafe_b64encode(b'{"alg":"none"}').rstrip(b"=")
    for forged in (
        b".".join((header, changed, signature)),
        b".".join((header, claims, base64.urlsafe_b64encode(os.urandom(64)).rstrip(b"="))),
        b".".join((none, claims, b"")),
        b"not a token",
        b"",
    ):
        for service, method in (("catalog", CATALOG + "ListSources"), ("profiles", PROFILES + "GetHousehold")):
            client = Client(socket_of(fixture.household.run, service), fixture.protocols, forged)
            expect_failure("UNAUTHENTICATED", "no", lambda: client.call(method, {}))
            client.close()


@checks.add
def sys_of_the_operator(fixture):
    """GetStats needs the operator's role, which the owner has and a child has not."""
    stats = fixture.call("catalog", SYS + "GetStats")
    expect(any(method["method"] == SYS + "Ping" for method in stats["methods"]), stats)
    expect_failure(
        "PERMISSION_DENIED", "no", lambda: fixture.call("catalog", SYS + "GetStats", token=fixture.kids_token)
    )


@checks.add
def looking_into_a_process(fixture):
    """Who is connected, what failed, what is logged; and no faults where they are not allowed."""
    peers = fixture.call("catalog", SYS + "GetPeers")["peers"]
    mine = fixture.household.client("catalog", fixture.token).connection.instance.hex()
    expect(any(peer["instance"] == mine and peer["isOnThisHost"] for peer in peers), peers)
    running = fixture.call("catalog", SYS + "ListCalls")
    # Others may follow the catalog's events meanwhile.
    expect(all(call["method"].endswith("/FollowEvents") for call in running["calls"]), running)
    expect_equal(running["total"], len(running["calls"]))
    # What failed is kept, and what was not let in is not.
    expect_failure("NOT_FOUND", "yes", lambda: fixture.catalog("GetTitle", {"id": "nothing-has-this-id"}))
    expect_failure("PERMISSION_DENIED", "no", lambda: fixture.call("catalog", SYS + "GetTraces", token=fixture.kids_token))
    codes = {trace["code"] for trace in fixture.call("catalog", SYS + "GetTraces")["failed"]}
    expect("NOT_FOUND" in codes and "PERMISSION_DENIED" not in codes, codes)
    changed = fixture.call("catalog", SYS + "SetLogLevel", {"level": "debug", "seconds": 60})
    expect_equal((changed["level"], changed["before"]), ("debug", "info"))
    with fixture.household.client("catalog", fixture.token).stream(SYS + "WatchHealth", {}) as health:
        expect("state" in next(iter(health)).value, health)
    fault = {"name": "a", "pattern": "*", "kind": "hang"}
    expect_failure("UNIMPLEMENTED", "no", lambda: fixture.call("catalog", SYS + "InjectFault", fault))


@checks.add
def reflection(fixture):
    """GetSchema tells the methods with the committed fingerprints."""
    committed = {name: int(method["fingerprint"]) for name, (method, _) in fixture.protocols.methods.items()}
    for service, names in (("catalog", (CATALOG, QUARANTINE, BACKUP)), ("profiles", (PROFILES, BACKUP))):
        schema = fixture.call(service, SYS + "GetSchema")
        found = {method["name"]: method["fingerprint"] for method in schema["methods"]}
        wanted = {method: committed[method] for method in committed if method.startswith((*names, SYS))}
        expect_equal(found, wanted)
        welcome = fixture.household.client(service, fixture.token).connection.welcome[13]
        expect_equal({method[2]: method[4] for method in welcome}, wanted)


@checks.add
def an_import(fixture):
    """A playlist comes in as a job; the same one again changes nothing."""
    data = PLAYLIST.encode("utf-8")
    reports = []
    for _ in range(2):
        request = {"source": "example", "file": "example.m3u", "bytes": len(data)}
        job = fixture.upload("ImportPlaylist", request, data, timeout=20)["job"]
        limit = clock.now() + 60 * SECOND
        while (state := fixture.catalog("GetImport", {"job": job}))["state"] in ("waiting", "running"):
            expect(clock.now() < limit, state)
            time.sleep(0.02)
        expect_equal((state["state"], state.get("problem")), ("done", None))
        reports.append(state["report"])
    expect_equal((reports[0]["read"], reports[0]["added"]), (4, 4))
    expect_equal((reports[1]["added"], reports[1]["updated"], reports[1]["removed"]), (0, 0, 0))


@checks.add
def a_search(fixture):
    """Catalog.Search finds what is there, page by page."""
    found = fixture.catalog("Search", {"text": "example news"})
    titles = sorted(hit["title"] for hit in found["hits"])
    expect("Example News One" in titles and "Example News Two" in titles, titles)
    expect_equal(found["total"], len(titles))
    fixture.news = found["hits"][0]["id"]
    pages, cursor = [], None
    while True:
        page = {"size": 1} | ({"cursor": cursor} if cursor else {})
        result = fixture.catalog("Search", {"text": "example news", "page": page})
        pages += [hit["title"] for hit in result["hits"]]
        cursor = result.get("cursor")
        if not cursor:
            break
    expect_equal(sorted(pages), titles)


@checks.add
def a_kids_profile(fixture):
    """The policy in the token hides what it forbids, from totals too."""
    adult = fixture.catalog("Search", {"text": "dark"})
    expect_equal((adult["total"], adult["hits"][0]["isAdult"]), (1, True))
    kids = fixture.catalog("Search", {"text": "dark"}, token=fixture.kids_token)
    expect_equal((kids["total"], kids["hits"]), (0, []))
    hidden = adult["hits"][0]["id"]
    expect_failure("NOT_FOUND", "yes", lambda: fixture.catalog("GetTitle", {"id": hidden}, token=fixture.kids_token))
    expect_failure(
        "PERMISSION_DENIED", "no", lambda: fixture.catalog("ListSources", token=fixture.kids_token)
    )


@checks.add
def an_error(fixture):
    """A wrong field is named by a typed detail; what is not there is NOT_FOUND. Both answers are final."""
    failure = expect_failure(
        "INVALID_ARGUMENT", "yes", lambda: fixture.catalog("Search", {"text": "x", "page": {"size": -5}})
    )
    expect_equal(set(failure.details), {"rpc.InvalidField"})
    expect(failure.details["rpc.InvalidField"]["field"].startswith("page"), failure.details)
    expect_failure("NOT_FOUND", "yes", lambda: fixture.catalog("GetTitle", {"id": "nothing-has-this-id"}))


@checks.add
def a_deadline(fixture):
    """A request that is late is not begun; one without time is not sent."""
    with RawConnection(socket_of(fixture.household.run, "catalog"), fixture.protocols) as raw:
        opening = raw.opening(CATALOG + "Search", {"text": "news"}, deadline=clock.now() - 1)
        opening.header[4] = fixture.token
        raw.send(opening)
        status = raw.status(1)
        expect_equal((status.header[20], status.header[23]), (4, 0))
    failure = None
    client = fixture.household.client("catalog", fixture.token)
    number = client.connection.start(
        CATALOG + "Search", wire.encode({"text": "news"}), clock.now() + 1, fixture.token
    )
    try:
        client.connection.wait(number)
    except Exception as error:
        failure = error
    expect_equal(getattr(failure, "code", None), "DEADLINE_EXCEEDED")
    expect_equal(fixture.catalog("Search", {"text": "example cartoons"})["total"], 1)


@checks.add
def an_effect_happens_once(fixture):
    """The same key is answered from memory; with another request it is refused."""
    key = os.urandom(16)
    first = fixture.profiles("AddFavourite", {"content": fixture.news}, key=key)
    expect_equal((first["isFavourite"], first["hasChanged"]), (True, True))
    expect_equal(fixture.profiles("AddFavourite", {"content": fixture.news}, key=key), first)
    expect_failure(
        "FAILED_PRECONDITION", "no", lambda: fixture.profiles("AddFavourite", {"content": "another"}, key=key)
    )
    again = fixture.profiles("AddFavourite", {"content": fixture.news})
    expect_equal((again["isFavourite"], again["hasChanged"]), (True, False))
    favourites = fixture.profiles("ListFavourites")
    expect_equal([favourite["content"] for favourite in favourites["favourites"]], [fixture.news])


@checks.add
def a_service_stops(fixture):
    """The operator drains a service: goaway or goodbye comes, and later calls fail as not executed."""
    client = fixture.household.client("catalog", fixture.token)
    expect_equal(client.call(SYS + "Drain", {}), {})
    limit = clock.now() + 30 * SECOND
    while not client.connection.lost:
        expect(clock.now() < limit, "no goodbye")
        client.connection.turn(limit)
    expect_failure("UNAVAILABLE", "no", lambda: client.call(CATALOG + "Search", {"text": "x"}, timeout=0.3, attempts=1))


@checks.add
def a_service_dies(fixture):
    """A killed service leaves what it was asked unknown; what it was not asked is not executed."""
    client = fixture.household.client("profiles", fixture.token)
    process = client.call(SYS + "GetInfo", {})["processID"]
    # Stopped first, so that the answer cannot win.
    os.kill(process, signal.SIGSTOP)
    body = wire.encode({"content": fixture.news})
    number = client.connection.start(
        PROFILES + "RemoveFavourite", body, clock.now() + 60 * SECOND, fixture.token, os.urandom(16)
    )
    os.kill(process, signal.SIGKILL)
    expect_failure("UNAVAILABLE", "maybe", lambda: client.connection.wait(number))
    expect_failure("UNAVAILABLE", "no", lambda: client.call(SYS + "Ping", {}, timeout=0.3, attempts=1))


def main():
    run, folder = sys.argv[1:]
    fixture = Fixture(run, Protocols(folder))
    checks.run(fixture)
    print(f"all {len(checks.all)} checks, {fixture.protocols.checked} messages checked")


if __name__ == "__main__":
    main()
