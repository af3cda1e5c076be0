"""What of the messages of each topic was not used, and why.

See docs/explanation/perception.md, "Numbers: what is normal"; docs/explanation/time.md, "Header
stamps".
"""

from __future__ import annotations

from dataclasses import dataclass, field

from robot_memory.foundation.errors import UnusableNumber
from robot_memory.perception.number_filter import NumberFilter


@dataclass
class MessageLosses:
    """Counts by topic.

    Attributes:
        misdated: messages that were not observed, since their header is more than ten seconds
            from now (rules.md §4.1).
        skews: by how many seconds the header of the last such message was ahead.
        unusable: how many numbers were ignored as they are infinite or beyond 1e20.
    """

    misdated: dict[str, int] = field(default_factory=dict)
    skews: dict[str, float] = field(default_factory=dict)
    unusable: dict[str, int] = field(default_factory=dict)

    def forget(self, topic: str) -> None:
        """Drop the counts of a topic."""
        for counts in (self.misdated, self.skews, self.unusable):
            counts.pop(topic, None)

    def count_misdated(self, topic: str, ahead: float) -> None:
        """Count a message whose header is so many seconds ahead."""
        self.misdated[topic] = self.misdated.get(topic, 0) + 1
        self.skews[topic] = ahead

    def count_unusable(self, topic: str, numbers: NumberFilter) -> UnusableNumber | None:
        """Count the unusable numbers of a topic; return the error to report of the first ones."""
        if numbers.replaced <= self.unusable.get(topic, 0):
            return None
        is_first = topic not in self.unusable
        self.unusable[topic] = numbers.replaced
        if not is_first:
            return None
        return UnusableNumber(
            f"{numbers.last}, which is no reading: such numbers, infinite or beyond 1e20, are "
            "taken for none and counted; what else its messages say is used"
        )
