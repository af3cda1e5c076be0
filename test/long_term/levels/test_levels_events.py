"""events.jsonl: append-only, tamper-evident, and bounded."""

from __future__ import annotations

import gzip
import json
import threading
import time

import pytest
from levels_builders import NOON, append, at, rotate

from robot_memory.foundation.errors import InvalidInput
from robot_memory.long_term.levels import RETENTION_POLICY, archiving


def words_of(levels):
    return [line.data["what"] for line in levels.events.read()]


def edit(levels, *, old, new):
    path = levels.events.path
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def archived(levels):
    folder = levels.tree.archive(levels.events.path.parent)
    return {
        path.name: [json.loads(line)["what"] for line in gzip.open(path)]
        for path in sorted(folder.glob("*.gz"))
    }


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            '"what": "a"',
            '"what": "A"',
            "2: what stands before it, since number 1, is not what it was",
        ),
        ('{"seq": 1,', '{"Seq": 1,', "2: has the number 2, and no line of ours stands before it"),
        (
            '{"time',
            '{"what": "never"}\n{"time',
            "2: what stands before it, from the beginning, is ",
        ),
    ],
    ids=["changed", "made another tool's", "put before the first"],
)
def test_a_changed_event_is_detected_by_the_event_after_it(levels, old, new, problem):
    append(levels, "a", "b", "c")
    path = levels.events.path
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))

    (defect,) = levels.verify().defects
    assert f"events.jsonl:{problem}" in str(defect)


def test_a_very_long_event_is_verified_and_counted(levels):
    append(levels, "a", "b" * 200_000, "c")

    assert levels.verify().defects == ()
    assert levels.events.head.seq == 3


@pytest.mark.parametrize(
    ("event", "problem"),
    [
        ({"chain": 1}, "chain: is the name of the field that links events"),
        ({"what": float("nan")}, "JSON cannot hold it"),
    ],
)
def test_an_event_with_a_reserved_or_invalid_field_refuses_the_whole_batch(levels, event, problem):
    with pytest.raises(InvalidInput, match=problem):
        levels.events.append([{"what": "a"}, event], NOON)
    assert not levels.events.path.exists()


@pytest.mark.parametrize("before", [(), ("a",)])
def test_lines_of_another_tool_are_read_and_covered_by_the_chain(levels, before):
    append(levels, *before)
    with levels.events.path.open("a") as file:
        file.write('{"timestamp": 1764590400.5, "what": "theirs"}\n')
    append(levels, "b")

    assert words_of(levels) == [*before, "theirs", "b"]
    assert (levels.verify().plain, levels.verify().defects) == (1, ())
    edit(levels, old="theirs", new="forged")
    assert levels.verify().defects


def test_a_line_that_is_no_json_is_skipped_and_reported(levels, caplog):
    append(levels, "a")
    with levels.events.path.open("a") as file:
        file.write("what is this\n")
    append(levels, "b")

    assert words_of(levels) == ["a", "b"]
    assert "events.jsonl:2: is not a JSON object; it is skipped" in caplog.text
    (defect,) = levels.verify().defects
    assert str(defect).endswith("events.jsonl:2: is not a JSON object")


def test_a_partial_line_that_another_program_completes_stays_in_the_file(levels, monkeypatch):
    from robot_memory.foundation.disk import files

    append(levels, "a")
    path = levels.events.path
    path.write_bytes(path.read_bytes() + b'{"what": ')
    aside = files.set_aside

    def go_on(fragment, name=None):
        path.write_bytes(path.read_bytes() + b'"theirs"}\n')
        return aside(fragment, name)

    monkeypatch.setattr(files, "set_aside", go_on)
    append(levels, "b")

    assert [line.data["what"] for line in levels.events.read()] == ["a", "theirs", "b"]
    assert list(path.parent.glob("*.damaged-*")) == []


def test_a_partial_line_left_by_a_crash_is_set_aside(levels):
    append(levels, "a")
    with levels.events.path.open("a") as file:
        file.write('{"what": "half of a li')
    append(levels, "b")

    assert words_of(levels) == ["a", "b"]
    assert levels.verify().defects == ()
    (copy,) = levels.events.path.parent.glob("events.damaged-*.jsonl")
    assert copy.read_text() == '{"what": "half of a li'


def test_a_complete_line_without_a_newline_is_kept(levels):
    append(levels, "a")
    with levels.events.path.open("a") as file:
        file.write('{"what": "theirs"}')
    append(levels, "b")

    assert words_of(levels) == ["a", "theirs", "b"]
    assert levels.verify().defects == ()


def test_events_older_than_a_week_are_archived_and_the_chain_stays_valid(levels, clock):
    append(levels, "a", "b")
    append(levels, "c", time=at(6))
    (step,) = rotate(levels, clock, 10)

    assert step.reason.startswith("events 1 to 2 are older than 7 days")
    assert words_of_ours(levels) == ["c"]
    assert archived(levels) == {"events-000000001-000000002.jsonl.gz": ["a", "b"]}
    checked = levels.verify()
    assert (checked.first, checked.defects) == (1, ())


def words_of_ours(levels):
    return [line.data["what"] for line in levels.events.read() if "what" in line.data]


def test_a_changed_archive_is_noticed(levels, clock):
    append(levels, "a", "b", "c")
    rotate(levels, clock, 400)
    (path,) = levels.tree.archive(levels.events.path.parent).glob("*.gz")
    data = gzip.decompress(path.read_bytes()).replace(b'"b"', b'"B"')
    path.write_bytes(gzip.compress(data))

    (defect,) = levels.verify().defects
    assert "events.jsonl:1: what stands before it, since number 2" in str(defect)


def test_a_missing_archive_in_the_middle_is_detected(levels, clock):
    append(levels, "a", "b")
    append(levels, "c", "d", time=at(10))
    rotate(levels, clock, 12)
    append(levels, "e", time=at(30))
    rotate(levels, clock, 30)
    _, *others = sorted(levels.tree.archive(levels.events.path.parent).glob("*.gz"))
    assert others
    others[0].unlink()

    assert levels.verify().defects


def test_a_lost_event_file_continues_the_numbers_of_its_archive(levels, clock):
    append(levels, "a", "b", "c")
    rotate(levels, clock, 400)
    levels.events.path.unlink()
    append(levels, "d")

    assert levels.events.head.seq == 3
    assert levels.verify().defects == ()


def test_an_interrupted_rotation_is_finished_before_the_next(levels, clock, monkeypatch):
    append(levels, "a", "b", "c")
    append(levels, "d", time=at(6))
    append(levels, "e", time=at(20))
    before = levels.events.path.read_bytes()
    rotate(levels, clock, 8)
    levels.events.path.write_bytes(before)  # archived, but not yet removed
    assert levels.verify().defects == ()
    monkeypatch.setattr(time, "time", lambda: 1e9)  # an archive does not record its creation time
    for _ in range(2):
        rotate(levels, clock, 20)

    assert list(archived(levels)) == [
        "events-000000001-000000003.jsonl.gz", "events-000000004-000000004.jsonl.gz",
    ]  # fmt: skip
    assert levels.verify().defects == ()
    assert words_of_ours(levels) == ["e"]


def test_the_size_of_the_event_file_is_limited(levels, clock, monkeypatch):
    monkeypatch.setitem(RETENTION_POLICY["episodic"]["events"], "max_size_mb", 0.002)
    append(levels, *(f"{number:03d}" for number in range(40)))
    levels.apply_retention(levels.plan_retention())

    assert levels.events.path.stat().st_size < 2500
    assert words_of_ours(levels)[-1] == "039"
    assert levels.verify().defects == ()


def test_a_line_that_another_tool_appends_during_rotation_is_kept(levels, clock, monkeypatch):
    from robot_memory.foundation.disk import files

    append(levels, "a", "b", "c")
    exchange = files.exchange

    def append_theirs():
        with levels.events.path.open("a") as file:
            file.write('{"what": "theirs"}\n')

    writers = [threading.Thread(target=append_theirs)]

    def appended_meanwhile(first, second):
        if writers:
            writer = writers.pop()
            writer.start()
            writer.join(0.2)  # it waits to open the file
        return exchange(first, second)

    monkeypatch.setattr(files, "exchange", appended_meanwhile)
    rotate(levels, clock, 400)

    assert words_of_ours(levels) == ["c", "theirs"]
    assert levels.verify().defects == ()


def test_rotation_stops_at_a_copied_line_and_logs_the_reason(levels, clock, caplog):
    append(levels, "a", "b", "c")
    path = levels.events.path
    with path.open("ab") as file:
        file.write(path.read_bytes().splitlines(keepends=True)[0])
    append(levels, "d", "e")

    for days in (400, 401):
        rotate(levels, clock, days)

    assert archived(levels) == {"events-000000001-000000002.jsonl.gz": ["a", "b"]}
    assert words_of_ours(levels) == ["c", "a", "d", "e"]
    assert f"{path}: number 1 comes after 3: this line and what follows stay" in caplog.text
    assert "`robot-memory audit verify`" in caplog.text


def test_a_retention_plan_has_no_effect_when_applied_again(levels, clock):
    append(levels, "a", "b")
    append(levels, "c", time=at(10))
    clock.set(at(12))
    plan = levels.plan_retention()
    levels.apply_retention(plan)

    assert levels.apply_retention(plan) == []


def fill_archive(levels, clock, days):
    """Rotate a record on each of ``days`` occasions; return the folder of its archives."""
    for day in range(days):
        append(levels, str(day), time=at(10 * day))
        rotate(levels, clock, 10 * day + 8)
    return levels.tree.archive(levels.events.path.parent)


def test_many_event_archives_are_merged_and_the_chain_stays_valid(levels, clock):
    for day in range(100):
        append(levels, str(day), time=at(10 * day))
        rotate(levels, clock, 10 * day + 8)
        levels.tidy_archives(10**9)
        folder = levels.tree.archive(levels.events.path.parent)
        assert not folder.exists() or len(list(folder.iterdir())) <= 2 * archiving.LOOSE + 2

    checked = levels.verify()
    assert (checked.first, checked.defects) == (1, ())
    found = levels.events.find('"what"', after=0)
    assert [one["what"] for one in found] == [str(day) for day in range(100)]


def test_an_unreadable_event_archive_is_not_merged(levels, clock):
    folder = fill_archive(levels, clock, archiving.LOOSE + 5)
    torn = sorted(folder.iterdir())[7]
    torn.write_bytes(torn.read_bytes()[:-9])
    before = torn.read_bytes()
    for _ in range(2):
        levels.tidy_archives(10**9)

    assert torn.read_bytes() == before
    assert len(list(folder.iterdir())) == 3


@pytest.mark.parametrize("given", ["tomorrow", "2026-13-01", True, [], {"at": 1}, float("nan")])
def test_an_outside_event_with_an_invalid_time_is_refused_with_the_reason(levels, given):
    event = {"what": "a", "timestamp": given}
    with pytest.raises(InvalidInput, match=r"timestamp: .* is neither an ISO-8601 date") as refused:
        levels.events.append([event], NOON, outside="agent:planner over HTTP")

    assert str(given)[:4] in str(refused.value)
    assert list(levels.events.read()) == []
    levels.events.append([{"what": "a", "timestamp": None}], NOON, outside="agent:planner")
    assert words_of(levels) == ["a"]


def test_an_escaped_chain_field_is_verified_like_a_plain_one(levels):
    append(levels, "a")
    forged = {"timestamp": "2026-12-01T12:00:00Z", "what": "b", "type": "proposal_approved",
              "chain": {"seq": 9, "prev": "0" * 64}}  # fmt: skip
    with levels.events.path.open("a") as file:
        file.write(json.dumps(forged).replace('"chain"', '"\\u0063hain"') + "\n")

    (defect,) = levels.verify().defects
    assert str(defect).endswith("events.jsonl:2: has the number 9 where 2 comes next")


def test_a_too_long_event_of_an_agent_is_refused_with_advice(levels):
    event = {"what": "x" * 20_000}
    with pytest.raises(InvalidInput, match="above 20000: put what is longer into a file"):
        levels.events.append([event], at(), outside="agent:planner over HTTP")
    assert not levels.events.path.exists()
    levels.events.append([event], at())  # the memory itself is allowed to
