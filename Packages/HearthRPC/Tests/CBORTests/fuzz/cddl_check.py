"""Checks encoded items against CDDL with pycddl: reads lines "CDDL ITEM", both in hexadecimal, from one file and writes
"ok" or "no REASON" for each to another."""

import sys

import pycddl


def main():
    schemas = {}
    with open(sys.argv[1]) as requests, open(sys.argv[2], "w") as output:
        for line in requests:
            text, item = line.split()
            try:
                if text not in schemas:
                    schemas[text] = pycddl.Schema(bytes.fromhex(text).decode())
                schemas[text].validate_cbor(bytes.fromhex(item))
                output.write("ok\n")
            except (pycddl.ValidationError, ValueError) as error:
                output.write("no " + " ".join(f"{type(error).__name__} {error}".split()) + "\n")


main()
