"""The topic of a table, by the name of its file.

The files of one logger differ in a date, a time or a running number. What differs so is no part of
the topic: each day would be another part of the robot. `robot_7` and `pump2` keep their numbers.
"""

from __future__ import annotations

import re
from pathlib import Path

_YEAR, _MONTH, _DAY = r"(?:19|20)\d\d", r"(?:0[1-9]|1[0-2])", r"(?:0[1-9]|[12]\d|3[01])"
_CLOCK = (
    r"(?:[01]\d|2[0-3])[-_:.h]?[0-5]\d(?:[-_:.m]?[0-5]\ds?(?:[.,_-]?\d{1,9})?)?"
    r"(?:Z|UTC|[+-]\d\d:?\d\d)?"
)
_STAMP = re.compile(
    rf"(?<![A-Za-z\d])(?:(?:{_YEAR}[-_. ]?{_MONTH}[-_. ]?{_DAY}|{_DAY}[-_.]{_MONTH}[-_.]{_YEAR}"
    rf"|{_MONTH}[-_.]{_DAY}[-_.]{_YEAR})"
    rf"(?:(?:[T_\-. ]{{1,3}}|[_ ]at[_ ])?{_CLOCK})?(?:[-_]\d{{1,3}})?"
    rf"|{_YEAR}[-_.]{_MONTH}|{_YEAR}[-_.]?W\d\d|\d\d([-:.])\d\d\1\d\d|1\d{{9}}(?:\d{{3}}){{0,3}})"
    r"(?![A-Za-z\d])"
)
"""A date, with a time and the number of the file in that day where they follow; a month; a week; a
time; a count of seconds, or of their fractions, since 1970."""
_RUNNING = re.compile(
    r"(?:\(\d{1,9}\)|(?<![A-Za-z])(?:part|chunk|segment|split)[-_ ]?\d{1,9}"
    r"|(?<![A-Za-z\d])0\d{2,5})\Z",
    re.IGNORECASE,
)
"""A running number at a name's end: `(2)`, `part3`, `001`. That begins with zero: `101` may be the
robot's."""
_BETWEEN = "-_. "
_BAG_PREFIX = re.compile(r"\A.*\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d[^-]*-(?=.)")
"""The name of the bag, as `rosbag record` makes it, before the name of the topic."""


def topic_of_export(path: Path) -> str:
    """'mavros-imu-data.csv' is '/mavros/imu/data'; '-' is how exports write '/'."""
    stem = _lasting(_BAG_PREFIX.sub("", path.stem)) or path.stem
    parts = [re.sub(r"\W+", "_", part) for part in stem.split("-")]
    return "/" + "/".join(part for part in parts if part)


def topic_of_table(path: Path) -> str:
    """'Robot log (1).csv' is '/Robot_log', and so is 'Robot log 2026-03-10.csv'.

    One that has nothing but a date, or a number, is called after its folder.
    """
    names = (path.stem, *(folder.name for folder in path.absolute().parents))
    return _topic(next(filter(None, map(_lasting, names)), "table"))


def topic_of_file(path: Path) -> str:
    """'Robot log (1).csv' is '/Robot_log_1', so that it differs from any other file's."""
    return _topic(path.stem)


def _topic(name: str) -> str:
    return "/" + re.sub(r"\W+", "_", name).strip("_")


def _lasting(name: str) -> str:
    """What the files of one logger have in common of their names; '' where that is nothing."""
    parts = [part.strip(_BETWEEN) for part in _STAMP.sub("\n", name).split("\n")]
    lasting, before = "_".join(filter(None, parts)) if len(parts) > 1 else name, ""
    while lasting != before:
        before, lasting = lasting, _RUNNING.sub("", lasting.rstrip(_BETWEEN))
    lasting = lasting.strip("()[]")
    return "" if lasting.isdigit() else lasting
