"""Promises of the package as a whole: names, layers, size, set-up."""

from __future__ import annotations

import ast
import configparser
import importlib
import os
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import bootstrap
import machine
import pytest

import robot_memory

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "robot_memory"
MODULES = sorted(PACKAGE.rglob("*.py"))

# Imports point to an earlier line. Rooms on one line do not import one another.
LINES = (
    {"foundation"},
    {"ledger"},
    {"entries"},
    {"perception"},
    {"sharing"},
    {"long_term"},
    {"governance"},
    {"long_term_memory", "memory_writer"},
    {"memory"},
    {"memory_source"},
    {"__init__"},  # the public surface
    {"applications"},
    {"faces"},
)
# The parts of a room, in the same way. Unnamed parts are on the room's first line, where all may
# import one another.
# may import one another.
PERCEPTION_LINES = (
    {
        "baselines",
        "battery_reading",
        "message_definition",
        "scope",
        "version_watch",
    },
    {"field_path", "masking"},
    {"occurrences"},
    {"fault_grouping", "normal", "surroundings"},
    {"shared_models"},
    {"detector"},
    {"ros_graph", "operating_conditions"},
    {"operating_record"},
    {"status_messages"},
    {"generic"},
    {"detectors"},
    {"rule", "number_filter"},
    {"rules_file"},
    {"topic_bindings"},
    {"perception"},
    {"__init__"},
    {"replay"},
)
LINES_IN = {
    "entries": (set(), {"places"}),
    "perception": PERCEPTION_LINES,
    "sharing": ({"federation"}, {"carriers"}),
    "long_term": (
        {"chunks", "levels", "graph", "outcomes"},
        {"episodes"},
        {"recall", "limit_search", "night_shift"},
    ),
    "applications": (
        {"black_box"},
        {"reliability", "limits"},
        {"report", "transfer", "home_preflight", "review", "entry_explanation", "fleet"},
        {"memory_status"},
        {"operations"},
    ),
    "faces": (
        {"http_serving", "write_allowance"},
        {"ros", "web", "mcp", "watch"},
        {"cli"},  # starts the others
    ),
}
LINE_OF = {package: number for number, packages in enumerate(LINES) for package in packages}
ROS_MODULE = re.compile(
    r"(rclpy|rcl_interfaces|builtin_interfaces|rosidl_\w+|ament_\w+|launch(_ros)?|std_srvs|\w+_msgs"
    r"|robot_memory\.(msg|srv))(\.|$)"
)
LONGEST_MODULE = 500  # lines


# --- Names --------------------------------------------------------------------------------------


def console_scripts() -> dict[str, str]:
    """Read the console scripts of setup.cfg: name to ``module:function``."""
    setup = configparser.ConfigParser()
    setup.read(ROOT / "setup.cfg")
    lines = setup["options.entry_points"]["console_scripts"].split("\n")
    return {
        name.strip(): target.strip()
        for name, _, target in (line.partition("=") for line in lines if line)
    }


def test_package_xml_and_the_python_package_name_the_same_version() -> None:
    manifest = ElementTree.parse(ROOT / "package.xml").getroot()

    assert manifest.findtext("version") == robot_memory.__version__


def test_setup_cfg_takes_its_version_from_the_python_package() -> None:
    setup = configparser.ConfigParser()
    setup.read(ROOT / "setup.cfg")

    assert setup["metadata"]["version"] == "attr: robot_memory.__version__"


def test_the_newest_release_in_the_changelog_is_this_version_or_an_older_one() -> None:
    releases = re.findall(r"^## \[(\d+\.\d+\.\d+)\]", (ROOT / "CHANGELOG.md").read_text(), re.M)

    assert all(_numbers(release) <= _numbers(robot_memory.__version__) for release in releases)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


@pytest.mark.parametrize("name", console_scripts())
def test_a_console_script_can_be_imported(name: str) -> None:
    module, _, function = console_scripts()[name].partition(":")
    if module.startswith("robot_memory.faces.ros."):
        pytest.importorskip("rclpy", reason="needs ROS 2")

    assert callable(getattr(importlib.import_module(module), function))


def public_classes() -> dict[str, list[str]]:
    """Return the modules that define each public class, by its name."""
    found: dict[str, list[str]] = {}
    for path in MODULES:
        for name in re.findall(r"^class ([A-Z]\w*)", path.read_text(encoding="utf-8"), re.M):
            found.setdefault(name, []).append(str(path.relative_to(ROOT)))
    return found


def test_no_public_class_name_occurs_twice() -> None:
    assert {name: files for name, files in public_classes().items() if len(files) > 1} == {}


# --- Rooms --------------------------------------------------------------------------------------


@cache
def imports(source: str, module: str) -> tuple[tuple[int, str], ...]:
    """Return the line and full name of all imports in a module, at any depth.

    ``from robot_memory import clock`` counts as ``robot_memory.clock``, relative imports as what
    they resolve to. ``module`` is the dotted name; a package ends in ``.__init__``.
    """
    return tuple(_imports(source, module))


def _imports(source: str, module: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = module.split(".")[: -node.level] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def package_of(module: str) -> str:
    """Return a module's package: ``robot_memory.entries.fold`` is in ``entries``."""
    return module.split(".")[1]


def package_imported(name: str) -> str:
    """Return the package of an imported name; a name that is no module is in the public surface."""
    first = [*name.split("."), "__init__"][1]
    is_module = first in LINE_OF or any(PACKAGE.glob(first)) or any(PACKAGE.glob(f"{first}.py"))
    return first if is_module else "__init__"


def points_outward(importer: str, imported: str) -> bool:
    """Whether one package must not import another."""
    here, there = LINE_OF.get(importer, 0), LINE_OF.get(imported, 0)
    return importer != imported and (there > here or there == here > 0)


def outward_imports(source: str, module: str) -> list[str]:
    """List a module's imports that break the order of the packages."""
    here = package_of(module)
    return [
        f"{module}:{line} ({here}) imports {name} ({package_imported(name)})"
        for line, name in imports(source, module)
        if re.match(r"robot_memory(\.|$)", name)
        and name != "robot_memory.__version__"
        and not ROS_MODULE.match(name)
        and points_outward(here, package_imported(name))
    ]


def ros_imports(source: str, module: str) -> list[str]:
    """List a module's imports of ROS, unless it is in the ROS package."""
    if module.startswith("robot_memory.faces.ros."):
        return []
    return [
        f"{module}:{line} imports {name}"
        for line, name in imports(source, module)
        if ROS_MODULE.match(name)
    ]


def dotted(path: Path) -> str:
    """Return the dotted module name of a file."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def test_packages_import_inward_only() -> None:
    assert [
        problem for path in MODULES for problem in outward_imports(path.read_text(), dotted(path))
    ] == []


def test_only_the_package_ros_imports_ros() -> None:
    assert [
        problem for path in MODULES for problem in ros_imports(path.read_text(), dotted(path))
    ] == []


def line_in(room: str, part: str) -> int:
    """Return a part's line number in its room."""
    return next((n for n, parts in enumerate(LINES_IN[room]) if part in parts), 0)


def part_of(module: str, room: str) -> str | None:
    """Return the part of a room that contains a dotted name; None outside of the room."""
    first, second, third, *_ = [*module.split("."), "", "", ""]
    if (first, second) != ("robot_memory", room):
        return None
    is_part = third and (
        (PACKAGE / room / third).is_dir() or (PACKAGE / room / f"{third}.py").exists()
    )
    return third if is_part else "__init__"


@pytest.mark.parametrize("room", LINES_IN)
def test_parts_of_a_room_import_one_way(room: str) -> None:
    def is_outward(here: str, there: str | None) -> bool:
        if there is None or here == there:
            return False
        line, other = line_in(room, here), line_in(room, there)
        return other > line or other == line > 0

    modules = [(path, dotted(path)) for path in (PACKAGE / room).rglob("*.py")]
    assert [
        f"{module}:{line} imports {name}"
        for path, module in modules
        for line, name in imports(path.read_text(), module)
        if is_outward(part_of(module, room) or "", part_of(name, room))
    ] == []


def test_each_part_of_perception_has_a_layer() -> None:
    parts = {path.stem for path in (PACKAGE / "perception").iterdir() if path.name != "__pycache__"}

    assert parts == {part for line in PERCEPTION_LINES for part in line}


def test_each_part_with_a_layer_exists() -> None:
    """A part that was moved would be on no line, and might import everything."""
    named = {("", part) for line in LINES for part in line}
    named |= {(room, part) for room, lines in LINES_IN.items() for line in lines for part in line}
    there = {
        (room, path.stem)
        for room in ("", *LINES_IN)
        for path in (PACKAGE / room).iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    }

    assert sorted(named - there) == []


def test_the_package_has_nine_rooms() -> None:
    rooms = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}

    assert len(rooms) == 9
    assert rooms < set(LINE_OF)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("ledger.rows", "from robot_memory.entries import Entry"),
        ("entries.fold", "def late():\n    import robot_memory.long_term.recall.search"),
        ("long_term.recall.index", "from robot_memory.governance.run_history import Run"),
        ("perception.flags.flag", "from ...sharing import federation"),
        ("foundation.disk.files", "from robot_memory import memory"),
        ("foundation.clock", "from robot_memory import ledger"),
        ("memory", "from robot_memory import faces"),
        ("applications.report.page", "from robot_memory.faces.cli import main"),
        ("entries.__init__", "from ..memory import RobotMemory"),
        ("ledger.__init__", "from robot_memory import RobotMemory"),
        ("__init__", "from robot_memory.faces.cli.main import main"),
        ("memory_writer", "from robot_memory.memory import RobotMemory"),
    ],
)
def test_an_import_that_points_outward_is_found(module: str, source: str) -> None:
    assert len(outward_imports(source, f"robot_memory.{module}")) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("entries.fold", "from robot_memory.ledger.rows import Row"),
        ("entries.fold", "from .entry import Entry"),
        ("entries.__init__", "from .entry import Entry"),
        ("foundation.time.clock", "from robot_memory.foundation.disk.files import read"),
        ("memory", "from robot_memory import foundation, long_term"),
        ("faces.web.page", "from robot_memory import RobotMemory"),
        ("ledger.rows", "from robot_memory import __version__"),
        ("faces.ros.main", "from robot_memory.msg import MemoryEntry"),
        ("foundation.disk.files", "import robot_memory_tools"),
    ],
)
def test_an_import_that_points_inward_is_left_alone(module: str, source: str) -> None:
    assert outward_imports(source, f"robot_memory.{module}") == []


@pytest.mark.parametrize(
    "source",
    [
        "import rclpy",
        "from sensor_msgs.msg import Imu",
        "from robot_memory.msg import MemoryEntry",
        "from robot_memory import srv",
        "if TYPE_CHECKING:\n    from builtin_interfaces.msg import Time",
    ],
)
def test_a_ros_import_outside_its_package_is_detected(source: str) -> None:
    assert len(ros_imports(source, "robot_memory.entries.fold")) == 1
    assert ros_imports(source, "robot_memory.faces.ros.memory_node") == []


# --- Size ---------------------------------------------------------------------------------------


def test_no_module_is_longer_than_500_lines() -> None:
    lengths = {dotted(path): path.read_text().count("\n") for path in MODULES}

    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_MODULE} == {}


# --- Set-up -------------------------------------------------------------------------------------


def test_set_up_uses_the_wheels_where_no_ros_is_sourced() -> None:
    assert machine.sourced_ros({}) is None


@pytest.mark.parametrize("distro", ["jazzy", "kilted", "rolling"])
def test_set_up_uses_a_sourced_ros(distro: str) -> None:
    sourced = {
        "ROS_DISTRO": distro,
        "ROS_VERSION": "2",
        "AMENT_PREFIX_PATH": f"/opt/ros/{distro}",
    }

    assert machine.sourced_ros(sourced) == distro


@pytest.mark.parametrize(("distro", "version"), [("humble", "2"), ("iron", "2"), ("noetic", "1")])
def test_set_up_refuses_a_ros_older_than_jazzy(distro: str, version: str) -> None:
    with pytest.raises(machine.Refusal, match=f"{distro} .*Jazzy or newer"):
        machine.sourced_ros({"ROS_DISTRO": distro, "ROS_VERSION": version})


def test_set_up_says_how_to_source_a_ros_that_is_only_named() -> None:
    with pytest.raises(machine.Refusal, match=r"source /opt/ros/jazzy/setup.bash"):
        machine.sourced_ros({"ROS_DISTRO": "jazzy"})


def test_set_up_refuses_the_wheels_on_another_processor(tmp_path: Path) -> None:
    with pytest.raises(machine.Refusal, match=r"aarch64.*Install ROS 2 Jazzy"):
        machine.check_wheels_fit("Linux", "aarch64", tmp_path)


def test_set_up_points_at_a_ros_that_is_installed_but_not_sourced(tmp_path: Path) -> None:
    for distro in ("humble", "jazzy"):
        (tmp_path / distro).mkdir()
        (tmp_path / distro / "setup.bash").touch()

    with pytest.raises(machine.Refusal, match=f"source {tmp_path}/jazzy/setup.bash"):
        machine.check_wheels_fit("Linux", "aarch64", tmp_path)


def test_set_up_names_every_missing_program_and_its_package(tmp_path: Path) -> None:
    missing = machine.missing_tools("jazzy", str(tmp_path))

    assert [package for _, package in missing][-3:] == ["gcc", "g++", "cmake"]


def test_a_step_is_done_again_only_when_its_key_changes(tmp_path: Path) -> None:
    done: list[str] = []

    def step(key: str) -> None:
        one = bootstrap.Step("trying", key, tmp_path / "stamp", lambda: done.append(key))
        if not one.done:
            one.run()

    for key in ("a", "a", "b"):
        step(key)

    assert done == ["a", "b"]


def test_a_step_that_failed_is_done_again(tmp_path: Path) -> None:
    def fail() -> None:
        raise bootstrap.Refusal("no network")

    stamp = tmp_path / "stamp"
    stamp.write_text("a")
    with pytest.raises(bootstrap.Refusal):
        bootstrap.Step("trying", "b", stamp, fail).run()

    assert not bootstrap.Step("trying", "a", stamp, fail).done
    assert not bootstrap.Step("trying", "b", stamp, fail).done


def test_set_up_without_ros_excludes_the_pythonpath_of_the_user() -> None:
    environment = bootstrap.environment_for(None, {"PYTHONPATH": "/other", "PATH": "/bin"})

    assert "/other" not in environment["PYTHONPATH"]
    assert environment["PATH"].endswith(":/bin")


def test_the_path_of_the_shell_contains_the_program_of_the_node() -> None:
    environment = bootstrap.environment_for(None, {"PATH": "/bin"})

    programs = environment["PATH"].split(":")
    assert str(bootstrap.INSTALL / "lib" / "robot_memory") in programs


def test_set_up_beside_a_sourced_ros_keeps_what_was_sourced() -> None:
    environment = bootstrap.environment_for("jazzy", {"PYTHONPATH": "/opt/ros/jazzy/lib"})

    assert environment["PYTHONPATH"].endswith(":/opt/ros/jazzy/lib")


def test_each_file_listed_in_slow_txt_exists() -> None:
    named = (ROOT / "test" / "slow.txt").read_text(encoding="utf-8").split()

    assert [name for name in named if not (ROOT / "test" / name).is_file()] == []


def test_make_quick_is_set_up_without_ros(tmp_path: Path) -> None:
    def named(**wanted: bool) -> list[str]:
        set_up = bootstrap.SetUp(None, {"AMENT_PREFIX_PATH": ""}, **wanted)
        return [step.stamp.name for step in set_up.steps()]

    assert named(with_ros=False) == ["venv", "test"]
    assert named() == ["venv", "ros", "test", "stamp"]
    assert named(with_interfaces=False) == ["venv", "ros", "test"]
    assert machine.missing_tools(None, str(tmp_path), builds=False) == []


def test_a_step_that_fails_is_no_longer_done_and_reports_to_stderr(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise bootstrap.Refusal("no compiler")

    bootstrap.Step("one", "a", tmp_path / "one", lambda: None).run()
    step = bootstrap.Step("one", "a", tmp_path / "one", fail)
    assert step.done
    with pytest.raises(bootstrap.Refusal, match="no compiler"):
        step.run()

    told = capsys.readouterr()
    assert not step.done
    assert "set-up: one ... stopped" in told.err
    assert told.out == ""  # standard output belongs to the command that is run


def test_set_up_does_not_wait_for_another_process_if_all_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = bootstrap.Step("one", "a", tmp_path / "one", lambda: None)
    step.run()
    monkeypatch.setattr(bootstrap.SetUp, "steps", lambda _set_up: [step])
    monkeypatch.setattr(bootstrap, "_alone", None)

    assert bootstrap.set_up(dict(os.environ))["VIRTUAL_ENV"] == str(bootstrap.VENV)


def test_pip_installs_what_uv_cannot_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(_set_up: object, log: str, *command: str, **variables: str) -> None:
        logs.append(log)
        if log == "uv":
            raise machine.Refusal("no way to the index")

    logs: list[str] = []
    monkeypatch.setattr(bootstrap.SetUp, "run", run)
    bootstrap.SetUp(None, dict(os.environ)).install("test.txt")

    assert logs == ["uv", "pip"]


def test_uv_uses_the_index_of_pip_with_no_password_in_its_arguments(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def run(_set_up: object, _log: str, *command: str, **variables: str) -> None:
        given.append((command, variables))

    given: list[tuple[tuple[str, ...], dict[str, str]]] = []
    monkeypatch.setattr(bootstrap.SetUp, "run", run)
    index = "https://user:token@mirror.example/simple"
    bootstrap.SetUp(None, {**os.environ, "PIP_INDEX_URL": index}).install("test.txt")

    ((command, variables),) = given
    assert variables == {"UV_DEFAULT_INDEX": index}
    assert not any("token" in argument for argument in command)  # anybody can list those


def test_no_two_test_modules_have_one_name() -> None:
    """Pytest would import only the first of them."""
    names = [path.name for path in (ROOT / "test").rglob("*.py") if path.name != "conftest.py"]
    assert sorted(names) == sorted(set(names))
