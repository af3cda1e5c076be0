"""Learns, saves, learns more, and kills itself at a chosen step of the next save.

Run as a script: HOME STEP.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from entry_builders import at, edit, item_of, observe, open_memory, save_by_renaming

from robot_memory import RobotMemory
from robot_memory.entries import archive_part
from robot_memory.entries.entry_archive import EntryArchive
from robot_memory.foundation.disk import files
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Ledger


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def wrap(owner: Any, name: str, *, before: Callable[..., object] | None = None,
         after: Callable[..., object] | None = None) -> None:  # fmt: skip
    """Wrap a function so that a hook runs before or after each call."""
    original = getattr(owner, name)

    def wrapped(*arguments: Any, **options: Any) -> Any:
        if before:
            before()
        result = original(*arguments, **options)
        if after:
            after()
        return result

    setattr(owner, name, wrapped)


def once_archived(hook: Callable[[], object]) -> None:
    """Set a hook once the archive is written: archive and file use the same functions."""
    wrap(EntryArchive, "add_all", after=hook)


def halve_writes() -> None:
    write = os.write
    os.write = lambda descriptor, data: (write(descriptor, data[: len(data) // 2]), die())[0]


def edit_again(file: Path) -> None:
    edit(file, ("Lidar, mine", "Lidar, mine again"))


def edited_in_the_exchange(file: Path) -> None:
    wrap(files, "exchange", before=lambda: edit_again(file), after=die)


def edited_killed_after_the_second_exchange(file: Path) -> None:
    editors = iter([edit_again])
    wrap(files, "exchange", before=lambda: next(editors, lambda _: wrap_death())(file))


def wrap_death() -> None:
    """Let the process die right after the next exchange."""
    wrap(Path, "unlink", before=die)


def edited_without_exchange(file: Path) -> None:
    files.exchange = lambda first, second: False
    editors = iter([edit_again])
    die_replacing = lambda _: wrap(Path, "replace", after=die)  # noqa: E731
    wrap(files, "write_durably", after=lambda: next(editors, die_replacing)(file))


STEPS: dict[str, Callable[[Path], object]] = {
    "before the archive": lambda file: wrap(archive_part, "replace_unchanged", before=die),
    "after the archive": lambda file: wrap(archive_part, "replace_unchanged", after=die),
    "before the temporary file": lambda file: once_archived(
        lambda: wrap(files, "write_durably", before=die)
    ),
    "half written": lambda file: once_archived(halve_writes),
    "after the temporary file": lambda file: once_archived(
        lambda: wrap(files, "write_durably", after=die)
    ),
    "after the exchange": lambda file: wrap(files, "exchange", after=die),
    "edited in the exchange": edited_in_the_exchange,
    "edited, after the second exchange": edited_killed_after_the_second_exchange,
    "edited without exchange": edited_without_exchange,
    "after the clean-up": lambda file: once_archived(
        lambda: wrap(files, "sync_folder", before=die)
    ),
    "before noting the save": lambda file: wrap(Ledger, "note_saved", before=die),
    "after noting the save": lambda file: wrap(Ledger, "note_saved", after=die),
}


def learn(memory: RobotMemory, clock: ManualClock, file: Path) -> None:
    for component in ("left encoder", "lidar", "doomed"):
        observe(memory, component)
    memory.save()
    clock.set(at(1))
    observe(memory)
    observe(memory, "gripper")
    memory.resolve(memory.remember("environment_note", "Dock is slippery").id)
    text = file.read_text()
    doomed = next(entry.id for _, entry in memory.entries() if entry.text == "doomed fails")
    text = text.replace(item_of(text, doomed), "").replace("lidar fails", "Lidar, mine")
    save_by_renaming(file, text)


if __name__ == "__main__":
    home = Path(sys.argv[1])
    clock = ManualClock(at(0), kind="wall", boot="b1")
    memory = open_memory(home, clock)
    learn(memory, clock, home / "robot-memory.md")
    print("acknowledged", flush=True)
    STEPS[sys.argv[2]](home / "robot-memory.md")
    memory.save()
    print("it did not die", flush=True)
