"""``robot-memory replay``: a regression test for recordings."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from robot_memory.ledger import Ledger
from robot_memory.perception.perception import Perception

ROWS = """%time,field.header.stamp,field.header.frame_id,field.status0.level,field.status0.name,\
field.status0.message,field.status0.hardware_id
"""


@pytest.fixture
def recording(tmp_path):
    """Thirty seconds of a driver that reports an error for the last fifteen."""
    folder = tmp_path / "run"
    folder.mkdir()
    lines = [
        f"{(1_700_000_000 + s) * 10**9},0,,{2 * (s >= 15)},arm: Joint 3,"
        f"{'stalled' if s >= 15 else 'fine'},id\n"
        for s in range(30)
    ]
    (folder / "diagnostics.csv").write_text(ROWS + "".join(lines))
    return folder


@pytest.fixture
def expected_file(tmp_path):
    def write(text: str):
        path = tmp_path / "expected.yaml"
        path.write_text(text)
        return str(path)

    return write


def test_replay_without_a_home_prints_the_learned_entries_and_stores_nothing(
    robot_memory, recording
):
    played = robot_memory("replay", str(recording), "--json", home=False)

    assert played.status == 0
    assert [entry["text"] for entry in played.json["entries"]] == [
        "arm: Joint 3 reports an error: stalled"
    ]
    assert not robot_memory.home.exists()


@pytest.fixture
def healthy(recording):
    """The same driver over six minutes, without errors."""
    file = recording / "diagnostics.csv"
    head, *rows = file.read_text().replace("stalled", "fine").replace(",,2,", ",,0,").splitlines()
    stamps = [(1_700_000_000 + 12 * at) * 10**9 for at in range(len(rows))]
    rest = [row.partition(",")[2] for row in rows]
    lines = [f"{stamp},{words}" for stamp, words in zip(stamps, rest, strict=True)]
    file.write_text("\n".join((head, *lines)))
    return recording


def test_a_healthy_recording_reports_the_watched_topics_and_the_duration(command, healthy):
    played = command("replay", str(healthy), home=False)

    assert (played.status, played.out) == (0, "")
    assert played.err.endswith("nothing to remember: 1 topic watched for 5.8 min\n")


@pytest.mark.parametrize(("seconds", "is_told"), [(300, True), (1260, False)])
def test_a_recording_too_short_to_judge_numbers_is_reported_as_such(
    command, tmp_path, seconds, is_told
):
    file = tmp_path / "pump_2026-11-21_08-00-00.csv"
    rows = (f"{at},{6 + 0.01 * (at % 7)}" for at in range(0, seconds, 3))
    file.write_text("\n".join(("time,pressure_bar", *rows)))

    error = command("replay", str(file), home=False).err
    assert ("numbers were not judged" in error) is is_told
    assert ("min are missing" in error) is is_told


def test_a_fault_present_at_the_end_is_listed_before_a_stronger_past_one(command, tmp_path):
    def status(name: str, level: int) -> str:
        return json.dumps({"level": level, "name": name, "message": "weak" if level else "OK"})

    lines = (
        f'{{"stamp": {1_700_000_000 + at}, "status": '
        f"[{status('grip', 2 * (100 < at < 130))}, {status('pump', int(at > 800))}]}}\n"
        for at in range(900)
    )
    (file := tmp_path / "line.jsonl").write_text("".join(lines))

    first, _, third, _ = command("replay", str(file), home=False).out.splitlines()

    assert "pump warns" in first
    assert "grip reports an error" in third


def test_replay_with_a_home_stores_entries_with_their_recorded_times(command, recording):
    command("replay", str(recording))

    assert "first_seen: 2023-11-14T22:13:35Z" in command.file.read_text()
    assert "[60%] arm: Joint 3" in command("show").out


@pytest.mark.parametrize("after", [20, 7200])
def test_replay_prints_the_same_entries_as_show_of_its_home(command, tmp_path, after):
    file = tmp_path / "pump.jsonl"
    stamps = [(0, 2, "no flow"), (1, 2, "no flow"), (10, 0, "OK"), (10 + after, 0, "OK")]
    file.write_text("".join(
        json.dumps({"stamp": 1767225600 + at, "status":
                    [{"level": level, "name": "pump", "message": said}]}) + "\n"
        for at, level, said in stamps
    ))  # fmt: skip
    replayed = command("replay", str(file)).out
    shown = command("show").out
    assert "(once, " in shown
    assert shown.strip() in replayed
    assert ("just now" in shown) == (after < 60)


def test_a_home_of_recordings_refuses_wall_time(command, recording):
    command("replay", str(recording))
    refused = command("remember", "environment_note", "x y z")

    assert refused.status == 2
    assert "holds recording time, not wall time" in refused.err
    assert "what recordings told is only read" in refused.err


def test_replay_compares_learned_entries_with_the_expected_ones(command, recording, expected_file):
    right = "entries:\n- {text: 'arm: Joint 3 reports an error: stalled', count: 1}\n"
    agreed = command("replay", str(recording), "--expect", expected_file(right), home=False)
    assert agreed.status == 0

    expected = expected_file("entries:\n- the moon is up\n")
    played = command("replay", str(recording), "--expect", expected, home=False)

    assert played.status == 1
    assert "expected, but not learned: the moon is up" in played.err
    assert "learned, but not expected: arm: Joint 3" in played.err


def test_mistakes_in_a_file_of_expected_entries_are_reported_by_path(
    command, recording, expected_file
):
    expected = expected_file("entries:\n- {count: 3}\n- {text: a, cuont: 1}\n")
    refused = command("replay", str(recording), "--expect", expected, home=False)

    assert refused.status == 2
    assert "entries[0]: has no text" in refused.err
    assert "entries[1].cuont" in refused.err


def test_a_copy_of_a_recording_counts_once(command, recording, tmp_path):
    command("replay", str(recording))
    copied = shutil.copytree(recording, tmp_path / "copied")
    played = command("replay", str(copied), "--json")

    assert played.json["messages"] == {str(copied): 0}
    assert played.json["entries"][0]["observation_count"] == 1
    assert "was played into this home before" in played.err


def test_overlapping_recordings_are_reported(command, tmp_path):
    for name in ("heater", "pump"):
        rows = "\n".join(f"{1764600000 + second},{second % 7}" for second in range(60))
        (tmp_path / f"{name}.csv").write_text(f"timestamp,{name}\n{rows}\n")

    told = command("replay", str(tmp_path / "heater.csv"), str(tmp_path / "pump.csv")).err

    assert "pump.csv: it begins before the one that was played before it ends" in told
    assert "heater.csv: it begins" not in told


def test_a_table_without_a_date_reports_how_to_date_it(command, tmp_path):
    table = tmp_path / "agv7.csv"
    table.write_text("t,a\n" + "".join(f"{at}.0,{at % 7}\n" for at in range(60)))
    told = command("replay", str(table), home=False).err

    assert "agv7.csv: nothing in it tells its date: it counts as begun at 1970-01-01" in told
    assert "as in log_2026-05-03_14-20-00.csv" in told


def test_a_damaged_line_is_reported_and_exits_with_1(command, recording):
    table = recording / "diagnostics.csv"
    table.write_text(table.read_text() + "1700000031\n")
    played = command("replay", str(recording), home=False)

    assert played.status == 1
    assert "diagnostics.csv:32: " in played.err


def test_topics_without_a_rule_are_listed_in_the_last_line(command, recording, tmp_path):
    for name in ("arm", "gripper"):
        (recording / f"{name}.csv").write_text("%time,field.speed\n1700000000000000000,1\n")
    rules = tmp_path / "rules.yaml"
    rules.write_text(
        "rules: [{type: diagnostic_msgs/msg/DiagnosticArray, detector: diagnostics}]\n"
    )
    played = command("replay", str(recording), "--rules", str(rules), home=False)

    assert played.out
    assert played.err.endswith("2 topics not watched, since no rule is about it: /arm, /gripper\n")


@pytest.mark.parametrize("interrupted", ["play", "append", "note_replayed"])
def test_an_interrupted_replay_stores_no_evidence_and_can_be_repeated(
    command, recording, tmp_path, monkeypatch, interrupted
):
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    of = {
        "play": (Perception, "receive"),
        "append": (Ledger, "append"), "note_replayed": (Ledger, "note_replayed"),
    }[interrupted]  # fmt: skip
    with monkeypatch.context() as broken:
        broken.setattr(of[0], of[1], interrupt)
        assert command("replay", str(recording)).status == 130
    before = evidence_in(command.home)
    command("replay", str(recording))

    assert before == ([], [], [])
    once = command.at(tmp_path / "once")
    once("replay", str(recording))
    assert evidence_in(command.home) == evidence_in(once.home)


def evidence_in(home: Path) -> tuple[list[Any], list[Any], list[Any]]:
    """The evidence in a home: rows, operating time and operating samples."""
    with closing(sqlite3.connect(home / "observations.db")) as ledger:
        return (
            ledger.execute("SELECT kind, key, ts, entry_id FROM observations").fetchall(),
            ledger.execute("SELECT * FROM exposure").fetchall(),
            ledger.execute("SELECT ts, seconds FROM moments").fetchall(),
        )


def test_a_fault_of_an_earlier_recording_is_not_present_after_the_last_one(command, tmp_path):
    day, day_1, files = 86_400, 1_790_060_400, []
    for number, level in enumerate((2, 0)):
        files.append(tmp_path / f"run_{number}" / "drive.jsonl")
        files[-1].parent.mkdir()
        files[-1].write_text("".join(
            json.dumps({"stamp": day_1 + number * day + at, "status":
                        [{"level": level, "name": "valve comb", "message": "stuck"}]}) + "\n"
            for at in range(120)
        ))  # fmt: skip
    command("replay", *map(str, files))

    assert "no fault is known to be there now; as the last recording ended, 2026-09-23 07:02" in (
        command("status").out
    )
    assert command("changes", "--since", "2026-09-01").out.startswith("2026-09-22 07:00 UTC")


def _split(folder, pause=0, second="run_1.jsonl"):
    """Write two files of a driver, with a pause between; its fault spans both."""
    stamps = [1_700_000_000 + at + (pause if at >= 20 else 0) for at in range(30)]
    lines = [
        json.dumps({"stamp": stamp, "status": [{"level": 2 * (at >= 15), "name": "arm: Joint 3",
                                                "message": "stalled"}]})
        for at, stamp in enumerate(stamps)
    ]  # fmt: skip
    paths = [folder / name for name in ("run_0.jsonl", second)]
    for path, part in zip(paths, (lines[:20], lines[20:]), strict=True):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(part) + "\n")
    return [str(path) for path in paths]


@pytest.mark.parametrize(
    ("pause", "second", "count"),
    [
        (0, "run_1.jsonl", 1),
        (60, "run_1.jsonl", 2),  # the recorder was restarted
        (0, "other/run_1.jsonl", 2),  # of another robot or run
        (0, "walk_1.jsonl", 2),
    ],
)
def test_consecutive_files_of_one_recording_are_one_run(command, tmp_path, pause, second, count):
    parts = _split(tmp_path / "parts", pause, second)
    played = command("replay", *parts, "--json", home=False).json

    assert [entry["observation_count"] for entry in played["entries"]] == [count]
    assert list(played["messages"].values()) == [20, 10]


def test_an_interrupted_run_keeps_the_files_played_completely(command, tmp_path, monkeypatch):
    parts = _split(tmp_path / "parts")
    receive, count = Perception.receive, iter(range(1000))

    def interrupted(self, *given):
        if next(count) > 25:
            raise KeyboardInterrupt
        return receive(self, *given)

    monkeypatch.setattr(Perception, "receive", interrupted)
    command("replay", *parts)
    monkeypatch.setattr(Perception, "receive", receive)
    played = command("replay", *parts, "--json").json

    assert list(played["messages"].values()) == [0, 10]
