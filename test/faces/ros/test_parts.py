"""Small parts of the node that need no DDS."""

from __future__ import annotations

import json
import threading
from datetime import datetime, timedelta, timezone
from types import SimpleNamespace
from typing import Any

import pytest
from robot_memory.msg import MemoryEntry as EntryMessage
from telling import ListLogger, heard

from robot_memory import RobotMemory
from robot_memory.applications.reliability.alarm_load import count_alarms
from robot_memory.entries import EntryType, MemoryEntry
from robot_memory.faces.ros import single_node_lock
from robot_memory.faces.ros.background_task import AlarmWatch
from robot_memory.faces.ros.bounded_queue import ActionQueue
from robot_memory.faces.ros.convert import entry_message, evidence_message, to_text, to_time
from robot_memory.faces.ros.diagnostic_statuses import (
    WARN,
    IngestHealth,
    IngestStatus,
    memory_health,
)
from robot_memory.faces.ros.health_issues import HealthIssues
from robot_memory.faces.ros.ingest_loop import BaselineKeeper
from robot_memory.faces.ros.node_log import NodeLog
from robot_memory.faces.ros.single_node_lock import SingleNodeLock
from robot_memory.foundation.errors import HomeRefused
from robot_memory.foundation.node_watch import Hearing, read_node_watch
from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Kind, Observation, Severity
from robot_memory.perception.scope import Scope


def test_a_full_queue_reports_each_dropped_action(monkeypatch):
    monkeypatch.setattr("robot_memory.faces.ros.bounded_queue._CAPACITY", 2)
    gate = threading.Event()
    reported: list[str] = []
    queue = ActionQueue(lambda what, error: reported.append(str(error)))

    for _ in range(5):
        queue.put(gate.wait)
    gate.set()
    queue.close()

    assert len(reported) in (2, 3)  # one may have been taken out already
    assert set(reported) == {"2 actions wait for the disk already"}


def test_an_unexpected_error_is_logged_with_its_traceback():
    logger = ListLogger()
    try:
        {}["missing"]
    except KeyError as error:
        HealthIssues(NodeLog(logger)).note("publish", error)

    assert "Traceback" in logger.lines[0]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_thread_that_ended_with_an_error_is_reported(monkeypatch):
    logger = ListLogger()
    issues = HealthIssues(NodeLog(logger))
    monkeypatch.setattr(threading, "excepthook", issues.note_thread_end)

    thread = threading.Thread(target=lambda: {}["missing"], name="ingest")
    thread.start()
    thread.join()

    assert issues.current() == [
        "thread ingest: it ended by an error: KeyError('missing'); please report it"
    ]
    assert "Traceback" in logger.lines[0]


def test_only_one_node_may_keep_a_home_and_its_last_use_is_recorded(home, monkeypatch):
    monkeypatch.setattr(single_node_lock, "_PATIENCE", 0.0)
    first = SingleNodeLock(home)
    assert first.last_seen == 0.0
    with pytest.raises(HomeRefused, match="is kept by another robot_memory node"):
        SingleNodeLock(home)

    first.release()
    second = SingleNodeLock(home)
    assert second.last_seen == pytest.approx((home / ".node").stat().st_mtime, abs=1.0)
    second.release()

    monkeypatch.setattr(single_node_lock, "read_boot_id", lambda: "another boot")
    assert SingleNodeLock(home).last_seen == 0.0


@pytest.mark.parametrize("is_made_anew", [False, True])
def test_a_home_moved_while_the_node_runs_is_reported_until_it_is_back(
    home, tmp_path, is_made_anew
):
    lock, elsewhere = SingleNodeLock(home), tmp_path / "elsewhere"
    assert lock.moved_words() == ""

    home.rename(elsewhere)
    if is_made_anew:
        home.mkdir()
    words = lock.moved_words()
    assert words.startswith(f"{home} is not the folder that the node opened")
    assert "put the folder back" in words

    lock.tell(Hearing(0.0, None, 30.0, unstored=words))
    told = [read_node_watch(folder) for folder in (elsewhere, home)]
    assert [words in one.words for one in told] == [True, is_made_anew]
    assert not any(one.hears for one in told)

    if is_made_anew:
        home.rename(tmp_path / "made anew")
    elsewhere.rename(home)
    assert lock.moved_words() == ""
    lock.release()
    assert not read_node_watch(home).keeps


def test_a_new_home_at_the_path_of_a_moved_one_stays_with_its_own_node(home, tmp_path, monkeypatch):
    monkeypatch.setattr(single_node_lock, "_PATIENCE", 0.0)
    lock = SingleNodeLock(home, "/first in domain 0")
    home.rename(tmp_path / "elsewhere")
    other = SingleNodeLock(home, "/second in domain 0", home / "robot-memory.md")

    assert lock.moved_words()
    lock.tell(Hearing(0.0, None, 30.0))
    assert single_node_lock.memory_file_kept(home, "/second in domain 0")
    lock.release()
    other.release()


def test_a_text_that_is_not_utf_8_is_converted_for_a_message():
    EntryMessage(text=to_text(b"Ramp \xff steep".decode("utf-8", "surrogateescape")))

    assert to_text("Ramp \udcff steep") == "Ramp ? steep"


def test_an_entry_message_contains_the_parts_of_its_priority():
    now = datetime(2026, 12, 1, 12, 0, tzinfo=timezone.utc)
    entry = MemoryEntry(
        "mem-1", EntryType.BEHAVIOR_PATTERN, "Stop pressed", 0.6, now, now - timedelta(days=3),
        tags=("base", "operator", "event"), extra={"key": ["log", "base", "stop"]},
    )  # fmt: skip

    sent = entry_message(0.45, entry, now)

    assert (sent.priority_severity, sent.priority_recency, sent.priority_use) == (1.0, 0.9, 0.5)
    assert (sent.id, sent.type, sent.text) == ("mem-1", "behavior_pattern", "Stop pressed")
    assert list(sent.tags) == ["base", "operator", "event"]
    assert (sent.first_seen, sent.last_reinforced) == (
        to_time(entry.first_seen),
        to_time(entry.last_reinforced),
    )
    assert (sent.confidence, sent.stored_confidence) == (0.45, entry.confidence)


@pytest.mark.parametrize(("year", "seconds"), [(1901, 0), (2026, 1_767_225_600), (2399, 2**31 - 1)])
def test_a_time_out_of_the_range_of_a_message_becomes_the_nearest_one(year, seconds):
    assert to_time(datetime(year, 1, 1, tzinfo=timezone.utc)).sec == seconds


def test_misdated_messages_are_reported_for_a_minute(monkeypatch):
    time = [100.0]
    monkeypatch.setattr(
        "robot_memory.faces.ros.diagnostic_statuses.time.monotonic", lambda: time[0]
    )
    health = IngestHealth(Scope())

    def level(misdated: int, turned: float | None = None, lost: int = 0) -> int:
        counts = {"received": {"/a": 9}, "misdated": {"/a": misdated}}
        turned = time[0] if turned is None else turned
        return health.status(IngestStatus(counts, [], turned, lost, [], heard())).level

    assert level(0) == 0
    assert level(1) == 1
    time[0] += 59.0
    assert level(1) == 1
    time[0] += 2.0
    assert level(1) == 0
    assert level(1, turned=time[0] - 6.0) == 2
    assert level(1, lost=1) == 2


def test_evidence_contains_the_units_of_its_numbers():
    instant = Instant(datetime(2026, 12, 1, tzinfo=timezone.utc), 5.0, "boot", trusted=True)
    row = Observation(
        Kind.END, instant, "The elbow leaps", severity=Severity.WARN,
        context={"speed": 0.4, "/imu linear_acceleration.z": 9.8, "/arm Torque": 3.0},
        detail={"lasted": 1.5, "peak": 7.0, "at": {"frame": "wgs84", "x": 1.0, "sigma": 2.0}},
    )  # fmt: skip
    message = evidence_message(row)

    assert message.severity == "warn"
    assert json.loads(message.detail_json)["units"] == {
        "speed": "m/s", "/imu linear_acceleration.z": "m/s²", "lasted": "s", "at.x": "deg",
        "at.sigma": "m",
    }  # fmt: skip


def test_the_detail_of_evidence_is_printable_and_complete():
    instant = Instant(datetime(2026, 12, 1, tzinfo=timezone.utc), 5.0, "boot", trusted=True)
    text = "bell \x9b31m \u202eturned\u202c \U000e0041 half \ud83d Tür"
    row = Observation(Kind.ONSET, instant, "The elbow leaps", detail={"message": text})
    sent = evidence_message(row).detail_json

    assert sent.encode()
    assert sent.isprintable()
    assert "Tür" in sent
    assert json.loads(sent) == {"message": text}


def test_a_storage_problem_is_reported_beside_other_issues(home, monkeypatch):
    with RobotMemory.open(home) as memory:
        monkeypatch.setattr(RobotMemory, "problem", property(lambda memory: "the disk is full"))
        alone = memory_health(memory, [])
        both = memory_health(memory, ["rules: not read"]).message
        once = memory_health(memory, ["save: the disk is full"]).message

    assert (alone.message, alone.is_logged) == ("the disk is full", True)  # by finder
    assert both == "rules: not read; the disk is full"
    assert once == "save: the disk is full"


def test_an_unknown_parameter_is_a_lasting_warning(tmp_path):
    with RobotMemory.open(tmp_path / "whole") as memory:
        memory.remember("environment_note", "Lift is slow")
        memory.save()
        status = memory_health(memory, [], ignored="there is no parameter accept_write: ignored")

        memory.home.folder.chmod(0o777)
    with RobotMemory.open(tmp_path / "whole") as memory:
        both = memory_health(memory, [], ignored="there is no parameter accept_write: ignored")

    assert (status.level, status.is_logged) == (WARN, True)  # the node logs it at its start
    assert status.message == "there is no parameter accept_write: ignored"
    assert both.message.startswith(f"{status.message}; ")
    assert not both.is_logged  # nobody has logged who may write


def test_the_memory_status_shows_the_number_of_alarms_per_day(home):
    noon = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)
    load = count_alarms([], noon - timedelta(days=7), noon, inject_min=0.3)
    with RobotMemory.open(home) as memory:
        status = memory_health(memory, [], load)

    assert status.values["alarms a robot-day"] == "0 (0 to 0.53); 0 in 7 days"


def test_the_alarm_watch_ends_expired_known_faults_and_counts_alarms(home, clock):
    issues = HealthIssues(NodeLog(ListLogger()))
    with RobotMemory.open(home, clock=clock) as memory:
        entry_id = memory.remember("environment_note", "Lift is slow").id
        tomorrow = clock.now().time + timedelta(days=1)
        memory.declare_known(entry_id, "it is being mended", until=tomorrow)
        clock.set(tomorrow)
        watch = AlarmWatch(memory, issues, interval=0.0)
        watch.tick()
        watch.close()

        assert "known_since" not in memory.why(entry_id)[0].extra
        assert watch.alarms is not None
    assert issues.current() == []


def test_the_ingest_reads_repairs_without_waiting_for_the_ledger(monkeypatch):
    monkeypatch.setattr("robot_memory.faces.ros.ingest_loop._LOOK_INTERVAL", 0.0)
    rows = [(3, "left encoder"), (7, "lidar")]
    renewed: list[str] = []
    looks: list[int] = []
    put: list[Any] = []

    def repairs(*, after: int) -> tuple[list[tuple[int, str]], int]:
        looks.append(after)
        return [row for row in rows if row[0] > after], 9

    ledger = SimpleNamespace(baselines_up_to=lambda: 3, repairs=repairs)
    keeper = BaselineKeeper(
        SimpleNamespace(renew=renewed.append), ledger, SimpleNamespace(put=put.append)
    )  # fmt: skip
    for _ in range(2):
        keeper.advance()
    assert (renewed, len(put)) == ([], 2)
    for action in put:
        action()
    keeper.advance()

    assert renewed == ["lidar"]
    assert looks == [3, 9]  # the rows up to 9 are not read again
