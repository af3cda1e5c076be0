"""The set-up changes only its own clone's environment, and nothing that clones share."""

from __future__ import annotations

import sys
import sysconfig
from pathlib import Path

import bootstrap
import pytest

HEADERS = "lib/python3.11/site-packages/numpy/_core/include"


@pytest.mark.parametrize("built_in", ["/opt/python/cp311-cp311", "/home/ada/another clone/.venv"])
def test_a_file_hard_linked_from_a_cache_is_replaced_without_changing_the_cache(
    tmp_path: Path, built_in: str
):
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


@pytest.fixture
def venv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A complete environment."""
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    (tmp_path / ".venv/bin").mkdir(parents=True)
    (tmp_path / ".venv/bin/python").symlink_to(sys.executable)
    for step in _first_steps():
        step.stamp.parent.mkdir(exist_ok=True)
        step.stamp.write_text(step.key)
    return tmp_path / ".venv"


def _first_steps() -> list[bootstrap.Step]:
    set_up = bootstrap.SetUp(None, {"AMENT_PREFIX_PATH": ""}, with_ros=False)
    return set_up.steps()


def test_another_interpreter_of_the_same_version_keeps_the_environment(
    venv: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sys, "base_prefix", "/opt/another/python")

    assert all(step.done for step in _first_steps())


def test_an_environment_without_its_interpreter_is_rebuilt(venv: Path):
    (venv / "bin/python").unlink()
    (venv / "bin/python").symlink_to("/opt/removed/python3.11")

    assert [step.done for step in _first_steps()] == [False, True]
