"""Readers of network data: ROS messages, and the content of robot updates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from nav_msgs.msg import Odometry
from rclpy.serialization import deserialize_message, serialize_message
from sensor_msgs.msg import Imu, JointState, LaserScan

from fuzzing.fuzz_target import FuzzTarget
from fuzzing.independent_reading import check_update
from fuzzing.message_comparison import check_message
from fuzzing.mutation import mutated_after, mutated_json_or_bytes
from robot_memory.faces.ros.cdr import UnreadableMessage
from robot_memory.faces.ros.message_reader import MessageReader
from robot_memory.foundation.errors import InvalidUpdate
from robot_memory.sharing.federation.robot_update import (
    VALIDITY,
    RobotUpdate,
    read_update,
    write_update,
)
from robot_memory.sharing.federation.shared_entry import DeletedEntry, SharedEntry

from .file_targets import NOON

_RRN = "RRN-000000000002"


def _cdr(folder: Path) -> FuzzTarget:
    status = DiagnosticStatus(
        level=b"\1", name="motor", message="hot", values=[KeyValue(key="t", value="71")] * 3
    )
    messages = (
        Imu(),
        JointState(name=["left", "right"], position=[1.0, 2.0], effort=[0.5, 0.25]),
        DiagnosticArray(status=[status, status]),
        LaserScan(ranges=[1.0] * 20, intensities=[2.0] * 20),
        Odometry(child_frame_id="base_link"),
    )
    readers = [
        MessageReader(type(message), list(message.get_fields_and_field_types()))
        for message in messages
    ]
    seeds = tuple(bytes([at]) + serialize_message(it) for at, it in enumerate(messages))

    def read(data: bytes) -> str:
        kind = type(messages[data[0]])
        found = readers[data[0]].read(data[1:])
        try:  # only now, since rclpy allocates any length that a message claims
            whole = deserialize_message(data[1:], kind)
        except Exception:  # such as an unterminated text or an invalid flag
            return f"{kind.__name__} by us alone"
        check_message(found, whole)
        return kind.__name__

    # The encapsulation stays valid: otherwise a third of the inputs would end there.
    return FuzzTarget("cdr", seeds, read, (UnreadableMessage,), mutated_after(3))


def make_update() -> RobotUpdate:
    """Return an update with two entries and a deletion."""
    entry = SharedEntry(
        id="mem-00000001", type="environment_note", text="East corridor is blocked",
        confidence=0.75, first_seen=NOON, last_reinforced=NOON, observation_count=2,
        tags=("door",), place={"frame": "map", "x": 1, "y": 2, "sigma": 0.1, "radius": 1.5},
    )  # fmt: skip
    return RobotUpdate(
        _RRN,
        7,
        "first",
        NOON,
        NOON + VALIDITY,
        (entry, replace(entry, id="mem-00000003", text="Kitchen doorway has a lip")),
        0,
        deleted=(DeletedEntry("mem-00000002", NOON),),
    )


def _peer_update(folder: Path) -> FuzzTarget:
    def read(data: bytes) -> str:
        update = read_update(data)
        check_update(data, update)
        return f"{len(update.entries)} entries"

    seed = write_update(make_update())
    return FuzzTarget("peer-update", (seed,), read, (InvalidUpdate,), mutated_json_or_bytes)


#: Readers of messages by the name of their target.
MESSAGES: Mapping[str, Callable[[Path], FuzzTarget]] = {
    "cdr": _cdr,
    "peer-update": _peer_update,
}
