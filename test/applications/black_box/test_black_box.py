"""Faults become recordings of the seconds before and after, shared by a burst, within a budget."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest
from small_disks import small_disk

from robot_memory.applications.black_box import FaultRecording, TopicChoice
from robot_memory.applications.black_box.black_box import RecordingFile
from robot_memory.perception.replay import open_recording

pytest.importorskip("rosbags")


def wait_for(condition: Callable[[], object]) -> None:
    until = time.monotonic() + 10.0
    while not condition():
        assert time.monotonic() < until, "it did not happen within 10 s"
        time.sleep(0.01)


def values(recording: FaultRecording) -> list[float]:
    return [message.content.data for message in open_recording(recording.path).messages()]


def test_a_file_contains_the_seconds_before_and_after_the_fault(make_box):
    box = make_box(before=5.0, after=2.0)
    for uptime in range(1, 21):
        box.hear(float(uptime))
    box.trigger("mem-1")
    wait_for(lambda: box.box.recordings.all())
    box.hear(21.0)
    box.hear(22.0)
    box.box.close()

    (recording,) = box.box.recordings.all()
    assert values(recording) == [15.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0]


def test_each_of_thousands_of_messages_is_in_the_file_once_and_in_order(make_box):
    box = make_box(after=1.0)
    for number in range(2500):
        box.hear(1.0 + number / 100)
    box.trigger("mem-1")
    wait_for(lambda: box.box.recordings.all())
    box.hear(30.0)
    box.box.close()

    (recording,) = box.box.recordings.all()
    assert values(recording) == [*(1.0 + number / 100 for number in range(2500)), 30.0]


def test_nothing_is_written_without_a_fault(make_box, tmp_path):
    box = make_box()
    box.hear(1.0)
    box.box.close()
    assert not (tmp_path / "black_box").exists()


def test_a_burst_of_faults_shares_one_file_with_all_triggers(make_box):
    box = make_box(after=2.0)
    for number in range(10):
        box.hear(1.0 + number / 10)
        box.trigger(f"mem-{number}")
    box.box.close()

    (recording,) = box.box.recordings.all()
    assert [trigger.entry_id for trigger in recording.triggers] == [f"mem-{n}" for n in range(10)]
    assert len(values(recording)) == len(set(values(recording))) == 10


def test_a_trigger_is_read_back_unchanged(make_box):
    box = make_box()
    box.hear(3.0)
    trigger = box.trigger("mem-1", component="pump", topic="/pump", severity="error", peak=2.5)
    box.box.close()
    assert box.box.recordings.about("mem-1")[0].triggers == (trigger,)
    assert box.box.recordings.about("mem-2") == []


def test_a_topic_relevant_only_to_a_second_fault_is_recorded_from_before_it_too(make_box):
    box = make_box(before=10.0, after=5.0)
    box.box.ring.add("/lift/load", "sensor_msgs/msg/Range", 1.0, 0.0, b"\0\1" + bytes(10))
    box.hear(2.0)
    box.trigger("mem-1", component="pump", topic="/pump")
    wait_for(lambda: box.box.recordings.all())
    box.hear(3.0)
    box.trigger("mem-2", component="lift", topic="/lift/state")
    box.box.close()
    (recording,) = box.box.recordings.all()
    assert b"/lift/load" in recording.path.read_bytes()


def test_an_old_latched_message_is_at_the_beginning_of_the_file(make_box):
    box = make_box(before=5.0, after=1.0)
    box.hear(1.0, "/mode", is_latched=True)
    for uptime in range(50, 61):
        box.hear(float(uptime))
    box.trigger("mem-1")
    box.box.close()
    (recording,) = box.box.recordings.all()
    first = next(iter(open_recording(recording.path).messages()))
    assert (first.topic, first.content.data) == ("/mode", 1.0)
    assert open_recording(recording.path).duration == pytest.approx(5.0)


def test_dropped_latched_messages_are_named_in_the_file_and_reported(make_box):
    box = make_box(before=5.0, after=1.0, ring_bytes=8_000)
    for number in range(12):
        box.hear(1.0 + number, f"/part_{number:02}/mode", is_latched=True)
    for uptime in range(50, 61):
        box.hear(float(uptime))
    box.trigger("mem-1")
    box.trigger("mem-2")
    box.box.close()

    (recording,) = box.box.recordings.all()
    found = {message.topic for message in open_recording(recording.path).messages()}
    assert found == {"/pump", *(f"/part_{number:02}/mode" for number in range(3, 12))}
    lacks = b"/part_00/mode /part_01/mode /part_02/mode"
    assert recording.path.read_bytes().count(lacks) == 1
    told, over = box.reports
    assert str(told) == (
        f"the last messages of 3 latched topics are missing in {recording.path}: /part_00/mode, "
        "/part_01/mode, /part_02/mode; set black_box.ring_mb higher, or name topics in "
        "black_box.leave_out"
    )
    assert over is None


def test_a_thousand_faults_wait_for_a_hanging_disk_and_further_ones_are_counted(
    make_box, monkeypatch
):
    goes_on = threading.Event()
    box = make_box(after=1.0)
    box.hear(1.0)
    with monkeypatch.context() as hanging:
        hanging.setattr(box.box, "_step", lambda *_, **__: goes_on.wait(10.0))
        box.trigger("mem-first")
        wait_for(lambda: not box.box._waiting)
        for number in range(1_500):
            box.trigger(f"mem-{number}")
        assert len(box.box._waiting) == 1_000
    goes_on.set()
    box.box.close()

    (recording,) = box.box.recordings.all()
    assert [one.entry_id for one in recording.triggers] == [f"mem-{n}" for n in range(1_000)]
    assert "500 faults or requests are in no recording: 1000 waited" in str(box.reports[0])


def test_a_full_disk_is_reported_and_the_next_fault_is_recorded_once_there_is_room(
    make_box, tmp_path
):
    with small_disk(tmp_path / "disk") as disk:
        box = make_box(tmp_path / "disk" / "black_box", after=0.0)
        disk.fill()
        box.hear(1.0)
        box.trigger("mem-1")
        wait_for(lambda: box.reports)
        assert isinstance(box.reports[0], OSError)

        disk.make_room()
        box.hear(400.0)
        box.trigger("mem-2")
        wait_for(lambda: box.box.recordings.about("mem-2") and box.reports[-1] is None)
        assert values(box.box.recordings.about("mem-2")[0]) == [400.0]


def test_messages_dropped_before_writing_are_counted_with_the_file_and_the_parameter(
    make_box,
):
    box = make_box(after=60.0, ring_bytes=10_000)
    box.hear(1.0)
    box.trigger("mem-1")
    wait_for(lambda: box.box._seen)
    for number in range(200):
        box.hear(2.0 + number / 1000)
    wait_for(lambda: box.reports)

    (recording,) = box.box.recordings.all()
    told = str(box.reports[0])
    assert "messages were dropped from memory before they were written to disk" in told
    assert f"{recording.path} has a gap; set black_box.ring_mb higher" in told


def test_the_first_worst_and_newest_recording_of_an_entry_are_kept(make_box):
    box = make_box(after=0.0)
    for number, peak in enumerate([1.0, 2.0, 9.0, 3.0, 4.0]):
        box.hear(1000.0 * (number + 1))
        box.trigger("mem-1", peak=peak)
        wait_for(lambda count=number: len(box.reports) > count)
    files = box.box.recordings.all()
    box.box.recordings.make_room(sum(item.size for item in files) - 1)
    box.box.recordings.make_room(sum(item.size for item in files) * 3 // 5)
    peaks = [item.triggers[0].peak for item in box.box.recordings.all()]
    assert peaks == [1.0, 9.0, 4.0]

    box.box.recordings.make_room(0)
    assert [item.triggers[0].peak for item in box.box.recordings.all()] == [4.0]


def test_a_secret_in_the_name_of_a_topic_is_not_recorded(make_box):
    box = make_box(after=0.0)
    topic = "/pump/password=hunter2secret"
    box.box.ring.add(topic, "std_msgs/msg/Float64", 1.0, 0.0, b"\0\1\0\0" + bytes(8))
    box.trigger("mem-1", topic=topic, component=topic)
    box.box.close()
    (recording,) = box.box.recordings.all()

    data = recording.path.read_bytes()
    assert b"/pump/password=[removed: password]" in data
    assert b"hunter2" not in data


def record_what_is_undecodable(box) -> bytes:
    """Return a recording of a message that does not fit its type, and two of an unknown type."""
    add = box.box.ring.add
    for number in range(2):
        data = b"\0\1\0\0password=hunter2%d" % number
        add("/state", "arm_msgs/msg/Thing", 1.0, 0.0, data)
    add("/pump", "std_msgs/msg/Float64", 1.0, 0.0, b"\0\1\0\0blue")
    box.hear(2.0)
    box.trigger("mem-1", topic="/state", component="pump")
    box.box.close()
    (recording,) = box.box.recordings.all()
    return recording.path.read_bytes()


def test_undecodable_messages_are_left_out_and_reported_with_the_parameter(make_box):
    box = make_box()
    data = record_what_is_undecodable(box)
    (recording,) = box.box.recordings.all()
    assert (b"hunter2" in data, b"blue" in data) == (False, False)
    assert values(recording) == [2.0]
    *told, over = box.reports
    what = f"messages are missing in {recording.path}"
    why = "so secrets in it cannot be found; black_box.keep_undecodable:=true records such messages"
    assert [(one.topic, str(one).removesuffix(" as they are")) for one in told] == [
        ("/state", f"{what}: arm_msgs/msg/Thing has no .msg file in a sourced workspace, {why}"),
        ("/pump", f"{what}: its 8 bytes end within a field, {why}"),
    ]
    assert over is None


def test_undecodable_messages_are_recorded_with_keep_undecodable(
    make_box,
):
    box = make_box(choice=TopicChoice(keeps_undecodable=True))
    data = record_what_is_undecodable(box)
    assert data.count(b"\0\1\0\0password=hunter2") == 2
    assert b"\0\1\0\0blue" in data
    assert box.reports == [None]


def test_a_file_that_is_not_a_recording_is_listed_without_triggers(make_box, tmp_path):
    box = make_box()
    (tmp_path / "black_box").mkdir()
    (tmp_path / "black_box" / "x.mcap").write_bytes(b"what is this")
    (recording,) = box.box.recordings.all()
    assert recording.triggers == ()


def test_a_file_that_cannot_be_written_or_closed_does_not_prevent_later_recordings(
    make_box, monkeypatch
):
    def fail(*arguments):
        raise ValueError("odd message")

    box = make_box(after=1.0)
    box.hear(1.0)
    with monkeypatch.context() as defect:
        defect.setattr(RecordingFile, "write", fail)
        defect.setattr(RecordingFile, "close", fail)
        box.trigger("mem-1")
        wait_for(lambda: box.reports)
    box.trigger("mem-2")
    box.hear(5.0)

    wait_for(lambda: box.box.recordings.about("mem-2"))
