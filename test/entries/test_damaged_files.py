"""No edit of the memory file, however damaged, ends a process or is lost."""

from __future__ import annotations

import itertools
import os
import re
import shutil
import tempfile
from pathlib import Path

import pytest
from entry_builders import NOON, observe, open_memory, save_by_renaming
from hypothesis import given
from hypothesis import strategies as st
from test_laws import FEW, TEXT

from robot_memory import RobotMemory
from robot_memory.entries import memory_file
from robot_memory.foundation.errors import HomeRefused
from robot_memory.foundation.time.clock import ManualClock

#: Nine levels of aliases, which expand to 9 ** 9 values.
BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{new}: &{new} [{','.join([f'*{old}'] * 9)}]\n"
    for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)
VALUES = {
    "an empty float": '!!float ""',
    "an empty time": '!!timestamp ""',
    "a huge hexadecimal number": "0x" + "f" * 5000,
    "a number of 5,000 digits": "9" * 5000,
    "infinity": ".inf",
    "not a number": ".nan",
    "a date before year one in UTC": "0001-01-01T00:00:00+14:00",
    "binary data": "!!binary aGVsbG8=",
    "broken binary data": "!!binary é",
    "an unknown tag": "!thing 3",
    "a set": "!!set {a, b}",
    "a merge": "{<<: {a: b}}",
    "a key that is a list": "{[a]: b}",
    "a name twice": "{a: 1, a: 2}",
    "half of a character": '"\\ud800"',
    "a null character": '"\\0"',
    "a bare null character": "a\0b",
    "a byte that is no UTF-8": "a\udcffb",
    "a byte order mark": "\ufeffa",
    "a tab": "\ta",
    "a long line": "x" * 300_000,
    "nesting": "[" * 33 + "]" * 33,
    "deep nesting": "[" * 30_000 + "]" * 30_000,
    "an alias": "*a",
    "a bomb": f"\n      {{{BOMB.replace(chr(10), ', ')}}}",
    "nothing": "",
}
FIELDS = ["zz", "id", "type", "text", "confidence", "first_seen", "last_reinforced",
          "observation_count", "tags", "key", "days_observed", "muted_until", "resolved_at",
          "source"]  # fmt: skip
HEADER = ["schema_version", "rrn", "last_updated", "ledger_id", "ledger_seq", "entries", "x-mine",
          "peer_context"]  # fmt: skip
#: Lines that every save rewrites, and empty values, which count as absent.
OURS = re.compile(
    rb"(rrn|last_updated|ledger_id|ledger_seq)\b|    id: (!!\w+ \"\")?$|peer_context: ?$"
)
ESCAPE = re.compile(rb"\\(?:U([0-9a-f]{8})|u([0-9a-f]{4})|x(2D)|([\\\"]))")
ONE_DIGIT = re.compile(rb"-(\d)(?=[-T])")
RRN = "RRN-000000000001"


def in_item(text: str, field: str, value: str) -> str:
    """Replace a field of the second entry, or add it."""
    first, second = text.rindex("  - id:"), text.rindex("---")
    item = re.sub(rf"(?m)^    {field}:.*\n", "", text[first:second])
    if field == "id":
        item = "  - " + item.partition("\n    ")[2]
    return f"{text[:first]}{item}    {field}: {value}\n{text[second:]}"


def in_header(text: str, field: str, value: str) -> str:
    """Replace a field of the file's header, or add it."""
    without = re.sub(rf"(?m)^{field}:.*\n", "", text) if field != "entries" else text
    return without.replace("---\n", f"---\n{field}: {value}\n", 1)


PLACES = [(in_item, field) for field in FIELDS] + [(in_header, field) for field in HEADER]
THOROUGH = {"zz", "observation_count", "schema_version"}
FIRST = itertools.count()


def values_for(field: str) -> list[str]:
    """Return all values for the thorough fields, and every sixth value for the others."""
    step = 1 if field in THOROUGH or "LAWS" in os.environ else 6
    return list(VALUES.values())[len(field) % step :: step]


@pytest.fixture(autouse=True)
def _no_editor_is_waited_for(monkeypatch):
    monkeypatch.setattr(memory_file, "_SETTLED", 0.0)
    monkeypatch.setattr(memory_file, "_BRIEFLY", 0.0)


@pytest.fixture(scope="module")
def saved_home(tmp_path_factory) -> Path:
    """A home whose memory file has two entries; the memory is closed."""
    home = tmp_path_factory.mktemp("saved") / "home"
    with open_memory(home, ManualClock(NOON, kind="wall", boot="test"), rrn=RRN) as memory:
        observe(memory)
        observe(memory, "lidar")
    return home


def encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass" if "\ud800" in text else "surrogateescape")


def put(file: Path, edit: bytes) -> None:
    new = file.with_name("edited.tmp")
    new.write_bytes(edit)
    new.replace(file)


def unescaped(escape: re.Match[bytes]) -> bytes:
    code, char = escape[1] or escape[2] or escape[3], escape[4]
    return char or chr(int(code, 16)).encode("utf-8", "surrogatepass")


def is_filled(line: bytes, found: bytes) -> bool:
    """Whether a save gave a value to a field line that held only a comment."""
    name, mark, comment = line.partition(b"#")
    field = re.escape(name.strip())
    return bool(mark and field.endswith(b":")) and bool(
        re.search(rb"%s \S+[ \t]*%s" % (field, re.escape(mark + comment)), found)
    )


def everything_is_kept(home: Path, edit: bytes) -> None:
    """Check that each line of an edit is in the memory file or in a file that was set aside.

    A rewritten name may get quotation marks and escapes: with and without them it is the same name.
    A month or day of one digit, which YAML accepts, equals the same one with two digits. An empty
    field may get a value before the comment on its line.
    """
    files = b"".join(path.read_bytes() for path in home.glob("robot-memory*.md"))
    plain = ESCAPE.sub(unescaped, files)
    found = b"\n".join((files, plain, plain.replace(b'"', b"")))
    lines = {line.strip(b" -\r") for line in edit.split(b"\n") if not OURS.match(line)}
    missing = [line[:200] for line in lines if line not in found and not is_filled(line, found)]
    assert not [line for line in missing if ONE_DIGIT.sub(rb"-0\1", line) not in found]


def use(memory: RobotMemory) -> None:
    """Use a memory as a node does; the only error it may raise is HomeRefused."""
    try:
        memory.tick()
        memory.context()
        memory.entries(include_resolved=True)
        observe(memory, f"part {next(FIRST)}")
        memory.save()
    except HomeRefused as error:
        assert str(error)


@pytest.mark.parametrize(("put_in", "field"), PLACES)
def test_no_field_value_ends_a_running_process_or_is_lost(saved_home, tmp_path, put_in, field):
    home = tmp_path / "home"
    shutil.copytree(saved_home, home)
    file = home / "robot-memory.md"
    saved = file.read_text()
    memory = open_memory(home, ManualClock(NOON, kind="wall", boot="test"), rrn=RRN)
    for value in values_for(field):
        edit = encoded(put_in(saved, field, value))
        put(file, edit)
        use(memory)
        everything_is_kept(home, edit)
        for copy in home.glob("*.damaged-*"):
            copy.unlink()
    put(file, encoded(saved))
    memory.close()


def open_and_use(home: Path, edit: bytes) -> None:
    file = home / "robot-memory.md"
    put(file, edit)
    try:
        with open_memory(home, ManualClock(NOON, kind="wall", boot="test"), rrn=RRN) as memory:
            use(memory)
    except HomeRefused as error:
        assert str(error)
    everything_is_kept(home, edit)
    for copy in home.glob("*.damaged-*"):
        copy.unlink()


@FEW
@given(st.data())
def test_no_mutation_of_a_file_ends_a_process_or_is_lost(saved_home, data):
    saved = (saved_home / "robot-memory.md").read_text()
    line = data.draw(
        st.sampled_from(
            [
                at
                for at in range(len(saved))
                if not OURS.match(saved.encode(), saved.rfind("\n", 0, at) + 1)
            ]
        )
    )
    edit = encoded(saved[:line] + data.draw(TEXT) + saved[line + data.draw(st.integers(0, 9)) :])
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        shutil.copytree(saved_home, home)
        open_and_use(home, edit)


@pytest.mark.parametrize("runs", [True, False], ids=["running", "at a start"])
@pytest.mark.parametrize(
    ("field", "value"),
    [("ledger_seq", ""), ("ledger_seq", "1e400"), ("ledger_seq", "-1"), ("ledger_seq", "[]"),
     ("ledger_id", ""), ("ledger_id", "null")],
)  # fmt: skip
def test_evidence_is_not_counted_again_though_the_numbers_of_the_file_are_spoilt(
    home, field, value, runs
):
    memory = RobotMemory.open(home)
    observe(memory, "left encoder")
    memory.save()
    if not runs:
        memory.close()
    file = home / "robot-memory.md"
    text = re.sub(rf"(?m)^{field}: .*$", f"{field}: {value}", file.read_text())
    save_by_renaming(file, text)
    if not runs:
        memory = RobotMemory.open(home)
    observe(memory, "right encoder")
    memory.close()

    with RobotMemory.open(home, read_only=True) as after:
        counts = {entry.text: entry.observation_count for _, entry in after.entries()}
    assert counts == {"left encoder fails": 1, "right encoder fails": 1}


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8"])
def test_the_edit_of_an_editor_that_saves_utf_16_is_taken(home, clock, encoding):
    with open_memory(home, clock) as memory:
        kept = memory.remember("environment_note", "Kitchen doorway has a 3 cm lip").id
        gone = memory.remember("environment_note", "Aisle 4 is narrow").id
    file = home / "robot-memory.md"
    text = file.read_text(encoding="utf-8")
    before, _, rest = text.partition(f"  - id: {gone}\n")
    item, following, after = rest.partition("  - id: ")
    assert item
    edited = (before + following + after) if following else before + "---\n"
    file.write_bytes(edited.replace("3 cm", "4 cm").encode(encoding))

    with open_memory(home, clock) as memory:
        assert {one.id: one.text for _, one in memory.entries()} == {
            kept: "Kitchen doorway has a 4 cm lip"
        }
        memory.remember("environment_note", "The dock is dark")
    saved = file.read_text(encoding="utf-8")
    assert "4 cm" in saved and "dock" in saved and "Aisle 4" not in saved


def test_a_file_that_is_no_text_is_set_aside_and_not_kept_as_words(home, clock):
    with open_memory(home, clock) as memory:
        memory.remember("environment_note", "Kitchen doorway has a 3 cm lip")
    file = home / "robot-memory.md"
    unmarked = file.read_text(encoding="utf-8").encode("utf-16-le")
    file.write_bytes(unmarked)

    with open_memory(home, clock) as memory:
        assert "zero bytes" in memory.problem
        memory.remember("environment_note", "The dock is dark")
    (copy,) = home.glob("robot-memory.damaged-*")
    assert copy.read_bytes() == unmarked
    assert "\0" not in file.read_text(encoding="utf-8")
