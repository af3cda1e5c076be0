"""The folder of packets: each is written once, and stays."""

from __future__ import annotations

import re
from pathlib import Path

from robot_memory.foundation.errors import AssistRefused, Defect, InvalidPacket
from robot_memory.governance import schemas
from robot_memory.governance.packet import Packet, read_packet

_ID = re.compile(r"pkt-[0-9a-f]{12}")


def store(folder: Path, packet: Packet) -> Path:
    """Write a packet durably, and return its file."""
    path = folder / f"{packet.id}.json"
    schemas.write(path, packet.as_record(), schemas.PACKET)
    return path


def load(folder: Path, packet_id: str) -> Packet:
    """Read a packet.

    Raises:
        AssistRefused: there is none of that id.
        InvalidPacket: it cannot be used: lists all that is wrong.
    """
    path = folder / f"{packet_id}.json"
    if _ID.fullmatch(packet_id) is None or not path.exists():
        raise AssistRefused(
            f"there is no packet {packet_id!r:.60}; nothing was done: `robot-memory assist show` "
            "lists them"
        )
    return _load(path)


def load_all(folder: Path) -> tuple[list[Packet], list[str]]:
    """Return the packets that can be used, oldest first, and what is wrong with the others."""
    found, problems = [], []
    for path in sorted(folder.glob("pkt-*.json")):
        try:
            found.append(_load(path))
        except InvalidPacket as error:
            problems.append(str(error))
    return sorted(found, key=lambda packet: (packet.time, packet.id)), problems


def _load(path: Path) -> Packet:
    packet = read_packet(schemas.data_of(path), str(path))
    if packet.id != path.stem:
        problem = f"is that of another packet, {packet.id}: somebody changed it"
        raise InvalidPacket(f"{path} cannot be used; nothing was done", [Defect("", problem)])
    return packet
