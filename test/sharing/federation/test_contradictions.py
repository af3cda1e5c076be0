"""Robots that contradict themselves: the operator sees both stories, and neither is used."""

from __future__ import annotations

from dataclasses import replace

import pytest
from federation_builders import BLOCKED, LIP, at, forged, talker, texts
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from robot_memory.applications.review.review_item import ReviewKind
from robot_memory.applications.review.review_list import items_to_review
from robot_memory.sharing.federation.robot_update import read_update
from robot_memory.sharing.federation.signed_envelope import inflate

FREE = "East corridor is free"


@pytest.fixture
def disputed(robot, alex):
    """A listener that received two stories from Alex under one number."""
    robot.hear(alex.says(BLOCKED, sequence=500))
    robot.clock.pass_by(1)
    assert robot.outcome(alex.says(FREE, sequence=500)) == "two stories"
    return robot


def stories(listener, other) -> list[list[str]]:
    (row,) = listener.memory.peers.rows(other.rrn)
    return [list(story) for story in row.detail["stories"]]


def restarted(other):
    """Return a robot after a restart of its node."""
    return replace(other, session="second-start", sequence=600)


# --- Two stories under one number ----------------------------------------------------------------


def test_contradicting_updates_are_hidden_from_agents_and_both_shown_as_a_dispute(disputed, alex):
    disputed.memory.save()
    disputed.restart()

    assert stories(disputed, alex) == [[BLOCKED], [FREE]]
    assert "two stories" in disputed.text
    assert "two stories under sequence 500" in disputed.peer(alex).problem
    assert disputed.told == ""


def test_a_dispute_shows_the_entries_that_differ_first(robot, alex):
    same = [f"Door {number} sticks" for number in range(20)]
    robot.hear(alex.says(*same, BLOCKED, sequence=500))
    robot.hear(alex.says(*same, FREE, sequence=500))

    assert [story[0] for story in stories(robot, alex)] == [BLOCKED, FREE]


def test_a_dispute_shows_at_most_five_entries_of_an_update(robot, alex):
    robot.hear(alex.says(*(f"Door {number} sticks" for number in range(200)), sequence=500))
    robot.hear(alex.says(FREE, sequence=500))

    assert len(stories(robot, alex)[0]) == 5


def test_further_contradicting_updates_do_not_change_a_dispute(disputed, alex):
    for text in (BLOCKED, FREE, LIP, BLOCKED):
        assert disputed.outcome(alex.says(text, sequence=500)) in ("disputed", "two stories")

    assert disputed.told == ""
    assert stories(disputed, alex) == [[BLOCKED], [FREE]]


def test_a_dispute_is_reported_once(disputed, alex):
    for _ in range(3):
        disputed.hear(alex.says(LIP, sequence=500))

    assert [news.detail.partition(":")[0] for news in disputed.news].count("two stories") == 1


def test_a_disputed_robot_is_accepted_again_after_its_restart(disputed, alex):
    assert disputed.outcome(restarted(alex).says(LIP)) == "accepted"
    assert LIP in disputed.told
    assert disputed.peer(alex).problem == ""


def test_a_disputed_robot_is_accepted_again_once_an_operator_renews_its_trust(
    disputed, alex, clock
):
    clock.pass_by(1)
    disputed.believe(alex)

    assert disputed.outcome(alex.says(LIP, sequence=501)) == "accepted"
    assert LIP in disputed.told


def test_trust_given_before_a_dispute_does_not_end_the_dispute(disputed, alex, clock):
    clock.pass_by(1)
    disputed.restart()

    assert disputed.outcome(alex.says(LIP, sequence=501)) == "disputed"


def test_an_update_that_contradicts_an_update_from_before_a_restart_is_detected(robot, alex):
    robot.hear(alex.says(BLOCKED, sequence=500))
    robot.restart()

    assert robot.outcome(alex.says(FREE, sequence=500)) == "two stories"


# --- Two robots with one name and one key --------------------------------------------------------


@pytest.fixture
def double(alex):
    """Alex's copy on another robot, with the same home."""
    return replace(alex, session="the-copy", sequence=300)


def test_two_nodes_with_one_identity_are_detected_and_the_entries_of_both_are_hidden(
    robot, alex, double
):
    assert robot.outcome(alex.says(BLOCKED)) == "accepted"
    assert robot.outcome(double.says(FREE)) == "accepted"  # as after a restart
    alex.sequence = 400
    assert robot.outcome(alex.says(BLOCKED)) == "two robots"

    assert robot.told == ""
    assert stories(robot, alex) == [[FREE], [BLOCKED]]
    for speaker in (alex, double):
        speaker.sequence = 900
        assert robot.outcome(speaker.says(LIP)) == "disputed"


def test_frequent_restarts_are_not_a_dispute(robot, alex):
    for start in range(30):
        speaker = replace(alex, session=f"start-{start}", sequence=1000 + start)
        assert robot.outcome(speaker.says(BLOCKED)) == "accepted"
        robot.clock.pass_by(10)


def test_a_late_message_of_an_earlier_session_is_a_replay_and_no_dispute(robot, alex):
    late = alex.says(BLOCKED)
    robot.hear(alex.says(BLOCKED))
    robot.hear(restarted(alex).says(LIP))

    assert robot.outcome(late) == "replayed"
    assert LIP in robot.told


# --- Two robots with one name and different keys -------------------------------------------------


def test_if_two_robots_use_one_rrn_only_the_robot_with_the_trusted_key_is_accepted(robot, alex):
    other = talker(7)
    other.keys = replace(other.keys, rrn=alex.rrn)

    assert robot.outcome(other.says(FREE, sequence=9999)) == "other key"
    assert robot.outcome(alex.says(BLOCKED)) == "accepted"
    assert robot.outcome(other.says(FREE, sequence=99999)) == "other key"
    assert BLOCKED in robot.told
    assert "two robots with one RRN" in robot.news[0].detail


# --- Any messages, in any order ------------------------------------------------------------------

#: Each example has its own home on disk.
EFFORT = settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])


@EFFORT
@given(st.lists(st.integers(0, 9), min_size=1, max_size=20))
def test_the_latest_update_is_used_even_if_updates_arrive_repeatedly_and_in_any_order(
    listen_anew, order
):
    alex = talker(1)
    said = [alex.says(f"Door {number} sticks") for number in range(10)]
    with listen_anew(alex) as listener:
        for number in order:
            listener.clock.pass_by(10)
            listener.hear(said[number])

        assert texts(listener.peer(alex).entries) == [f"Door {max(order)} sticks"]


DEEDS = ("says", "forged", "stranger", "replay", "ahead", "large", "restart", "save")


@EFFORT
@given(st.lists(st.sampled_from(DEEDS), max_size=15))
def test_no_attack_replaces_the_last_genuine_update_of_a_trusted_robot(listen_anew, deeds):
    alex, bob = talker(1), talker(2)
    true = [alex.says("Door 0 sticks")]
    with listen_anew(alex) as listener:
        listener.hear(true[0])
        for number, deed in enumerate(deeds, 1):
            listener.clock.pass_by(10)
            text = f"Door {number} sticks"
            match deed:
                case "says":
                    true.append(alex.says(text))
                    listener.hear(true[-1])
                case "forged":
                    listener.hear(forged(alex.says(text)))
                case "stranger":
                    listener.hear(bob.says(text))
                case "replay":
                    listener.hear(true[0])
                case "ahead":
                    listener.hear(alex.says(text, issued=at(days=30)))
                case "large":
                    listener.hear(alex.says(text), size=10**6)
                case "restart":
                    listener.restart()
                case "save":
                    listener.memory.save()

        last = read_update(inflate(true[-1].payload))
        assert texts(listener.peer(alex).entries) == texts(last.entries)
        assert listener.memory.peers.all().keys() == {alex.rrn}
        assert listener.memory.entries() == []


def test_a_disputed_robot_is_listed_for_review(disputed, alex):
    waiting = items_to_review(disputed.memory)

    assert [(item.kind, item.id) for item in waiting] == [(ReviewKind.CONTRADICTION, alex.rrn)]
