"""A recording of the black box as a file: for Foxglove, or ``ros2 bag play``.

See docs/reference/http-api.md, "Without JSON".
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from http import HTTPStatus
from typing import BinaryIO
from urllib.parse import quote

from starlette.responses import StreamingResponse

from robot_memory.applications.black_box import FaultRecordings
from robot_memory.faces.web.access import CHALLENGE
from robot_memory.faces.web.problem import Refused
from robot_memory.foundation.disk import files
from robot_memory.foundation.home import Home
from robot_memory.foundation.identity.tokens import Caller, CallerKind

_PIECE = 256 * 1024  # bytes


def send_recording(home: Home, name: str, caller: Caller) -> StreamingResponse:
    """Return a response that sends a recording, even if the file is deleted meanwhile.

    A recording contains what cameras saw. So only a person with a token may read it, even on
    loopback.

    Raises:
        Refused: 401 or 403, the caller is no such person; 404, no recording has that name.
        OSError: the recording cannot be read.
    """
    if not caller.name:
        detail = "a recording needs a person's token: `robot-memory web issue NAME` makes one"
        raise Refused(HTTPStatus.UNAUTHORIZED, detail, headers=CHALLENGE)
    if caller.kind is not CallerKind.PERSON:
        raise Refused(HTTPStatus.FORBIDDEN, f"{caller.name} is an agent; recordings are a person's")
    recordings = FaultRecordings(home.black_box).all()
    path = next((one.path for one in recordings if one.path.name == name), None)
    if path is None:
        detail = f"there is no recording {name!r:.200}; older ones leave where others need the room"
        raise Refused(HTTPStatus.NOT_FOUND, detail)
    file = files.open_regular(path)
    size = os.fstat(file.fileno()).st_size
    headers = {
        "Content-Length": str(size),
        "Content-Disposition": f"attachment; filename*=UTF-8''{quote(path.name)}",
        "Content-Encoding": "identity",  # it is compressed already
        "Cache-Control": "private, no-store",
    }
    return StreamingResponse(
        _pieces(file, size), headers=headers, media_type="application/octet-stream"
    )


def _pieces(file: BinaryIO, size: int) -> Iterator[bytes]:
    """Yield the file up to its first size: a node may still be writing."""
    with file:
        while piece := file.read(min(_PIECE, size)):
            yield piece
            size -= len(piece)
