"""A path's content decides its format, and an unreadable path is refused with the reason."""

from __future__ import annotations

import gzip
import lzma
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from made_messages import numbers

from robot_memory.perception.replay import RecordingError, open_recording

Write = Callable[..., Path]


def refused(path: Path) -> str:
    """Return the reason why a path cannot be opened."""
    with pytest.raises(RecordingError) as error:
        open_recording(path)
    assert error.value.path == path
    assert str(error.value) == f"{path}: {error.value.reason}"
    return error.value.reason


@pytest.mark.parametrize(("storage", "suffix"), [("MCAP", "mcap"), ("SQLITE3", "db3")])
def test_a_storage_file_is_recognised_by_its_content(
    write_bag2: Write, tmp_path: Path, storage: str, suffix: str
) -> None:
    source = write_bag2(numbers(3), storage) / f"bag2.{suffix}"
    path = tmp_path / "download"
    path.write_bytes(source.read_bytes())
    assert sum(1 for _ in open_recording(path).messages()) == 3


def test_a_table_is_recognised_by_its_content(tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    path.write_text("time,a\n1,2\n2,3\n")
    assert open_recording(path).topics == {"/log": "csv"}


ZEROS = "it begins with zeros: it was never written to the disk"
IMAGE = b"\xff\xd8\xff\xe0\0\x10JFIF\0"
PACKED = "it is compressed or an archive: unpack it with {} first"
OTHERS = {"bag": "rosbag1", "mcap": "MCAP", "db3": "sqlite3", "ulg": "ULog"}


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("none", None, "no such file or folder"),
        *((f"x.{it}", b"", "the file is empty") for it in (*OTHERS, "csv", "x")),
        ("x.mcap", bytes(10_000), ZEROS),
        *((f"x.{it}", b"time,a\n1,2\n", f"named .{it}, but does not begin as a {kind} file does")
          for it, kind in OTHERS.items()),
        ("x.jpg", IMAGE, "no recording of a known format"),
        ("x.mcap.gz", gzip.compress(b"x", mtime=0), PACKED.format("gunzip")),
        ("x.bag.xz", lzma.compress(b"x"), PACKED.format("unxz")),
    ],
)  # fmt: skip
def test_a_file_that_is_no_recording_is_refused(
    tmp_path: Path, name: str, content: bytes | None, why: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    assert refused(tmp_path / name) == why


def test_a_folder_without_a_recording_is_refused_and_its_contents_are_named(tmp_path: Path) -> None:
    assert refused(tmp_path) == "the folder is empty"
    (tmp_path / "notes.md").write_text("hello")
    assert refused(tmp_path) == "no rosbag2 folder and no folder of CSV files"
    (tmp_path / "a.bag").touch()
    (tmp_path / "b").mkdir()
    assert refused(tmp_path).endswith("; give one of what is in it: a.bag, b")


def test_a_file_without_read_permission_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "x.bag").write_text("x")

    def forbid(*args: object, **kwargs: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", forbid)
    assert refused(tmp_path / "x.bag") == "Permission denied"


@pytest.mark.parametrize(
    "content",
    [
        b"#ROSBAG V2.0\n",
        b"\x89MCAP0\r\n",
        b"SQLite format 3\0",
        b"ULog\x01\x12\x35",
        b"\x28\xb5\x2f\xfd",
    ],
)
def test_a_file_with_only_its_magic_bytes_is_refused_or_empty(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    try:
        recording = open_recording(path)
    except RecordingError:
        return
    assert list(recording.messages()) == []
    assert len(recording.defects) > 0


@pytest.mark.parametrize(
    ("library", "content"), [("rosbags", b"#ROSBAG V2.0\n"), ("pyulog", b"ULog\x01\x12\x35\x01")]
)
def test_a_missing_library_raises_an_error_that_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, library: str, content: bytes
) -> None:
    for name in list(sys.modules):
        if name.partition(".")[0] == library or name.startswith("robot_memory.perception.replay."):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    from robot_memory.perception.replay.opening import open_recording as open_anew
    from robot_memory.perception.replay.recording import ReplayExtraMissing as Missing

    (tmp_path / "x").write_bytes(content)
    with pytest.raises(Missing, match=r"pip install '\.\[replay\]'"):
        open_anew(tmp_path / "x")


def test_importing_replay_imports_no_optional_library() -> None:
    code = (
        "import sys, robot_memory.perception.replay\n"
        "assert not {'rosbags', 'pyulog', 'lz4'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[3])
