"""``robot-memory assist`` names unreadable files, in a sentence."""

from __future__ import annotations

import pytest

SET = ("--set", "/importance/score=0.6", "--set", "/importance/label=nice_to_have")
ODD = {
    "NaN": ("{", '{"note": NaN,'),
    "beyond floats": ("{", '{"note": 1e999,'),
    "400 digits": ("{", '{"note": 1' + "0" * 400 + ","),
    "half of a character": ('"kind": "', '"kind": "\\ud800'),
    "no such day": ('"ts": "20', '"ts": "2026-02-30T00:00:00Z", "tt": "20'),
    "a name twice": ('"kind"', '"kind": "x", "kind"'),
}


@pytest.fixture
def noted(command):
    """A home with a note, a packet for it, and receipts of a dry run."""
    command("remember", "environment_note", "Kitchen doorway has a 3 cm lip")
    done = command("assist", "propose", "--row", "1", *SET, "--evidence", "observation:1", "--json")
    command.packet = done.json[0]["packet_id"]
    assert command("assist", "dry-run", command.packet).status == 0
    return command


def spoil(path, odd):
    if odd == "a folder":
        path.unlink()
        path.mkdir()
        return
    old, new = ODD[odd]
    path.write_text(path.read_text().replace(old, new, 1))


@pytest.mark.parametrize("odd", [*ODD, "a folder"])
def test_a_receipt_that_cannot_be_read_is_reported(noted, odd):
    (path,) = (noted.home / "governance" / "receipts").glob("*-after-*.json")
    spoil(path, odd)

    for words in (("receipts",), ("receipts", "--verify"), ("dry-run", noted.packet)):
        done = noted("assist", *words)
        assert done.status in (1, 2)
        assert path.name in done.out + done.err


@pytest.mark.parametrize("odd", [*ODD, "a folder"])
def test_a_packet_that_cannot_be_read_is_reported(noted, odd):
    path = noted.home / "governance" / "packets" / f"{noted.packet}.json"
    spoil(path, odd)

    for words in (("show",), ("dry-run", noted.packet)):
        done = noted("assist", *words)
        assert noted.packet in done.out + done.err
    assert noted("assist", "dry-run", noted.packet).status in (1, 2)
    assert noted("assist", "propose").status == 0
