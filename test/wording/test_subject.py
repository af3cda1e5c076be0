"""What a lesson is about, by its words."""

from __future__ import annotations

import pytest

from robot_memory.wording.subject import Subject, subject_of


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("bms warns: battery critically low", Subject.ENERGY),
        ("power logs an error: Battery voltage too low, shutting down", Subject.ENERGY),
        ("nav logs a warning: parameter 'max_vel' not declared", Subject.CONFIGURATION),
        ("driver logs a warning: option use_sim is deprecated", Subject.CONFIGURATION),
        ("tf logs an error: frame base does not exist", Subject.CONFIGURATION),
        ("rviz2 logs an error: cannot load mesh", Subject.TOOL),
        ("rosbag2_recorder logs a warning: cache full", Subject.TOOL),
        ("base warns: Emergency Stop!", Subject.OPERATOR),
        ("fcu logs a warning: disarmed", Subject.OPERATOR),
        ("gnss warns: only 3 satellites", Subject.SURROUNDINGS),
        ("net warns: wireless signal weak", Subject.SURROUNDINGS),
        ("camera warns: image too dark", Subject.SURROUNDINGS),
        ("base warns: left wheel encoder stuck", Subject.HARDWARE),
        ("gnss reports an error: receiver does not answer", Subject.HARDWARE),
        ("battery warns: cell 3 imbalance", Subject.HARDWARE),
        ("log says: parameter server slow", Subject.HARDWARE),
    ],
)
def test_words_say_what_an_entry_is_about(text, subject):
    assert subject_of(text) is subject
