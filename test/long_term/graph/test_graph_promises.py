"""003, Safety Guarantees: no network, credentials, privileges, in graph and night shift."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import robot_memory

PACKAGE = Path(robot_memory.__file__).parent
MODULES = sorted(
    path
    for room in ("chunks", "graph", "limit_search", "night_shift")
    for path in (PACKAGE / "long_term" / room).rglob("*.py")
)
#: Modules and names that such code must not use.
FORBIDDEN = {
    "network": "socket ssl http urllib ftplib smtplib poplib imaplib telnetlib xmlrpc socketserver "
    "asyncio requests httpx aiohttp urllib3 websockets grpc paramiko rclpy select selectors",
    "credentials": "keyring getpass netrc crypt spwd pwd grp hmac cryptography "
    "robot_memory.foundation.identity",
    "elevation": "subprocess pty ctypes multiprocessing",
}
CALLS = (
    "system popen setuid setgid seteuid setegid setreuid setresuid execv execve execl execvp "
    "spawnv spawnl posix_spawn fork environ getenv eval exec __import__ import_module"
).split()


def imported(source: str) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module or ""}
    return names


def broken_promises(source: str) -> list[str]:
    names = imported(source)
    found = [
        f"{promise}: {name}"
        for promise, words in FORBIDDEN.items()
        for word in words.split()
        for name in names
        if name == word or name.startswith(f"{word}.")
    ]
    for node in ast.walk(ast.parse(source)):
        name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
        if isinstance(node, (ast.Attribute, ast.Name)) and name in CALLS:
            found.append(f"calls {name}")
    return found


def test_003_safety_guarantees_hold_for_every_module():
    broken = {path.name: broken_promises(path.read_text(encoding="utf-8")) for path in MODULES}

    assert {name: found for name, found in broken.items() if found} == {}


@pytest.mark.parametrize(
    "source",
    [
        "import socket", "from urllib.request import urlopen", "import http.client as c",
        "def f():\n    import subprocess", "from robot_memory.foundation.identity import keys",
        "import os\nos.system('sudo true')", "import os\nos.environ['TOKEN']", "import getpass",
        "import importlib\nimportlib.import_module('socket')",
    ],
)  # fmt: skip
def test_a_forbidden_import_or_call_is_found(source):
    assert broken_promises(source)
