"""The black box: the seconds of messages around a fault, as MCAP files in the memory home."""

from robot_memory.applications.black_box.black_box import BlackBox, MessagesLeftOut
from robot_memory.applications.black_box.black_box_limits import BlackBoxLimits
from robot_memory.applications.black_box.fault_recordings import (
    FaultRecording,
    FaultRecordings,
    Trigger,
)
from robot_memory.applications.black_box.message_ring import MessageRing, RingMessage
from robot_memory.applications.black_box.topic_choice import TopicChoice

__all__ = [
    "BlackBox",
    "BlackBoxLimits",
    "FaultRecording",
    "FaultRecordings",
    "MessageRing",
    "MessagesLeftOut",
    "RingMessage",
    "TopicChoice",
    "Trigger",
]
