"""How trusted sources and all others share bounded room (rules.md §2.14)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

_Item = TypeVar("_Item")


def in_shared_room(
    ranked: Sequence[_Item], most: int, is_own: Callable[[_Item], bool]
) -> list[_Item]:
    """Return at most ``most`` items, in their order.

    If people, operators and this robot's detectors alone could fill the room, agents and machines
    get at most half of it. However much they write, they cannot hide more than the entries ranked
    after them.
    """
    return list(islice(in_shared_pages(ranked, most, is_own), most))


def in_shared_pages(
    ranked: Sequence[_Item], size: int, is_own: Callable[[_Item], bool]
) -> Iterator[_Item]:
    """Yield all items, with each page shared as in :func:`in_shared_room`.

    Within a page the order is kept.
    """
    own, others = deque[int](), deque[int]()
    for at, one in enumerate(ranked):
        (own if is_own(one) else others).append(at)
    while own or others:
        # An odd place goes to the first in rank.
        odd = size % 2 if others and (not own or others[0] < own[0]) else 0
        room = max(size - len(own), size // 2 + odd)  # places for the others
        for _ in range(min(size, len(own) + len(others))):
            is_others = bool(others) and room > 0 and (not own or others[0] < own[0])
            room -= is_others
            yield ranked[(others if is_others else own).popleft()]
