"""Checking the record: in one pass, against all who have seen it, while others go on writing."""

from __future__ import annotations

import json
import os
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from levels_builders import NOON, append, at, rotate

from robot_memory.foundation.disk import file_lock
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.long_term.levels import Levels, hash_chain
from robot_memory.long_term.levels.hash_chain import NO_HEAD, ChainHead
from robot_memory.long_term.levels.json_files import LOCK
from robot_memory.long_term.levels.record_verification import Witness, verify


def witnesses(heads):
    return [Witness(head, f"robot {head.seq}") for head in heads]


def problems(levels, heads):
    return [str(one).rpartition("/")[2] for one in levels.verify(witnesses(heads)).defects]


def cut(levels, lines):
    path = levels.events.path
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:lines]))


# -- forged lines ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seq", [-3, 0, 1, 2, 5, 7, 10**30])
def test_a_forged_link_is_told_at_its_line_and_later_lines_stay_countable(levels, seq: int):
    heads = append(levels, *"abcde")
    forged = {"what": "x", "chain": {"seq": seq, "prev": "0" * 64}}
    with levels.events.path.open("ab") as file:
        file.write(json.dumps(forged).encode() + b"\n")
    append(levels, "f", "g")

    checked = levels.verify(witnesses(heads))

    assert [str(defect).partition(": ")[0][-2:] for defect in checked.defects] == [":6"]
    assert (checked.own, checked.confirmed, checked.missing) == (8, 5, 0)


# -- witnesses -----------------------------------------------------------------------------------


def test_all_witnesses_are_heard_in_one_pass(levels):
    heads = append(levels, *"abcde")
    checked = levels.verify(witnesses(heads))

    assert (checked.defects, checked.confirmed, checked.gone, checked.missing) == ((), 5, 0, 0)


def test_each_line_is_looked_at_once_however_many_have_seen_it(levels, monkeypatch):
    heads = append(levels, *"abcdefgh")
    looked_at, link_of = [], hash_chain.link_of
    monkeypatch.setattr(
        hash_chain, "link_of", lambda line: (looked_at.append(line), link_of(line))[1]
    )
    levels.verify(witnesses(heads * 3))

    assert len(looked_at) == 8


def test_a_witness_of_nothing_neither_confirms_nor_misses_anything(levels):
    append(levels, "a")
    checked = levels.verify([Witness(NO_HEAD, "a receipt")])

    assert (checked.defects, checked.confirmed, checked.gone, checked.missing) == ((), 0, 0, 0)


def test_witnesses_of_missing_or_different_lines_are_counted(levels):
    heads = append(levels, *"abcde")
    cut(levels, 2)
    other = Witness(ChainHead(1, "0" * 64), "another")
    checked = levels.verify([*witnesses(heads), other])

    assert (checked.confirmed, checked.missing) == (2, 4)


def test_a_cut_is_reported_once_by_the_newest_witness(levels):
    heads = append(levels, *"abcde")
    cut(levels, 2)

    (problem,) = problems(levels, heads)
    assert problem.endswith(
        "was cut off after number 2: number 5 has been seen by robot 5; 2 others miss lines as well"
    )


def test_a_record_that_was_removed_is_missed(levels):
    heads = append(levels, *"ab")
    levels.events.path.unlink()

    assert problems(levels, heads[-1:]) == [
        "events.jsonl: was cut off after number 0: number 2 has been seen by robot 2"
    ]


def test_a_line_that_was_written_anew_with_all_that_follow_is_reported_by_its_place(levels):
    heads = append(levels, *"abc")
    cut(levels, 1)
    append(levels, *"xyz")

    assert problems(levels, heads) == [
        "events.jsonl:2: number 2 is not what robot 2 has seen",
        "events.jsonl:3: number 3 is not what robot 3 has seen",
    ]


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


def test_witnesses_of_removed_archives_only_are_counted(levels, clock):
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


# -- while others write --------------------------------------------------------------------------


def test_what_is_appended_after_the_snapshot_is_not_in_it(levels):
    append(levels, "a")
    with levels.events.snapshot() as record:
        append(levels, "b")
        checked = verify(record)

    assert (checked.head.seq, checked.defects) == (1, ())
    assert levels.verify().head.seq == 2


def test_lines_that_are_archived_while_they_are_read_are_read_once(levels, clock):
    append(levels, *"abc")
    append(levels, "d", time=at(6))
    with levels.events.snapshot() as record:
        rotate(levels, clock, 8)
        append(levels, "e", time=at(8))
        checked = verify(record)

    assert (checked.first, checked.head.seq, checked.defects) == (1, 4, ())


def test_a_fragment_that_is_mended_meanwhile_is_reported_as_it_was(levels):
    append(levels, "a")
    with levels.events.path.open("a") as file:
        file.write('{"what": "half of a li')
    with levels.events.snapshot() as record:
        append(levels, "b")
        (defect,) = verify(record).defects

    assert str(defect).endswith("events.jsonl:2: is not a JSON object")
    assert levels.verify().defects == ()


def test_the_lock_is_free_while_the_record_is_read(levels):
    append(levels, *"abc")
    free = []

    def try_lock():
        with file_lock.locked(levels.events.path.parent / LOCK):
            free.append(True)

    def on_line(*_line):
        thread = threading.Thread(target=try_lock)
        thread.start()
        thread.join(5)

    with levels.events.snapshot() as record:
        verify(record, on_line=on_line)

    assert len(free) == 3


def test_each_line_of_ours_is_handed_over_with_its_number_and_place(levels):
    append(levels, "a")
    with levels.events.path.open("a") as file:
        file.write('{"what": "theirs"}\n')
    append(levels, "b")
    found = []
    with levels.events.snapshot() as record:
        verify(record, on_line=lambda seq, place, line: found.append((seq, place[-2:], line)))

    assert [(seq, place) for seq, place, _ in found] == [(1, ":1"), (2, ":3")]
    assert b'"b"' in found[1][2]


def test_checking_makes_no_file_in_a_home_that_has_no_record(home, clock):
    assert Levels(home, clock).verify([Witness(ChainHead(3, "0" * 64), "robot 3")]).defects
    assert not home.exists()


@pytest.mark.parametrize("after", [0, 1, 2, 3])
def test_archives_that_end_before_a_number_are_left_unread(levels, clock, after):
    append(levels, *"ab")
    append(levels, "c", time=at(6))
    rotate(levels, clock, 8)
    with levels.events.snapshot() as record:
        found = [line for _, line in record.lines([], after=after)]

    assert sum(b'"what"' in line for line in found) == (3 if after < 2 else 1)


def test_an_archive_that_is_a_pipe_is_reported_and_keeps_nobody_waiting(levels, clock):
    append(levels, "a")
    append(levels, "b", time=at(6))
    rotate(levels, clock, 8)
    (path,) = levels.tree.root.rglob("events-*.jsonl.gz")
    path.unlink()
    os.mkfifo(path)

    told = [str(defect) for defect in levels.verify().defects]
    assert any(f"{path}: cannot be read" in line and "named pipe" in line for line in told), told
