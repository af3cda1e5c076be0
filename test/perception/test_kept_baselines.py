"""Baselines: learned normal values are restored, and unused ones are dropped in time."""

from __future__ import annotations

import pytest

from robot_memory.perception.baselines import Baselines, Learner, State
from robot_memory.perception.detectors.parameter_detector import ParameterHistory
from robot_memory.perception.fault_grouping.fault_grouping import FaultGroups
from robot_memory.perception.shared_models import DuplicateStatusNames


class Mean:
    """A dummy learner with a fixed state."""

    restored: State | None = None

    def state(self) -> State:
        return {"mean": 1.0}

    def restore(self, state: State) -> None:
        self.restored = state


def known_of(baselines: Baselines, signal: str) -> State | None:
    """The state with which a signal's learner is restored."""
    mean = Mean()
    baselines.keep(signal, "/topic", mean)
    return mean.restored


def run(known: dict[str, State], *heard: str) -> dict[str, State]:
    """Return the states after a run in which these signals were heard."""
    baselines = Baselines(known)
    for signal in heard:
        baselines.keep(signal, "/topic", Mean())
    baselines.states()  # an extra save must not count as a run
    return baselines.states()


def test_the_baseline_of_a_signal_is_kept_over_many_runs_without_it():
    known = run({}, "tool", "motor")
    for _ in range(100):
        known = run(known, "motor")

    state = known_of(Baselines(known), "tool")
    assert state is not None
    assert state["mean"] == 1.0


def test_the_baseline_of_a_signal_that_never_returns_is_dropped():
    known = run({}, "tool", "motor")
    for _ in range(200):
        known = run(known, "motor")

    assert list(known) == ["motor"]


def test_the_latest_of_many_unused_baselines_are_kept():
    old = run(run({}, "oldest"))
    known = run({**old, **run({}, *(f"signal {number}" for number in range(5000)))})

    assert len(known) == 4096
    assert "oldest" not in known


def test_the_baselines_of_changing_topics_are_limited_in_number():
    baselines = Baselines()
    for number in range(20_000):
        baselines.keep(f"signal {number}", f"/topic_{number}", Mean())
        if number % 1000 == 999:
            for topic in range(number - 999, number + 1):
                baselines.settle(f"/topic_{topic}")

    assert len(baselines.states()) == 4096
    assert known_of(baselines, "signal 0") is None
    assert known_of(baselines, "signal 19999") is not None


@pytest.mark.parametrize(
    ("learner", "damaged"),
    [
        (ParameterHistory(), {"nodes": {"/a": {"b": 3}}}),
        (ParameterHistory(), {"nodes": 7}),
        (ParameterHistory(), {}),
        (FaultGroups(), {"companies": 7}),
        (FaultGroups(), {}),
        (DuplicateStatusNames(), {"shared": "lidar"}),
    ],
)
def test_a_damaged_baseline_is_learned_anew_and_logged(
    learner: Learner, damaged: State, caplog: pytest.LogCaptureFixture
):
    before = learner.state()
    Baselines({"signal": damaged}).keep("signal", "", learner)

    assert "baseline of signal is learned anew" in caplog.text
    assert learner.state() == before
