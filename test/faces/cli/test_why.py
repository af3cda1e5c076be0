"""`why` shows the evidence, with the ten seconds before an onset."""

from __future__ import annotations

import pytest

from robot_memory import RobotMemory
from robot_memory.faces.cli.output import evidence_line
from robot_memory.faces.cli.why_lines import frame_lines, sparkline
from robot_memory.ledger import Key, Kind, Observation, Source

FRAME = {
    "/joint_states elbow effort": [[-10.0, 1.0], [-5.0, 1.2], [-0.5, 7.25], [0.0, 3.0]],
    "speed": [[-10.0, 0.5], [0.0, 0.5]],
}


@pytest.fixture
def elbow(home, clock) -> str:
    """The id of an entry whose onset has a freeze-frame."""
    with RobotMemory.open(home, clock=clock) as memory:
        memory.observe(
            Observation(
                Kind.ONSET, clock.now(), "The elbow leaps", key=Key("spike", "elbow", "spike"),
                topic="/joint_states", entry_type="hardware_observation", confidence=0.5,
                detail={"frame": FRAME},
            )
        )  # fmt: skip
        memory.flush()
        ((_, entry),) = memory.entries()
    return entry.id


def test_why_draws_the_signals_before_an_onset_as_sparklines(command, elbow):
    lines = command("why", elbow).out.splitlines()

    (effort,) = [line for line in lines if "elbow effort" in line]
    (speed,) = [line for line in lines if line.strip().startswith("speed")]
    (axis,) = [line for line in lines if line.endswith("onset")]
    assert "min   1  max 7.25  last   3" in effort
    assert "min 0.5  max  0.5  last 0.5" in speed
    assert effort.index("min") == speed.index("min")
    assert axis.index("-10 s") == effort.index("▁")
    assert axis.index("onset") + len("onset") + 2 == effort.index("min")


def test_why_names_the_memory_as_source_of_its_own_conclusions(clock):
    row = Observation(
        Kind.RESOLVE, clock.now(), "withdrawn", source=Source.PERSON, detector="outcomes"
    )

    assert str(evidence_line(row)).endswith("by the memory, from persons' reports: withdrawn")


def test_why_reports_that_a_condition_began_before_it_was_observed(clock):
    row = Observation(
        Kind.ONSET, clock.now(), "The stop is pressed", topic="/stop",
        detail={"began": "before it was heard", "until": "done"},
    )  # fmt: skip

    assert str(evidence_line(row)).endswith("onset    on /stop, before it was heard")


def test_a_sparkline_shows_a_spike_in_the_right_column():
    line = sparkline([[-10.0 + count * 0.02, 5.0 if count == 257 else 1.0] for count in range(501)])

    assert [place for place, bar in enumerate(line) if bar == "█"] == [16]
    assert set(line) == {"▁", "█"}


def test_a_long_signal_name_is_shortened():
    line, _ = frame_lines({"/" + "long" * 50: [[-1.0, 1.0]]})

    assert len(line) < 140
