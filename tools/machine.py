"""Checks whether a machine has all that set-up needs."""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path

OLDEST_PYTHON = (3, 10)
NEWEST_PYTHON_WITH_WHEELS = (3, 14)
OLDEST_ROS = "jazzy"  # distribution names are in alphabetical order; "rolling" sorts after them

PYTHON = "{}.{}".format(*sys.version_info)


class Refusal(Exception):
    """Set-up cannot go on; the message says what is wrong and what to do about it."""


def sourced_ros(environment: Mapping[str, str]) -> str | None:
    """Return the name of the sourced ROS 2 distribution; None: use the wheels."""
    distro = environment.get("ROS_DISTRO", "")
    if not distro:
        return None
    if environment.get("ROS_VERSION", "2") != "2" or distro < OLDEST_ROS:
        raise Refusal(
            f"ROS {distro} is sourced, but robot_memory needs ROS 2 Jazzy or newer. "
            "Open a shell without it, or source a newer one."
        )
    if not environment.get("AMENT_PREFIX_PATH"):
        raise Refusal(
            f"ROS_DISTRO is {distro}, but nothing is sourced: run "
            f"`source /opt/ros/{distro}/setup.bash` first, or `unset ROS_DISTRO`."
        )
    return distro


def check_python(version: tuple[int, int], ros: str | None) -> None:
    """Refuse a Python that the package or the wheels do not support."""
    ask = "Name another one: `make test PYTHON=/usr/bin/python3.12`."
    if version < OLDEST_PYTHON:
        raise Refusal(f"Python {PYTHON} is too old: robot_memory needs 3.10 or newer. {ask}")
    if ros is None and version > NEWEST_PYTHON_WITH_WHEELS:
        newest = "{}.{}".format(*NEWEST_PYTHON_WITH_WHEELS)
        raise Refusal(f"ROS 2 wheels exist for Python 3.10 to {newest}, not {PYTHON}. {ask}")


def check_wheels_fit(system: str, machine: str, opt_ros: Path = Path("/opt/ros")) -> None:
    """Refuse a machine that the wheels were not built for."""
    if system == "Linux" and machine in ("x86_64", "amd64"):
        return
    advice = "Install ROS 2 Jazzy or newer (https://docs.ros.org) and source it."
    for setup in sorted(opt_ros.glob("*/setup.bash")):
        if setup.parent.name >= OLDEST_ROS:
            advice = f"Source the ROS of this machine: `source {setup}`."
    what = f"no ROS 2 is sourced, and its wheels are for x86_64 Linux, not {machine} {system}"
    raise Refusal(f"{what}. {advice}")


def missing_tools(
    ros: str | None, path: str | None, *, builds: bool = True
) -> list[tuple[str, str]]:
    """Return the tools that the machine lacks, each with its Debian package."""
    missing = []
    ensurepip = importlib.util.find_spec("ensurepip")
    if ensurepip is None or ensurepip.origin is None:
        missing.append((f"venv for Python {PYTHON}", f"python{PYTHON}-venv"))
    if not builds:
        return missing
    if not Path(sysconfig.get_paths()["include"], "Python.h").exists():
        missing.append((f"the headers of Python {PYTHON}", f"python{PYTHON}-dev"))
    wanted = {"a C compiler": ("cc", "gcc"), "a C++ compiler": ("c++", "g++")}
    if ros is not None:  # the wheels bring their own cmake
        wanted["cmake"] = ("cmake", "cmake")
    for what, (program, package) in wanted.items():
        if shutil.which(program, path=path) is None:
            missing.append((what, package))
    return missing


def check_machine(ros: str | None, *, with_ros: bool) -> None:
    """Refuse a machine on which a later step would fail; name all missing tools at once."""
    check_python(sys.version_info[:2], ros)
    if ros is None and with_ros:
        check_wheels_fit(platform.system(), platform.machine())
    missing = missing_tools(ros, os.environ.get("PATH"), builds=with_ros)
    if missing:
        packages = " ".join(package for _, package in missing)
        raise Refusal(
            f"this machine lacks {', '.join(what for what, _ in missing)}: "
            f"`sudo apt install {packages}`, then try again. (Python is {sys.executable}; "
            "name another one with PYTHON=... after `make test`.)"
        )
