"""Verifying the record: in one pass, against all known heads, while others write."""

from __future__ import annotations

import json
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from levels_builders import NOON, append, at, rotate

from robot_memory.foundation.time.clock import ManualClock
from robot_memory.long_term.levels import Levels
from robot_memory.long_term.levels.record_verification import Witness, verify


def witnesses(heads):
    return [Witness(head, f"robot {head.seq}") for head in heads]


def problems(levels, heads):
    return [str(one).rpartition("/")[2] for one in levels.verify(witnesses(heads)).defects]


def cut(levels, lines):
    path = levels.events.path
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:lines]))


@pytest.mark.parametrize("seq", [-3, 0, 1, 2, 5, 7, 10**30])
def test_a_forged_link_is_reported_at_its_line_and_later_lines_still_verify(levels, seq: int):
    heads = append(levels, *"abcde")
    forged = {"what": "x", "chain": {"seq": seq, "prev": "0" * 64}}
    with levels.events.path.open("ab") as file:
        file.write(json.dumps(forged).encode() + b"\n")
    append(levels, "f", "g")

    checked = levels.verify(witnesses(heads))

    assert [str(defect).partition(": ")[0][-2:] for defect in checked.defects] == [":6"]
    assert (checked.own, checked.confirmed, checked.missing) == (8, 5, 0)


def test_a_truncated_record_is_reported_once_by_the_newest_witness(levels):
    heads = append(levels, *"abcde")
    cut(levels, 2)

    (problem,) = problems(levels, heads)
    assert problem.endswith(
        "was cut off after number 2: number 5 has been seen by robot 5; 2 others miss lines as well"
    )


def test_a_missing_line_is_reported_by_its_witness(levels):
    heads = append(levels, *"abcd")
    path = levels.events.path
    a, _, _, d = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(a + d)

    assert problems(levels, heads) == [
        "events.jsonl:2: has the number 4 where 2 comes next",
        "events.jsonl: there is no number 2, which robot 2 has seen",
        "events.jsonl: there is no number 3, which robot 3 has seen",
    ]


def test_witnesses_of_removed_archives_are_counted_and_are_not_defects(levels, clock):
    heads = append(levels, *"abc")
    rotate(levels, clock, 400)
    [path.unlink() for path in levels.tree.archive(levels.events.path.parent).glob("*.gz")]
    checked = levels.verify(witnesses(heads))

    assert (checked.defects, checked.first, checked.gone, checked.confirmed) == ((), 3, 2, 1)
    assert checked.missing == 0


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_witness_of_a_missing_or_changed_line_reports_it(tmp_path_factory, data):
    levels = Levels(tmp_path_factory.mktemp("home"), ManualClock(NOON, kind="wall", boot="a test"))
    heads = append(levels, *data.draw(st.lists(st.sampled_from("ab"), min_size=1, max_size=6)))
    kept = data.draw(st.integers(0, len(heads)))
    cut(levels, kept)
    anew = append(levels, *data.draw(st.lists(st.sampled_from("ab"), max_size=6)))
    now = [*heads[:kept], *anew]
    head = data.draw(st.sampled_from(heads))

    assert bool(problems(levels, [head])) == (head not in now)


def test_lines_appended_after_the_snapshot_are_not_in_it(levels):
    append(levels, "a")
    with levels.events.snapshot() as record:
        append(levels, "b")
        checked = verify(record)

    assert (checked.head.seq, checked.defects) == (1, ())
    assert levels.verify().head.seq == 2


def test_lines_archived_during_verification_are_read_once(levels, clock):
    append(levels, *"abc")
    append(levels, "d", time=at(6))
    with levels.events.snapshot() as record:
        rotate(levels, clock, 8)
        append(levels, "e", time=at(8))
        checked = verify(record)

    assert (checked.first, checked.head.seq, checked.defects) == (1, 4, ())


@pytest.mark.parametrize("after", [0, 1, 2, 3])
def test_archives_before_the_requested_number_are_not_read(levels, clock, after):
    append(levels, *"ab")
    append(levels, "c", time=at(6))
    rotate(levels, clock, 8)
    with levels.events.snapshot() as record:
        found = [line for _, line in record.lines([], after=after)]

    assert sum(b'"what"' in line for line in found) == (3 if after < 2 else 1)


def test_a_named_pipe_in_place_of_an_archive_is_reported_without_blocking(levels, clock):
    append(levels, "a")
    append(levels, "b", time=at(6))
    rotate(levels, clock, 8)
    (path,) = levels.tree.root.rglob("events-*.jsonl.gz")
    path.unlink()
    os.mkfifo(path)

    told = [str(defect) for defect in levels.verify().defects]
    assert any(f"{path}: cannot be read" in line and "named pipe" in line for line in told), told
