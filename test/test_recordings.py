"""The real recordings: small enough for every clone, each with its licence text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DATA = Path(__file__).parent / "data"
MOST = 8_000_000  # bytes in total
FOLDERS = sorted(path for path in DATA.iterdir() if path.is_dir())


def test_all_recordings_are_small_enough_for_every_clone() -> None:
    sizes = {path: path.stat().st_size for path in DATA.rglob("*") if path.is_file()}
    largest = sorted(sizes, key=sizes.__getitem__)[-3:]

    assert sum(sizes.values()) <= MOST, f"the largest are {largest}"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_each_folder_says_under_which_licence_it_is(folder: Path) -> None:
    notice = (folder / "NOTICE.md").read_text(encoding="utf-8")

    assert re.search(r"\b(BSD|MIT|CC BY|Apache)\b", notice)
    for name in re.findall(r"LICENSE\.\w[\w-]*", notice):
        assert (folder / name).is_file()


def test_the_data_folder_contains_no_other_file_than_its_readme() -> None:
    assert [path.name for path in DATA.iterdir() if path.is_file()] == ["README.md"]


def test_the_page_lists_exactly_the_existing_folders() -> None:
    page = (DATA / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)`", page, re.M) == [folder.name for folder in FOLDERS]
