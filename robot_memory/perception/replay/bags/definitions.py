"""The message definitions that a recording brings along, and those that ROS ships."""

from __future__ import annotations

from functools import lru_cache

from rosbags.interfaces.typing import Typesdict
from rosbags.typesys import Stores, get_types_from_idl, get_types_from_msg, get_typestore

from robot_memory.perception.definitions.installed_types import installed_definition
from robot_memory.perception.replay.bags.container import Channel

RULER = "=" * 80 + "\n"

OLDEST_EMBEDDED = Stores.ROS2_HUMBLE
"""Bags from Humble or earlier hold no definitions; later ones do."""


def types_of(channel: Channel) -> Typesdict:
    """The types that the channel's own definition text defines, {} if it has none."""
    if not channel.definition.strip():
        return {}
    if channel.language == "idl":
        return _types_of_idl(channel.definition)
    return get_types_from_msg(channel.definition, channel.type)


def installed_types_of(type_name: str) -> Typesdict:
    """A type as a package defines it that is installed on this computer; {} if none does."""
    text = installed_definition(type_name)
    return get_types_from_msg(text, type_name) if text else {}


def is_defined(channel: Channel) -> bool:
    """Whether anything tells what the channel's messages look like."""
    has_text = bool(channel.definition.strip()) or channel.encoding == "json"
    is_standard = channel.type in standard_of(channel)
    return has_text or is_standard or bool(installed_definition(channel.type))


def what_to_give(type_name: str) -> str:
    """What to do where a recording does not define a type."""
    package = type_name.partition("/")[0]
    return (
        f"the recording does not define {type_name}; source the workspace that has the package "
        f"{package} and replay again, or record with ROS 2 Iron or newer, which stores definitions"
    )


def standard_of(channel: Channel) -> Typesdict:
    """The types that ROS ships, of the distribution that recorded the channel."""
    return _standard(channel.encoding == "ros1", channel.distro)


@lru_cache
def _standard(ros1: bool, distro: str) -> Typesdict:
    if ros1:
        return get_typestore(Stores.ROS1_NOETIC).fielddefs
    named = {store.value: store for store in Stores}.get(f"ros2_{distro}", OLDEST_EMBEDDED)
    return get_typestore(Stores.LATEST).fielddefs | get_typestore(named).fielddefs


def _types_of_idl(text: str) -> Typesdict:
    types: Typesdict = {}
    if not text.startswith(f"{RULER}IDL: "):
        return get_types_from_idl(text)
    for section in text.split(RULER)[1:]:
        _, _, definition = section.partition("\n")
        types |= get_types_from_idl(definition)
    return types
