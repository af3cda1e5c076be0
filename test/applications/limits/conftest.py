"""A memory, an operator who signs limits, and a node that obeys them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from limit_builders import learn_place

from robot_memory import RobotMemory
from robot_memory.applications.limits.learned_limits import LearnedLimits
from robot_memory.applications.limits.limit import LimitTerms, PlaceLimit, learned_speed
from robot_memory.applications.limits.limit_approvals import LimitApprovals
from robot_memory.applications.limits.place_limit_approvals import PlaceLimitApprovals
from robot_memory.applications.limits.signed_limits import SignedLimits
from robot_memory.applications.limits.standing_approvals import StandingApprovals
from robot_memory.foundation.time.clock import ManualClock


@pytest.fixture
def prepared(request, lived_in, home, clock) -> tuple[Any, str, Any] | None:
    """Keys, place and entry ids of a home in which the module's ``sign_both`` signed limits."""
    sign_both = getattr(request.module, "sign_both", None)
    return lived_in(sign_both, home, clock) if sign_both else None


@pytest.fixture
def memory(prepared, home, clock) -> Iterator[RobotMemory]:
    with RobotMemory.open(home, clock=clock) as opened:
        if prepared is None:
            opened.save(force=True)  # sets the robot's name
        yield opened


@pytest.fixture
def ids(prepared) -> Any:
    """The ids of the signed entries."""
    return prepared[2]


@pytest.fixture
def limits(memory) -> LearnedLimits:
    return LearnedLimits(memory)


def enrolled(memory: RobotMemory, name: str, seed: int) -> Any:
    """Enrol an operator, and return their keys."""
    pytest.importorskip("cryptography")
    from robots import keys_of

    keys = keys_of(seed, name)
    memory.long_term.assist.enrol(name, keys.card)
    return keys


@pytest.fixture
def ada(memory) -> Any:
    """Return the keys of an enrolled operator."""
    return enrolled(memory, "ada", 77)


class LimitScenario:
    """A place that a robot learned, an operator who signs limits for it, and a node that obeys."""

    def __init__(self, memory: RobotMemory, ada: Any, place: str) -> None:
        self.memory, self.ada, self.place = memory, ada, place
        self.governance = memory.home.governance
        self.events = memory.long_term.levels.events

    def path(self, entry_id: str = "") -> Path:
        """Return the file of an approval, by default the place's."""
        return self.governance / "approvals" / f"{entry_id or self.place}.json"

    def in_force(self, name: str) -> Path:
        return self.governance / "in_force" / f"{name}.json"

    @property
    def approvals(self) -> LimitApprovals:
        return SignedLimits(self.memory).approvals

    def later(self, hours: float = 1.0) -> datetime:
        """Let hours pass; return the new time."""
        self.memory.clock.set(self.memory.clock.now().time + timedelta(hours=hours))
        return self.memory.clock.now().time

    def approve(
        self, speed: float | None, radius: float | None = 1.0, keys: Any = None
    ) -> PlaceLimit:
        """Sign a limit for the place, an hour after the last signature."""
        places, now = PlaceLimitApprovals(self.memory), self.later()
        return places.approve(self.place, keys or self.ada, now, speed=speed, radius=radius)

    def withdraw(self, entry_id: str = "", keys: Any = None) -> None:
        """Sign a withdrawal, an hour after the last signature."""
        name, now = entry_id or self.place, self.later()
        self.approvals.withdraw(self.memory.rrn, name, keys or self.ada, now)

    def enrol(self, name: str) -> Any:
        return enrolled(self.memory, name, 78)

    def dismiss(self, name: str = "ada", to: str = "") -> None:
        """Delete an operator's keys, or move them to the folder ``to``."""
        path = self.governance / "operators" / f"{name}.json"
        if not to:
            path.unlink()
            return
        (path.parent / to).mkdir(exist_ok=True)
        path.rename(path.parent / to / path.name)

    def tell(self, *lines: Mapping[str, Any]) -> None:
        """Append lines to the record of events, signed or not."""
        self.events.append(list(lines), self.memory.clock.now().time, signed="approval")

    def started(self) -> StandingApprovals:
        """Return the limits of a newly started node, read in the node's order."""
        signed = SignedLimits(self.memory)
        standing, in_force = StandingApprovals(signed), signed.approvals.in_force
        standing.look()
        standing.resume(signed.last_signed())
        left = in_force.speed()
        standing.resume(left.terms(self.memory.rrn) if left else [])
        standing.resume(in_force.places(self.memory.rrn))
        return standing

    def held(self) -> list[str]:
        """Return the limits of a newly started node, in words."""
        return [limit.words() for limit, _ in self.started().look()]

    def publish(self, standing: StandingApprovals | None = None) -> list[str]:
        """Let a node obey its limits and store them in ``in_force``; return them in words."""
        held = [limit for limit, _ in (standing or self.started()).look()]
        signed, now = SignedLimits(self.memory), self.memory.clock.now().time
        speed = learned_speed(one for one in held if isinstance(one, LimitTerms))
        if speed is not None:
            signed.approvals.in_force.record_speed(speed.speed, speed.ids, now)
        places: Iterable[Any] = (one for one in held if isinstance(one, PlaceLimit))
        signed.approvals.in_force.record_places(list(places), now)
        signed.read()
        signed.keep()
        return [limit.words() for limit in held]


@pytest.fixture
def scenario(request, memory, prepared) -> LimitScenario:
    if prepared is not None:
        return LimitScenario(memory, *prepared[:2])
    return LimitScenario(memory, request.getfixturevalue("ada"), learn_place(memory))


@pytest.fixture(scope="session")
def lived_in(tmp_path_factory) -> Callable[..., tuple[Any, str, Any]]:
    """Return a function that prepares a home once (signing is slow) and copies it for each test.

    The function returns the keys, the place, and the result of the given ``prepare`` function.
    """
    made: dict[Any, tuple[Path, datetime, tuple[Any, str, Any]]] = {}

    def copy(
        prepare: Callable[[LimitScenario], Any], home: Path, clock: ManualClock
    ) -> tuple[Any, str, Any]:
        if prepare not in made:
            folder = tmp_path_factory.mktemp("lived_in") / "home"
            own = ManualClock(clock.now().time, kind="wall", boot="test")
            with RobotMemory.open(folder, clock=own) as memory:
                memory.save(force=True)
                ada, place = enrolled(memory, "ada", 77), learn_place(memory)
                result = prepare(LimitScenario(memory, ada, place))
                memory.save(force=True)
            made[prepare] = folder, own.now().time, (ada, place, result)
        folder, now, found = made[prepare]
        shutil.copytree(folder, home)
        clock.set(now)
        return found

    return copy
