"""Whose memory a file is, and which robot this is, where no parameter says so (rules.md §3.6).

A line of the memory file does not decide that: people and agents may edit that file, and what
operators signed holds for one RRN alone.

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

#: The name that the document gives the file; who gives it to a file says what the file is.
_NAME = "robot-memory.md"
# Lines that no other tool's file has; ``entries:`` and ``schema_version:`` stand in many.
_TRACE = re.compile(
    r"^(?:[\"']?(?:rrn|ledger_id)[\"']?[ ]?:"
    r"|[ ]{0,8}(?:- )?[\"']?id[\"']?: ?[\"']?mem-[0-9a-f]{8})",
    re.MULTILINE,
)


def check_claim(file: MemoryFile, ledger: Ledger | None) -> None:
    """Refuse a file that neither is a memory file, nor was one when this home saved it.

    A file with the document's name may hold free text (document 000 §8.2). One with another name
    must have the front matter or, damaged, lines of ours; or this home has saved it before.

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
    """Return the RRN by which a home knows its robot; empty where it has none of its own yet.

    The ledger has the RRN with which the file was saved last; where the ledger was lost, the card
    of this robot's keys says it.
    """
    saved = "" if ledger is None else ledger.rrn()
    if is_rrn(saved):
        return saved
    if card is None:
        return ""
    try:
        return read_card(read_regular(card).decode(errors="replace"), str(card)).rrn
    except (OSError, InvalidCard):  # whoever signs with these keys says so
        return ""


def rrn_in(data: bytes) -> str:
    """Return whose memory a memory file says it is; empty where it does not, or cannot be read."""
    document = read_document(decoded(data))
    return "" if document is None else document.header.rrn


def rrn_defects(found: str, own: str) -> list[Defect]:
    """Return what is wrong with the RRN that was found in a memory file; none is another defect."""
    if not found or not own or found == own:
        return []
    problem = (
        f"{found!r:.40} is not this robot, which goes on as {own}: write `rrn: {own}` there, or "
        f"set the parameter rrn if this robot is {found!r:.40} from now on"
    )
    return [Defect("rrn", problem)]


def check_owner(file: MemoryFile, found: str, wanted: str) -> None:
    """Raise RrnMismatch where a file has another RRN than the parameter; nothing was changed."""
    if found and wanted and found != wanted:
        file.forget()
        raise RrnMismatch(
            f"{file.path} belongs to {found}, this robot is {wanted}; nothing was changed: set "
            "the right rrn, or give this robot a memory file of its own"
        )
