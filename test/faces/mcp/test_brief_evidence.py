"""The evidence for an entry is given to an agent in few tokens, without repetitions."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone

import pytest

from robot_memory import RobotMemory
from robot_memory.entries.tokens import estimate_tokens
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Key, Kind, Observation, Severity, Source

KEY = Key("flag", "/mobile_base/driver_state", "stalled is raised in operation")
SIGNALS = {f"/mobile_base/driver wheel_{n} velocity": 0.123456789 * n for n in range(1, 31)}
SAMPLES = [[-9.5, 1.0]] * 60
FRAMED = "/mobile_base/driver wheel_30 velocity"


@pytest.fixture
def told(home, call):
    """Return the answer to an agent about an entry with a detector's rows."""
    clock = ManualClock(datetime(2026, 12, 1, 12, tzinfo=timezone.utc), kind="wall", boot="first")
    with RobotMemory.open(home, clock=clock) as memory:
        for number in range(5):
            for kind, detail in (
                (Kind.ONSET, {"before": SIGNALS, "peak": 1.0, "frame": {FRAMED: SAMPLES}}),
                (Kind.END, {"lasted": 2.123456789 + number, "peak": 1.0, "repeats": 0}),
            ):  # fmt: skip
                row = Observation(
                    kind, clock.now(), "driver state stalled is raised in operation",
                    Source.DETECTOR, key=KEY, detector="flag", component=KEY.component,
                    topic="/mobile_base/driver_state", severity=Severity.ERROR, confidence=0.6,
                    entry_type="hardware_observation", tags=("error",), detail=detail,
                )  # fmt: skip
                memory.observe(row)
                clock.set(clock.now().time + timedelta(minutes=2))
        memory.flush()
        ((_, entry),) = memory.entries()

    def ask(limit=10):
        arguments = {"id": entry.id, "limit": limit}
        return call(lambda client: client.call_tool("why", arguments)).content[0].text

    return ask


def records(text):
    """Return the entry, the fields common to all rows, and the rows."""
    _, head, common, *rows = text.splitlines()
    return json.loads(head), json.loads(common)["in_all_rows"], list(map(json.loads, rows))


def test_the_evidence_of_ten_rows_fits_in_a_thousand_tokens(told):
    text = told()

    assert len(records(text)[2]) == 10
    assert estimate_tokens(text) < 1000


def test_fields_common_to_all_rows_are_returned_once(told):
    _, common, rows = records(told())

    assert common["topic"] == "/mobile_base/driver_state"
    assert common["units"] == {"lasted": "s", "repeats": "1"}
    assert {frozenset(row) for row in rows} == {frozenset(("id", "time", "kind", "detail"))}


def test_a_single_row_is_returned_with_all_its_fields(told):
    _, common, (row,) = records(told(limit=1))

    assert set(common) <= {"units"}
    assert row["topic"] == "/mobile_base/driver_state"


def test_empty_fields_are_left_out_and_zeros_are_not(told):
    head, _, rows = records(told())

    assert not {"advice", "recordings", "rate"} & head.keys()
    assert rows[0]["detail"]["repeats"] == 0


def test_numbers_have_six_significant_digits(told):
    _, _, (end, onset, *_) = records(told())

    assert end["detail"]["lasted"] == 6.12346
    assert onset["detail"]["before"]["/mobile_base/driver wheel_1 velocity"] == 0.123457


def test_values_before_a_fault_are_returned_for_the_newest_onset_only(told):
    _, _, rows = records(told())
    onsets = [row["detail"] for row in rows if row["kind"] == "onset"]

    assert next(iter(onsets[0]["before"])) == FRAMED
    assert (len(onsets[0]["before"]), onsets[0]["values_left_out"]) == (12, 18)
    assert [one for one in onsets[1:] if "before" in one] == []
    assert [one for one in onsets if "frame" in one] == []


def test_the_resource_of_an_entry_has_the_values_before_each_fault(told, call):
    entry_id = records(told())[0]["id"]
    read = call(lambda client: client.read_resource(f"memory://entry/{entry_id}"))
    rows = [json.loads(line) for line in read.contents[0].text.splitlines()[2:]]

    assert [len(row["detail"]["before"]) for row in rows if row["kind"] == "onset"] == [30] * 5
