"""The memory home: the folder that holds a memory (document 000 §3.1, rules.md §3.9)."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from robot_memory.foundation.disk.file_lock import is_locked
from robot_memory.foundation.settings import Settings

DEFAULT_HOME = "~/.opencastor"
HOME_VARIABLE = "ROBOT_MEMORY_HOME"
FILE_VARIABLE = "CASTOR_ROBOT_MEMORY_FILE"
#: Folders of a home that hold files only if a memory wrote some.
WRITTEN = (
    "episodic", "semantic", "procedural", "proposals", "governance", "chunks", "archive",
    "knowledge-graph",
)  # fmt: skip
#: The file that a node locks while it uses the home.
NODE_LOCK = ".node"


@dataclass(frozen=True)
class Home:
    """The paths of one memory home."""

    folder: Path
    memory_file: Path

    @property
    def ledger(self) -> Path:
        """The evidence database, ``observations.db``."""
        return self.folder / "observations.db"

    @property
    def archive(self) -> Path:
        """The file of pruned and deleted entries."""
        stem = self.memory_file.stem
        return self.memory_file.with_name(f"{stem}.archive{self.memory_file.suffix}")

    @property
    def keys(self) -> Path:
        """This robot's private keys."""
        return self.folder / "keys" / "own.json"

    @property
    def card(self) -> Path:
        """The robot's public keys, to give to other robots."""
        return self.folder / "keys" / "card.json"

    @property
    def peers(self) -> Path:
        """The folder of the cards of trusted robots."""
        return self.folder / "keys" / "peers"

    @property
    def web_tokens(self) -> Path:
        """The callers of the HTTP API: digests of their tokens."""
        return self.folder / "keys" / "web-tokens.json"

    @property
    def black_box(self) -> Path:
        """The folder of recordings around faults."""
        return self.folder / "black_box"

    @property
    def governance(self) -> Path:
        """The folder of the operators' approvals, with receipts."""
        return self.folder / "governance"

    @property
    def settings(self) -> Path:
        """An operator's settings for the command line; the ROS node uses parameters."""
        return self.folder / "settings.yaml"

    @property
    def names(self) -> Path:
        """People's names for the robot's parts, by driver names."""
        return self.folder / "names.yaml"

    @property
    def is_made(self) -> bool:
        """Whether a memory has ever written to this home: a single receipt is enough."""
        folders = (self.folder / name for name in WRITTEN)
        return any(path.exists() for path in (self.ledger, self.memory_file, self.archive)) or any(
            path.is_file() for folder in folders for path in folder.rglob("[!.]*")
        )

    @property
    def exposure(self) -> str:
        """Why anybody on this machine can change the memory; empty if nobody can."""
        for folder in dict.fromkeys((self.folder, self.memory_file.parent)):
            try:
                mode = folder.stat().st_mode
            except OSError:
                continue  # it does not exist yet, and will be made private
            if mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
                return (
                    f"{folder} can be written by everybody on this machine (mode "
                    f"{stat.S_IMODE(mode):04o}), who can replace what is remembered: "
                    f"chmod o-w {folder}"
                )
        return ""


def find_home(settings: Settings, environment: Mapping[str, str] = os.environ) -> Home:
    """Find the memory home.

    Explicit settings win over the environment: a replay into ``--home /tmp/x`` must not touch the
    file in ``CASTOR_ROBOT_MEMORY_FILE``.
    """
    folder = (
        Path(settings.home or environment.get(HOME_VARIABLE) or DEFAULT_HOME)
        .expanduser()
        .absolute()
    )
    if settings.memory_file:
        file = Path(settings.memory_file).expanduser().absolute()
    elif not settings.home and environment.get(FILE_VARIABLE):
        file = Path(environment[FILE_VARIABLE]).expanduser().absolute()
    else:
        file = folder / "robot-memory.md"
    return Home(folder, file)


def is_kept(home: Path) -> bool:
    """Whether a node on this machine uses a home now; the check takes the lock briefly."""
    try:
        return is_locked(home / NODE_LOCK)
    except OSError:
        return False
