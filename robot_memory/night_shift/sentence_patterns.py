"""The patterns by which sentences are recognised, from ``sentence_patterns.yaml``."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from robot_memory import yaml_reading


def load_patterns(group: str, names: str) -> list[re.Pattern[str]]:
    """Return some patterns of a group, in the order of their names."""
    texts = {name: "".join(pieces) for name, pieces in _groups()[group].items()}
    # A name in braces stands for another expression of the group; {2,9} is a count.
    return [
        re.compile(re.sub(r"{([a-z_]+)}", lambda match: texts[match[1]], texts[name]))
        for name in names.split()
    ]


@cache
def _groups() -> Any:
    return yaml_reading.load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
