"""What every process of the fake door says of itself."""

from responses import responds
from contract import NUMBERS


@responds("Sys/GetInfo")
def info(door, request, process):
    names = sorted({name.split("/")[0] for name in door.methods if process.replace("-", "") in name.lower() or (process == "playback-state" and ".playback." in name)})
    return {"name": process, "version": "0.9.0", "processID": 4000 + len(process), "incarnation": "1", "uptimeSeconds": 86400.0 * 3 + 7200, "services": names}


@responds("Sys/GetHealth")
def health(door, request, process):
    return {"state": "serving", "parts": [{"name": "shards", "state": "serving", "reason": ""}], "poolLagMicroseconds": 180}


@responds("Sys/Ping")
def ping(door, request, process):
    return {}


def shape(text):
    if text.startswith("[* "):
        return {"kind": "array", "of": [shape(text[3:-1])]}
    if text in NUMBERS | {"tstr", "bstr", "bool", "any"} or text.startswith(("{*", "#6.1")):
        return {"kind": text.split("(")[0], "of": []}
    return {"kind": "reference", "name": text, "of": []}


@responds("Sys/GetSchema")
def schema(door, request, process):
    part = {"playback-state": ".playback.", "reading-list": ".readinglist.", "metadata-gateway": ".metadata."}.get(process, f".{process}.")
    methods, rules = [], {}
    for method in door.methods.values():
        if part in method.name or method.name.startswith("sys."):
            methods.append({"name": method.name, "request": shape(method.request), "safety": method.safety, "timeoutMilliseconds": 5000, "fingerprint": 1, "shape": method.shape,
                            "access": {"needsToken": method.needs_token, "roles": method.roles, "services": []}, **({"response": shape(method.response)} if method.response else {})})
            rule = method.rules[method.request]
            rules[method.request] = {"fields": [{"name": one.name, "shape": shape(one.shape), "isOptional": one.is_optional} for one in rule.fields or []], "isOpen": True}
    return {"methods": methods, "schema": {"rules": rules}, "cddl": ""}
