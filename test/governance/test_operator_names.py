"""Who is enrolled, by the exact names of the files."""

from __future__ import annotations

from robot_memory.governance.operators import Operators


def test_a_file_in_another_spelling_enrols_nobody(tmp_path, monkeypatch):
    (tmp_path / "rogue.JSON").write_text("{}")
    # As on a disk that ignores case: the name with .json opens that file.
    monkeypatch.setattr(Operators, "_path", lambda self, name: tmp_path / f"{name}.JSON")

    assert not Operators(tmp_path, lambda is_strict: []).is_enrolled("rogue")
