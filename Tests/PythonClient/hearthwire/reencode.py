"""Decodes an item a line (hexadecimal) with cbor2 and writes its deterministic encoding."""

import sys

from .wire import decode, encode


def main():
    for line in sys.stdin:
        print(encode(decode(bytes.fromhex(line))).hex())


if __name__ == "__main__":
    main()
