"""What the household thinks of titles, in the fake door: opinions and windows of the scheduler, and what is never suggested."""

from responses import responds

OWN = "p-olga"


def prepare(world):
    world.opinions = {world.id_of("Copper Sky"): {"yes": {OWN, "p-maxim"}, "no": set(), "maybe": False}, world.id_of("Mapmakers"): {"yes": {OWN}, "no": set(), "maybe": False},
                      world.id_of("Glass Harbour"): {"yes": {"p-maxim"}, "no": set(), "maybe": False}, world.id_of("Small Hours"): {"yes": set(), "no": set(), "maybe": True}}
    world.never = [world.id_of("Blue Hour")]
    world.windows = [{"id": "w-1", "version": 1, "profiles": [OWN], "dayOfWeek": 6, "start": "19:00", "end": "23:00", "isFamilyFriendly": False, "partnerMustLike": False}]


def show(world, content):
    opinion = world.opinions[content]
    matched = sorted(opinion["yes"]) if len(opinion["yes"]) > 1 else None
    return {"card": world.cards[content], "approvedBy": sorted(opinion["yes"]), "refusedBy": sorted(opinion["no"]), "vetoedBy": [], "isBingeable": False, "isMaybe": opinion["maybe"], "moods": [], **({"matchedBy": matched} if matched else {})}


@responds("Scheduler/ListShows")
def list_shows(world, request):
    return {"shows": [show(world, content) for content in world.opinions if not request.get("onlyMaybe") or world.opinions[content]["maybe"]]}


@responds("Scheduler/SetShow")
def set_show(world, request):
    opinion = world.opinions.setdefault(world.cards[request["content"]]["id"], {"yes": set(), "no": set(), "maybe": False})
    if request.get("approval"):
        opinion["yes"].discard(OWN)
        opinion["no"].discard(OWN)
        if request["approval"] != "unknown":
            opinion[request["approval"]].add(OWN)
    if request.get("isMaybe") is not None:
        opinion["maybe"] = request["isMaybe"]
    return show(world, request["content"])


@responds("PlaybackState/ListNeverSuggested")
def list_never(world, request):
    return {"titles": [{"content": content, "card": world.cards[content], "since": world.ago(days=2)} for content in world.never]}


@responds("PlaybackState/NeverSuggest")
def never_suggest(world, request):
    world.never.append(request["content"])
    return {"content": request["content"], "isExcluded": True, "hasChanged": True}


@responds("PlaybackState/SuggestAgain")
def suggest_again(world, request):
    world.never = [content for content in world.never if content != request["content"]]
    return {"content": request["content"], "isExcluded": False, "hasChanged": True}


@responds("Scheduler/ListWindows")
def list_windows(world, request):
    return {"windows": world.windows, "timeZone": "Europe/Berlin"}


@responds("Scheduler/AddWindow")
def add_window(world, request):
    made = {"id": f"w-{len(world.windows) + 1}", "version": 1, "profiles": [OWN], "isFamilyFriendly": False, "partnerMustLike": False, **request}
    world.windows.append(made)
    return made


@responds("Scheduler/EditWindow")
def edit_window(world, request):
    found = next(one for one in world.windows if one["id"] == request["id"])
    found.update(request, version=found["version"] + 1)
    return found


@responds("Scheduler/RemoveWindow")
def remove_window(world, request):
    world.windows = [one for one in world.windows if one["id"] != request["id"]]
    return {}
