"""The outcome of one attempt, as a person or an agent reports it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from robot_memory.entries.entry_id import canonical_text
from robot_memory.entries.field_limits import beyond_limits
from robot_memory.entries.note import source_defects
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.secrets.secrets_filter import screened, without_secrets
from robot_memory.foundation.text.unicode_text import is_storable
from robot_memory.ledger import Attempt


@dataclass(frozen=True)
class TaskOutcome:
    """What was tried, where, and how it went.

    Attributes:
        task: in a few words, the same ones each time: 'dock at bay 2'.
        by: who says so, as of :meth:`RobotMemory.remember`: 'agent:planner'.
        place: where it was tried; empty: not reported.
        parameters: how it was tried: names and values.
        note: what happened, or what helped.

    Raises:
        InvalidInput: names all that is empty, too long, given twice or no Unicode text, and who is
            neither a person nor an agent; nothing was stored.
    """

    task: str
    succeeded: bool
    by: str
    place: str = ""
    parameters: Mapping[str, str] = field(default_factory=dict)
    note: str = ""

    def __post_init__(self) -> None:
        words = {"task": self.task, "place": self.place, "note": self.note}
        pairs = [f"{name}={value}" for name, value in self.parameters.items()]
        defects = [] if self.task.strip() else [Defect("task", "is empty")]
        if any(not name.strip() for name in self.parameters):
            defects.append(Defect("parameters", "one of them has no name"))
        defects += [*_repeated(self.parameters, "parameters"), *source_defects(self.by)]
        defects += [
            Defect(name, "is not valid Unicode")
            for name, text in {**words, "parameters": " ".join(pairs)}.items()
            if not is_storable(text)
        ]
        defects += beyond_limits(**words, parameters=pairs)
        if defects:
            raise InvalidInput("nothing was stored", defects)

    @property
    def attempt(self) -> Attempt:
        """The attempt to store: trimmed, NFC, without secrets."""
        # Screened together: a text may name the secret that the next one contains.
        task, place, note = screened(list(map(canonical_text, (self.task, self.place, self.note))))
        return Attempt(
            task=task,
            succeeded=self.succeeded,
            place=place,
            parameters=screened(
                {canonical_text(name): canonical_text(of) for name, of in self.parameters.items()}
            ),
            note=note,
        )


def read_parameters(given: Iterable[str], field_name: str = "parameters") -> dict[str, str]:
    """Read parameters of the form NAME=VALUE.

    Raises:
        InvalidInput: a parameter has no equals sign, or is given twice; nothing was stored.
    """
    pairs = [text.partition("=") for text in given]
    defects = [
        Defect(field_name, f"{name!r:.80} is not NAME=VALUE") for name, sign, _ in pairs if not sign
    ]
    defects += _repeated((name for name, sign, _ in pairs if sign), field_name)
    if defects:
        raise InvalidInput("nothing was stored", defects)
    return {name.strip(): value for name, _, value in pairs}


def _repeated(names: Iterable[str], path: str) -> list[Defect]:
    """Return defects for parameter names that are equal after normalization."""
    counts = Counter(_stored(name) for name in names if is_storable(name))
    return [
        Defect(path, f"{name!r:.80} is given twice; give each parameter once")
        for name, count in counts.items()
        if name and count > 1
    ]


def _stored(text: str) -> str:
    return without_secrets(canonical_text(text))
