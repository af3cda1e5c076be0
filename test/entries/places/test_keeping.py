"""From events in the ledger to entries in the file, and back to the evidence (``why``)."""

from __future__ import annotations

from datetime import timedelta

import numpy as np
import pytest

from robot_memory import RobotMemory
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


def test_a_new_fold_of_the_ledger_gives_the_same_entries(rover):
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


def test_a_crash_after_storing_an_event_neither_loses_nor_repeats_it(rover, monkeypatch):
    rover.slips(12.0, -3.0, times=2)
    keeper = "robot_memory.entries.places.place_keeper._take_in"
    with monkeypatch.context() as dying:
        dying.setattr(keeper, lambda *_: (_ for _ in ()).throw(RuntimeError("power cut")))
        rover.slips(12.0, -3.0)
    assert rover.notes == {}

    rover.restarts()

    assert rover.notes == {SLIP: 3}


# -- merging and splitting -----------------------------------------------------------------------


PERSONS_DEEDS = {
    "correct": lambda memory, entry_id: memory.correct(entry_id, "The floor is broken"),
    "known": lambda memory, entry_id: memory.declare_known(entry_id, "a mason is ordered"),
    "mute": lambda memory, entry_id: memory.mute(entry_id, why="I know"),
    "note": lambda memory, entry_id: memory.remember(
        "environment_note", memory.why(entry_id)[0].text, source="person:ada"
    ),
}


@pytest.mark.parametrize(
    ("deed", "spot"), [("correct", 0.0), ("known", 2.5), ("mute", 0.0), ("note", 2.5)]
)
def test_merged_places_keep_the_entry_with_a_persons_decision(rover, deed, spot):
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


def test_both_entries_stay_if_persons_decided_about_both_merged_places(rover):
    rover.slips(0.0, times=3)
    rover.slips(2.5, times=4)
    ids = {entry.id for _, entry in rover.memory.entries()}
    for entry_id in ids:
        rover.memory.mute(entry_id)
    rover.slips(1.25, times=3)
    rover.restarts()

    assert {entry.id for _, entry in rover.memory.entries()} == ids
    assert all("muted_by" in entry.extra for _, entry in rover.memory.entries())


@pytest.mark.parametrize("seed", range(2))
def test_an_entry_has_the_count_of_its_place_after_merging_and_splitting(rover, seed):
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


# -- what is over ---------------------------------------------------------------------------------


def passes_by(rover, times: int, days: int) -> None:
    """Pass the place ``times`` times, ``days`` later, without an event."""
    rover.clock.set(rover.clock.now().time + timedelta(days=days))
    cell = Position("map", 12.0, -3.0).cell
    rover.memory.add_exposure({(passes_variable("map"), cell): float(times)})


def test_a_place_passed_many_times_without_an_event_is_proposed_as_resolved(rover):
    rover.slips(12.0, -3.0, times=4)

    passes_by(rover, 20, days=1)

    ((_, entry),) = rover.memory.entries()
    assert entry.extra["recovered_note"] == "passed 20 times without it since 2026-12-01"


# -- odometry ------------------------------------------------------------------------------------


def test_two_runs_of_one_boot_do_not_confirm_a_place_in_odometry(rover):
    rover.slips(12.0, -3.0, times=2, frame="odom")
    rover.restarts()
    rover.slips(12.0, -3.0, times=2, frame="odom")
    assert len(rover.notes) == 1

    rover.restarts(boot="another")

    assert rover.notes == {}


def test_a_place_in_odometry_confirmed_by_the_next_boot_is_kept(rover):
    rover.slips(12.0, -3.0, times=3, frame="odom")
    rover.restarts(boot="another")
    rover.slips(12.0, -3.0, frame="odom")
    rover.restarts(boot="a third")

    assert rover.notes == {"Wheel slip near (12, −3) in `odom`": 4}
