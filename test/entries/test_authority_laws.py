"""Whatever persons and agents do, no agent changes what a person did (rules.md §1.6, §2.12)."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

from entry_builders import NOON, at
from hypothesis import given, settings
from hypothesis import strategies as st

from robot_memory import RobotMemory
from robot_memory.entries.entry_id import agents_id
from robot_memory.entries.mute_rules import is_silenced
from robot_memory.foundation.errors import RobotMemoryError
from robot_memory.foundation.time.clock import ManualClock

ADA, AGENTS = "person:ada", ("agent:planner", "claimed:ada")
TEXTS = ("Lift stops", "Ramp is wet", "Door sticks")
SPELLINGS = {text: (text, text.upper(), f"The {text.lower()}!") for text in TEXTS}
KINDS = ("environment_note", "behavior_pattern")


def remember(memory, text, spelling, source):
    memory.remember(KINDS[spelling % 2], SPELLINGS[text][spelling], source=source)


DEEDS = {
    "remember": remember,
    "resolve": lambda memory, text, _, source: memory.resolve(agents_id(text), source=source),
    "mute": lambda memory, text, _, source: memory.mute(agents_id(text), source=source),
    "unmute": lambda memory, text, _, source: memory.unmute(agents_id(text), source=source),
    "known": lambda memory, text, _, source: memory.declare_known(
        agents_id(text), "ordered", source=source
    ),
    "withdraw": lambda memory, text, _, source: memory.withdraw_known(
        agents_id(text), source=source
    ),
    "forget": lambda memory, text, _, source: memory.forget(agents_id(text), source=source),
    "confirm": lambda memory, text, _, source: memory.confirm(agents_id(text), source=source),
    "correct": lambda memory, text, spelling, source: memory.correct(
        agents_id(text), TEXTS[(TEXTS.index(text) + 1 + spelling % 2) % 3], source=source
    ),
    "undo": lambda memory, text, _, source: memory.undo(agents_id(text), source=source),
}
STEPS = st.lists(
    st.tuples(
        st.sampled_from(sorted(DEEDS)), st.sampled_from(TEXTS), st.integers(0, 2),
        st.sampled_from([ADA, *AGENTS]), st.integers(0, 30),
    ),
    max_size=14,
)  # fmt: skip


def standing(memory, now):
    """Return of each entry its words, its type, whether it is silenced, and whose word it is."""
    entries = {one.id: one for _, one in memory.entries(include_resolved=True)}
    return {
        text: (one.text, one.type, is_silenced(one, now), one.is_agents_word) if one else None
        for text in TEXTS
        for one in [entries.get(agents_id(text))]
    }


@settings(max_examples=30, deadline=None)
@given(saves=st.booleans(), steps=STEPS)
def test_no_agent_changes_what_a_person_did_about_its_words(tmp_path_factory, saves, steps):
    clock = ManualClock(NOON, kind="wall", boot="test")
    touched = set()
    with RobotMemory.open(tmp_path_factory.mktemp("home"), clock=clock) as memory:
        for number, (deed, text, spelling, source, hours) in enumerate(steps):
            clock.set(at(hours=24 * number) + timedelta(hours=hours % 24))
            if saves:
                memory.save()
            before, last = standing(memory, clock.now().time), memory.ledger.last()
            with suppress(RobotMemoryError):
                DEEDS[deed](memory, text, spelling, source)
            after = standing(memory, clock.now().time)
            is_stored = memory.ledger.last() > last
            if source == ADA and is_stored and deed not in ("remember", "confirm"):
                touched |= {one for one in TEXTS if before[one] != after[one]}
            if source != ADA:
                for one in touched:
                    assert after[one] == before[one], (one, deed, source)
