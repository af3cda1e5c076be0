"""Other processes learn what a node hears of its robot, in one sentence."""

from __future__ import annotations

import fcntl

import pytest

from robot_memory.foundation.home import NODE_LOCK
from robot_memory.foundation.node_watch import Hearing, read_node_watch
from robot_memory.foundation.time.clock import read_uptime


@pytest.mark.parametrize(
    ("hearing", "words"),
    [
        (Hearing(100.0, None, 30.0), "nothing was heard yet"),
        (Hearing(0.0, 80.0, 30.0), "a node watches"),
        (Hearing(0.0, 80.0, 30.0, unread=2),
         "a node watches, but for 2 topics that no rule is about"),
        (Hearing(0.0, 9.7, 30.0), "nothing was heard for 90 s"),
        (Hearing(0.0, 9.7, 120.0), "a node watches"),
        (Hearing(0.0, None, 30.0, 1, "/gh1"),
         "nothing was heard yet, and 1 topic outside /gh1 is ignored"),
        (Hearing(0.0, -500.0, 30.0, 2, "/gh1"),
         "nothing was heard for 10 min, and 2 topics outside /gh1 are ignored"),
    ],
)  # fmt: skip
def test_the_watch_reports_if_and_since_when_no_message_was_received(hearing, words):
    assert hearing.words(100.0) == words
    assert hearing.hears(100.0) == words.startswith("a node watches")
    assert Hearing.from_line(hearing.to_line()) == hearing


def test_a_node_that_cannot_store_observations_is_reported_with_the_problem(tmp_path):
    problem = "observations.db: database or disk is full; 61 observations wait"
    hearing = Hearing(0.0, read_uptime(), 30.0, unstored=problem)
    file = tmp_path / NODE_LOCK
    file.write_text(f"1 boot\n/robot_memory in domain 0\n\n{hearing.to_line()}\n")

    with file.open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        watch = read_node_watch(tmp_path)

    told = f"a node watches, and what it sees is not stored: {problem}"
    assert (watch.keeps, watch.hears, watch.words) == (True, False, told)


@pytest.mark.parametrize(
    "line", ["", "{", "7", '{"began": 1}', '{"began": 0, "last": "x", "patience": 30}']
)
def test_a_node_without_a_readable_status_line_is_reported_as_watching(tmp_path, line):
    file = tmp_path / NODE_LOCK
    file.write_text(f"1 boot\n/robot_memory in domain 0\n\n{line}\n")
    assert not read_node_watch(tmp_path).keeps

    with file.open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        watch = read_node_watch(tmp_path)

    assert (watch.keeps, watch.hears, watch.words) == (True, True, "a node watches")
