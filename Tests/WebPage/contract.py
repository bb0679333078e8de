"""The contract as the page's tests need it: every message of protocols/*.cddl, and every method of methods.json."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROTOCOLS = ROOT / "protocols"
NUMBERS = {"double", "int32", "int64", "uint32", "uint64"}
SECOND = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$")


@dataclass
class Field:
    name: str
    shape: str
    is_optional: bool


@dataclass
class Rule:
    """A message (fields), an enumeration (cases) or another name for a text."""

    name: str
    fields: list = None
    cases: list = None


@dataclass
class Method:
    name: str
    shape: str
    safety: str
    request: str
    response: str
    request_item: str
    response_item: str
    roles: list
    needs_token: bool
    file: str
    rules: dict = field(repr=False, default_factory=dict)


class Refused(Exception):
    """Why a message does not keep to its contract; `where` is the path of the field."""

    def __init__(self, where, problem):
        super().__init__(f"{where}: {problem}")
        self.where = where
        self.problem = problem


def parse(text):
    """The rules of one file of CDDL, in the forms that scripts/fix writes."""
    text = re.sub(r"^;.*$", "", text, flags=re.MULTILINE)
    rules = {}
    for name, body in re.findall(r"^([a-z][\w-]*) = (.+?)(?=\n\n|\Z)", text, flags=re.MULTILINE | re.DOTALL):
        body = body.strip()
        if body.startswith("{"):
            fields = [
                Field(key, shape.removesuffix(" / null"), bool(mark))
                for mark, key, shape in re.findall(r'^\s+(\? )?"([^"]+)": (.+?),$', body, flags=re.MULTILINE)
            ]
            rules[name] = Rule(name, fields=fields)
        elif body.startswith('"'):
            rules[name] = Rule(name, cases=re.findall(r'"([^"]*)"', body))
        elif body == "tstr":
            rules[name] = Rule(name)
    return rules


def load():
    """Every method by its full name."""
    methods = {}
    for service in json.loads((PROTOCOLS / "methods.json").read_text())["services"]:
        rules = parse((PROTOCOLS / service["file"]).read_text())
        for entry in service["methods"]:
            methods[entry["name"]] = Method(
                entry["name"], entry["shape"], entry["safety"], entry["request"], entry.get("response"),
                entry.get("requestItem"), entry.get("responseItem"), entry["roles"], entry["needsToken"],
                service["file"], rules,
            )
    return methods


def check(rules, shape, value, where="request"):
    """Refuses a value in JSON that is not of the shape: unknown, missing and wrong fields, by their path."""
    if shape.startswith("[* "):
        if not isinstance(value, list):
            raise Refused(where, "must be a list")
        for index, item in enumerate(value):
            check(rules, shape[3:-1], item, f"{where}[{index}]")
    elif shape.startswith("{* tstr => "):
        if not isinstance(value, dict):
            raise Refused(where, "must be an object")
        for key, item in value.items():
            check(rules, shape[len("{* tstr => "):-1], item, f"{where}.{key}")
    elif shape in NUMBERS:
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not is_number or (shape != "double" and not isinstance(value, int)):
            raise Refused(where, "must be a number" if shape == "double" else "must be a whole number")
    elif shape == "bool":
        if not isinstance(value, bool):
            raise Refused(where, "must be true or false")
    elif shape in ("tstr", "bstr"):
        if not isinstance(value, str):
            raise Refused(where, "must be a text")
    elif shape.startswith("#6.1"):
        if not (isinstance(value, str) and SECOND.match(value)):
            raise Refused(where, "must be a time as 2026-01-31T20:15:00Z")
    elif shape != "any":
        check_rule(rules, rules[shape], value, where)


def check_rule(rules, rule, value, where):
    if rule.fields is None:
        if not isinstance(value, str):
            raise Refused(where, "must be a text")
        if rule.cases and value not in rule.cases:
            raise Refused(where, f"must be one of {', '.join(rule.cases)}")
        return
    if not isinstance(value, dict):
        raise Refused(where, "must be an object")
    known = {field.name: field for field in rule.fields}
    for key in value:
        if key not in known:
            raise Refused(f"{where}.{key}", "is not a field of " + rule.name)
    for name, described in known.items():
        if value.get(name) is None:
            if not described.is_optional:
                raise Refused(f"{where}.{name}", "is missing")
            continue
        check(rules, described.shape, value[name], f"{where}.{name}")
