"""Writers beside the memory: black box, webhooks, baselines, fleet, exports."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path

from federation_builders import Talker
from fleet_builders import HearingFleet
from robots import keys_of

from faulty_disk.level_writers import NOON, clock_at, levels_of
from faulty_disk.trial import Tell, Writer
from robot_memory import RobotMemory
from robot_memory.applications.black_box import (
    BlackBox,
    BlackBoxLimits,
    FaultRecordings,
    TopicChoice,
    Trigger,
)
from robot_memory.applications.fleet.database import SqliteAddress
from robot_memory.applications.report.page import write_extract
from robot_memory.applications.transfer.exporting import export_home
from robot_memory.applications.transfer.importing import import_home
from robot_memory.faces.web.webhooks.delivery import DeliveryState, WebhookDelivery
from robot_memory.faces.web.webhooks.webhook import TOPICS, Webhook
from robot_memory.foundation.disk import files
from robot_memory.foundation.home import Home
from robot_memory.ledger import Ledger
from robot_memory.long_term.levels.record_tail import RecordTail
from robot_memory.perception.replay.opening import open_recording

_FLOAT = "std_msgs/msg/Float64"
_NUMBER = b"\0\1\0\0" + bytes(8)


# -- the black box ---------------------------------------------------------------------------------


def _record_before(home: Path) -> None:
    _record_fault(home, "mem-0", lambda word: None)


def _record_fault(home: Path, entry_id: str, tell: Tell) -> None:
    clock = clock_at()
    errors: list[Exception | None] = []
    box = BlackBox(
        home / "black_box", BlackBoxLimits(), TopicChoice(), clock,
        lambda type_name: "float64 data\n", errors.append,
    )  # fmt: skip
    for number in range(3):
        clock.set(NOON + timedelta(seconds=number))
        box.ring.add("/pump", _FLOAT, float(number), 0.0, _NUMBER)
    now = clock.now()
    box.record(Trigger("created", now.time, now.uptime, entry_id, "Pump broke"))
    box.close()
    for error in filter(None, errors):
        raise error
    tell(entry_id)


def _record(home: Path, tell: Tell) -> None:
    _record_fault(home, "mem-1", tell)


def _recordings(home: Path) -> Iterator[str]:
    whole = [
        trigger.entry_id
        for recording in FaultRecordings(home / "black_box").all()
        if recording.size  # an empty file could not be removed from the faulty disk
        and sum(1 for _ in open_recording(recording.path).messages()) == 3
        for trigger in recording.triggers
    ]
    yield from sorted(set(whole))  # a repeated request makes a second recording


# -- webhooks --------------------------------------------------------------------------------------


def _note(home: Path) -> None:
    levels = levels_of(home)
    levels.prepare()
    levels.note("began")
    _delivery(home)
    for number in range(2):
        levels.note("entry_created", id=f"mem-{number}", text="Pump broke", confidence=0.8)


def _delivery(home: Path) -> WebhookDelivery:
    def receive(url: str, body: bytes, headers: Mapping[str, str]) -> int:
        files.append_durably(home / "received", headers["webhook-id"].encode() + b"\n")
        return 204

    hook = Webhook("desk", "https://example.org/hook", frozenset(TOPICS), b"k" * 32)
    state = DeliveryState.read(home / "webhooks.state.json")
    tail = RecordTail(levels_of(home).events)
    return WebhookDelivery(hook, tail, state, "RRN-000000000001", receive)


def _serve(home: Path, tell: Tell) -> None:
    _delivery(home).run_once(0.0, 1000)


def _served(home: Path) -> Iterator[str]:
    path = home / "received"
    yield from set(path.read_text().splitlines() if path.exists() else ())  # at least once
    delivered = DeliveryState.read(home / "webhooks.state.json").delivered
    yield from (f"dealt with {number + 1}" for number in range(delivered.get("desk", 0)))


# -- what is normal, and how long the robot ran ----------------------------------------------------


def _observe_normal(home: Path) -> None:
    ledger = Ledger(home / "observations.db")
    ledger.keep_baselines({"/pump": {"mean": 1.0}}, 0)
    ledger.close()


def _keep_normal(home: Path, tell: Tell) -> None:
    ledger = Ledger(home / "observations.db")
    try:
        ledger.keep_baselines({"/pump": {"mean": 2.0}}, 0)
        tell("mean 2.0")
        now = clock_at().now()
        ledger.add_exposure({("time", "driving"): 60.0}, now, (), may_drop=False)
        tell("exposure")
    finally:
        ledger.close()


def _normal(home: Path) -> Iterator[str]:
    ledger = Ledger(home / "observations.db")
    try:
        yield from (f"mean {state['mean']}" for state in ledger.baselines().values())
        with ledger.place_transaction() as places:
            ran = places.exposure_after("time", "2026-01-01").get("driving", 0.0)
        yield from ["exposure"] * (ran > 0)
    finally:
        ledger.close()


# -- the memory of a fleet -------------------------------------------------------------------------


def _fleet(home: Path) -> HearingFleet:
    return HearingFleet(home, SqliteAddress(home / "fleet.db"))


def _hear_before(home: Path) -> None:
    fleet = _fleet(home)
    fleet.believe(Talker(keys_of(1)), Talker(keys_of(2)))
    fleet.hear(Talker(keys_of(1)), "Ramp is steep")
    fleet.database.close()


def _hear(home: Path, tell: Tell) -> None:
    fleet = _fleet(home)
    try:
        talker = Talker(keys_of(2), sequence=time.time_ns() // 1000)
        for words in ("Door sticks", "Lift is slow"):
            if fleet.hear(talker, words, "Ramp is steep") in ("accepted", "old"):
                tell(words)
        if fleet.told:
            raise OSError("; ".join(fleet.told))
    finally:
        fleet.database.close()


def _heard(home: Path) -> Iterator[str]:
    fleet = _fleet(home)
    try:
        yield from (text for (text,) in fleet.rows("SELECT text FROM lessons"))
    finally:
        fleet.database.close()


# -- another computer, and pages -------------------------------------------------------------------


def _place(folder: Path) -> Home:
    return Home(folder, folder / "robot-memory.md")


def _live(home: Path) -> None:
    with RobotMemory.open(home / "robot") as memory:
        memory.remember("environment_note", "Ramp is steep")
    (home / "page.html").write_text("old page")


def _move(home: Path, tell: Tell) -> None:
    file = home / "robot.tar.gz"
    if not file.exists():
        export_home(_place(home / "robot"), "", file, NOON)
    tell("exported")
    if not (home / "new").exists():
        import_home(file, _place(home / "new"))
    tell("imported")
    write_extract(home / "page.html", "new page", str(home / "page.html"))
    tell("new page")


def _moved(home: Path) -> Iterator[str]:
    if (home / "robot.tar.gz").exists():
        with tempfile.TemporaryDirectory() as folder:
            import_home(home / "robot.tar.gz", _place(Path(folder) / "copy"))
        yield "exported"
    for name in ("robot", "new"):
        with RobotMemory.open(home / name, read_only=True) as memory:
            texts = [entry.text for _, entry in memory.entries()]
        yield from ["imported" if name == "new" else text for text in texts]
    yield (home / "page.html").read_text()


WRITERS = (
    Writer("black box", _record_before, _record, _recordings),
    Writer("webhooks", _note, _serve, _served),
    Writer("baselines", _observe_normal, _keep_normal, _normal),
    Writer("fleet", _hear_before, _hear, _heard),
    Writer("transfer", _live, _move, _moved),
)
