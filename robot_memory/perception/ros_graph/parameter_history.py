"""The parameters of nodes at their last good start, and which of them change at every start.

Specification: rules.md §5.14.

See docs/reference/detectors.md, "parameters"; docs/explanation/perception.md, "Faults that no
driver reports".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_MOST = 5000  # parameters of all nodes
MOST_OF_ONE = 1000
"""Parameters of one node that are kept, at most."""

_CHANGES, _SHARE = 2, 3  # changes, at least, and one in so many starts: that is normal


@dataclass
class _Known:
    """A parameter: its value at the last good start, and how often that changed."""

    value: str
    starts: int = 1
    changes: int = 0

    @property
    def is_steady(self) -> bool:
        """Whether it does not change at every start, as ports, paths and times do."""
        return self.changes < _CHANGES or _SHARE * self.changes < self.starts


class ParameterHistory:
    """Remembers the parameters of each node; it is kept across restarts."""

    def __init__(self) -> None:
        self._nodes: dict[str, dict[str, _Known]] = {}

    def was(self, node: str, name: str, value: str) -> str | None:
        """Return the value of a parameter at the last good start, where it is another one now.

        None where it is the same, where it was not known, and where it changes at every start.
        """
        known = self._nodes.get(node, {}).get(name)
        return known.value if known and known.value != value and known.is_steady else None

    def knows(self, node: str) -> bool:
        """Tell whether a node of this name had a good start."""
        return node in self._nodes

    def adopt(self, node: str, values: Mapping[str, str], *, is_all: bool = True) -> None:
        """Take in the parameters of a start that went well.

        Where they are too many, those of the nodes are forgotten whose last good start is longest
        ago, and of one node those beyond ``MOST_OF_ONE``.

        Args:
            node: which.
            values: of its parameters, by name.
            is_all: whether it has no others, so that names that are gone are forgotten.
        """
        former = self._nodes.pop(node, {})
        known = {name: it for name, it in former.items() if name in values or not is_all}
        for name, value in values.items():
            before = known.get(name)
            if before is not None:
                before.starts += 1
                before.changes += before.value != value
                before.value = value
            elif len(known) < MOST_OF_ONE:
                known[name] = _Known(value)
        self._nodes[node] = known
        while sum(map(len, self._nodes.values())) > _MOST:
            del self._nodes[next(iter(self._nodes))]

    def state(self) -> dict[str, Any]:
        """Return what is known, as JSON data."""
        return {
            "nodes": {
                node: {name: [it.value, it.starts, it.changes] for name, it in known.items()}
                for node, known in self._nodes.items()
            }
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on with what :meth:`state` returned before a restart.

        Raises:
            ValueError: it is of another kind.
        """
        try:
            self._nodes = {
                node: {
                    name: _Known(str(value), int(starts), int(changes))
                    for name, (value, starts, changes) in known.items()
                }
                for node, known in state["nodes"].items()
            }
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ValueError(f"ParameterHistory: the state is not one: {error!r}") from None
