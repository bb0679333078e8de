"""Downloads, the reading list and the schedule of the fake door."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from responses import responds
from world import stamp

GB = 1_000_000_000
LINKS = [
    ("How film grain is made", "https://www.filmcraft.example/grain", ["article", "featured"], "unread", 2, "Why digital cameras add it back, and what silver has to do with it."),
    ("The sound of a lighthouse", "https://podcasts.example/lighthouse", ["audio"], "unread", 8, "A half hour on a rock with three people and one very loud horn."),
    ("Restoring a 1920s projector", "https://videos.example/watch?v=1920", ["video"], "unread", 20, "Every gear, cleaned and put back, without a word."),
    (None, "https://notes.example/2026/03/list-of-bridges", ["article"], "unread", 50, None),
    ("Moss, explained", "https://www.filmcraft.example/moss", ["article"], "read", 90, "It has no roots, drinks through its leaves, and has been here for 400 million years."),
    ("Bread in one hour", "https://videos.example/watch?v=bread", ["video", "featured"], "read", 190, "Less good than in ten hours, but warm."),
]


def prepare(world):
    world.links = [{
        "id": f"l-{index}", "url": url, "displayTitle": title or "Untitled", "displayDescription": text or url, "domain": url.split("/")[2].removeprefix("www."), "status": status,
        "types": [kind for kind in kinds if kind != "featured"], "typesFrom": "signs", "isFeatured": "featured" in kinds, "tags": [], "added": world.ago(hours=hours), "updated": world.ago(hours=hours), **({"title": title} if title else {}),
    } for index, (title, url, kinds, status, hours, text) in enumerate(LINKS)]

    def download(title, status, part, **more):
        card = world.cards[world.id_of(title)]
        return {"id": f"dl-{card['id']}", "content": card["id"], "card": card, "variant": "v1", "quality": "medium", "status": status, "bytes": int(part * 3.2 * GB), "totalBytes": int(3.2 * GB), "progress": part,
                "started": world.ago(hours=2), "isExpired": False, "isAvailableOffline": status == "completed", **more}

    world.downloads = [
        download("Copper Sky", "downloading", 0.58, bytesPerSecond=9_400_000, secondsLeft=143), download("Rooftop Orchestra", "queued", 0, position=1),
        download("Little Comet", "completed", 1, finished=world.ago(days=2), expires=world.ahead(days=26)), download("Salt and Honey", "completed", 1, finished=world.ago(days=31), expires=world.ago(days=1), isExpired=True),
        download("Blue Hour", "failed", 0.2, trouble={"code": "unreachable", "message": "The source did not respond for 10 minutes.", "canRetry": True}),
    ]
    world.slots = []


@responds("Downloads/List")
def list_downloads(world, request):
    states = {"active": ("queued", "downloading", "paused"), "completed": ("completed",), "failed": ("failed",)}.get(request.get("filter"))
    return {"downloads": [one for one in world.downloads if not states or one["status"] in states]}


@responds("Downloads/GetStorage")
def storage(world, request):
    use = {"usedBytes": int(6.9 * GB), "reservedBytes": 0, "limitBytes": 10 * GB, "availableBytes": int(3.1 * GB)}
    return {"profile": use, "household": {**use, "limitBytes": 60 * GB, "availableBytes": int(53.1 * GB)}, "diskFreeBytes": 212 * GB, "diskFloorBytes": 2 * GB}


def find(world, identifier):
    return next(one for one in world.downloads if one["id"] == identifier)


@responds("Downloads/Locate")
def locate(world, request):
    found = next((one for one in world.downloads if one["content"] == request["content"]), None)
    if not found:
        raise LookupError(request["content"])
    return found


@responds("Downloads/Start")
def start(world, request):
    card = world.cards[request["content"]]
    world.downloads.insert(0, {"id": f"dl-{card['id']}", "content": card["id"], "card": card, "variant": "v1", "quality": "medium", "status": "downloading", "bytes": 0, "progress": 0.01, "started": stamp(world.now), "isExpired": False, "isAvailableOffline": False})
    return {"downloads": [{"download": world.downloads[0], "existing": False}]}


def set_status(status):
    def change(world, request):
        find(world, request["download"])["status"] = status
        return find(world, request["download"])

    return change


responds("Downloads/Pause")(set_status("paused"))
responds("Downloads/Resume")(set_status("downloading"))
responds("Downloads/Retry")(set_status("downloading"))


@responds("Downloads/Cancel")
def cancel(world, request):
    world.downloads.remove(find(world, request["download"]))
    return {}


responds("Downloads/Delete")(cancel)


@responds("ReadingList/ListLinks")
def list_links(world, request):
    def shown(link):
        kinds = [*link["types"], *(["featured"] if link["isFeatured"] else [])]
        return ((not request.get("status") or link["status"] == request["status"]) and (not request.get("types") or set(kinds) & set(request["types"]))
                and (not request.get("domain") or link["domain"] == request["domain"]) and (request.get("text") or "").lower() in link["displayTitle"].lower())

    def count(kind):
        return sum(kind in link["types"] for link in world.links)

    return {"links": [link for link in world.links if shown(link)], "counts": {
        "unread": sum(link["status"] == "unread" for link in world.links), "read": sum(link["status"] == "read" for link in world.links), "video": count("video"), "audio": count("audio"), "article": count("article"),
        "featured": sum(link["isFeatured"] for link in world.links), "total": len(world.links)}}


@responds("ReadingList/ListDomains")
def list_domains(world, request):
    names = [link["domain"] for link in world.links if (request.get("text") or "") in link["domain"]]
    return {"domains": [{"domain": name, "count": names.count(name)} for name in dict.fromkeys(names)]}


def change_links(**values):
    def change(world, request):
        for link in world.links:
            if link["id"] in request["ids"]:
                link.update({key: request[key] for key in values})
        return {"changed": len(request["ids"]), "missing": []}

    return change


responds("ReadingList/MarkLinks")(change_links(status=True))
responds("ReadingList/StarLinks")(change_links(isFeatured=True))


@responds("ReadingList/DeleteLinks")
def delete_links(world, request):
    world.removed["links"] = [link for link in world.links if link["id"] in request["ids"]]
    world.links = [link for link in world.links if link["id"] not in request["ids"]]
    return {"deletion": "del-1", "deleted": len(request["ids"]), "missing": []}


@responds("ReadingList/UndoDelete")
def undo_delete(world, request):
    world.links = world.removed.pop("links", []) + world.links
    return {"changed": 1, "missing": []}


@responds("ReadingList/SaveLink")
def save_link(world, request):
    host = request["url"].split("/")[2] if "://" in request["url"] else request["url"]
    link = {"id": f"l-{len(world.links) + 10}", "url": request["url"], "displayTitle": request.get("title") or "Untitled", "displayDescription": request["url"], "domain": host, "status": "unread", "types": ["article"], "typesFrom": "signs",
            "isFeatured": False, "tags": [], "added": stamp(world.now), "updated": stamp(world.now)}
    world.links.insert(0, link)
    return {"link": link, "isNew": True}


@responds("ReadingList/ImportLinks")
def import_links(world, request):
    return {"job": "links-1"}


@responds("ReadingList/GetLinkImport")
def get_link_import(world, request):
    report = {"read": 40, "added": 36, "duplicate": 4, "refused": 0, "refusals": [], "milliseconds": 120}
    return {"id": request["job"], "file": "links.html", "state": "done", "doneBytes": 4000, "totalBytes": 4000, "report": report}


PLANNED = [("p-olga", 0, "20:00", 4, "Copper Sky", "booked", False), ("p-maxim", 0, "20:00", 4, "Copper Sky", "booked", False), ("p-kim", 0, "18:00", 2, "Planet of Moss", "generated", True), ("p-maxim", 1, "19:30", 2, "Small Hours", "recurring", False),
           ("p-olga", 2, "21:00", 3, "Harbour Lights", "generated", False), ("p-kim", 1, "18:30", 2, "Captain Button", "booked", True)]


def slot(world, index, day):
    profile, _, time, cells, title, kind, is_family = PLANNED[index]
    card = world.cards[world.id_of(title)]
    return {"id": f"slot-{index}", "version": 1, "kind": kind, "profiles": [profile], "start": f"{day}T{time}", "minutes": cells * 30, "exceptions": [], "card": card, "isAvailable": True, "episodes": 2 if card["kind"] == "series" else 1, "title": title,
            "isFamilyFriendly": is_family, "partnerMustLike": False, "reasons": []}


@responds("Scheduler/GetWeek")
def get_week(world, request):
    zone = ZoneInfo("Europe/Berlin")
    first = datetime.fromisoformat(request["first"]).date() if request.get("first") else world.now.astimezone(zone).date()
    days, times = [], []
    for offset in range(7):
        date = first + timedelta(days=offset)
        rows = [{"profile": profile["id"], "cells": cells_of(world, profile["id"], offset, date, zone)} for profile in world.profiles[:3]]
        days.append({"date": date.isoformat(), "rows": rows})
        for index, plan in enumerate(PLANNED):
            if plan[1] == offset and f"slot-{index}" not in world.removed:
                start = datetime.fromisoformat(f"{date}T{plan[2]}").replace(tzinfo=zone)
                end = start + timedelta(minutes=plan[3] * 30)
                times.append({"slot": slot(world, index, date), "day": date.isoformat(), "localStart": f"{date}T{plan[2]}", "localEnd": end.strftime("%Y-%m-%dT%H:%M"), "start": stamp(start), "end": stamp(end)})
    return {"timeZone": "Europe/Berlin", "days": days, "times": times, "displaced": []}


def cells_of(world, profile, offset, date, zone):
    cells = []
    for half in range(10):
        time = f"{18 + half // 2}:{'30' if half % 2 else '00'}"
        cell = {"time": time, "isRepeated": False, "start": stamp(datetime.fromisoformat(f"{date}T{time}").replace(tzinfo=zone)), "state": "free", "label": "", "isFamilyFriendly": False, "slots": []}
        if half >= 2 and offset % 3 == 0:
            cell |= {"state": "placeholder", "label": "TV", "window": "w-1"}
        for index, (who, day, start, count, title, kind, is_family) in enumerate(PLANNED):
            begin = (int(start[:2]) - 18) * 2 + (start[3:] == "30")
            if who == profile and day == offset and begin <= half < begin + count and f"slot-{index}" not in world.removed:
                cell |= {"state": kind, "label": title, "isFamilyFriendly": is_family, "slots": [f"slot-{index}"]}
        cells.append(cell)
    return cells


@responds("Scheduler/Now")
def scheduler_now(world, request):
    times = get_week(world, {})["times"]
    return {"timeZone": "Europe/Berlin", "now": times[:1], "next": times[3:5]}


@responds("Scheduler/RemoveSlot")
def remove_slot(world, request):
    world.removed[request["id"]] = True
    return {}


@responds("Scheduler/VetoSlot")
def veto(world, request):
    world.removed[request["id"]] = True
    card = world.cards[world.id_of("Little Comet")]
    alternative = {"card": card, "episodes": 1, "title": card["title"], "profiles": ["p-kim"], "start": "2026-03-14T18:00", "minutes": 60, "isFamilyFriendly": True, "partnerMustLike": False, "reasons": ["on the list"], "points": 9}
    return {"start": "2026-03-14T18:00", "alternatives": [alternative], "missing": []}


@responds("Scheduler/EditSlot")
def edit_slot(world, request):
    return {**book(world, {"start": request["start"], "minutes": request["minutes"]}), "id": request["id"], "version": request["version"] + 1}


@responds("Scheduler/GenerateWeek")
def generate_week(world, request):
    return {"seed": 7, "slots": [slot(world, 2, "2026-03-14")], "points": 12, "replaced": 0, "freeMinutes": 120, "candidates": 20, "withoutLength": 0, "missing": []}


@responds("Scheduler/BookSlot")
def book(world, request):
    return {"id": "slot-new", "version": 1, "kind": "booked", "profiles": request.get("profiles") or ["p-olga"], "start": request["start"], "minutes": request.get("minutes") or 60, "exceptions": [], "isAvailable": True, "episodes": 1, "title": request.get("label") or "TV",
            "isFamilyFriendly": False, "partnerMustLike": False, "reasons": []}


@responds("Scheduler/ExportCalendar")
def calendar(world, request):
    return {"text": "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", "events": 0}
