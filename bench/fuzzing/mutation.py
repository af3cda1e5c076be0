"""Spoils valid inputs: bytes at any position, or JSON values in place."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

#: Makes an input from a valid one.
Mutate = Callable[[bytes, Random], bytes]

#: Values that readers do not expect.
ODD_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1.5, -0.0, 1e308, 2**53 + 1, 2**63, 10**400, "", " ", "x" * 9000,
    "\x00", "\u202e", "\ud800", "\ufb2c" * 400, "NaN", "-1e999", "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59.999999Z", "RRN-000000000009", "../../etc/passwd", "/dev/zero", "a\nb\r\t",
    "<script>", "{{7*7}}", "---\nentries: []", "\x1b[2J", "' OR 1=1 --", "(" * 300, "*" * 300,
    [], {}, [[]], [None] * 300, {"": {}}, ["a", "b"], {"frame": "map", "x": "y"},
)  # fmt: skip
ODD_TEXTS = tuple(value for value in ODD_VALUES if isinstance(value, str))
_TWICE = "this name stands for one that stands twice"
_ODD_NUMBERS = tuple(value for value in ODD_VALUES if type(value) in (int, float))
_WORDS = (
    b"\0", b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f", b"\x00\x00\x00\x80", b"\xed\xa0\x80", b"\xc0",
    b"\xef\xbb\xbf", b"\n", b"\r\n", b"---\n", b": ", b"- ", b"*a", b"&a ", b"!!float ", b"{", b"[",
    b'"', b"9" * 400, b".inf", b"\t", b"\\ud800", b"[" * 3000,
)  # fmt: skip


def mutated_bytes(data: bytes, random: Random) -> bytes:
    """Return bytes with some changed, removed, inserted, repeated or cut off."""
    result = bytearray(data)
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(result) + 1)
        match random.randrange(7):
            case 0:
                result[at : at + 1] = random.randbytes(1)
            case 1:
                del result[at : at + random.randint(1, 40)]
            case 2:
                result[at:at] = random.randbytes(random.randint(1, 20))
            case 3:
                result[at:at] = result[at : at + random.randint(1, 80)]
            case 4:
                result[at : at + 4] = random.choice(_WORDS)
            case 5:
                result[at:at] = random.choice(_WORDS)
            case 6:
                del result[at:]
    return bytes(result)


def mutated_json(data: bytes, random: Random) -> bytes:
    """Return a JSON text with odd, missing, repeated or misplaced values."""
    record = json.loads(data)
    for _ in range(random.randint(1, 3)):
        record = _with_one_spoiled(record, random)
    return json.dumps(record).encode()


def mutated_json_or_bytes(data: bytes, random: Random) -> bytes:
    """Return a JSON text with spoiled values or, equally often, spoiled bytes.

    Sometimes a name occurs twice in one object: readers differ in which value they take.
    """
    if random.random() < 0.05:
        return _with_a_name_twice(data, random)
    return mutated_json(data, random) if random.random() < 0.5 else mutated_bytes(data, random)


def _with_a_name_twice(data: bytes, random: Random) -> bytes:
    record = json.loads(data)
    places = [(holder, name) for holder, name in _places(record) if isinstance(holder, dict)]
    if places:
        holder, name = random.choice(places)
        holder[_TWICE] = copy.deepcopy(random.choice((holder[name], *ODD_VALUES)))
        return json.dumps(record).replace(json.dumps(_TWICE), json.dumps(name)).encode()
    return data


def mutated_given(data: bytes, random: Random) -> bytes:
    """Return a request with spoiled ``given`` values; half of the time they keep their types.

    A type check stops most values that :func:`mutated_json` inserts.
    """
    request = json.loads(data)
    spoil = _with_one_odd if random.random() < 0.5 else _with_one_spoiled
    for _ in range(random.randint(1, 3)):
        request["given"] = spoil(request["given"], random)
    return json.dumps(request).encode()


def mutated_after(size: int) -> Mutate:
    """Return a function that spoils all bytes but the first ones."""
    return lambda data, random: data[:size] + mutated_bytes(data[size:], random)


def _with_one_spoiled(record: Any, random: Random) -> Any:
    places = list(_places(record))
    if not places:
        return copy.deepcopy(random.choice(ODD_VALUES))
    holder, name = random.choice(places)
    match random.randrange(4):
        case 0 | 1:
            holder[name] = copy.deepcopy(random.choice(ODD_VALUES))
        case 2:
            del holder[name]
        case 3:
            other, there = random.choice(places)
            value = copy.deepcopy(other[there])
            if isinstance(holder, list):
                holder.append(value)
            else:
                holder[random.choice((str(name), f"{name}s", ""))] = value
    return record


def _with_one_odd(record: Any, random: Random) -> Any:
    places = [(holder, name) for holder, name in _places(record) if _is_plain(holder[name])]
    if places:
        holder, name = random.choice(places)
        holder[name] = _odd_like(holder[name], random)
    return record


def _is_plain(value: Any) -> bool:
    return isinstance(value, (str, int, float))


def _odd_like(value: Any, random: Random) -> Any:
    """Return another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return random.choice((*_ODD_NUMBERS, value + 1, -value, random.randrange(200)))
    spoiled = mutated_bytes(value.encode("utf-8", "replace"), random).decode("utf-8", "replace")
    return random.choice((random.choice(ODD_TEXTS), spoiled, f"{value} {spoiled}"))


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Return each place of a value in JSON data: its container, and its name there."""
    if not isinstance(value, (dict, list)):
        return []
    names = list(value) if isinstance(value, dict) else list(range(len(value)))
    below = [place for name in names for place in _places(value[name])]
    return [(value, name) for name in names] + below
