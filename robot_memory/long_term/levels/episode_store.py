"""Episodes for training: recording them, and what there is (002 §Alignment with Brain A)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from robot_memory.foundation.disk import files
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.long_term.levels.episode_file import (
    ENDED,
    RECORDING,
    EpisodeMetadata,
    StepWriter,
    close_interrupted,
    is_recorded_by_somebody,
    read_metadata,
    write_metadata,
)
from robot_memory.long_term.levels.episode_step import StepAlignment, Value
from robot_memory.long_term.levels.json_files import locked
from robot_memory.long_term.levels.level_tree import LevelTree

_NAME = re.compile(r"episode_(\d{3,})(?:\.tar\.gz)?")
_OWN_FIELDS = frozenset({"status", "steps", "refused"})


@dataclass(frozen=True)
class EpisodeFields:
    """What the steps of an episode hold, by name; the seconds that one lasts at least."""

    observation: Sequence[str]
    action: Sequence[str]
    period: float = 0.1


@dataclass(frozen=True)
class Episode:
    """An episode that is there; :func:`read_steps` reads its steps."""

    folder: Path
    metadata: EpisodeMetadata


class EpisodeRecorder:
    """Records one episode, fed by one thread; made by :meth:`EpisodeStore.record`."""

    is_open = True

    def __init__(
        self,
        folder: Path,
        metadata: EpisodeMetadata,
        fields: EpisodeFields,
        ended: Callable[[Episode], object],
    ) -> None:
        self.folder = folder
        self._metadata, self._ended = metadata, ended
        self._alignment = StepAlignment(fields.observation, fields.action, fields.period)
        self._writer = StepWriter(folder)

    def write(self, values: Iterable[Value]) -> None:
        """Take in what was heard, in order: numbers, texts, flags, lists or mappings of them.

        What is none of the fields is skipped; a value of another shape than the first one of its
        name is left out and counted.

        Raises:
            OSError: the disk refused a step, which is lost with what followed it in these values;
                the episode can go on.
        """
        for value in values:
            step = self._alignment.take(*value)
            if step is not None:
                self._writer.add(step)

    def end(self, time: datetime, *, success: bool, is_terminal: bool) -> Episode:
        """End the episode; durable when this returns.

        Args:
            is_terminal: whether it ended with the task, done or failed, and was not cut short.
        """
        for step in self._alignment.end(time, is_terminal=is_terminal):
            self._writer.add(step)
        self._writer.close()
        refused = dict(self._alignment.refused)
        done = replace(
            self._metadata, status=ENDED, end=time, success=success, steps=self._writer.count,
            extra={**self._metadata.extra, **({"refused": refused} if refused else {})},
        )  # fmt: skip
        write_metadata(self.folder, done)
        episode = Episode(self.folder, done)
        self._ended(episode)
        return episode


class EpisodeStore:
    """The episodes in ``episodic/rlds_episodes``."""

    def __init__(self, tree: LevelTree) -> None:
        self._folder = tree.episodes
        self._archive = tree.archive(tree.episodes)

    def record(
        self,
        fields: EpisodeFields,
        now: datetime,
        *,
        robot_id: str = "",
        about: Mapping[str, Any] | None = None,
        ended: Callable[[Episode], object] = lambda episode: None,
    ) -> EpisodeRecorder:
        """Begin to record an episode.

        Args:
            now: when it begins, UTC.
            about: further metadata, such as ``session_id`` and ``task``.
            ended: told of it once it has ended.
        """
        about = dict(about or {})
        if reserved := sorted(_OWN_FIELDS.intersection(about)):
            defects = [Defect(name, "is a name that the recorder uses") for name in reserved]
            raise InvalidInput("no episode was begun", defects)
        layout = {"observation": list(fields.observation), "action": list(fields.action),
                  "period_s": fields.period}  # fmt: skip
        with locked(self._folder):
            folder = self._folder / f"episode_{self._next_number():03d}"
            metadata = EpisodeMetadata(
                folder.name, robot_id, RECORDING, now, extra={**about, **layout}
            )
            folder.mkdir(mode=files.PRIVATE_FOLDER)
            write_metadata(folder, metadata)
            files.sync_folder(self._folder)
            return EpisodeRecorder(folder, metadata, fields, ended)

    def folders(self) -> list[Path]:
        """Return the folders of episodes, by name, those of other tools included."""
        return sorted(path.parent for path in self._folder.glob("[!.]*/metadata.json"))

    def all(self) -> Iterator[Episode]:
        """Yield the episodes whose metadata can be read."""
        for folder in self.folders():
            metadata = read_metadata(folder)
            if metadata is not None:
                yield Episode(folder, metadata)

    def recover(self) -> list[str]:
        """End the episodes that a crash interrupted, all their steps kept; return their ids."""
        with locked(self._folder):
            interrupted = [
                episode
                for episode in self.all()
                if episode.metadata.status == RECORDING
                and not is_recorded_by_somebody(episode.folder)
            ]
            for episode in interrupted:
                close_interrupted(episode.folder, episode.metadata)
        return [episode.metadata.episode_id for episode in interrupted]

    def _next_number(self) -> int:
        names = [path.name for folder in (self._folder, self._archive) for path in folder.glob("*")]
        matches = map(_NAME.fullmatch, names)
        return 1 + max((int(match[1]) for match in matches if match), default=0)
