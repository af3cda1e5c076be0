"""Any events in any order: each onset counts once, edits stay, and a deleted entry stays deleted
until a later onset.
"""

from __future__ import annotations

import shutil
import tempfile
from datetime import timedelta
from pathlib import Path

from entry_builders import NOON, delete, edit, observe, open_memory
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from robot_memory import EntryType
from robot_memory.entries import MemoryDocument
from robot_memory.foundation.time.clock import ManualClock

COMPONENTS = st.sampled_from(["left", "right", "lidar"])


class RobotsLife(RuleBasedStateMachine):
    """Two processes, a person with an editor, crashes and losses, checked against a plain model."""

    def __init__(self):
        super().__init__()
        self.home = Path(tempfile.mkdtemp())
        self.file = self.home / "robot-memory.md"
        self.clock = ManualClock(NOON, kind="wall", boot="b1")
        self.memories = [open_memory(self.home, self.clock) for _ in range(2)]
        self.rows = 0
        self.onsets = {name: [] for name in ("left", "right", "lidar")}
        self.deleted_at = dict.fromkeys(self.onsets, 0)
        self.resolved = dict.fromkeys(self.onsets, False)
        self.texts = {name: f"{name} fails" for name in self.onsets}

    def expected(self):
        return {
            self.texts[name]: (len([row for row in rows if row > self.deleted_at[name]]),
                               self.resolved[name])
            for name, rows in self.onsets.items() if rows and rows[-1] > self.deleted_at[name]
        }  # fmt: skip

    def id_of(self, name):
        for _, entry in self.memories[0].entries(include_resolved=True):
            if entry.key and entry.key.component == name:
                return entry.id
        return None

    @rule(name=COMPONENTS, who=st.integers(0, 1))
    def a_component_fails(self, name, who):
        self.clock.set(self.clock.now().time + timedelta(minutes=20))
        observe(self.memories[who], name)
        self.rows += 1
        self.onsets[name].append(self.rows)
        self.resolved[name] = False

    @rule(name=COMPONENTS, who=st.integers(0, 1))
    def somebody_resolves(self, name, who):
        entry_id = self.id_of(name)
        if entry_id is not None:
            self.memories[who].resolve(entry_id)
            self.rows += 1
            self.resolved[name] = True

    @rule(who=st.integers(0, 1))
    def one_saves(self, who):
        self.memories[who].save()

    @rule(who=st.integers(0, 1))
    def one_crashes_and_restarts(self, who):
        self.memories[who]._writer.rows.close()
        self.memories[who]._ledger.close()
        self.memories[who] = open_memory(self.home, self.clock)

    @rule(who=st.integers(0, 1))
    def one_stops_and_starts(self, who):
        self.memories[who].close()
        self.memories[who] = open_memory(self.home, self.clock)

    @rule(name=COMPONENTS, words=st.sampled_from(["Mine", "Better said"]))
    def a_person_edits(self, name, words):
        self.memories[0].save()
        new = f"{words}: {name}"
        if self.file.exists() and f'"{self.texts[name]}"' in self.file.read_text():
            edit(self.file, (f'"{self.texts[name]}"', f'"{new}"'))
            self.texts[name] = new

    @rule(name=COMPONENTS)
    def a_person_deletes(self, name):
        self.memories[0].save()
        entry_id = self.id_of(name)
        if entry_id is not None:
            self.deleted_at[name] = MemoryDocument(self.file.read_text()).header.ledger_seq
            self.texts[name] = f"{name} fails"
            delete(self.file, entry_id)
            self.memories[1].save()

    @rule()
    def the_file_is_lost_while_nobody_runs(self):
        for memory in self.memories:
            memory.close()
        self.file.unlink(missing_ok=True)
        self.texts = {name: f"{name} fails" for name in self.onsets}
        self.memories = [open_memory(self.home, self.clock) for _ in range(2)]

    @invariant()
    def all_agree_with_the_account(self):
        for memory in self.memories:
            seen = {
                entry.text: (entry.observation_count, entry.type is EntryType.RESOLVED)
                for _, entry in memory.entries(include_resolved=True)
            }
            assert seen == self.expected()

    def teardown(self):
        for memory in self.memories:
            memory.close()
        if self.file.exists():
            entries = MemoryDocument(self.file.read_text()).entries.values()
            assert {entry.text for entry in entries} == set(self.expected())
        shutil.rmtree(self.home)


TestARobotsLife = RobotsLife.TestCase
TestARobotsLife.settings = settings(
    max_examples=8, stateful_step_count=20, deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)  # fmt: skip
