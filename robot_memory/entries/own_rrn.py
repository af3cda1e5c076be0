"""The owner of a memory file, and this robot's RRN without a parameter (rules.md §3.6).

The memory file does not decide this: people and agents may edit it, and operators' signatures are
valid for only one RRN.

See docs/reference/memory-file.md, "Files that are none".
"""

from __future__ import annotations

import re
from pathlib import Path

from robot_memory.entries.file_bytes import decoded
from robot_memory.entries.memory_document import read_document
from robot_memory.entries.memory_file import MemoryFile
from robot_memory.foundation.disk.files import read_regular
from robot_memory.foundation.errors import Defect, InvalidCard, NotAMemoryFile, RrnMismatch
from robot_memory.foundation.identity import is_rrn
from robot_memory.foundation.identity.card import read_card
from robot_memory.ledger import Ledger

#: The document's name for the file; a file with this name is meant to be one.
_NAME = "robot-memory.md"
# Lines that no other tool's file has; ``entries:`` and ``schema_version:`` are common.
_TRACE = re.compile(
    r"^(?:[\"']?(?:rrn|ledger_id)[\"']?[ ]?:"
    r"|[ ]{0,8}(?:- )?[\"']?id[\"']?: ?[\"']?mem-[0-9a-f]{8})",
    re.MULTILINE,
)


def check_claim(file: MemoryFile, ledger: Ledger | None) -> None:
    """Refuse a file that is not a memory file, and was none when this home last saved it.

    A file with the document's name may hold free text (document 000 §8.2). A file with another name
    must have the front matter or, if damaged, lines of ours; or this home has saved it before.

    Raises:
        NotAMemoryFile: it is somebody's own file; nothing was changed.
    """
    text = file.text
    if text is None or not text.strip() or file.path.name == _NAME:
        return
    document = read_document(text)
    is_ours = _TRACE.search(text) or (document is not None and not document.is_free_text)
    if is_ours or (ledger is not None and ledger.has_saved(file.target)):
        return
    file.forget()
    raise NotAMemoryFile(
        f"{file.path} is not empty and no memory file: it has no front matter with "
        "schema_version, and this home never saved it; it was left as it is. Let memory_file (or "
        "CASTOR_ROBOT_MEMORY_FILE) name a file that does not exist yet; if the memory is to be "
        f"kept below this text, rename the file to {_NAME}"
    )


def known_rrn(ledger: Ledger | None, card: Path | None) -> str:
    """Return the RRN of a home's robot; empty if the home has none of its own yet.

    The ledger holds the RRN of the last save of the file. If the ledger was lost, the card of this
    robot's keys holds it.
    """
    saved = "" if ledger is None else ledger.rrn()
    if is_rrn(saved):
        return saved
    if card is None:
        return ""
    try:
        return read_card(read_regular(card).decode(errors="replace"), str(card)).rrn
    except (OSError, InvalidCard):  # reported by the code that signs with these keys
        return ""


def rrn_in(data: bytes) -> str:
    """Return the RRN in a memory file; empty if it has none, or cannot be read."""
    document = read_document(decoded(data))
    return "" if document is None else document.header.rrn


def rrn_defects(found: str, own: str) -> list[Defect]:
    """Return the defect of a wrong RRN in a memory file; a missing RRN is another defect."""
    if not found or not own or found == own:
        return []
    problem = (
        f"{found!r:.40} is not this robot, which goes on as {own}: write `rrn: {own}` there, or "
        f"set the parameter rrn if this robot is {found!r:.40} from now on"
    )
    return [Defect("rrn", problem)]


def check_owner(file: MemoryFile, found: str, wanted: str) -> None:
    """Raise RrnMismatch if a file has another RRN than the parameter; nothing was changed."""
    if found and wanted and found != wanted:
        file.forget()
        raise RrnMismatch(
            f"{file.path} belongs to {found}, this robot is {wanted}; nothing was changed: set "
            "the right rrn, or give this robot a memory file of its own"
        )
