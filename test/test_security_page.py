"""SECURITY.md is complete, and names only existing files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
FACES = re.findall(r"^### (.*)\n\n((?:\|.*\n)+)", TEXT, re.M)


def test_the_page_has_a_section_on_the_threats_of_every_face():
    assert [name for name, _ in FACES] == [
        "Topics and services of the node", "Updates of peers, over DDS or Zenoh", "HTTP",
        "Agents (MCP)", "Command line", "Files of the memory home",
        "Recordings, exports and imports",
    ]  # fmt: skip


@pytest.mark.parametrize(("name", "table"), FACES, ids=lambda value: value[:20])
def test_the_section_of_a_face_covers_all_stride_threats(name, table):
    kinds = re.findall(r"^\| (\w) \|", table, re.M)

    assert "".join(kinds) == "STRIDE"


def test_each_file_that_is_named_as_a_defence_or_a_test_is_there():
    named = re.findall(r"`((?:robot_memory|test|requirements)/[^`]*)`", TEXT)

    assert len(named) > 25
    assert [path for path in named if not (ROOT / path).exists()] == []
