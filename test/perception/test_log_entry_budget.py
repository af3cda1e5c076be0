"""A robot that logs a thousand new texts a day gets a bounded number of entries from them."""

from __future__ import annotations

import random
from datetime import timedelta
from functools import partial

import pytest
import robot_messages as ros
from watching import START

from robot_memory import RobotMemory
from robot_memory.foundation.settings import Settings, default_rules_file
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Key, Kind, Severity
from robot_memory.long_term.recall.query import Query
from robot_memory.perception.baselines import PriorMemory
from robot_memory.perception.occurrences.occurrence import LeftOutTexts
from robot_memory.perception.occurrences.occurrence_limiter import LogEntryBudget
from robot_memory.perception.perception import Perception
from robot_memory.perception.rules_file import load_rules

DAY = 86400.0
NEW_TEXTS = 1450
WARN, ERROR = 30, 40
RULES = load_rules(default_rules_file())


def key(number):
    return Key("log", "planner", f"text {number}")


def words(source):
    return " ".join("".join(source.choices("abcdefghijklmnopqrstuvwxyz", k=7)) for _ in range(5))


class NoisyRobot:
    """A robot with a memory, whose nodes keep logging new texts."""

    def __init__(self, home, **settings):
        self.home, self.settings = home, Settings(**settings)
        self.clock = ManualClock(START, kind="wall", boot="b1")
        self.source = random.Random(1)
        self.open()

    def open(self):
        memory = self.memory = RobotMemory.open(self.home, clock=self.clock, settings=self.settings)
        self.perception = Perception(
            RULES, self.settings, self.clock, memory.observe,
            known=PriorMemory(
                memory.knows, partial(memory.entries, include_resolved=True),
                baselines=memory.ledger.baselines(),
            ),
        )  # fmt: skip

    def restart(self):
        self.memory.ledger.keep_baselines(self.perception.baselines.states(), 0)
        self.memory.close()
        self.open()

    def log(self, name, message, level):
        self.perception.receive("/rosout", ros.LOG, ros.log(name, message, level))

    def live(self, day, count=NEW_TEXTS, fault=(), days=1.0):
        """Log ``count`` new texts over ``days``; ``fault`` numbers those with a fault beside."""
        for number in range(count):
            self.clock.set(START + timedelta(days=day, seconds=number * days * DAY / count))
            level = ERROR if number % 10 == 0 else WARN
            self.log(f"planner_{number % 5}", words(self.source), level)
            if number in fault:
                self.log("planner_1", "left wheel encoder lost its index", ERROR)
            if number % 290 == 289:
                self.memory.flush()
                self.memory.tick()
        self.memory.flush()
        self.memory.save()

    def entries(self):
        return [entry for _, entry in self.memory.entries()]

    def from_logs(self):
        return [entry for entry in self.entries() if entry.key and entry.key.detector == "log"]


@pytest.fixture
def noisy(tmp_path):
    robot = NoisyRobot(tmp_path / "home", log_entries_per_day=20, log_entries_max=50)
    yield robot
    robot.memory.close()


def test_days_with_1450_new_texts_store_limited_rows_and_a_fault_is_reported(noisy):
    rows = []
    for day in range(3):
        before = noisy.memory.ledger.last()
        noisy.live(day, fault=(300, 900) if day > 0 else ())
        rows.append(noisy.memory.ledger.last() - before)
        assert len(noisy.from_logs()) <= 50
        assert len(noisy.entries()) <= 50 + 5
    assert max(rows[1:]) <= 2 * 20 + 5 * 150  # an onset, an end, and texts every ten minutes
    assert len((noisy.home / "robot-memory.md").read_bytes()) < 50_000

    (fault,) = (entry for entry in noisy.from_logs() if "encoder" in entry.text)
    assert fault.observation_count >= 3
    assert fault.text in noisy.memory.context().text
    counted = [entry for entry in noisy.entries() if entry.key.detector == "quota"]
    assert sorted(entry.key.component for entry in counted) == [f"planner_{n}" for n in range(5)]
    peak = max(row.detail["peak"] for row in noisy.memory.why(counted[0].id, limit=100)[1])
    assert peak > 800  # of the 1160 texts of this node


def test_a_restart_gives_no_new_budget_and_keeps_known_messages(noisy):
    noisy.live(0, 400)
    made = len(noisy.from_logs())
    assert made <= 2 * 20
    noisy.log("planner_1", "left wheel encoder lost its index", ERROR)
    for number in range(3):
        noisy.restart()
        noisy.live(1.0 + 0.01 * number, 30, days=0.01)
        assert len(noisy.from_logs()) <= made + 3
    noisy.log("planner_1", "left wheel encoder lost its index", ERROR)
    noisy.memory.flush()
    assert any("encoder" in entry.text for entry in noisy.entries())


def test_a_killed_process_gets_no_new_budget(noisy):
    noisy.live(0, 400)
    made = len(noisy.from_logs())
    noisy.memory.close()
    noisy.open()  # perception's own state is lost
    noisy.live(1.0, 30, days=0.01)
    assert len(noisy.from_logs()) <= made + 3


def fill_the_budget(noisy):
    for number in range(10):
        noisy.log("planner", words(noisy.source), WARN)
        noisy.clock.set(START + timedelta(seconds=10.0 * (number + 1)))


def counted_entry(noisy):
    noisy.perception.finish()
    noisy.memory.flush()
    (entry,) = (entry for entry in noisy.entries() if entry.key.detector == "quota")
    return entry


def test_a_message_beyond_the_budget_is_shown_by_why_and_found_by_recall(noisy):
    fill_the_budget(noisy)
    for number, part in enumerate(("frobnicator", "gimbal")):
        noisy.clock.set(START + timedelta(seconds=200.0 + 30.0 * number))
        noisy.log("planner", f"the {part} is out of kilter", WARN)
    entry = counted_entry(noisy)
    shown = [row.detail["message"] for row in noisy.memory.why(entry.id)[1]]
    for part in ("frobnicator", "gimbal"):
        text = f"planner logs a warning: the {part} is out of kilter"
        assert any(text in message for message in shown)
        found = noisy.memory.recall(Query(part))
        assert any(text in hit.text for hit in found)


def test_each_of_many_messages_beyond_the_budget_is_listed(noisy):
    fill_the_budget(noisy)
    for number in range(100):
        noisy.clock.set(START + timedelta(seconds=200.0 + 130.0 * number))
        noisy.log("planner", words(noisy.source), WARN)
        noisy.perception.advance()
    entry = counted_entry(noisy)
    rows = noisy.memory.why(entry.id, limit=100)[1]
    shown = [row.detail["message"] for row in rows if row.kind is not Kind.END]
    assert len(shown) <= 10 + 90 * 130 / 600 + 1  # at once, every ten minutes, at the end
    listed = sum(message.count("planner logs a warning: ") for message in shown)
    assert 95 <= listed <= 100  # a few again fit into the budget
    assert not any(" more (" in message for message in shown)


def test_a_row_lists_twenty_texts_and_counts_the_others():
    texts = LeftOutTexts()
    for number in range(27):
        texts.add(f"text {number}")
    said = texts.take()
    assert said.startswith("text 0; text 1; ") and said.endswith("text 19; and 7 more")


def test_a_process_that_is_killed_loses_the_texts_of_ten_minutes_at_most(noisy):
    fill_the_budget(noisy)
    for number in range(40):
        noisy.clock.set(START + timedelta(seconds=200.0 + 130.0 * number))
        noisy.log("planner", f"{words(noisy.source)} jams", WARN)
        noisy.perception.advance()
    noisy.memory.flush()  # without finish()
    (entry,) = (entry for entry in noisy.entries() if entry.key.detector == "quota")
    rows = noisy.memory.why(entry.id, limit=100)[1]
    listed = sum(row.detail["message"].count(" jams") for row in rows)
    assert 40 - 5 <= listed <= 40
    assert len(rows) <= 10 + 30 * 130 / 600 + 1  # at once, and every ten minutes


def test_texts_that_a_rate_limit_holds_back_are_shown_by_why(noisy):
    for number in range(40):
        noisy.perception.receive(
            "/diagnostics", ros.DIAGNOSTICS,
            ros.diagnostics(ros.status("base: Valve", 2, f"seal {words(noisy.source)} leaks")),
        )  # fmt: skip
        noisy.clock.set(START + timedelta(seconds=number + 1.0))
    entry = counted_entry(noisy)
    shown = " ".join(row.detail["message"] for row in noisy.memory.why(entry.id, limit=100)[1])
    assert "base: Valve reports an error: seal " in shown


# -- the rule ------------------------------------------------------------------------------------


def made(budget, severity, stamp, *, again=False):
    if not budget.has_room(severity, stamp, again=again):
        return False
    budget.take(stamp)
    return True


def test_the_budget_is_larger_for_errors_and_for_repeated_messages():
    budget = LogEntryBudget(40)
    new = [sum(made(budget, level, 0.0) for _ in range(50))
           for level in (Severity.WARN, Severity.ERROR)]  # fmt: skip
    again = sum(made(budget, Severity.WARN, 0.0, again=True) for _ in range(50))
    assert (new, again) == ([20, 10], 10)
    assert all(made(budget, Severity.ERROR, 0.0, again=True) for _ in range(50))


def test_the_daily_entry_budget_is_restored_after_a_day():
    budget = LogEntryBudget(40)
    for day in range(5):
        assert sum(made(budget, Severity.WARN, day * DAY) for _ in range(50)) == 20


def test_a_message_counts_as_recurring_after_ten_minutes():
    budget = LogEntryBudget(40)
    assert not budget.note_recurrence(key(1), 0.0)
    assert not budget.note_recurrence(key(1), 599.0)
    assert budget.note_recurrence(key(1), 600.0)
    assert not budget.note_recurrence(key(2), 600.0)


@pytest.mark.parametrize("state", [{}, {"seen": "0", "counts": {}}, {"seen": 3, "counts": {}}])
def test_a_damaged_state_is_refused(state):
    with pytest.raises(ValueError, match="not readable"):
        LogEntryBudget(40).restore(state)


def test_the_number_of_separately_counted_nodes_is_limited():
    budget = LogEntryBudget(40)
    names = {budget.counted(f"node {number}", "x").key.component for number in range(1000)}
    assert len(names) == 33
