"""Updates of many robots that arrive together, as after a partition, are processed together."""

from __future__ import annotations

import pytest
from federation_builders import BLOCKED, LIP, NOON, size_of, talker

from robot_memory.foundation.identity.trust_store import TrustedRobot
from robot_memory.ledger import Ledger
from robot_memory.sharing.federation.signed_envelope import SignedEnvelope


def outcomes(robot, *said: SignedEnvelope) -> list[str]:
    verdicts = robot.exchange.receive_all([(each, size_of(each)) for each in said])
    return [verdict.outcome.value for verdict in verdicts]


def test_simultaneous_updates_of_many_robots_are_stored_in_few_commits(
    listen, monkeypatch: pytest.MonkeyPatch
):
    robot, others = listen(), [talker(number) for number in range(100, 130)]
    robot.believe(*others)
    commits, append = [], Ledger.append
    monkeypatch.setattr(
        Ledger, "append", lambda ledger, rows: commits.append(len(rows)) or append(ledger, rows)
    )

    assert set(outcomes(robot, *(other.says(BLOCKED) for other in others))) == {"accepted"}

    assert sum(commits) == 30
    assert len(commits) <= 3  # one, unless the committing thread begins early
    assert len(robot.memory.peers.all()) == 30


def test_each_message_has_its_own_verdict_in_order(robot, alex, bob):
    said = alex.says(BLOCKED)

    assert outcomes(robot, bob.says(LIP), said, said) == ["not trusted", "accepted", "known"]


def test_an_update_is_reported_once_it_is_stored(robot, alex, bob, monkeypatch):
    robot.believe(bob)
    stored: list[list[str]] = []
    monkeypatch.setattr(
        robot.exchange, "_on_news", lambda news: stored.append(list(robot.memory.peers.all()))
    )

    outcomes(robot, alex.says(BLOCKED), bob.says(LIP))

    assert stored == [[alex.rrn, bob.rrn]] * 2


MANY = 80


def test_eighty_robots_are_accepted_at_once_and_known_after_a_restart(listen):
    robot = listen()
    others = [talker(number) for number in range(100, 100 + MANY)]
    for other in others:  # `peers trust` would read all files before each one
        robot.trust._write(TrustedRobot(other.card, NOON))
    robot.exchange.reload_trust()
    said = [other.says(f"Door {number} sticks") for number, other in enumerate(others)]

    assert {robot.outcome(each) for each in said} == {"accepted"}
    robot.restart()
    assert {robot.outcome(each) for each in said} == {"known"}
    assert len(robot.memory.peers.all()) == MANY
    assert len(robot.memory.ledger.peers()) == MANY
