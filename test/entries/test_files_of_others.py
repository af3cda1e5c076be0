"""A setting may name any file: a file of somebody else is refused and left unchanged."""

from __future__ import annotations

from pathlib import Path

import pytest
from entry_builders import NOON

from robot_memory import RobotMemory
from robot_memory.foundation.errors import NotAMemoryFile
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import ManualClock

FOREIGN = {
    "a shell's": b"export PATH=$PATH:~/bin\nalias ll='ls -l'\n",
    "a picture": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xfe",
    "a listing": b"---\nentries:\n  - a\n  - b\n---\n",
    "another tool's schema, cut off": b"---\nschema_version: 3\nservices: []\n",
    "notes": b"# Kitchen\n\nThe memory says id: mem-12345678 somewhere.\n",
    "zeros": b"\0" * 4096,
}
LEFT = b'ments\n    id: mem-aa11bb22\n    text: "A lip"\nentries: [\n'


def open_with(home: Path, file: Path, *, read_only: bool = False) -> RobotMemory:
    settings = Settings(memory_file=str(file))
    return RobotMemory.open(
        home,
        settings=settings,
        clock=ManualClock(NOON, kind="wall", boot="boot-1"),
        read_only=read_only,
    )


@pytest.mark.parametrize("read_only", [False, True], ids=["write", "read"])
@pytest.mark.parametrize("content", FOREIGN.values(), ids=list(FOREIGN))
def test_a_file_with_other_content_is_refused_and_unchanged(tmp_path, content, read_only):
    file = tmp_path / ".bashrc"
    file.write_bytes(content)
    with pytest.raises(NotAMemoryFile) as refused:
        open_with(tmp_path / "home", file, read_only=read_only)

    assert file.read_bytes() == content
    assert [path.name for path in tmp_path.iterdir() if path.name != "home"] == [".bashrc"]
    for words in (str(file), "no memory file", "left as it is", "does not exist yet"):
        assert words in str(refused.value)


def test_a_file_that_appears_before_the_first_save_is_not_replaced(tmp_path):
    file = tmp_path / ".profile"
    memory = open_with(tmp_path / "home", file)
    memory.remember("environment_note", "Kitchen doorway has a 3 cm lip")
    file.write_bytes(FOREIGN["a shell's"])
    with pytest.raises(NotAMemoryFile):
        memory.save()
    with pytest.raises(NotAMemoryFile):
        memory.close()
    assert file.read_bytes() == FOREIGN["a shell's"]


@pytest.mark.parametrize("name", ["a shell's", "zeros"])
def test_a_file_that_was_once_the_memorys_is_accepted_whatever_its_content(tmp_path, name):
    file = tmp_path / "memory.md"
    with open_with(tmp_path / "home", file) as memory:
        memory.remember("environment_note", "Kitchen doorway has a 3 cm lip")
    file.write_bytes(FOREIGN[name])
    with open_with(tmp_path / "home", file) as memory:
        assert [entry.text for _, entry in memory.entries()] == ["Kitchen doorway has a 3 cm lip"]


@pytest.mark.parametrize(
    "content",
    [LEFT, b"\nrrn: RRN-000000000001\n", b'---\nschema_version: "1.0"\nentries: []\n---\n', b" \n"],
)
def test_a_copied_file_with_a_trace_of_a_memory_is_accepted(tmp_path, content):
    file = tmp_path / "copied.md"
    file.write_bytes(content)
    with open_with(tmp_path / "home", file) as memory:
        memory.remember("environment_note", "Kitchen doorway has a 3 cm lip")
    assert "Kitchen doorway" in file.read_text()
