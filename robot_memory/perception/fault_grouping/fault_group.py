"""A group of sources that fail together: its name, and whether it is the same as before.

See docs/explanation/perception.md, "One cause, one entry".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_SAME = 0.5  # share of all members of two companies that are in both
_MOST_KNOWN = 32  # companies
_MOST_MEMBERS = 64  # members of a company
_NAMED = 3  # members that its name lists


@dataclass(frozen=True)
class FaultGroup:
    """Topics or components that fail together.

    Attributes:
        name: what it is called in a key: a common namespace or driver, or its members.
        words: likewise, at the beginning of a sentence.
    """

    name: str
    words: str


#: What those are called that are new when too many different ones are known.
_MIXED = FaultGroup("several topics", "Several topics")


class FaultGroups:
    """Knows who failed together before: mostly the same ones are the same company.

    So a link that silences six topics today and five of them tomorrow is one entry.

    Args:
        namespace: of this robot, which its topics have in common anyway.
    """

    def __init__(self, namespace: str = "/") -> None:
        self._namespace = _parts(namespace)
        self._known: list[list[str]] = []

    def state(self) -> dict[str, Any]:
        """Return what is known, as JSON data."""
        return {"companies": [list(members) for members in self._known]}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on with what :meth:`state` returned before a restart.

        Raises:
            ValueError: it is of another kind.
        """
        try:
            known = [[str(name) for name in members] for members in state["companies"]]
        except (KeyError, TypeError) as error:
            raise ValueError(f"FaultGroups: the state is not one: {error!r}") from None
        self._known = known[:_MOST_KNOWN]

    def of(self, names: Sequence[str]) -> FaultGroup:
        """Return what those are called who fail together now.

        Args:
            names: two or more.
        """
        members = sorted(set(names))[:_MOST_MEMBERS]
        best = max(self._known, key=lambda known: _likeness(known, members), default=[])
        if _likeness(best, members) >= _SAME:
            return self._call(best)
        if len(self._known) >= _MOST_KNOWN:
            return _MIXED
        self._known.append(members)
        return self._call(members)

    def _call(self, members: Sequence[str]) -> FaultGroup:
        space = self._common_namespace(members)
        if space:
            return FaultGroup(space, f"Topics under {space}")
        drivers = {name.partition(":")[0] if ":" in name else "" for name in members}
        if len(drivers) == 1 and "" not in drivers:
            (driver,) = drivers
            return FaultGroup(driver, f"Components of {driver}")
        *first, last = members if len(members) <= _NAMED else [*members[:_NAMED], "others"]
        words = f"{', '.join(first)} and {last}"
        return FaultGroup(words, words)

    def _common_namespace(self, members: Sequence[str]) -> str:
        if not all(name.startswith("/") for name in members):
            return ""
        above = [_parts(name)[:-1] for name in members]
        common = above[0]
        while common and not all(parts[: len(common)] == common for parts in above):
            common = common[:-1]
        is_more = len(common) > len(self._namespace)
        return f"/{'/'.join(common)}" if is_more else ""


def _likeness(one: Sequence[str], other: Sequence[str]) -> float:
    both = len(set(one).intersection(other))
    return both / max(1, len(set(one).union(other)))


def _parts(name: str) -> list[str]:
    return [part for part in name.split("/") if part]
