"""What to install if a library is missing.

robot_memory is in no package index, so anybody could register its name there. A hint names the
libraries themselves, which works for every installation, and the source folder.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from robot_memory.foundation.errors import InvalidInput

#: The libraries of each extra, as in setup.cfg.
LIBRARIES = {
    "federation": ("cryptography>=47",),
    "zenoh": ("cryptography>=47", "eclipse-zenoh>=1.10,<2"),
    "postgres": ("pg8000>=1.31",),
    "replay": ("rosbags>=0.11.9", "pyulog>=1.1"),
    "report": ("Jinja2>=3.0",),
    "web": ("starlette>=0.46,<2", "uvicorn>=0.30", "prometheus-client>=0.20"),
    "watch": ("textual>=8,<9",),
    "completion": ("argcomplete>=3.1",),
    "mcp": ("mcp>=2,<3",),
}


def how_to_install(extra: str) -> str:
    """Return the two commands that install the libraries of an extra."""
    libraries = " ".join(f"'{library}'" for library in LIBRARIES[extra])
    return f"`pip install {libraries}`, or `pip install '.[{extra}]'` in the folder of the source"


@contextmanager
def needing(what: str, extra: str) -> Iterator[None]:
    """Turn a failed import in a block into an error that says what to install.

    Raises:
        InvalidInput: a library is missing: "the page needs …".
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise InvalidInput(f"{what} {error.name}: {how_to_install(extra)}") from error
