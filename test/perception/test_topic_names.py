"""Entries use people's names of parts; evidence keeps the drivers' names (rules.md §1.12)."""

from __future__ import annotations

from types import SimpleNamespace as Message

import pytest
import robot_messages as ros
from entries_of import entries_of, texts_of
from watching import Watching

from robot_memory.perception.occurrences.occurrence_rows import TopicNames


def in_frame(frame: str) -> Message:
    return Message(header=Message(frame_id=frame))


def silent_lidars(frames: dict[str, str]) -> Watching:
    """Two lidars that fall silent while the odometry goes on."""
    robot = Watching()

    def spin(now: float) -> None:
        robot.send("/odom", ros.ODOMETRY, ros.odometry(speed=0.5, x=now * 0.5))

    def scan(now: float) -> None:
        for topic, frame in frames.items():
            header = Message(stamp=ros.header(0).stamp, frame_id=frame)
            robot.send(topic, ros.SCAN, Message(header=header, ranges=[]))

    robot.every(0.5, 120.0, spin, scan)
    robot.every(0.5, 150.0, spin)
    return robot


def test_an_entry_has_a_readable_part_name_and_its_rows_the_topic_name():
    robot = silent_lidars({"/front/scan": ""})

    assert texts_of(robot) == ["Front lidar falls silent while the robot runs"]
    assert robot.onsets[0].summary == "/front/scan falls silent while the robot runs"


def test_a_side_that_only_the_frame_names_is_part_of_the_readable_name():
    robot = silent_lidars({"/scan_2": "lidar_rear_link"})

    (entry,) = entries_of(robot)

    assert entry.text == "Rear lidar 2 falls silent while the robot runs"
    assert entry.key is not None
    assert entry.key.component == "/scan_2"


@pytest.mark.parametrize(
    ("topic", "frame", "said", "called"),
    [
        ("/scan", "front_left_laser", "/scan falls silent", "front left lidar"),
        ("/rear/scan", "base_front", "/rear/scan falls silent", None),
        ("/scan", "laser_frame", "/scan falls silent", None),
        ("/scan", "front_laser", "driver warns: /scan falls silent", None),
    ],
)
def test_the_side_is_taken_from_the_frame_only_if_the_topic_has_none(topic, frame, said, called):
    names = TopicNames()
    names.note(topic, in_frame(frame))

    assert names.called(said) == called


def test_two_topics_never_share_a_name():
    names = TopicNames()

    assert names.called("/front/scan falls silent") is None
    assert names.called("/front/laser falls silent") == ""
    assert names.called("/front/scan slows down") is None
