"""The profiles service of the fake door: people, settings, devices, favourites."""

import json

from responses import responds
from contract import Refused
from world import FIXTURES

DEFINITIONS = json.loads((FIXTURES / "settings.json").read_text())


def prepare(world):
    world.settings = {one["name"]: one.get("defaultValue") for one in DEFINITIONS}
    world.devices = [
        {"id": "d-browser", "description": {"name": "Firefox on the laptop", "platform": "web"}, "member": "m-olga", "profile": "p-olga", "signedIn": world.ago(days=12), "lastSeen": world.ago(minutes=1), "isDisabled": False, "isCurrent": True},
        {"id": "d-tv", "description": {"name": "Living room", "platform": "tv", "isShared": True}, "member": "m-olga", "profile": "p-maxim", "signedIn": world.ago(days=90), "lastSeen": world.ago(minutes=4), "isDisabled": False, "isCurrent": False},
        {"id": "d-old", "description": {"name": "Old tablet", "platform": "android"}, "member": "m-maxim", "profile": "p-kim", "signedIn": world.ago(days=200), "lastSeen": world.ago(days=41), "isDisabled": True, "isCurrent": False},
    ]


@responds("Profiles/ListProfiles")
def list_profiles(world, request):
    return {"profiles": world.profiles, "limit": 10}


@responds("Profiles/CreateProfile")
def create_profile(world, request):
    profile = {"id": f"p-{len(world.profiles)}", "name": request["name"], "kind": request["kind"], "created": world.ago(seconds=1)}
    world.profiles.append(profile)
    return profile


@responds("Profiles/DeleteProfile")
def delete_profile(world, request):
    world.profiles = [one for one in world.profiles if one["id"] != request["profile"]]
    return {}


@responds("Profiles/DescribeSettings")
def describe(world, request):
    return {"settings": DEFINITIONS}


@responds("Profiles/GetSettings")
def get_settings(world, request):
    found = []
    for one in DEFINITIONS:
        value = world.settings[one["name"]]
        needs = one.get("requires")
        found.append({"name": one["name"], "isDefault": value == one.get("defaultValue"), "isEffective": not needs or bool((world.settings[needs] or {}).get("boolean")), **({"value": value} if value else {})})
    return {"profile": request.get("profile") or "p-olga", "settings": found}


@responds("Profiles/ChangeSettings")
def change_settings(world, request):
    for change in request["changes"]:
        if change["name"] not in world.settings:
            raise Refused("request.changes", f"{change['name']} is not a setting")
        world.settings[change["name"]] = change.get("value") or next(one for one in DEFINITIONS if one["name"] == change["name"]).get("defaultValue")
    return get_settings(world, {})


@responds("Profiles/ListFavourites")
def list_favourites(world, request):
    cards = [world.cards[content] for content in world.favourites]
    if request.get("order") == "title":
        cards.sort(key=lambda card: card["title"])
    return {"favourites": [{"content": card["id"], "card": card, "added": world.ago(days=index + 1)} for index, card in enumerate(cards)], "total": len(cards)}


@responds("Profiles/AddFavourite")
def add_favourite(world, request):
    world.favourites.insert(0, request["content"])
    return {"content": request["content"], "isFavourite": True, "hasChanged": True}


@responds("Profiles/RemoveFavourite")
def remove_favourite(world, request):
    world.favourites = [content for content in world.favourites if content != request["content"]]
    return {"content": request["content"], "isFavourite": False, "hasChanged": True}


@responds("Profiles/ListDevices")
def list_devices(world, request):
    return {"devices": world.devices, "limit": 20}


@responds("Profiles/RevokeDevice")
def revoke(world, request):
    world.devices = [one for one in world.devices if one["id"] != request.get("device")]
    return {}


def pairing(code, state, world):
    if code.replace("-", "").upper() != "HKTR9QXM":
        raise LookupError(code)
    return {"device": {"name": "Bedroom TV", "platform": "tv"}, "state": state, "lifetimeSeconds": 480}


@responds("Profiles/GetPairing")
def get_pairing(world, request):
    return pairing(request["code"], "pending", world)


@responds("Profiles/ApprovePairing")
def approve(world, request):
    return pairing(request["code"], "approved", world)


@responds("Profiles/DenyPairing")
def deny(world, request):
    return pairing(request["code"], "denied", world)
