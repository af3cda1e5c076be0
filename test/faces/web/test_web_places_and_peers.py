"""Places and other robots, over HTTP."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from robots import keys_of, rrn_of

from robot_memory import RobotMemory
from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Key, Kind, Observation
from robot_memory.ledger.place import Place
from robot_memory.ledger.position import Position
from robot_memory.perception.surroundings.floor_map import FLOOR_MAP

BUMP = Key("bump", "base", "bump")


def place(number: int, frame: str = "map") -> Place:
    return Place(
        f"p{number}", BUMP, Position(frame, 1.0 + number, 2.0), 0.5, (0.1, 0.0, 0.1), 4, 3, 6,
        text=f"Bump {number}",
    )  # fmt: skip


@pytest.fixture
def placed(site, clock: ManualClock):
    """A place on the map with a lesson, one by satellite, a limit, and the robot's passes."""
    with RobotMemory.open(site.home, clock=clock) as memory:
        told = []
        for one in (place(1), place(2, "wgs84")):
            row = Observation(
                Kind.ONSET, clock.now(), one.text, key=one.key, detector="bump", component="base",
                entry_type="environment_note", confidence=0.6,
                detail={"at": {"frame": one.centre.frame, "x": 1.0, "y": 2.0, "sigma": 0.1}},
            )  # fmt: skip
            memory.observe(row)
            memory.flush()
            memory.save()
            entry = next(e for _, e in memory.entries() if e.text == one.text)
            told.append(replace(one, entry_id=entry.id))
        limit = Key("limit", "base", f"{told[0].entry_id} speed")
        memory.observe(Observation(
            Kind.LIMIT, clock.now(), "Bumps above 0.5 m/s", key=limit, detector="limit",
            component="base", entry_type="behavior_pattern", confidence=0.6,
        ))  # fmt: skip
        memory.add_exposure({("passes in map", "3,4"): 7.0, ("passes in odom", "1,1"): 9.0})
        memory.flush()
        with memory.ledger.place_transaction() as places:
            for one in told:
                places.put(one)
    site.source._open = lambda write: RobotMemory.open(site.home, clock=clock, read_only=not write)
    return told


def test_map_walls_are_returned_in_the_frame_of_the_map_only(site, placed):
    floor_map = {"frame": "map", "resolution": 0.5, "x": 1.0, "y": 2.0, "yaw": 0.0,
                 "walls": [[0, 2, 4]]}  # fmt: skip
    with RobotMemory.open(site.home) as memory:
        memory.ledger.keep_baselines({FLOOR_MAP: floor_map}, 0)

    shown = site.client().get("/api/memory/places").json()
    assert (shown["walls"], shown["wall_width"]) == ([[2.0, 2.25, 4.0, 2.25]], 0.5)
    assert site.client().get("/api/memory/places?frame=wgs84").json()["walls"] == []


def test_a_map_is_returned_before_any_event_has_a_position(site):
    floor_map = {"frame": "map", "resolution": 0.5, "x": 1.0, "y": 2.0, "yaw": 0.0,
                 "walls": [[0, 2, 4]]}  # fmt: skip
    with RobotMemory.open(site.home) as memory:
        memory.remember("environment_note", "The lift is slow")
        memory.ledger.keep_baselines({FLOOR_MAP: floor_map}, 0)

    assert site.client().get("/api/memory/places").json()["frame"] == "map"


def test_a_place_is_shown_with_its_entry_and_the_limits_of_it(site, placed):
    (shown,) = site.client().get("/api/memory/places").json()["places"]

    assert (shown["x"], shown["y"], shown["radius"]) == (2.0, 2.0, 0.5)
    assert shown["entry"]["text"] == "Bump 1"
    assert shown["limits"] == ["Bumps above 0.5 m/s"]


def test_places_of_two_frames_are_never_mixed(site, placed):
    client = site.client()

    assert client.get("/api/memory/places").json()["frames"] == ["map", "wgs84"]
    other = client.get("/api/memory/places", params={"frame": "wgs84"}).json()
    assert [one["entry"]["text"] for one in other["places"]] == ["Bump 2"]
    assert (len(other["track"]), other["passes"]) == (1, [])


def test_the_cells_that_the_robot_passed_are_returned(site, placed):
    shown = site.client().get("/api/memory/places").json()

    assert shown["passes"] == [{"x": 3.5, "y": 4.5, "count": 7.0}]


def test_a_home_without_evidence_has_no_places(site):
    shown = site.client().get("/api/memory/places").json()

    assert (shown["frames"], shown["places"], shown["track"]) == ([], [], [])


def test_a_trusted_peer_without_updates_is_returned_without_entries(site, clock):
    site.remember("The lift is slow")
    keys, now = keys_of(2), clock.now().time
    TrustStore(site.home / "keys" / "peers").trust(keys.card, now, name="shelf")

    (peer,) = site.client().get("/api/memory/peers").json()["peers"]

    assert (peer["rrn"], peer["name"], peer["trust"]) == (rrn_of(2), "shelf", "trusted")
    assert peer["since"] == "2026-12-01T12:00:00Z"
    assert (peer["last_synced"], peer["entries"]) == (None, [])
    assert peer["fingerprint"] == keys.card.fingerprint


def test_a_revoked_peer_is_returned_as_revoked(site, clock):
    site.remember("The lift is slow")
    store, now = TrustStore(site.home / "keys" / "peers"), clock.now().time
    store.trust(keys_of(2).card, now)
    store.revoke(rrn_of(2), now + timedelta(hours=1))

    (peer,) = site.client().get("/api/memory/peers").json()["peers"]

    assert (peer["trust"], peer["revoked_at"]) == ("revoked", "2026-12-01T13:00:00Z")
