"""Opens and plays recordings: ROS bags, ULog, CSV and JSON lines."""

from robot_memory.perception.replay.opening import open_recording
from robot_memory.perception.replay.recording import Recording, RecordingError, ReplayExtraMissing

__all__ = ["Recording", "RecordingError", "ReplayExtraMissing", "open_recording"]
