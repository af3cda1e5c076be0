"""A robot hears more others than one burst of messages has, in bounded memory."""

from __future__ import annotations

from federation_builders import NOON, talker

from robot_memory.foundation.identity.trust_store import TrustedRobot

MANY = 300


def test_three_hundred_robots_are_heard_at_once_and_after_a_restart_none_is_checked_in_vain(listen):
    robot = listen()
    others = [talker(number) for number in range(100, 100 + MANY)]
    for other in others:  # `peers trust` would read all before each
        robot.trust._write(TrustedRobot(other.card, NOON))
    robot.exchange.reload_trust()
    said = [other.says(f"Door {number} sticks") for number, other in enumerate(others)]

    assert {robot.outcome(each) for each in said} == {"accepted"}
    robot.restart()
    assert {robot.outcome(each) for each in said} == {"known"}
    assert len(robot.memory.peers.all()) == MANY
    assert len(robot.memory.ledger.peers()) == MANY
