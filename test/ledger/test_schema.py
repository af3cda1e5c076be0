"""A ledger has an id, one kind of time, and a known schema version."""

from __future__ import annotations

import sqlite3

import pytest

from robot_memory.foundation.errors import NewerSchema, WrongTimeKind
from robot_memory.ledger import Ledger


def test_a_ledger_has_a_permanent_id(path, tmp_path):
    first, other = Ledger(path), Ledger(tmp_path / "other.db")
    again = Ledger(path)

    assert first.id == again.id != other.id
    for ledger in (first, again, other):
        ledger.close()


@pytest.mark.parametrize("made_as", ["wall", "recording", "simulated"])
def test_a_ledger_with_one_kind_of_time_cannot_be_opened_with_another(path, made_as, row):
    first = Ledger(path, time_kind=made_as)
    first.append([row()])
    first.close()
    for other in {"wall", "recording", "simulated"} - {made_as}:
        with pytest.raises(WrongTimeKind, match=f"holds {made_as} time, not {other} time"):
            Ledger(path, time_kind=other)
    reader = Ledger(path, time_kind=None)

    assert reader.time_kind == made_as
    assert len(reader.after(0)) == 1
    reader.close()


def test_a_ledger_of_a_newer_version_is_refused_and_not_changed(path):
    Ledger(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = path.read_bytes()

    with pytest.raises(NewerSchema, match="99"):
        Ledger(path)
    assert path.read_bytes() == before
