"""Plays a recording to the same perception that a live robot has."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timezone

from robot_memory.clock import SetClock
from robot_memory.perception import Perception
from robot_memory.replay.recording import Recording


def play(recording: Recording, perception: Perception, clock: SetClock) -> Counter[str]:
    """Feed a recording to perception, with time as it was recorded.

    Args:
        recording: what to play.
        perception: fresh, so that one recording is one run of the robot.
        clock: the clock that perception uses; it is set to each message's stamp and never back.

    Returns:
        How many messages were played, by topic.
    """
    played: Counter[str] = Counter()
    for message in recording.messages(perception.wants):
        stamp = datetime.fromtimestamp(message.stamp, timezone.utc)
        clock.set(max(stamp, clock.now().time))
        perception.receive(message.topic, message.type, message.content)
        played[message.topic] += 1
    perception.advance()
    return played
