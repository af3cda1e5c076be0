"""Topics that lost a publisher, by how many there usually are."""

from __future__ import annotations

from robot_memory.perception.ros_graph.lost_publishers import BRING_UP, LostPublishers

ALL = {"/a": 1, "/b": 2, "/c": 1, "/d": 1}


def run(lost: LostPublishers, begin: float, end: float, counts: dict[str, int]) -> set[str]:
    """Observe the same for a while, and return what is lost at its end."""
    found: set[str] = set()
    for stamp in range(round(begin), round(end), 5):
        found = lost.observe(float(stamp), counts)
    return found


def test_a_topic_with_fewer_publishers_than_usual_is_lost_until_they_are_back():
    lost = LostPublishers()
    run(lost, 0, BRING_UP + 100, ALL)

    assert run(lost, 500, 520, {**ALL, "/b": 1}) == {"/b"}
    assert run(lost, 520, 540, ALL) == set()


def test_what_goes_while_the_robot_is_brought_up_is_normal():
    lost = LostPublishers()
    run(lost, 0, 100, ALL)
    run(lost, 100, BRING_UP + 100, {**ALL, "/b": 1})

    assert run(lost, 500, 600, {**ALL, "/b": 1}) == set()


def test_a_publisher_that_was_there_for_a_moment_is_not_missed():
    lost = LostPublishers()
    run(lost, 0, BRING_UP + 100, ALL)
    run(lost, 500, 520, {**ALL, "/e": 1})

    assert run(lost, 520, 540, ALL) == set()


def test_a_robot_that_is_shut_down_loses_nothing():
    lost = LostPublishers()
    run(lost, 0, BRING_UP + 100, ALL)

    assert run(lost, 500, 520, {"/a": 1}) == set()
