"""Decodes message bytes to objects, by type definitions of the recording or of ROS."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from rosbags.interfaces.typing import Typesdict
from rosbags.typesys import Stores, get_types_from_msg, get_typestore
from rosbags.typesys.store import Typestore

from robot_memory.perception.message_definition import installed_definition
from robot_memory.perception.replay.bags.block import Channel
from robot_memory.perception.replay.bags.idl_definition import types_of_idl
from robot_memory.perception.replay.fields import Fields
from robot_memory.perception.replay.inflate import inflate

OLDEST_EMBEDDED = Stores.ROS2_HUMBLE
"""Bags from Humble or earlier hold no definitions; later ones do."""


ENCODINGS = ("cdr", "ros1", "json")

KEPT = 256
"""Types whose decoders are cached, for the next recording with the same types."""

_UNPARSED = re.compile(r"\ACould not parse[^\n]*\n([^\n]+)\n(\d+)\n")
"""A parse error of rosbags: the text as a Python literal, and the position of the error."""


@lru_cache(maxsize=KEPT)
def types_of(channel: Channel) -> Typesdict:
    """Return the types in the channel's own definition text, {} if it has none.

    Raises:
        Exception: from the parser, if the text is damaged.
    """
    if not channel.definition.strip():
        return {}
    if channel.language == "idl":
        return types_of_idl(channel.definition)
    return get_types_from_msg(channel.definition, channel.type)


def definition_problem(channel: Channel) -> str:
    """Return why the channel's own definition is unusable; '' if it is usable, or missing."""
    try:
        types = types_of(channel)
    except Exception as error:  # a parser of foreign text raises many kinds
        return f"its definition of {channel.type} cannot be read ({_said(error)})"
    if types and channel.type not in types:
        return f"its definition of {channel.type} defines but {', '.join(types)}"[:200]
    return ""


def _said(error: Exception) -> str:
    found = _UNPARSED.match(str(error))
    if found is None:
        return f"{str(error) or repr(error):.80}"
    text, at = ast.literal_eval(found[1]), int(found[2])
    line = text[text.rfind("\n", 0, at) + 1 :].partition("\n")[0].strip()
    return f"it makes no sense from {line!r:.60} on" if line else "it ends too early"


def _is_known(channel: Channel) -> bool:
    """Whether ROS itself, or an installed package, defines the type of a channel."""
    return channel.type in standard_of(channel) or bool(installed_definition(channel.type))


def unreadable(channel: Channel) -> str:
    """Return why the channel's message type is unknown; '' if it is known."""
    problem = "" if _is_known(channel) else definition_problem(channel)
    return f"{problem}; {what_to_source(channel.type)}" if problem else ""


def why_unwatched(channel: Channel) -> str:
    """Return why no rule can watch the channel, whatever its content; '' if one can."""
    if channel.encoding not in ENCODINGS:
        return _not_decoded(channel)
    is_ros = "/msg/" in channel.type and channel.encoding != "json"
    if is_ros and not channel.definition.strip() and not _is_known(channel):
        return what_to_give(channel.type)
    return ""


def _not_decoded(channel: Channel) -> str:
    known = ", ".join(ENCODINGS)
    return f"its encoding {channel.encoding!r} can't be decoded; convert it to one of {known}"


def what_to_give(type_name: str) -> str:
    """Return the advice for a type that the recording does not define."""
    return (
        f"the recording does not define {type_name}; {what_to_source(type_name)}, or record with "
        "ROS 2 Iron or newer, which stores definitions"
    )


def what_to_source(type_name: str) -> str:
    """Return the advice for a type whose definition in the recording is unusable."""
    package = type_name.partition("/")[0]
    return f"source the workspace that has the package {package} and replay again"


def standard_of(channel: Channel) -> Typesdict:
    """Return the types that ROS ships, in the distribution that recorded the channel."""
    return _standard(channel.encoding == "ros1", channel.distro)


@lru_cache
def _standard(ros1: bool, distro: str) -> Typesdict:
    if ros1:
        return get_typestore(Stores.ROS1_NOETIC).fielddefs
    named = {store.value: store for store in Stores}.get(f"ros2_{distro}", OLDEST_EMBEDDED)
    return get_typestore(Stores.LATEST).fielddefs | get_typestore(named).fielddefs


ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
"""First bytes of a message that rosbag2 compressed; no plain message begins with them."""


class Undecodable(Exception):
    """A message, or every message of a channel, cannot be decoded; the text says why."""


class UndecodableChannel(Undecodable):
    """No message of a channel can be decoded; the text says why."""


class Decoders:
    """Makes the decoder of each channel; `report` receives (topic, repair)."""

    def __init__(self, report: Callable[[str, str], None]) -> None:
        self._report = report
        self._stores: dict[tuple[str, str, str, str, str, bool], Typestore] = {}

    def of(self, channel: Channel) -> Callable[[bytes], Any]:
        """Return the function that decodes the messages of a channel.

        Raises:
            Undecodable: no message of this channel can be decoded.
        """
        if channel.encoding not in ENCODINGS:
            raise Undecodable(_not_decoded(channel))
        if channel.encoding == "json":
            return _from_json
        if not channel.type:
            raise Undecodable("the recording has no schema for it, which names its type")
        function = self._function(channel, any_text=False)

        def decode(data: bytes) -> Any:
            if data[:4] == ZSTD_MAGIC:
                data = _inflated(data)
            try:
                try:
                    return function(data, channel.type)
                except Exception as error:
                    if not isinstance(error.__cause__ or error, UnicodeDecodeError):
                        raise
                    content = self._function(channel, any_text=True)(data, channel.type)
            except Exception as error:  # damaged bytes break generated code in many ways
                raise Undecodable(f"not a {channel.type} ({error})") from error
            self._report(channel.topic, "text that is not UTF-8, its odd bytes shown as '?'")
            return content

        return decode

    def _function(self, channel: Channel, *, any_text: bool) -> Callable[[bytes, str], Any]:
        store = self._store(channel, any_text=any_text)
        return store.deserialize_ros1 if channel.encoding == "ros1" else store.deserialize_cdr

    def _store(self, channel: Channel, *, any_text: bool) -> Typestore:
        """Return a store with this channel's type as defined in its own file.

        Two channels of one type may have different definitions, so each definition has a store.
        """
        key = (
            channel.type, channel.definition, channel.language, channel.encoding, channel.distro,
            any_text,
        )  # fmt: skip
        if key not in self._stores:
            self._stores[key] = self._make_store(channel, any_text=any_text)
        return self._stores[key]

    def _make_store(self, channel: Channel, *, any_text: bool) -> Typestore:
        standard = standard_of(channel)
        if reason := unreadable(channel):
            raise Undecodable(reason)
        if problem := definition_problem(channel):
            which = "standard" if channel.type in standard else "installed"
            self._report(channel.topic, f"{problem}; the {which} one serves")
        types = {} if problem else types_of(channel)
        needed = _with_all_it_needs(channel.type, types, standard)
        try:
            fields = tuple((it, tuple(needed[it][1])) for it in needed)
            return _store_of(channel.type, fields, any_text)
        except RecursionError as error:  # some hundred levels
            reason = f"its definition of {channel.type} has messages too deep within one another"
            raise Undecodable(reason) from error
        except Exception as error:  # generated code from a foreign definition
            raise Undecodable(f"its definition of {channel.type} is unusable ({error})") from error


@lru_cache(maxsize=KEPT)
def _store_of(
    name: str, types: tuple[tuple[str, tuple[Any, ...]], ...], any_text: bool
) -> Typestore:
    """Return a store that decodes the type `name`; rosbags generates its code, which is slow.

    The code reads a text as ``bytes(…).decode()``; with `any_text`, ``bytes`` in it is our own
    class.
    """
    store = get_typestore(Stores.EMPTY)
    store.register({each: ([], list(fields)) for each, fields in types})
    store.get_msgdef(name)
    for each, _ in types if any_text else ():
        known: Any = store.get_msgdef(each)
        for read in (known.deserialize_cdr_le, known.deserialize_cdr_be, known.deserialize_ros1):
            read.__globals__["bytes"] = _AnyText
    return store


class _AnyText(bytes):
    """Bytes that decode to a text with a '?' for each byte that is not UTF-8."""

    def decode(self, *_: str) -> str:
        text = super().decode("utf-8", "surrogateescape")
        return text.encode("utf-8", "replace").decode("utf-8")


def _with_all_it_needs(name: str, types: Typesdict, standard: Typesdict) -> Typesdict:
    found: Typesdict = {}
    missing = [name]
    while missing:
        name = missing.pop()
        if name in found:
            continue
        definition = types.get(name) or standard.get(name)
        if definition is None and (text := installed_definition(name)):
            definition = get_types_from_msg(text, name).get(name)
        if definition is None:
            raise Undecodable(what_to_give(name))
        found[name] = ([], definition[1])  # its constants would be copied into every message
        missing += [inner for _, field in definition[1] if (inner := _named(field))]
    return found


def _named(field: Any) -> str:
    """Return the type that a field's description refers to, '' for a basic type."""
    _, inner = field
    if isinstance(inner, str):
        return inner
    return _named(inner[0]) if isinstance(inner[0], tuple) else ""


def _inflated(data: bytes) -> bytes:
    plain, problem = inflate("zstd", memoryview(data))
    if problem:
        raise Undecodable(problem)
    return bytes(plain)


def _from_json(data: bytes) -> Any:
    try:
        return json.loads(data, object_hook=lambda values: Fields(**values))
    except (ValueError, RecursionError) as error:
        raise Undecodable(f"not JSON ({error})") from error
