"""Who is enrolled, by the exact names of the files."""

from __future__ import annotations

import pytest
from approving import keys_for

from robot_memory.errors import AssistRefused
from robot_memory.governance.operators import Operators


def test_a_file_in_another_spelling_enrols_nobody(tmp_path, monkeypatch):
    (tmp_path / "rogue.JSON").write_text("{}")
    # As on a disk that ignores case: the name with .json opens that file.
    monkeypatch.setattr(Operators, "_path", lambda self, name: tmp_path / f"{name}.JSON")

    assert not Operators(tmp_path, lambda is_strict: []).is_enrolled("rogue")


def test_beside_a_file_that_reads_as_theirs_nobody_is_enrolled(tmp_path):
    operators = Operators(tmp_path, lambda is_strict: [])
    (tmp_path / "Ada.json").write_text("{}")

    with pytest.raises(AssistRefused, match=r"Ada\.json reads as the file of ada"):
        operators.check_free("ada")
    with pytest.raises(AssistRefused, match=r"Ada\.json reads as the file of ada"):
        operators.enrol("ada", keys_for("ada").card)
    assert operators.names() == ["Ada"]
