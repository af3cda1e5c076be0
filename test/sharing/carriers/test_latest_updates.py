"""Which updates are requested, and when."""

from __future__ import annotations

from robot_memory.sharing.carriers.zenoh_reader import LatestUpdates

ALEX = "RRN-000000000001"


def test_a_received_update_is_not_requested():
    latest = LatestUpdates()
    latest.announce(ALEX, "one", 0.0)
    latest.note(ALEX, "one")

    assert latest.due(1000.0, 10) == []


def test_a_missing_update_is_requested_after_a_delay_and_then_at_longer_and_longer_intervals():
    latest = LatestUpdates()
    latest.announce(ALEX, "one", 0.0)

    asked = [second / 10 for second in range(6000) if latest.due(second / 10, 10)]

    assert asked[0] == 0.5
    assert len(asked) < 15
    assert asked[-1] - asked[-2] >= 60.0


def test_an_update_received_before_its_announcement_is_not_requested():
    latest = LatestUpdates()
    latest.note(ALEX, "one")
    latest.announce(ALEX, "one", 0.0)

    assert latest.due(1000.0, 10) == []


def test_robots_beyond_the_limit_of_one_round_are_asked_in_the_next_round():
    latest = LatestUpdates()
    for number in range(30):
        latest.announce(f"RRN-{number:012d}", "one", 0.0)

    first, second = latest.due(1.0, 20), latest.due(1.0, 20)

    assert (len(first), len(second)) == (20, 10)
    assert not set(first) & set(second)


def test_a_robot_counts_as_missing_after_many_requests_until_its_update_is_received():
    latest = LatestUpdates()
    latest.announce(ALEX, "one", 0.0)
    latest.announce(ALEX, "two", 0.0)
    latest.announce("RRN-000000000002", "one", 0.0)
    latest.note("RRN-000000000002", "one")
    latest.due(1.0, 10)
    assert latest.count_missing() == 0

    for second in range(60):
        latest.due(float(second), 10)
    assert latest.count_missing() == 1
    for digest in ("one", "two"):
        latest.note(ALEX, digest)

    assert latest.count_missing() == 0


def test_an_honest_robot_among_thousands_of_invented_ones_is_asked_in_turn():
    latest = LatestUpdates()
    for number in range(4_000):
        latest.announce(f"RRN-{number:012d}", "one", 0.0)
    latest.announce("RRN-999999999999", "one", 1.0)

    asked = next(
        second for second in range(1800) if "RRN-999999999999" in latest.due(float(second), 50)
    )

    assert asked <= 4_000 / 50 + 2


def test_invented_announcements_use_bounded_memory():
    latest = LatestUpdates()
    for number in range(30_000):
        latest.announce(f"RRN-{number:012d}", "one", 0.0)
        latest.announce(ALEX, str(number), 0.0)

    assert len(latest.robots()) <= 20_000
    assert len(latest.due(1.0, 100_000)) <= 20_000
