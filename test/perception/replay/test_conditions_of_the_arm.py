"""The real arm: its lessons and their conditions; see docs/explanation/conditions.md."""

from __future__ import annotations

import io
import re
import shlex
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from robot_memory import RobotMemory
from robot_memory.faces.cli.main import main

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "explanation" / "conditions.md").read_text(encoding="utf-8")
RECORDING = ROOT / "test" / "data" / "ur3_cobotops" / "dataset_02052023.csv"


def examples() -> list[tuple[str, list[str]]]:
    """Return the page's commands, each with the lines that the page shows as output."""
    found: list[tuple[str, list[str]]] = []
    for line in re.findall(r"^    (.*)$", PAGE, re.MULTILINE):
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home into which the page's commands replay the recording."""
    return tmp_path_factory.mktemp("arm") / "home"


@pytest.fixture(scope="module")
def printed(home: Path) -> list[str]:
    """The output of the page's commands."""
    outputs = []
    for command, _ in examples():
        words = [str(RECORDING) if word.endswith(".csv") else word
                 for word in shlex.split(command)[1:]]  # fmt: skip
        words[words.index("--home") + 1] = str(home)
        output = io.StringIO()
        with redirect_stdout(output):
            assert main(words) == 0
        outputs.append(output.getvalue())
    return outputs


@pytest.mark.usefixtures("printed")
def test_the_arm_recording_gives_entries_for_stops_and_lost_grips_only(home: Path):
    with RobotMemory.open(home, read_only=True) as memory:
        lessons = {entry.text: entry.observation_count for _, entry in memory.entries()}

    without_conditions = {
        text: count for text, count in lessons.items() if "mostly while" not in text
    }
    assert without_conditions == {
        "Protective stop is raised in operation": 108,
        "Grip lost is raised in operation": 77,
    }


def test_the_commands_on_the_conditions_page_print_the_output_shown_there(printed: list[str]):
    for output, (_, expected) in zip(printed, examples(), strict=True):
        assert set(expected) <= set(output.splitlines())
