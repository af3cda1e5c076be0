"""The page of parameters, from robot_memory/foundation/settings.py."""

from __future__ import annotations

from reference.markdown import page, table
from robot_memory.foundation.settings import Tunable, tunables

_INTRODUCTION = """\
The node has these ROS parameters. Set them with `-p NAME:=VALUE`, in a parameter file
(`share/robot_memory/config/params.yaml` lists all of them), or with `ros2 param set` while the node
runs. Each value is checked when it is set.

The command line reads the same names from `settings.yaml` in the memory home. The two places are
independent: a value in one does not change the other.

"At start" means that the value is read once; to change it, restart the node. `use_sim_time` is a
parameter of every ROS node; see [the node](node.md#simulated-time)."""


def parameters_page() -> str:
    """Return the page."""
    rows = [
        (f"`{item.name}`", _default(item), _range(item), _read(item), item.meaning)
        for item in tunables()
    ]
    heads = ("parameter", "default", "range", "read", "meaning")
    return page("Parameters", _INTRODUCTION, table(heads, rows))


def _default(item: Tunable) -> str:
    if isinstance(item.default, bool):
        return str(item.default).lower()
    if isinstance(item.default, tuple):
        return ", ".join(item.default)
    value = f"{item.default:.10g}" if isinstance(item.default, float) else str(item.default)
    return f"{value} {item.unit}".strip() or "empty"


def _range(item: Tunable) -> str:
    if item.choices:
        return ", ".join(item.choices)
    if item.low is None or item.high is None:
        return ""
    return f"{item.low:.10g} … {item.high:.10g}"


def _read(item: Tunable) -> str:
    return "at start" if item.fixed else "at once"
