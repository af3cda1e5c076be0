"""When two facts are equal: by subject, predicate and object (document 003, "Fact Ingestion").

Compared are forms, not texts: NFC, white space folded, dates in one form. Subjects and predicates
are compared without regard to case; of objects the case counts, as 5 mW are not 5 MW.

See docs/reference/facts.md, "Equality".
"""

from __future__ import annotations

import re
import unicodedata
import uuid

from robot_memory.long_term.graph.dates import normal_dates

#: Subject, predicate and object in the forms that are compared.
Triple = tuple[str, str, str]

# Facts of equal triples have equal ids on every robot and after every crash.
_NAMESPACE = uuid.UUID("6f1f3c5e-0d8a-5c5b-9a5e-3f0f4f1c2a77")
_SEPARATORS = re.compile(r"[\s_-]+")


def object_form(text: str) -> str:
    """Return the form of an object."""
    return normal_dates(" ".join(unicodedata.normalize("NFC", text).split()))


def without_case(form: str) -> str:
    """Return a form in which case does not count; objects are looked up by it."""
    return unicodedata.normalize("NFC", form.casefold())


def subject_form(text: str) -> str:
    """Return the form of a subject."""
    return without_case(object_form(text))


def predicate_form(text: str) -> str:
    """Return the form of a predicate: "Started on" is "started_on"."""
    return _SEPARATORS.sub("_", without_case(unicodedata.normalize("NFC", text))).strip("_")


def triple_of(subject: str, predicate: str, object_: str) -> Triple:
    """Return what a fact is known by."""
    return subject_form(subject), predicate_form(predicate), object_form(object_)


def mint_id(triple: Triple) -> str:
    """Return the id of a fact that is new: ``fact-`` and a UUID."""
    return f"fact-{uuid.uuid5(_NAMESPACE, chr(31).join(triple))}"
