"""`robot-memory watch` starts the dashboard, or gives the reason why it cannot."""

from __future__ import annotations

import sys

import pytest


def test_the_command_says_what_to_install_where_textual_is_missing(command, monkeypatch):
    monkeypatch.setitem(sys.modules, "robot_memory.faces.watch.dashboard", None)
    monkeypatch.setitem(sys.modules, "textual", None)
    refused = command("watch")

    assert refused.status == 2
    assert "pip install '.[watch]'" in refused.err


def test_without_a_terminal_the_command_says_what_prints_the_same(command):
    pytest.importorskip("textual", reason="needs the extra `watch`")
    refused = command("watch")

    assert refused.status == 2
    assert "`robot-memory show` prints the same" in refused.err
