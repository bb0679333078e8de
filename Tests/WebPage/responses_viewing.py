"""The playback state of the fake door: what is watched, the queue, the player."""

from responses import responds
from world import stamp


def prepare(world):
    world.progress = {world.id_of("Night Train to Lund"): 0.42, "e-harbour-lights-2-3": 0.7, world.id_of("The Cartographer's Son"): 0.15,
                      world.id_of("Salt and Honey"): 0.88}
    world.watched = {f"e-harbour-lights-1-{number}" for number in range(1, 9)} | {"e-harbour-lights-2-1", "e-harbour-lights-2-2"}
    world.history = [(world.id_of("Night Train to Lund"), 3, "d-tv"), ("e-harbour-lights-2-3", 26, "c5eab2323ef4cd32c749"),
                     (world.id_of("The Cartographer's Son"), 50, "d-tv"), (world.id_of("Blue Hour"), 120, "d-tv"),
                     (world.id_of("Planet of Moss"), 170, "Kitchen tablet")]
    world.is_still_watching = False


def duration(world, content):
    return world.cards[content].get("runtimeMinutes", 45) * 60.0


@responds("PlaybackState/ContinueWatching")
def continue_watching(world, request):
    return {"titles": [
        {"content": content, "card": world.cards[content], "progress": part, "resume": part * duration(world, content), "duration": duration(world, content), "lastWatched": world.ago(hours=3)}
        for content, part in world.progress.items() if content not in world.hidden],
        **({"unknownSeries": world.unknown_series} if world.unknown_series else {})}


@responds("PlaybackState/HideFromContinueWatching")
def hide(world, request):
    world.hidden.add(request["content"])
    return {}


@responds("PlaybackState/GetProgress")
def get_progress(world, request):
    found = []
    for content in request["contents"]:
        part = world.progress.get(content, 1.0 if content in world.watched else 0)
        # As the service: also what was not begun is there.
        whole = duration(world, content)
        found.append({"content": content, "progress": part, "position": part * whole, "duration": whole if part else None, "resume": part * whole if 0 < part < 0.95 else None,
                      "isWatched": content in world.watched, "playCount": 1 if part else 0, "secondsWatched": part * whole, "variants": []})
    return {"titles": found}


@responds("PlaybackState/MarkWatched")
def mark_watched(world, request):
    world.watched |= set(request["contents"])
    return {"changed": len(request["contents"])}


@responds("PlaybackState/MarkUnwatched")
def mark_unwatched(world, request):
    world.watched -= set(request["contents"])
    return {"changed": len(request["contents"])}


@responds("PlaybackState/GetNextUp")
def next_up(world, request):
    cards = world.episodes[request["content"]]
    card = next((one for one in cards if one["id"] not in world.watched), None)
    part = world.progress.get(card["id"], 0) if card else 0
    return {"series": request["content"], "choice": {"rule": "afterLastWatched"}, "isFinished": card is None, "watched": sum(one["id"] in world.watched for one in cards), "total": len(cards),
            "next": card and {"content": card["id"], "card": card, "source": "nextEpisode", **({"resume": part * duration(world, card["id"])} if part else {})}}


def entries(world):
    return [{"position": index + 1, "content": content, "card": world.cards[content], "added": world.ago(days=1), "isAutoAdded": is_auto}
            for index, (content, is_auto) in enumerate(world.queue)]


def counts(world):
    return {"total": len(world.queue), "autoAdded": sum(is_auto for _, is_auto in world.queue)}


@responds("PlaybackState/ListQueue")
def list_queue(world, request):
    return {"entries": entries(world), **counts(world)}


@responds("PlaybackState/IsQueued")
def is_queued(world, request):
    return {"isQueued": any(content == request["content"] for content, _ in world.queue)}


@responds("PlaybackState/AddToQueue")
def add_to_queue(world, request):
    world.queue.append((request["content"], False))
    return {"content": request["content"], "position": len(world.queue), "hasChanged": True, **counts(world)}


@responds("PlaybackState/RemoveFromQueue")
def remove_from_queue(world, request):
    world.queue = [one for one in world.queue if one[0] != request["content"]]
    return {"content": request["content"], "hasChanged": True, **counts(world)}


@responds("PlaybackState/MoveInQueue")
def move_in_queue(world, request):
    entry = next(one for one in world.queue if one[0] == request["content"])
    world.queue.remove(entry)
    world.queue.insert(request["position"] - 1, entry)
    return {"content": request["content"], "position": request["position"], "hasChanged": True, **counts(world)}


@responds("PlaybackState/ClearQueue")
def clear_queue(world, request):
    before = len(world.queue)
    world.queue = [one for one in world.queue if not one[1]] if request.get("onlyAutoAdded") else []
    return {"removed": before - len(world.queue), **counts(world)}


@responds("PlaybackState/GenerateSuggestions")
def generate(world, request):
    queued = {content for content, _ in world.queue}
    found = [card["id"] for card in world.of_kind("movie") if card["id"] not in queued][:3]
    world.queue += [(content, True) for content in found]
    return {"entries": entries(world)[-3:], **counts(world)}


@responds("PlaybackState/ListHistory")
def list_history(world, request):
    found = [{"session": f"s-{index}", "content": content, "card": world.cards[content], "isAvailable": True, "variant": "v1", "device": device, "started": world.ago(hours=hours + 1),
              "lastWatched": world.ago(hours=hours), "position": 1800, "duration": duration(world, content), "progress": world.progress.get(content, 1.0), "secondsWatched": 1800}
             for index, (content, hours, device) in enumerate(world.history)]
    return {"entries": found, "total": len(found)}


@responds("PlaybackState/RemoveHistory")
def remove_history(world, request):
    before = len(world.history)
    world.history = [] if request.get("everything") else [one for one in world.history if one[0] != request.get("content")]
    return {"sessions": before - len(world.history)}


@responds("PlaybackState/GetStatistics")
def statistics(world, request):
    title = {"content": world.id_of("Harbour Lights"), "title": "Harbour Lights", "seconds": 21600, "plays": 9}
    periods = [{"name": f"2026-03-{day:02}", "seconds": (day * 37 % 11) * 900} for day in range(1, 15)]
    return {"from": "2026-02-13", "through": "2026-03-14", "periods": periods, "channels": [], "series": [title], "titles": [title],
            "profiles": [{"profile": "p-olga", "seconds": 61200, "meanSeconds": 2400, "plays": 26, "periods": periods}],
            "discovery": {"firstSaves": 2, "meanSecondsToSave": 45, "swipes": 3, "meanSwipeSeconds": 80, "searches": 7, "savedSearches": 2}}


@responds("PlaybackState/NoteDiscovery")
def note_discovery(world, request):
    return {}


@responds("PlaybackState/Play")
def play(world, request):
    card = world.cards[request["content"]]
    part = world.progress.get(card["id"], 0)
    found = {"session": "s-now", "card": card, "variant": request.get("variant") or "v1", "url": "/media/s-now/index.m3u8", "headers": {}, "fallbacks": ["v2"], "progress": part, "reportSeconds": 10,
             "settings": {"countdownSeconds": 10, "offersSkippingIntros": True, "skipsIntros": False}, "tracks": {}}
    if part and not request.get("startsOver"):
        found["resume"] = min(20.0, part * duration(world, card["id"]))
    if card["kind"] == "channel":
        now, _ = world.now_of(card["id"])
        found["programme"] = {"title": now["title"], "start": now["start"], "end": now["stop"]}
    return found


@responds("PlaybackState/ReportProgress")
def report(world, request):
    last = request["reports"][-1]
    hints = {"session": last["session"]}
    position = last["position"]
    if position < 25:
        hints["skip"] = {"kind": "intro", "from": 0, "to": 25, "action": "ask"}
    if position > 35 and last["state"] != "ended":
        hints |= {"creditsReached": True, "nextUp": {"card": world.cards["e-harbour-lights-2-4"], "countdownSeconds": 10}}
    if world.is_still_watching:
        hints["stillWatching"] = "titles"
    return {"refused": [], "hints": [hints]}


@responds("PlaybackState/EndSession")
def end(world, request):
    return {}


@responds("PlaybackState/CancelNextUp")
def cancel_next(world, request):
    return {}


@responds("PlaybackState/PlayNext")
def play_next(world, request):
    return play(world, {"content": "e-harbour-lights-2-4"})


@responds("PlaybackState/SwitchVariant")
def switch(world, request):
    return play(world, {"content": world.id_of("Glass Harbour"), "variant": request["variant"]})


@responds("PlaybackState/ReportVariantFailure")
def failed(world, request):
    return {"variant": "v2", "left": 0}


@responds("PlaybackState/SetTracks")
def tracks(world, request):
    return {}


@responds("PlaybackState/ListActive")
def active(world, request):
    content = "e-harbour-lights-2-3"
    return {"sessions": [{"session": "s-1", **({"watchingTogether": ["p-olga"]} if world.has_joined else {}), "profile": "p-maxim", "content": content, "card": world.cards[content], "device": "d-tv", "state": "playing", "position": 900, "duration": 2700, "progress": 0.33,
                          "started": stamp(world.now)}]}


@responds("PlaybackState/JoinSession")
def join_session(world, request):
    world.has_joined = True
    return {"session": active(world, {})["sessions"][0], "variant": "v1"}


@responds("PlaybackState/LeaveSession")
def leave_session(world, request):
    world.has_joined = False
    return {}


@responds("PlaybackState/WhoWatched")
def who_watched(world, request):
    return {"titles": [{"content": content, "profiles": [{"profile": "p-kim", "state": "finished", "progress": 1.0}, {"profile": "p-maxim", "state": "begun", "progress": 0.4}]} for content in request["contents"]]}


@responds("PlaybackState/GetScreenTime")
def screen_time(world, request):
    is_kid = request.get("profile") == "p-kim"
    return {"profile": request.get("profile") or "p-olga", "day": "2026-03-14", "usedMinutes": 48 if is_kid else 80, "mayFinish": True, **({"limitMinutes": 60, "remainingMinutes": 12} if is_kid else {})}


@responds("PlaybackState/GrantScreenTime")
def grant(world, request):
    return screen_time(world, request)
