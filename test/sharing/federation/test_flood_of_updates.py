"""Under any flood, work and memory are bounded, and honest robots are heard afterwards."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace

import pytest
from federation_builders import BLOCKED, LIP, NOON, forged, instant, note
from robots import keys_of, rrn_of

from robot_memory.foundation.identity.card import Card
from robot_memory.foundation.identity.trust_store import TrustedRobot
from robot_memory.sharing.federation import update_checks as reception_room
from robot_memory.sharing.federation.flood_guard import (
    A_SECOND,
    AT_ONCE,
    AWAY,
    MOST_PEERS,
    FloodGuard,
    InboundRateLimit,
    RejectionCounter,
)
from robot_memory.sharing.federation.peer_record import PeerRecord
from robot_memory.sharing.federation.update_checks import UpdateReceiver
from robot_memory.sharing.federation.update_verdict import UpdateOutcome, UpdateVerdict

#: The signatures checked at once, and per second.
BURST, RATE = 1280, 50


def test_updates_are_checked_at_once_up_to_the_burst_size_and_not_beyond():
    guard = FloodGuard()

    assert all(guard.may_check(0.0) for _ in range(BURST))
    assert not guard.may_check(0.0)


def test_the_number_of_permitted_checks_grows_with_time_up_to_the_burst_size():
    guard = FloodGuard()
    for _ in range(BURST):
        guard.may_check(0.0)

    assert sum(guard.may_check(1.0) for _ in range(1000)) == RATE
    assert sum(guard.may_check(100_000.0) for _ in range(2000)) == BURST


def test_each_robot_has_its_own_rate_limit():
    guard = FloodGuard()
    taken = sum(guard.may_take("RRN-00000001", 0.0) for _ in range(100))

    assert taken == 20
    assert guard.may_take("RRN-00000002", 0.0)
    assert sum(guard.may_take("RRN-00000001", 300.0) for _ in range(100)) == 20


def test_updates_of_at_most_1024_robots_are_taken_at_once():
    guard = FloodGuard()
    taken = [guard.may_take(f"RRN-{number:08d}", 0.0) for number in range(2000)]

    assert sum(taken) == 1024
    assert guard.may_take("RRN-00000000", 0.0)


def test_latched_updates_are_read_again_once_after_a_flood():
    guard = FloodGuard()
    while guard.may_check(0.0):
        pass

    assert not guard.should_read_again(4.9, 5.0)
    assert guard.should_read_again(5.0, 5.0)
    assert not guard.should_read_again(99.0, 5.0)


def test_latched_updates_are_read_again_every_half_minute_during_a_long_flood():
    guard, read_again = FloodGuard(), []
    for second in range(100):
        while guard.may_check(float(second)):
            pass
        if guard.should_read_again(float(second), 5.0):
            read_again.append(second)

    assert read_again == [30, 61, 92]


# --- Rate limits ---------------------------------------------------------------------------------


def make_reception(*others: Card) -> UpdateReceiver:
    trusted = {card.rrn: TrustedRobot(card, NOON) for card in others}
    return UpdateReceiver(keys_of(9).card, "own", trusted.get, {}.get, is_open=False)


@pytest.mark.parametrize("work", ["inflate", "verify"])
def test_forged_updates_cause_a_limited_number_of_checks_a_second(monkeypatch, alex, work):
    checked: list[object] = []
    answer = {"inflate": b"{}", "verify": "no"}[work]
    monkeypatch.setattr(reception_room, work, lambda *given: checked.append(given) or answer)
    reception, said = make_reception(alex.card), alex.says(BLOCKED)

    for number in range(5000):
        reception.judge(said, 9000, instant(seconds=number / 500))

    assert len(checked) <= BURST + 10 * RATE


def test_updates_of_unknown_robots_do_not_use_up_the_checks_for_trusted_robots(alex, bob):
    reception = make_reception(alex.card)
    said = bob.says(BLOCKED)
    for _ in range(5000):
        reception.judge(said, 9000, instant())

    assert (
        reception.judge(alex.says(LIP), 9000, instant()).verdict.outcome is UpdateOutcome.ACCEPTED
    )


def test_known_updates_that_are_read_again_do_not_use_up_the_checks_for_new_updates(alex, bob):
    trusted = {each.rrn: TrustedRobot(each.card, NOON) for each in (alex, bob)}
    seen: dict[str, PeerRecord] = {}
    reception = UpdateReceiver(keys_of(9).card, "own", trusted.get, seen.get, is_open=False)
    said = alex.says(BLOCKED)
    taken_in = reception.judge(said, 9000, instant()).seen
    assert taken_in is not None
    seen[alex.rrn] = taken_in

    again = [reception.judge(said, 9000, instant()).verdict.outcome for _ in range(2 * BURST)]

    assert set(again) == {UpdateOutcome.KNOWN}
    assert reception.judge(bob.says(LIP), 9000, instant()).verdict.outcome is UpdateOutcome.ACCEPTED


def test_a_flood_of_forgeries_uses_bounded_memory(alex):
    reception = make_reception(alex.card)
    cards = [replace(alex.card, rrn=rrn_of(number)) for number in range(2000)]
    said = forged(alex.says(BLOCKED))

    def flood() -> None:
        for number, card in enumerate(cards):
            reception.judge(replace(said, card=card), 9000, instant(seconds=number / 100))

    flood()
    tracemalloc.start()
    flood()
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert grown < 20_000


def test_rejections_of_thousands_of_robots_are_counted_under_at_most_65_kinds():
    complaints = RejectionCounter()
    told = [
        complaints.note(
            UpdateVerdict(rrn_of(number), UpdateOutcome.UNKNOWN, "a stranger", rejected=1)
        )
        for number in range(10_000)
    ]

    assert sum(told) <= 65
    counts = complaints.counts()
    assert len(counts) <= 65
    assert sum(int(text.split()[0]) for _, text in counts) == 10_000


def test_a_new_kind_of_rejection_is_reported_even_after_thousands_of_other_rejections():
    complaints = RejectionCounter()
    for number in range(10_000):
        complaints.note(UpdateVerdict(rrn_of(number), UpdateOutcome.UNKNOWN, "a stranger"))

    assert complaints.note(UpdateVerdict(rrn_of(7), UpdateOutcome.FORGED, "no"))


# --- The whole exchange --------------------------------------------------------------------------


def test_a_robot_that_sends_without_pause_is_limited_and_its_last_update_accepted(
    robot, alex, clock
):
    outcomes = [robot.outcome(alex.says(f"Door {number} sticks")) for number in range(60)]
    assert outcomes.count("accepted") == 20
    assert set(outcomes) == {"accepted", "flood"}
    assert not robot.exchange.should_read_again()

    clock.pass_by(10)
    assert robot.exchange.should_read_again()
    assert robot.outcome(alex.says(LIP)) == "accepted"
    assert LIP in robot.told


def test_a_flood_is_reported_once_and_the_impersonated_robot_is_accepted_after_it(
    robot, alex, clock
):
    false = forged(alex.says(BLOCKED))
    for _ in range(2 * BURST):
        robot.hear(false)
    said = alex.says(LIP)
    assert robot.outcome(said) == "flood"
    assert [news.detail.partition(":")[0] for news in robot.news] == ["forged", "flood"]

    clock.pass_by(6)
    assert robot.exchange.should_read_again()
    assert robot.outcome(said) == "accepted"


def test_the_ledger_keeps_few_rows_of_a_robot_however_many_updates_it_sends(robot, alex, clock):
    for number in range(30):
        clock.pass_by(60)
        robot.hear(alex.says(note(f"Door {number} sticks"), issued=clock.time))
        if number % 10 == 9:
            robot.memory.save()
    robot.memory.save()
    robot.hear(alex.says(LIP, issued=clock.time))

    assert len(robot.memory.ledger.after(0)) <= 2


def flood(overrun: InboundRateLimit, now: float) -> int:
    """Return how many of 5000 simultaneous messages may be processed."""
    return sum(overrun.may_take(now) for _ in range(5000))


def test_the_latched_updates_of_a_whole_site_are_read_at_once():
    assert flood(InboundRateLimit(), 0.0) == AT_ONCE >= 2 * MOST_PEERS


def test_after_a_flood_reading_pauses_and_then_takes_all_latched_updates():
    overrun = InboundRateLimit()
    flood(overrun, 0.0)

    assert overrun.is_away(0.0)
    assert not overrun.may_take(AWAY - 0.1)
    assert not overrun.is_away(AWAY)
    assert flood(overrun, AWAY) == int(A_SECOND * AWAY) >= MOST_PEERS


def test_the_permitted_rate_never_counts_as_a_flood():
    overrun = InboundRateLimit()

    assert all(overrun.may_take(second / A_SECOND) for second in range(10_000))
    assert not overrun.is_away(10_000 / A_SECOND)
