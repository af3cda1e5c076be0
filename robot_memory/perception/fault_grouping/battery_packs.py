"""Reports a fault of one battery once, though several drivers report it (rules.md §10.8)."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from robot_memory.ledger import Key, Kind, Observation
from robot_memory.perception.fault_grouping.following import following
from robot_memory.wording.battery_words import (
    pack_in_text,
    pack_in_topic,
    says_battery_is_low,
    tells_charge,
)
from robot_memory.wording.varying_text import READINGS

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

    def take(self, row: Observation) -> Iterator[Observation]:
        """Take in a row about an occurrence; yield it, or what becomes of it."""
        key = row.key
        pack = None if key is None else _pack_of(row)
        if key is None or pack is None:
            yield from self._other(row)
            return
        name = self._name(pack, key)
        tellers = self._tellers.setdefault(pack, set())
        told_by_others = bool(tellers - {key})
        if row.kind is Kind.END:
            tellers.discard(key)
        else:
            tellers.add(key)
        if not told_by_others:
            yield _named(row, name)
        elif row.kind is Kind.ONSET:
            yield following(row, name)
        elif key == name:
            yield replace(row, kind=Kind.PRESENT)  # it goes on, with the values that came

    def _name(self, pack: str, key: Key) -> Key:
        """Return the key of the entry of a battery: that of who told of it first."""
        if pack not in self._keys and len(self._keys) >= _MOST_PACKS:
            return key
        return self._keys.setdefault(pack, key)

    def _other(self, row: Observation) -> Iterator[Observation]:
        """Yield a row that does not say that a battery is low; it may show that it is."""
        key = row.key
        low = None if key is None else self._low_pack(row, key)
        if key in self._effects:
            if row.kind is Kind.END:
                self._effects.discard(key)
        elif key is not None and low is not None and row.kind is Kind.ONSET:
            self._effects.add(key)
            yield following(row, low)
        else:
            yield row

    def _low_pack(self, row: Observation, key: Key) -> Key | None:
        """Return the key of the battery that a row shows to be low; None where none is."""
        sags = key.detector == _BATTERY and key.symptom == _SAG
        if not sags and not (key.detector == _SIGNAL and tells_charge(row.summary)):
            return None
        pack = pack_in_topic(key.component)
        return self._keys.get(pack) if self._tellers.get(pack) else None


def _pack_of(row: Observation) -> str | None:
    """Return which battery a row says to be low; None where it says no such thing."""
    key = row.key
    if key is None or key.detector == _SIGNAL:
        return None
    if key.detector == _BATTERY:
        return pack_in_topic(key.component) if key.symptom == "low" else None
    return pack_in_text(row.summary) if says_battery_is_low(row.summary) else None


def _named(row: Observation, name: Key) -> Observation:
    """Return a row with the key of its battery; another one's values have no place in its text."""
    if row.key == name:
        return row
    detail = {field: value for field, value in row.detail.items() if field != READINGS}
    return replace(row, key=name, detail=detail)
