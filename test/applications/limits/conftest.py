"""A memory, an operator, and limits that one signs and a node acts by."""

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
    """The keys, the place and the entries of a home in which a module's ``sign_both`` signed."""
    sign_both = getattr(request.module, "sign_both", None)
    return lived_in(sign_both, home, clock) if sign_both else None


@pytest.fixture
def memory(prepared, home, clock) -> Iterator[RobotMemory]:
    with RobotMemory.open(home, clock=clock) as opened:
        if prepared is None:
            opened.save(force=True)  # from here on the robot has a name
        yield opened


@pytest.fixture
def ids(prepared) -> Any:
    """The entries that were signed."""
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
    """Return the keys of an operator who is enrolled."""
    return enrolled(memory, "ada", 77)


class LimitScenario:
    """A place that a robot learned, an operator who signs limits of it, and a node that acts."""

    def __init__(self, memory: RobotMemory, ada: Any, place: str) -> None:
        self.memory, self.ada, self.place = memory, ada, place
        self.governance = memory.home.governance
        self.events = memory.long_term.levels.events

    def path(self, entry_id: str = "") -> Path:
        """Return the file of an approval; of the place, if nothing else is named."""
        return self.governance / "approvals" / f"{entry_id or self.place}.json"

    def in_force(self, name: str) -> Path:
        return self.governance / "in_force" / f"{name}.json"

    @property
    def approvals(self) -> LimitApprovals:
        return SignedLimits(self.memory).approvals

    def later(self, hours: float = 1.0) -> datetime:
        """Let hours pass; return when it is then."""
        self.memory.clock.set(self.memory.clock.now().time + timedelta(hours=hours))
        return self.memory.clock.now().time

    def approve(
        self, speed: float | None, radius: float | None = 1.0, keys: Any = None
    ) -> PlaceLimit:
        """Sign the place for a speed, an hour after the last signature."""
        places, now = PlaceLimitApprovals(self.memory), self.later()
        return places.approve(self.place, keys or self.ada, now, speed=speed, radius=radius)

    def withdraw(self, entry_id: str = "", keys: Any = None) -> None:
        """Sign an end, an hour after the last signature."""
        name, now = entry_id or self.place, self.later()
        self.approvals.withdraw(self.memory.rrn, name, keys or self.ada, now)

    def enrol(self, name: str) -> Any:
        return enrolled(self.memory, name, 78)

    def dismiss(self, name: str = "ada", to: str = "") -> None:
        """Take an operator's keys away, or to the former ones."""
        path = self.governance / "operators" / f"{name}.json"
        if not to:
            path.unlink()
            return
        (path.parent / to).mkdir(exist_ok=True)
        path.rename(path.parent / to / path.name)

    def tell(self, *lines: Mapping[str, Any]) -> None:
        """Append lines to the record of events, whoever signed what they hold."""
        self.events.append(list(lines), self.memory.clock.now().time, signed="approval")

    def started(self) -> StandingApprovals:
        """Return what a node holds that starts now, in the order in which it reads."""
        signed = SignedLimits(self.memory)
        standing, in_force = StandingApprovals(signed), signed.approvals.in_force
        standing.look()
        standing.resume(signed.last_signed())
        left = in_force.speed()
        standing.resume(left.terms(self.memory.rrn) if left else [])
        standing.resume(in_force.places(self.memory.rrn))
        return standing

    def held(self) -> list[str]:
        """Return in words what a node holds that starts now."""
        return [limit.words() for limit, _ in self.started().look()]

    def publish(self, standing: StandingApprovals | None = None) -> list[str]:
        """Let a node act by what it holds, and keep that; return it in words."""
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
    """Return what prepares a home once, for signing takes long, and copies it for each test.

    It returns the keys, the place, and what the function returned that prepares the scenario.
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
