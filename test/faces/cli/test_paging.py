"""A long answer is paged on a terminal, and nowhere else."""

from __future__ import annotations

import fcntl
import os
import pty
import shlex
import shutil
import struct
import subprocess
import sys
import termios
from contextlib import suppress
from pathlib import Path

import pytest

from robot_memory import RobotMemory
from robot_memory.faces.cli.main import main
from robot_memory.faces.cli.terminal_lines import print_lines
from robot_memory.faces.cli.terminal_stream import harmless_output

ROOT = Path(__file__).parents[3]
COUNT = 20  # entries, each of two rows
PAGED = "paged: "


@pytest.fixture
def entries(home):
    with RobotMemory.open(home) as memory:
        for number in range(COUNT):
            memory.remember("environment_note", f"Doorway {chr(65 + number)} has a lip")
    return home


def at_terminal(deed, *, rows=24, columns=80, keys=b"", **environment):
    """Run ``deed`` in a process at a terminal; return the terminal's content and the exit status.

    The process is forked from this one, which has imported everything.
    """
    child, ours = pty.fork()
    if child == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        for name in ("PAGER", "LESS", "COLUMNS", "LINES", "NO_COLOR"):
            os.environ.pop(name, None)
        os.environ.update({"TERM": "xterm", **environment})
        status = 1
        try:
            sys.stdin = os.fdopen(0, closefd=False)
            sys.stdout, sys.stderr = (os.fdopen(at, "w", closefd=False) for at in (1, 2))
            status = deed()
            sys.stdout.flush()
        finally:
            os._exit(status)
    os.write(ours, keys)
    sent = b""
    with suppress(OSError):  # the process has closed the terminal
        while more := os.read(ours, 4096):
            sent += more
    _, status = os.waitpid(child, 0)
    os.close(ours)
    return sent.decode().replace("\r\n", "\n"), os.waitstatus_to_exitcode(status)


@pytest.fixture
def typed(entries):
    """A function that types a command line at a terminal."""
    return lambda *words, **given: at_terminal(
        lambda: main(["--home", str(entries), *words]), **given
    )


def printed(*lines, **given):
    """Print lines at a terminal, and then part of another answer."""

    def deed():
        with harmless_output():
            print_lines(lines)
            print("and on")
        return 0

    return at_terminal(deed, **given)


@pytest.fixture
def pager(tmp_path):
    """Return a pager that marks each line it shows; `cat` is linked to it, too."""
    path = tmp_path / "a pager"
    (tmp_path / "cat").symlink_to(path)
    path.write_text(f"#!/bin/sh\nexec sed 's/^/{PAGED}/'\n")
    path.chmod(0o755)
    return f"'{path}'"


def test_a_long_answer_is_shown_by_the_users_pager_in_colour(typed, pager):
    shown, status = typed("show", PAGER=pager)

    assert status == 0
    assert shown.count(PAGED) == 2 * COUNT
    assert "\x1b[1m" in shown


def test_an_answer_that_fits_the_terminal_is_not_paged(typed, pager):
    shown, _ = typed("show", PAGER=pager, rows=2 * COUNT + 1)

    assert PAGED not in shown
    assert shown.count("has a lip") == COUNT


@pytest.mark.parametrize(
    "environment",
    [{"PAGER": ""}, {"PAGER": "cat"}, {"TERM": "dumb"}, {"PAGER": "less 'unclosed"},
     {"PAGER": "/nowhere/pager"}],
    ids=["empty", "cat", "dumb", "unparsable", "missing"],
)  # fmt: skip
def test_an_answer_is_printed_unpaged_without_a_usable_pager(typed, pager, environment):
    path = f"{Path(*shlex.split(pager)).parent}:{os.environ['PATH']}"
    shown, status = typed("show", **{"PAGER": pager, "PATH": path, **environment})

    assert (shown.count("has a lip"), status) == (COUNT, 0)
    assert PAGED not in shown
    assert "Traceback" not in shown


def test_an_answer_to_a_pipe_is_not_paged(entries, pager):
    done = subprocess.run(
        [sys.executable, "-m", "robot_memory.faces.cli.main", "--home", str(entries), "show"],
        cwd=ROOT, env={**os.environ, "PAGER": pager, "LINES": "5"}, capture_output=True, text=True,
        check=True, timeout=60,
    )  # fmt: skip

    assert PAGED not in done.stdout
    assert done.stdout.count("has a lip") == COUNT


def test_quitting_the_pager_early_causes_no_error_and_the_verb_continues():
    shown, status = printed(*["word"] * 100_000, PAGER="head -n 1")

    assert (shown, status) == ("word\nand on\n", 0)


def test_a_wrapped_line_counts_as_several_terminal_rows(pager):
    assert printed("word " * 200, PAGER=pager, rows=14)[0].startswith("word")
    assert printed("word " * 200, PAGER=pager, rows=13)[0].startswith(PAGED)


@pytest.mark.parametrize("environment", [{}, {"PAGER": "less"}])
def test_less_is_the_default_pager_and_shows_colours(typed, environment):
    if shutil.which("less") is None:
        pytest.skip("less is not there")
    shown, status = typed("show", keys=b"q", **environment)

    assert 0 < shown.count("has a lip") < COUNT
    assert ("\x1b[1mDoorway" in shown.replace("\x1b[1m ", "\x1b[1m"), status) == (True, 0)
