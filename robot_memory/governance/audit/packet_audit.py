"""Whether packets are what was proposed, and whether those that were withdrawn still are."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from robot_memory.errors import AssistRefused, Defect, InvalidPacket
from robot_memory.governance import packet_folder, schemas
from robot_memory.governance.audit.audit_report import AuditPart, defects_in
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.packet import Packet


def audit_packets(store: GovernanceStore, told: Mapping[str, str]) -> AuditPart:
    """Check packets and withdrawals; who takes a withdrawal away makes a packet good again.

    Args:
        store: where they are.
        told: the places of the lines of the record that tell of withdrawals, by packets.
    """
    paths = sorted(store.packets.glob("[!.]*.json"))
    withdrawals = sorted(store.withdrawals.glob("[!.]*.json"))
    found: dict[str, Packet] = {}
    defects: list[Defect] = []
    for path in paths:
        try:
            found[path.stem] = packet_folder.load(store.packets, path.stem)
        except InvalidPacket as error:
            defects.extend(defects_in(path, error))
        except AssistRefused:
            defects.append(Defect(str(path), "is not named as a packet"))
    for path in withdrawals:
        defects.extend(_withdrawal_defects(path, found))
    names = {path.stem for path in withdrawals}
    defects += [
        Defect(str(store.withdrawals / f"{name}.json"), f"is gone; {place} tells of it")
        for name, place in told.items()
        if name not in names
    ]
    counts = {"packets": len(paths), "withdrawn": len(withdrawals)}
    return AuditPart("packets", counts, defects=tuple(defects))


def _withdrawal_defects(path: Path, found: Mapping[str, Packet]) -> list[Defect]:
    try:
        record = schemas.parse(path.read_bytes(), schemas.WITHDRAWAL, str(path))
    except InvalidPacket as error:
        return defects_in(path, error)
    packet = found.get(path.stem)
    if record["packet_id"] != path.stem:
        return [Defect(str(path), f"is that of another, {record['packet_id']}")]
    if packet is not None and record["packet_sha256"] != packet.digest:
        return [Defect(str(path), "is of another packet of that name")]
    return []
