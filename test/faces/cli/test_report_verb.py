"""``robot-memory report``: a report for the technical documentation."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import sys
from datetime import datetime, timezone

import pytest

from robot_memory.foundation.time import stamps


@pytest.fixture
def noted(command, lip):
    """A home with an entry."""
    return command


def test_report_writes_the_file_and_prints_its_name_and_counts(noted, tmp_path):
    file = tmp_path / "report.html"
    done = noted("report", "-o", str(file))

    assert (done.status, done.err) == (0, "")
    assert done.out == f"{file}: 1 entry, 1 row of evidence\n"
    assert "Kitchen doorway has a 3 cm lip" in file.read_text(encoding="utf-8")


def test_a_new_report_is_private_and_an_existing_file_keeps_its_mode(noted, tmp_path):
    new, old = tmp_path / "new.html", tmp_path / "old.html"
    old.touch(mode=0o644)
    old.chmod(0o644)
    for file in (new, old):
        assert noted("report", "-o", str(file)).status == 0

    assert [file.stat().st_mode & 0o777 for file in (new, old)] == [0o600, 0o644]


def test_without_a_file_the_page_goes_to_standard_output(noted):
    for given in ((), ("-o", "-")):
        done = noted("report", *given)
        assert done.status == 0
        assert done.out.startswith("<!DOCTYPE html>\n<html")
        assert done.out.endswith("</html>\n")


def test_a_report_to_a_terminal_is_refused(noted, monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    done = noted("report")

    assert (done.status, done.out) == (2, "")
    assert "-o FILE: is missing" in done.err


def test_a_report_is_dated_by_the_machine_unless_a_time_is_given(noted):
    begun = datetime.now(timezone.utc)
    made = noted("report", "--json").json
    given = noted("report", "--json", "--now", "2027-01-01T12:00:00Z").json

    assert begun <= stamps.from_text(made["made_at"]) <= datetime.now(timezone.utc)
    assert "by the machine’s clock" in made["html"]
    assert (given["made_at"], given["time_of_record"]) == ("2027-01-01T12:00:00Z",) * 2
    assert "by the machine’s clock" not in given["html"]


def test_the_audit_command_in_a_report_verifies_the_record(noted):
    html = noted("report", "--json").json["html"]
    (command,) = re.findall(r"<pre>robot-memory (audit verify --seen .*?)</pre>", html)
    audited = noted(*command.split())

    assert (audited.status, "witnesses that agree 1" in audited.out) == (0, True)


def test_json_has_the_digest_of_the_file_and_the_heads(noted, tmp_path):
    file = tmp_path / "report.html"
    told = noted("report", "-o", str(file), "--json").json

    assert told["sha256"] == hashlib.sha256(file.read_bytes()).hexdigest()
    assert (told["entries"], told["observations"], told["head"]["seq"]) == (1, 1, 1)
    assert "html" not in told


@pytest.mark.parametrize("output", [(), ("-o", "report.html")])
def test_a_period_in_the_future_is_refused(noted, output, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = noted("report", *output, "--since", "2090-01-01")

    assert (done.status, done.out) == (2, "")
    assert "--since: 2090-01-01T00:00:00Z is after" in done.err
    assert not (tmp_path / "report.html").exists()


def test_an_unreadable_file_is_reported_and_mentioned_in_the_report(noted):
    (noted.home / "health.json").write_text("{")
    done = noted("report", "--json")

    assert done.status == 0
    assert "health.json cannot be read" in done.err
    assert "health.json cannot be read" in done.json["html"]


# -- where it may be written ---------------------------------------------------------------------


def contents(folder):
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture
def refuses(noted):
    """A function that requests a report to a path, and checks that nothing is written."""

    def ask(output, *others):
        before = contents(noted.home)
        done = noted("report", "-o", str(output), *others)
        assert (done.status, done.out) == (2, "")
        assert f"no report was written:\n  -o {output}: " in done.err
        assert contents(noted.home) == before
        return done.err

    return ask


@pytest.mark.parametrize("name", ["observations.db", "episodic/report.html"])
def test_nothing_is_written_into_the_memory_home(noted, refuses, name):
    told = refuses(noted.home / name)

    assert f"is in the memory home {noted.home}, of which nothing was changed" in told
    assert "name a file in a folder of its own" in told


def test_a_link_into_the_memory_home_is_followed_and_refused(noted, refuses, tmp_path):
    (tmp_path / "file.html").symlink_to(noted.home / "observations.db")
    (tmp_path / "folder").symlink_to(noted.home / "episodic")
    (tmp_path / "nowhere.html").symlink_to(noted.home / "report.html")
    for output in ("file.html", "folder/report.html", "nowhere.html"):
        assert "is in the memory home" in refuses(tmp_path / output)


def test_nothing_is_written_into_another_home(command, noted, refuses, tmp_path):
    other = command.at(tmp_path / "other")
    other("remember", "environment_note", "Another robot")
    before = contents(other.home)

    for name in ("robot-memory.md", "episodic/events/events.jsonl"):
        assert f"is in the memory home {other.home}" in refuses(other.home / name)
    assert contents(other.home) == before


@pytest.mark.parametrize("name", ["memory.md", "memory.archive.md"])
def test_a_memory_file_outside_the_home_is_not_overwritten(noted, refuses, name, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (noted.home / "settings.yaml").write_text(f"memory_file: {elsewhere}/memory.md\n")
    (elsewhere / name).write_text("")

    assert "is part of the memory of" in refuses(elsewhere / name)


def test_an_unwritable_target_is_refused_with_advice(refuses, tmp_path):
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")

    refuses(tmp_path / "a")
    assert "is a folder; name a file in it" in refuses(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    assert "is not a file; without -o the report goes to" in refuses(tmp_path / "pipe")
    missing = tmp_path / "none"
    assert f"there is no folder {missing}; make it first" in refuses(missing / "report.html")


def test_a_file_that_is_no_report_is_not_overwritten(refuses, tmp_path):
    for name, text in (("letter.txt", "Dear Ada"), ("other.html", "<!DOCTYPE html>\n<html>")):
        file = tmp_path / name
        file.write_text(text)
        assert "is no report, and was not changed" in refuses(file)
        assert file.read_text() == text


def test_a_link_to_an_older_report_stays_a_link(noted, tmp_path):
    file, link = tmp_path / "report.html", tmp_path / "latest.html"
    link.symlink_to(file)
    for _ in range(2):
        assert noted("report", "-o", str(link)).status == 0

    assert link.is_symlink()
    assert file.read_text().startswith("<!DOCTYPE html>")


def test_a_full_disk_is_reported_with_the_given_file_name(refuses, tmp_path, monkeypatch):
    def full(descriptor, data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("robot_memory.foundation.disk.files._write_all", full)
    told = refuses(tmp_path / "report.html")

    assert "No space left on device" in told
    assert "name a file in a folder that can be written" in told
    assert ".tmp" not in told
    assert not list(tmp_path.glob("*.html"))
