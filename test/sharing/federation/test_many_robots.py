"""A robot hears more others than one burst of messages has, in bounded memory."""

from __future__ import annotations

import json

from federation_builders import talker

from robot_memory.foundation.identity.card import write_card

MANY = 300


def test_three_hundred_robots_are_heard_at_once_and_after_a_restart_none_is_checked_in_vain(listen):
    robot = listen()
    others = [talker(number) for number in range(100, 100 + MANY)]
    robot.trust.folder.mkdir(parents=True, exist_ok=True)
    for other in others:  # as `peers trust` writes them, which reads all before each
        record = json.loads(write_card(other.card)) | {"since": "2026-12-01T12:00:00Z"}
        (robot.trust.folder / f"{other.rrn}.json").write_text(json.dumps(record))
    robot.exchange.reload_trust()
    said = [other.says(f"Door {number} sticks") for number, other in enumerate(others)]

    assert {robot.outcome(each) for each in said} == {"accepted"}
    robot.restart()
    assert {robot.outcome(each) for each in said} == {"known"}
    assert len(robot.memory.peers.all()) == MANY
    assert len(robot.memory.ledger.peers()) == MANY
