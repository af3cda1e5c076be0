"""A person edits the file while the robot runs: no edit is lost."""

from __future__ import annotations

from robot_memory import RobotMemory


def write_anew(editor, text):
    """Overwrite an open file as an editor does that did not truncate it on opening."""
    editor.seek(0)
    editor.write(text)
    editor.truncate()


def test_an_edit_saved_to_an_open_file_that_was_replaced_is_kept(home, file):
    with RobotMemory.open(home) as memory:
        memory.save(force=True)
        with file.open("r+") as editor:
            text = editor.read()
            with RobotMemory.open(home) as other:  # as the command line does
                other.remember("environment_note", "Ramp is steep")
            write_anew(editor, f"{text}My words.\n")
        memory.entries()  # reads the file
        memory.save(force=True)

    assert "My words.\n" in file.read_text()
    assert "Ramp is steep" in file.read_text()
    assert {path.name for path in home.glob(".robot-memory.md.*")} == {".robot-memory.md.lock"}


def test_a_file_closed_without_an_edit_changes_nothing(home, file):
    with RobotMemory.open(home) as memory:
        memory.save(force=True)
        with file.open("r+"):
            memory.save(force=True)
            assert list(home.glob(".*.still-open"))
        file.write_text(file.read_text() + "Later words.\n")
        memory.save(force=True)

    assert "Later words.\n" in file.read_text()
    assert not list(home.glob(".*.still-open"))
