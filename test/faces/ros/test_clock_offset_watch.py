"""Header stamps compared with times of arrival, as the node reads them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from rclpy.serialization import serialize_message
from sensor_msgs.msg import Imu
from std_msgs.msg import String

from robot_memory.faces.ros import clock_offset_watch
from robot_memory.faces.ros.clock_offset_watch import ClockOffsetWatch
from robot_memory.foundation.settings import Settings
from robot_memory.perception.occurrences.detection import Detection

pytestmark = pytest.mark.ros
EPOCH = 1_800_000_000.0  # at this computer's start


class Watched:
    """A clock watch without a node: its clock, its publishers and its reports."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, kind: str = "wall") -> None:
        self.now = 0.0
        self.node = "lidar_driver"
        self.nodes: dict[str, str] = {}
        self.told: list[Detection] = []
        clock = SimpleNamespace(
            kind=kind, is_running=True, now=lambda: SimpleNamespace(trusted=self.trusted)
        )
        self.trusted = True
        context = SimpleNamespace(
            clock=clock,
            ingest_node=SimpleNamespace(get_publishers_info_by_topic=self.publishers),
        )
        monkeypatch.setattr(clock_offset_watch, "read_uptime", lambda: self.now)
        monkeypatch.setattr(
            clock_offset_watch, "time", SimpleNamespace(time=lambda: EPOCH + self.now)
        )
        perception = SimpleNamespace(
            add_detection=lambda topic, detection: self.told.append(detection)
        )
        self.watch = ClockOffsetWatch(context, perception, Settings())

    def publishers(self, topic: str) -> list[SimpleNamespace]:
        node = self.nodes.get(topic, self.node)
        return [SimpleNamespace(node_name=node, node_namespace="/")]

    def hear_together(self, **ahead: float) -> None:
        """Receive topics for a minute, each from a node of its name, and judge their clocks."""
        listeners = {name: self.watch.listener(f"/{name}", String) for name in ahead}
        self.nodes.update({f"/{name}": name for name in ahead})
        for _ in range(60):
            self.now += 1.0
            for name, listener in listeners.items():
                listener(serialize_message(String()), self.now, EPOCH + self.now + ahead[name])
        self.told.clear()
        self.watch.update([(topic, ["a type"]) for topic in self.nodes])

    def hear(self, message: Imu | String, *, sent_ahead: float, header_ahead: float = 0.0) -> None:
        """Let messages come for a minute, and judge their clocks."""
        listener = self.watch.listener("/said", type(message))
        for _ in range(60):
            self.now += 1.0
            sent = EPOCH + self.now + sent_ahead
            if isinstance(message, Imu):
                message.header.stamp.sec = int(sent + header_ahead)
            if listener is not None:
                listener(serialize_message(message), self.now, sent)
        self.told.clear()
        self.watch.update([("/said", ["a type"])])

    @property
    def texts(self) -> set[str]:
        return {item.text for item in self.told if item.present}


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    return Watched(monkeypatch)


def test_a_computer_whose_clock_is_ahead_is_reported_until_it_agrees(watched: Watched):
    watched.hear(String(), sent_ahead=3.0)
    assert watched.texts == {"The clock of /lidar_driver is ahead of that of this computer"}

    watched.hear(String(), sent_ahead=-0.01)
    assert [item.present for item in watched.told] == [False]


def test_a_clock_deviation_keeps_its_name_while_its_first_node_is_silent(watched: Watched):
    watched.hear_together(camera=3.0, imu=3.02)
    (first,) = watched.told
    watched.hear_together(imu=3.02)
    (second,) = watched.told

    assert first.text.startswith("The clock of /camera and of other nodes is ahead")
    assert (second.key, second.text, second.present) == (first.key, first.text, True)
    assert second.detail["nodes"] == ["/imu"]


def test_the_same_deviation_of_another_node_later_is_named_by_that_node(
    watched: Watched,
):
    watched.hear_together(camera=3.0)
    watched.hear_together(camera=-0.01)
    watched.hear_together(camera=-0.01, imu=3.0)

    assert watched.texts == {"The clock of /imu is ahead of that of this computer"}


def test_header_stamps_from_the_future_are_reported(watched: Watched):
    watched.hear(Imu(), sent_ahead=0.0, header_ahead=30.0)

    text = "Header stamps of /lidar_driver are from the future: a clock of a sensor differs"
    assert watched.texts == {text}


def test_at_most_ten_stamps_a_second_of_a_topic_are_compared(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
):
    compared: list[float] = []
    monkeypatch.setattr(
        clock_offset_watch.OffsetTrack, "observe", lambda track, now, ahead: compared.append(now)
    )
    listener = watched.watch.listener("/fast", String)
    for number in range(1000):
        listener(serialize_message(String()), number / 1000.0, EPOCH)

    assert len(compared) == pytest.approx(10, abs=1)


def test_a_played_recording_reports_no_clock_deviation(watched: Watched):
    watched.node = "rosbag2_player"
    watched.hear(Imu(), sent_ahead=-0.01, header_ahead=-600.0)

    assert watched.texts == set()


def test_no_clock_deviation_is_reported_while_the_own_clock_is_not_trusted(watched: Watched):
    watched.trusted = False
    watched.hear(String(), sent_ahead=3.0)

    assert watched.texts == set()
