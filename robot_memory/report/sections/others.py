"""Other robots: whom this one believes, what it heard, what it shares."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from robot_memory.entries.peer_memory import PeerMemory
from robot_memory.identity.trust_store import TrustedRobot
from robot_memory.ledger import Kind
from robot_memory.report.extract_facts import ExtractFacts
from robot_memory.report.markup import Child
from robot_memory.report.report_text import code, confidence, count, said, when
from robot_memory.report.sections.report_section import heading, paragraph
from robot_memory.report.tables import Cell, columns, table

_LIST = (code("robot-memory peers list"),)


def write_others(facts: ExtractFacts) -> list[Element]:
    """Return the section."""
    settings = facts.settings
    if settings.federation_enabled:
        types = ", ".join(kind.replace("_", " ") for kind in settings.federation_share_types)
        words = (f"At the time of the extract this robot shares entries of these types from "
                 f"{settings.federation_share_min:g} on: {types}. It hears "
                 f"{_heard_of(settings.federation_trust)}.")  # fmt: skip
    else:
        words = ("The settings of this home do not let the robot share anything or hear other "
                 "robots at the time of the extract.")  # fmt: skip
    return [
        paragraph("What another robot says is kept apart, told to agents as that robot’s report, "
                  f"and never counts as an observation. {words}"),
        heading("Robots that are trusted, or were"), *_trusted(facts),
        heading("Warnings that were taken in, or refused"), *_heard(facts),
        heading("Updates of the period"), *_updates(facts),
    ]  # fmt: skip


def _heard_of(trust: str) -> str:
    return "robots that an operator trusts" if trust == "listed" else "any robot that signs"


def _trusted(facts: ExtractFacts) -> list[Element]:
    rows = [_card(card) for card in facts.trusted]
    heads = columns("words: Robot", "Fingerprint of its keys", "time: Trusted since (UTC)",
                    "time: Revoked (UTC)")  # fmt: skip
    caption = "Cards that an operator put into the home"
    return table(caption, heads, rows, empty="No robot is or was trusted.", rest=_LIST)


def _card(one: TrustedRobot) -> list[Cell]:
    return [
        said(one.label, 80), code(one.card.fingerprint), when(one.since) if one.since else
        "not noted", when(one.revoked_at),
    ]  # fmt: skip


def _heard(facts: ExtractFacts) -> list[Element]:
    rows = [_peer(facts, facts.peers[rrn]) for rrn in sorted(facts.peers)]
    heads = columns("words: Robot", "time: Last heard (UTC)", "time: Counts until (UTC)",
                    "words: What it says, and how sure it is", "words: Standing")  # fmt: skip
    caption = "What each robot said last"
    return table(caption, heads, rows, empty="No other robot was heard.", rest=_LIST, most=60)


def _peer(facts: ExtractFacts, peer: PeerMemory) -> list[Cell]:
    words: list[Child] = []
    for entry in peer.entries[:20]:
        words += ["; " if words else None, said(entry.text, 200)]
        words.append(f" ({confidence(entry.confidence)})")
    if len(peer.entries) > 20:
        words.append(f"; {len(peer.entries) - 20} more")
    standing: Cell = "accepted"
    if peer.problem:
        standing = ["refused: ", said(peer.problem)]
    elif not peer.is_current(facts.now.time):
        standing = "too old: not told any more"
    return [
        said(peer.label, 80), when(peer.last_synced), when(peer.valid_until), words or "nothing",
        standing,
    ]  # fmt: skip


def _updates(facts: ExtractFacts) -> list[Element]:
    found = [row for row in facts.rows_in_period if row.kind is Kind.PEER]
    rows: list[list[Cell]] = [
        [when(row.time), said(row.component, 60), said(row.summary), str(row.id)]
        for row in reversed(found)
    ]
    heads = columns("time: When (UTC)", "words: Robot", "words: What became of it", "number: Row")
    return [
        paragraph("The ledger keeps the newest update of each robot, and older ones only until a "
                  "newer one has replaced them. Updates whose signature does not hold are refused "
                  "before they are stored; only the running node counts those."),
        *table(f"{count(len(rows), 'update')}, the newest first", heads, rows, most=60,
               empty="No update of another robot is kept from the period.", rest=_LIST),
    ]  # fmt: skip
