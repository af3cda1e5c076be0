"""The history of entries over HTTP."""

from __future__ import annotations

import itertools
from datetime import timedelta
from importlib import resources

import pytest
from limit_builders import drive_and_fail, learn

from robot_memory import RobotMemory
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Key, Kind, Observation

FAULT = {
    "summary": "Left wheel encoder: no pulses",
    "key": Key("diagnostics", "left wheel encoder", "no pulses"),
    "component": "left wheel encoder",
    "entry_type": "hardware_observation",
    "confidence": 0.6,
    "topic": "/diagnostics",
}
FILES = sorted(
    path.name for path in (resources.files("robot_memory.faces.web") / "page").iterdir()
    if path.suffix != ".html"
)  # fmt: skip
AT = {"at": {"frame": "map", "x": 1.0, "y": 2.0, "sigma": 0.1}}


@pytest.fixture
def fault(site, clock: ManualClock):
    """A fault that lasted five minutes on three consecutive days; returns its entry's id."""
    with RobotMemory.open(site.home, clock=clock) as memory:
        for _ in range(3):
            clock.set(clock.now().time + timedelta(days=1))
            memory.observe(Observation(Kind.ONSET, clock.now(), detail=AT, **FAULT))
            clock.set(clock.now().time + timedelta(minutes=5))
            memory.observe(Observation(Kind.END, clock.now(), detail={"lasted": 300.0}, **FAULT))
        memory.flush()
        memory.save()
        ((_, entry),) = memory.entries()
    site.source._open = lambda write: RobotMemory.open(site.home, clock=clock, read_only=not write)
    return entry.id


def test_confidence_decays_between_observations_and_each_one_raises_it(site, fault):
    history = site.client().get(f"/api/memory/entries/{fault}/history").json()

    raised = history["raised"]
    assert [point["before"] is None for point in raised] == [True, False, False]
    for earlier, later in itertools.pairwise(raised):
        assert later["before"] < earlier["confidence"]
        assert later["before"] < later["confidence"]


def test_confidence_only_decays_after_the_last_observation(site, fault, clock):
    clock.set(clock.now().time + timedelta(days=4))

    values = [
        point["confidence"]
        for point in site.client().get(f"/api/memory/entries/{fault}/history").json()["decay"]
    ]

    assert values == sorted(values, reverse=True)
    assert values[0] - values[-1] == pytest.approx(4 * 0.05, abs=0.002)


def test_an_undone_confirmation_is_not_in_the_history(site, fault):
    client = site.writer()
    path = f"/api/memory/entries/{fault}"
    before = client.get(f"{path}/history").json()["raised"]

    client.post(f"{path}/confirm")
    confirmed = client.get(f"{path}/history").json()["raised"]
    client.post(f"{path}/undo")

    assert len(confirmed) == len(before) + 1
    assert client.get(f"{path}/history").json()["raised"] == before


def test_an_occurrence_is_shown_with_its_start_and_end(site, fault):
    since = "2026-12-01T00:00:00Z"
    found = site.client().get("/api/memory/occurrences", params={"since": since}).json()

    ended = [one for one in found["occurrences"] if one["end"]]
    assert len(ended) == 3
    assert ended[0]["start"] == "2026-12-02T12:00:00Z"
    assert ended[0]["end"] == "2026-12-02T12:05:00Z"


def test_occurrences_before_the_requested_time_are_omitted(site, fault):
    found = site.client().get("/api/memory/occurrences", params={"since": "2026-12-03T12:00:00Z"})

    assert {one["start"][:10] for one in found.json()["occurrences"]} == {
        "2026-12-03", "2026-12-04",
    }  # fmt: skip


def test_occurrences_of_other_entries_are_left_out(site, fault):
    asked = {"since": "2026-12-01T00:00:00Z", "entries": "mem-none"}
    found = site.client().get("/api/memory/occurrences", params=asked)

    assert found.json() == {"occurrences": [], "is_complete": True}


def test_too_many_occurrences_are_cut_to_the_newest_and_marked_incomplete(site, fault):
    asked = {"since": "2026-12-01T00:00:00Z", "limit": 1}
    found = site.client().get("/api/memory/occurrences", params=asked).json()

    assert [one["start"] for one in found["occurrences"]] == ["2026-12-04T12:10:00Z"]
    assert not found["is_complete"]


def test_no_events_are_returned_after_the_newest_number(site, fault):
    client = site.client()
    first = client.get("/api/memory/events").json()

    site_rows = client.get("/api/memory/events", params={"after": first["newest"]}).json()

    assert len(first["events"]) >= 3
    assert site_rows["events"] == []


def test_the_record_is_paged_by_event_number_without_gaps(site):
    for bay in range(7):
        site.remember(f"Bay {bay} is wet")
    client, seen, after = site.client(), [], 1
    while events := client.get("/api/memory/events", params={"after": after, "limit": 2}).json()[
        "events"
    ]:
        seen += [event["seq"] for event in events]
        after = seen[-1]

    newest = client.get("/api/memory/events").json()["newest"]
    assert seen == list(range(2, newest + 1))


def test_many_events_of_agents_do_not_displace_those_of_persons(site, fault):
    site.remember("Crane hook hangs low")
    with RobotMemory.open(site.home) as memory:
        for number in range(30):
            memory.remember("environment_note", f"Shelf {number} is here", source="agent:planner")
    asked = {"limit": 8}
    events = site.client().get("/api/memory/events", params=asked).json()["events"]

    texts = [event.get("text", "") for event in events]
    assert "Crane hook hangs low" in texts
    assert sum(text.startswith("Shelf") for text in texts) == 4
    assert [event["seq"] for event in events] == sorted(event["seq"] for event in events)


def test_proposals_and_files_of_agents_count_as_events_of_agents(site, fault):
    with RobotMemory.open(site.home) as memory:
        levels, by = memory.long_term.levels, "agent:planner over HTTP"
        for number in range(10):
            levels.propose(f"skills/s{number}/SKILL.md", f"# S{number}\n", by=by)
            levels.write("semantic", f"knowledge/k{number}.md", f"# K{number}\n", by=by)
    for text in ("Crane hook hangs low", "Door 3 sticks", "Ramp is steep", "Lift is slow"):
        site.remember(text)
    site.client()
    with RobotMemory.open(site.home) as memory:
        for number in range(10, 30):
            memory.long_term.levels.propose(f"skills/s{number}/SKILL.md", f"# {number}\n", by=by)
    events = site.client().get("/api/memory/events", params={"limit": 8}).json()["events"]

    assert {"Crane hook hangs low", "Lift is slow"} <= {event.get("text") for event in events}


def test_the_track_contains_the_position_of_each_onset(site, fault):
    track = site.client().get("/api/memory/places").json()["track"]

    assert [(point["x"], point["y"]) for point in track] == [(1.0, 2.0)] * 3


def test_an_id_that_is_unknown_has_no_history(site, fault):
    assert site.client().get("/api/memory/entries/mem-none/history").status_code == 404


def test_the_page_loads_only_files_of_this_server(site):
    client = site.client()
    page = client.get("/").text

    assert "http://" not in page and "https://" not in page
    for name in ("fleet", *FILES):
        assert client.get(f"/{name}").status_code == 200
    assert "default-src 'none'" in client.get("/").headers["content-security-policy"]


def test_the_page_itself_needs_no_token_but_its_data_do_over_a_network(site):
    client = site.client(is_local=False, base_url="http://robot.example")

    assert client.get("/").status_code == 200
    assert client.get("/api/memory/occurrences?since=2026-12-01T00:00:00Z").status_code == 401


def test_the_evidence_of_a_limit_has_speeds_at_onsets_and_in_other_moments(site, clock):
    with RobotMemory.open(site.home, clock=clock) as memory:
        drive_and_fail(memory, clock, [0.1, 0.4, 0.2, 0.5, 0.1, 0.4, 0.2])
        limit = learn(memory)
        memory.save(force=True)
    site.source._open = lambda write: RobotMemory.open(site.home, clock=clock, read_only=not write)

    found = site.client().get(f"/api/memory/entries/{limit}/limit").json()

    assert (found["variable"], found["bound"], found["value"]) == ("speed", "maximum", 0.3)
    assert [one["value"] for one in found["onsets"]] == [0.4, 0.5, 0.4]
    assert {0.1, 0.2} <= {one["value"] for one in found["others"]}


def test_the_limit_endpoint_refuses_an_entry_that_is_no_limit(site, fault):
    answer = site.client().get(f"/api/memory/entries/{fault}/limit")

    assert answer.status_code == 404
    assert "is no limit that this robot learned" in answer.json()["detail"]
