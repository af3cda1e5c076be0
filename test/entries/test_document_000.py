"""Document 000, sentence by sentence, on files like those it describes."""

from __future__ import annotations

import pytest
import yaml
from entry_builders import EXAMPLE, NOON, at, make_entry, make_file, make_item

from robot_memory import EntryType
from robot_memory.entries import MemoryDocument
from robot_memory.entries.entry_id import mint_id


def defects_of(text):
    return [str(defect) for defect in MemoryDocument(text).defects]


def front(text):
    return yaml.safe_load(text.split("---\n")[1])


def saved(document, **fields):
    given = {"rrn": "RRN-000000000001", "last_updated": NOON, "ledger_id": "l1", "ledger_seq": 1}
    document.set_header(**{**given, **fields})
    return document.render()


# -- the example of §3.2 -------------------------------------------------------------------------


def test_the_documents_own_example_is_read():
    document = MemoryDocument(EXAMPLE)
    (entry,) = document.entries.values()

    assert document.defects == []
    assert document.header.schema_version == "1.0"
    assert document.header.rrn == "RRN-000000000001"
    assert document.header.last_updated == at(0).replace(month=4, day=1, hour=2)
    assert entry.id == "mem-a3f9c1d2"
    assert entry.type is EntryType.HARDWARE_OBSERVATION
    assert entry.text.endswith("under sustained load — prefer speeds ≤0.3m/s")
    assert entry.confidence == 0.92
    assert entry.first_seen == NOON.replace(month=3, day=28, hour=14)
    assert entry.last_reinforced == NOON.replace(month=4, day=1, hour=2)
    assert entry.observation_count == 14
    assert entry.tags == ("wheel", "encoder", "navigation")


def test_an_id_that_is_not_the_hash_of_its_text_is_kept():
    (entry,) = MemoryDocument(EXAMPLE).entries.values()

    assert mint_id(entry.type, entry.text) != entry.id
    assert "mem-a3f9c1d2" in saved(MemoryDocument(EXAMPLE))


# -- top-level fields (§3.3) ---------------------------------------------------------------------


def without(text, name):
    return "".join(line for line in text.splitlines(True) if not line.startswith(name))


@pytest.mark.parametrize(
    ("text", "defects"),
    [
        *[(without(make_file(), name), [f"{name}: is missing"])
          for name in ("rrn", "last_updated", "entries")],
        (make_file().replace("RRN-000000000001", "Bob"),
         ["rrn: 'Bob' is not a Robot Resource Name"]),
        *[(make_file(make_item(**{name: ""})), [f"entries[0].{name}: is missing"])
          for name in ("type", "text")],
        (make_file(make_item(confidence="7", observation_count="0"), make_item("b", type="x")),
         ["entries[0].confidence: 7 is above 1.0", "entries[0].observation_count: 0 is below 1",
          f"entries[1].type: 'x' is not one of {', '.join(EntryType)}"]),
    ],
)  # fmt: skip
def test_all_missing_and_invalid_fields_are_reported_together(text, defects):
    assert defects_of(text) == defects


def test_a_new_file_has_all_required_fields_and_no_others():
    document = MemoryDocument()
    document.put([make_entry()])
    data = front(saved(document))

    assert list(data) == [
        "schema_version", "rrn", "last_updated", "ledger_id", "ledger_seq", "entries",
    ]  # fmt: skip
    assert data["schema_version"] == "1.0"
    assert data["last_updated"] == NOON


# -- entry fields (§3.4) -------------------------------------------------------------------------


def test_fields_that_a_person_leaves_out_are_filled_in_and_the_rest_is_unchanged():
    text = make_file("type: environment_note  # seen by ada\ntext: 'Dock is wet'")
    document = MemoryDocument(text)
    (entry,) = document.entries.values()
    written = document.render()

    assert document.defects == []
    assert (entry.confidence, entry.observation_count) == (0.80, 1)
    assert entry.first_seen == entry.last_reinforced == NOON  # as of last_updated
    assert "    type: environment_note  # seen by ada\n    text: 'Dock is wet'\n" in written
    assert MemoryDocument(written).entries == document.entries
    assert MemoryDocument(written).render() == written
    assert list(front(written)["entries"][0]) == [
        "id", "confidence", "first_seen", "last_reinforced", "observation_count", "type", "text",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "name", ["confidence", "first_seen", "last_reinforced", "observation_count"]
)
@pytest.mark.parametrize("value", ["", "null", "~"])
def test_only_a_missing_or_empty_field_is_filled_in(name, value):
    document = MemoryDocument(make_file(make_item(**{name: value}, zone="dock")))
    (entry,) = document.entries.values()
    data = front(saved(document))["entries"][0]

    assert document.defects == []
    assert (data["zone"], data["id"]) == ("dock", entry.id)
    assert data[name] == getattr(entry, name)


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("confidence", "1.7", "1.7 is above 1.0"),
        ("confidence", "-0.1", "-0.1 is below 0.0"),
        ("confidence", ".nan", ".nan is not a finite number"),
        ("confidence", "-.inf", "-.inf is not a finite number"),
        ("confidence", "high", "'high' is not a number"),
        ("confidence", "[0.5]", "is not a single value"),
        ("confidence", "!!float high", "'high' is not a number"),
        ("observation_count", "0", "0 is below 1"),
        ("observation_count", "1.5", "'1.5' is not a whole number"),
        ("observation_count", "!!int many", "'many' is not a whole number"),
        ("observation_count", "0b_", "'0b_' is not a whole number"),
        ("observation_count", "9" * 5000, "is above 4294967295"),
        ("type", "rumour", "'rumour' is not one of hardware_observation, environment_note"),
        ("first_seen", "yesterday", "'yesterday' is not an ISO-8601 date and time"),
        ("last_reinforced", "2026-02-30T00:00:00Z", "day is out of range for month"),
        ("tags", "wheel", "is not a list"),
        ("text", '"   "', "is empty"),
        ("text", f'"{"x" * 501}"', "501 characters is above 500"),
        ("type", "resolved\ntype: resolved", "occurs twice"),
    ],
)
def test_a_value_that_breaks_the_schema_is_reported_with_its_path(name, value, problem):
    good = [make_item(f"Good {number}") for number in range(3)]
    text = make_file(*good, make_item(**{name: value}))
    (defect,) = defects_of(text)

    assert defect.startswith(f"entries[3].{name}: ")
    assert problem in defect
    assert [entry.text for entry in MemoryDocument(text).entries.values()] == [
        "Good 0",
        "Good 1",
        "Good 2",
    ]


@pytest.mark.parametrize("kind", ["hardware_observation", "environment_note", "behavior_pattern"])
def test_a_text_of_500_characters_is_read_and_written(kind):
    entry = make_entry("≤" * 500, type=EntryType(kind))
    document = MemoryDocument()
    document.put([entry])

    assert MemoryDocument(saved(document)).entries[entry.id] == entry


# -- files written here, read by others ----------------------------------------------------------


def written():
    document = MemoryDocument()
    document.put(
        [make_entry(tags=("wheel", "no", "3cm")), make_entry("Second — with ---", confidence=1.0)]
    )
    return saved(document)


def test_times_are_iso_8601_with_t_and_z_for_a_reader_of_strings():
    data = yaml.load(written().split("---\n")[1], yaml.BaseLoader)

    assert data["last_updated"] == "2026-12-01T12:00:00Z"
    assert data["entries"][0]["last_reinforced"] == "2026-12-01T12:00:00Z"


def test_a_file_with_quoted_times_keeps_them_quoted():
    """The reference reader of §9 reads times as strings."""
    text = make_file(make_item(first_seen='"2026-12-01T12:00:00Z"'))
    text = text.replace(
        "last_updated: 2026-12-01T12:00:00Z", 'last_updated: "2026-12-01T12:00:00Z"'
    )
    document = MemoryDocument(text)
    old = next(iter(document.entries.values()))
    changed = make_entry("New", extra={"resolved_at": at(1), "muted_until": at(2)})
    document.put([old, changed])
    data = front(saved(document, last_updated=at(1)))

    assert data["last_updated"] == "2026-12-02T12:00:00Z"
    assert data["entries"][1]["first_seen"] == "2026-12-01T12:00:00Z"
    assert data["entries"][1]["resolved_at"] == "2026-12-02T12:00:00Z"


# -- free text (§8.2) ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "# Notes\n\nThe left wheel is loose.\n",
        "The left wheel is loose. --- And the right one.",
        "---\ntitle: Notes of another tool\n---\n# Notes\n",
        "--- \nno front matter, only a rule\n",
        "\n---\nschema_version: \"1.0\"\n---\n",
        "---\nrrn: RRN-000000000001\nentries: []\n---\nwithout a version\n",
        "\ufeffWritten on another system\r\n",
    ],
)  # fmt: skip
def test_a_file_without_schema_version_is_free_text_and_becomes_the_body(text):
    document = MemoryDocument(text)
    document.put([make_entry()])
    migrated = saved(document)
    again = MemoryDocument(migrated)

    assert document.is_free_text
    assert document.entries == again.entries == {make_entry().id: make_entry()}
    assert again.defects == []
    assert migrated.endswith(text)
    assert front(migrated)["schema_version"] == "1.0"


def test_migrated_text_stays_the_body_from_then_on():
    document = MemoryDocument("# Notes\n")
    once = saved(document)
    twice = saved(MemoryDocument(once), ledger_seq=2)

    assert twice == once.replace("ledger_seq: 1", "ledger_seq: 2")
