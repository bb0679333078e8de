"""Holds items against rules of CDDL files: a JSON object a line in ("cddl", "rule", "hex"), "ok" or the reason out."""

import json
import sys

import pycddl

from .schema import Rules


def main():
    files = {}
    for line in sys.stdin:
        request = json.loads(line)
        rules = files.setdefault(request["cddl"], None) or Rules(request["cddl"])
        files[request["cddl"]] = rules
        try:
            rules.check(request["rule"], bytes.fromhex(request["hex"]))
            print("ok")
        except (pycddl.ValidationError, ValueError) as error:
            print("no", " ".join(f"{type(error).__name__} {error}".split()))


if __name__ == "__main__":
    main()
