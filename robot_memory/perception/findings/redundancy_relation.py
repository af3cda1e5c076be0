"""The members of a family of signals, and which one differs (rules.md §10.5).

See docs/explanation/perception.md, "Redundant signals".
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from robot_memory.perception.baselines import State
from robot_memory.perception.findings.findings import Finding
from robot_memory.perception.findings.signal_name import SignalName
from robot_memory.perception.findings.signal_symptom import SYMPTOMS
from robot_memory.perception.signals.level_shift import LevelShift
from robot_memory.perception.signals.linear_relation import LinearRelation
from robot_memory.perception.signals.resolution import Resolution
from robot_memory.settings import Settings

_OVER = 0.5  # score below which what was unusual is so no longer
_LEARN = 200.0  # s in which every difference is normal
_MUCH = 0.6  # standard deviations of a signal by itself
_FEW = 3  # sessions: they do not tell how sessions differ, as by the warmth of the air; …
_MUCH_AFTER_FEW = 1.0  # … so that more is much in the second and third
_GRAINS = 2.0  # steps of a signal's resolution that are never much


@dataclass
class RedundantSignal:
    """One signal of a family, where it is read, and its last value."""

    name: SignalName
    topic: str
    stamp: float = -math.inf
    value: float = math.nan


class RedundancyRelation:
    """The relation of the members of a complete family, and which of them departs from it.

    Args:
        members: in an order that is the same after a restart.
        others: how many numbers tell how the robot moves.
    """

    def __init__(self, members: Sequence[RedundantSignal], others: int) -> None:
        self.members, self.others = members, others
        self._relation = LinearRelation(len(members) + others)
        self._shifts = [LevelShift(learn=_LEARN) for _ in members]
        self._grains = [Resolution() for _ in members]
        self._finding: Finding | None = None
        self._culprit = 0  # the member that it names
        self._sessions = 1  # the present one, too
        self._blame = np.zeros(len(members))  # since it began

    def pause(self) -> None:
        """Begin a new stretch: nothing was seen in which what had begun could have gone on."""
        for shift in self._shifts:
            shift.begin_stretch()
        if self._finding is not None and not self._finding.is_reported:
            self._finding.is_present = False
            self._finding = None

    def begin_session(self) -> None:
        """Count one more session."""
        self._sessions += 1

    def judge(
        self, stamp: float, step: float, values: Sequence[float], motion: Sequence[float],
        settings: Settings,
    ) -> list[Finding]:  # fmt: skip
        """Take in a sample, and return a finding where one has begun to part from the others.

        Args:
            stamp: seconds.
            step: seconds since the last sample.
            values: of the members.
            motion: m/s and rad/s; as many as there are ``others``.
            settings: first confidences.
        """
        for resolution, value in zip(self._grains, values, strict=True):
            resolution.observe(value)
        differences = self._relation.observe(step, [*values, *motion])
        if differences is None:
            return []
        scores = [
            shift.observe(stamp, float(apart))
            for shift, apart in zip(self._shifts, differences, strict=False)
        ]
        count = len(scores)
        self._blame += self._relation.blame()[:count]
        if self._finding is not None:
            self._go_on(self._finding, stamp, values, scores)
            return []
        self._blame = self._relation.blame()[:count].copy()
        if max(scores) < SYMPTOMS["apart"].limit or not self._are_much(differences):
            return []
        score = max(scores)
        confidence = settings.first_confidence(score=score)
        member = self.members[0]
        self._finding = Finding(
            member.name, member.topic, "apart", stamp, confidence, score, values[0], stamp
        )
        self._accuse(self._finding)
        return [self._finding]

    def _are_much(self, differences: npt.NDArray[np.float64]) -> bool:
        count = len(self.members)
        least = _MUCH_AFTER_FEW if 1 < self._sessions <= _FEW else _MUCH
        steps = np.array([_GRAINS * resolution.size for resolution in self._grains])
        in_spreads = self._relation.in_spreads(differences)[:count]
        return bool(np.any((in_spreads >= least) & (np.abs(differences[:count]) >= steps)))

    def _accuse(self, finding: Finding) -> None:
        """Name who it is; of two nobody can tell, so both are named."""
        if len(self.members) == 2:
            finding.beside = self.members[1].name
            return
        self._culprit = int(np.argmax(self._blame))
        member = self.members[self._culprit]
        finding.name, finding.topic = member.name, member.topic

    def _go_on(
        self, finding: Finding, stamp: float, values: Sequence[float], scores: Sequence[float]
    ) -> None:
        if not finding.is_reported:  # who it is shows better as it goes on
            self._accuse(finding)
        finding.last_seen, finding.value = stamp, values[self._culprit]
        finding.score = max(finding.score, scores[self._culprit])
        if max(scores) < _OVER:
            finding.is_present = False
            self._finding = None

    def state(self) -> State:
        """Return what was learned."""
        return {
            "names": [member.name.text for member in self.members],
            "sessions": self._sessions,
            "relation": self._relation.state(),
            "shifts": [shift.state() for shift in self._shifts],
            "grains": [resolution.size for resolution in self._grains],
        }

    def restore(self, state: State) -> None:
        """Continue with what was learned before a restart.

        Raises:
            ValueError: it is not of these signals.
        """
        names = [member.name.text for member in self.members]
        if state.get("names") != names:
            raise ValueError(f"it is of {state.get('names')}, not of {names}")
        try:
            self._sessions = int(state["sessions"]) + 1
            self._relation.restore(state["relation"])
            for shift, known in zip(self._shifts, state["shifts"], strict=True):
                shift.restore(known)
            for resolution, size in zip(self._grains, state["grains"], strict=True):
                resolution.restore({"size": size})
        except (KeyError, TypeError) as error:
            raise ValueError(f"the state of siblings is not one: {error!r}") from None
