"""``peer_context`` of the memory file: our items are read and written, others stay unchanged."""

from __future__ import annotations

import pytest
import yaml
from entry_builders import EXAMPLE, NOON, PEER_EXAMPLE, at
from hypothesis import given
from hypothesis import strategies as st
from peer_builders import ALEX, BLOCKED, BOB, CAROL, LIP, make_note, make_peer

from robot_memory.entries.memory_document import MemoryDocument
from robot_memory.entries.memory_entry import EntryType
from robot_memory.entries.peer_memory import PeerMemory
from robot_memory.entries.peer_section import PeerSection
from robot_memory.entries.peer_text import neutral


def written(*peers: PeerMemory, text: str = "", as_text: bool = False) -> str:
    section = PeerSection(text)
    section.put({peer.rrn: peer for peer in peers}, times_as_text=as_text)
    return section.text


def read(text: str) -> dict[str, PeerMemory]:
    section = PeerSection(text)
    assert section.defects == []
    return section.peers


def problems_of(text: str) -> list[str]:
    return [str(defect) for defect in PeerSection(text).defects]


# --- The document's own form ---------------------------------------------------------------------


def test_the_documents_example_is_read():
    (peer,) = read(PEER_EXAMPLE).values()
    (entry,) = peer.entries

    assert (peer.rrn, peer.last_synced.isoformat()) == (ALEX, "2026-04-01T01:00:00+00:00")
    assert peer.valid_until is None
    assert (entry.id, entry.type, entry.confidence, entry.tags) == (
        "mem-peer-b1c2", EntryType.ENVIRONMENT_NOTE, 0.75, ("navigation", "peer"),
    )  # fmt: skip


def test_entries_without_times_get_those_of_their_update():
    (entry,) = read(PEER_EXAMPLE)[ALEX].entries

    assert entry.first_seen == entry.last_reinforced == read(PEER_EXAMPLE)[ALEX].last_synced
    assert entry.observation_count == 1


def test_the_documents_example_is_written_back_byte_for_byte():
    assert written(*read(PEER_EXAMPLE).values(), text=PEER_EXAMPLE) == PEER_EXAMPLE


# --- Read beside write ---------------------------------------------------------------------------

WORDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60)
PLAIN = WORDS.map(neutral).filter(bool)
NUMBERS = st.floats(-1e9, 1e9)
PLACES = st.fixed_dictionaries(
    {"frame": PLAIN, "x": NUMBERS, "y": NUMBERS, "sigma": NUMBERS, "radius": NUMBERS}
)
NOTES = st.builds(
    lambda text, number, tags, place, confidence: make_note(
        text, of=f"{number}", tags=(*tags, "peer"), confidence=round(confidence, 9),
        extra={"about": ["bump", text], "place": place} if place else {},
    ),
    PLAIN, st.integers(0, 10**9), st.lists(PLAIN, max_size=3), st.none() | PLACES, st.floats(0, 1),
)  # fmt: skip
PEERS = st.builds(
    lambda rrn, notes, name, problem, days, valid: make_peer(
        *notes, rrn=rrn, name=name, problem=problem, last_synced=at(days),
        valid_until=at(days + 7) if valid else None,
    ),
    st.sampled_from([ALEX, BOB, CAROL]),
    st.lists(NOTES, max_size=3, unique_by=lambda entry: entry.id),
    st.just("") | WORDS, st.just("") | WORDS, st.integers(-1000, 1000), st.booleans(),
)  # fmt: skip


@given(st.lists(PEERS, max_size=3, unique_by=lambda peer: peer.rrn), st.booleans())
def test_a_written_section_reads_back_unchanged(peers, as_text):
    text = written(*peers, as_text=as_text)

    assert read(text) == {peer.rrn: peer for peer in peers}
    assert written(*peers, text=text, as_text=as_text) == text


@given(st.lists(PEERS, max_size=3, unique_by=lambda peer: peer.rrn))
def test_a_written_section_is_valid_yaml(peers):
    text = written(*peers)
    plain = yaml.safe_load(text) or {"peer_context": []}

    assert [item["rrn"] for item in plain["peer_context"]] == sorted(peer.rrn for peer in peers)


def test_a_section_is_written_in_the_format_of_the_document():
    note = make_note(BLOCKED, of="mem-1", tags=("navigation", "peer"))

    assert (
        written(make_peer(note, name="Alex"))
        == f"""\
peer_context:
  - rrn: {ALEX}
    last_synced: 2026-12-01T12:00:00Z
    name: Alex
    valid_until: 2026-12-08T12:00:00Z
    entries:
      - id: {note.id}
        type: environment_note
        text: "{BLOCKED}"
        confidence: 0.75
        first_seen: 2026-12-01T12:00:00Z
        last_reinforced: 2026-12-01T12:00:00Z
        observation_count: 1
        tags: [navigation, peer]
        of: mem-1
"""
    )


def test_no_section_is_written_without_peers():
    assert written() == ""
    assert written(text=written(make_peer(BLOCKED))) == ""


def test_an_update_of_a_robot_changes_only_its_own_item():
    before = written(make_peer(BLOCKED), make_peer(LIP, rrn=BOB))
    after = written(make_peer(LIP), make_peer(LIP, rrn=BOB), text=before)
    of_bob = before[before.index(f"  - rrn: {BOB}") :]

    assert after.endswith(of_bob)
    assert BLOCKED not in after


def test_removing_a_robot_removes_only_its_own_item():
    bob = make_peer(LIP, rrn=BOB)
    text = written(make_peer(BLOCKED), bob)

    assert written(bob, text=text) == written(bob)


# --- Foreign items --------------------------------------------------------------------------------


def test_comments_and_unknown_fields_are_kept():
    theirs = (
        PEER_EXAMPLE.replace("    entries:", "    mood: good  # they say\n    entries:") + "# end\n"
    )
    peers = read(theirs)

    assert peers[ALEX].extra == {"mood": "good"}
    assert written(*peers.values(), text=theirs) == theirs
    assert "# end\n" in written(make_peer(BLOCKED), text=theirs)


@pytest.mark.parametrize(
    "item",
    [
        "  - just a text\n", "  - [a, b]\n", "  - rrn: Alex\n    entries: []\n", "  - {}\n",
        "  - rrn: RRN-000000000006\n    last_synced: yesterday\n", "  - 7\n", "  -\n",
        "  - rrn: [RRN-000000000006]\n", "  - rrn: RRN-000000000006\n    valid_until: {a: 1}\n",
        "  - rrn: !!python/object:os.system x\n", "  - ? [a]\n    : b\n",
    ],
)  # fmt: skip
def test_an_item_that_cannot_be_read_stays_and_is_reported_with_its_path(item):
    text = PEER_EXAMPLE + item
    section = PeerSection(text)

    assert [defect.path for defect in section.defects] == ["peer_context[1]"]
    assert list(section.peers) == [ALEX]
    assert item in written(make_peer(BLOCKED), text=text)
    assert written(*section.peers.values(), text=text) == text


def test_an_entry_that_cannot_be_read_is_reported_with_its_path():
    text = PEER_EXAMPLE.replace("0.75", "1.75").replace("environment_note", "thing")
    section = PeerSection(text)

    kind, confidence = problems_of(text)
    assert kind.startswith("peer_context[0].entries[0].type: 'thing' is not one of ")
    assert confidence == "peer_context[0].entries[0].confidence: 1.75 is above 1.0"
    assert section.peers[ALEX].entries == ()
    assert written(*section.peers.values(), text=text) == text


def test_a_robot_that_is_listed_twice_counts_once_and_is_reported():
    twice = PEER_EXAMPLE + PEER_EXAMPLE.removeprefix("peer_context:\n").replace("0.75", "0.5")

    assert problems_of(twice) == [f"peer_context[1].rrn: {ALEX} occurs twice"]
    assert PeerSection(twice).peers[ALEX].entries[0].confidence == 0.75


@pytest.mark.parametrize("value", ["", "null", "~", "[]"])
def test_a_section_without_a_value_is_empty(value):
    text = f"peer_context: {value}\n"

    assert read(text) == {}
    assert written(make_peer(BLOCKED), text=text) == written(make_peer(BLOCKED))


@pytest.mark.parametrize(
    "text",
    ["peer_context: some words\n", "peer_context: {a: 1}\n", "peer_context:\n  a: 1\n  b: 2\n",
     "peer_context: [{rrn: RRN-000000000006}]\n", "peer_context: 7\n"],
)  # fmt: skip
def test_an_unreadable_section_is_kept_and_becomes_a_comment_beside_a_new_one(text):
    assert problems_of(text) == ["peer_context: is not a list of robots, one below the other"]
    assert written(text=text) == text

    after = written(make_peer(BLOCKED), text=text)
    assert list(read(after)) == [ALEX]
    for line in text.splitlines():
        assert f"# {line}\n" in after


@pytest.mark.parametrize(
    "text",
    [
        f"peer_context:\n- rrn: {BOB}\n  entries: []\n",
        f"peer_context:\n    -   rrn: {BOB}\n        entries: []\n",
        f"peer_context:  # of others\n\n  # Bob\n  - rrn: {BOB}\n\n  # end\n",
        f"peer_context:\n  -\n    # Bob - the tall one\n    rrn: {BOB}\n",
        f"peer_context:\n  - # Bob - the tall one\n    rrn: {BOB}\n",
        f"'peer_context':\n  - &bob\n    rrn: {BOB}\n",
        f'"peer_context":\n  - {{rrn: {BOB}, entries: []}}\n',
        f"peer_context:\n  - !!map\n    rrn: {BOB}\n",
        f"peer_context:\n  - rrn: {BOB}\n    note: |\n      - a\n      - b\n",
        f"peer_context:\r\n  - rrn: {BOB}\r\n    entries: []\r\n",
    ],
)  # fmt: skip
def test_an_item_in_any_layout_is_kept_until_its_robot_sends_an_update(text):
    peers = read(text)
    assert list(peers) == [BOB]
    assert written(*peers.values(), text=text) == text

    beside = written(*peers.values(), make_peer(BLOCKED), text=text)
    assert read(beside).keys() == {ALEX, BOB}
    anew = written(make_peer(LIP, rrn=BOB), text=text)
    assert [entry.text for entry in read(anew)[BOB].entries] == [LIP]
    gone = written(make_peer(BLOCKED), text=text)
    assert list(read(gone)) == [ALEX]


def test_times_are_quoted_if_the_rest_of_the_file_quotes_them():
    assert 'last_synced: "2026-12-01T12:00:00Z"' in written(make_peer(BLOCKED), as_text=True)


# --- In the whole file ---------------------------------------------------------------------------


def put(text: str, *peers: PeerMemory) -> MemoryDocument:
    document = MemoryDocument(text)
    document.put_peers({peer.rrn: peer for peer in peers})
    return MemoryDocument(document.render())


def test_adding_a_section_changes_nothing_else_in_the_file():
    document = MemoryDocument(EXAMPLE)
    document.put_peers({ALEX: make_peer(BLOCKED)})
    text = document.render()

    assert text.replace(written(make_peer(BLOCKED)), "") == EXAMPLE
    assert MemoryDocument(text).peers == {ALEX: make_peer(BLOCKED)}


def test_a_file_with_the_peer_section_before_its_entries_keeps_the_entries():
    head, _, rest = EXAMPLE.partition("entries:")
    text = f"{head}{PEER_EXAMPLE}entries:{rest}"
    document = put(text, make_peer(LIP))

    assert document.entries.keys() == MemoryDocument(EXAMPLE).entries.keys()
    assert [entry.text for entry in document.peers[ALEX].entries] == [LIP]


def test_writing_the_same_peers_again_changes_nothing():
    text = EXAMPLE.removesuffix("---\n") + PEER_EXAMPLE + "---\n"
    document = MemoryDocument(text)
    document.put_peers(document.peers)

    assert not document.touched
    assert document.render() == text


def test_an_item_without_a_time_gets_the_time_of_the_file():
    short = f"peer_context:\n  - rrn: {BOB}\n"
    document = MemoryDocument(EXAMPLE.removesuffix("---\n") + short + "---\n")

    assert document.peers[BOB].last_synced == document.header.last_updated


def test_defects_of_the_section_are_reported_with_the_file():
    text = EXAMPLE.removesuffix("---\n") + "peer_context:\n  - 7\n---\n"

    assert "peer_context[0]" in [defect.path for defect in MemoryDocument(text).defects]


ODD_VALUES = [
    "2026-99-99", "!!timestamp 5", "!!float x", "!!int x", "!!binary x", "[" * 60 + "]" * 60,
    "[" * 2000 + "]" * 2000, "0x" + "f" * 5000, "9" * 5000, "9999-12-31T23:59:59-14:00",
    "0001-01-01T00:00:00+14:00", "!!omap [a: 1]", "!!set {a, b}", "{a: *anchor}", "&b {x: 1}",
    ".nan", "1e999", '"\\0"',
]  # fmt: skip


@pytest.mark.parametrize("value", ODD_VALUES, ids=lambda value: value[:20])
@pytest.mark.parametrize("is_first", [True, False])
def test_an_invalid_section_does_not_affect_the_rest_of_the_file(value, is_first):
    for name in ("last_synced", "valid_until", "name", "problem", "mood", "<<"):
        section = f"peer_context:\n  - rrn: {BOB}\n    {name}: {value}\n"
        head, _, entries = EXAMPLE.removesuffix("---\n").partition("entries:")
        parts = (section, f"entries:{entries}") if is_first else (f"entries:{entries}", section)
        text = f"{head}other: &anchor [1]\n{''.join(parts)}---\n"
        document = MemoryDocument(text)
        assert document.entries.keys() == MemoryDocument(EXAMPLE).entries.keys()

        after = put(text, *document.peers.values(), make_peer(BLOCKED))
        assert after.entries == document.entries
        assert after.peers[ALEX] == make_peer(BLOCKED)


@pytest.mark.parametrize("times", [1, 2])
def test_a_duplicate_section_does_not_affect_the_entries(times):
    text = EXAMPLE.removesuffix("---\n") + PEER_EXAMPLE * times + "---\n"
    document = put(text, make_peer(LIP))

    assert [entry.text for entry in document.peers[ALEX].entries] == [LIP]
    assert document.entries.keys() == MemoryDocument(EXAMPLE).entries.keys()
    assert document.peers[ALEX].last_synced == NOON


@pytest.mark.parametrize("written_as", ["2026-12-01", "2026-12-01 12:00:00", '"2026-12-01T12:00Z"'])
def test_the_receipt_time_of_a_claim_is_read_in_every_time_format(written_as):
    text = written(make_peer(make_note(extra={"heard_at": NOON})))
    assert "heard_at: 2026-12-01T12:00:00Z" in text

    (peer,) = read(
        text.replace("heard_at: 2026-12-01T12:00:00Z", f"heard_at: {written_as}")
    ).values()

    heard = peer.entries[0].time_of("heard_at")
    assert heard is not None
    assert at(-1) < heard <= NOON
