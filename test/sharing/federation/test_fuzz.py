"""Hundreds of malformed updates: nothing breaks, and none of this robot's own data changes."""

from __future__ import annotations

import copy
import json
import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from federation_builders import BLOCKED, LIP, Talker, note

from robot_memory.sharing.federation.signed_envelope import MAX_SAMPLE, SignedEnvelope

DELETED = [{"id": "mem-0a1b2c3d", "at": "2026-12-01T12:00:00Z"}]
SEED = 20261201
ODD: list[Any] = [
    None, True, False, 0, -1, 1, 1.5, -0.0, 1e308, 2**53, 2**53 + 1, 10**400, "", " ", "x" * 600,
    "\x00", "\u202e", "\ud800", "\udfff\ud800", "RRN-000000000009", "RRN-000000000001", "NaN",
    "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z", "2026-12-01T12:04:59Z", [], {}, [[]],
    [None] * 300, {"": {}}, {"frame": "map"}, "<script>", "--- \nentries: []", "🔴 [99%] own",
    "mem-00000000", "peer", "environment_note", "resolved", ["a", "b"], "\ufb2c" * 400,
]  # fmt: skip


def odd(random: Random) -> Any:
    """Return an unexpected value."""
    return copy.deepcopy(random.choice(ODD))


def mutated(data: bytes, random: Random) -> bytes:
    """Return bytes with some of them changed, removed, inserted or doubled."""
    result = bytearray(data)
    for _ in range(random.randint(1, 4)):
        at_byte = random.randrange(len(result) + 1)
        match random.randrange(5):
            case 0:
                result[at_byte : at_byte + 1] = random.randbytes(1)
            case 1:
                del result[at_byte : at_byte + random.randint(1, 20)]
            case 2:
                result[at_byte:at_byte] = random.randbytes(random.randint(1, 20))
            case 3:
                result[at_byte:at_byte] = result[at_byte : at_byte + random.randint(1, 50)]
            case 4:
                del result[random.randrange(len(result) + 1) :]
    return bytes(result)


def places_in(value: Any) -> list[tuple[Any, Any]]:
    """Return every place in JSON data as its container and its key or index."""
    names = list(value) if isinstance(value, dict) else range(len(value))
    found = [(value, name) for name in names]
    for name in names:
        if isinstance(value[name], (dict, list)):
            found += places_in(value[name])
    return found


def spoiled(record: Any, random: Random) -> Any:
    """Return JSON data with some values odd, removed, doubled or misplaced."""
    result = copy.deepcopy(record)
    for _ in range(random.randint(1, 3)):
        places = places_in(result)
        if not places:
            break
        holder, name = random.choice(places)
        match random.randrange(5):
            case 0 | 1:
                holder[name] = odd(random)
            case 2:
                del holder[name]
            case 3 if isinstance(holder, list):
                holder.append(copy.deepcopy(holder[name]))
            case 3:
                holder[f"{name}{random.choice(['', 's', chr(0x202E)])}"] = copy.deepcopy(
                    holder[name]
                )
            case 4:
                other, there = random.choice(places)
                holder[name] = copy.deepcopy(other[there]) if there in _names(other) else None
    return result


def _names(holder: Any) -> Any:
    return holder if isinstance(holder, dict) else range(len(holder))


def anything(random: Random, depth: int = 0) -> Any:
    """Return random JSON data."""
    kind = random.randrange(4 if depth < 4 else 2)
    if kind < 2:
        return odd(random)
    if kind == 2:
        return [anything(random, depth + 1) for _ in range(random.randrange(4))]
    names = (
        "version",
        "rrn",
        "sequence",
        "session",
        "issued",
        "valid_until",
        "entries",
        "left_out",
    )
    return {random.choice(names): anything(random, depth + 1) for _ in range(random.randrange(9))}


class Fuzzer:
    """Corrupts a robot's updates at every level."""

    def __init__(self, speaker: Talker, random: Random) -> None:
        self._speaker = speaker
        self._random = random
        place = {"frame": "map", "x": 1, "y": 2, "sigma": 0.1, "radius": 1.5}
        self._notes = (note(BLOCKED, tags=("door",), about=("bump", "hit"), place=place), note(LIP))

    def _record(self) -> dict[str, Any]:
        return self._speaker.record(*self._notes, deleted=DELETED)

    def _sign(self, data: Any) -> SignedEnvelope:
        # Not canonical JSON, which cannot represent half of the odd values.
        return self._speaker.signs(json.dumps(data).encode())

    def _forge(self, message: bytes, true: SignedEnvelope) -> SignedEnvelope:
        return replace(true, payload=zlib.compress(message, 1))

    def envelope_fields(self, true: SignedEnvelope) -> SignedEnvelope:
        """Corrupt the message's fields on the wire."""
        random, card = self._random, true.card
        match random.randrange(4):
            case 0:
                name = mutated(card.rrn.encode(), random).decode("utf-8", "replace")
                return replace(true, card=replace(card, rrn=name))
            case 1:
                part = random.choice(("ed25519", "ml_dsa"))
                return replace(
                    true, card=replace(card, **{part: mutated(getattr(card, part), random)})
                )
            case 2:
                return replace(true, payload=mutated(true.payload, random))
        signature = mutated(true.signature.encode(), random).decode("utf-8", "replace")
        return replace(true, signature=signature)

    def payload(self, true: SignedEnvelope) -> SignedEnvelope:
        """Corrupt the packed update, under the original signature."""
        return self._forge(mutated(zlib.decompress(true.payload), self._random), true)

    def signed_bytes(self, true: SignedEnvelope) -> SignedEnvelope:
        """Corrupt the packed update, and sign it."""
        return self._speaker.signs(mutated(zlib.decompress(true.payload), self._random))

    def signed_fields(self, true: SignedEnvelope) -> SignedEnvelope:
        """Corrupt fields of the update, and sign it."""
        return self._sign(spoiled(self._record(), self._random))

    def signed_anything(self, true: SignedEnvelope) -> SignedEnvelope:
        """Sign random JSON data."""
        return self._sign(anything(self._random))


@pytest.mark.timeout(60)
def test_hundreds_of_damaged_updates_raise_no_error_and_change_no_own_entry(robot, alex, clock):
    memory = robot.memory
    for text in ("Kitchen floor is wet", BLOCKED):
        memory.remember("environment_note", text)
    memory.remember("hardware_observation", "Left wheel slips", tags=["wheel"])
    memory.save()
    before, entries_before = section(robot.text), memory.entries()
    fuzzer = Fuzzer(alex, Random(SEED))
    plan: list[tuple[int, Callable[[SignedEnvelope], SignedEnvelope]]] = [
        (250, fuzzer.envelope_fields), (200, fuzzer.payload), (80, fuzzer.signed_bytes),
        (200, fuzzer.signed_fields), (70, fuzzer.signed_anything),
    ]  # fmt: skip
    outcomes: Counter[str] = Counter()

    for count, spoil in plan:
        true = alex.says(*fuzzer._notes)
        for number in range(count):
            clock.pass_by(0.05)
            if number % 100 == 0:
                true = alex.says(*fuzzer._notes, issued=clock.time)
            said = spoil(true)
            verdict = robot.exchange.receive_all(
                [(said, min(MAX_SAMPLE, 7000 + len(said.payload)))]
            )[0]
            outcomes[verdict.outcome.value] += 1
            assert len(verdict.reason) <= 400

    assert outcomes.total() == 800
    assert {"accepted", "forged", "unreadable", "other key", "not trusted"} <= outcomes.keys(), (
        outcomes
    )
    check_unharmed(robot, before, entries_before)
    robot.restart()
    check_unharmed(robot, before, entries_before)
    clock.pass_by(60)
    assert robot.outcome(replace(alex, session="again", sequence=2**53 - 9).says(
        note("All is well"), issued=clock.time)) == "accepted"  # fmt: skip
    assert "All is well" in robot.told


def section(text: str) -> str:
    """Return the section ``entries`` of a memory file."""
    return text[text.index("\nentries:") :].partition("\npeer_context:")[0].partition("\n---")[0]


def check_unharmed(robot, before: str, entries_before) -> None:
    memory = robot.memory
    memory.save(force=True)
    memory.tick()

    assert section(robot.text) == before
    assert [entry for _, entry in memory.entries()] == [entry for _, entry in entries_before]
    assert memory.defects == ()
    assert memory.problem is None
    assert all(line.isprintable() for line in robot.told.splitlines())
