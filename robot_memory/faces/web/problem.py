"""Errors as answers: problem details (RFC 9457), ``application/problem+json``.

See docs/reference/http-api.md.
"""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from robot_memory.foundation.errors import (
    AllowanceUsedUp,
    DecisionRefused,
    HomeRefused,
    InvalidInput,
    LockHeld,
    NightShiftBusy,
    NoRoom,
    NotThere,
    NotYours,
    RobotMemoryError,
)
from robot_memory.foundation.text.escaping import sentences
from robot_memory.memory_writer import NotStoredYet

MEDIA_TYPE = "application/problem+json"
_RETRY = {"Retry-After": "5"}


class Refused(Exception):
    """A request is refused before anything is done.

    Args:
        detail: what was wrong, and what to do.
        defects: each defect with its place.
    """

    def __init__(
        self,
        status: int,
        detail: str,
        defects: list[dict[str, str]] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.problem = Problem(status, detail, defects or [], headers or {})


#: Errors caused by the request, the memory or its disk; any other error is our defect.
ANSWERED = (Refused, RobotMemoryError, NotStoredYet, sqlite3.Error, OSError)


@dataclass(frozen=True)
class Problem:
    """A problem for programs and people: its cause, the state of the data, and what to do."""

    status: int
    detail: str
    defects: list[dict[str, str]] = field(default_factory=list)
    headers: Mapping[str, str] = field(default_factory=dict)

    def as_record(self) -> dict[str, Any]:
        """Return the problem as JSON data."""
        record: dict[str, Any] = {
            "type": "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": sentences(self.detail),
        }
        return {**record, "errors": self.defects} if self.defects else record


def problem_of(error: Exception) -> Problem:
    """Return the answer to an error that is one of :data:`ANSWERED`."""
    if isinstance(error, Refused):
        return error.problem
    if isinstance(error, InvalidInput):
        defects = [{"path": one.path, "problem": one.problem} for one in error.defects]
        return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, str(error), defects)
    if isinstance(error, NotThere):
        return Problem(HTTPStatus.NOT_FOUND, str(error))
    if isinstance(error, NotYours):
        return Problem(HTTPStatus.FORBIDDEN, str(error))
    if isinstance(error, (NightShiftBusy, LockHeld, DecisionRefused, HomeRefused)):
        return Problem(HTTPStatus.CONFLICT, str(error), headers=_RETRY)
    if isinstance(error, AllowanceUsedUp):
        return Problem(HTTPStatus.TOO_MANY_REQUESTS, str(error), headers=_RETRY)
    if isinstance(error, NoRoom):
        return Problem(HTTPStatus.INSUFFICIENT_STORAGE, str(error))
    if isinstance(error, (NotStoredYet, sqlite3.Error, OSError)):
        return _of_the_disk(error)
    return Problem(HTTPStatus.CONFLICT, str(error))


def _of_the_disk(error: Exception) -> Problem:
    is_full = isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)
    status = HTTPStatus.INSUFFICIENT_STORAGE if is_full else HTTPStatus.SERVICE_UNAVAILABLE
    detail = f"{str(error) or type(error).__name__}; what was stored before is kept: try again"
    return Problem(status, detail, headers=_RETRY)
