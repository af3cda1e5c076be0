"""The sentence of a place: canonical, on a coarse grid, never rewritten."""

from __future__ import annotations

from collections.abc import Collection

from robot_memory.ledger.position import WGS84, Position

_MINUS = "\N{MINUS SIGN}"


def sentence(what: str, centre: Position, used: Collection[str] = ()) -> str:
    """Return 'Wheel slip near (12, −3) in `map`'.

    Args:
        what: what happens there, 'Wheel slip'.
        centre: the place. Metres are rounded to one, latitude and longitude (in that order, as
            people write them) to four decimals, which is about ten metres.
        used: sentences of other places: one of these is told apart by another digit.
    """
    coarse, fine = (4, 5) if centre.frame == WGS84 else (0, 1)
    text = _near(what, centre, coarse)
    return _near(what, centre, fine) if text in used else text


def _near(what: str, centre: Position, digits: int) -> str:
    first, second = centre.x, centre.y
    if centre.frame == WGS84:
        first, second = second, first
    pair = f"({_number(first, digits)}, {_number(second, digits)})"
    return f"{what} near {pair} in `{centre.frame}`"


def _number(value: float, digits: int) -> str:
    text = f"{value:.{digits}f}"
    return (text[1:] if not float(text) and text[0] == "-" else text).replace("-", _MINUS)
