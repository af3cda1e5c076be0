"""The newest hash of a robot's event log, which its peers store as witnesses (rules.md §6.8)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from robot_memory.foundation.errors import Defect

_DIGEST = re.compile("[0-9a-f]{64}")
_LARGEST = 2**53


@dataclass(frozen=True)
class AuditHead:
    """The newest line of a record; whoever saw it can tell later that lines were cut off.

    Attributes:
        seq: its number, counted from 1 for ever.
        digest: SHA-256 of the line, as hexadecimal digits.
    """

    seq: int
    digest: str

    def as_record(self) -> dict[str, int | str]:
        """Return it as JSON data."""
        return {"seq": self.seq, "digest": self.digest}

    def __str__(self) -> str:
        return f"{self.seq}:{self.digest}"

    def is_missing_in(self, said: AuditHead | None) -> bool:
        """Tell whether a head that was said later is of a record that lacks this line."""
        return said is None or said.seq < self.seq or (said.seq == self.seq and said != self)


def read_audit_head(record: object, path: str) -> AuditHead | Defect:
    """Read what :meth:`AuditHead.as_record` wrote, or say what is wrong with it."""
    given = record if isinstance(record, Mapping) else {}
    seq, digest = given.get("seq"), given.get("digest")
    if type(seq) is not int or not 0 < seq <= _LARGEST:
        return Defect(f"{path}.seq", f"{seq!r:.80} is not a whole number from 1 to {_LARGEST}")
    if not isinstance(digest, str) or not _DIGEST.fullmatch(digest):
        return Defect(f"{path}.digest", f"{digest!r:.80} is not a SHA-256 in hexadecimal digits")
    return AuditHead(seq, digest)
