"""The set-up changes the environment of its own clone, and nothing that other clones share."""

from __future__ import annotations

import sysconfig
from pathlib import Path

import bootstrap
import pytest

HEADERS = "lib/python3.11/site-packages/numpy/_core/include"


@pytest.mark.parametrize("built_in", ["/opt/python/cp311-cp311", "/home/ada/another clone/.venv"])
def test_a_file_that_is_linked_from_a_cache_is_replaced_there_alone(tmp_path: Path, built_in: str):
    told = f'  DIRECTORIES "{built_in}/include/python3.11;{built_in}/{HEADERS}"\n'
    cached, linked = tmp_path / "cached.cmake", tmp_path / "venv/share/std_msgs/export.cmake"
    cached.write_text(told)
    linked.parent.mkdir(parents=True)
    linked.hardlink_to(cached)

    bootstrap.point_wheels_here(tmp_path / "venv")

    assert cached.read_text() == told
    assert built_in not in linked.read_text()
    assert f"{tmp_path}/venv/lib/" in linked.read_text()
    assert sysconfig.get_paths()["include"] in linked.read_text()
    assert [path.name for path in linked.parent.iterdir()] == ["export.cmake"]
