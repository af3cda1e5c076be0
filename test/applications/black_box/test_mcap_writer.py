"""A recording is valid MCAP for the public reader, complete or truncated."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from dying import full_disk

from robot_memory.applications.black_box.mcap_writer import McapMessage, McapWriter
from robot_memory.perception.replay import open_recording

reader_module = pytest.importorskip("mcap.reader")
stream_module = pytest.importorskip("mcap.stream_reader")
EndOfFile = pytest.importorskip("mcap.exceptions").EndOfFile
SECOND = 1_000_000_000
TYPE = "std_msgs/msg/Float64"
DEFINITIONS = {TYPE: "float64 data\n"}


def message(topic: str, seconds: int) -> McapMessage:
    data = b"\0\1\0\0" + struct.pack("<d", seconds)
    return McapMessage(topic, TYPE, seconds * SECOND, seconds * SECOND + 5, data)


def write(path: Path, *, is_closed: bool = True) -> Path:
    writer = McapWriter(path, DEFINITIONS)
    writer.write_metadata("about", {"why": "a test"})
    writer.write_chunk([message("/a", 1), message("/b", 1)])
    writer.write_chunk([message("/a", 2)])
    if is_closed:
        writer.close()
    return path


def streamed(path: Path) -> list[tuple[int, bytes]]:
    """Read with the public stream reader up to the end of the file."""
    found = []
    with path.open("rb") as file:
        try:
            for record in stream_module.StreamReader(file, validate_crcs=True).records:
                if type(record).__name__ == "Message":
                    found.append((record.log_time, record.data))
        except (EndOfFile, struct.error):  # a truncated record
            pass
    return found


def test_the_public_reader_finds_messages_by_topic_through_the_index(tmp_path):
    with write(tmp_path / "whole.mcap").open("rb") as file:
        reader = reader_module.make_reader(file, validate_crcs=True)
        (only,) = list(reader.iter_messages(["/b"]))
        assert (only[0].name, only[0].data) == (TYPE, b"float64 data\n")
        assert (only[1].topic, only[2].publish_time) == ("/b", SECOND + 5)


def test_the_summary_counts_the_messages_of_the_file(tmp_path):
    with write(tmp_path / "whole.mcap").open("rb") as file:
        summary = reader_module.make_reader(file).get_summary()
    assert summary.statistics.message_count == 3
    assert summary.statistics.channel_message_counts == {1: 2, 2: 1}
    assert (summary.statistics.chunk_count, len(summary.chunk_indexes)) == (2, 2)


def test_metadata_is_read_back(tmp_path):
    with write(tmp_path / "whole.mcap").open("rb") as file:
        (metadata,) = reader_module.make_reader(file).iter_metadata()
    assert (metadata.name, metadata.metadata) == ("about", {"why": "a test"})


def test_an_unfinished_file_is_readable_by_the_public_reader_and_by_replay(tmp_path):
    path = write(tmp_path / "open.mcap", is_closed=False)
    assert [time for time, _ in streamed(path)] == [SECOND, SECOND, 2 * SECOND]
    pytest.importorskip("rosbags")
    values = [item.content.data for item in open_recording(path).messages()]
    assert values == [1.0, 1.0, 2.0]


def test_a_file_cut_within_its_last_chunk_keeps_the_first_chunk(tmp_path):
    path = write(tmp_path / "cut.mcap", is_closed=False)
    path.write_bytes(path.read_bytes()[:-100])
    assert [time for time, _ in streamed(path)][:2] == [SECOND, SECOND]
    pytest.importorskip("rosbags")
    assert [item.content.data for item in open_recording(path).messages()][:2] == [1.0, 1.0]


def test_only_the_owner_may_read_a_file(tmp_path):
    assert write(tmp_path / "whole.mcap").stat().st_mode & 0o777 == 0o600


def test_a_file_that_cannot_be_begun_is_named_in_the_error_and_deleted(tmp_path, monkeypatch):
    path = tmp_path / "f.mcap"

    with full_disk(monkeypatch, 0), pytest.raises(OSError, match=f"No space left.*{path}"):
        McapWriter(path, DEFINITIONS)

    assert not path.exists()


def test_an_existing_file_is_never_overwritten(tmp_path):
    path = tmp_path / "whole.mcap"
    path.write_bytes(b"mine")
    with pytest.raises(FileExistsError):
        write(path)
    assert path.read_bytes() == b"mine"
