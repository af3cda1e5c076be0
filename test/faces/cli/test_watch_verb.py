"""`robot-memory watch` starts the dashboard, or gives the reason why it cannot."""

from __future__ import annotations

import sys

import pytest


def test_watch_without_textual_reports_what_to_install(command, monkeypatch):
    monkeypatch.setitem(sys.modules, "robot_memory.faces.watch.dashboard", None)
    monkeypatch.setitem(sys.modules, "textual", None)
    refused = command("watch")

    assert refused.status == 2
    assert "pip install '.[watch]'" in refused.err


def test_watch_without_a_terminal_suggests_show(command):
    pytest.importorskip("textual", reason="needs the extra `watch`")
    refused = command("watch")

    assert refused.status == 2
    assert "`robot-memory show` prints the same" in refused.err
