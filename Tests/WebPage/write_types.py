#!/usr/bin/env python3
"""Writes what the page knows of the contract: TypeScript types of every message, for the check only,
and which methods only read, for the page.

    write_types.py            rewrites the two files
    write_types.py --check    fails when the page's file is not up to date; rewrites the types
"""

import sys

from contract import NUMBERS, ROOT, load

TYPES = ROOT / "Tests/WebPage/.types/messages.d.ts"
SAFETY = ROOT / "Sources/WebDoor/Page/js/contract.js"
HEADER = "// Written from protocols/ by Tests/WebPage/write_types.py; do not edit.\n"
BASIC = {"tstr": "string", "bstr": "string", "bool": "boolean", "any": "unknown"} | {n: "number" for n in NUMBERS}


def pascal(name):
    return "".join(part[:1].upper() + part[1:] for part in name.split("-"))


def type_of(shape, names):
    if shape.startswith("[* "):
        return f"{type_of(shape[3:-1], names)}[]"
    if shape.startswith("{* tstr => "):
        return f"Record<string, {type_of(shape[len('{* tstr => '):-1], names)}>"
    if shape.startswith("#6.1"):
        return "string"
    return BASIC.get(shape) or names[shape]


def declaration(rule, name, names):
    if rule.fields is None:
        cases = " | ".join(f"'{case}'" for case in rule.cases or []) or "string"
        return f"export type {name} = {cases};"
    lines = [f"  {f.name}{'?' if f.is_optional else ''}: {type_of(f.shape, names)};" for f in rule.fields]
    return "\n".join([f"export interface {name} {{", *lines, "}"])


def shapes(rules, names):
    return {name: (rule.cases, [(f.name, f.shape, f.is_optional) for f in rule.fields or []])
            for name, rule in rules.items()}


def types(methods):
    """Names that two services give to different messages get the service's file as a prefix."""
    files, seen, clashing = {}, {}, set()
    for method in methods.values():
        files[method.file] = method.rules
    for rules in files.values():
        for name, shape in shapes(rules, {}).items():
            if seen.setdefault(name, shape) != shape:
                clashing.add(name)
    parts, written = [], set()
    names_of = {}
    for file, rules in files.items():
        prefix = pascal(file.removesuffix(".cddl"))
        names = {name: (prefix if name in clashing else "") + pascal(name) for name in rules}
        names_of[file] = names
        for name, rule in rules.items():
            if names[name] not in written:
                written.add(names[name])
                parts.append(declaration(rule, names[name], names))
    services = {}
    for method in methods.values():
        if method.shape == "unary":
            services.setdefault(method.name.split("/")[0], []).append(method)
    for service, members in services.items():
        lines = [f"export interface {service.rsplit('.', 1)[1]}Client {{"]
        for method in members:
            names = names_of[method.file]
            short = method.name.split("/")[1]
            lines.append(f"  {short}(request: {names[method.request]}, options?: CallOptions): "
                         f"Promise<{names[method.response]}>;")
        parts.append("\n".join(lines + ["}"]))
    options = "export interface CallOptions {\n  signal?: AbortSignal;\n  key?: string;\n  process?: string;\n}"
    body = "\n\n".join([options, *parts]).replace("export ", "")
    return f"{HEADER}declare namespace Hearth {{\n{body}\n}}\n"


def safety(methods):
    lines = [HEADER.rstrip(), "", "/** Which methods of a service only read, and which take an idempotency key. */",
             "/** @type {Record<string, {reads: string, takesKey: string}>} */", "export const methods = {"]
    services = {}
    for method in methods.values():
        if method.shape == "unary":
            service, short = method.name.split("/")
            kinds = services.setdefault(service, {"readOnly": [], "idempotentByKey": []})
            if method.safety in kinds:
                kinds[method.safety].append(short)
    for service, kinds in services.items():
        lines += [f"  '{service}': {{", f"    reads: '{' '.join(kinds['readOnly'])}',",
                  f"    takesKey: '{' '.join(kinds['idempotentByKey'])}',", "  },"]
    return "\n".join(lines + ["};", ""])


def main():
    methods = load()
    stale = []
    for path, text in ((TYPES, types(methods)), (SAFETY, safety(methods))):
        if "--check" not in sys.argv or path == TYPES:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            stale.append(str(path.relative_to(ROOT)))
    if stale:
        sys.exit(f"not up to date: {', '.join(stale)}; run Tests/WebPage/write_types.py")


if __name__ == "__main__":
    main()
