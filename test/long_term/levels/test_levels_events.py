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
def test_a_line_that_was_forged_is_noticed_by_the_next(levels, old, new, problem):
    append(levels, "a", "b", "c")
    path = levels.events.path
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))

    (defect,) = levels.verify().defects
    assert f"events.jsonl:{problem}" in str(defect)


def test_a_line_longer_than_what_is_read_at_once_is_found_again(levels):
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
def test_an_event_that_cannot_be_linked_or_held_is_refused_with_all(levels, event, problem):
    with pytest.raises(InvalidInput, match=problem):
        levels.events.append([{"what": "a"}, event], NOON)
    assert not levels.events.path.exists()


@pytest.mark.parametrize("before", [(), ("a",)])
def test_lines_of_another_tool_are_read_and_sealed_by_the_next_of_ours(levels, before):
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


def test_half_a_line_that_another_program_goes_on_with_stays_in_the_file(levels, monkeypatch):
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


def test_a_fragment_that_a_crash_left_is_kept_beside_the_file(levels):
    append(levels, "a")
    with levels.events.path.open("a") as file:
        file.write('{"what": "half of a li')
    append(levels, "b")

    assert words_of(levels) == ["a", "b"]
    assert levels.verify().defects == ()
    (copy,) = levels.events.path.parent.glob("events.damaged-*.jsonl")
    assert copy.read_text() == '{"what": "half of a li'


def test_a_whole_line_without_its_end_stays_a_line(levels):
    append(levels, "a")
    with levels.events.path.open("a") as file:
        file.write('{"what": "theirs"}')
    append(levels, "b")

    assert words_of(levels) == ["a", "theirs", "b"]
    assert levels.verify().defects == ()


def test_what_is_older_than_a_week_is_archived_and_the_chain_goes_on(levels, clock):
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


def test_an_archive_that_was_taken_away_from_between_is_missed(levels, clock):
    append(levels, "a", "b")
    append(levels, "c", "d", time=at(10))
    rotate(levels, clock, 12)
    append(levels, "e", time=at(30))
    rotate(levels, clock, 30)
    _, *others = sorted(levels.tree.archive(levels.events.path.parent).glob("*.gz"))
    assert others
    others[0].unlink()

    assert levels.verify().defects


def test_a_lost_file_goes_on_from_its_archive(levels, clock):
    append(levels, "a", "b", "c")
    rotate(levels, clock, 400)
    levels.events.path.unlink()
    append(levels, "d")

    assert levels.events.head.seq == 3
    assert levels.verify().defects == ()


def test_a_rotation_that_a_crash_interrupted_is_finished_before_the_next_one(
    levels, clock, monkeypatch
):
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


def test_the_size_is_bounded(levels, clock, monkeypatch):
    monkeypatch.setitem(RETENTION_POLICY["episodic"]["events"], "max_size_mb", 0.002)
    append(levels, *(f"{number:03d}" for number in range(40)))
    levels.apply_retention(levels.plan_retention())

    assert levels.events.path.stat().st_size < 2500
    assert words_of_ours(levels)[-1] == "039"
    assert levels.verify().defects == ()


def test_what_another_tool_appends_while_the_file_is_rotated_is_kept(levels, clock, monkeypatch):
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


def test_from_a_copied_line_on_nothing_is_archived_and_the_log_says_why(levels, clock, caplog):
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


def test_a_plan_is_void_once_the_record_begins_elsewhere(levels, clock):
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


def test_many_archives_of_the_record_become_few_and_the_chain_goes_on(levels, clock):
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


def test_an_archive_of_the_record_that_cannot_be_read_is_merged_with_none(levels, clock):
    folder = fill_archive(levels, clock, archiving.LOOSE + 5)
    torn = sorted(folder.iterdir())[7]
    torn.write_bytes(torn.read_bytes()[:-9])
    before = torn.read_bytes()
    for _ in range(2):
        levels.tidy_archives(10**9)

    assert torn.read_bytes() == before
    assert len(list(folder.iterdir())) == 3


@pytest.mark.parametrize("given", ["tomorrow", "2026-13-01", True, [], {"at": 1}, float("nan")])
def test_an_event_of_others_with_a_time_that_is_none_is_refused_and_says_what_is_expected(
    levels, given
):
    event = {"what": "a", "timestamp": given}
    with pytest.raises(InvalidInput, match=r"timestamp: .* is neither an ISO-8601 date") as refused:
        levels.events.append([event], NOON, outside="agent:planner over HTTP")

    assert str(given)[:4] in str(refused.value)
    assert list(levels.events.read()) == []
    levels.events.append([{"what": "a", "timestamp": None}], NOON, outside="agent:planner")
    assert words_of(levels) == ["a"]


def test_a_line_whose_link_has_an_escaped_name_is_checked_as_the_memorys_own(levels):
    append(levels, "a")
    forged = {"timestamp": "2026-12-01T12:00:00Z", "what": "b", "type": "proposal_approved",
              "chain": {"seq": 9, "prev": "0" * 64}}  # fmt: skip
    with levels.events.path.open("a") as file:
        file.write(json.dumps(forged).replace('"chain"', '"\\u0063hain"') + "\n")

    (defect,) = levels.verify().defects
    assert str(defect).endswith("events.jsonl:2: has the number 9 where 2 comes next")


def test_an_event_of_an_agent_that_is_long_is_refused_and_says_what_to_do(levels):
    event = {"what": "x" * 20_000}
    with pytest.raises(InvalidInput, match="above 20000: put what is longer into a file"):
        levels.events.append([event], at(), outside="agent:planner over HTTP")
    assert not levels.events.path.exists()
    levels.events.append([event], at())  # the memory itself is allowed to
