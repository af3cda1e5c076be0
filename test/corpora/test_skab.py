"""A public corpus is scored by its own rule, through the shipped code."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from corpora.skab import BadCorpus, Confusion, confusion, files_of, report

_START = datetime(2020, 3, 9, 10, 0)


def write(folder: Path, rows: int = 1400, fault_from: int = 1200) -> Path:
    """Write a file in SKAB's format, with a sensor that is far off from some row on."""
    chance = random.Random(4)
    lines = ["datetime;Pressure;Current;anomaly;changepoint"]
    for row in range(rows):
        is_off = row >= fault_from
        value = chance.gauss(60.0 if is_off else 2.0, 0.1)
        stamp = (_START + timedelta(seconds=row)).strftime("%Y-%m-%d %H:%M:%S")
        lines.append(f"{stamp};{value:.4f};{chance.gauss(1.0, 0.1):.4f};{float(is_off)};0.0")
    path = folder / "valve1" / "0.csv"
    path.parent.mkdir()
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_each_row_is_counted_separately() -> None:
    truth = [(float(time), time >= 6) for time in range(10)]

    assert confusion(truth, [(5.0, 8.0)]) == Confusion(hits=3, misses=1, false=1, right=5)


def test_f1_far_and_mar_follow_the_formulas_of_the_corpus() -> None:
    found = Confusion(hits=3, misses=1, false=1, right=5)

    assert (found.f1, found.far, found.mar) == (0.75, 1 / 6, 0.25)


def test_f1_is_zero_if_nothing_was_found() -> None:
    assert Confusion(misses=4, right=6).f1 == 0.0


def test_a_gross_fault_of_a_file_is_found_without_its_labels(tmp_path: Path) -> None:
    write(tmp_path)

    figures = report(tmp_path)

    assert figures.startswith("SKAB, 1 files")
    assert "false alarms 0.0 %" in figures
    assert "F1 0.000" not in figures


def test_the_data_folder_of_a_repository_clone_is_read_too(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    path = write(tmp_path / "data", rows=3)

    assert files_of(tmp_path) == [path]


@pytest.mark.parametrize("made", [False, True])
def test_a_folder_without_the_corpus_raises(tmp_path: Path, made: bool) -> None:
    folder = tmp_path / "skab"
    if made:
        folder.mkdir()

    with pytest.raises(BadCorpus, match=r"--corpus .*skab: (there is no such|no file)"):
        files_of(folder)


def test_an_invalid_label_is_reported_with_its_column_and_value(tmp_path: Path) -> None:
    path = write(tmp_path, rows=3)
    path.write_text(path.read_text("utf-8").replace("0.0;0.0", "maybe;0.0", 1), encoding="utf-8")

    with pytest.raises(BadCorpus, match="anomaly is 'maybe', expected 0 or 1"):
        report(tmp_path)
