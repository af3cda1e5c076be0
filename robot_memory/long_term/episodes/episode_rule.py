"""A rule of episodes: what their steps hold, when they begin and when they end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from robot_memory.perception.detector import DetectorOption
from robot_memory.perception.field_path import FieldPath
from robot_memory.perception.rule import matches
from robot_memory.perception.scope import Scope

#: What a rule may set.
OPTIONS: Mapping[str, DetectorOption] = {
    "period": DetectorOption(0.2, "s that a step lasts at least", low=0.01, high=60.0),
    "end": DetectorOption(5.0, "s without an action after which an episode is over", low=0.1),
    "longest": DetectorOption(
        600.0, "s after which an episode ends and the next one begins", low=1.0
    ),
    "shortest": DetectorOption(10.0, "steps that an episode worth keeping has", low=1.0),
    "zero": DetectorOption(0.01, "below which a number counts as zero, and a difference as none"),
}


class Begins(str, Enum):
    """What counts as an action."""

    NONZERO = "nonzero"  # a command with a number that is not zero, as a velocity
    CHANGED = "changed"  # a command that is another than before, as of who repeats a position
    HEARD = "heard"  # any command


@dataclass(frozen=True)
class FieldSource:
    """Where a value is read."""

    # a topic name or pattern; without a leading ``/`` or ``*`` within the namespace
    topic: str = "*"
    type: str = ""
    paths: tuple[FieldPath, ...] = ()  # which numbers of a message make the value, in order
    exceptions: tuple[str, ...] = ()  # topic patterns that are left out

    def binds(self, topic: str, message_type: str, scope: Scope) -> bool:
        """Tell whether a topic is one that this robot is read from."""
        namespace = scope.namespace
        return (
            self.type in ("", message_type)
            and matches(topic, self.topic, namespace)
            and not any(matches(topic, pattern, namespace) for pattern in self.exceptions)
            and (self.topic.startswith("/") or scope.keeps_topic(topic, is_shared=False))
        )


@dataclass(frozen=True)
class EpisodeField:
    """A value of each step; of the sources that are heard the first one counts."""

    name: str
    sources: tuple[FieldSource, ...]
    optional: bool = False


@dataclass(frozen=True)
class Terminal:
    """Which number says that the task has ended, by its values that mean done or failed."""

    source: FieldSource
    done: tuple[float, ...] = ()
    failed: tuple[float, ...] = ()


@dataclass(frozen=True)
class Reward:
    """What a step earns: numbers as they are heard, and at each onset, below zero for a cost."""

    source: FieldSource | None = None
    onset: float = 0.0


@dataclass(frozen=True)
class EpisodeRule:
    """Which episodes are recorded (002 §Alignment with Brain A)."""

    name: str
    observation: tuple[EpisodeField, ...]
    action: tuple[EpisodeField, ...]
    begins: Begins = Begins.NONZERO
    # names of observations that keep an episode going while they are not zero
    goes_on: tuple[str, ...] = ()
    reward: Reward = Reward()
    terminal: Terminal | None = None  # what says that the task has ended; None: nothing does
    # values of :data:`OPTIONS` that differ from the default
    options: Mapping[str, float] = field(default_factory=dict)

    def option(self, name: str) -> float:
        """Return the value of an option."""
        return self.options.get(name, OPTIONS[name].default)

    def sources(self) -> Iterator[FieldSource]:
        """Yield all that is read."""
        for item in (*self.observation, *self.action):
            yield from item.sources
        if self.terminal is not None:
            yield self.terminal.source
        if self.reward.source is not None:
            yield self.reward.source

    def renamed(self, resolve: Callable[[str], str]) -> EpisodeRule:
        """Return the rule with its topics and patterns named otherwise."""

        def source(old: FieldSource) -> FieldSource:
            exceptions = tuple(map(resolve, old.exceptions))
            return replace(old, topic=resolve(old.topic), exceptions=exceptions)

        def fields(old: tuple[EpisodeField, ...]) -> tuple[EpisodeField, ...]:
            return tuple(replace(item, sources=tuple(map(source, item.sources))) for item in old)

        reward, terminal = self.reward, self.terminal
        if reward.source is not None:
            reward = replace(reward, source=source(reward.source))
        if terminal is not None:
            terminal = replace(terminal, source=source(terminal.source))
        return replace(
            self, observation=fields(self.observation), action=fields(self.action),
            reward=reward, terminal=terminal,
        )  # fmt: skip
