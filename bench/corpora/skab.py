"""SKAB, the Skoltech Anomaly Benchmark: a water loop with valves, eight sensors at 1 Hz.

Its rule for outliers: each row is right or wrong, over all files together. Given are F1, the share
of healthy rows called anomalous (FAR), and the share of anomalous rows not called so (MAR).
https://github.com/waico/SKAB
"""

from __future__ import annotations

import csv
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from corpora.told_times import Interval, told_times

_TIME, _LABELS, _TRUTH = "datetime", ("anomaly", "changepoint"), "anomaly"


class BadCorpus(Exception):
    """A folder is not the expected corpus; the message says what is missing."""


@dataclass(frozen=True)
class Confusion:
    """Row counts of all files, by truth and by verdict."""

    hits: int = 0
    misses: int = 0
    false: int = 0
    right: int = 0

    def __add__(self, other: Confusion) -> Confusion:
        return Confusion(
            self.hits + other.hits, self.misses + other.misses,
            self.false + other.false, self.right + other.right,
        )  # fmt: skip

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall; 0 where nothing was found."""
        wrong = self.misses + self.false
        return 2.0 * self.hits / (2.0 * self.hits + wrong) if self.hits else 0.0

    @property
    def far(self) -> float:
        """Share of healthy rows that were called anomalous."""
        return self.false / max(1, self.false + self.right)

    @property
    def mar(self) -> float:
        """Share of anomalous rows that were not called so."""
        return self.misses / max(1, self.misses + self.hits)


def files_of(folder: Path) -> list[Path]:
    """Return the labelled files of SKAB; the folder is its repository, or the ``data`` in it.

    Raises:
        BadCorpus: there are none.
    """
    if not folder.is_dir():
        raise BadCorpus(f"--corpus {folder}: there is no such folder; give that of SKAB's clone")
    data = folder / "data" if (folder / "data").is_dir() else folder
    found = [path for path in sorted(data.glob("*/*.csv")) if _header(path) and _is_labelled(path)]
    if not found:
        raise BadCorpus(
            f"--corpus {folder}: no file */*.csv below it has the columns {_TIME} and {_TRUTH}, "
            "separated by semicolons, as SKAB's have; nothing was scored"
        )
    return found


def _header(path: Path) -> list[str]:
    with path.open(newline="", encoding="utf-8") as file:
        return next(csv.reader(file, delimiter=";"), [])


def _is_labelled(path: Path) -> bool:
    return {_TIME, _TRUTH} <= set(_header(path))


def score_file(path: Path) -> Confusion:
    """Play a file without its labels, and compare.

    Raises:
        BadCorpus: a row has no time or no label.
    """
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter=";"))
    with tempfile.TemporaryDirectory(prefix="robot-memory-") as folder:
        table = Path(folder) / path.name
        _write_unlabelled(rows, table)
        told = told_times(table)
    return confusion(((_time(row, path), _is_anomalous(row, path)) for row in rows), told)


def _write_unlabelled(rows: Sequence[dict[str, str]], table: Path) -> None:
    names = [name for name in rows[0] if name not in _LABELS] if rows else [_TIME]
    with table.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, names, delimiter=";", extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)


def _time(row: dict[str, str], path: Path) -> float:
    try:
        return datetime.fromisoformat(row[_TIME]).replace(tzinfo=timezone.utc).timestamp()
    except (TypeError, ValueError):
        raise BadCorpus(f"{path}: {_TIME} is {row[_TIME]!r}, expected a date and time") from None


def _is_anomalous(row: dict[str, str], path: Path) -> bool:
    try:
        return float(row[_TRUTH]) > 0.0
    except (TypeError, ValueError):
        raise BadCorpus(f"{path}: {_TRUTH} is {row[_TRUTH]!r}, expected 0 or 1") from None


def confusion(rows: Iterable[tuple[float, bool]], told: Sequence[Interval]) -> Confusion:
    """Compare rows, each with its time and label, with the intervals that were reported."""
    counts = {(True, True): 0, (True, False): 0, (False, True): 0, (False, False): 0}
    for time, is_anomalous in rows:
        is_told = any(begin <= time <= end for begin, end in told)
        counts[is_anomalous, is_told] += 1
    return Confusion(
        counts[True, True], counts[True, False], counts[False, True], counts[False, False]
    )


def report(folder: Path) -> str:
    """Score all files, and return the figures as lines for the page.

    Raises:
        BadCorpus: as above.
    """
    files = files_of(folder)
    total = sum(map(score_file, files), Confusion())
    return (
        f"SKAB, {len(files)} files, each row by itself: F1 {total.f1:.3f}, "
        f"false alarms {100.0 * total.far:.1f} % of healthy rows, "
        f"missed {100.0 * total.mar:.1f} % of anomalous rows.\n"
    )
