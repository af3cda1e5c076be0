"""Which files of a home an export holds; an import takes no others.

See docs/how-to/back-up-and-move.md, "Back up".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from robot_memory.unicode_text import reads_as

MEMORY_FILE = "robot-memory.md"
_WEBHOOKS = "webhooks.yaml"
#: What stays, by the names at the top of a home: private keys, secrets of webhooks, and what is
#: made anew from the rest.
_LEFT_OUT = frozenset({
    "keys", _WEBHOOKS, "webhooks.state.json", "index", "index.db",
})  # fmt: skip
_JOURNALS = ("-wal", "-shm", "-journal")
#: What this machine's node published last says nothing of another machine.
_IN_FORCE = ("governance", "in_force")
#: The private half of a key of 32 bytes, in the file of a robot's keys or of an operator's.
_SEED = re.compile(rb'"(?:ed25519|ml_dsa_65)_seed"\s*:\s*"[\w-]{43}')
#: The secret of a webhook, in the form of the Standard Webhooks specification.
_WEBHOOK_SECRET = re.compile(rb"whsec_[A-Za-z0-9+/_-]{16}")
_LOOKED_AT = 1 << 16  # bytes at the beginning of a file; one of keys or webhooks is shorter
_MOST_NAMES = 20  # in a line
#: Begins the line that names what was left out.
LEFT_OUT = "left out, as they are private keys or copies of webhooks.yaml"


def is_exported(below: PurePath) -> bool:
    """Tell whether an export holds a file.

    Names are compared as people read them and as a disk does that ignores case, forms of letters,
    what is not seen, and dots and spaces at the end. A journal would change the database beside it.
    Folders of governance are taken as they are written alone: another spelling would be the same
    folder on such a disk.

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


def is_secret(below: PurePath, data: bytes) -> bool:
    """Tell whether a file is private wherever it lies; exports of earlier versions held such ones.

    That is a file of private keys, by what it begins with, and a copy of ``webhooks.yaml``, by its
    name (``webhooks.yaml~``) or a secret that it holds. The memory removes keys from all that it
    writes: no record of its own looks like one.

    Args:
        below: its path below the home.
        data: what it holds.
    """
    is_copy = any(_WEBHOOKS in _plain(name) for name in below.parts)
    patterns = (_SEED, _WEBHOOK_SECRET)
    return is_copy or any(one.search(data, 0, _LOOKED_AT) is not None for one in patterns)


def named(what: str, names: Sequence[str]) -> Iterator[str]:
    """Yield a line with names, the first twenty; nothing where there are none."""
    if names:
        more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
        yield f"{what}: {', '.join(names[:_MOST_NAMES])}{more}"


def _plain(name: str) -> str:
    return reads_as(name).rstrip(". ")
