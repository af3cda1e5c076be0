"""Checkpoints: after a crash at any moment one of the two files is valid."""

from __future__ import annotations

import json

import pytest
from dying import dies_at
from levels_builders import at


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "\0" * 40])
def test_a_damaged_latest_checkpoint_is_set_aside_and_the_backup_is_loaded(levels, text, caplog):
    levels.checkpoints.save({"pose": 1}, at(0))
    levels.checkpoints.save({"pose": 2}, at(0))
    levels.checkpoints.latest.write_text(text)

    assert levels.checkpoints.load().state == {"pose": 1}
    if text != "null":
        assert "ckpt_latest.json" in caplog.text


def test_a_damaged_latest_checkpoint_does_not_become_the_backup(levels):
    levels.checkpoints.save({"pose": 1}, at(0))
    levels.checkpoints.save({"pose": 2}, at(0))
    levels.checkpoints.latest.write_text("{")
    levels.checkpoints.save({"pose": 3}, at(0))

    assert json.loads(levels.checkpoints.backup.read_text())["state"] == {"pose": 1}


def test_a_crash_during_save_leaves_the_new_or_the_previous_checkpoint(levels):
    levels.checkpoints.save({"pose": 1}, at(0))
    levels.checkpoints.save({"pose": 2}, at(0))
    step = 0
    while dies_at(step, lambda: levels.checkpoints.save({"pose": 3}, at(1))):
        latest = json.loads(levels.checkpoints.latest.read_text())
        assert latest["state"] in ({"pose": 2}, {"pose": 3})
        assert json.loads(levels.checkpoints.backup.read_text())
        step += 1

    assert step > 5
    assert levels.checkpoints.load().state == {"pose": 3}
