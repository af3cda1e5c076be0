"""Helpers for the tests of procedural changes."""

from __future__ import annotations

from datetime import timezone
from pathlib import Path

from governance_builders import ADA, NOON, RRN, House, at

from robot_memory.foundation.time.clock import ManualClock
from robot_memory.long_term.levels import Levels, Proposal

TARGET = "skills/dock/SKILL.md"
OLD, NEW = "# Dock\n\nDock fast.\n", "# Dock\n\nDock slowly, 0.2 m/s.\n"


def levels_of(house: House) -> Levels:
    return Levels(house.folder, ManualClock(NOON, kind="wall", boot="b1"), zone=timezone.utc)


def propose(house: House, text: str = NEW, target: str = TARGET) -> Proposal:
    return levels_of(house).propose(target, text, by="night shift")


def skill(house: House, target: str = TARGET) -> Path:
    return house.folder / "procedural" / target


def begin_with(house: House, text: str = OLD) -> None:
    skill(house).parent.mkdir(parents=True, exist_ok=True)
    skill(house).write_text(text)


def approve(house: House, proposal: Proposal, note: str = "") -> Proposal:
    return house.assist.approve_proposal(RRN, proposal.id, ADA, at(), note)


def state(house: House, proposal: Proposal) -> Proposal:
    return levels_of(house).proposals.get(proposal.id)
