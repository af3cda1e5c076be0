"""Which files of a home an export holds; an import takes no others."""

from __future__ import annotations

from pathlib import PurePath

from robot_memory.unicode_text import as_name

#: What stays, by the names at the top of a home: private keys, secrets of webhooks, and what is
#: made anew from the rest.
_LEFT_OUT = frozenset({
    "keys", "webhooks.yaml", "webhooks.state.json", "index", "index.db",
})  # fmt: skip
_JOURNALS = ("-wal", "-shm", "-journal")
#: What this machine's node published last says nothing of another machine.
_IN_FORCE = ("governance", "in_force")


def is_exported(below: PurePath) -> bool:
    """Tell whether an export holds a file.

    Names are compared as a disk does that ignores case, forms of letters, and dots and spaces at
    the end. A journal would change the database beside it. Folders of governance are taken as they
    are written alone: another spelling would be the same folder on such a disk.

    Args:
        below: its path below the home.
    """
    names = tuple(map(_plain, below.parts))
    last = names[-1]
    is_passing = (last.startswith(".") and last.endswith((".lock", ".tmp"))) or last.endswith(
        _JOURNALS
    )
    is_respelt = names[0] == "governance" and names[:2] != below.parts[:2]
    return names[0] not in _LEFT_OUT and names[:2] != _IN_FORCE and not (is_passing or is_respelt)


def _plain(name: str) -> str:
    return as_name(name).rstrip(". ")
