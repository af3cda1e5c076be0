"""The size of each table reachable from an object, for tests that tables stop growing."""

from __future__ import annotations

import gc
import sys
from collections import Counter, deque
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

_TABLES = (dict, list, set, deque)
_OURS = "robot_memory"


def tables(root: Any) -> Counter[str]:
    """Return the size of each of our tables reachable from an object, by class and name.

    This includes tables and unbounded caches of modules and the content of closures, but no tables
    with a built-in bound: a ``deque`` with ``maxlen``.
    """
    seen: set[int] = set()
    held = module_tables()
    found = [root]
    while found:
        item = found.pop()
        if id(item) in seen or isinstance(item, (ModuleType, type, CodeType)):
            continue
        seen.add(id(item))
        if isinstance(item, FunctionType):
            found += item.__closure__ or ()
            continue
        if type(item).__module__.startswith(_OURS):
            for name, value in _attributes(item):
                if isinstance(value, _TABLES) and getattr(value, "maxlen", None) is None:
                    held[f"{type(item).__qualname__}.{name}"] += len(value)
        found += gc.get_referents(item)
    return held


def _attributes(item: Any) -> Iterator[tuple[str, Any]]:
    yield from getattr(item, "__dict__", {}).items()
    for kind in type(item).__mro__:
        slots = vars(kind).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name != "__dict__" and hasattr(item, name):
                yield name, getattr(item, name)


def module_tables() -> Counter[str]:
    """Return the size of each table of our modules and their classes, and of unbounded caches."""
    held: Counter[str] = Counter()
    for name, module in list(sys.modules.items()):
        if not name.startswith(_OURS) or module is None:
            continue
        own = {**vars(module)}
        for kind in [one for one in own.values() if isinstance(one, type)]:
            if kind.__module__ == name:
                own |= {f"{kind.__qualname__}.{key}": value for key, value in vars(kind).items()}
        for key, value in own.items():
            if key.rpartition(".")[2].startswith("__"):
                continue
            if isinstance(value, _TABLES):
                held[f"{name}.{key}"] = len(value)
            info = getattr(value, "cache_info", None)
            if callable(info) and info().maxsize is None:
                held[f"{name}.{key}"] = info().currsize
    return held


def grown(
    before: list[Counter[str]], after: list[Counter[str]], allowed: float
) -> dict[str, tuple[int, int]]:
    """Return what was at most so much before, and more after."""
    names = {name for one in (*before, *after) for name in one}
    pairs = {
        name: (max(one[name] for one in before), max(one[name] for one in after)) for name in names
    }
    return {name: pair for name, pair in pairs.items() if pair[1] > allowed * pair[0] + 2}
