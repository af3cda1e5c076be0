"""The fast item reader reads items as a YAML parser does."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.entries import EntryType, MemoryEntry
from robot_memory.entries.entry_item import read_item, write_item
from robot_memory.entries.fast_item_reader import read_written
from robot_memory.entries.front_matter import compose
from robot_memory.entries.memory_entry import TIME_FIELDS
from robot_memory.foundation.wording.varying_text import VaryingText

texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60).filter(
    lambda text: text.strip()
)
times = st.datetimes(datetime(1970, 1, 2), datetime(2100, 1, 1), timezones=st.just(timezone.utc))
words = st.sampled_from(["wheel", "yes", "No", "on", "3d", "a b", "---", "null", "left_wheel", "~"])
readings = st.lists(words | texts, max_size=2).map(
    lambda values: VaryingText.of(" ".join(["a", *["…"] * len(values)]), values).as_list()
)
entries = st.builds(
    MemoryEntry,
    id=st.from_regex(r"mem-[0-9a-f]{8}", fullmatch=True),
    type=st.sampled_from(EntryType),
    text=texts,
    confidence=st.floats(0.0, 1.0).map(lambda value: round(value, 9)),
    first_seen=times,
    last_reinforced=times,
    observation_count=st.integers(1, 10**6),
    tags=st.lists(words | texts, max_size=3).map(tuple),
    extra=st.fixed_dictionaries(
        {}, optional={"key": st.lists(words | texts, min_size=3, max_size=4),
                      "readings": readings,
                      "repeats": st.integers(1, 500), "days_observed": st.integers(1, 500)}),
)  # fmt: skip
MOMENT = datetime(2026, 4, 1, tzinfo=timezone.utc)
ITEM = write_item(
    MemoryEntry("mem-1", EntryType.HARDWARE_OBSERVATION, "a", 0.5, MOMENT, MOMENT), (),
    indent="  ", times_as_text=False,
)  # fmt: skip


@given(entries)
def test_the_fast_reader_gives_the_same_entry_as_yaml(entry):
    text = write_item(entry, (), indent="  ", times_as_text=False)
    quick = read_written(text)
    parsed = read_item(compose(text).value[0], "entries[0]")

    assert parsed.entry == entry
    assert quick is None or (quick.entry, quick.keys) == (parsed.entry, parsed.keys)


def test_an_item_in_our_own_form_needs_no_yaml_parser():
    extra = {"key": ["log", "a: b", "…"], "readings": ["a …", "1 V", "2 V", "1 V"]}
    entry = MemoryEntry("mem-a3f9c1d2", EntryType.HARDWARE_OBSERVATION, 'A "b" — c\n---\\', 0.92,
                        MOMENT, MOMENT, 14, ("wheel",), extra)  # fmt: skip

    assert read_written(write_item(entry, (), indent="", times_as_text=False)).entry == entry


@pytest.mark.parametrize("readings", ["5", "[]", '["a …", "1 V"]', "[a …, 1, 2, 3]", "{a: 1}"])
def test_an_item_with_invalid_readings_is_set_aside_with_the_reason(readings: str):
    text = f"{ITEM}    readings: {readings}\n"

    assert read_written(text) is None
    (defect,) = read_item(compose(text).value[0], "entries[0]").defects
    assert defect.path == "entries[0].readings"
    assert "delete the field" in defect.problem


@pytest.mark.parametrize("name", TIME_FIELDS)
def test_an_item_with_an_invalid_time_is_set_aside_with_the_expected_form(name: str):
    for value in ("tomorrow", "2026-13-01", "12", "true", "[2026-12-01]", "nomuted"):
        found = read_item(compose(f"{ITEM}    {name}: {value}\n").value[0], "entries[0]")
        (defect,) = found.defects
        assert (found.entry, defect.path) == (None, f"entries[0].{name}")
        assert "is not an ISO-8601 date, or date and time (2026-12-24, " in defect.problem


def test_an_item_in_any_other_form_is_left_to_the_yaml_parser():
    assert read_written(ITEM) is not None
    for old, new in (
        ("0.5", ".5"), ("0.5", "1.7"), ('"a"', "a"), ('"a"', '""'), ("mem-1", "1"),
        ("2026-04-01", "2026-04-31"), ("    type", "     type"),
        ("hardware_observation", "opinion"), ("\n    text", " # note\n    text"),
    ):  # fmt: skip
        assert old in ITEM
        assert read_written(ITEM.replace(old, new, 1)) is None, new
