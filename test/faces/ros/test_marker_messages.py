"""The fields of a marker that RViz needs, beside its place: checked in RViz 2 of Jazzy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from place_events import recover
from visualization_msgs.msg import Marker, MarkerArray

from robot_memory import RobotMemory
from robot_memory.faces.ros.markers import Markers, marker_text

pytestmark = pytest.mark.ros

LAYOUT = Path(__file__).parents[3] / "config" / "robot_memory.rviz"


class Sent(list[MarkerArray]):
    """A publisher that keeps its messages."""

    publish = list.append


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[RobotMemory]:
    """The memory of a robot that had to recover three times at (−12, −3), on three long drives."""
    with RobotMemory.open(tmp_path / "home") as memory:
        recover(memory, 3, -12.0, -3.0)
        memory.flush()
        yield memory


def published(memory: RobotMemory) -> list[Marker]:
    sent = Sent()
    Markers(memory, sent).publish_changes()
    return sent[-1].markers


def test_a_marker_is_frame_locked(memory):
    _, cylinder, text = published(memory)

    assert cylinder.frame_locked
    assert text.frame_locked


def test_marker_texts_are_large_enough_for_a_minus_sign_in_the_shipped_layout(memory):
    *_, text = published(memory)
    view = yaml.safe_load(LAYOUT.read_text())["Visualization Manager"]["Views"]["Current"]

    assert text.scale.z * view["Scale"] >= 16.0  # px; at 12 RViz left some out


def test_the_first_marker_message_of_a_node_deletes_all_earlier_markers(memory):
    ((_, entry),) = memory.entries(types=["environment_note"])
    memory.resolve(entry.id, note="door is wide now")

    assert [marker.action for marker in published(memory)] == [Marker.DELETEALL]


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Wheel slip near (−3, 7) in `map`", "Wheel slip near (-3, 7) in `map`"),
        ("30–72 ms at 35 °C — “slow”, ≤ 0.25 m/s", "30-72 ms at 35 degC - \"slow\", <= 0.25 m/s"),
        ("Tür zum Café…", "Tur zum Cafe..."),
        ("Dock 2\nis\tnarrow", "Dock 2 is narrow"),
    ],
)  # fmt: skip
def test_signs_and_accents_are_replaced_by_characters_that_rviz_can_draw(text, drawn):
    assert marker_text(text) == drawn
