"""The `ros2 service call` lines of the README, sent as ros2cli sends them."""

from __future__ import annotations

import importlib
import re
import shlex
from pathlib import Path

import pytest
import yaml

pytestmark = pytest.mark.ros

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
LINES = [shlex.split(line)[3:] for line in re.findall(r"^ros2 service call .*$", README, re.M)]


def test_each_service_line_works_as_printed(start_node, robot):
    assert len(LINES) >= 8
    start_node("-p", "federation.enabled:=true")
    names = set()
    # `remember` first: it makes the entry that the others name.
    for name, kind, fields in sorted(LINES, key=lambda line: "remember" not in line[0].split("/")):
        package, _, service = kind.split("/")
        service_type = getattr(importlib.import_module(f"{package}.srv"), service)
        answer = robot.call(service_type, name, **yaml.safe_load(fields))
        assert answer.success, f"{name} {fields}: {answer.message}"
        names.add(name.rsplit("/", 1)[1])
    assert names == {"get_context", "remember", "list_entries", "why", "mute", "unmute",
                     "correct", "resolve", "forget", "recall", "consolidate", "repaired",
                     "sync_peers", "list_sources"}  # fmt: skip
