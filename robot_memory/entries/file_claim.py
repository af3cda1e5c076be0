"""Whether a file may be taken for the memory file: a setting may name any file (rules.md §3.4).

See docs/reference/memory-file.md, "Files that are none".
"""

from __future__ import annotations

import re

from robot_memory.entries.memory_document import FrontMatterDamaged, MemoryDocument
from robot_memory.entries.memory_file import MemoryFile
from robot_memory.foundation.errors import NotAMemoryFile
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
    is taken where it has the front matter, where it is damaged but holds lines of ours, or where
    this home has saved it before.

    Raises:
        NotAMemoryFile: it is somebody's own file; nothing was changed.
    """
    text = file.text
    if text is None or not text.strip() or file.path.name == _NAME:
        return
    if _is_ours(text) or (ledger is not None and ledger.has_saved(file.target)):
        return
    file.forget()
    raise NotAMemoryFile(
        f"{file.path} is not empty and no memory file: it has no front matter with "
        "schema_version, and this home never saved it; it was left as it is. Let memory_file (or "
        "CASTOR_ROBOT_MEMORY_FILE) name a file that does not exist yet; if the memory is to be "
        f"kept below this text, rename the file to {_NAME}"
    )


def _is_ours(text: str) -> bool:
    if _TRACE.search(text):
        return True
    try:
        return not MemoryDocument(text).is_free_text
    except FrontMatterDamaged:
        return False
