"""The frames of a robot: which transform leads to which, on all topics of transforms."""

from __future__ import annotations

from collections import Counter

_MOST_FRAMES = 2000  # frames with a parent, fixed and moving ones each


class FrameTree:
    """The parents of frames, as the transforms of /tf and /tf_static name them.

    A frame has one fixed parent and one that moves it: the last that was named counts.
    """

    def __init__(self) -> None:
        self._fixed: dict[str, str] = {}
        self._moving: dict[str, str] = {}
        self._children: Counter[str] = Counter()

    def fix(self, parent: str, child: str) -> None:
        """Take in a transform that stays as it is."""
        self._hang(self._fixed, parent, child)

    def move(self, parent: str, child: str) -> None:
        """Take in a transform that is published again and again."""
        self._hang(self._moving, parent, child)

    def _hang(self, parents: dict[str, str], parent: str, child: str) -> None:
        before = parents.get(child)
        if before == parent or (before is None and len(parents) >= _MOST_FRAMES):
            return
        parents[child] = parent
        self._children[parent] += 1
        if before is not None:
            self._children[before] -= 1
            if not self._children[before]:
                del self._children[before]

    def parent(self, child: str) -> str:
        """Return the parent that a moving frame had last; empty where it has none."""
        return self._moving.get(child, "")

    def fixed_parent(self, child: str) -> str:
        """Return the parent of a fixed frame; empty where it has none."""
        return self._fixed.get(child, "")

    def carries(self, frame: str) -> bool:
        """Tell whether other frames hang on this one."""
        return frame in self._children
