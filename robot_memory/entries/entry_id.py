"""The id of an entry, made from its text, and its short form.

Specification: rules.md §1.1 and §1.16.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping

from robot_memory.entries.normal_words import normal_words
from robot_memory.foundation.errors import Defect, InvalidInput

_PREFIX = "mem-"
_FEWEST = 4  # digits of a short form
#: Digits of an id: from a detector or a person; after a collision; from an agent's words.
_SHORT, _LONG, _WHOLE = 8, 12, 32
_NAMED_ID = re.compile(r"\bmem-[0-9a-f]{8}(?:[0-9a-f]{4}|[0-9a-f]{24})?\b")


def canonical_text(text: str) -> str:
    """Return the form of a text from which ids are made: NFC, trimmed."""
    return unicodedata.normalize("NFC", text).strip()


def mint_id(entry_type: str, text: str, *, long: bool = False) -> str:
    """Make the id of a new entry (document 000 §4.1, rules.md §1.1).

    Args:
        long: twelve digits instead of eight, for use after a collision.
    """
    source = entry_type + ":" + canonical_text(text)
    digest = hashlib.sha256(source.encode()).hexdigest()
    return f"{_PREFIX}{digest[: _LONG if long else _SHORT]}"


def agents_id(text: str) -> str:
    """Make the id of words that only agents said, in any spelling (rules.md §1.1).

    Nobody can find two texts with the same id: a confirmation of the id confirms these words.
    """
    digest = hashlib.sha256("\x1f".join(normal_words(text)).encode("utf-8", "replace"))
    return f"{_PREFIX}{digest.hexdigest()[:_WHOLE]}"


def is_agents_id(entry_id: str) -> bool:
    """Whether an id was made from words that an agent said first."""
    return len(entry_id) == len(_PREFIX) + _WHOLE


def is_minted_from(entry_id: str, entry_type: str, text: str) -> bool:
    """Whether an id was made from a type and a text."""
    if is_agents_id(entry_id):
        return entry_id == agents_id(text)
    is_short = len(entry_id) in (len(_PREFIX) + _SHORT, len(_PREFIX) + _LONG)
    return is_short and mint_id(entry_type, text, long=True).startswith(entry_id)


def named_id(text: str) -> str:
    """Return the first entry id in a text, or ""."""
    found = _NAMED_ID.search(text)
    return found[0] if found else ""


def short_ids(ids: Collection[str], of_agents: Collection[str] = ()) -> Mapping[str, str]:
    """Return the short form of each id: its shortest unique beginning, at least four digits.

    Ids in other forms are kept whole.

    Args:
        of_agents: the ids of agents' words; agents choose these, so they lengthen no other id.
    """
    return {**_shortest(ids), **_shortest({*ids} - {*of_agents})}


def _shortest(ids: Collection[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    ordered = sorted(ids)
    for place, one in enumerate(ordered):
        beside = ordered[max(0, place - 1) : place] + ordered[place + 1 : place + 2]
        shared = max((_shared(one, other) for other in beside), default=0)
        length = max(len(_PREFIX) + _FEWEST, shared + 1)
        if length - len(_PREFIX) == _SHORT < len(one) - len(_PREFIX):
            length += 1  # eight digits would look like a whole id
        found[one] = one[len(_PREFIX) : length] if one.startswith(_PREFIX) else one
    return found


def whole_id(said: str, ids: Collection[str], of_agents: Collection[str] = ()) -> str:
    """Return the only id with the given beginning, with or without ``mem-``; else ``said``.

    Args:
        of_agents: the ids of agents' words; they count only if no other id matches.

    Raises:
        InvalidInput: several ids match.
    """
    digits = said.removeprefix(_PREFIX)
    if said in ids or len(digits) < _FEWEST:
        return said
    if _PREFIX + digits in ids:
        return _PREFIX + digits
    if len(digits) == _SHORT:  # a whole id, of an entry that left; a longer id is not meant
        return said
    begin_so = sorted(one for one in ids if one.startswith(_PREFIX + digits))
    found = [one for one in begin_so if one not in of_agents] or begin_so
    if len(found) > 1:
        some = ", ".join(found[:5])
        several = f"{said!r:.80} begins {len(found)} ids: {some}; give more digits"
        raise InvalidInput("nothing was done", [Defect("id", several)])
    return found[0] if found else said


def hint_at_id(said: str, ids: Iterable[str]) -> str:
    """Return advice on an id that is too short or only the beginning of a longer one; else ""."""
    begins = _PREFIX + said.removeprefix(_PREFIX)
    digits = len(begins) - len(_PREFIX)
    if digits < _FEWEST:
        return f"give at least {_FEWEST} of its digits"
    longer = (one for one in ids if digits == _SHORT and one.startswith(begins))
    found = next(longer, "")
    return f"{found} begins so: eight digits are a whole id, give more" if found else ""


def _shared(one: str, other: str) -> int:
    """Return the length of the common beginning of two ids."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
