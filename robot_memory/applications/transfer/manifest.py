"""The manifest of an exported memory: its robot, and the digest of each file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from robot_memory.foundation.errors import Defect, InvalidInput

NAME = "manifest.json"
FORMAT = 1


@dataclass(frozen=True)
class Manifest:
    """The last member of an archive.

    Attributes:
        rrn: whose memory it is; may be empty.
        exported_at: when it was made, ISO 8601.
        version: of the package that made it.
        files: SHA-256 of each file, by its path below the home.
    """

    rrn: str
    exported_at: str
    version: str
    files: Mapping[str, str]

    def to_json(self) -> bytes:
        """Return it as it is written."""
        record = {
            "format": FORMAT, "rrn": self.rrn, "exported_at": self.exported_at,
            "version": self.version, "files": dict(sorted(self.files.items())),
        }  # fmt: skip
        return json.dumps(record, indent=2).encode() + b"\n"


def read_manifest(data: bytes, where: str) -> Manifest:
    """Read a manifest.

    Raises:
        InvalidInput: it is none, or of a newer format.
    """
    try:
        record = json.loads(data)
        number = record["format"]
        manifest = Manifest(
            str(record["rrn"]), str(record["exported_at"]), str(record["version"]),
            {str(path): str(digest) for path, digest in record["files"].items()},
        )  # fmt: skip
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        defect = Defect(NAME, f"cannot be read: {error!r:.200}")
        raise InvalidInput(f"{where} is not an exported memory", [defect]) from None
    if number != FORMAT:
        defect = Defect(f"{NAME}: format", f"{number!r:.40} is not {FORMAT}; upgrade robot_memory")
        raise InvalidInput(f"{where} cannot be read by this version", [defect])
    return manifest
