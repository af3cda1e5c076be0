"""Tables of the node that others could fill, by names that they invent, have a bound."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest
from action_msgs.msg import GoalInfo, GoalStatus, GoalStatusArray
from rclpy.serialization import serialize_message
from telling import ListLogger, heard
from unique_identifier_msgs.msg import UUID

from robot_memory.faces.ros import action_watch, parameter_reader
from robot_memory.faces.ros.action_watch import ActionWatch
from robot_memory.faces.ros.diagnostic_statuses import IngestHealth, IngestStatus
from robot_memory.faces.ros.health_issues import INGEST, HealthIssues
from robot_memory.faces.ros.message_recording import MessageRecording
from robot_memory.faces.ros.node_log import NodeLog
from robot_memory.faces.ros.parameter_reader import ParameterReader
from robot_memory.foundation.time.clock import SystemClock
from robot_memory.perception.detectors.goal_end import GoalEnd
from robot_memory.perception.scope import Scope

pytestmark = pytest.mark.ros


def test_a_thousand_problems_are_told_apart_and_what_lasts_always_is():
    now = [0.0]
    issues = HealthIssues(NodeLog(ListLogger()), lambda: now[0])
    for number in range(3_000):
        issues.note_ingest(f"/topic_{number}", ValueError("it is cut off"))
    issues.note("save", OSError("disk full"), stays=True)
    assert len(issues._issues) == 1_002
    assert issues.current() == ["save: disk full"]
    assert issues.current(INGEST)[-2:] == [
        "/topic_999: it is cut off",
        "/topic_2999: it is cut off",
    ]

    now[0] = 100.0  # all of these are over
    issues.note_ingest("/imu", ValueError("it is cut off"))
    assert issues.current(INGEST) == ["/imu: it is cut off"]
    assert len(issues._issues) <= 1_002


def test_topics_whose_stamps_are_off_are_counted_while_they_are_listened_to():
    health = IngestHealth(Scope())
    for number in range(100):
        counts = {"received": {}, "misdated": {f"/topic_{number}": 1}}
        status = health.status(IngestStatus(counts, [], time.monotonic(), 0, [], heard()))
        assert f"/topic_{number}" in status.message
    assert health._totals.keys() == health._grown.keys() | {"lost"} == {"/topic_99", "lost"}


def test_goals_whose_results_do_not_come_are_told_without_them_once_a_thousand_wait():
    watch = ActionWatch(
        SimpleNamespace(
            clock=SimpleNamespace(is_running=True),
            ingest_node=SimpleNamespace(get_publishers_info_by_topic=lambda topic: []),
        ),
        SimpleNamespace(), Scope(), seen_until=0.0,
    )  # fmt: skip
    topic = "/dock/_action/status"
    watch._actions[topic] = action_watch._Action("", None, action_watch.GoalTracker(0.0))
    goals = [
        GoalStatus(
            status=GoalStatus.STATUS_ABORTED,
            goal_info=GoalInfo(goal_id=UUID(uuid=list(number.to_bytes(16, "big")))),
        )
        for number in range(1_500)
    ]
    for one in goals:
        one.goal_info.stamp.sec = 1
    watch._receive(topic, serialize_message(GoalStatusArray(status_list=goals)))

    assert len(watch._questions) == 1_000
    ended = [end for _, end in watch._ended if isinstance(end, GoalEnd)]
    assert len(ended) == 500


def test_of_nodes_that_come_and_go_a_thousand_wait_to_be_asked_and_those_gone_are_not(monkeypatch):
    monkeypatch.setattr(parameter_reader, "_INTERVAL", 0.0)
    monkeypatch.setattr(parameter_reader, "_SETTLED", 0.0)
    asked = []
    nodes = [(f"node_{number}", "/") for number in range(2_500)]
    node = SimpleNamespace(
        get_node_names_and_namespaces=lambda: nodes,
        create_client=lambda kind, name: asked.append(name) or SimpleNamespace(
            call_async=lambda request: SimpleNamespace(add_done_callback=lambda told: None)
        ),
        destroy_client=lambda client: None,
    )  # fmt: skip
    perception = SimpleNamespace(topics=SimpleNamespace(wants=lambda topic, kind: True))
    reader = ParameterReader(SimpleNamespace(ingest_node=node, node=node), perception, Scope())
    reader.update([])
    assert len(reader._waiting) == len(reader._asked) == 1_000

    nodes = [("left", "/")]
    for _ in range(2):  # first those that are gone leave
        reader.update([])
        reader.ask()
    assert (asked, len(reader._waiting)) == (["/left/list_parameters"], 0)


def test_what_the_black_box_cannot_record_is_known_while_it_is_in_the_graph(tmp_path):
    refused = []
    publisher = SimpleNamespace(qos_profile=None, topic_type="gone_msgs/msg/Gone")
    recording = object.__new__(MessageRecording)
    recording.__dict__.update(
        _extras={}, _refused=set(), _topics=(), _unchanged=0, scope=None, _clock=SystemClock(),
        _wants=lambda topic, kind: (topic, kind) not in recording._refused,
        _fit=lambda topic, kind: recording._refused.add((topic, kind)) or refused.append(topic),
    )  # fmt: skip
    for number in range(100):
        for _ in range(2):
            recording.update([(f"/topic_{number}", [publisher.topic_type])], ())
        assert recording._refused == {(f"/topic_{number}", publisher.topic_type)}
    assert len(refused) == 100
