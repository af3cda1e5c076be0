"""A statement before it becomes a fact: checked, and free of secrets."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime

from robot_memory.foundation.errors import Defect, InvalidFact
from robot_memory.foundation.secrets.secrets_filter import (
    filtered,
    looks_secret,
    mark,
    names_a_secret,
    screened,
    without_secrets,
)
from robot_memory.foundation.text.unicode_text import is_storable
from robot_memory.long_term.graph.fact import WORD_OF, Fact
from robot_memory.long_term.graph.fact_equality import mint_id, triple_of

_LONGEST = {"subject": 200, "predicate": 100, "object": 1000, "source": 200}


@dataclass(frozen=True)
class Statement:
    """Something to be learned.

    Attributes:
        subject: what it is about, at most 200 characters.
        predicate: the relation, at most 100: ``started_on``.
        object: what it is in that relation to, at most 1000.
        source: who says so, at most 200: ``user-stated``.
        activation: what it is worth at first, in [0, 1].
        word_of: of an entry that only an agent supports, who says so: ``agent``, ``claimed``.
    """

    subject: str
    predicate: str
    object: str
    source: str
    activation: float = 1.0
    word_of: str = ""

    def check(self) -> None:
        """Check what was said.

        Raises:
            InvalidFact: lists all that is wrong with it.
        """
        defects = self._defects()
        if defects:
            raise InvalidFact("the fact was not stored", defects)

    def as_fact(self, now: datetime) -> Fact:
        """Return it as a fact that was learned now, without secrets.

        Raises:
            InvalidFact: lists all that is wrong with it.
        """
        self.check()
        subject, predicate, object_, source = (
            without_secrets(getattr(self, name).strip()) for name in _LONGEST
        )
        if predicate.startswith("is_") and looks_secret(subject):
            about = f"{predicate.replace('_', ' ')} {object_}"  # "hunter2 is_password_of wifi"
            subject = str(screened(subject, name=about if names_a_secret(about) else ""))
        object_ = _without_secret(subject, predicate, object_)
        fact_id = mint_id(triple_of(subject, predicate, object_))
        extra = {WORD_OF: self.word_of} if self.word_of else {}
        return Fact(fact_id, subject, predicate, object_, source, now, self.activation, extra)

    def _defects(self) -> list[Defect]:
        defects = []
        for name, longest in _LONGEST.items():
            text = getattr(self, name)
            if not isinstance(text, str):
                defects.append(Defect(name, f"{text!r} is not a text"))
            elif not text.strip():
                defects.append(Defect(name, "is empty"))
            elif len(text) > longest:
                defects.append(Defect(name, f"{len(text)} characters is above {longest}"))
            elif not is_storable(text):
                defects.append(Defect(name, "is not valid Unicode"))
        if not math.isfinite(self.activation) or not 0.0 <= self.activation <= 1.0:
            defects.append(Defect("activation", f"{self.activation} is not between 0.0 and 1.0"))
        return defects


def _without_secret(subject: str, predicate: str, object_: str) -> str:
    """Return what is said of something, where only the three together tell that it is a secret."""
    about = f"{subject} {predicate.replace('_', ' ')}"
    if names_a_secret(predicate) or names_a_secret(about):
        return str(screened(object_, name=about))
    if names_a_secret(subject) and looks_secret(object_):
        return str(screened(object_, name=subject))
    removed = filtered(f"{about} {object_}").removed
    return mark(removed[0]) if removed else object_
