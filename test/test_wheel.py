"""The installed package is complete: it needs no file from the repository."""

from __future__ import annotations

import email
import shutil
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

pytest.importorskip("setuptools", minversion="64", reason="builds with setuptools")

ROOT = Path(__file__).resolve().parents[1]
SOURCES = (
    "robot_memory", "config", "launch", "msg", "srv", "systemd", "resource", "setup.py",
    "setup.cfg", "pyproject.toml", "MANIFEST.in", "LICENSE", "README.md", "CHANGELOG.md",
    "CMakeLists.txt", "package.xml",
)  # fmt: skip
BUILD = """\
import sys
from setuptools import build_meta
folder = sys.argv[1]  # setuptools writes its own arguments there
build_meta.build_sdist(folder)
build_meta.build_wheel(folder)
"""


@dataclass(frozen=True)
class Built:
    """The content of the wheel and the sdist, as paths after installing and unpacking."""

    wheel: frozenset[str]
    sdist: frozenset[str]
    metadata: email.message.Message


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Built:
    tree = tmp_path_factory.mktemp("tree")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            leave = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, tree / name, ignore=leave)
        else:
            shutil.copy(ROOT / name, tree / name)
    command = [sys.executable, "-c", BUILD, str(tree / "dist")]
    subprocess.run(command, cwd=tree, check=True, capture_output=True)
    with zipfile.ZipFile(next(tree.glob("dist/*.whl"))) as wheel:
        inside = wheel.namelist()
        about = next(name for name in inside if name.endswith("/METADATA"))
        metadata = email.message_from_bytes(wheel.read(about))
    with tarfile.open(next(tree.glob("dist/*.tar.gz"))) as sdist:
        paths = [name.partition("/")[2] for name in sdist.getnames()]
    return Built(frozenset(inside), frozenset(paths), metadata)


def files_below(folder: str) -> set[str]:
    """Return the files in a project folder, as paths from the root."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_a_wheel_holds_every_file_of_the_package(built):
    assert files_below("robot_memory") - built.wheel == set()


def test_a_wheel_holds_the_configuration_inside_the_package(built):
    assert {f"robot_memory/{path}" for path in files_below("config")} - built.wheel == set()


def test_a_wheel_holds_the_licence_and_no_tests(built):
    assert any(path.endswith("/LICENSE") for path in built.wheel)
    assert {path.split("/")[0].split("-")[0] for path in built.wheel} == {"robot_memory"}


def test_a_wheel_needs_no_more_than_numpy_and_yaml_without_an_extra(built):
    needed = built.metadata.get_all("Requires-Dist") or []

    assert sorted(line for line in needed if "extra ==" not in line) == [
        "PyYAML>=5.4",
        "numpy>=1.24",
    ]


def test_a_wheel_offers_an_extra_for_each_face_and_format(built):
    offered = built.metadata.get_all("Provides-Extra") or []

    extras = "completion federation mcp replay report watch web zenoh"
    assert set(extras.split()) <= set(offered)


@pytest.mark.parametrize("folder", ["config", "launch", "msg", "srv", "systemd", "robot_memory"])
def test_an_sdist_holds_what_a_ros_workspace_builds_from(built, folder):
    assert files_below(folder) - built.sdist == set()


def test_an_sdist_is_a_ros_package(built):
    assert {"package.xml", "CMakeLists.txt", "setup.cfg", "LICENSE"} <= built.sdist
