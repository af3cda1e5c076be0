"""`why` shows the place."""

from __future__ import annotations

from typing import Any

from robot_memory.faces.cli.output import evidence_line, place_words
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Kind, Observation

PLACE = {
    "frame": "map", "x": 12.04, "y": -3.21, "sigma": 0.05, "radius": 0.62,
    "events": 7, "hits": 6, "passes": 9,
}  # fmt: skip


def line(clock: ManualClock, kind: Kind, detail: dict[str, Any], **fields: Any) -> str:
    return str(evidence_line(Observation(kind, clock.now(), "Wheel slip", detail=detail, **fields)))


def test_a_place_is_shown_with_its_counts_and_size(clock):
    shown = line(clock, Kind.PLACE, {"place": PLACE, "events": 1}, topic="/odom")

    assert shown.endswith(
        "place    on /odom: 7 events on 6 of 9 passes, within 0.6 m of (12.04, −3.21) in `map`"
    )


def test_an_event_is_shown_with_its_position(clock):
    at = {"frame": "wgs84", "x": 8.545612, "y": 47.397743, "sigma": 1.5}
    shown = line(clock, Kind.EVENT, {"at": at}, topic="/fix", context={"speed": 0.5})

    assert shown.endswith(
        "event    on /fix: at (47.39774, 8.54561) in `wgs84`, ± 1.5 m  (speed 0.5)"
    )


def test_a_resolve_shows_its_source_and_no_place(clock):
    shown = line(clock, Kind.RESOLVE, {"place": PLACE})

    assert shown.endswith("resolve  by detector: Wheel slip")


def test_other_evidence_has_no_place():
    assert place_words({"peak": 1.0}) == ""
