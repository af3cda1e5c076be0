"""Topics that lost a publisher, compared with the usual number."""

from __future__ import annotations

from robot_memory.perception.ros_graph.graph_faults import BRING_UP, LostPublishers

ALL = {"/a": 1, "/b": 2, "/c": 1, "/d": 1}


NODES = {"/amcl", "/map_server", "/driver"}


def run(
    lost: LostPublishers, begin: float, end: float, counts: dict[str, int], nodes: set[str] = NODES
) -> set[str]:
    """Observe the same publishers from ``begin`` to ``end``; return the lost ones at the end."""
    found: set[str] = set()
    for stamp in range(round(begin), round(end), 5):
        found = lost.observe(float(stamp), counts, nodes)
    return found


def test_a_topic_with_fewer_publishers_than_usual_is_lost_until_they_return():
    lost = LostPublishers()
    run(lost, 0, BRING_UP + 100, ALL)

    assert run(lost, 500, 520, {**ALL, "/b": 1}) == {"/b"}
    assert run(lost, 520, 540, ALL) == set()


def test_a_publisher_that_leaves_during_bring_up_is_not_reported():
    lost = LostPublishers()
    run(lost, 0, 100, ALL)
    run(lost, 100, BRING_UP + 100, {**ALL, "/b": 1})

    assert run(lost, 500, 600, {**ALL, "/b": 1}) == set()


def test_a_short_lived_publisher_is_not_reported_as_lost():
    lost = LostPublishers()
    run(lost, 0, BRING_UP + 100, ALL)
    run(lost, 500, 520, {**ALL, "/e": 1})

    assert run(lost, 520, 540, ALL) == set()


def test_a_shutdown_of_the_robot_is_not_reported_as_lost_publishers():
    lost = LostPublishers()
    run(lost, 0, BRING_UP + 100, ALL)

    assert run(lost, 500, 520, {"/a": 1}) == set()


def test_the_topic_of_a_single_node_that_left_is_reported_after_some_seconds():
    lost = LostPublishers()
    run(lost, 0, BRING_UP + 100, ALL)
    left = {**ALL, "/b": 1}

    assert run(lost, 500, 510, left, NODES - {"/amcl"}) == set()
    assert run(lost, 510, 600, left, NODES - {"/amcl"}) == {"/b"}


def test_topics_of_several_nodes_that_leave_within_seconds_are_not_reported():
    lost = LostPublishers()
    run(lost, 0, BRING_UP + 100, ALL)
    run(lost, 500, 505, {**ALL, "/b": 1}, NODES - {"/amcl"})
    without = {"/a": 1, "/c": 1, "/d": 1}

    assert run(lost, 505, 600, without, {"/driver"}) == set()
