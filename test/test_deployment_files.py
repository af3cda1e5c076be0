"""The systemd unit and the container files fit the package that they start."""

from __future__ import annotations

import configparser
import fnmatch
import os
import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest
import yaml

from robot_memory.foundation.settings import tunables

ROOT = Path(__file__).resolve().parents[1]
UNIT = ROOT / "systemd" / "robot-memory.service"
CONTAINERS = ROOT / "containers"
CONTAINERFILE = (CONTAINERS / "Containerfile").read_text(encoding="utf-8")
COMPOSE_FILES = sorted(CONTAINERS.glob("compose.*.yaml"))
HOME = "/var/lib/robot-memory"


def options() -> dict[str, str]:
    """Read the unit's section ``Service``; a repeated option has all its values."""
    found: dict[str, list[str]] = {}
    for line in UNIT.read_text(encoding="utf-8").partition("[Service]")[2].splitlines():
        name, is_option, value = line.partition("=")
        if is_option and not line.startswith("#"):
            found.setdefault(name, []).append(value)
    return {name: " ".join(values) for name, values in found.items()}


# --- systemd ------------------------------------------------------------------------------------


@pytest.fixture
def systemd_analyze() -> str:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("there is no systemd-analyze")
    return program


def test_systemd_accepts_the_unit(systemd_analyze):
    command = [systemd_analyze, "verify", "--man=no", str(UNIT)]

    done = subprocess.run(command, capture_output=True, text=True)

    assert (done.returncode, done.stderr) == (0, "")


def test_systemd_rates_the_exposure_of_the_unit_below_two(systemd_analyze):
    command = [systemd_analyze, "security", "--offline=true", "--threshold=20", str(UNIT)]

    done = subprocess.run(command, capture_output=True, text=True)
    if "unrecognized option" in done.stderr:
        pytest.skip("systemd before 250 rates no files")

    assert done.returncode == 0, done.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("option", "breaks"),
    [
        ("PrivateNetwork", "DDS"),
        ("IPAddressDeny", "DDS"),
        ("PrivateIPC", "what other DDS vendors share"),
        ("RemoveIPC", "the shared memory of the user's other nodes"),
        ("DynamicUser", "shared memory, which Fast DDS has within one user only"),
        ("ProcSubset", "the boot's id, /proc/sys/kernel/random/boot_id"),
        ("UMask", "shared memory where a node of another user is to read it"),
    ],
)
def test_the_unit_sets_nothing_that_breaks_the_node(option, breaks):
    assert option not in options(), f"breaks {breaks}"


def test_the_unit_permits_dds_to_list_interfaces_and_set_schedulers():
    assert "AF_NETLINK" in options()["RestrictAddressFamilies"]
    assert "@resources" not in options()["SystemCallFilter"]


def test_the_home_of_the_unit_is_its_state_directory():
    assert f"ROBOT_MEMORY_HOME={HOME}" in options()["Environment"]
    assert options()["StateDirectory"] == Path(HOME).name


# --- Containers ---------------------------------------------------------------------------------


def stages() -> set[str]:
    return set(re.findall(r"^FROM \S+ AS (\w+)$", CONTAINERFILE, re.M))


def copied() -> list[str]:
    """Return the project files that the image copies."""
    lines = re.findall(r"^COPY (?!--from)(.+)$", CONTAINERFILE, re.M)
    return [path for line in lines for path in line.split()[:-1] if path != "."]


@pytest.mark.parametrize(
    "path", [*copied(), "requirements/test.txt", "setup.cfg", "CMakeLists.txt"]
)
def test_each_source_of_an_image_exists_and_is_not_ignored(path):
    ignored = [
        line.lstrip("/")
        for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    ]

    assert (ROOT / path).exists()
    assert not any(fnmatch.fnmatch(Path(path).parts[0], pattern) for pattern in ignored)


def test_an_image_installs_only_existing_extras():
    setup = configparser.ConfigParser()
    setup.read(ROOT / "setup.cfg")
    (extras,) = re.findall(r"robot_memory\[([\w,]+)\]", CONTAINERFILE)

    assert set(extras.split(",")) <= set(setup["options.extras_require"])


def test_an_image_starts_the_node_as_a_user_that_is_not_root():
    assert re.findall(r"^USER (.+)$", CONTAINERFILE, re.M) == ["${UID}:${UID}"]
    assert "ARG UID=1000" in CONTAINERFILE


@pytest.mark.parametrize("path", COMPOSE_FILES, ids=lambda path: path.name)
def test_a_service_runs_read_only_without_capabilities_on_the_hosts_network(path):
    for name, service in yaml.safe_load(path.read_text(encoding="utf-8"))["services"].items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert (service["network_mode"], service["ipc"]) == ("host", "host")
        assert service["user"] != "0"
        assert service["volumes"] == [f"memory:{HOME}"]
        assert service["tmpfs"] == ["/tmp"]


@pytest.mark.parametrize("path", COMPOSE_FILES, ids=lambda path: path.name)
def test_a_compose_file_uses_existing_stages_and_parameters(path):
    known = {item.name for item in tunables()}
    for service in yaml.safe_load(path.read_text(encoding="utf-8"))["services"].values():
        if "build" in service:
            assert service["build"]["target"] in stages()
            assert (path.parent / service["build"]["context"]).resolve() == ROOT
        given = {word.partition(":=")[0] for word in service.get("command", []) if ":=" in word}
        assert given <= known


@pytest.fixture
def health(tmp_path):
    """A function that runs the container's health check for a home."""

    def ask() -> int:
        environment = {**os.environ, "ROBOT_MEMORY_HOME": str(tmp_path)}
        script = CONTAINERS / "healthcheck.sh"
        return subprocess.run([script], env=environment, capture_output=True).returncode

    return ask


def test_a_home_that_no_node_has_used_is_unhealthy(health):
    assert health() == 1


def test_a_node_that_updated_its_file_just_now_is_healthy(health, tmp_path):
    (tmp_path / ".node").touch()

    assert health() == 0


@pytest.mark.parametrize("seconds", [-60, 86_400])
def test_a_node_file_with_an_old_or_future_time_is_unhealthy(health, tmp_path, seconds):
    (tmp_path / ".node").touch()
    then = time.time() + seconds
    os.utime(tmp_path / ".node", (then, then))

    assert health() == 1


@pytest.mark.ros
def test_the_node_updates_its_file_often_enough_to_be_healthy():
    pytest.importorskip("rclpy", reason="needs ROS 2")
    from robot_memory.faces.ros import memory_node

    (limit,) = re.findall(r"-gt (\d+)", (CONTAINERS / "healthcheck.sh").read_text())
    assert int(limit) >= 2 * memory_node._LOCK_INTERVAL


def test_the_health_check_reads_the_file_that_the_node_writes(tmp_path, health):
    from robot_memory.faces.ros.single_node_lock import SingleNodeLock

    presence = SingleNodeLock(tmp_path)
    try:
        assert health() == 0
    finally:
        presence.release()
