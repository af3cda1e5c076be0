"""Topic names from file names."""

from __future__ import annotations

import re
from pathlib import Path

BAG_PREFIX = re.compile(r"\A.*\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d[^-]*-(?=.)")
"""The name of the bag, as `rosbag record` makes it, before the name of the topic."""


def topic_of_export(path: Path) -> str:
    """'mavros-imu-data.csv' is '/mavros/imu/data'; '-' is how exports write '/'."""
    stem = BAG_PREFIX.sub("", path.stem)
    parts = [re.sub(r"\W+", "_", part) for part in stem.split("-")]
    return "/" + "/".join(part for part in parts if part)


def topic_of_table(path: Path) -> str:
    """'Robot log (1).csv' is '/Robot_log_1'."""
    return "/" + re.sub(r"\W+", "_", path.stem).strip("_")
