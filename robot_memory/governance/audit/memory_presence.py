"""Whether there is a memory at all: of nothing, nothing can be said to be whole."""

from __future__ import annotations

from robot_memory.errors import HomeRefused
from robot_memory.home import HOME_VARIABLE, Home
from robot_memory.levels.level_tree import LevelTree, MemoryLevel


def check_remembers(home: Home) -> None:
    """Check that a home holds something that a memory wrote, or once wrote.

    A single receipt is enough: a home from which all else was removed is one to audit.

    Raises:
        HomeRefused: it does not; says what was looked for.
    """
    if _has_any(home):
        return
    what = "holds no memory" if home.folder.is_dir() else "does not exist"
    raise HomeRefused(
        f"{home.folder} {what}: there is neither {home.ledger.name} nor {home.memory_file}, "
        "nothing in episodic/, semantic/ and procedural/, no proposal and no receipt. Nothing was "
        f"checked or written: name the memory home with --home, or in {HOME_VARIABLE}"
    )


def _has_any(home: Home) -> bool:
    tree = LevelTree(home.folder)
    folders = (home.folder / "governance", tree.proposals, *map(tree.level, MemoryLevel))
    return any(path.exists() for path in (home.ledger, home.memory_file, home.archive)) or any(
        path.is_file() for folder in folders for path in folder.rglob("[!.]*")
    )
