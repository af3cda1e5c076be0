"""The command line as a user types it, in its own process or in this one."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from robot_memory.faces.cli.main import main

_ROOT = Path(__file__).parents[3]


@dataclass
class Result:
    """The result of a command."""

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
            [sys.executable, "-m", "robot_memory.faces.cli.main",
             *arguments[:1], *given, *arguments[1:]],
            cwd=_ROOT, env={**os.environ, **environment}, capture_output=True, text=True,
            timeout=60, check=False,
        )  # fmt: skip
        return Result(done.returncode, done.stdout, done.stderr)


class InThisProcess:
    """Runs ``robot-memory`` on one home; a process for each command would take a minute."""

    def __init__(
        self, home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.home = home
        self.file = home / "robot-memory.md"
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def at(self, home: Path) -> InThisProcess:
        """Return the same command line for another home."""
        return InThisProcess(home, self._capsys, self._monkeypatch)

    def __call__(self, *arguments: str, home: bool = True, stdin: str = "") -> Result:
        typed = io.TextIOWrapper(io.BytesIO(stdin.encode()))
        self._monkeypatch.setattr(sys, "stdin", typed)
        given = ["--home", str(self.home)] if home else []
        try:
            status = main([*arguments[:1], *given, *arguments[1:]])
        except SystemExit as end:  # argparse refuses the command line
            status = int(end.code or 0)
        result = Result(status, *self._capsys.readouterr())
        if "needs the package cryptography" in result.err:
            pytest.importorskip("cryptography", reason="needs the extra `federation`")
        return result


@pytest.fixture
def command(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> InThisProcess:
    return InThisProcess(home, capsys, monkeypatch)


@pytest.fixture
def robot_memory(home: Path) -> CommandLine:
    """The command line in its own process, for tests in which that matters."""
    return CommandLine(home)


@pytest.fixture
def lip(command: InThisProcess) -> str:
    """The id of an entry in the home."""
    noted = command("remember", "environment_note", "Kitchen doorway has a 3 cm lip", "--json")
    return str(noted.json["id"])
