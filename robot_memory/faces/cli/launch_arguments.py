"""The arguments of one include of a launch file; launch keeps those of all includes in one place.

See docs/reference/launch.md.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, MutableMapping


class _Spent(str):
    """A launch configuration that belonged to an earlier include; it reads as the same text."""

    is_spent = True


def take_arguments(
    configurations: MutableMapping[str, str], defaults: Mapping[str, str], typed: Collection[str]
) -> tuple[dict[str, str], list[str]]:
    """Return this include's arguments, and the names of arguments left over from earlier includes.

    An include sets launch configurations. They stay set for the next include, which would then
    start its node on the first one's home. So they are marked here, and a configuration that is
    still marked was not set again. Other readers see unchanged values.

    Args:
        defaults: the arguments' defaults, by name.
        typed: ``NAME:=VALUE`` words of the command line, which hold for all includes.
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
