"""What a row about another robot does to ``peer_context``, and what it never does."""

from __future__ import annotations

from dataclasses import replace

import pytest
from entry_builders import NOON, at, make_note, make_row
from hypothesis import given
from hypothesis import strategies as st
from peer_builders import ALEX, BLOCKED, BOB, LIP, WEEK, make_peer, make_peer_row
from peer_builders import make_note as make_peers_note

from robot_memory.entries.fold import Fold
from robot_memory.entries.peer_memory import PeerMemory, peer_entry_id, pruned, take_update
from robot_memory.foundation.settings import Settings
from robot_memory.ledger import Kind, Observation


def fold_peers(*rows: Observation) -> dict[str, PeerMemory]:
    fold = Fold({}, Settings())
    fold.add(rows)
    return dict(fold.peers)


def told_by(peers: dict[str, PeerMemory], rrn: str = ALEX) -> list[str]:
    return [entry.text for entry in peers[rrn].entries]


# --- One row -------------------------------------------------------------------------------------


def test_a_row_is_the_whole_of_what_a_robot_says_now():
    peer = take_update(make_peer_row(1, BLOCKED, LIP, name="Alex"))

    assert (peer.rrn, peer.name, peer.last_synced, peer.valid_until) == (
        ALEX, "Alex", NOON, NOON + WEEK,
    )  # fmt: skip
    assert [entry.text for entry in peer.entries] == [BLOCKED, LIP]


def test_an_entry_of_another_robot_gets_an_id_of_ours_and_a_label():
    (entry,) = take_update(make_peer_row(1, BLOCKED)).entries

    assert entry.id == peer_entry_id(ALEX, f"of {BLOCKED}")
    assert entry.id.startswith("mem-peer-")
    assert entry.tags == ("peer",)
    assert entry.extra == {"of": f"of {BLOCKED}"}


def test_an_id_has_more_digits_than_a_robot_that_chooses_its_own_ids_can_search():
    assert len(peer_entry_id(ALEX, "mem-1").removeprefix("mem-peer-")) == 20


def test_ids_of_two_robots_differ_although_theirs_are_the_same():
    assert peer_entry_id(ALEX, "mem-1") != peer_entry_id(BOB, "mem-1")


def test_the_label_is_shown_once_whatever_the_robot_labelled_itself():
    row = make_peer_row(1, BLOCKED)
    row.detail["entries"][0]["tags"] = ["peer", "door", "peer"]

    assert take_update(row).entries[0].tags == ("door", "peer")


def test_place_and_symptom_come_along():
    row = make_peer_row(1, BLOCKED)
    row.detail["entries"][0] |= {"about": ["bump", "hit"], "place": {"frame": "map"}, "other": 1}

    assert take_update(row).entries[0].extra == {
        "of": f"of {BLOCKED}", "about": ["bump", "hit"], "place": {"frame": "map"},
    }  # fmt: skip


# --- Row after row -------------------------------------------------------------------------------


def test_a_later_row_takes_the_place_of_an_earlier_one():
    rows = make_peer_row(1, BLOCKED, LIP), make_peer_row(2, LIP, days=1)

    assert told_by(fold_peers(*rows)) == [LIP]


def test_the_rows_before_the_last_one_are_not_needed():
    rows = [make_peer_row(n, f"Door {n} sticks", rrn=(ALEX, BOB)[n % 2]) for n in range(1, 9)]

    assert fold_peers(*rows) == fold_peers(*rows[-2:])


def test_a_robot_that_withdraws_everything_is_known_and_says_nothing():
    assert told_by(fold_peers(make_peer_row(1, BLOCKED), make_peer_row(2))) == []


def test_robots_do_not_touch_one_anothers_word():
    peers = fold_peers(make_peer_row(1, BLOCKED), make_peer_row(2, LIP, rrn=BOB))

    assert (told_by(peers), told_by(peers, BOB)) == ([BLOCKED], [LIP])


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


@given(st.lists(OWN_ROWS | PEER_ROWS, max_size=20))
def test_own_entries_are_the_same_with_and_without_what_others_say(rows):
    rows = [replace(row, id=number) for number, row in enumerate(rows, 1)]
    with_peers, without = Fold({}, Settings()), Fold({}, Settings())
    changes = with_peers.add(rows)
    own_changes = without.add([row for row in rows if row.kind is not Kind.PEER])

    assert with_peers.entries == without.entries
    assert changes == own_changes
    assert without.peers == {}


# --- What goes by itself -------------------------------------------------------------------------


def test_decayed_entries_leave_and_the_others_stay():
    weak = make_peers_note(LIP, confidence=0.2)
    (peer,) = pruned({ALEX: make_peer(BLOCKED, weak)}, at(3), Settings()).values()

    assert [entry.text for entry in peer.entries] == [BLOCKED]


def test_a_peer_whose_entries_have_all_decayed_is_still_known():
    weak = make_peers_note(LIP, confidence=0.2)

    assert pruned({ALEX: make_peer(weak)}, at(3), Settings())[ALEX].entries == ()


@pytest.mark.parametrize(("days", "stays"), [(7.0, True), (7.00001, False)])
def test_a_robot_that_stays_away_for_a_week_leaves(days, stays):
    strong = make_peers_note(confidence=1.0)

    assert bool(pruned({ALEX: make_peer(strong)}, at(days), Settings())) is stays


def test_what_others_wrote_without_an_end_is_left_to_them():
    theirs = make_peer(make_peers_note(confidence=0.2), valid_until=None)

    assert pruned({ALEX: theirs}, at(100), Settings()) == {ALEX: theirs}


def test_what_stays_is_the_very_same():
    peer = make_peer(BLOCKED)

    assert pruned({ALEX: peer}, at(1), Settings())[ALEX] is peer
