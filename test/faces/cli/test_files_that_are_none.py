"""Files in a memory home that are not regular neither block a verb nor are replaced."""

from __future__ import annotations

import os
import signal
from importlib.util import find_spec
from pathlib import Path

import pytest

from robot_memory.faces.cli.main import main

LONGEST = 20  # seconds: opening a pipe would wait for ever
NEEDS_KEYS = pytest.mark.skipif(
    find_spec("cryptography") is None, reason="needs the extra `federation`"
)


@pytest.fixture(autouse=True)
def _nobody_waits():
    def give_up(*_):
        pytest.fail("it waits for a file that is none")

    old = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(LONGEST)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, old)


@pytest.fixture
def run(home, capsys):
    def run(*arguments: str) -> tuple[int, str]:
        status = main(["--home", str(home), *arguments])
        return status, capsys.readouterr().err

    run("remember", "environment_note", "The kitchen doorway has a lip")
    return run


def make_pipe(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(path)


VERBS = [["show"], ["context"], ["check"], ["remember", "environment_note", "A second note"]]


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb[0])
def test_a_memory_file_that_is_a_pipe_is_reported_and_not_replaced(home, run, verb):
    file = home / "robot-memory.md"
    make_pipe(file)
    status, told = run(*verb)

    assert status == 2
    assert f"{file}: is a named pipe and no regular file; it is left as it is: move it away" in told
    assert file.is_fifo()


def test_a_memory_file_that_is_a_device_is_not_replaced(home, run):
    file = home / "robot-memory.md"
    file.unlink()
    file.symlink_to("/dev/null")
    status, told = run("remember", "environment_note", "A second note")

    assert (status, "is a device" in told) == (2, True)
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize(
    "name",
    ["settings.yaml", "knowledge-graph/facts.jsonl", "knowledge-graph/activations.json",
     "session-state.json", "episodic/events.jsonl", "keys/own.json", "robot-memory.archive.md",
     "robot-memory.archive.md.gz", "observations.db"],
)  # fmt: skip
def test_a_pipe_in_a_home_never_blocks_a_verb(home, run, name):
    make_pipe(home / name)
    for verb in (["show"], ["recall", "doorway"]):
        assert run(*verb)[0] in (0, 1, 2)

    assert (home / name).is_fifo()


@pytest.mark.parametrize(
    "words",
    [
        ["check", "{pipe}"], ["diff", "{pipe}", "{pipe}"], ["export", "{pipe}"],
        ["--home", "{new}", "import", "{pipe}"], ["--home", "{new}", "replay", "{pipe}"],
        ["--home", "{new}", "replay", "{bag}"],
        ["--home", "{new}", "replay", "{csv}", "--rules", "{pipe}"],
        ["--home", "{new}", "replay", "{csv}", "--expect", "{pipe}"],
        ["peers", "trust", "{pipe}"], ["chunks", "import", "{pipe}"], ["report", "-o", "{pipe}"],
        ["levels", "propose", "skill-a", "{pipe}", "--reason", "it works"],
        pytest.param(["levels", "sign", "{pipe}", "--key", "{pipe}"], marks=NEEDS_KEYS),
        pytest.param(["levels", "approve", "p", "--key", "{pipe}"], marks=NEEDS_KEYS),
        pytest.param(["limits", "approve", "mem-12345678", "--key", "{pipe}"], marks=NEEDS_KEYS),
        pytest.param(["assist", "gate", "--sign", "schemas", "--key", "{pipe}"], marks=NEEDS_KEYS),
    ],
    ids=lambda words: " ".join(words).replace("--home {new} ", ""),
)  # fmt: skip
def test_a_pipe_given_as_a_file_is_refused_at_once(run, tmp_path, words):
    pipe, bag, csv = tmp_path / "pipe", tmp_path / "bag", tmp_path / "a.csv"
    for path in (pipe, bag / "a.mcap", bag / "metadata.yaml"):
        make_pipe(path)
    csv.write_text("time,value\n1700000000.0,1.0\n1700000001.0,1.0\n")
    paths = {"pipe": pipe, "bag": bag, "csv": csv, "new": tmp_path / "new"}
    status, told = run(*(word.format_map(paths) for word in words))

    assert status == 2, told
    assert "Traceback" not in told
    assert any(word in told for word in ("pipe", "bag")), told


@pytest.mark.parametrize("name", ["robot-memory.archive.md", "robot-memory.archive.md.gz"])
@pytest.mark.parametrize("device", ["/dev/zero", "."], ids=["endless", "folder"])
def test_a_note_is_stored_although_the_archive_is_unreadable(home, run, name, device):
    (home / name).symlink_to(device)
    status, told = run("remember", "environment_note", "A second note")

    assert status == 0, told
    assert "A second note" in (home / "robot-memory.md").read_text()
    assert (home / name).is_symlink()


def test_settings_with_a_yaml_bomb_are_refused_at_once(home, run):
    levels = "".join(
        f"{new}: &{new} [{','.join([f'*{old}'] * 9)}]\n"
        for old, new in zip("abcdefgh", "bcdefghi", strict=True)
    )
    (home / "settings.yaml").write_text(f"a: &a [x,x,x,x,x,x,x,x,x]\n{levels}")
    status, told = run("show")

    assert status == 2
    assert "settings.yaml is not YAML" in told


def test_a_world_writable_home_is_reported_once(home, run):
    home.chmod(0o777)
    _, told = run("show")

    assert told.count(f"chmod o-w {home}") == 1
