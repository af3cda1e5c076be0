"""The arguments of one include of a launch file; launch keeps those of all includes in one place.

See docs/reference/launch.md.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, MutableMapping


class _Spent(str):
    """A launch configuration that an include before was given; it reads as the same text."""

    is_spent = True


def take_arguments(
    configurations: MutableMapping[str, str], defaults: Mapping[str, str], typed: Collection[str]
) -> tuple[dict[str, str], list[str]]:
    """Return what this include was given, and which arguments an include before was given.

    An include sets launch configurations, and they stay set for the next one, which then would
    start its node on the home of the first. So they are marked here, and what is still marked was
    not given anew. Whoever else reads a configuration reads what it always read.

    Args:
        defaults: of the arguments, by name.
        typed: ``NAME:=VALUE`` of the command line, which hold for all includes.
    """
    spent = [
        name for name in defaults
        if getattr(configurations.get(name), "is_spent", False)
        and f"{name}:={configurations[name]}" not in typed
    ]  # fmt: skip
    given = {
        name: str(configurations.get(name, default)).strip() if name not in spent else default
        for name, default in defaults.items()
    }
    for name in configurations.keys() & defaults.keys():
        configurations[name] = _Spent(configurations[name])
    return given, spent
