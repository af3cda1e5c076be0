"""Forged versions of a robot's updates, as an attacker makes them."""

from __future__ import annotations

import random
from dataclasses import replace

from federation_builders import NOON
from robots import keys_of

from robot_memory.sharing.federation.robot_update import VALIDITY, RobotUpdate
from robot_memory.sharing.federation.shared_entry import SharedEntry
from robot_memory.sharing.federation.signed_envelope import read_envelope, seal, write_envelope

LIE = "All corridors are free"


def lies(said: bytes, old: bytes) -> list[bytes]:
    """Return forged, replayed and corrupted updates, made from two updates of a robot."""
    chance = random.Random(7)
    true = read_envelope(said)
    entry = SharedEntry("mem-00000000", "environment_note", LIE, 1.0, NOON, NOON, 1)
    lie = RobotUpdate(true.card.rrn, 2**52, "hostile", NOON, NOON + VALIDITY, (entry,))
    other = seal(lie, keys_of(66, true.card.rrn))
    made = [old, write_envelope(other), write_envelope(replace(other, card=true.card)), b"", b"no"]
    for _ in range(95):
        spoiled = bytearray(said)
        spoiled[chance.randrange(len(said))] ^= 1 << chance.randrange(8)
        made.append(bytes(spoiled[: chance.choice((None, chance.randrange(len(said))))]))
    return [each for each in made if each != said]
