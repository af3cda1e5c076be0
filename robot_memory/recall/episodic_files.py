"""Files of the episodic level that have no feed of their own: episodes, logs of other tools."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from robot_memory.recall.file_fingerprints import ARCHIVE, Sign, files_below, is_settled, sign_from

_EPISODES = "rlds_episodes"
_STEPS = "steps.jsonl"  # numbers, which nobody asks for in words
# Followed by other feeds; state, which is no memory; and episodes, which are looked at below.
_LEFT_OUT = frozenset({ARCHIVE, "conversations", "checkpoints", _EPISODES})
_EVENTS = "events/events.jsonl"


class EpisodicFiles:
    """Lists the files. The folder of an episode changes whenever a file in it is replaced.

    Args:
        folder: the episodic level.
        kinds: what the names of the files end in.
        depth: how many folders deep to look.
    """

    def __init__(self, folder: Path, kinds: tuple[str, ...], depth: int) -> None:
        self._folder = folder
        self._of_rlds = folder / _EPISODES
        self._kinds = kinds
        self._depth = depth
        self._episodes: dict[str, tuple[Sign, list[tuple[str, Sign]]]] = {}

    def signs(self) -> Iterator[tuple[str, Sign]]:
        """Yield the files by name, relative to the level, each with its sign."""
        for name, sign in files_below(self._folder, self._kinds, self._depth, _LEFT_OUT):
            if name != _EVENTS:
                yield name, sign
        for name, sign in files_below(self._of_rlds, self._kinds):
            yield f"{_EPISODES}/{name}", sign
        yield from self._of_episodes()

    def _of_episodes(self) -> Iterator[tuple[str, Sign]]:
        known, self._episodes = self._episodes, {}
        try:
            with os.scandir(self._of_rlds) as entries:
                folders = [one for one in entries if one.is_dir(follow_symlinks=False)]
        except OSError:
            return
        for folder in folders:
            if folder.name.startswith(".") or folder.name == ARCHIVE:
                continue
            sign = sign_from(folder.stat(follow_symlinks=False))
            listed = known.get(folder.name)
            if listed is None or listed[0] != sign:
                listed = (sign, list(files_below(folder.path, self._kinds)))
            if is_settled([sign]):
                self._episodes[folder.name] = listed
            for name, file_sign in listed[1]:
                if name != _STEPS:
                    yield f"{_EPISODES}/{folder.name}/{name}", file_sign
