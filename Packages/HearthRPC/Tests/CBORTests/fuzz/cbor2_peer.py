"""Answers the differential tests with cbor2: reads requests from one file, a line each, and writes answers to another.

decode HEX              -> "ok NOTATION" or "no REASON"
canonical HEX           -> the bytes of the decoded value in cbor2's canonical form, in hexadecimal
generate SEED COUNT     -> COUNT lines "HEX NOTATION" of random values in all of cbor2's forms
"""

import random
import struct
import sys

import cbor2

# Tags that cbor2 would turn into objects of its own are kept as tags.
KNOWN = [0, 1, 2, 3, 4, 5, 25, 28, 29, 30, 35, 36, 37, 52, 54, 100, 256, 258, 260, 261, 1004, 43000, 55799]
PLAIN = {number: (lambda number: lambda value, immutable: cbor2.CBORTag(number, value))(number) for number in KNOWN}


def notation(value):
    if value is None:
        return "n"
    if value is cbor2.undefined:
        return "u"
    if isinstance(value, bool):
        return "b1" if value else "b0"
    if isinstance(value, int):
        return f"i{value}"
    if isinstance(value, float):
        return "fnan" if value != value else "f" + struct.pack(">d", value).hex()
    if isinstance(value, bytes):
        return "h" + value.hex()
    if isinstance(value, str):
        return "t" + value.encode().hex()
    if isinstance(value, (list, tuple)):
        return "[" + " ".join(map(notation, value)) + "]"
    if isinstance(value, (dict, cbor2.frozendict)):
        return "{" + " ".join(f"{notation(key)} {notation(value[key])}" for key in value) + "}"
    if isinstance(value, cbor2.CBORTag):
        return f"T{value.tag}({notation(value.value)})"
    if isinstance(value, cbor2.CBORSimpleValue):
        return f"s{value.value}"
    raise TypeError(f"no notation for {type(value)}")


def loads(text):
    return cbor2.loads(
        bytes.fromhex(text), semantic_decoders=PLAIN, allow_duplicate_keys=False, max_depth=64
    )


def magnitude(generator):
    return generator.getrandbits(generator.randint(1, 64))


def text(generator):
    return "".join(generator.choice(["a", "Z", '"', "\\", "\n", "\0", "é", "水", "𐅑"]) for _ in range(size(generator)))


def size(generator):
    return generator.randrange(generator.choice([4, 4, 8, 30]))


def number(generator):
    kind = generator.randrange(3)
    if kind == 0:
        return struct.unpack(">d", generator.randbytes(8))[0]
    if kind == 1:
        return struct.unpack(">f", generator.randbytes(4))[0]
    return struct.unpack(">e", generator.randbytes(2))[0]


def value(generator, depth):
    kind = generator.randrange(13 if depth else 9)
    if kind < 2:
        return magnitude(generator) if kind else -1 - magnitude(generator)
    if kind == 2:
        return generator.randbytes(size(generator))
    if kind == 3:
        return text(generator)
    if kind == 4:
        return generator.choice([None, True, False, cbor2.undefined])
    if kind == 5:
        return cbor2.CBORSimpleValue(generator.choice([0, 19, 32, 255]))
    if kind < 9:
        return number(generator)
    if kind == 9:
        return cbor2.CBORTag(5000 + magnitude(generator) // 2, value(generator, depth - 1))
    if kind == 10:
        return [value(generator, depth - 1) for _ in range(size(generator))]
    key = generator.choice([text, magnitude, lambda g: -1 - magnitude(g), lambda g: g.randbytes(size(g))])
    return {key(generator): value(generator, depth - 1) for _ in range(size(generator))}


def generate(seed, count):
    generator = random.Random(seed)
    for _ in range(count):
        item = value(generator, 5)
        encoded = cbor2.dumps(
            item, canonical=generator.random() < 0.5, indefinite_containers=generator.random() < 0.3
        )
        yield f"{encoded.hex()} {notation(loads(encoded.hex()))}"


def answers(line):
    command, *arguments = line.split()
    if command == "generate":
        yield from generate(int(arguments[0]), int(arguments[1]))
    elif command == "canonical":
        yield cbor2.dumps(loads(arguments[0]), canonical=True).hex()
    else:
        try:
            yield "ok " + notation(loads(arguments[0] if arguments else ""))
        except (cbor2.CBORDecodeError, TypeError) as error:
            yield "no " + " ".join(f"{type(error).__name__} {error}".split())


def main():
    with open(sys.argv[1]) as requests, open(sys.argv[2], "w") as output:
        for line in requests:
            for answer in answers(line):
                output.write(answer + "\n")


main()
