"""Which robot this is, where no parameter says so: not what a line of the memory file says.

People and agents may edit that file, and what operators signed holds for one RRN alone.

Specification: rules.md §3.6.
"""

from __future__ import annotations

from pathlib import Path

from robot_memory.entries.memory_document import FrontMatterDamaged, MemoryDocument
from robot_memory.entries.memory_file import MemoryFile
from robot_memory.foundation.disk.files import read_regular
from robot_memory.foundation.errors import Defect, InvalidCard, RrnMismatch
from robot_memory.foundation.identity import is_rrn
from robot_memory.foundation.identity.card import read_card
from robot_memory.ledger import Ledger


def known_rrn(ledger: Ledger | None, card: Path | None) -> str:
    """Return the RRN by which a home knows its robot; empty where it has none of its own yet.

    Args:
        ledger: has the RRN with which the memory file was saved last.
        card: of this robot's keys: a ledger that was lost does not make another robot of it.
    """
    saved = "" if ledger is None else ledger.rrn()
    return saved if is_rrn(saved) else _card_rrn(card)


def _card_rrn(path: Path | None) -> str:
    if path is None:
        return ""
    try:
        return read_card(read_regular(path).decode(errors="replace"), str(path)).rrn
    except (OSError, InvalidCard):  # whoever signs with these keys says so
        return ""


def rrn_in(data: bytes) -> str:
    """Return whose memory a memory file says it is; empty where it does not, or cannot be read."""
    try:
        return MemoryDocument(data.decode("utf-8", "surrogateescape")).header.rrn
    except FrontMatterDamaged:
        return ""


def rrn_defects(found: str, own: str) -> list[Defect]:
    """Return what is wrong with the RRN of a memory file.

    Args:
        found: in the file; empty: it has none, which is another defect.
        own: this robot's.
    """
    if not found or not own or found == own:
        return []
    problem = (
        f"{found!r:.40} is not this robot, which goes on as {own}: write `rrn: {own}` there, or "
        f"set the parameter rrn if this robot is {found!r:.40} from now on"
    )
    return [Defect("rrn", problem)]


def check_owner(file: MemoryFile, found: str, wanted: str) -> None:
    """Refuse a file whose RRN is another one than the parameter's.

    Raises:
        RrnMismatch: it is; nothing was changed.
    """
    if found and wanted and found != wanted:
        file.forget()
        raise RrnMismatch(
            f"{file.path} belongs to {found}, this robot is {wanted}; nothing was changed: set "
            "the right rrn, or give this robot a memory file of its own"
        )
