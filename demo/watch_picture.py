"""``python demo/watch_picture.py``: draws docs/images/watch.svg, the dashboard over a rover's week.

The rover is made up, the dashboard is the real one. Run it again after a change of the dashboard.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from datetime import datetime, timedelta, timezone
from pathlib import Path

from robot_memory import RobotMemory
from robot_memory.faces.cli.verbs.watch import why_texts
from robot_memory.faces.watch.dashboard import Dashboard
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Key, Observation, Severity
from robot_memory.ledger.observation import Kind
from robot_memory.memory_source import MemorySource

PICTURE = Path(__file__).parents[1] / "docs/images/watch.svg"
_START = datetime(2026, 12, 1, 8, 0, tzinfo=timezone.utc)
_SIZE = (110, 26)
_FAULTS = (
    ("base", "base: left wheel encoder reports an error: no pulses for 15 ms", 9),
    ("imu", "IMU falls silent while the robot runs", 4),
    ("battery", "Battery voltage sags below 22.1 V under load", 3),
    ("lidar", "front lidar: dirty window", 1),
)


def main() -> None:
    """Draw the picture."""
    with tempfile.TemporaryDirectory(prefix="robot-memory-") as folder:
        clock = ManualClock(_START, kind="wall", boot="rover")
        with RobotMemory.open(Path(folder) / "home", clock=clock) as memory:
            _live(memory, clock)
        svg = asyncio.run(_drawn(Path(folder) / "home", clock))
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(svg, encoding="utf-8")
    print(PICTURE)


def _live(memory: RobotMemory, clock: ManualClock) -> None:
    """Simulate a week: the faults occur, and the operator adds notes."""
    memory.remember("environment_note", "Kitchen doorway has a 3 cm lip", tags=["kitchen"])
    memory.remember("behavior_pattern", "Approach the dock at 0.1 m/s, or the contacts bounce")
    for day in range(7):
        for component, summary, times in _FAULTS:
            for _ in range(-(-(times - day) // 7)):
                _occur(memory, clock, component, summary)
        memory.flush()
        memory.save(force=True)
        clock.set(_START + timedelta(days=day + 1))
    memory.observe(_row(clock, Kind.ONSET, *_FAULTS[2][:2]))
    memory.flush()
    clock.set(clock.now().time + timedelta(minutes=4))


def _occur(memory: RobotMemory, clock: ManualClock, component: str, summary: str) -> None:
    memory.observe(_row(clock, Kind.ONSET, component, summary))
    clock.set(clock.now().time + timedelta(seconds=40))
    memory.observe(_row(clock, Kind.END, component, summary))
    clock.set(clock.now().time + timedelta(minutes=50))


def _row(clock: ManualClock, kind: Kind, component: str, summary: str) -> Observation:
    return Observation(
        kind, clock.now(), summary, key=Key("diagnostics", component, "fault"),
        detector="diagnostics", topic="/diagnostics", component=component,
        severity=Severity.ERROR, confidence=0.55, entry_type="hardware_observation",
    )  # fmt: skip


async def _drawn(home: Path, clock: ManualClock) -> str:
    source = MemorySource(lambda write: RobotMemory.open(home, clock=clock, read_only=not write))
    app = Dashboard(source, why_texts)
    try:
        async with app.run_test(size=_SIZE) as pilot:
            await app.workers.wait_for_complete()
            await pilot.pause()
            svg = app.export_screenshot(title="robot-memory watch")
    finally:
        source.close()
    # Remove the font faces: the picture must not load fonts from another server.
    return re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)


if __name__ == "__main__":
    main()
