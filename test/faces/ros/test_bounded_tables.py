"""Tables that others could fill with invented names are bounded."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from action_msgs.msg import GoalInfo, GoalStatus, GoalStatusArray
from rclpy.serialization import serialize_message
from unique_identifier_msgs.msg import UUID

from robot_memory.faces.ros import action_watch
from robot_memory.faces.ros.action_watch import ActionWatch
from robot_memory.faces.ros.message_recording import MessageRecording
from robot_memory.foundation.time.clock import SystemClock
from robot_memory.perception.detectors.goal_end import GoalEnd
from robot_memory.perception.scope import Scope

pytestmark = pytest.mark.ros


def test_at_most_a_thousand_goals_wait_for_their_results():
    watch = ActionWatch(
        SimpleNamespace(
            clock=SimpleNamespace(is_running=True),
            ingest_node=SimpleNamespace(get_publishers_info_by_topic=lambda topic: []),
        ),
        SimpleNamespace(stamp_of=lambda received_at: 1.0), Scope(), seen_until=0.0,
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


def test_a_topic_that_cannot_be_recorded_is_tried_only_once_while_it_exists(tmp_path):
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
