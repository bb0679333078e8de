"""What the services of the fake door respond, method by method."""

from contract import Refused

TABLE = {}


def responds(name):
    """Marks the function of a method, by the end of its name."""

    def remember(function):
        TABLE[name] = function
        return function

    return remember


def prepare(world):
    for module in (responses_library, responses_viewing, responses_household, responses_people, responses_lists, responses_opinions, responses_machine):
        if hasattr(module, "prepare"):
            module.prepare(world)


def respond(door, path, request, is_empty, process):
    short = path.split(".v1.")[1]
    function = TABLE.get(short)
    if not function:
        door.problems.append(f"{path}: the fake door has no response")
        raise Refused(path, "the fake door has no response for this method")
    found = function(door, request, process) if short.split("/")[0] in ("Sys", "Gateway") else function(door.world, request)
    return emptied(found) if is_empty and is_list(short) else found


def is_list(short):
    service, method = short.split("/")
    keeps = {"ListProfiles", "ListViewingPresets", "GetHousehold", "GetSettings", "DescribeSettings", "GetWeek", "ListMembers", "ListRoles"}
    reads = ("List", "Search", "Now", "GuideGrid", "ContinueWatching", "Suggest", "GetFranchise", "Discover")
    return service not in ("Sys", "Gateway") and method not in keeps and method.startswith(reads)


def emptied(found):
    """The same response of a household that has nothing yet."""
    def zero(value):
        if isinstance(value, list):
            return []
        return 0 if isinstance(value, int) and not isinstance(value, bool) else value

    return {key: zero(value) if key != "counts" else {name: 0 for name in value} for key, value in found.items() if key != "cursor"}


import responses_gateway  # noqa: E402, F401
import responses_household  # noqa: E402
import responses_library  # noqa: E402
import responses_lists  # noqa: E402
import responses_machine  # noqa: E402
import responses_opinions  # noqa: E402
import responses_people  # noqa: E402
import responses_viewing  # noqa: E402
