"""How a row about another robot changes ``peer_context``, and what it never changes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from entry_builders import NOON, at, make_note, make_row
from hypothesis import given
from hypothesis import strategies as st
from peer_builders import ALEX, BLOCKED, BOB, LIP, WEEK, make_peer, make_peer_row
from peer_builders import make_note as make_peers_note

from robot_memory.entries.fold import Fold
from robot_memory.entries.mute_rules import is_silenced
from robot_memory.entries.peer_memory import peer_entry_id, pruned, take_update
from robot_memory.entries.peer_mutes import muted_detail
from robot_memory.foundation.settings import Settings
from robot_memory.ledger import Kind, Source

# --- One row -------------------------------------------------------------------------------------


def test_a_peer_row_replaces_all_entries_of_its_robot():
    peer = take_update(make_peer_row(1, BLOCKED, LIP, name="Alex"))

    assert (peer.rrn, peer.name, peer.last_synced, peer.valid_until) == (
        ALEX, "Alex", NOON, NOON + WEEK,
    )  # fmt: skip
    assert [entry.text for entry in peer.entries] == [BLOCKED, LIP]


def test_a_peers_entry_gets_an_own_id_and_the_tag_peer():
    (entry,) = take_update(make_peer_row(1, BLOCKED)).entries

    assert entry.id == peer_entry_id(ALEX, f"of {BLOCKED}")
    assert entry.id.startswith("mem-peer-")
    assert entry.tags == ("peer",)
    assert entry.extra == {"of": f"of {BLOCKED}"}


def test_the_tag_peer_occurs_once_whatever_tags_the_robot_sent():
    row = make_peer_row(1, BLOCKED)
    row.detail["entries"][0]["tags"] = ["peer", "door", "peer"]

    assert take_update(row).entries[0].tags == ("door", "peer")


# --- Row after row -------------------------------------------------------------------------------


TEXTS = st.sampled_from([BLOCKED, LIP, "Door 1 sticks"])
OWN_ROWS = st.builds(
    lambda kind, day, text: (
        make_note(0, at(day), text, entry_type="environment_note")
        if kind == "note"
        else make_row(0, at(day), Kind(kind), summary=text, entry_type="environment_note", key=None)
    ),
    st.sampled_from(["note", "onset", "present", "end", "resolve", "mute", "unmute"]),
    st.floats(0, 20),
    TEXTS,
)
PEER_ROWS = st.builds(
    lambda texts, rrn, day: make_peer_row(0, *texts, rrn=rrn, days=day),
    st.lists(TEXTS, max_size=3),
    st.sampled_from([ALEX, BOB]),
    st.floats(0, 20),
)


def test_a_mute_applies_to_a_peer_entry_whose_row_follows_the_mute_in_the_ledger():
    """The rows of earlier updates are deleted, so a new fold finds the mute first."""
    update = make_peer_row(2, BLOCKED, LIP)
    detail = {"by": "ada", **muted_detail(take_update(update).entries[0])}
    muted = peer_entry_id(ALEX, f"of {BLOCKED}")
    row = make_row(
        1, at(), Kind.MUTE, source=Source.PERSON, entry_id=muted, key=None, detail=detail
    )
    fold = Fold({}, Settings())
    fold.add([row, update])

    blocked, lip = fold.peers[ALEX].entries
    assert (is_silenced(blocked, at()), is_silenced(lip, at())) == (True, False)


@given(st.lists(OWN_ROWS | PEER_ROWS, max_size=20))
def test_own_entries_do_not_depend_on_peer_rows(rows):
    rows = [replace(row, id=number) for number, row in enumerate(rows, 1)]
    with_peers, without = Fold({}, Settings()), Fold({}, Settings())
    changes = with_peers.add(rows)
    own_changes = without.add([row for row in rows if row.kind is not Kind.PEER])

    assert with_peers.entries == without.entries
    assert changes == own_changes
    assert without.peers == {}


# --- What leaves without a row --------------------------------------------------------------------


@pytest.mark.parametrize(("days", "stays"), [(7.0, True), (7.00001, False)])
def test_a_robot_not_heard_for_a_week_is_pruned(days, stays):
    strong = make_peers_note(confidence=1.0)

    assert bool(pruned({ALEX: make_peer(strong)}, at(days), Settings())) is stays


def test_peer_entries_without_an_end_of_validity_are_not_pruned():
    theirs = make_peer(make_peers_note(confidence=0.2), valid_until=None)

    assert pruned({ALEX: theirs}, at(100), Settings()) == {ALEX: theirs}
