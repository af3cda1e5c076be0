"""``robot-memory audit``: whether permanent records were changed."""

from __future__ import annotations

import pytest


@pytest.fixture
def record(command):
    """The file of a record with three events."""
    for number in range(3):
        command("remember", "environment_note", f"Doorway {number} has a lip")
    return command.home / "episodic/events/events.jsonl"


def test_verifying_an_intact_home_prints_a_line_per_part_and_exits_with_0(command, record):
    done = command("audit", "verify")

    assert (done.status, done.err) == (0, "")
    first, *others, last = done.out.splitlines()
    assert first.startswith("events: lines 3, lines of other tools 0, archives 0, ")
    assert ", head events:3:" in first
    assert [line.partition(":")[0] for line in others] == [
        "receipts", "rows", "procedural", "packets", "approvals", "gates", "operators",
    ]  # fmt: skip
    assert last == "whole: all is unchanged"


def test_a_changed_line_is_named_as_the_first_break_and_exits_with_1(command, record):
    record.write_text(record.read_text().replace("Doorway 1", "Doorway 9"))
    done = command("audit", "verify")

    assert done.status == 1
    problem = f"{record}:3: what stands before it, since number 2, is not what it was"
    assert f"first break: {problem}" in done.out.splitlines()[0]
    assert done.out.splitlines()[-2:] == [problem, "defects: 1"]


def test_a_truncated_record_is_detected_with_a_head_seen_earlier(command, record):
    head = command("audit", "verify", "--json").json["parts"][0]["head"]
    older = f"1:{'0' * 64}"
    record.write_text("".join(record.read_text().splitlines(keepends=True)[:-1]))

    assert command("audit", "verify").status == 0, "by itself it looks whole"
    told = command("audit", "verify", "--seen", older, f"{head['seq']}:{head['digest']}")
    assert told.status == 1
    assert (
        "was cut off after number 2: number 3 has been seen by somebody (--seen events:3)"
        in told.out
    )
    assert "events.jsonl:1: number 1 is not what somebody (--seen events:1) has seen" in told.out


@pytest.mark.parametrize("head", ["12", f"rows:3:{'0' * 64}", f"{'9' * 30}:{'0' * 64}"])
def test_an_invalid_head_is_refused(command, head):
    done = command("audit", "verify", "--seen", head)

    assert done.status == 2
    assert "argument --seen: " in done.err


def test_an_unverifiable_signature_is_a_remark_beside_an_intact_home(command, tmp_path):
    command("remember", "environment_note", "Kitchen doorway has a 3 cm lip")
    key = str(tmp_path / "ada.key")
    command("assist", "key", "--operator", "ada", "--file", key)
    command("assist", "gate", "--sign", "contract", "--key", key)
    (command.home / "governance" / "operators" / "ada.json").unlink()
    done = command("audit", "verify")

    *_, remark, verdict = done.out.splitlines()
    assert done.status == 0
    assert remark.startswith("gates: ")
    assert "nobody can tell whether ada signed it" in remark
    assert verdict == "whole, as far as can be told: see the remarks"
    told = command("audit", "verify", "--json").json
    assert (told["whole"], told["certain"]) == (True, False)


def test_verifying_a_missing_home_is_refused_and_creates_nothing(command):
    done = command("audit", "verify")

    assert (done.status, done.out) == (2, "")
    assert f"{command.home} does not exist: there is neither observations.db nor" in done.err
    assert "with --home" in done.err
    assert not command.home.exists()


def test_verifying_a_folder_that_is_not_a_home_is_refused(command):
    command.home.mkdir()
    (command.home / "notes.txt").write_text("x")
    done = command("audit", "verify")

    assert (done.status, done.out) == (2, "")
    assert f"{command.home} holds no memory: " in done.err
