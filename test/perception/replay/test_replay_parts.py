"""The small parts that all readers share."""

from __future__ import annotations

import bz2
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.perception.replay import inflate as inflating
from robot_memory.perception.replay.bags.block import Channel, RawMessage, TimedStream, merge
from robot_memory.perception.replay.fields import Fields, ros_time
from robot_memory.perception.replay.inflate import inflate
from robot_memory.perception.replay.recording import KEPT, OTHER, REASONS, Defects


def message(time: int) -> RawMessage:
    return RawMessage(time, Channel(0, "/t", "std_msgs/msg/Empty", "cdr"), b"")


@given(st.lists(st.lists(st.integers(0, 1000))))
def test_streams_are_merged_in_time_order(streams: list[list[int]]) -> None:
    spans = []
    for times in streams:
        items = list(map(message, sorted(times)))
        spans.append(TimedStream(min(times, default=0), lambda items=items: items))  # type: ignore[misc]
    merged = [one.time for one in merge(spans)]
    assert merged == sorted(time for times in streams for time in times)


def test_only_overlapping_streams_are_open_at_the_same_time() -> None:
    open_now: set[int] = set()
    most = 0

    def read(number: int) -> Iterator[RawMessage]:
        nonlocal most
        open_now.add(number)
        most = max(most, len(open_now))
        for time in range(number * 10, number * 10 + 15):
            yield message(time)
        open_now.remove(number)

    spans = [TimedStream(number * 10, lambda number=number: read(number)) for number in range(100)]  # type: ignore[misc]
    assert len(list(merge(spans))) == 1500
    assert most == 2


def test_a_stream_is_not_opened_before_its_start_time() -> None:
    def never() -> Iterator[RawMessage]:
        raise AssertionError("opened")
        yield

    soon = [message(0), message(1)]
    merged = merge([TimedStream(0, lambda: soon), TimedStream(5, never)])
    assert [next(merged), next(merged)] == soon


def test_defects_of_one_kind_are_listed_up_to_a_limit_and_then_counted() -> None:
    defects = Defects()
    for line in range(1000):
        defects.add(f"x.csv:{line}", "bad")
    assert len(defects) == KEPT + 1
    assert defects[-1] == f"and at {1000 - KEPT} more places: bad"
    assert defects.total == 1000


def test_the_number_of_listed_defects_of_many_kinds_is_limited() -> None:
    defects = Defects()
    for line in range(10_000):
        defects.add(f"x.csv:{line}", f"bad in way {line}")
    assert len(defects) == REASONS + KEPT + 1
    assert defects[-1].endswith(f"more places: {OTHER}")
    assert defects.total == 10_000


def test_reading_again_keeps_only_the_defects_of_opening() -> None:
    defects = Defects()
    defects.add("x", "no index")
    defects.begin_reading()
    defects.add("x:1", "bad")
    defects.begin_reading()
    assert list(defects) == ["x: no index"]


def test_a_time_before_1970_has_positive_nanoseconds() -> None:
    assert ros_time(-1) == Fields(sec=-1, nanosec=999_999_999)


def test_a_compressed_stream_may_have_several_parts() -> None:
    data = bz2.compress(b"one") + bz2.compress(b"two")
    assert inflate("bz2", memoryview(data)) == (b"onetwo", "")


def test_a_truncated_compressed_stream_gives_its_beginning() -> None:
    noise = bytes(at * 7919 % 251 for at in range(3_000_000))
    data = bz2.compress(noise, 1)
    plain, problem = inflate("bz2", memoryview(data[: len(data) // 2]))
    assert noise.startswith(bytes(plain))
    assert len(plain) > 0
    assert "cut short" in problem


def test_a_damaged_compressed_stream_gives_the_data_before_the_damage() -> None:
    noise = bytes((at * at + at // 7) % 256 for at in range(3_000_000))
    data = bytearray(bz2.compress(noise, 1))
    data[len(data) // 2] ^= 255
    plain, problem = inflate("bz2", memoryview(data))
    assert noise.startswith(bytes(plain))
    assert len(plain) > 0
    assert "damaged" in problem


def test_a_decompression_bomb_is_inflated_only_up_to_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(inflating, "LARGEST", 1_500_000)
    bomb = bz2.compress(bytes(1_000_000))
    plain, problem = inflate("bz2", memoryview(bomb * 3))
    assert len(plain) == 1_000_000
    assert problem == "it holds more than 1500000 bytes, and is not read further"
