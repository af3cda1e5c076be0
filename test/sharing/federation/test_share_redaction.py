"""Updates under a site's policy contain nothing that the policy withholds, in no byte."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from federation_builders import BLOCKED, NOON, note, talker
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.foundation.settings import Settings
from robot_memory.ledger.position import Position
from robot_memory.sharing.federation.robot_profile import FaultCount, RobotProfile
from robot_memory.sharing.federation.robot_update import read_update, write_update
from robot_memory.sharing.federation.share_selection import ShareRedaction, select_shared
from robot_memory.sharing.federation.shared_entry import SharedEntry
from robot_memory.sharing.federation.signed_envelope import inflate

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Listener

PLACE = {"frame": "map", "x": 12.25, "y": -3.5, "sigma": 0.1, "radius": 0.8}
BUMP = note("Bump near (12.25, −3.5) in `map`", about=("bump", "hit at 12.25"), place=PLACE)


def leaves(*entries: SharedEntry, **policy) -> list[SharedEntry]:
    if "withheld" in policy:
        return ShareRedaction.of(Settings(federation_share_withheld=policy["withheld"])).apply(
            entries
        )
    return ShareRedaction(**policy).apply(entries)


def shared_fault(component: str, text: str) -> MemoryEntry:
    """Return the entry of a detector's finding, in a person's words."""
    return MemoryEntry(
        "mem-12345678", EntryType.ENVIRONMENT_NOTE, text, 0.8, NOON, NOON, 1,
        tuple(component.split()), {"key": ["diagnostics", component, "rattles"]},
    )  # fmt: skip


def sent(entries: list[SharedEntry]) -> str:
    """Return the update's signed bytes, as text."""
    return write_update(talker().update(*entries)).decode()


def test_a_secret_in_a_handwritten_note_is_not_shared():
    (told,) = leaves(note("Door 7 password: hunter2"))
    assert "hunter2" not in sent([told])
    assert told.id != note("Door 7 password: hunter2").id


# --- Withheld words ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "entry",
    [note("Ada parks the lift in hall 3"), note("The lift of ADA sticks"), note("A\u200bda waits"),
     note("Ask Ada."), note(tags=("office_ada",)), note(about=("log", "ada is late")),
     note(place={**PLACE, "frame": "ada"}), note("The cold room is shut"),
     note(tags=("fan", "room", "cold")), replace(note(), component="/cold_room/fan")],
)  # fmt: skip
def test_an_entry_with_a_withheld_word_is_not_shared(entry):
    assert leaves(entry, withheld="ada, Cold  Room") == []


@pytest.mark.parametrize("text", ["Canada street is blocked", "The room is cold", BLOCKED])
def test_a_withheld_word_matches_whole_words_only(text):
    assert len(leaves(note(text), withheld="ada, cold room")) == 1


def test_a_reworded_entry_is_not_shared_if_its_component_name_contains_a_withheld_word():
    entry = shared_fault("cold room fan", "The machine rattles a lot")

    assert SharedEntry.of(entry).tags == ("cold", "room", "fan")
    assert select_shared([(0.8, entry)], (), NOON, Settings()) != []
    policy = Settings(federation_share_withheld="cold room")
    assert select_shared([(0.8, entry)], (), NOON, policy) == []


def test_a_robots_description_is_shared_without_withheld_words():
    policy = ShareRedaction.of(Settings(federation_share_withheld="cold room"))
    told = policy.describe(
        RobotProfile(
            NOON.date(), model="lifter", site="Cold room 3", floor="1",
            versions={"cold_room_fan": "1.2", "arm": "7"},
            faults=(FaultCount("mem-1", "cold room fan", ()), FaultCount("mem-2", "arm", ())),
        )
    )  # fmt: skip

    assert "cold" not in str(told.as_record()).casefold()
    assert (told.model, told.site, told.floor) == ("lifter", "", "1")
    assert told.versions == {"arm": "7"}
    assert [one.component for one in told.faults] == ["", "arm"]


def test_an_update_describes_the_robot_without_withheld_words(listen: Callable[..., Listener]):
    robot = listen(federation_share_withheld="cold room")
    told = RobotProfile(NOON.date() - timedelta(NOON.weekday()), model="lifter", site="Cold room 3")
    envelope = robot.memory.federate(lambda news: None, lambda: told).due()

    assert envelope is not None
    update = read_update(inflate(envelope.payload))
    assert update.robot is not None and (update.robot.model, update.robot.site) == ("lifter", "")


def test_overlapping_withheld_words_are_both_found():
    assert not leaves(note("The cold roommate hums"), withheld="cold room, cold roommate")
    assert leaves(note("The cold roommates hum"), withheld="cold room, cold roommate")


def test_the_name_of_an_operator_is_never_shared(listen: Callable[..., Listener]):
    robot = listen()
    for text in ("Ada parks the lift in hall 3", BLOCKED):
        robot.memory.remember("environment_note", text, source="person:ada")
    folder = robot.memory.home.governance / "operators"
    folder.mkdir(parents=True)
    (folder / "ada.json").write_text("{}")

    assert [entry.text for entry in robot.memory.peers.shared()] == [BLOCKED]
    assert "ada" not in sent(robot.memory.peers.shared()).casefold()


WORDS = st.lists(st.sampled_from(["door", "Ada", "ADA", "ada's", "cold_room", "blocked", "7", "x"]),
                 min_size=1, max_size=6).map(" ".join)  # fmt: skip
ENTRIES = st.lists(
    st.builds(
        lambda text, tag, about, number: note(
            text, id=f"mem-{number:08x}", tags=(tag,), about=("log", about)
        ),
        WORDS, WORDS, WORDS, st.integers(0, 2**32 - 1),
    ),
    max_size=5,
)  # fmt: skip


@given(ENTRIES)
def test_no_withheld_word_is_in_the_bytes_of_an_update(entries):
    message = sent(leaves(*entries, withheld="ada,cold room")).casefold()

    assert "ada" not in message
    assert "cold" not in message


# --- Places --------------------------------------------------------------------------------------


def test_places_are_left_out_if_the_place_grid_is_negative():
    (one,) = leaves(BUMP, place_grid=-1.0)

    assert one.place is None
    assert "12" not in one.text + one.about[1]


@pytest.mark.parametrize(("x", "y"), [(12.25, -3.5), (19.99, -0.01), (10.0, -10.0)])
def test_places_are_moved_to_the_middle_of_their_square_of_the_place_grid(x, y):
    (one,) = leaves(replace(BUMP, place={**PLACE, "x": x, "y": y}), place_grid=10.0)

    assert one.place == {"frame": "map", "x": 15.0, "y": -5.0, "sigma": 7.071, "radius": 7.071}


@given(st.floats(-180, 180), st.floats(-80, 80), st.floats(1, 5000))
def test_a_coarse_wgs84_place_contains_the_exact_position_within_its_radius(
    longitude, latitude, grid
):
    place = {**PLACE, "frame": "wgs84", "x": longitude, "y": latitude}

    (one,) = leaves(replace(BUMP, place=place), place_grid=grid)

    here, told = (Position.from_dict(at) for at in (place, one.place))
    assert here.distance(told) <= 1.1 * one.place["radius"] + 0.02


@given(st.integers(-99999, 99999), st.integers(-99999, 99999), st.sampled_from([-1.0, 1000.0]))
def test_no_exact_coordinate_is_in_the_bytes_of_an_update(x, y, grid):
    exact = {**PLACE, "x": x / 100 + 0.003, "y": y / 100 + 0.003}
    entry = note(f"Bump near ({exact['x']:.3f}, {exact['y']:.3f})", place=exact)

    message = sent(leaves(entry, place_grid=grid))

    assert f"{exact['x']:.3f}" not in message
    assert f"{exact['y']:.3f}" not in message


def test_an_entry_with_a_coarse_place_is_shared_under_another_id():
    (one,) = leaves(BUMP, place_grid=10.0)

    assert one.id != BUMP.id


def test_entries_that_redaction_makes_equal_are_shared_once_with_the_highest_confidence():
    near = replace(BUMP, id="mem-2", text="Bump near (13, −3)", confidence=0.5,
                   place={**PLACE, "x": 13.0}, about=("bump", "hit at 13"))  # fmt: skip
    first = replace(BUMP, text="Bump near (12, −3)")

    shared = leaves(first, near, place_grid=10.0)

    assert [entry.confidence for entry in shared] == [0.75]


# --- Times and values ----------------------------------------------------------------------------


def test_times_are_rounded_down_to_the_hour_if_exact_times_are_not_shared():
    later = NOON + timedelta(hours=2, minutes=59, seconds=7)
    entry = note(first_seen=NOON + timedelta(minutes=1), last_reinforced=later)

    (one,) = leaves(entry, exact_times=False)

    assert (one.first_seen, one.last_reinforced) == (NOON, NOON + timedelta(hours=2))
    assert one.id == entry.id


@given(st.text(st.characters(categories=["L", "N", "P", "Z"]), min_size=1, max_size=80))
def test_no_digit_of_a_text_is_shared_if_values_are_masked(text):
    (one,) = leaves(note(text, about=("log", text)), values=False)

    assert not re.search(r"\d", one.text + one.about[1])


def test_the_policy_is_read_from_the_settings():
    settings = Settings(
        federation_share_withheld="Ada,cold_room", federation_share_place_grid=5.0,
        federation_share_exact_times=False, federation_share_values=False,
    )  # fmt: skip

    assert ShareRedaction.of(settings, ["bob"]) == ShareRedaction(
        frozenset({"ada", "cold room", "bob"}), 5.0, exact_times=False, values=False
    )
