"""The settings that an export holds: those that name what is on this machine stay here."""

from __future__ import annotations

from collections.abc import Mapping

import yaml

from robot_memory import yaml_reading
from robot_memory.settings import flat

SETTINGS_FILE = "settings.yaml"
#: Settings that name a path, a package, an address or a secret of the machine.
OF_THE_MACHINE = (
    "home", "memory_file", "rules_file", "federation.zenoh_config", "model.url",
    "model.key_variable", "memory_oracle.embedding_model",
)  # fmt: skip


def portable_settings(data: bytes) -> bytes:
    """Return a settings file as an import takes it.

    It is as it was where it sets nothing of the machine, or cannot be read, which an import tells.
    Else it is written anew, and says at its top what was left out.
    """
    try:
        values: object = yaml_reading.load(data.decode())
    except (UnicodeDecodeError, yaml.YAMLError):
        return data
    given = flat(values) if isinstance(values, Mapping) else {}
    left_out = [name for name in OF_THE_MACHINE if given.get(name)]
    if not left_out:
        return data
    kept = {name: value for name, value in given.items() if name not in left_out}
    head = f"# Left out by the export, to be set on the new machine: {', '.join(left_out)}\n"
    body = yaml.safe_dump(kept, allow_unicode=True, sort_keys=False) if kept else ""
    return (head + body).encode()
