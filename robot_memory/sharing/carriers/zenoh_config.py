"""The Zenoh configuration of a robot: an operator's file, and the limits that always hold."""

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
#: What is larger never reaches Python; nothing was parsed of it.
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
    """Return where a robot's latest update stands."""
    return f"robot_memory/peers/{rrn}/update"


def latest_key(rrn: str, digest: str) -> str:
    """Return the liveliness token that says which update of a robot is the latest."""
    return f"robot_memory/peers/{rrn}/latest/{digest}"


def latest_of_numbers(digits: str) -> str:
    """Return the tokens of all robots whose RRN ends with some digits."""
    return f"robot_memory/peers/$*{digits}/latest/*"


def rrn_of_key(key: str) -> str:
    """Return whose place a key is."""
    return key.split("/")[2]


def read_config(path: str) -> zenoh.Config:
    """Read a Zenoh configuration (JSON5, or YAML), and add the limit of an update's size.

    FederationRefused says why: the library is not there, or the file cannot be used.
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
        # Updates are small, and a process that is killed leaves its files in /dev/shm.
        config.insert_json5("transport/shared_memory/enabled", "false")
    except zenoh.ZError as error:
        raise FederationRefused(f"{file} is no Zenoh configuration{_where(str(error))}") from None
    return config


def _where(error: str) -> str:
    """Return what an error of Zenoh says but for what it quotes: passwords and keys stand there."""
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
    except (OSError, RuntimeError) as error:  # RuntimeError: the home of ~user is not known
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
    """Return the settings of TLS, as Zenoh names them; those not given are None."""
    tls: dict[str, Any] = json.loads(config.get_json("transport/link/tls"))
    return tls


def _texts(value: object) -> Iterator[str]:
    """Yield the texts of a list, whose members may be lists, too, or lists by mode."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)
