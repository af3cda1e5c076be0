"""How those whose word proves something, and all others, share bounded room (rules.md §2.14)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

_Item = TypeVar("_Item")


def in_shared_room(
    ranked: Sequence[_Item], most: int, is_own: Callable[[_Item], bool]
) -> list[_Item]:
    """Return so many items at most, in their order.

    What agents and machines say gets half of the room at most where people, operators and detectors
    of this robot say enough for all of it: however much they say, it hides no more of the others
    than comes after it.
    """
    return list(islice(in_shared_pages(ranked, most, is_own), most))


def in_shared_pages(
    ranked: Sequence[_Item], size: int, is_own: Callable[[_Item], bool]
) -> Iterator[_Item]:
    """Yield all items, so that both share each page as :func:`in_shared_room` tells.

    Within a page the order stays.
    """
    own, others = deque[int](), deque[int]()
    for at, one in enumerate(ranked):
        (own if is_own(one) else others).append(at)
    while own or others:
        odd = size % 2 if others and (not own or others[0] < own[0]) else 0  # to who comes first
        room = max(size - len(own), size // 2 + odd)  # for the others
        for _ in range(min(size, len(own) + len(others))):
            is_others = bool(others) and room > 0 and (not own or others[0] < own[0])
            room -= is_others
            yield ranked[(others if is_others else own).popleft()]
