"""The files of the black box: what each is about, and which stay within the disk budget."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from robot_memory.black_box.trigger import Trigger
from robot_memory.files import open_regular
from robot_memory.replay.bags import mcap_records as mcap

METADATA_NAME = "robot_memory.trigger"
_PATTERN = "*.mcap"
_LARGEST_METADATA = 100_000  # bytes


@dataclass(frozen=True)
class FaultRecording:
    """One file.

    Attributes:
        path: where it is.
        size: its bytes.
        triggers: why it was made, oldest first.
    """

    path: Path
    size: int
    triggers: tuple[Trigger, ...]

    def is_about(self, entry_ids: Collection[str]) -> bool:
        """Tell whether it holds a fault of one of these entries."""
        return any(trigger.entry_id in entry_ids for trigger in self.triggers)


class FaultRecordings:
    """The recordings in a folder.

    Args:
        folder: ``black_box`` in a memory home; it need not exist.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def all(self) -> list[FaultRecording]:
        """Return all recordings, oldest first.

        A file that is not one of ours, or cannot be read, is listed without triggers.
        """
        return [_look_at(path) for path in sorted(self.folder.glob(_PATTERN))]

    def about(self, *entry_ids: str) -> list[FaultRecording]:
        """Return the recordings with a fault of one of these entries, oldest first."""
        return [recording for recording in self.all() if recording.is_about(entry_ids)]

    def make_room(self, limit: int) -> list[Path]:
        """Delete recordings until all take at most ``limit`` bytes; return what was deleted.

        The first, the worst and the newest of each entry are deleted only after all others. The
        newest of all is never deleted.

        Raises:
            OSError: a file could not be deleted.
        """
        found = self.all()
        size = sum(recording.size for recording in found)
        deleted = []
        for recording in _expendable(found):
            if size <= limit:
                break
            recording.path.unlink(missing_ok=True)
            size -= recording.size
            deleted.append(recording.path)
        return deleted


def _expendable(recordings: Sequence[FaultRecording]) -> list[FaultRecording]:
    """Return all recordings but the newest, those that matter least first."""
    kept: set[Path] = set()
    for entry_id in {trigger.entry_id for one in recordings for trigger in one.triggers}:
        its = [one for one in recordings if one.is_about((entry_id,))]
        kept |= {its[0].path, its[-1].path, _worst(its, entry_id).path}
    rest = [one for one in recordings[:-1] if one.path not in kept]
    return rest + [one for one in recordings[:-1] if one.path in kept]


def _worst(recordings: Sequence[FaultRecording], entry_id: str) -> FaultRecording:
    def badness(recording: FaultRecording) -> tuple[int, float]:
        return max(item.badness for item in recording.triggers if item.entry_id == entry_id)

    return max(recordings, key=badness)


def _look_at(path: Path) -> FaultRecording:
    try:
        with open_regular(path) as file:
            size = path.stat().st_size
            triggers = []
            at = len(mcap.MAGIC)
            while at + mcap.HEAD.size <= size:
                file.seek(at)
                opcode, length = mcap.HEAD.unpack(file.read(mcap.HEAD.size))
                if opcode in (mcap.DATA_END, mcap.FOOTER):
                    break
                if opcode == mcap.METADATA and length <= _LARGEST_METADATA:
                    triggers += _triggers(memoryview(file.read(length)))
                at += mcap.HEAD.size + length
    except OSError:  # it was deleted, or is no regular file
        return FaultRecording(path, 0, ())
    return FaultRecording(path, size, tuple(triggers))


def _triggers(content: memoryview) -> list[Trigger]:
    """Return the trigger that a metadata record holds; none where it holds something else."""
    fields = mcap.RecordFields(content)
    try:
        if fields.text() != METADATA_NAME:
            return []
        inner = mcap.RecordFields(fields.take(fields.number("I")))
        values = {}
        while len(inner.rest()):
            name = inner.text()
            values[name] = inner.text()
        return [Trigger.from_fields(values)]
    except ValueError:  # cut off by a crash
        return []
