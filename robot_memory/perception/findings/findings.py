"""Which unusual signals make an entry: one entry for each cause (rules.md §10.4).

A motor that seizes changes its current, its temperature and its speed: three signals, one fault.
So of signals that become unusual at about the same time the one with the strongest evidence is
reported, and the others are told as its evidence; one that outlasts it is an entry of its own. If
many components change at once, the robot most likely does something that it had not done before, so
that only what lasts is reported.

See docs/explanation/perception.md, "One cause, one entry".
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from robot_memory.ledger import Key
from robot_memory.perception.baselines import State
from robot_memory.perception.findings.alarm_budget import AlarmBudget
from robot_memory.perception.findings.joint_work import JointWorks
from robot_memory.perception.findings.signal_name import WARMTH, SignalName
from robot_memory.perception.findings.signal_symptom import RANKS, SYMPTOMS, SignalSymptom
from robot_memory.perception.occurrences.detection import REMAINS, UNDER, Debounce, Detection

_TOGETHER = 15.0  # s between the beginnings of what has one cause
_MANY = 3  # components
_LASTS = 600.0  # s that it must last if so many begin at once
_CONSEQUENCE = 60.0  # s after an entry in which what becomes unusual follows from it, and …
_AFTERMATH = 600.0  # … after its end, what becomes so in the same component: warmth lags behind
_MOST_KNOWN = 1024  # keys of what was told
_LEVELS = ("envelope", "level_shift", "drift")
_GROSS = "gross"
_DRAWN = re.compile(r"current|torque|power|effort", re.IGNORECASE)
_TIMES = 3  # times that something brief must come
_MOST = 256  # brief findings that are remembered


@dataclass(eq=False)
class Finding:
    """Something unusual in a signal.

    Attributes:
        name: of the signal.
        topic: where it is read.
        kind: what is unusual, a name in :data:`SYMPTOMS`.
        since: when it began; seconds.
        confidence: first confidence of an entry made of it.
        score: how surely, in [0, 1].
        value: the signal's latest.
        last_seen: when that was.
        is_present: whether it still is.
        is_reported: whether an entry has been made of it; until then its name may change.
        beside: the signal that it cannot be told apart from, where it is one of two.
        under: what it is told as evidence of; None: it is told by itself.
        is_of_mode: whether many components began with it.
    """

    name: SignalName
    topic: str
    kind: str
    since: float
    confidence: float
    score: float
    value: float
    last_seen: float
    is_present: bool = True
    is_reported: bool = False
    beside: SignalName | None = None
    under: Key | None = None
    is_of_mode: bool = False

    @property
    def symptom(self) -> SignalSymptom:
        """What is unusual, in words."""
        return SYMPTOMS[self.kind]


class Findings:
    """Gathers findings, and makes one entry of those with one cause.

    Args:
        budget: how surely one must be unusual, since many signals are checked.

    Attributes:
        budget: as given; whoever checks a signal enrols there.
        work: how hard joints work; that is not told, nor what gets warm by it.
    """

    def __init__(self, budget: AlarmBudget) -> None:
        self.budget = budget
        self.work = JointWorks()
        self._pending: list[Finding] = []
        self._reported: list[tuple[SignalName, Finding]] = []
        self._known: dict[Key, None] = {}
        self._recovered: dict[str, float] = {}
        self._newest: tuple[float, Key] | None = None
        self._briefs: list[Finding] = []
        self._before: list[Finding] = []
        self._now = 0.0

    def report(self, finding: Finding) -> None:
        """Take in something unusual that has just begun; whoever adds it keeps it up to date."""
        self._pending.append(finding)

    def state(self) -> State:
        """Return what was told so far, and what was brief, by how long ago it was."""
        return {
            "briefs": [
                [one.name.component, one.name.quantity, one.topic, one.kind, self._now - one.since]
                for one in self._briefs
            ],
            "known": [key.to_text() for key in self._known],
            "alarms": self.budget.tail.state(),
        }

    def restore(self, state: State) -> None:
        """Continue with what was known before a restart; the time in between does not count.

        Raises:
            ValueError: it is of another kind.
        """
        try:
            self._before = [
                Finding(SignalName(component, quantity), topic, kind, ago, 0.0, 0.0, 0.0, ago)
                for component, quantity, topic, kind, ago in state["briefs"]
                if kind in SYMPTOMS
            ]
            self._known = {Key.from_text(text): None for text in state.get("known", ())}
            self.budget.tail.restore(**state.get("alarms", {"days": 0.0, "alarms": ()}))
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"Findings: the state is not one: {error!r}") from None

    def advance(self, stamp: float) -> Iterator[tuple[str, Detection]]:
        """Yield what is to be told, with its topic; call it about once a second."""
        self._now = stamp
        self.budget.tail.advance(stamp)
        for brief in self._before:  # a restart: what was brief before it is as long ago as then
            brief.since = stamp - brief.since
        self._briefs += self._before
        self._before = []
        if not (self._reported or self._pending or self._recovered):
            return  # as nearly always
        # Of what is not heard any more nothing is known: its occurrence ends by itself.
        self._reported = [
            item for item in self._reported if stamp - item[1].last_seen < _quiet(item[1])
        ]
        self._pending = [one for one in self._pending if stamp - one.last_seen < _quiet(one)]
        for name, finding in self._reported:
            yield finding.topic, _detection(finding, name, at=finding.last_seen)
            if not finding.is_present:
                self._recovered[name.component] = stamp
        self._reported = [item for item in self._reported if item[1].is_present]
        self._recovered = {
            name: end for name, end in self._recovered.items() if stamp - end <= _AFTERMATH
        }
        over = [one for one in self._pending if not one.is_present]
        self._pending = [one for one in self._pending if one.is_present]
        for finding in over:
            yield from self._judge_brief(finding, over)
        for first in list(self._pending):
            if self._is_due(first) and first in self._pending:
                yield from self._judge(first)

    def _is_due(self, finding: Finding) -> bool:
        """Tell whether it has lasted, and is surer than what a healthy robot may do in a day."""
        settle = _LASTS if finding.is_of_mode else finding.symptom.settle
        has_lasted = finding.last_seen - finding.since >= settle
        return has_lasted and (finding.symptom.is_fact or finding.score >= self.budget.least)

    def _judge_brief(
        self, finding: Finding, over: Sequence[Finding]
    ) -> Iterator[tuple[str, Detection]]:
        """Tell what is over before it has settled if it comes again and again."""
        since = finding.since
        symptom = finding.symptom
        if not symptom.again or finding.last_seen - since < symptom.lasts:
            return
        self._briefs = [one for one in self._briefs if since - one.since <= one.symptom.again]
        del self._briefs[:-_MOST]
        near = [
            one
            for one in [*self._briefs, *over, *self._pending]
            if abs(one.since - since) <= _TOGETHER
        ]
        self._briefs.append(finding)
        if len({one.name.component for one in near} - {finding.name.component}) >= _MANY - 1:
            return
        alike = [one for one in near if one.kind == finding.kind]
        name = self._name_in_component(finding, alike)
        if _moments(self._briefs, finding, name) >= _TIMES:
            self._note(_key(finding, name))
            yield finding.topic, _detection(replace(finding, is_present=True), name,
                                           at=finding.since)  # fmt: skip
            yield finding.topic, _detection(finding, name)

    def _judge(self, first: Finding) -> Iterator[tuple[str, Detection]]:
        """Take together what began with a finding; what is not told yet goes on waiting."""
        cause = self._cause_of(first)
        if cause is not None and not self._is_work(first):
            yield self._tell(first, first.name, cause)
            return
        group = [
            one
            for one in self._pending
            if abs(one.since - first.since) <= _TOGETHER
            and not self._is_aftermath(one)
            and not self._is_work(one)
        ]
        if first not in group:
            return
        finding = min(group, key=self._order)
        name = self._common_name(finding, group)
        if name is None and not first.is_of_mode:
            for one in group:
                one.is_of_mode = True
            return
        name = name or self._name_in_component(finding, group)
        yield self._tell(finding, name)
        self._newest = finding.since, _key(finding, name)
        for one in group:
            if one is not finding and self._is_due(one):
                yield self._tell(one, one.name, _key(finding, name))

    def _cause_of(self, finding: Finding) -> Key | None:
        """Return the key of what is told already and most likely has the same cause."""
        for name, other in self._reported:
            if name.component == finding.name.component:
                return other.under or _key(other, name)
        is_soon = self._newest is not None and finding.since - self._newest[0] <= _CONSEQUENCE
        return self._newest[1] if is_soon and self._newest is not None else None

    def _tell(
        self, finding: Finding, name: SignalName, under: Key | None = None
    ) -> tuple[str, Detection]:
        """Report a finding by itself, or under what is told already."""
        self._pending.remove(finding)
        self._reported.append((name, finding))
        finding.is_reported, finding.under = True, under
        if under is None:
            self._note(_key(finding, name))
        return finding.topic, _detection(finding, name, at=finding.since)

    def _is_work(self, finding: Finding) -> bool:
        """Tell whether it is how hard a joint works, what it draws, or how warm it gets by that."""
        name, is_level = finding.name, finding.kind in _LEVELS
        if name.quantity == "effort":
            return is_level and self.work.understands(name.component)
        is_drawn = is_level and _DRAWN.search(name.quantity) is not None
        by_work = is_drawn or finding.kind == "warmth"
        return by_work and self.work.explains(name.component, self._now)

    def _is_aftermath(self, finding: Finding) -> bool:
        """Tell whether it is new, and its component has just recovered from something else."""
        end = self._recovered.get(finding.name.component, float("-inf"))
        is_new = _key(finding, finding.name) not in self._known
        return is_new and finding.since - end <= _AFTERMATH

    def _order(self, finding: Finding) -> tuple[bool, int, float, str]:
        """What was told before comes first, so that the same cause is the same entry."""
        is_new = _key(finding, finding.name) not in self._known
        return is_new, RANKS[finding.kind], -finding.score, finding.name.text

    def _common_name(self, finding: Finding, group: Sequence[Finding]) -> SignalName | None:
        """Name what is the matter: a signal, a component, a driver; None where it is a mode."""
        name = finding.name
        alike = [one for one in group if one.kind == finding.kind]
        if finding.kind == _GROSS:
            return self._name_of_gross(finding, alike)
        if len({one.name.component for one in group}) >= _MANY:
            if not finding.symptom.is_shared or len({one.topic for one in alike}) > 1:
                return None
            components = {one.name.component for one in alike}
            return name if len(components) < _MANY else _whole(finding.topic, components)
        return self._name_in_component(finding, alike)

    def _name_of_gross(self, finding: Finding, alike: Sequence[Finding]) -> SignalName:
        """Name what is far from all that was: a signal, a component, a driver."""
        components = {one.name.component for one in alike}
        if len(components) >= _MANY and len({one.topic for one in alike}) == 1:
            return _whole(finding.topic, components)
        return self._name_in_component(finding, alike)

    def _name_in_component(self, finding: Finding, alike: Sequence[Finding]) -> SignalName:
        """Name a signal, or its component where several of its quantities do the same."""
        name = finding.name
        whole = SignalName(name.component, "")
        if _key(finding, whole) in self._known:
            return whole
        quantities = {one.name.quantity for one in alike if one.name.component == name.component}
        is_known = _key(finding, name) in self._known
        return whole if len(quantities) > 1 and not is_known else name

    def _note(self, key: Key) -> None:
        self._known[key] = None
        if len(self._known) > _MOST_KNOWN:
            del self._known[next(iter(self._known))]


def _whole(topic: str, components: Collection[str]) -> SignalName:
    """Name what components are parts of: their driver ('base: Motor'), or else their topic."""
    drivers = {component.partition(":")[0] for component in components if ":" in component}
    is_one = len(drivers) == 1 and all(":" in component for component in components)
    return SignalName(drivers.pop() if is_one else topic, "")


def _moments(briefs: Iterable[Finding], finding: Finding, name: SignalName) -> int:
    """Count when a signal, or any of its component where that is named, did what it now did."""
    begins = sorted(
        one.since
        for one in briefs
        if one.kind == finding.kind
        and one.name.component == name.component
        and name.quantity in ("", one.name.quantity)
    )
    return sum(
        later - sooner > _TOGETHER
        for sooner, later in zip([-math.inf, *begins], begins, strict=False)
    )


def _key(finding: Finding, name: SignalName) -> Key:
    return Key("signal", name.component, f"{name.quantity} {finding.symptom.name}".strip())


def _words(finding: Finding, name: SignalName) -> str:
    if finding.beside is None:
        return f"{name.text} {finding.symptom.words}"
    other = finding.beside.text if name.quantity else finding.beside.component
    return f"{name.text} and {other} part from each other"


def _evidence(finding: Finding) -> dict[str, object]:
    """Return what it is told under, and for how long it may outlast that: warmth lags behind."""
    if finding.under is None:
        return {}
    under: dict[str, object] = {UNDER: finding.under.as_list()}
    return {**under, REMAINS: _AFTERMATH} if WARMTH.search(finding.name.text) else under


def _quiet(finding: Finding) -> float:
    """Return for how many seconds a signal may be silent before what was told of it is over."""
    return max(600.0, finding.symptom.end)


def _detection(finding: Finding, name: SignalName, at: float | None = None) -> Detection:
    symptom = finding.symptom
    return Detection(
        key=_key(finding, name),
        present=finding.is_present,
        text=_words(finding, name),
        confidence=finding.confidence,
        magnitude=finding.score,
        kind=symptom.name,
        readings={finding.name.text: finding.value},
        detail=_evidence(finding),
        debounce=Debounce(onset=0.0, end=symptom.end, quiet=_quiet(finding)),
        at=at,
    )
