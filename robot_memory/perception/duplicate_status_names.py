"""Which names of statuses several devices share (rules.md §1.12).

See docs/reference/detectors.md, "diagnostics".
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Any

_MOST_NAMES = 2048  # names of statuses
_MOST_DEVICES = 16  # of one name: ids that are more are no ids but readings


class DuplicateStatusNames:
    """Tells devices with the same status name apart by their hardware ids.

    diagnostic_updater begins a status name with the name of the node, without its namespace: the
    drivers /front/urg_node and /rear/urg_node both report as "urg_node: Status". A hardware id that
    comes back after another one is a device of its own; one that does not come back was replaced,
    and the name goes on. Which names are shared is kept over restarts.
    """

    def __init__(self) -> None:
        #: By name the ids that were seen, the present one last; none where they are readings.
        self._ids: OrderedDict[str, list[str]] = OrderedDict()
        self._shared: OrderedDict[str, None] = OrderedDict()

    def name_of(self, name: str, hardware_id: str) -> str:
        """Return the name of a status, with its hardware id where several devices share it."""
        if hardware_id and name in self._shared:
            return f"{name} ({hardware_id})"
        return name

    def names_of(self, content: Any) -> dict[str, str]:
        """Return what the devices of a DiagnosticArray are called, by shared status name."""
        if not self._shared:
            return {}
        return {
            status.name: self.name_of(status.name, status.hardware_id)
            for status in content.status
            if status.name in self._shared
        }

    def names(self) -> Iterable[str]:
        """Return the names of statuses that were noted since the start."""
        return self._ids

    def is_new(self, name: str, hardware_id: str) -> bool:
        """Tell whether the last status of that name had another id, which is to be noted."""
        ids = self._ids.get(name)
        return ids is None or (bool(ids) and ids[-1] != hardware_id)

    def note(self, name: str, hardware_id: str) -> None:
        """Note the id of a status of this robot; those of other robots tell nothing about it."""
        ids = self._ids.setdefault(name, [hardware_id])
        if len(self._ids) > _MOST_NAMES:
            self._ids.popitem(last=False)
        if ids and ids[-1] != hardware_id:
            self._change(name, ids, hardware_id)

    def _change(self, name: str, ids: list[str], hardware_id: str) -> None:
        if hardware_id in ids:
            ids.remove(hardware_id)
            self._shared[name] = None
            if len(self._shared) > _MOST_NAMES:
                self._shared.popitem(last=False)
        ids.append(hardware_id)
        if len(ids) > _MOST_DEVICES:
            ids.clear()
            self._shared.pop(name, None)

    def state(self) -> dict[str, Any]:
        """Return which names are shared."""
        return {"shared": list(self._shared)}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue with what :meth:`state` returned.

        Raises:
            ValueError: it is of another kind.
        """
        names = state.get("shared")
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise ValueError(f"the shared names of statuses are {names!r:.200}, expected a list")
        self._shared = OrderedDict.fromkeys(names[-_MOST_NAMES:])
