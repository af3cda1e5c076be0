"""The top-level fields of ``robot-memory.md`` (document 000 §3.3)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from robot_memory.entries.front_matter import FrontMatterSection
from robot_memory.foundation.errors import Defect
from robot_memory.foundation.identity import is_rrn
from robot_memory.foundation.time import stamps

SCHEMA_VERSION = "1.0"
_MAJOR = 1
_WHOLE = re.compile(r"[0-9]{1,18}", re.ASCII)  # what a row of the ledger can be numbered
_NULLS = ("", "~", "null", "Null", "NULL")  # of YAML


@dataclass(frozen=True)
class FileHeader:
    """The top-level fields, and the last row of the ledger that the file includes.

    ``ledger_id`` and ``ledger_seq`` are None where the file does not carry them.
    """

    schema_version: str = SCHEMA_VERSION
    rrn: str = ""
    last_updated: datetime | None = None
    ledger_id: str | None = None
    ledger_seq: int | None = None

    @property
    def is_newer(self) -> bool:
        """Whether a newer major schema wrote the file: then it is only read."""
        major = self.schema_version.split(".")[0]
        return not (_WHOLE.fullmatch(major) and int(major) <= _MAJOR)


def read_header(sections: Sequence[FrontMatterSection]) -> tuple[FileHeader, list[Defect]]:
    """Read the top-level fields, gathering what is wrong with them."""
    values = {section.name: section.value for section in sections}
    defects: list[Defect] = []
    rrn = values.get("rrn", "")
    if not rrn:
        defects.append(Defect("rrn", "is missing"))
    elif not is_rrn(rrn):
        defects.append(Defect("rrn", f"{rrn!r} is not a Robot Resource Name"))
    header = FileHeader(
        schema_version=values.get("schema_version", ""),
        rrn=rrn,
        last_updated=_time(values.get("last_updated", ""), defects),
        ledger_id=None if values.get("ledger_id", "") in _NULLS else values["ledger_id"],
        ledger_seq=_number(values.get("ledger_seq"), defects),
    )
    if not any(section.name == "entries" and section.text.strip() for section in sections):
        defects.append(Defect("entries", "is missing"))
    return header, defects


def _time(text: str, defects: list[Defect]) -> datetime | None:
    if not text:
        defects.append(Defect("last_updated", "is missing"))
        return None
    try:
        return stamps.from_text(text)
    except ValueError as error:
        defects.append(Defect("last_updated", str(error)))
        return None


def _number(text: str | None, defects: list[Defect]) -> int | None:
    if text is None:
        return None
    if not _WHOLE.fullmatch(text):
        problem = f"{text!r:.60} is not a whole number of at most 18 digits"
        defects.append(Defect("ledger_seq", problem))
        return None
    return int(text)
