"""Short forms of ids: as many first digits as tell an entry from all others.

Specification: rules.md §1.16.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from robot_memory.foundation.errors import Defect, InvalidInput

_PREFIX = "mem-"
_FEWEST = 4  # digits
_WHOLE = 8  # digits of a whole id, unless another one had it: then twelve


def short_ids(ids: Collection[str], of_agents: Collection[str] = ()) -> Mapping[str, str]:
    """Return the short form of each id: the first digits of no other one, four at least.

    An id that is none of ours is said whole.

    Args:
        of_agents: which of them are of agents' words, who choose these and so their ids: they
            lengthen no other id.
    """
    return {**_shortest(ids), **_shortest({*ids} - {*of_agents})}


def _shortest(ids: Collection[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    ordered = sorted(ids)
    for place, one in enumerate(ordered):
        beside = ordered[max(0, place - 1) : place] + ordered[place + 1 : place + 2]
        shared = max((_shared(one, other) for other in beside), default=0)
        length = max(len(_PREFIX) + _FEWEST, shared + 1)
        if length - len(_PREFIX) == _WHOLE < len(one) - len(_PREFIX):
            length += 1  # eight digits are a whole id
        found[one] = one[len(_PREFIX) : length] if one.startswith(_PREFIX) else one
    return found


def whole_id(said: str, ids: Collection[str], of_agents: Collection[str] = ()) -> str:
    """Return the id that begins like what was said, with or without ``mem-``; else what was said.

    Args:
        of_agents: which are of agents' words: they count where no other one begins so.

    Raises:
        InvalidInput: several ids begin so.
    """
    digits = said.removeprefix(_PREFIX)
    if said in ids or len(digits) < _FEWEST:
        return said
    if _PREFIX + digits in ids:
        return _PREFIX + digits
    if len(digits) == _WHOLE:  # of an entry that left; another one that begins so is not meant
        return said
    begin_so = sorted(one for one in ids if one.startswith(_PREFIX + digits))
    found = [one for one in begin_so if one not in of_agents] or begin_so
    if len(found) > 1:
        some = ", ".join(found[:5])
        several = f"{said!r:.80} begins {len(found)} ids: {some}; give more digits"
        raise InvalidInput("nothing was done", [Defect("id", several)])
    return found[0] if found else said


def _shared(one: str, other: str) -> int:
    """Return how many first characters two ids share."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
