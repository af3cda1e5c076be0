"""Names that people give to parts: ``names.yaml``."""

from __future__ import annotations

from pathlib import Path

import pytest

from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.text.part_names import PartNames, load_names


def written(folder: Path, text: str) -> Path:
    path = folder / "names.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_drivers_name_is_replaced_by_the_name_that_people_gave(tmp_path: Path):
    names = load_names(written(tmp_path, '/front/scan: front lidar\n"odrive: axis0": left drive\n'))

    assert names.in_text("odrive: axis0 warns: hot") == "left drive warns: hot"
    assert names.in_text("/front/scan falls silent") == "front lidar falls silent"


def test_the_longest_matching_name_is_replaced():
    names = PartNames({"/scan": "lidar", "/scan/raw": "raw lidar"})

    assert names.in_text("/scan/raw and /scan") == "raw lidar and lidar"


def test_a_name_inside_a_longer_name_is_not_replaced():
    assert (
        PartNames({"/scan": "lidar"}).in_text("/scan_rear and /a/scan") == "/scan_rear and /a/scan"
    )


@pytest.mark.parametrize("text", [None, "", "# nothing yet\n"])
def test_a_missing_or_empty_names_file_gives_no_names(tmp_path: Path, text: str | None):
    path = tmp_path / "names.yaml" if text is None else written(tmp_path, text)

    assert not load_names(path).are_given


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("- /scan\n", "is not a mapping"),
        ("/scan: [a]\n", "is given no name"),
        ("/scan: ''\n", "is given no name"),
        ("/scan: 'a … b'\n", "is given no name"),
        (f"/scan: {'x' * 81}\n", "81 characters, which is above 80"),
        ("/scan: {\n", "line "),
        ("3: lidar\n", "is not the name of a part"),
    ],
)
def test_an_invalid_names_file_is_refused_with_its_path_and_reason(
    tmp_path: Path, text: str, told: str
):
    path = written(tmp_path, text)

    with pytest.raises(InvalidInput) as caught:
        load_names(path)

    assert str(path) in str(caught.value)
    assert told in str(caught.value)
    assert "names of drivers are used" in str(caught.value)
