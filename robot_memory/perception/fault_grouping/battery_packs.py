"""Reports a fault of one battery once, though several drivers report it (rules.md §10.8)."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from robot_memory.foundation.wording.battery_words import (
    pack_in_text,
    pack_in_topic,
    says_battery_is_low,
    tells_charge,
)
from robot_memory.foundation.wording.varying_text import READINGS
from robot_memory.ledger import Key, Kind, Observation

_MOST_PACKS = 32  # batteries that are told apart
_BATTERY, _SAG, _SIGNAL = "battery", "sag", "signal"


class BatteryPacks:
    """Gives all rows about one low battery the key of the first of them.

    The entry keeps that key in later sessions, whoever tells first then. While a battery is low,
    its sag and its voltage as a signal are evidence of that.
    """

    def __init__(self) -> None:
        self._keys: OrderedDict[str, Key] = OrderedDict()
        self._tellers: dict[str, set[Key]] = {}
        self._effects: set[Key] = set()

    def state(self) -> Mapping[str, Any]:
        """Return which entry each battery has, as JSON data."""
        return {"packs": {pack: key.to_text() for pack, key in self._keys.items()}}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on with what :meth:`state` returned before a restart.

        Raises:
            ValueError: it is of another kind.
        """
        try:
            packs = {str(pack): Key.from_text(text) for pack, text in state["packs"].items()}
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise ValueError(f"BatteryPacks: the state is not one: {error!r}") from None
        self._keys = OrderedDict(list(packs.items())[:_MOST_PACKS])

    def resume(self, row: Observation) -> None:
        """Go on with an occurrence that was open before a restart."""
        pack = _pack_of(row)
        if pack is not None and row.key is not None:
            self._tellers.setdefault(pack, set()).add(row.key)

    def take(self, row: Observation) -> Observation | None:
        """Take in a row about an occurrence; return what becomes of it, None: nothing."""
        key, pack = row.key, _pack_of(row)
        assert key is not None
        if pack is None:
            return self._other(row, key)
        is_room = pack in self._keys or len(self._keys) < _MOST_PACKS
        name = self._keys.setdefault(pack, key) if is_room else key
        tellers = self._tellers.setdefault(pack, set())
        told_by_others = bool(tellers - {key})
        if row.kind is Kind.END:
            tellers.discard(key)
        else:
            tellers.add(key)
        if not told_by_others:
            return row if key == name else replace(row, key=name, detail=_without_readings(row))
        if row.kind is Kind.ONSET:
            return following(row, name)
        # it goes on, with the values that came
        return replace(row, kind=Kind.PRESENT) if key == name else None

    def _other(self, row: Observation, key: Key) -> Observation | None:
        """Return a row that does not say that a battery is low; it may show that it is."""
        if key in self._effects:
            if row.kind is Kind.END:
                self._effects.discard(key)
            return None
        sags = key.detector == _BATTERY and key.symptom == _SAG
        if row.kind is Kind.ONSET and (sags or _is_gauge(row, key)):
            pack = pack_in_topic(key.component)
            if self._tellers.get(pack) and pack in self._keys:
                self._effects.add(key)
                return following(row, self._keys[pack])
        return row


def following(row: Observation, cause: Key, entry_type: str = "") -> Observation:
    """Return an onset as the row that tells beside a cause what came with it; it makes no entry."""
    own = [] if row.key is None else row.key.as_list()
    return replace(
        row,
        kind=Kind.FOLLOWS,
        key=cause,
        entry_type=entry_type or row.entry_type,
        confidence=0.0,
        detail={**_without_readings(row), "message": row.summary, "own_key": own},
    )


def _without_readings(row: Observation) -> dict[str, Any]:
    """Return the detail of a row without its values, which have no place in another's text."""
    return {name: value for name, value in row.detail.items() if name != READINGS}


def _is_gauge(row: Observation, key: Key) -> bool:
    return key.detector == _SIGNAL and tells_charge(row.summary)


def _pack_of(row: Observation) -> str | None:
    """Return which battery a row says to be low; None where it says no such thing."""
    key = row.key
    if key is None or key.detector == _SIGNAL:
        return None
    if key.detector == _BATTERY:
        return pack_in_topic(key.component) if key.symptom == "low" else None
    return pack_in_text(row.summary) if says_battery_is_low(row.summary) else None
