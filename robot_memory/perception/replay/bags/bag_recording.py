"""A bag of any kind as a recording; rosbag2 folders with or without metadata.yaml."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any

import yaml

from robot_memory.foundation.disk.files import read_regular
from robot_memory.foundation.text import yaml_reading
from robot_memory.perception.message_definition import installed_definition
from robot_memory.perception.perception import Message
from robot_memory.perception.replay.bags.bag1 import Bag1File
from robot_memory.perception.replay.bags.block import (
    Channel,
    Container,
    TimedStream,
    date_of,
    merge,
)
from robot_memory.perception.replay.bags.db3 import Db3File
from robot_memory.perception.replay.bags.decode import (
    Decoders,
    Undecodable,
    UndecodableChannel,
    definition_problem,
    unreadable,
    why_unwatched,
)
from robot_memory.perception.replay.bags.idl_definition import msg_of_idl
from robot_memory.perception.replay.bags.mcap import McapFile
from robot_memory.perception.replay.bags.ros1_names import adapted, topic_of, type_of
from robot_memory.perception.replay.bags.zstd_file import ZstdFile
from robot_memory.perception.replay.recording import Defects, Recording, RecordingError, Wanted


class BagRecording(Recording):
    """One or several container files, decoded and merged."""

    def __init__(self, path: Path, containers: Sequence[Container], defects: Defects) -> None:
        self.path = path
        self.defects = defects
        self._containers = containers
        self.undecodable: set[str] = set()
        self._channels = [channel for part in containers for channel in part.channels]
        topics: dict[str, str] = {}
        for channel in self._channels:
            topics.setdefault(topic_of(channel), type_of(channel))
        self.topics = topics

    def span(self) -> tuple[float, float | None] | None:
        """Return when the first and the last message were received."""
        starts = [part.start for part in self._containers if part.start is not None]
        ends = [part.end for part in self._containers if part.end is not None]
        return (min(starts) / 1e9, max(ends) / 1e9 if ends else None) if starts else None

    def definition(self, type_name: str) -> str:
        """Return a type's ``.msg`` text, from the bag or from an installed package."""
        ours = (channel for channel in self._channels if channel.type == type_name)
        texts = filter(None, map(_definition_in_msg, ours))
        return next(texts, "") or installed_definition(type_name)

    def _messages(self, wanted: Wanted) -> Iterator[Message]:
        readers = self._readers(wanted)
        spans = []
        for container in self._containers:
            channels = [channel for channel in container.channels if channel in readers]
            if channels and container.start is not None:
                spans.append(TimedStream(container.start, partial(container.read, channels)))
        for time, channel, data in merge(spans):
            try:
                content = readers[channel](data)
            except Undecodable as error:
                is_whole = isinstance(error, UndecodableChannel)
                where = channel.topic if is_whole else f"{channel.topic} at {date_of(time)} UTC"
                self.defects.add(where, str(error))
                continue
            yield Message(topic_of(channel), type_of(channel), time / 1e9, content)

    def _readers(self, wanted: Wanted) -> dict[Channel, Callable[[bytes], Any]]:
        decoders = Decoders(self.defects.note)
        readers: dict[Channel, Callable[[bytes], Any]] = {}
        for channel in sorted(set(self._channels), key=lambda it: (it.topic, it.id)):
            try:
                if wanted(topic_of(channel), type_of(channel)):
                    readers[channel] = adapted(channel, decoders.of(channel))
                elif reason := unreadable(channel):  # its type might be watched
                    raise Undecodable(reason)
                elif reason := why_unwatched(channel):
                    self.defects.note(channel.topic, f"not looked at: {reason}")
                    self.undecodable.add(channel.topic)
            except Undecodable as error:
                readers[channel] = partial(_refuse, f"left out: {error}")
                self.undecodable.add(channel.topic)
        return readers


def _definition_in_msg(channel: Channel) -> str:
    """Return the ``.msg`` text that defines a channel's type; '' if there is no readable one."""
    if channel.language != "idl" or not channel.definition.strip():
        return channel.definition
    return "" if definition_problem(channel) else msg_of_idl(channel.type, channel.definition)


def _refuse(reason: str, data: bytes) -> Any:
    """Report a message of an undecodable channel; a channel without messages is no loss."""
    raise UndecodableChannel(reason)


CONTAINERS: Mapping[str, Callable[[Path, Defects], Container]] = {
    ".bag": Bag1File,
    ".db3": Db3File,
    ".mcap": McapFile,
    ".zstd": ZstdFile,
    ".zst": ZstdFile,
}
METADATA = "metadata.yaml"


def open_bag(suffix: str, path: Path) -> BagRecording:
    """Open one file of a bag, as the kind that a suffix means, whatever its own name."""
    defects = Defects()
    return BagRecording(path, [CONTAINERS[suffix](path, defects)], defects)


def open_folder(path: Path) -> BagRecording:
    """Open a folder as one recording.

    metadata.yaml is written last, so it is missing if the robot lost power; the files contain the
    same information. If it exists, missing files that it names are reported.
    """
    defects = Defects()
    containers = []
    suffixes = CONTAINERS.keys() - {".bag"}
    files = sorted(it for it in path.iterdir() if it.suffix in suffixes and it.is_file())
    for missing in sorted(_named(path, defects) - {file.name for file in files}):
        defects.add(str(path / missing), "missing, though metadata.yaml names it")
    for file in files:
        try:
            containers.append(CONTAINERS[file.suffix](file, defects))
        except RecordingError as error:
            defects.add(str(file), error.reason)
        except OSError as error:
            defects.add(str(file), error.strerror or str(error))
    if not files:
        raise RecordingError(path, "no storage file of it is left")
    if not containers:
        raise RecordingError(path, f"none of its files can be read ({defects[-1]})")
    return BagRecording(path, containers, defects)


def _named(path: Path, defects: Defects) -> set[str]:
    file = path / METADATA
    if not file.exists():
        defects.note(str(path), f"no {METADATA} (the recording was not closed); read without it")
        return set()
    try:
        metadata: Any = yaml_reading.load(read_regular(file).decode("utf-8", "replace"))
        names = metadata["rosbag2_bagfile_information"]["relative_file_paths"]
        return {PurePosixPath(str(name)).name for name in names}
    except (OSError, yaml.YAMLError, KeyError, TypeError) as error:
        defects.note(str(file), f"damaged, read without it ({type(error).__name__})")
        return set()
