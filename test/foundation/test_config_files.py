"""The files of config/ are found wherever they are installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from robot_memory.foundation.config_files import config_file

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(path.name for path in (ROOT / "config").iterdir())


@pytest.mark.parametrize("name", FILES)
def test_each_config_file_is_found_with_its_content(name):
    assert config_file(name).read_bytes() == (ROOT / "config" / name).read_bytes()


@pytest.mark.parametrize(
    ("package", "config"),
    [
        ("lib/site-packages/robot_memory", "lib/site-packages/robot_memory/config"),
        ("lib/python3.12/site-packages/robot_memory", "share/robot_memory/config"),
        ("local/lib/python3.12/dist-packages/robot_memory", "share/robot_memory/config"),
        ("robot_memory", "config"),
    ],
    ids=["pip", "colcon", "colcon on Debian", "a checkout"],
)  # fmt: skip
def test_a_config_file_is_found_in_each_kind_of_installation(tmp_path, package, config):
    (tmp_path / package).mkdir(parents=True)
    (tmp_path / config).mkdir(parents=True)
    file = tmp_path / config / "rules.yaml"
    file.touch()

    assert config_file("rules.yaml", tmp_path / package) == file


def test_an_installation_without_a_config_file_raises(tmp_path):
    with pytest.raises(FileNotFoundError, match="install it again"):
        config_file("rules.yaml", tmp_path / "robot_memory")
