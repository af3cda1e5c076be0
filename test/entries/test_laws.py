"""Laws that hold for any input."""

from __future__ import annotations

import os
from datetime import datetime, timezone

import pytest
import yaml
from entry_builders import EXAMPLE, NOON, at, make_entry, make_file, make_item, make_row
from hypothesis import example, given, settings
from hypothesis import strategies as st

from robot_memory import EntryType, MemoryEntry
from robot_memory.entries import MemoryDocument
from robot_memory.entries.entry_event import ArchivedEntry
from robot_memory.entries.entry_item import read_item, write_item
from robot_memory.entries.fast_item_reader import read_written
from robot_memory.entries.fold import Fold
from robot_memory.foundation.settings import Settings
from robot_memory.ledger import Key, Kind, Source
from robot_memory.ledger.observation import stamp_text

UTC = timezone.utc
#: LAWS=2000 pytest … tests more examples.
FEW = settings(max_examples=int(os.environ.get("LAWS", "30")))
# All characters but surrogates, which are refused at input.
CHARS = st.characters(exclude_categories=["Cs"])
NASTY = st.sampled_from(
    ["---", "\n---\n", "\\", '"', "'", "#", ": ", " #", "\x00", "\x7f", "\x85", "\u2028",
     "\ufeff", "🤖", "👩\u200d🔧", "\ufffe", "\t", "\r\n", "{", "[", "]", "}", "- ", "&a", "*a",
     "!t", "<<", "=", "~", "null", "yes", "1.0", "2026-12-01", "0x1F", "1:30", "%", "@", "`", "|",
     ">", "? "]
)  # fmt: skip
TEXT = st.lists(st.one_of(st.text(CHARS, max_size=8), NASTY), max_size=6).map("".join)
SAID = TEXT.filter(lambda text: text.strip() and len(text) <= 500)
TIMES = st.datetimes(datetime(1970, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC))
NUMBERS = st.integers(0, 10**9 - 1).map(lambda number: number / 10**9)
PLAIN = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), TEXT, TIMES
)  # fmt: skip
VALUES = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3)
)
OURS = {"id", "type", "text", "confidence", "first_seen", "last_reinforced", "observation_count"}
NAMES = TEXT.filter(lambda name: name not in OURS | {"tags", "resolved_at", "muted_until"})
KEYS = st.one_of(st.none(), st.builds(Key, TEXT, TEXT, TEXT))


@st.composite
def entries(draw):
    extra = draw(st.dictionaries(NAMES, VALUES, max_size=3))
    key = draw(KEYS)
    return MemoryEntry(
        id=draw(st.from_regex(r"mem-[0-9a-f]{8}", fullmatch=True)),
        type=draw(st.sampled_from(EntryType)),
        text=draw(SAID),
        confidence=draw(NUMBERS),
        first_seen=draw(TIMES),
        last_reinforced=draw(TIMES),
        observation_count=draw(st.integers(1, 999_999_999)),
        tags=tuple(draw(st.lists(TEXT, max_size=3))),
        extra={"key": key.as_list(), **extra} if key else extra,
    )


LISTS = st.lists(entries(), max_size=4, unique_by=lambda entry: entry.id)


def written(items, base="", **fields):
    document = MemoryDocument(base)
    document.put(items)
    given_fields = {
        "rrn": "RRN-000000000001", "last_updated": NOON, "ledger_id": "l1", "ledger_seq": 1,
        **fields,
    }  # fmt: skip
    document.set_header(**given_fields)
    return document.render()


# -- the file ------------------------------------------------------------------------------------


@FEW
@given(LISTS)
def test_written_entries_read_back_equal(items):
    document = MemoryDocument(written(items))

    assert list(document.entries.values()) == items
    assert document.defects == []
    assert not document.touched


@pytest.mark.parametrize("text", ["\\x2D", "\\\\x2D---", "\\u002d", "---", "-\\-", '"\\"'])
def test_text_that_looks_like_an_escape_is_kept_literally(text):
    entry = make_entry(text, tags=(text,))

    assert MemoryDocument(written([entry])).entries == {entry.id: entry}


@FEW
@given(LISTS, TEXT.filter(lambda body: "\0" not in body))  # no text: it is set aside
def test_a_file_that_was_read_is_written_unchanged(items, body):
    once = written(items, body)
    again = MemoryDocument(once)
    again.put(again.entries.values())

    assert again.render() == once
    assert written([], once) == once


@FEW
@given(LISTS)
def test_other_yaml_readers_read_the_same_values(items):
    _, front, _ = written(items).split("---")
    data = yaml.safe_load(front)
    texts = yaml.load(front, yaml.BaseLoader)

    assert [item["text"] for item in data["entries"]] == [entry.text for entry in items]
    assert [item["first_seen"] for item in data["entries"]] == [e.first_seen for e in items]
    assert [item.get("tags", []) for item in data["entries"]] == [list(e.tags) for e in items]
    assert data["last_updated"] == NOON
    assert all("T" in item["first_seen"] and item["first_seen"][-1] == "Z"
               for item in texts["entries"])  # fmt: skip


@FEW
@given(LISTS, entries())
def test_adding_changing_or_dropping_an_entry_keeps_the_bytes_of_the_others(items, new):
    items = [entry for entry in items if entry.id != new.id]
    before = written(items)
    after = written([new], before)
    document = MemoryDocument(after)
    document.drop(new.id)

    assert document.render() == before
    changed = MemoryEntry(new.id, new.type, "Other", 0.5, NOON, NOON)
    assert list(MemoryDocument(written([changed], after)).entries.values())[:-1] == items


@FEW
@given(SAID)
def test_a_hand_written_text_in_any_form_reads_as_in_yaml(text):
    dumped = yaml.safe_dump({"text": text}, allow_unicode=True).replace("\n", "\n    ")
    source = make_file(make_item(text="")).replace("---\n", "---\n", 1)
    source = source.replace("    type:", "    " + dumped.strip(" \n") + "\n    type:", 1)
    expected = yaml.safe_load(dumped.replace("\n    ", "\n"))["text"]
    document = MemoryDocument(source)

    if document.defects:  # a YAML parser cannot read it either
        with pytest.raises(yaml.YAMLError):
            yaml.safe_load(source.split("---\n")[1])
    else:
        assert [entry.text for entry in document.entries.values()] == [expected]


def as_yaml(source):
    (node,) = yaml.compose(source, yaml.CSafeLoader).value
    return read_item(node, "entries[0]")


PUT = [
    "", " ", "\n", '"', "\\", "-", "#", "0", "]", ",", ":", "\\ud800", "y", "\t", "é", "'", "x2D",
]  # fmt: skip


@FEW
@given(st.data())
def test_the_fast_reader_and_yaml_agree_on_nearly_canonical_items(data):
    source = write_item(
        make_entry('a "b" \\ ---', tags=("x", "no"), extra={"key": ["a", "b", "c"]}), (),
        indent="  ", times_as_text=False,
    )  # fmt: skip
    at_ = data.draw(st.integers(0, len(source) - 1))
    put = data.draw(st.sampled_from(PUT))
    source = source[:at_] + put + source[at_ + data.draw(st.integers(0, 2)) :]
    quick = read_written(source)
    if quick is not None:
        slow = as_yaml(source)
        assert (quick.entry, quick.keys) == (slow.entry, slow.keys)


@FEW
@given(st.integers(0, len(EXAMPLE)), st.integers(0, 20), TEXT)
@example(30, 18, "\x85")  # a line break in YAML, but not in a text file
@example(234, 0, "?\n...")  # a question mark turns the text after it into a key
@example(234, 0, "?\n")
def test_reading_and_writing_any_file_succeeds_or_names_the_damage(start, length, put):
    from robot_memory.entries import FrontMatterDamaged

    text = EXAMPLE[:start] + put + EXAMPLE[start + length :]
    try:
        document = MemoryDocument(text)
    except FrontMatterDamaged as error:
        assert str(error)
        return
    rewritten = MemoryDocument(written(document.entries.values(), text))
    kept = {key: entry for key, entry in rewritten.entries.items() if key in document.entries}
    assert kept == document.entries


def test_a_foreign_field_with_an_explicit_key_below_the_entries_is_kept():
    text = EXAMPLE.removesuffix("---\n") + "? extra\n: value\n---\n"
    document = MemoryDocument(text)

    assert document.entries == MemoryDocument(EXAMPLE).entries
    assert (document.defects, document.render()) == ([], text)


# -- the fold ------------------------------------------------------------------------------------

COMPONENTS = st.sampled_from(["left", "right", "lidar"])
EVIDENCE = st.sampled_from([Kind.ONSET, Kind.PRESENT, Kind.END, Kind.NOTE, Kind.ECHO])
DEEDS = st.sampled_from([Kind.RESOLVE, Kind.MUTE, Kind.UNMUTE, Kind.REPAIRED])


@st.composite
def rows(draw, max_size=14):
    """Make a ledger: evidence and people's actions about three components, ordered by time."""
    made = []
    day = 0.0
    for number in range(1, draw(st.integers(0, max_size)) + 1):
        day += draw(st.floats(0, 9))
        component = draw(COMPONENTS)
        text = f"{component} fails"
        entry = make_entry(text)
        if draw(st.integers(0, 3)):
            kind = draw(EVIDENCE)
            said = kind in (Kind.NOTE, Kind.ECHO)
            row = make_row(
                number, at(day), kind, summary=text, confidence=draw(st.floats(0.1, 1.0)),
                key=None if said else Key("d", component, "fails"),
                source=draw(st.sampled_from([Source.PERSON, Source.AGENT])) if said
                else Source.DETECTOR,
            )  # fmt: skip
        else:
            kind = draw(DEEDS)
            until = draw(st.floats(0, 100))
            row = make_row(
                number, at(day), kind, summary="why", key=None, entry_id=entry.id,
                component=component, detail={"until": stamp_text(at(until))} if until > 50 else {},
            )  # fmt: skip
        made.append(row)
    return made


ARCHIVES = st.lists(
    st.builds(
        lambda component, pruned, seq: ArchivedEntry(
            make_entry(f"{component} fails", extra={"key": ["d", component, "fails"]}), pruned, seq
        ),
        COMPONENTS, st.booleans(), st.integers(0, 9),
    ),
    max_size=2, unique_by=lambda item: item.entry.id,
)  # fmt: skip


def folding(base, archive):
    def find(key, entry_id):
        for item in archive:
            if item.entry.id == entry_id or (key is not None and item.entry.key == key):
                return item
        return None

    return Fold(base, Settings(), find)


@FEW
@given(rows(), ARCHIVES, st.data())
def test_folding_in_two_steps_equals_folding_at_once(ledger, archive, data):
    cut = data.draw(st.integers(0, len(ledger)))
    at_once = folding({}, archive)
    at_once.add(ledger)
    first = folding({}, archive)
    first.add(ledger[:cut])
    saved = MemoryDocument(written(first.entries.values(), ledger_seq=cut))
    second = folding(saved.entries, archive)
    second.add(ledger[cut:])

    assert dict(second.entries) == dict(at_once.entries)


@FEW
@given(rows(), ARCHIVES)
def test_a_fold_never_leaves_the_schema(ledger, archive):
    folded = folding({}, archive)
    folded.add(ledger)

    for key, entry in folded.entries.items():
        assert key == entry.id
        assert 0.0 <= entry.confidence <= 1.0
        assert round(entry.confidence, 9) == entry.confidence
        assert entry.observation_count >= 1
        assert entry.first_seen <= entry.last_reinforced
    assert MemoryDocument(written(folded.entries.values())).entries == dict(folded.entries)


@FEW
@given(rows())
def test_a_fold_does_not_change_its_input(ledger):
    base = folding({}, [])
    base.add(ledger[:5])
    before = dict(base.entries)
    folding(base.entries, []).add(ledger[5:])

    assert dict(base.entries) == before
