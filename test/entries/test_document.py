"""The file as a value: only what changed is rewritten (rules.md §1.4, §3.1, §3.4, §3.5)."""

from __future__ import annotations

import difflib
from dataclasses import replace

import pytest
import yaml
from entry_builders import EXAMPLE, at, make_entry, make_file, make_item

from robot_memory.entries import FrontMatterDamaged, MemoryDocument
from robot_memory.entries.entry_id import mint_id

MINE = make_entry("Mine")

LIVED_IN = """\
---
# What the workshop should know. Ask Ada.
schema_version: "1.0"
rrn: RRN-000000000001   # from the plate under the battery
last_updated: 2026-12-01T12:00:00Z
site: {name: Halle 3, floor: 2}

entries:

  # -- wheels --
  - id: mem-00000001
    type: hardware_observation   # we think
    text: >-
      Left wheel encoder
      reports no pulses
    confidence: 0.6
    owner: ada
    first_seen: 2026-12-01T12:00:00Z
    last_reinforced: 2026-12-01 12:00:00
    observation_count: 1
    tags:
      - wheel
      - encoder
  # -- doors --

  - {id: mem-00000002, type: environment_note, text: 'Door sticks', confidence: 0.5,
     first_seen: 2026-12-01T12:00:00Z, last_reinforced: 2026-12-01T12:00:00Z, observation_count: 2}
  - confidence: 0.7
    id: "mem-00000003"
    text: "Drive slowly"
    type: behavior_pattern
    observation_count: 1
    last_reinforced: 2026-12-01T12:00:00Z
    first_seen: 2026-12-01T12:00:00Z

# -- of others --
peer_context:
  - rrn: RRN-000000000005
    entries: []
x-tool: [1, 2]
---
# Notebook

Body with --- dashes, `schema_version: 9`, and no newline at its end"""


#: Where each item begins, and the text after it.
OWN_LINES = {
    "mem-00000001": ("  - id:", "  # -- doors"),
    "mem-00000002": ("  - {id", "  - confidence"),
    "mem-00000003": ("  - confidence", "\n# -- of others"),
}


def save(document, entries=None, **fields):
    given = {"rrn": "RRN-000000000001", "last_updated": at(1), "ledger_id": "l1", "ledger_seq": 7}
    if entries is not None:
        document.put(entries)
    document.set_header(**{**given, **fields})
    return document.render()


def load(text):
    return yaml.safe_load(text.removeprefix("\ufeff").split("---")[1])


def changed_lines(before, after):
    diff = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    return [line for line in diff if line[:1] in "+-" and line[:3] not in ("+++", "---")]


def touched(document, key):
    return replace(document.entries[key], observation_count=9, last_reinforced=at(1))


# -- what stays unchanged ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [EXAMPLE, LIVED_IN, LIVED_IN.replace("\n", "\r\n"), "\ufeff" + LIVED_IN, make_file(),
     make_file(make_item(), body="text\n")],
    ids=["example", "lived in", "CRLF", "BOM", "empty", "body"],
)  # fmt: skip
def test_an_unchanged_file_is_rendered_byte_for_byte(text):
    document = MemoryDocument(text)
    document.put(list(document.entries.values()))

    assert not document.touched
    assert document.defects == []
    assert document.render() == text


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("key", ["mem-00000001", "mem-00000002", "mem-00000003"])
def test_a_save_changes_only_the_touched_entry_and_the_header(key, end):
    before = save(MemoryDocument(LIVED_IN.replace("\n", end)))
    document = MemoryDocument(before)
    after = save(document, [touched(document, key)], ledger_seq=8)
    old, new = MemoryDocument(before), MemoryDocument(after)
    begin, end = OWN_LINES[key]
    its_lines = LIVED_IN[LIVED_IN.index(begin) : LIVED_IN.index(end)].splitlines()

    assert new.entries == {**old.entries, key: touched(old, key)}
    removed = [line[1:] for line in changed_lines(before, after) if line[0] == "-"]
    assert set(removed) <= {*its_lines, "ledger_seq: 7"}
    assert after.endswith(before[before.index("# -- of others --") :])


def test_a_dropped_entry_removes_only_its_own_lines():
    before = save(MemoryDocument(LIVED_IN))
    for key in MemoryDocument(before).entries:
        document = MemoryDocument(before)
        document.drop(key)
        after = document.render()

        assert not [line for line in changed_lines(before, after) if line[0] == "+"]
        assert list(MemoryDocument(after).entries) == [
            k for k in MemoryDocument(before).entries if k != key
        ]
        assert "# -- wheels --" in after and "# -- doors --" in after and "of others" in after


@pytest.mark.parametrize(
    "listing",
    ["entries:", "entries: []", "entries: [ ]", "entries: null", "entries: ~", "entries: [\n]",
     "entries: []  # none yet", "entries:   # none yet", '"entries": []', "entries: [] \n# a\n"],
)  # fmt: skip
def test_a_first_entry_is_added_to_an_empty_list_in_any_form(listing):
    text = make_file().replace("entries: []", listing)
    assert MemoryDocument(text).entries == {}
    after = save(MemoryDocument(text), [MINE])

    assert MemoryDocument(after).entries == {MINE.id: MINE}
    assert MemoryDocument(after).defects == []
    assert load(after)["entries"][0]["id"] == MINE.id
    assert ("# none yet" in listing) == ("# none yet" in after)


@pytest.mark.parametrize(
    "line",
    ["last_updated:", "last_updated: ", "last_updated: null", "last_updated: ~",
     "last_updated: 'soon'", "last_updated: [1, 2]", "last_updated: {a: 1}",
     "last_updated: >-\n  2026-12-01T12:00:00Z", "last_updated: |\n  later\n",
     "last_updated:\n  - 1", "last_updated: &t 2026-12-01T12:00:00Z",
     "last_updated: 2026-12-01T12:00:00Z # noon", '"last_updated": 2026-12-01T12:00:00Z',
     "rrn:", "rrn: ''", "rrn: ~"],
)  # fmt: skip
def test_a_header_field_in_any_form_is_updated(line):
    name = "rrn" if line.startswith("rrn") else "last_updated"
    known = {"rrn": "rrn: RRN-000000000001", "last_updated": "last_updated: 2026-12-01T12:00:00Z"}
    text = make_file(make_item()).replace(known[name], line)
    before = MemoryDocument(text).entries
    after = save(MemoryDocument(text))
    twice = save(MemoryDocument(after), last_updated=at(2))

    for result, time in ((after, at(1)), (twice, at(2))):
        assert MemoryDocument(result).defects == []
        assert MemoryDocument(result).header.last_updated == time
        assert MemoryDocument(result).entries == before
        assert result.count(name) == 1
        assert load(result)["rrn"] == "RRN-000000000001"


def test_a_header_below_an_empty_list_can_change_repeatedly():
    """A document lives as long as the process does."""
    text = (
        "---\nentries: []\n# When:\nlast_updated: 2026-12-01T12:00:00Z\n"
        'schema_version: "1.0"\nrrn: RRN-000000000001\n---\n'
    )
    document = MemoryDocument(text)
    for number in range(1, 4):
        result = save(document, [make_entry(f"Number {number}")], last_updated=at(number))
        assert len(MemoryDocument(result).entries) == number
        assert MemoryDocument(result).defects == []
        assert MemoryDocument(result).header.last_updated == at(number)
        assert "\n# When:\nlast_updated: " in result


def test_entries_in_flow_style_are_read_and_can_be_changed():
    flow = ", ".join(
        "{" + make_item(name).replace("\n", ", ") + "}" for name in ("One", "Two", "Three")
    )
    text = make_file().replace(
        "entries: []", f"entries: [ # the first\n{flow}\n # end\n]  # all of them"
    )
    document = MemoryDocument(text)
    keys = list(document.entries)
    after = save(document, [touched(document, keys[1]), MINE])

    assert [entry.text for entry in MemoryDocument(after).entries.values()] == [
        "One", "Two", "Three", "Mine",
    ]  # fmt: skip
    assert MemoryDocument(after).entries[keys[1]].observation_count == 9
    assert all(comment in after for comment in ("# the first", "# end", "# all of them"))


# -- forms of YAML -------------------------------------------------------------------------------


@pytest.mark.parametrize("field", ["x-shared: *shared", "x-deep: " + "[" * 99 + "]" * 99])
def test_an_unreadable_field_of_another_tool_affects_nothing_else(field):
    text = make_file(make_item(tags="&shared [wheel]")).replace("\n---\n", f"\n{field}\n---\n")
    document = MemoryDocument(text)
    after = save(document, [touched(document, key) for key in document.entries])

    assert [defect.path for defect in document.defects] == [field.partition(":")[0]]
    assert f"\n{field}\n" in after
    assert [entry.tags for entry in MemoryDocument(after).entries.values()] == [("wheel",)]


# -- hand-written items (§1.4) -------------------------------------------------------------------

BY_HAND = """\
type: environment_note   # Ada, Tuesday
confidence: 0.7
# measured twice
text: 'Kitchen doorway has a 3 cm lip'
first_seen: 2026-12-01
last_reinforced: 2026-12-01 12:00:00
observation_count: 1"""


def test_a_hand_written_item_without_an_id_gets_one_and_is_otherwise_unchanged():
    text = make_file(make_item(), BY_HAND, make_item("Last"))
    document = MemoryDocument(text)
    expected = mint_id("environment_note", "Kitchen doorway has a 3 cm lip")
    assert list(document.entries)[1] == expected
    assert document.touched

    assert changed_lines(text, document.render()) == [
        "-  - type: environment_note   # Ada, Tuesday",
        f"+  - id: {expected}",
        "+    type: environment_note   # Ada, Tuesday",
    ]
    assert not MemoryDocument(document.render()).touched


# -- what cannot be used (§3.4) ------------------------------------------------------------------


def with_bad(bad):
    return make_file(make_item("Before"), bad, make_item("After"), body="body\n")


BAD_ITEMS = {
    "out of range": make_item("Bad", confidence="1.7"),
    "unclosed quote": make_item("Bad", text='"never closed'),
    "no mapping": "just a sentence",
    "a list": "- a\n- b",
    "nothing": "",
    "control character": make_item("Bad", text='"\x01"'),
    "invalid UTF-8": make_item("Bad", text='"\udcff"'),
    "lone surrogate": make_item("Bad", text='"\\ud800"'),
    "undefined alias": make_item("Bad", tags="*nowhere"),
    "unknown tag": make_item("Bad", where="!point [1, 2]"),
    "tab": make_item("Bad").replace("\ntype", "\n\ttype"),
    "field name that is a list": make_item("Bad") + "\n? [a, b]\n: c",
    "field name that is a mapping": make_item("Bad") + "\n{a: b}: c",
    "time out of range": make_item("Bad", seen="0001-01-01T00:00:00+05:00"),
    "merge of nothing": make_item("Bad") + "\n<<: 1",
    "nesting that cannot be written": make_item("Bad", deep="[" * 400 + "]" * 400),
    "deep nesting": make_item("Bad", deep="[" * 5000 + "]" * 5000),
}


@pytest.mark.parametrize("bad", BAD_ITEMS.values(), ids=BAD_ITEMS.keys())
def test_an_invalid_item_stays_in_the_file_while_the_other_items_change(bad):
    text = with_bad(bad)
    document = MemoryDocument(text)
    assert [entry.text for entry in document.entries.values()] == ["Before", "After"]
    assert {defect.path[: len("entries[1]")] for defect in document.defects} == {"entries[1]"}
    assert document.header.rrn == "RRN-000000000001"
    after = save(document, [touched(document, key) for key in document.entries] + [MINE])
    again = MemoryDocument(after)

    assert [entry.text for entry in again.entries.values()] == ["Before", "After", "Mine"]
    assert [entry.observation_count for entry in again.entries.values()] == [9, 9, 1]
    bad_lines = [line for line in text.splitlines() if line not in with_bad("x").splitlines()]
    assert [line for line in after.splitlines() if line in bad_lines] == bad_lines
    assert after.endswith("---\nbody\n")


@pytest.mark.parametrize(("written", "told", "comment"), [
    ("Dock #3 is broken", "Dock", "#3 is broken"),
    ("Dock is broken  # as Bob says", "Dock is broken", "# as Bob says"),
    ('"Dock #3 is broken"', "Dock #3 is broken", ""),
    ("Dock#3 is broken", "Dock#3 is broken", ""),
    (">-\n      Dock #3 is broken", "Dock #3 is broken", ""),
])  # fmt: skip
def test_a_text_cut_off_by_a_yaml_comment_is_reported(written, told, comment):
    text = make_file(
        f"type: environment_note\ntext: {written}", header="last_updated: 2026-04-01\n"
    )
    document = MemoryDocument(text)

    assert [entry.text for entry in document.entries.values()] == [told]
    defect = (
        f'entries[0].text: "{comment}" is a comment to YAML, and is not told: put the text into '
        "quotes, or the comment on a line of its own"
    )
    assert [str(one) for one in document.defects] == ([defect] if comment else [])


def test_dropping_an_entry_drops_its_copies_but_no_item_with_another_text():
    text = make_file(
        make_item("One", id="mem-1"), make_item("One", id="mem-1"), make_item("Two", id="mem-2"),
        make_item("Won", id="mem-1"), make_item("One", id="mem-3"),
    )  # fmt: skip
    document = MemoryDocument(text)
    document.drop("mem-1")
    left = MemoryDocument(document.render())

    assert [(entry.id, entry.text) for entry in left.entries.values()] == [
        ("mem-2", "Two"), ("mem-1", "Won"), ("mem-3", "One"),
    ]  # fmt: skip
    assert left.defects == []


@pytest.mark.parametrize(
    "text",
    [
        make_file().replace("schema_version", "\tschema_version"),
        make_file().replace('"1.0"', '"1.0'),
        make_file().replace("RRN-000000000001", "RRN\udcff"),
        make_file().replace("entries: []", "entries: nonsense"),
        make_file().replace("entries: []", "entries: {a: b}"),
        make_file().replace("entries: []", "entries: 3"),
        '---\nschema_version: "1.0"\nentries: ' + "[" * 5000 + "\n---\n",
        "---\n- schema_version\nentries: 3\n---\n",
    ],
    ids=range(8),
)
def test_a_truncated_or_foreign_file_is_damaged_as_a_whole(text):
    with pytest.raises(FrontMatterDamaged, match=r"\w"):
        MemoryDocument(text)


# -- versions (§3.4) -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("version", "newer"),
    [('"1.0"', False), ("1.0", False), ('"1.7"', False), ("1", False), ("0.9", False),
     ('"2.0"', True), ("2", True), ('"10.1"', True), ("two", True)],
)  # fmt: skip
def test_a_newer_major_schema_version_is_recognised(version, newer):
    text = make_file(make_item()).replace('"1.0"', version)

    assert MemoryDocument(text).header.is_newer is newer
