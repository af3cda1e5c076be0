"""rosbag2 folders and databases: compression, splits, damage."""

from __future__ import annotations

import shutil
import sqlite3
import struct
import tracemalloc
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from made_messages import big_numbers, numbers

from robot_memory.perception.replay import RecordingError, open_recording

Write = Callable[..., Path]
STORAGES = pytest.mark.parametrize("storage", ["SQLITE3", "MCAP"])


def read(path: Path) -> list[Any]:
    return [message.content.data for message in open_recording(path).messages()]


def change(path: Path, sql: str, values: tuple[Any, ...] = ()) -> None:
    """Change a database by an SQL script, or by a statement with values."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(sql, values) if values else database.executescript(sql)


@STORAGES
@pytest.mark.parametrize("compression", ["", "FILE", "MESSAGE"])
def test_a_folder_is_read_with_any_compression(
    write_bag2: Write, storage: str, compression: str
) -> None:
    recording = open_recording(write_bag2(numbers(50), storage, compression))
    assert [it.content.data for it in recording.messages()] == list(range(50))
    assert list(recording.defects) == []


def test_reading_a_compressed_file_leaves_no_temporary_file(
    write_bag2: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_bag2(numbers(50), "MCAP", "FILE")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    assert len(read(path)) == 50
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize(
    ("sql", "delivered", "told"),
    [
        ("", [0, 1, 2, 3, 4], ""),
        ("DROP TABLE message_definitions; DROP TABLE schema;", [0, 1, 2, 3, 4], ""),  # like Humble
        ("ALTER TABLE message_definitions RENAME COLUMN encoding TO other", [0, 1, 2, 3, 4],
         "read without its definitions of types"),
        ("UPDATE messages SET timestamp = 'noon' WHERE id = 3", [0, 1, 3, 4],
         "rows are overwritten"),
        ("DELETE FROM topics", [], "it lists no topic"),
        *((f"UPDATE messages SET topic_id = {topic} WHERE id < 3", [2, 3, 4],
           "2 rows: messages of topics that it does not list")
          for topic in ("7", "1.5", "'front'")),
    ],
)  # fmt: skip
def test_the_intact_rows_of_a_damaged_database_are_read(
    write_bag2: Write, sql: str, delivered: list[int], told: str
) -> None:
    path = write_bag2(numbers(5), "SQLITE3") / "bag2.db3"
    change(path, sql)
    recording = open_recording(path)
    assert [it.content.data for it in recording.messages()] == delivered
    assert told in " ".join(recording.defects)
    assert bool(told) == bool(recording.defects)


@pytest.mark.parametrize("column", ["name", "type", "serialization_format"])
def test_a_topic_with_a_damaged_database_row_is_left_out_and_reported(
    write_bag2: Write, column: str
) -> None:
    path = write_bag2(numbers(5) + numbers(5, topic="/other"), "SQLITE3") / "bag2.db3"
    change(path, f"UPDATE topics SET {column} = x'00' WHERE name = '/other'")
    recording = open_recording(path)
    assert [it.topic for it in recording.messages()] == ["/number"] * 5
    assert any("its row is damaged" in it for it in recording.defects)


@pytest.mark.parametrize(
    "messages",
    [
        "VIEW messages AS SELECT id AS topic_id, id AS timestamp, name AS data FROM topics",
        "TABLE messages (topic_id, timestamp, data AS (zeroblob(900000000)))",
        "VIRTUAL TABLE messages USING fts5(topic_id, timestamp, data)",
    ],
)
def test_a_database_with_a_computed_messages_table_is_refused(
    write_bag2: Write, messages: str
) -> None:
    path = write_bag2(numbers(5), "SQLITE3") / "bag2.db3"
    change(path, f"DROP TABLE messages; CREATE {messages};")
    with pytest.raises(RecordingError, match="messages is computed, and may have no end"):
        open_recording(path)


def test_rows_missing_in_the_database_index_are_read_and_reported(write_bag2: Write) -> None:
    path = write_bag2(numbers(5), "SQLITE3") / "bag2.db3"
    index = "CREATE INDEX timestamp_idx ON messages (timestamp ASC)"
    with sqlite3.connect(path) as database:
        database.executescript(f"DROP INDEX timestamp_idx; {index} WHERE id > 3;")
        database.execute("PRAGMA writable_schema = ON")
        database.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'timestamp_idx'", (index,))
    database.close()
    recording = open_recording(path)
    assert [it.content.data for it in recording.messages()] == list(range(5))
    assert "the index of times lacks 3 rows" in recording.defects[0]


def test_messages_with_a_null_topic_are_left_out_and_reported(write_bag2: Write) -> None:
    path = write_bag2(numbers(5), "SQLITE3") / "bag2.db3"

    def redefine(before: str, after: str) -> None:
        with sqlite3.connect(path) as database:
            database.execute("PRAGMA writable_schema = ON")
            change = "UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE name = 'messages'"
            database.execute(change, (before, after))
        database.close()

    redefine("topic_id INTEGER NOT NULL", "topic_id INTEGER /*_____*/")
    change(path, "UPDATE messages SET topic_id = NULL WHERE id < 3")
    redefine("topic_id INTEGER /*_____*/", "topic_id INTEGER NOT NULL")
    recording = open_recording(path)
    assert [it.content.data for it in recording.messages()] == [2, 3, 4]
    assert "2 rows: messages of topics that it does not list" in recording.defects[0]


def test_a_database_without_definitions_is_read_with_the_types_of_humble(
    write_bag2: Write, tmp_path: Path
) -> None:
    from rosbags.typesys import Stores, get_typestore

    path = write_bag2([("/range", "std_msgs/msg/Int32", 1, {"data": 1})], "SQLITE3") / "bag2.db3"
    humble = get_typestore(Stores.ROS2_HUMBLE)
    names = [name for name, _ in humble.fielddefs["sensor_msgs/msg/Range"][1]]
    assert "variance" not in names  # which later versions have
    header = b"\0\1\0\0" + struct.pack("<iII", 5, 6, 1) + b"\0\0\0\0"
    data = header[:16] + b"\0\0\0\0" + struct.pack("<4f", 0.1, 0.2, 0.3, 0.4)
    with sqlite3.connect(path) as database:
        database.executescript("DROP TABLE message_definitions; DROP TABLE schema;")
        database.execute("UPDATE topics SET type = 'sensor_msgs/msg/Range'")
        database.execute("UPDATE messages SET data = ?", (data,))
    database.close()
    (message,) = open_recording(path).messages()
    assert message.content.range == pytest.approx(0.4)


def test_a_custom_type_without_a_definition_is_reported(write_bag2: Write) -> None:
    path = write_bag2([("/grip", "my_robot_msgs/msg/Gripper", 1, {})], "SQLITE3") / "bag2.db3"
    change(path, "DROP TABLE message_definitions")
    recording = open_recording(path)
    assert list(recording.messages()) == []
    (defect,) = recording.defects
    assert defect.startswith(
        "/grip: left out: the recording does not define my_robot_msgs/msg/Gripper; source the"
    )


def without_definitions(path: Path) -> Path:
    """Turn a bag into one of Humble, which stored no definitions."""
    change(path, "DROP TABLE message_definitions")
    return path


def test_an_undefined_custom_type_that_is_not_wanted_is_reported(
    write_bag2: Write,
) -> None:
    given = [("/grip", "my_robot_msgs/msg/Gripper", 1, {}), ("/n", "std_msgs/msg/Int32", 2, {})]
    path = without_definitions(write_bag2(given, "SQLITE3") / "bag2.db3")
    recording = open_recording(path)

    assert list(recording.messages(lambda topic, type_name: False)) == []
    (defect,) = recording.defects
    assert defect.startswith("/grip: not looked at: the recording does not define my_robot_msgs")


@pytest.mark.parametrize(
    "type_name", ["my_interfaces/srv/Open_Event", "my_interfaces/action/Dock_FeedbackMessage"]
)
def test_undefined_service_and_action_messages_are_not_reported_as_lost(
    write_bag2: Write, type_name: str
) -> None:
    given = [("/door", "my_robot_msgs/msg/Gripper", 1, {}), ("/n", "std_msgs/msg/Int32", 2, {})]
    path = without_definitions(write_bag2(given, "SQLITE3") / "bag2.db3")
    change(path, "UPDATE topics SET type = ? WHERE name = '/door'", (type_name,))
    recording = open_recording(path)

    list(recording.messages(lambda topic, type_name: False))
    assert recording.defects.total == 0


def test_a_custom_type_is_read_by_the_definition_of_a_sourced_workspace(
    write_bag2: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = [("/grip", "my_robot_msgs/msg/Gripper", 1, {"name": "left", "force": 2.5})]
    path = write_bag2(given, "SQLITE3") / "bag2.db3"
    text = open_recording(path).definition("my_robot_msgs/msg/Gripper")
    without_definitions(path)
    messages = tmp_path / "install" / "share" / "my_robot_msgs" / "msg"
    messages.mkdir(parents=True)
    gripper, finger = text.split("=" * 80 + "\nMSG: my_robot_msgs/Finger\n")
    (messages / "Gripper.msg").write_text(gripper)
    (messages / "Finger.msg").write_text(finger)
    monkeypatch.setenv("AMENT_PREFIX_PATH", f"/nowhere:{tmp_path / 'install'}")
    recording = open_recording(path)

    (message,) = recording.messages()
    assert (message.content.name, message.content.force) == ("left", 2.5)
    assert list(recording.defects) == []
    assert recording.definition("my_robot_msgs/msg/Gripper").startswith("string name")


def test_a_bag_gives_the_definitions_that_it_contains(write_bag2: Write) -> None:
    path = write_bag2([("/grip", "my_robot_msgs/msg/Gripper", 1, {})])

    assert "Finger[] fingers" in open_recording(path).definition("my_robot_msgs/msg/Gripper")
    assert open_recording(path).definition("other_msgs/msg/Other") == ""


@pytest.mark.parametrize(
    ("metadata", "told"),
    [(None, "no metadata.yaml"), ("rosbag2_bagfile_information: {version: [", "damaged")],
)
@pytest.mark.parametrize(("storage", "how"), [("SQLITE3", ""), ("MCAP", ""), ("MCAP", "FILE")])
def test_a_folder_whose_metadata_is_missing_or_damaged_is_read_and_reported(
    write_bag2: Write, storage: str, how: str, metadata: str | None, told: str
) -> None:
    path = write_bag2(numbers(50), storage, how)
    (path / "metadata.yaml").unlink()
    if metadata is not None:
        (path / "metadata.yaml").write_text(metadata)
    recording = open_recording(path)
    assert [it.content.data for it in recording.messages()] == list(range(50))
    assert told in recording.defects[0]


def frames(write_bag2: Write, storage: str) -> tuple[Any, Any]:
    """The two halves of a storage file, compressed separately."""
    zstd = pytest.importorskip("backports.zstd")
    suffix = {"SQLITE3": ".db3", "MCAP": ".mcap"}[storage]
    data = (write_bag2(numbers(5000), storage) / f"bag2{suffix}").read_bytes()
    half = len(data) // 8192 * 4096
    return zstd.compress(data[:half]), zstd.compress(data[half:])


@STORAGES
def test_a_truncated_compressed_file_is_read_up_to_its_end_and_reported(
    write_bag2: Write, tmp_path: Path, storage: str
) -> None:
    first, second = frames(write_bag2, storage)
    path = tmp_path / "x.zstd"
    path.write_bytes(first + second[:-9])
    recording = open_recording(path)
    values = [it.content.data for it in recording.messages()]
    assert values == list(range(len(values)))
    assert len(values) > 1000
    cut = f"{path}: its compressed data is cut short"
    assert [it for it in recording.defects if "compressed" in it] == [cut]


def test_a_damaged_compressed_file_is_read_up_to_the_damage_and_reported(
    write_bag2: Write, tmp_path: Path
) -> None:
    first, second = frames(write_bag2, "MCAP")
    path = tmp_path / "x.zstd"
    path.write_bytes(first + bytes(20) + second)
    recording = open_recording(path)
    assert sum(1 for _ in recording.messages()) > 1000
    assert "its compressed data is damaged between bytes" in recording.defects[0]


@pytest.fixture
def decompress() -> Callable[[Path, Path], str]:
    pytest.importorskip("rosbags")
    from robot_memory.perception.replay.bags import zstd_file

    return zstd_file.decompress


def test_a_highly_compressed_file_is_decompressed_with_little_memory(
    tmp_path: Path, decompress: Callable[[Path, Path], str]
) -> None:
    zstd = pytest.importorskip("backports.zstd")
    path = tmp_path / "x.zstd"
    path.write_bytes(zstd.compress(bytes(400_000_000)))
    tracemalloc.start()
    try:
        assert decompress(path, tmp_path / "x") == ""
        assert tracemalloc.get_traced_memory()[1] < 100e6
    finally:
        tracemalloc.stop()


def test_a_full_disk_is_not_reported_as_damage_of_a_compressed_file(
    write_bag2: Write, tmp_path: Path, decompress: Callable[[Path, Path], str]
) -> None:
    first, second = frames(write_bag2, "MCAP")
    path = tmp_path / "x.zstd"
    path.write_bytes(first + second)
    with pytest.raises(OSError, match="No space left"):
        decompress(path, Path("/dev/full"))


@STORAGES
def test_the_files_of_a_split_recording_are_read_as_one_recording(
    write_bag2: Write, storage: str
) -> None:
    suffix = {"SQLITE3": ".db3", "MCAP": ".mcap"}[storage]
    folder = write_bag2(numbers(10), storage)
    later = write_bag2(numbers(10, start=200 * 10**9), storage, name="later")
    shutil.move(folder / f"bag2{suffix}", folder / f"bag2_2{suffix}")
    shutil.move(later / f"later{suffix}", folder / f"bag2_10{suffix}")
    recording = open_recording(folder)
    stamps = [it.stamp for it in recording.messages()]
    assert len(stamps) == 20
    assert stamps == sorted(stamps)
    assert recording.duration == pytest.approx(100.9)


def test_a_missing_file_that_the_metadata_names_is_reported(write_bag2: Write) -> None:
    folder = write_bag2(numbers(10))
    shutil.copy(folder / "bag2.mcap", folder / "bag2_1.mcap")
    (folder / "bag2.mcap").unlink()
    recording = open_recording(folder)
    assert sum(1 for _ in recording.messages()) == 10
    assert recording.defects[0] == (
        f"{folder / 'bag2.mcap'}: missing, though metadata.yaml names it"
    )


def test_an_unreadable_file_is_reported_and_the_others_are_read(write_bag2: Write) -> None:
    folder = write_bag2(numbers(10), "SQLITE3")
    (folder / "bag2_1.db3").write_bytes(b"SQLite format 3\0 and then nothing of the kind")
    recording = open_recording(folder)
    assert sum(1 for _ in recording.messages()) == 10
    assert "bag2_1.db3: the database can't be read" in recording.defects[0]


def test_a_folder_without_its_storage_files_is_refused(write_bag2: Write) -> None:
    folder = write_bag2(numbers(10))
    (folder / "bag2.mcap").unlink()
    with pytest.raises(RecordingError, match="no storage file of it is left"):
        open_recording(folder)


def test_a_truncated_database_delivers_the_rows_that_are_left(write_bag2: Write) -> None:
    path = write_bag2(big_numbers(60), "SQLITE3") / "bag2.db3"
    path.write_bytes(path.read_bytes()[:1_500_000])
    recording = open_recording(path)
    texts = [it.content.data[:5] for it in recording.messages()]
    assert texts == [f"{at:05d}" for at in range(len(texts))]
    assert len(texts) > 20
    assert any("damaged, read row by row" in it for it in recording.defects)


def test_an_overwritten_database_page_loses_only_its_own_rows(write_bag2: Write) -> None:
    path = write_bag2(numbers(3000), "SQLITE3") / "bag2.db3"
    content = bytearray(path.read_bytes())
    for page in range(12, 16):
        content[page * 4096 : (page + 1) * 4096] = b"\xff" * 4096
    path.write_bytes(content)
    recording = open_recording(path)
    values = [it.content.data for it in recording.messages()]
    assert values == sorted(set(values))
    assert 2000 < len(values) < 3000
    assert len(recording.defects) > 0


def test_a_database_page_with_rows_out_of_order_is_reported_as_unreadable(
    write_bag2: Write,
) -> None:
    path = write_bag2(numbers(12), "SQLITE3") / "bag2.db3"
    with sqlite3.connect(path) as database:
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'messages'"
        page = (database.execute(query).fetchone()[0] - 1) * 4096
    database.close()
    data = bytearray(path.read_bytes())
    cells = [page + at for (at,) in struct.iter_unpack(">H", data[page + 8 : page + 32])]
    data[cells[5] + 1] = 91  # the number of the sixth row
    data[cells[11] + 4] = 255  # the type of a value in the last row
    path.write_bytes(data)
    recording = open_recording(path)
    found = read(path)
    assert found == sorted(found)
    assert list(recording.messages())
    assert any("their pages can't be read" in it for it in recording.defects)


def test_rows_in_a_write_ahead_log_are_read(write_bag2: Write, tmp_path: Path) -> None:
    path = write_bag2(numbers(5), "SQLITE3") / "bag2.db3"
    database = sqlite3.connect(path)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("UPDATE messages SET timestamp = timestamp + 1000000000")
    database.commit()
    crashed = tmp_path / "crashed.db3"
    shutil.copy(path, crashed)
    shutil.copy(f"{path}-wal", f"{crashed}-wal")
    database.close()
    assert next(open_recording(crashed).messages()).stamp == 101.0


def test_a_leftover_journal_file_is_reported(write_bag2: Write) -> None:
    path = write_bag2(numbers(5), "SQLITE3") / "bag2.db3"
    path.with_name("bag2.db3-journal").write_bytes(b"something")
    assert "was not closed" in open_recording(path).defects[0]


def test_reading_does_not_write_to_the_database(write_bag2: Write) -> None:
    path = write_bag2(numbers(5), "SQLITE3") / "bag2.db3"
    change(path, "PRAGMA journal_mode=WAL")
    before = path.read_bytes(), sorted(path.parent.iterdir())
    assert len(read(path)) == 5
    assert (path.read_bytes(), sorted(path.parent.iterdir())) == before
