"""The household of the fake door: titles, people, what they watched. Built from Fixtures/titles.json, the same every time."""

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path

FIXTURES = Path(__file__).parent / "Fixtures"


def stamp(moment):
    return moment.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def slug(text):
    return "".join(letter if letter.isalnum() else "-" for letter in text.lower()).strip("-")


class World:
    """Everything the services know. Changing calls change it."""

    def __init__(self, now):
        self.now = now
        source = json.loads((FIXTURES / "titles.json").read_text())
        self.people = source["people"]
        self.cards, self.overviews, self.episodes, self.numbers = {}, {}, {}, {}
        for index, (title, year, score, rating, minutes, genres, overview) in enumerate(source["movies"]):
            card = self.card("movie", title, rating, genres, year=year, score=score, runtimeMinutes=minutes)
            card["tmdbID"] = 1000 + index
            self.overviews[card["id"]] = overview
        for index, (title, year, score, rating, genres, seasons, count, overview) in enumerate(source["series"]):
            card = self.card("series", title, rating, genres, year=year, score=score)
            card["tmdbID"] = 2000 + index
            self.overviews[card["id"]] = overview
            self.episodes[card["id"]] = [
                self.episode(card, season, number)
                for season in range(1, seasons + 1) for number in range(1, count + 1)
            ]
        self.channels, self.programmes = [], {}
        for title, number, programmes in source["channels"]:
            card = self.card("channel", title, "Unrated", [], is_drawn=False)
            self.channels.append(card)
            self.numbers[card["id"]] = number
            self.programmes[card["id"]] = programmes
        self.favourites = [self.id_of(name) for name in ("Copper Sky", "Planet of Moss", "The Cartographer's Son")]
        self.queue = [(self.id_of("The Quiet Frequency"), False), (self.id_of("Glass Harbour"), False),
                      (self.id_of("Little Comet"), True), (self.id_of("Mapmakers"), True)]
        self.hidden, self.watched, self.searches = set(), set(), ["harbour", "documentary about moss"]
        self.profiles = [
            {"id": "p-olga", "name": "Olga", "kind": "adult", "member": "m-olga", "created": self.ago(days=400), "hasPIN": False},
            {"id": "p-maxim", "name": "Maxim", "kind": "adult", "member": "m-maxim", "created": self.ago(days=390), "hasPIN": True, "asksPIN": True},
            {"id": "p-kim", "name": "Kim", "kind": "kids", "created": self.ago(days=300), "hasPIN": False},
            {"id": "p-guests", "name": "Guests", "kind": "adult", "created": self.ago(days=20), "hasPIN": False},
        ]
        self.settings = {}
        self.has_joined = False
        self.unknown_series = 0
        self.links, self.downloads, self.sources, self.devices = [], [], [], []
        self.lacks_key = False
        self.removed = {}

    def ago(self, **parts):
        return stamp(self.now - timedelta(**parts))

    def ahead(self, **parts):
        return stamp(self.now + timedelta(**parts))

    def card(self, kind, title, rating, genres, is_drawn=True, **more):
        card = {"id": f"{kind[0]}-{slug(title)}", "kind": kind, "title": title, "rating": rating, "isAdult": False, "genres": genres, **more}
        if is_drawn and title != "Paper Tigers":
            card["poster"] = f"/{slug(title)}.jpg"
        self.cards[card["id"]] = card
        return card

    def episode(self, series, season, number):
        names = ["Arrival", "The Second Key", "Low Tide", "What Was Said", "Paper", "The Visitor", "Inventory", "All Lights",
                 "The Ledger", "Crossing", "Weather", "Home"]
        title = names[(number + season * 3) % len(names)]
        card = {
            "id": f"e-{series['id'][2:]}-{season}-{number}", "kind": "episode", "title": title, "rating": series["rating"],
            "isAdult": False, "genres": series["genres"], "runtimeMinutes": 42 + number % 9, "series": series["id"],
            "seriesTitle": series["title"], "season": season, "episode": number,
            "poster": f"/{slug(series['title'])}-{season}-{number}.jpg",
        }
        self.cards[card["id"]] = card
        return card

    def id_of(self, title):
        return next(card["id"] for card in self.cards.values() if card["title"] == title and card["kind"] != "episode")

    def of_kind(self, *kinds):
        return [card for card in self.cards.values() if card["kind"] in kinds]

    def schedule(self, channel):
        """The programmes around now, half an hour to two hours each, from four hours back to eight ahead."""
        names = self.programmes[channel]
        start = (self.now - timedelta(hours=4)).replace(minute=0, second=0, microsecond=0)
        seed = sum(map(ord, channel))
        found = []
        for index in range(14):
            minutes = (30, 60, 45, 90, 60, 105)[(seed + index) % 6]
            stop = start + timedelta(minutes=minutes)
            found.append({
                "start": stamp(start), "stop": stamp(stop), "title": names[(index + seed) % len(names)], "genres": [],
                "rating": "Unrated", "isAdult": False, "isNew": (seed + index) % 5 == 0,
                "overview": "A programme of the evening, told in one sentence.",
            })
            start = stop
        return found

    def now_of(self, channel):
        moment = stamp(self.now)
        return next(((one, after) for one, after in zip(self.schedule(channel), self.schedule(channel)[1:])
                     if one["start"] <= moment < one["stop"]), (None, None))


def default_now():
    return datetime(2026, 3, 14, 19, 40, tzinfo=timezone.utc)
