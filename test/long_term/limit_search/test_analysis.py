"""From the ledger to limits and proposals: shown once, confirmed by new onsets, withdrawn, kept."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta, timezone
from functools import cache

import numpy as np
import pytest
from simulated_robots import Robot, above, rover, wall

from robot_memory import EntryType, MemoryEntry, RobotMemory
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Key, Kind, Observation, OperatingSample

FAILS = "Left wheel encoder fails"
EIGHT_HOURS = 8 * 3600  # s
LIMIT = "Left wheel encoder fails above 0.3 m/s — prefer ≤ 0.3 m/s"


@cache
def operation() -> tuple[Robot, Sequence[OperatingSample]]:
    """Sixteen hours of a rover and samples of it, shared by all tests; read-only."""
    robot = rover(np.random.default_rng(20), hours=16.0, nuisances=5)
    return robot, robot.moments(np.random.default_rng(0))


@cache
def obedient() -> tuple[Robot, Sequence[OperatingSample]]:
    """The same rover, but from the ninth hour on never faster than 0.3 m/s."""
    robot = Robot({name: column.copy() for name, column in operation()[0].columns.items()})
    later = robot.columns["speed"][EIGHT_HOURS:]
    later[:] = np.minimum(later, 0.3)
    return robot, robot.moments(np.random.default_rng(0))


class Life:
    """A robot's memory over a simulated operation."""

    def __init__(self, memory: RobotMemory, clock: ManualClock) -> None:
        self.memory = memory
        self.clock = clock
        self.robot, moments = operation()
        memory.add_exposure({}, moments)

    def at(self, second: float) -> None:
        stamp = float(wall(np.array([second]))[0])
        self.clock.set(datetime.fromtimestamp(stamp, timezone.utc))

    def fails(self, when: Sequence[int] | np.ndarray, **fields: object) -> None:
        """Let the encoder fail for ten seconds at each of these seconds."""
        for second in sorted(int(at) for at in when):
            self._row(Kind.ONSET, second, detail={"before": self.robot.before(second)}, **fields)
            self._row(Kind.END, second + 10, **fields)
        self.memory.flush()

    def _row(self, kind: Kind, second: float, **fields: object) -> None:
        self.at(second)
        given = {
            "key": Key("diagnostics", "left encoder", "fails"), "component": "left encoder",
            "entry_type": "hardware_observation", "confidence": 0.6, "topic": "/diagnostics",
            "tags": ("encoder", "error"), **fields,
        }  # fmt: skip
        self.memory.observe(Observation(kind, self.clock.now(), FAILS, **given))

    @property
    def limits(self) -> list[MemoryEntry]:
        found = self.memory.entries(types=["behavior_pattern"])
        return [entry for _, entry in found]

    @property
    def fault(self) -> MemoryEntry:
        return next(entry for _, entry in self.memory.entries(include_resolved=True)
                    if entry.key and entry.key.detector == "diagnostics")  # fmt: skip

    def rows(self, kind: Kind) -> list[Observation]:
        return [row for row in self.memory.ledger.after(0) if row.kind is kind]


@pytest.fixture
def life(memory, clock) -> Life:
    return Life(memory, clock)


def fast(life: Life, count: int, begin: float, end: float, *, slow: int = 0, seed: int = 1):
    """Seconds in this span of hours with a fast robot, except for ``slow`` of them."""
    random = np.random.default_rng(seed)
    when = above(random, life.robot, 4000, other=2000)
    inside = when[(when > begin * 3600) & (when < end * 3600)]
    is_fast = life.robot.columns["speed"][inside - 2] > 0.3
    return np.concatenate([
        random.choice(inside[is_fast], count - slow), random.choice(inside[~is_fast], slow)
    ])  # fmt: skip


def learn(life: Life) -> None:
    """Record fifteen onsets that show a limit of 0.3 m/s."""
    life.fails(fast(life, 15, 1.0, 7.0))
    life.memory.analyse()


# -- limits --------------------------------------------------------------------------------


def test_a_limit_is_reported_with_its_statistics(life):
    life.fails(fast(life, 15, 1.0, 7.0, slow=1))
    assert life.memory.analyse() == 1
    (limit,) = life.limits
    _, (row,) = life.memory.why(limit.id)

    assert limit.text == LIMIT
    assert limit.type is EntryType.BEHAVIOR_PATTERN
    assert 0.35 <= limit.confidence <= 0.55
    assert set(limit.tags) >= {"encoder", "limit", "speed"}
    assert row.detail["message"].startswith("14 of 15 onsets above 0.3 m/s, against 2")
    assert row.detail["explains"] == life.fault.id
    assert {"onsets", "within", "share", "hours", "ratio", "low", "high", "p"} <= set(row.detail)
    assert not any(character.isdigit() for character in limit.text.replace("0.3", ""))


def test_an_analysis_without_new_onsets_writes_nothing(life):
    learn(life)
    before = life.memory.ledger.last()
    text = life.limits

    assert [life.memory.analyse() for _ in range(3)] == [0, 0, 0]
    assert life.memory.ledger.last() == before
    assert life.limits == text


def test_another_process_does_not_report_the_same_limit_again(life, home, clock):
    learn(life)

    with RobotMemory.open(home, clock=clock) as other:
        assert other.analyse() == 0


def test_between_two_due_tests_no_operating_samples_are_read(life):
    life.fails(np.random.default_rng(4).integers(3600, 20_000, 14))
    assert life.memory.analyse() == 0
    calls = []
    life.memory.ledger.operating_samples = lambda: calls.append(1) or iter([])
    life.fails([30_000, 31_000])
    life.memory.analyse()

    assert calls == []


def test_new_onsets_beyond_a_limit_confirm_it_once_per_analysis(life):
    learn(life)
    (first,) = life.limits
    life.fails(fast(life, 5, 8.5, 12.0, seed=2))
    life.memory.analyse()
    (second,) = life.limits

    assert second.id == first.id
    assert second.observation_count == first.observation_count + 1
    assert second.confidence > first.confidence - 0.05
    assert "20 of 20" in life.rows(Kind.LIMIT)[-1].detail["message"]


def test_a_new_onset_below_the_limit_does_not_confirm_it(life):
    learn(life)
    (first,) = life.limits
    life.fails(fast(life, 1, 8.5, 12.0, slow=1, seed=2))

    assert life.memory.analyse() == 0
    assert life.limits == [first]


def test_a_limit_contradicted_by_later_onsets_is_withdrawn_with_the_reason(life):
    learn(life)
    (limit,) = life.limits
    life.fails(fast(life, 25, 8.5, 15.0, slow=23, seed=2))
    life.memory.analyse()

    assert life.limits == []
    entry, rows = life.memory.why(limit.id)
    assert entry.type is EntryType.RESOLVED
    assert rows[0].summary.startswith("withdrawn: since it was told, 2 of 25 onsets above 0.3")


def test_a_limit_that_is_neither_confirmed_nor_contradicted_loses_confidence(life):
    learn(life)
    life.fails(fast(life, 4, 8.5, 15.0, slow=4, seed=2))
    life.memory.analyse()
    before = life.memory.entries(types=["behavior_pattern"])[0][0]
    life.clock.set(life.clock.now().time + timedelta(days=3))

    assert life.memory.entries(types=["behavior_pattern"])[0][0] == pytest.approx(before - 0.15)


def moves(life: Life) -> None:
    """Move a limit from 0.3 to 0.5 m/s: later onsets show danger only above that."""
    life.fails(fast(life, 12, 1.0, 5.0))
    life.memory.analyse()
    random = np.random.default_rng(5)
    faster = np.flatnonzero(life.robot.columns["speed"] > 0.52) + 2
    faster = faster[(faster > 18_500) & (faster < 57_000)]
    life.fails(random.choice(faster, 150))
    life.memory.analyse()


def test_the_text_of_an_entry_changes_when_its_limit_moves(life):
    moves(life)
    (limit,) = life.limits
    rows = life.rows(Kind.LIMIT)

    assert {row.entry_id for row in rows} == {limit.id}
    assert rows[0].summary == LIMIT
    assert limit.text == rows[-1].summary == LIMIT.replace("0.3", "0.5")


class ObedientLife(Life):
    """The life of the obedient rover; its samples after eight hours are added later."""

    def __init__(self, memory: RobotMemory, clock: ManualClock) -> None:
        self.memory, self.clock = memory, clock
        self.robot, moments = obedient()
        begins = wall(np.array([float(EIGHT_HOURS)]))[0]
        memory.add_exposure({}, [one for one in moments if one.instant.uptime < begins])
        self.later = [one for one in moments if one.instant.uptime >= begins]


def test_a_limit_that_is_obeyed_without_effect_moves_lower(memory, clock):
    life = ObedientLife(memory, clock)
    life.fails(fast(life, 15, 1.0, 7.0))
    memory.analyse()
    told = [limit.text for limit in life.limits]
    memory.add_exposure({}, life.later)
    at_the_limit = np.flatnonzero(life.robot.columns["speed"] == 0.3) + 2
    life.fails(np.random.default_rng(5).choice(at_the_limit[at_the_limit < 57_000], 40))
    memory.analyse()

    assert told == [LIMIT]
    assert [limit.text for limit in life.limits] == [LIMIT.replace("0.3", "0.2")]


def test_a_persons_wording_of_a_limit_is_kept(life):
    life.fails(fast(life, 12, 1.0, 5.0))
    life.memory.analyse()
    life.memory.save()
    path = life.memory.home.memory_file
    path.write_text(path.read_text().replace(LIMIT, "Go slowly, the encoder is loose"))
    life.memory.tick()
    moves(life)

    assert [limit.text for limit in life.limits] == ["Go slowly, the encoder is loose"]
    assert life.limits[0].observation_count >= 2


def test_a_limit_is_removed_when_its_fault_is_resolved(life):
    learn(life)
    life.memory.resolve(life.fault.id, "new encoder")

    assert life.limits == []


def test_onsets_before_a_repair_do_not_count(life):
    life.fails(fast(life, 15, 1.0, 7.0))
    life.memory.repaired("left encoder")
    life.fails(fast(life, 3, 8.5, 12.0, seed=2))

    assert life.memory.analyse() == 0
    assert life.limits == []


def test_a_repair_reported_by_an_agent_excludes_no_onsets(life):
    life.fails(fast(life, 15, 1.0, 7.0))
    life.memory.repaired("left encoder", source="agent:planner")

    assert life.memory.analyse() == 1
    assert len(life.limits) == 1


def test_another_process_derives_the_same_limits_from_the_ledger(life, home, clock):
    moves(life)
    life.memory.save()
    expected = life.memory.entries()
    life.memory.home.memory_file.unlink()

    with RobotMemory.open(home, clock=clock) as anew:
        found = {entry.id: entry for _, entry in anew.entries()}
    assert {entry.id: entry.text for _, entry in expected} == {
        key: entry.text for key, entry in found.items()
    }
    assert {entry.id: entry.observation_count for _, entry in expected} == {
        key: entry.observation_count for key, entry in found.items()
    }


# -- return to health ----------------------------------------------------------------------


def heals(life: Life) -> None:
    """Let the encoder fail in the first four hours, and not in the next twelve."""
    life.fails(fast(life, 15, 1.0, 4.0))
    life.memory.analyse()
    life.at(16 * 3600 - 1)
    life.memory.analyse()


def test_a_fault_that_stays_away_is_proposed_as_resolved_and_stays_open(life):
    events = []
    life.memory._on_event = events.append
    heals(life)

    assert life.fault.type is EntryType.HARDWARE_OBSERVATION
    note = life.fault.extra["recovered_note"]
    assert note.startswith("0 occurrences in 2")
    assert "h above 0.3 m/s;" in note
    assert [event.kind for event in events if event.entry.id == life.fault.id][-1] == "recovered"
    assert life.rows(Kind.RECOVERED)[0].summary == note


def test_an_agents_resolve_does_not_prevent_the_proposal_to_resolve(life):
    life.fails(fast(life, 15, 1.0, 4.0))
    life.memory.analyse()
    life.memory.resolve(life.fault.id, "no fault at all", source="agent:planner")
    life.at(16 * 3600 - 1)
    life.memory.analyse()

    assert life.fault.extra["recovered_note"].startswith("0 occurrences in 2")
    assert life.memory.analyse() == 0


def test_a_return_to_health_is_proposed_once(life):
    heals(life)

    assert life.memory.analyse() == 0


def test_a_fault_that_a_person_resolved_reopens_with_its_history(life):
    heals(life)
    life.memory.resolve(life.fault.id, "new connector")
    assert "recovered_note" not in life.fault.extra
    life.fails([16 * 3600 - 60])
    entry, rows = life.memory.why(life.fault.id, limit=100)

    assert entry.type is EntryType.HARDWARE_OBSERVATION
    assert entry.observation_count == 16
    assert [row.kind for row in rows][:4] == [
        Kind.END, Kind.ONSET, Kind.RESOLVE, Kind.RECOVERED
    ]  # fmt: skip
    assert rows[-1].kind is Kind.ONSET


def test_a_fault_that_goes_on_is_not_proposed_as_resolved(life):
    life.fails(fast(life, 40, 1.0, 15.9))
    life.at(16 * 3600 - 1)
    life.memory.analyse()

    assert life.rows(Kind.RECOVERED) == []
