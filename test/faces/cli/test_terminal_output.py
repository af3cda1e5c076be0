"""Output has colours and fits on a terminal; in a pipe it is plain, and the pipe may break."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot_memory import RobotMemory
from robot_memory.faces.cli.main import main
from robot_memory.faces.cli.progress import Progress, progress_line
from robot_memory.faces.cli.terminal_lines import columns_of, print_lines, styled, wrapped
from robot_memory.faces.cli.terminal_stream import TerminalStream, TextStyle

ROOT = Path(__file__).parents[3]
RED = "\x1b[31mred\x1b[0m"


class Terminal(io.StringIO):
    """A terminal that keeps its output."""

    def isatty(self) -> bool:
        return True


def printed(line, environment=None, columns="40"):
    """Return the terminal's output for a line."""
    terminal = Terminal()
    stream = TerminalStream(terminal, environment or {})
    before, sys.stdout = sys.stdout, stream
    os.environ["COLUMNS"] = columns
    try:
        print_lines([line])
    finally:
        sys.stdout = before
        del os.environ["COLUMNS"]
    return terminal.getvalue()


@pytest.fixture
def noted(home):
    with RobotMemory.open(home) as memory:
        memory.remember("environment_note", "The kitchen doorway has a lip")
    return home


# --- Colours ------------------------------------------------------------------------------------


def test_a_terminal_gets_colours():
    assert printed(styled(("red", TextStyle.RED), " plain")) == f"{RED} plain\n"


@pytest.mark.parametrize(
    ("environment", "sent"),
    [({"NO_COLOR": "1"}, "red"), ({"TERM": "dumb"}, "red"), ({"NO_COLOR": ""}, RED)],
)
def test_no_color_and_a_dumb_terminal_disable_colours(environment, sent):
    assert printed(styled(("red", TextStyle.RED)), environment) == f"{sent}\n"


def test_a_pipe_gets_neither_colours_nor_wrapped_lines(capsys):
    print_lines([styled(("red", TextStyle.RED), " word" * 60)])

    assert capsys.readouterr().out == "red" + " word" * 60 + "\n"


def test_control_characters_in_a_coloured_text_are_escaped():
    assert "\x1b]0" not in printed(styled(("\x1b]0;owned", TextStyle.RED)))


# --- Width --------------------------------------------------------------------------------------


def test_a_line_is_wrapped_at_words_and_the_rest_is_indented():
    line = styled("  one two ", ("three four", TextStyle.RED), " five six seven eight")
    rows = ["".join(span.text for span in row) for row in wrapped(line, 30)]

    assert rows == ["  one two three four five six", "     seven eight"]


@given(st.lists(st.text("aé扉🔴 ", max_size=9), max_size=12).map(" ".join),
       st.integers(30, 60))  # fmt: skip
def test_no_row_exceeds_the_terminal_width_and_no_word_is_lost(text, width):
    rows = ["".join(span.text for span in row) for row in wrapped(styled(text), width)]

    assert " ".join(rows).split() == text.split()
    longest = max(map(columns_of, text.split()), default=0)
    indent = len(text) - len(text.lstrip(" ")) + 3
    assert all(columns_of(row.rstrip()) <= max(width, indent + longest) for row in rows)


@pytest.mark.parametrize("columns", [40])
@pytest.mark.parametrize("verb", ["show", "status", "why"])
def test_the_output_for_entries_fits_the_terminal(home, monkeypatch, columns, verb):
    with RobotMemory.open(home) as memory:
        noted = memory.remember("environment_note", "The kitchen doorway has a lip " * 9)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", "99")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    words = [noted.id] if verb == "why" else []

    assert main([verb, *words, "--home", str(home)]) == 0
    rows = re.sub(r"\x1b\[\d*m", "", terminal.getvalue()).splitlines()
    assert len(rows) > 3
    assert [row for row in rows if columns_of(row) > columns] == []


def test_a_drawing_is_not_wrapped():
    assert printed(styled("  ▁▂▃ " * 20, wraps=False)) == "  ▁▂▃ " * 20 + "\n"


# --- Progress -----------------------------------------------------------------------------------


def drawn(monkeypatch, fraction, stream):
    monkeypatch.setattr(sys, "stderr", stream)
    with Progress("reading", fraction, patience=0.0):
        time.sleep(0.05)


def test_a_progress_bar_is_drawn_on_a_terminal_and_erased_at_the_end(monkeypatch):
    terminal = Terminal()
    drawn(monkeypatch, lambda: 0.5, TerminalStream(terminal, {}))

    assert "reading ████████████░░░░░░░░░░░░  50%" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K")


def test_a_failing_task_stops_the_progress_thread(monkeypatch):
    threads = threading.active_count()
    monkeypatch.setattr(sys, "stderr", TerminalStream(Terminal(), {}))
    with pytest.raises(OSError, match="full"), Progress("reading", patience=0.0):
        raise OSError("full")

    assert threading.active_count() == threads


@pytest.mark.parametrize(
    ("fraction", "line"),
    [
        (None, "reading … 10 s"),
        (0.01, "reading ░░░░░░░░░░░░░░░░░░░░░░░░   1%, 10 s"),
        (0.25, "reading ██████░░░░░░░░░░░░░░░░░░  25%, 10 s, about 30 s left"),
        (7.0, "reading ████████████████████████ 100%, 10 s, about 0 s left"),
    ],
)
def test_the_progress_line_shows_percentage_elapsed_and_remaining_time(fraction, line):
    assert progress_line("reading", fraction, 10.0) == line


# --- Pipes that break, and exit statuses --------------------------------------------------------


def ended(home, line):
    """Run a shell line; return its exit status and its error output."""
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", line.replace("robot-memory", "$RUN")], cwd=ROOT,
        env={**os.environ, "RUN": f"{sys.executable} -m robot_memory.faces.cli.main",
             "ROBOT_MEMORY_HOME": str(home)},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("robot-memory show | true", 0),
        ("robot-memory why mem-none 2>&1 | (exec <&-; sleep 1)", 2),
    ],
    ids=["reader gone", "reader of complaints gone"],
)
def test_a_closed_pipe_causes_no_error_message(noted, line, status):
    assert ended(noted, line) == (status, "")


def test_a_character_the_terminal_cannot_encode_is_replaced():
    below = io.BytesIO()
    terminal = TerminalStream(io.TextIOWrapper(below, encoding="latin-1", write_through=True), {})

    print("🟢 [80%] Küche", file=terminal)

    assert below.getvalue() == "? [80%] Küche\n".encode("latin-1")
