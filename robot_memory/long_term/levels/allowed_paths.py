"""Which relative paths and which names of files a tool may read or write below a level.

See docs/reference/levels.md, "Files".
"""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.secrets.secrets_filter import tells_a_secret
from robot_memory.foundation.text.unicode_text import as_name, is_visible, reads_as

_KEY = re.compile(r"\w[\w.-]*")
_LONGEST_NAME = 100  # bytes
_SECRET = "looks like a password, a token or a key: choose another name"
#: Names with a meaning of their own: another spelling may be the same file, and is none of them.
_OWN = {as_name(name): name for name in (
    "archive", "behaviors", "behaviors.json", "checkpoints", "conversations", "events",
    "events.jsonl", "knowledge", "rlds_episodes", "skills", "SKILL.md", "agents.md",
    "capabilities.json", "guardrails.json", "sandbox_rules.json",
)}  # fmt: skip


def check_path(folder: Path, path: str) -> Path:
    """Return the file that a path below the folder of a level names.

    Raises:
        InvalidInput: the path leaves the level, by its words or over a symbolic link, or
            names something hidden, archived, or no file.
    """
    defect = _defect_of(path) or _defect_on_disk(folder, path)
    if defect is not None:
        where = folder.name if defect is _SECRET else f"{folder.name}/{path}"
        raise InvalidInput("nothing was read or written", [Defect(where, defect)])
    return folder / path


def _defect_of(path: str) -> str | None:
    if tells_a_secret(path):
        return _SECRET
    if not is_visible(path) or "\\" in path or path.startswith("/"):
        return "is not a relative path"
    parts = PurePosixPath(path).parts
    if not parts:
        return "is empty"
    if any(part.startswith(".") for part in path.split("/")):
        return "holds a name that begins with a dot"
    if path != "/".join(parts):
        return f"is not written in its one form, {'/'.join(parts)!r}"
    if any(part.endswith((".", " ")) for part in parts):
        return "holds a name that ends with a dot or a space, which some disks leave out"
    for part in parts:
        if (own := _OWN.get(as_name(part), part)) != part:
            return f"holds {part!r}, which is {own!r} on a disk that ignores case"
    if parts[0] == "archive":
        return "is archived"
    long = next((part for part in parts if len(part.encode()) > _LONGEST_NAME), None)
    return f"holds a name of more than {_LONGEST_NAME} bytes" if long else None


def _defect_on_disk(folder: Path, path: str) -> str | None:
    target = folder / path
    if not target.resolve().is_relative_to(folder.resolve()):
        return "leads out of the level"
    above = target.relative_to(folder).parents
    if target.is_dir() or any((folder / part).is_file() for part in above):
        return "is not a file, or leads over one"
    return _twin_on_disk(folder, path)


def _twin_on_disk(folder: Path, path: str) -> str | None:
    """Return what is wrong where another spelling of a name is there: some disks know but one."""
    for part in PurePosixPath(path).parts:
        names = [one.name for one in folder.iterdir()] if folder.is_dir() else []
        twin = next((name for name in names if reads_as(name) == reads_as(part)), None)
        if twin is not None and part not in names:
            return f"holds {part!r}, which reads as {twin!r}, or is it on a disk that ignores case"
        folder /= part
    return None


def is_key(text: str) -> bool:
    """Tell whether a text can name a file, without its suffix."""
    return bool(_KEY.fullmatch(text)) and len(text.encode()) <= _LONGEST_NAME


def check_key(key: str) -> str:
    """Return the key, the name of a file without its suffix.

    Raises:
        InvalidInput: it is none; a path is refused.
    """
    if tells_a_secret(key):
        raise InvalidInput("nothing was written", [Defect("key", _SECRET)])
    if not is_key(key):
        problem = (
            f"{key!r:.120} is not a name of 1 to {_LONGEST_NAME} bytes of letters, digits, '_', "
            "'-' and '.'"
        )
        raise InvalidInput("nothing was written", [Defect("key", problem)])
    return key
