"""The public keys of operators: those who are enrolled, and those who once were.

``governance/operators/former/`` is where an operator's file goes who is one no longer, under any
name: what they sign from then on counts for nothing, and what they signed before can be checked.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from robot_memory.errors import AssistRefused, Defect, InvalidPacket
from robot_memory.governance.audit.audit_report import AuditPart, defects_in
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.operators import read_operator
from robot_memory.identity.card import Card


@dataclass(frozen=True)
class OperatorKeyring:
    """Who may have signed.

    Attributes:
        cards: public keys by the names of operators, the present ones first.
        part: what reading them has shown.
    """

    cards: dict[str, list[Card]]
    part: AuditPart


def read_keyring(store: GovernanceStore) -> OperatorKeyring:
    """Read all keys that are an operator's and no robot's."""
    cards: dict[str, list[Card]] = defaultdict(list)
    defects: list[Defect] = []
    folder = store.folder / "operators"
    present, former = _files(folder), _files(folder / "former")
    for path in (*present, *former):
        try:
            card = read_operator(path)
            store.operators.check_no_robot(card)
        except InvalidPacket as error:
            defects.extend(defects_in(path, error))
        except AssistRefused as error:
            defects.append(Defect(str(path), str(error)))
        else:
            if path in present and card.rrn != path.stem:
                defects.append(Defect(str(path), f"is that of another operator, {card.rrn}"))
            cards[card.rrn].append(card)
    counts = {"enrolled": len(present), "former": len(former)}
    return OperatorKeyring(dict(cards), AuditPart("operators", counts, defects=tuple(defects)))


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob("[!.]*.json"))
