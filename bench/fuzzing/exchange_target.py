"""Robot updates as a carrier delivers them, to a robot that trusts one other robot.

Accepted content must be signed by that robot, however the message was changed.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

from fuzzing.file_targets import NOON
from fuzzing.fuzz_target import BrokenPromise, FuzzTarget
from fuzzing.message_targets import make_update
from fuzzing.mutation import mutated_bytes
from robot_memory import RobotMemory
from robot_memory.foundation.identity.robot_keys import make_keys, write_keys
from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import Instant
from robot_memory.sharing.federation.signed_envelope import (
    SignedEnvelope,
    read_envelope,
    seal,
    write_envelope,
)
from robot_memory.sharing.federation.update_verdict import UpdateOutcome, UpdateRefused

_OWN, _BELIEVED, _STRANGER = (f"RRN-00000000000{number}" for number in (1, 2, 3))
_PAUSE = 30.0  # seconds between two messages, so that the rate limit refuses none


class _PassingClock:
    """A clock that advances with each message, but never so far that an update expires."""

    kind = "wall"

    def __init__(self) -> None:
        self.uptime = 0.0

    def now(self) -> Instant:
        """Return an instant within the hour after noon."""
        time: datetime = NOON + timedelta(seconds=self.uptime % 3600)
        return Instant(time, self.uptime, "fuzz", True)


@contextmanager
def exchange_target(folder: Path) -> Iterator[FuzzTarget]:
    """Feed the exchange of a memory, as each carrier does."""
    home, clock = folder / "home", _PassingClock()
    write_keys(home / "keys" / "own.json", make_keys(_OWN))
    believed, stranger = make_keys(_BELIEVED), make_keys(_STRANGER)
    TrustStore(home / "keys" / "peers").trust(believed.card, NOON, name="ada")
    true = [seal(replace(make_update(), sequence=number), believed) for number in (7, 8)]
    signed = {_message(one): one.signature for one in true}
    newer = replace(make_update(), sequence=9)
    forged = seal(newer, stranger)
    seeds = [
        *true,
        forged,
        replace(forged, card=believed.card),  # with the trusted robot's card
        replace(true[0], card=stranger.card),
        seal(replace(newer, rrn=_STRANGER), believed),  # in another robot's name
    ]
    with RobotMemory.open(home, settings=Settings(rrn=_OWN), clock=clock) as memory:
        memory.remember("environment_note", "Left wheel slips")
        own = [entry for _, entry in memory.entries()]
        exchange = memory.federate(lambda news: None)

        def read(data: bytes) -> str:
            envelope = read_envelope(data)
            clock.uptime += _PAUSE
            (verdict,) = exchange.receive_all([(envelope, len(data))])
            signature = signed.get(_message(envelope), "")
            is_said = envelope.card == believed.card and bool(signature)
            is_true = is_said and envelope.signature == signature
            # Known content changes nothing, so its signature is not checked again.
            may_believe = {UpdateOutcome.ACCEPTED: is_true, UpdateOutcome.KNOWN: is_said}
            if not may_believe.get(verdict.outcome, True):
                raise BrokenPromise(f"{verdict} of what {_BELIEVED} did not sign")
            if is_true and not memory.peers.all()[_BELIEVED].entries:
                raise BrokenPromise(f"{verdict}, and nothing is known of what was signed")
            if set(memory.peers.all()) - {_BELIEVED}:
                raise BrokenPromise(f"the word of {sorted(memory.peers.all())} is kept")
            if [entry for _, entry in memory.entries()] != own:
                raise BrokenPromise("an own entry was changed")
            return verdict.outcome.value

        texts = tuple(write_envelope(one) for one in seeds)
        yield FuzzTarget("peer-envelope", texts, read, (UpdateRefused,), _mutated_envelope)


def _message(envelope: SignedEnvelope) -> bytes:
    try:
        return zlib.decompress(envelope.payload)
    except zlib.error:
        return b""


def _mutated_envelope(data: bytes, random: Random) -> bytes:
    """Spoil the bytes, or one field of a message that remains readable."""
    envelope = read_envelope(data)
    match random.randrange(5):
        case 0:
            return mutated_bytes(data, random)
        case 1:
            spoiled = mutated_bytes(_message(envelope), random)
            return write_envelope(replace(envelope, payload=zlib.compress(spoiled)))
        case 2:
            spoiled = mutated_bytes(envelope.signature.encode(), random)
            return write_envelope(replace(envelope, signature=spoiled.decode("utf-8", "replace")))
        case 3:
            rrn = random.choice((_OWN, _BELIEVED, _STRANGER, "", "RRN-000000000004"))
            return write_envelope(replace(envelope, card=replace(envelope.card, rrn=rrn)))
    name = random.choice(("ed25519", "ml_dsa"))
    key = mutated_bytes(getattr(envelope.card, name), random)
    return write_envelope(replace(envelope, card=replace(envelope.card, **{name: key})))
