"""rosdep can install everything in package.xml: it knows each name."""

from __future__ import annotations

import ast
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
KNOWN = yaml.safe_load((ROOT / "test" / "rosdep_keys.yaml").read_text(encoding="utf-8"))
MANIFEST = ElementTree.parse(ROOT / "package.xml").getroot()
KEYS = sorted({str(item.text) for item in MANIFEST if item.tag.endswith("depend")})
AT_RUN_TIME = {str(item.text) for item in MANIFEST if item.tag in ("depend", "exec_depend")}

OF_ROS = re.compile(r"(rcl|ros(2|graph|idl)|ament_|launch)|.*(_msgs|_interfaces)$")

#: Packages that import our command and our check, so they are always installed with them.
NEEDS_NO_KEY = {"ros2cli", "ros2doctor"}


@pytest.mark.parametrize("key", KEYS)
def test_each_key_of_package_xml_is_in_the_list_of_known_rosdep_keys(key: str) -> None:
    assert key in KNOWN["system"] or key in KNOWN["ros"], (
        "look it up as test/rosdep_keys.yaml says, and note there what it resolves to"
    )


def test_each_known_rosdep_key_is_in_package_xml() -> None:
    assert {*KNOWN["system"], *KNOWN["ros"]} == set(KEYS)


def test_a_key_of_ros_resolves_to_its_package_of_jazzy() -> None:
    expected = {name: f"ros-jazzy-{name.replace('_', '-')}" for name in KNOWN["ros"]}

    assert KNOWN["ros"] == expected


def imported(folder: str) -> set[str]:
    """Return the top-level packages that a folder's modules import."""
    names: set[str] = set()
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names.add(str(node.module).partition(".")[0])
    return names


def test_every_package_of_ros_that_is_imported_is_in_package_xml() -> None:
    names = imported("robot_memory") | imported("launch")
    of_ros = {name for name in names if OF_ROS.match(name)} - NEEDS_NO_KEY

    assert of_ros - AT_RUN_TIME == set()
