"""The gateway of the fake door: what several services say, in one response, with the parts that are missing."""

from responses import respond, responds

ROWS = {
    "continue-watching": ("playback-state", "hearth.playback.v1.PlaybackState/ContinueWatching", "continued"),
    "up-next": ("playback-state", "hearth.playback.v1.PlaybackState/ListQueue", "queue"),
    "programme": ("scheduler", "hearth.scheduler.v1.Scheduler/Now", "programme"),
    "on-now": ("catalog", "hearth.catalog.v1.Catalog/NowNext", "channels"),
    "favourites": ("profiles", "hearth.profiles.v1.Profiles/ListFavourites", "favourites"),
    "new": ("catalog", "hearth.catalog.v1.Catalog/Search", "titles"),
}
TITLE = {
    "progress": ("playback-state", "hearth.playback.v1.PlaybackState/GetProgress", lambda world, request: {"contents": [request["id"]]}),
    "queue": ("playback-state", "hearth.playback.v1.PlaybackState/IsQueued", lambda world, request: {"content": request["id"]}),
    "download": ("downloads", "hearth.downloads.v1.Downloads/Locate", lambda world, request: {"content": request["id"]}),
    "nextUp": ("playback-state", "hearth.playback.v1.PlaybackState/GetNextUp", lambda world, request: {"content": request["id"]} if request["id"] in world.episodes else None),
}


class Fan:
    """Asks several services; one that is down is missing."""

    def __init__(self, door):
        self.door, self.missing, self.came = door, [], False

    def ask(self, part, service, path, request):
        if service in self.door.behaviour.down:
            self.missing.append({"part": part, "service": service, "code": "UNAVAILABLE", "message": f"{service} is not running."})
            return None
        self.came = True
        return respond(self.door, path, request, self.door.behaviour.is_empty, service)

    def answer(self, found):
        from fake_door import Failure
        if not self.came and self.missing:
            raise Failure("unavailable", self.missing[0]["message"])
        return {**found, "missing": self.missing}


@responds("Gateway/Home")
def home(door, request, _):
    fan, rows = Fan(door), []
    for name in ROWS if request.get("rows") is None else request["rows"]:
        service, path, content = ROWS[name]
        found = fan.ask(name, service, path, {"text": "", "sort": "added"} if content == "titles" else {})
        if found is not None:
            rows.append({"name": name, content: found["hits"] if content == "titles" else found["channels"] if content == "channels" else found})
    wanted = request.get("discovery") or []
    found = fan.ask("discovery", "catalog", "hearth.catalog.v1.Catalog/ListDiscovery", {"sections": wanted}) if wanted else None
    rows += [{"name": f"discovery:{one['name']}", "titles": one["cards"]} for one in (found or {}).get("sections", []) if one["cards"]]
    return fan.answer({"rows": rows})


@responds("Gateway/Title")
def title(door, request, _):
    fan, world, found = Fan(door), door.world, {}
    known = fan.ask("the title", "catalog", "hearth.catalog.v1.Catalog/GetTitle", {"id": request["id"]})
    if known:
        found["title"] = known
    for name, (service, path, asked) in TITLE.items():
        try:
            wanted = asked(world, request)
            part = fan.ask(name, service, path, wanted) if wanted else None
        except LookupError:
            continue
        if part is not None and name == "progress":
            part = next(iter(part["titles"]), None)
        if part is not None:
            found[name] = part
    if "profiles" not in door.behaviour.down:
        found["isFavourite"] = request["id"] in world.favourites
    return fan.answer(found)


@responds("Gateway/Search")
def search(door, request, _):
    fan, found = Fan(door), {}
    text = request["search"]["text"]
    parts = [("titles", "catalog", "hearth.catalog.v1.Catalog/Search", request["search"])]
    parts += [("links", "reading-list", "hearth.readinglist.v1.ReadingList/ListLinks", {"text": text})] if request.get("links") and text else []
    parts += [("programmes", "catalog", "hearth.catalog.v1.Catalog/SearchGuide", {"text": text})] if request.get("programmes") and text else []
    for name, service, path, asked in parts:
        part = fan.ask(name, service, path, asked)
        if part is not None:
            found[name] = part
    return fan.answer(found)
