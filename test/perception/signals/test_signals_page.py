"""The page on signals: its table names what there is."""

from __future__ import annotations

import re
from pathlib import Path

from robot_memory.perception.signals import SIGNALS

PAGE = (Path(__file__).parents[3] / "docs" / "reference" / "signals.md").read_text(encoding="utf-8")


def test_every_small_detector_is_in_the_table():
    assert set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)) == set(SIGNALS)
