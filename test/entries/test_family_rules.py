"""A word that may be a name or a reading: the number of variants decides (rules.md §1.11)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from entry_builders import at, fold, make_entry, make_note, make_row
from hypothesis import given, settings
from hypothesis import strategies as st

from robot_memory.entries.entry_event import ArchivedEntry
from robot_memory.foundation.errors import UnknownEntry
from robot_memory.foundation.wording.names_or_readings import MOST_NAMES
from robot_memory.foundation.wording.varying_text import READINGS, VaryingText
from robot_memory.ledger import Key

MANY = MOST_NAMES + 1


def blocked(number: int, name: object, where: object = "east"):
    said = VaryingText.of("rack: tray ‥ of side ‥ is blocked", [str(name), str(where)])
    key = Key("log", "rack", f"tray ‹{name}› of side ‹{where}› is blocked")
    return make_row(number, at(number / 24), key=key, summary=str(said),
                    detail={READINGS: said.as_list()}, entry_id=f"mem-{name}-{where}")  # fmt: skip


def fold_all(rows, entries=()):
    return dict(fold(entries, rows)[0])


def texts(rows):
    return sorted((entry.text, entry.observation_count) for entry in fold_all(rows).values())


def test_few_variants_are_names_of_parts_and_stay_separate_entries():
    rows = [blocked(number, number % MOST_NAMES) for number in range(1, 3 * MOST_NAMES + 1)]

    assert len(texts(rows)) == MOST_NAMES


def test_many_variants_are_readings_of_one_fault_and_become_a_range():
    rows = [blocked(number, number) for number in range(1, MANY + 1)]

    assert texts(rows) == [(f"rack: tray 1–{MANY} of side east is blocked", MANY)]


def test_a_reading_at_one_position_leaves_names_at_another():
    rows = [blocked(number, number, "west" if number % 2 else "east") for number in range(1, 30)]

    assert [text for text, _ in texts(rows)] == [
        "rack: tray 1–30 of side west is blocked", "rack: tray 2–28 of side east is blocked",
    ]  # fmt: skip


@given(st.lists(st.tuples(st.integers(1, 14), st.sampled_from(["east", "west"])), max_size=40)
       .flatmap(lambda said: st.tuples(st.just(said), st.permutations(said))))  # fmt: skip
@settings(max_examples=60, deadline=None)
def test_the_order_of_evidence_does_not_change_the_entries(orders):
    one, other = ([blocked(n, *said) for n, said in enumerate(order, 1)] for order in orders)

    assert texts(one) == texts(other)


@pytest.mark.parametrize("is_first", [True, False])
def test_a_persons_note_in_the_same_words_stays_a_separate_entry(is_first):
    rows = [blocked(number, number) for number in range(1, MANY + 2)]
    text, entry_id = rows[0].summary, "mem-1-east"
    note = make_note(0, at(0), text, entry_id=entry_id)
    said = [note, rows[0]] if is_first else [rows[0], replace(note, id=2)]
    folded = fold_all([*said, *rows[1:]])

    assert len(folded) == 2
    assert (folded[entry_id].text, folded[entry_id].joined) == (text, ())
    assert folded[entry_id].extra["noted_by"] == "person"


@pytest.mark.parametrize("tags", [("bobs-own", "rack", "warn"), ("warn",)])
def test_an_entry_tagged_by_a_person_stays_separate(tags):
    rows = [
        replace(blocked(number, number), tags=("rack", "warn")) for number in range(1, MANY + 2)
    ]
    entries = fold_all(rows[:1])
    entries["mem-1-east"] = replace(entries["mem-1-east"], tags=tags)
    folded = fold_all(rows[1:], entries.values())

    assert len(folded) == 2
    assert folded["mem-1-east"] == entries["mem-1-east"]


def joined_and_left(*, pruned: bool) -> list[ArchivedEntry]:
    """Return the archive after many entries were merged and the merged entry left a day later."""
    rows = [blocked(number, number) for number in range(1, MANY + 1)]
    _, changes = fold([], rows)
    parts = [c.entry for c in changes if c.kind == "merged"]
    (whole,) = fold_all(rows).values()
    return [ArchivedEntry(whole, pruned=pruned, seq=100),
            *(ArchivedEntry(part, pruned=False, seq=MANY) for part in parts)]  # fmt: skip


def test_a_forgotten_joined_entry_does_not_return_in_parts():
    rows = [blocked(number, number) for number in range(1, MANY + 1)]

    folded, _ = fold([], rows, archived=joined_and_left(pruned=False))

    assert not folded


def test_a_decayed_joined_entry_returns_as_one_with_its_history():
    folded, _ = fold([], [blocked(101, 99)], archived=joined_and_left(pruned=True))

    (entry,) = folded.values()
    assert (entry.id, entry.observation_count) == ("mem-1-east", MANY + 1)
    assert entry.text == "rack: tray 1–100 of side east is blocked"
    assert "mem-99-east" in entry.joined


def test_an_entry_with_a_key_of_an_earlier_version_continues():
    key = ["log", "rack", "tray 3 of side east is blocked"]
    old = make_entry("rack: tray 3 of side east is blocked", extra={"key": key})

    folded = fold_all([blocked(1, 3)], [old])

    assert {i: entry.observation_count for i, entry in folded.items()} == {old.id: 2}


def test_the_id_of_a_joined_entry_leads_to_the_entry_it_joined(memory):
    for number in range(1, MANY + 1):
        memory.observe(replace(blocked(number, number), entry_id=""))
    memory.flush()
    ((_, whole),) = memory.entries()

    assert memory.why(whole.joined[0])[0].id == whole.id
    assert memory.resolve(whole.joined[-1], "rack mended").id == whole.id
    with pytest.raises(UnknownEntry):
        memory.why("mem-none")
