"""Which entries of different robots tell of the same fault. Pure."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from robot_memory.entries.agreeing_entries import without_numbers
from robot_memory.sharing.federation.shared_entry import SharedEntry

_LARGEST_ID = 2**63


@dataclass(frozen=True)
class FleetFault:
    """What a detector noticed, or what somebody said.

    Attributes:
        detector, symptom: what noticed what; empty for what was said.
        component: which part, as the robot calls it; empty where it does not tell.
        text: as one robot says it.
    """

    detector: str
    component: str
    symptom: str
    text: str

    @property
    def id(self) -> int:
        """The number of the fault: the same for each robot that tells of it."""
        said = "" if self.detector else " ".join(self.text.casefold().split())
        parts = "\n".join((self.detector, self.component, self.symptom, said))
        return int.from_bytes(hashlib.sha256(parts.encode()).digest()[:8], "big") % _LARGEST_ID

    @property
    def words(self) -> str:
        """What is searched where one robot tells of it."""
        parts = (self.component, self.symptom, self.detector, self.text, self.searched)
        return " ".join(part for part in dict.fromkeys(parts) if part).casefold()

    @property
    def searched(self) -> str:
        """What is searched of the words of a further robot; its numbers are not."""
        return without_numbers(self.text).casefold()


def fault_of(entry: SharedEntry, component: str) -> FleetFault:
    """Return the fault that an entry tells of: one of a detector by its key, others by their words.

    Args:
        entry: of an update.
        component: as the same update tells it.
    """
    detector, symptom = entry.about or ("", "")
    return FleetFault(detector, component if detector else "", symptom, entry.text)
