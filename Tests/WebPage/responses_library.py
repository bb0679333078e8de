"""The catalog and the metadata gateway of the fake door."""

from datetime import datetime

from responses import responds
from world import stamp

SOURCES = [("movies.m3u", "playlist", 412, 0, 0), ("Channels", "playlist", 0, 0, 148), ("Guide", "guide", 0, 0, 0)]


def prepare(world):
    world.exact_total = 10_000
    world.sources = [{
        "name": name, "kind": kind, "path": name, "imported": world.ago(hours=5), "movies": movies, "episodes": episodes, "channels": channels,
        "stale": 0, "feed": {"address": f"https://example.org/{name}", "refreshMinutes": 720, "isDisabled": False, "failures": 0, "due": world.ahead(hours=7)},
        "undoable": "job-1" if name == "Channels" else None,
    } for name, kind, movies, episodes, channels in SOURCES]
    world.jobs = [job(world, "job-9", "Guide", "running", 0.62)]
    world.corrections = []


def job(world, identifier, source, state, part, kind="guide"):
    found = {"id": identifier, "kind": kind, "source": source, "state": state, "phase": "reading", "done": int(part * 48200), "total": 48200}
    if state == "done":
        found["report"] = {"read": 48200, "added": 312, "updated": 40, "unchanged": 47848, "grouped": 0, "removed": 0, "stale": 0, "refused": 3,
                           "refusedLines": [], "cut": 0, "adultFound": 0, "adultSamples": [], "milliseconds": 2140}
    return found


MISSPELLED = {"harbuor": "harbour"}


@responds("Catalog/Search")
def search(world, request):
    words = [MISSPELLED.get(word, word) for word in request["text"].lower().split()]
    corrected = " ".join(words) if words != request["text"].lower().split() else None
    everything = world.of_kind("movie", "series", "channel")
    found = [card for card in everything if all(word in card["title"].lower() for word in words)]
    genres = request.get("genres") or []
    ratings = request.get("ratings") or []
    years = request.get("years") or []
    matching = [
        card for card in found
        if (not genres or set(genres) & set(card["genres"])) and (not ratings or card["rating"] in ratings)
        and (not years or any(one.get("from", 0) <= card.get("year", 0) <= one.get("through", 9999) for one in years))
        and card.get("runtimeMinutes", 0) <= request.get("maximumMinutes", 9999)
    ]
    kinds = [{"kind": kind, "count": sum(card["kind"] == kind for card in matching)} for kind in ("movie", "series", "channel")]
    hits = [card for card in matching if card["kind"] in (request.get("kinds") or ["movie", "series", "channel"])]
    keys = {"title": lambda card: card["title"], "score": lambda card: -card.get("score", 0), "newest": lambda card: -card.get("year", 0)}
    if request.get("sort") in keys:
        hits.sort(key=keys[request["sort"]])
    # As in a large library: totals beyond the limit are not exact.
    is_exact = len(hits) <= world.exact_total
    return {"hits": hits, "total": min(len(hits), world.exact_total), "isTotalExact": is_exact, **({"correctedText": corrected, "exactTotal": 0} if corrected else {}), "kinds": [one for one in kinds if one["count"]],
            "facets": [{"facet": facet, "values": facet_values(matching, facet)} for facet in request.get("facets") or []]}


def facet_values(cards, facet):
    counts = {}
    for card in cards:
        values = {"genre": card["genres"], "year": [str(card.get("year"))] if card.get("year") else [], "rating": [card["rating"]],
                  "language": ["en"], "quality": ["Full HD"] if card["kind"] == "movie" else []}.get(facet, [])
        for value in values:
            counts[value] = counts.get(value, 0) + 1
    return [{"value": value, "count": count} for value, count in sorted(counts.items(), key=lambda pair: -pair[1])]


@responds("Catalog/GetTitle")
def get_title(world, request):
    card = world.cards[request["id"]]
    variants = [{"id": "v1", "name": f"{card['title']} 1080p", "quality": "Full HD", "codec": "H.264", "language": "en", "source": "movies.m3u", "isStale": False},
                {"id": "v2", "name": f"{card['title']} 4K", "quality": "4K", "codec": "HEVC", "dynamicRange": "HDR10", "language": "en", "source": "Panel", "isStale": False}]
    title = {"card": card, "groups": ["Films"], "isStale": False, "variants": variants if card["kind"] == "movie" else [], "language": "en", "added": world.ago(days=3)}
    if card["id"] in world.overviews:
        title["overview"] = world.overviews[card["id"]]
        backdrop = card.get("poster")
        title["metadata"] = {
            "name": card["title"], "votes": 1840, "isCertain": True, "fetchedAt": world.ago(days=1), "attribution": "TMDB", "cast": world.people[1:],
            "directors": world.people[:1], **({"backdropPath": backdrop.replace(".jpg", "-wide.jpg")} if backdrop else {}),
            "whereToWatch": {"region": "DE", "providers": [{"id": 8, "name": "Streamwell"}, {"id": 9, "name": "Kinothek"}], "attribution": "JustWatch"},
        }
    return title


@responds("Catalog/ListEpisodes")
def list_episodes(world, request):
    cards = [card for card in world.episodes[request["series"]] if request.get("season") in (None, card["season"])]
    return {"episodes": cards, "total": len(cards)}


@responds("Catalog/ListDiscovery")
def list_discovery(world, request):
    movies, series = world.of_kind("movie"), world.of_kind("series")
    sections = [
        ("trendingMovies", movies[3:4] + movies[:3] + movies[4:12]), ("trendingSeries", series), ("new", movies[8:] + series[:2]),
        ("top", sorted(movies + series, key=lambda card: -card["score"])[:10]), ("popular", movies[4:14]),
    ]
    wanted = request.get("sections")
    return {"sections": [{"name": name, "cards": cards[: request.get("size") or 20]} for name, cards in sections if not wanted or name in wanted], "missing": []}


@responds("Catalog/ListGenres")
def list_genres(world, request):
    rows = facet_values(world.of_kind("movie", "series"), "genre")
    return {"rows": [{"genre": row["value"], "tmdbID": 18 + index, "count": row["count"]} for index, row in enumerate(rows)]}


@responds("Catalog/ListSimilar")
def list_similar(world, request):
    genres = set(world.cards[request["id"]]["genres"])
    found = [card for card in world.of_kind("movie", "series") if set(card["genres"]) & genres and card["id"] != request["id"]]
    return {"cards": found[: request.get("size") or 20]}


@responds("Catalog/GetFranchise")
def get_franchise(world, request):
    card = world.cards[request["id"]]
    cards = [card, world.cards[world.id_of("The Quiet Frequency")]] if card["title"] == "Copper Sky" else [card]
    return {"name": "Dry Planets", "source": "collection", "releaseOrder": cards, "storyOrder": [], "isStoryOrderKnown": False}


@responds("Catalog/Suggest")
def suggest(world, request):
    text = request["text"].lower()
    found = [card for card in world.of_kind("movie", "series", "channel") if text in card["title"].lower()][: request.get("size") or 6]
    return {"suggestions": [{"text": card["title"], "card": card, "isRecent": False} for card in found]}


@responds("Catalog/ListRecentSearches")
def recent_searches(world, request):
    return {"isKept": True, "searches": [{"text": text, "at": world.ago(hours=2)} for text in world.searches]}


@responds("Catalog/NoteSearch")
def note_search(world, request):
    world.searches = [request["text"], *(text for text in world.searches if text != request["text"])][:10]
    return recent_searches(world, {})


@responds("Catalog/ForgetSearches")
def forget_searches(world, request):
    world.searches = [text for text in world.searches if request.get("text") not in (None, text)]
    return recent_searches(world, {})


@responds("Catalog/ListTrendingSearches")
def trending(world, request):
    return {"texts": ["copper sky", "harbour lights", "family film"]}


@responds("Catalog/NowNext")
def now_next(world, request):
    wanted = request.get("channels")
    size, first = (request.get("page") or {}).get("size") or 200, int((request.get("page") or {}).get("cursor") or 0)
    channels = []
    for card in world.channels[first:first + size]:
        if wanted is None or card["id"] in wanted:
            now, after = world.now_of(card["id"])
            channels.append({"channel": card, "number": world.numbers[card["id"]], "now": now, "next": after})
    return {"channels": channels, "total": len(world.channels), **({"cursor": str(first + size)} if first + size < len(world.channels) else {})}


@responds("Catalog/GuideGrid")
def guide_grid(world, request):
    rows = []
    for channel in request["channels"]:
        shown = [one for one in world.schedule(channel) if one["stop"] > request["from"] and one["start"] < request["until"]]
        rows.append({"channel": world.cards[channel], "number": world.numbers[channel], "programmes": shown})
    return {"rows": rows}


@responds("Catalog/SearchGuide")
def search_guide(world, request):
    hits = [{"channel": {"card": card, "number": world.numbers[card["id"]]}, "programme": one, "hasCatchup": True}
            for card in world.channels for one in world.schedule(card["id"]) if request["text"].lower() in one["title"].lower()]
    return {"hits": hits[:20], "total": len(hits), "isTotalExact": True}


@responds("Catalog/ListNeighbours")
def next_channels(world, request):
    index = [card["id"] for card in world.channels].index(request["channel"])
    found = {}
    for name, step in (("previous", -1), ("next", 1)):
        card = world.channels[(index + step) % len(world.channels)]
        found[name] = {"card": card, "number": world.numbers[card["id"]]}
    return found


@responds("MetadataGateway/GetSourceStatus")
def source_status(world, request):
    return {"hasKey": not world.lacks_key, "isResting": False, "hits": 812, "staleHits": 3, "misses": 40, "shared": 2, "sent": 40, "failed": 0, "refused": 0}


@responds("Catalog/ListSources")
def list_sources(world, request):
    return {"sources": world.sources, "jobs": world.jobs}


@responds("Catalog/GetImport")
def get_import(world, request):
    found = next(one for one in world.jobs if one["id"] == request["job"])
    if found["state"] == "running":
        part = min(1, found["done"] / found["total"] + 0.4)
        found.update(job(world, found["id"], found["source"], "done" if part == 1 else "running", part, found["kind"]))
    return found


def started(world, source, kind):
    identifier = f"job-{len(world.jobs) + 20}"
    world.jobs.append(job(world, identifier, source, "running", 0.1, kind))
    return {"job": identifier}


@responds("Catalog/AddSource")
def add_source(world, request):
    world.sources.append({"name": request["source"], "kind": request["kind"], "path": request["source"], "imported": stamp(world.now), "movies": 0, "episodes": 0, "channels": 0, "stale": 0})
    return started(world, request["source"], request["kind"])


@responds("Catalog/RefreshSource")
def refresh_source(world, request):
    return started(world, request["source"], "playlist")


@responds("Catalog/RemoveSource")
def remove_source(world, request):
    world.sources = [one for one in world.sources if one["name"] != request["source"]]
    return started(world, request["source"], "removal")


@responds("Catalog/UndoImport")
def undo_import(world, request):
    return started(world, request["source"], "undo")


@responds("Catalog/CancelImport")
def cancel_import(world, request):
    found = next(one for one in world.jobs if one["id"] == request["job"])
    found["state"] = "cancelled"
    return found


@responds("Catalog/ImportPlaylist")
def import_playlist(world, request):
    return started(world, request["source"], "playlist")


@responds("Catalog/ImportGuide")
def import_guide(world, request):
    return started(world, request["source"], "guide")


@responds("MetadataGateway/GetMovie")
def get_movie(world, request):
    reviews = [{"id": f"r{index}", "author": author, "content": text, "createdAt": "2026-02-01T10:00:00.000Z"} for index, (author, text) in enumerate([
        ("Ruth", "A film that trusts its audience. The diving scenes are shot in one breath each, and you hold yours with them. The ending was not what I "
         "wanted and exactly what it needed; I have thought about it every day since, on the tram, in the bath, and in the queue at the bakery."),
        ("kinofreund", "Beautiful to look at, a little long in the middle."), ("Ann B.", "My children asked questions about it for a week. Good sign.")])]
    return {"movie": {"id": request["id"], "title": "A movie", "reviews": {"page": 1, "results": reviews, "totalPages": 1, "totalResults": 3}},
            "source": {"fetchedAt": stamp(datetime.fromisoformat("2026-03-01T00:00:00+00:00")), "isStale": False, "attribution": "TMDB"}}


@responds("MetadataGateway/GetShow")
def get_show(world, request):
    return {"show": {"id": request["id"], "name": "A series", "reviews": {"page": 1, "results": [], "totalPages": 1, "totalResults": 0}},
            "source": {"fetchedAt": world.ago(days=2), "isStale": False, "attribution": "TMDB"}}
