"""``python tools/reference``: writes the pages of docs/reference."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[2])]

from reference.pages import write  # noqa: E402  needs the path

write()
