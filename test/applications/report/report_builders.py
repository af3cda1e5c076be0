"""Homes for reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from robots import keys_of, rrn_of

from robot_memory.applications.report import Period, ReportFacts, gather
from robot_memory.applications.report.report_facts import MemoryRecord, RobotIdentity
from robot_memory.entries import MemoryEntry
from robot_memory.entries.entry_id import mint_id
from robot_memory.entries.memory_entry import EntryType
from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import Instant, ManualClock
from robot_memory.governance.mutation_contract import LABEL, SCORE
from robot_memory.governance.packet_proposal import candidate_of
from robot_memory.ledger import Key, Kind, Observation, OperatingSample, Severity
from robot_memory.ledger.place import Place
from robot_memory.ledger.position import Position
from robot_memory.memory import RobotMemory
from robot_memory.sharing.federation.peer_record import PeerRecord

START = datetime(2026, 11, 2, 8, 0, tzinfo=timezone.utc)
ALWAYS = Period()
RRN = "RRN-000000000001"
WHEEL = "The left wheel encoder drops out"
LIMIT = f"{WHEEL} above 0.3 m/s — prefer ≤ 0.3 m/s"
DOORWAY = "Bumps on the way through the kitchen doorway"
SETTINGS = Settings(rrn=RRN, assist_enabled=True, token_budget=600)


class Life:
    """A robot's memory, lived day by day.

    Args:
        folder: the memory home.
    """

    def __init__(self, folder: Path, settings: Settings = SETTINGS) -> None:
        self.clock = ManualClock(START, kind="wall", boot="boot-1")
        self.memory = RobotMemory.open(folder, settings=settings, clock=self.clock)

    def at(self, days: float) -> Instant:
        """Set the clock to ``days`` after the start."""
        self.clock.set(START + timedelta(days=days))
        return self.clock.now()

    def sees(self, text: str, component: str, **fields: Any) -> None:
        """Let a detector see the onset of a fault, and its end a minute later."""
        row = Observation(
            kind=Kind.ONSET, instant=self.clock.now(), summary=text,
            key=Key("diagnostics", component, text), detector="diagnostics", topic="/diagnostics",
            component=component, severity=Severity.WARN, entry_type="hardware_observation",
            confidence=0.45, tags=("wheel",), context={"speed": 0.42, "load": 1.5},
            detail={"message": f"{text} (raw)"},
        )  # fmt: skip
        row = replace(row, **fields)
        self.memory.observe(row)
        if row.kind is Kind.ONSET:
            self.memory.observe(replace(row, kind=Kind.END, detail={"lasted": 3.0}))
        self.memory.flush()
        self.memory.tick()

    def runs(self, hours: float) -> None:
        """Let the robot run for some hours."""
        now = self.clock.now()
        moment = OperatingSample(now, hours * 3600.0, {"speed": 0.4, "mode": "drive"})
        self.memory.add_exposure({}, [moment])
        self.memory.flush()

    def close(self) -> None:
        self.memory.close()


def full_home(folder: Path) -> datetime:
    """Make a home with content for every section; return the time of its end."""
    life = Life(folder)
    memory = life.memory
    _weeks(life, 0, 1, 3, 4, 8, 9)
    camera = _id("The camera drops frames")
    life.at(10)
    life.sees("The camera drops frames", "camera")
    memory.resolve(camera, "new cable")
    life.at(12)
    life.sees("The camera drops frames", "camera")
    _weeks(life, 15, 22, 29)
    _peers(life)
    _changes(life)
    life.at(35)
    lip = memory.remember("environment_note", "Kitchen doorway has a 3 cm lip", tags=["kitchen"],
                          source="person:ada")  # fmt: skip
    memory.remember("environment_note", "The carpet in room 4 pulls", source="agent:pilot")
    memory.mute(lip.id, until=START + timedelta(days=90), why="the ramp is ordered")
    _weeks(life, 36)
    _place(life)
    life.at(37)
    memory.repaired("battery", "new battery pack")
    _limit(life)
    life.at(39)
    levels, assist = memory.long_term.levels, memory.long_term.assist
    for name in ("doorway", "ramp"):
        made = levels.propose(f"skills/{name}/SKILL.md", f"# The {name}\n", by="night shift")
        if name == "doorway":
            assist.approve_proposal(RRN, made.id, keys_of(77, "ada"), life.clock.now(), "tried it")
        else:
            levels.reject(made.id, "ada", "too steep")
    memory.long_term.levels.note("quality_probe", passed=9, asked=10, ratio=0.9, failed=["dock"])
    life.at(40)
    memory.save(force=True)
    memory.consolidate()
    life.close()
    return life.clock.now().time


def _weeks(life: Life, *days: float) -> None:
    """Let the robot drive on these days, with faults of its wheel and its battery."""
    frame = {"/odom speed": [[-9.5, 0.1], [-6.0, 0.2], [-3.0, 0.38], [-0.2, 0.42]]}
    for day in days:
        life.at(day)
        life.runs(2.5)
        life.sees(WHEEL, "base: left wheel", detail={"message": "no pulses", "frame": frame})
        life.at(day + 0.1)
        life.sees("Battery warns: low voltage", "battery")


def _id(text: str) -> str:
    return mint_id("hardware_observation", text)


def _limit(life: Life) -> None:
    explained = _id(WHEEL)
    detail = {
        "message": "8 of 9 onsets above 0.3 m/s", "explains": explained, "variable": "speed",
        "side": "above", "limit": 0.3, "onsets": 9, "within": 8, "share": 0.25, "hours": 22.5,
        "time": "driving", "ratio": 24.0, "low": 4.1, "high": None, "p": 0.0025, "up_to": 1,
        "since": 0, "was": "",
    }  # fmt: skip
    life.sees(
        LIMIT, "base: left wheel", kind=Kind.LIMIT, topic="", detector="conditions",
        key=Key("limit", "base: left wheel", f"{explained} speed above"), detail=detail,
        entry_type="behavior_pattern", confidence=0.53,
    )  # fmt: skip


def _place(life: Life) -> None:
    memory, sort = life.memory, Key("bump", "base", "bumps")
    for number in range(6):
        at = Position("map", 4.0 + 0.1 * number, 2.0 - 0.05 * number, 0.1)
        life.at(36.2 + number / 20)
        life.sees(
            "bump", "base", kind=Kind.EVENT, key=sort, entry_type="environment_note",
            detail={"at": at.as_dict(), "session": "1", "leg": number, "visits": 1, "way": 1.0},
        )  # fmt: skip
    place = Place(
        "p1", sort, Position("map", 4.25, 1.9, 0.1), 0.6, (0.1, 0.0, 0.1), 6, 6, 9, DOORWAY,
        mint_id("environment_note", DOORWAY),
    )  # fmt: skip
    with memory.ledger.place_transaction() as book:
        book.put(place)
        ramp = replace(place, id="p2", text="Slips on the ramp", entry_id=_id("Slips on the ramp"))
        book.put(replace(ramp, centre=Position("map", 9.0, 5.0, 0.2), radius=1.2))
    life.sees(
        DOORWAY, "base", kind=Kind.PLACE, key=place.key, entry_type="environment_note",
        confidence=0.5, detail={"events": 6, "first": "2026-12-05T08:00:00.000000Z"},
    )  # fmt: skip


def _peers(life: Life) -> None:
    now = life.at(30)
    card = keys_of(5).card
    TrustStore(life.memory.home.peers).trust(card, now.time, name="Alex")
    entry = {
        "id": "mem-aaaaaaaa", "type": "environment_note", "text": "Ramp in the yard is slippery",
        "confidence": 0.7, "first_seen": "2026-11-01T00:00:00Z", "tags": [],
        "last_reinforced": "2026-11-30T00:00:00Z", "observation_count": 3,
        "claimed": "2026-11-30T00:00:00Z", "received": "2026-11-30T00:00:00Z",
    }  # fmt: skip
    heard = PeerRecord(rrn_of(5), 7, ("d",), ("s",), card.fingerprint, "Alex",
                 now.time + timedelta(days=7), (entry,), at=now.time)  # fmt: skip
    life.memory.ledger.append([heard.as_row(now)])
    life.memory.tick()


def _changes(life: Life) -> None:
    memory, now = life.memory, life.at(31)
    ada, assist = keys_of(77, "ada"), memory.long_term.assist
    assist.enrol("ada", ada.card)
    for gate in ("contract", "schemas"):
        assist.sign_off(gate, ada, now)
    assist.rehearse(now)
    row = next(row for row in memory.ledger.after(0) if row.kind is Kind.ONSET)
    changes = {SCORE: 0.6, LABEL: "nice_to_have"}
    packet = assist.propose(
        [candidate_of(row, changes, [f"observation:{row.id}"])], by="ada", now=now,
        note="it came back every week",
    )  # fmt: skip
    assist.dry_run(packet.id, now)
    assist.approve(packet.id, ada, now)
    done = assist.apply(packet.id, now)
    assist.roll_back(done.receipt.run_id, life.at(31.5), ada)


def facts_of(folder: Path, now: datetime, period: Period = ALWAYS) -> ReportFacts:
    """Return the facts of a report on a home, at a time."""
    clock = ManualClock(now, kind="wall", boot="reading")
    with RobotMemory.open(folder, settings=SETTINGS, clock=clock, read_only=True) as memory:
        return gather(memory, period)


def bare_facts(*entries: tuple[float, MemoryEntry], **fields: Any) -> ReportFacts:
    """Return facts that contain only the given entries and fields."""
    now = Instant(START + timedelta(days=40), 0.0, "reading", True)
    given: Mapping[str, Any] = {
        "identity": RobotIdentity(RRN, "0.0.0", "abcdef", "wall", "", 0), "now": now,
        "period": Period(), "settings": SETTINGS, "rows": (), "record": MemoryRecord(), **fields,
    }  # fmt: skip
    return ReportFacts(entries=entries, **given)


def entry_of(text: str, **fields: Any) -> MemoryEntry:
    """Return an entry with this text."""
    readable = text.encode("utf-8", "replace").decode()
    entry = MemoryEntry(
        mint_id("environment_note", readable), EntryType.ENVIRONMENT_NOTE, text, 0.8, START,
        START + timedelta(days=39),
    )  # fmt: skip
    return replace(entry, **fields)
