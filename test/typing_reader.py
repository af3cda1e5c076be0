"""Types a page's commands, in a folder that looks like a clone of the project."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import ClassVar

import pytest
import ros2_lines
from shell_blocks import ROOT, Command, ShellBlock

from robot_memory.faces.cli.main import main

#: Programs that a test's shell may run. Others need a reason: ```sh no-test: needs systemd.
HARMLESS = {
    "cat", "chmod", "cp", "echo", "gunzip", "gzip", "ls", "mkdir", "mv", "python", "python3",
    "robot-memory", "rm", "sed", "sqlite3", "tar",
}  # fmt: skip
_PYTHON = {"python": "", "python3": "", "robot-memory": "-m robot_memory.faces.cli.main"}
_SHELL = re.compile(r"[|<;&$(]|\*")
_TARGET = re.compile(r"^([a-z-]+):", re.M)


class TypingReader:
    """Types the commands of one page, from top to bottom, in one shell.

    Args:
        folder: the reader's folder; it gets links to the folders of the project.
        monkeypatch: undoes changes of the environment.
    """

    #: Recordings replayed to a new home: the output, and the resulting home, packed.
    _played: ClassVar[dict[bytes, tuple[str, bytes]]] = {}

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._environment = monkeypatch
        for path in ROOT.iterdir():
            if not path.name.startswith("."):
                (folder / path.name).symlink_to(path)
        programs = folder / ".programs"
        programs.mkdir()
        for name, arguments in _PYTHON.items():
            (programs / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n')
            (programs / name).chmod(0o755)
        self._go_to(folder)
        monkeypatch.setenv("HOME", str(folder))
        monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
        python_path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
        monkeypatch.setenv("PYTHONPATH", python_path)

    def type_block(self, block: ShellBlock) -> str:
        """Type a block, and return the terminal's output."""
        if "<<" in block.text:
            return self._shell(block.text, 0)
        return "".join(map(self._type, block.commands))

    def set_up(self, lines: str) -> None:
        """Run the commands that readers of the page have run before, one a line."""
        for line in lines.splitlines():
            self._type(Command(line, 0))

    def _go_to(self, folder: Path) -> None:
        self._environment.chdir(folder)
        self._environment.setenv("PWD", str(folder))

    def _type(self, command: Command) -> str:
        line, words = command.line, command.words
        if words[0] == "export":
            for word in words[1:]:
                name, _, value = word.partition("=")
                self._environment.setenv(name, os.path.expandvars(value))
            return ""
        if words[0] == "cd":
            self._go_to(Path(os.path.expandvars(words[1])).absolute())
            return ""
        if words[0] == "make":
            targets = set(_TARGET.findall((ROOT / "Makefile").read_text(encoding="utf-8")))
            assert {word for word in words[1:] if "=" not in word} <= targets, line
            return ""
        if words[0] == "ros2":
            ros2_lines.check(words)
            return ""
        if words[0] == "robot_memory":  # the node, if `ros2` is missing
            ros2_lines.check(["ros2", "run", "robot_memory", *words])
            return ""
        if words[:2] == ["robot-memory", "replay"] and words[3:4] == ["--home"] and not words[5:]:
            return self._replay(command)
        return self._run(command)

    def _replay(self, command: Command) -> str:
        """Replay a recording to a home; the result for a new home is kept for other pages."""
        recording, home = (
            Path(os.path.expandvars(command.words[place])).expanduser() for place in (2, 4)
        )
        if home.exists() or not recording.is_file():
            return self._run(command)
        key = recording.name.encode() + recording.read_bytes()
        if key in self._played:
            said, packed = self._played[key]
            with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
                archive.extractall(home)
            return said
        said, packing = self._run(command), io.BytesIO()
        with tarfile.open(fileobj=packing, mode="w") as archive:
            archive.add(home, ".")
        self._played[key] = said, packing.getvalue()
        return said

    def _run(self, command: Command) -> str:
        line, words = command.line, command.words
        if words[0] == "robot-memory" and not _SHELL.search(line.partition(" #")[0]):
            return self._robot_memory(command)
        unknown = _programs(line) - HARMLESS
        assert not unknown, f"{line}: mark the block with ```sh no-test: and the reason"
        return self._shell(line, command.status)

    def _robot_memory(self, command: Command) -> str:
        """Run the command line in this process, which is faster than a new one."""
        words = [
            str(Path(word).expanduser()) if word.startswith("~") else word
            for word in command.words[1:]
        ]
        target = None
        if ">" in words:
            place = words.index(">")
            words, target = words[:place], Path(words[place + 1])
        said = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
        errors = io.TextIOWrapper(io.BytesIO(), encoding="utf-8") if target else said
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(errors):
            try:
                status = main(words)
            except SystemExit as refusal:  # argparse
                status = int(refusal.code or 0)
        text = said.buffer.getvalue().decode()  # type: ignore[attr-defined]
        assert status == command.status, f"{command.line}\n{text}"
        if target is not None:
            target.write_text(text, encoding="utf-8")
            return ""
        return str(text)

    def _shell(self, text: str, status: int) -> str:
        done = subprocess.run(
            ["bash", "-e", "-c", text],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=100,
        )  # fmt: skip
        assert done.returncode == status, f"{text}\n{done.stdout}"
        return done.stdout


def _programs(line: str) -> set[str]:
    """Return the programs that a shell line starts."""
    line = re.sub(r"\"[^\"]*\"|'[^']*'", "TEXT", line.partition(" #")[0])
    parts = re.split(r"\|\|?|&&|;|\$\(", line)
    return {part.split()[0] for part in parts if part.split()}
