"""The command line as a user types it, in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

_ROOT = Path(__file__).parents[2]


@dataclass
class Result:
    """What a command said."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class CommandLine:
    """Runs ``robot-memory`` on one home."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.file = home / "robot-memory.md"

    def __call__(self, *arguments: str, home: bool = True, **environment: str) -> Result:
        given = ["--home", str(self.home)] if home else []
        done = subprocess.run(
            [sys.executable, "-m", "robot_memory.cli.main", *arguments[:1], *given, *arguments[1:]],
            cwd=_ROOT, env={**os.environ, **environment}, capture_output=True, text=True,
            timeout=60, check=False,
        )  # fmt: skip
        return Result(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def robot_memory(home: Path) -> CommandLine:
    return CommandLine(home)


@pytest.fixture
def lip(robot_memory: CommandLine) -> str:
    """The id of an entry in a home."""
    noted = robot_memory("remember", "environment_note", "Kitchen doorway has a 3 cm lip", "--json")
    return str(noted.json["id"])
