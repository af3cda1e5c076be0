"""Old evidence is rolled up; operators' statements and named rows are kept (rules.md §7 and §8)."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from datetime import timedelta

import pytest
from night_homes import NIGHT, Night

from robot_memory.foundation.home import Home
from robot_memory.foundation.time.clock import Instant
from robot_memory.governance import AssistPath, PacketCandidate
from robot_memory.governance.mutation_contract import detail_text, digest
from robot_memory.ledger import Attempt, Key, Kind, Ledger, Observation, Source
from robot_memory.long_term.night_shift import LedgerMaintenance, ledger_maintenance

IMPORTANT = {"importance": {"label": "must_remember", "score": 0.85}}
UNIMPORTANT = {"importance": {"label": "ignore", "score": 0.4}}
STALE = {"lifecycle": {"stale_candidate": True, "stale_reason_code": "operator_override"}}
#: The notes that the assist path writes beside its changes.
APPLIED = {"optimization": {"assist": {"rollback_ref": "000002-rollback-x.json"}}}


class Watch:
    """A night shift that maintains a ledger."""

    def __init__(self, home) -> None:
        home.mkdir(parents=True, exist_ok=True)
        self.ledger = Ledger(home / "observations.db")
        self.assist = AssistPath(
            Home(home, home / "robot-memory.md"), enabled=False, machine="0" * 64
        )
        self.departed: set[str] = set()
        evidence = LedgerMaintenance(self.ledger, self.assist, self.entries, most=2)
        self.night = Night(home, evidence=evidence)

    def entries(self) -> set[str]:
        """Return the ids of the entries that have not left the memory file."""
        return {row.entry_id for row in self.ledger.after(0)} - self.departed

    def intervals(
        self, days: float, count: int = 15, detail=None, part: str = "left wheel"
    ) -> None:
        """Let a part fail ``count`` times, a minute apart, ``days`` before the last noon."""
        rows = []
        for number in range(count):
            for kind, seconds in ((Kind.ONSET, 0.0), (Kind.END, 10.0)):
                ago = timedelta(days=days, hours=12, minutes=-number, seconds=-seconds)
                instant = Instant(NIGHT - ago, 9e6 - ago.total_seconds(), "earlier", True)
                rows.append(Observation(
                    kind, instant, f"{part} fails", key=Key("diagnostics", part, "fails"),
                    component=part, entry_id=f"mem-{part}", entry_type="hardware_observation",
                    confidence=0.45, detail={"peak": 1.0, "lasted": seconds, **(detail or {})},
                ))  # fmt: skip
        self.ledger.append(rows)
        self.ledger.note_saved(self.ledger.last(), "")

    def attempts(self, sources) -> None:
        """Add one attempt a day from each of these sources; the last is 41 days old."""
        for number, source in enumerate(sources):
            self.attempt(40 + len(sources) - number, source=source, note=f"number {number}")

    def attempt(
        self, days: float, task: str = "dock", source=Source.DETECTOR, note: str = ""
    ) -> None:
        """Add an attempt at a task from ``days`` ago."""
        ago = timedelta(days=days)
        instant = Instant(NIGHT - ago, 9e6 - ago.total_seconds(), "earlier", True)
        self.ledger.append([Attempt(task, True, note=note).as_row(instant, source)])

    def rows(self, part: str = "left wheel") -> list[Observation]:
        return [row for row in self.ledger.after(0) if row.component == part]

    def clean(self, **more):
        return self.night.run("clean", **more).step("clean")


@pytest.fixture
def watch(home):
    watch = Watch(home)
    yield watch
    watch.ledger.close()


def test_evidence_older_than_30_days_is_folded_by_day_except_the_newest_20_rows(watch):
    watch.intervals(40)
    watch.intervals(39)
    before = watch.rows()
    report = watch.clean()

    rows = watch.rows()
    assert report.done["rows_folded"] == 38  # two days of thirty rows; the newest twenty stay
    assert [row.id for row in rows[-20:]] == [row.id for row in before[-20:]]
    assert [(row.kind, row.detail["folded"]["count"]) for row in rows[:-20]] == [
        (Kind.ONSET, 15), (Kind.ONSET, 5),
    ]  # fmt: skip


def test_evidence_younger_than_30_days_is_not_changed(watch):
    watch.intervals(29)
    before = watch.rows()

    assert watch.clean().done["rows_folded"] == 0
    assert watch.rows() == before


def test_rows_named_by_a_packet_are_not_folded(watch):
    watch.intervals(40, count=30)
    third = watch.rows()[4]
    one = PacketCandidate(third.id, digest(detail_text(third.detail)), {"/importance/score": 0.6,
                    "/importance/label": "nice_to_have"}, ("observation:1",))  # fmt: skip
    watch.assist.propose([one], by="a test", now=watch.night.clock.now())
    watch.clean()

    rows = {row.id: row for row in watch.rows()}
    assert rows[third.id] == third
    assert rows[third.id + 1].kind is Kind.END
    assert third.id - 1 not in rows


def test_a_day_with_a_row_that_changed_meanwhile_is_not_folded(watch, monkeypatch):
    watch.intervals(40, count=30)
    third, read = watch.rows()[4], watch.ledger.occurrences

    def then_changed(entry_id, component):
        rows = read(entry_id, component)
        watch.ledger._connection.execute(
            "UPDATE observations SET detail_json = '{}' WHERE id = ?", (third.id,)
        )
        return rows

    monkeypatch.setattr(watch.ledger, "occurrences", then_changed)
    before = [row.id for row in watch.rows()]

    assert watch.clean().done["rows_folded"] == 0
    assert [row.id for row in watch.rows()] == before


def test_evidence_not_yet_saved_to_the_memory_file_is_not_folded(watch):
    watch.intervals(40)
    watch.ledger.note_saved(0, "")

    assert watch.clean().done["rows_folded"] == 0


@pytest.mark.parametrize("said", [STALE, UNIMPORTANT], ids=["stale", "of no importance"])
def test_evidence_that_an_operator_marked_stale_or_unimportant_is_folded_early(watch, said):
    watch.intervals(3)
    watch.intervals(2, count=1, detail={**said, **APPLIED})
    watch.intervals(3, part="right wheel")
    watch.clean()

    counts = [row.detail["folded"]["count"] for row in watch.rows() if "folded" in row.detail]
    assert counts == [6]  # except the newest twenty rows
    assert not any("folded" in row.detail for row in watch.rows("right wheel"))


def test_a_day_with_a_row_marked_must_remember_is_not_folded(watch):
    watch.intervals(50)
    watch.intervals(40)
    watch.intervals(40 - 1 / 24, count=1, detail={**IMPORTANT, **APPLIED})
    watch.intervals(31)
    watch.clean()

    days = {row.time.date(): row for row in watch.rows() if "folded" in row.detail}
    raw = {row.time.date() for row in watch.rows() if "folded" not in row.detail}
    important = (NIGHT - timedelta(days=40)).date()
    assert (NIGHT - timedelta(days=50)).date() in days
    assert important not in days
    assert important in raw


def test_nothing_is_folded_while_the_clock_is_not_trusted(watch):
    watch.intervals(40)
    before, now = watch.rows(), watch.night.clock.now
    watch.night.clock.now = lambda: replace(now(), trusted=False)

    assert "rows_folded" not in watch.clean().done
    assert watch.rows() == before


def test_the_night_shift_proposes_packets_from_the_evidence_once(watch):
    for day in (3, 2, 1):
        watch.intervals(day, count=1)
    report = watch.clean()

    ((packet, state),) = watch.assist.packets()[0]
    assert report.done["packets_proposed"] == 1
    assert (packet.proposed_by, state) == ("the night shift", "proposed")
    assert packet.rows == [watch.rows()[-2].id]
    assert watch.clean().done["packets_proposed"] == 0


def test_agents_attempts_displace_no_attempts_of_persons_or_detectors(home, monkeypatch):
    monkeypatch.setattr(ledger_maintenance, "ATTEMPTS", 2)
    watch = Watch(home)
    sources = [Source.PERSON, Source.DETECTOR, *[Source.AGENT] * 3, *[Source.CLAIMED] * 3]
    watch.attempts(sources)

    assert watch.clean().done["attempts_dropped"] == 4
    left = [row.source for row in watch.ledger.after(0)]
    assert left == [Source.PERSON, Source.DETECTOR, Source.CLAIMED, Source.CLAIMED]
    assert not (watch.night.home / "episodic" / "archive" / "evidence").exists()


def test_the_number_of_agents_attempts_over_all_tasks_is_limited(home, monkeypatch):
    monkeypatch.setattr(ledger_maintenance, "OF_AGENTS", 3)
    watch = Watch(home)
    for number, source in enumerate([Source.PERSON] * 5 + [Source.AGENT, Source.CLAIMED] * 4):
        watch.attempt(40, f"task {number}", source)

    assert watch.clean().done["attempts_dropped"] == 5
    left = [row.component for row in watch.ledger.after(0)]
    assert left == [f"task {number}" for number in (0, 1, 2, 3, 4, 10, 11, 12)]


def test_attempts_of_persons_and_detectors_are_archived_before_they_are_dropped(home, monkeypatch):
    monkeypatch.setattr(ledger_maintenance, "ATTEMPTS", 1)
    watch = Watch(home)
    watch.attempts([Source.PERSON, Source.DETECTOR, Source.AGENT] * 2)
    first = [row.id for row in watch.ledger.after(0)][:2]

    assert watch.clean().done["attempts_dropped"] == 3
    (path,) = (watch.night.home / "episodic" / "archive" / "evidence").glob("attempts-*.gz")
    rows = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    assert [(row["id"], row["source"]) for row in rows] == [
        (first[0], "person"), (first[1], "detector"),
    ]  # fmt: skip
    assert "number 0" in rows[0]["detail_json"]


def test_reported_tasks_are_still_counted_after_their_rows_were_dropped(home, monkeypatch):
    monkeypatch.setattr(ledger_maintenance, "ATTEMPTS", 1)
    watch = Watch(home)
    for days, source in ((40, Source.AGENT), (40, Source.PERSON), (40, Source.DETECTOR),
                         (39, Source.AGENT), (1, Source.AGENT)):  # fmt: skip
        watch.attempt(days, source=source)
    before = watch.ledger.reported_tasks()

    assert watch.clean().done["attempts_dropped"] == 2
    watch.clean()

    assert sum(before.values()) == 4.0
    assert watch.ledger.reported_tasks() == before


def test_evidence_of_entries_removed_long_ago_is_archived(watch):
    parts = ["a", "b", "c", "d"]
    for number, part in enumerate(parts):
        watch.intervals(60 - number, count=2, part=part)
    watch.departed = {f"mem-{part}" for part in parts}
    before = {part: watch.rows(part) for part in parts}
    report = watch.clean(dry_run=True)
    assert report.done["rows_archived"] == 8  # of two parts; the dry run does not roll up
    watch.clean()

    assert [bool(watch.rows(part)) for part in parts] == [False, False, True, True]
    (path,) = (watch.night.home / "episodic" / "archive" / "evidence").glob("*.gz")
    rows = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    assert {row["entry_id"] for row in rows} == {"mem-a", "mem-b"}
    assert {row["id"] for row in rows} <= {row.id for part in "ab" for row in before[part]}
    assert watch.clean().done["rows_archived"] == 0


def test_evidence_that_is_recent_current_or_resolved_by_a_person_is_not_archived(watch):
    for part in ("present", "told"):
        watch.intervals(60, count=2, part=part)
    watch.intervals(20, count=2, part="young")
    watch.intervals(60, count=2, part="left")
    told = replace(watch.rows("told")[-1], kind=Kind.RESOLVE, source=Source.PERSON)
    watch.ledger.append([told])
    watch.ledger.note_saved(watch.ledger.last(), "")
    watch.departed = {"mem-told", "mem-young", "mem-left"}
    for part in ("x", "y"):  # the newest row that left
        watch.intervals(50, count=1, part=part)
        watch.departed.add(f"mem-{part}")
    watch.clean()

    assert not watch.rows("left")
    assert all(map(watch.rows, ("present", "told", "young")))
