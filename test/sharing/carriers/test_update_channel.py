"""Received messages are bounded, read and judged, whichever carrier they came by."""

from __future__ import annotations

import time
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from carrier_doubles import LocalCarrier

from robot_memory.foundation.identity.card import Card
from robot_memory.sharing.carriers.update_channel import UpdateChannel
from robot_memory.sharing.federation.flood_guard import AT_ONCE
from robot_memory.sharing.federation.signed_envelope import SignedEnvelope, write_envelope
from robot_memory.sharing.federation.update_verdict import UpdateOutcome, UpdateVerdict

ALEX, BOB = "RRN-000000000001", "RRN-000000000002"


class Judge:
    """An exchange with a fixed verdict."""

    card = SimpleNamespace(rrn="RRN-000000000009")

    def __init__(self) -> None:
        self.outcome = UpdateOutcome.ACCEPTED
        self.calls: list[int] = []
        self.refused: list[UpdateVerdict] = []

    def receive_all(self, messages: Sequence[tuple[SignedEnvelope, int]]) -> list[UpdateVerdict]:
        self.calls.append(len(messages))
        rejected = int(self.outcome is not UpdateOutcome.ACCEPTED)
        return [
            UpdateVerdict(envelope.card.rrn, self.outcome, rejected=rejected)
            for envelope, _ in messages
        ]

    @property
    def judged(self) -> int:
        return sum(self.calls)

    def refuse(self, verdict: UpdateVerdict) -> UpdateVerdict:
        self.refused.append(verdict)
        return verdict


@pytest.fixture
def side() -> Any:
    judge, carrier, heard = Judge(), LocalCarrier("zenoh"), []
    channel = UpdateChannel(carrier, judge, lambda rrn, data: heard.append((rrn, data)))
    channel.start()

    def brings(origin: str, data: bytes) -> None:
        carrier.take(origin, data)
        channel.deliver(0.0)

    return SimpleNamespace(
        judge=judge, carrier=carrier, heard=heard, channel=channel, brings=brings
    )


def update_of(rrn: str) -> bytes:
    return write_envelope(SignedEnvelope(Card(rrn, bytes(32), bytes(1952)), b"words", "signature"))


def test_an_accepted_update_is_passed_to_the_callback(side):
    side.brings(ALEX, update_of(ALEX))

    assert side.heard == [(ALEX, update_of(ALEX))]


def test_a_refused_update_is_not_passed_to_the_callback(side):
    side.judge.outcome = UpdateOutcome.REPLAYED
    side.brings(ALEX, update_of(ALEX))

    assert side.heard == []


def test_an_update_under_the_zenoh_key_of_another_robot_is_refused_as_forged(side):
    side.brings(BOB, update_of(ALEX))

    assert (side.judge.judged, side.heard) == (0, [])
    assert [verdict.outcome for verdict in side.judge.refused] == [UpdateOutcome.FORGED]
    assert BOB in side.judge.refused[0].reason


def test_reading_stops_during_a_flood_and_starts_again_after_the_flood(side):
    for _ in range(5000):
        side.carrier.take(ALEX, update_of(ALEX))
    side.channel.deliver(0.0)
    assert side.judge.judged < 1.2 * AT_ONCE
    assert [verdict.outcome for verdict in side.judge.refused] == [UpdateOutcome.FLOOD]
    now = time.monotonic()
    side.channel.tick(now)
    assert not side.carrier.is_listening

    side.channel.tick(now + 6.0)

    assert side.carrier.is_listening
    assert side.carrier.listened == 2


@pytest.mark.parametrize(
    ("outcome", "most"), [(UpdateOutcome.UNKNOWN, 512), (UpdateOutcome.ACCEPTED, 1_536)]
)
def test_the_number_of_kept_verdicts_is_limited_when_robot_names_are_invented(side, outcome, most):
    side.judge.outcome = outcome
    for number in range(1_800):
        rrn = f"RRN-{number:012}"
        side.brings(rrn, update_of(rrn))
    assert len(side.channel.verdicts()) == most


def test_reading_again_clears_the_verdicts_until_the_updates_arrive(side):
    side.brings(ALEX, update_of(ALEX))
    assert list(side.channel.verdicts()) == [ALEX]

    side.channel.read_anew()
    assert side.channel.verdicts() == {}
    side.channel.tick(0.0)
    side.brings(ALEX, update_of(ALEX))

    assert list(side.channel.verdicts()) == [ALEX]


def test_the_verdict_on_a_refused_update_is_kept_after_updates_of_600_accepted_robots(side):
    for number in range(600):
        side.carrier.take("", update_of(f"RRN-{number + 1:012d}"))
    side.channel.deliver(0.0)
    side.judge.outcome = UpdateOutcome.REPLAYED
    side.brings("", update_of("RRN-000000000999"))

    assert side.channel.verdicts()["RRN-000000000999"].rejected == 1


def test_updates_since_the_last_delivery_are_judged_together(side):
    for rrn in (ALEX, BOB):
        side.carrier.take(rrn, update_of(rrn))
    assert side.judge.calls == []

    side.channel.deliver(0.0)

    assert side.judge.calls == [2]
    assert [rrn for rrn, _ in side.heard] == [ALEX, BOB]


def test_a_full_batch_of_updates_is_judged_at_once(side):
    for _ in range(100):
        side.carrier.take(ALEX, update_of(ALEX))

    assert side.judge.calls == [64]
