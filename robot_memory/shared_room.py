"""How those whose word proves something, and all others, share bounded room (rules.md §2.14)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

_Item = TypeVar("_Item")


def in_shared_room(
    ranked: Sequence[_Item], most: int, is_own: Callable[[_Item], bool]
) -> list[_Item]:
    """Return so many items at most, in their order.

    What agents and machines say gets half of the room where people, operators and detectors of this
    robot say enough for the other half: however much they say, it hides nothing of the others.

    Args:
        ranked: what is to be shown first comes first.
        is_own: tells whether one of the others says so.
    """
    own = [one for one in ranked if is_own(one)]
    others = [one for one in ranked if not is_own(one)]
    odd = most % 2 if ranked and not is_own(ranked[0]) else 0  # goes to who comes first
    others = others[: max(most - len(own), most // 2 + odd)]
    shown = {id(one) for one in (*others, *own[: most - len(others)])}
    return [one for one in ranked if id(one) in shown]
