"""A black box recording can be downloaded with a person's token, and in no other way."""

from __future__ import annotations

import os

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")

from robot_memory.applications.black_box.mcap_writer import McapWriter
from robot_memory.faces.web.recording_download import _pieces
from robot_memory.foundation.identity.tokens import CallerKind, TokenScope

PATH = "/api/memory/recordings/wheel slips.mcap"
READ = (TokenScope.READ,)


@pytest.fixture
def recording(site):
    """Make a recording in the home; return its bytes."""
    site.remember("The wheel slips")
    path = site.home / "black_box" / "wheel slips.mcap"
    path.parent.mkdir(mode=0o700)
    McapWriter(path, {}).close()
    return path.read_bytes()


def test_a_person_with_a_token_downloads_a_recording_unchanged(site, recording):
    answer = site.writer("ada", scopes=READ).get(PATH, headers={"Accept-Encoding": "gzip"})

    assert answer.status_code == 200
    assert answer.content == recording
    assert answer.headers["content-length"] == str(len(recording))
    assert answer.headers["content-disposition"].endswith("wheel%20slips.mcap")


def test_a_growing_recording_is_sent_with_its_initial_size(tmp_path):
    path = tmp_path / "growing.mcap"
    path.write_bytes(b"there")
    with path.open("rb") as file, path.open("ab") as writer:
        pieces = _pieces(file, 5)
        writer.write(b" and more")
        writer.flush()

        assert b"".join(pieces) == b"there"


def test_a_download_without_a_token_is_refused_even_on_localhost(site, recording):
    answer = site.client().get(PATH)

    assert answer.status_code == 401
    assert "a recording needs a person's token" in answer.json()["detail"]


def test_a_download_by_an_agent_is_refused(site, recording):
    answer = site.writer("planner", CallerKind.AGENT, READ).get(PATH)

    assert answer.status_code == 403
    assert recording not in answer.content


@pytest.mark.parametrize(
    "name", ["other.mcap", "..%2frobot-memory.md", "robot-memory.md", "%2e%2e"]
)
def test_any_other_file_is_not_found(site, recording, name):
    answer = site.writer("ada", scopes=READ).get(f"/api/memory/recordings/{name}")

    assert answer.status_code == 404


def test_a_pipe_among_the_recordings_is_not_found_and_does_not_block(site, recording):
    os.mkfifo(site.home / "black_box" / "pipe.mcap")

    answer = site.writer("ada", scopes=READ).get("/api/memory/recordings/pipe.mcap")

    assert answer.status_code == 404
