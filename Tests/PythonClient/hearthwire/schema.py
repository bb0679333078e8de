"""Checks every message against the committed CDDL files with pycddl."""

import json
import re
from pathlib import Path

import pycddl

from . import wire

BODIES = {
    wire.HELLO: "hello",
    wire.WELCOME: "welcome",
    wire.PING: "ping",
    wire.PONG: "pong",
    wire.GOAWAY: "goaway",
}


class Rules:
    """The rules of one CDDL file, each usable as the root.

    pycddl 0.6.4 takes any array for a choice of types such as `[* a] / null`, and refuses valid maps of open maps. So
    optional fields that are null are left out before it is asked (they mean the same), and the values of maps of rules
    are checked one by one.
    """

    RULE = re.compile(r"^([a-z][a-z0-9-]*) = \{$(.*?)^\}$", re.MULTILINE | re.DOTALL)
    FIELD = re.compile(r'^  (\? )?"([^"]+)": (.+?)( / null)?,$', re.MULTILINE)
    ARRAY = re.compile(r"^\[\* ([a-z0-9-]+)\]$")
    MAP = re.compile(r"^\{\* (?:tstr|int) => ([a-z0-9-]+)\}$")

    def __init__(self, path):
        text = Path(path).read_text(encoding="utf-8")
        self.fields = {
            name: {field: (kind, bool(null)) for _, field, kind, null in self.FIELD.findall(body)}
            for name, body in self.RULE.findall(text)
        }
        self.text = self.FIELD.sub(self.field, text)
        self.schemas = {}

    def map_of_rules(self, kind):
        """The rule of a map's values, if there is one with fields."""
        values = self.MAP.match(kind)
        return values[1] if values and values[1] in self.fields else None

    def field(self, match):
        """A field as pycddl judges it rightly."""
        mark, name, kind, _ = match.groups()
        return f'  {mark or ""}"{name}": {"{* tstr => any}" if self.map_of_rules(kind) else kind},'

    def check(self, rule, data):
        """Raises pycddl.ValidationError when the bytes are not what the rule says."""
        apart = []
        value = self.simplified(rule, wire.decode(data), apart)
        self.validate(rule, wire.encode(value))
        for inner, item in apart:
            self.check(inner, wire.encode(item))

    def validate(self, rule, data):
        if rule not in self.schemas:
            # A validator begins with the first rule of a text.
            self.schemas[rule] = pycddl.Schema(f"root = {rule}\n{self.text}")
        self.schemas[rule].validate_cbor(data)

    def simplified(self, kind, value, apart):
        """The value without optional nulls; values of maps of rules go into `apart`."""
        if kind in self.fields and isinstance(value, dict):
            known = self.fields[kind]
            return {
                key: self.simplified(known[key][0], item, apart) if key in known else item
                for key, item in value.items()
                if item is not None or key not in known or not known[key][1]
            }
        items = self.ARRAY.match(kind)
        if items and isinstance(value, list):
            return [self.simplified(items[1], item, apart) for item in value]
        rule = self.map_of_rules(kind)
        if rule and isinstance(value, dict):
            apart.extend((rule, item) for item in value.values())
        return value


class Protocols:
    """The folder protocols/: the envelope, the services' messages, the methods."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.envelope = Rules(self.folder / "envelope.cddl")
        self.methods = {}
        self.details = {}
        for service in json.loads((self.folder / "methods.json").read_text(encoding="utf-8"))["services"]:
            rules = Rules(self.folder / service["file"])
            for method in service["methods"]:
                self.methods[method["name"]] = (method, rules)
            for detail in service["details"]:
                self.details[detail["type"]] = (detail["rule"], rules)
        self.checked = 0

    def timeout(self, method):
        """The method's default timeout, in seconds; 0 for none."""
        return self.methods[method][0]["timeoutMilliseconds"] / 1000

    def safety(self, method):
        """What may be repeated."""
        return self.methods[method][0]["safety"]

    def is_sheddable(self, method):
        """Whether its calls can be done later as well."""
        return self.methods[method][0].get("criticality") == "sheddable"

    def check(self, method, part, data):
        """Holds a message to its rule: a method's `request`, `response`, `requestItem` or `responseItem`."""
        description, rules = self.methods[method]
        rules.check(description[part], data)
        self.checked += 1

    def check_detail(self, type_name, data):
        """Holds an error's detail to its rule, when the type is known."""
        if type_name in self.details:
            rule, rules = self.details[type_name]
            rules.check(rule, data)
            self.checked += 1

    def check_message(self, message):
        """Holds a message's header, and the body of a message of the connection, to the envelope."""
        unknown = [key for key in message.header if key >= wire.FIRST_CRITICAL_KEY]
        if unknown:
            raise wire.ProtocolBroken(f"header keys {unknown} must be understood and are not")
        rule = "plain-header"
        if message.kind == wire.OPEN:
            rule = "open-header"
        elif message.kind == wire.STATUS:
            rule = "status-error-header" if message.header.get(20, 0) else "status-ok-header"
        elif message.kind == wire.ITEM:
            rule = "item-header"
        elif message.kind == wire.CREDIT:
            rule = "credit-header"
        elif message.kind == wire.RENEW:
            rule = "renew-header"
        self.envelope.check(rule, wire.encode(message.header))
        if message.kind in BODIES:
            self.envelope.check(BODIES[message.kind], message.body)
        elif message.kind in (wire.CANCEL, wire.CREDIT, wire.GOODBYE, wire.RENEW) and message.body:
            raise wire.ProtocolBroken(f"a {message.name} has no body")
        self.checked += 1
