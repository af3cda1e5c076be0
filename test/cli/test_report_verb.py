"""``robot-memory report``: an extract for the technical documentation."""

from __future__ import annotations

import hashlib
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def noted(command, lip):
    """A home with an entry."""
    return command


def test_the_file_is_written_and_named_with_what_it_tells(noted, tmp_path):
    file = tmp_path / "report.html"
    done = noted("report", "-o", str(file))

    assert (done.status, done.err) == (0, "")
    assert done.out == f"{file}: 1 entries, 1 observations\n"
    assert "Kitchen doorway has a 3 cm lip" in file.read_text(encoding="utf-8")


def test_an_extract_is_private_and_keeps_the_mode_that_a_file_had(noted, tmp_path):
    new, old = tmp_path / "new.html", tmp_path / "old.html"
    old.touch(mode=0o644)
    old.chmod(0o644)
    for file in (new, old):
        noted("report", "-o", str(file))

    assert [file.stat().st_mode & 0o777 for file in (new, old)] == [0o600, 0o644]


def test_without_a_file_the_page_goes_to_standard_output(robot_memory):
    robot_memory("remember", "environment_note", "Kitchen doorway has a 3 cm lip")
    for given in ((), ("-o", "-")):
        done = robot_memory("report", *given)
        assert done.status == 0
        assert done.out.startswith("<!DOCTYPE html>\n<html")
        assert done.out.endswith("</html>\n")


def test_a_terminal_is_not_flooded(home):
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "robot_memory.cli.main", "report", "--home", str(home)],
        cwd=ROOT, stdout=theirs, stderr=subprocess.PIPE, text=True, timeout=60, check=False,
    )  # fmt: skip
    os.close(theirs)
    os.close(ours)

    assert done.returncode == 2
    assert "-o FILE: is missing" in done.stderr


def test_the_same_time_gives_the_same_bytes(noted, tmp_path):
    files = [tmp_path / name for name in ("a.html", "b.html")]
    for file in files:
        noted("report", "-o", str(file), "--now", "2027-01-01T12:00:00Z")

    assert files[0].read_bytes() == files[1].read_bytes()


def test_json_tells_the_digest_of_the_file_and_the_heads(noted, tmp_path):
    file = tmp_path / "report.html"
    told = noted("report", "-o", str(file), "--json").json

    assert told["sha256"] == hashlib.sha256(file.read_bytes()).hexdigest()
    assert (told["entries"], told["observations"], told["head"]["seq"]) == (1, 1, 1)
    assert "html" not in told


def test_json_without_a_file_holds_the_page(noted):
    told = noted("report", "--json").json

    assert told["html"].startswith("<!DOCTYPE html>")
    assert told["file"] is None


def test_a_period_leaves_out_what_was_before_it(noted):
    told = noted("report", "--since", "2090-01-01", "--json").json

    assert (told["entries"], told["observations"]) == (1, 0)


def test_what_is_no_time_is_refused(noted, tmp_path):
    file = tmp_path / "report.html"
    done = noted("report", "-o", str(file), "--since", "soon")

    assert done.status == 2
    assert "--since" in done.err
    assert not file.exists()


def test_a_folder_that_is_not_there_is_told(noted, tmp_path):
    done = noted("report", "-o", str(tmp_path / "none" / "report.html"))

    assert done.status == 2
    assert "none" in done.err


def test_of_no_home_the_extract_says_that_there_is_nothing(command, tmp_path):
    file = tmp_path / "report.html"
    done = command("report", "-o", str(file))

    assert done.status == 0
    assert "nothing is remembered yet" in done.err
    assert "Nothing was observed in the period." in file.read_text()
    assert not command.home.exists()


def test_what_cannot_be_read_is_told_and_named_in_the_extract(noted):
    (noted.home / "health.json").write_text("{")
    done = noted("report", "--json")

    assert done.status == 0
    assert "health.json cannot be read" in done.err
    assert "health.json cannot be read" in done.json["html"]
