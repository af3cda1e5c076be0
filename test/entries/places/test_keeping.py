"""From events in the ledger to entries in the file, and back: why."""

from __future__ import annotations

from datetime import timedelta

import numpy as np
import pytest

from robot_memory import RobotMemory
from robot_memory.entries import MemoryDocument
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Kind
from robot_memory.ledger.position import Position, passes_variable

SLIP = "Wheel slip near (12, −3) in `map`"


def test_the_third_event_on_another_pass_makes_an_environment_note(rover):
    rover.slips(12.0, -3.0, times=3)

    ((confidence, entry),) = rover.memory.entries()
    assert entry.text == SLIP
    assert entry.type.value == "environment_note"
    assert entry.observation_count == 3
    assert confidence == 0.5
    assert entry.tags == ("wheels", "slip")
    assert entry.last_reinforced - entry.first_seen == timedelta(minutes=2)
    assert entry.key is not None and entry.key.place.startswith("place-")


@pytest.mark.parametrize("together", [3, 40])
def test_it_does_not_matter_how_many_events_are_stored_in_one_go(rover, tmp_path, together):
    kept = []
    for folder, group in (("one by one", 1), ("in groups", together)):
        clock = ManualClock(rover.clock.now().time, kind="wall", boot="test")
        rover = type(rover)(tmp_path / folder, clock)
        random = np.random.default_rng(1)
        spots = random.uniform(0.0, 8.0, (4, 2))
        for number in range(40):
            x, y = spots[random.integers(4)] + random.normal(0.0, 0.3, 2)
            rover.slips(float(x), float(y), sigma=0.1, flush=number % group == group - 1)
        rover.memory.flush()
        kept.append([(entry.text, entry.confidence, entry.observation_count)
                     for _, entry in rover.memory.entries(include_resolved=True)])  # fmt: skip
        rover.memory.close()

    assert kept[0] == kept[1]
    assert kept[0]


def test_two_places_of_one_metre_that_are_noted_together_have_two_sentences(rover):
    for _ in range(3):
        rover.slips(12.55, -3.45, sigma=0.02, flush=False)
        rover.slips(13.45, -2.55, sigma=0.02, flush=False)
    rover.memory.flush()

    assert len(rover.notes) == 2


def test_the_sentence_stays_when_the_place_moves(rover):
    rover.slips(12.0, -3.0, times=3)
    rover.slips(12.9, -3.0, times=9)

    assert rover.notes == {SLIP: 12}
    (place,) = rover.memory.ledger.places()
    assert place.centre.x > 12.6


def test_events_elsewhere_make_another_note(rover):
    rover.slips(12.0, -3.0, times=3)
    rover.slips(40.0, 8.0, times=3)

    assert rover.notes == {SLIP: 3, "Wheel slip near (40, 8) in `map`": 3}


def test_another_sort_at_the_same_place_is_another_note(rover):
    rover.slips(12.0, -3.0, times=3)
    rover.slips(12.0, -3.0, times=3, what="Bump")

    assert rover.notes == {SLIP: 3, "Bump near (12, −3) in `map`": 3}


def test_positions_of_two_frames_are_not_compared(rover):
    rover.slips(12.0, -3.0, times=2)
    rover.slips(12.0, -3.0, times=2, frame="odom")

    assert rover.notes == {}


def test_why_tells_where_and_the_events(rover):
    rover.slips(12.0, -3.0, times=4)
    ((_, entry),) = rover.memory.entries()

    _, rows = rover.memory.why(entry.id)

    assert [row.kind.value for row in rows] == [
        "place",
        "event",
        "place",
        "event",
        "event",
        "event",
    ]
    assert rows[0].detail["place"] == {
        "frame": "map", "x": 12.0, "y": -3.0, "sigma": 0.05, "radius": 0.5,
        "events": 4, "hits": 4, "passes": 4,
    }  # fmt: skip


def test_what_is_noted_survives_a_restart_and_goes_on(rover):
    rover.slips(12.0, -3.0, times=3)
    rover.restarts()
    rover.slips(12.0, -3.0)

    assert rover.notes == {SLIP: 4}


def test_events_before_and_after_a_restart_add_up(rover):
    rover.slips(12.0, -3.0, times=2)
    rover.restarts(boot="another")
    rover.slips(12.0, -3.0)

    assert rover.notes == {SLIP: 3}


def test_folding_anew_from_the_ledger_gives_the_same_entries(rover):
    rover.slips(0.0, times=3)
    rover.slips(2.5, times=4)
    rover.slips(1.25, times=2)
    before = [entry for _, entry in rover.memory.entries()]
    rover.memory.save()
    rover.memory.close()
    (rover.home / "robot-memory.md").unlink()

    rover.memory = RobotMemory.open(rover.home, clock=rover.clock)

    assert [entry for _, entry in rover.memory.entries()] == before
    assert len(before) == 1


def test_a_crash_between_an_event_and_what_follows_loses_nothing_and_counts_nothing_twice(
    rover, monkeypatch
):
    rover.slips(12.0, -3.0, times=2)
    keeper = "robot_memory.entries.places.place_keeper._take_in"
    with monkeypatch.context() as dying:
        dying.setattr(keeper, lambda *_: (_ for _ in ()).throw(RuntimeError("power cut")))
        rover.slips(12.0, -3.0)
    assert rover.notes == {}

    rover.restarts()

    assert rover.notes == {SLIP: 3}


# -- merging and splitting -----------------------------------------------------------------------


def test_two_notes_of_one_place_become_one_with_all_counts_and_the_other_points_to_it(rover):
    rover.slips(0.0, times=3)
    rover.slips(2.5, times=4)
    large = "Wheel slip near (2, 0) in `map`"
    assert rover.notes == {"Wheel slip near (0, 0) in `map`": 3, large: 4}
    ids = {entry.text: entry.id for _, entry in rover.memory.entries()}

    rover.slips(1.25)

    assert rover.notes == {large: 8}
    rover.memory.save()
    archive = MemoryDocument((rover.home / "robot-memory.archive.md").read_text()).entries
    (gone,) = archive.values()
    assert gone.text == "Wheel slip near (0, 0) in `map`"
    assert gone.extra["merged_into"] == ids[large]
    assert rover.notes == {large: 8}


PERSONS_DEEDS = {
    "correct": lambda memory, entry_id: memory.correct(entry_id, "The floor is broken"),
    "known": lambda memory, entry_id: memory.declare_known(entry_id, "a mason is ordered"),
    "mute": lambda memory, entry_id: memory.mute(entry_id, why="I know"),
    "note": lambda memory, entry_id: memory.remember(
        "environment_note", memory.why(entry_id)[0].text, source="person:ada"
    ),
}


@pytest.mark.parametrize("deed", PERSONS_DEEDS)
@pytest.mark.parametrize("spot", [0.0, 2.5])
def test_of_two_places_that_become_one_the_one_that_a_person_decided_about_stays(rover, deed, spot):
    rover.slips(0.0, times=3)
    rover.slips(2.5, times=4)
    near = "(0, 0)" if spot == 0.0 else "(2, 0)"
    (entry_id,) = [entry.id for _, entry in rover.memory.entries() if near in entry.text]
    PERSONS_DEEDS[deed](rover.memory, entry_id)
    told = rover.memory.why(entry_id)[0]
    rover.slips(1.25, times=2)

    ((_, entry),) = rover.memory.entries()
    assert (entry.id, entry.text) == (entry_id, told.text)
    assert entry.observation_count == told.observation_count + (6 if spot == 0.0 else 5)
    assert {**entry.extra, **told.extra} == entry.extra


def test_of_two_places_that_persons_decided_about_both_entries_stay(rover):
    rover.slips(0.0, times=3)
    rover.slips(2.5, times=4)
    ids = {entry.id for _, entry in rover.memory.entries()}
    for entry_id in ids:
        rover.memory.mute(entry_id)
    rover.slips(1.25, times=3)
    rover.restarts()

    assert {entry.id for _, entry in rover.memory.entries()} == ids
    assert all("muted_by" in entry.extra for _, entry in rover.memory.entries())


def test_what_a_person_said_of_a_place_is_not_over_with_its_session(rover):
    rover.slips(2.0, frame="odom", times=3)
    ((_, entry),) = rover.memory.entries()
    rover.memory.correct(entry.id, "The floor is broken")
    rover.restarts("next")

    ((_, asked),) = rover.memory.entries()
    assert asked.text == "The floor is broken"
    assert "begun anew" in asked.extra["recovered_note"]


def test_the_history_of_a_place_that_merged_is_the_evidence_of_the_one_that_stays(rover):
    rover.slips(0.0, times=3)
    rover.slips(2.5, times=4)
    first_seen = min(entry.first_seen for _, entry in rover.memory.entries())
    rover.slips(1.25)

    ((_, entry),) = rover.memory.entries()
    _, rows = rover.memory.why(entry.id, limit=100)

    assert entry.first_seen == first_seen
    assert sum(row.kind is Kind.EVENT for row in rows) == 8


def test_a_place_that_turns_out_to_be_two_has_two_notes(rover):
    rover.slips(0.0, sigma=1.0)
    rover.slips(3.2, times=2, sigma=1.0)
    rover.slips(0.0, sigma=1.0)
    (text,) = rover.notes

    for _ in range(4):
        rover.slips(0.0)
        rover.slips(3.2)

    assert sorted(rover.notes.values()) == [6, 6]
    assert text in rover.notes


@pytest.mark.parametrize("seed", range(3))
def test_an_entry_counts_what_its_place_counts_however_places_merge_and_split(rover, seed):
    random = np.random.default_rng(seed)
    spots = random.uniform(0.0, 8.0, (4, 2))
    for _ in range(40):
        x, y = spots[random.integers(4)] + random.normal(0.0, 0.3, 2)
        sigma = float(random.choice([0.05, 0.1, 1.0]))
        rover.slips(float(x), float(y), sigma=sigma, flush=bool(random.random() < 0.7))
    rover.memory.flush()

    told = {place.text: place.events for place in rover.memory.ledger.places() if place.has_entry}
    assert rover.notes == told
    assert told


# -- what is over --------------------------------------------------------------------------------


def passes_by(rover, times: int, days: int) -> None:
    """Come by so often in a day, without an event."""
    rover.clock.set(rover.clock.now().time + timedelta(days=days))
    cell = Position("map", 12.0, -3.0).cell
    rover.memory.add_exposure({(passes_variable("map"), cell): float(times)})


def test_what_does_not_happen_any_more_though_the_robot_comes_by_is_proposed_as_resolved(rover):
    rover.slips(12.0, -3.0, times=4)

    passes_by(rover, 20, days=1)

    ((_, entry),) = rover.memory.entries()
    assert entry.extra["recovered_note"] == "passed 20 times without it since 2026-12-01"


def test_an_event_elsewhere_does_not_bring_the_proposal_again(rover):
    rover.slips(12.0, -3.0, times=4)
    passes_by(rover, 20, days=1)
    rover.slips(40.0, 8.0)
    passes_by(rover, 20, days=1)

    kinds = [row.kind for row in rover.memory.ledger.after(0)]
    assert kinds.count(Kind.RECOVERED) == 1


def test_what_comes_back_can_be_over_again(rover):
    for _ in range(2):
        rover.slips(12.0, -3.0, times=4)
        passes_by(rover, 20, days=1)

    kinds = [row.kind for row in rover.memory.ledger.after(0)]
    assert kinds.count(Kind.RECOVERED) == 2


def test_the_next_event_takes_the_proposal_back(rover):
    rover.slips(12.0, -3.0, times=4)
    passes_by(rover, 20, days=1)

    rover.slips(12.0, -3.0)

    ((_, entry),) = rover.memory.entries()
    assert entry.observation_count == 5
    assert "recovered_note" not in entry.extra


def test_few_passes_and_passes_of_the_same_day_are_no_proof(rover):
    rover.slips(12.0, -3.0, times=4)
    passes_by(rover, 100, days=0)
    passes_by(rover, 3, days=1)

    ((_, entry),) = rover.memory.entries()
    assert "recovered_note" not in entry.extra


# -- odometry ------------------------------------------------------------------------------------


def test_two_runs_of_one_boot_prove_nothing_of_odometry(rover):
    rover.slips(12.0, -3.0, times=2, frame="odom")
    rover.restarts()
    rover.slips(12.0, -3.0, times=2, frame="odom")
    assert len(rover.notes) == 1

    rover.restarts(boot="another")

    assert rover.notes == {}


def test_a_place_in_odometry_that_the_next_session_confirms_lasts(rover):
    rover.slips(12.0, -3.0, times=3, frame="odom")
    rover.restarts(boot="another")
    rover.slips(12.0, -3.0, frame="odom")
    rover.restarts(boot="a third")

    assert rover.notes == {"Wheel slip near (12, −3) in `odom`": 4}


@pytest.mark.parametrize("boot", ["test", "another"])
def test_a_place_in_a_map_lasts(rover, boot):
    rover.slips(12.0, -3.0, times=3)
    rover.restarts(boot=boot)

    assert rover.notes == {SLIP: 3}
