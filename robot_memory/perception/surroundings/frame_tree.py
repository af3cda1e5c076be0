"""The frames of a robot: which transform leads to which, on all topics of transforms."""

from __future__ import annotations

_MOST_FRAMES = 2000


class FrameTree:
    """The parents of frames, as the transforms of /tf and /tf_static name them."""

    def __init__(self) -> None:
        self._fixed: dict[str, str] = {}
        self._moving: dict[str, str] = {}
        self._parents: set[str] = set()

    def fix(self, parent: str, child: str) -> None:
        """Take in a transform that stays as it is."""
        if child in self._fixed or len(self._fixed) < _MOST_FRAMES:
            self._fixed[child] = parent
            self._parents.add(parent)

    def move(self, parent: str, child: str) -> None:
        """Take in a transform that is published again and again; its frames are few."""
        if self._moving.get(child) != parent:
            self._moving[child] = parent
            self._parents.add(parent)

    def parent(self, child: str) -> str:
        """Return the parent that a moving frame had last; empty where it has none."""
        return self._moving.get(child, "")

    def fixed_parent(self, child: str) -> str:
        """Return the parent of a fixed frame; empty where it has none."""
        return self._fixed.get(child, "")

    def carries(self, frame: str) -> bool:
        """Tell whether other frames hang on this one."""
        return frame in self._parents
