"""Bytes of a message to an object with its fields, by the definitions in the recording."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from rosbags.interfaces.typing import Typesdict
from rosbags.typesys import Stores, get_typestore
from rosbags.typesys.store import Typestore

from robot_memory.replay.bags.container import Channel
from robot_memory.replay.bags.definitions import (
    installed_types_of,
    standard_of,
    types_of,
    what_to_give,
)
from robot_memory.replay.fields import Fields
from robot_memory.replay.inflate import inflate

ENCODINGS = ("cdr", "ros1", "json")

KEPT = 256
"""How many types are kept decodable, for the next recording that has them."""

ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
"""Begins a message that rosbag2 compressed; no plain message begins so."""


class Undecodable(Exception):
    """Why a message, or every message of a channel, can't be decoded."""


class Decoders:
    """Makes the decoder of each channel; `report` is told (topic, what was repaired)."""

    def __init__(self, report: Callable[[str, str], None]) -> None:
        self._report = report
        self._stores: dict[tuple[str, str, str, str, str], Typestore] = {}

    def of(self, channel: Channel) -> Callable[[bytes], Any]:
        """The function that decodes this channel's messages.

        Raises:
            Undecodable: no message of this channel can be decoded.
        """
        if channel.encoding not in ENCODINGS:
            raise Undecodable(f"its encoding {channel.encoding!r} can't be decoded")
        if channel.encoding == "json":
            return _from_json
        store = self._store(channel)
        function = store.deserialize_ros1 if channel.encoding == "ros1" else store.deserialize_cdr

        def decode(data: bytes) -> Any:
            if data[:4] == ZSTD_MAGIC:
                data = _inflated(data)
            try:
                return function(data, channel.type)
            except Exception as error:  # damaged bytes break generated code in many ways
                repaired = _with_printable_text(data, error)
                if repaired == data:
                    raise Undecodable(f"not a {channel.type} ({error})") from error
            self._report(channel.topic, "text that is not UTF-8, its odd bytes shown as '?'")
            return decode(repaired)

        return decode

    def _store(self, channel: Channel) -> Typestore:
        """A store with this channel's type as its own file defines it.

        Two channels of one type may differ in its definition, so each definition has a store.
        """
        key = (channel.type, channel.definition, channel.language, channel.encoding, channel.distro)
        if key not in self._stores:
            self._stores[key] = self._make_store(channel)
        return self._stores[key]

    def _make_store(self, channel: Channel) -> Typestore:
        standard = standard_of(channel)
        try:
            types = types_of(channel)
        except Exception as error:  # a parser of foreign text: many kinds
            if channel.type not in standard:
                raise Undecodable(f"its definition of {channel.type} is damaged") from error
            reason = f"its definition of {channel.type} is damaged; the standard one serves"
            self._report(channel.topic, reason)
            types = {}
        needed = _with_all_it_needs(channel.type, types, standard)
        try:
            return _store_of(channel.type, tuple((it, tuple(needed[it][1])) for it in needed))
        except Exception as error:  # generated code from a foreign definition
            raise Undecodable(f"its definition of {channel.type} is unusable ({error})") from error


@lru_cache(maxsize=KEPT)
def _store_of(name: str, types: tuple[tuple[str, tuple[Any, ...]], ...]) -> Typestore:
    """A store that decodes the type `name`; rosbags generates code for it, which takes a while."""
    store = get_typestore(Stores.EMPTY)
    store.register({each: ([], list(fields)) for each, fields in types})
    store.get_msgdef(name)
    return store


def _with_all_it_needs(name: str, types: Typesdict, standard: Typesdict) -> Typesdict:
    """The definition of `name` and of all types inside it."""
    found: Typesdict = {}
    missing = [name]
    while missing:
        name = missing.pop()
        if name in found:
            continue
        definition = types.get(name) or standard.get(name) or installed_types_of(name).get(name)
        if definition is None:
            raise Undecodable(what_to_give(name))
        found[name] = ([], definition[1])  # its constants would be copied into every message
        missing += [inner for _, field in definition[1] if (inner := _named(field))]
    return found


def _named(field: Any) -> str:
    """The type that a field's description refers to, '' for a basic one."""
    _, inner = field
    if isinstance(inner, str):
        return inner
    return _named(inner[0]) if isinstance(inner[0], tuple) else ""


def _inflated(data: bytes) -> bytes:
    plain, problem = inflate("zstd", memoryview(data))
    if problem:
        raise Undecodable(problem)
    return bytes(plain)


def _with_printable_text(data: bytes, error: Exception) -> bytes:
    """`data` with a '?' for each byte that made a text of it no UTF-8, if that was the error."""
    cause = error if isinstance(error, UnicodeDecodeError) else error.__cause__
    if not isinstance(cause, UnicodeDecodeError):
        return data
    text = cause.object
    printable = text.decode("utf-8", "surrogateescape").encode("utf-8", "replace")
    return data.replace(text, printable)


def _from_json(data: bytes) -> Any:
    try:
        return json.loads(data, object_hook=lambda values: Fields(**values))
    except (ValueError, RecursionError) as error:
        raise Undecodable(f"not JSON ({error})") from error
