"""A memory to watch, and an operator who presses keys."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest
from operating import LIP, seen, settle

from robot_memory import RobotMemory
from robot_memory.faces.cli.verbs.watch import why_texts
from robot_memory.ledger.observation import Kind
from robot_memory.memory_source import MemorySource


@pytest.fixture
def watched(home, clock):
    """A home with a present fault, a past fault, and a note."""
    with RobotMemory.open(home, clock=clock) as memory:
        memory.remember("environment_note", LIP, tags=["kitchen"])
        memory.observe(seen(clock, Kind.ONSET, "camera is silent", component="camera"))
        clock.set(clock.now().time + timedelta(seconds=30))
        memory.observe(seen(clock, Kind.END, "camera is silent", component="camera"))
        memory.observe(seen(clock, Kind.ONSET))
        memory.flush()
    clock.set(clock.now().time + timedelta(minutes=3))
    return home


@pytest.fixture
def operate(watched, clock):
    """A function that runs a dashboard without a terminal while a coroutine presses keys."""
    pytest.importorskip("textual", reason="the extra `watch` is not there")
    from robot_memory.faces.watch.dashboard import Dashboard

    def run(script: Callable[[Any, Any], Awaitable[None]], size=(80, 24)) -> None:
        async def session() -> None:
            source = MemorySource(
                lambda write: RobotMemory.open(watched, clock=clock, read_only=not write)
            )
            app = Dashboard(source, why_texts, interval=600.0)
            try:
                async with app.run_test(size=size) as pilot:
                    await settle(app, pilot)
                    await script(app, pilot)
            finally:
                source.close()

        asyncio.run(session())

    return run
