"""The Zenoh configuration of a robot: an operator's file, and limits that always apply."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from robot_memory.foundation.errors import FederationRefused
from robot_memory.foundation.extras import how_to_install
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.sharing.federation.signed_envelope import MAX_SAMPLE

if TYPE_CHECKING:  # the package is an extra
    import zenoh

UPDATES = "robot_memory/peers/*/update"
LATEST = "robot_memory/peers/*/latest/*"
_NO_LIBRARY = f"updates over Zenoh need the package eclipse-zenoh: {how_to_install('zenoh')}"
_NO_FILE = (
    "federation.zenoh_config names no file, so no router is known: give it a Zenoh configuration "
    "such as config/zenoh_robot.json5"
)
#: Larger messages never reach Python; no part of them was parsed.
_LIMIT = {
    "id": "robot_memory_update_size",
    "flows": ["ingress"],
    "messages": ["put", "reply", "delete"],
    "key_exprs": ["robot_memory/peers/**"],
    "size_limit": MAX_SAMPLE,
}
_PLACE = re.compile(r"(?:-->|line) {0,4}(\d{1,9})(?::|,? column )(\d{1,9})")
_EXPECTED = re.compile(r"\bexpected [\w`, ]{1,400}")


def update_key(rrn: str) -> str:
    """Return the key of a robot's latest update."""
    return f"robot_memory/peers/{rrn}/update"


def latest_key(rrn: str, digest: str) -> str:
    """Return the key of the liveliness token for a robot's latest update."""
    return f"robot_memory/peers/{rrn}/latest/{digest}"


def latest_of_numbers(digits: str) -> str:
    """Return the key expression of the tokens of robots whose RRN ends with these digits."""
    return f"robot_memory/peers/$*{digits}/latest/*"


def rrn_of_key(key: str) -> str:
    """Return the RRN in a key."""
    return key.split("/")[2]


def read_config(path: str) -> zenoh.Config:
    """Read a Zenoh configuration (JSON5 or YAML), and add the limit for an update's size.

    Raises:
        FederationRefused: the library is missing, or the file cannot be used; says why.
    """
    try:
        import zenoh
    except ImportError:
        raise FederationRefused(_NO_LIBRARY) from None
    if not path:
        raise FederationRefused(_NO_FILE)
    file = _existing(path)
    try:
        config = zenoh.Config.from_file(file)
        limits = [*json.loads(config.get_json("low_pass_filter")), _LIMIT]
        config.insert_json5("low_pass_filter", json.dumps(limits))
        # Updates are small, and a killed process leaves its files in /dev/shm.
        config.insert_json5("transport/shared_memory/enabled", "false")
    except zenoh.ZError as error:
        raise FederationRefused(f"{file} is no Zenoh configuration{_where(str(error))}") from None
    return config


def _where(error: str) -> str:
    """Return the place and expectation in a Zenoh error, but no quotations (passwords, keys)."""
    place, expected = _PLACE.search(error), _EXPECTED.search(error)
    parts = [
        f"line {place[1]}, column {place[2]}" if place else "",
        without_secrets(expected[0].strip()) if expected else "",
    ]
    return "".join(f": {part}" for part in parts if part)


def _existing(path: str) -> Path:
    try:
        file = Path(path).expanduser()
        is_there = file.is_file()
    except (OSError, RuntimeError) as error:  # RuntimeError: the home folder of ~user is unknown
        raise FederationRefused(
            f"federation.zenoh_config: the file {path} cannot be read: {error}"
        ) from None
    if not is_there:
        raise FederationRefused(f"federation.zenoh_config: there is no file {file}")
    return file


def endpoints_of(config: zenoh.Config) -> list[str]:
    """Return the locators of the routers that a configuration connects to."""
    return list(_texts(json.loads(config.get_json("connect/endpoints"))))


def tls_of(config: zenoh.Config) -> dict[str, Any]:
    """Return the TLS settings under Zenoh's names; unset ones are None."""
    tls: dict[str, Any] = json.loads(config.get_json("transport/link/tls"))
    return tls


def _texts(value: object) -> Iterator[str]:
    """Yield the texts of a list, including nested lists and lists by mode."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)
