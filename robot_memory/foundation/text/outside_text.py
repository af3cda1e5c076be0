"""Text from outside, as the memory takes it in: bounded, and without secrets.

What a message, a note or a name says goes through :func:`take_in` before anything is made of it:
before it is masked, hashed to an id, stored or shown. So an id never depends on a secret.

See docs/reference/security.md, "Sizes"; docs/explanation/privacy.md, "Secrets".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from robot_memory.foundation.secrets.secrets_filter import filtered

#: Characters of a message that are read.
LONGEST_MESSAGE = 8_192
#: Characters of a name that are read: of a node, a component, a sensor, a frame.
LONGEST_NAME = 512
#: Stands at the end of a text that was too long.
CUT = " [cut]"
_BEYOND = 1_024  # a secret that begins within the limit is known by what follows


@dataclass(frozen=True, slots=True)
class OutsideText:
    """A text that was taken in.

    Attributes:
        text: what is read of it, with a mark in place of each secret.
        removed: the kind of each secret that was taken out.
        cut: how many characters were left out at the end.
    """

    text: str
    removed: tuple[str, ...] = ()
    cut: int = 0

    def shown(self, longest: int) -> str:
        """Return what evidence shows of it: at most so many characters, and a mark if cut."""
        if len(self.text) <= longest and not self.cut:
            return self.text
        return self.text[: longest - len(CUT)] + CUT

    @property
    def losses(self) -> Mapping[str, object]:
        """What evidence says of what it does not show: secrets by kind, and characters."""
        told: dict[str, object] = {}
        if self.removed:
            told["removed"] = dict(sorted(Counter(self.removed).items()))
        if self.cut:
            told["cut"] = self.cut
        return told


def take_in(text: str, longest: int = LONGEST_MESSAGE) -> OutsideText:
    """Take in a text: at most so many characters, without secrets."""
    found = filtered(text[: longest + _BEYOND])
    return OutsideText(found.text[:longest], found.removed, max(0, len(text) - longest))
