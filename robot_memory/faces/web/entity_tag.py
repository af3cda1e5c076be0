"""Entity tags (RFC 9110 §8.8.3): detect that a resource changed since it was read.

See docs/reference/http-api.md.
"""

from __future__ import annotations

import hashlib
from http import HTTPStatus

from robot_memory.faces.web.problem import Refused


def tag_of(content: str | bytes) -> str:
    """Return the strong entity tag of a text."""
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    return f'"{hashlib.sha256(data).hexdigest()[:32]}"'


def matches(header: str, tag: str) -> bool:
    """Tell whether a list of tags, as of ``If-None-Match``, holds a tag (weak comparison)."""
    given = [part.strip().removeprefix("W/") for part in header.split(",")]
    return "*" in given or tag in given


def check_match(header: str, current: str | None) -> None:
    """Refuse a change of what is not any more as the caller read it.

    Args:
        header: ``If-Match``.
        current: the text as it is now; None where there is none.

    Raises:
        Refused: 412; nothing was written.
    """
    if current is None or not matches(header, tag_of(current)):
        detail = (
            "the file is not what If-Match names any more; nothing was written: read it again, "
            "and write with the tag that it has then"
        )
        raise Refused(HTTPStatus.PRECONDITION_FAILED, detail)
