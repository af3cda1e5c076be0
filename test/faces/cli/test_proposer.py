"""The proposer on the command line is the user's name, or their number."""

from __future__ import annotations

import getpass
import os

import pytest

from robot_memory.faces.cli.open_memory import command_line_user


def test_the_proposer_is_the_name_of_the_user(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(getpass, "getuser", lambda: "ada")

    assert command_line_user() == "ada on the command line"


@pytest.mark.parametrize("error", [KeyError("getpwuid(): uid not found: 4711"), OSError("no name")])
def test_a_user_without_a_name_is_shown_by_uid(monkeypatch: pytest.MonkeyPatch, error: Exception):
    def refuse() -> str:
        raise error

    monkeypatch.setattr(getpass, "getuser", refuse)

    assert command_line_user() == f"user {os.getuid()} on the command line"
