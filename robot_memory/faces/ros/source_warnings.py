"""Logs each unused source once, with advice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from robot_memory.foundation.time.stamps import duration_words
from robot_memory.perception.scope import Scope, SkippedSource

_WAIT = 5.0  # s to discover another robot that may own the status
_MOST_LINES = 20
_MOST_NAMES = 10

CLOCK_ADVICE = (
    "if a recording is played, use `ros2 bag play --clock`, and start this node with "
    "use_sim_time:=true and a home of its own; else synchronise the clock that sets these stamps "
    "with this machine's"
)


class SourceNotices:
    """Finds statuses that are not used, and header stamps that are wrong.

    Args:
        skews: by how many seconds headers are ahead, for each topic with a large offset.
    """

    def __init__(
        self, scope: Scope, skews: Mapping[str, float], log: Callable[[str], object]
    ) -> None:
        self._scope = scope
        self._skews = skews
        self._log = log
        self._first_seen: dict[tuple[str, str], float] = {}
        self._logged: set[tuple[str, str]] = set()
        self._logged_topics: set[str] = set()

    def check(self, now: float) -> None:
        """Log the new findings since the last call; ``now`` is in monotonic seconds."""
        self._check_statuses(now)
        self._check_stamps()

    def _check_statuses(self, now: float) -> None:
        if self._scope.hardware_ids:
            return  # an operator chose which statuses are used
        for source in unexpected(self._scope.skipped.sources()):
            identity = source.name, source.topic
            since = self._first_seen.setdefault(identity, now)
            if identity not in self._logged and now - since >= _WAIT:
                self._logged.add(identity)
                self._log_status(source)

    def _log_status(self, source: SkippedSource) -> None:
        if len(self._logged) <= _MOST_LINES:
            self._log(status_sentence(source, self._scope.namespace))
        elif len(self._logged) == _MOST_LINES + 1:
            self._log("More statuses are treated as another robot's; ~/list_sources lists them")

    def _check_stamps(self) -> None:
        skews = dict(self._skews)
        new = sorted(skews.keys() - self._logged_topics)
        self._logged_topics = set(skews)
        if new:
            off = [f"{topic} ({skew_words(skews[topic])})" for topic in new]
            self._log(
                f"Header stamps are more than 10 s off, and these messages are not observed: "
                f"{few(off)}; {CLOCK_ADVICE}"
            )


def unexpected(sources: Sequence[SkippedSource]) -> list[SkippedSource]:
    """Return the skipped statuses whose names begin with the namespace of no known robot."""
    return [item for item in sources if item.kind == "status" and not item.is_expected]


def status_sentence(source: SkippedSource, namespace: str) -> str:
    """Return a sentence about a status that is treated as another robot's, and what to do."""
    ids = " or ".join(f"'{one}'" for one in source.hardware_ids)
    this = ", whichever is this robot's" if len(source.hardware_ids) > 1 else ""
    by_id = f"set hardware_ids to {ids}{this}, or " if ids else ""
    return (
        f"{source.count} statuses of `{source.name}` on {source.topic} are treated as another "
        f"robot's, as the name does not begin with {namespace.lstrip('/')}: if they are this "
        f"robot's, {by_id}start their driver in the namespace {namespace} with "
        f"-r /diagnostics:=diagnostics"
    )


def skew_words(ahead: float) -> str:
    """Return a stamp's offset in words."""
    return f"{duration_words(abs(ahead))} {'ahead' if ahead > 0.0 else 'behind'}"


def few(names: Sequence[str]) -> str:
    """Return the first names as a list, and the number of further ones."""
    more = len(names) - _MOST_NAMES
    return ", ".join(names[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")
