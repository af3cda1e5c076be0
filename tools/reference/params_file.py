"""config/params.yaml, from robot_memory/foundation/settings.py."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import yaml

from robot_memory.foundation.settings import Tunable, default_rules_file, tunables

_HEAD = """\
# Every parameter of robot_memory with its default; `make docs` writes this file from the code. Copy
# it, keep what you change, and name your copy with `params_file:=` (launch) or
# `--ros-args --params-file` (ros2 run).
/**:
  ros__parameters:
    # Whether time is that of /clock; at start only.
    use_sim_time: false
"""
_GROUPS = {
    "federation": "Robots that tell each other what they know.",
    "memory_oracle": "Long-term memory: facts, MEMORY.md, digests.",
    "episodes": "Episodes for training, recorded by rules.",
    "assist": "Changes of evidence that an operator approves.",
    "model": "A model that words the digests.",
}
_TAIL = """
    # QoS of single topics, where the choice made from what publishers offer does not suit:
    # qos_overrides:
    #   /battery: {subscription: {reliability: best_effort, depth: 5}}
    #   /robot_memory/events: {publisher: {depth: 1000}}
"""
_WIDTH = 96


def params_path() -> Path:
    """Return where the file is: beside the rules that ship."""
    return default_rules_file().parent / "params.yaml"


def params_file() -> str:
    """Return the file."""
    parts = [_HEAD]
    for group, items in groupby(tunables(), lambda item: item.name.rpartition(".")[0]):
        indent = " " * (6 if group else 4)
        if group:
            about = _comment(_GROUPS[group], "    ") if group in _GROUPS else ""
            parts.append(f"\n{about}    {group}:\n")
        entries = [f"{_comment(_about(item), indent)}{indent}{_setting(item)}\n" for item in items]
        parts.append(("" if group else "\n") + "\n".join(entries))
    return "".join(parts) + _TAIL


def _comment(text: str, indent: str) -> str:
    lines = textwrap.wrap(text, _WIDTH - len(indent), break_on_hyphens=False)
    return "".join(f"{indent}# {line}\n" for line in lines)


def _setting(item: Tunable) -> str:
    value = list(item.default) if isinstance(item.default, tuple) else item.default
    text = yaml.safe_dump(value, default_flow_style=True, width=1000).partition("\n")[0]
    return f"{item.name.rpartition('.')[2]}: " + ('""' if value == "" else text)


def _about(item: Tunable) -> str:
    return "; ".join(_parts(item)) + "."


def _parts(item: Tunable) -> Iterator[str]:
    unit = f" [{item.unit}]" if item.unit else ""
    yield item.meaning[0].upper() + item.meaning[1:] + unit
    if item.low is not None and item.high is not None:
        yield f"{item.low:.10g} to {item.high:.10g}"
    if item.fixed:
        yield "at start only"
