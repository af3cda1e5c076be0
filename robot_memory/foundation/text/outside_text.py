"""Text from outside: limited in length and without secrets.

Texts of messages, notes and names pass :func:`take_in` before any use: before they are masked,
hashed to an id, stored or shown. So an id never depends on a secret.

See docs/reference/security.md, "Sizes"; docs/explanation/privacy.md, "Secrets".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from robot_memory.foundation.secrets.secrets_filter import filtered

#: Characters read of a message.
LONGEST_MESSAGE = 8_192
#: Characters read of a name of a node, a component, a sensor or a frame.
LONGEST_NAME = 512
#: The end of a shortened text.
CUT = " [cut]"
_BEYOND = 1_024  # a secret at the limit is recognized by the text after it


@dataclass(frozen=True, slots=True)
class OutsideText:
    """A text that was taken in.

    Attributes:
        text: with a mark for each secret.
        removed: the kind of each removed secret.
        cut: the number of characters left out at the end.
    """

    text: str
    removed: tuple[str, ...] = ()
    cut: int = 0

    def shown(self, longest: int) -> str:
        """Return the text for evidence: at most ``longest`` characters, with a mark if cut."""
        if len(self.text) <= longest and not self.cut:
            return self.text
        return self.text[: longest - len(CUT)] + CUT

    @property
    def losses(self) -> Mapping[str, object]:
        """What evidence says about the removed secrets, by kind, and the omitted characters."""
        told: dict[str, object] = {}
        if self.removed:
            told["removed"] = dict(sorted(Counter(self.removed).items()))
        if self.cut:
            told["cut"] = self.cut
        return told


def take_in(text: str, longest: int = LONGEST_MESSAGE) -> OutsideText:
    """Take in a text: at most ``longest`` characters, without secrets."""
    found = filtered(text[: longest + _BEYOND])
    return OutsideText(found.text[:longest], found.removed, max(0, len(text) - longest))
