"""rosbag2 folders: the storage files in them, with or without metadata.yaml."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

import yaml

from robot_memory.foundation.disk.files import read_regular
from robot_memory.foundation.text import yaml_reading
from robot_memory.perception.replay.bags.bag_recording import BagRecording
from robot_memory.perception.replay.bags.container import Container
from robot_memory.perception.replay.bags.db3 import Db3File
from robot_memory.perception.replay.bags.mcap import McapFile
from robot_memory.perception.replay.bags.zstd_file import ZstdFile
from robot_memory.perception.replay.defects import Defects
from robot_memory.perception.replay.recording import RecordingError

READERS: Mapping[str, Callable[[Path, Defects], Container]] = {
    ".db3": Db3File,
    ".mcap": McapFile,
    ".zstd": ZstdFile,
    ".zst": ZstdFile,
}
METADATA = "metadata.yaml"


def open_folder(path: Path) -> BagRecording:
    """The folder as one recording.

    metadata.yaml is written last, so a robot that lost power has none; the files tell all that it
    does. Where it is there, files that it names and that are gone are reported.
    """
    defects = Defects()
    containers = []
    files = storage_files(path)
    for missing in sorted(_named(path, defects) - {file.name for file in files}):
        defects.add(str(path / missing), "missing, though metadata.yaml names it")
    for file in files:
        try:
            containers.append(READERS[file.suffix](file, defects))
        except RecordingError as error:
            defects.add(str(file), error.reason)
        except OSError as error:
            defects.add(str(file), error.strerror or str(error))
    if not files:
        raise RecordingError(path, "no storage file of it is left")
    if not containers:
        raise RecordingError(path, f"none of its files can be read ({defects[-1]})")
    return BagRecording(path, containers, defects)


def storage_files(path: Path) -> list[Path]:
    """The storage files in a folder."""
    return sorted(file for file in path.iterdir() if file.suffix in READERS and file.is_file())


def _named(path: Path, defects: Defects) -> set[str]:
    """The files that metadata.yaml names."""
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
