"""The night shift's candidates: rows for an operator to review, with reasons."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import timedelta

import pytest
from governance_builders import NOON, at

from robot_memory.foundation.time.clock import Instant
from robot_memory.governance.contract_rules import PriorRuns, check_packet, check_rows
from robot_memory.governance.mutation_contract import detail_text
from robot_memory.governance.packet import make_packet
from robot_memory.governance.packet_proposal import find_candidates, in_packets
from robot_memory.ledger import Kind, Observation


def row(number, days_ago, *, kind=Kind.ONSET, entry="mem-1", text="x", score=None):
    detail = {} if score is None else {"importance": {"score": score}}
    instant = Instant(NOON - timedelta(days=days_ago), 0.0, "b", True)
    return Observation(kind, instant, text, entry_id=entry, detail=detail, id=number)


def found(*rows, leave=(), limit=20):
    return find_candidates(rows, NOON, leave=leave, limit=limit)


def changes(*rows):
    return {one.observation_id: dict(one.changes) for one in found(*rows)}


STALE = {"/lifecycle/stale_candidate": True, "/lifecycle/stale_reason_code": "age_threshold"}


MORE = {"/importance/score": 0.65, "/importance/label": "nice_to_have"}


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param([row(1, 200), row(2, 180)], {1: STALE, 2: STALE}, id="half a year: stale"),
        pytest.param([row(1, 200), row(2, 179)], {}, id="seen since: not stale"),
        pytest.param([row(1, 2), row(2, 1), row(3, 1)], {}, id="came back on two days only"),
        pytest.param([row(1, 3), row(2, 2), row(3, 1, score=0.8)], {}, id="matters enough"),
        pytest.param([row(1, 90, score=0.8)], {1: MORE}, id="scored, and no new evidence"),
        pytest.param([row(1, 89, score=0.8)], {}, id="scored, and evidence of late"),
    ],
)
def test_stale_rows_and_scored_rows_without_new_evidence_become_candidates(rows, expected):
    assert changes(*rows) == expected


def test_an_older_note_with_the_same_words_is_proposed_as_a_duplicate():
    texts = ["Ramp is  slippery", "ramp is slippery", "Ramp is dry"]
    notes = [row(n, 3 - n, kind=Kind.NOTE, text=text) for n, text in enumerate(texts)]
    (one,) = found(*notes)

    assert one.observation_id == 0
    assert one.changes["/lifecycle/stale_reason_code"] == "duplicate_cluster"
    assert one.evidence_refs == ("observation:1", "observation:0")


def test_the_newest_row_of_a_recurring_fault_is_proposed_for_a_higher_score():
    (one,) = found(row(1, 3), row(2, 2), row(3, 1))

    assert one.observation_id == 3
    assert dict(one.changes) == MORE
    assert one.evidence_refs == ("observation:1", "observation:2", "observation:3")


@pytest.mark.parametrize("score", [None, 0.0, 0.3, 0.45, 0.7, 0.79])
def test_proposed_candidates_satisfy_the_contract(score):
    rows = [row(1, 3), row(2, 2), row(3, 1, score=score), row(4, 200, entry="b", score=0.9),
            row(5, 100, entry="c", score=0.5 if score is None else max(score, 0.5)),
            row(6, 1, kind=Kind.NOTE, entry="d"), row(7, 0, kind=Kind.NOTE, entry="d")]  # fmt: skip
    texts = {one.id: detail_text(one.detail) for one in rows}
    candidates = found(*rows)
    assert len(candidates) >= 3
    for portion in in_packets(candidates):
        packet = make_packet("l", at().time, "x", portion)
        assert [*check_packet(packet), *check_rows(packet, texts, PriorRuns())] == []


def old_rows(count):
    """Return the house's rows, of an entry that has been quiet for long."""
    scored = {2: {"importance": {"label": "nice_to_have", "score": 0.6}}}
    return [
        replace(row(number, 200), detail=scored.get(number, {"peak": 3.5}))
        for number in range(1, count + 1)
    ]


def suggested(house, rows, days=0):
    made = house.assist.suggest(rows, by="the night shift", now=at(days * 24))
    return [one for packet in made for one in packet.rows]


def test_suggestions_that_wait_for_approval_do_not_exceed_the_daily_cap(house):
    assert suggested(house, old_rows(30)) == list(range(1, 21))
    assert suggested(house, old_rows(30), days=1) == []


def test_suggestions_ignored_for_a_month_are_replaced_and_not_repeated(house):
    suggested(house, old_rows(30))

    assert suggested(house, old_rows(30), days=30) == list(range(21, 31))


def test_packets_dated_by_a_wrong_clock_do_not_block_new_suggestions(house):
    suggested(house, old_rows(30), days=365 * 50)

    assert suggested(house, old_rows(30)) == list(range(21, 31))


def test_concurrent_suggestions_name_each_row_once(house):
    ready = threading.Barrier(4)

    def look(number):
        ready.wait()
        house.assist.suggest(old_rows(30), by="x", now=at(number))

    together = [threading.Thread(target=look, args=(number,)) for number in range(4)]
    for one in together:
        one.start()
    for one in together:
        one.join()

    named = [row for packet, _ in house.assist.packets()[0] for row in packet.rows]
    assert sorted(named) == list(range(1, 21))
