"""The profiles service of the fake door: rules and limits of kids, PINs, members, invitations, the household's options."""

from contract import Refused
from responses import TABLE, responds
from world import stamp

PRESETS = [
    {"name": "children", "help": "Children's groups and genres, and what is rated G or PG; nothing else.",
     "rules": {"rules": [{"action": "block", "genre": "Horror"}, {"action": "allow", "rating": "G"}, {"action": "allow", "rating": "PG"}], "otherwise": "blockAll"}},
    {"name": "rated", "help": "What is rated G, PG or PG-13; nothing without a rating.", "rules": {"rules": [], "otherwise": "allowRated"}},
    {"name": "chosen", "help": "Nothing but what rules allow; add those.", "rules": {"rules": [], "otherwise": "blockAll"}},
]
PERMISSIONS = [("watch", ["owner", "adult", "child"], "Watch, search, read and keep favourites, as far as the profile may see."), ("invite", ["owner"], "Invite members, and revoke invitations.")]
PIN = "2468"


def prepare(world):
    world.rules = {"p-kim": {"rules": [{"action": "block", "genre": "Horror"}, {"action": "allow", "group": "Kids"}], "otherwise": "allowRated"}}
    world.limits = {"p-kim": {"weekdayMinutes": 60, "weekendMinutes": 120, "weekdayHours": [{"from": 480, "until": 1140}], "mayFinish": True}}
    world.members = [{"id": "m-olga", "name": "Olga", "role": "owner", "profile": "p-olga", "created": world.ago(days=400)}, {"id": "m-maxim", "name": "Maxim", "role": "adult", "profile": "p-maxim", "created": world.ago(days=390)}]
    world.invitations = [{"id": "i-1", "role": "adult", "name": "Grandma", "invitedBy": "m-olga", "created": world.ago(hours=5), "expires": world.ahead(hours=19), "state": "open"},
                         {"id": "i-0", "role": "child", "invitedBy": "m-olga", "created": world.ago(days=9), "expires": world.ago(days=8), "state": "expired"}]
    world.household = {"id": "home", "name": "The Lindens", "timeZone": "Europe/Berlin", "kidsSeeUnrated": False, "kidsSeeUnratedChannels": True, "plan": "premium", "hasPIN": True, "created": world.ago(days=400), "region": "DE",
                       "preferences": {"language": "en-GB", "firstDayOfWeek": 1}}


def ask(request):
    """The household's PIN, as profiles asks for it."""
    from fake_door import Failure
    if request.get("pin") != PIN:
        code = "pinWrong" if request.get("pin") else "pinRequired"
        raise Failure("permission_denied", "The PIN is needed.", [{"type": "hearth.profiles.Problem", "debug": {"code": code}}])


@responds("Profiles/GetHousehold")
def household(world, request):
    return world.household


@responds("Profiles/SetHouseholdOptions")
def set_options(world, request):
    if "kidsSeeUnrated" in request or "kidsSeeUnratedChannels" in request:
        ask(request)
    for key in ("name", "timeZone", "kidsSeeUnrated", "kidsSeeUnratedChannels", "region"):
        if request.get(key) is not None:
            world.household[key] = request[key]
    world.household["preferences"] |= request.get("preferences") or {}
    return world.household


@responds("Profiles/SetRelock")
def set_relock(world, request):
    world.household["relock"] = request
    return world.household


@responds("Profiles/SetPIN")
def set_pin(world, request):
    if request.get("profile"):
        profile_of(world, request["profile"])["hasPIN"] = bool(request.get("pin"))
    else:
        world.household["hasPIN"] = bool(request.get("pin"))
    return {}


def profile_of(world, identifier):
    return next(one for one in world.profiles if one["id"] == identifier)


@responds("Profiles/RenameProfile")
def rename_profile(world, request):
    profile = profile_of(world, request["profile"])
    if profile["kind"] == "kids":
        ask(request)
    profile["name"] = request["name"]
    return profile


@responds("Profiles/GetViewingRules")
def get_rules(world, request):
    rules = world.rules.get(request["profile"])
    return {"profile": request["profile"], "isApplied": True, **({"rules": rules} if rules else {})}


@responds("Profiles/SetViewingRules")
def set_rules(world, request):
    ask(request)
    world.rules[request["profile"]] = request.get("rules")
    return get_rules(world, request)


@responds("Profiles/ListViewingPresets")
def presets(world, request):
    return {"presets": PRESETS}


@responds("Catalog/PreviewViewingRules")
def preview(world, request):
    rules, shown, hidden = request["rules"], [], []
    parts = [{"reason": "rule", "rule": index + 1, "text": f"{rule['action']} {', '.join(f'{key} {value}' for key, value in rule.items() if key != 'action')}", "cards": []} for index, rule in enumerate(rules["rules"])]
    parts.append({"reason": "otherwise", "text": rules["otherwise"], "cards": []})
    for card in world.of_kind("movie", "series", "channel"):
        index = next((index for index, rule in enumerate(rules["rules"]) if rule.get("genre") in card["genres"] or rule.get("rating") == card["rating"]), None)
        is_shown = rules["rules"][index]["action"] == "allow" if index is not None else rules["otherwise"] != "blockAll"
        parts[len(rules["rules"]) if index is None else index]["cards"].append((card, is_shown))
        (shown if is_shown else hidden).append(card)
    return {"shown": counts(shown), "hidden": counts(hidden), "parts": [{**{key: value for key, value in part.items() if key != "cards"}, "shown": counts([card for card, is_on in part["cards"] if is_on]),
            "hidden": counts([card for card, is_on in part["cards"] if not is_on]), "examples": [card for card, _ in part["cards"]][:5]} for part in parts]}


def counts(cards):
    return {"movies": sum(card["kind"] == "movie" for card in cards), "series": sum(card["kind"] == "series" for card in cards), "channels": sum(card["kind"] == "channel" for card in cards)}


@responds("Profiles/GetLimits")
def get_limits(world, request):
    limits = world.limits.get(request["profile"])
    return {"profile": request["profile"], **({"limits": limits} if limits else {})}


@responds("Profiles/SetLimits")
def set_limits(world, request):
    ask(request)
    for name in ("weekdayHours", "weekendHours"):
        for span in (request.get("limits") or {}).get(name) or []:
            if not (0 <= span["from"] < 1440 and 1 <= span["until"] <= 1440):
                raise Refused(f"request.limits.{name}", "is no span of a day")
    world.limits[request["profile"]] = request.get("limits")
    return get_limits(world, request)


@responds("PlaybackState/GetWeeklyReport")
def weekly_report(world, request):
    days = [{"day": f"2026-03-{day:02}", "minutes": (day * 17) % 60} for day in range(9, 16)]
    return {"profile": request["profile"], "week": "2026-W11", "days": days, "watched": [{"content": world.id_of("Little Comet"), "title": "Little Comet", "minutes": 84}],
            "refused": [{"content": world.id_of("Blue Hour"), "title": "Blue Hour", "limit": "minutes", "count": 2}]}


@responds("Profiles/ListMembers")
def members(world, request):
    return {"members": world.members}


@responds("Profiles/ListRoles")
def roles(world, request):
    return {"roles": ["owner", "adult", "child"], "permissions": [{"name": name, "roles": roles, "help": text} for name, roles, text in PERMISSIONS]}


def member_of(world, request):
    return next(one for one in world.members if one["id"] == request["member"])


@responds("Profiles/ChangeMember")
def change_member(world, request):
    if request.get("role"):
        ask(request)
    member_of(world, request).update({key: request[key] for key in ("name", "role") if request.get(key)})
    return member_of(world, request)


@responds("Profiles/DisableMember")
def disable_member(world, request):
    member_of(world, request)["disabled"] = stamp(world.now)
    return member_of(world, request)


@responds("Profiles/EnableMember")
def enable_member(world, request):
    member_of(world, request).pop("disabled", None)
    return member_of(world, request)


@responds("Profiles/RemoveMember")
def remove_member(world, request):
    world.members = [one for one in world.members if one["id"] != request["member"]]
    return {}


@responds("Profiles/ListInvitations")
def list_invitations(world, request):
    return {"invitations": world.invitations}


@responds("Profiles/InviteMember")
def invite(world, request):
    made = {"id": f"i-{len(world.invitations) + 1}", "role": request["role"], "invitedBy": "m-olga", "created": stamp(world.now), "expires": world.ahead(minutes=request.get("lifetimeMinutes") or 1440), "state": "open", **({"name": request["name"]} if request.get("name") else {})}
    world.invitations.insert(0, made)
    return {"invitation": made, "token": "not-a-token", "link": "hearth://invite/home.AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdE"}


@responds("Profiles/RevokeInvitation")
def revoke_invitation(world, request):
    found = next(one for one in world.invitations if one["id"] == request["invitation"])
    found["state"] = "revoked"
    return found


def device_of(world, request):
    return next(one for one in world.devices if one["id"] == request["device"])


@responds("Profiles/RenameDevice")
def rename_device(world, request):
    device_of(world, request)["description"]["name"] = request["name"]
    return device_of(world, request)


def set_disabled(is_disabled):
    def change(world, request):
        device_of(world, request)["isDisabled"] = is_disabled
        return device_of(world, request)

    return change


TABLE["Profiles/DisableDevice"] = set_disabled(True)
TABLE["Profiles/EnableDevice"] = set_disabled(False)


@responds("Profiles/SignOutEverywhere")
def sign_out_everywhere(world, request):
    count = len(world.devices)
    world.devices = []
    return {"count": count}
