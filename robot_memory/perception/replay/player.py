"""Plays a recording to the same perception as on a live robot.

Recordings are played in the order of their start times. Recordings without a date get a start time.

Specification: rules.md §4.8.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta, timezone
from functools import partial
from typing import Any, Protocol

from robot_memory.foundation.time.clock import ManualClock
from robot_memory.perception.perception import Perception
from robot_memory.perception.replay.recording import Recording

_MOST_NAMED = 10
"""Topics that are named for each reason; others are only counted."""

Unwatched = Mapping[str, tuple[str, str]]
"""Topics that are not watched, each with its type, '' if it is unknown, and the reason."""


def unwatched_topics(topics: Unwatched, *, has_types: bool = True) -> Iterator[str]:
    """Yield a sentence for each reason why topics are not watched.

    Args:
        has_types: whether the sentences contain the topics' types.
    """
    reasons: dict[str, list[str]] = {}
    for topic, (type_name, reason) in sorted(topics.items()):
        kind = f" ({type_name or 'its type is not told'})" if has_types else ""
        reasons.setdefault(reason, []).append(f"{topic}{kind}")
    for reason, members in reasons.items():
        count, named = _named(members)
        yield f"{count} not watched, since {reason}: {named}"


def unusable_topics(topics: Collection[str]) -> Iterator[str]:
    """Yield a sentence about topics with numbers that are no readings; none without such topics."""
    if topics:
        count, named = _named(sorted(topics))
        yield f"numbers that are infinite or beyond 1e20 were not used of {count}: {named}"


def _named(topics: Sequence[str]) -> tuple[str, str]:
    """Return how many topics there are, and their names."""
    more = len(topics) - _MOST_NAMED
    others = f" and {more} more" if more > 0 else ""
    count = f"{len(topics)} topic{'s' * (len(topics) > 1)}"
    return count, f"{', '.join(topics[:_MOST_NAMED])}{others}"


_LOG = logging.getLogger(__name__)
_NUMBER = re.compile(r"\d+")
#: Faults at the last message last for so long after it; seconds.
_AFTERWARDS = 1.0
#: From the end of a recording to the start of a recording without a date; seconds.
_PAUSE = 1.0
#: From the end of a file to the start of the next file of the same recording; seconds.
_LONGEST_BREAK, _LONGEST_OVERLAP = 10.0, 1.0
#: Between two messages: no recorder runs for so long without any.
_SET_CLOCK = timedelta(days=365)


class MessageWatch(Protocol):
    """A further reader of the messages besides perception, such as the episode recogniser."""

    def wants(self, topic: str, message_type: str) -> bool:
        """Tell whether it reads a topic."""

    def receive(self, topic: str, message_type: str, load: Callable[[], Any]) -> None:
        """Take a message; ``load`` decodes it."""

    def finish(self) -> None:
        """Note that no message follows."""


def in_play_order(recordings: Iterable[Recording], newest: float | None) -> list[Recording]:
    """Return recordings in the order of their start times.

    A recording without a date begins after the end of the recording given before it.

    Args:
        newest: the last time that the memory knows, seconds since the epoch; the first recording
            follows this time if it has no date.
    """
    ordered = []
    end = newest
    for recording in recordings:
        if not recording.is_dated and end is not None:
            recording.begin_at(end + _PAUSE)
        end = max((recording.start or 0.0) + (recording.duration or 0.0), newest or 0.0)
        ordered.append(recording)
    return sorted(ordered, key=lambda item: item.start or 0.0)


def runs_of(recordings: Iterable[Recording]) -> list[list[Recording]]:
    """Group recordings, in play order, into runs of the robot.

    A recorder that splits a bag continues within seconds, in a file in the same folder whose name
    differs only in numbers.
    """
    runs: list[list[Recording]] = []
    for recording in recordings:
        if runs and _is_continued(runs[-1][-1], recording):
            runs[-1].append(recording)
        else:
            runs.append([recording])
    return runs


def _is_continued(before: Recording, after: Recording) -> bool:
    paths = [one.path.absolute() for one in (before, after)]
    if len({(path.parent, _NUMBER.sub("#", path.name)) for path in paths}) > 1:
        return False
    if not before.is_dated or not after.is_dated:
        return False
    pause = (after.start or 0.0) - (before.start or 0.0) - (before.duration or 0.0)
    is_soon = -_LONGEST_OVERLAP <= pause <= _LONGEST_BREAK
    return is_soon and not before.topics.keys().isdisjoint(after.topics)


def play(
    recording: Recording,
    perception: Perception,
    clock: ManualClock,
    episodes: MessageWatch | None = None,
) -> Counter[str]:
    """Feed a recording to perception as one run of the robot; return the messages by topic.

    Args:
        perception: a new one.
        clock: the clock of perception; it is set to each message's stamp and never back.
    """
    played = play_part(recording, perception, clock, episodes)
    end_run(perception, clock, episodes)
    return played


def end_run(
    perception: Perception, clock: ManualClock, episodes: MessageWatch | None = None
) -> None:
    """Flush perception and episodes at the end of the messages."""
    clock.set(clock.now().time + timedelta(seconds=_AFTERWARDS))
    perception.finish()
    if episodes is not None:
        episodes.finish()


def play_part(
    recording: Recording,
    perception: Perception,
    clock: ManualClock,
    episodes: MessageWatch | None = None,
) -> Counter[str]:
    """Feed a recording to perception, with its recorded times; other parts of its run may follow.

    A message that contradicts its type is left out, and this is logged. Return the number of
    messages played, by topic.
    """
    played: Counter[str] = Counter()
    unreadable: Counter[str] = Counter()
    for message in recording.messages(
        lambda topic, type_name: (
            perception.topics.wants(topic, type_name)
            or (episodes is not None and episodes.wants(topic, type_name))
        )
    ):
        try:
            stamp = datetime.fromtimestamp(message.stamp, timezone.utc)
            if played and stamp - clock.now().time > _SET_CLOCK:
                _LOG.warning(
                    "%s: the clock jumps from %s to %s: it was set then, and what came before "
                    "keeps the wrong time", recording.path, clock.now().time, stamp,
                )  # fmt: skip
            clock.set(max(stamp, clock.now().time))
            perception.receive(message.topic, message.type, message.content)
            if episodes is not None:
                load = partial(getattr, message, "content")
                episodes.receive(message.topic, message.type, load)
        except Exception as error:  # content that contradicts its type may raise anything
            if not unreadable[message.topic]:
                _LOG.warning("%s: %s cannot be read: %r", recording.path, message.topic, error)
            unreadable[message.topic] += 1
        played[message.topic] += 1
    for topic, count in unreadable.items():
        _LOG.warning("%s: %s: %d messages were left out", recording.path, topic, count)
    return played
